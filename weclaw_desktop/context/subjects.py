"""What a sentence is about: words, subjects such as length or units, and values of which only one can hold.

So a sentence that takes a rule back is matched with it though it has no word of it ("Longer answers are fine." and "Be
brief.", "还是报价用人民币吧。" and "Prices in euros.").
"""

from __future__ import annotations

import re

from weclaw_desktop.context.widths import narrow

_LANGUAGE = (
    "english|german|french|spanish|italian|portuguese|dutch|russian|chinese|mandarin|cantonese|japanese|korean|arabic|"
    "hindi|turkish|polish|swedish|danish|norwegian|finnish|greek|hebrew|thai|vietnamese|indonesian|czech|ukrainian|latin"
)
_LANGUAGE_ZH = "简体中文|繁体中文|简体字|繁体字|简体|繁体|中文|英文|英语|汉语|普通话|粤语|法语|法文|德语|德文|日语|日文|韩语|韩文|西班牙语|俄语|俄文"
_CURRENCY = r"\b(?:euros?|eur|dollars?|usd|pounds?|gbp|yen|jpy|yuan|rmb|cny|francs?|chf)\b|人民币|欧元|美元|美金|日元|英镑|港币|港元"
_UNITS = r"\b(?:metric|imperial|celsius|fahrenheit)\b|公制|英制|摄氏|华氏"
_VALUES = {
    "language": re.compile(rf"\b(?:{_LANGUAGE})\b|{_LANGUAGE_ZH}"),
    "currency": re.compile(_CURRENCY),
    "units": re.compile(_UNITS),
}
"""Kinds of values of which answers have one at a time, in lower case."""
_EVERY_VALUE = re.compile("|".join(kind.pattern for kind in _VALUES.values()))

_SUBJECTS = {
    "language": rf"\b(?:{_LANGUAGE}|languages?|translat\w+|bilingual)\b|{_LANGUAGE_ZH}|语言|双语|翻译",
    "currency": rf"{_CURRENCY}|\b(?:currency|currencies|prices?)\b|货币|报价|价格",
    "units": rf"{_UNITS}|\b(?:units?|kilomet\w+|km|miles?|kilos?|kilograms?|kg|pounds|lbs|ounces|grams?|cups?|tablespoons?|"
    r"inches|feet|cm|centimet\w+)\b|单位|公里|英里|公斤|千克|[毫]?升|英寸|厘米",
    "length": r"\b(?:short\w*|brief\w*|concise\w*|long\w*|length\w*|word(?:s|y|ier| limit| count)?|sentences?|paragraphs?|"
    r"lines?|verbose|detail\w*|terse|succinct|chatty|rambl\w+|elaborat\w+|in depth|depth|expand|compact|summar\w+)\b"
    r"|简短|简洁|精简|精炼|啰嗦|长|短|字数|[一二两三四五六七八九十百几\d]+(?:字|句|行|段)|详细|展开|篇幅|细说|多说|多写|话多",
    "tone": r"\b(?:tone|formal\w*|casual\w*|polite\w*|blunt\w*|friendly|jok\w+|humou?r|funny|serious\w*|flatter\w*|nice|"
    r"gentle|praise\w*|compliment\w*|sugar\w*|honest\w*|harsh\w*|kind|sarcas\w+|persona|character|pretend|role)\b"
    r"|语气|正式|随意|客气|礼貌|幽默|玩笑|笑话|严肃|直白|直接|委婉|夸|吹捧|敬语|[您]|扮演|角色|口吻|口语",
    "markup": r"\b(?:tables?|bullets?|bulleted|lists?|headings?|headers?|markdown|bold|italics?|plain text|prose|"
    r"paragraphs|format\w*|json|yaml|csv|html|latex|code blocks?)\b|表格|列表|标题|加粗|纯文本|格式|要点|分点|段落",
    "emoji": r"\b(?:emojis?|emoticons?|smileys?|exclamation)\b|表情|感叹号|颜文字",
    "sources": r"\b(?:sources?|cit(?:e|es|ed|ing|ations?)|references?|links?|urls?|footnotes?|bibliograph\w+|page numbers?)\b"
    r"|来源|出处|引用|链接|参考|文献|脚注|页码",
    "asking": r"\b(?:ask(?:ing|s)?|check(?:ing)? with|confirm\w*|permission|approv\w+|go-ahead|say-so|consent|consult\w*|"
    r"before you|on your own|by yourself|autonom\w+|trust you|run it past)\b|先问|问我|确认|同意|允许|批准|过目|点头|打招呼|自己决定|自己拿主意|自行|做主",
    "name": r"\b(?:call (?:me|him|her|it)|name|names|nickname|address me|refer to|first name|surname)\b|称呼|叫我|名字|姓名|昵称|全名",
    "diet": r"\b(?:vegetarian|vegan|meat\w*|pork|beef|chicken|fish|seafood|dairy|milk|cheese|lactose|gluten|nuts?|peanuts?|"
    r"allerg\w+|alcohol|wine|halal|kosher|sugar|spicy|eggs?|diet\w*|eat\w*|cook\w*|recipes?)\b"
    r"|素|荤|肉|鱼|海鲜|虾|奶|乳糖|麸质|花生|坚果|过敏|忌口|酒|清真|辣|糖|蛋|吃|菜谱|食材",
    "budget": r"\b(?:budget\w*|spend\w*|cost\w*|cheap\w*|expens\w+|afford\w*|cap|ceiling|price range|money)\b|预算|花费|便宜|贵|上限|费用|价位|封顶",
    "dates": r"\b(?:dates?|iso|yyyy\S*|days?|months?|24-hour|12-hour|am/pm|times?|time ?zones?|utc|clock)\b|日期|时间|时区|小时制|年月日",
    "numbers": r"\b(?:decimals?|round\w*|digits?|percent\w*|figures?|thousands?|separators?|precision)\b|小数|四舍五入|百分|位数|千分",
    "spelling": r"\b(?:spell\w*|british|american|grammar|typos?|mistakes|punctuation|oxford comma|correct (?:me|my))\b|拼写|错别字|语法|标点|纠正",
    "comments": r"\b(?:comments?|docstrings?|documentation|documented|docs)\b|注释|文档",
    "tests": r"\b(?:tests?|testing|tested|coverage|pytest|unit tests)\b|测试|用例",
    "dependencies": r"\b(?:dependenc\w+|packages?|librar\w+|pip|npm|install\w*|third[- ]party|frameworks?|standard library)\b|依赖|库|第三方|安装|框架",
    "version": r"\b(?:python|node|java|typescript|javascript|pandas|polars|postgres\w*|mysql|sqlite|react|vue|version\w*|3\.\d+|upgrade\w*)\b|版本|升级",
    "naming": r"\b(?:snake_?case|camel_?case|kebab|tabs?|spaces|indent\w*|columns?|semicolons?|quotes)\b|缩进|命名|驼峰|下划线|空格|分号",
    "explaining": r"\b(?:explain\w*|explanation\w*|basics?|beginner|expert|novice|child|layman|five|step by step|steps?|reasoning|why|jargon|"
    r"technical|terms?|simple\w*|assume)\b|解释|讲解|新手|小白|专家|术语|通俗|白话|步骤|原理|基础",
    "advice": r"\b(?:suggest\w*|recommend\w*|advice|advise|options?|alternatives?|opinions?|ideas?|questions?|follow-up)\b|建议|推荐|方案|选项|意见|反问|追问",
    "openings": r"\b(?:preamble|intro\w*|recap\w*|greet\w*|sign[- ]?off|apolog\w+|disclaimer\w*|caveat\w*|filler|sorry|conclusion|start with|"
    r"begin with|end with|closing)\b|开头|结尾|客套|废话|道歉|免责|铺垫|寒暄|总结|落款|署名",
    "files": r"\b(?:files?|folders?|director(?:y|ies)|delet\w+|edit\w*|touch\w*|commit\w*|push\w*|main|master|branch\w*|deploy\w*|"
    r"prod|production|database|migrations?|read-only|write access)\b|文件|目录|删|提交|推送|主分支|分支|部署|生产|数据库|迁移|只读",
}
_SUBJECT = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _SUBJECTS.items()))
"""In lower case. A word that belongs to two subjects counts for the first."""


def subjects(lowered: str) -> frozenset[str]:
    """What matters a sentence in lower case speaks of."""
    return frozenset(match.lastgroup or "" for match in _SUBJECT.finditer(lowered))


def values(lowered: str) -> dict[str, frozenset[str]]:
    """Values of which only one holds at a time, by kind: {"language": {"german"}}."""
    found = {kind: frozenset(pattern.findall(lowered)) for kind, pattern in _VALUES.items()}
    return {kind: values for kind, values in found.items() if values}


def without_values(lowered: str) -> str:
    """The sentence without such values: what is left is where they hold."""
    return _EVERY_VALUE.sub(" ", lowered)


def plain(sentence: str) -> str:
    """A sentence as it is looked at: lower case, letters and digits of plain width, one kind of apostrophe."""
    return narrow(sentence).lower().replace("’", "'")
