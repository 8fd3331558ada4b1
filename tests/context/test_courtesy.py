"""Thanks, farewells and greetings ask for nothing; everything beside them does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.courtesy import LONGEST, courtesy

PARTINGS = (
    "Thank you so much for your help! ###STOP###",
    "###STOP###",
    "<end>",
    "TERMINATE",
    "No, that's all for now. Thanks for your help! \n\n###STOP###",
    "You too! Thanks again for your patience and assistance.",
    "Great, thank you for taking care of that. Have a nice day!",
    "I appreciate your patience. I'll get back to you soon.",
    "Thanks, I'll let you know as soon as I find it.",
    "That's perfect, thank you, friend 🙏",
    "Okay thanks bye",
    "That should be all for today.",
    "Hello there!",
    "好的，谢谢你了啊。",
    "OK，我知道了，非常感谢！",
    "好的，谢谢，我没有其他问题了！",
    "收到，真是太谢谢你了！",
    "谢谢！没有问题了，再见！886",
    "好，我的问题问完了，谢谢您的帮助。",
    "谢谢你的耐心解答，祝你生活愉快",
    "好的，我会去看看的。谢谢你的建议。",
    "不用了，谢谢",
    "你好",
)
ASKS = (
    "",
    "OK",
    "好的",
    "Yes, thank you.",
    "Stop!",
    "🙏",
    "Thanks. And the hotel?",
    "Thanks, now fix the tests",
    "Thanks for the help please book it",
    "Thank you, book HAT156",
    "I'll take the first one, thanks",
    "Sure, go ahead with the booking. Thank you for your help. ###STOP###",
    "谢谢，再帮我找一家酒店",
    "麻烦帮我取消订单",
    "你好，我想预订酒店",
    "好的，谢谢，可以便宜一点吗",
    "感谢，删除旧文件",
    "thanks " * LONGEST,
)


@pytest.mark.parametrize("said", PARTINGS)
def test_a_courtesy_asks_for_nothing(said: str) -> None:
    assert courtesy(said)


@pytest.mark.parametrize("said", ASKS)
def test_whatever_else_is_said_is_an_ask(said: str) -> None:
    assert not courtesy(said)


@given(st.sampled_from(PARTINGS), st.sampled_from([word for word in ASKS if len(word) > 12]))
def test_an_ask_beside_thanks_stays_an_ask(thanks: str, ask: str) -> None:
    assert not courtesy(f"{thanks} {ask}")
    assert not courtesy(f"{ask}\n{thanks}")


@given(
    st.lists(st.sampled_from(("谢", "太", "好", "我会", "了", "真是", "ok ", "no ", "thanks ", "very ")), max_size=300)
)
def test_no_run_of_set_words_takes_long(words: list[str]) -> None:
    assert courtesy("".join(words)) in (True, False)
