"""The inflation monitor."""

from __future__ import annotations

import json

from weclaw_desktop.context.inflation import Inflation, accept, kept, observe, restored
from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.text import Text, render

LINES = thresholds(131_072)
SMALL = thresholds(8_192)


def prompt(persona: int = 300, files: int = 100, words: str = "same", notice: str = "") -> tuple[PromptSection, ...]:
    found = (PromptSection("persona", words, persona), PromptSection("files", "f", files))
    return (*found, PromptSection("notice", notice, 99, stable=False)) if notice else found


def run(*prompts: tuple[PromptSection, ...]) -> tuple[Inflation, tuple[Text, ...]]:
    seen, alarms = Inflation(), ()
    for sections in prompts:
        seen, alarms = observe(seen, sections, LINES)
    return seen, alarms


def test_a_steady_prompt_raises_nothing_and_is_sampled_at_each_call() -> None:
    seen, alarms = run(prompt(), prompt(), prompt())
    assert alarms == ()
    assert seen.samples == (400, 400, 400)
    assert seen.baseline == (("persona", 300), ("files", 100))


def test_growth_by_more_than_500_tokens_names_the_section() -> None:
    assert run(prompt(), prompt(800))[1] == ()
    _, alarms = run(prompt(), prompt(801))
    assert render(alarms[0]) == "The system prompt's persona grew by 501 to 801 tokens since this chat began."
    assert "“角色”" in render(alarms[0], "zh")


def test_growth_by_a_quarter_of_the_section_s_budget_is_enough() -> None:
    seen, _ = observe(Inflation(), prompt(), SMALL)
    assert SMALL.budgets.files == 388
    assert observe(seen, prompt(files=197), SMALL)[1] == ()
    assert len(observe(seen, prompt(files=198), SMALL)[1]) == 1


def test_a_new_section_counts_as_growth() -> None:
    seen, _ = observe(Inflation(), prompt()[:1], LINES)
    assert len(observe(seen, prompt(files=600), LINES)[1]) == 1


def test_a_prompt_above_a_quarter_of_the_threshold_alarms() -> None:
    _, alarms = observe(Inflation(), prompt(1_300, 0), SMALL)
    assert "more than a quarter" in render(alarms[0])


def test_P7_a_prompt_that_changes_in_more_than_three_calls_in_a_row_alarms() -> None:
    changing = [prompt(words=f"It is {i} o'clock") for i in range(5)]
    assert run(*changing[:4])[1] == ()
    _, alarms = run(*changing)
    assert "changed in 4 calls in a row" in render(alarms[0])
    assert run(*changing, changing[-1])[1] == ()


def test_accepting_makes_a_new_baseline() -> None:
    seen, _ = run(prompt(), prompt(2_000))
    assert observe(accept(seen, prompt(2_000)), prompt(2_000), LINES)[1] == ()


def test_only_the_last_samples_are_kept_and_the_notice_is_none_of_them() -> None:
    seen, alarms = run(*[prompt(notice="n")] * 230)
    assert seen.samples == (400,) * 200
    assert alarms == ()


def skills(*sized: tuple[str, int], words: str = "same") -> tuple[PromptSection, ...]:
    lines = (PromptSection("skills", f"{name}{words}", tokens, name=name) for name, tokens in sized)
    return (PromptSection("persona", "p", 300), PromptSection("skills", "Skills:", 9, whole=True), *lines)


def test_growth_names_the_skills_that_brought_it_the_largest_first() -> None:
    _, alarms = run(skills(("pdf", 40), ("ocr", 40)), skills(("pdf", 90), ("ocr", 40), ("xls", 700), ("doc", 1)))
    said = render(alarms[0])
    assert "skills grew by 751" in said
    assert said.endswith("since this chat began: xls (+700), pdf (+50), doc (+1).")


def test_a_prompt_that_keeps_changing_names_the_skill_or_section_that_changes() -> None:
    calls = [skills(("pdf", 40), words=str(i)) for i in range(5)]
    assert "last its pdf:" in render(run(*calls)[1][0])
    assert "角色" in render(run(*[prompt(words=str(i)) for i in range(5)])[1][0], "zh")
    gone = [skills(("pdf", 40)) if i % 2 else skills() for i in range(5)]
    assert "last its pdf:" in render(run(*gone)[1][0])


def test_what_was_accepted_is_the_measure_from_then_on() -> None:
    seen, alarms = run(skills(("pdf", 40)), skills(("pdf", 900)))
    assert alarms
    assert observe(accept(seen, skills(("pdf", 900))), skills(("pdf", 900)), LINES)[1] == ()


def test_the_baseline_survives_being_stored() -> None:
    seen, _ = run(skills(("pdf", 40)))
    again = restored(json.loads(json.dumps(kept(seen))))
    assert (again.baseline, again.single) == (seen.baseline, seen.single)
    _, alarms = observe(again, skills(("pdf", 900)), LINES)
    assert "pdf (+860)" in render(alarms[0])
    odd: tuple[object, ...] = (
        None,
        7,
        {"sections": 1, "single": []},
        {"sections": {"a": "b"}, "single": [[1, 2, 3], "x"]},
    )
    assert all(restored(value) == Inflation() for value in odd)
