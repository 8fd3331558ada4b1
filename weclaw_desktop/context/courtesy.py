"""Thanks, farewells and greetings: what a user says without asking for anything.

A list of open requests that ends with "Thank you, goodbye!" tells a model that there is something left to do. Every
word of such a message must belong to a set phrase, and one must begin or end a talk: "OK" and "Yes, thank you" may be
the word that something should go ahead, and "Thanks. And the hotel?" asks. Phrases are taken one after the other, the
longest first, so that no text makes it slower than linear.
"""

from __future__ import annotations

import re

LONGEST = 300
"""A longer message is more than a courtesy, in characters."""

_MARK = re.compile(
    r"[#<\[|*=_~/(-]{1,3}\s*(?:stop|end|done|exit|quit|over|terminate|finish(?:ed)?|"
    r"end[ _]of[ _](?:conversation|chat|dialog(?:ue)?)|结束|完毕)\s*[#>\]|*=_~/)-]{1,3}|^\W*TERMINATE\W*$",
    re.IGNORECASE,
)
"""How a program that plays a user, or a form, says that it has ended: "###STOP###", "<end>"."""
_MARKED = re.compile(r"[#<\[|*=_~/(-]|(?i:terminate)")
"""What ``_MARK`` holds one of."""
_BYE_88 = re.compile(r"(?<![\d.])(?:886?)(?![\d.])")
_ASKING = re.compile(r"[?？]|\b(?:please|pls|plz|yes|yeah|yep)\b|请|吗|\d", re.IGNORECASE)
_PARTS = re.compile(r"[.,!;:~\n，。！；：、…—–-]+|[^\w\s'’]+")

_GLAD = "(?:great|good|nice|wonderful|lovely|pleasant|fantastic|amazing|safe)"
_HELP = "(?:help|time|patience|assistance|support|advice|suggestions?|understanding)"
_SOON = "(?: (?:very )?(?:soon|later|tomorrow|next time|again|around))*+"
_NOW = "(?: (?:for )?(?:now|today|tonight|the moment))*+"

_SAYING = (
    # thanks
    (
        r"(?:many |so )?(?:thanks|thank (?:you|u|ya)|thx|tysm|ty|much (?:appreciated|obliged))"
        r"(?: (?:so much|very much|a lot|a million|a bunch|again|anyway|all|too|though|everyone|friend))*+"
        r"(?: for (?:(?!(?:please|but|can|could|would|will|now|then|also|and (?:please|then))\b)[a-z'’]+ ?){1,10}+)?"
    ),
    # that it is enough
    (
        rf"(?:i think )?(?:that|this|it)(?:['’]s| is|['’]ll be| will be| would be| was| should be)? "
        r"(?:all|everything|it|enough)(?: (?:that )?i (?:needed|need|wanted|want|had|have)"
        rf"(?: (?:to know|to ask|help with))?)?{_NOW}"
    ),
    rf"nothing (?:else|more|further){_NOW}|no (?:more|other|further) (?:questions?|requests?)",
    rf"i(?:['’]m| am) (?:all (?:set|good)|good|done|fine){_NOW}|(?:we(?:['’]re| are) )?all (?:set|good|done){_NOW}",
    # farewells and greetings
    rf"(?:good ?)?bye(?: ?bye)?{_NOW}|(?:see|catch) (?:you|ya){_SOON}|cya|cheers|later",
    r"(?:let['’]s )?(?:talk|chat|speak)(?: (?:to|with) you)?(?: again)? (?:soon|later|tomorrow|next time)",
    (
        rf"(?:have|enjoy) (?:a |an |the )?(?:very )?{_GLAD}? ?(?:rest of (?:the|your) |your )?(?:day|"
        r"one|evening|night|weekend|week|time|trip|flight|life|morning|afternoon|holiday)(?: (?:too|ahead|as well))*+"
    ),
    rf"{_GLAD} (?:day|night|weekend)|(?:you|same to you|likewise) too|same to you|likewise|take care|until next time",
    r"all the best|best (?:regards|wishes)|kind regards|regards",
    rf"i(?:['’]ll| will) (?:definitely )?(?:be|stay) in touch{_SOON}|i(?:['’]ll| will) get back to you{_SOON}",
    r"(?:hi|hello|hey|howdy|greetings|good (?:morning|afternoon|evening|day))(?: (?:there|again|all|everyone))*+",
)
_FILLING = (
    (
        r"oh|ah|wow|well|ok|okay|alright|all right|great|perfect|awesome|good|cool|nice|fine|wonderful|excellent|"
        r"amazing|lovely|brilliant|super|fantastic|got it|understood|noted|i (?:see|understand|got it)|"
        r"good to (?:know|hear)|no|nope|and|but|so|no (?:worries|problem)|my friend|friend|ai companion|everyone|all|"
        r"guys|folks|team|sir|madam|assistant"
    ),
    (
        r"(?:that|this|it|you)(?:['’]s| is| was| are|['’]re|['’]ve been| have been) (?:(?:all|very|so|really|most) )*+"
        r"(?:great|perfect|good|nice|wonderful|awesome|helpful|kind|the best)(?: to (?:know|hear))?"
    ),
    rf"(?:i )?(?:really |truly )?appreciate (?:it|that|this|(?:all )?(?:your|the) {_HELP}(?: and {_HELP})?)",
    # what they will do themselves
    (
        r"i(?:['’]ll| will)(?: (?:just|definitely|certainly|surely|then|also|try to|make sure to|go and|now))*+ "
        r"(?:reach out|get back|come back|be (?:in touch|back)|let you know|contact|do (?:that|so|it)|find|"
        r"gather|check|look|see|think|consider|try|give (?:it|them|that|this) a try|keep (?:that|it|this) in mind|"
        r"have (?:that|it)|read)\b[a-z'’ ]*+"
    ),
)
_TONE_ZH = "(?:了|啦|啊|呀|哈|哦|喔|呢|吧|咯|喽|嘞|哟|噢|的|先)*+"
_SAYING_ZH = (
    (
        "(?:不过|那么|那|就|还是|真是|真的|真|实在|也|太|非常|十分|万分|特别|很|多|再次|再|先|我|不用|不)*+(?:了)?(?:谢谢谢谢|谢谢|感谢|谢|感激|麻烦|"
        "辛苦)(?:你们|您们|你|您|大家|各位|朋友|亲)?(?:一直以来)?(?:给我|为我)?的?(?:耐心|热心|详细|悉心|贴心|周到|宝贵|指导|帮助|帮忙|解答|"
        "回答|回复|推荐|建议|介绍|服务|陪伴|支持|分享|提醒|关心|信息|讲解|安排|和|与)*+"
    ),
    "(?:我|暂时|目前|现在|已经|应该|这边|就|也|再)*+(?:没有|没)(?:什么|其他|其它|别的|任何|更多|要问|的|需要)*+(?:问题|疑问|需求|事)?了",
    "(?:我|暂时|目前|现在|就|也|再)*+没有?(?:其他|其它|别的|更多)的?(?:问题|疑问|需求|事)?|我?的?(?:问题|事情)?(?:都|已经|就)?问完",
    "(?:我|那)?(?:暂时|目前|先|今天)?就?(?:这些|这样|到这里|到这|先到这里|先这样)|(?:今天|这次)?(?:的聊天)?(?:先|就)?(?:聊到这里?|到此为止|结束)",
    "不用|不需要|不必|再见|再会|拜拜?|回见|回头见|明天见|下次见|(?:我们)?(?:下次|以后|改天|回头|明天)(?:我们)?(?:再|继续)?(?:聊|见|联系)|晚安",
    "也?祝(?:你|您|你们|大家|生活|工作|一切)*+(?:天天|每天|旅途|周末|今天|过得)?(?:愉快|开心|快乐|顺利|好运|如意|好)",
    "(?:你|您|你们|大家|早上|上午|中午|下午|晚上)好|早安?|嗨|哈喽|哈啰|在么",
)
_FILLING_ZH = (
    "(?:那|那就)?(?:好吧|好滴|好|行|可以)|嗯|恩|哦|噢|哇|哈|ok|okay|收到|没问题|不客气|朋友|亲|ai伴侣|小助手",
    "(?:我|都|大概|那|那我)?(?:知道|明白|了解|清楚|懂|记下|记住)|(?:这|那|你|您)?(?:真是|可真|真|太|够)[\u4e00-\u9fff]{1,5}",
    "我(?:也|就|还|一定)?会(?:[\u4e00-\u9fff](?![你您帮告])){1,16}",
)


def _any(english: tuple[str, ...], chinese: tuple[str, ...]) -> re.Pattern[str]:
    spelt, written = "|".join(f"(?:{phrase})" for phrase in english), "|".join(f"(?:{phrase})" for phrase in chinese)
    return re.compile(rf"(?:{spelt})(?![\w'’])|(?:{written}){_TONE_ZH}", re.IGNORECASE)


_SAID, _FILLED = _any(_SAYING, _SAYING_ZH), _any(_FILLING, _FILLING_ZH)


def courtesy(text: str) -> bool:
    """Whether ``text`` only thanks, greets, says goodbye, or that there is nothing more. Pure."""
    if not text or len(text) > LONGEST:
        return False
    bare, marks = (_BYE_88.sub("再见", text) if "88" in text else text), 0
    if _MARKED.search(text):
        bare, marks = _MARK.subn("\n", bare)
    if _ASKING.search(bare):
        return False
    parts = [part for piece in _PARTS.split(" ".join(bare.split())) if (part := piece.strip(" '’"))]
    verdicts = [_said(part) for part in parts]
    return None not in verdicts and (True in verdicts or (marks > 0 and not parts))


def _said(part: str) -> bool | None:
    """Whether a phrase of ``part`` begins or ends a talk; None when it holds something else."""
    place, said = 0, False
    while place < len(part):
        ends, fills = _SAID.match(part, place), _FILLED.match(part, place)
        found = max((match for match in (ends, fills) if match), key=re.Match[str].end, default=None)
        if found is None or found.end() == place:
            return None
        said = said or found is ends
        place = found.end()
        place += len(part[place:]) - len(part[place:].lstrip())
    return said
