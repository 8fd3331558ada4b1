"""The bundled Latin typeface and the chains of families that take over where it has no glyph.

Chinese is named before the generic families, because otherwise a system may pick a Japanese variant of the same
character. The bundled files are loaded once per process.
"""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

from weclaw_desktop.resource_files import resource

CJK = (
    "PingFang SC",
    "Microsoft YaHei UI",
    "Microsoft YaHei",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "HarmonyOS Sans SC",
    "WenQuanYi Micro Hei",
)
SANS = ("Inter", *CJK, "Segoe UI", "Helvetica Neue", "DejaVu Sans", "sans-serif")
MONO = (
    "JetBrains Mono",
    "Cascadia Mono",
    "SF Mono",
    "Menlo",
    "Consolas",
    "DejaVu Sans Mono",
    "Noto Sans Mono CJK SC",
    *CJK,
    "monospace",
)


@cache
def load_bundled() -> tuple[str, ...]:
    """Make the bundled files known to Qt; returns the families found. Needs a QGuiApplication."""
    found: list[str] = []
    for file in resource("fonts").iterdir():
        if file.name.endswith(".otf"):
            number = QFontDatabase.addApplicationFontFromData(file.read_bytes())
            found.extend(QFontDatabase.applicationFontFamilies(number))
    return tuple(dict.fromkeys(found))


@cache
def installed(chain: tuple[str, ...]) -> tuple[str, ...]:
    """The families of ``chain`` that exist here; naming absent ones costs a look-up for each new font."""
    known = set(QFontDatabase.families())
    return tuple(name for name in chain if name in known) or chain[-1:]


def font(pixels: int, *, mono: bool = False, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """A font of ``pixels`` height from the right chain."""
    made = QFont(list(installed(MONO if mono else SANS)))
    made.setPixelSize(pixels)
    made.setWeight(weight)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if mono:
        made.setStyleHint(QFont.StyleHint.Monospace)
    return made
