"""Exact names in text, and whether a text holds one: what a lossy summary loses first.

A name is what cannot be guessed or said in other words: a path, an id, a date, an amount, a title. Of the standard
library only, and kept apart from the engine's own features on purpose.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import cast

_NAME = re.compile(
    r"""https?://[^\s<>"'`)\]}，。；]+
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)+
    | (?<![\w./~-])[~.]?[\w@+.-]*(?:/[\w@+.-]+)+
    | \d{4}-\d\d-\d\d | (?:\d{4}年)?\d{1,2}月\d{1,2}[日号]
    | \d{1,2}:\d\d(?::\d\d)?
    | (?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9][\w-]{3,}(?![\w])
    | (?<![\w.])[\w-]{2,}(?:\.[\w-]+)*\.[A-Za-z]{1,5}(?!\w)
    | (?<!\w)_*[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+(?!\w)
    | (?<!\w)(?:[a-z]+|[A-Z][a-z0-9]+)(?:[A-Z][a-z0-9]+)+(?!\w)
    | (?<![\w.,])\d[\d,]*(?:\.\d+)?\s?(?:元|分钟|公里|平方米|平米)
    | (?<![\w.,])(?=[\d.,]{3})\d[\d,]*(?:\.\d+)?(?!\w)
    | (?<!\w)[A-Z]{3,7}(?!\w)
    | (?<!\w)[A-Z][a-z]+(?:\ [A-Z][a-z]+)+(?!\w)
    | (?<=[“「『《])[^“”「」『』《》\n]{2,40}(?=[”」』》])""",
    re.VERBOSE | re.ASCII,
)
_WORDS = frozenset(
    re.findall(
        r"\w+",
        """THE AND NOT FOR YOU ARE ALL USE SEE ONE NEW ANY CAN MUST NOTE TODO TRUE FALSE NULL NONE ERROR INFO DEBUG JSON
        HTML HTTP API SQL CSS URL""",
    )
)
"""Capitals that name nothing."""
_WORD = re.compile(r"[A-Za-z0-9_]+")
_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|([nrt"/\\]))')
_PLAIN = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "/": "/", "\\": "\\"}
_CALLED = re.compile(r"(?:^|_)(?:id|name|number|code|title)$|名称$|编号$|^名字$")
"""Keys whose value names the object that they stand in."""


def names_in(text: str) -> dict[str, int]:
    """Exact names in running text, each with the place where it first stands."""
    found: dict[str, int] = {}
    for match in _NAME.finditer(text):
        name = match.group().strip().rstrip(".,/-")
        if len(name) >= (3 if name.isascii() else 2) and name not in _WORDS:
            found.setdefault(name, match.start())
    return found


def unescaped(text: str) -> str:
    r"""``text`` with JSON's escapes (\n, \u4e2d …) as the characters they stand for."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else _PLAIN[found[2]], text)


def words_of(text: str) -> frozenset[str]:
    """The words that ``text`` is made of: one that holds a name as a whole has every word of the name, too."""
    return frozenset(_WORD.findall(text))


def may_hold(words: frozenset[str], name: str) -> bool:
    """False where a text made of ``words`` cannot hold ``name``; to look for it in it takes fifty times longer."""
    return any(words.issuperset(_WORD.findall(form)) for form in _forms(name))


def held(name: str, text: str) -> bool:
    """Whether ``text`` holds ``name`` as a whole: 523 is not in 1523."""
    return next(places(name, text), -1) >= 0


def places(name: str, text: str) -> Iterator[int]:
    """Where ``name`` stands in ``text``; a number of four or more digits also with and without its commas."""
    for at, _ in spans(name, text):
        yield at


def spans(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Beginning and end of each of ``places``."""
    for form in _forms(name):
        at = text.find(form)
        while at >= 0:
            end = at + len(form)
            before, after = text[at - 1 : at], text[end : end + 1]
            if not (_joins(before) and _joins(form[0])) and not (_joins(after) and _joins(form[-1])):
                yield at, end
            at = text.find(form, at + 1)


def scalars(value: object, key: str = "", owner: str = "") -> Iterator[tuple[str, str, str]]:
    """The values of parsed JSON as (key, value, owner); owner is the id or name of the innermost object with one."""
    if isinstance(value, dict):
        inside = cast("dict[str, object]", value)
        own = next((v for k, v in inside.items() if isinstance(v, str) and _CALLED.search(k)), "")
        for name, item in inside.items():
            yield from scalars(item, name, own or (name if type(item) is dict else "") or owner)
    elif isinstance(value, list):
        for item in cast("list[object]", value):
            yield from scalars(item, key, owner)
    elif value is not None and not isinstance(value, bool):
        yield key, str(value).strip(), owner


def parsed(text: str) -> object:
    """The JSON object or array that ``text`` is, else None."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _forms(name: str) -> tuple[str, ...]:
    bare = name.replace(",", "")
    if not bare.isascii() or not bare.isdigit() or not 4 <= len(bare) <= 15:
        return (name,)
    return bare, f"{int(bare):,}"


def _joins(character: str) -> bool:
    return character == "_" or (character.isascii() and character.isalnum())
