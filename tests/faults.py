"""Lists the faults of ``faults.toml`` that no test quotes: ``python -m tests.faults``; exit code 1 if any is due.

A test quotes a fault by its id in its name (``test_W1_floor_above_window``) or in its docstring.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).resolve().parent
IN_NAME = re.compile(r"(?<![A-Za-z0-9])([A-Z]\d{1,2})(?![A-Za-z0-9])")


@dataclass(frozen=True)
class Fault:
    """One kind of failure. ``due`` says that a test has to quote it now."""

    id: str
    text: str
    due: bool


def read_faults(file: Path = TESTS / "faults.toml") -> dict[str, Fault]:
    """All known faults by their id."""
    groups = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        name: Fault(name, entry["text"], entry["scope"] == "now")
        for group in groups.values()
        for name, entry in group.items()
    }


def definitions(folder: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every test function below a folder, those in classes too."""
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield node


def quoted(folder: Path = TESTS) -> tuple[set[str], set[str]]:
    """The ids in names of tests, and those in their docstrings (where "A4" may be a size of paper)."""
    names: set[str] = set()
    docstrings: set[str] = set()
    for node in definitions(folder):
        names.update(IN_NAME.findall(node.name.replace("_", " ")))
        docstrings.update(IN_NAME.findall(ast.get_docstring(node) or ""))
    return names, docstrings


def judge(faults: dict[str, Fault], names: set[str], docstrings: set[str]) -> tuple[list[str], list[str]]:
    """Compare faults and tests.

    Returns:
        The complaints, which are errors, and the remarks, which are not.
    """
    open_faults = [fault for fault in faults.values() if fault.id not in names | docstrings]
    complaints = [f"no test quotes {f.id}: {f.text}" for f in open_faults if f.due]
    complaints += [f"a test quotes {name}, which faults.toml does not know" for name in sorted(names - set(faults))]
    later = [f.id for f in open_faults if not f.due]
    return complaints, [f"not yet due and not yet tested: {' '.join(later)}"] if later else []


def main() -> int:
    """Print the verdict."""
    complaints, remarks = judge(read_faults(), *quoted())
    print("\n".join(remarks + complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
