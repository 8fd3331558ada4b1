"""How a model's narrative is read into sections, and written again from what of them is kept.

Sections are taken by position, because models translate or drop the marks of headings; where some are missing, by the
headings that were asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from weclaw_desktop.context.narrative import section_headings
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import Language

SECTIONS = 7
"""Sections of a whole narrative; with fewer they cannot be told apart by position, only by their headings."""

SEVERAL = 2
"""With so many headings as asked and with Markdown's mark, lines with other marks are none."""

HEADING = re.compile(
    r"^\s*(?:#{1,6}\s*(.+?)|\*\*(.+?)\*\*:?|(?:\d|[一二三四五六七])[.、)]\s*([^.。:：]{1,40})[:：]?)\s*$"
)
_LISTED = re.compile(r"^\s*(?:[-*•]\s+)?(?:\d{1,2}[.)]\s+)?")
"""Marks and numbers of a list."""
_LABEL = re.compile(r"\s*(?:[A-Z][\w ]{1,24}|[一-鿿]{2,8})[:：]\s*\S")
"""A name before what is said, as models write headings when they do not keep to those that were asked for."""
LABELLED = 3
"""With fewer of the headings that were asked for, and without marks, other names before a colon are headings, too."""
_SENTENCE = re.compile(r"(?<=[.!?;])(?<!\bvs\.)(?<!\bNo\.)(?<!\be\.g\.)\s+|(?<=[。！？；])|\n+")


def _parts(body: str, asked: Sequence[str], *, labelled: bool = False) -> list[tuple[str, list[str]]]:
    """Headings, each with the sentences under it; "" for what stands before the first.

    One of the ``asked`` headings with a colon is one without any mark too, perhaps with words behind it. Where those
    have Markdown's mark, bold and numbered lines only part what stands under them. ``labelled`` says that a line which
    begins with a name and a colon begins a section, whatever its name.
    """
    parts: list[tuple[str, list[str]]] = []
    marked = 0
    for raw in body.splitlines():
        heading = HEADING.match(raw)
        name = "" if heading is None else next(filter(None, heading.groups()), "")
        named = name.strip(" *:：").casefold() in asked
        marked += named and "#" in raw
        if heading is not None and (named or "#" in raw or marked < SEVERAL):
            parts.append((name, []))
            continue
        bare, _, behind = raw.strip().replace("：", ":").partition(":")
        if (bare.casefold() in asked and ":" in raw.replace("：", ":")) or (labelled and _LABEL.match(raw)):
            parts.append((bare, []))
            raw = behind
        line = _LISTED.sub("", raw).replace("**", "")
        found = [part.strip(" -*•\t") for part in _SENTENCE.split(line)]
        sentences = [part for part in found if part]
        if not sentences:
            continue
        if not parts:
            parts.append(("", []))
        parts[-1][1].extend(sentences)
    return parts


def placed(body: str, language: Language) -> list[list[str]]:
    """Sentences by section: by position; where some are missing, under their own headings if all of those are known.

    Text without headings is one section.
    """
    asked = [heading.casefold() for heading in section_headings(language)]
    parts = _parts(body, asked)
    if 0 < sum(heading.casefold() in asked for heading, _ in parts) < LABELLED and "#" not in body:
        parts = _parts(body, asked, labelled=True)
    told = [heading.strip(" *:：").casefold() for heading, _ in parts]
    places = [asked.index(heading) for heading in told if heading in asked]
    if len(parts) < SECTIONS and len(places) == len(parts) and places == sorted(set(places)):
        found = dict(zip(places, (sentences for _, sentences in parts), strict=True))
        return [found.get(place, []) for place in range(SECTIONS)]
    return [sentences for _, sentences in parts]


def assembled(kept: Sequence[Sequence[str]], language: Language) -> str:
    """The sections as text; headings stand only over what is whole and not empty."""
    headings = section_headings(language) if len(kept) == SECTIONS else ("",) * len(kept)
    lines: list[str] = []
    for heading, sentences in zip(headings, kept, strict=True):
        if heading and sentences:
            lines.append(f"## {heading}")
        lines.extend(f"- {sentence}" for sentence in sentences)
    return "\n".join(lines)


def shortened(kept: Sequence[Sequence[str]], language: Language, limit: int, counter: Counter) -> str:
    """The narrative without the last lines of its longest sections: cut at its end, it would lose what is open."""
    sections = [list(sentences) for sentences in kept]
    made = assembled(sections, language)
    while counter.text(made) > limit:
        longest = max(sections, key=lambda sentences: len("".join(sentences)) if len(sentences) > 1 else 0)
        if len(longest) < 2:
            break
        longest.pop()
        made = assembled(sections, language)
    return made
