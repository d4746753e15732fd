"""Pages as one HTML file each: what every page is made of.

A page makes no request to anywhere, and its security policy says so: the policy allows the page's own script and
style, by their digests, and nothing else. Text that came from outside gets into a page only as the text of an element
or as JSON, never as markup.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from xml.etree.ElementTree import Element, SubElement, tostring

import msgspec

PREFIX = "ft-"
"""What the ids of a page's card faces start with; the scripts know it too."""

_SLOT = re.compile(r"\{(\w+)\}")
_ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='-50 -50 100 100'%3E"
    "%3Cpath d='M0-47C9-27 43-9 43 16C43 31 32 38 23 38C14 38 8 33 5 27C6 36 10 43 18 48H-18C-10 43-6 36-5 27"
    "C-8 33-14 38-23 38C-32 38-43 31-43 16C-43-9-9-27 0-47Z' fill='%231d5a41'/%3E%3C/svg%3E"
)


@cache
def source(name: str) -> str:
    """One of the files that the pages are made of."""
    return (files(__package__) / "page" / name).read_text(encoding="utf-8").rstrip("\n")


def filled(template: str, slots: Mapping[str, str]) -> str:
    """A template whose ``{names}`` are replaced by markup; what is put in is not looked at again."""
    return _SLOT.sub(lambda found: slots[found[1]], template)


def page(template: str, scripts: list[str], slots: Mapping[str, str]) -> bytes:
    """A whole page.

    Args:
        template: the name of its template.
        scripts: the names of its scripts.
        slots: what goes into the template beside style, script and policy, as markup.

    Returns:
        The file's bytes, in UTF-8.
    """
    return filled(source(template), {**frame(scripts), **slots}).encode("utf-8", "backslashreplace") + b"\n"


def frame(scripts: list[str]) -> dict[str, str]:
    """What every template needs: style, script, icon, and the policy that allows these and nothing else."""
    style = source("page.css")
    script = "\n".join(source(name) for name in scripts)
    policy = (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return {"style": style, "script": script, "policy": policy, "icon": _ICON}


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def markup(element: Element) -> str:
    """An element as HTML; whatever its texts hold stays text."""
    return tostring(element, encoding="unicode", method="html")


def tag(name: str, text: str | None = None, **attributes: str) -> Element:
    """An element with a text; an attribute ``class_`` is ``class``, ``data_x`` is ``data-x``."""
    made = Element(name, {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()})
    made.text = text
    return made


def child(parent: Element, name: str, text: str | None = None, **attributes: str) -> Element:
    """An element like :func:`tag`'s, put at the end of another one."""
    made = tag(name, text, **attributes)
    parent.append(made)
    return made


def facts(pairs: list[tuple[str, str]]) -> str:
    """Names and what there is to say of each, as a list."""
    made = tag("dl", class_="facts")
    for name, text in pairs:
        SubElement(made, "dt").text = name
        child(made, "dd", text, dir="auto")
    return markup(made)


def data(value: object) -> str:
    """A value as JSON that can stand in a script element: nothing in it ends that element, or starts one."""
    text = msgspec.json.encode(value).decode()
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
