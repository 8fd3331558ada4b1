"""Pins and rules that no longer fit their room: the user is asked, nothing is dropped in silence (fault K12).

Pins and rules may take .25 T. Rules beyond it are only named by their ids, oldest first; pins above .10 T are kept and
pointed out. Looked at only when they are large, since it costs a look at every message.
"""

from __future__ import annotations

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.ledger import pin_text, write
from weclaw_desktop.context.load import Load
from weclaw_desktop.context.log import position
from weclaw_desktop.core.text import Text, compact, text

LARGE = 0.10
"""Share of T from which pins and rules are looked at, and pins alone are worth a word."""


def crowded(state: State, load: Load) -> Text | None:
    """Which rules are only named, or that pins take much; None when pins and rules have room."""
    record, threshold = state.record, state.thresholds.threshold
    if record is None or load.part("rules") <= LARGE * threshold:
        return None
    k = max(state.calibration.k, 0.01)
    cut = position(state.log, record.cut_id) or 0
    room = state.thresholds.budgets.rules
    cache = state.memo.slot("engine", EngineCache)
    out = write(state.log, cut, cache, state.counter, state.language, int(room / k)).left_out
    if out:
        named = ", ".join(f"m{seq}" for seq in sorted(out))
        return text("context.status.rules_full", room=compact(room), ids=named)
    pins = [m for m in state.log[:cut] if m.pinned and not m.excluded]
    size = round(k * sum(state.counter.text(pin_text(pin)) for pin in pins))
    if size <= LARGE * threshold:
        return None
    return text("context.status.pins_large", tokens=compact(size), share=round(100 * size / threshold), n=len(pins))
