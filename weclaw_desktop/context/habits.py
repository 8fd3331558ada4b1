"""Rules that are said plainly, without "always" or "never": how to answer, what to keep to, when to ask first.

``rules`` knows what announces a rule by itself. Here are the kinds of things that are habits by what they are about
(the language of answers, their length, units, what is left out), what only looks like a rule (a task, an answer to a
question), and the values of which only one can hold at a time, so that a newer one takes the place of an older one.
"""

from __future__ import annotations

import re

LONGEST_HABIT = 200
"""A longer sentence that announces no rule is a description, in characters."""

_LANGUAGE = (
    "english|german|french|spanish|italian|portuguese|dutch|russian|chinese|mandarin|cantonese|japanese|korean|arabic|"
    "hindi|turkish|polish|swedish|danish|norwegian|finnish|greek|hebrew|thai|vietnamese|indonesian|czech|ukrainian|latin"
)
_LANGUAGE_ZH = (
    "简体中文|繁体中文|简体字|繁体字|中文|英文|英语|汉语|普通话|粤语|法语|法文|德语|德文|日语|日文|韩语|韩文|"
    "西班牙语|俄语|俄文"
)
_VALUES = {
    "language": re.compile(rf"\b(?:{_LANGUAGE})\b|{_LANGUAGE_ZH}"),
    "currency": re.compile(
        r"\b(?:euros?|eur|dollars?|usd|pounds?|gbp|yen|jpy|yuan|rmb|cny|francs?|chf)\b|人民币|欧元|美元|美金|日元|英镑|港币|港元"
    ),
    "units": re.compile(r"\b(?:metric|imperial|celsius|fahrenheit)\b|公制|英制|摄氏|华氏"),
}
"""Kinds of values of which answers have one at a time, in lower case."""
_EVERY_VALUE = re.compile("|".join(kind.pattern for kind in _VALUES.values()))

_START = r"(?:(?:please|also|and|but|so|then|actually|ok|okay)[, ]+)*"
_HABIT = re.compile(
    rf"{_START}(?:(?:answer|reply|respond|speak|talk|continue)(?: back| to me| only| always)* (?:in )?(?:{_LANGUAGE})\b"
    rf"|write (?:(?:all|every|your|each)\b.{{0,40}}? )?(?:only )?in (?:{_LANGUAGE})\b"
    rf"|let's (?:speak|talk|chat|continue|write)(?: in)? (?:{_LANGUAGE})\b"
    r"|(?:use|stick to|prefer|keep to|stay with)\b.{1,60}(?:\bthroughout\b|, not \w|"
    r"\b(?:spelling|units|notation|formatting|indentation|naming)\b)"
    r"|keep (?:(?:your|all|the|every|each|these) )*(?:answers?|repl(?:y|ies)|responses?|messages|explanations?|"
    r"sentences|summaries|paragraphs)\b"
    r"|no (?:more )?(?:emojis?|emoticons?|tables?|bullet points?|bullets|lists|headings|headers|markdown|jargon|slang|"
    r"abbreviations|exclamation marks|code blocks|comments|apologies|disclaimers|small talk|links|spoilers|meat)\b"
    r"|(?:all|every|each) (?!of\b|the best)[\w'-]+(?: [\w'-]+){0,3}? (?:needs?|must|should|has to|have to|gets?|in)\b"
    r"|be (?:brief|concise|short|formal|polite|honest|direct|precise|careful|friendly|critical|specific)\b"
    r"|(?:cite|number|address me|treat me|assume|ask before|translate (?:all|every|each)|"
    r"(?:respond|reply|answer) with|keep the (?:tone|style|format|language|length))\b"
    r"|only (?:suggest|recommend|offer|list|include|mention)\b|leave [\w' -]{1,40} alone\b"
    r"|(?:give|show|write|put|express|format|round) (?!me\b|us\b|the\b|an?\b|this\b|that\b|it\b|them\b)"
    r"[\w' -]{2,40}? (?:in|as|with|to|before)\b"
    r"|use (?!my\b|the\b|this\b|that\b|these\b|those\b|it\b|his\b|her\b|their\b|our\b|an?\b|one\b|both\b|\S+ to\b)"
    r"[\w-]+(?: [\w-]+){0,2}[.!]?$"
    r"|make it a rule\b|refer to me as\b|call me (?!back|when|if|at|on|later|tomorrow|soon)\w)"
)
"""What begins a sentence, in lower case."""
_HABIT_INSIDE = re.compile(
    r"\bwhenever you\b|\bbefore you\b.{1,60}\b(?:ask|check with|tell|warn|consult) me\b"
    r"|\b(?:ask|check with|tell|warn|consult) me (?:first |always )?before (?:you|any|every|each|\w+ing)\b"
    r"|\bwithout (?:asking|checking with|telling|consulting) me\b"
    r"|\bi(?:'m| am) (?:an? )?(?:vegetarian|vegan|pescatarian|allergic|diabetic|co?eliac|lactose|colou?r-?blind)\b"
    r"|\b(?:do not|don't) (?:exceed|go (?:over|above|beyond)|spend more)\b"
    r"|\bi (?:prefer|(?:do not|don't|never|only) (?:eat|drink))\b|\byou (?:may not|can ?not|can't)\b"
    r"|\b(?:should|must) (?:always )?be (?:written|formatted|given|shown|in)\b"
)
_INSIDE_MARKS = (
    *("whenever", "before", "without", "i'm", "i am", "exceed", "go over", "go above", "go beyond", "spend more"),
    *("i prefer", " eat", " drink", "may not", "cannot", "can not", "can't", " be "),
)
"""What ``_HABIT_INSIDE`` finds holds one of these."""
_HABIT_ZH = re.compile(
    rf"(?:^|[，。；！、\s])(?:请|麻烦|那就?|都|全程|全部|统一|一直|往后|之后|回答|回复|交流|沟通|对话)*(?:用|使用|说|讲|以)(?:{_LANGUAGE_ZH})"
    r"(?:来)?(?:回答|回复|作答|交流|沟通|对话|聊天?|写|解释|说明|输出)?(?:吧|就好|即可)?[。！]?$"
    r"|(?:注释|文档|标题|单位|日期|时间|报价|所有价格|价格|金额)(?:都|一律|统一|请|全部)*(?:用|使用|以|按)[^，。？]{1,12}"
    r"(?:写|表示|显示|标注|格式|书写|计算|为准)[。！]?$"
    r"|(?:回答|回复|答复|答案)(?:时|里|中)?(?:请|要|尽量|控制|保持|别|不要|一定|都|统一|必须|不超过|不得)"
    r"|每次(?:回答|回复|都(?!有|是|会)|先|给出|推荐)|往后(?:每次|都|请)|任何时候都?(?:不|别|要|得)|无论[^，。？]{1,10}都(?:不要|不能|别|要|得|必须)"
    r"|(?:^|[，。；！\s])(?:请)?别(?:再)?(?:用|使用|写|提到?|发|加|推荐|叫|给我推荐)"
    r"|先(?:问|征求|告诉|通知)(?:一下|过)?我.{0,6}再|(?:没有|未经|没经过)我的?(?:同意|允许|确认)"
    r"|(?:预算|字数|篇幅)[^，。？的]{0,6}(?:不能|不得|不要|不可|别|控制在|限制在)[^，。？的]{1,12}[。！]?$|我吃素|我不[吃喝]|(?:^|[，。；])(?:请)?(?:直接给|先给结论|用第[一三]人称|把我当|只(?:推荐|给|列)|凡是|动手之前|执行之前)"
    r"|^(?:说话|语气|语言|风格|格式|距离|金额|时间|日期|标题|数字|单位)[^，。？的]{0,6}(?:要|用|保留|不要|别|请|以|统一|简洁|正式)|我(?:对[^，。？]{1,8})过敏"
)
_STANDING = re.compile(
    r"\b(?:from now on|going forward|from here on|henceforth|always|never|as a rule|every time|each time|in future)\b"
    r"|(?:^|[，。；、\s请])以后(?!再说)|今后|从今以后|从现在|往后|始终|一律|每次|永远|任何时候|一直"
)
"""What is said to hold for longer is no task."""
_TASK = re.compile(
    r"^(?:yes|yeah|yep|sure|no|nope|correct|right|great|perfect|exactly)[,.!;]"
    r"|\bplease use (?:my|the|this|that|his|her|their|it|both|one|any)\b"
    r"|\bi(?:'d| would)? (?:want|like|need|expect|prefer) you to (?:book|cancel|change|find|check|add|remove|make|give|"
    r"tell|show|help|look|send|fix|update|search|buy|order|exchange|return|modify|upgrade|process|proceed|confirm|create|"
    r"go)\b|^(?:please )?(?:do not|don't) (?:worry|mind|bother|hesitate|get me wrong)\b"
    r"|\byou must be \w+[.!]?$|\bthere must be\b"
    r"|不要紧|不要了|不要担心|不要客气|不要着急|^(?:请|麻烦)?(?:帮我|给我)|^(?:那)?(?:我想|我要|我需要|我还想|我得|我必须)"
    r"|以后再说|(?<![，。；、！\s请你您那就今])(?<!^)以后|[^，。；、！]必须"
)
_TOLD = re.compile(
    r"\balways (?:been?|being|was|were)\b|\balways (?!need|feed|proceed|embed|exceed|speed)\w+(?:ed|[^su]s)\b"
    r"|\byou (?:must be very|(?:have |'ve )?always (?:help|listen|support|understand|give me|make me))"
    r"|(?:我们?|咱们)(?:以后|今后)|以后我(?:也|就|还)?会|以后还可以|现在我必须|要不要"
)
"""What tells of somebody is no rule, whatever it says about always."""
_GIVES_BACK = re.compile(
    r"\b(?:is|are) (?:ok|okay|fine|allowed|all right|alright|welcome)(?: now| again| after all)?\b"
    r"|\b(?:ok|okay|fine|all right) (?:now )?to \w+|\byou (?:can|may) (?!not\b)\w+|\bfeel free to\b|"
    r"\b(?:not|n't) needed\b|\bgo ahead and\b|\bno need to\b|\b(?:do not|don't) (?:have|need) to\b"
    r"|(?:现在|也|都)?(?:可以|能)(?:的|用|使用|写|提|说|改|动|删|加|发)?了?[。！]?$|随便"
)
"""That something forbidden may be: it ends a prohibition all of whose words it has."""
_TURNS = re.compile(
    r"\b(?:go|switch|change|turn|move) (?:back )?to\b|\bchanged my mind\b|\binstead\b|\bforget (?:about )?the\b"
    r"|\b(?:use|take|in) .{1,30}\b(?:again|after all)\b|改成|改为|改回|换成|换回|换为|还是用|还是说|恢复|算了"
)
"""That something else shall hold: it ends a rule of the other value."""
_BACK_MARKS = (
    *(
        " ok",
        " fine",
        "allowed",
        "all right",
        "alright",
        "welcome",
        "you can ",
        "you may ",
        "feel free",
        "needed",
        "go ahead",
        "no need",
    ),
    *("have to", "need to", "go to", "back to", "switch", "change", "turn to", "move to", "instead", "forget"),
    *(" again", "after all", "可以", "能", "随便", "改", "换", "还是", "恢复", "算了"),
)
"""What ``_GIVES_BACK`` or ``_TURNS`` finds holds one of these, or begins with "ok"."""
_FORBIDS = re.compile(r"\b(?:never|no|not|avoid|without|stop)\b|n't\b|不|别|禁止|勿|避免")


def habit(sentence: str, lowered: str) -> bool:
    """Whether a plain sentence says how things are to be done from now on. ``lowered`` is it in lower case."""
    if len(sentence) > LONGEST_HABIT:
        return False
    if not sentence.isascii():
        return bool(_HABIT_ZH.search(sentence) or _HABIT.match(lowered))
    return bool(
        _HABIT.match(lowered) or (any(map(lowered.__contains__, _INSIDE_MARKS)) and _HABIT_INSIDE.search(lowered))
    )


def task(lowered: str) -> bool:
    """Whether a sentence that sounds like a rule asks for one thing once, answers a question, or tells of somebody."""
    return bool(_TOLD.search(lowered) or (_TASK.search(lowered) and not _STANDING.search(lowered)))


def gives_way(lowered: str) -> bool:
    """Whether a sentence says that something may be, or that another thing shall hold."""
    if len(lowered) > LONGEST_HABIT or not (any(map(lowered.__contains__, _BACK_MARKS)) or lowered.startswith("ok")):
        return False
    return bool(_GIVES_BACK.search(lowered) or _TURNS.search(lowered))


def forbids(lowered: str) -> bool:
    """Whether a rule forbids something."""
    return _FORBIDS.search(lowered) is not None


def values(lowered: str) -> dict[str, frozenset[str]]:
    """Values of which only one holds at a time, by kind: {"language": {"german"}}."""
    found = {kind: frozenset(pattern.findall(lowered)) for kind, pattern in _VALUES.items()}
    return {kind: values for kind, values in found.items() if values}


def without_values(lowered: str) -> str:
    """The sentence without such values: what is left is where they hold."""
    return _EVERY_VALUE.sub(" ", lowered)
