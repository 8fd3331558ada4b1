"""The prompt for a narrative: every message in a chunk, nothing empty, rules left alone, secrets masked."""

from __future__ import annotations

from dataclasses import replace

from tests.context.logs import FILE, IMAGE, call, numbered, step, talk
from tests.context.states import state
from weclaw_desktop.context.engine import NarrativeJob, State
from weclaw_desktop.context.narrative import (
    Chunk,
    changed_values,
    chunks,
    fitted,
    lines,
    live_rules,
    prompt,
    quoted,
    repair,
    section_headings,
    span,
    unbroken,
    without,
    words,
)
from weclaw_desktop.core.messages import (
    Intake,
    Log,
    Message,
    ReasoningPart,
    TextPart,
    assistant,
    tool,
    user,
)


def job(log: Log, **fields: object) -> NarrativeJob:
    made = NarrativeJob("", log[0].id, log[-1].id, 200, "en")
    return replace(made, **fields)  # pyright: ignore[reportArgumentType] -- fields of NarrativeJob


def asked(log: Log, room: int = 4_000) -> State:
    return state(log, summarizer=room)


def test_S2_every_message_of_the_span_reaches_a_chunk_and_none_is_empty() -> None:
    log = (*talk(40, tools=1, size=300), *numbered([user("x" * 20_000), assistant("end")], start=500))
    found = chunks(asked(log, 2_500), job(log))
    assert len(found) > 3
    assert all(chunk.source.strip() for chunk in found)
    whole = "\n".join(chunk.source for chunk in found)
    assert all(f"[m{m.seq} " in whole or f"[a{m.seq} " in whole for m in log)
    assert whole.count("x") >= 20_000
    assert [chunk.number for chunk in found] == list(range(1, len(found) + 1))


def test_S2_blanks_alone_make_no_piece() -> None:
    log = numbered([user("word " * 900 + " " * 9_000 + "end"), assistant("fine" + "\n" * 9_000)])
    found = chunks(asked(log, 2_200), job(log))
    assert all(chunk.source.strip() for chunk in found)
    assert "end\n[m2 assistant] fine" in found[-1].source


def test_S3_chunks_fit_the_summarisers_own_window() -> None:
    log = talk(60, size=600)
    now = asked(log, 3_000)
    for chunk in chunks(now, job(log, previous="old notes " * 50)):
        said = prompt(job(log), chunk, "old notes " * 50)
        assert now.counter.text(said.system + said.user) + 200 <= 3_000


def test_S2_an_empty_selection_asks_nothing() -> None:
    log = talk(2)
    assert chunks(asked(log), job(log, first_id="gone")) == ()
    assert span(log, job(log, upto_id="gone")) == ()
    hidden = tuple(replace(m, excluded=True) for m in log)
    assert chunks(asked(hidden), job(hidden)) == ()


def test_S9_the_previous_narrative_is_updated() -> None:
    said = prompt(job(talk(1)), Chunk("[m1 user] hi", 1, 2), "Old fact.", ("Always be brief.",))
    assert "<notes>\nOld fact.\n</notes>" in said.user
    assert "part 1 of 2" in said.user
    assert "- Always be brief." in said.user
    assert all(f"## {heading}" in said.user for heading in section_headings("en"))
    assert "data" in said.system


def test_the_prompt_is_in_the_chat_language_with_the_focus() -> None:
    said = prompt(job(talk(1), language="zh", focus="预算"), Chunk("[m1 user] 你好", 1, 1), "")
    assert "预算" in said.user
    assert "## 目标" in said.user
    assert words(job(talk(1), language="zh")) == 180
    assert words(job(talk(1), max_tokens=10)) == 80


def test_a_prompt_asks_for_few_lines_because_small_models_count_those_only() -> None:
    assert [lines(job(talk(1), max_tokens=300, language=one)) for one in ("en", "zh")] == [2, 3]
    assert [lines(job(talk(1), max_tokens=1_050, language=one)) for one in ("en", "zh")] == [7, 11]
    asked_for = prompt(job(talk(1), max_tokens=1_050), Chunk("x", 1, 1), "").user
    assert "at most 570 words" in asked_for
    assert "at most 7 under a heading" in asked_for


def test_S7_what_was_cut_off_ends_with_its_last_whole_line_or_sentence() -> None:
    assert unbroken("- one\n- two and a ha") == "- one"
    assert unbroken("First. Second, and") == "First."
    assert unbroken("第一句。第二") == "第一句。"
    assert unbroken("no end") == unbroken("") == ""


def test_a_repair_names_what_is_wrong() -> None:
    said = repair(job(talk(1)), "my notes", "invented", ["Bad line."])
    assert "invented" in said
    assert "- Bad line." in said
    assert "–" in repair(job(talk(1)), "my notes", "empty", [])


def test_K9_reasoning_and_X3_secrets_never_reach_the_summariser() -> None:
    thought = Message(
        "assistant", (ReasoningPart("secret plan"), TextPart("done"), call("c", "grep", '{"q": "a"}')), seq=3
    )
    assert quoted(thought) == '[m3 assistant] done\n→ grep {"q": "a"}'
    assert "hunter2x" not in quoted(user("password=hunter2x see https://x.example"))
    assert quoted(Message("user", (TextPart("see"), FILE, IMAGE), seq=1)).endswith(
        "(notes.txt, text/plain)\n(a.png, image/png)"
    )


def test_what_is_shown_is_what_is_summarised() -> None:
    assert quoted(replace(tool("c", "t", "raw"), intake=Intake("shown"), seq=2)) == "[a2 t] shown"
    assert quoted(replace(tool("c", "", "raw"), seq=2)) == "[a2 tool] raw"
    assert quoted(replace(user("long"), intake=Intake("head … tail"), seq=2)) == "[m2 user] head … tail"


def test_live_rules_are_named() -> None:
    log = numbered([user("Always be brief."), assistant("ok"), *step("c", "x")])
    assert live_rules(asked(log)) == ("Always be brief.",)


def test_a_narrative_is_cut_at_a_line_or_a_sentence() -> None:
    counter = state(()).counter
    text = "First sentence here. Second sentence here. Third sentence here."
    assert fitted(text, 100, counter) == text
    assert fitted(text, 12, counter).endswith("here.")
    assert len(fitted("x" * 400, 10, counter)) <= 40


def test_S5_values_that_the_user_changed_within_the_span_are_known() -> None:
    said = ("My budget is 1000.", "My city is Oslo.", "My budget is 1500.", "My budget is 2000.")
    log = numbered([user(text) for text in said])
    assert changed_values(asked(log), job(log, upto_id=log[2].id)) == {"budget": "1500"}
    assert changed_values(asked(log), job(log, upto_id="gone")) == {}
    hidden = (log[0], log[1], replace(log[2], excluded=True), log[3])
    assert changed_values(asked(hidden), job(hidden, upto_id=log[2].id)) == {}


def test_K11_notes_without_rules_that_were_taken_back() -> None:
    assert without("- a\n- Never use tabs in code.\n- b", ("Never use tabs in code.",)) == "- a\n- b"
