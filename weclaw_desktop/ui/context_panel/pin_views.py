"""What is kept word for word as the panel lists it: pure values with finished words."""

from __future__ import annotations

from dataclasses import dataclass

from weclaw_desktop.core.pins import FoundRule, KeptPin, PinBoard
from weclaw_desktop.core.text import compact
from weclaw_desktop.ui.chat import moments
from weclaw_desktop.ui.context_panel.words import translate
from weclaw_desktop.ui.counted import counted

LONGEST = 280
"""Characters of a pin that the panel shows; the tooltip has more of it."""
_TOOLTIP = 2_000


@dataclass(frozen=True, slots=True)
class PinLine:
    """One pin or rule. ``actions`` are names that the section emits with ``item``; ``note`` says what became of it."""

    item: KeptPin | FoundRule
    said: str
    whole: str
    told: str
    actions: tuple[tuple[str, str], ...]
    note: str = ""
    dimmed: bool = False


@dataclass(frozen=True, slots=True)
class PinsView:
    """The section: pins first, then rules that act, then what was taken back or dismissed."""

    lines: tuple[PinLine, ...] = ()
    past: tuple[PinLine, ...] = ()
    budget: str = ""
    over: str = ""


def pins_view(board: PinBoard) -> PinsView:
    """The section for one board, in the language of the window."""
    waiting = [rule for rule in board.rules if rule.waits]
    decided = [rule for rule in board.rules if rule.acts and not rule.waits]
    lines = (*map(_pin, board.pins), *map(_rule, decided), *map(_rule, waiting))
    past = tuple(_rule(rule) for rule in board.rules if not rule.acts)
    used, room = compact(board.tokens), compact(board.room)
    over = ""
    if board.over:
        said = translate(
            "ContextPanel",
            "Pins and rules take {0}, and there is room for {1}. Nothing is dropped: unpin or shorten one.",
        )
        over = said.format(used, room)
    budget = translate("ContextPanel", "{0} of {1}").format(used, room) if lines and board.room else ""
    return PinsView(lines, past, budget, over)


def who(role: str) -> str:
    """Who said it."""
    return {
        "user": translate("ContextPanel", "you"),
        "assistant": translate("ContextPanel", "assistant"),
        "tool": translate("ContextPanel", "tool result"),
    }.get(role, translate("ContextPanel", "written by you"))


def _pin(pin: KeptPin) -> PinLine:
    actions = [("show", translate("ContextPanel", "Show"))] if pin.message_id else []
    if pin.pin_id:
        actions.append(("edit", translate("ContextPanel", "Edit")))
    actions.append(("unpin", translate("ContextPanel", "Unpin")))
    return PinLine(pin, _short(pin.text), pin.text[:_TOOLTIP], _told(pin.role, pin), tuple(actions))


def _rule(rule: FoundRule) -> PinLine:
    show = ("show", translate("ContextPanel", "Show"))
    keep = ("keep", translate("ContextPanel", "Keep as a rule"))
    dismiss = ("dismiss", translate("ContextPanel", "Not a rule"))
    kind, note, actions = "", "", (show,)
    if rule.ended:
        note = translate("ContextPanel", "ended by: {0}").format(f"“{_short(rule.ended)}”")
    elif rule.state == "dismissed":
        kind, actions = translate("ContextPanel", "not a rule, you said"), (show, keep)
    elif rule.state == "confirmed":
        kind, actions = translate("ContextPanel", "rule, confirmed"), (show, dismiss)
    else:
        kind, actions = translate("ContextPanel", "rule, found in your words"), (show, keep, dismiss)
    told = " · ".join(part for part in (kind, _told("user", rule)) if part)
    return PinLine(rule, _short(rule.text), rule.text, told, actions, note, dimmed=not rule.acts)


def _told(role: str, item: KeptPin | FoundRule) -> str:
    clock, said = moments.clock(item.created_ms), who(role)
    said = translate("ContextPanel", "{0}, {1}").format(said, clock) if clock else said
    return f"{said} · {counted.tokens(item.tokens)}"


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1].rstrip()}…"
