"""Personas and parameters of a chat, up to the request that follows (fault U6: words without deeds)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.bench import bench
from weclaw_desktop.core.errors import InputError, StorageError
from weclaw_desktop.core.parameters import Parameters
from weclaw_desktop.services.personas import Personas
from weclaw_desktop.workspace.personas import Persona


async def test_U6_parameters_of_a_chat_are_in_the_next_request(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        for _ in range(3):
            b.model.enqueue("Hello.")
        chat = await b.chat()
        await b.say(chat, "hi")
        usual = b.model.history[-1]
        wanted = Parameters(temperature=0.1, top_p=0.5, max_output=100, effort="off")
        stored = await b.workshop.dialog.choose_parameters(chat, wanted)
        assert stored.parameters == wanted.stored()
        await b.say(chat, "again")
        sent = b.model.history[-1]
        assert (sent.temperature, sent.top_p, sent.max_output, sent.reasoning) == (0.1, 0.5, 100, False)
        assert sent.system_text == usual.system_text
        await b.workshop.dialog.choose_parameters(chat, Parameters(max_output=9_000_000))
        await b.say(chat, "and again")
        assert b.model.history[-1].max_output == usual.max_output
        assert b.model.history[-1].temperature is None


async def test_U6_a_persona_speaks_from_the_next_request_on(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        for _ in range(3):
            b.model.enqueue("Arr.")
        chat = await b.chat()
        await b.workshop.dialog.choose_persona(chat, "pirate", "You are a pirate.")
        await b.say(chat, "hi")
        assert b.model.history[-1].system[0].text == "You are a pirate."
        assert (await b.workshop.store.chats.get(chat)).persona == "pirate"
        await b.workshop.dialog.choose_persona(chat, "", "")
        await b.say(chat, "hi again")
        assert "pirate" not in b.model.history[-1].system_text
        assert (await b.workshop.store.chats.get(chat)).persona == ""


async def test_own_personas_come_first_and_replace_what_ships(tmp_path: Path) -> None:
    library = Personas(lambda: tmp_path)
    shipped = await library.all("en")
    assert {persona.id for persona in shipped} == {persona.id for persona in await library.all("zh")}
    mine = await library.save(Persona("", "My Editor", "short", "Edit for {{readers|all}}."))
    assert mine.id == "my-editor"
    again = await library.save(Persona("", "My editor!", "", "Another."))
    assert again.id == "my-editor-2"
    await library.save(Persona("editor", "Editor", "", "Mine."))
    found = await library.all("en")
    assert [persona.id for persona in found[:3]] == ["editor", "my-editor", "my-editor-2"]
    assert [persona.id for persona in found].count("editor") == 1
    assert await library.get("my-editor", "en") == mine
    await library.delete("editor")
    back = await library.get("editor", "en")
    assert back is not None
    assert back.shipped
    assert await library.get("nobody", "en") is None
    await library.delete("nobody")


async def test_what_cannot_be_kept_is_said(tmp_path: Path) -> None:
    nowhere = Personas(lambda: None)
    assert all(persona.shipped for persona in await nowhere.all("en"))
    await nowhere.delete("editor")
    with pytest.raises(InputError):
        await nowhere.save(Persona("", "a", "", "b"))
    library = Personas(lambda: tmp_path)
    with pytest.raises(InputError):
        await library.save(Persona("", " ", "", "b"))
    (tmp_path / "personas").write_text("a file in the way")
    with pytest.raises(StorageError):
        await library.save(Persona("", "a", "", "b"))
