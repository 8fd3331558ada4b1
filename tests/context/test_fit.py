"""The hard line: what is shortened, what is dropped, and when it is refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.context.counting import ByteCounter
from tests.context.logs import broken_logs, call, numbered, step, talk
from tests.context.states import model, state
from weclaw_desktop.context.fit import fit, repinned
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.notice import Trims, notice
from weclaw_desktop.context.passes.arguments import stubs
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.snapshot import holds
from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.errors import CannotFit
from weclaw_desktop.core.messages import Intake, Log, Message, TextPart, assistant, tool, user
from weclaw_desktop.core.models import Calibration
from weclaw_desktop.core.records import ContextBlock, Record, Replacement
from weclaw_desktop.core.request import ModelRequest, PromptSection
from weclaw_desktop.core.settings import Context
from weclaw_desktop.core.text import render

WORDS = "lorem ipsum dolor sit amet "


def fitted(log: Log, window: int = 8_192, **fields: object) -> tuple[Record, ModelRequest]:
    """The record that fit makes, and the request built under it."""
    now = state(log, window, **fields)
    record = fit(now)
    assert record is not None
    assert holds(log, record)
    return record, build_request(replace(now, record=record), model(window))


def test_W8_below_the_hard_line_nothing_is_done() -> None:
    assert fit(state(talk(3))) is None


def test_old_answered_results_are_shortened_first_and_oldest_first() -> None:
    log = (*talk(10, tools=1, result=2_400), *numbered([user("next")], start=900))
    record, request = fitted(log)
    assert record.method == "static"
    assert record.cut_id is None
    shortened = [r.message_id for r in record.replacements]
    results = [m.id for m in log if m.role == "tool"]
    assert shortened == results[: len(shortened)]
    assert 0 < len(shortened) < len(results)
    assert record.shortened == len(shortened)
    assert record.tokens_after == request.load <= state(log).thresholds.threshold
    assert [m.source for m in request.messages] == [m.id for m in log]


def test_K15_then_the_oldest_whole_turns_go_and_the_newest_stays() -> None:
    log = (*talk(300), *numbered([user("next")], start=900))
    record, request = fitted(log)
    assert record.method == "slide"
    assert record.cut_id is not None
    assert (record.first_seq, record.count) == (1, record.last_seq)
    assert request.messages[0].role == "user"
    assert request.messages[-1].source == log[-1].id
    said = notice(record, Trims(), "en", recall=False)
    assert f"Messages 1–{record.last_seq}" in said


def test_K2_one_turn_of_55_steps_keeps_its_request_and_all_pairs() -> None:
    steps = [m for i in range(55) for m in step("call_0", WORDS * 60 + str(i))]
    log = numbered([user("old"), assistant("done"), user("Do it all"), *steps])
    record, request = fitted(log, 16_384)
    assert [m.source for m in request.messages if m.role == "user"] == [log[0].id, log[2].id]
    assert sum(m.role == "tool" for m in request.messages) == 55
    assert request.messages[0].role == "user"
    assert record.replacements


def test_K2_a_turn_that_cannot_keep_all_pairs_begins_inside_behind_its_ask() -> None:
    steps = [m for i in range(300) for m in step("call_0", WORDS * 20 + str(i))]
    log = numbered([user("Do it all"), *steps])
    record, request = fitted(log)
    assert request.messages[0].form == "recap"
    assert request.messages[0].parts == (TextPart("Do it all"),)
    assert record.first_seq == 2
    assert record.count == record.last_seq - 1
    assert request.messages[-1].source == log[-1].id
    assert record.cut_id is not None


def test_L4_results_not_answered_yet_share_the_room() -> None:
    calls = [call(f"c{i}") for i in range(8)]
    log = numbered([user("read all"), assistant("", *calls), *(tool(f"c{i}", "t", WORDS * 400) for i in range(8))])
    _, request = fitted(log)
    sizes = [m.tokens for m in request.messages if m.role == "tool"]
    assert len(sizes) == 8
    assert min(sizes) > 200
    small = thresholds(model(4_300))
    _, tight = fitted(log, 4_300, thresholds=small)
    assert tight.load <= small.hard


def test_K1_a_result_that_stands_before_its_call_is_shortened_with_it() -> None:
    """Crashes leave results in front of the call that they answer, and so in front of a cut between the two."""
    early = tool("x", "read_file", WORDS * 900)
    log = numbered([user("go " + WORDS * 90), *step("x", "ok"), early, assistant("", call("x"))])
    record, request = fitted(log)
    assert record.cut_id == log[-1].id
    assert [r.message_id for r in record.replacements] == [early_id := log[3].id]
    assert [m.source for m in request.messages] == [log[0].id, log[-1].id, early_id]


def test_K14_a_giant_newest_text_becomes_an_artifact_with_head_and_tail() -> None:
    log = numbered([user("old"), assistant("x"), user("BEGIN " + WORDS * 12_000 + "END")])
    record, request = fitted(log)
    shown = request.messages[-1]
    assert shown.source == log[2].id
    assert shown.form == "shortened"
    text = "".join(p.text for p in shown.parts if isinstance(p, TextPart))
    assert text.startswith("BEGIN ")
    assert text.endswith("END")
    assert "a3" in text
    assert request.load > 0.9 * state(log).thresholds.hard
    assert record.replacements[-1].kind == "head_tail"


def test_a_pinned_newest_text_is_never_shown_shortened_but_refused_when_it_does_not_fit() -> None:
    log = numbered([user("old"), assistant("x"), replace(user("BEGIN " + WORDS * 1_000 + "END"), pinned=True)])
    assert fit(state(log, 16_384)) is None
    with pytest.raises(CannotFit, match="newest turn"):
        fit(state(log))


def test_K12_rules_inside_a_newest_text_that_is_shortened_stay_verbatim() -> None:
    rule = "From now on, always answer in French."
    ask = user(f"BEGIN {WORDS * 104}\n{rule}\n{WORDS * 104} END. Never use tables.")
    _, request = fitted(numbered([ask, *step("call_0", "ok", said=WORDS * 770)]))
    text = "".join(p.text for p in request.messages[0].parts if isinstance(p, TextPart))
    assert request.messages[0].form == "shortened"
    assert text.count(rule) == text.count("Never use tables.") == 1


def test_K14_a_giant_text_behind_a_tail_inside_its_turn_is_shortened_where_it_stands() -> None:
    steps = [m for i in range(4) for m in step("call_0", WORDS * 3 + str(i))]
    log = numbered([user("BEGIN " + WORDS * 12_000 + "END"), *steps])
    _, request = fitted(log)
    assert request.messages[0].form == "shortened"
    assert request.messages[-1].role == "tool"


def test_what_cannot_fit_is_refused_and_names_what_is_big() -> None:
    log = numbered([user("hello")])
    long = PromptSection("instructions", WORDS * 2_000)
    with pytest.raises(CannotFit) as caught:
        fit(state(log, system=(long,)))
    assert "at most 6,359 of the 8,192-token window" in render(caught.value.text)
    assert "System prompt 13,500, tools 0, pins and rules 0, newest turn 6." in render(caught.value.text)
    assert "系统提示词" in render(caught.value.text, "zh")


def test_a_chat_without_any_ask_or_text_is_refused_not_broken() -> None:
    with pytest.raises(CannotFit):
        fit(state(numbered([assistant(WORDS * 9_000)])))
    with pytest.raises(CannotFit):
        fit(state((), system=(PromptSection("instructions", WORDS * 2_000),)))


def test_L5_a_giant_attachment_is_refused() -> None:
    from weclaw_desktop.core.messages import AttachmentPart

    file = AttachmentPart("file", "log.txt", "text/plain", 1_900_000, "ff", text=WORDS * 70_000)
    with pytest.raises(CannotFit, match="newest turn 4"):
        fit(state(numbered([Message("user", (file,))]), 131_072))


def test_K12_pins_of_dropped_turns_stay_verbatim() -> None:
    log = list(talk(300))
    log[2] = replace(log[2], pinned=True)
    log[4] = replace(log[4], pinned=True, excluded=True)
    whole = (*log, *numbered([user("next")], start=900))
    record, request = fitted(tuple(whole))
    assert record.block is not None
    assert log[2].text in record.block.rules
    assert log[4].text not in record.block.rules
    assert request.messages[0].form == "block"


def test_what_an_earlier_record_says_stays_in_front() -> None:
    said = (*talk(300), *numbered([user("next")], start=900))
    log = (said[0].with_text("Always answer in French."), *said[1:])
    block = ContextBlock("frame", rules="", narrative="story")
    stub = Replacement(log[-2].id, "shorter answer", "head_tail", log[-2].artifact)
    lost = replace(stub, message_id=log[9].id)
    old = Record(
        "a",
        "model",
        "x",
        cut_id=log[4].id,
        block=block,
        replacements=(stub, lost),
        narrative_up_to=log[3].id,
        id="r1",
        chat_id="chat",
        count=4,
    )
    record, request = fitted(log, record=old)
    assert record.block is not None
    assert replace(record.block, rules="") == block
    assert "- [m1] Always answer in French." in record.block.rules
    assert (record.previous_id, record.chat_id, record.narrative_up_to) == ("r1", "chat", log[3].id)
    assert record.replacements == (stub,)
    assert request.messages[0].form == "block"
    pinned = (*log[:6], replace(log[6], pinned=True), *log[7:])
    with_pin, _ = fitted(pinned, record=old)
    assert with_pin.block is not None
    assert with_pin.block.rules.startswith("Pinned by the user")
    assert "- [m1] Always answer in French." in with_pin.block.rules
    assert with_pin.block.narrative == "story"


def test_K10_a_live_rule_of_a_dropped_turn_stays_verbatim_and_K11_a_withdrawn_one_does_not_come_back() -> None:
    log = list(talk(300))
    log[0] = log[0].with_text("From now on, always answer in French.")
    log[2] = log[2].with_text("Never mention the budget of Oslo.")
    log[20] = log[20].with_text("Forget the rule about the budget of Oslo.")
    record, _ = fitted((*log, *numbered([user("next")], start=900)))
    assert record.block is not None
    assert "From now on, always answer in French." in record.block.rules
    assert "Never mention" not in record.block.rules


def test_K11_a_rule_taken_back_since_an_earlier_record_was_made_leaves_what_that_says() -> None:
    rule = "Never mention the budget of Oslo."
    log = list(talk(300))
    log[0] = log[0].with_text(f"Hello. {rule}")
    log[20] = log[20].with_text("Forget the rule about the budget of Oslo.")
    block = ContextBlock(
        "frame", f"- [m1] {rule}", narrative="## Done\n- All of it.", digest=f"[m1 user] Hello. {rule}"
    )
    old = Record("a", "model", "x", cut_id=log[4].id, block=block, id="r1", chat_id="chat", count=4)
    record, request = fitted((*log, *numbered([user("next")], start=900)), record=old)
    assert record.block is not None
    assert record.block.narrative == block.narrative
    assert rule not in record.block.text
    assert "Forget the rule about the budget of Oslo." in record.block.rules
    assert not any(rule in str(part) for message in request.messages for part in message.parts)


def test_K10_rules_that_need_room_of_their_own_are_given_it() -> None:
    log = list(talk(300))
    for n in range(0, 60, 2):
        log[n] = log[n].with_text(f"From now on, always write item {n} as {n * 7} " + "and so on " * 3)
    record, request = fitted((*log, *numbered([user("next")], start=900)), 4_000)
    assert record.block is not None
    assert len(record.block.rules) > 600
    assert request.load <= state(()).thresholds.hard


def test_K12_a_message_pinned_after_it_was_cut_off_stands_in_the_block_of_the_next_request() -> None:
    log = (*talk(300), *numbered([user("next")], start=900))
    record, _ = fitted(log)
    assert fit(state(log, record=record)) is None
    late = (*log[:2], replace(log[2], pinned=True), *log[3:])
    now = state(late, record=replace(record, id="r1"))
    made = fit(now)
    assert made is not None
    assert made.block is not None
    assert log[2].text in made.block.rules
    assert (made.cut_id, made.count, made.method) == (record.cut_id, record.count, record.method)
    assert made.previous_id == "r1"
    assert repinned(now) == made, "nobody has to send for it"
    assert repinned(replace(now, record=made)) is None
    build_request(replace(now, record=made), model())
    assert fit(replace(now, record=made)) is None


def test_K12_a_pin_that_brings_the_request_over_the_hard_line_is_kept_and_the_rest_cut_again() -> None:
    log = (*talk(300, size=200), *numbered([user("next")], start=900))
    record, _ = fitted(log)
    late = tuple(replace(m, pinned=m.role == "user" and m.seq < 110) for m in log)
    made = fit(state(late, record=record))
    assert made is not None
    assert made.block is not None
    assert made.block.rules.count("question") == len([m for m in late if m.pinned])
    assert made.tokens_after <= state(()).thresholds.hard


def test_K2_an_earlier_cut_inside_the_newest_turn_still_has_its_ask_when_fitted_again() -> None:
    steps = [m for i in range(300) for m in step("call_0", WORDS * 20 + str(i))]
    log = numbered([user("BEGIN " + WORDS * 300 + "END"), *steps])
    first = fit(state(log))
    assert first is not None
    more = (*log, *numbered([m for i in range(60) for m in step("call_0", WORDS * 9 + str(i))], start=2_000))
    record, request = fitted(more, record=first)
    assert request.messages[0].source == log[0].id
    assert record.last_seq > first.last_seq


def test_W7_a_sliding_window_keeps_the_newest_turn_with_a_notice() -> None:
    log = (*talk(60, size=330), *numbered([user("next")], start=900))
    lines = thresholds(4_096, calibrated=False)
    assert lines.mode == "sliding"
    _, request = fitted(log, 4_096, thresholds=lines)
    assert request.load <= lines.hard
    assert request.messages[-1].source == log[-1].id
    assert "left out" in request.system_text


def test_W6_a_switch_to_a_smaller_model_fits_before_the_next_call_and_is_done_after_once() -> None:
    log = (*talk(900), *numbered([user("next")], start=5_000))
    now = state(log, 131_072)
    assert fit(now) is None
    smaller = replace(now, thresholds=thresholds(32_768 // 4))
    record = fit(smaller)
    assert record is not None
    assert fit(replace(smaller, record=record)) is None


def test_the_draft_counts_and_the_target_may_be_set() -> None:
    log = (*talk(60), *numbered([user("next")], start=900))
    load = measure(state(log)).total
    hard = state(log).thresholds.hard
    assert fit(state(log, draft=hard - load)) is None
    by_draft = fit(state(log, draft=hard - load + 1))
    assert by_draft is not None
    aimed = fit(state((*talk(300), *log[-1:])), target=1_500, strategy="off")
    assert aimed is not None
    assert aimed.strategy == "off"
    assert aimed.tokens_after <= 1_650


def test_results_shown_by_intake_are_shortened_from_what_is_shown() -> None:
    shown = Intake("SHOWN " + WORDS * 60, False, ("json",))
    log = numbered([user("q"), *step("1", "raw"), assistant("ok"), user("x" * 4 * 6_000)])
    log = (*log[:2], replace(log[2], intake=shown), *log[3:])
    record = fit(state(log), target=6_200)
    assert record is not None
    assert record.method == "static"
    assert record.replacements[0].text.startswith("SHOWN ")
    longer = replace(record.replacements[0], text="LONGER " + WORDS * 70)
    second = fit(state(log, record=replace(record, replacements=(longer,))), target=6_200)
    assert second is not None
    assert second.replacements[0].text.startswith("LONGER ")
    assert len(second.replacements[0].text) < len(longer.text)


def told(log: Log, cut: int, tokens: int, rules: str = "") -> Record:
    """A record that cuts before ``log[cut]``, its digest and its narrative of about ``tokens`` each."""
    passages = "\n".join(f"[m{n}] passage {n:04}" for n in range(tokens // 5))
    points = "\n".join(f"- point number {n:04}" for n in range(tokens // 5))
    block = ContextBlock("frame", rules, "Files touched:\n- a.txt (read, m1)", f"## Done\n{points}", passages)
    return Record("a", "model", "", log[cut].id, block, (), log[0].id, first_seq=1, last_seq=cut, count=cut, id="r1")


def test_K14_what_stands_for_older_messages_yields_to_a_newest_turn_that_does_not_fit_beside_it() -> None:
    """The newest turn needs its room; the digest goes first, and no more of it than is needed."""
    log = (*talk(30), *numbered([replace(user(WORDS * 600), pinned=True)], start=900))
    old = told(log, 60, 1_200)
    record, request = fitted(log, record=old)
    assert record.block is not None
    assert old.block is not None
    assert 200 < len(record.block.digest) < len(old.block.digest)
    assert record.block.digest.endswith(old.block.digest[-200:])
    assert record.block.narrative == old.block.narrative
    assert (record.cut_id, record.narrative_up_to, record.previous_id) == (old.cut_id, old.narrative_up_to, "r1")
    assert request.load <= state(()).thresholds.hard
    assert fit(state(log, record=record)) is None


def test_K10_only_rules_and_pins_are_left_when_nothing_else_fits_and_the_next_narrative_tells_of_everything() -> None:
    log = (*talk(30), *numbered([user("BEGIN " + WORDS * 12_000 + "END")], start=900))
    log = (log[0].with_text("From now on, always answer in French."), *log[1:])
    rules = "Rules:\n- [m1] From now on, always answer in French."
    record, request = fitted(log, record=told(log, 60, 40_000, rules))
    assert record.block == ContextBlock("frame", rules)
    assert record.narrative_up_to is None
    assert request.messages[-1].form == "shortened"
    assert request.load > 0.9 * state(log).thresholds.hard
    record, request = fitted(log, record=told(log, 60, 40_000))
    assert record.block is None
    assert "left out" in request.system_text


def test_K7_words_that_make_a_request_sendable_count_at_the_hard_line() -> None:
    """After a stopped answer the request ends with "Please go on.", which no sum holds."""
    log = (*talk(30), *numbered([user("next"), assistant("half")], start=900))
    now = state(log, 2_600, settings=Context(tell_model=False))
    hard = measure(now).total + 2
    now = replace(now, thresholds=replace(now.thresholds, hard=hard, threshold=hard - 100))
    record = fit(now)
    assert record is not None
    request = build_request(replace(now, record=record), model(2_600))
    assert request.messages[-1].role == "user"
    assert request.load <= hard
    assert fit(replace(now, record=record)) is None


def test_a_block_that_cannot_be_smaller_is_refused_with_what_is_big() -> None:
    log = (*talk(30), *numbered([replace(user(WORDS * 1_000), pinned=True)], start=900))
    with pytest.raises(CannotFit, match="newest turn 6,7"):
        fit(state(log, record=told(log, 60, 500, "Rules:\n- [m1] Never fly.")))


@given(log=broken_logs(), window=st.integers(1_200, 5_000), tokens=st.integers(0, 4_000), place=st.floats(0, 0.99))
def test_K14_what_an_old_record_tells_never_makes_the_difference_between_fitting_and_not(
    log: Log, window: int, tokens: int, place: float
) -> None:
    long = tuple(
        replace(m, parts=(TextPart(WORDS * 30), *m.parts)) if m.role != "tool" and m.text.strip() else m for m in log
    )
    turns = [n for n, m in enumerate(long) if n and m.role == "user" and not m.excluded]
    if not turns:
        return
    old = told(long, turns[int(place * len(turns))], tokens)
    assert old.block is not None
    now = state(long, window, record=old)
    try:
        record = fit(now)
    except CannotFit:
        with pytest.raises(CannotFit):
            fit(replace(now, record=replace(old, block=None, narrative_up_to=None)))
        return
    found = now if record is None else replace(now, record=record)
    assert measure(found).total <= now.thresholds.hard
    assert record is None or record.tokens_after == measure(found).total
    build_request(found, model(window))


def test_a_record_whose_cut_is_gone_is_not_built_upon() -> None:
    log = (*talk(300), *numbered([user("next")], start=900))
    old = Record("a", "digest", "", cut_id="gone", block=ContextBlock("f", digest="stale"), id="r1")
    record, _ = fitted(log, record=old)
    assert (record.block, record.previous_id) == (None, None)


def test_results_of_the_newest_turns_stay_whole_while_older_turns_can_go() -> None:
    log = (*talk(40, tools=1, result=1_600), *numbered([user("next")], start=900))
    record, request = fitted(log)
    whole = [m for m in request.messages if m.role == "tool" and m.form == "verbatim"]
    assert whole
    assert {r.message_id for r in record.replacements} <= {m.source for m in request.messages}
    assert whole[-1].source == log[-3].id


def test_P7_shortening_more_behind_the_same_cut_leaves_the_notice_alone() -> None:
    log = (*talk(60), *numbered([user("go"), *step("1", WORDS * 300), assistant("ok"), user("next")], start=900))
    old = Record("a", "digest", "", cut_id=log[-5].id, block=ContextBlock("f", digest="d"), count=116, shortened=4)
    lines = thresholds(model(2_600))
    record, request = fitted(log, 2_600, record=old, thresholds=lines)
    assert (record.cut_id, record.shortened, len(record.replacements)) == (old.cut_id, 4, 1)
    assert "4 tool results are shortened" in request.system_text


def test_K14_a_system_prompt_above_a_tenth_of_the_window_is_kept_whole_and_the_rest_fits() -> None:
    own = PromptSection("instructions", WORDS * 160)
    log = (*talk(300), *numbered([user("next")], start=900))
    _, request = fitted(log, system=(own,))
    assert request.system[0].text == own.text
    assert request.system[0].tokens > 819
    assert request.messages[-1].source == log[-1].id


def test_K3_of_two_asks_around_a_huge_run_the_newest_stays_and_the_first_message_is_from_the_user() -> None:
    run = [m for i in range(160) for m in step("call_0", WORDS * 20 + str(i))]
    log = numbered([user("first ask"), *run, assistant("done"), user("second ask")])
    _, request = fitted(log)
    assert request.messages[0].role == "user"
    assert request.messages[-1].parts == (TextPart("second ask"),)


def writing(*after: Message, content: str = WORDS * 2_400) -> list[Message]:
    """A file of 60,000 characters that was just written."""
    arguments = json.dumps({"path": "a.txt", "content": content})
    return [user("Write."), assistant("", call("w", "write_file", arguments)), tool("w", "write_file", "ok"), *after]


@pytest.mark.parametrize("after", [(), (assistant("Written."), assistant("All of it."))])
def test_P1_what_was_just_written_is_shown_shorter_where_it_alone_would_not_fit(after: tuple[Message, ...]) -> None:
    log = (*talk(300), *numbered(writing(*after), start=900))
    record, request = fitted(log)
    wrote = next(message for message in log if message.calls)
    (replacement,) = record.replacements
    assert (replacement.message_id, replacement.kind, replacement.call) == (wrote.id, "arguments", 0)
    assert json.loads(replacement.text)["path"] == "a.txt"
    assert stubs(replacement.text) == (wrote.seq,), "whoever copies it finds the original"
    assert record.count > 0
    assert "Long arguments of calls are shortened." in request.system_text
    assert request.messages[-3 - len(after)].source != "", "turns before it stay"
    again = state((*log, *numbered([user("next")], start=990)), record=record)
    assert fit(again) is None, "and it stays so"


def test_only_as_many_arguments_are_shortened_as_must_be() -> None:
    sizes = {"short": 20, "middle": 150, "large": 1_200, "long": 1_300}
    calls = [call(name, "write_file", json.dumps({"content": WORDS * size})) for name, size in sizes.items()]
    results = [tool(name, "write_file", "ok") for name in sizes]
    record, request = fitted(numbered([user("Write."), assistant("", *calls), *results]))
    assert [replacement.call for replacement in record.replacements] == [3, 2]
    assert request.load > 1_000
    half = replace(record, id="r1", replacements=record.replacements[:1])
    again, _ = fitted(numbered([user("Write."), assistant("", *calls), *results]), record=half)
    assert set(again.replacements) == set(record.replacements), "one that is short already stays as it is"


def test_large_results_are_no_reason_to_shorten_arguments() -> None:
    written = json.dumps({"path": WORDS * 10, "content": WORDS * 20})
    log = numbered([user("a"), assistant("", call("c", "copy", written)), tool("c", "copy", WORDS * 6_000)])
    assert {replacement.kind for replacement in fitted(log)[0].replacements} == {"head_tail"}


def test_arguments_that_shorten_to_nothing_less_are_left_alone() -> None:
    many_values = json.dumps({f"k{number}": WORDS * 5 for number in range(20)})
    log = numbered([user("a"), assistant("", call(arguments=many_values)), tool("call_0", "read_file", WORDS * 40)])
    with pytest.raises(CannotFit):
        fit(state(log, 1_500))


@pytest.mark.parametrize("window", [1_500, 3_000, 8_192])
def test_W7_where_the_user_never_spoke_the_newest_answers_that_fit_are_sent(window: int) -> None:
    log = numbered([assistant(f"{number} {WORDS * 30}") for number in range(40)])
    record, request = fitted(log, window)
    assert request.messages[0].role == "user"
    assert log[-1].id in {message.source for message in request.messages}
    assert record.count + sum(bool(message.source) for message in request.messages) == len(log)


def test_W7_a_refusal_where_the_user_never_spoke_names_how_large_it_is() -> None:
    with pytest.raises(CannotFit) as caught:
        fit(state(numbered([assistant(WORDS * 4_000)]), 1_500))
    assert "newest turn 27,000" in render(caught.value.text)
    with pytest.raises(CannotFit) as caught:
        fit(state(numbered([assistant("a"), assistant(WORDS * 4_000)]), 1_500))
    assert "newest turn 27,004" in render(caught.value.text), "what came before is not the matter"


def many(count: int, *after: Message) -> Log:
    """A response with ``count`` calls and their results."""
    calls = (call(f"c{number}", arguments=f'{{"path": "{number}.txt"}}') for number in range(count))
    results = (tool(f"c{number}", "read_file", f"{number} {WORDS * 100}") for number in range(count))
    return numbered([user("Read all."), assistant("", *calls), *results, *after])


@pytest.mark.parametrize("after", [(assistant("Read."), user("Next.")), ()])
def test_the_work_grows_with_the_calls_of_one_response_and_not_with_their_square(after: tuple[Message, ...]) -> None:
    spent: list[int] = []
    for count in (100, 400):
        now = state(many(count, *after), 8_192)
        counter = now.counter
        assert isinstance(counter, ByteCounter)
        try:
            fit(now)
        except CannotFit:
            assert not after
        spent.append(counter.calls)
    assert spent[1] < 5 * spent[0]


def test_a_replacement_that_gains_nothing_is_not_taken() -> None:
    log = list(talk(300, tools=1, result=60))
    log[2] = tool("call_0", "read_file", WORDS * 60, id="odd", seq=3, tokens={"bytes": 1})
    record, _ = fitted((*log, *numbered([user("next")], start=5_000)))
    assert "odd" not in {r.message_id for r in record.replacements}


@given(
    log=broken_logs(), window=st.integers(1_200, 6_000), k=st.sampled_from((0.5, 1.0, 1.7)), draft=st.integers(0, 300)
)
def test_K4_whatever_the_log_it_fits_and_is_valid_or_is_refused(log: Log, window: int, k: float, draft: int) -> None:
    """K1, K3, K5, K7: at any window and calibration."""
    long = tuple(
        replace(m, parts=(TextPart(WORDS * 30), *m.parts)) if m.role != "tool" and m.text.strip() else m for m in log
    )
    now = state(long, window, calibration=Calibration(k, 1), draft=draft)
    try:
        record = fit(now)
    except CannotFit:
        assert measure(now).total + draft > now.thresholds.hard
        return
    found = now if record is None else replace(now, record=record)
    assert measure(found).total + draft <= now.thresholds.hard
    assert record is None or holds(long, record)
    if record is not None:
        assert record.tokens_after == measure(found).total
