"""Facts in a text: names, numbers, dates, ids, paths, key–value pairs, and the CJK trigrams that stand for words.

A fact is a short string; two texts share a fact when the strings are equal, so numbers, dates and case are normalised.
Facts come in three weights, because a booking id lost is worse than a name lost, and a name worse than a word.
Extraction happens once per message revision; passes only compare sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from weclaw_desktop.context.widths import narrow

STRONG = 1.0
"""Weight of an id, amount, date, path, address or key–value pair."""
PAIR = 0.8
"""Weight of a key with its value, beside what the value itself is worth."""
LINK = 1.25
"""Weight of a value as one of a certain thing, which another message named."""
MEDIUM = 0.7
"""Weight of a name or a plain number."""
WEAK = 0.02
"""Weight of an ordinary word or a CJK trigram."""

_LETTERS = r"A-Za-z_\u00c0-\u024f\u0370-\u03ff\u0400-\u052f"
_SCRIPTS = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_MONEY = "$€£¥￥"
_SPELT = rf"#?[{_LETTERS}][\w\u00c0-\u052f]*(?:[-.'][\w\u00c0-\u052f]+)*"
_URL = r"https?://[^\s\"'<>)\]，。；]+"
_MAIL = r"[A-Za-z0-9_.+-]++@[A-Za-z0-9-]+\.[A-Za-z0-9.-]+"
_DATE = r"\d{4}[-/年]\d{1,2}[-/月]\d{1,2}|\d{1,2}月\d{1,2}[日号]"
_PATH = r"(?:~|\.{1,2})?/?(?:[A-Za-z0-9_.@+-]++/)+[A-Za-z0-9_.@+-]*[A-Za-z0-9_]"
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?"
_COUNTED = r"\d+[A-Za-z_][\w-]*"
_AMOUNT = r"\d[\d,]*(?:\.\d+)*%?"
_KINDS = {
    "url": _URL,
    "mail": _MAIL,
    "date": _DATE,
    "path": _PATH,
    "time": _TIME,
    "word": rf"{_SPELT}|{_COUNTED}",
    "number": rf"[{_MONEY}]?{_AMOUNT}",
    "cjk": rf"[{_SCRIPTS}]+",
}
"""What a text is made of, in this order. None looks around, so that what is found says by itself which one found it."""
_TOKEN = re.compile("|".join(f"(?P<{kind}>{found})" for kind, found in _KINDS.items()), re.ASCII)
_REST = rf"{_SPELT}|[{_SCRIPTS}]+|(?=\d)(?:{_DATE}|{_TIME}|{_COUNTED}|{_AMOUNT})|[{_MONEY}]{_AMOUNT}"
_PLAIN = re.compile(rf"[^#{_LETTERS}{_SCRIPTS}{_MONEY}0-9]{{0,4}}+({_REST})", re.ASCII)
"""The same for texts without a slash and an @, twice as fast: signs between words are skipped at once, and what begins
with a digit is asked for only at a digit."""
_ANY = re.compile(
    rf"[^#{_LETTERS}{_SCRIPTS}{_MONEY}0-9~./@+-]{{0,4}}+({_URL}|{_MAIL}|{_DATE}|{_PATH}|{_REST})", re.ASCII
)
"""The same for all texts. Three kinds read every word once more, mostly in vain."""
_KNOWN_WORDS = 16_384
"""Words whose weight is remembered: most of a text are the same few thousand, and sorting them took half its time."""
NAME_CHARS = 24
"""Longer runs of Chinese are no names, in characters."""
_CJK = re.compile(r"[\u3400-\u9fff]")
_RUNS = re.compile(r"[\u3400-\u9fffA-Za-z0-9()（）·、, -]*[\u3400-\u9fff][\u3400-\u9fffA-Za-z0-9()（）·、, -]*")
_ITEMS = re.compile(r"、|, ?|(?<![(（])[和与及](?=[\u3400-\u9fff]{3})")
_LEAD = re.compile(
    r"^.*(?:有|是|叫|去|到|在|从|想吃|选择|推荐|查询|包括|例如|比如|预订|介绍|一下|一家|这家|这个|那个|我想|的)(?=.{3})"
)
_TRAIL = re.compile(r"(?:等等?|吧|吗|呢|啊|哦|呀|哟|的|了|都|也|这.{0,6}|附近.*|周边.*)+$")
_SOFT = re.compile(r"(?<![酒网水书茶贴])吧$|就行$")
"""What makes a sentence softer, and is no bar."""
_ENDS = "店馆园寺宫院楼厅城街路村镇区县市山湖河塔桥门站校学场厦心吧司部行局苑府庙陵坊居轩阁"
_PLACE = re.compile(rf"(?:[{_ENDS}]|大道|海洋)(?:[(（][^()（）]{{1,20}}[)）])?$")
_MAY_END = re.compile(f"[{_ENDS}道洋]")
"""A run without any of these ends nowhere like the name of a place."""
_INSIDE = re.compile(
    r".{1,16}(?:酒店|饭店|宾馆|餐厅|公园|博物馆|大学|医院|机场|车站|广场|大街|公司|银行|图书馆)(?:[(（][^()（）]{1,20}[)）])?"
)
_NO_NAME = re.compile(
    r"^[你您我他它请把]|^\d[\d-]*[元分点天小]"
    r"|(?:[的个家些么啥有找好型这那]|其[它他])(?:酒店|餐馆|餐厅|饭店|宾馆|景点|公园|地铁站|地方)$"
)
"""A thing of a kind, an amount or a clause about somebody: they end like the name of a place."""
_QUOTED = re.compile(r"[《“「『]([^》”」』]{2,20})[》”」』]")
_VALUE = re.compile(r"[:：=]\s?([$€£¥￥]?\d[\d,]*\d(?:\.\d+)?[%元]?|[^\s,;,，；。、|{}\[\]()\"/]{1,60})")
_KEY = re.compile(r"[A-Za-z_\u3400-\u9fff][\w \u3400-\u9fff-]{0,30}+\Z")
_KEY_CHARS = 32
_MADE = re.compile(r"[0-9_#]|\w\.\w|\w[A-Z]")
_COMMON_WORDS = (
    "a an and any are as at be been but by can could did do does for from get give go had has have he help her here "
    "his how i if in is it its just let like make many may me more most my need new next no not now of ok okay on "
    "once one only or other our out over please right see she should so some such sure take thank thanks that the "
    "their them then there these they this those to too up us use using very was we well were what when where which "
    "while who why will with would yes yet you your alright also after all before both each additionally however "
    "here's i'd i'll i'm i've it's let's that's great hello hi certainly since based first second finally error "
    "true false none null "
)
_COMMON = frozenset(_COMMON_WORDS.split())


_NONE = frozenset[str]()


@dataclass(slots=True)
class Facts:
    """The facts of one text by weight. ``value`` is what they are worth when none is known elsewhere.

    Never changed once made; not frozen, because a chat makes tens of thousands, and that takes four times as long.
    """

    strong: frozenset[str] = _NONE
    medium: frozenset[str] = _NONE
    weak: frozenset[str] = _NONE
    pairs: frozenset[str] = _NONE
    links: frozenset[str] = _NONE

    @property
    def value(self) -> float:
        """Worth of all facts together, in units of one strong fact."""
        keyed = PAIR * len(self.pairs) + LINK * len(self.links)
        return STRONG * len(self.strong) + keyed + MEDIUM * len(self.medium) + WEAK * len(self.weak)

    def new(self, held: set[str]) -> float:
        """Worth of the facts that ``held`` lacks. The heart of every choice: three set differences."""
        worth = WEAK * len(self.weak - held) if self.weak else 0.0
        if self.strong:
            worth += STRONG * len(self.strong - held)
        if self.pairs:
            worth += PAIR * len(self.pairs - held)
        if self.links:
            worth += LINK * len(self.links - held)
        if self.medium:
            worth += MEDIUM * len(self.medium - held)
        return worth

    def add_to(self, held: set[str]) -> None:
        """Put all facts into ``held``."""
        held.update(self.strong)
        held.update(self.pairs)
        held.update(self.links)
        held.update(self.medium)
        held.update(self.weak)


def pair(key: str, value: str) -> str:
    """The fact that ``key`` has ``value``. Case and surrounding blanks do not matter."""
    return f"{key.strip().casefold()}={value.strip().casefold()}"


def links(thing: str, values: Iterable[str]) -> Iterator[str]:
    """The facts that each of ``values`` is one of ``thing``, without those that its name says already."""
    own = thing.casefold()
    return (pair(thing, value) for value in values if value.casefold() not in own)


def facts(text: str, pairs: Iterable[tuple[str, str]] | None = None) -> Facts:
    """The facts of ``text``. ``pairs`` are its key–value pairs where known; otherwise they are looked for."""
    strong: set[str] = set()
    medium: set[str] = set()
    weak: set[str] = set()
    sets = (strong, medium, weak)
    text = narrow(text)
    ascii_ = text.isascii()
    words = (_ANY if "/" in text or "@" in text else _PLAIN).findall(text)
    if not ascii_:
        weak.update(*[_trigrams(word) for word in words if "\u3040" <= word[0] <= "\ud7af"])
        words = [word for word in words if not "\u3040" <= word[0] <= "\ud7af"]
    for weighed in map(_weighed, words):
        if weighed is not None:
            sets[weighed[0]].add(weighed[1])
    if pairs is None:
        if not ascii_ and _CJK.search(text):
            medium.update(names(text))
        keyed = set(_pairs(text)) if ":" in text or "=" in text or "：" in text else ()
    else:
        keyed = set[str]()
        for key, value in pairs:
            plain = narrow(key).strip().casefold()
            for item in items(narrow(value)):
                keyed.add(f"{plain}={item.strip().casefold()}")
                if 2 < len(item) <= NAME_CHARS and not item.isascii() and _CJK.search(item):
                    medium.add(item)
    return Facts(
        frozenset(strong) if strong else _NONE,  # an empty one of its own takes 200 bytes, and most units have two
        frozenset(medium) if medium else _NONE,
        frozenset(weak) if weak else _NONE,
        frozenset(keyed) if keyed else _NONE,
    )


def items(value: str) -> list[str]:
    """The items of a list that stands in one row, else the value itself."""
    return value[1:-1].split(", ") if value[:1] == "[" and value[-1:] == "]" else [value]


def spelled(text: str, fact: str) -> str:
    """A strong or medium fact as ``text`` spells it."""
    for match in _TOKEN.finditer(narrow(text)):
        word = match.group()
        if word.casefold() == fact or _number(word) == fact:
            return text[match.start() : match.end()]
    return fact if fact in text else ""


def exact(text: str) -> Iterator[str]:
    """What a text says exactly, as it spells it: ids, paths, addresses, dates, words in capitals, longer numbers."""
    for match in _TOKEN.finditer(text):
        kind, word = match.lastgroup, match.group()
        if kind == "word":
            if _is_id(word) or (len(word) > 2 and word.isupper()):
                yield word
        elif kind != "cjk" and len(word) > 3:
            yield word.rstrip(",")


def names(text: str) -> Iterator[str]:
    """Chinese names in prose: what is quoted, what ends like the name of a place, and the items of an enumeration."""
    for run in _RUNS.findall(text):
        items = _ITEMS.split(run)
        if len(items) == 1 and not _MAY_END.search(run):
            continue
        for item in items:
            name = _tidy(item)
            if 2 < len(name) <= NAME_CHARS and (len(items) > 1 or _PLACE.search(name)) and not _NO_NAME.search(name):
                yield name
    yield from _QUOTED.findall(text)


def _tidy(item: str) -> str:
    """An item of a sentence without the words that lead to it and the particles after it."""
    item = _LEAD.sub("", item)
    if item[-1:] in "吧行":
        item = _SOFT.sub("", item)
    if _PLACE.search(item):
        return item
    inside = _INSIDE.match(item)
    return _TRAIL.sub("", item) if inside is None else inside.group()


@lru_cache(maxsize=_KNOWN_WORDS)
def _weighed(word: str) -> tuple[Literal[0, 1, 2], str] | None:
    """The fact that what ``_ANY`` found (no Chinese) is and its weight: 0 strong, 1 medium, 2 weak; None for none."""
    match = _TOKEN.match(word)
    kind = "" if match is None else match.lastgroup
    if kind == "number":
        return (0 if len(word) > 3 else 1), _number(word)
    lowered = word.casefold()
    if kind != "word" or (lowered not in _COMMON and _is_id(word)):
        return 0, lowered
    if lowered in _COMMON:
        return None
    if word[0].isupper() and len(word) > 1:
        return 1, lowered
    return (2, lowered) if len(word) > 3 else None


def _is_id(word: str) -> bool:
    """Whether a word looks made rather than spoken: digits, underscores, inner capitals or dots."""
    made = _MADE.search(word)
    return made is not None and (len(word) > 2 or made.group()[0] in "0123456789_#")


def _number(word: str) -> str:
    return word.lstrip("$€£¥￥").replace(",", "").rstrip("%")


def _trigrams(run: str) -> list[str]:
    """A third of a run's trigrams, the same third everywhere: enough to tell new words from known ones."""
    if len(run) < 3:
        return [run]
    return [run[start : start + 3] for start in range(len(run) - 2) if ord(run[start]) % 3 == 0]


def _pairs(text: str) -> Iterator[str]:
    """The pairs that prose writes with a colon or an equals sign."""
    for match in _VALUE.finditer(text):
        end = match.start()
        if text[end - 1 : end].isspace():
            end -= 1
        key = _KEY.search(text, max(0, end - _KEY_CHARS), end)
        if key is not None:
            yield pair(key.group(), match.group(1))
