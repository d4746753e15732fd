"""What all formats share: bytes as text."""

from __future__ import annotations

import pytest

from forty_thieves.formats.document import decoded
from forty_thieves.problems import Fault


@pytest.mark.parametrize(
    ("data", "place", "said"),
    [
        (b"ab\xff", (1, 3), "0xff"),
        ("é\n\U0001f0a1".encode() + b"\xc3(", (2, 2), "0xc3"),
        (b"\xed\xa0\x80", (1, 1), "0xed"),
        (b"\xc0\xaf", (1, 1), "0xc0"),
        ("ab".encode("utf-16"), (1, 1), "UTF-16"),
        (b"\xfe\xff\x00a", (1, 1), "UTF-16"),
    ],
)
def test_not_utf8(data: bytes, place: tuple[int, int], said: str) -> None:
    with pytest.raises(Fault) as raised:
        decoded(data)
    assert (raised.value.code, raised.value.place) == ("not-utf8", place)
    assert said in raised.value.message
