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

_PLACES = (
    ("Kiyomizu-dera", "清水寺"), ("Fushimi Inari", "伏见稻荷"), ("Kinkaku-ji", "金阁寺"), ("Ginkaku-ji", "银阁寺"),
    ("Nanzen-ji", "南禅寺"), ("Tofuku-ji", "东福寺"), ("Tenryu-ji", "天龙寺"), ("Ryoan-ji", "龙安寺"),
    ("Nijo Castle", "二条城"), ("Heian Shrine", "平安神宫"), ("Kodai-ji", "高台寺"), ("Sanjusangen-do", "三十三间堂"),
    ("Daitoku-ji", "大德寺"), ("Eikan-do", "永观堂"),
)  # fmt: skip
_HOUSES = (
    ("Aoi House", "葵屋"), ("Botan Inn", "牡丹旅馆"), ("Chidori", "千鸟"), ("Daigo Court", "醍醐庭"),
    ("Enma Rooms", "阎魔町屋"), ("Fushimi Rest", "伏见之宿"), ("Gion Corner", "祇园角"), ("Hozu View", "保津望"),
    ("Ichijo Lodge", "一条小筑"), ("Jurin", "寿林"), ("Kamo Bank", "鸭川岸"), ("Linden Hall", "菩提馆"),
    ("Mibu Gate", "壬生门"), ("Nishiki Rooms", "锦房"),
)  # fmt: skip
_THINGS = (
    ("Rain jackets", "雨衣"), ("Walking shoes", "步行鞋"), ("Rail passes", "铁路周游券"), ("Allergy card", "过敏卡"),
    ("Adapters", "转换插头"), ("Medicine", "药品"), ("Umbrella", "雨伞"), ("Camera", "相机"),
    ("Guide book", "旅行手册"),
    ("Towels", "毛巾"), ("Coin purse", "零钱包"), ("Water bottles", "水壶"), ("Snacks, nut-free", "无坚果零食"),
    ("Chargers", "充电器"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Topic:
    """One question with the table that answers it: names of the rows, then a pattern for each further column."""

    ask: str
    lead: str
    names: tuple[tuple[str, str], ...]
    head: tuple[str, ...]
    columns: tuple[str, ...]


_CLOCK, _LATER, _YEN, _EURO, _CODE, _MINUTES = "{h}:{m:02d}", "{h2}:{m:02d}", "¥{y:,}", "{p}", "{code}", "{d} min"
_TOPICS: dict[Language, tuple[_Topic, ...]] = {
    "en": (
        _Topic("Compare the flights, please.", "Fourteen fares for 4 April, seats for two:", _HOUSES,
               ("Offer", "Flight", "Leaves", "Lands", "EUR"), (_CODE, _CLOCK, _LATER, _EURO)),
        _Topic("Which places could we stay at?", "All have a double room from the 4th to the 12th:", _HOUSES,
               ("House", "Room", "To the station", "EUR a night"), (_CODE, _MINUTES, _EURO)),
        _Topic("Plan the first two days.", "In this order you walk least:", _PLACES,
               ("Stop", "Opens", "Stay", "Entry"), (_CLOCK, _MINUTES, _YEN)),
        _Topic("And the temples of the next days?", "By bus, with the entry fees of this spring:", _PLACES,
               ("Temple", "Bus", "Opens", "Entry"), (_CODE, _CLOCK, _YEN)),
        _Topic("Where can we eat without peanuts?", "Each kitchen confirmed that it cooks without peanuts:", _HOUSES,
               ("Restaurant", "Reference", "Table at", "Menu"), (_CODE, _LATER, _YEN)),
        _Topic("Make a plan for rainy days.", "Everything here is under a roof:", _PLACES,
               ("Near", "Hall", "Opens", "Ticket"), (_CODE, _CLOCK, _YEN)),
        _Topic("A day trip to Nara and Uji?", "Trains that leave you time for both:", _PLACES,
               ("Get off for", "Train", "Leaves", "Fare"), (_CODE, _CLOCK, _YEN)),
        _Topic("What should we book ahead?", "Book these first, the deposit comes back:", _HOUSES,
               ("Booking", "Reference", "Call after", "Deposit"), (_CODE, _CLOCK, _YEN)),
        _Topic("What must go into the bags?", "For two people and eight days:", _THINGS,
               ("Thing", "Weight, g", "If bought there"), ("{d}0", _YEN)),
        _Topic("Add it all up, please.", "Planned so far, in EUR:", _THINGS,
               ("Item", "Receipt", "Planned", "Reserve"), (_CODE, _EURO, "{d}")),
        _Topic("Which walks would you take?", "Short ones, each ends at a bus stop:", _PLACES,
               ("Walk to", "Best at", "Takes", "Bus back"), (_CLOCK, _MINUTES, _CODE)),
        _Topic("How do we get back to the airport?", "From each stop, on 12 April:", _PLACES,
               ("From", "Line", "Leaves", "Fare"), (_CODE, _CLOCK, _YEN)),
    ),
    "zh": (
        _Topic("请比较一下航班。", "四月四日、两个座位，共十四种票价：", _HOUSES,
               ("方案", "航班", "起飞", "抵达", "票价（元）"), (_CODE, _CLOCK, _LATER, _EURO)),
        _Topic("可以住在哪里？", "四日到十二日都有双人间：", _HOUSES,
               ("旅馆", "房号", "到车站", "每晚（元）"), (_CODE, "{d} 分钟", _EURO)),
        _Topic("安排头两天的行程。", "按这个顺序走路最少：", _PLACES,
               ("地点", "开门", "停留", "门票"), (_CLOCK, "{d} 分钟", _YEN)),
        _Topic("后面几天看哪些寺院？", "乘公交前往，门票为今年春季价格：", _PLACES,
               ("寺院", "公交", "开门", "门票"), (_CODE, _CLOCK, _YEN)),
        _Topic("哪里可以吃到不含花生的饭菜？", "每家厨房都确认过不用花生：", _HOUSES,
               ("餐厅", "编号", "留座", "套餐"), (_CODE, _LATER, _YEN)),
        _Topic("下雨天怎么安排？", "这些地方都在室内：", _PLACES,
               ("附近", "展厅", "开门", "门票"), (_CODE, _CLOCK, _YEN)),
        _Topic("去奈良和宇治一日游呢？", "这些车次两处都来得及：", _PLACES,
               ("下车去", "车次", "发车", "票价"), (_CODE, _CLOCK, _YEN)),
        _Topic("哪些要提前预订？", "先订这些，订金会退：", _HOUSES,
               ("预订", "编号", "可致电", "订金"), (_CODE, _CLOCK, _YEN)),
        _Topic("行李里要带什么？", "两个人、八天的用量：", _THINGS,
               ("物品", "重量（克）", "当地购买"), ("{d}0", _YEN)),
        _Topic("请把费用加起来。", "目前的计划，单位元：", _THINGS,
               ("项目", "单据", "计划", "预留"), (_CODE, _EURO, "{d}")),
        _Topic("推荐哪些散步路线？", "都不长，终点有公交站：", _PLACES,
               ("走到", "适合时间", "需要", "回程公交"), (_CLOCK, "{d} 分钟", _CODE)),
        _Topic("怎么回机场？", "四月十二日，从各站出发：", _PLACES,
               ("从", "线路", "发车", "票价"), (_CODE, _CLOCK, _YEN)),
    ),
}  # fmt: skip


def opening(language: Language) -> Exchange:
    """The first turn, with a rule that must survive."""
    return _OPENING[language]


def middle(language: Language) -> tuple[Exchange, ...]:
    """The turns that fill the window."""
    return tuple(
        Exchange(topic.ask, _answer(language, number, topic)) for number, topic in enumerate(_TOPICS[language])
    )


def closing(language: Language) -> tuple[str, str, str]:
    """The last question, the answer when the rule reached the model, and the answer when it did not."""
    return _CLOSING[language]


def _answer(language: Language, number: int, topic: _Topic) -> str:
    rows = [_row(topic, number, index, pair[language == "zh"]) for index, pair in enumerate(topic.names)]
    table = [f"| {' | '.join(topic.head)} |", "|" + " --- |" * len(topic.head)]
    table.extend(f"| {' | '.join(row)} |" for row in rows)
    picks = [_pick(language, topic, row) for row in rows[number % 3 :: 3]]
    asked = "My picks, if you want to decide today:" if language == "en" else "如果今天就定，我会选："
    return "\n".join([topic.lead, "", *table, "", asked, "", *picks])


def _row(topic: _Topic, number: int, index: int, name: str) -> list[str]:
    seed = 37 * (number + 1) + 11 * index
    cells = [
        column.format(
            h=6 + seed % 12,
            h2=12 + seed % 11,
            m=seed * 7 % 60,
            p=40 + seed * 13 % 960,
            y=100 * (3 + seed * 13 % 96),
            d=2 + seed % 28,
            code=f"{chr(65 + seed % 26)}{chr(65 + seed * 7 % 26)} {100 + seed * 29 % 899}",
        )
        for column in topic.columns
    ]
    return [name, *cells]


def _pick(language: Language, topic: _Topic, row: list[str]) -> str:
    pairs = list(zip(topic.head[1:], row[1:], strict=True))
    if language == "en":
        return f"- **{row[0]}**: " + ", ".join(f"{key} {value}" for key, value in pairs)
    return f"- **{row[0]}**：" + "，".join(f"{key} {value}" for key, value in pairs)
