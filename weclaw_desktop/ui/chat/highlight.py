"""Colours of code by pygments, as spans per line. No Qt in here; run it in a thread for more than a few lines."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import cast

from pygments import lexers
from pygments.lexer import Lexer
from pygments.token import Token

Span = tuple[int, int, str]
"""Start and length in characters of the line, and a key of ``Palette.syntax``."""

LONGEST = 400_000
"""Characters above which code stays plain."""

_ROLES = (
    (Token.Comment, "comment"),
    (Token.Keyword, "keyword"),
    (Token.Operator.Word, "keyword"),
    (Token.Literal.String, "string"),
    (Token.Literal.Number, "number"),
    (Token.Name.Function, "name"),
    (Token.Name.Class, "name"),
    (Token.Name.Builtin, "name"),
    (Token.Name.Decorator, "name"),
    (Token.Name.Tag, "keyword"),
    (Token.Name.Attribute, "name"),
    (Token.Generic.Inserted, "inserted"),
    (Token.Generic.Deleted, "deleted"),
    (Token.Generic.Heading, "name"),
    (Token.Error, ""),
)


@cache
def lexer(language: str) -> Lexer | None:
    """The lexer for a fence's language, None when pygments itself knows none.

    A name it does not know ("pyth", while a fence is being streamed) would make it look for plug-ins in every installed
    package, which takes 0.05–0.3 s of the window's thread.
    """
    if language.lower() not in _known():
        return None
    find = cast("Callable[..., Lexer]", lexers.get_lexer_by_name)  # pyright: ignore[reportUnknownMemberType] -- untyped options
    return find(language, stripnl=False, ensurenl=False)


@cache
def _known() -> frozenset[str]:
    """The languages that pygments brings along."""
    return frozenset(alias for _, aliases, _, _ in lexers.get_all_lexers(plugins=False) for alias in aliases)


@cache
def _role(kind: tuple[str, ...]) -> str:
    """The colour of a token type: a token type is the tuple of its names, from the root on."""
    return next((role for parent, role in _ROLES if kind[: len(parent)] == parent), "")


def spans(code: str, language: str) -> list[list[Span]]:
    """Spans for every line of ``code``; empty lists when the language is unknown or the code is too long."""
    lines: list[list[Span]] = [[] for _ in range(code.count("\n") + 1)]
    found = lexer(language)
    if found is None or len(code) > LONGEST:
        return lines
    line = at = 0
    for kind, text in found.get_tokens(code):
        role = _role(kind)
        pieces = text.split("\n")
        for index, piece in enumerate(pieces):
            if index:
                line, at = line + 1, 0
            if role and piece and line < len(lines):
                lines[line].append((at, len(piece), role))
            at += len(piece)
    return lines
