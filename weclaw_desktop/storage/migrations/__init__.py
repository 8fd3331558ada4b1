"""The way from any older schema to the newest, as Alembic operations in one transaction.

Revisions are imported modules, not files found at run time, so that a packaged app has them. A new one is a module
``rNNNN_words`` with ``revision``, ``upgrade`` and one line in ``STEPS``; a test compares the outcome with ``tables``.
"""

from __future__ import annotations

from types import ModuleType

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection

from weclaw_desktop.storage.migrations import r0001_first, r0002_places, r0003_pins
from weclaw_desktop.storage.versions import TABLE

STEPS: tuple[ModuleType, ...] = (r0001_first, r0002_places, r0003_pins)
"""Every revision, oldest first; the names are those of ``versions.REVISIONS``."""


def upgrade(connection: Connection, current: str) -> None:
    """Bring the schema from ``current`` ("" for an empty file) to the newest, inside the caller's transaction."""
    names = [str(step.revision) for step in STEPS]
    todo = STEPS if not current else STEPS[names.index(current) + 1 :]
    with Operations.context(MigrationContext.configure(connection)):
        for step in todo:
            step.upgrade()
    connection.exec_driver_sql(f"CREATE TABLE IF NOT EXISTS {TABLE} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    connection.exec_driver_sql(f"DELETE FROM {TABLE}")
    connection.exec_driver_sql(f"INSERT INTO {TABLE} VALUES ('{names[-1]}')")
