"""Pins and rules that no longer fit their room: the user is asked, nothing is dropped in silence (fault K12).

Pins and rules may take .25 T. Rules beyond it are only named by their ids, oldest first; pins above .10 T are kept and
pointed out, and above .25 T it is said that some must go. Looked at only when they are large, since it costs a look at
every message.
"""

from __future__ import annotations

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.ledger import pin_text, write
from weclaw_desktop.context.load import Load
from weclaw_desktop.context.log import position
from weclaw_desktop.context.pins import kept
from weclaw_desktop.core.text import Text, compact, text

LARGE = 0.10
"""Share of T from which pins and rules are looked at, and pins alone are worth a word."""


def crowded(state: State, load: Load) -> Text | None:
    """Which rules are only named, or that pins take much; None when pins and rules have room."""
    record, threshold = state.record, state.thresholds.threshold
    if load.part("rules") <= LARGE * threshold:
        return None
    k = max(state.calibration.k, 0.01)
    cut = 0 if record is None else position(state.log, record.cut_id) or 0
    room = state.thresholds.budgets.rules
    words = [*(pin_text(m) for m in state.log[:cut] if m.pinned and not m.excluded), *kept(state.pins)]
    size = round(k * sum(state.counter.text(said) for said in words))
    if size > room:
        return text("context.status.pins_full", tokens=compact(size), room=compact(room), n=len(words))
    cache = state.memo.slot("engine", EngineCache)
    out = write(state.log, cut, cache, state.counter, state.language, int(room / k), state.pins).left_out
    if out:
        named = ", ".join(f"m{seq}" for seq in sorted(out))
        return text("context.status.rules_full", room=compact(room), ids=named)
    if size <= LARGE * threshold:
        return None
    return text("context.status.pins_large", tokens=compact(size), share=round(100 * size / threshold), n=len(words))
