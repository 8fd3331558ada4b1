"""Rules of the house that linters cannot say."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
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
