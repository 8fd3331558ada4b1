"""What is said in the demo: the planning of a trip, in English and Chinese, long enough to fill a small window."""

from __future__ import annotations

from dataclasses import dataclass

from weclaw_desktop.core.text import Language


@dataclass(frozen=True, slots=True)
class Exchange:
    """One turn of the demo."""

    ask: str
    answer: str


_OPENING: dict[Language, Exchange] = {
    "en": Exchange(
        "I am planning eight days in Kyoto for two people, from 4 to 12 April, with 3,200 EUR. Always remember: "
        "I am allergic to peanuts. Where do we begin?",
        "Good to know: **eight days in Kyoto, 4–12 April, two people, 3,200 EUR**, and no peanuts anywhere.\n\n"
        "I suggest that we settle things in this order:\n\n1. flights and the train into town\n2. where to stay\n"
        "3. a plan for each day\n4. meals, checked for peanuts\n5. a budget that adds up\n\n"
        "Shall I start with the flights?",
    ),
    "zh": Exchange(
        "我计划四月四日到十二日两个人去京都玩八天，预算 24,000 元。请一直记住：我对花生过敏。我们从哪里开始？",
        "记下了：**京都八天，四月四日至十二日，两人，预算 24,000 元**，所有饮食都不能有花生。\n\n"
        "我建议按这个顺序来定：\n\n1. 机票和进城的火车\n2. 住宿\n3. 每天的行程\n"
        "4. 餐厅（逐一确认没有花生）\n5. 核对预算\n\n先看机票吗？",
    ),
}

_CLOSING: dict[Language, tuple[str, str, str]] = {
    "en": (
        "Before I go: what must every restaurant know about me, and what were the dates?",
        (
            "You are **allergic to peanuts**, and the trip is from **4 to 12 April**. The beginning of our talk is no "
            "longer sent word for word; I read this in the summary that stands for it. Open *Context* to see it, "
            "*What changed* to compare, or *Undo* to bring the full text back."
        ),
        "I cannot see that any more, and no summary of it reached me.",
    ),
    "zh": (
        "最后确认一下：每家餐厅必须知道我的什么情况？日期是哪几天？",
        (
            "你**对花生过敏**，行程是**四月四日至十二日**。对话开头已不再逐字发送；我是从代替它的摘要里读到的。"
            "打开“上下文”面板可以查看，点“变化”可以对比，点“撤销”可以恢复全文。"
        ),
        "我已经看不到这一点，也没有收到相关摘要。",
    ),
}
KEPT: dict[Language, str] = {"en": "peanut", "zh": "花生"}
"""The word by which the model finds out whether the user's rule still reaches it."""

_TOPICS: dict[Language, tuple[tuple[str, str, str], ...]] = {
    "en": (
        (
            "Compare the flights, please.",
            "flight",
            "leaves at {h}:{m:02d}, lands in Osaka at {h2}:{m:02d}, costs {p} EUR",
        ),
        (
            "Which places could we stay at?",
            "guest house",
            "has room {r} free, is {d} minutes from the station, costs {p} EUR a night",
        ),
        ("Plan the first two days.", "stop", "opens at {h}:{m:02d}, takes {d} minutes, entry {p} yen, note T-{r}"),
        ("And the temples of the next days?", "temple", "is reached by bus {r}, opens at {h}:{m:02d}, entry {p} yen"),
        (
            "Where can we eat without peanuts?",
            "restaurant",
            "confirmed on file {r}, table at {h2}:{m:02d}, menu {p} yen",
        ),
        (
            "Make a plan for rainy days.",
            "museum",
            "shows hall {r}, opens at {h}:{m:02d}, ticket {p} yen, {d} minutes away",
        ),
        ("A day trip to Nara and Uji?", "train", "leaves platform {d} at {h}:{m:02d}, fare {p} yen, seat block {r}"),
        (
            "What should we book ahead?",
            "booking",
            "reference K-{r}, deadline day {d}, deposit {p} yen, phone window {h}:{m:02d}",
        ),
        (
            "What must go into the bags?",
            "item",
            "weighs {d} hundred grams, is on list {r}, costs {p} EUR if bought there",
        ),
        ("Add it all up, please.", "sum", "is filed under {r}, {p} EUR planned, {d} percent in reserve"),
        ("Which phrases will help?", "phrase", "is number {r} in the booklet, page {d}, practised at {h}:{m:02d}"),
        (
            "How do we get back to the airport?",
            "connection",
            "starts at {h}:{m:02d} with line {r}, takes {d} minutes, {p} yen",
        ),
    ),
    "zh": (
        ("请比较一下航班。", "航班", "{h}:{m:02d} 起飞，{h2}:{m:02d} 抵达大阪，票价 {p} 元，代码 {r}"),
        ("可以住在哪里？", "旅馆", "{r} 号房可订，距车站 {d} 分钟，每晚 {p} 元"),
        ("安排头两天的行程。", "景点", "{h}:{m:02d} 开门，游览 {d} 分钟，门票 {p} 日元，备注 T-{r}"),
        ("后面几天看哪些寺院？", "寺院", "乘 {r} 路公交，{h}:{m:02d} 开门，门票 {p} 日元"),
        ("哪里可以吃到不含花生的饭菜？", "餐厅", "已确认（档案 {r}），{h2}:{m:02d} 留座，套餐 {p} 日元"),
        ("下雨天怎么安排？", "博物馆", "{r} 号展厅，{h}:{m:02d} 开门，门票 {p} 日元，路程 {d} 分钟"),
        ("去奈良和宇治一日游呢？", "列车", "{d} 号站台 {h}:{m:02d} 发车，票价 {p} 日元，座位区 {r}"),
        ("哪些要提前预订？", "预订", "编号 K-{r}，第 {d} 天截止，订金 {p} 日元，{h}:{m:02d} 起接受电话"),
        ("行李里要带什么？", "物品", "重 {d} 百克，在清单 {r}，当地购买约 {p} 元"),
        ("请把费用加起来。", "费用", "归在 {r} 项，计划 {p} 元，预留百分之 {d}"),
        ("哪些日语句子用得上？", "句子", "在手册第 {d} 页，编号 {r}，{h}:{m:02d} 练习"),
        ("怎么回机场？", "路线", "{h}:{m:02d} 乘 {r} 线出发，{d} 分钟，{p} 日元"),
    ),
}
_NAMES = ("Aoi", "Botan", "Chidori", "Daigo", "Enma", "Fushimi", "Gion", "Hozu", "Ichijo", "Jurin", "Kamo", "Linden")
ROWS = 15
"""Lines of each scripted answer, each with facts of its own: about 480 tokens."""


def opening(language: Language) -> Exchange:
    """The first turn, with a rule that must survive."""
    return _OPENING[language]


def middle(language: Language) -> tuple[Exchange, ...]:
    """The turns that fill the window."""
    return tuple(
        Exchange(ask, _answer(language, number, noun, row)) for number, (ask, noun, row) in enumerate(_TOPICS[language])
    )


def closing(language: Language) -> tuple[str, str, str]:
    """The last question, the answer when the rule reached the model, and the answer when it did not."""
    return _CLOSING[language]


def _answer(language: Language, number: int, noun: str, row: str) -> str:
    heading = "Here is what I found" if language == "en" else "整理如下"
    lines = [f"**{heading}:**" if language == "en" else f"**{heading}：**", ""]
    for index in range(ROWS):
        seed = 37 * (number + 1) + 11 * index
        facts = row.format(
            h=6 + seed % 12,
            h2=12 + seed % 11,
            m=seed * 7 % 60,
            p=40 + seed * 13 % 960,
            r=1_000 + seed * 29,
            d=2 + seed % 28,
        )
        name = _NAMES[(seed + number) % len(_NAMES)]
        joined = f"The {noun} {name} {seed} {facts}." if language == "en" else f"{noun}“{name} {seed}”：{facts}。"
        lines.append(f"{index + 1}. {joined}")
    return "\n".join(lines)
