"""Which number holds: the user's, one learnt, the server's, the table's, or a guess."""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.core.settings import ModelOverride, ProviderEntry
from weclaw_desktop.llm.detect import ServerModel
from weclaw_desktop.llm.providers import KnownModel
from weclaw_desktop.llm.specs import Lessons, Sources, build_spec

KEY = ("http://h/v1", "m")
TABLE = KnownModel("m", 200_000, max_input=150_000, max_output=16_000, images=True)
BARE = Sources(ProviderEntry(name="p", kind="compatible", base_url="http://h/v1"), "m", KEY)


def test_W5_the_order_is_override_learnt_server_table_guess() -> None:
    lessons = Lessons()
    guessed = build_spec(BARE, lessons)
    assert (guessed.window, guessed.window_source) == (8_192, "guessed")
    tabled = build_spec(replace(BARE, known=TABLE), lessons)
    assert (tabled.window, tabled.window_source, tabled.max_input) == (200_000, "table", 150_000)
    assert (tabled.max_output, tabled.output_source, tabled.images) == (16_000, "table", True)
    told = build_spec(replace(BARE, known=TABLE, report=ServerModel("m", 32_768)), lessons)
    assert (told.window, told.window_source, told.max_input) == (32_768, "server", 0)
    mine = build_spec(replace(BARE, known=TABLE, override=ModelOverride(window=1_000_000)), lessons)
    assert (mine.window, mine.window_source, mine.id) == (1_000_000, "override", "p/m")


def test_O3_local_models_known_to_ignore_tools_are_told_of_them_in_words() -> None:
    for name in ("qwen2.5-coder:1.5b", "gemma3:4b", "gemma-2-9b-it", "google/gemma", "phi3"):
        assert build_spec(replace(BARE, name=name, local=True), Lessons()).written_calls, name
    for name in ("qwen3:8b", "gemma4:9b", "llama3.2", "functiongemma"):
        assert not build_spec(replace(BARE, name=name, local=True), Lessons()).written_calls, name
    assert not build_spec(replace(BARE, name="qwen2.5-coder-32b"), Lessons()).written_calls


def test_L3_a_learnt_limit_beats_an_older_override_and_gives_way_to_a_later_one() -> None:
    told: list[tuple[str, str, str, int]] = []
    lessons = Lessons(on_change=lambda *change: told.append(change))
    over = replace(BARE, override=ModelOverride(window=1_000_000))
    lessons.learn(KEY, "window", 65_536, 1_000_000, None)
    learnt = build_spec(over, lessons)
    assert (learnt.window, learnt.window_source) == (65_536, "learnt")
    later = build_spec(replace(BARE, override=ModelOverride(window=100_000)), lessons)
    assert (later.window, later.window_source) == (100_000, "override")
    assert build_spec(over, lessons).window_source == "override"
    assert told == [(*KEY, "window", 65_536), (*KEY, "window", 0)]


def test_L3_a_changed_report_or_an_accepted_prompt_ends_a_lesson() -> None:
    lessons = Lessons({KEY: {"window": 4_096}})
    assert build_spec(BARE, lessons).window == 4_096
    report = replace(BARE, report=ServerModel("m", 8_000))
    assert build_spec(report, lessons).window_source == "learnt"
    assert build_spec(replace(BARE, report=ServerModel("m", 16_000)), lessons).window_source == "server"
    lessons.learn(KEY, "window", 4_096, 0, None)
    lessons.accepted(KEY, 4_000)
    assert build_spec(BARE, lessons).window == 4_096
    lessons.accepted(KEY, 5_000)
    assert build_spec(BARE, lessons).window_source == "guessed"


def test_L3_an_output_limit_lowers_only_that() -> None:
    lessons = Lessons()
    lessons.learn(KEY, "output", 8_192, 0, None)
    spec = build_spec(replace(BARE, known=TABLE), lessons)
    assert (spec.max_output, spec.output_source, spec.window) == (8_192, "learnt", 200_000)
    lessons.learn(KEY, "input", 100_000, 0, None)
    assert build_spec(replace(BARE, known=TABLE), lessons).max_input == 100_000


def test_what_the_user_says_of_abilities_and_prices_holds() -> None:
    override = ModelOverride(
        tools=False, images=False, reasoning=True, price_input=1.0, price_output=2.0, currency="CNY"
    )
    spec = build_spec(replace(BARE, known=TABLE, override=override), Lessons())
    assert (spec.tools, spec.images, spec.reasoning) == (False, False, True)
    assert spec.price is not None
    assert (spec.price.currency, spec.price.input, spec.price.output) == ("CNY", 1.0, 2.0)


def test_the_encoder_follows_the_name_then_the_provider() -> None:
    assert build_spec(replace(BARE, name="qwen3-8b"), Lessons()).encoder == "qwen"
    assert build_spec(BARE, Lessons()).encoder == "other"
    openai = replace(BARE, entry=ProviderEntry(name="o", kind="openai"))
    assert build_spec(openai, Lessons()).encoder == "o200k_base"
