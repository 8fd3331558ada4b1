"""Nothing runs unasked until somebody allowed it."""

from __future__ import annotations

from pathlib import Path

from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.tools.policy import Policy, allowed, allowing, asking_again, folders
from weclaw_desktop.tools.registry import built_in


def test_M1_every_tool_asks_in_a_fresh_profile(tmp_path: Path) -> None:
    for spec in built_in(tmp_path, []).specs():
        assert Policy().decide(spec, {}) == "ask"


def test_M1_allowing_one_tool_allows_no_other() -> None:
    overrides = allowing({"other": 1}, "read_file")
    assert overrides["other"] == 1
    assert Policy().decide(ToolSpec("read_file", "", {}), overrides) == "allow"
    assert Policy().decide(ToolSpec("write_file", "", {}), overrides) == "ask"


def test_M1_high_risk_asks_each_time_unless_the_command_line_granted_it() -> None:
    risky = ToolSpec("run", "", {}, risk="high")
    assert Policy().decide(risky, allowing({}, "run")) == "ask"
    assert Policy(frozenset({"run"})).decide(risky, {}) == "allow"


def test_a_damaged_override_allows_nothing() -> None:
    assert allowed({"tools.allowed": "read_file"}) == frozenset()


def test_M1_what_was_allowed_can_be_taken_back() -> None:
    overrides = asking_again(allowing(allowing({"other": 1}, "read_file"), "list_folder"), "read_file")
    assert Policy().decide(ToolSpec("read_file", "", {}), overrides) == "ask"
    assert Policy().decide(ToolSpec("list_folder", "", {}), overrides) == "allow"
    assert overrides["other"] == 1
    assert asking_again({}, "read_file") == {"tools.allowed": []}


def test_M1_a_tool_that_works_in_folders_is_allowed_where_it_was_and_below() -> None:
    spec = ToolSpec("read_file", "", {})
    overrides = allowing(allowing({}, "read_file", "/docs"), "read_file", "/notes/2024")
    assert folders(overrides, "read_file") == ("/docs", "/notes/2024")
    for folder in ("/docs", "/docs/deep/er", "/notes/2024/may"):
        assert Policy().decide(spec, overrides, folder) == "allow"
    for folder in ("/", "/docs2", "/notes", "", "/home"):
        assert Policy().decide(spec, overrides, folder) == "ask"
    assert Policy(frozenset({"read_file"})).decide(spec, {}, "/etc") == "allow"


def test_M1_a_name_alone_opens_no_folder() -> None:
    assert Policy().decide(ToolSpec("read_file", "", {}), allowing({}, "read_file"), "/docs") == "ask"
    damaged = {**allowing({}, "read_file", "/docs"), "tools.folders": "all"}
    assert Policy().decide(ToolSpec("read_file", "", {}), damaged, "/docs") == "ask"


def test_M1_taking_back_forgets_the_folders() -> None:
    overrides = allowing(allowing({}, "read_file", "/docs"), "list_folder", "/docs")
    less = asking_again(overrides, "read_file")
    assert folders(less, "read_file") == ()
    assert folders(less, "list_folder") == ("/docs",)
    assert folders(allowing(less, "read_file"), "read_file") == ()
