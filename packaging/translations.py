"""Brings the window's Chinese and its plurals up to date: ``python packaging/translations.py``.

Reads every translatable string of ``weclaw_desktop/ui`` into ``resources/translations/zh_<part>.ts`` (finished
translations are kept, vanished strings are dropped), and those with a number into ``en_counted.ts``, which holds their
singular; lists what is not translated yet, and makes the ``.qm`` files that ship. Needs the development environment,
whose PySide6 brings lupdate and lrelease.
"""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UI = ROOT / "weclaw_desktop" / "ui"
TRANSLATIONS = ROOT / "resources" / "translations"
PARTS = ("context_panel", "settings", "welcome", "xray")
"""Sub-packages with a file of their own; everything else is in ``zh_window.ts``."""
COUNTED = UI / "counted.py"
"""Where the strings are that have a singular."""


def sources(part: str) -> list[Path]:
    """The Python files whose strings are in one part."""
    if part != "window":
        return sorted((UI / part).rglob("*.py"))
    return sorted(f for f in UI.rglob("*.py") if f.relative_to(UI).parts[0] not in PARTS)


def update(part: str, folder: Path = TRANSLATIONS) -> Path | None:
    """Renew one ``.ts`` in ``folder``; returns it, None when the part has no sources."""
    files = sources(part)
    if not files:
        return None
    target = folder / f"zh_{part}.ts"
    options = ["-source-language", "en", "-target-language", "zh_CN", "-no-obsolete", "-locations", "none", "-silent"]
    run("lupdate", *map(str, files), *options, "-ts", str(target))
    return target


def update_counted(folder: Path = TRANSLATIONS) -> Path:
    """Renew the English file of what is said of numbers; returns it."""
    target = folder / "en_counted.ts"
    options = ["-source-language", "en", "-target-language", "en", "-no-obsolete", "-locations", "none", "-silent"]
    run("lupdate", str(COUNTED), "-pluralonly", *options, "-ts", str(target))
    return target


def messages(ts: Path) -> dict[tuple[str, str], str]:
    """(context, text) → translation of every string of a ``.ts``; the forms for numbers stand in lines of their own."""
    found: dict[tuple[str, str], str] = {}
    for context in ElementTree.parse(ts).getroot().iter("context"):
        for message in context.iter("message"):
            key = (context.findtext("name", ""), message.findtext("source", ""))
            found[key] = "\n".join(_forms(message))
    return found


def _forms(message: ElementTree.Element) -> list[str]:
    """What a string is in the other language: one text, or one for each form that a number can ask for."""
    translation = message.find("translation")
    if translation is None:
        return [""]
    if message.get("numerus") == "yes":
        return [form.text or "" for form in translation.iter("numerusform")]
    return [translation.text or ""]


def untranslated(ts: Path) -> list[tuple[str, str]]:
    """Context and text of every string of a ``.ts`` that has no finished translation."""
    missing: list[tuple[str, str]] = []
    for context in ElementTree.parse(ts).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            unfinished = translation is None or translation.get("type")
            if unfinished or not all(form.strip() for form in _forms(message)):
                missing.append((context.findtext("name", ""), message.findtext("source", "")))
    return missing


def release(ts: Path) -> None:
    """Make the ``.qm`` beside a ``.ts``."""
    run("lrelease", str(ts), "-silent", "-qm", str(ts.with_suffix(".qm")))


def run(tool: str, *arguments: str) -> None:
    """Run a Qt tool of this environment; its warnings are errors, but for classes that it cannot see to be Qt's."""
    found = Path(sys.executable).parent / f"pyside6-{tool}"
    done = subprocess.run([str(found), *arguments], capture_output=True, text=True, check=False)
    noise = re.compile(r"Updating|Found \d+|^\s*$")
    said = [line for line in (done.stdout + done.stderr).splitlines() if not noise.search(line)]
    if done.returncode:
        raise SystemExit(f"{tool} failed:\n" + "\n".join(said))


def main() -> int:
    """Update and release all parts; exit 1 when something is not translated."""
    missing: list[tuple[str, str, str]] = []
    for part in ("window", *PARTS):
        ts = update(part)
        if ts is not None:
            missing += [(ts.name, *pair) for pair in untranslated(ts)]
            release(ts)
    counted = update_counted()
    missing += [(counted.name, *pair) for pair in untranslated(counted)]
    release(counted)
    for name, context, text in missing:
        print(f"{name}: {context}: {text!r}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
