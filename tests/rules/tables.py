"""The tables of sentences: what they hold, and which of them must never be learnt from.

Each line of a table is JSON: a sentence with its label ("rule" or "other"), or rules, a later sentence, and the numbers
of the rules that it ends and changes. They were made up for this project, the held-out ones by writers who knew neither
the program nor the other tables; ``house`` are the sentences of older tests, ``announced`` are put together from lists
of signs and matters, ``ordinary_lines`` are lines of this repository.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
LEARNT = (
    "house",
    "engineers",
    "everyday",
    "professions",
    "fragments",
    "matters",
    "stories",
    "stories_en",
    "announced",
    "announced_more",
    "stories_indirect",
)
"""Tables that the weights are made from; ``ordinary`` ones hold no rules at all."""
ORDINARY = ("ordinary_en", "ordinary_zh", "ordinary_talk", "ordinary_short", "ordinary_lines")
HELD_OUT = ("held_out_mixed", "held_out_corrections", "held_out_hard")
"""Tables that nothing is learnt from and no threshold is chosen on."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence and whether it lays down a rule."""

    text: str
    rule: bool
    language: str


@dataclass(frozen=True, slots=True)
class Story:
    """Rules, what is said later, and the numbers of the rules that it ends, and that it changes or replaces."""

    rules: tuple[str, ...]
    later: str
    ends: frozenset[int]
    changes: frozenset[int]
    language: str

    @property
    def quiet(self) -> bool:
        """Whether nothing is taken back."""
        return not self.ends and not self.changes


def read(name: str) -> tuple[list[Sentence], list[Story]]:
    """The sentences and the stories of the table ``name``."""
    sentences: list[Sentence] = []
    stories: list[Story] = []
    for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").split("\n"):
        if not line.strip():
            continue
        item = json.loads(line)
        if "later" in item:
            ends, changes = frozenset(item["ends"]), frozenset(item["changes"])
            stories.append(Story(tuple(item["rules"]), item["later"], ends, changes, item["lang"]))
        else:
            sentences.append(Sentence(item["text"], item["label"] == "rule", item["lang"]))
    return sentences, stories
