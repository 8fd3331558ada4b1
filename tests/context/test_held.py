"""Which facts a view holds: what was said in the chat, not what our own words say of it."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace

from tests.context.logs import numbered
from tests.context.states import state
from weclaw_desktop.context.changes import changes
from weclaw_desktop.context.encode import intake
from weclaw_desktop.context.held import Held
from weclaw_desktop.context.view import view
from weclaw_desktop.core.changes import Changes
from weclaw_desktop.core.messages import (
    Log,
    Message,
    ToolCallPart,
    ToolResultPart,
    assistant,
    user,
)
from weclaw_desktop.core.records import ContextBlock, Record, Replacement

ROWS = "\n".join(f"row says nothing {'x' * (n % 7)}" for n in range(1_247))


def read_step(path: str, output: str, call_id: str = "c") -> tuple[Message, Message]:
    call = ToolCallPart(call_id, "read_file", f'{{"path": "{path}"}}')
    return Message("assistant", (call,)), Message("tool", (ToolResultPart(call_id, "read_file", output),))


def chat(output: str = ROWS) -> Log:
    asked, answer = read_step("docs/HARBOUR_7.md", output)
    return numbered(
        [user("Read the notes of Adler."), asked, answer, assistant("Done."), user("And the 4,812 crates?")]
    )


def risks(found: Changes) -> set[str]:
    return {risk.fact for risk in found.risks}


def lined(log: Log, said: str) -> Record:
    return Record("adaptive", "passes", "", replacements=(Replacement(log[2].id, said, "line", "a3"),))


def test_the_count_in_a_line_of_ours_is_nobodys_fact() -> None:
    log = chat()
    line = lined(log, "[a3] read docs/HARBOUR_7.md → 1,247 lines")
    gone = lined(log, "[a3: the same as a9]")
    found = changes(state(log), line, gone)
    assert (found.lost, found.risks) == (0, ())
    assert found.facts == changes(state(log), None, gone).facts  # it is not among those that there were, either
    assert "1247" not in Held(state(log)).facts(view(log, line, state(log).counter, "en"), line)


def test_a_count_that_the_result_itself_names_is_one() -> None:
    log = chat(f"1,247 crates of Bergen\n{ROWS}")
    line = lined(log, "[a3] → 1,247 lines: crates of Bergen")
    assert risks(changes(state(log), line, lined(log, "[a3] gone"))) == {"1,247", "Bergen"}


def test_counts_of_the_ledger_and_of_passages_are_ours_and_those_of_the_chat_are_not() -> None:
    log = chat()
    block = ContextBlock(
        "Frame.",
        rules="Rules:\n- Never pay more than 9,900.",
        ledger="Facts:\n- tools: read_file 310 times\n- crates = 4,812",
        narrative="Summary:\nThe harbour has 777 places.",
        digest="Passages:\n[m2] Adler; 655 more",
    )
    before = Record("adaptive", "digest", "", cut_id=log[4].id, block=block)
    after = replace(before, block=replace(block, rules="", ledger="", narrative="", digest=""))
    found = changes(state(log), before, after)
    assert {"777", "9900", "Adler"} <= risks(found)
    assert not {"310", "655", "4,812"} & risks(found)  # the last one still stands in the newest message


def test_what_a_call_asked_for_is_held_as_long_as_the_call_is_shown() -> None:
    log = chat("HT-4501 arrived")
    cut = changes(state(log), None, lined(log, "[a3] gone"))
    assert risks(cut) == {"HT-4501"}
    arguments = Replacement(log[1].id, '{"path": "…"}', "arguments", "a2", call=0)
    short = replace(lined(log, "[a3] gone"), replacements=(arguments, *lined(log, "[a3] gone").replacements))
    found = changes(state(log), None, short)
    assert risks(found) == {"HT-4501", "docs/HARBOUR_7.md"}
    assert {risk.source for risk in found.risks} == {log[1].id, log[2].id}
    told = replace(short, replacements=(arguments, *lined(log, "[a3] read docs/HARBOUR_7.md").replacements))
    assert risks(changes(state(log), None, told)) == {"HT-4501"}  # the line tells what was asked


def test_sizes_that_the_encoder_wrote_into_a_result_are_not_its_own() -> None:
    output = f"Berth B-12 of 5,610 berths\n{b64encode(bytes(range(256)) * 6).decode()}\nHT-4501 lies there"
    log = chat(output)
    now = state(log)
    taken = intake(log[2], now.thresholds, now.counter, "en")
    assert taken is not None
    assert taken.text is not None
    assert "1,536 bytes" in taken.text
    log = (*log[:2], replace(log[2], intake=taken), *log[3:])
    found = changes(state(log), None, lined(log, "[a3] gone"))
    assert risks(found) == {"B-12", "5,610", "HT-4501"}
    line = lined(log, "[a3] base64 data, 1,536 bytes; HT-4501")
    assert risks(changes(state(log), line, lined(log, "[a3] gone"))) == {"HT-4501"}


def test_a_message_that_is_not_in_the_log_says_only_what_the_log_says() -> None:
    log = (assistant("Bergen has 5,610 berths."), *chat())
    log = numbered(list(log))
    now = state(log)
    sent = view(log, None, now.counter, "en")  # begins with a block of what was said before anybody asked
    held = Held(now).facts(sent, None)
    assert {"bergen", "5610"} <= held.keys()
    assert "frame" not in held
