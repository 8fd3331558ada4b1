"""What the scripted summariser writes: sentences of its source under headings, so that it survives verification."""

from __future__ import annotations

import re

HEADINGS = {
    "en": (
        "Goal",
        "User facts and preferences",
        "Decisions and reasons",
        "Done",
        "Open",
        "Files, addresses, ids",
        "Errors",
    ),
    "zh": ("目标", "用户信息与偏好", "决定与理由", "已完成", "待办", "文件、网址、编号", "错误"),
}
"""Section headings in the order that the engine expects."""

_SIGNS: tuple[re.Pattern[str], ...] = (
    re.compile(r"\b(want|need|please|goal|help me|plan)\b|想|请|需要|目标|帮我", re.IGNORECASE),
    re.compile(r"\b(I am|I'm|my|prefer|always|never)\b|我是|我的|喜欢|总是|不要", re.IGNORECASE),
    re.compile(r"\b(decided|choose|chose|because|instead)\b|决定|选择|因为|改用", re.IGNORECASE),
    re.compile(r"\b(done|finished|created|fixed|booked|wrote)\b|完成|已经|修复|预订", re.IGNORECASE),
    re.compile(r"\b(next|still|open|later|to do|remaining)\b|接下来|待办|还要|稍后", re.IGNORECASE),
    re.compile(r"[\w./-]+\.\w{1,4}\b|https?://|#\d+"),
    re.compile(r"\b(error|failed|exception|traceback)\b|错误|失败|异常", re.IGNORECASE),
)
_SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?](?=\s|$)|[。！？]|$)", re.MULTILINE)
PER_SECTION = 3
LONGEST = 240
"""Characters of the longest sentence taken over."""


def summarise(source: str) -> str:
    """Headed sections of sentences copied from ``source``, each sentence once, newest first come."""
    language = "zh" if len(re.findall(r"[\u4e00-\u9fff]", source)) > len(source) / 10 else "en"
    sentences = [s.strip() for s in _SENTENCE.findall(source)]
    usable = [s for s in dict.fromkeys(sentences) if 4 <= len(s) <= LONGEST and not s.startswith(("#", "<", "["))]
    taken: set[str] = set()
    sections: list[str] = []
    for heading, sign in zip(HEADINGS[language], _SIGNS, strict=True):
        fitting = [s for s in reversed(usable) if s not in taken and sign.search(s)][:PER_SECTION]
        taken.update(fitting)
        lines = "\n".join(f"- {s}" for s in reversed(fitting)) or "-"
        sections.append(f"## {heading}\n{lines}")
    return "\n\n".join(sections)


def title_of(source: str) -> str:
    """The first words of ``source``, at most 24 characters of Chinese or 6 words."""
    line = next((line.strip() for line in source.splitlines() if line.strip()), "")
    words = line.split()
    return " ".join(words[:6])[:48] if len(words) > 1 else line[:24]
