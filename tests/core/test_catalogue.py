"""The catalogue: two languages for every key, the same placeholders in both, and no literal key that it lacks."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chinese import foreign_marks
from weclaw_desktop.core import catalogue

PACKAGE = Path(catalogue.__file__).resolve().parents[2]
PREFIXES = tuple(module.__name__.rsplit(".", 1)[1] for module in catalogue.MODULES)


def placeholders(pattern: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(pattern) if name}


def literal_keys() -> Iterator[tuple[str, str]]:
    """Every literal first argument of a call to ``text``, with where it stands."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "text" and node.args:
                for leaf in ast.walk(node.args[0]):
                    if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str) and "." in leaf.value.strip("."):
                        yield leaf.value, f"{path.relative_to(PACKAGE)}:{node.lineno}"


@pytest.mark.parametrize("key", sorted(catalogue.ENTRIES))
def test_both_languages_take_the_same_parameters(key: str) -> None:
    english, chinese = catalogue.ENTRIES[key]
    assert english.strip() or english in (". ",)
    assert chinese.strip()
    assert placeholders(english) == placeholders(chinese)
    assert key.startswith(tuple(f"{prefix}." for prefix in PREFIXES))


@pytest.mark.parametrize("key", sorted(catalogue.ENTRIES))
def test_chinese_has_its_own_marks_between_chinese_words(key: str) -> None:
    assert foreign_marks(catalogue.ENTRIES[key][1]) == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("停止;开始", [";"]),
        ("共 {n:,} 个, 其余省略", [","]),
        ("完整(40K 词元)", ["("]),
        ("{name}: 已删除", [":"]),
        ("已删除.", ["."]),
        ("真的?", ["?"]),
        ("max(32,000, 0.6 × 窗口)，{n:,} 个；文件 (*.zip)，name: …", []),
    ],
)
def test_foreign_marks_are_found(said: str, found: list[str]) -> None:
    assert foreign_marks(said) == found


def test_every_module_of_the_catalogue_is_registered() -> None:
    found = {path.stem for path in Path(catalogue.__file__).parent.glob("*.py")} - {"__init__"}
    assert found == set(PREFIXES)


def test_no_key_is_declared_twice() -> None:
    assert len(catalogue.ENTRIES) == sum(len(module.ENTRIES) for module in catalogue.MODULES)


def test_every_literal_key_in_the_program_is_in_the_catalogue() -> None:
    whole = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+\Z")
    missing = [f"{key} ({place})" for key, place in literal_keys() if whole.match(key) and key not in catalogue.ENTRIES]
    assert missing == []


def test_entries_are_found_by_language() -> None:
    assert catalogue.entry("context.block.ack", "en") == "Noted."
    assert catalogue.entry("context.block.ack", "zh") == "好的。"
    assert catalogue.entry("nothing", "en") is None
