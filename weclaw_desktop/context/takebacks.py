"""What a later sentence does to a rule: nothing, changes it in part, or ends it.

Cancelled rules come back in every engine of the field (fault K11), and a rule ended by mistake is worse. So a
sentence that may take something back is weighed against every live rule: by how it is worded, the words and
subjects both have, the values that rule one another out, and whether another rule is nearer. Where it is sure the
rule ends; where it is likely both stand as said, the newer one first, for the reader to decide. The weights are
learnt from ``tests/rules`` like those of ``wording``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from operator import mul

from weclaw_desktop.context import subjects
from weclaw_desktop.context.wording_weights import AFFECTED, ENDED

_WORD = re.compile(r"[a-z_][a-z0-9_'-]{2,}|\d+|[\u3400-\u9fff]+", re.ASCII)
_EMPTY_WORDS = (
    "always never from now on going forward please the and but you your must should not don't for with that "
    "this all any rule rules instruction requirement restriction longer need have anymore again can may use "
    "make sure every each only are was about forget drop cancel ignore earlier previous said when will its "
    "into they them out more just also our then there do does it's say stop quit what i'm that's let's okay "
    "fine want like would could has had been were one thing things after instead back still than too very much"
)
_EMPTY = frozenset(_EMPTY_WORDS.split())
_EMPTY_ZH = re.compile(
    r"以后|今后|从?现在(?:开始|起)?|接下来|每次|始终|务必|必须|不要|别再|请|一律|都[要用]|取消|撤销|收回|解除|去掉|忽略|作废|"
    r"规则|要求|限制|规定|约定|关于|有关|涉及|不用|不必|无需|可以|不再|再|[那这][一个条项]{0,2}|之前|刚才|改[成回为用]|换[成回为用]|还是|算了|一下|[我你您吧都用的了时]"
)
"""What rules and cancellations are worded with: what remains is what they are about."""
_FORBIDS = re.compile(r"\b(?:never|no|not|avoid|without|stop|skip)\b|n't\b|不|别|禁止|勿|避免")
_ENDS_EN = re.compile(
    r"\b(?:forget (?:about )?(?:that|the|my|this|what i said|all)\b.{0,60}(?:rule|instruction|requirement|"
    r"restriction|constraint|request|limit|preference|said|about)"
    r"|(?:drop|lift|cancel|scrap|withdraw|revoke|remove|ignore|disregard|undo|end) (?:that|the|my|this|those"
    r"|all|any|our)\b"
    r".{0,60}\b(?:rule|instruction|requirement|restriction|constraint|limit|preference|policy|mode|said)s?\b"
    r"|(?<!\bi )no longer (?:answer|use|write|do|need|have|necessary|required|applies|apply|valid|want)"
    r"|\bi no longer (?:need|want) you\b|(?:don't|do not|needn't|need not) (?:need|have|want)?(?: to"
    r"| you to)? .{0,80}any ?more\b"
    r"|(?:doesn't|does not|no longer) appl(?:y|ies)\b|you (?:can|may) .{0,80}\bagain\b"
    r"|\bnever ?mind (?:about )?(?:the|that|my|what i said)\b.{0,60}\b(?:rule|instruction|requirement|thing"
    r"|part|about)s?\b"
    r"|(?:is|are) (?:no longer|not) (?:valid|in force|needed) ?(?:any ?more)?\b|\b(?:stop|quit) \w+ing\b|\bno more\b)"
)
_ENDS_ZH = re.compile(
    r"(?:不用|不必|无需|不需要|没必要)(?:再|问)|(?:不用|不必|无需|不需要)[^，。？！吗]{1,20}了[。！]?$|"
    r"(?:取消|撤销|收回|解除|去掉|忽略).{0,20}(?:规则|要求|限制|约定|规定|指示|模式|说法)|作废|不再(?:需要|适用|有效|生效)|"
    r"(?:忘掉|忘记|忘了).{0,20}(?:规则|要求|限制|约定|规定|说的)|可以不用|"
    r"(?:规则|要求|限制|规定|约定)(?:取消|不算|失效|到此为止)|又可以|恢复(?:正常|之前)|(?:不要|别|停止|不许|请勿)再"
)
"""What ends a rule by name."""
_CEASES = re.compile(r"\b(?:stop|quit) \w+ing\b|\bno more\b|(?:不要|别|停止|不许|请勿)再|停止")
"""What ends a practice and lays down that it stays ended."""
_MORE = re.compile(r"[,，;；:：—]|\b(?:but|except|unless|only)\b|但|除了|只")
"""Behind what a sentence may say more."""
_GIVES_BACK = re.compile(
    r"\b(?:is|are) (?:ok|okay|fine|allowed|all right|alright|welcome|permitted)\b|\b(?:ok|okay|fine"
    r"|all right) (?:now )?to \w+"
    r"|\byou (?:can|may) (?!not\b)\w+|\bfeel free to\b|\b(?:not|n't) needed\b|\bgo ahead and\b|\bno need to\b"
    r"|\b(?:do not|don't) (?:have|need) to\b|可以|能了|行了?|随便|没关系|无所谓|放开"
)
"""That something forbidden may be."""
_TURNS = re.compile(
    r"\b(?:go|switch|change|turn|move) (?:back )?to\b|\bchanged my mind\b|\bsecond thoughts?\b|\binstead\b"
    r"|\bforget (?:about )?the\b"
    r"|\b(?:again|after all|back to|from now on)\b|改成|改为|改回|换成|换回|换为|还是用|还是说|恢复|算了|以后|从现在"
)
"""That something else shall hold."""
_POINTS_BACK = re.compile(
    r"\b(?:that|this|the (?:last|previous|earlier|above)) (?:rule|instruction|requirement|restriction|limit|"
    r"one|mode)|what i (?:just )?said|"
    r"[那这上][一个条项]{0,2}(?:规则|要求|限制|规定|约定)|刚才(?:的|说)|刚刚(?:的|说)|之前(?:的|说)"
)
_ACT_WORDS = (
    "use answer answ writ reply mention includ add show say talk call speak respond switch chang turn mov "
    "writt put giv 使用 回答 提到 回复 "
)
ACTS = frozenset(_ACT_WORDS.split())
"""What is done with things, as ``words`` has it: two wishes may well share it."""
_NUMBER = re.compile(r"\d+|[一二两三四五六七八九十百千]+")


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence of the user's that may lay down or take back a rule.

    ``rule`` and ``back`` say how much it sounds like either: above 0 it does.
    """

    text: str
    rule: float
    back: float

    @property
    def lays(self) -> bool:
        """Whether it lays down a rule."""
        return self.rule > 0


@dataclass(frozen=True, slots=True)
class Matter:
    """What a remark is about: ``words``, ``subjects``, ``values`` of which one holds at a time, words besides."""

    words: frozenset[str]
    subjects: frozenset[str]
    values: tuple[tuple[str, frozenset[str]], ...]
    others: frozenset[str]
    numbers: frozenset[str]
    forbids: bool
    ends: bool
    ceases: bool
    gives_back: bool
    turns: bool
    points_back: bool


@lru_cache(maxsize=4_096)
def matter(sentence: str) -> Matter:
    """What ``sentence`` is about."""
    lowered = subjects.plain(sentence)
    return Matter(
        words(lowered),
        subjects.subjects(lowered),
        tuple(subjects.values(lowered).items()),
        words(subjects.without_values(lowered)) - ACTS,
        frozenset(_NUMBER.findall(lowered)),
        _FORBIDS.search(lowered) is not None,
        (_ENDS_EN.search(lowered) or _ENDS_ZH.search(lowered)) is not None,
        _CEASES.search(lowered) is not None,
        _GIVES_BACK.search(lowered) is not None,
        _TURNS.search(lowered) is not None,
        _POINTS_BACK.search(lowered) is not None,
    )


def only_ends(sentence: str) -> bool:
    """Whether a sentence ends something by name and says nothing more, so that nothing of it is left to keep."""
    about = matter(sentence)
    return about.ends and not about.ceases and _MORE.search(sentence) is None


def words(lowered: str) -> frozenset[str]:
    """Content words of a sentence in lower case, roughly stemmed; Chinese as character pairs."""
    found: set[str] = set()
    for match in _WORD.finditer(lowered):
        word = match.group()
        if "\u3400" <= word[0] <= "\u9fff":
            for part in _EMPTY_ZH.split(word):
                found.update(part[at : at + 2] for at in range(len(part) - 1))
        elif word not in _EMPTY:
            found.add(_stem(word))
    return frozenset(found)


def _stem(word: str) -> str:
    word = word.removesuffix("'s")
    if len(word) > 3:
        word = word.rstrip("s")
    for ending in ("ing", "ed", "ly"):
        if len(word) - len(ending) > 3 and word.endswith(ending):
            word = word.removesuffix(ending)
            break
    return word.removesuffix("e") if len(word) > 3 else word


def likeness(rule: Matter, later: Matter) -> float:
    """How much two sentences are about the same, 0 to 2."""
    shared = len(rule.words & later.words)
    nearest = shared / max(1, min(len(rule.words), len(later.words)))
    return nearest + (0.5 if rule.subjects & later.subjects else 0.0) + (0.5 if other_value(rule, later) else 0.0)


def other_value(rule: Matter, later: Matter) -> bool:
    """Whether a remark names another language, currency or system of units than the rule."""
    ours = dict(later.values)
    return any(kind in ours and not ours[kind] <= values for kind, values in rule.values)


OF_THE_SAME = 0.75
"""Likeness from which two sentences are about the same thing."""
UNLIKE = -1.0
"""What is like no live rule must sound more than this like a taking back."""
NEAR = 1
"""Place of the likeness in a relation."""


def relations(rules: Sequence[str], later: Remark) -> list[tuple[float, ...]]:
    """What stands between each live rule and a later remark, in the order of ``AFFECTED`` and ``ENDED``."""
    said = matter(later.text)
    alike = [likeness(matter(rule), said) for rule in rules]
    best = max(alike, default=0.0)
    once = alike.count(best) == 1
    sounds = (max(-6.0, min(6.0, later.back)) / 3, max(-6.0, min(6.0, later.rule)) / 3)
    found: list[tuple[float, ...]] = []
    for place, (rule, near) in enumerate(zip(rules, alike, strict=True)):
        first = 0 < near >= best
        own = (*sounds, *_own(matter(rule), said))
        found.append(
            (
                1.0,
                near,
                float(first and once),
                float(best == 0),
                float(best == 0 and place == len(rules) - 1 and said.points_back),
                *own,
                *(value if near > 0 else 0.0 for value in own[:7]),
                *(value if first else 0.0 for value in own[:7]),
            )
        )
    return found


def _own(rule: Matter, later: Matter) -> tuple[float, ...]:
    shared = rule.words & later.words
    both = rule.subjects & later.subjects
    other = other_value(rule, later)
    numbers = both and rule.numbers and later.numbers and rule.numbers != later.numbers
    return (
        float(later.ends),
        float(later.gives_back),
        float(later.turns),
        float(rule.forbids and not later.forbids),
        float(other),
        float(rule.forbids and later.gives_back),
        len(shared) / max(1, len(rule.words)),
        len(shared) / max(1, len(later.words)),
        float(bool(shared)),
        float(len(shared) > 1),
        float(bool(both)),
        float(len(both) > 1),
        float(bool(rule.values) and bool(later.values) and not other),
        float(bool(numbers)),
        float(later.points_back),
    )


def verdicts(rules: Sequence[str], later: Remark) -> list[tuple[float, float]]:
    """For each live rule how likely a later remark changes it, and how likely it ends it: above 0 it does.

    What has nothing in common with a rule has nothing to do with it where it has something in common with another, or
    does not sound like a taking back.
    """
    found: list[tuple[float, float]] = []
    between = relations(rules, later)
    nearest = max((relation[NEAR] for relation in between), default=0.0)
    for rule, relation in zip(rules, between, strict=True):
        if relation[NEAR] == 0 and (nearest > 0 or later.back <= UNLIKE):
            found.append((-inf, -inf))
        elif _takes_its_place(matter(rule), matter(later.text)):
            found.append((inf, inf))
        else:
            over = _sum(ENDED, relation) if relation[NEAR] > 0 or matter(later.text).points_back else -inf
            found.append((_sum(AFFECTED, relation), over))
    return found


def _takes_its_place(rule: Matter, later: Matter) -> bool:
    """Whether a remark names another language, currency or system of units for the same things, or for all."""
    if not other_value(rule, later):
        return False
    named = rule.words & later.words
    return not later.others or later.others == rule.others or (bool(named) and later.turns)


def ends_by_name(rule: str, sentence: str) -> bool:
    """Whether a sentence, whoever says it, tells that the rule no longer holds."""
    about = matter(sentence)
    return about.ends and likeness(matter(rule), about) >= OF_THE_SAME


def _sum(weights: Sequence[float], relation: Sequence[float]) -> float:
    return sum(map(mul, weights, relation))
