"""How a sentence is worded: what tells a rule, and what takes one back, from a task, a tale or an answer.

People lay down rules in more ways than anybody can list ("Cheese is off the menu.", "字数三百以内，每次都是。"), so
this is learnt from sentences: every sentence is read as a set of tells (its words, which stand side by
side, how it begins and ends), each of them has a weight, and the sum decides. ``wording_weights`` holds the
weights, ``tests/rules`` the sentences and the program that learns from them. Pure; no model is called.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from weclaw_desktop.context.announcing import announced
from weclaw_desktop.context.subjects import plain
from weclaw_desktop.context.wording_weights import SCALE, TELLS

_SIGNS = "{}<>=/\\_`#$%&*@~+^|[]"
_TOKEN = re.compile(
    r"[a-z]+(?:'[a-z]+)*|\d+|[\u3400-\u9fff]+|[?!:;,\"()“”「」？！：；，、。]" + f"|[{re.escape(_SIGNS)}]"
)
_SAME: dict[str, str] = dict.fromkeys(_SIGNS, "§")
"""Any sign of code counts as the same."""
_CJK = re.compile("[\u3400-\u9fff]")
_LEAD_WORDS = (
    "please pls also and ok okay so but then actually oh hey hi well btw plus again one more thing just now by the way"
    " , ; : !"
)
_LEAD = frozenset(_LEAD_WORDS.split())
"""What may stand in front of what a sentence begins with."""

TWICE = 4.0
"""What two words that announce a rule add: they are enough, however much the rest sounds like something else."""
_LENGTHS = (3, 6, 10, 16, 25, 40)


def tells(sentence: str) -> list[str]:
    """What the wording of a sentence shows, each once: its words, which stand side by side, how it begins and ends."""
    return _tells(plain(sentence))


def _tells(lowered: str) -> list[str]:
    found = _chinese(lowered) if _CJK.search(lowered) else _english(lowered)
    found.append(f"announced {announced(lowered)}")
    return list(dict.fromkeys(found))


def _english(lowered: str) -> list[str]:
    words = [_plain(token) for token in _TOKEN.findall(lowered)]
    begun = next((words[place : place + 2] for place, word in enumerate(words) if word not in _LEAD), [""])
    found = [f">{begun[0]}", f">{' '.join(begun)}", f">-{begun[0][-2:]}", f"n{_length(len(words))}", "en"]
    found += words
    found += [f"{one} {two}" for one, two in pairwise(["^", *words, "$"])]
    return found


def _plain(token: str) -> str:
    return "#" if token.isdigit() else _SAME.get(token, token)


def _chinese(lowered: str) -> list[str]:
    found = [f"n{_length(len(lowered) // 2)}z", "zh"]
    for run in _TOKEN.findall(lowered):
        if not _CJK.match(run):
            found.append(_plain(run))
            continue
        found += (f"^{run[:1]}", f"^{run[:2]}", f"^{run[:3]}", f"{run[-1:]}$", f"{run[-2:]}$")
        found += run
        found += [run[at : at + 2] for at in range(len(run) - 1)]
    return found


def _length(size: int) -> int:
    return sum(size >= length for length in _LENGTHS)


def sounds(sentence: str) -> tuple[float, float]:
    """How much a sentence sounds like a rule, and like one that is taken back or changed: above 0 it does."""
    rule = back = 0
    weights = _learnt()
    shown = _tells(plain(sentence))
    for tell in shown:
        known = weights.get(tell)
        if known is not None:
            rule += known[0]
            back += known[1]
    return rule / SCALE + (TWICE if "announced twice" in shown else 0.0), back / SCALE


@cache
def _learnt() -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for entry in TELLS.replace("\n", "").split("|"):
        tell, _, weights = entry.rpartition("=")
        rule, _, back = weights.partition(",")
        if tell:
            found[tell] = (int(rule), int(back))
    return found
