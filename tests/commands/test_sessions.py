"""Sessions as text, played in this process line by line, and the same lines over a pipe to the installed command."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command import run
from support.sessions import FOLDER, Player, dealt, missing, read_script

SCRIPTS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_session(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = read_script(path)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    player = Player(dealt(script.variant, script.seed), effort=script.effort)
    answers = [player.start(), *(player.type(turn.typed) for turn in script.turns[1:])]
    for turn, answer in zip(script.turns, answers, strict=True):
        wrong = missing(turn.wanted, answer)
        assert not wrong, f"typed: {turn.typed}\nwanted: {wrong}\ncame:\n{answer}\nall of it:\n{''.join(answers)}"
    assert player.session.status == script.status
    # Over a pipe the same comes, without a prompt and without a question.
    (tmp_path / "there").mkdir()
    asked = ("play", "--variant", script.variant, "--seed", str(script.seed), "--effort", str(script.effort))
    ran = run(*asked, "--interactive", given=script.typed, cwd=tmp_path / "there")
    assert (ran.status, ran.err) == (script.status, "")
    assert ran.out == "".join(answers)
