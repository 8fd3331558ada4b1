"""What the user laid down and took back: rules and cancellations, said in English or Chinese.

Rules die first in every engine of the field, and cancelled ones come back from old summaries (faults K10, K11). So
they are read by code from the user's own words only, kept as said, and never left to a model. A cancellation, or a
rule to stop doing something, ends the rule whose words it shares; one that points back without naming it ("forget that
rule") ends the newest. One that takes back a part only ("you may use tables again", of two clauses or of a list)
stands beside the rule as a newer one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.context import habits
from weclaw_desktop.context.prose_rows import split
from weclaw_desktop.context.redaction import redacted
from weclaw_desktop.context.widths import narrow
from weclaw_desktop.core.messages import Log, Message

SHORTEST, SHORTEST_ZH = 6, 4
"""A shorter sentence says nothing ("OK.", "好的。"), in characters."""
LONGEST = 500
"""A longer sentence is no rule but a pasted text, in characters."""
READ = 3_000
"""Of a long user text only so many characters at each end are read for rules: the middle is pasted material."""

_ABBREVIATED = re.compile(r"(?<![\w.])(?:Dr|Mr|Mrs|Ms|Prof|St|vs|e\.g|i\.e|approx)\.\Z")
_LATIN = re.compile("[A-Za-z]")
_RULE_EN = re.compile(
    r"\b(?:from now on|going forward|from here on|henceforth|under no circumstances|as a rule|rule:|"
    r"for the rest of (?:this|the|our)|"
    r"in (?:all|every|each) (?:of )?(?:your |the |my )?(?:future )?"
    r"(?:answer|repl|message|response|file|commit|case|function)\w*)"
    r"|(?:^|[,;:—–-]\s*|\b(?:and|but|please|also|so|you|must|should|to|it|that)\s+)(?:always|never)\b(?! mind)"
    r"|^(?:please\s+|also,?\s+|and\s+|but\s+|so\s+|ok,?\s+)?(?:do not|don't|avoid|stop \w+ing|no more \w+|make sure|"
    r"be sure|remember|keep in mind|only (?:use|answer|"
    r"reply|write|book|call|show|do|edit|touch))\b"
    r"|\byou (?:must|are to|have to|should (?:only|not)|may only|shall|are not allowed|mustn't|shouldn't|can only)\b"
    r"|\bi(?:'d| would)? (?:want|like|need|expect|prefer) you to\b"
    r"|\bplease (?:only|keep (?:your|all|it|to|the (?:answer|repl|response|tone|style|format)\w*)|"
    r"call me|address me|refer to .{1,40} as)\b"
    r"|\bplease use\b(?!.{1,40}\bto (?:\w+ly )?(?:describe|explain|introduce|summari[sz]e|say|tell|compare|list|"
    r"translate|write|find|solve|compute|calculate|make|create)\b)"
    r"|\bplease (?:write|answer|reply|respond)(?: back| to me| (?:your|all) \w+)? ?(?:only|always|briefly|concisely|"
    r"shortly|in|with|without|as|using|like)\b"
    r"|(?<!\bi )\b(?:must|mustn't|must not) (?:not |never |always )?(?:be|have|use|contain|stay|remain|never|"
    r"always|not|only|end|start|include|pass|keep)\b",
)
"""Read in lower case, as ``_CANCEL_EN`` is: that is twice as fast as looking for either case."""
_RULE_MARKS = (
    *("from now", "forward", "from here", "hence", "circum", "rule", "rest of", "in all", "in every", "in each"),
    *("always", "never", "not", "n't", "avoid", "stop", "no more", "sure", "remember", "in mind", "only", "must"),
    *("you to", "you are to", "you have to", "you shall", "please"),
)
"""What ``_RULE_EN`` finds holds one of these: most sentences have none."""
_RULE_ZH = re.compile(
    r"以后|今后|从现在起|从现在开始|从今往后|接下来都|每次都(?!有|是|会)|始终|永远不|永远都|一律|务必|必须|(?<!要)不要(?!紧|了)|别再|不得|"
    r"禁止|切勿|千万|请记住|要记得|请只|只能用|只用|"
    r"统一用|统一使用|请勿|(?<!说)不准|不许|都要用|都用|请始终|请一直|请避免|称呼我|叫我|"
    r"请用(?![^，。；！？\n]{0,16}(?:介绍|解释|说明|说出|总结|概括|描述|翻译|比较|列出|讲|写|算|画|做)(?:一下|出)?[^，。；！？\s]{2})"
)
"""What is told of one thing only ("please write a poem", "请用一句话介绍西湖") is a task, not a rule."""
_CANCEL_EN = re.compile(
    r"\b(?:forget (?:about )?(?:that|the|my|this|what i said|all)\b.{0,60}(?:rule|instruction|requirement|"
    r"restriction|constraint|request|limit|"
    r"preference|said|about)|(?:drop|lift|cancel|scrap|withdraw|revoke|remove|ignore|disregard|undo|"
    r"end) (?:that|the|my|this|those|all|any|our)\b"
    r".{0,60}\b(?:rule|instruction|requirement|restriction|constraint|limit|preference|policy|mode|said)s?\b"
    r"|(?<!\bi )no longer (?:answer|use|write|do|need|have|necessary|required|applies|apply|valid|want)"
    r"|\bi no longer (?:need|want) you\b"
    r"|(?:don't|do not|needn't|need not) (?:need|have|want)?(?: to| you to)? .{0,80}any ?more\b"
    r"|(?:doesn't|does not|no longer) appl(?:y|ies)\b|you (?:can|may) .{0,80}\bagain\b"
    r"|\b(?:is|are) (?:allowed|permitted|welcome) (?:now|again)\b"
    r"|\b(?:fine|ok|okay|allowed) (?:now )?to (?:use|mention|answer|reply|write|say|talk|call|include|add|show) "
    r".{0,60}\b(?:now|again)\b"
    r"|\bnever ?mind (?:about )?(?:the|that|my|what i said)\b.{0,60}"
    r"\b(?:rule|instruction|requirement|thing|part|about)s?\b"
    r"|(?:is|are) (?:no longer|not) (?:valid|in force|needed) ?(?:any ?more)?\b)",
)
_CANCEL_ZH = re.compile(
    r"(?:不用|不必|无需|不需要|没必要)(?:再|问)|(?:不用|不必|无需|不需要)[^，。？！吗]{1,20}了[。！]?$|直接[^，。？]{1,12}就[行好]|(?:取消|撤销|收回|解除|去掉|忽略).{0,20}(?:规则|要求|限制|约定|规定|"
    r"指示|模式|说法)|作废|不再(?:需要|适用|有效|生效)|"
    r"(?:现在|又|也|已经)?可以(?:用|使用|说|提|写|加|叫|省略?|免|回答|回复)[^，。？吗]{0,20}了[。！]?$|"
    r"(?:忘掉|忘记|忘了).{0,20}(?:规则|要求|限制|约定|规定|说的)|可以不用|(?:规则|要求|限制|规定|约定)(?:取消|"
    r"不算|失效|到此为止)|又可以|可以再|恢复(?:正常|之前)"
)
_CEASE = re.compile(r"\b(?:stop|quit) \w+ing\b|\bno more\b|(?:不要|别|停止|不许|请勿)再|停止", re.IGNORECASE)
"""A rule that ends a practice: it takes back the rule that began it."""
_CEASED = 0.8
"""Share of such a rule's words that the one it ends must hold."""
_POINTS_BACK = re.compile(
    r"\b(?:that|this|the (?:last|previous|earlier|above)) (?:rule|instruction|requirement|restriction|limit|"
    r"one|mode)|what i (?:just )?said|"
    r"[那这上][一个条项]{0,2}(?:规则|要求|限制|规定|约定)|刚才(?:的|说)|刚刚(?:的|说)|之前(?:的|说)",
    re.IGNORECASE,
)
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_WORD = re.compile(r"[a-z_][a-z0-9_'-]{2,}|\d+|[\u3400-\u9fff]+", re.ASCII)
_EMPTY_WORDS = (
    "always never from now on going forward please the and but you your must should not don't for with that this "
    "all any rule rules instruction requirement restriction longer need have anymore again can may use make sure "
    "every each only are was about forget drop cancel ignore earlier previous said when will its into they them out "
    "more just also our then there do does it's say stop quit "
)
_EMPTY = frozenset(_EMPTY_WORDS.split())
_EMPTY_ZH = re.compile(
    r"以后|今后|从?现在(?:开始|起)?|接下来|每次|始终|务必|必须|不要|别再|请|一律|都[要用]|取消|撤销|收回|解除|去掉|忽略|作废|"
    r"规则|要求|限制|规定|约定|关于|有关|涉及|不用|不必|无需|可以|不再|再|[那这][一个条项]{0,2}|之前|刚才|用|的|了|时"
)
"""What rules and cancellations are worded with: what remains is what they are about."""


_CLAUSE = re.compile(
    r"\s*[;；]\s*|,?\s+(?:and|but|also)\s+(?=(?:please\s+)?(?:always|never|do not|don't|only|avoid|use|keep|make sure|"
    r"answer|write|reply|call|no)\b)"
    r"|,?\s+(?:or|and)\s+(?=(?:[\w'-]+\s?){1,3}[.!]?$)|,\s+(?=[\w'-]+(?:,\s|,?\s+(?:or|and)\s))"
    r"|[，,]\s*(?:而且|并且|同时|也|但)?(?=不要|别|不得|禁止|切勿|请|务必|必须|始终|一律|永远|只|都|用|每次|不用)|、|或者?|以及|和",
    re.IGNORECASE,
)
"""Between two wishes of one sentence, and between the things of a list at its end."""
_ACT_WORDS = "use answer write reply mention include add show say talk call 使用 回答 提到"
_ACTS = frozenset(_ACT_WORDS.split())
"""What is done with things, as ``_words`` has it: two wishes may well share it."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence of the user's that lays down or takes back a rule. ``words`` are what it is about.

    ``weak`` ones end a rule only where they speak of all of it. ``values`` are those that rule one another out, by kind
    ("language": "german"), and ``rest`` the words besides them.
    """

    kind: Literal["rule", "cancel"]
    text: str
    words: frozenset[str]
    back: bool = False
    ceases: bool = False
    weak: bool = False
    values: tuple[tuple[str, frozenset[str]], ...] = ()
    rest: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as said. ``place`` is its message's place in the log; ``ended`` the remark that took it back, if any."""

    text: str
    seq: int
    place: int
    ended: str = ""
    ended_seq: int = 0
    ended_place: int = -1

    @property
    def live(self) -> bool:
        """Whether the rule still holds."""
        return not self.ended


def remarks(message: Message) -> tuple[Remark, ...]:
    """Rules and cancellations in one user message, in order. Other roles set no rules. Pure."""
    if message.role != "user" or not message.text:
        return ()
    text = _FENCE.sub("\n", message.text)
    if len(text) > 2 * READ:
        text = f"{text[:READ]}\n{text[-READ:]}"
    found: list[Remark] = []
    for sentence in redacted(_sentences(text), message.text):
        if not (SHORTEST if sentence.isascii() else SHORTEST_ZH) <= len(sentence) <= LONGEST:
            continue
        lowered = sentence.lower()
        if _cancels(sentence, lowered):
            found.append(_remark("cancel", sentence, lowered, back=bool(_POINTS_BACK.search(sentence))))
        elif sentence.endswith(("?", "？")):
            continue
        elif (_rules(sentence, lowered) or habits.habit(sentence, lowered)) and not habits.task(lowered):
            found.append(_remark("rule", sentence, lowered, ceases=bool(_CEASE.search(sentence))))
        elif habits.gives_way(lowered):
            found.append(_remark("cancel", sentence, lowered, weak=True))
    return tuple(found)


def _sentences(text: str) -> list[str]:
    """Sentences as said: one does not end behind a title or an abbreviation."""
    found: list[str] = []
    for part in split(text):
        if found and _ABBREVIATED.search(found[-1]):
            found[-1] = f"{found[-1]} {part.strip()}"
        else:
            found.append(part.strip())
    return found


def _remark(
    kind: Literal["rule", "cancel"],
    sentence: str,
    lowered: str,
    *,
    back: bool = False,
    ceases: bool = False,
    weak: bool = False,
) -> Remark:
    values = tuple(habits.values(lowered).items())
    words = _words(sentence)
    rest = _words(habits.without_values(lowered)) - _ACTS if values else frozenset[str]()
    return Remark(kind, sentence, words, back, ceases, weak, values, rest)


def _cancels(sentence: str, lowered: str) -> bool:
    if not sentence.isascii() and _CANCEL_ZH.search(sentence):
        return True
    return _LATIN.search(sentence) is not None and _CANCEL_EN.search(lowered) is not None


def _rules(sentence: str, lowered: str) -> bool:
    if not sentence.isascii() and _RULE_ZH.search(sentence):
        return True
    return any(map(lowered.__contains__, _RULE_MARKS)) and _RULE_EN.search(lowered) is not None


def rules(log: Log, said: Sequence[tuple[Remark, ...]]) -> list[Rule]:
    """All rules of the log, oldest first, with what ended them. ``said`` holds each message's remarks.

    A rule said again word for word counts from its newest place.
    """
    every = enumerate(zip(log, said, strict=True))
    return ruled((place, message, remarked) for place, (message, remarked) in every if not message.excluded)


def ruled(said: Iterable[tuple[int, Message, tuple[Remark, ...]]]) -> list[Rule]:
    """The rules of those messages that make remarks, by their places in the log."""
    found: list[Rule] = []
    about: list[Remark] = []
    for place, message, remarked in said:
        for remark in remarked:
            for index in [i for i, rule in enumerate(found) if rule.live and rule.text == remark.text]:
                del found[index], about[index]
            stands = remark.kind == "rule"
            for index in _ended_by(remark, found, about):
                old = found[index]
                if _takes_a_part(remark, old.text):
                    stands = True
                else:
                    found[index] = Rule(old.text, old.seq, old.place, remark.text, message.seq, place)
                    stands = stands or _other_value(remark, about[index])
            if stands or _touches(remark, found, about):
                found.append(Rule(remark.text, message.seq, place))
                about.append(remark)
    return found


def _ended_by(remark: Remark, found: Sequence[Rule], about: Sequence[Remark]) -> Iterable[int]:
    live = [index for index, rule in enumerate(found) if rule.live]
    if remark.kind == "rule":
        least = _CEASED * len(remark.words) if remark.ceases and remark.words else float("inf")
        return [
            index
            for index in live
            if len(about[index].words & remark.words) >= least
            or (about[index].rest == remark.rest and _other_value(remark, about[index]))
            or (not habits.forbids(remark.text.lower()) and _covers(remark, about[index]))
        ]
    if remark.weak:
        return [index for index in live if _covers(remark, about[index]) or _other_value(remark, about[index])]
    shared = {
        index: len(about[index].words & remark.words) / max(1, min(len(about[index].words), len(remark.words)))
        for index in live
    }
    best = max(shared.values(), default=0.0)
    if best >= 0.25:
        return [index for index in live if shared[index] >= max(0.25, 0.8 * best)]
    of_values = [index for index in live if _other_value(remark, about[index])]
    return of_values or (live[-1:] if remark.back else ())


def _other_value(remark: Remark, old: Remark) -> bool:
    """Whether a remark names another language, currency or system of units than the rule."""
    ours = dict(remark.values)
    return any(kind in ours and not ours[kind] <= values for kind, values in old.values)


def _covers(remark: Remark, old: Remark) -> bool:
    """Whether a remark speaks of all that a prohibition forbids."""
    object_ = old.words - _ACTS
    return bool(object_) and object_ <= remark.words and habits.forbids(old.text.lower())


def _touches(remark: Remark, found: Sequence[Rule], about: Sequence[Remark]) -> bool:
    """Whether a weak remark is about most of a live rule: then both stand as said, and the newer one is first."""
    return remark.weak and any(
        rule.live and old.words and len(remark.words & old.words) > len(old.words - _ACTS) / 2
        for rule, old in zip(found, about, strict=True)
    )


def _takes_a_part(remark: Remark, rule: str) -> bool:
    """Whether a cancellation is about some of the rule's clauses or things, and others are left."""
    if remark.kind == "rule" or remark.back:
        return False
    parts = [part for part in (_words(clause) - _ACTS for clause in _CLAUSE.split(rule)) if part]
    return any(part & remark.words for part in parts) and not all(part & remark.words for part in parts)


def _words(sentence: str) -> frozenset[str]:
    """Content words, roughly stemmed; Chinese as character pairs."""
    found: set[str] = set()
    for match in _WORD.finditer(narrow(sentence).casefold()):
        word = match.group()
        if "\u3400" <= word[0] <= "\u9fff":
            for part in _EMPTY_ZH.split(word):
                found.update(part[i : i + 2] for i in range(len(part) - 1))
        elif word not in _EMPTY:
            found.add(_stem(word))
    return frozenset(found)


def _stem(word: str) -> str:
    word = word.removesuffix("'s").rstrip("s") if len(word) > 3 else word
    return word.removesuffix("ing") if len(word) > 5 else word
