"""How well rules are heard in sentences that nothing was learnt from, and that the weights are those of the tables."""

from __future__ import annotations

import pytest

from tests.rules.learn import tables_hash
from tests.rules.measure import LANGUAGES, hearing, main, telling
from tests.rules.tables import HELD_OUT, LEARNT, ORDINARY, Sentence, Story, read
from weclaw_desktop.context.wording_weights import LEARNT_FROM

SENTENCES = [sentence for name in HELD_OUT for sentence in read(name)[0]]
STORIES = [story for name in HELD_OUT for story in read(name)[1]]


def in_(language: str) -> tuple[list[Sentence], list[Story]]:
    return [s for s in SENTENCES if s.language == language], [s for s in STORIES if s.language == language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_K10_rules_that_nobody_foresaw_are_heard(language: str) -> None:
    heard = hearing(in_(language)[0])
    assert heard.recall >= 0.82
    assert heard.precision >= 0.88


@pytest.mark.parametrize("language", LANGUAGES)
def test_K11_what_is_taken_back_never_stands_as_if_nothing_had_been_said(language: str) -> None:
    told = telling(in_(language)[1])
    assert len(told.alone) <= 0.25 * told.affected
    assert len(told.lost) <= 0.02 * told.kept
    assert len(told.noise) <= 0.2 * told.quiet


def test_the_weights_are_learnt_from_these_tables() -> None:
    """After a change of a table: ``python -m tests.rules.learn``."""
    assert tables_hash() == LEARNT_FROM


def test_nothing_is_learnt_from_the_held_out_tables() -> None:
    learnt = {sentence.text for name in (*LEARNT, *ORDINARY) for sentence in read(name)[0]}
    shared = [sentence.text for sentence in SENTENCES if sentence.text in learnt]
    assert len(shared) <= 0.01 * len(SENTENCES), shared


def test_the_figures_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["house", "--errors"])
    assert "recall 1.000" in capsys.readouterr().out
