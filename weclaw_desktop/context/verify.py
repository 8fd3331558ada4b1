"""A narrative is untrusted input: it is checked against its source by code before anyone reads it.

Rejected outright: nothing, an error, a refusal, another language, as long as the source. Sentences that name an id,
path, date or amount which the source lacks, give a stated key another value or a figure that was corrected, take back
a rule that the user still holds to, or share no words with the source are removed, and so is a goal in which no word is
the user's, and a decision or outcome that the assistant denied or whose call failed; when nearly a third would go, the
model gets one repair, then the next rung of the ladder is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from weclaw_desktop.context.denials import denied, denies
from weclaw_desktop.context.features import facts
from weclaw_desktop.context.narrative import fitted, section_headings, unbroken
from weclaw_desktop.context.redaction import redact
from weclaw_desktop.context.rules import remarks, rules
from weclaw_desktop.context.sections import HEADING, SECTIONS, placed, shortened
from weclaw_desktop.context.sendable import clean
from weclaw_desktop.context.sources import DATE, NUMBER, Source, cjk_share, dates_of, plain, years_of
from weclaw_desktop.context.sources import source as source
from weclaw_desktop.context.words import words_of
from weclaw_desktop.core.messages import user
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import Language, Text, text

REMOVED = 0.30
"""More than this share of sentences removed is a failure."""
SHARE_OF_SOURCE = 0.5
"""A narrative must be shorter than this share of its source, in tokens."""
OVERLAP = 0.25
"""Least share of a sentence's words that the source knows."""

FEW_WORDS = 3
"""With fewer words of some length, none of them says much ("so were both")."""
THIN = 3
"""A narrative that shares fewer words with its source says nothing ("OK.")."""
LEAST_OF_NOTES = 0.3
"""An update shorter than this share of the notes so far, in tokens, has lost them."""
SAME = 0.8
"""A sentence of which this share of words and all ids stood in one sentence before it is a repetition: a request that
is told once more as done, without what came of it, says nothing. One that denies what the other says is none."""
MANY = 2.5
"""A sentence with more than so many times the words tells of several things: one of them by itself is no repetition."""
CLAIMS = (2, 3)
"""Sections that say what is so: decisions and what is done."""

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
_NOTHING = re.compile(
    r"none(?: so far| yet| mentioned| noted)?|n/a|nothing(?: so far| yet| open| else)?|"
    r"(?:there (?:are|were) )?no (?:(?:open|further|other|outstanding|pending|known|new) )*"
    r"(?:items?|points?|tasks?|errors?|issues?|questions?|requests?|problems?)"
    r"(?: (?:remain(?:ing)?|left|so far|yet|mentioned|noted))?|"
    r"(?:没有|无|暂无|尚无|暂时没有)(?:任何|其他|明显|未完成|待办|未决)*的?(?:事项|任务|问题|错误|内容|请求|待办)?",
    re.IGNORECASE,
)
"""What stands under a heading that has nothing."""
_SPELT = re.compile(r"[a-z]")
_MESSAGE_ID = re.compile(r"\b[am]\d+\b")


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
        return Verdict(problem=text("engine.verdict.empty"), removed=tuple(removed))
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
    seen: list[tuple[frozenset[str], frozenset[str], bool]] = []
    for place, section in enumerate(sections):
        whole = len(sections) == SECTIONS
        goal, claims = whole and place == 0, whole and place in CLAIMS
        good: list[str] = []
        for sentence in section:
            if _is_nothing(sentence) or _repeats(sentence, seen):
                continue
            total += 1
            borne_out = _borne_out(sentence, origin) and not (goal and _unasked(sentence, origin))
            borne_out = borne_out and not (claims and _claimed(sentence) and _came_to_nothing(sentence, origin))
            (good if borne_out else removed).append(sentence)
        kept.append(good)
    return kept, removed, total


def _came_to_nothing(sentence: str, origin: Source) -> bool:
    """Whether the assistant denied it, or the call that was to do it failed."""
    return denied(sentence, origin.denials) or origin.outcomes.undone(sentence)


def _claimed(sentence: str) -> bool:
    """Whether the line states something; "Cancellation of X:" only says what the next lines are about."""
    return not sentence.endswith((":", "："))


def _repeats(sentence: str, seen: list[tuple[frozenset[str], frozenset[str], bool]]) -> bool:
    """Whether an earlier sentence says the same; small models write theirs under several headings. Notes the new."""
    spoken, made = words_of(sentence), facts(sentence, ()).strong | frozenset(NUMBER.findall(sentence))
    negative = denies(sentence)
    for words, names, other in seen:
        alike = made <= names and negative == other and len(spoken & words) >= SAME * len(spoken)
        if len(spoken) >= FEW_WORDS and len(words) <= MANY * len(spoken) and alike:
            return True
    seen.append((spoken, made, negative))
    return False


def _is_nothing(sentence: str) -> bool:
    """Whether the line only says that a section is empty; it says nothing that could be wrong."""
    bare = sentence.strip(" .。-—–()（）")
    return not bare or _NOTHING.fullmatch(bare) is not None


def _borne_out(sentence: str, origin: Source) -> bool:
    bare = _MESSAGE_ID.sub(" ", sentence)
    if not dates_of(bare) <= origin.dates or any(year not in origin.content for year in years_of(bare)):
        return False
    undated = DATE.sub(" ", bare)
    for number in NUMBER.findall(undated):
        if (len(number) > 2 or not number.isdigit()) and plain(number) not in origin.known:
            return False
    for name in facts(undated, ()).strong:
        if _SPELT.search(name) and name not in origin.known and name.rstrip(".-'") not in origin.content:
            return False
    spoken = words_of(bare)
    if len(spoken) >= FEW_WORDS and len(spoken & origin.words) / len(spoken) < OVERLAP:
        return False
    return not (_contradicts(bare, origin) or origin.outcomes.outdated(bare) or _revokes(bare, origin))


def _unasked(sentence: str, origin: Source) -> bool:
    """Whether no word of a goal is the user's: it was put there by a result or by the model."""
    spoken = words_of(_MESSAGE_ID.sub(" ", sentence))
    return bool(spoken and origin.asked) and not spoken & origin.asked


def _revokes(sentence: str, origin: Source) -> bool:
    """Whether the sentence, had the user said it, would take back a rule that is live (fault S8)."""
    if not origin.rules:
        return False
    log = [user(rule) for rule in (*origin.rules, sentence)]
    ended = rules(tuple(log), [remarks(message) for message in log])
    return any(rule.ended_place == len(origin.rules) for rule in ended)


def _contradicts(sentence: str, origin: Source) -> bool:
    """Whether a stated key stands beside a number or date while its newest value does not."""
    lowered = sentence.casefold()
    for key, value in origin.values.items():
        typed = bool(NUMBER.fullmatch(value))
        if typed and len(key) > 2 and key in lowered and value.casefold() not in lowered:
            numbers = {plain(number) for number in NUMBER.findall(sentence)}
            if numbers and plain(value) not in numbers:
                return True
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
