# make demo   set up, deal a game, check a won and an illegal one
# make test   set up, then run every check: ruff, mypy, pytest
# Both need nothing but make and Python 3.11 or newer. PYTHON=... names another interpreter.

VENV := .venv
BIN := $(VENV)/bin
SETUP := sh tests/tools/setup.sh

.DEFAULT_GOAL := help
.PHONY: help demo test lint types tests schemas docs bench fuzz wheel clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

demo:
	@$(SETUP) $(VENV) package
	@sh tests/tools/demo.sh $(BIN)/forty-thieves

test: lint types tests

lint:
	@$(SETUP) $(VENV) dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types:
	@$(SETUP) $(VENV) dev
	$(BIN)/mypy

tests:
	@$(SETUP) $(VENV) dev
	$(BIN)/pytest -q -n auto

# make schemas   write schemas/*.json anew from the records
schemas:
	@$(SETUP) $(VENV) dev
	$(BIN)/python tests/tools/write_schemas.py

# make docs   write the generated parts of README.md and schemas/README.md anew
docs:
	@$(SETUP) $(VENV) dev
	$(BIN)/python tests/tools/write_docs.py

# make bench   measure start-up, replay, dealing and reading, as ratios taken in one run
bench:
	@$(SETUP) $(VENV) dev
	$(BIN)/python tests/tools/bench.py

# make fuzz   check records spoilt at random for a minute; SECONDS=... and SEED=... say otherwise
fuzz:
	@$(SETUP) $(VENV) dev
	$(BIN)/python tests/tools/fuzz.py --seconds $(or $(SECONDS),60) --seed $(or $(SEED),1)

# make wheel   build the wheel into dist/
wheel:
	@$(SETUP) $(VENV) dev
	$(BIN)/python -m pip wheel -q --no-deps --wheel-dir dist .

# make clean   remove what was built; the environment too
clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
