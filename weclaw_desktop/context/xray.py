"""The X-ray of a chat: its next request part by part, with what is left out of it where that would stand.

The parts are read off the very request (``request.next_request``), and their tokens are the report's, shared out so
that they add up to its load and draft. Nothing is decided here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from weclaw_desktop.context.arranging import sizes as schema_sizes
from weclaw_desktop.context.blocks import shares
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.load import Load, measure, sections_of
from weclaw_desktop.context.offering import Offering
from weclaw_desktop.context.xray_messages import Messages
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.report import PartKey
from weclaw_desktop.core.request import ModelRequest, PromptSection, SectionKey
from weclaw_desktop.core.text import text
from weclaw_desktop.core.xray import Standing, Xray, XrayPart

_SECTION_KEYS: dict[SectionKey, PartKey] = {
    "skills": "skills",
    "files": "files",
    "memory": "memory",
    "notice": "notice",
}


def xray(state: State, request: ModelRequest, offering: Offering, *, chat_id: str = "") -> Xray:
    """The X-ray of ``request``, which ``next_request`` made of ``state`` with the tools of ``offering``."""
    load = measure(state)
    parts = (
        *_tools(state, load, offering),
        *_system(state),
        *Messages(state, request, load).parts(),
    )
    return Xray(chat_id, parts, request, load.total, load.draft, state.calibration.calibrated)


def _tools(state: State, load: Load, offering: Offering) -> Iterator[XrayPart]:
    """The schemas that are sent, then those that wait for the model to ask for them."""
    size, k = schema_sizes(state), state.calibration.k
    given = shares(load.part("schemas"), [size(tool) for tool in state.tools])
    for tool, tokens in zip(state.tools, given, strict=True):
        yield _tool(tool, tokens, Standing("verbatim", text("xray.why.tool")))
    waiting = [tool for group in offering.groups for tool in group.tools if tool.name in offering.withdrawn]
    for tool in waiting:
        yield _tool(tool, 0, Standing("left_out", text("xray.why.tool_waits")), whole=round(size(tool) * k), sent=False)


def _tool(tool: ToolSpec, tokens: int, how: Standing, *, whole: int = 0, sent: bool = True) -> XrayPart:
    schema = json.dumps(tool.parameters, ensure_ascii=False, indent=1)
    said = f"{tool.description}\n\n{schema}"
    title = text("xray.title.tool", name=tool.name)
    return XrayPart("schemas", "tools", title, said, tokens, how.state, how.reason, whole=whole, sent=sent)


def _system(state: State) -> Iterator[XrayPart]:
    """The sections of the system prompt as they are sent, and after them those that had no room."""
    sent = sections_of(state)
    whole = {(s.key, s.name): s for s in state.system if s.text.strip()}
    for section in sent:
        before = whole.get((section.key, section.name))
        cut = before is not None and before.text != section.text
        size = round(state.counter.text(before.text) * state.calibration.k) if before is not None and cut else 0
        yield _section(section, section.tokens, _section_stands(section, cut=cut), whole=size)
    here = {(s.key, s.name) for s in sent}
    for (key, name), section in whole.items():
        if (key, name) not in here and key != "notice":
            size = round(state.counter.text(section.text) * state.calibration.k)
            how = Standing("left_out", text("xray.why.section_left_out"))
            yield _section(section, 0, how, whole=size, sent=False)


def _section_stands(section: PromptSection, *, cut: bool) -> Standing:
    if cut:
        return Standing("shortened", text(f"xray.why.{'skill' if section.key == 'skills' else 'file'}_shortened"))
    return Standing("verbatim", text(f"xray.why.section.{_called(section)}"))


def _called(section: PromptSection) -> str:
    """The section's key; the lines over the skills and over the files, which have no name, are told from them."""
    return f"over_{section.key}" if section.key in ("skills", "files") and not section.name else section.key


def _section(section: PromptSection, tokens: int, how: Standing, *, whole: int = 0, sent: bool = True) -> XrayPart:
    key = _SECTION_KEYS.get(section.key, "system")
    title = text(f"xray.title.{_called(section)}")
    if section.name:
        title = text("xray.title.named", what=title, name=section.name)
    return XrayPart(key, "system", title, section.text, tokens, how.state, how.reason, whole=whole, sent=sent)
