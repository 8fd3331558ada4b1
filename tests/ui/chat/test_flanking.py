"""Bold, italic and struck words beside Chinese, Japanese and Korean, and elsewhere as CommonMark says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from weclaw_desktop.ui.chat.flanking import flanking_plugin

PLAIN = MarkdownIt("commonmark").enable("strikethrough")
OURS = MarkdownIt("commonmark").enable("strikethrough")
flanking_plugin(OURS)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("**注意：**请看", "<strong>注意：</strong>请看"),
        ("这是**“重要”**的", "这是<strong>“重要”</strong>的"),
        ("**《红楼梦》**是名著", "<strong>《红楼梦》</strong>是名著"),
        ("共**100%**增长", "共<strong>100%</strong>增长"),
        ("他说**你好！**然后", "他说<strong>你好！</strong>然后"),
        ("使用**`code`**时", "使用<strong><code>code</code></strong>时"),
        ("~~删除。~~后面", "<s>删除。</s>后面"),
        (
            "中文**加粗（重点）**后面，**“引号”**测试",
            "中文<strong>加粗（重点）</strong>后面，<strong>“引号”</strong>测试",
        ),
        ("*强调。*其后", "<em>强调。</em>其后"),
        ("**$5.00**元", "<strong>$5.00</strong>元"),
        ("**[链接](https://a.example)**的", '<strong><a href="https://a.example">链接</a></strong>的'),
        ("これは**「重要」**です", "これは<strong>「重要」</strong>です"),
        ("**중요!**합니다", "<strong>중요!</strong>합니다"),
        ("2 * 3，4 * 5。", "2 * 3，4 * 5。"),
        ("价格 ** 不是粗体 **。", "价格 ** 不是粗体 **。"),
        ("变量_名字_不变", "变量_名字_不变"),
        ("（_名字_）", "（<em>名字</em>）"),
    ],
)
def test_emphasis_is_seen_where_a_reader_sees_it(source: str, shown: str) -> None:
    assert OURS.renderInline(source) == shown


@given(st.text(alphabet="ab *_~`[]()!.,\"'-\\\n“”é", max_size=40))
def test_without_cjk_nothing_is_read_otherwise(source: str) -> None:
    assert OURS.render(source) == PLAIN.render(source)


@given(st.text(alphabet="字。“”（）a *_~`%！", max_size=40))
def test_no_sign_is_lost_or_made(source: str) -> None:
    kept = "字。“”（）a%！"  # none of them stands in a tag
    shown = [char for char in OURS.renderInline(source) if char in kept]
    assert shown == [char for char in source if char in kept]
