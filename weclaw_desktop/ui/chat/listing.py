"""Lists as HTML: boxes of tasks in the place of bullets, and lists that code stands in. No Qt in here.

Code inside a list is a block of its own, with its buttons, and not a table among the words. So the list ends before it
and goes on behind it: with the next number, as deep as it was, by the two properties that Qt's documents have for that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

TASK = re.compile(r"^\[([ xX])\] ")
CODE = ("fence", "code_block")
LISTS = ("bullet_list_open", "ordered_list_open")

INSET = 10_000
"""How a table tells how many lists it stands in: by as many times this as its margin, of which ``rich_document``
makes pixels. Qt alone would move it by 40 pixels a list, whatever lists are moved by, and by none behind code."""


def inset(token: Token, level: int, *, turned: bool = False) -> str:
    """What the tag of a table says of the lists between it and the text around them, whose tokens have ``level``.

    ``turned``: it is read from right to left, as such lists are.
    """
    depth = (token.level - level) // 2
    return f' style="margin-{"right" if turned else "left"}:{depth * INSET}px"' if depth else ""


def holds_code(tokens: Sequence[Token]) -> bool:
    """Whether a block is a list with code in it that stands in no quote."""
    quotes = 0
    for token in tokens if tokens[0].type in LISTS else ():
        quotes += token.nesting if token.type.startswith("blockquote") else 0
        if token.type in CODE and not quotes:
            return True
    return False


def opening(tokens: Sequence[Token], index: int, indent: int = 0) -> str:
    """The tag of the list that opens at ``index``; ``indent`` is its depth where it stands in no other list's tag."""
    token = tokens[index]
    style = f"-qt-list-indent:{indent}" if indent else ""
    if token.type == "ordered_list_open":
        return _tag(f'ol start="{int(token.attrGet("start") or 1)}"', style)
    if _tasks(tokens, index):
        return _tag("ul", "list-style-type:none", style)
    return _tag("ul", "list-style-type:disc" if _under_tasks(tokens, index) else "", style)


def _tag(name: str, *styles: str) -> str:
    said = ";".join(style for style in styles if style)
    return f'<{name} style="{said}">' if said else f"<{name}>"


def _tasks(tokens: Sequence[Token], index: int) -> bool:
    """Whether every item of a list is a task: its box stands for the bullet."""
    level, items, tasks = tokens[index].level, 0, 0
    for at in range(index + 1, len(tokens)):
        token = tokens[at]
        if token.level == level and token.nesting == -1:
            break
        if token.type == "list_item_open" and token.level == level + 1:
            items += 1
            tasks += at + 2 < len(tokens) and TASK.match(tokens[at + 2].content) is not None
    return 0 < items == tasks


def _under_tasks(tokens: Sequence[Token], index: int) -> bool:
    """Whether a list stands in a list of tasks, whose style it would inherit."""
    level = tokens[index].level
    for at in range(index - 1, -1, -1):
        if tokens[at].level < level:
            level = tokens[at].level
            if tokens[at].type == "bullet_list_open" and _tasks(tokens, at):
                return True
    return False


@dataclass
class _List:
    """A list that is being told: where it opens, its next number, and which of its tags are open."""

    at: int
    number: int
    tag: str
    shown: bool = False
    item: bool = False


class Outline:
    """Tells the tags of lists one by one, and can leave all of them for code and come back."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._lists: list[_List] = []

    @property
    def depth(self) -> int:
        """Lists around the place where we are."""
        return len(self._lists)

    def leave(self) -> str:
        """Close all tags that are open."""
        closed = ""
        for one in reversed(self._lists):
            closed += ("</li>" if one.item else "") + (f"</{one.tag}>" if one.shown else "")
            one.item = one.shown = False
        return closed

    def tag(self, index: int) -> str | None:
        """What a token says in HTML, None for one that is none of the list's."""
        token = self._tokens[index]
        if token.type in LISTS:
            ordered = token.type == "ordered_list_open"
            number = int(token.attrGet("start") or 1) if ordered else 1
            self._lists.append(_List(index, number, token.tag))
            return ""
        if token.type in ("bullet_list_close", "ordered_list_close"):
            gone = self._lists.pop()
            return f"</{gone.tag}>" if gone.shown else ""
        if token.type == "list_item_open":
            return self._item()
        if token.type == "list_item_close":
            said = "</li>" if self._lists[-1].item else ""
            self._lists[-1].item = False
            return said
        if token.type.startswith("paragraph") and not self._lists[-1].item:
            return f'<p style="-qt-block-indent:{self.depth}">' if token.nesting == 1 else "</p>"
        return None

    def _item(self) -> str:
        now = self._lists[-1]
        said = ""
        if not now.shown:
            nested = self.depth == 1 or self._lists[-2].item
            said = opening(self._tokens, now.at, 0 if nested else self.depth)
            said = re.sub(r'start="\d+"', f'start="{now.number}"', said)
        now.shown = now.item = True
        now.number += 1
        return f"{said}<li>"
