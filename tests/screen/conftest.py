"""A virtual screen with a session bus of its own, and the program on it. Linux only; elsewhere nothing is collected."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.screen.accessible import Reader, Thing, quiet
from tests.screen.hands import Hands

ROOT = Path(__file__).resolve().parents[2]
TITLE = "WeClaw Desktop"
if not sys.platform.startswith("linux"):
    collect_ignore_glob = ["test_*.py"]


@dataclass
class Screen:
    """A display and a bus that nobody else uses, and the environment of programs on it."""

    name: str
    environment: dict[str, str]

    @property
    def bus(self) -> str:
        """Address of the session bus."""
        return self.environment["DBUS_SESSION_BUS_ADDRESS"]


@dataclass
class Person:
    """Somebody who uses the program: sees what a screen reader sees, clicks and types."""

    eyes: Reader
    hands: Hands
    window: str = TITLE

    def press(self, name: str, role: str = "") -> Thing:
        """Click on what is called that."""
        thing = self.eyes.find(name, role)
        left, top, width, height = self.eyes.place(thing)
        self.hands.click(left + width // 2, top + height // 2)
        return thing

    def write(self, field: str, words: str) -> None:
        """Click into a field and type."""
        self.press(field)
        self.hands.focus(self.window)
        self.hands.type(words)

    def wait(self, holds: Callable[[], bool], what: str, *, patience_s: float = 20.0) -> None:
        """Wait until something holds."""
        end = time.monotonic() + patience_s
        while not holds():
            assert time.monotonic() < end, f"{what}; there is:\n{self.eyes.tree()}"
            time.sleep(0.1)


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    for program in ("Xvfb", "dbus-daemon"):
        assert shutil.which(program), f"{program} is missing: python3 packaging/dev.py test installs it"
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as told:
        name = f":{told.readline().strip()}"
    home = tmp_path / "home"
    for folder in (home, home / "run", home / "config", home / "data", home / "cache"):
        folder.mkdir(mode=0o700)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "DISPLAY": name,
        "XDG_RUNTIME_DIR": str(home / "run"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "QT_ACCESSIBILITY": "1",
    }
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert bus.stdout is not None
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
    try:
        yield Screen(name, environment)
    finally:
        for process in (bus, server):
            process.terminate()
            process.wait(10)
        bus.stdout.close()


@pytest.fixture
def start(screen: Screen, tmp_path: Path) -> Iterator[Callable[..., Person]]:
    """Start the program on a profile and meet it as a person."""
    begun: list[tuple[subprocess.Popen[bytes], Person]] = []
    log = (tmp_path / "program.log").open("wb")

    def begin(profile: Path, *arguments: str) -> Person:
        process = subprocess.Popen(
            [sys.executable, "-m", "weclaw_desktop", "--profile-dir", str(profile), *arguments],
            env=screen.environment,
            cwd=ROOT,
            stdout=log,
            stderr=log,
        )
        person = Person(Reader(screen.bus), Hands(screen.name))
        begun.append((process, person))
        person.eyes.find("Send", patience_s=40)
        person.hands.focus(TITLE)
        return person

    yield begin
    for process, person in begun:
        quiet(person.eyes)
        person.hands.close()
        process.terminate()
        process.wait(60)
    log.close()
