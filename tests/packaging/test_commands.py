"""The commands of the set-up script."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import commands
import environment
import machine
import pytest


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Everything is set up and nothing is missing; the list of programs started."""
    programs: list[list[str]] = []
    monkeypatch.setattr(environment, "ensure", lambda: None)
    monkeypatch.setattr(environment, "WINDOWS", True)
    monkeypatch.setattr(machine, "missing_packages", lambda for_tests: list[str]())
    monkeypatch.setattr(environment, "missing_packages", lambda: list[str]())
    monkeypatch.setattr(machine, "display_is_missing", lambda variables: False)
    monkeypatch.setattr(machine, "running_server", lambda: None)
    monkeypatch.setattr(commands.subprocess, "call", lambda command, **_: programs.append(list(command)) or 0)
    return programs


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["dev.py", *arguments])
    return commands.main()


def test_cli_passes_everything_after_the_dashes(
    launched: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "cli", "--", "threshold", "--window", "8192") == 0
    program = str(environment.script("weclaw-desktop"))
    assert launched == [[program, "threshold", "--window", "8192"]]
    assert capsys.readouterr().err.splitlines()[-1] == f"Ready: {program}"


def test_run_without_a_display_says_how_to_get_one(
    launched: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine, "display_is_missing", lambda variables: True)
    assert run(monkeypatch, "run") == 1
    assert "xvfb-run" in capsys.readouterr().err
    assert launched == []


def test_run_offers_no_model_without_a_terminal(
    launched: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(commands, "has_model", lambda: False)
    monkeypatch.setattr(commands, "can_ask", lambda: False)
    assert run(monkeypatch, "run") == 0
    assert "No model is set up" in capsys.readouterr().out
    assert len(launched) == 1


@pytest.mark.parametrize(("answer", "fetched"), [("y", True), ("", False), ("n", False)])
def test_run_asks_once_and_fetches_after_a_yes(
    launched: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: str, fetched: bool
) -> None:
    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(commands, "has_model", lambda: False)
    monkeypatch.setattr(commands, "can_ask", lambda: True)
    monkeypatch.setattr(commands.shutil, "disk_usage", lambda path: commands.argparse.Namespace(free=10**12))
    questions: list[str] = []
    monkeypatch.setattr("builtins.input", lambda question: questions.append(question) or answer)
    assert run(monkeypatch, "run") == 0
    assert run(monkeypatch, "run") == 0
    assert len(questions) == 1
    installs = [command[1:] for command in launched if command[1:2] == ["models"]]
    assert installs == ([["models", "install", "qwen2.5-1.5b"]] if fetched else [])


def test_yes_fetches_and_no_model_skips(
    launched: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(commands, "has_model", lambda: False)
    monkeypatch.setattr(commands.shutil, "disk_usage", lambda path: commands.argparse.Namespace(free=10**12))
    run(monkeypatch, "run", "--yes", "--no-model")
    assert [command[1:] for command in launched] == [[]]
    run(monkeypatch, "run", "--yes")
    assert launched[1][1:] == ["models", "install", "qwen2.5-1.5b"]


def test_nothing_is_fetched_onto_a_full_disk(
    launched: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(commands, "has_model", lambda: False)
    monkeypatch.setattr(commands.shutil, "disk_usage", lambda path: commands.argparse.Namespace(free=10**9))
    run(monkeypatch, "run", "--yes")
    assert "1.0 GB of disk are free" in capsys.readouterr().out
    assert len(launched) == 1


def test_a_key_or_a_server_is_a_model(launched: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "x")
    assert commands.has_model()
    monkeypatch.delenv("SOME_API_KEY")
    monkeypatch.setattr(machine, "running_server", lambda: "Ollama")
    assert commands.has_model()


class Libraries:
    """A computer that lacks system packages until they are installed."""

    def __init__(self, *missing: str) -> None:
        self.missing = list(missing)

    def look(self, for_tests: bool) -> list[str]:
        return list(self.missing)

    def install(self, packages: list[str]) -> bool:
        self.missing = [name for name in self.missing if name not in packages]
        return True


@pytest.fixture
def libraries(monkeypatch: pytest.MonkeyPatch) -> Libraries:
    computer = Libraries("libegl1")
    monkeypatch.setattr(machine, "missing_packages", computer.look)
    monkeypatch.setattr(environment, "missing_packages", lambda: list[str]())
    monkeypatch.setattr(machine, "install_packages", computer.install)
    monkeypatch.setattr(machine, "can_install", lambda: True)
    monkeypatch.setattr(machine, "is_root", lambda: True)
    monkeypatch.setattr(commands, "can_ask", lambda: False)
    return computer


def test_missing_libraries_are_installed_with_yes(libraries: Libraries) -> None:
    commands.system_packages(yes=True, for_tests=False)
    assert libraries.missing == []


def test_the_tests_install_them_where_nobody_can_answer(libraries: Libraries) -> None:
    commands.system_packages(yes=False, for_tests=True)
    assert libraries.missing == []


def test_otherwise_the_line_to_type_is_named(libraries: Libraries, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "is_root", lambda: False)
    with pytest.raises(environment.SetupError, match="sudo apt-get install -y libegl1"):
        commands.system_packages(yes=False, for_tests=False)


def test_a_missing_font_does_not_keep_the_window_shut(libraries: Libraries, capsys: pytest.CaptureFixture[str]) -> None:
    libraries.missing = ["fonts-noto-cjk"]
    commands.system_packages(yes=False, for_tests=False)
    assert "boxes" in capsys.readouterr().out


def test_a_failing_check_stops_before_the_tests(
    launched: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def call(command: list[str], **_: object) -> int:
        launched.append(command)
        return 1 if command[1:2] == ["check"] else 0

    monkeypatch.setattr(commands.subprocess, "call", call)
    assert run(monkeypatch, "test") == 1
    assert len(launched) == len(commands.CHECKS)
    assert "Failed: style" in capsys.readouterr().err


def test_all_checks_then_all_tests(launched: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, "test") == 0
    tests = [command for command in launched if "pytest" in command]
    assert len(launched) == len(commands.CHECKS) + 4
    assert "tests/core" in tests[0]
    assert "tests/ui" in tests[1]
    assert {"--ignore=tests/core", "--ignore=tests/ui"} <= set(tests[2])
    assert launched[-1] == tests[2]


def test_a_wrong_command_is_a_usage_error() -> None:
    script = Path(commands.__file__).with_name("dev.py")
    result = subprocess.run([sys.executable, str(script), "fly"], capture_output=True, text=True)
    assert result.returncode == 2
