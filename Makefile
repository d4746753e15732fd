# make demo   set up, deal a game, check a won and an illegal one
# make test   set up, then run every check: ruff, mypy, pytest
# Both need nothing but make and Python 3.11 or newer. PYTHON=... names another interpreter.

# make ... COMPILED=1   the same with the replay loop compiled, in an environment of its own
ifdef COMPILED
VENV := build/compiled
KIND := compiled
export COMPILED
else
VENV := .venv
KIND := dev
endif
BIN := $(VENV)/bin
SETUP := sh tests/tools/setup.sh

.DEFAULT_GOAL := help
.PHONY: help demo test lint types tests schemas docs bench fuzz packages wheel clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

demo:
	@$(SETUP) $(VENV) $(if $(COMPILED),compiled,package)
	@sh tests/tools/demo.sh $(BIN)/forty-thieves

test: lint types tests

lint:
	@$(SETUP) $(VENV) $(KIND)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types:
	@$(SETUP) $(VENV) $(KIND)
	$(BIN)/mypy

tests:
	@$(SETUP) $(VENV) $(KIND)
	$(BIN)/pytest -q -n auto

# make schemas   write schemas/*.json anew from the records
schemas:
	@$(SETUP) $(VENV) $(KIND)
	$(BIN)/python tests/tools/write_schemas.py

# make docs   write the generated parts of the documents anew
docs:
	@$(SETUP) $(VENV) $(KIND)
	$(BIN)/python tests/tools/write_docs.py

# make bench   measure start-up, replay, dealing and reading, as ratios taken in one run
bench:
	@$(SETUP) .venv dev
	@$(SETUP) build/compiled compiled || rm -rf build/compiled  # without a compiler there is less to measure
	.venv/bin/python tests/tools/bench.py

# make fuzz   check records spoilt at random for a minute; SECONDS=... and SEED=... say otherwise
fuzz:
	@$(SETUP) $(VENV) $(KIND)
	$(BIN)/python tests/tools/fuzz.py --seconds $(or $(SECONDS),60) --seed $(or $(SEED),1)

# make packages   build and install it in every way, and use it in a project of its own; takes minutes and git
packages:
	@$(SETUP) $(VENV) $(KIND)
	$(BIN)/python tests/tools/check_packages.py

# make wheel   build the wheel and the sources into dist/
wheel:
	@$(SETUP) $(VENV) $(KIND)
	HATCH_BUILD_HOOKS_ENABLE=$(if $(COMPILED),true,false) $(BIN)/python -m build --outdir dist .

# make clean   remove what was built; the environment too
clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
