"""What the user laid down and took back: rules and cancellations, said in English or Chinese.

Rules die first in every engine of the field, and cancelled ones come back from old summaries (faults K10, K11). So
they are read by code from the user's own words only, kept as said, and never left to a model. How a sentence is
worded tells whether it lays down or takes back a rule (``wording``), what it is about tells which rule it ends
(``takebacks``). One that takes back a part only ("you may use tables again", of two clauses or of a list), and one
that code cannot place for sure, stands beside the rule as a newer one: the old rule never stands alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf, log

from weclaw_desktop.context.courtesy import courtesy
from weclaw_desktop.context.prose_rows import split
from weclaw_desktop.context.redaction import redacted
from weclaw_desktop.context.subjects import plain
from weclaw_desktop.context.takebacks import ACTS, Remark, matter, only_ends, verdicts, words
from weclaw_desktop.context.wording import sounds
from weclaw_desktop.core.messages import Log, Message

SHORTEST, SHORTEST_ZH = 6, 4
"""A shorter sentence says nothing ("OK.", "好的。"), in characters."""
LONGEST = 500
"""A longer sentence is no rule but a pasted text, in characters."""
READ = 3_000
"""Of a long user text only so many characters at each end are read for rules: the middle is pasted material."""
FEW = 8
"""Of more sentences each is less likely to be a rule: the message is a text that was pasted."""
HARDLY = -2.5
"""A sentence that sounds less like a rule and a taking back is neither."""
SURELY = 3.0
"""What sounds at least so much like a rule or a taking back is kept before what may be neither."""
STANDS_FROM, LIKELY, SURE = 0.0, -1.3, 0.5
"""From where a taking back stands though it is like no live rule, stands beside one, and ends one."""

_ABBREVIATED = re.compile(r"(?<![\w.])(?:Dr|Mr|Mrs|Ms|Prof|St|vs|e\.g|i\.e|approx)\.\Z")
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_CLAUSE = re.compile(
    r"\s*[;；]\s*|,?\s+(?:and|but|also)\s+(?=(?:please\s+)?(?:always|never|do not|don't|only|avoid|use|keep|make sure|"
    r"answer|write|reply|call|no)\b)"
    r"|,?\s+(?:or|and)\s+(?=(?:[\w'-]+\s?){1,3}[.!]?$)|,\s+(?=[\w'-]+(?:,\s|,?\s+(?:or|and)\s))"
    r"|[，,]\s*(?:而且|并且|同时|也|但)?(?=不要|别|不得|禁止|切勿|请|务必|必须|始终|一律|永远|只|都|用|每次|不用)|、|或者?|以及|和",
    re.IGNORECASE,
)
"""Between two wishes of one sentence, and between the things of a list at its end."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as said. ``place`` is its message's place in the log; ``ended`` the remark that took it back, if any.

    ``sure`` ones are kept first where there is no room for all.
    """

    text: str
    seq: int
    place: int
    ended: str = ""
    ended_seq: int = 0
    ended_place: int = -1
    sure: bool = False

    @property
    def live(self) -> bool:
        """Whether the rule still holds."""
        return not self.ended


def remarks(message: Message) -> tuple[Remark, ...]:
    """Rules and cancellations in one user message, in order. Other roles set no rules. Pure."""
    if message.role != "user" or not message.text:
        return ()
    text = _FENCE.sub("\n", message.text)
    if len(text) > 2 * READ:
        text = f"{text[:READ]}\n{text[-READ:]}"
    found: list[Remark] = []
    sentences = redacted(sentences_of(text), message.text)
    doubt = log(max(1.0, len(sentences) / FEW))
    for sentence in sentences:
        if not (SHORTEST if sentence.isascii() else SHORTEST_ZH) <= len(sentence) <= LONGEST:
            continue
        if sentence.endswith(("?", "？")):
            continue
        rule, back = sounds(sentence)
        if max(rule, back) > HARDLY + doubt and not courtesy(sentence):
            found.append(Remark(sentence, rule - doubt, back - doubt))
    return tuple(found)


def sentences_of(text: str) -> list[str]:
    """Sentences as said: one does not end behind a title or an abbreviation."""
    found: list[str] = []
    for part in split(text):
        if found and _ABBREVIATED.search(found[-1]):
            found[-1] = f"{found[-1]} {part.strip()}"
        else:
            found.append(part.strip())
    return found


def rules(log: Log, said: Sequence[tuple[Remark, ...]]) -> list[Rule]:
    """All rules of the log, oldest first, with what ended them. ``said`` holds each message's remarks.

    A rule said again word for word counts from its newest place.
    """
    found = Rules()
    for place, (message, remarked) in enumerate(zip(log, said, strict=True)):
        if not message.excluded:
            found.add(place, message.seq, remarked)
    return found.every


class Rules:
    """The rules of a growing chat. ``every`` are all so far, oldest first, with what ended them."""

    def __init__(self) -> None:
        self.every: list[Rule] = []

    def add(self, place: int, seq: int, remarked: Iterable[Remark]) -> None:
        """Take what the message at ``place`` of the log says."""
        for said in remarked:
            every = [rule for rule in self.every if not (rule.live and rule.text == said.text)]
            ended, touched = _taken_back(said, every)
            for index in ended:
                every[index] = replace(every[index], ended=said.text, ended_seq=seq, ended_place=place)
            if touched or (ended and not only_ends(said.text)) or (said.lays and not ended):
                every.append(Rule(said.text, seq, place, sure=max(said.rule, said.back) >= SURELY))
            self.every = every


def _taken_back(said: Remark, every: Sequence[Rule]) -> tuple[list[int], bool]:
    """Which rules a remark ends, and whether it stands beside one that it may change."""
    live = [index for index, rule in enumerate(every) if rule.live]
    if not live:
        return [], False
    ended: list[int] = []
    beside: list[float] = []
    for index, (changed, over) in zip(live, verdicts([every[index].text for index in live], said), strict=True):
        if over > SURE and not _takes_a_part(said, every[index].text):
            ended.append(index)
        else:
            beside.append(max(changed, over))
    if ended:
        return ended, max(beside, default=-inf) > 0 and not matter(said.text).points_back
    return [], max(beside) > LIKELY or said.back > STANDS_FROM


def _takes_a_part(said: Remark, rule: str) -> bool:
    """Whether a cancellation is about some of the rule's clauses or things, and others are left."""
    about = matter(said.text)
    if about.points_back:
        return False
    parts = [part for part in (words(plain(clause)) - ACTS for clause in _CLAUSE.split(rule)) if part]
    return any(part & about.words for part in parts) and not all(part & about.words for part in parts)
