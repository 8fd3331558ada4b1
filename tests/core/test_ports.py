"""The ports: everything a neighbour may be asked for is described."""

from __future__ import annotations

import inspect
from typing import Protocol

from weclaw_desktop.core import ports


def test_every_port_and_every_method_of_it_says_what_it_does() -> None:
    found = [c for _, c in inspect.getmembers(ports, inspect.isclass) if Protocol in c.__bases__]
    members = [(c.__name__, name, m) for c in found for name, m in vars(c).items() if not name.startswith("_")]
    assert len(found) >= 10
    assert [f"{owner}.{name}" for owner, name, m in members if callable(m) and not m.__doc__] == []


def test_totals_of_a_chat_without_calls_are_nothing() -> None:
    assert ports.CallTotals() == ports.CallTotals(0, 0, 0, 0, None, "", ())
