"""The ledger: pins and live rules verbatim, facts newest first, within its room."""

from __future__ import annotations

import json
from dataclasses import replace

from tests.context.counting import ByteCounter
from tests.context.logs import call, numbered
from tests.rules.tables import LEARNT, read
from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.ledger import Ledger, facts_of, write
from weclaw_desktop.context.rules import SURELY, remarks
from weclaw_desktop.core.messages import Log, assistant, tool, user
from weclaw_desktop.core.text import Language


def ledger(log: Log, end: int | None = None, limit: int = 2_000, language: Language = "en") -> Ledger:
    return write(log, len(log) if end is None else end, EngineCache(), ByteCounter(), language, limit)


def facts(log: Log, end: int | None = None, limit: int = 2_000, language: Language = "en") -> str:
    return facts_of(log, len(log) if end is None else end, EngineCache(), ByteCounter(), language, limit)


def test_K10_a_rule_stands_verbatim_and_newest_first() -> None:
    log = numbered([user("Always answer in French."), assistant("ok"), user("Never use emoji."), assistant("ok")])
    found = ledger(log)
    assert found.verbatim == ("Never use emoji.", "Always answer in French.")
    assert found.rules.index("[m3] Never") < found.rules.index("[m1] Always")


def test_K10_a_sure_rule_is_kept_before_newer_sentences_that_may_be_none() -> None:
    doubtful = [
        sentence.text
        for name in LEARNT
        for sentence in read(name)[0]
        if any(0 < remark.rule < SURELY - 1 and remark.back < 0 for remark in remarks(user(sentence.text)))
    ][:12]
    log = numbered([user("Always answer in French."), *map(user, doubtful)])
    found = ledger(log, limit=120)
    assert "Always answer in French." in found.verbatim
    assert found.verbatim[-1] == "Always answer in French."
    assert found.left_out


def test_K11_a_withdrawn_rule_is_banned_and_its_withdrawal_told() -> None:
    log = numbered(
        [user("Always answer in French."), assistant("oui"), user("You no longer need to answer in French.")]
    )
    found = ledger(log, 2)
    assert found.verbatim == ()
    assert found.banned == ("Always answer in French.",)
    assert "Always answer in French." not in found.rules
    assert "[m3] You no longer need" in found.rules


def test_K12_pins_are_verbatim_whatever_the_room() -> None:
    pinned = replace(user("Pinned words " * 50 + "end."), pinned=True)
    result = replace(tool("c", "t", "pinned result"), pinned=True)
    log = numbered([pinned, assistant("", call("c")), result, user("Always be brief.")])
    found = ledger(log, limit=5)
    assert pinned.text in found.rules
    assert "[m3] pinned result" in found.rules
    assert found.left_out == (4,)
    assert "m4" in found.rules


def test_a_rule_inside_a_pin_is_not_said_twice() -> None:
    log = numbered([replace(user("Always be brief."), pinned=True)])
    assert ledger(log).rules.count("Always be brief.") == 1


def test_facts_come_in_groups() -> None:
    log = numbered(
        [
            user("My user id is bob_7. My budget is $300."),
            assistant("Noted."),
            user("My budget is $450. Please edit src/a.py for PR #1234."),
            assistant("", call("c", "edit_file", json.dumps({"path": "src/a.py", "text": "x"}))),
            tool("c", "edit_file", "Error: file is read-only"),
            assistant("", call("d", "read_file", json.dumps({"path": "src/b.py"}))),
            tool("d", "read_file", "fine"),
            assistant("Done."),
            user("And then?"),
            user("Shall we?"),
        ]
    )
    found = facts(log, 9)
    assert "budget: $450 (before: $300) [m3]" in found
    assert "src/a.py (changed, m4)" in found
    assert "src/b.py (read, m6)" in found
    assert "[a5] Error: file is read-only" in found
    assert "Open requests:\n- [m9] And then?" in found
    assert "[m3] My budget is $450." in found
    assert "bob_7" in found
    assert "#1234" in found


def test_the_ask_that_is_being_worked_on_is_not_listed() -> None:
    log = numbered([user("Do it now."), assistant("", call("c")), tool("c", "t", "x"), assistant("", call("d"))])
    assert "Do it now" not in facts(log, 3)
    assert "Do it now" in facts(log, 4)


def test_thanks_and_farewells_are_no_open_requests_and_answer_none() -> None:
    log = numbered(
        [
            user("Hello!"),
            assistant("Hello, how can I help?"),
            user("Book the blue boat."),
            assistant("Booked."),
            user("And a red one."),
            user("Thank you so much for your help! ###STOP###"),
            assistant("You are welcome."),
            user("好的，谢谢，再见！"),
        ]
    )
    found = facts(log)
    assert "Open requests:\n- [m5] And a red one.\n" in found
    assert found.endswith("newest first:\n- [m3] Book the blue boat.")


def test_one_number_written_two_ways_is_no_change() -> None:
    log = numbered([user("My budget is $4,200."), assistant("ok"), user("My budget is $4200."), assistant("ok")])
    assert "budget: $4200 [m3]" in facts(log)
    log = (*log, *numbered([user("Change the budget to $4,500."), assistant("ok")], start=5))
    assert "budget: $4,500 (before: $4200) [m5]" in facts(log)


def test_K13_the_newest_answered_request_has_its_room_beside_many_facts() -> None:
    stated = [m for i in range(60) for m in (user(f"My code of house {i} is key_{i}."), assistant("Noted."))]
    found = facts(numbered(stated), limit=300)
    assert "do not do them again" in found
    assert "[m119] My code of house 59" in found
    assert "code of house 59: key_59" in found


def test_facts_keep_to_their_room_and_chinese_is_chinese() -> None:
    log = numbered([user("预算改为500元，订单号是AB1234。"), assistant("好的"), user("再看看")])
    found = facts(log, language="zh")
    assert "预算: 500元" in found
    assert "AB1234" in found
    assert ByteCounter().text(facts(log, limit=60, language="zh")) <= 60
    assert facts(log, limit=0) == ""


def test_the_same_error_is_told_once_and_four_at_most() -> None:
    rows = [m for i in range(9) for m in (assistant("", call(f"c{i}")), tool(f"c{i}", "t", f"Error: kind {i // 2}"))]
    found = facts(numbered([user("go"), *rows]))
    assert found.count("Error: kind") == 4
    assert found.count("Error: kind 4") == 1
