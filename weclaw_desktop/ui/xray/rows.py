"""The lines of the X-ray as values: made off the window's thread, found by words, folded where many are alike."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from weclaw_desktop.core.text import Language, compact, render
from weclaw_desktop.core.xray import Xray, XrayPart, XrayState

EXCERPT = 160
"""Characters of a part that its line may show."""
FOLDED = 4
"""So many lines in a row that are not sent, or that are tools, stand as one until they are opened."""


@dataclass(frozen=True, slots=True)
class Line:
    """One part. ``key`` stays as long as the part is the same one; words are looked up in ``found``."""

    key: str
    part: XrayPart
    title: str
    excerpt: str
    tokens: str
    reason: str
    found: str


@dataclass(frozen=True, slots=True)
class Fold:
    """Several lines that stand as one: ``kind`` is "left_out" or "tools"."""

    key: str
    kind: str
    lines: tuple[Line, ...]
    open: bool

    @property
    def seqs(self) -> tuple[int, int]:
        """Numbers of the first and the last message in it, 0 where there are none."""
        known = [line.part.seq for line in self.lines if line.part.seq]
        return (min(known), max(known)) if known else (0, 0)

    @property
    def tokens(self) -> str:
        """What all of them cost in the request."""
        return compact(sum(line.part.tokens for line in self.lines))


Entry = Line | Fold


def lines_of(seen: Xray, language: Language) -> tuple[Line, ...]:
    """The parts of an X-ray as lines, in order."""
    known: dict[str, int] = {}
    found: list[Line] = []
    for part in seen.parts:
        name = f"{part.key} {part.source or part.title.key} {render(part.title, 'en')}"
        known[name] = known.get(name, 0) + 1
        found.append(_line(part, f"{name} {known[name]}", language))
    return tuple(found)


def tokens_of(part: XrayPart) -> str:
    """What a part costs, and of how much where it is not whole."""
    if not part.sent:
        return f"0 / {compact(part.whole)}" if part.whole else "0"
    return f"{compact(part.tokens)} / {compact(part.whole)}" if part.whole else compact(part.tokens)


def chosen(lines: Sequence[Line], words: str, states: Collection[XrayState]) -> list[Line]:
    """The lines that say ``words`` ("": all) and stand in one of ``states`` (none: in any)."""
    wanted = words.casefold().strip()
    return [
        line for line in lines if (not states or line.part.state in states) and (not wanted or wanted in line.found)
    ]


def folded(lines: Sequence[Line], opened: Collection[str]) -> list[Entry]:
    """The lines with runs of what is not sent, and of tools, as one; those named in ``opened`` show what is in them."""
    out: list[Entry] = []
    start = 0
    while start < len(lines):
        kind = _kind(lines[start])
        end = start + 1
        while end < len(lines) and kind and _kind(lines[end]) == kind:
            end += 1
        if kind and end - start >= FOLDED:
            run = tuple(lines[start:end])
            key = f"{kind} {run[0].key}"
            out.append(Fold(key, kind, run, key in opened))
            out.extend(run if key in opened else ())
        else:
            out.extend(lines[start:end])
        start = end
    return out


def _kind(line: Line) -> str:
    if line.part.role == "tools":
        return "tools"
    return "" if line.part.sent or line.part.role == "system" else "left_out"


def _line(part: XrayPart, key: str, language: Language) -> Line:
    title = render(part.title, language)
    excerpt = " ".join(part.text[: 4 * EXCERPT].split())[:EXCERPT]
    return Line(
        key, part, title, excerpt, tokens_of(part), render(part.reason, language), f"{title}\n{part.text}".casefold()
    )
