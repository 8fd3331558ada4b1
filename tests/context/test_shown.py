"""How one message with its results is shown."""

from __future__ import annotations

from dataclasses import replace

from tests.context.counting import ByteCounter
from tests.context.logs import FILE, IMAGE, call, numbered
from weclaw_desktop.context.log import Grouping
from weclaw_desktop.context.shown import NOTHING, Shown, by_message, call_id, raw_tokens, show
from weclaw_desktop.core.messages import (
    Intake,
    Message,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    assistant,
    tool,
    user,
)
from weclaw_desktop.core.records import Replacement

COUNTER = ByteCounter()


def first(*messages: Message, replaced: tuple[Replacement, ...] = ()) -> Shown:
    return show(Grouping(numbered(messages)).groups[0], by_message(replaced), COUNTER, "en")


def texts(shown: Shown) -> list[str]:
    return [p.text for m in shown.messages for p in m.parts if isinstance(p, (TextPart, ToolResultPart))]


def test_a_user_message_goes_out_verbatim_with_its_attachments() -> None:
    shown = first(Message("user", (TextPart("a\x00"), IMAGE, TextPart("b"), FILE)))
    assert shown.messages[0].parts == (TextPart("a\ufffd"), IMAGE, TextPart("b"), FILE)
    assert (shown.messages[0].form, shown.messages[0].source, shown.messages[0].seq) == ("verbatim", "id1", 1)
    assert shown.attachments == COUNTER.parts((IMAGE, FILE))
    assert shown.raw == shown.messages[0].tokens


def test_L5_an_attachment_that_was_shortened_is_shown_and_counted_as_such() -> None:
    short = replace(FILE, text="word " * 4_000, shown="word … word")
    for said in ("read", ""):
        shown = first(Message("user", (TextPart(said), short)))
        assert shown.messages[0].parts[-1] == replace(FILE, text="word … word")
        assert shown.raw < 40
        assert shown.attachments < 20


def test_an_empty_ask_says_that_it_is_empty_unless_something_is_attached() -> None:
    assert texts(first(user("  "))) == ["(empty message)"]
    assert texts(first(Message("user", (IMAGE,)))) == []
    assert first(Message("user", (IMAGE,))).messages[0].parts == (IMAGE,)
    blank = Replacement("id1", " ", "head_tail", "a1")
    assert first(Message("user", (TextPart("x"), IMAGE)), replaced=(blank,)).messages[0].parts == (IMAGE,)


def test_words_put_in_place_of_nothing_are_counted_with_the_rest() -> None:
    odd = assistant("", call("a", "bad name!", "null"), call("b", "x", "[1]"), tokens={"bytes": 1})
    answers = (tool("a", "x", "", tokens={"bytes": 1}), tool("b", "x", "fine"))
    for shown in (first(user(" ", tokens={"bytes": 1})), first(odd, *answers)):
        assert [m.tokens for m in shown.messages] == [COUNTER.parts(m.parts) for m in shown.messages]
        assert shown.raw == sum(m.tokens for m in shown.messages)


def test_intake_and_replacements_are_shown_in_their_place() -> None:
    long = user("very long", intake=Intake("start … end", True))
    assert texts(first(long)) == ["start … end"]
    assert first(long).messages[0].form == "shortened"
    cut = Replacement("id1", "short", "head_tail", "a1")
    assert texts(first(long, replaced=(cut,))) == ["short"]
    with_arguments = Replacement("id1", "x", "arguments", "a1", call=0)
    assert texts(first(user("plain"), replaced=(with_arguments,))) == ["plain"]


def test_ids_come_from_the_sequence_number_and_results_follow_in_call_order() -> None:
    shown = first(assistant("go", call("b"), call("a")), tool("a", "x", "for a"), tool("b", "x", "for b"))
    assert [p.id for p in shown.messages[0].parts if isinstance(p, ToolCallPart)] == ["c1_0", "c1_1"]
    assert texts(shown) == ["go", "for b", "for a"]
    assert call_id(12, 3) == "c12_3"


def test_K6_a_call_without_result_gets_a_stub() -> None:
    shown = first(assistant("", call("a"), state="interrupted"))
    assert texts(shown) == ["(interrupted: this call was not completed and has no result)"]
    assert (shown.messages[1].form, shown.messages[1].synthetic) == ("stub", True)


def test_a_result_the_user_took_out_or_that_is_not_there_yet_leaves_a_stub() -> None:
    asked = assistant("", call("a"))
    assert texts(first(asked, tool("a", "x", "secret", excluded=True))) == ["(the user took this result out)"]
    assert "interrupted" in texts(first(asked, tool("a", "x", "half", state="generating")))[0]


def test_results_show_intake_stubs_lines_and_no_output() -> None:
    asked = assistant("", call("a"))
    assert texts(first(asked, tool("a", "x", " "))) == ["(no output)"]
    encoded = first(asked, tool("a", "x", "{ }", intake=Intake("{}", False, ("json",))))
    assert (texts(encoded), encoded.messages[1].form) == (["{}"], "verbatim")
    capped = first(asked, tool("a", "x", "…", intake=Intake("head tail", True)))
    assert (texts(capped), capped.messages[1].form) == (["head tail"], "shortened")
    for kind, form in (("stub", "stub"), ("line", "shortened")):
        put = Replacement("id2", "one line", kind, "a2")
        shown = first(asked, tool("a", "x", "long " * 99), replaced=(put,))
        assert (texts(shown), shown.messages[1].form) == (["one line"], form)
        assert shown.messages[1].tokens == COUNTER.parts(shown.messages[1].parts)


def test_arguments_and_spoken_text_can_be_replaced() -> None:
    message = Message("assistant", (ReasoningPart("r\ud800", "sig", "p"), TextPart("said"), call("a"), IMAGE))
    cut = Replacement("id1", '{"path": "…"}', "arguments", "a1", call=0)
    parts = first(message, replaced=(cut,)).messages[0].parts
    assert parts == (
        ReasoningPart("r\ufffd", "sig", "p"),
        TextPart("said"),
        ToolCallPart("c1_0", "read_file", '{"path": "…"}'),
        IMAGE,
    )
    spoken = Replacement("id1", "shorter", "head_tail", "a1")
    assert first(message, replaced=(cut, spoken)).messages[0].parts[0] == TextPart("shorter")


def test_K9_thinking_travels_with_its_signature_and_provider() -> None:
    thought = ReasoningPart("because", "opaque", "anthropic")
    parts = first(Message("assistant", (thought, call("a"))), tool("a", "t", "out")).messages[0].parts
    assert parts[0] == thought


def test_C2_rows_that_were_never_counted_are_counted_now() -> None:
    shown = first(user("<|endoftext|>" * 40, tokens={"other": 1}))
    assert shown.raw == 4 + 13 * 40 // 4


def test_what_says_nothing_is_not_sent() -> None:
    assert first(user("a", excluded=True)) is NOTHING
    assert first(assistant("a", state="generating")) is NOTHING
    assert first(assistant("", state="failed")) is NOTHING
    assert first(Message("assistant", (ReasoningPart("only thinking"),))) is NOTHING
    assert texts(first(assistant("half", state="failed"))) == ["half"]


def test_the_later_of_two_replacements_of_one_place_wins() -> None:
    old, new = (Replacement("m", text, "line", "a1") for text in ("old", "new"))
    other = replace(old, call=1, kind="arguments")
    assert by_message((old, other, new)) == {"m": (new, other)}


def test_counts_cached_on_the_message_are_used() -> None:
    assert raw_tokens(user("abcd", tokens={"bytes": 77}), COUNTER) == 77
    assert raw_tokens(user("abcd"), COUNTER) == 5


def test_the_text_of_a_skill_is_told_apart_until_something_stands_in_its_place() -> None:
    """Fault C4: what a skill's text takes counts to the skills, wherever it stands."""
    asked = assistant("", call("pdf", "skill", '{"name": " pdf "}'), call("odd", "skill", "[1]"), call("bad", "skill"))
    log = numbered(
        [
            asked,
            tool("pdf", "skill", "body " * 40),
            tool("odd", "skill", "x"),
            tool("bad", "skill", "No.", is_error=True),
        ]
    )
    found = first(*log)
    body = raw_tokens(log[1], ByteCounter())
    assert found.skills == (("pdf", body), ("", raw_tokens(log[2], ByteCounter())))
    demoted = first(*log, replaced=(Replacement(log[1].id, "[a2] read skill pdf", "line", "a2"),))
    assert [name for name, _ in demoted.skills] == [""]
