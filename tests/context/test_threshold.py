"""The one function behind every threshold: its table, and what holds for every window and odd limit."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.threshold import (
    NO_CAP,
    output_limit,
    price_step_of,
    thresholds,
    thresholds_for,
)
from weclaw_desktop.core.models import ModelSpec, Price
from weclaw_desktop.core.settings import Context, ModelOverride
from weclaw_desktop.core.text import render
from weclaw_desktop.core.windows import Formula, Profile, Thresholds

PROFILES: tuple[Profile, ...] = get_args(Profile)
FORMULAS: tuple[Formula, ...] = ("tiers", "classic")


def spec(window: int, **fields: object) -> ModelSpec:
    return ModelSpec("p", "m", window=window, **fields)  # pyright: ignore[reportArgumentType] -- fields of ModelSpec


def codes(lines: Thresholds) -> list[str]:
    return [reason.code for reason in lines.reasons]


def sound(lines: Thresholds) -> bool:
    return 0 <= lines.soft < lines.threshold <= lines.hard < lines.window


@pytest.mark.parametrize(
    ("window", "expected"),
    [
        (8_192, 5_184),
        (32_768, 21_012),
        (65_536, 42_025),
        (131_072, 72_033),
        (200_000, 105_808),
        (1_000_000, 160_000),
        (2_097_152, 160_000),
    ],
)
def test_W1_thresholds_of_the_table(window: int, expected: int) -> None:
    assert thresholds(window).threshold == expected
    assert sound(thresholds(window))


def test_an_input_limit_binds_before_the_window() -> None:
    lines = thresholds(spec(400_000, max_input=272_000))
    assert lines.threshold == 144_800
    assert "max_input" in codes(lines)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("calibrated", [True, False])
@pytest.mark.parametrize("reasoning", [True, False])
def test_W2_sweep_is_monotone_continuous_and_sound(
    profile: Profile, formula: Formula, calibrated: bool, reasoning: bool
) -> None:
    cap = {"economy": 96_000, "balanced": 160_000, "long": 400_000}[profile]
    last: Thresholds | None = None
    for window in [*range(3_000, 70_000, 211), *range(70_000, 2_200_000, 9_973)]:
        lines = thresholds(window, profile, formula=formula, calibrated=calibrated, reasoning=reasoning)
        assert sound(lines)
        assert formula == "classic" or lines.threshold <= cap
        if last is not None:
            grown = window - last.window
            for name in ("threshold", "soft", "hard", "effective"):
                before, now = getattr(last, name), getattr(lines, name)
                assert before <= now <= before + 1.5 * grown + 2, (name, window)
        last = lines


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("edge", [64_000, 256_000])
def test_W2_no_step_at_the_borders_of_tiers(profile: Profile, edge: int) -> None:
    low, high = edge, 2 * edge
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if thresholds(middle, profile).effective < edge else (low, middle)
    near = [thresholds(window, profile) for window in range(low - 3, high + 3)]
    assert {lines.tier for lines in near} == ({"S", "M"} if edge == 64_000 else {"M", "L"})
    assert near[-1].threshold - near[0].threshold <= 7


@given(
    window=st.integers(1, 2_200_000),
    profile=st.sampled_from(PROFILES),
    formula=st.sampled_from(FORMULAS),
    max_output=st.integers(0, 3_000_000),
    max_input=st.integers(0, 3_000_000),
    quality=st.sampled_from((0, 1, 700, 50_000, 900_000)),
    ratio=st.sampled_from((0.0, 0.01, 0.2, 0.5, 0.85, 3.0)),
    cap=st.sampled_from((0, 1, 20_000, 256_000, NO_CAP)),
    step=st.sampled_from((0, 1_000, 128_000, 200_000, 1_000_000)),
    calibrated=st.booleans(),
    reasoning=st.booleans(),
)
def test_W3_lines_hold_and_the_answer_fits_whatever_a_model_lists(
    window: int,
    profile: Profile,
    formula: Formula,
    max_output: int,
    max_input: int,
    quality: int,
    ratio: float,
    cap: int,
    step: int,
    calibrated: bool,
    reasoning: bool,
) -> None:
    model = spec(window, max_output=max_output, max_input=max_input, quality_limit=quality)
    lines = thresholds(
        model,
        profile,
        formula=formula,
        ratio=ratio,
        cap=cap,
        price_step=step,
        calibrated=calibrated,
        reasoning=reasoning,
    )
    assert sound(lines)
    assert lines.threshold <= 0.9 * (lines.effective + 1) + 1
    for load in (0, lines.threshold, lines.hard):
        asked = output_limit(lines, load)
        assert 0 <= asked <= max_output
        assert load + asked <= lines.window
        assert asked > 0 or not max_output
    assert all(value >= 0 for value in (lines.reserve, lines.margin, lines.usable))


def test_W3_output_as_large_as_half_the_window() -> None:
    lines = thresholds(spec(128_000, max_output=65_536))
    assert output_limit(lines, 1_000) == 65_536
    assert output_limit(lines, lines.hard) == 128_000 - lines.margin - lines.hard
    assert lines.hard + output_limit(lines, lines.hard) <= 128_000
    assert output_limit(thresholds(128_000), 1_000) == 0


def test_W3_the_output_limit_never_falls_below_the_reserve() -> None:
    lines = thresholds(spec(8_192, max_output=4_096))
    assert output_limit(lines, 8_000) == lines.reserve
    assert output_limit(thresholds(spec(8_192, max_output=300)), 8_000) == 300


@given(window=st.integers(3_000, 2_000_000), profile=st.sampled_from(PROFILES), max_input=st.integers(2_000, 500_000))
def test_monotone_in_the_input_limit(window: int, profile: Profile, max_input: int) -> None:
    less, more = (thresholds(spec(window, max_input=limit), profile) for limit in (max_input, max_input + 1_000))
    assert less.threshold <= more.threshold


def test_W4_ratio_and_cap_of_one_model_bind_and_say_so() -> None:
    model, settings = spec(1_000_000), Context()
    lines = thresholds_for(model, settings, ModelOverride(ratio=0.3, cap=256_000), calibrated=True)
    assert (lines.threshold, lines.formula, lines.capped) == (256_000, "ratio", True)
    assert "cap" in codes(lines)
    assert "set by you" in render(next(r.text for r in lines.reasons if r.code == "cap"))
    other = thresholds_for(spec(200_000), settings, calibrated=True)
    assert other.threshold == 105_808
    again = thresholds_for(model, settings, ModelOverride(ratio=0.3, cap=256_000), calibrated=True)
    assert again == lines


def test_W8_every_strategy_profile_and_override_changes_the_result() -> None:
    model = spec(400_000)
    results = {
        (strategy, profile): thresholds_for(model, Context(strategy=strategy, profile=profile, formula="classic"))
        for strategy in ("adaptive", "pipeline", "truncate", "off")
        for profile in PROFILES
    }
    assert len({lines.threshold for (strategy, _), lines in results.items() if strategy == "adaptive"}) == 3
    assert results["truncate", "balanced"].formula == "classic"
    assert results["adaptive", "balanced"].formula == "tiers"
    assert results["pipeline", "balanced"].threshold == round(0.5 * (400_000 - 16_384 - 20_000))
    layered = thresholds_for(model, Context(), strategy="layered")
    assert layered.threshold == round(0.8 * (400_000 - 16_384 - 20_000))
    assert thresholds_for(model, Context(), ModelOverride(ratio=0.2), strategy="layered").threshold < layered.threshold
    assert thresholds_for(model, Context(cap=50_000), strategy="layered").threshold == 50_000
    assert thresholds_for(model, Context(ratio=0.4, cap=NO_CAP // 2**40), profile="long").profile == "long"


@pytest.mark.parametrize(("strategy", "share", "name"), [("pipeline", 0.5, "Pipeline"), ("layered", 0.8, "Layered")])
def test_W4_a_strategy_with_a_fixed_share_says_so_and_knows_no_cap(strategy: str, share: float, name: str) -> None:
    model = spec(1_000_000)
    lines = thresholds_for(model, Context(), strategy=strategy, calibrated=True)
    assert lines == thresholds(model, strategy=strategy)
    assert (lines.threshold, lines.formula, lines.capped) == (round(share * lines.effective), "ratio", False)
    assert lines.soft < lines.threshold <= lines.hard < lines.window
    said = render(next(r.text for r in lines.reasons if r.code == "strategy_ratio"))
    assert said.startswith(name)
    assert f"{share:.2f} × {lines.effective:,} = {lines.threshold:,}, no tiers, no cap" in said
    own = thresholds_for(model, Context(), ModelOverride(ratio=0.3), strategy=strategy, calibrated=True)
    assert (own.threshold, own.capped) == (round(0.3 * own.effective), False)
    assert "ratio" in codes(own)
    assert "strategy_ratio" not in codes(own)
    assert thresholds_for(model, Context(cap=90_000), strategy=strategy).threshold == 90_000


@pytest.mark.parametrize("scale", ["scaled", "full", "custom"])
def test_W8_system_prompt_sizes_follow_the_setting(scale: str) -> None:
    settings = Context.model_validate({"sp_scale": scale, "sp_total": 5_000, "sp_skills": 2_000, "sp_files": 1_000})
    found = thresholds_for(spec(131_072), settings, calibrated=True).budgets
    expected = {"scaled": (18_008, 8_000, 3_000), "full": (40_000, 8_000, 3_000), "custom": (5_000, 2_000, 1_000)}
    assert (found.system_prompt, found.skills, found.files) == expected[scale]


def test_the_quality_limit_caps_the_effective_window() -> None:
    lines = thresholds(spec(1_000_000, quality_limit=64_000))
    assert (lines.effective, lines.threshold) == (64_000, 48_000)
    assert "quality" in codes(lines)


def test_a_price_step_keeps_below_the_dearer_price_except_in_long_memory() -> None:
    dear = Price("USD", 2.0, 8.0, step=200_000, step_input=4.0)
    model = spec(1_000_000, price=dear)
    lines = thresholds(model)
    assert (lines.threshold, lines.hard) == (160_000, 190_000)
    assert thresholds(model, ratio=0.85, cap=NO_CAP).threshold == 160_000
    assert "price_step" in codes(thresholds(model, ratio=0.85, cap=NO_CAP))
    assert thresholds(model, "long").threshold == 400_000
    assert thresholds(spec(1_000_000), price_step=127_999, ratio=0.85, cap=NO_CAP).threshold > 160_000


def test_only_a_step_that_is_half_as_dear_again_counts() -> None:
    assert price_step_of(None) == 0
    assert price_step_of(Price("USD", 2.0, 8.0)) == 0
    assert price_step_of(Price("USD", 2.0, 8.0, step=200_000)) == 0
    assert price_step_of(Price("USD", 2.0, 8.0, step=200_000, step_input=2.9)) == 0
    assert price_step_of(Price("USD", 2.0, 8.0, step=200_000, step_input=3.0)) == 200_000


def test_W7_a_window_too_small_to_compress_slides_and_says_so() -> None:
    lines = thresholds(4_000)
    assert lines.mode == "sliding"
    assert codes(lines)[-2:] == ["lines", "sliding"]
    said = render(lines.reasons[-2].text)
    assert said == f"the oldest turns slide out from {lines.threshold:,} on, hard line {lines.hard:,}"
    assert sound(lines)
    assert thresholds(4_300).mode == "normal"


def test_W1_the_classic_formula_is_kept_under_the_hard_line() -> None:
    small, large, huge = (thresholds(w, formula="classic") for w in (32_768, 1_000_000, 2_000_000))
    assert (large.threshold, huge.threshold) == (600_000, 1_200_000)
    assert small.threshold <= small.hard < 32_768
    assert "asks for 32,000" in " ".join(render(r.text) for r in small.reasons)
    assert "ceiling" in codes(small)


def test_U3_every_step_to_the_number_is_spelt_out() -> None:
    lines = thresholds(spec(131_072, window_source="table"))
    said = [render(reason.text) for reason in lines.reasons]
    assert said == [
        "window 131,072 (from the built-in table)",
        "− reserve 16,384 for the answer",
        "− margin 2,622 (2 %, counts are calibrated)",
        "= usable 112,066",
        "Balanced: 0.75 × 64,000 + 0.50 × 48,066 = 72,033",
        "soft line 57,626, threshold 72,033, hard line 103,101",
    ]
    assert "已封顶于 160,000" in " ".join(render(r.text, "zh") for r in thresholds(1_000_000).reasons)


@given(
    window=st.integers(3_000, 3_000_000),
    max_input=st.one_of(st.just(0), st.integers(2_000, 500_000)),
    ratio=st.one_of(st.just(0.0), st.floats(0.2, 0.85).map(lambda share: round(share, 3))),
    calibrated=st.booleans(),
    profile=st.sampled_from(PROFILES),
)
def test_U2_the_printed_numbers_add_up(
    window: int, max_input: int, ratio: float, calibrated: bool, profile: Profile
) -> None:
    model = spec(window, max_input=max_input)
    lines = thresholds(model, profile, ratio=ratio, calibrated=calibrated)
    said = {reason.code: dict(reason.text.params) for reason in lines.reasons}
    start = max_input if "max_input" in said else lines.window - lines.reserve
    assert start - lines.margin == lines.usable
    assert (said["reserve"]["reserve"], said["margin"]["margin"]) == (lines.reserve, lines.margin)
    spelt = str(said["ratio" if ratio else "brackets"]["sum"])
    terms, sign, asked = spelt.replace(",", "").rpartition(" ")[0][:-1], spelt.split()[-2], spelt.split()[-1]
    found = sum(float(share) * int(tokens) for share, _, tokens in (term.partition(" × ") for term in terms.split("+")))
    whole = int(asked.replace(",", ""))
    assert abs(found - whole) <= (0.5 + 1e-6 if sign == "=" else 1.5)


def test_U2_a_last_fraction_is_not_called_equal() -> None:
    signs = {r.text.params for w in range(20_000, 21_000) for r in thresholds(w).reasons if r.code == "brackets"}
    assert {"≈", "="} == {str(dict(params)["sum"]).split()[-2] for params in signs}
    shares = {
        render(r.text).split()[2] for q in (0.2, 0.333) for r in thresholds(9_000, ratio=q).reasons if r.code == "ratio"
    }
    assert shares == {"0.20", "0.333"}


def test_reasoning_models_get_a_larger_reserve_and_estimates_a_larger_margin() -> None:
    assert thresholds(131_072, reasoning=True).reserve == 32_768
    assert thresholds(131_072, calibrated=False).margin == 6_554
    assert thresholds(spec(131_072, max_output=1_000)).reserve == 1_000


def test_the_formula_named_is_the_one_used() -> None:
    assert thresholds(131_072, formula="ratio").formula == "tiers"
    assert thresholds(131_072, ratio=0.5, formula="classic").formula == "ratio"


def test_budgets_of_a_threshold() -> None:
    budgets = thresholds(131_072).budgets
    assert (budgets.tail, budgets.narrative, budgets.tool_result) == (14_406, 3_601, 7_203)
    assert (budgets.landing, budgets.fixed, budgets.rules) == (54_024, 25_211, 18_008)
    assert budgets.user_text == 33_619
    small = thresholds(8_192).budgets
    assert (small.system_prompt, small.skills, small.files) == (1_296, 648, 388)
    assert (small.tail, small.narrative, small.tool_result) == (1_036, 300, 600)
    large = thresholds(2_000_000, "long").budgets
    assert (large.tail, large.narrative, large.tool_result) == (24_000, 8_000, 12_000)
    assert large.system_prompt == 40_000


@pytest.mark.parametrize(
    ("settings", "name", "code", "told"),
    [
        (Context(cap=60_000), "cap", "cap", "capped at 60,000 (set for this chat)"),
        (Context(ratio=0.3), "ratio", "ratio", "= 53,885 (set for this chat)"),
        (Context(profile="long"), "profile", "brackets", "Long memory (set for this chat): "),
        (Context(strategy="pipeline"), "strategy", "strategy_ratio", "Pipeline (set for this chat): fixed share"),
        (Context(strategy="truncate", formula="classic"), "formula", "classic", "asks for 120,000 (set for this chat)"),
    ],
)
def test_U3_the_reasons_say_what_was_set_for_a_chat_or_a_model(
    settings: Context, name: str, code: str, told: str
) -> None:
    own = thresholds_for(spec(200_000), settings, calibrated=True, sources={name: "chat"})
    plain = thresholds_for(spec(200_000), settings, calibrated=True)
    model = thresholds_for(spec(200_000), settings, calibrated=True, sources={name: "model"})
    assert own.threshold == plain.threshold
    said = {reason.code: render(reason.text) for reason in own.reasons}
    assert told in said[code]
    assert "set for" not in " ".join(render(reason.text) for reason in plain.reasons)
    assert "(set for this model)" in " ".join(render(reason.text) for reason in model.reasons)
