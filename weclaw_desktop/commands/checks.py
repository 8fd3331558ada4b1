"""The single checks of ``doctor``. Each looks and says; none changes anything, and none imports Qt."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from weclaw_desktop.core.errors import DatabaseDamaged, DatabaseMissing, KnownError
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.storage.profile import Profile

LEAST_DISK = 500_000_000
"""Free bytes below which saving may soon fail."""
LIMIT_S = 10.0
"""Seconds that a helper program of the system may take."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check saw, and the next step where there is one."""

    code: str
    state: Literal["ok", "warn", "fail"]
    told: Text
    advice: Text | None = None


def python() -> Finding:
    """Is this a Python that the program supports?"""
    version = ".".join(str(part) for part in sys.version_info[:3])
    if (3, 11) <= sys.version_info[:2] <= (3, 13):
        return Finding("python", "ok", text("cli.doctor.python", version=version))
    return Finding("python", "warn", text("cli.doctor.python", version=version), text("cli.doctor.python_advice"))


def qt_plugin() -> Finding:
    """Can Qt's platform plugin be loaded, or which system libraries are missing?"""
    folder = _qt_folder()
    if folder is None:
        return Finding("qt", "fail", text("cli.doctor.no_qt"), text("cli.doctor.qt_advice"))
    plugin = folder / "plugins" / "platforms" / "libqxcb.so"
    if sys.platform != "linux" or not plugin.exists():
        return Finding("qt", "ok", text("cli.doctor.qt"))
    missing = [line.split()[0] for line in _output(["ldd", str(plugin)]).splitlines() if "not found" in line]
    if missing:
        return Finding(
            "qt", "fail", text("cli.doctor.qt_missing", names=", ".join(missing)), text("cli.doctor.qt_advice")
        )
    return Finding("qt", "ok", text("cli.doctor.qt"))


def fonts() -> Finding:
    """Is there a font with Chinese characters?"""
    if sys.platform != "linux" or shutil.which("fc-list") is None:
        return Finding("fonts", "ok", text("cli.doctor.fonts_unknown"))
    if _output(["fc-list", ":lang=zh-cn", "family"]).strip():
        return Finding("fonts", "ok", text("cli.doctor.fonts"))
    return Finding("fonts", "warn", text("cli.doctor.no_fonts"), text("cli.doctor.fonts_advice"))


def input_method(environ: Mapping[str, str]) -> list[Finding]:
    """Does Qt have a plugin for the input method of this session? fcitx has none in the package, ibus has."""
    wanted = f"{environ.get('QT_IM_MODULE', '')} {environ.get('XMODIFIERS', '')} {environ.get('GTK_IM_MODULE', '')}"
    if "fcitx" not in wanted.lower():
        return []
    folder = _qt_folder()
    inputs = folder / "plugins" / "platforminputcontexts" if folder is not None else Path()
    if folder is not None and any("fcitx" in path.name for path in inputs.glob("*")):
        return [Finding("input", "ok", text("cli.doctor.input", name="fcitx"))]
    return [Finding("input", "warn", text("cli.doctor.no_fcitx"), text("cli.doctor.fcitx_advice"))]


async def database(profile: Profile) -> Finding:
    """Can the profile's database be opened and read? A profile without one is fine."""
    if not profile.database.exists() and not profile.mark.exists():
        return Finding("database", "ok", text("cli.doctor.new_profile", path=str(profile.folder)))
    from weclaw_desktop.storage.profile import open_store

    try:
        store = await open_store(profile.folder)
        try:
            chats = await store.chats.all()
        finally:
            await store.close()
    except KnownError as error:
        lost = isinstance(error, DatabaseDamaged | DatabaseMissing)
        return Finding("database", "fail", error.text, text("cli.repair" if lost else "cli.doctor.see_text"))
    return Finding("database", "ok", text("cli.doctor.database", path=str(profile.database), chats=len(chats)))


async def backups(profile: Profile) -> Finding:
    """Where copies of the database are, and how old the newest is."""
    from weclaw_desktop.services.recovery import kept_of

    kept = await kept_of(profile.folder)
    if not kept.newest_ms:
        return Finding("backups", "ok", text("cli.doctor.no_backups", path=str(kept.folder)))
    when = f"{datetime.fromtimestamp(kept.newest_ms / 1_000).astimezone():%Y-%m-%d %H:%M}"
    return Finding("backups", "ok", text("cli.doctor.backups", path=str(kept.folder), count=kept.count, when=when))


def disk(folder: Path) -> Finding:
    """Is there room where the profile lies?"""
    place = next((path for path in (folder, *folder.parents) if path.exists()), Path.home())
    free = shutil.disk_usage(place).free
    told = text("cli.doctor.disk", free=f"{free / 1e9:.1f}", path=str(place))
    return (
        Finding("disk", "ok", told)
        if free >= LEAST_DISK
        else Finding("disk", "fail", told, text("cli.doctor.disk_advice"))
    )


def proxy(environ: Mapping[str, str], setting: str) -> Finding:
    """Through which proxy are providers reached?"""
    if setting == "none":
        return Finding("proxy", "ok", text("cli.doctor.proxy_none"))
    if setting not in ("", "system"):
        return Finding("proxy", "ok", text("cli.doctor.proxy", name=_without_password(setting)))
    named = next((environ[k] for k in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy") if environ.get(k)), "")
    if named:
        return Finding("proxy", "ok", text("cli.doctor.proxy", name=_without_password(named)))
    return Finding("proxy", "ok", text("cli.doctor.proxy_none"))


def _without_password(address: str) -> str:
    scheme, separator, rest = address.partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}" if separator else address.rpartition("@")[2]


def _qt_folder() -> Path | None:
    """Where Qt lies inside PySide6, found without importing it."""
    spec = importlib.util.find_spec("PySide6")
    if spec is None or not spec.submodule_search_locations:
        return None
    package = Path(spec.submodule_search_locations[0])
    return package / "Qt" if (package / "Qt").exists() else package


def _output(command: list[str]) -> str:
    """What a helper program of the system prints; "" when it is not there."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout
