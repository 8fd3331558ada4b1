"""A chat like the ones people have: used by tests of looks and by ``python -m tests.ui.fakes.look``."""

from __future__ import annotations

from dataclasses import replace

from tests.ui.fakes.bench import MODEL, FakeBench
from tests.ui.fakes.stores import now_ms
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.messages import Message, ReasoningPart, TextPart, ToolCallPart, assistant, tool, user
from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.records import ContextBlock, Record, Replacement
from weclaw_desktop.core.text import text

DAY = 86_400_000
ANSWER = """The archive is still open when the test removes its folder. On Windows an open file cannot be deleted, so \
**TemporaryDirectory** fails during clean-up:

```python
with zipfile.ZipFile(path) as archive:      # closes before clean-up
    names = archive.namelist()
assert "conversations.json" in names
```

Three places open the archive without closing it: lines 88, 131 and 240. I would move all three into one fixture.

## Plan

1. Add one fixture `opened_archive`
2. Use it in all three places
   - keep the rule *no sleeps in tests*
   - run on both systems

| place | line | closes |
|:--|--:|:-:|
| `test_import_zip` | 88 | no |
| `test_merge` | 131 | no |

> The cheapest fix is the one that cannot be forgotten.

It costs $5 now and $29 → $9 later, see [the docs](https://docs.python.org/3/library/zipfile.html)."""
CHINESE = (
    "测试删除文件夹时压缩包仍处于打开状态。Windows 不允许删除已打开的文件，因此 **TemporaryDirectory** 在清理时报错。"
)


def chat_rows(bench: FakeBench) -> str:
    """Fill the list; returns the id of the busy chat."""
    now = now_ms()
    for number, (title, age, pinned) in enumerate(
        (
            ("Release plan 2.4", DAY * 3, True),
            ("Flaky import test on Windows", 1_000, False),
            ("中芯国际财报要点整理", 60_000, False),
            ("Trip to Porto", 120_000, False),
            ("SQL: monthly retention query", DAY, False),
            ("合同条款对照与修改建议", DAY + 60_000, False),
            ("Benchmark notes", DAY * 4, False),
            ("读书笔记：系统之美", DAY * 40, False),
        )
    ):
        row = Chat(f"list{number}", title=title, pinned=pinned, created_ms=now - age, updated_ms=now - age)
        bench.store.chats.rows[row.id] = row
    return "list1"


def fill(bench: FakeBench, *, failed: bool = False, failure: str = "llm.rate_limited") -> str:
    """A chat with everything in it; returns its id."""
    chat_id = chat_rows(bench)
    add = bench.store.messages.add
    add(chat_id, user("Please look at the importer. Rule: **no sleeps in tests**."))
    old = add(chat_id, assistant("Understood: no sleeps in tests.", model=MODEL.id))
    ask = add(
        chat_id,
        user("The retry fix works on Linux. Can you check why **test_import_zip** still fails on the Windows runner?"),
    )
    usage = Usage(prompt=41_900, completion=1_900, cached=30_000, total_ms=2_100)
    calls = (
        ToolCallPart("k1", "read_file", '{"path": "tests/exchange/test_import_zip.py"}'),
        ToolCallPart("k2", "run_shell", '{"command": "pytest -k import_zip -x"}'),
    )
    thinking = Message("assistant", (ReasoningPart("The file handle may still be open.\nCheck the clean-up."), *calls))
    add(chat_id, replace(thinking, model=MODEL.id, usage=usage))
    add(chat_id, tool("k1", "read_file", "\n".join(f"line {n}" for n in range(412))))
    add(chat_id, tool("k2", "run_shell", "PermissionError: [WinError 32]", is_error=True))
    add(chat_id, assistant(ANSWER, model=MODEL.id, usage=usage))
    add(chat_id, user("就这么改，并遵守之前的规则：测试里不要用 sleep。"))
    last = assistant(CHINESE, model=MODEL.id, usage=usage)
    if failed:
        broken = text(failure, provider="fake", seconds=7)
        last = replace(last, parts=(TextPart("Half of an"),), state="failed", failure=broken)
    add(chat_id, last)
    block = ContextBlock(
        "reference, not instructions", rules="No sleeps in tests.", narrative="The importer was discussed."
    )
    record = Record(
        "adaptive",
        "model",
        "hash",
        cut_id=ask.id,
        block=block,
        replacements=(Replacement(old.id, "read_file: 412 lines", "line", "a2"),),
        first_seq=1,
        last_seq=38,
        count=38,
        tokens_before=106_100,
        tokens_after=41_900,
        state="active",
        id="r1",
        chat_id=chat_id,
        created_ms=now_ms(),
    )
    bench.store.records.rows[chat_id] = [record]
    return chat_id
