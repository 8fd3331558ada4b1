"""Why the system refused a file, in both languages."""

from __future__ import annotations

import errno

import pytest

from weclaw_desktop.core.catalogue import system
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import render


@pytest.mark.parametrize(
    ("code", "english", "chinese"),
    [
        (errno.ENOENT, "there is no such file or folder", "没有这个文件或文件夹"),
        (errno.EISDIR, "it is a folder, not a file", "这是文件夹，不是文件"),
        (errno.EACCES, "access is not allowed", "没有访问权限"),
        (errno.ENOSPC, "the disk is full", "磁盘已满"),
    ],
)
def test_what_often_happens_is_told_in_both_languages(code: int, english: str, chinese: str) -> None:
    told = why(OSError(code, "words of the system"))
    assert (render(told), render(told, "zh")) == (english, chinese)


def test_what_is_not_known_keeps_the_words_that_came_with_it() -> None:
    assert render(why(OSError(errno.ENOTTY, "Not a typewriter")), "zh") == "Not a typewriter"
    assert render(why(OSError("only words"))) == "only words"
    assert render(why(OSError())) == "OSError"
    assert render(why(RuntimeError("a loop of links"))) == "RuntimeError"


def test_every_name_is_one_that_a_system_uses() -> None:
    names = {key.removeprefix("system.") for key in system.ENTRIES} - {"other"}
    assert names <= {*errno.errorcode.values(), "EDQUOT", "ETXTBSY"}, "Windows knows neither quotas nor busy programs"
