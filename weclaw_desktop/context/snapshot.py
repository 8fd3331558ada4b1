"""The hash that says whether what stands for older messages still stands for these messages.

SHA-256 over the path's messages up to the cut: id, revision, role, content hash, calls, excluded flag; nothing else.
Messages appended later are the tail and change nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from operator import is_

from weclaw_desktop.context.log import position
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.core.messages import AttachmentPart, Log, Message, ReasoningPart, TextPart
from weclaw_desktop.core.records import Record

Digests = dict[tuple[str, int, bool], tuple[Message, bytes]]


def prefix_hash(log: Log, upto: int, memo: Memo | None = None) -> str:
    """Hex SHA-256 over ``log[:upto]``; with a memo, each message revision is read once, and the last hash goes on."""
    kept = memo or Memo()
    return kept.last("prefix_hash", (log, upto), lambda: _hashed(log, upto, kept))


def _hashed(log: Log, upto: int, memo: Memo) -> str:
    known, begun = memo.slot("snapshot", _no_digests), memo.slot("hashed", _nothing_hashed)
    prefix, whole = begun[0]
    if len(prefix) > upto or not all(map(is_, prefix, log)):
        prefix, whole = _nothing_hashed()[0]
    start, whole = len(prefix), whole.copy()
    for message in log[start:upto]:
        key = (message.id, message.revision, message.excluded)
        entry = known.get(key)
        if entry is None or entry[0] is not message:
            entry = known[key] = (message, _digest(message))
        whole.update(entry[1])
    begun[0] = (log[:upto], whole)
    return whole.hexdigest()


def _nothing_hashed() -> list[tuple[Log, hashlib._Hash]]:  # pyright: ignore[reportPrivateUsage] -- the type of a hash has no other name
    """A prefix with its hash, to go on from."""
    return [((), hashlib.sha256())]


def prefix_length(log: Log, record: Record) -> int | None:
    """How many messages of ``log`` the record's hash covers; None when a message it names is gone.

    Up to the cut, or, where nothing is cut, up to the last message that is shown shortened.
    """
    if record.cut_id is not None:
        return position(log, record.cut_id)
    if not record.replacements:
        return 0
    named = {replacement.message_id for replacement in record.replacements}
    places = [i for i, message in enumerate(log) if message.id in named]
    return places[-1] + 1 if len(places) == len(named) else None


def holds(log: Log, record: Record, memo: Memo | None = None) -> bool:
    """Whether the record still stands for the messages it was made from."""
    length = prefix_length(log, record)
    return length is not None and prefix_hash(log, length, memo) == record.prefix_hash


def returning(before: Log, log: Log, aside: Sequence[Record], present: Record | None) -> Record | None:
    """Which record that was put aside stands for ``log`` again, though it did not for ``before``.

    The one that stands for most messages, of equal ones the last; None unless it stands for more than ``present``.
    """
    now, then = Memo(), Memo()
    best, most = None, -1 if present is None else prefix_length(log, present) or 0
    for record in reversed(aside):
        length = prefix_length(log, record)
        if length is None or length <= most or not holds(log, record, now) or holds(before, record, then):
            continue
        best, most = record, length
    return best


def _no_digests() -> Digests:
    return {}


def _digest(message: Message) -> bytes:
    """The fingerprint of one message. Raw JSON keeps field borders apart; surrogates pass as escapes."""
    content = hashlib.sha256()
    for part in message.parts:
        if isinstance(part, (TextPart, ReasoningPart)):
            fields = [type(part).__name__, part.text]
        elif isinstance(part, AttachmentPart):
            fields = ["AttachmentPart", part.sha256, part.name]
        else:
            continue
        content.update(json.dumps(fields).encode())
    result = message.result
    if result is not None:
        content.update(json.dumps(["result", result.call_id, result.name, result.text, result.is_error]).encode())
    calls = [[call.id, call.name, call.arguments] for call in message.calls]
    row = [message.id, message.revision, message.role, content.hexdigest(), calls, message.excluded]
    return hashlib.sha256(json.dumps(row).encode()).digest()
