"""A narrative is untrusted input: it is checked against its source by code before anyone reads it.

Rejected outright: nothing, an error, a refusal, another language, as long as the source. Sentences that name an id,
path, date or amount which the source lacks, give a stated key another value or a figure that was corrected, take back
a rule that the user still holds to, or share no words with the source are removed, and so is a goal in which no word is
the user's, a decision or outcome that the assistant denied or whose call failed, a choice that nobody spoke of, and
something missing of which nothing in the source says so; when nearly a third would go, the model gets one repair, then
the next rung of the ladder is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from weclaw_desktop.context.narrative import fitted, section_headings, unbroken
from weclaw_desktop.context.redaction import redact
from weclaw_desktop.context.sections import HEADING, SECTIONS, placed, shortened
from weclaw_desktop.context.sendable import clean
from weclaw_desktop.context.sentences import CLAIMS, Said, explains, is_nothing, said_of, stands
from weclaw_desktop.context.sources import Source, cjk_share
from weclaw_desktop.context.sources import source as source
from weclaw_desktop.context.words import words_of
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import Language, Text, text

REMOVED = 0.30
"""More than this share of sentences removed is a failure."""
SHARE_OF_SOURCE = 0.5
"""A narrative must be shorter than this share of its source, in tokens."""
THIN = 3
"""A narrative that shares fewer words with its source says nothing ("OK.")."""
LEAST_OF_NOTES = 0.3
"""An update shorter than this share of the notes so far, in tokens, has lost them."""
_THINK = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_REFUSAL = re.compile(
    r"^\W*(?:(?:i['’]?m |i am )?(?:very |so )?sorry\b|i (?:cannot|can['’]?t|am unable|['’]?m unable|"
    r"won['’]?t)\b|as an ai\b|unable to\b|"
    r"failed\b|error\b|(?:none|null|n/a|undefined|nonetype)\W*$|抱歉|对不起|很遗憾|我无法|我不能|无法(?:完成|"
    r"提供|总结)|作为(?:一个)?(?:AI|人工智能))",
    re.IGNORECASE,
)
_MADE = re.compile(r"^(?=.*\d)[^/]*_|/.*\.\w")
"""Ids with a number and paths to files: what a summary must not leave out altogether. Keys and tool names are not."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """``text`` is the narrative to use when ``problem`` is None. ``removed`` are sentences that were not borne out."""

    text: str = ""
    problem: Text | None = None
    removed: tuple[str, ...] = ()


def verify(
    reply: str,
    origin: Source,
    counter: Counter,
    language: Language,
    limit: int,
    previous: str = "",
    cut_off: Text | None = None,
) -> Verdict:
    """Judge one reply. ``limit`` is the narrative's budget in uncalibrated tokens, ``previous`` the notes so far.

    ``cut_off`` says that the output limit ended the reply: it is the problem of one that did not come to what is done.
    One that did is used as far as it is whole: what is open, ids and errors are written by code in any case.
    """
    body = _THINK.sub("", clean(reply)).strip().strip("`").strip()
    body = body if cut_off is None else unbroken(body)
    if cut_off is not None and not _came_to_outcomes(body, language):
        return Verdict(problem=cut_off)
    if not re.search(r"\w", body):
        return Verdict(problem=text("engine.verdict.empty"))
    if _REFUSAL.match(_first_prose(body)) and len(body) < 600:
        return Verdict(problem=text("engine.verdict.refusal"))
    if _foreign(body, origin):
        return Verdict(problem=text("engine.verdict.language"))
    sections = placed(body, language)
    kept, removed, total = _sift(sections, origin)
    share = len(removed) / max(1, total)
    if share > REMOVED or not any(kept):
        return Verdict(problem=text("engine.verdict.invented", share=share), removed=tuple(removed))
    said = frozenset[str]().union(*(words_of(sentence) for section in kept for sentence in section))
    if len(said & origin.words) < min(THIN, len(origin.words)):
        return Verdict(problem=text("engine.verdict.thin"), removed=tuple(removed))
    problem = _hollow(kept, origin, language) if len(sections) == SECTIONS else None
    if problem is not None:
        return Verdict(problem=problem, removed=tuple(removed))
    final = fitted(redact(shortened(kept, language, limit, counter)), limit, counter)
    if counter.text(final) >= SHARE_OF_SOURCE * counter.text(origin.content):
        return Verdict(problem=text("engine.verdict.long"))
    if previous and counter.text(final) < LEAST_OF_NOTES * min(limit, counter.text(previous)):
        return Verdict(problem=text("engine.verdict.lost"))
    return Verdict(final, None, tuple(removed))


def _came_to_outcomes(body: str, language: Language) -> bool:
    """Whether sections up to what is done, or further, say something."""
    sections = placed(body, language)
    return len(sections) == SECTIONS and any(sections[CLAIMS[-1] :])


def _sift(sections: Sequence[Sequence[str]], origin: Source) -> tuple[list[list[str]], list[str], int]:
    removed: list[str] = []
    kept: list[list[str]] = []
    total = 0
    seen: list[Said] = []
    fallen: list[Said] = []
    whole = len(sections) == SECTIONS
    for place, section in enumerate(sections):
        good: list[str] = []
        fell = False
        for sentence in section:
            said = said_of(sentence)
            if is_nothing(sentence) or _repeats(said, seen):
                continue
            total += 1
            fell = not stands(sentence, place if whole else -1, origin) or (fell and explains(sentence))
            fell = fell or any(said.restates(other) for other in fallen)
            if fell:
                fallen.append(said)
            (removed if fell else good).append(sentence)
        kept.append(_over_something(good))
    return kept, removed, total


def _over_something(sentences: Sequence[str]) -> list[str]:
    """The sentences without those that only announce ("Payment:") what was taken out."""
    kept: list[str] = []
    for sentence in reversed(sentences):
        if not sentence.endswith((":", "：")) or (kept and not kept[-1].endswith((":", "："))):
            kept.append(sentence)
    return kept[::-1]


def _repeats(said: Said, seen: list[Said]) -> bool:
    """Whether an earlier sentence says the same. Notes the new."""
    if any(said.repeats(other) for other in seen):
        return True
    seen.append(said)
    return False


def _hollow(kept: Sequence[Sequence[str]], origin: Source, language: Language) -> Text | None:
    """The section of goals, or of ids, that is empty although the source has something for it."""
    headings = section_headings(language)
    if not kept[0]:
        return text("engine.verdict.section", section=headings[0])
    made = [name for name in origin.known if _MADE.search(name)]
    if not kept[5] and len(made) >= 5 and not any(name in " ".join(map(" ".join, kept)).casefold() for name in made):
        return text("engine.verdict.section", section=headings[5])
    return None


def _first_prose(body: str) -> str:
    return next((line for line in body.splitlines() if line.strip() and not HEADING.match(line)), body)


def _foreign(body: str, origin: Source) -> bool:
    """Whether one is written in CJK and the other is not."""
    ours, theirs = cjk_share(body), origin.cjk
    return (theirs > 0.3 and ours < 0.08) or (theirs < 0.05 and ours > 0.3)
