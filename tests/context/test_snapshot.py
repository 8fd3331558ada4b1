"""The prefix hash: what changes it, and what does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.context.logs import FILE, call, numbered, talk
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.snapshot import holds, prefix_hash, prefix_length, returning
from weclaw_desktop.core.messages import Message, ReasoningPart, TextPart, ToolResultPart, assistant, user
from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.records import Record, Replacement

LOG = numbered(
    [
        Message("user", (TextPart("a"), FILE)),
        Message("assistant", (ReasoningPart("r"), TextPart("b"), call("1"))),
        Message("tool", (ToolResultPart("1", "read_file", "out"),)),
        user("\ud800 lone"),
    ]
)


@pytest.mark.parametrize(
    "change",
    [
        {"id": "other"},
        {"revision": 1},
        {"role": "user"},
        {"excluded": True},
        {"parts": (TextPart("b"),)},
        {"parts": (ReasoningPart("r2"), TextPart("b"), call("1"))},
        {"parts": (ReasoningPart("r"), TextPart("b"), call("1", arguments="{}"))},
        {"parts": (ReasoningPart("r"), TextPart("b"), call("2"))},
    ],
)
def test_A2_a_changed_message_changes_the_hash(change: dict[str, object]) -> None:
    changed = replace(LOG[1], **change)  # pyright: ignore[reportArgumentType] -- fields of Message
    other = (LOG[0], changed, *LOG[2:])
    assert prefix_hash(other, 4) != prefix_hash(LOG, 4)
    assert prefix_hash(other, 4, Memo()) == prefix_hash(other, 4)
    memo = Memo()
    prefix_hash(LOG, 4, memo)
    assert prefix_hash(other, 4, memo) == prefix_hash(other, 4)


def test_A2_a_hash_goes_on_from_the_last_one() -> None:
    log, memo = talk(6), Memo()
    changed = (*log[:3], replace(log[3], excluded=True), *log[4:])
    for path, upto in ((log, 4), (log, 9), (log, 2), (log, 8), (changed, 9), (changed, 9), (log, 9), (log[:5], 5)):
        assert prefix_hash(path, upto, memo) == prefix_hash(path, upto)


def test_A2_attachments_and_results_are_in_the_hash() -> None:
    file = replace(LOG[0], parts=(TextPart("a"), replace(FILE, sha256="cc")))
    assert prefix_hash((file,), 1) != prefix_hash(LOG, 1)
    out = replace(LOG[2], parts=(ToolResultPart("1", "read_file", "out", True),))
    assert prefix_hash((*LOG[:2], out), 3) != prefix_hash(LOG, 3)


def test_nothing_else_is_in_the_hash() -> None:
    other = tuple(
        replace(m, seq=m.seq + 5, created_ms=1, pinned=True, usage=Usage(5), state="stopped", parent_id="x")
        for m in LOG
    )
    assert prefix_hash(other, 4) == prefix_hash(LOG, 4)


def test_field_borders_are_kept() -> None:
    one = numbered([Message("user", (TextPart("a"), TextPart("b")))])
    two = numbered([Message("user", (TextPart("ab"),))])
    assert prefix_hash(one, 1) != prefix_hash(two, 1)


def test_A1_messages_appended_later_change_nothing() -> None:
    log = talk(4)
    record = Record("a", "digest", prefix_hash(log, 4), cut_id=log[4].id)
    longer = (*log, *numbered([user("new"), assistant("x")], start=50))
    assert holds(log, record)
    assert holds(longer, record, Memo())
    assert not holds((replace(longer[0], revision=1), *longer[1:]), record)


def test_A2_a_record_falls_with_the_messages_it_names() -> None:
    log = talk(4)
    stub = Replacement(log[3].id, "…", "line", log[3].artifact)
    passes = Record("a", "passes", prefix_hash(log, 4), replacements=(stub, replace(stub, message_id=log[1].id)))
    assert prefix_length(log, passes) == 4
    assert holds(log, passes)
    assert prefix_length((*log[:1], *log[2:]), passes) is None
    assert not holds((*log[:1], *log[2:]), passes)
    assert prefix_length(log, Record("a", "digest", "", cut_id="gone")) is None
    assert prefix_length(log, Record("a", "passes", "")) == 0


def test_a_record_returns_with_its_messages_and_the_one_that_stands_for_most_counts() -> None:
    log = numbered(talk(4))
    other = (*log[:2], *(replace(m, id=f"o{m.id}") for m in log[2:]))

    def record(upto: int, path: tuple[Message, ...] = log, name: str = "") -> Record:
        return Record("truncate", "truncate", prefix_hash(path, upto), cut_id=path[upto].id, id=name or str(upto))

    shared, early, late, again = record(1), record(4), record(6), record(6, name="again")
    aside = [late, early, again, record(5, other)]
    assert returning(other, log, aside, None) == again
    assert returning(other, log, aside, shared) == again
    assert returning(other, log, [early], late) is None, "what is in force stands for more"
    assert returning(other, log, [shared], None) is None, "it stood for the other log too: it was put aside on purpose"
    assert returning(log, log, aside, None) is None
    assert returning(other, log, [record(5, other)], None) is None
    assert returning(other, log, [], None) is None
