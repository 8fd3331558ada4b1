"""The declared models hold together."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.text import render
from weclaw_desktop.llm.local.weights import CATALOGUE, DEFAULT, QWEN, SMOLLM2, Weights, find


def test_sizes_that_the_user_is_told() -> None:
    assert QWEN.size == 1_117_320_768
    assert SMOLLM2.size == 98_362_432
    assert len(QWEN.parts) == 22


@pytest.mark.parametrize("weights", CATALOGUE, ids=lambda weights: weights.name)
def test_declarations_are_complete(weights: Weights) -> None:
    sums = [part.sha256 for part in weights.parts]
    assert len(set(sums)) == len(sums)
    assert all(len(bytes.fromhex(value)) == 32 for value in [*sums, weights.sha256])
    assert weights.disk > weights.size > 0
    assert weights.n_ctx <= weights.window
    assert weights.memory > weights.size
    assert weights.languages
    assert weights.licence
    offsets = [weights.offset(part) for part in weights.parts]
    assert offsets[-1] + weights.parts[-1].size == weights.size
    assert render(weights.label, "zh") != render(weights.label, "en")


def test_names_are_found_with_and_without_provider() -> None:
    assert find("local/qwen2.5-1.5b") is find("qwen2.5-1.5b") is DEFAULT
    assert find("gpt-9") is None
    assert render(DEFAULT.label) == "Qwen2.5-Coder 1.5B – small, for trying out"
