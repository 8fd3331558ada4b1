"""The user's skills through the service: cost, writing, taking in, removing, and one clear error for each failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.bench import bench
from tests.workspace.test_skills import BODY, put
from weclaw_desktop.core.errors import InputError, StorageError
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.workspace.skills import written


async def test_each_skill_is_listed_with_what_its_line_and_its_text_cost(tmp_path: Path) -> None:
    put(tmp_path / "skills", "pdf", line="fills PDF forms")
    put(tmp_path / "skills", "odd", body=" ")
    put(tmp_path / "project" / "skills", "deploy")
    async with bench(tmp_path / "db") as b:
        b.workshop.folder = tmp_path
        listed = await b.workshop.skills.listed(str(tmp_path / "project"))
        assert [(row.skill.name, row.skill.place) for row in listed] == [
            ("deploy", "chat"),
            ("odd", "user"),
            ("pdf", "user"),
        ]
        pdf = listed[2]
        counter = counter_for(b.model.spec.encoder)
        assert pdf.line_tokens == counter.text("- pdf: fills PDF forms")
        assert pdf.body_tokens == counter.text(BODY)
        assert pdf.written.startswith("---\nname: pdf\n")
        assert listed[1].line_tokens == listed[1].body_tokens == 0


async def test_skills_are_written_removed_and_brought_back(tmp_path: Path) -> None:
    async with bench(tmp_path / "db") as b:
        b.workshop.folder = tmp_path
        skills = b.workshop.skills
        made = await skills.save("", written("PDF forms", "fills them", BODY))
        assert made == "pdf-forms"
        with pytest.raises(InputError, match="called PDF forms too"):
            await skills.save("", written("PDF forms", "again", BODY))
        assert await skills.save(made, written("PDF forms", "fills all", BODY)) == made
        trashed = await skills.remove(made)
        assert await skills.listed() == []
        assert await skills.put_back(trashed, made) == made
        assert [row.skill.line for row in await skills.listed()] == ["fills all"]
        put(tmp_path / "from", "ocr")
        brought = await skills.bring(tmp_path / "from")
        assert brought.ids == ("ocr",)
        await skills.take_back(brought)
        assert [row.skill.name for row in await skills.listed()] == ["PDF forms"]


async def test_what_cannot_be_written_is_one_clear_sentence(tmp_path: Path) -> None:
    async with bench(tmp_path / "db") as b:
        with pytest.raises(InputError, match="kept in memory only"):
            await b.workshop.skills.save("", written("a", "b", BODY))
        assert await b.workshop.skills.listed() == []
        b.workshop.folder = tmp_path
        (tmp_path / "skills").write_text("in the way")
        with pytest.raises(StorageError, match="could not be written"):
            await b.workshop.skills.save("", written("a", "b", BODY))
        with pytest.raises(StorageError):
            await b.workshop.skills.remove("a")
