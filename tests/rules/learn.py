"""Makes ``context/wording_weights`` from the tables: ``python -m tests.rules.learn`` (some minutes).

Three linear models by logistic regression (AdaGrad, a fixed seed, no library): whether a sentence lays down a rule
and whether it takes one back, from its tells; and what a remark does to a rule, from what stands between the two.
For the last the first two are learnt without the table that is looked at, so that it learns from scores as it will
meet them.
"""

from __future__ import annotations

import math
import random
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from tests.rules.tables import HERE, LEARNT, ORDINARY, Story, read
from weclaw_desktop.context import takebacks, wording
from weclaw_desktop.context.rules import sentences_of

Sample = tuple[list[str], bool, float]
"""Tells, whether it is one, and its weight."""
Weights = dict[str, float]

TARGET = Path(wording.__file__).with_name("wording_weights.py")
EPOCHS, RATE, DECAY = 14, 0.25, 1e-3
SEEN = 3
"""A tell of fewer samples is not learnt."""
LEAST = 0.2
"""A smaller weight is left out."""
TIMES = {"house": 3, "ordinary_short": 3}
"""Tables that count more than once: what must be heard, and what must not be, in any case."""
SCALE = 20
"""Weights are kept as whole numbers of this part of one."""


@lru_cache(maxsize=100_000)
def _tells(sentence: str) -> list[str]:
    return wording.tells(sentence)


def _learn(samples: Sequence[Sample], epochs: int = EPOCHS) -> Weights:
    seen = Counter(tell for tells, _, _ in samples for tell in tells)
    number = {tell: place for place, tell in enumerate(tell for tell, times in seen.items() if times >= SEEN)}
    rows = [
        ([number[tell] for tell in tells if tell in number], float(is_one), much) for tells, is_one, much in samples
    ]
    weights, steps = [0.0] * len(number), [0.1] * len(number)
    dice = random.Random(7)
    for _ in range(epochs):
        dice.shuffle(rows)
        for tells, wanted, much in rows:
            total = sum([weights[tell] for tell in tells])
            slope = (1 / (1 + math.exp(-max(-30.0, min(30.0, total)))) - wanted) * much
            if abs(slope) < 1e-3:
                continue
            for tell in tells:
                step = slope + DECAY * weights[tell]
                steps[tell] += step * step
                weights[tell] -= RATE * step / math.sqrt(steps[tell])
    return {tell: weights[place] for tell, place in number.items()}


def _learn_dense(rows: list[tuple[tuple[float, ...], bool]]) -> list[float]:
    size = len(rows[0][0])
    weights, steps = [0.0] * size, [1e-6] * size
    dice = random.Random(7)
    for _ in range(400):
        dice.shuffle(rows)
        for values, wanted in rows:
            total = sum(map(float.__mul__, weights, values))
            slope = 1 / (1 + math.exp(-max(-30.0, min(30.0, total)))) - wanted
            for place, value in enumerate(values):
                step = slope * value + 1e-4 * weights[place]
                steps[place] += step * step
                weights[place] -= 0.05 * step / math.sqrt(steps[place])
    return weights


def _samples(names: Iterable[str]) -> tuple[list[Sample], list[Sample]]:
    """Samples of rules and of takings back."""
    rule: list[Sample] = []
    back: list[Sample] = []

    def add(sentence: str, lays: bool | None, takes: bool, much: float = 1.0) -> None:
        if lays is not None:
            rule.append((_tells(sentence), lays, 0.5 if not lays and much < 1 else 1.0))
        back.append((_tells(sentence), takes, 0.5 if lays else 1.0))

    for name in [each for each in names for _ in range(TIMES.get(each, 1))]:
        sentences, stories = read(name)
        for sentence in sentences:
            add(sentence.text, sentence.rule, takes=False)
        for story in stories:
            for text in story.rules:
                add(text, lays=True, takes=False)
            for text in sentences_of(story.later):
                add(text, False if story.quiet else None, takes=not story.quiet, much=0.5)
    return rule, back


def _sum(weights: Weights, tells: Iterable[str]) -> float:
    return sum(weights.get(tell, 0.0) for tell in tells)


def _pairs(stories: Iterable[Story], rule: Weights, back: Weights) -> list[tuple[tuple[float, ...], bool, bool]]:
    """For each rule of each story what stands between it and the later sentence, and what becomes of it."""
    found: list[tuple[tuple[float, ...], bool, bool]] = []
    for story in stories:
        said = [
            takebacks.Remark(text, _sum(rule, _tells(text)), _sum(back, _tells(text)))
            for text in sentences_of(story.later)
        ]
        if not said:
            continue
        telling = max(said, key=lambda one: max(one.back, one.rule - 2))
        for number, relation in enumerate(takebacks.relations(story.rules, telling)):
            found.append((relation, number in story.ends | story.changes, number in story.ends))
    return found


def _table(rows: dict[str, tuple[int, ...]]) -> str:
    entries = "|".join(f"{tell}={','.join(map(str, values))}" for tell, values in sorted(rows.items()))
    lines: list[str] = []
    line = ""
    for entry in entries.split("|"):
        if len(line) + 2 * len(entry) > 100:
            lines.append(line)
            line = ""
        line += entry + "|"
    return "\n".join([*lines, line]).replace("\\", "\\\\").replace('"', '\\"')


def tables_hash() -> str:
    """SHA-256 of everything that the weights are made from."""
    return sha256(b"".join((HERE / f"{name}.jsonl").read_bytes() for name in (*LEARNT, *ORDINARY))).hexdigest()


def _uneventful(half: int, count: int = 1_500) -> list[Story]:
    """Rules of the tables, and an ordinary sentence that is about none of them."""
    dice = random.Random(half)
    laid = [story.rules for name in LEARNT for story in read(name)[1]]
    said = [sentence for name in ORDINARY for sentence in read(name)[0]][half::2]
    return [
        Story(dice.choice(laid), sentence.text, frozenset(), frozenset(), sentence.language)
        for sentence in dice.sample(said, min(count, len(said)))
    ]


def main() -> None:
    """Learn and write the weights."""
    ordinary = _samples(ORDINARY)
    halves = [[samples[half::2] for samples in ordinary] for half in (0, 1)]
    pairs: list[tuple[tuple[float, ...], bool, bool]] = []
    for name in LEARNT:
        others = _samples(other for other in LEARNT if other != name)
        rule, back = (_learn([*others[kind], *ordinary[kind]], 8) for kind in (0, 1))
        pairs += _pairs(read(name)[1], rule, back) * TIMES.get(name, 1)
        print(name, len(pairs), flush=True)
    every = _samples(LEARNT)
    for half in (0, 1):
        rule, back = (_learn([*every[kind], *halves[1 - half][kind]], 8) for kind in (0, 1))
        pairs += _pairs(_uneventful(half), rule, back)
    affected = _learn_dense([(values, changed) for values, changed, _ in pairs])
    ended = _learn_dense([(values, over) for values, _, over in pairs])
    rule, back = (_learn([*every[kind], *ordinary[kind]]) for kind in (0, 1))
    tells = {
        tell: (round(rule.get(tell, 0.0) * SCALE), round(back.get(tell, 0.0) * SCALE))
        for tell in rule.keys() | back.keys()
        if max(abs(rule.get(tell, 0.0)), abs(back.get(tell, 0.0))) >= LEAST
    }
    TARGET.write_text(
        f'''"""Weights of tells, learnt by ``python -m tests.rules.learn`` from its tables. Not written by hand."""

from __future__ import annotations

SCALE = {SCALE}
"""Weights are whole numbers of this part of one."""
LEARNT_FROM = "{tables_hash()}"
"""SHA-256 of the tables."""
AFFECTED = (
{textwrap.indent(chr(10).join(f"{weight:.3f}," for weight in affected), "    ")}
)
ENDED = (
{textwrap.indent(chr(10).join(f"{weight:.3f}," for weight in ended), "    ")}
)
TELLS = """\\
{_table(tells)}
"""
"""Tells with how much they sound like a rule, and like a taking back."""
''',
        encoding="utf-8",
    )
    print(f"{len(tells)} tells, {TARGET.stat().st_size // 1024} KiB", file=sys.stderr)


if __name__ == "__main__":
    main()
