"""Somebody with a long chat compresses it, looks at what changed, rewords the summary, pins, undoes, switches, tries.

With real clicks and keys; after each step the database is asked what became of it, and the next request what is sent.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.screen.conftest import Person
from tests.screen.test_walk import asked, profile_with, stored
from tests.servers.openai_stub import Exchange, OpenAIStub, answer
from weclaw_desktop.context.narrative import Prompt
from weclaw_desktop.core.messages import Message, assistant, user
from weclaw_desktop.services.rehearsal import scripted
from weclaw_desktop.storage.profile import open_store

Start = Callable[..., Person]
MODEL = "first-model"
LINE = (
    "The crate HT-{n} of {who} weighs {w} kg and leaves Rotterdam on 2024-03-{d:02d}; its invoice F-{f} over {sum} EUR "
    "was paid by bank transfer."
)
PEOPLE = ("Adler", "Bruun", "Costa", "Dekker", "Eriksen")


def said(turn: int) -> list[Message]:
    """One turn full of facts."""
    numbers = range(turn * 10, turn * 10 + 9)
    lines = [
        LINE.format(n=4_000 + n, who=PEOPLE[n % 5], w=n + 17, d=n % 28 + 1, f=70_000 + n, sum=1_250 + n)
        for n in numbers
    ]
    return [user(f"Tell me about batch {turn}."), replace(assistant("\n".join(lines)), model=f"stub/{MODEL}")]


async def fill(profile: Path) -> str:
    """A stored chat of eight turns; its id."""
    store = await open_store(profile)
    chat = await store.chats.create(model=f"stub/{MODEL}", language="en")
    await store.chats.change(chat.id, title="Crates to Rotterdam", title_by="user")
    await store.messages.extend(chat.id, [message for turn in range(1, 9) for message in said(turn)])
    await store.close()
    return chat.id


async def summarise(exchange: Exchange) -> None:
    """Write a summary of sentences that the request holds."""
    body = exchange.request.json
    texts = [str(message["content"]) for message in body["messages"]]
    await answer(scripted(Prompt(texts[0], texts[-1]), 300))(exchange)


def long_chat(stub: OpenAIStub, folder: Path) -> Path:
    """A profile with the chat, and a model whose window is small enough for it."""
    profile = profile_with(stub, folder)
    settings = json.loads((profile / "settings.json").read_text("utf-8"))
    settings["context"] = {"summarise_local": True}
    settings["overrides"] = {f"stub/{MODEL}": {"window": 8_192}}
    (profile / "settings.json").write_text(json.dumps(settings), "utf-8")
    asyncio.run(fill(profile))
    return profile


def active(profile: Path) -> list[tuple[object, ...]]:
    """Strategy, method and block of the compression in force."""
    return stored(profile, "SELECT strategy, method, block FROM records WHERE state = 'active'")


@pytest.mark.slow
@pytest.mark.timeout(420)
def test_a_long_chat(start: Start, tmp_path: Path) -> None:
    with OpenAIStub((MODEL,)) as stub:
        profile = long_chat(stub, tmp_path / "profile")
        before = stored(profile, "SELECT id, parts FROM messages ORDER BY key")
        person = start(profile)
        person.press("Crates to Rotterdam")
        person.eyes.find("Chat: Crates to Rotterdam")

        stub.enqueue(summarise)
        person.press("Compress now", "push button")
        person.wait(lambda: bool(active(profile)), "it was not compressed", patience_s=40)
        strategy, method, block = active(profile)[0]
        assert (strategy, method) == ("adaptive", "model")

        person.press("What changed: ")
        person.eyes.find("What changed")
        person.press("Summary", "check box")
        person.eyes.find("Messages (")
        person.press("Close", "push button")
        person.eyes.gone("Messages (")

        person.press("Edit: ")
        person.eyes.find("Edit the summary")
        person.hands.focus(person.window)
        person.hands.key("Home", "Control_L")
        person.hands.type("The customer of HT-4010 is Adler.")
        person.hands.key("Return")
        person.press("Save", "push button")
        person.wait(lambda: "The customer of HT-4010 is Adler." in str(active(profile)), "the summary was not changed")
        edited = str(active(profile)[0][2])
        assert edited != block

        stub.enqueue(answer("Noted."))
        person.write("Message", "Which crate was the heaviest?")
        person.hands.key("Return")
        person.wait(lambda: "Which crate was the heaviest?" in asked(stub), "it was not sent")
        assert "The customer of HT-4010 is Adler." in asked(stub)
        person.eyes.find("Answer again")

        person.write("Message", "/pin Always name the invoice.")
        person.hands.key("Return")
        pins = "SELECT text, kind FROM pins"
        person.wait(lambda: bool(stored(profile, pins)), "nothing was pinned")
        assert stored(profile, pins) == [("Always name the invoice.", "pin")]

        person.press("Undo: ")
        person.wait(lambda: "HT-4010 is Adler" not in str(active(profile)), "it was not undone")
        stub.enqueue(answer("It is."))
        person.write("Message", "And the lightest?")
        person.hands.key("Return")
        person.wait(lambda: "And the lightest?" in asked(stub), "it was not sent")
        assert "Always name the invoice." in asked(stub)
        assert "The customer of HT-4010 is Adler." not in asked(stub)
        person.eyes.find("Answer again")

        person.press("Settings", "push button")
        person.press("Context", "check box")
        person.eyes.find("Truncate")
        person.press("also for this chat")
        person.press("Truncate")
        strategies = "SELECT strategy FROM chats"
        person.wait(lambda: stored(profile, strategies) == [("truncate",)], "the strategy was not switched")
        kept = json.loads((profile / "settings.json").read_text("utf-8"))
        assert kept["context"]["strategy"] == "truncate"
        person.hands.focus("Settings")
        person.hands.key("Escape")
        person.eyes.gone("also for this chat")

        person.hands.focus(person.window)
        person.press("Lab", "push button")
        person.eyes.find("Run all")
        sent = len(stub.chats)
        person.press("Run all", "push button")
        apply = person.eyes.find("Apply Adaptive here", "push button", patience_s=90)
        assert len(stub.chats) == sent, "nothing is sent while strategies are tried"
        left, top, width, height = person.eyes.place(apply)
        person.hands.focus("Lab")
        person.hands.click(left + width // 2, top + height // 2)
        person.wait(lambda: stored(profile, strategies) == [("adaptive",)], "the winner was not applied")

        now = stored(profile, "SELECT id, parts FROM messages ORDER BY key")
        assert now[: len(before)] == before, "no message of the chat was touched"
