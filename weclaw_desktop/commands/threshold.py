"""``threshold``: when a chat is compressed, and why then. The same function as the engine's, printed."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace

from weclaw_desktop.commands.shell import Shell, workshop_of
from weclaw_desktop.context.strategies import strategy
from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.errors import UsageError
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.overriding import InForce, in_force
from weclaw_desktop.core.settings import LEAST_CAP, MOST_CAP
from weclaw_desktop.core.settings import Context as ContextSettings
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.core.windows import Thresholds

BUDGETS = ("system_prompt", "skills", "files", "tail", "narrative", "tool_result")


async def run(arguments: Namespace, shell: Shell) -> int:
    """Print threshold, lines, budgets and reasons.

    Raises InputError for an unknown model or strategy, UsageError for a cap that no setting takes.
    """
    if 0 < arguments.cap < LEAST_CAP or arguments.cap > MOST_CAP:
        told = text("settings.bad.cap", low=f"{LEAST_CAP:,}", high=f"{MOST_CAP:,}")
        raise UsageError(text("settings.bad_value", key="--cap", reason=told))
    spec, held = await _model(arguments, shell)
    settings = held.context
    chosen = strategy(arguments.strategy or settings.strategy).id
    given = {name for name in ("profile", "ratio", "cap", "strategy", "formula") if getattr(arguments, name)}
    lines = thresholds(
        replace(
            spec,
            max_input=arguments.max_input or spec.max_input,
            max_output=arguments.max_output or spec.max_output,
        ),
        arguments.profile or settings.profile,
        calibrated=not arguments.uncalibrated,
        reasoning=arguments.reasoning or spec.reasoning,
        ratio=arguments.ratio or settings.ratio,
        cap=arguments.cap or settings.cap,
        formula=arguments.formula or (settings.formula if chosen == "truncate" else "tiers"),
        price_step=arguments.price_step,
        strategy=chosen,
        sources={name: source for name, source in held.sources.items() if name not in given},
    )
    shell.output.document(document(lines))
    _print(lines, shell, chosen, settings.message_cap)
    return 0


async def _model(arguments: Namespace, shell: Shell) -> tuple[ModelSpec, InForce]:
    """The model with what holds for it; a bare window is computed with the defaults, on any computer the same."""
    if not arguments.model:
        return ModelSpec("", "", window=arguments.window, window_source="override"), InForce(ContextSettings())
    async with workshop_of(arguments, shell) as workshop:
        spec = workshop.models.spec(arguments.model)
        return spec, in_force(workshop.settings.value, spec.id)


def document(lines: Thresholds) -> dict[str, object]:
    """The stable JSON shape that programs may rely on; keys may be added."""
    names = ("window", "usable", "effective", "threshold", "soft", "hard", "tier", "mode", "profile", "capped")
    found: dict[str, object] = {name: getattr(lines, name) for name in names}
    found["reasons"] = [{"code": reason.code, "text": reason.text} for reason in lines.reasons]
    found["budgets"] = {name: getattr(lines.budgets, name) for name in BUDGETS}
    found |= {"formula": lines.formula, "calibrated": lines.calibrated, "window_source": lines.window_source}
    found |= {"reserve": lines.reserve, "margin": lines.margin}
    return found


def headline(lines: Thresholds, strategy: str, message_cap: int) -> Text:
    """When the strategy acts, in one line; ``message_cap`` is the number of messages that Truncate keeps (0: any)."""
    if strategy == "off":
        return text("cli.threshold.off", hard=lines.hard)
    if lines.mode == "sliding":
        return text("cli.threshold.sliding", threshold=lines.threshold, hard=lines.hard)
    if strategy == "truncate" and message_cap:
        return text("cli.threshold.capped", threshold=lines.threshold, messages=message_cap, hard=lines.hard)
    return text("cli.threshold.lines", threshold=lines.threshold, soft=lines.soft, hard=lines.hard)


def _print(lines: Thresholds, shell: Shell, strategy: str, message_cap: int) -> None:
    output = shell.output
    output.line(headline(lines, strategy, message_cap))
    tier = text(f"cli.tier.{lines.tier}")
    output.line(text("cli.threshold.window", window=lines.window, effective=lines.effective, tier=tier))
    for reason in lines.reasons:
        output.line(f"  {output.say(reason.text)}")
    only_cuts = lines.mode == "sliding" or strategy in ("truncate", "off")
    for name in BUDGETS:
        if only_cuts and name in ("tail", "narrative"):
            continue  # the newest turns that fit are sent, and no summary is asked for
        budget: int = getattr(lines.budgets, name)
        output.line(text("cli.threshold.budget", name=text(f"cli.threshold.budget.{name}"), tokens=budget))
