"""Exact names in text, and whether a text holds one: the lowest layer of the measuring stick (see ``probes``).

Frozen, and of the standard library only: nothing here comes from the engine that is measured.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

_CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_NAME = re.compile(
    r"""(?P<url>https?://[^\s<>"'`)\]}，。；]+)
    |(?P<mail>[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)
    |(?P<path>(?<![A-Za-z0-9_./-])[A-Za-z0-9_.@~+-]*(?:/[A-Za-z0-9_.@+-]+){2,}
        |(?<![A-Za-z0-9_./-])[A-Za-z0-9_.@~+-]*/[A-Za-z0-9_-]+\.[A-Za-z0-9]{1,5}(?![A-Za-z0-9_]))
    |(?P<date>\d{4}-\d{2}-\d{2}|\d{4}年\d{1,2}月\d{1,2}[日号]|\d{1,2}月\d{1,2}[日号])
    |(?P<time>\d{1,2}:\d{2}(?::\d{2})?(?:\s?[-–]\s?\d{1,2}:\d{2})?)
    |(?P<phone>\d{3,4}-\d{7,8})
    |(?P<id>(?<![A-Za-z0-9_-])(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])[A-Za-z0-9][A-Za-z0-9_-]{3,}(?![A-Za-z0-9_]))
    |(?P<file>(?<![A-Za-z0-9_.])[A-Za-z0-9_-]{2,}(?:\.[A-Za-z0-9_-]+)*\.[A-Za-z]{1,5}(?![A-Za-z0-9_]))
    |(?P<word>(?<![A-Za-z0-9_])(?:_*[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|[a-z]+[A-Z][A-Za-z0-9]+
        |[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)(?![A-Za-z0-9_]))
    |(?P<amount>(?<![A-Za-z0-9_.,])\d[\d,]*(?:\.\d+)?\s?(?:元|分钟|公里|平方米|平米|分(?!之)))
    |(?P<number>(?<![A-Za-z0-9_.,])(?=[\d.,]{3})\d[\d,]*(?:\.\d+)?(?![A-Za-z0-9_]))
    |(?P<code>(?<![A-Za-z0-9_])[A-Z]{3,7}(?![A-Za-z0-9_]))
    |(?P<proper>(?<![A-Za-z0-9_])[A-Z][a-z]+(?:\ [A-Z][a-z]+)+(?![A-Za-z0-9_]))
    |(?:[“「『《])(?P<quoted>[^“”「」『』《》\n]{2,40})(?:[”」』》])""",
    re.VERBOSE,
)
_ATOM = re.compile(rf"[A-Za-z0-9_]+|[{_CJK}]+")
_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|([nrt"/\\]))')
_PLAIN = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "/": "/", "\\": "\\"}
_COMMON = frozenset(
    [
        "THE",
        "AND",
        "NOT",
        "FOR",
        "YOU",
        "ARE",
        "ALL",
        "USE",
        "SEE",
        "ONE",
        "NEW",
        "OLD",
        "ANY",
        "CAN",
        "MUST",
        "NOTE",
        "TODO",
        "TRUE",
        "FALSE",
        "NULL",
        "NONE",
        "USA",
        "EST",
        "PST",
        "ERROR",
        "WARNING",
        "INFO",
        "DEBUG",
        "JSON",
        "HTML",
        "HTTP",
        "HTTPS",
        "API",
        "SQL",
        "CSS",
        "URL",
        "README",
    ]
)
"""Capitals that are no codes."""


def text_of(message: Json) -> str:
    """Everything a model reads of one message in OpenAI's shape, JSON's escapes resolved."""
    content = message.get("content")
    pieces = [content if isinstance(content, str) else ""]
    for call in message.get("tool_calls") or ():
        pieces.append(f"{call['function']['name']} {call['function']['arguments']}")
    return unescaped("\n".join(piece for piece in pieces if piece))


def unescaped(text: str) -> str:
    r"""``text`` with JSON's escapes (\n, \", \u4e2d …) as the characters they stand for."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else _PLAIN[found[2]], text)


def names_in(text: str) -> dict[str, int]:
    """Exact names in running text, each with the place where it first stands.

    URLs, e-mail addresses, paths and files, dates and times, phone numbers, ids (letters with digits), snake_case and
    camelCase words, amounts, numbers of three or more digits, codes in capitals, names of several capitalised words,
    and what stands in Chinese quotation marks.
    """
    found: dict[str, int] = {}
    for match in _NAME.finditer(text):
        kind = match.lastgroup or ""
        name = match.group(kind).strip().rstrip(".,")
        if len(name) < 2 or (kind == "code" and name in _COMMON) or (kind == "number" and len(name) < 3):
            continue
        found.setdefault(name, match.start(kind))
    return found


def forms(name: str) -> tuple[str, ...]:
    """The spellings under which a name counts as present: numbers of four or more digits with and without commas."""
    bare = name.replace(",", "")
    if not re.fullmatch(r"\d{4,15}(?:\.\d+)?", bare):
        return (name,)
    whole, _, rest = bare.partition(".")
    return bare, f"{int(whole):,}" + (f".{rest}" if rest else "")


def places(name: str, text: str) -> Iterator[int]:
    """Where ``name`` stands in ``text`` as a whole: 523 is neither in 1523 nor in 523.5, VC not in ABVC."""
    for form in forms(name):
        at = text.find(form)
        while at >= 0:
            if _whole(form, text, at):
                yield at
            at = text.find(form, at + 1)


def held(name: str, text: str) -> bool:
    """Whether ``text`` holds ``name``."""
    return next(places(name, text), -1) >= 0


def _word(character: str) -> bool:
    return character == "_" or (character.isascii() and character.isalnum())


def _whole(name: str, text: str, at: int) -> bool:
    end = at + len(name)
    if at and _word(name[0]):
        before = text[at - 1]
        if _word(before) or (name[0].isdigit() and before == "." and at > 1 and text[at - 2].isdigit()):
            return False
    if end < len(text) and _word(name[-1]):
        after = text[end]
        if _word(after) or (name[-1].isdigit() and after == "." and text[end + 1 : end + 2].isdigit()):
            return False
    return True


def atoms(text: str) -> list[str]:
    """ASCII words and pairs of Chinese characters (a lone character stands for itself)."""
    found: list[str] = []
    for run in _ATOM.findall(text):
        if run[0].isascii() or len(run) == 1:
            found.append(run)
        else:
            found.extend(run[i : i + 2] for i in range(len(run) - 1))
    return found


def parsed(text: str) -> object:
    """The JSON object or array that ``text`` is, else None."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, (dict, list)) else None


def leaves(value: object, key: str = "", owner: str = "") -> Iterator[tuple[str, str, str]]:
    """The scalars of parsed JSON as (key, value, owner); owner is the id or name of the innermost object with one."""
    if isinstance(value, dict):
        own = next((str(v) for k, v in value.items() if isinstance(v, str) and _names_it(str(k))), "")
        for inner, item in value.items():
            child = str(inner) if isinstance(item, dict) else ""
            yield from leaves(item, str(inner), own or child or owner)
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item, key, owner)
    elif value is not None and not isinstance(value, bool):
        yield key, str(value).strip(), owner


def _names_it(key: str) -> bool:
    return bool(re.search(r"(?:^|_)(?:id|name|number|code|title)$|名称$|编号$|^名字$", key))
