"""The rows of a transcript: messages in the order of the log, dividers where compressions cut, results in their calls.

Holds everything loaded so far, oldest first; the view mounts a window of it. A compression never adds a message row: it
is a divider in its place, and the older messages stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from typing_extensions import override

from weclaw_desktop.core.forks import Fork
from weclaw_desktop.core.messages import Message, ToolResultPart
from weclaw_desktop.core.records import Record

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(eq=True)
class UserRow:
    """What a person said; ``fork`` says which of its versions it is, None when there is one only.

    ``unanswered``: the chat ends with it, and nobody is answering.
    """

    message: Message
    fork: Fork | None = None
    unanswered: bool = False

    @property
    def key(self) -> str:
        """Stable name of the row."""
        return self.message.id


@dataclass(eq=True)
class ResponseRow:
    """One assistant message. ``first`` shows the model's name; ``last`` may be retried; ``results`` by call id.

    ``fork`` says which of its versions it is, None when there is one only.
    """

    message: Message
    first: bool = True
    last: bool = False
    results: dict[str, ToolResultPart] = field(default_factory=dict[str, ToolResultPart])
    artifacts: dict[str, str] = field(default_factory=dict[str, str])
    """Under which id the full text of each result is kept, by call id."""
    fork: Fork | None = None

    @property
    def key(self) -> str:
        """Stable name of the row."""
        return self.message.id


@dataclass(eq=True)
class DividerRow:
    """Where a compression took effect; ``active`` is the one in force."""

    record: Record
    active: bool

    @property
    def key(self) -> str:
        """Stable name of the row."""
        return f"record:{self.record.id}"


Row = UserRow | ResponseRow | DividerRow


class TranscriptModel(QAbstractListModel):
    """Rows of one chat. ``rows_changed`` tells keys of rows changed in place; all else comes as Qt signals."""

    rows_changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.chat_id = ""
        self.complete = self.ends = True
        self._resting = False
        self._messages: list[Message] = []
        self._records: tuple[Record, ...] = ()
        self._forks: dict[str, Fork] = {}
        self._rows: list[Row] = []

    @property
    def rows(self) -> Sequence[Row]:
        """All rows, oldest first."""
        return self._rows

    @property
    def messages(self) -> Sequence[Message]:
        """All messages loaded."""
        return self._messages

    @property
    def records(self) -> tuple[Record, ...]:
        """All compressions of the chat."""
        return self._records

    @property
    def oldest_seq(self) -> int:
        """Sequence number of the oldest message loaded, 0 when there is none."""
        return self._messages[0].seq if self._messages else 0

    @property
    def newest_seq(self) -> int:
        """Sequence number of the newest message loaded, 0 when there is none."""
        return self._messages[-1].seq if self._messages else 0

    def holds(self, seq: int) -> bool:
        """Whether the place of a message is loaded."""
        return bool(self._messages) and self.oldest_seq <= seq and (self.ends or seq <= self.newest_seq)

    def row_at(self, seq: int) -> int:
        """Row that shows message ``seq``: its own, or for a tool's result the one before it; -1 when there is none."""
        places = (i for i in range(len(self._rows) - 1, -1, -1) if _seq(self._rows[i]) <= seq)
        return next((i for i in places if not isinstance(self._rows[i], DividerRow)), -1)

    def seq_of(self, row: int) -> int:
        """Number of the message in a row, 0 for a divider or no row."""
        return _seq(self._rows[row]) if 0 <= row < len(self._rows) else 0

    def find(self, key: str) -> int:
        """Row number of a key, -1 when it is not loaded. Looks from the end: asked about new rows mostly."""
        return next((i for i in range(len(self._rows) - 1, -1, -1) if self._rows[i].key == key), -1)

    def load(
        self,
        chat_id: str,
        messages: Sequence[Message],
        records: Sequence[Record],
        *,
        complete: bool,
        ends: bool = True,
        forks: Mapping[str, Fork] | None = None,
    ) -> None:
        """Show another chat; ``complete`` means that nothing older exists, ``ends`` that nothing newer does."""
        self.beginResetModel()
        self.chat_id, self.complete, self.ends = chat_id, complete, ends
        self._resting = False
        self._messages, self._records = list(messages), tuple(records)
        self._forks = dict(forks or {})
        self._rows = self._build()
        self.endResetModel()

    def set_resting(self, on: bool) -> None:
        """Whether nobody answers in the chat now. A new question ends that by itself: its answer is about to begin."""
        if on != self._resting:
            self._resting = on
            self._rebuild()

    def prepend(self, messages: Sequence[Message], *, complete: bool) -> None:
        """Put an older page in front."""
        known = self.oldest_seq
        self._messages[:0] = [m for m in messages if not known or m.seq < known]
        self.complete = complete
        self._rebuild()

    def extend(self, messages: Sequence[Message], *, ends: bool) -> None:
        """Put a newer page at the end."""
        self._messages += messages
        self.ends = ends
        self._rebuild()

    def splice(self, messages: Sequence[Message], *, complete: bool) -> None:
        """Another branch is shown, and ``messages`` are its newest: keep what is loaded of the part that both share.

        ``complete`` says that nothing older than them exists.
        """
        shared = self._position(messages[0].id) if messages and not complete else -1
        if shared < 0:
            self.complete, shared = complete, 0
        self._messages[shared:] = messages
        self.ends = True
        self._rebuild()

    def set_forks(self, forks: Mapping[str, Fork], asked: Iterable[Message]) -> None:
        """Show these versions on the messages that were asked about."""
        before = dict(self._forks)
        for message in asked:
            self._forks.pop(message.id, None)
        self._forks.update(forks)
        if self._forks != before:
            self._rebuild()

    def put(self, message: Message) -> None:
        """Add a message at the end, or replace the one of the same id. What lies beyond the end is left out."""
        at = self._position(message.id)
        if at >= 0:
            self._messages[at] = message
        elif not self.ends:
            return
        else:
            self._drop_siblings(message.parent_id)
            self._messages.append(message)
            self._resting = self._resting and message.role != "user"
        self._rebuild()

    def bring_back(self, message: Message) -> bool:
        """Put a message that was deleted back in front of what follows it; False when that is not known here."""
        if self._position(message.id) < 0 and message.seq < self.newest_seq:
            at = next((i for i, other in enumerate(self._messages) if other.parent_id == message.id), -1)
            if at < 0:
                return False
            self._messages.insert(at, message)
            self._rebuild()
        else:
            self.put(message)
        return True

    def remove(self, message_id: str) -> None:
        """Take a message out."""
        at = self._position(message_id)
        if at >= 0:
            del self._messages[at]
            self._rebuild()

    def set_records(self, records: Sequence[Record]) -> None:
        """Show these compressions."""
        self._records = tuple(records)
        self._rebuild()

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.UserRole):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return row
        return row.key if isinstance(row, DividerRow) else row.message.text

    def _position(self, message_id: str) -> int:
        found = (i for i in range(len(self._messages) - 1, -1, -1) if self._messages[i].id == message_id)
        return next(found, -1)

    def _drop_siblings(self, parent_id: str | None) -> None:
        """A new branch begins under this parent: what stood below it, all for None, is not on the path any more."""
        at = -1 if parent_id is None else self._position(parent_id)
        if parent_id is None or at >= 0:
            del self._messages[at + 1 :]
        self.complete |= parent_id is None

    def _rebuild(self) -> None:
        """Renew the rows with the smallest change that Qt has to hear of."""
        old, new = self._rows, self._build()
        shared = min(len(old), len(new))
        head = next((i for i in range(shared) if old[i].key != new[i].key), shared)
        rest = shared - head
        foot = next((i for i in range(rest) if old[-1 - i].key != new[-1 - i].key), rest)
        changed = [new[i].key for i in range(head) if old[i] != new[i]]
        changed += [new[-1 - i].key for i in range(foot) if old[-1 - i] != new[-1 - i]]
        if removed := len(old) - head - foot:
            self.beginRemoveRows(QModelIndex(), head, head + removed - 1)
            self._rows = old[:head] + old[len(old) - foot :]
            self.endRemoveRows()
        if added := len(new) - head - foot:
            self.beginInsertRows(QModelIndex(), head, head + added - 1)
            self._rows = new
            self.endInsertRows()
        self._rows = new
        if changed:
            self.rows_changed.emit(changed)

    def _build(self) -> list[Row]:
        dividers = _dividers(self._messages, self._records)
        rows: list[Row] = []
        calls: dict[str, ResponseRow] = {}
        before = ""
        for message in self._messages:
            rows.extend(dividers.pop(message.id, ()))
            if message.role == "user":
                rows.append(UserRow(message, self._forks.get(message.id)))
            elif message.role == "assistant":
                row = ResponseRow(message, first=before != "assistant", fork=self._forks.get(message.id))
                rows.append(row)
                calls.update({call.id: row for call in message.calls})
            elif (result := message.result) is not None and result.call_id in calls:
                calls[result.call_id].results[result.call_id] = result
                calls[result.call_id].artifacts[result.call_id] = message.artifact
            if message.role in ("user", "assistant"):
                before = message.role
        rows.extend(row for left in dividers.values() for row in left)
        last = next((row for row in reversed(rows) if not isinstance(row, DividerRow)), None)
        if isinstance(last, ResponseRow):
            last.last = True
        elif isinstance(last, UserRow):
            last.unanswered = self._resting and self.ends
        return rows


def _seq(row: Row) -> int:
    return 0 if isinstance(row, DividerRow) else row.message.seq


def _dividers(messages: Sequence[Message], records: Iterable[Record]) -> dict[str, list[DividerRow]]:
    """Dividers by the id of the message they stand before; "" for those after the last one."""
    placed: dict[str, list[DividerRow]] = {}
    shown = {m.id for m in messages}
    oldest = messages[0].created_ms if messages else 0
    for record in records:
        if record.state not in ("active", "superseded"):
            continue
        if record.cut_id is not None:
            place = record.cut_id if record.cut_id in shown else None
        elif record.created_ms < oldest:
            place = None
        else:
            place = next((m.id for m in messages if m.created_ms > record.created_ms and m.role != "tool"), "")
        if place is not None:
            placed.setdefault(place, []).append(DividerRow(record, record.state == "active"))
    return placed
