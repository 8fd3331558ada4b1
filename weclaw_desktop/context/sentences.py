"""Whether one sentence of a model's summary is borne out by its source, and whether it says anything new.

What code can check: ids, dates and numbers, stated values and corrected figures, rules, what was denied, what failed,
what was asked only, whether anybody spoke of a choice, and whether something missing is missed anywhere. A wrong word
beside a right id is not seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from weclaw_desktop.context.denials import denied, denies
from weclaw_desktop.context.features import facts
from weclaw_desktop.context.sources import DATE, NUMBER, Source, dates_of, plain, years_of
from weclaw_desktop.context.takebacks import ends_by_name
from weclaw_desktop.context.widths import narrow
from weclaw_desktop.context.words import words_of

OVERLAP = 0.25
"""Least share of a sentence's words that the source knows."""
FEW_WORDS = 3
"""With fewer words of some length, none of them says much ("so were both")."""
SAME = 0.8
"""A sentence of which this share of words and all ids stood in one sentence before it is a repetition: a request that
is told once more as done, without what came of it, says nothing. One that denies what the other says is none."""
MANY = 2.5
"""A sentence with more than so many times the words tells of several things: one of them by itself is no repetition."""
ASKED, ANSWERED = 0.5, 0.34
"""An outcome of which so many words are those of requests, and fewer than so many those of an answer, is a request."""
CLAIMS = (2, 3)
"""Sections that say what is so: decisions and what is done."""

_NOTHING = re.compile(
    r"none(?: so far| yet| mentioned| noted)?|n/a|nothing(?: so far| yet| open| else)?|"
    r"(?:there (?:are|were) )?no (?:(?:open|further|other|outstanding|pending|known|new) )*"
    r"(?:items?|points?|tasks?|errors?|issues?|questions?|requests?|problems?)"
    r"(?: (?:remain(?:ing)?|left|so far|yet|mentioned|noted))?|"
    r"(?:没有|无|暂无|尚无|暂时没有)(?:任何|其他|明显|未完成|待办|未决)*的?(?:事项|任务|问题|错误|内容|请求|待办)?",
    re.IGNORECASE,
)
"""What stands under a heading that has nothing."""
_REASON = re.compile(r"\W*(?:reason|because|since)\b|\W*(?:理由|原因|因为)", re.IGNORECASE)
_ABSENCE = re.compile(
    r"^\W*(?:there (?:is|are|was|were) )?no (?:need\b|.*\b(?:available|found|exists?|existed|left|offered|possible)\b)"
    r"|(?:没有|未找到|找不到|无)(?:任何)?(?:其他|更多|符合|合适|可用|可供|需要|必要)",
    re.IGNORECASE,
)
_ABSENCE_WORDS = re.compile(
    r"\b(?:available|found|exist\w*|left|offered|possible|need)\b|没有|未找到|找不到|任何|其他|更多|符合|合适|可用|可供|需要|必要",
    re.IGNORECASE,
)
_SPELT = re.compile(r"[a-z]")
_MESSAGE_ID = re.compile(r"\b[am]\d+\b")


def stands(sentence: str, place: int, origin: Source) -> bool:
    """Whether nothing in the source speaks against the sentence in section ``place`` (-1: without sections)."""
    sentence = narrow(sentence)
    if not _borne_out(sentence, origin) or _missed(sentence, origin):
        return False
    if place == 0:
        return not _unasked(sentence, origin)
    if place not in CLAIMS or sentence.endswith((":", "：")):  # "Cancellation of X:" only says what the next are about
        return True
    if _came_to_nothing(sentence, origin):
        return False
    return not (_unspoken(sentence, origin) if place == CLAIMS[0] else _only_asked(sentence, origin))


def explains(sentence: str) -> bool:
    """Whether the sentence gives the reason for the one before it."""
    return _REASON.match(sentence) is not None


def _missed(sentence: str, origin: Source) -> bool:
    """Whether something is said to be missing or needless of which neither a message nor an empty result says so."""
    if origin.empty or not _ABSENCE.search(sentence):
        return False
    about = words_of(_ABSENCE_WORDS.sub(" ", sentence))
    return bool(about) and not about & origin.absent


def _unspoken(sentence: str, origin: Source) -> bool:
    """Whether a decision "name: choice" chooses what neither user nor assistant ever spoke of."""
    name, mark, choice = sentence.replace("：", ":").partition(":")
    words = words_of(choice) if mark and words_of(name) else frozenset[str]()
    return bool(words) and not words & origin.spoken


def _only_asked(sentence: str, origin: Source) -> bool:
    """Whether what is told as done was asked for by the user while hardly a word of it is anybody else's."""
    words = words_of(sentence)
    if len(words) < FEW_WORDS or not origin.answered:
        return False
    asked, answered = len(words & origin.requested), len(words & origin.answered)
    return asked >= ASKED * len(words) and answered < ANSWERED * len(words)


def _came_to_nothing(sentence: str, origin: Source) -> bool:
    """Whether the assistant denied it, or the call that was to do it failed."""
    return denied(sentence, origin.denials) or origin.outcomes.undone(sentence)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence as it is compared: words, ids and numbers, and whether it denies."""

    words: frozenset[str]
    names: frozenset[str]
    negative: bool

    def repeats(self, other: Said) -> bool:
        """Whether ``other`` says the same; small models write theirs under several headings."""
        alike = self.names <= other.names and self.negative == other.negative
        alike = alike and len(self.words & other.words) >= SAME * len(self.words)
        return alike and len(self.words) >= FEW_WORDS and len(other.words) <= MANY * len(self.words)

    def restates(self, other: Said) -> bool:
        """Whether all of ``other`` is in this, perhaps with more."""
        alike = other.names <= self.names and self.negative == other.negative
        return alike and len(other.words) >= FEW_WORDS and other.words <= self.words


def said_of(sentence: str) -> Said:
    """The sentence as it is compared."""
    made = facts(sentence, ()).strong | frozenset(plain(number) for number in NUMBER.findall(sentence))
    return Said(words_of(sentence), made, denies(sentence))


def is_nothing(sentence: str) -> bool:
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
    return any(ends_by_name(rule, sentence) for rule in origin.rules)


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
