"""How well rules and takings back are heard: ``python -m tests.rules.measure [TABLE …] [--data FOLDER] [--errors]``.

Without tables the held-out ones. ``--data`` counts what is taken for a rule in the transcripts of a folder, where
hardly anything is one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.rules.tables import HELD_OUT, Sentence, Story, read
from weclaw_desktop.context.rules import remarks, rules
from weclaw_desktop.context.takebacks import Remark
from weclaw_desktop.core.messages import Message, user

LANGUAGES = ("en", "zh")


@dataclass(slots=True)
class Hearing:
    """Counts over sentences, and what was heard wrongly."""

    right: int = 0
    missed: list[str] = field(default_factory=list)
    mistaken: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        """Share of the rules that are heard."""
        return self.right / max(1, self.right + len(self.missed))

    @property
    def precision(self) -> float:
        """Share of what is heard that is a rule."""
        return self.right / max(1, self.right + len(self.mistaken))


def laid_down(sentence: str) -> list[Remark]:
    """The rules that a user message of one sentence lays down."""
    return [one for one in remarks(user(sentence)) if one.lays]


def hearing(sentences: Iterable[Sentence]) -> Hearing:
    """What of the sentences is heard as a rule."""
    found = Hearing()
    for sentence in sentences:
        heard = bool(laid_down(sentence.text))
        if sentence.rule and heard:
            found.right += 1
        elif sentence.rule:
            found.missed.append(sentence.text)
        elif heard:
            found.mistaken.append(sentence.text)
    return found


@dataclass(slots=True)
class Telling:
    """What became of the rules of stories.

    ``alone`` are taken back or changed, and stand as if nothing had been said; ``lost`` hold and are ended, or are
    changed and gone without what was said instead. ``ended`` and ``beside`` are right.
    """

    affected: int = 0
    kept: int = 0
    ended: int = 0
    beside: int = 0
    alone: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    quiet: int = 0
    noise: list[str] = field(default_factory=list)


def telling(stories: Iterable[Story]) -> Telling:
    """What becomes of the rules of each story, each taken for heard."""
    found = Telling()
    for story in stories:
        log = _numbered([*map(user, story.rules), user("Thank you."), user(story.later)])
        said = [_heard(message, forced=place < len(story.rules)) for place, message in enumerate(log)]
        every = rules(log, said)
        stands = any(rule.live and rule.place == len(log) - 1 for rule in every)
        if story.quiet:
            found.quiet += 1
            found.noise += [story.later] * stands
        for number, text in enumerate(story.rules):
            live = any(rule.live and rule.place == number for rule in every)
            told = f"{text} | {story.later}"
            if number not in story.ends | story.changes:
                found.kept += 1
                found.lost += [] if live else [told]
                continue
            found.affected += 1
            if live and not stands:
                found.alone.append(told)
            elif live or number in story.changes:
                found.beside += 1
                found.lost += [] if live or stands else [told]
            else:
                found.ended += 1
    return found


def _heard(message: Message, *, forced: bool) -> tuple[Remark, ...]:
    heard = remarks(message)
    if forced and not any(one.lays for one in heard):
        return (Remark(message.text, 1.0, 0.0),)
    return heard


def _numbered(messages: list[Message]) -> tuple[Message, ...]:
    return tuple(replace(message, seq=place) for place, message in enumerate(messages, 1))


def _print(name: str, *, errors: bool) -> None:
    sentences, stories = read(name)
    for language in LANGUAGES:
        heard = hearing(one for one in sentences if one.language == language)
        told = telling(one for one in stories if one.language == language)
        print(
            f"{name:22} {language}  recall {heard.recall:.3f}  precision {heard.precision:.3f}"
            f"  | of {told.affected} taken back: ended {told.ended}, beside {told.beside}, alone {len(told.alone)}"
            f"  | of {told.kept} others lost {len(told.lost)}  | noise {len(told.noise)} of {told.quiet}"
        )
        if errors:
            for kind in ("missed", "mistaken"):
                print(*(f"    {kind}: {text}" for text in getattr(heard, kind)), sep="\n")
            for kind in ("alone", "lost", "noise"):
                print(*(f"    {kind}: {text}" for text in getattr(told, kind)), sep="\n")


def _data(folder: Path, *, errors: bool) -> None:
    from tests.benchmarks.sessions import load

    for file in sorted(folder.glob("*.jsonl")):
        said = {
            m["content"] for d in load(folder, file.stem) for m in d.messages if m["role"] == "user" and m["content"]
        }
        heard = Counter(one.text for text in sorted(said) for one in remarks(user(text)) if one.lays)
        back = sum(one.back > 0 for text in said for one in remarks(user(text)))
        print(f"{file.stem:22} {len(said)} messages, {len(heard)} sentences heard as rules, {back} as takings back")
        if errors:
            print(*(f"    {text[:160]!r}" for text in heard), sep="\n")


def main(arguments: list[str]) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.measure", description=__doc__)
    parser.add_argument("tables", nargs="*", default=list(HELD_OUT))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--errors", action="store_true", help="name every sentence heard wrongly")
    chosen = parser.parse_args(arguments)
    for name in chosen.tables:
        _print(name, errors=chosen.errors)
    if chosen.data:
        _data(chosen.data, errors=chosen.errors)


if __name__ == "__main__":
    main(sys.argv[1:])
