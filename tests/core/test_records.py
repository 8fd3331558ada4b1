"""Compaction records."""

from __future__ import annotations

from weclaw_desktop.core.records import ContextBlock, Record


def test_a_block_reads_in_order_and_without_gaps() -> None:
    block = ContextBlock("frame", rules="rules", ledger="ledger", narrative="narrative", digest="digest", lead="lead")
    assert block.text == "frame\n\nlead\n\nrules\n\nledger\n\nnarrative\n\ndigest"
    assert ContextBlock("frame", digest="d").text == "frame\n\nd"


def test_T5_saving_compares_whole_loads() -> None:
    assert Record("a", "passes", "", tokens_before=288_000, tokens_after=183_000).saved == 1 - 183 / 288
    assert Record("a", "passes", "").saved == 0.0
