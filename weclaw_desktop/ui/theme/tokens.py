"""The visual language as values: spacing, radii, type sizes and two palettes. Nothing else names a colour or a size.

Lengths are device-independent pixels at 100 % zoom; ``Theme.px`` scales them. Every text colour has a contrast of at
least 4.5 on every ground it stands on (WCAG 2.2, 1.4.3); a test computes it for both palettes from ``PAIRS``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SPACE_XS = 4
SPACE_S = 8
SPACE_M = 12
SPACE_L = 16
SPACE_XL = 24
SPACES = (SPACE_XS, SPACE_S, SPACE_M, SPACE_L, SPACE_XL)
RADIUS_S = 6
RADIUS_L = 10
BODY = 14
SMALL = 12
TITLE = 17
ICON = 16
CONTROL = 32
"""Height of buttons and one-line fields."""
HEADER = 52
SIDEBAR_WIDTH = 248
PANEL_WIDTH = 348
COLUMN_WIDTH = 760
"""Widest line of text that is still comfortable to read."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by purpose, as ``#rrggbb``. A ``_soft`` colour is a ground for its own text colour."""

    dark: bool
    panel: str
    surface: str
    raised: str
    hover: str
    border: str
    strong_border: str
    text: str
    muted: str
    accent: str
    on_accent: str
    accent_soft: str
    link: str
    bubble: str
    code: str
    track: str
    selection: str
    success: str
    success_soft: str
    warning: str
    warning_soft: str
    danger: str
    danger_soft: str
    tier_small: str
    tier_medium: str
    tier_large: str
    parts: dict[str, str] = field(hash=False, compare=False)
    syntax: dict[str, str] = field(hash=False, compare=False)


LIGHT = Palette(
    dark=False,
    panel="#f5f7f9",
    surface="#ffffff",
    raised="#ffffff",
    hover="#ebeef3",
    border="#e1e5eb",
    strong_border="#8a93a5",
    text="#171a20",
    muted="#586174",
    accent="#2257ce",
    on_accent="#ffffff",
    accent_soft="#e6eefd",
    link="#2056cc",
    bubble="#edf1f9",
    code="#f3f4f6",
    track="#e6eaf0",
    selection="#c3d7fc",
    success="#17734a",
    success_soft="#e4f5ec",
    warning="#8f5300",
    warning_soft="#fdf1dc",
    danger="#b3242f",
    danger_soft="#fdeaeb",
    tier_small="#17734a",
    tier_medium="#2056cc",
    tier_large="#7a3fc0",
    parts={
        "system": "#6f7bd9",
        "skills": "#2f9e94",
        "files": "#c4842b",
        "memory": "#7c9a3e",
        "notice": "#8a93a5",
        "schemas": "#9a66d1",
        "frame": "#8d8292",
        "lead": "#a3766b",
        "pins": "#a83a78",
        "rules": "#cb5f9f",
        "ledger": "#c2495f",
        "summary": "#e0766a",
        "digest": "#b86a4b",
        "recent": "#2257ce",
        "attachments": "#4d96c9",
        "draft": "#9aa1b4",
    },
    syntax={
        "keyword": "#8b2fa8",
        "name": "#1c56b8",
        "string": "#1b6b3a",
        "number": "#9a4a00",
        "comment": "#5c6577",
        "error": "#b3242f",
        "inserted": "#17734a",
        "deleted": "#b3242f",
    },
)

DARK = Palette(
    dark=True,
    panel="#14171c",
    surface="#1b1f27",
    raised="#20252e",
    hover="#262c36",
    border="#2c323c",
    strong_border="#78839a",
    text="#e8eaee",
    muted="#9fa8b8",
    accent="#6f9fff",
    on_accent="#0e131b",
    accent_soft="#20304e",
    link="#8ab2ff",
    bubble="#262c37",
    code="#12151b",
    track="#2a303a",
    selection="#2f4f8a",
    success="#55c58c",
    success_soft="#16302a",
    warning="#e5a94a",
    warning_soft="#352a17",
    danger="#f58a90",
    danger_soft="#3b2025",
    tier_small="#55c58c",
    tier_medium="#8ab2ff",
    tier_large="#c39bf2",
    parts={
        "system": "#8f9af0",
        "skills": "#4fc0b4",
        "files": "#e2a546",
        "memory": "#a4c263",
        "notice": "#78839a",
        "schemas": "#bb8cec",
        "frame": "#a197a8",
        "lead": "#c49a8f",
        "pins": "#d974ae",
        "rules": "#f0a3cf",
        "ledger": "#ea7f93",
        "summary": "#f5a094",
        "digest": "#d98f70",
        "recent": "#6f9fff",
        "attachments": "#74b8e6",
        "draft": "#646d80",
    },
    syntax={
        "keyword": "#d39bf0",
        "name": "#8ab2ff",
        "string": "#8fd19e",
        "number": "#f0b06a",
        "comment": "#8f98a9",
        "error": "#f58a90",
        "inserted": "#55c58c",
        "deleted": "#f58a90",
    },
)

GROUNDS = ("panel", "surface", "raised", "hover", "bubble", "code")
PAIRS: tuple[tuple[str, str], ...] = (
    *((ink, ground) for ink in ("text", "muted", "link") for ground in GROUNDS),
    *((ink, ground) for ink in ("success", "warning", "danger") for ground in ("panel", "surface", "raised")),
    *((ink, ground) for ink in ("tier_small", "tier_medium", "tier_large") for ground in ("panel", "surface")),
    ("on_accent", "accent"),
    ("text", "accent_soft"),
    ("link", "accent_soft"),
    ("muted", "accent_soft"),
    ("text", "selection"),
    ("success", "success_soft"),
    ("warning", "warning_soft"),
    ("danger", "danger_soft"),
    ("text", "warning_soft"),
    ("text", "danger_soft"),
)
"""Every text colour with every ground it may stand on."""


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb``, 0…1 (WCAG 2.2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: str, ground: str) -> float:
    """Contrast ratio of two colours, 1…21."""
    light, dark = sorted((luminance(ink), luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
