"""What people, models and tools say in a soak: random words with facts, rules and their withdrawals, odd shapes.

One generator of random numbers is drawn from in a fixed order, so that a seed gives the same chat again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace

from tests.benchmarks.truths import Account
from tests.context.logs import FILE, IMAGE, ODD_ARGUMENTS, ODD_TEXTS
from weclaw_desktop.core.messages import Message, Part, TextPart, ToolCallPart, assistant, tool
from weclaw_desktop.core.text import Language

_NOUNS = ("ledger", "harbour", "violin", "granite", "orchid", "copper", "lantern", "walnut", "meadow", "anchor")
_TOPICS = ("Quillon", "Vextra", "Marrow", "Zephyr", "Tarquin", "Obelis", "Nimbus", "Kestrel", "Halcyon", "Pomelo")
_ZH = "订单合同发票仓库客户价格日期航班酒店餐厅景点地址电话编号数量金额备注项目计划会议文件版本错误结果"
_ZH_TOPICS = ("青铜", "琥珀", "麒麟", "檀香", "朱雀", "玄武", "墨玉", "紫檀", "翡翠", "珊瑚")
NAMES = ("read_file", "search", "get_order", "run", "list_folder", "http_get", "bad name!", "")


class Talk:
    """The voices of one chat. ``size`` is the most words of a text, ``hard`` the hard line in tokens.

    A ``broken`` chat has calls without results, results without calls, and arguments that are none.
    """

    def __init__(self, source: random.Random, language: Language, hard: int, account: Account) -> None:
        self.random = source
        self.language = language
        self.hard = hard
        self.account = account
        self.size = 30
        self.broken = False

    def words(self, count: int) -> str:
        """About ``count`` words with names, numbers and ids in them."""
        r = self.random
        if self.language == "zh":
            return "".join(
                f"{int(r.random() * 9_999)}"
                if word == "0"
                else f"HT-{int(r.random() * 999)}，"
                if word == "H"
                else word
                for word in r.choices((*_ZH, *_ZH, "0", "0", "H", "。"), k=count)
            )
        return " ".join(
            word if word in ("so.", "the") else f"{word}{int(r.random() * 999)}" if word == "id_" else
            str(int(r.random() * 99_999)) if word == "0" else word
            for word in r.choices((*_NOUNS, "id_", "id_", "0", "0", "so.", "the"), k=count)
        )  # fmt: skip

    def ask(self, *, first: bool) -> list[Message]:
        r = self.random
        text = self.words(r.randint(2, self.size))
        if r.random() < 0.01:
            text = self.words(self.hard // r.choice((2, 8)))
        parts: list[Part] = [TextPart(self._with_rule(text))]
        if r.random() < 0.05:
            parts.append(r.choice((IMAGE, FILE)))
        return [Message("user", tuple(parts), pinned=r.random() < 0.02 and not first and len(text) < 800)]

    def _with_rule(self, text: str) -> str:
        r, rules, chinese = self.random, self.account, self.language == "zh"
        topics = _ZH_TOPICS if chinese else _TOPICS
        used = {*rules.live, *rules.gone}
        if r.random() < 0.12 and len(used) < len(topics):
            topic = topics[len(used)]
            number = r.randint(100, 999)
            rule = (
                f"以后涉及{topic}时一律写成{number}号。"
                if chinese
                else f"From now on, always write {topic} as item {number}."
            )
            rules.live[rule] = ""
            return f"{rule}\n{text}" if r.random() < 0.5 else f"{text}\n{rule}"
        if rules.live and r.random() < 0.05:
            rule = r.choice(list(rules.live))
            topic = next(t for t in topics if t in rule)
            del rules.live[rule]
            rules.gone.add(rule)
            return f"取消关于{topic}的规则。\n{text}" if chinese else f"Forget the rule about {topic}.\n{text}"
        return text

    def steps(self) -> Iterator[list[Message]]:
        r = self.random
        for _ in range(r.choice((0, 0, 1, 1, 2, 3, 5, 12))):
            count = r.choice((1, 1, 1, 2, 3))
            calls = [self._part(i) for i in range(count)]
            asked = assistant(self.words(r.randint(0, 8)), *calls)
            results = [tool(call.id, call.name, self._result(), is_error=r.random() < 0.1) for call in calls]
            if self.broken and r.random() < 0.15:
                results = results[: r.randint(0, len(results))]
                if not results or r.random() < 0.5:
                    asked = replace(asked, state="interrupted")
            if self.broken and r.random() < 0.1 and results:
                results.append(r.choice(results))
            yield [asked, *results]

    def _part(self, index: int) -> ToolCallPart:
        r = self.random
        asked: dict[str, str] = {
            "path": f"{r.choice(_NOUNS)}/{r.choice(_NOUNS)}.py",
            "text": "x" * r.choice((0, 10, 900)),
        }
        name, arguments, given = r.choice(NAMES[:6]), json.dumps(asked), f"call_{index}"
        if self.broken:
            given = r.choice((given, f"x{r.randint(1, 5)}", ""))
            name = r.choice(NAMES)
            arguments = r.choice(ODD_ARGUMENTS) if r.random() < 0.3 else arguments
        return ToolCallPart(given, name, arguments)

    def _result(self) -> str:
        r = self.random
        if r.random() < 0.01:
            secret = f"Zq{r.randint(10**9, 10**10)}x"
            self.account.secrets.append(secret)
            return f"{self.words(20)}\napi_key: {secret}\n{self.words(20)}"
        kind = r.randint(0, 5)
        count = r.randint(1, self.size // 4 + 2)
        if kind == 0:
            return r.choice(("", "ok", "done", *ODD_TEXTS)) if self.broken else r.choice(("", "ok"))
        if kind == 1:
            rows = ", ".join(
                f'{{"id": "R{r.randint(1, 9999)}", "price": {r.randint(1, 999)}, "who": "{r.choice(_NOUNS)}"}}'
                for _ in range(count)
            )
            return f"[{rows}]"
        if kind == 2:
            return "\n".join(
                f"2024-05-{r.randint(1, 28):02d} 10:{r.randint(10, 59)} INFO step {r.randint(1, 9)}"
                for _ in range(count)
            )
        if kind == 3:
            return "same result " * 30
        if kind == 4 and r.random() < 0.05:
            return "x" * 3 * self.hard
        return self.words(count * 4)
