"""Titles: by code at once, by a model where it costs next to nothing; and the language they are in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.bench import bench, spec
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.events import ContextReported, Problem
from weclaw_desktop.core.models import Price, Usage
from weclaw_desktop.core.text import Language
from weclaw_desktop.llm.scripted import ScriptedModel, say
from weclaw_desktop.services.language import detect
from weclaw_desktop.services.titles import by_code, clean, worth_asking


@pytest.mark.parametrize(
    ("first", "language", "title"),
    [
        ("What is the capital of France?", "en", "What is the capital of France?"),
        ("Fix this. It breaks every time I run it.", "en", "Fix this"),
        ("请帮我写一封邮件。要正式一点。", "zh", "请帮我写一封邮件"),
        ("## **Plan** for `Q3`\nmore", "en", "Plan for Q3"),
        ("```python\nprint(1)\n```\nWhy does it print 1?", "en", "Why does it print 1?"),
        ("Why does _nobody_ call read_file in `my_module`?", "en", "Why does nobody call read_file in my_module?"),
        ("word " * 40, "en", "word word word word word word word word word word word word…"),
        ("字" * 60, "zh", "字" * 30 + "…"),
        ("\n \n", "en", ""),
    ],
)
def test_the_first_words_make_a_title(first: str, language: Language, title: str) -> None:
    assert by_code(first, language) == title


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ('"Capital of France"', "Capital of France"),
        ("<think>hm, let me see</think>\n**Paris**\nmore", "Paris"),
        ("《京都旅行》", "京都旅行"),
        ("", ""),
        ("<think>never ends", ""),
        ("x" * 200, ""),
    ],
)
def test_S1_a_models_title_is_cleaned_or_dropped(answer: str, title: str) -> None:
    assert clean(answer) == title


@pytest.mark.parametrize(
    ("value", "language"),
    [
        ("请解释 Python 的 GIL", "zh"),
        ("Explain the word 你好 to me, please", "en"),
        ("```\n# 注释 很多 很多 很多\n```\nWhat does this do?", "en"),
        ("これは日本語の文章です", "en"),
        ("4711", "en"),
        ("", "en"),
        ("北京 2024", "zh"),
    ],
)
def test_S7_the_language_is_that_of_the_users_words(value: str, language: Language) -> None:
    assert detect(value) == language


def priced() -> ScriptedModel:
    return ScriptedModel(spec(price=Price("USD", 1.0, 2.0)))


async def test_a_priced_model_names_the_chat_once_beside_the_conversation(tmp_path: Path) -> None:
    async with bench(tmp_path, priced()) as b:
        b.model.enqueue("Paris.", "Capital of France")
        chat = await b.chat()
        await b.say(chat, "What is the capital of France, and why is it there?")
        await b.until(lambda: len(b.model.history) == 2 and not b.workshop.supervisor.running)
        assert (await b.workshop.store.chats.get(chat)).title == "Capital of France"
        assert b.model.history[1].purpose == "title"
        assert [m.text for m in await b.log(chat) if m.role == "assistant"] == ["Paris."]
        await b.say(chat, "Thanks")
        assert [r.purpose for r in b.model.history].count("title") == 1


async def test_what_a_title_costs_is_in_every_sum(tmp_path: Path) -> None:
    async with bench(tmp_path, priced(), settings={"usage.day_cost": 1.0}) as b:
        title = Usage(prompt=10, completion=5, cost=2.0, currency="USD")
        b.model.enqueue("Paris.", say("Capital of France", usage=title))
        chat = await b.chat()
        await b.say(chat, "What is the capital of France?")
        await b.until(lambda: len(b.model.history) == 2 and not b.workshop.supervisor.running)
        shown = b.seen(ContextReported)[-1].report
        assert shown.cost == pytest.approx(sum(row.cost or 0.0 for row in await b.workshop.usage.rows()))
        assert shown.cost is not None
        assert shown.cost > 2.0
        assert [event.text.key for event in b.seen(Problem)] == ["services.usage_over_cost"]


async def test_a_title_by_the_user_stays(tmp_path: Path) -> None:
    async with bench(tmp_path, priced()) as b:
        chat = await b.chat()
        await b.workshop.dialog.rename(chat, "  My   own ")
        b.model.enqueue("Paris.")
        await b.say(chat, "What is the capital of France?")
        assert (await b.workshop.store.chats.get(chat)).title == "My own"
        assert len(b.model.history) == 1


async def test_a_title_by_the_user_stays_although_the_models_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bench(tmp_path, priced()) as b:
        b.model.enqueue("Paris.", "Capital of France")
        chat, chats = await b.chat(), b.workshop.store.chats
        looked = type(chats).get

        async def renamed_behind(self: object, chat_id: str) -> Chat:
            seen = await looked(self, chat_id)  # type: ignore[arg-type]  # the store's own
            if len(b.model.history) == 2 and seen.title_by == "auto":
                await b.workshop.dialog.rename(chat, "My own")
            return seen

        monkeypatch.setattr(type(chats), "get", renamed_behind)
        await b.say(chat, "What is the capital of France, and why is it there?")
        await b.until(lambda: len(b.model.history) == 2 and not b.workshop.supervisor.running)
        assert (await looked(chats, chat)).title == "My own"  # type: ignore[arg-type]  # the store's own


async def test_models_of_unknown_price_and_local_ones_are_not_asked(tmp_path: Path) -> None:
    assert worth_asking(priced().spec)
    assert not worth_asking(spec())
    assert not worth_asking(spec(local=True, price=Price("USD", 1.0, 2.0)))
