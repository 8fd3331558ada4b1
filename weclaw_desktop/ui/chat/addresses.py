"""Bare addresses in text as links, as GitHub does it. No Qt in here.

An address ends at the first letter that is not ASCII: in Chinese no space stands behind it.
"""

from __future__ import annotations

import re
from html import escape

_BARE = re.compile(
    r"(?<![A-Za-z0-9_/@.%-])(?:"
    r"(?P<web>(?:https?://|www\.(?=[A-Za-z0-9]))[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%|]+)"
    r"|(?P<mail>[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}))"
)
_TRAILING = "?!.,:;*_~'\"[]"


def linked(text: str) -> str:
    """Escaped HTML of plain ``text`` with its bare addresses as links."""
    if "://" not in text and "www." not in text and "@" not in text:
        return escape(text, quote=False)
    made: list[str] = []
    at = 0
    for found in _BARE.finditer(text):
        shown = _trimmed(found[0]) if found["web"] else found[0]
        if not _complete(shown, web=bool(found["web"])):
            continue
        address = f"mailto:{shown}" if found["mail"] else shown if "://" in shown else f"http://{shown}"
        made.append(escape(text[at : found.start()], quote=False))
        made.append(f'<a href="{escape(address)}">{escape(shown, quote=False)}</a>')
        at = found.start() + len(shown)
    made.append(escape(text[at:], quote=False))
    return "".join(made)


def _trimmed(address: str) -> str:
    """Without the punctuation of the sentence around it; a closing bracket stays where its opening one is inside."""
    while address:
        if address[-1] in _TRAILING or (address[-1] == ")" and address.count(")") > address.count("(")):
            address = address[:-1]
        else:
            break
    return address


def _complete(address: str, *, web: bool) -> bool:
    """Whether there is a host: "https://" alone is none."""
    return not web or re.match(r"(?:https?://)?[A-Za-z0-9\[]", address) is not None
