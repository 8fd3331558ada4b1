"""Encoders of tool output by kind: each makes one kind of text smaller and leaves the rest alone.

Every value stays, apart from what an encoder's docstring says. A new kind is one function and one line in ``ENCODERS``;
order matters: terminal noise goes first, since it hides structure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from weclaw_desktop.context.encode_json import json_lines, json_text
from weclaw_desktop.context.encoders.code import diffs, numbered
from weclaw_desktop.context.encoders.listings import hits, long_listing, paths
from weclaw_desktop.context.encoders.logs import dates
from weclaw_desktop.context.encoders.repeats import blanks, runs, traces
from weclaw_desktop.context.encoders.tables import padded, separated
from weclaw_desktop.context.encoders.terminal import ansi, base64, overstrikes, redraws
from weclaw_desktop.core.text import Language

Encode = Callable[[str, Language], "str | None"]
Count = Callable[[str], int]


class Encoder(NamedTuple):
    """``name`` is stored with the message; ``encode`` gives the smaller text, None when the text is not of its kind.

    ``last`` says that no other encoder may touch the result: JSON stays JSON only if its rows are not folded as lines.
    ``drops`` says that it only takes away or parts lines, so that tokens can only become fewer and need not be
    counted. ``sure`` is the share of characters at and below which they are fewer as well.
    """

    name: str
    encode: Encode
    last: bool = False
    drops: bool = False
    sure: float = 0.0


def json_(value: str, language: Language) -> str | None:
    """JSON without its blanks, uniform objects as columns and rows; numbers stay as they were written."""
    del language
    return json_text(value)


def jsonl(value: str, language: Language) -> str | None:
    """The same for JSON with one object a line."""
    del language
    return json_lines(value)


ENCODERS: tuple[Encoder, ...] = (
    Encoder("ansi", ansi, drops=True),
    Encoder("overstrikes", overstrikes, drops=True),
    Encoder("redraws", redraws, drops=True),
    Encoder("base64", base64, drops=True),
    Encoder("json", json_, last=True, sure=0.97),
    Encoder("jsonl", jsonl, last=True),
    Encoder("csv", separated, last=True),
    Encoder("listing", long_listing),
    Encoder("paths", paths),
    Encoder("hits", hits),
    Encoder("table", padded),
    Encoder("diff", diffs, drops=True),
    Encoder("numbered", numbered, drops=True),
    Encoder("runs", runs, drops=True),
    Encoder("dates", dates),
    Encoder("traces", traces, drops=True),
    Encoder("blanks", blanks, drops=True),
)
CHECKED_CHARS = 2_000
"""Up to this length every step is checked by its tokens; longer ones only when they save little."""
CLEAR_GAIN = 0.8
"""A text this much shorter has fewer tokens, whatever its kind."""


def encode(
    value: str, language: Language, encoders: tuple[Encoder, ...] = ENCODERS, count: Count = len
) -> tuple[str, tuple[str, ...]]:
    """``value`` after all encoders that made it smaller, and their names.

    ``count`` gives tokens: a step that saves characters but no tokens is not taken. It is asked where that could be.
    """
    names: list[str] = []
    for encoder in encoders:
        smaller = encoder.encode(value, language)
        if smaller is None or len(smaller) >= len(value) + encoder.drops or smaller == value:
            continue
        if encoder.drops or len(smaller) <= encoder.sure * len(value) or _fewer(smaller, value, count):
            value = smaller
            names.append(encoder.name)
            if encoder.last:
                break
    return value, tuple(names)


def _fewer(smaller: str, value: str, count: Count) -> bool:
    if len(value) > CHECKED_CHARS and len(smaller) < CLEAR_GAIN * len(value):
        return True
    return count(smaller) < count(value)
