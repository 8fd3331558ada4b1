"""What the set-up script finds out about a computer."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import machine
import pytest


@pytest.fixture
def bare_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Linux without any of the libraries, fonts and programs that are looked for."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(machine, "known_libraries", lambda: set[str]())
    monkeypatch.setattr(machine, "loads", lambda library: False)
    monkeypatch.setattr(machine, "has_chinese_font", lambda: False)
    monkeypatch.setattr(machine.shutil, "which", lambda name: None)
    monkeypatch.setattr(machine, "ACCESSIBILITY", ("at-spi2-core", "/nowhere"))


@pytest.mark.usefixtures("bare_linux")
def test_everything_is_missing_on_a_bare_linux() -> None:
    missing = machine.missing_packages(for_tests=True)
    assert missing == [*machine.LIBRARIES, "fonts-noto-cjk", "xvfb", "dbus", "at-spi2-core"]
    assert "xvfb" not in machine.missing_packages(for_tests=False)


@pytest.mark.usefixtures("bare_linux")
def test_a_library_that_the_list_names_is_not_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "known_libraries", lambda: {"libEGL.so.1"})
    assert "libegl1" not in machine.missing_packages(for_tests=False)


@pytest.mark.usefixtures("bare_linux")
def test_a_library_that_only_loads_is_not_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "loads", lambda library: library == "libEGL.so.1")
    assert "libegl1" not in machine.missing_packages(for_tests=False)


def test_nothing_is_looked_for_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert machine.missing_packages(for_tests=True) == []


def test_ldconfig_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    listing = "2 libs found in cache\n\tlibz.so.1 (libc6,x86-64) => /lib/libz.so.1\n\tliba.so (libc6) => /lib/liba.so\n"
    answer = subprocess.CompletedProcess([], 0, listing, "")
    monkeypatch.setattr(machine.subprocess, "run", lambda *_, **__: answer)
    assert machine.known_libraries() == {"libz.so.1", "liba.so"}


def test_a_missing_library_does_not_load() -> None:
    assert not machine.loads("libnever-was.so.9")


def test_chinese_font_is_found_by_its_name(tmp_path: Path) -> None:
    assert not machine.has_chinese_font([tmp_path])
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "NotoSansCJK-Regular.ttc").touch()
    assert machine.has_chinese_font([tmp_path])


@pytest.mark.parametrize(
    ("version", "fits"),
    [((3, 10, 9), False), ((3, 11, 0), True), ((3, 13, 2), True), ((3, 14), False), ((), False), ((2, 7), False)],
)
def test_versions_of_python(version: tuple[int, ...], fits: bool) -> None:
    assert machine.fits(version) is fits


def test_the_running_python_is_chosen_when_it_fits() -> None:
    assert machine.find_python(None) == [sys.executable]


def test_another_python_is_chosen_when_the_running_one_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(machine.os, "name", "posix")
    monkeypatch.setattr(machine.shutil, "which", lambda name: name if name in ("python3.13", "python3.11") else None)
    monkeypatch.setattr(machine, "python_version", lambda command: (3, 11, 4) if command == ["python3.11"] else ())
    assert machine.find_python(None) == ["python3.11"]


def test_no_python_is_chosen_when_none_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(machine.shutil, "which", lambda name: None)
    assert machine.find_python(None) is None


def test_version_is_asked_of_the_python_itself() -> None:
    assert machine.python_version([sys.executable]) == tuple(sys.version_info[:3])
    assert machine.python_version(["no-such-python"]) == ()


@pytest.mark.parametrize(
    ("platform", "environment", "missing"),
    [
        ("linux", {}, True),
        ("linux", {"DISPLAY": ":0"}, False),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, False),
        ("linux", {"QT_QPA_PLATFORM": "offscreen"}, False),
        ("darwin", {}, False),
        ("win32", {}, False),
    ],
)
def test_display(monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], missing: bool) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert machine.display_is_missing(environment) is missing


def test_a_listening_server_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        assert machine.running_server({port: "Ollama"}) == "Ollama"
    assert machine.running_server({port: "Ollama"}) is None


def test_packages_are_installed_with_sudo_by_a_user(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(machine, "is_root", lambda: False)
    monkeypatch.setattr(machine.subprocess, "call", lambda command, **_: commands.append(command) or 0)
    assert machine.install_packages(["xvfb"])
    assert [command[:3] for command in commands] == [["sudo", "apt-get", "update"], ["sudo", "apt-get", "install"]]
    assert commands[1][-1] == "xvfb"
