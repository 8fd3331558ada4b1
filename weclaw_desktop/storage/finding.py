"""Finds messages by words: the index gives candidates, ``ranking`` orders them, secrets are masked on the way out.

The index knows how rare each term is among all messages that are searched, so frequent words are left out of the
search for candidates as long as rarer ones are there: time is bounded by rows that are looked at, not by the length of
the history. Messages that the idle writer has not indexed yet are looked at directly, so that nothing has to wait.
"""

from __future__ import annotations

import json
import math
import weakref
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, insert, text
from sqlalchemy.pool import StaticPool

from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.recall import Hit
from weclaw_desktop.core.redact import redact
from weclaw_desktop.storage.codec import clean, dump_parts, load_parts
from weclaw_desktop.storage.database import Database
from weclaw_desktop.storage.ranking import BEGUN, Candidate, Reading, excerpt, rank, reading, size, spread
from weclaw_desktop.storage.search import CREATE, add, indexed, words
from weclaw_desktop.storage.tables import SEARCH_TABLE, Base, ChatRow, MessageRow
from weclaw_desktop.storage.terms import LONGEST_QUERY, Query, fold, match_any, match_phrase, parse

ROOM = 420
"""Estimated tokens of a hit with what stands beside it."""
LEAST_NEAR = 20
"""Estimated tokens below which a message beside a hit is not worth beginning."""
APART = 4
BEFORE, AFTER = 8, 12
"""How far beside a hit messages are shown with it."""
ROWS = 30_000
"""Matching rows that the index may order for one search; beyond them the newest are taken instead."""
_CANDIDATES = 300
_EXACT = 40
_AT_ONCE = 20
_READ = 3_000_000
"""Characters of candidates that are read for one search, the likeliest first."""
LOOKED = 50_000
"""Newest messages that are looked through for signs, which no index knows."""
_UNINDEXED = 300
"""Newest messages not in the index that are looked at directly."""
_COUNT = f"SELECT COUNT(*) FROM {SEARCH_TABLE} WHERE {SEARCH_TABLE} MATCH :wanted AND rowid BETWEEN :low AND :high"
_BEST = f"""SELECT rowid FROM {SEARCH_TABLE} WHERE {SEARCH_TABLE} MATCH :wanted AND rowid BETWEEN :low AND :high
ORDER BY rank LIMIT :most"""
_NEWEST = f"""SELECT rowid FROM {SEARCH_TABLE} WHERE {SEARCH_TABLE} MATCH :wanted AND rowid BETWEEN :low AND :high
ORDER BY rowid DESC LIMIT :most"""
_WAITING = "SELECT key FROM search_pending WHERE key BETWEEN :low AND :high ORDER BY key DESC LIMIT :most"
_EDGE = "SELECT key FROM messages WHERE chat_id = :chat AND seq IS NOT NULL AND seq < :before ORDER BY seq {} LIMIT 1"
_LIVE = """SELECT m.key, m.id, m.chat_id, m.seq, m.created_ms, m.role, COALESCE(r.parts, m.parts) AS said
FROM messages m JOIN chats c ON c.id = m.chat_id LEFT JOIN messages r ON r.id = m.current_id
WHERE m.excluded = 0 AND m.deleted_ms IS NULL AND m.state <> 'generating' AND c.deleted_ms IS NULL AND """
_ROWS = f"""SELECT json_group_array(json_array(key, id, chat_id, seq, created_ms, role)), group_concat(said, char(30))
FROM ({_LIVE} m.key IN ({{}}))"""
"""Read as one row, as ``rows`` does: no JSON holds the sign between the parts."""
_SIGNS = f"""{_LIVE} m.key BETWEEN :low AND :high AND m.key > (SELECT MAX(key) FROM messages) - :looked
AND instr(COALESCE(r.parts, m.parts), :signs) > 0 ORDER BY m.key DESC"""
_BESIDE = _LIVE + "m.chat_id = :chat AND m.seq BETWEEN :low AND :high"
_NEVER = 1 << 62
_MEMORY = "memory"
_Found = tuple[Candidate, Sequence[Any]]
"""A candidate and its row."""
_Kept = tuple[Sequence[Any], str, Reading | None]
_Known = dict[int, _Kept]
"""Of messages by key: row, text, and the text as it is compared."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where to search: all chats, or one; there only messages before ``before`` (0: all) and none of ``without``.

    ``also`` are numbers of later messages that are searched too.

    ``within``, when given, are the only message ids that count: the path of a chat that has branches.
    """

    chat: str = ""
    before: int = 0
    without: frozenset[int] = frozenset()
    within: frozenset[str] | None = None
    also: frozenset[int] = frozenset()

    def holds(self, chat: str, seq: int, message_id: str) -> bool:
        """Whether a message is searched."""
        if self.chat and (chat != self.chat or seq in self.without):
            return False
        if 0 < self.before <= seq and seq not in self.also:
            return False
        return self.within is None or message_id in self.within


EVERYWHERE = Scope()


def find(
    connection: Connection,
    query: str,
    *,
    scope: Scope = EVERYWHERE,
    limit: int = 10,
    room: int = ROOM,
    apart: int = APART,
    typing: bool = False,
) -> list[Hit]:
    """The best ``limit`` messages for the words of ``query``, exact phrases first. Never raises for what was typed.

    Hits are more than ``apart`` messages from one another; 0 means that messages have nothing to do with their
    neighbours. ``typing``: the last word may be unfinished; where it stands as it is comes first.
    """
    chosen = _chosen(connection, query, scope, limit, apart, typing=typing)
    return [_hit(connection, *found, scope, room, apart > 0) for found in chosen]


def _chosen(
    connection: Connection,
    query: str,
    scope: Scope,
    limit: int,
    apart: int,
    *,
    typing: bool,
    known: _Known | None = None,
) -> list[_Found]:
    """The best messages, not yet shortened; ``known`` keeps what was read where messages never change."""
    wanted = parse(query, typing=typing)
    if connection.dialect.name != "sqlite":
        return []
    between = _range(connection, scope)
    if between is None:
        return []
    if not wanted:
        return list(_literal(connection, query, scope, limit, between))
    counts = _counts(connection, wanted, between)
    keys = _candidates(connection, wanted, counts, between, scope)
    waiting = _keys(connection, _WAITING, between, most=_UNINDEXED)
    rows = _load(connection, [*keys, *(key for key in waiting if key not in keys)], scope, known)
    total = max(1, connection.execute(text("SELECT COUNT(*) FROM search_indexed")).scalar() or 1)
    weights = {term: math.log(1 + (total - n + 0.5) / (n + 0.5)) for term, n in counts.items()}
    if wanted.beginning and counts[wanted.last]:
        weights[wanted.beginning] *= BEGUN
    ranked = rank([candidate for candidate, _ in rows.values()], wanted, weights)
    return [(candidate, rows[candidate.key][1]) for candidate in spread(ranked, limit, apart)]


def _literal(
    connection: Connection, query: str, scope: Scope, limit: int, between: tuple[int, int]
) -> Iterator[_Found]:
    """The newest messages in which signs stand as they were typed; the index has no words for them."""
    typed = clean(query.strip()[:LONGEST_QUERY])
    signs = fold(typed)
    if not signs:
        return
    written = json.dumps(typed, ensure_ascii=False)[1:-1]
    given = {"low": between[0], "high": between[1], "signs": written, "looked": LOOKED}
    found = read = 0
    for row in connection.execute(text(_SIGNS), given):
        said = indexed(load_parts(row[6]))
        read += len(row[6])
        if scope.holds(row[2], row[3], row[1]) and signs in fold(said):
            how = reading(said)
            passages = tuple((start, end, float(signs in how[0][start:end])) for start, end in how[1])
            yield Candidate(row[0], row[2], row[3], said, how, 1.0, passages=passages), row
            found += 1
        if found >= limit or read > _READ:
            return


def _hit(
    connection: Connection, candidate: Candidate, row: Sequence[object], scope: Scope, room: int, beside: bool
) -> Hit:
    shown, whole = excerpt(candidate, room)
    left = room - size(shown)
    return Hit(
        id=f"m{candidate.seq}",
        chat=candidate.chat,
        when=int(str(row[4])),
        role=str(row[5]),
        text=redact(shown),
        score=round(candidate.score, 4),
        seq=candidate.seq,
        message_id=str(row[1]),
        whole=whole,
        near=redact(_near(connection, candidate, scope, left)) if beside and left > LEAST_NEAR else "",
    )


def _near(connection: Connection, candidate: Candidate, scope: Scope, room: int) -> str:
    """Messages beside a hit, nearest first taken, as lines in their order, as far as there is room."""
    given = {"chat": candidate.chat, "low": candidate.seq - BEFORE, "high": candidate.seq + AFTER}
    beside = Scope(scope.chat, scope.before, frozenset((candidate.seq,)), scope.within, scope.also)
    lines: dict[int, str] = {}
    rows = [row for row in connection.execute(text(_BESIDE), given) if beside.holds(row[2], row[3], row[1])]
    for row in sorted(rows, key=lambda row: (abs(row[3] - candidate.seq), row[3])):
        said = " ".join(words(load_parts(row[6])).split())
        if not said:
            continue
        line = f"[m{row[3]} {row[5]}] {said}"
        if size(line) > room:
            line = line[: max(0, room)].rstrip() + "…"
            if room < LEAST_NEAR:
                break
        lines[row[3]] = line
        room -= size(line)
    return "\n".join(lines[seq] for seq in sorted(lines))


def _range(connection: Connection, scope: Scope) -> tuple[int, int] | None:
    """First and last key that may be searched, None when there is nothing."""
    if not scope.chat:
        return 0, _NEVER
    before = max(scope.before, max(scope.also, default=0) + 1) if scope.before else _NEVER
    given = {"chat": scope.chat, "before": before}
    low, high = (connection.execute(text(_EDGE.format(order)), given).scalar() for order in ("ASC", "DESC"))
    return None if low is None or high is None else (int(low), int(high))


def _counts(connection: Connection, query: Query, between: tuple[int, int]) -> dict[str, int]:
    """In how many messages each term stands."""
    found: dict[str, int] = {}
    for term, wanted in (
        *((word, match_any((word,), (), ())) for word in query.words),
        *((pair, match_any((), (pair,), ())) for pair in query.pairs),
        *((single, match_any((), (), (single,))) for single in query.singles),
        *((beginning, match_any((), (), (), query.last)) for beginning in (query.beginning,) if beginning),
    ):
        given = {"wanted": wanted, "low": between[0], "high": between[1]}
        found[term] = connection.execute(text(_COUNT), given).scalar() or 0
    return found


def _candidates(
    connection: Connection, query: Query, counts: dict[str, int], between: tuple[int, int], scope: Scope
) -> list[int]:
    found: dict[int, None] = {}
    for phrase in query.phrases[:3]:
        expression = match_phrase(phrase, query.last)
        if expression:
            found.update(dict.fromkeys(_keys(connection, _NEWEST, between, expression, most=_EXACT)))
    rare: list[str] = []
    rows = 0
    for term in sorted((term for term in query.terms if counts[term]), key=lambda term: counts[term]):
        if rare and rows + counts[term] > ROWS:
            break
        rare.append(term)
        rows += counts[term]
    if rare:
        chosen = frozenset(rare)
        last = query.last if query.beginning in chosen else ""
        whole = (_only(terms, chosen) for terms in (query.words, query.pairs, query.singles))
        expression = match_any(*whole, last=last)
        order = _BEST if rows <= ROWS else _NEWEST
        most = _CANDIDATES * (2 if scope.also else 1) + len(scope.without)
        found.update(dict.fromkeys(_keys(connection, order, between, expression, most=most)))
        if query.beginning and not last and counts[query.beginning] and len(found) < most:
            # a word that is rare as it is, and common as a beginning, has the newest of these behind it
            begun = match_any((), (), (), query.last)
            found.update(dict.fromkeys(_keys(connection, _NEWEST, between, begun, most=most - len(found))))
    return list(found)


def _only(terms: tuple[str, ...], chosen: Collection[str]) -> tuple[str, ...]:
    return tuple(term for term in terms if term in chosen)


def _keys(
    connection: Connection, statement: str, between: tuple[int, int], wanted: str = "", *, most: int
) -> list[int]:
    given: dict[str, object] = {"low": between[0], "high": between[1], "most": most}
    if wanted:
        given["wanted"] = wanted
    return [int(row[0]) for row in connection.execute(text(statement), given)]


def _load(connection: Connection, keys: Sequence[int], scope: Scope, known: _Known | None = None) -> dict[int, _Found]:
    found: dict[int, _Found] = {}
    read = 0
    for start in range(0, len(keys), _AT_ONCE):
        for row, said, how in _read(connection, keys[start : start + _AT_ONCE], known):
            if scope.holds(row[2], row[3], row[1]):
                found[row[0]] = (Candidate(row[0], row[2], row[3], said or indexed(load_parts(row[6])), how), row)
                read += len(row[6])
        if read > _READ:
            break
    return found


def _read(connection: Connection, keys: Sequence[int], known: _Known | None) -> Iterator[_Kept]:
    """The live rows among ``keys`` with their texts, as far as those are kept in ``known``."""
    missing = keys if known is None else [key for key in keys if key not in known]
    for row in _together(connection, missing) if missing else ():
        if known is None:
            yield row, "", None
        else:
            said = indexed(load_parts(row[6]))
            known[row[0]] = (row, said, reading(said))
    if known is not None:
        yield from (known[key] for key in keys if key in known)


def _together(connection: Connection, keys: Sequence[int]) -> list[list[Any]]:
    small, said = connection.exec_driver_sql(_ROWS.format(",".join(map(str, keys)))).one()
    found: list[list[Any]] = json.loads(small)
    return [[*row, parts] for row, parts in zip(found, said.split("\x1e"), strict=True)] if found else []


class SqlSearch:
    """Implements ``core.stores.Search`` on the reader thread."""

    def __init__(self, database: Database, *, indexed: bool = True) -> None:
        self._database = database
        self.indexed = indexed

    async def find(
        self,
        query: str,
        *,
        chat: str = "",
        before: int = 0,
        also: frozenset[int] = frozenset(),
        within: frozenset[str] | None = None,
        limit: int = 10,
        room: int = ROOM,
        typing: bool = False,
    ) -> list[Hit]:
        """The best messages for words, exact phrases first. Raises StorageError."""
        scope = Scope(chat, before, within=within, also=also)
        return await self._database.read(
            lambda connection: find(connection, query, scope=scope, limit=limit, room=room, typing=typing)
        )


class Index:
    """A word index over given messages, in memory, with the ranking of the real one: for replays and measuring.

    Its messages never change, so each is read once, and a search that is repeated with another room orders nothing
    again.
    """

    def __init__(self, *, apart: int = APART) -> None:
        """``apart``: see ``find``."""
        self._apart = apart
        self._known: _Known = {}
        self._last: tuple[tuple[object, ...], list[_Found]] = ((), [])
        self._engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        self._connection = self._engine.connect()
        self._end = weakref.finalize(self, _let_go, self._connection, self._engine)
        Base.metadata.create_all(self._connection)
        self._connection.execute(text(CREATE))
        self._connection.execute(insert(ChatRow), [{"id": _MEMORY, "created_ms": 0, "updated_ms": 0}])

    @classmethod
    def of(cls, messages: Sequence[Message], *, apart: int = APART) -> Index:
        """An index over ``messages`` of one chat. Those without a number get their place, from 1, as one."""
        index = cls(apart=apart)
        rows = [
            {
                "id": message.id or f"m{number}",
                "chat_id": _MEMORY,
                "seq": message.seq or number,
                "created_ms": message.created_ms,
                "role": message.role,
                "state": message.state,
                "excluded": message.excluded,
                "parts": dump_parts(message.parts),
            }
            for number, message in enumerate(messages, start=1)
        ]
        if rows:
            index._connection.execute(insert(MessageRow), rows)
            add(index._connection, [(n, str(row["id"]), str(row["parts"])) for n, row in enumerate(rows, start=1)])
        return index

    def search(
        self,
        words: str,
        limit: int = 5,
        *,
        before: int = 0,
        also: frozenset[int] = frozenset(),
        without: frozenset[int] = frozenset(),
        room: int = ROOM,
        typing: bool = False,
    ) -> list[Hit]:
        """The best messages for ``words`` among those with a number below ``before`` (0: all) or in ``also``."""
        scope = Scope(_MEMORY, before, without, also=also)
        asked = (words, limit, scope, typing)
        if asked != self._last[0]:
            best = _chosen(self._connection, words, scope, limit, self._apart, typing=typing, known=self._known)
            self._last = (asked, best)
        return [_hit(self._connection, *found, scope, room, self._apart > 0) for found in self._last[1]]

    def close(self) -> None:
        """Let go of the memory; forgetting the index does so too."""
        self._end()


def _let_go(connection: Connection, engine: Engine) -> None:
    connection.close()
    engine.dispose()
