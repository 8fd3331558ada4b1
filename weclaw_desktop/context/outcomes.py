"""What came of things in the end: actions whose call failed, and figures that a later answer corrected.

Small models tell what was attempted as done, and the first of several figures as the last: "flights booked" where the
booking came back with an error, "remaining balance $171" where a later answer says $201. Both can be read off the
transcript: a call's name says what it does and its result whether it did, and a line "name: figure", or a sentence that
says which figure does not hold, replaces an earlier one of that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from weclaw_desktop.context.denials import denies
from weclaw_desktop.context.features import facts
from weclaw_desktop.context.statements import reports_error
from weclaw_desktop.context.words import words_of

Key = frozenset[str]
"""The words of a figure's name."""

LEAST_WORDS = 2
"""Words of a name that says enough: "remaining balance", not "price"."""

_HEAD = re.compile(r"\n?\[([am])\d+ ([^\]\n]*)\] ?")
_VERB = re.compile(r"[A-Za-z][a-z]+")
_LINE = re.compile(r"^[ \t*•\-]*([^\W\d][^:：*\n]{2,40}?)\**[:：]\**[ \t]*([^\s].{0,60})$", re.MULTILINE)
_FIGURE = re.compile(r"(?<![\d-])[$€£¥￥]?(\d[\d,]*(?:\.\d+)?)%?(?![\d-])")
_INSTEAD = re.compile(
    r"(?:\bnot|\binstead of|\brather than|\bno longer|而不是|不是|而非|不再是)\s*[$€£¥￥]?\d[\d,]*(?:\.\d+)?",
    re.IGNORECASE,
)
"""A figure that does not hold."""
_SENTENCE = re.compile(r"[。！？!?\n]|\.\s")
_SPELT = re.compile(r"[a-z]")
_WRONG = re.compile(r"fail|error|attempt|tried|失败|错误|尝试", re.IGNORECASE)
_IRREGULAR = {
    "buy": "bought", "find": "found", "make": "made", "pay": "paid", "put": "put", "read": "read", "run": "ran",
    "send": "sent", "set": "set", "take": "took|taken", "write": "wrote|written",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figure:
    """What a name stood for: older figures, the newest one, and the ids told with it."""

    old: frozenset[str]
    newest: str
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Outcomes:
    """``failed`` are actions of which no call came through, as a pattern of their past forms; None where all did."""

    failed: re.Pattern[str] | None = None
    figures: Mapping[Key, Figure] = field(default_factory=dict[Key, Figure])

    def undone(self, sentence: str) -> bool:
        """Whether the sentence tells an action as done that failed whenever it was tried."""
        if self.failed is None or denies(sentence) or _WRONG.search(sentence):
            return False
        return self.failed.search(sentence) is not None

    def outdated(self, sentence: str) -> bool:
        """Whether the sentence gives a name a figure that was corrected later, and does not give the newest."""
        numbers = _figures(sentence)
        words = words_of(sentence) if numbers and self.figures else frozenset[str]()
        name, mark, _ = sentence.replace("：", ":").partition(":")
        label = words_of(name) if mark else frozenset[str]()
        for key, figure in self.figures.items():
            meant = key <= words or (len(label) >= LEAST_WORDS and label <= key)
            if meant and numbers & figure.old and figure.newest not in numbers:
                return _names(sentence) <= figure.names  # else it may be that of another thing
        return False


def outcomes(said: Iterable[str], notes: str = "") -> Outcomes:
    """What came of things in ``said``, messages with their heads in order; what the ``notes`` tell as done is left."""
    worked: set[str] = set()
    failed: set[str] = set()
    told: dict[Key, list[tuple[str, frozenset[str]]]] = {}
    for message in said:
        head = _HEAD.match(message)
        if head is None:
            continue
        body = message[head.end() :]
        if head[1] == "a":
            verb = _VERB.match(head[2])
            if verb is not None:
                (failed if reports_error(body) else worked).add(verb[0].casefold())
        elif head[2] == "assistant":
            for key, figure in (*_told(body).items(), *_corrected(body, told)):
                told.setdefault(key, []).append((figure, _names(body)))
    past = "|".join(_past(verb) for verb in sorted(failed - worked))
    pattern = re.compile(rf"\b(?:{past})\b", re.IGNORECASE) if past else None
    if pattern is not None and pattern.search(notes):
        pattern = None
    return Outcomes(pattern, {key: made for key, found in told.items() if (made := _figure(found)) is not None})


def _figure(found: list[tuple[str, frozenset[str]]]) -> Figure | None:
    newest, names = found[-1]
    old = frozenset(figure for figure, _ in found) - {newest}
    return Figure(old, newest, names) if old else None


def _told(body: str) -> dict[Key, str]:
    """Figures that the message gives in lines of their own, without names that it uses twice."""
    found: dict[Key, str] = {}
    twice: set[Key] = set()
    for name, value in _LINE.findall(body):
        key, figures = words_of(name), _figures(value)
        if len(key) < LEAST_WORDS or len(figures) != 1:
            continue
        if key in found:
            twice.add(key)
        found[key] = next(iter(figures))
    return {key: figure for key, figure in found.items() if key not in twice}


def _corrected(body: str, known: Iterable[Key]) -> list[tuple[Key, str]]:
    """Figures of ``known`` names that a sentence puts right: "the total cost is $375, not $299"."""
    found: list[tuple[Key, str]] = []
    for sentence in _SENTENCE.split(body):
        right = _figures(_INSTEAD.sub(" ", sentence))
        if len(right) == 1 and _INSTEAD.search(sentence):
            words = words_of(sentence)
            found.extend((key, next(iter(right))) for key in known if key <= words)
    return found


def _figures(value: str) -> frozenset[str]:
    """Figures without their dress; those of one digit, of dates and of ranges are none."""
    found = (match.replace(",", "") for match in _FIGURE.findall(value))
    return frozenset(figure.rstrip("0").rstrip(".") if "." in figure else figure for figure in found if len(figure) > 1)


def _past(verb: str) -> str:
    """The past forms of a verb, as a pattern."""
    known = _IRREGULAR.get(verb)
    if known is not None:
        return known
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ied"
    return f"{verb}{verb[-1]}?ed"


def _names(sentence: str) -> frozenset[str]:
    return frozenset(name for name in facts(sentence, ()).strong if _SPELT.search(name) and "=" not in name)
