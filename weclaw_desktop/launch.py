"""What the command line hands to the window. It lies apart so that neither has to import the other to know it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True)
class WindowOptions:
    """How to open the window.

    ``profile_dir`` None means the user's own profile, or a throw-away one with ``demo``. ``screenshot`` is a PNG to
    write just before the window closes itself after ``quit_after`` seconds. Empty ``language`` and ``theme`` mean "as
    the settings say". ``size`` is width and height in device-independent pixels.
    """

    profile_dir: Path | None = None
    demo: bool = False
    screenshot: Path | None = None
    quit_after: float | None = None
    language: Literal["", "en", "zh"] = ""
    theme: Literal["", "light", "dark", "system"] = ""
    size: tuple[int, int] | None = None
