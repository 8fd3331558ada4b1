"""Tool calls in a request: results behind their calls, ids unique, arguments objects."""

from __future__ import annotations

from tests.context.logs import call, numbered, step
from weclaw_desktop.context.log import Grouping
from weclaw_desktop.context.pairs import ObjectArguments, PairsTogether, UniqueIds, calls, result_of
from weclaw_desktop.core.messages import ToolCallPart, ToolResultPart, assistant, tool, user
from weclaw_desktop.core.request import RequestMessage

PAIRS, IDS, ARGUMENTS = PairsTogether(), UniqueIds(), ObjectArguments()


def ask(*ids: str) -> RequestMessage:
    return RequestMessage("assistant", tuple(ToolCallPart(i, "t", "{}") for i in ids), "x")


def out(call_id: str, text: str = "out") -> RequestMessage:
    return RequestMessage("tool", (ToolResultPart(call_id, "t", text),), f"r{text}")


USER = RequestMessage("user", (), "u")


def test_whole_groups_pass_untouched() -> None:
    view = (USER, ask("a", "b"), out("a"), out("b"), ask("c"), out("c"))
    assert PAIRS.check(view) == []
    assert PAIRS.repair(view, "en") is view
    assert IDS.repair(view, "en") is view
    assert ARGUMENTS.repair(view, "en") is view


def test_K4_orphans_go_and_missing_results_are_stubbed() -> None:
    view = (out("x"), USER, ask("a", "b"), out("b"))
    assert [at for at, _ in PAIRS.check(view)] == [0, 2]
    fixed = PAIRS.repair(view, "zh")
    assert PAIRS.check(fixed) == []
    assert [m.role for m in fixed] == ["user", "assistant", "tool", "tool"]
    stub = result_of(fixed[2])
    assert stub is not None
    assert stub.text.startswith("（已中断")


def test_K5_separated_and_doubled_results_are_put_in_place() -> None:
    view = (ask("q"), USER, out("q", "one"), out("q", "two"))
    fixed = PAIRS.repair(view, "en")
    assert [m.role for m in fixed] == ["assistant", "tool", "user"]
    assert PAIRS.check((ask("q"), RequestMessage("tool", ()))) != []


def test_K5_equal_ids_are_numbered_by_place() -> None:
    view = (ask("call_0"), out("call_0", "one"), ask("call_0", "call_0"), out("call_0", "two"), out("call_0", "three"))
    fixed = IDS.repair(view, "en")
    assert IDS.check(fixed) == []
    assert PAIRS.check(fixed) == []
    assert len({part.id for message in fixed for part in calls(message)}) == 3
    kept = (ask("same"), out("same"), ask("same"), out("other"))
    assert result_of(IDS.repair(kept, "en")[3]) == result_of(kept[3])


def test_ids_beyond_what_providers_take_are_found() -> None:
    assert IDS.check((ask("x" * 41),)) != []
    assert IDS.check((ask("a b"),)) != []
    assert IDS.check((ask(""),)) != []
    assert IDS.check((ask("c12_0"),)) == []


def test_K7_other_arguments_are_wrapped() -> None:
    view = (USER, RequestMessage("assistant", (ToolCallPart("a", "t", "nope"),), "x"))
    assert [at for at, _ in ARGUMENTS.check(view)] == [1]
    assert calls(ARGUMENTS.repair(view, "en")[1])[0].arguments == '{"value": "nope"}'


def test_K4_no_cut_between_a_call_and_its_last_result() -> None:
    log = numbered([user("a"), *step("1", "x"), assistant("", call("2")), user("wait"), tool("2", "t", "late")])
    groups = Grouping(log).groups
    assert PAIRS.forbidden(log, groups) == {2, 4, 5}
    assert IDS.forbidden(log, groups) == set()
    assert ARGUMENTS.forbidden(log, groups) == set()
