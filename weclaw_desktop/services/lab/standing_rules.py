"""Rules that a user sets for the rest of a chat, and their cancellations, found by the plainest words for them.

Deliberately narrow: a sentence counts only when it opens as an order does. So what is found is nearly always meant as a
rule, and a strategy that loses it has lost one. The engine's own finder is wider and is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_SENTENCE = re.compile(r"[^.!?\n。！？]+[.!?。！？]*")
_RULE = re.compile(
    r"^(?:please )?(?:always|never(?! mind)|from now on|do not|don['’]t|in future|(?:important |new )?rules?[:：]) "
    r"|^(?:answer|reply|respond|write)(?: only| always)? in [a-z]+[.!]?$|^(?:keep|make) (?:your|all|every) "
    r"(?:answers?|replies) "
    r"|^no [a-z]+ in (?:your|any|the) (?:answers?|replies)\b|^every answer "
    r"|^(?:以后|今后|从现在起|从现在开始|请?始终|请?一律|请?务必|请?千万|没有我的|未经我|请?不要(?!紧)|永远|(?:重要)?规则[:：]|每次回答|所有回答|"
    r"(?:请)?(?:全程)?用[中英日法德]文回答[。！]?$|回答(?:不要|别|不得|不超过|控制在))",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"always|never|from now on|in future|rules?[:：]|until|unless|before i|every|any|answers?\b|replies"
    r"|^(?:answer|reply|respond|write)\b|以后|今后|从现在|始终|一律|务必|千万|没有我|未经我|永远|每次|任何|超过|都|规则|所有|回答",
    re.IGNORECASE,
)
"""Words without which "don't" and 不要 speak of one thing only."""
_BACK = re.compile(
    r"^(?:(?:please|ok|okay|now|you (?:can|may)),? )*(?:forget|cancel|drop|ignore|revoke|lift|withdraw|stop)\b"
    r"|\b(?:no longer|need not|not needed any ?more)\b"
    r"|不用再|不必再|不再|取消|作废|撤销|撤回|可以不",
    re.IGNORECASE,
)
_TERM = re.compile(r"[a-z0-9]{3,}|[\u4e00-\u9fff]")
_EMPTY = frozenset(
    re.findall(
        r"\S+",
        """always never from now not please the and that this with your every for must you any rule about forget cancel
        drop ignore revoke withdraw stop longer need needed more answer end""",
    )
) | frozenset("以后不要再用请都的了是也我你您这条求取消")
"""Words that a rule and its cancellation share whatever they are about."""
LEAST, LONGEST = 6, 200
"""Characters of a rule."""
_SHARED = 2
_ALIKE = 0.5
"""Share of a cancellation's words, or of the rule's, that the other must hold."""


@dataclass(frozen=True, slots=True)
class StandingRule:
    """One rule: its words, the message that said it first, and the one that took it back (-1: none did)."""

    text: str
    said: int
    withdrawn: int = -1


def rules_in(said: Iterable[tuple[int, str]], most: int = 60) -> tuple[StandingRule, ...]:
    """The first ``most`` rules in what a user said: (number of the message, its words), in order."""
    found: dict[str, StandingRule] = {}
    for number, text in said:
        for sentence in map(str.strip, _SENTENCE.findall(text)):
            if not LEAST <= len(sentence) <= LONGEST or sentence[-1] in "?？":
                continue
            taken_back = _taken_back(sentence, found.values()) if _BACK.search(sentence) else None
            if taken_back is not None:
                found[taken_back.text] = StandingRule(taken_back.text, taken_back.said, number)
            elif len(found) < most and _sets(sentence):
                found.setdefault(sentence, StandingRule(sentence, number))
    return tuple(found.values())


def _sets(sentence: str) -> bool:
    return bool(_RULE.search(sentence) and _LASTING.search(sentence)) and not _BACK.search(sentence)


def takes_back(line: str) -> bool:
    """Whether a line says that something no longer holds."""
    return bool(_BACK.search(line)) or bool(re.search(r"withdr[ae]w|revoked|失效", line, re.IGNORECASE))


def _taken_back(sentence: str, rules: Iterable[StandingRule]) -> StandingRule | None:
    """The live rule that a cancellation is about: the one that shares most words with it."""
    words = _terms(sentence)
    best: StandingRule | None = None
    most = 0.0
    for rule in rules:
        own = _terms(rule.text)
        shared = len(words & own)
        share = shared / max(1, min(len(words), len(own)))
        if rule.withdrawn < 0 and shared >= _SHARED and share >= max(_ALIKE, most):
            best, most = rule, share
    return best


def _terms(text: str) -> set[str]:
    return (
        {term.rstrip("s") for term in _TERM.findall(text.lower())}
        - _EMPTY
        - set("以后不要再用请都的了是也我你您这条求取消")
    )
