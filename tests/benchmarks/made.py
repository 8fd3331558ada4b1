"""Made-up dialogues, so that a fresh clone can be measured: a parts desk, a travel desk, a coding agent.

Every figure follows from the number of the dialogue; two runs give the same text. They imitate how real sessions use
facts: an id is read off a result and needed again some turns later, values come with a price and a date, and what a
dialogue agreed on is known as slots.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

from tests.benchmarks.sessions import Dialogue

Json = dict[str, Any]
_PARTS = ("valve", "bearing", "gasket", "impeller", "flange", "coupling", "relay", "sensor")
_MAKERS = ("Nordhavn Works", "Ellis Brothers", "Kestrel Marine", "Tamura Precision", "Oakfield Supply")
_TOWNS = ("Bergen", "Leith", "Gdynia", "Aalborg", "Turku", "Visby")
_INNS = ("听涛", "云栖", "松间", "望月", "竹里", "临江", "半山", "青石")
_FOOD = ("蟹粉小笼", "片儿川", "东坡肉", "桂花藕", "酱鸭", "葱包桧")
_STREETS = ("河坊街", "南山路", "凤起路", "保俶路", "曙光路", "莫干山路")
_MODULES = ("ledger", "router", "parser", "packer", "mailer", "planner", "cursor", "throttle")


def _number(*key: object) -> int:
    return zlib.crc32(repr(key).encode())


def _code(*key: object) -> str:
    letters = "BCDFGHJKLMNPQRSTVWXZ"
    number = _number("code", *key)
    return "".join(letters[number // 20**n % 20] for n in range(3)) + f"{number % 9_000 + 1_000}"


def _call(name: str, **arguments: object) -> Json:
    made = json.dumps(arguments, ensure_ascii=False)
    made_id = f"call_{_number(name, made) % 10**8}"
    call = {"id": made_id, "type": "function", "function": {"name": name, "arguments": made}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def _answered(call: Json, result: object) -> list[Json]:
    text = result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
    return [call, {"role": "tool", "tool_call_id": call["tool_calls"][0]["id"], "content": text}]


def _user(text: str) -> Json:
    return {"role": "user", "content": text}


def _said(text: str) -> Json:
    return {"role": "assistant", "content": text}


SYSTEM = _user(
    "You run the desk of a spare-parts warehouse. Look things up, never guess, and confirm before you order."
)


def _part(n: int, row: int) -> Json:
    kind = _PARTS[_number("part", n, row) % len(_PARTS)]
    return {
        "part_id": f"{kind}_{_number('id', n, row) % 90_000 + 10_000}",
        "maker": _MAKERS[_number("maker", n, row) % len(_MAKERS)],
        "price": _number("price", n, row) % 900 + 100,
        "in_stock": _number("stock", n, row) % 40,
        "ready": f"2026-{_number('m', n, row) % 12 + 1:02}-{_number('d', n, row) % 28 + 1:02}",
        "warehouse": _TOWNS[_number("town", n, row) % len(_TOWNS)],
    }


def parts_desk(n: int) -> Dialogue:
    """An English dialogue: an order is looked up, parts are searched, one is chosen, changed and ordered."""
    order, boat = _code("order", n), _code("boat", n)
    rows = [_part(n, row) for row in range(9)]
    first, second = rows[1], rows[4]
    held = {"order_id": order, "boat": boat, "items": rows[:3], "total": sum(r["price"] for r in rows[:3])}
    search = {"kind": first["part_id"].split("_")[0], "boat": boat}
    turns: list[Json] = [
        {**SYSTEM, "role": "system"},
        _user(f"Good morning. I would like to change something in order {order}, please."),
        *_answered(_call("get_order", order_id=order), held),
        _said(
            f"Order {order} for boat {boat} holds {len(rows[:3])} items for {held['total']} in all. What shall I do?"
        ),
        _user("The second item is too late for us. What else is there that fits, and when would it be ready?"),
        *_answered(_call("search_parts", **search), rows),
        _said("\n".join(f"- {r['part_id']} by {r['maker']}: {r['price']}, ready {r['ready']}" for r in rows[3:7])),
        _user("Let me think about it. Where do they lie, by the way, and who pays for the transport?"),
        _said(f"{second['part_id']} lies in {second['warehouse']}. Transport is paid by us above 500."),
        _user("Fine. Take the second one of your list instead of the late one."),
        _said(f"I would replace {first['part_id']} by {second['part_id']} in order {order}. Shall I?"),
        _user("Yes, please do."),
        *_answered(
            _call("change_order", order_id=order, drop=first["part_id"], add=second["part_id"]), {"done": "yes"}
        ),
        _said(f"Done: order {order} for {boat} now holds {second['part_id']}, ready on {second['ready']}."),
    ]
    return Dialogue(f"parts-{n}", tuple(turns))


def travel_desk(n: int) -> Dialogue:
    """A Chinese dialogue with slots: an inn and a restaurant are chosen, details are asked for, a booking is made."""
    inns = [_inn(n, row) for row in range(5)]
    inn = inns[_number("pick", n) % 5]
    dish = _FOOD[_number("dish", n) % len(_FOOD)]
    place = f"{_INNS[_number('p', n) % 8]}{dish[:2]}馆({_STREETS[_number('s', n) % 6]}店)"
    hours = f"{_number('h', n) % 4 + 8}:00-2{_number('h2', n) % 3}:30"
    cost = f"{_number('c', n) % 150 + 40}元"
    turns: list[Json] = [
        _user(f"你好，帮我找一家{inn['类型']}的酒店，价格别太高。"),
        *_answered(_call("search_hotel", 类型=inn["类型"]), {"结果": inns}),
        _said(f"推荐{inn['名称']}，每晚{inn['价格']}，评分{inn['评分']}。"),
        _user("电话和地址是多少？"),
        _said(f"电话{inn['电话']}，地址在{inn['地址']}。"),
        _user(f"好的。附近有没有能吃到{dish}的餐馆？人均多少？"),
        *_answered(_call("search_restaurant", 推荐菜=dish), {"结果": [{"名称": place, "人均消费": cost}]}),
        _said(f"可以去{place}，人均{cost}，营业时间{hours}。"),
        _user("不错。那就先把酒店订下来，周五入住，住两晚。"),
        *_answered(_call("book_hotel", 名称=inn["名称"], 晚数=2), {"订单号": _code("zh", n), "状态": "已预订"}),
        _said(f"已为您预订{inn['名称']}两晚，订单号{_code('zh', n)}，电话{inn['电话']}。"),
        _user("再确认一下餐馆的名字，晚上想过去。"),
        _said(f"餐馆是{place}，{hours}营业，推荐{dish}。"),
    ]
    named = [("酒店的名称", inn["名称"]), *((f"酒店的{key}", inn[key]) for key in ("电话", "地址", "价格"))]
    named += [("餐馆的名称", place), ("餐馆的人均消费", cost), ("餐馆的营业时间", hours)]
    return Dialogue(f"travel-{n}", tuple(turns), tuple({"q": q, "a": a} for q, a in named))


def _inn(n: int, row: int) -> Json:
    number = _number("inn", n, row)
    street = _STREETS[number // 64 % 6]
    return {
        "名称": f"{_INNS[number % 8]}{('客栈', '酒店', '宾馆')[number // 8 % 3]}({street}店)",
        "类型": ("经济型", "舒适型", "高档型")[_number("kind", n) % 3],
        "价格": f"{number // 100 % 700 + 120}元",
        "评分": f"{number // 7 % 15 / 10 + 3.5:.1f}分",
        "电话": f"0571-8{number % 9_000_000 + 1_000_000}",
        "地址": f"{street}{number // 11 % 300 + 1}号",
    }


def coding_agent(n: int) -> Dialogue:
    """An English dialogue: an agent lists, reads, tests and edits files; output is plain text."""
    modules = [f"{_MODULES[_number('mod', n, k) % 8]}_{_number('m', n, k) % 90 + 10}" for k in range(5)]
    bug = f"E{_number('bug', n) % 9_000 + 1_000}"
    turns: list[Json] = [
        _user(f"Test run {_code('run', n)} fails with {bug}. Find out why in the folder src/unit_{n} and mend it."),
        *_answered(_call("run", command=f"ls -l src/unit_{n}"), _listing(n, modules)),
    ]
    for k, module in enumerate(modules):
        path = f"src/unit_{n}/{module}.py"
        turns += [
            {**_call("read_file", path=path), "content": f"I look at {path} next."},
            {
                "role": "tool",
                "tool_call_id": _call("read_file", path=path)["tool_calls"][0]["id"],
                "content": _code_of(n, k),
            },
            *_answered(_call("run", command=f"pytest tests/unit_{n} -k {module}"), _output(n, k, module, bug)),
        ]
    path, name = f"src/unit_{n}/{modules[1]}.py", f"fold_{_number('f', n, 1, 3) % 900}"
    turns += [
        _said(f"{bug} comes from {name} in {path}: the limit is too low. I raise it."),
        _user("Go ahead, and tell me the file and the function once more when it is done."),
        *_answered(_call("edit_file", path=path, find=name, text=f"def {name}(limit=512):"), f"Edited {path}."),
        _said(f"Done: {name} in {path} takes limit=512 now, and {bug} is gone."),
    ]
    return Dialogue(f"code-{n}", tuple(turns))


def _listing(n: int, modules: Sequence[str]) -> str:
    sizes = [_number("size", n, module) % 90_000 + 900 for module in modules]
    lines = [
        f"-rw-r--r-- 1 dev dev {size:6} Mar {size % 28 + 1:2} {module}.py"
        for module, size in zip(modules, sizes, strict=True)
    ]
    return "\n".join((f"total {sum(sizes) // 1_024}", *lines))


def _code_of(n: int, k: int) -> str:
    lines = [f'"""Unit {n}, file {k}."""', ""]
    for row in range(24):
        name = f"fold_{_number('f', n, k, row) % 900}"
        lines += [
            f"def {name}(limit={_number('l', n, k, row) % 400 + 16}):",
            f"    return step_{row}(limit, {row * k + n})",
            "",
        ]
    return "\n".join(lines)


def _output(n: int, k: int, module: str, bug: str) -> str:
    rows = [f"tests/unit_{n}/test_{module}.py::test_case_{row} PASSED [{row * 4:3}%]" for row in range(1, 22)]
    end = f"FAILED {bug}: limit exceeded in fold_{_number('f', n, k, 3) % 900}" if k == 1 else "all passed"
    return "\n".join((*rows, f"===== {end} in {_number('t', n, k) % 900 / 100 + 0.1:.2f}s ====="))
