"""Somebody who never saw the program starts a chat, changes the model, attaches a PDF, finds an old chat, stops.

They do it with real clicks and keys, and what they did is looked up in what was sent and stored.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.screen.conftest import Person
from tests.servers.openai_stub import OpenAIStub, answer, words
from tests.workspace.reading.made import pdf

Start = Callable[..., Person]
MODELS = ("first-model", "other-model")


def profile_with(stub: OpenAIStub, folder: Path) -> Path:
    """A profile whose provider is the stub, as the settings file has it."""
    folder.mkdir(parents=True)
    provider = {
        "name": "stub",
        "kind": "compatible",
        "base_url": stub.base_url,
        "models": MODELS,
    }
    settings = {
        "general": {"model": "stub/first-model", "language": "en"},
        "appearance": {"theme": "light"},
        "chatting": {"auto_title": False},
        "providers": [provider],
    }
    (folder / "settings.json").write_text(json.dumps(settings), "utf-8")
    return folder


def stored(profile: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(f"file:{profile / 'weclaw.db'}?mode=ro", uri=True)) as database:
        return database.execute(question).fetchall()


def asked(stub: OpenAIStub) -> str:
    """The newest request for an answer, as text."""
    return json.dumps(stub.chats[-1].json, ensure_ascii=False)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_first_day(start: Start, tmp_path: Path) -> None:
    report = tmp_path / "report.pdf"
    report.write_bytes(pdf("Revenue grew by 4711 units"))
    with OpenAIStub(MODELS) as stub:
        profile = profile_with(stub, tmp_path / "张伟" / "my profile")
        person = start(profile)

        stub.enqueue(answer("Otters hold hands while they sleep."))
        person.write("Message", "Tell me about otters")
        person.press("Send", "push button")
        person.eyes.find("Answer again")
        assert "Tell me about otters" in asked(stub)
        assert stub.chats[-1].json["model"] == "first-model"

        person.press("Model: first-model")
        person.eyes.find("Search models")
        person.hands.type("other")
        person.hands.key("Return")
        person.eyes.find("Model: other-model")
        stub.enqueue(answer("They live in rivers."))
        person.write("Message", "Where do they live?")
        person.hands.key("Return")
        person.wait(lambda: len(stub.chats) == 2, "the second question was not sent")
        assert stub.chats[-1].json["model"] == "other-model"

        person.hands.key("n", "Control_L")
        person.eyes.find("Chat: New chat")
        stub.enqueue(answer("It grew."))
        person.press("Attach files", "push button")
        person.hands.key("Down")
        person.hands.key("Return")
        person.eyes.find("Attach files", "dialog")
        person.hands.focus("Attach")
        person.hands.type(str(report))
        person.hands.key("Return")
        person.eyes.find("report.pdf, 2")  # … tokens: it was read
        person.hands.focus(person.window)
        person.write("Message", "How did revenue do?")
        person.press("Send", "push button")
        person.wait(lambda: len(stub.chats) == 3, "the attachment was not sent")
        assert "Revenue grew by 4711 units" in asked(stub)

        person.hands.key("k", "Control_L")
        person.eyes.find("2 results")
        person.hands.type("hands sleep")
        person.eyes.find("Otters hold hands")
        person.hands.key("Return")
        person.eyes.find("Chat: Tell me about otters")

        stub.enqueue(words(20_000, 200))
        person.write("Message", "Go on for ever")
        person.press("Send", "push button")
        person.press("Stop", "push button")
        person.eyes.gone("Stop", "push button")
        states = stored(profile, "SELECT role, state FROM messages ORDER BY key")
        assert states[-1] == ("assistant", "stopped")
        assert {state for _, state in states[:-1]} == {"committed"}


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_whatever_takes_the_focus_says_its_name(start: Start, tmp_path: Path) -> None:
    with OpenAIStub(("first-model",)) as stub:
        person = start(profile_with(stub, tmp_path / "profile"))
        person.press("Message")
        seen: list[str] = []
        for _ in range(30):
            person.hands.key("Tab")
            now = person.eyes.focused()
            assert now is not None, f"after {seen} nothing has the focus"
            assert now.name, f"after {seen} something without a name ({now.role}) has the focus"
            if now.name in seen and now.name == "Message":
                break
            seen.append(now.name)
        assert {"Message", "New chat", "Attach files", "Settings", "Context"} <= set(seen)
