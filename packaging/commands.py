"""What ``dev.py`` does: set up, then start the window or the command line, or run every check and test.

Each command makes ``.venv`` first if it is missing or older than the dependencies. Standard library only, and no newer
syntax than Python 3.8 reads: this runs before anything is installed.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import subprocess
import sys
import time

import environment
import machine

MODEL = "qwen2.5-1.5b"
MODEL_OFFER = """No key, no model server on this computer and no downloaded model was found.
WeClaw Desktop can fetch a small model that runs here: Qwen2.5-Coder 1.5B, small, for trying out.
  download 1.1 GB · disk 1.4 GB while it is fetched, then 1.1 GB · memory 2.4 GB while it answers"""
MODEL_DISK_BYTES = 1_500_000_000

# Name of the check and its command inside the environment, quickest first.
CHECKS = (
    ("style", ("ruff", "check", ".")),
    ("format", ("ruff", "format", "--check", ".")),
    ("layers", ("lint-imports", "--no-logo")),
    ("faults", ("python", "-m", "tests.faults")),
    ("types", ("basedpyright",)),
)
PURE = ("tests/core", "tests/context")
"""Tests of the packages whose every branch must be tested."""
WINDOW = ("tests/ui", "tests/screen")
"""Tests that make windows: in processes of their own, because what Qt keeps slows down every test after them."""


def main() -> int:
    """Run one command; the exit code is 0 when all went well, 1 when not, 2 for a wrong command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    options, rest = parse(sys.argv[1:])
    try:
        if options.command == "test":
            return test(options.yes, rest)
        if options.command == "run":
            return start(options.yes, options.no_model, rest)
        environment.ensure()
        return launch(rest)
    except environment.SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Split the command line into our options and, after ``--``, those of the program that is started."""
    rest: list[str] = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, rest = arguments[:at], arguments[at + 1 :]
    parser = argparse.ArgumentParser(prog="dev.py", description="Set up and start WeClaw Desktop from a checkout.")
    commands = parser.add_subparsers(dest="command", required=True)
    window = commands.add_parser("run", help="open the window")
    window.add_argument("--no-model", action="store_true", help="do not offer to fetch a model")
    commands.add_parser("cli", help="run the command line")
    tests = commands.add_parser("test", help="run every check and test")
    for command in (window, tests):
        command.add_argument("--yes", action="store_true", help="answer yes to every question")
    return parser.parse_args(arguments), rest


def can_ask() -> bool:
    """Whether somebody can answer a question here."""
    return sys.stdin is not None and sys.stdin.isatty()


def agreed(question: str, yes: bool) -> bool:
    """Ask a yes-or-no question; without a terminal the answer is no."""
    if yes:
        return True
    if not can_ask():
        return False
    return input(question + " [y/N] ").strip().lower() in ("y", "yes", "j", "ja", "是")


def start(yes: bool, no_model: bool, rest: list[str]) -> int:
    """Set up, then open the window."""
    if machine.display_is_missing(os.environ):
        print(machine.NO_DISPLAY, file=sys.stderr)
        return 1
    system_packages(yes, for_tests=False)
    environment.ensure()
    if not no_model and "--demo" not in rest:
        offer_model(yes)
    return launch(rest)


def launch(rest: list[str]) -> int:
    """Start the program in place of this one."""
    program = ready()
    variables = dict(os.environ, PYTHONUTF8="1")
    if not environment.WINDOWS:
        os.execve(program, [program, *rest], variables)  # does not return
    return subprocess.call([program, *rest], env=variables)


def ready() -> str:
    """Name the script inside the environment, so that people can start it without us, and return it."""
    program = str(environment.script("weclaw-desktop"))
    print(f"Ready: {program}", file=sys.stderr, flush=True)
    return program


def system_packages(yes: bool, for_tests: bool) -> None:
    """Name the system libraries that are missing and install them if somebody says so.

    Raises:
        SetupError: Something that the window or a test cannot do without stays missing.
    """
    missing = missing_packages(for_tests)
    if not missing:
        return
    print("Missing system packages: " + " ".join(missing))
    unattended = for_tests and not can_ask() and machine.is_root()
    if machine.can_install() and agreed("Install them now?", yes or unattended):
        if not machine.install_packages(missing):
            raise environment.SetupError("They could not be installed, see above.")
        missing = missing_packages(for_tests)
    if set(missing) - {machine.CHINESE_FONT} or (missing and for_tests):
        line = machine.install_line(missing)
        raise environment.SetupError(f"Install these first (names of Debian and Ubuntu), then start again:\n  {line}")
    if missing:
        print(f"Chinese text may show as boxes. To mend that: {machine.install_line(missing)}")


def missing_packages(for_tests: bool) -> list[str]:
    """All system packages that are missing, as Debian and Ubuntu name them."""
    return environment.missing_packages() + machine.missing_packages(for_tests)


def offer_model(yes: bool) -> None:
    """Offer the small model once to somebody who has no other; a refusal is remembered, the window offers it too."""
    answered = environment.VENV / "model-offered"
    if answered.exists() or has_model():
        return
    if not yes and not can_ask():
        print("No model is set up; the window offers three ways. (--yes fetches the small one now.)")
        return
    print(MODEL_OFFER)
    free = shutil.disk_usage(os.path.expanduser("~")).free
    if free < MODEL_DISK_BYTES:
        print(f"Only {free / 1e9:.1f} GB of disk are free: not fetched.")
        return
    if agreed("Fetch it now?", yes):
        program = str(environment.script("weclaw-desktop"))
        if subprocess.call([program, "models", "install", MODEL]) != 0:
            print("The model was not fetched; the window offers it again.")
            return
    answered.write_text("")


def has_model() -> bool:
    """Whether the program already has something to talk to: a key in the environment, a server, a profile."""
    if any(name.endswith("_API_KEY") and value for name, value in os.environ.items()):
        return True
    server = machine.running_server()
    if server:
        print(f"Found a model server on this computer: {server}")
        return True
    program = str(environment.script("weclaw-desktop"))
    return subprocess.call([program, "doctor", "--has-model"], stdout=subprocess.DEVNULL) == 0


def test(yes: bool, rest: list[str]) -> int:
    """Set up, then run the checks and the tests; pytest's closing line is the last one."""
    system_packages(yes, for_tests=True)
    environment.ensure()
    ready()
    if rest:
        return call("tests", ("python", "-m", "pytest", *rest))
    failed = [name for name, command in CHECKS if call(name, command) != 0]
    if failed:
        print(f"Failed: {', '.join(failed)}. The tests are run when these pass.", file=sys.stderr)
        return 1
    pure = ("python", "-m", "pytest", "-n", "2", *PURE)
    covered = (*pure, "--cov", "--cov-branch", "--cov-report=json:.coverage.json", "--cov-report=")
    if call("tests of core and context", covered) or call("coverage", ("python", "-m", "tests.coverage_rule")):
        return 1
    if call("tests of the window", ("python", "-m", "pytest", "-n", "2", *WINDOW)):
        return 1
    others = ("python", "-m", "pytest", "-n", "2", *(f"--ignore={folder}" for folder in (*PURE, *WINDOW)))
    return call("all other tests", others)


def call(name: str, command: tuple[str, ...]) -> int:
    """Run one check in the environment and say how long it took."""
    print(f"── {name}", flush=True)
    begun = time.monotonic()
    program = str(environment.script(command[0]))
    variables = dict(os.environ, PYTHONUTF8="1", PYTHONPATH=str(environment.ROOT))
    variables.setdefault("QT_QPA_PLATFORM", "offscreen")
    code = subprocess.call([program, *command[1:]], cwd=str(environment.ROOT), env=variables)
    if command[2:3] != ("pytest",):
        print(f"   {'ok' if code == 0 else 'FAILED'} in {time.monotonic() - begun:.0f} s", flush=True)
    return code
