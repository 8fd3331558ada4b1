"""What somebody may ask for when they have a chat compressed themselves."""

from __future__ import annotations

from dataclasses import dataclass

from weclaw_desktop.core.changes import Changes
from weclaw_desktop.core.records import Record


@dataclass(frozen=True, slots=True)
class Wish:
    """One compression by hand; as it is made, everything is as the settings say.

    ``focus`` names what the summary should keep. ``upto`` is the id of the last message to compress ("": as far as the
    strategy goes). ``model`` writes the summary this time (None: as the settings say, "none": nobody, by code).
    ``again`` makes the compression in force anew, from what was in force before it.
    """

    focus: str = ""
    upto: str = ""
    model: str | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """A compression that exists and is not in force.

    ``without_summary`` says that a model's summary would come on top, which nobody asked it for yet. Loads are whole
    requests, calibrated.
    """

    record: Record
    changes: Changes
    without_summary: bool = False
