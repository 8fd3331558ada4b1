"""What a compression changes: messages, facts at risk, what code keeps and what the summary adds."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings

from tests.context.logs import FILE, broken_logs, call, numbered, step
from tests.context.squeeze import lined, passed, squeezed
from tests.context.states import state
from weclaw_desktop.context import changes as comparing
from weclaw_desktop.context.changes import changes, shown_text
from weclaw_desktop.context.engine import Narrative, Need
from weclaw_desktop.context.strategies.adaptive import Adaptive
from weclaw_desktop.context.view import view
from weclaw_desktop.core.changes import Change, Changes, Risk
from weclaw_desktop.core.messages import Log, Message, ReasoningPart, TextPart, assistant, user
from weclaw_desktop.core.pins import Pin
from weclaw_desktop.core.records import ContextBlock, Record, Replacement
from weclaw_desktop.core.request import RequestMessage

BLOCK = ContextBlock(
    "Reference.",
    rules="Rules:\n- Never book without asking.",
    ledger="Facts:\n- booking = HT-4501\n",
    narrative="Summary:\nThe crate HT-4501 goes to Rotterdam. Adler pays.",
    removed=("The crate HT-9999 is lost.",),
)


def long_chat() -> Log:
    return numbered(
        [
            user("The crate HT-4501 weighs 1234 kg."),
            *step("c", "invoice F-70001, customer Adler"),
            assistant("Noted, HT-4501."),
            user("And HT-4777?"),
            assistant("It is in Bergen."),
        ]
    )


def cut_at(log: Log, seq: int, **fields: object) -> Record:
    values = {"strategy": "adaptive", "method": "digest", "prefix_hash": "", "cut_id": f"id{seq}", "block": BLOCK}
    return Record(**{**values, **fields})  # pyright: ignore[reportArgumentType] -- fields of Record


def kinds(found: Changes) -> list[tuple[int, str]]:
    return [(row.seq, row.kind) for row in found.rows]


def test_nothing_changes_between_equal_views() -> None:
    log = long_chat()
    found = changes(state(log), None, None)
    assert {row.kind for row in found.rows} == {"same"}
    assert (found.lost, found.kept, found.risks, found.ledger) == (0, 1.0, (), ())
    assert found.tokens_before == found.tokens_after


def test_messages_before_the_cut_are_gone_and_the_block_stands_for_them() -> None:
    log = long_chat()
    found = changes(state(log), None, cut_at(log, 5))
    assert kinds(found) == [(0, "block"), (1, "gone"), (2, "gone"), (3, "gone"), (4, "gone"), (5, "same"), (6, "same")]
    assert found.rows[0].after.startswith("Reference.")
    assert "HT-9999" not in found.rows[0].after
    assert found.rows[3].name == "read_file"
    back = changes(state(log), cut_at(log, 5), None)
    assert [kind for _, kind in kinds(back)] == ["block", "back", "back", "back", "back", "same", "same"]
    assert back.rows[0].before.startswith("Reference.")
    assert not back.rows[0].after
    assert {risk.seq for risk in back.risks} == {0}  # only the summary said that


def test_facts_at_risk_are_spelled_as_they_were_said_with_their_message() -> None:
    log = long_chat()
    found = changes(state(log), None, cut_at(log, 5))
    assert Risk("F-70001", 3, "id3") in found.risks
    assert Risk("1234", 1, "id1") in found.risks
    assert not [risk for risk in found.risks if risk.fact in ("HT-4501", "HT-4777", "Adler", "Bergen")]
    assert found.lost == len(found.risks)
    assert 0 < found.kept < 1


def test_what_code_keeps_what_the_summary_adds_and_what_was_taken_out() -> None:
    log = long_chat()
    found = changes(state(log), None, cut_at(log, 5))
    assert found.ledger == ("- Never book without asking.", "- booking = HT-4501")
    assert found.added == ("Adler", "Rotterdam")
    assert found.removed == BLOCK.removed
    plain = changes(state(log), None, cut_at(log, 5, block=replace(BLOCK, narrative="")))
    assert plain.added == ()


def test_a_fact_of_the_summary_before_has_no_message() -> None:
    log = long_chat()
    found = changes(state(log), cut_at(log, 5), cut_at(log, 5, block=replace(BLOCK, narrative="")))
    assert Risk("rotterdam") in found.risks
    assert kinds(found)[0] == (0, "block")


def test_a_fact_that_only_the_summary_before_showed_leads_to_the_message_that_said_it() -> None:
    log = long_chat()
    block = replace(BLOCK, narrative="", digest="Passages:\n[m1] HT-4501; F-70001 of Adler")
    found = changes(state(log), cut_at(log, 5, block=block), cut_at(log, 5, block=replace(block, digest="")))
    assert Risk("F-70001", 3, "id3") in found.risks
    assert "m1" not in {risk.fact for risk in found.risks}


def test_shortened_messages_and_ones_that_show_more_again() -> None:
    log = long_chat()
    stub = Replacement("id3", "[a3: gone]", "stub", "a3")
    short = Record("adaptive", "passes", "", replacements=(stub,))
    found = changes(state(log), None, short)
    row = next(row for row in found.rows if row.kind == "shortened")
    assert (row.seq, row.before, row.after) == (3, "invoice F-70001, customer Adler", "[a3: gone]")
    assert row.tokens_after < row.tokens_before
    assert (3, "fuller") in kinds(changes(state(log), short, None))


def test_pins_are_read_whatever_the_record_holds_and_our_own_words_are_no_facts() -> None:
    log = long_chat()
    pins = (Pin("p1", "c", "The crate HT-4501 weighs 1234 kg."),)
    line = Record("adaptive", "passes", "", replacements=(Replacement("id3", "[a3] F-70001", "line", "a3"),))
    found = changes(state(log, pins=pins), line, cut_at(log, 5, block=replace(BLOCK, ledger="", narrative="")))
    at_risk = {risk.fact for risk in found.risks}
    assert "F-70001" in at_risk
    assert not at_risk & {"1234", "a3", "pinned", "earlier"}


def test_only_so_many_are_listed_the_rest_is_counted() -> None:
    said = " ".join(f"F-{70_000 + n}" for n in range(comparing.LISTED + 50))
    log = numbered([user(said), assistant("ok"), user("next")])
    found = changes(state(log), None, cut_at(log, 3, block=None))
    assert len(found.risks) == comparing.LISTED
    assert found.lost == comparing.LISTED + 50


def test_what_a_model_reads_of_a_message_as_text() -> None:
    thinking = ReasoningPart("hm", None, "p")
    parts = (TextPart("look"), thinking, call(), FILE)
    assert shown_text(RequestMessage("user", parts)) == 'look\nread_file({"path": "a.txt"})\n[notes.txt]'


def test_a_real_record_keeps_more_facts_than_a_bare_cut() -> None:
    messages: list[Message] = []
    for turn in range(30):
        messages.append(user(f"The code of house {turn} is key_{turn}, price {1_000 + turn}. " + "and so on " * 12))
        messages.append(assistant("Well, that is something to think about. " * 6))
    now = squeezed(numbered([*messages, user("What now?")]))
    made = passed(Adaptive(), now, Need.HARD)
    assert isinstance(made, Record)
    own = changes(now, None, made)
    bare = changes(now, None, replace(made, block=None))
    assert own.lost < bare.lost
    assert own.tokens_after < own.tokens_before


def test_K9_sentences_that_verification_took_out_are_kept_beside_the_summary_and_never_sent() -> None:
    messages: list[Message] = []
    for turn in range(30):
        messages.append(user(f"The code of house {turn} is key_{turn}. " + "and so on " * 12))
        messages.append(assistant("Well, that is something to think about. " * 6))
    now = squeezed(numbered([*messages, user("What now?")]), summarizer=100_000)
    plan = Adaptive().plan(now, Need.HARD)
    told = Narrative("House 3 has key_3.", "p/m", now.log[20].id, removed=("House 3 has key_999.",))
    made = Adaptive().apply(now, plan, told)  # pyright: ignore[reportArgumentType] -- a plan, the chat is long
    assert isinstance(made, Record)
    assert made.block is not None
    assert made.block.removed == told.removed
    assert "key_999" not in made.block.text
    sent = view(now.log, made, now.counter, "en")
    assert not [m for m in sent if "key_999" in shown_text(m)]


@settings(max_examples=60)
@given(log=broken_logs())
def test_any_log_compares_with_any_cut(log: Log) -> None:
    now = state(log)
    for cut in (*(m.id for m in log[::3]), "nowhere"):
        record = Record("adaptive", "digest", "", cut_id=cut, block=BLOCK)
        found = changes(now, None, record)
        after = view(log, record, now.counter, "en")
        assert {row.source for row in found.rows if row.after} == {m.source for m in after if m.form != "ack"} - (
            {""} if not any(row.kind == "block" for row in found.rows) else set()
        )
        assert 0 <= found.kept <= 1
        assert found.lost >= len(found.risks)


def rows_of(found: Changes, kind: str) -> list[Change]:
    return [row for row in found.rows if row.kind == kind]


def test_the_lines_do_not_move_what_is_compared() -> None:
    log = long_chat()
    wide = lined(state(log), 100_000)
    assert changes(wide, None, cut_at(log, 5)) == changes(state(log), None, cut_at(log, 5))
    assert len(rows_of(changes(wide, None, cut_at(log, 5)), "gone")) == 4
