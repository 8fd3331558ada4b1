"""Where a window is from, and what an overflow error teaches."""

from __future__ import annotations

from weclaw_desktop.context.window import Learnt, Resolved, Sources, accepted, apply, resolve
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.text import render


def test_W5_sources_in_their_order() -> None:
    everything = Sources(override=1_000_000, server=200_000, table=128_000)
    assert resolve(everything) == Resolved(1_000_000, "override")
    assert resolve(Sources(server=200_000, table=128_000)) == Resolved(200_000, "server")
    assert resolve(Sources(table=128_000)) == Resolved(128_000, "table")
    assert resolve(Sources()) == Resolved(8_192, "guessed")
    assert resolve(Sources(table=3)).window == 16


def test_L3_a_learnt_window_beats_an_older_override_and_the_user_is_told() -> None:
    learnt = Learnt(131_072, at_ms=2_000)
    found = resolve(Sources(override=1_000_000, override_ms=1_000, learnt=learnt), "glm")
    assert (found.window, found.source) == (131_072, "learnt")
    assert found.told is not None
    assert "glm refused" in render(found.told)
    assert "131.1K" in render(found.told, "zh")


def test_a_learnt_limit_gives_way_to_a_later_override_a_changed_report_and_an_accepted_prompt() -> None:
    learnt = Learnt(131_072, at_ms=2_000, server=200_000)
    assert resolve(Sources(override=1_000_000, override_ms=3_000, learnt=learnt)).source == "override"
    assert resolve(Sources(server=200_000, learnt=learnt)).source == "learnt"
    assert resolve(Sources(server=262_144, learnt=learnt)) == Resolved(262_144, "server")
    assert accepted(learnt, 131_072) == learnt
    assert accepted(learnt, 131_073) is None
    assert accepted(None, 5) is None


def test_a_learnt_limit_belongs_to_its_endpoint_and_model() -> None:
    learnt = Learnt(50_000, endpoint="http://a", model="m")
    assert resolve(Sources(table=128_000, endpoint="http://a", learnt=learnt), "m").window == 50_000
    assert resolve(Sources(table=128_000, endpoint="http://b", learnt=learnt), "m").window == 128_000
    assert resolve(Sources(table=128_000, endpoint="http://a", learnt=learnt), "n").window == 128_000
    assert resolve(Sources(table=128_000, learnt=Learnt(0))).source == "table"


def test_a_learnt_input_limit_leaves_the_window_alone() -> None:
    learnt = Learnt(98_304, "input", at_ms=5)
    assert resolve(Sources(table=131_072, learnt=learnt)) == Resolved(131_072, "table", 98_304)
    assert resolve(Sources(table=131_072, max_input=50_000, learnt=learnt)).max_input == 50_000
    told = resolve(Sources(override=131_072, learnt=learnt), "m")
    assert told.told is not None
    assert (told.window, told.source, told.max_input) == (131_072, "override", 98_304)


def test_a_learnt_window_bounds_a_listed_input_limit() -> None:
    assert resolve(Sources(table=400_000, max_input=272_000, learnt=Learnt(100_000))).max_input == 100_000


def test_the_model_shows_the_window_that_holds() -> None:
    spec = apply(ModelSpec("p", "m"), Sources(server=32_768, max_input=30_000))
    assert (spec.window, spec.window_source, spec.max_input) == (32_768, "server", 30_000)
