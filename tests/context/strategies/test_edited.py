"""A summary in the user's own words goes on as the user's, until a model writes anew from it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.context.logs import numbered
from tests.context.squeeze import squeezed
from tests.context.strategies.test_pipeline import chat
from weclaw_desktop.context.blocks import summary, summary_words
from weclaw_desktop.context.engine import ContextEngine, Narrative, Need, Plan
from weclaw_desktop.context.strategies.adaptive import Adaptive
from weclaw_desktop.context.strategies.pipeline import Pipeline
from weclaw_desktop.core.messages import assistant
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import text

WORDS = "She is the owner's sister."


@pytest.mark.parametrize("engine", [Adaptive(), Pipeline()], ids=["adaptive", "pipeline"])
@pytest.mark.parametrize("anew", [False, True])
def test_words_of_the_users_are_called_the_users_when_no_model_wrote_others(engine: ContextEngine, anew: bool) -> None:
    log = chat(30)
    now = replace(squeezed(log), summarizer=8_000)
    plan = engine.plan(now, Need.SOFT)
    assert isinstance(plan, Plan)
    assert plan.job is not None
    good = engine.apply(now, plan, Narrative("## Goal\n- Sell boats.", "p/m", plan.job.upto_id))
    assert isinstance(good, Record)
    assert good.block is not None
    assert not good.block.edited
    mine = replace(good.block, narrative=summary(WORDS, "en", edited=True), edited=True)
    longer = (*log, *numbered([assistant("ok"), *[replace(m, id="") for m in chat(40)]], start=len(log) + 1))
    later = replace(squeezed(longer, record=replace(good, block=mine)), summarizer=8_000)
    plan = engine.plan(later, Need.SOFT)
    assert isinstance(plan, Plan)
    assert plan.job is not None
    assert plan.job.previous == WORDS
    told = Narrative("Anew.", "p/m", plan.job.upto_id) if anew else Narrative(failure=text("engine.verdict.empty"))
    record = engine.apply(later, plan, told)
    assert isinstance(record, Record)
    assert record.block is not None
    assert record.block.edited is not anew
    assert summary_words(record.block.narrative) == ("Anew." if anew else WORDS)
    assert record.block.narrative.startswith("Summary by a model:" if anew else "Summary, edited by the user:")
