"""What people attach reaches the model, over real HTTP; what is too large, unreadable or unseen is told."""

from __future__ import annotations

import asyncio
import base64
import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from tests.fakes.bench import Bench, bench, spec
from tests.servers.openai_stub import OpenAIStub, answer
from tests.services.test_over_http import opened
from tests.workspace.reading import made
from weclaw_desktop.core.errors import CannotFit, InputError
from weclaw_desktop.core.events import ContextReported
from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.core.settings import ModelOverride
from weclaw_desktop.core.text import render
from weclaw_desktop.llm.scripted import ScriptedModel, say
from weclaw_desktop.tools.registry import built_in

LINES = "".join(f"line {n} of a long report about many things\n" for n in range(2_400)) + "the code word is albatross\n"


def png(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(out, "PNG")
    return out.getvalue()


def attached(b: Bench) -> list[AttachmentPart]:
    """Attachments of the newest request."""
    return [p for m in b.model.history[-1].messages for p in m.parts if isinstance(p, AttachmentPart)]


async def test_files_and_pictures_reach_the_provider(tmp_path: Path) -> None:
    with OpenAIStub() as stub:
        async with opened(tmp_path / "profile", stub.base_url) as workshop:
            await workshop.settings.override("stub/stub-model", ModelOverride(window=100_000, images=True))
            stub.default = answer("seen")
            paper = await workshop.attaching.take(made.put(tmp_path, "报告.pdf", made.pdf("Net profit 1,250")))
            picture = await workshop.attaching.take(made.put(tmp_path, "a.png", png(3_000, 1_000)))
            chat = (await workshop.dialog.new_chat()).id
            await workshop.dialog.send(chat, "read both", [paper.part, picture.part])
            found = await workshop.dialog.wait(chat)
            assert found is not None
            assert found.text == "seen", found.failure and render(found.failure)
            asked = [r.json["messages"][-1] for r in stub.chats if isinstance(r.json["messages"][-1]["content"], list)]
            content = asked[0]["content"]
            texts = [part["text"] for part in content if part["type"] == "text"]
            assert "read both" in texts[0]
            assert "[报告.pdf]\n[page 1]\nNet profit 1,250" in texts[0]
            address = next(part["image_url"]["url"] for part in content if part["type"] == "image_url")
            assert address.startswith("data:image/png;base64,")
            with Image.open(io.BytesIO(base64.b64decode(address.partition(",")[2]))) as image:
                assert image.size == (2_048, 683)


async def test_a_model_that_cannot_see_says_so_and_gets_a_line_for_older_pictures(tmp_path: Path) -> None:
    seeing, blind = ScriptedModel(spec(images=True)), ScriptedModel(replace(spec(), name="blind"))
    async with bench(tmp_path / "p", seeing, blind) as b:
        taken = await b.workshop.attaching.take_picture(png(500, 400), "pasted.png")
        chat = await b.chat()
        with pytest.raises(InputError, match="cannot see pictures"):
            await b.workshop.dialog.send(
                (await b.workshop.dialog.new_chat(model="demo/blind")).id, "look", [taken.part]
            )
        await b.workshop.dialog.send(chat, "look", [taken.part])
        await b.workshop.dialog.wait(chat)
        assert [part.name for part in attached(b)] == ["pasted.png"]
        load = b.model.history[-1].load
        await b.workshop.dialog.choose_model(chat, "demo/blind")
        await b.say(chat, "and now?")
        request = blind.history[-1]
        said = [part.text for m in request.messages for part in m.parts]
        assert "[image pasted.png, not shown: this model cannot see pictures]" in said
        assert not any(isinstance(part, AttachmentPart) for m in request.messages for part in m.parts)
        assert request.load < load


async def test_L5_a_shortened_attachment_is_whole_in_the_chat_and_found_again(tmp_path: Path) -> None:
    path = made.put(tmp_path, "report.txt", LINES)
    async with bench(tmp_path / "p") as b:
        taken = await b.workshop.attaching.take(path)
        chat = await b.chat()
        weighed = await b.workshop.attaching.weigh([taken.part], chat=chat)
        assert weighed.too_large
        with pytest.raises(CannotFit, match="Send it shortened"):
            await b.workshop.dialog.send(chat, "read", [taken.part])
        message = await b.workshop.dialog.send(chat, "read", [taken.part], shorten=True)
        await b.workshop.dialog.wait(chat)
        sent = attached(b)[0].text
        assert sent.startswith("line 0 of")
        assert sent.endswith("albatross\n")
        assert f"full text: a{message.seq}" in sent
        assert b.model.history[-1].load < 0.5 * 32_768
        stored = (await b.log(chat))[0].attachments[0]
        assert stored.text == LINES
        for asked in (f"a{message.seq}", "line 1711"):
            found = await b.workshop.recall.answer(chat, asked)
            assert isinstance(found, str)
            assert ("line 0 of" if asked[0] == "a" else "line 1711 of") in found


async def test_U2_the_meter_counts_of_a_shortened_attachment_what_is_sent(tmp_path: Path) -> None:
    async with bench(tmp_path / "p") as b:
        taken = await b.workshop.attaching.take(made.put(tmp_path, "report.txt", LINES))
        chat, reporter, xrays = await b.chat(), b.workshop.reporter, b.workshop.xrays

        async def counted(*, shorten: bool) -> int:
            before = len(b.seen(ContextReported))
            reporter.draft_changed(chat, "read", [taken.part], shorten=shorten)
            await b.until(lambda: len(b.seen(ContextReported)) > before)
            return b.seen(ContextReported)[-1].report.draft

        whole, short = await counted(shorten=False), await counted(shorten=True)
        assert short < 0.15 * 32_768 < 0.5 * 32_768 < whole
        assert (await reporter.blank("", "", "read", [taken.part], shorten=True)).draft == short
        for looked in (
            await xrays.look(chat, "read", [taken.part], shorten=True),
            await xrays.blank("", "", "read", [taken.part], shorten=True),
        ):
            assert next(part.tokens for part in looked.parts if part.key == "draft") == short
        assert await counted(shorten=True) == short
        before = b.seen(ContextReported)[-1].report.load
        await b.workshop.dialog.send(chat, "read", [taken.part], shorten=True)
        await b.workshop.dialog.wait(chat)
        assert abs(b.model.history[-1].load - before - short) < 20


async def test_the_model_reads_the_middle_of_a_shortened_file_by_its_id(tmp_path: Path) -> None:
    async with bench(tmp_path / "p", tools=built_in(tmp_path, [])) as b:
        taken = await b.workshop.attaching.take(made.put(tmp_path, "report.txt", LINES))
        chat = await b.chat()
        b.model.enqueue(say("", ("recall", {"query": "line 1711"})), "found it")
        await b.workshop.dialog.send(chat, "what is in line 1711?", [taken.part], shorten=True)
        await b.workshop.dialog.wait(chat)
        results = [m.result.text for m in await b.log(chat) if m.result is not None]
        assert "line 1711 of a long report" in results[0]


async def test_several_attachments_that_are_too_large_together_are_shortened_fairly(tmp_path: Path) -> None:
    async with bench(tmp_path / "p") as b:
        parts = [
            AttachmentPart("file", f"{n}.txt", "text/plain", 1, f"{n}", text=LINES[: 20_000 + n]) for n in range(9)
        ]
        chat = await b.chat()
        with pytest.raises(CannotFit, match="9 attachments"):
            await b.workshop.dialog.send(chat, "read", parts)
        await b.workshop.dialog.send(chat, "read", parts, shorten=True)
        await b.workshop.dialog.wait(chat)
        sent = attached(b)
        assert len(sent) == 9
        assert all(part.text.startswith("line 0 of") for part in sent)


async def test_what_cannot_be_read_is_told_in_one_sentence(tmp_path: Path) -> None:
    async with bench(tmp_path / "p") as b:
        with pytest.raises(InputError) as caught:
            await b.workshop.attaching.take(made.put(tmp_path, "locked.pdf", made.LOCKED_PDF))
        assert render(caught.value.text).startswith("locked.pdf is protected by a password.")
        with pytest.raises(InputError, match="no picture"):
            await b.workshop.attaching.take_picture(b"nothing", "x.png")


async def test_reading_can_be_cancelled(tmp_path: Path) -> None:
    for number in range(800):
        made.put(tmp_path, f"many/{number}.txt", "words " * 2_000)
    async with bench(tmp_path / "p") as b:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(b.workshop.attaching.take(tmp_path / "many"))
            await asyncio.sleep(0.05)
            task.cancel()
        assert task.cancelled()


async def test_what_was_left_out_of_a_file_is_told_to_people_and_model(tmp_path: Path) -> None:
    made.put(tmp_path, "top/a.txt", "kept")
    made.put(tmp_path, "top/b.bin", b"\0")
    async with bench(tmp_path / "p") as b:
        taken = await b.workshop.attaching.take(tmp_path / "top")
        assert taken.note is not None
        assert "1 without text" in render(taken.note)
        assert "Not included:\n- b.bin (no text)" in taken.part.text


async def test_attachments_of_a_draft_survive_and_their_text_lies_in_the_store(tmp_path: Path) -> None:
    async with bench(tmp_path / "p") as b:
        attaching = b.workshop.attaching
        taken = [
            await attaching.take_picture(png(40, 40), "p.png"),
            await attaching.take(made.put(tmp_path, "a.md", "# 题")),
        ]
        rows = await attaching.keep([one.part for one in taken])
        assert "# 题" not in str(rows)
        assert await attaching.kept(rows) == tuple(one.part for one in taken)
        assert await attaching.kept([{"text": "0" * 64}, {}]) == ()
        assert await attaching.content(taken[0].part) == png(40, 40)


async def test_weights_say_what_the_model_takes(tmp_path: Path) -> None:
    async with bench(tmp_path / "p") as b:
        picture = AttachmentPart("image", "p.png", "image/png", 1, "0", 100, 100)
        weighed = await b.workshop.attaching.weigh([picture], model="demo/scripted")
        assert not weighed.sees
        assert weighed.tokens[0] > 0
        assert not weighed.too_large


async def test_files_are_offered_from_the_folder_of_the_chat_or_lately_attached_ones(tmp_path: Path) -> None:
    made.put(tmp_path, "work/src/main.py", "x")
    late = made.put(tmp_path, "elsewhere/main.txt", "x")
    async with bench(tmp_path / "p") as b:
        found = await b.workshop.attaching.files(
            "main", folder=str(tmp_path / "work"), recent=[str(late), "/gone/main"]
        )
        assert [one.shown for one in found] == ["src/main.py", "main.txt"]
        assert [one.path for one in await b.workshop.attaching.files(f"{tmp_path}/work/")] == [tmp_path / "work/src"]
