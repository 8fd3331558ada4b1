"""Every painter ends: one that is left open by an exception blocks the next paint of its widget."""

from __future__ import annotations

import ast
from pathlib import Path

import weclaw_desktop.ui

UI = Path(weclaw_desktop.ui.__file__).parent
LEFT_TO_THE_FRAME = {"tool_card.py"}
"""Its one painter is a local name that nothing keeps."""


def test_painters_are_opened_by_with() -> None:
    loose: list[str] = []
    for path in sorted(UI.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        closed = {id(item.context_expr) for node in ast.walk(tree) if isinstance(node, ast.With) for item in node.items}
        loose += [
            f"{path.relative_to(UI)}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "QPainter"
            if id(node) not in closed and path.name not in LEFT_TO_THE_FRAME
        ]
    assert loose == []
