"""The ports: everything a neighbour may be asked for is described."""

from __future__ import annotations

import inspect
from typing import Protocol

from weclaw_desktop.core import ports, stores


def test_every_port_and_every_method_of_it_says_what_it_does() -> None:
    classes = (c for module in (ports, stores) for _, c in inspect.getmembers(module, inspect.isclass))
    found = [c for c in classes if Protocol in c.__bases__]
    members = [(c.__name__, name, m) for c in found for name, m in vars(c).items() if not name.startswith("_")]
    assert len(found) >= 10
    assert [f"{owner}.{name}" for owner, name, m in members if callable(m) and not m.__doc__] == []
