"""The coverage rule names every line and branch that no test takes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.coverage_rule import gaps, main


def report(lines: list[object], branches: list[object]) -> dict[str, dict[str, dict[str, list[object]]]]:
    return {"files": {"core/a.py": {"missing_lines": lines, "missing_branches": branches}}}


def test_gaps_are_listed_by_file() -> None:
    assert gaps(report([3, 4], [[7, -1]])) == ["core/a.py: 3, 4, 7->-1"]


def test_nothing_is_listed_when_all_is_covered() -> None:
    assert gaps(report([], [])) == []


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (report([], []), 0, "all of 1 files covered"),
        (report([3], []), 1, "core/a.py: 3"),
        ({"files": {}}, 1, "nothing was measured"),
    ],
)
def test_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: object, code: int, said: str) -> None:
    file = tmp_path / "report.json"
    file.write_text(json.dumps(content))
    assert main(file) == code
    assert said in capsys.readouterr().out


def test_a_missing_report_fails(tmp_path: Path) -> None:
    assert main(tmp_path / "none.json") == 1
