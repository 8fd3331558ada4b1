"""Names of the schema's revisions, apart from ``migrations`` because importing Alembic takes a tenth of a second."""

from __future__ import annotations

REVISIONS: tuple[str, ...] = ("0001", "0002", "0003")
"""Oldest first."""
TABLE = "alembic_version"
"""Where a database says which revision it has, as Alembic's own tools expect it."""
