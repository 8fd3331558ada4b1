"""Text in the encodings that people's files have."""

from __future__ import annotations

import pytest

from weclaw_desktop.workspace.reading.texts import decode

WORDS = {
    "zh": "今天天气很好，我们一起去公园散步吧。合同条款如下：甲方应在三十日内付款。",
    "zht": "今天天氣很好，我們一起去公園散步吧。合約條款如下：甲方應在三十日內付款。",
    "ja": "本日は晴天なり。会議の議事録を送付いたしますのでご確認ください。",
    "ko": "오늘은 날씨가 매우 좋습니다. 회의록을 보내드립니다.",
    "fr": "Le café était fermé à cause de la grève générale, c’est dommage.",
    "ru": "Сегодня хорошая погода, пойдёмте гулять в парк вместе с друзьями.",
    "code": '# 计算总和\ndef total(items):\n    """返回所有元素之和。"""\n    return sum(items)\n',
}


@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        *((language, encoding) for language in WORDS for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32")),
        ("zh", "gbk"), ("zh", "gb18030"), ("zh", "utf-16-le"), ("zht", "big5"), ("ja", "shift_jis"), ("ja", "euc_jp"),
        ("ko", "euc_kr"), ("fr", "cp1252"), ("ru", "cp1251"), ("ru", "koi8-r"), ("code", "gbk"),
    ],
)  # fmt: skip
def test_an_encoding_is_found(language: str, encoding: str) -> None:
    said = WORDS[language]
    assert decode(said.encode(encoding)) == said
    assert decode((said * 200).encode(encoding)) == said * 200


def test_line_ends_are_plain() -> None:
    assert decode(b"a\r\nb\rc\n") == "a\nb\nc\n"


@pytest.mark.parametrize("data", [bytes(range(256)) * 20, b"\x7fELF\x02\x01\x01\0\0\0\0", b"\0" * 100])
def test_what_is_no_text_is_refused(data: bytes) -> None:
    assert decode(data) is None


def test_a_long_file_cut_in_a_character_is_still_utf8() -> None:
    whole = ("一行文字\n" * 60_000).encode()
    found = decode(whole[:-2])
    assert found is not None
    assert found.startswith("一行文字\n")
