"""Why compression starts where it does, for the model in use: the sentence of the Context page (fault U3)."""

from __future__ import annotations

from weclaw_desktop.context.threshold import thresholds, thresholds_for
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.overriding import in_force
from weclaw_desktop.core.windows import Thresholds
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.words import translate


def model_in_use(conductor: Conductor) -> ModelSpec | None:
    """The model that answers in the open chat, None when there is none."""
    return next((spec for spec in conductor.models if spec.id == conductor.model), None)


def lines_now(conductor: Conductor, spec: ModelSpec) -> Thresholds:
    """The lines for new chats with this model, as calibrated as the open chat is."""
    settings = conductor.settings
    calibrated = conductor.report is not None and conductor.report.thresholds.calibrated
    held = in_force(settings, spec.id)
    return thresholds_for(spec, held.context, calibrated=calibrated, sources=held.sources)


def headline(spec: ModelSpec, lines: Thresholds, strategy: str) -> str:
    """Where the line is."""
    if strategy == "off":
        told = translate("SettingsWindow", "With {0}, nothing happens below the hard line of {1} tokens.")
        return told.format(i18n.model_title(spec), f"{lines.hard:,}")
    if lines.mode == "sliding":
        return translate("SettingsWindow", "{0} is too small to compress for: the oldest turns slide out.").format(
            i18n.model_title(spec)
        )
    if strategy == "truncate":
        told = translate("SettingsWindow", "With {0}, the oldest turns are left out from {1} tokens on.")
    else:
        told = translate("SettingsWindow", "With {0}, compression starts at {1} tokens.")
    return told.format(i18n.model_title(spec), f"{lines.threshold:,}")


def reasons(lines: Thresholds) -> str:
    """How the number came about, step by step, in the engine's own words."""
    sums: list[str] = []
    for reason in lines.reasons:
        step = i18n.say(reason.text)
        if sums and step[0] in "−=":
            sums[-1] += f" {step}"
        else:
            sums.append(step)
    return i18n.joined(sums, "; ")


def classic(spec: ModelSpec) -> str:
    """What WeClaw's classic formula would do with the same model."""
    lines = thresholds(spec, formula="classic")
    asked = max(32_000, round(0.6 * spec.window))
    if lines.threshold < asked:
        told = translate("SettingsWindow", "The classic formula asks for {0}; it is held at {1}, below the limit.")
        return told.format(f"{asked:,}", f"{lines.threshold:,}")
    return translate("SettingsWindow", "Classic formula: {0}.").format(f"{asked:,}")
