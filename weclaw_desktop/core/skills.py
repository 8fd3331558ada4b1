"""What the packages share about skills: the tool by which a model reads one."""

from __future__ import annotations

SKILL = "skill"
"""Name of the tool. What it gives counts to the skills' budget for as long as it stands in the messages."""
