"""The tree of errors."""

from __future__ import annotations

import inspect

from weclaw_desktop.core import errors
from weclaw_desktop.core.errors import (
    Bug,
    ContextOverflow,
    InvariantBroken,
    KnownError,
    ModelError,
    OutputLimit,
    RateLimited,
    WeClawError,
)
from weclaw_desktop.core.text import text

ACK = text("context.block.ack")


def test_every_class_stands_in_the_drawn_tree() -> None:
    drawn = errors.__doc__ or ""
    classes = [c.__name__ for _, c in inspect.getmembers(errors, inspect.isclass) if issubclass(c, WeClawError)]
    assert [name for name in classes if name not in drawn] == []


def test_known_errors_and_bugs_are_different_branches() -> None:
    assert not issubclass(InvariantBroken, KnownError)
    assert issubclass(InvariantBroken, Bug)
    assert issubclass(ModelError, KnownError)


def test_an_error_carries_its_sentence_and_the_provider_s_words() -> None:
    error = RateLimited(ACK, "slow down", provider="p", model="m", status=429)
    assert (str(error), error.detail, error.provider, error.model, error.status) == (
        "Noted.",
        "slow down",
        "p",
        "m",
        429,
    )
    assert error.retryable
    assert error.retry_after is None


def test_limits_that_errors_told_travel_with_them() -> None:
    overflow = ContextOverflow(ACK, limit=8_000, kind="input", provider="p")
    assert (overflow.limit, overflow.kind, overflow.retryable) == (8_000, "input", False)
    assert OutputLimit(ACK, limit=4_000, status=400).limit == 4_000
