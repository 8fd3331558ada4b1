"""The tree of errors."""

from __future__ import annotations

import inspect

import pytest

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
    is_about_key,
    is_locked_file,
)
from weclaw_desktop.core.text import Text, text

ACK = text("context.block.ack")


def test_every_class_stands_in_the_drawn_tree() -> None:
    drawn = errors.__doc__ or ""
    classes = [c.__name__ for _, c in inspect.getmembers(errors, inspect.isclass) if issubclass(c, WeClawError)]
    assert [name for name in classes if name not in drawn] == []


@pytest.mark.parametrize(
    ("failure", "about"),
    [
        (text("llm.missing_key", provider="p"), True),
        (text("llm.bad_key", provider="p", model="m"), True),
        (text("llm.rate_limited", provider="p", model="m"), False),
        (None, False),
    ],
)
def test_a_failure_says_whether_another_key_mends_it(failure: Text | None, about: bool) -> None:
    assert is_about_key(failure) is about


def test_a_failure_says_whether_a_passphrase_mends_it() -> None:
    assert is_locked_file(text("storage.vault_locked"))
    assert not is_locked_file(text("llm.missing_key", provider="p"))
    assert not is_locked_file(None)


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
