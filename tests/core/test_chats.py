"""What people write as a tag."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.chats import as_tag


@pytest.mark.parametrize(
    ("written", "tag"),
    [("work", "work"), (" #工作 ", "工作"), ("＃a,b  c", "a b c"), ("##", ""), ("x" * 60, "x" * 40)],
)
def test_a_tag_is_one_short_line_without_its_sign(written: str, tag: str) -> None:
    assert as_tag(written) == tag
