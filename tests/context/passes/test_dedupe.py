"""Pass 1: what counts as a repetition, and which of equal results stays."""

from __future__ import annotations

import pytest

from tests.context.logs import numbered, step
from tests.context.passes.test_passes import by_seq, span
from weclaw_desktop.context.passes import run
from weclaw_desktop.context.passes.dedupe import dedupe
from weclaw_desktop.core.messages import Log, user

LONG = "line of ordinary output that repeats\n" * 40


def thrice() -> Log:
    """One result three times, the third in the newest turn."""
    return numbered([user("a"), *step("c", LONG), *step("d", LONG), user("b"), *step("e", LONG)])


@pytest.mark.parametrize(("keep_last", "gone"), [(False, {5: "a3"}), (True, {3: "a8", 5: "a8"})])
def test_P2_the_earliest_of_equal_results_stays_or_the_last(keep_last: bool, gone: dict[int, str]) -> None:
    log = thrice()
    seqs = {message.id: message.seq for message in log}
    found = {seqs[stub.message_id]: stub.text for stub in dedupe(span(log, 5), set(), keep_last=keep_last)}
    assert set(found) == set(gone)
    for seq, other in gone.items():
        assert f"[a{seq} same as {other} :" in found[seq]


def test_P9_keeping_the_last_twice_changes_nothing() -> None:
    log = thrice()
    first = run(span(log, 5), keep_last=True)
    again = run(span(log, 5, previous=first.replacements), keep_last=True)
    assert {replacement.kind for replacement in by_seq(log, first).values()} == {"stub"}
    assert (again.replacements, again.added) == (first.replacements, 0)


def test_P2_equal_output_of_two_tools_is_no_repetition_when_the_last_stays() -> None:
    tools = [("alpha", LONG), ("beta", LONG), ("gamma", "short"), ("gamma", "short")]
    log = numbered([user("a"), *[m for name, said in tools for m in step("c", said, name=name)], user("b")])
    assert dedupe(span(log), set(), keep_last=True) == []
