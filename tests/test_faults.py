"""The list of faults is complete, well formed, and every fault that is due has a test."""

from __future__ import annotations

from pathlib import Path

from tests.faults import Fault, judge, quoted, read_faults

DUE = {"W1": Fault("W1", "floor", True), "M1": Fault("M1", "unasked", False)}


def test_every_due_fault_has_a_test() -> None:
    complaints, _ = judge(read_faults(), *quoted())
    assert complaints == []


def test_the_list_is_well_formed() -> None:
    faults = read_faults()
    assert all(fault.text.endswith(".") for fault in faults.values())
    numbers: dict[str, list[int]] = {}
    for name in faults:
        numbers.setdefault(name[0], []).append(int(name[1:]))
    assert all(found == list(range(1, len(found) + 1)) for found in numbers.values())


def test_a_fault_that_nobody_quotes_is_named() -> None:
    complaints, remarks = judge(DUE, set(), set())
    assert complaints == ["no test quotes W1: floor"]
    assert remarks == ["not yet due and not yet tested: M1"]


def test_an_unknown_id_is_named() -> None:
    complaints, _ = judge(DUE, {"W1", "W99"}, set())
    assert complaints == ["a test quotes W99, which faults.toml does not know"]


def test_names_and_docstrings_are_read(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        'class TestIt:\n    def test_W1_and_C10_x(self): pass\nasync def test_b():\n    """Covers K3; A4 paper."""\n'
        "def helper_D1(): pass\n"
    )
    assert quoted(tmp_path) == ({"W1", "C10"}, {"K3", "A4"})
