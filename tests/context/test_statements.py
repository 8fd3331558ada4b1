"""What one message states."""

from __future__ import annotations

from weclaw_desktop.context.statements import ASK_CHARS, clip, error_line, statements
from weclaw_desktop.core.messages import AttachmentPart, Message, TextPart, ToolCallPart, assistant, tool, user


def test_named_things_of_a_user_are_kept_as_said() -> None:
    said = "Book HAT156 on 2024-05-17 for $1,250, order #99812, version 1.2.3, 5月3日，预算3000元, not word or 12."
    named = statements(user(said)).named
    assert set(named) >= {"HAT156", "2024-05-17", "$1,250", "#99812", "1.2.3", "5月3日", "3000元"}
    assert "12" not in named


def test_links_addresses_paths_and_versions_are_named_too() -> None:
    said = (
        "See https://example.com/a/b?x=1, (http://foo.org/p). Mail a.b@c.com; edit src/app/main.py, "
        "v2.1 on 10.0.0.5, either/or, ＡＢ１２３４ for ５００元."
    )
    named = statements(user(said)).named
    assert named == (
        "https://example.com/a/b?x=1",
        "http://foo.org/p",
        "a.b@c.com",
        "src/app/main.py",
        "v2.1",
        "10.0.0.5",
        "ＡＢ１２３４",
        "５００元",
    )


def test_settings_are_read_as_one_writes_them() -> None:
    said = "db.host = 10.0.0.5\nserver.port: 8080\nMAX_RETRIES=5, and my cache.size is 4,096. TODO: rest; self.name = x"
    assert statements(user(said)).stated == (
        ("db.host", "10.0.0.5"),
        ("server.port", "8080"),
        ("max_retries", "5"),
        ("cache.size", "4,096"),
    )
    assert statements(user("```\ndb.host = 1\n```\nrun.it(2), a.b = f(1)")).stated == ()


def test_a_change_states_the_new_value_of_the_same_key() -> None:
    assert statements(user("Change the budget from $300 to $450.")).stated == (("budget", "$450"),)
    assert statements(user("我的预算是３００元。那就把预算改成1,200元吧")).stated == (
        ("预算", "300元"),
        ("预算", "1,200元"),
    )


def test_thanks_ask_for_nothing_and_a_file_alone_asks_by_its_name() -> None:
    assert statements(user("Thank you, goodbye! ###STOP###")).ask == ""
    assert statements(user("好的，谢谢你。")).ask == ""
    picture = AttachmentPart("image", "floor.png", "image/png", 9, "sha")
    assert statements(Message("user", (picture,))).ask == "floor.png"
    assert statements(Message("user", (TextPart("Thanks!"), picture))).ask == "Thanks!"


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
