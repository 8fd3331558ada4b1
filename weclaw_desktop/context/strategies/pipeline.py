"""Pipeline: Hermes' way, without its known faults.

After each response, from half of the effective window on: repeated results (the last stays), one line per old result,
shorter arguments; where that is not enough, a model's summary in place of the older turns – the summary model, else
the chat's own, else what code finds: paths, tools, asks. A fifth of the threshold stays as it is. Two passes that save
less than a tenth pause it (``thrash``).

Unlike upstream: no request begins with an assistant message, pairs stay whole, the newest ask is never swallowed, rules
and pins stay verbatim, what the user said stays newest first, a failed summary never replaces a good one.
"""

from __future__ import annotations

from typing_extensions import override

from weclaw_desktop.context import passes
from weclaw_desktop.context.compaction import FACTS
from weclaw_desktop.context.engine import Moment, Narrative
from weclaw_desktop.context.ledger import facts_of
from weclaw_desktop.context.narrative import without
from weclaw_desktop.context.passes import Passed
from weclaw_desktop.context.sendable import clean
from weclaw_desktop.context.static import static_lines
from weclaw_desktop.context.strategies.cutting import Block, rules_of, said_by_user, spoken_of
from weclaw_desktop.context.strategies.summarised import Summarised
from weclaw_desktop.context.survey import Survey, Tail, tail
from weclaw_desktop.context.view import frame
from weclaw_desktop.core.records import ContextBlock
from weclaw_desktop.core.text import text

TAIL = 0.20
"""Share of T that stays verbatim."""
SAID = 0.05
"""Share of T for what the user said."""


class Pipeline(Summarised):
    """Three passes, then a summary with three rungs."""

    id = "pipeline"
    enough = passes.EARLY_EXIT

    def moments(self) -> frozenset[Moment]:
        """After each response, after results, and when the user asks."""
        return frozenset((Moment.AFTER_RESPONSE, Moment.AFTER_APPEND, Moment.BUILDING, Moment.MANUAL))

    @override
    def shorten(self, found: Survey, start: int, end: int) -> Passed:
        return passes.run(found.span(start, end), keep_last=True)

    @override
    def tail(self, found: Survey) -> Tail:
        return tail(found, found.raw(TAIL * found.state.thresholds.threshold))

    @override
    def block(self, found: Survey, cut: int, narrative: Narrative | None, room: int) -> Block:
        state, lines = found.state, found.state.thresholds
        counter, language = state.counter, state.language
        rules = rules_of(found, cut)
        left = room - (counter.text(rules.rules) if rules.rules else 0)
        spoken = spoken_of(found, narrative, min(found.raw(lines.budgets.narrative), left), rules.banned)
        left -= counter.text(spoken) if spoken else 0
        written = narrative is not None and bool(narrative.text)
        told = lead = ""
        if not written:
            most = min(max(FACTS[0], int(FACTS[1] * lines.threshold)), FACTS[2])
            lead = without(static_lines(state.log, cut, found.cache, language), rules.banned)
            told = facts_of(state.log, cut, found.cache, counter, language, min(most, max(0, left // 2)))
            told = without(told, rules.banned)
            left -= sum(counter.text(part) for part in (lead, told) if part)
        said = said_by_user(found, cut, rules.banned, min(found.raw(SAID * lines.threshold), left))
        ledger = "\n".join(part for part in (told, said) if part)
        block = ContextBlock(frame(language), clean(rules.rules), clean(ledger), clean(spoken), lead=clean(lead))
        failure = narrative.failure if narrative is not None else None
        return Block(
            block,
            "model" if written else "static",
            counter.text(block.text),
            narrative.upto_id if narrative is not None and written else None,
            narrative,
            None if failure is None else text("engine.degraded", reason=failure),
        )
