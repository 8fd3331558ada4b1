"""What the context manager is doing, as one sentence with its colour and what can be done about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.report import ContextReport, Phase
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel import words
from weclaw_desktop.ui.context_panel.words import translate

Tone = Literal["", "accent", "success", "warning", "danger"]
_TONES: dict[Phase, Tone] = {
    "preparing": "accent",
    "prepared": "success",
    "waiting": "accent",
    "paused": "warning",
    "undone": "accent",
    "cannot_help": "warning",
    "too_small": "warning",
    "degraded": "warning",
    "rules_full": "warning",
    "read_only": "danger",
}
_QUIET: tuple[Phase, ...] = ("idle",)


@dataclass(frozen=True, slots=True)
class StatusView:
    """What goes on, with what can be done; ``progress`` 0…1 or None."""

    phase: Phase = "idle"
    sentence: str = ""
    tone: Tone = ""
    progress: float | None = None
    actions: tuple[tuple[str, str], ...] = ()


def status_view(report: ContextReport) -> StatusView:
    """The status of a report, in the language of the window."""
    status = report.status
    if status.phase in _QUIET:
        return StatusView()
    known = status.text is not None and status.phase != "no_model"
    sentence = i18n.say(status.text) if known and status.text is not None else words.phase(status.phase)
    if status.progress is not None and status.progress < 1:
        sentence = translate("ContextPanel", "{0} · {1} %").format(sentence, round(100 * status.progress))
    shown = status.actions if status.phase != "empty" else ()
    actions = tuple((name, words.action(name, status.phase)) for name in shown)
    return StatusView(status.phase, sentence, _TONES.get(status.phase, ""), status.progress, actions)
