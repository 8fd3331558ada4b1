"""What single sections, skills and files cost."""

from __future__ import annotations

from weclaw_desktop.context.itemised import by_section, itemised, noted
from weclaw_desktop.core.report import BudgetItem
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.text import text

PDF = PromptSection("skills", "long", 40, name="pdf", source="pdf")
XLS = PromptSection("skills", "long", 30, name="xls", source="xls")
MEMORY = PromptSection("memory", "m", 20)


def test_an_item_tells_what_is_sent_and_what_was_wanted() -> None:
    short = PromptSection("skills", "short", 4, name="pdf", source="pdf")
    assert itemised((PDF, XLS, MEMORY), (short, XLS)) == (
        BudgetItem("skills", "pdf", "pdf", 4, 40, "name"),
        BudgetItem("skills", "xls", "xls", 30, 30, "whole"),
        BudgetItem("memory", tokens=0, wanted=20, state="out"),
    )


def test_sections_are_summed_and_partly_trimmed_ones_count_as_shortened() -> None:
    items = itemised((PDF, XLS), (PromptSection("skills", "s", 4, name="pdf", source="pdf"), XLS))
    assert by_section(items) == (BudgetItem("skills", tokens=34, wanted=70, state="shortened"),)
    assert by_section(itemised((PDF, XLS), (PDF, XLS))) == (BudgetItem("skills", tokens=70, wanted=70),)


def test_notes_go_to_their_item_and_what_is_not_in_the_prompt_stands_behind() -> None:
    gone = text("workspace.nothing_kept")
    changed = BudgetItem("skills", "pdf", "pdf", change="changed", note=gone)
    off = BudgetItem("skills", "ocr", "ocr", state="out")
    short = BudgetItem("files", "a.md", "/a.md", state="shortened")
    assert noted((BudgetItem("files", "a.md", "/a.md", 4, 4),), (short,))[0].state == "shortened"
    found = noted((BudgetItem("skills", wanted=9), BudgetItem("skills", "pdf", "pdf", 4, 4)), (off, changed))
    assert found == (
        BudgetItem("skills", wanted=9),
        BudgetItem("skills", "pdf", "pdf", 4, 4, change="changed", note=gone),
        off,
    )
