"""The one function that says when a chat must be compressed, and why.

Trigger, meter, settings, command line and log read its result and compute nothing of their own. All numbers are tokens,
K = 1,000. Every step is continuous and monotone in the window, so that a slightly larger model never compresses much
earlier than a slightly smaller one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from weclaw_desktop.context.budgets import FULL_SIZES, budgets
from weclaw_desktop.context.room import Room, clamp, reason, room_of, room_reasons
from weclaw_desktop.core.models import ModelSpec, Price
from weclaw_desktop.core.overriding import Source
from weclaw_desktop.core.settings import Context as ContextSettings
from weclaw_desktop.core.settings import ModelOverride
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.core.windows import Formula, Profile, Reason, Thresholds, Tier

TIER_M, TIER_L = 64_000, 256_000
SLIDING_BELOW = 3_000
PRICE_STEP_FROM = 128_000
CLASSIC_FLOOR, CLASSIC_SHARE = 32_000, 0.6
NO_CAP = 1 << 60
"""A cap that never binds: what strategies without a cap pass."""


class Shares(NamedTuple):
    """Marginal shares of the three brackets of E, and the cap of a profile."""

    a: float
    b: float
    c: float
    cap: int


PROFILES: dict[Profile, Shares] = {
    "economy": Shares(0.60, 0.30, 0.05, 96_000),
    "balanced": Shares(0.75, 0.50, 0.10, 160_000),
    "long": Shares(0.85, 0.70, 0.40, 400_000),
}
STRATEGY_RATIOS: dict[str, float] = {"pipeline": 0.50, "layered": 0.80}
"""Strategies with a fixed share of E, without tiers and cap."""


def thresholds(
    model: ModelSpec | int,
    profile: Profile = "balanced",
    *,
    calibrated: bool = True,
    reasoning: bool = False,
    ratio: float = 0.0,
    cap: int = 0,
    formula: Formula = "tiers",
    price_step: int | None = None,
    sizes: tuple[int, int, int] | None = None,
    strategy: str = "",
    sources: Mapping[str, Source] | None = None,
) -> Thresholds:
    """Threshold, lines, budgets and reasons for one model.

    Args:
        model: The model, or just its window in tokens.
        profile: Economy, balanced or long memory.
        calibrated: Whether real usage stands behind the counts (margin 2 % instead of 5 %).
        reasoning: Whether the model thinks before it answers (larger reserve).
        ratio: Share of E that replaces the brackets, brought into .20–.85; 0: none.
        cap: The user's cap, which takes the place of the profile's; 0: none, ``NO_CAP``: no cap at all.
        formula: "classic" for max(32K, .6 W), kept below .90 E.
        price_step: Prompt size from which tokens are at least half as dear again; None: from the model's price.
        sizes: System prompt, skills and files in tokens where the user does not want them scaled.
        strategy: The strategy in use: one with a fixed share of E brings it where no ratio is given, and knows no cap.
        sources: Where settings come from that are a chat's or a model's own, by name; the reasons tell it.

    Returns:
        Numbers with soft < threshold <= hard < window, always.
    """
    spec = model if isinstance(model, ModelSpec) else ModelSpec("", "", window=model, window_source="override")
    shares = PROFILES[profile]
    room = room_of(spec, calibrated=calibrated, reasoning=reasoning)
    steps = room_reasons(spec, room, calibrated=calibrated)
    fixed = STRATEGY_RATIOS.get(strategy, 0.0)
    share = min(0.85, max(0.20, ratio)) if ratio > 0 else fixed
    used: Formula = "ratio" if share else "classic" if formula == "classic" else "tiers"
    told = _Told(sources or {})
    asked, why = _asked(room, shares, profile, share, used, strategy if ratio <= 0 else "", told)
    steps.append(why)
    limit = cap or (NO_CAP if fixed or used == "classic" else shares.cap)
    value = min(asked, limit)
    if asked > limit:
        steps.append(reason("cap", cap=limit, by=told.by("cap") or text(f"context.own.{'user' if cap else 'profile'}")))
    step = _binding_step(price_step if price_step is not None else price_step_of(spec.price), profile)
    if step and value > 0.80 * step:
        value = 0.80 * step
        steps.append(reason("price_step", step=step, limit=_nearest(value)))
    if value > 0.90 * room.effective:
        value = 0.90 * room.effective
        steps.append(reason("ceiling", limit=_nearest(value)))
    t = max(1, _nearest(value))
    hard = max(t, int(min(0.92 * room.effective, 1.5 * t, 0.95 * step if step else NO_CAP)))
    soft = int(0.80 * t)
    sliding = room.usable < SLIDING_BELOW
    if sliding:
        steps.append(Reason("lines", text("context.reason.lines_sliding", threshold=t, hard=hard)))
        steps.append(reason("sliding", usable=room.usable_tokens, least=SLIDING_BELOW))
    else:
        steps.append(reason("lines", soft=soft, threshold=t, hard=hard))
    return Thresholds(
        window=room.window,
        window_source=spec.window_source,
        max_output=spec.max_output,
        reserve=room.reserve_tokens,
        margin=room.margin_tokens,
        usable=room.usable_tokens,
        effective=int(room.effective),
        threshold=t,
        soft=soft,
        hard=hard,
        tier=_tier(room.effective),
        mode="sliding" if sliding else "normal",
        profile=profile,
        formula=used,
        capped=asked > limit,
        calibrated=calibrated,
        reasons=tuple(steps),
        budgets=budgets(t, int(room.effective), sizes),
    )


def thresholds_for(
    spec: ModelSpec,
    settings: ContextSettings,
    override: ModelOverride | None = None,
    *,
    strategy: str = "",
    profile: Profile | None = None,
    calibrated: bool = False,
    sources: Mapping[str, Source] | None = None,
) -> Thresholds:
    """``thresholds`` with what settings, the per-model override and the strategy say; the way services call it.

    A ratio or cap set for the model beats the one of the settings, which beats the strategy's own fixed share.
    ``core.overriding.in_force`` gives settings that hold the chat's and the model's own already, with their sources.
    """
    strategy = strategy or settings.strategy
    own = override or ModelOverride()
    return thresholds(
        spec,
        profile or settings.profile,
        calibrated=calibrated,
        reasoning=spec.reasoning,
        ratio=own.ratio or settings.ratio,
        cap=own.cap or settings.cap,
        formula=settings.formula if strategy == "truncate" else "tiers",
        sizes=_sizes(settings),
        strategy=strategy,
        sources=sources,
    )


def output_limit(lines: Thresholds, load: int) -> int:
    """Output tokens to ask for with a prompt of ``load`` tokens; 0 when the model's maximum is unknown.

    min(max output, W − M − L), never below min(O, max output): prompt and output together stay within the window.
    """
    if lines.max_output <= 0:
        return 0
    room = lines.window - lines.margin - load
    return max(min(lines.max_output, room), min(lines.reserve, lines.max_output))


def price_step_of(price: Price | None) -> int:
    """The prompt size from which a prompt is at least half as dear again, 0 when there is none."""
    if price is None or not price.step or price.step_input is None or price.step_input < 1.5 * price.input:
        return 0
    return price.step


def _binding_step(step: int, profile: Profile) -> int:
    return step if step >= PRICE_STEP_FROM and profile != "long" else 0


def _asked(
    room: Room, shares: Shares, profile: Profile, ratio: float, formula: Formula, strategy: str, told: _Told
) -> tuple[float, Reason]:
    """The threshold before caps, and how it came about; ``strategy`` names whose share ``ratio`` is, "" the user's."""
    e = room.effective
    if ratio:
        asked = ratio * e
        spelt = _spelt(((ratio, e),), asked)
        if strategy:
            named = told.name("strategy", text(f"engine.strategy.{strategy}"))
            return asked, reason("strategy_ratio", strategy=named, sum=spelt)
        return asked, told.reason("ratio", "ratio", sum=spelt)
    if formula == "classic":
        asked = max(float(CLASSIC_FLOOR), CLASSIC_SHARE * room.window)
        return asked, told.reason("classic", "formula", asked=_nearest(asked))
    first, second, third = min(e, TIER_M), clamp(e - TIER_M, 0, TIER_L - TIER_M), max(0.0, e - TIER_L)
    asked = shares.a * first + shares.b * second + shares.c * third
    terms = ((shares.a, first), (shares.b, second), (shares.c, third))
    named = told.name("profile", text(f"context.profile.{profile}"))
    return asked, reason("brackets", profile=named, sum=_spelt(terms, asked))


class _Told(NamedTuple):
    """Says of a setting whether it is a chat's or a model's own."""

    sources: Mapping[str, Source]

    def by(self, name: str) -> Text | None:
        """Whose own it is, None when it is the settings'."""
        source = self.sources.get(name, "settings")
        return None if source == "settings" else text(f"context.own.{source}")

    def name(self, setting: str, value: Text) -> Text:
        """A value with whose own it is."""
        by = self.by(setting)
        return value if by is None else text("context.own.value", value=value, by=by)

    def reason(self, code: str, setting: str, **params: str | float | Text) -> Reason:
        """A reason with whose own its setting is."""
        made, by = reason(code, **params), self.by(setting)
        return made if by is None else Reason(code, text("context.own.value", value=made.text, by=by))


def _sizes(settings: ContextSettings) -> tuple[int, int, int] | None:
    if settings.sp_scale == "full":
        return FULL_SIZES
    if settings.sp_scale == "custom":
        return settings.sp_total, settings.sp_skills, settings.sp_files
    return None


def _spelt(terms: Sequence[tuple[float, float]], result: float) -> str:
    """Shares of tokens and what they come to; "≈" where fractions of a token, which nobody reads, make the last one."""
    whole = [(share, int(tokens)) for share, tokens in terms if tokens >= 1]
    named = " + ".join(f"{_share(share)} × {tokens:,}" for share, tokens in whole)
    exact = _nearest(sum(share * tokens for share, tokens in whole)) == _nearest(result)
    return f"{named} {'=' if exact else '≈'} {_nearest(result):,}"


def _share(value: float) -> str:
    """With two digits behind the point, or as many as it has."""
    return max(f"{value:.2f}", f"{value:g}", key=len)


def _tier(effective: float) -> Tier:
    if effective < TIER_M:
        return "S"
    return "M" if effective < TIER_L else "L"


def _nearest(value: float) -> int:
    """Rounded to nearest, halves up."""
    return int(value + 0.5)
