"""Summarisers that behave as real ones do on good and bad days: for tests and ``replay --summarizer scripted:KIND``.

Each kind is a small answer to a summary request, made from what the request holds. What the engine does with it is not
known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.llm.scripted import Answer, Reply, say
from weclaw_desktop.llm.scripted_text import summarise

HANGS_S = 3_600.0
"""Seconds that a hanging summariser takes."""

_TRANSCRIPT = re.compile(r"<transcript>\n(.*)\n</transcript>", re.DOTALL)
_NOTES = re.compile(r"<notes>\n(.*)\n</notes>", re.DOTALL)
_LABEL = re.compile(r"^\[[am]\d+ [^\]]*\] ", re.MULTILINE)
_ORDER = re.compile(r"SUMMARI[SZ]ER:\s*(.+)|总结者：\s*(.+)")


def good(prompt: str) -> str:
    """Headed sentences of the transcript, after the notes so far."""
    said = _LABEL.sub("", _source(prompt))
    notes = _NOTES.search(prompt)
    if notes is None:
        return summarise(said)
    headings, _, rest = summarise(said).partition("\n")
    old = "\n".join(line for line in notes.group(1).splitlines() if line.startswith("- "))
    return f"{headings}\n{old}\n{rest}"


def inflated(prompt: str) -> str:
    """Everything that was said, twice, under a heading."""
    return f"## Goal\n{_source(prompt)}\n{_source(prompt)}"


def foreign(prompt: str) -> str:
    """In the other language."""
    if re.search(r"[\u4e00-\u9fff]{8}", _source(prompt)):
        return "## Goal\n- The user asked about several things and the assistant answered all of them at length."
    return "## 目标\n- 用户询问了若干事项，助手逐一作了详细回答，目前没有未完成的内容。"


def inventing(prompt: str) -> str:
    """Mostly ids, sums and files that nobody named."""
    made = "\n".join(f"- Order ZX-{n}Q over ${n},{n} is filed in /srv/made/up_{n}.txt." for n in range(771, 780))
    return f"{good(prompt)}\n{made}\n{made}"


def obeying(prompt: str) -> str:
    """What a line of the transcript that begins with "SUMMARIZER:" tells it to write, and nothing else."""
    found = _ORDER.search(_source(prompt))
    return "OK." if found is None else next(part for part in found.groups() if part)


_TEXTS: dict[str, Callable[[str], str]] = {
    "good": good,
    "empty": lambda _prompt: "",
    "think": lambda _prompt: "<think>The user talks of many things. I should list them.</think>",
    "inflated": inflated,
    "language": foreign,
    "refusing": lambda _prompt: "I'm sorry, but I cannot summarise this conversation.",
    "inventing": inventing,
    "obeying": obeying,
}
KINDS = (*_TEXTS, "truncated", "hanging")
"""All kinds by name."""


def text_of(kind: str, prompt: str) -> str:
    """What a summariser of this ``kind`` writes for the prompt; a truncated one stops in mid-sentence."""
    if kind == "truncated":
        return _half(good(prompt))
    return _TEXTS[kind](prompt)


def summariser(kind: str) -> Answer:
    """An answer for ``ScriptedModel`` that plays ``kind`` for every request."""

    def answer(request: ModelRequest) -> Reply:
        prompt = "\n".join(p.text for m in request.messages for p in m.parts if isinstance(p, TextPart))
        if kind == "hanging":
            return say("", delay_s=HANGS_S)
        if kind == "truncated":
            return Reply(say(text_of(kind, prompt)).events, finish="length")
        return say(text_of(kind, prompt))

    return answer


def _source(prompt: str) -> str:
    found = _TRANSCRIPT.search(prompt)
    return prompt if found is None else found.group(1)


def _half(text: str) -> str:
    cut = text.rfind(" ", 0, max(1, len(text) // 2)) if " " in text else len(text) // 2
    return text[: max(1, cut)]
