"""What every test gets: a home of its own, a fixed clock zone and language, and guards that fail on a mess.

A test fails when it logs a warning it does not expect, leaves a task, thread, timer or window behind,
connects to anything but this computer, or writes outside its temporary folders. ``tests/guards`` has one file
for each of these.
"""

from __future__ import annotations

import os

import hypothesis

pytest_plugins = (
    "tests.guards.home",
    "tests.guards.logs",
    "tests.guards.audit",
    "tests.guards.leftovers",
    "tests.guards.loops",
    "pytester",
)

hypothesis.settings.register_profile("house", deadline=None, max_examples=60)
hypothesis.settings.register_profile("ci", deadline=None, max_examples=60, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "house")
