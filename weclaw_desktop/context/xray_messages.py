"""The messages of a request for the X-ray, with those of the log that are not in it, in the order of the chat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from weclaw_desktop.context.blocks import shares
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.load import Load, block_pieces, sections_of
from weclaw_desktop.context.log import Group
from weclaw_desktop.context.shown import raw_tokens
from weclaw_desktop.context.standing import UNSENDABLE, standings
from weclaw_desktop.context.view import sums
from weclaw_desktop.core.messages import (
    AttachmentPart,
    Message,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from weclaw_desktop.core.report import PartKey
from weclaw_desktop.core.request import ModelRequest, RequestMessage
from weclaw_desktop.core.skills import SKILL
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.core.xray import Standing, XrayPart, XrayState

_BLOCK_STATES: dict[PartKey, XrayState] = {
    "pins": "pinned",
    "ledger": "summarised",
    "summary": "summarised",
    "digest": "summarised",
}
_ADDED = Standing("verbatim", text("xray.why.added"))
_STUB = Standing("verbatim", text("xray.why.stub"))
_DRAFTS = {
    "verbatim": Standing("verbatim", text("xray.why.draft")),
    "shortened": Standing("shortened", text("xray.why.draft_long")),
}
"""A message of nobody's log is the draft; what else has no source has a form of its own."""
_ACK = Standing("verbatim", text("xray.why.ack"))


class Messages:
    """Reads the parts off ``request``; the tokens of ``load`` are shared out by the size of each message in it."""

    def __init__(self, state: State, request: ModelRequest, load: Load) -> None:
        self._state = state
        self._messages = request.messages
        self._log = state.log
        self._at = {message.id: place for place, message in enumerate(state.log)}
        self._stands = standings(state)
        self._view = sums(state.log, state.record, state.counter, state.language, state.memo, state.pins)
        self._load: dict[PartKey, int] = {part.key: part.tokens for part in load.parts}
        self._skills = {source for group, shown in self._view.groups() if shown.skills for source in _read(group)}
        self._attached: dict[int, list[tuple[AttachmentPart, int]]] = {}
        self._tokens: dict[int, int] = {}
        listed = sum(section.tokens for section in sections_of(state) if section.key == "skills")
        self._share_out(self._load.get("skills", 0) - listed)

    def parts(self) -> Iterator[XrayPart]:
        """What stands in the request, and in its place what does not."""
        here = {message.source for message in self._messages if message.source}
        absent = [message for message in reversed(self._log) if message.id not in here]
        front = next((i for i, m in enumerate(self._messages) if m.form not in ("block", "ack", "recap")), 0)
        tail = next((self._at[m.source] for m in self._messages[front:] if m.source), len(self._log))
        for place, message in enumerate(self._messages):
            upto = tail if place < front else self._upto(message)
            while absent and self._at[absent[-1].id] < upto:
                yield self._absent(absent.pop())
            yield from self._present(place, message)
        while absent:
            yield self._absent(absent.pop())

    def _upto(self, message: RequestMessage) -> int:
        """Index of the log up to which everything stands before ``message``; the draft is the last of all."""
        if message.source:
            return self._at[message.source]
        return len(self._log) if message.form in _DRAFTS else 0

    def _share_out(self, skills: int) -> None:
        """The report's tokens of messages, attachments and skills that were read, by size in the request."""
        count, k = self._state.counter.parts, self._state.calibration.k
        files: list[tuple[int, AttachmentPart, int]] = []
        taken: dict[int, int] = {}
        for place, message in enumerate(self._messages):
            attached = [part for part in message.parts if isinstance(part, AttachmentPart)]
            if attached and message.source and message.form != "recap":
                files += [(place, part, count((part,))) for part in attached]
                taken[place] = round(count(attached) * k)
        given = shares(self._load.get("attachments", 0), [size for _, _, size in files])
        for (place, part, _), tokens in zip(files, given, strict=True):
            self._attached.setdefault(place, []).append((part, tokens))
        logged = [(i, m) for i, m in enumerate(self._messages) if m.source or m.form == "stub"]
        for total, own in (
            (skills, [(i, m) for i, m in logged if m.source in self._skills]),
            (self._load.get("recent", 0), [(i, m) for i, m in logged if m.source not in self._skills]),
        ):
            weights = [max(0, m.tokens - taken.get(i, 0)) for i, m in own]
            self._tokens.update(zip((i for i, _ in own), shares(total, weights), strict=True))

    def _present(self, place: int, message: RequestMessage) -> Iterator[XrayPart]:
        if message.source:
            yield self._logged(place, message, self._log[self._at[message.source]])
            for part, tokens in self._attached.get(place, ()):
                yield _attachment(message, place, part, tokens)
        elif message.form == "block" and message.tokens:
            yield from self._block(place)
        elif message.form in _DRAFTS:
            title, tokens = text("xray.title.draft"), self._load.get("draft", 0)
            yield _plain("draft", title, message, place, tokens, _DRAFTS[message.form])
        elif message.form == "ack":
            yield _plain("frame", text("xray.title.ack"), message, place, self._ack(message), _ACK)
        else:
            how = _STUB if message.role == "tool" else _ADDED
            yield _plain("recent", text("xray.title.added"), message, place, self._tokens.get(place, 0), how)

    def _ack(self, message: RequestMessage) -> int:
        return min(message.tokens, self._load.get("frame", 0))

    def _block(self, place: int) -> Iterator[XrayPart]:
        ack = sum(self._ack(message) for message in self._messages if message.form == "ack")
        edited = self._view.block is not None and self._view.block.edited
        for key, words in block_pieces(self._view):
            state, tokens = _BLOCK_STATES.get(key, "verbatim"), self._load.get(key, 0)
            tokens -= ack if key == "frame" else 0
            own = "_edited" if key == "summary" and edited else ""
            title, why = text(f"xray.title.{key}"), text(f"xray.why.block.{key}{own}")
            yield XrayPart(key, "user", title, words, tokens, state, why, place=place)

    def _logged(self, place: int, message: RequestMessage, stored: Message) -> XrayPart:
        how = self._stands.get(stored.id, UNSENDABLE)
        tokens = self._tokens[place]
        whole = self._whole(stored) if how.state == "shortened" else 0
        return XrayPart(
            "skills" if stored.id in self._skills else "recent",
            message.role,
            _title(stored),
            said(message.parts),
            tokens,
            how.state,
            how.reason,
            stored.id,
            stored.seq,
            place,
            whole=whole if whole > tokens else 0,
            pinned=stored.pinned,
        )

    def _absent(self, stored: Message) -> XrayPart:
        how = self._stands[stored.id]
        if how.state == "shortened" or how.reason.key in ("xray.why.verbatim", "xray.why.encoded"):
            how = UNSENDABLE  # the view showed it, and it could not be sent like that
        return XrayPart(
            "recent",
            stored.role,
            _title(stored),
            said(stored.parts),
            0,
            how.state,
            how.reason,
            stored.id,
            stored.seq,
            sent=False,
            whole=self._whole(stored),
            excluded=stored.excluded,
            pinned=stored.pinned,
        )

    def _whole(self, stored: Message) -> int:
        return round(raw_tokens(stored, self._state.counter) * self._state.calibration.k)


def said(parts: Sequence[Part]) -> str:
    """What parts say, as one reads it: thinking, words, calls with their arguments, results."""
    pieces: list[str] = []
    for part in parts:
        if isinstance(part, ToolCallPart):
            pieces.append(f"{part.name}({part.arguments})")
        elif isinstance(part, (TextPart, ReasoningPart, ToolResultPart)):
            pieces.append(part.text)
    return "\n\n".join(piece for piece in pieces if piece.strip())


def _read(group: Group) -> Iterator[str]:
    """Ids of the results that hold the text of a skill, in a group that read one."""
    for call, result in zip(group.head.calls, group.results, strict=True):
        if result is not None and call.name == SKILL:
            yield result.id


def _plain(key: PartKey, title: Text, message: RequestMessage, place: int, tokens: int, how: Standing) -> XrayPart:
    return XrayPart(key, message.role, title, said(message.parts), tokens, how.state, how.reason, place=place)


def _attachment(message: RequestMessage, place: int, part: AttachmentPart, tokens: int) -> XrayPart:
    title, why = text("xray.title.attachment", name=part.name), text(f"xray.why.{part.kind}")
    return XrayPart(
        "attachments", "user", title, part.sent.text, tokens, "verbatim", why, message.source, message.seq, place
    )


def _title(message: Message) -> Text:
    result = message.result
    if result is not None:
        return text("xray.title.result", name=result.name or "?")
    return text("xray.title.tool_message" if message.role == "tool" else f"xray.title.{message.role}")
