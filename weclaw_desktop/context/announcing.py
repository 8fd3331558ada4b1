"""Words that announce a rule by themselves, whatever it is about: always, never, from now on, 以后, 一律, 不要.

Most rules are told by how they are worded as a whole (``wording``). These words must be enough also where everything
else of the sentence is new.
"""

from __future__ import annotations

import re
from typing import Literal

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
"""Read in lower case."""
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


def announced(lowered: str) -> Literal["", "once", "twice", "task"]:
    """How often a sentence in lower case announces a rule; "task" where it asks for one thing once all the same."""
    times = 0 if lowered.isascii() else len(_RULE_ZH.findall(lowered))
    if any(map(lowered.__contains__, _RULE_MARKS)):
        times += len(_RULE_EN.findall(lowered))
    if not times:
        return ""
    if _TOLD.search(lowered) or (_TASK.search(lowered) and not _STANDING.search(lowered)):
        return "task"
    return "twice" if times > 1 else "once"
