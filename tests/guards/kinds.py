"""What a test needs, told from its fixtures."""

from __future__ import annotations

import pytest


def uses_async(item: pytest.Item) -> bool:
    """Whether a loop is made for the test."""
    return any(name.endswith("_scoped_runner") for name in getattr(item, "fixturenames", ()))


def uses_qt(item: pytest.Item) -> bool:
    """Whether an application is made for the test."""
    return "qapp" in getattr(item, "fixturenames", ())
