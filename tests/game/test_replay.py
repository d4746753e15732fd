"""The replay loop as it was installed; its rules are tested beside this file, by what they are about."""

from __future__ import annotations

import os

import pytest

from forty_thieves.game import replay


@pytest.mark.skipif(not os.environ.get("COMPILED"), reason="make tests COMPILED=1")
def test_it_is_compiled_where_that_was_asked_for() -> None:
    assert not replay.__file__.endswith(".py")
