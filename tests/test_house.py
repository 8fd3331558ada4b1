"""Rules of the house that linters cannot say."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "weclaw_desktop"
SOURCES = sorted(PACKAGE.rglob("*.py"))

VAGUE_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "part2"}
FOREIGN = (
    r"(?<![\w.])/(?:root|work|home/\w+|tmp|opt|Users/\w+)/",  # paths of somebody's machine
    r"files\.python" + r"hosted\.org|pypi" + r"\.org/simple|registry\.npm" + r"js\.org|deb\." + r"debian\.org",
)
"""What no file of the repository may name: a path of one machine, the host of a package registry."""

ALLOWED_PATHS = ("tests/",)
"""Tests may name made-up paths: they are inputs there."""


def tracked() -> Iterator[Path]:
    """Text files that are in the repository, or about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.is_file() and b"\0" not in path.read_bytes()[:4096]:
            yield path


def test_no_machine_paths_and_no_registry_hosts() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in tracked()
        for pattern in FOREIGN
        if not (pattern == FOREIGN[0] and str(path.relative_to(ROOT)).startswith(ALLOWED_PATHS))
        for match in re.finditer(pattern, path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert found == []


def test_the_pattern_for_machine_paths_finds_them() -> None:
    assert re.search(FOREIGN[0], "see /" + "root/.cache/x")
    assert not re.search(FOREIGN[0], "a/root/b and https://example.org/work/x")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_source_file(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert path.stem not in VAGUE_NAMES, "a module is named after what it knows"
    assert ast.get_docstring(tree), "a module says what it is for"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            assert node.func.attr not in ("exec", "exec_"), f"line {node.lineno}: use open() and a future"


def chance_failures(tree: ast.AST) -> Iterator[int]:
    """Lines that claim a few hex digits are not in the printed form of an object, whose random ids may hold them."""
    for scope in ast.walk(tree):
        if not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        printed = {
            target.id
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign) and is_print(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(scope):
            match node:
                case ast.Compare(left=ast.Constant(value=str(text)), ops=[ast.NotIn()], comparators=[place]):
                    risky = is_print(place) or (isinstance(place, ast.Name) and place.id in printed)
                    if risky and re.fullmatch("[0-9a-f]{1,8}", text):
                        yield node.lineno
                case _:
                    pass


def is_print(node: ast.AST) -> bool:
    """Whether an expression prints an object: ``str(…)`` or ``repr(…)``."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("str", "repr")


def test_no_test_fails_by_the_chance_of_a_random_id() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for line in chance_failures(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []
    sample = "def f():\n assert 'bad' not in str(x)\n y = repr(x)\n assert 'a3' not in y\n assert 'good' not in y\n"
    assert list(chance_failures(ast.parse(sample))) == [2, 4]


def test_every_package_has_content() -> None:
    for package in PACKAGE.rglob("__init__.py"):
        modules = [path for path in package.parent.rglob("*.py") if path.name != "__init__.py"]
        has_code = len(package.read_text(encoding="utf-8").splitlines()) > 1
        assert modules or has_code, f"{package.parent.name} is empty"


def test_the_command_line_loads_no_window_and_no_litellm() -> None:
    code = "import sys, weclaw_desktop.cli; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "weclaw_desktop" in loaded
    assert not {"PySide6", "shiboken6", "qasync", "litellm", "openai"} & set(loaded)
    assert "pydantic" not in loaded, "the window is opened through the command line and must not wait for data models"


FIRST_NEEDS = {
    *("PySide6", "shiboken6", "shibokensupport", "signature_bootstrap", "__feature__"),
    *("qasync", "typing_extensions"),
}
"""Foreign packages that the first, empty window is made with."""
NOT_FIRST = (
    *(f"weclaw_desktop.{package}." for package in ("context", "storage", "tools", "memory", "workspace", "exchange")),
    *(f"weclaw_desktop.ui.{view}." for view in ("settings", "lab", "xray", "compressions", "models", "sidebar")),
    "weclaw_desktop.core.settings",
    "weclaw_desktop.services.workshop",
    "weclaw_desktop.ui.chat.chat_view",
    "weclaw_desktop.ui.conductor",
    "weclaw_desktop.ui.context_panel.panel",
    "weclaw_desktop.ui.window_parts",
)
"""What no part of the first window may bring in: it is loaded by a thread while that window is seen."""
ON_DEMAND = (
    *(f"{name}." for name in ("litellm", "openai", "tiktoken", "tokenizers", "numpy", "PIL", "llama_cpp")),
    *(f"{name}." for name in ("pypdfium2", "office_oxide", "odfdo", "lxml", "dulwich")),
    *(f"PySide6.{name}" for name in ("QtMultimedia", "QtTextToSpeech", "QtWebEngine", "QtPrintSupport", "QtQml")),
    "weclaw_desktop.services.lab.worker",
    "weclaw_desktop.ui.keys.key_list",
    "weclaw_desktop.ui.keys.palette",
    "weclaw_desktop.ui.lab.lab_window",
    "weclaw_desktop.ui.settings.pages",
    "weclaw_desktop.ui.settings.window",
    "weclaw_desktop.ui.xray.window",
    "weclaw_desktop.workspace.reading.documents",
)
"""What an open profile does without until somebody asks for it."""
TWO_SHOWS = """
import os, sys
before = set(sys.modules)
from weclaw_desktop.app import run_window
from weclaw_desktop.launch import WindowOptions
from weclaw_desktop.ui.main_window import MainWindow
show, attach = MainWindow.show, MainWindow.attach
def shown(self):
    show(self)
    self.grab()
    print("shown", *(set(sys.modules) - before), flush=True)
def attached(self, parts):
    attach(self, parts)
    print("attached", *(set(sys.modules) - before), flush=True)
    os._exit(0)
MainWindow.show, MainWindow.attach = shown, attached
run_window(WindowOptions(demo=True))
"""


def brought(modules: set[str], unwanted: Iterable[str]) -> list[str]:
    """The modules that are unwanted: named, or below a name that ends with a dot (which is unwanted itself)."""
    ends = tuple(unwanted)
    return sorted(name for name in modules if f"{name}.".startswith(ends))


def test_the_window_shows_before_what_it_will_hold_is_loaded(tmp_path: Path) -> None:
    """The start is quick because of what it does not import: one import at the top of a module undoes that."""
    done = subprocess.run(
        [sys.executable, "-c", TWO_SHOWS],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "TMPDIR": str(tmp_path), "TEMP": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    seen = {said: set(names) for said, *names in map(str.split, done.stdout.splitlines())}
    first, alive = seen["shown"], seen["attached"]
    assert "weclaw_desktop.ui.main_window" in first
    assert {name.partition(".")[0] for name in first} - sys.stdlib_module_names - {"weclaw_desktop"} <= FIRST_NEEDS
    assert brought(first, NOT_FIRST) == []
    assert {"weclaw_desktop.ui.conductor", "weclaw_desktop.ui.chat.chat_view"} <= alive
    assert brought(alive, ON_DEMAND) == []


BREAKS = {
    "layers": ("core/stray.py", "import weclaw_desktop.services"),
    "qt": ("services/stray.py", "import PySide6.QtCore"),
    "qasync": ("ui/stray.py", "import qasync"),
    "models": ("services/stray.py", "import litellm"),
    "tokens": ("llm/stray.py", "import tiktoken"),
    "database": ("services/stray.py", "import sqlalchemy.orm"),
    "secrets": ("storage/stray.py", "import keyring"),
    "pure": ("context/stray.py", "import time"),
}


@pytest.mark.parametrize("contract", BREAKS)
def test_layer_contract_can_fail(contract: str, tmp_path: Path) -> None:
    """Each contract of import-linter notices one forbidden import in a copy of the package skeleton."""
    name, line = BREAKS[contract]
    for package in PACKAGE.rglob("__init__.py"):
        copy = tmp_path / package.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text('"""Empty."""\n')
    (tmp_path / "weclaw_desktop" / name).write_text(line + "\n")
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
    result = subprocess.run(
        [*command, "--no-cache", "--contract", contract], cwd=tmp_path, capture_output=True, text=True
    )
    assert result.returncode == 1, result.stdout + result.stderr
    assert "1 broken" in result.stdout
