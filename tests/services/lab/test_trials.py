"""What is measured of a replay: facts, rules, cost, the reference point, and rows that say why they were not played."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.services.test_replay import FILLER, conversation
from weclaw_desktop.core.models import ModelSpec, Price
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services.lab.experiment import UNKNOWN, Experiment, variants
from weclaw_desktop.services.lab.figures import Kept, Row, Variant, winner
from weclaw_desktop.services.lab.probes import prepare, sampled
from weclaw_desktop.services.lab.trials import Trials, prompt_cost
from weclaw_desktop.services.transcripts import Transcript, read

STRATEGIES = ("adaptive", "pipeline", "layered", "truncate", "off")
COUNTER = counter_for("o200k_base")
RULE = "Always name the harbour master in your answers."
LATE = "Never answer in more than six sentences."


def asked_again(turns: int = 70) -> Transcript:
    """A chat about berths; its second half asks for what the first half told, from memory."""
    messages: list[dict[str, object]] = [{"role": "system", "content": "You run a harbour."}]
    for turn in range(turns):
        said = f"Is berth B{turn} free for boat boat_{turn}? {FILLER}"
        said += f" {RULE}" if turn == 1 else f" {LATE}" if turn == 2 else ""
        said += " Forget the rule about the six sentences." if turn == turns // 2 else ""
        messages.append({"role": "user", "content": said})
        call = {"id": f"c{turn}", "function": {"name": "look_up", "arguments": json.dumps({"berth": f"B{turn}"})}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        rows = json.dumps([{"id": f"slot_{turn}", "price": 1_000 + turn * 7, "keeper": f"Keeper{turn} Alba"}])
        messages.append({"role": "tool", "tool_call_id": f"c{turn}", "content": rows})
        old = turn - turns // 2
        back = f" As said, slot_{old} costs {1_000 + old * 7}." if old >= 0 else ""
        messages.append({"role": "assistant", "content": f"Berth B{turn} is free. {FILLER}{back}"})
    return read(json.dumps({"messages": messages, "tools": [{"name": "look_up"}]}))[0]


@pytest.fixture(scope="module")
def rows() -> dict[str, Row]:
    trials = Trials(Experiment(asked_again(), ()))
    found = {name: trials.run(Variant(name, 8_192)) for name in STRATEGIES}
    trials.close()
    return found


def test_the_questions_are_what_the_model_could_not_read_off() -> None:
    transcript = asked_again()
    probes = prepare([m for m in transcript.messages if m.role != "system"], COUNTER)
    names = {need.name for needs in probes.needs.values() for need in needs}
    assert {"slot_0", "slot_20", "1000"} <= names | {"1000"}
    assert not any(need.name == f"B{need.use // 4}" for needs in probes.needs.values() for need in needs)
    assert [(rule.text, rule.withdrawn >= 0) for rule in probes.rules] == [(RULE, False), (LATE, True)]
    assert any(value.value == "1000" and "slot_0" in value.beside for value in probes.values)
    assert len(sampled(list(range(1_000)), 7)) == 7


def test_adaptive_keeps_more_facts_than_truncating_and_than_the_newest_turns(rows: dict[str, Row]) -> None:
    adaptive, truncate = rows["adaptive"], rows["truncate"]
    assert adaptive.facts is not None
    assert adaptive.newest is not None
    assert adaptive.facts > adaptive.newest + 0.2
    assert adaptive.facts > (truncate.facts or 0) + 0.2
    assert adaptive.found_again is not None
    assert adaptive.found_again >= (adaptive.needed.share or 0)
    assert winner([rows[name] for name in STRATEGIES]) == 0


def test_every_row_is_valid_and_its_figures_agree(rows: dict[str, Row]) -> None:
    for name, row in rows.items():
        assert row.valid, (name, row.faults, row.failure)
        assert row.peak == max(row.tokens) <= row.hard
        assert row.sent == sum(row.tokens)
        assert row.calls == len(row.tokens) == 140
        assert row.cost is not None
        assert row.cost > 0
        assert row.cache_kept is not None
        assert 0 < row.cache_kept < 1
        assert row.passes > 0
        assert row.rules == 1
        assert row.revived == 0
        json.dumps(row.to_json())
    assert rows["adaptive"].rules_kept == 1


def test_a_row_that_cannot_be_played_says_why() -> None:
    huge = read(json.dumps({"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]}))[0]
    tools = conversation(2).tools
    wide = replace(tools[0], description="word " * 9_000)
    trials = Trials(Experiment(replace(huge, tools=(wide,)), (), told_in="zh"))
    unknown = trials.run(Variant("magic", 8_192))
    assert "magic" in unknown.failure
    assert not unknown.valid
    assert winner([unknown]) is None
    trials.close()


def test_W1_a_window_too_small_for_the_newest_message_is_a_row_not_a_crash() -> None:
    long = "Please read this: " + " ".join(f"word{n}" for n in range(6_000))
    said = [
        {"role": "system", "content": long},
        {"role": "user", "content": "and?"},
        {"role": "assistant", "content": "ok"},
    ]
    trials = Trials(Experiment(read(json.dumps({"messages": said}))[0], ()))
    row = trials.run(Variant("off", 4_096))
    trials.close()
    assert row.failure
    assert row.calls == 0


def test_cost_follows_the_price() -> None:
    price = Price("CNY", 2.0, 8.0, 0.2, None, step=10_000, step_input=4.0)
    assert prompt_cost(price, 1_000, 0) == pytest.approx(0.002)
    assert prompt_cost(price, 1_000, 1_000) == pytest.approx(0.0002)
    assert prompt_cost(price, 20_000, 0) == pytest.approx(0.08)
    assert prompt_cost(UNKNOWN, 1_000_000, 500_000) == pytest.approx(0.05 + 0.625)
    spec = ModelSpec("p", "m", 8_192, "table", price=price)
    trials = Trials(Experiment(asked_again(10), (), spec))
    plain, summed = trials.run(Variant("pipeline")), trials.run(Variant("pipeline", summarizer="scripted"))
    trials.close()
    assert plain.currency == "CNY"
    assert plain.summary_cost == 0
    assert summed.cost is not None


def test_summaries_are_paid_for() -> None:
    trials = Trials(Experiment(asked_again(), ()))
    row = trials.run(Variant("pipeline", 8_192, summarizer="scripted"))
    trials.close()
    assert 0 < row.summary_cost < (row.cost or 0)


def test_the_winner_loses_fewest_rules_then_keeps_most_then_is_cheapest() -> None:
    def made(held: int, cost: float, kept: int = 2, fault: str = "") -> Row:
        return Row(Variant("off"), calls=1, needed=Kept(held, 0, 100), cost=cost, rules=2, rules_kept=kept,
                   faults=(fault,) if fault else ())  # fmt: skip

    assert winner([made(99, 9.0, kept=1), made(80, 2.0), made(81, 3.0)]) == 1
    assert winner([made(80, 2.0), made(90, 3.0)]) == 1
    assert winner([made(80, 2.0), made(100, 3.0, fault="x")]) == 0
    assert winner([Row(Variant("off"), calls=1)]) is None


def test_variants_are_every_combination_once() -> None:
    found = variants(("off", "adaptive"), (0, 8_192, 0), ("economy",), ("none", "scripted"))
    assert len(found) == 8
    assert found[0] == Variant("off", 0, "economy")
