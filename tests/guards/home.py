"""Gives each test an empty home, so that no test reads or writes the user's folders, keys or settings."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

FIXED = {
    "TZ": "UTC",
    "LC_ALL": "C.UTF-8",
    "LANG": "C.UTF-8",
    "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
    "QT_LOGGING_RULES": "",
    "PYTHON_KEYRING_BACKEND": "tests.guards.keys.MemoryKeyring",
    "NO_PROXY": "127.0.0.1,localhost,::1",
}
"""Environment that is the same in every test."""

UNSET = ("LANGUAGE", "DBUS_SESSION_BUS_ADDRESS", "ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY", "QT_SCALE_FACTOR")
"""Variables (any case) that would let this computer's set-up decide a test."""

SECRET_ENDINGS = ("_API_KEY", "_TOKEN", "_SECRET")


def home_environment(home: Path) -> dict[str, str]:
    """The variables that make ``home`` the user's home on Linux, macOS and Windows."""
    places = {
        "HOME": home,
        "USERPROFILE": home,
        "APPDATA": home / "AppData" / "Roaming",
        "LOCALAPPDATA": home / "AppData" / "Local",
        "XDG_CONFIG_HOME": home / ".config",
        "XDG_DATA_HOME": home / ".local" / "share",
        "XDG_STATE_HOME": home / ".local" / "state",
        "XDG_CACHE_HOME": home / ".cache",
        "XDG_RUNTIME_DIR": home / "run",
        "TMPDIR": home / "tmp",
        "TEMP": home / "tmp",
        "TMP": home / "tmp",
    }
    for place in places.values():
        place.mkdir(parents=True, exist_ok=True)
    places["XDG_RUNTIME_DIR"].chmod(0o700)
    return {name: str(place) for name, place in places.items()}


def pytest_configure(config: pytest.Config) -> None:
    """Set the environment before anything is imported that reads it once (Qt, the C library's zone)."""
    os.environ.update(FIXED)
    for name in list(os.environ):
        if name.upper() in UNSET or name.upper().endswith(SECRET_ENDINGS):
            del os.environ[name]
    if hasattr(time, "tzset"):
        time.tzset()


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty home folder, with a key store in memory. Yields the folder."""
    home = tmp_path_factory.mktemp("home")
    for name, value in home_environment(home).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(tempfile, "tempdir", str(home / "tmp"))
    yield home
    if "keyring.core" in sys.modules:
        sys.modules["keyring.core"]._keyring_backend = None
