"""What a model sees of a chat: order, repairs and the cost after a turn."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.context.counting import ByteCounter
from tests.context.logs import broken_logs, call, numbered, step, talk
from weclaw_desktop.context.invariants import INVARIANTS, cut_points
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.view import View, frame, sums, view
from weclaw_desktop.core.messages import Log, TextPart, ToolResultPart, assistant, tool, user
from weclaw_desktop.core.pins import Pin
from weclaw_desktop.core.records import ContextBlock, Record, Replacement

COUNTER = ByteCounter()
BLOCK = ContextBlock("frame line", rules="Always answer in French.", digest="facts")


def seen(log: Log, record: Record | None = None) -> View:
    return view(log, record, COUNTER, "en")


def short(messages: View) -> list[str]:
    return [
        f"{m.role[0]}:" + "|".join(p.text for p in m.parts if isinstance(p, (TextPart, ToolResultPart)))
        for m in messages
    ]


def cut(log: Log, index: int, block: ContextBlock | None = BLOCK, **fields: object) -> Record:
    return Record("adaptive", "digest", "", cut_id=log[index].id, block=block, **fields)  # pyright: ignore[reportArgumentType] -- fields of Record


def test_a_plain_chat_is_seen_as_it_is() -> None:
    log = talk(2, tools=1)
    assert [m.source for m in seen(log)] == [m.id for m in log]
    assert all(m.form == "verbatim" for m in seen(log))
    assert seen(()) == ()


def test_block_acknowledgement_and_tail_stand_in_this_order() -> None:
    log = talk(3)
    messages = seen(log, cut(log, 2))
    assert [m.form for m in messages[:3]] == ["block", "ack", "verbatim"]
    assert short(messages[:2]) == [f"u:{BLOCK.text}", "a:Noted."]
    assert [m.source for m in messages[2:]] == [m.id for m in log[2:]]


def test_K2_a_tail_inside_the_newest_turn_has_its_ask_in_front() -> None:
    log = numbered([user("old"), assistant("x"), user("do it all"), *step("1", "r1"), *step("2", "r2")])
    messages = seen(log, cut(log, 5))
    assert short(messages) == [f"u:{BLOCK.text}", "a:Noted.", "u:do it all", "a:", "t:r2"]
    assert messages[2].form == "recap"
    assert messages[2].source == log[2].id
    without = seen(log, cut(log, 5, None))
    assert short(without) == ["u:do it all", "a:", "t:r2"]


def test_a_shortened_ask_stays_shortened_as_recap() -> None:
    log = numbered([user("do it all"), *step("1", "r1"), *step("2", "r2")])
    put = Replacement(log[0].id, "do …", "head_tail", "a1")
    messages = seen(log, cut(log, 3, None, replacements=(put,)))
    assert (short(messages)[0], messages[0].form) == ("u:do …", "shortened")


def test_a_leading_assistant_message_is_kept_inside_a_block() -> None:
    log = numbered([assistant("Welcome!", call("1")), tool("1", "t", "weather"), user("hi"), assistant("yes")])
    messages = seen(log)
    assert short(messages) == [
        f'u:{frame("en")}\n\nWelcome!\n\nread_file({{"path": "a.txt"}})\n\nweather',
        "a:Noted.",
        "u:hi",
        "a:yes",
    ]
    assert short(seen(log[:1]))[0].startswith("u:")
    assert len(seen(log[:1])) == 1


def test_a_late_result_of_a_leading_call_is_not_lost() -> None:
    log = numbered([assistant("Hi", call("1")), user("a"), tool("1", "t", "late")])
    memo = Memo()
    for length in (1, 2, 3):
        assert view(log[:length], None, COUNTER, "en", memo=memo) == seen(log[:length])
    assert "late" in short(seen(log))[0]


def test_K5_an_excluded_first_ask_does_not_leave_an_assistant_in_front() -> None:
    log = talk(2)
    hidden = (replace(log[0], excluded=True), *log[1:])
    messages = seen(hidden)
    assert [m.form for m in messages[:2]] == ["block", "ack"]
    assert messages[2].source == log[2].id


def test_a_record_whose_cut_is_gone_counts_as_none() -> None:
    log = talk(3)
    put = Replacement(log[1].id, "x", "head_tail", "a2")
    assert seen(log, replace(cut(log, 2, replacements=(put,)), cut_id="gone")) == seen(log)


def test_a_record_without_cut_only_replaces() -> None:
    log = talk(2, tools=1)
    put = Replacement(log[2].id, "one line", "line", "a3")
    messages = seen(log, Record("a", "passes", "", replacements=(put,)))
    assert short(messages)[2] == "t:one line"
    assert len(messages) == len(log)


def test_a_cut_before_any_ask_keeps_the_block_in_front() -> None:
    log = numbered([assistant("a"), assistant("b"), assistant("c")])
    assert short(seen(log, cut(log, 1))) == [f"u:{BLOCK.text}", "a:Noted.", "a:b", "a:c"]
    assert short(seen(log, cut(log, 1, None)))[0].startswith("u:[Earlier")


def test_pins_of_a_chat_in_which_nothing_was_said_are_acknowledged_before_the_user_speaks() -> None:
    pins = (Pin("p", "chat", "Crates are never stacked."),)
    front = view((), None, ByteCounter(), "en", pins=pins)
    assert [m.form for m in front] == ["block", "ack"]
    assert view(numbered([user("hello")]), None, ByteCounter(), "en", pins=pins)[:2] == front


def test_a_summary_is_never_last() -> None:
    log = numbered([user("a"), assistant("b", state="generating")])
    record = cut(log, 1)
    assert [m.form for m in seen(numbered([assistant("b", state="generating")]), None)] == []
    assert short(seen(log, record))[-1] == "u:a" or short(seen(log, record))[-1].startswith("u:")
    alone = Record("a", "digest", "", block=BLOCK)
    assert short(seen((), alone)) == [f"u:{BLOCK.text}"]


def test_tokens_are_calibrated() -> None:
    log = talk(2)
    plain, scaled = seen(log), view(log, None, COUNTER, "en", k=1.5)
    assert [m.tokens for m in scaled] == [round(m.tokens * 1.5) for m in plain]


def test_P7_old_turns_are_byte_equal_from_call_to_call() -> None:
    log = talk(6, tools=2)
    record = cut(log, 6)
    before = seen(log[:30], record)
    assert seen(log, record)[: len(before)] == before


def test_A5_after_a_turn_only_new_messages_cost() -> None:
    counter, memo = ByteCounter(), Memo()
    log = talk(400, tools=1)
    sums(log, None, counter, "en", memo)
    spent = counter.calls
    longer = (*log, *numbered([user("new"), assistant("x")], start=9_000))
    known = sums(longer, None, counter, "en", memo)
    assert counter.calls - spent <= 4
    assert known.total == sums(longer, None, ByteCounter(), "en").total
    assert sums(longer, None, counter, "en", memo) is known


def test_rows_read_again_from_storage_are_the_same_rows() -> None:
    counter, memo = ByteCounter(), Memo()
    log = talk(20)
    known = sums(log, None, counter, "en", memo)
    spent = counter.calls
    again = tuple(replace(m) for m in log)
    assert sums(again, None, counter, "en", memo) is known
    assert counter.calls == spent
    revised = (replace(log[0], revision=1, parts=(TextPart("other"),)), *log[1:])
    assert sums(revised, None, counter, "en", memo) is not known
    assert short(view(revised, None, counter, "en", memo=memo))[0] == "u:other"


def test_a_new_record_reuses_what_was_shown() -> None:
    counter, memo = ByteCounter(), Memo()
    log = talk(50, tools=1)
    sums(log, None, counter, "en", memo)
    spent = counter.calls
    record = cut(log, 160)
    assert view(log, record, counter, "en", memo=memo) == seen(log, record)
    assert counter.calls - spent <= 4


def test_the_newest_turn_is_measured_with_its_ask_wherever_it_stands() -> None:
    log = numbered([user("old"), assistant("x"), user("do it all"), *step("1", "r1"), *step("2", "r2")])
    whole = sum(COUNTER.message(m) for m in log[2:])
    assert sums(log, None, COUNTER, "en").newest_turn() == whole
    assert sums(log, cut(log, 5), COUNTER, "en").newest_turn() == whole - sum(COUNTER.message(m) for m in log[3:5])
    assert sums(log[:2][1:], None, COUNTER, "en").newest_turn() == 0
    assert sums((), None, COUNTER, "en").newest_turn() == 0


def test_groups_before_the_cut_show_nothing() -> None:
    log = talk(3)
    shown = sums(log, cut(log, 4), COUNTER, "en").groups()
    assert [bool(s.messages) for _, s in shown] == [False] * 4 + [True] * 2


def test_a_row_that_is_being_generated_is_not_there() -> None:
    log = numbered([user("a"), assistant("half", state="generating")])
    memo = Memo()
    assert short(view(log, None, COUNTER, "en", memo=memo)) == ["u:a"]
    done = (log[0], replace(log[1], state="committed"))
    assert short(view(done, None, COUNTER, "en", memo=memo)) == ["u:a", "a:half"]
    shorter = view(log[:1], None, COUNTER, "en", memo=memo)
    assert short(shorter) == ["u:a"]


@given(log=broken_logs(), data=st.data())
def test_K4_growing_message_by_message_gives_the_same_view(log: Log, data: st.DataObject) -> None:
    points = cut_points(log)
    index = data.draw(st.sampled_from(points)) if points else 0
    block = data.draw(st.sampled_from((None, BLOCK)))
    record = cut(log, index, block) if log and index else None
    memo = Memo()
    for length in range(len(log) + 1):
        grown = sums(log[:length], record, COUNTER, "en", memo)
        assert grown.messages() == seen(log[:length], record)
        assert grown.total == sum(m.tokens for m in grown.messages())


@given(log=broken_logs())
def test_K5_any_view_holds_every_invariant_but_the_last(log: Log) -> None:
    """K7, K6: whatever the log, only the question whether somebody asked can be open."""
    messages = seen(log)
    found = {inv.code for inv in INVARIANTS for _ in inv.check(messages)}
    assert found <= {"last", "id"}
    assert all(len({m.seq for m in log}) == len(log) for _ in (1,))
    assert "id" not in found


def test_results_that_come_one_by_one_are_shown_one_by_one() -> None:
    calls = [call(f"c{number}") for number in range(40)]
    log = numbered(
        [user("a"), assistant("", *calls), *(tool(c.id, "read_file", f"of {c.id}") for c in reversed(calls))]
    )
    counter, memo = ByteCounter(), Memo()
    sums(log[:2], None, counter, "en", memo)
    for upto in range(3, len(log) + 1):
        spent = counter.calls
        known = sums(log[:upto], None, counter, "en", memo)
        assert counter.calls - spent <= 2
        fresh = sums(log[:upto], None, ByteCounter(), "en")
        assert (known.total, known.messages()) == (fresh.total, fresh.messages())


def test_a_skill_that_is_read_beside_other_calls_is_counted_when_it_comes() -> None:
    asked = assistant("", call("a"), call("b", "skill", '{"name": "pdf"}'))
    log = numbered([user("a"), asked, tool("a", "read_file", "text"), tool("b", "skill", "body " * 40)])
    memo = Memo()
    found = [sums(log[:upto], None, COUNTER, "en", memo).skills() for upto in (2, 3, 4)]
    assert [list(skills) for skills in found] == [[], [], ["pdf"]]
    assert found[-1] == sums(log, None, COUNTER, "en").skills()


@given(broken_logs(), st.lists(st.integers(0, 30), max_size=6))
def test_in_whatever_steps_a_log_grows_its_view_is_the_same(log: Log, steps: list[int]) -> None:
    memo = Memo()
    for upto in (*sorted(steps), len(log)):
        known, fresh = sums(log[:upto], None, COUNTER, "en", memo), sums(log[:upto], None, COUNTER, "en")
        assert (known.total, known.messages(), known.skills()) == (fresh.total, fresh.messages(), fresh.skills())


@given(broken_logs(), st.lists(st.tuples(st.integers(0, 30), st.booleans(), st.integers(0, 30)), max_size=6))
def test_records_that_come_while_a_log_grows_share_its_groups_and_disturb_no_view(
    log: Log, steps: list[tuple[int, bool, int]]
) -> None:
    memo = Memo()
    for upto, recorded, index in sorted(steps):
        part = log[:upto]
        record = cut(part, index % len(part)) if part and recorded else None
        known, fresh = sums(part, record, COUNTER, "en", memo), sums(part, record, COUNTER, "en")
        assert (known.total, known.messages(), known.skills()) == (fresh.total, fresh.messages(), fresh.skills())
        assert (known.groups(), known.newest_turn()) == (fresh.groups(), fresh.newest_turn())
