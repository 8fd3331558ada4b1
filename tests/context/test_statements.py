"""What one message states."""

from __future__ import annotations

from weclaw_desktop.context.statements import ASK_CHARS, clip, error_line, statements
from weclaw_desktop.core.messages import Message, ToolCallPart, assistant, tool, user


def test_named_things_of_a_user_are_kept_as_said() -> None:
    said = "Book HAT156 on 2024-05-17 for $1,250, order #99812, version 1.2.3, 5月3日，预算3000元, not word or 12."
    named = statements(user(said)).named
    assert set(named) >= {"HAT156", "2024-05-17", "$1,250", "#99812", "1.2.3", "5月3日", "3000元"}
    assert "12" not in named


def test_S5_stated_values_have_their_key() -> None:
    found = statements(user("My seat is 14C and the deadline was changed to Friday.")).stated
    assert ("seat", "14C") in found
    assert ("deadline", "Friday") in found
    assert statements(user("The trip is from Rome. What is my seat? My room is a mess.")).stated == ()
    assert statements(user("我的座位是14C，出发日期改到周五，我的电话是多少？")).stated == (
        ("座位", "14C"),
        ("出发日期", "周五"),
    )


def test_S5_a_stated_value_is_not_cut_at_a_comma_or_point_inside_it() -> None:
    said = "My budget is 4,200 euros. My email is liam.khan@example.com, our version is 1.2.3. The fee is 9.50!"
    assert statements(user(said)).stated == (
        ("budget", "4,200"),
        ("email", "liam.khan@example.com"),
        ("version", "1.2.3"),
        ("fee", "9.50"),
    )
    assert statements(user("我的预算是12,500元，谢谢。")).stated == (("预算", "12,500元"),)


def test_files_are_read_or_written() -> None:
    calls = (
        ToolCallPart("a", "read_file", '{"path": "a.py"}'),
        ToolCallPart("b", "str_replace_editor", '{"command": "create", "path": "b.py"}'),
        ToolCallPart("c", "shell", '{"command": "ls"}'),
        ToolCallPart("d", "write_file", '{"path": ""}'),
    )
    assert statements(assistant("", *calls)).touched == (("a.py", False), ("b.py", True))


def test_errors_are_told_by_their_telling_line() -> None:
    trace = "Traceback (most recent call last):\n  File x\nKeyError: 'id'"
    assert statements(tool("c", "t", trace)).error == "KeyError: 'id'"
    assert statements(tool("c", "t", "no luck", is_error=True)).error == "no luck"
    assert error_line("") == ""
    assert not statements(tool("c", "t", "all is well"))
    assert not statements(Message("tool", ()))


def test_long_asks_are_clipped() -> None:
    assert len(statements(user("word " * 200)).ask) == ASK_CHARS
    assert clip("a  b\nc", 10) == "a b c"
