"""Files of personas: heads, variables, and files that are not as they should be."""

from __future__ import annotations

from pathlib import Path

import pytest

from weclaw_desktop.workspace.front_matter import join, one_line, split
from weclaw_desktop.workspace.personas import Persona, own, save, shipped


@pytest.mark.parametrize(
    ("written", "facts", "body"),
    [
        ("---\nname: A\n---\n\ntext", {"name": "A"}, "text"),
        ("\ufeff---\r\nname: 张\r\n---\r\ntext\r\n", {"name": "张"}, "text"),
        ("no head", {}, "no head"),
        ("---\n: [\n---\ntext", {}, "text"),
        ("---\n- a list\n---\ntext", {}, "text"),
        ("---\nnot closed", {}, "---\nnot closed"),
        ("---\nname: A\n---", {"name": "A"}, ""),
        ("---\n!!python/object:os.system {}\n---\ntext", {}, "text"),
    ],
)
def test_a_head_that_cannot_be_read_costs_no_text(written: str, facts: dict[str, object], body: str) -> None:
    assert split(written) == (facts, body)


def test_what_is_joined_splits_again() -> None:
    facts = {"name": "a: b – “c”", "description": "翻译 # 两种"}
    assert split(join(facts, "text\n---\nmore")) == (facts, "text\n---\nmore")
    assert one_line({"a": "x\n y", "b": 3, "c": ["no"]}, "a") == "x y"
    assert [one_line({"b": 3, "c": ["no"]}, key) for key in "bcd"] == ["3", "", ""]


def test_variables_are_asked_once_and_filled_everywhere() -> None:
    persona = Persona("a", "A", "", "{{ who }} and {{who|Ann}} in {{place|Porto}}; {not one} {{}}")
    assert persona.variables == {"who": "Ann", "place": "Porto"}
    assert persona.filled({}) == "Ann and Ann in Porto; {not one} {{}}"
    assert persona.filled({"who": " 张伟 ", "place": ""}) == "张伟 and 张伟 in Porto; {not one} {{}}"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_ships_is_whole(language: str) -> None:
    found = shipped("zh" if language == "zh" else "en")
    assert len(found) >= 4
    for persona in found:
        assert persona.name
        assert persona.description
        assert all(persona.variables.values())


def test_files_that_hold_nothing_or_cannot_be_read_are_left_out(tmp_path: Path) -> None:
    assert own(tmp_path / "none") == []
    (tmp_path / "empty.md").write_text("---\nname: A\n---\n")
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "bytes.md").write_bytes(b"caf\xe9")
    saved = save(tmp_path, Persona("", "？？", "", "text"))
    assert saved.id == "persona"
    assert [persona.id for persona in own(tmp_path)] == ["bytes", "persona"]
