"""Emphasis in Chinese, Japanese and Korean: where ``*``, ``**`` and ``~~`` open and close. No Qt.

CommonMark tells an opening run of signs from a closing one by the blanks and punctuation around it. Chinese has no
blanks between words, so that ``**注意：**请看`` and ``共**100%**增长`` stay unmarked by the letter of that rule. Here a
CJK letter or sign beside a run counts as a blank would where the other side is punctuation, and CJK punctuation never
forbids.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token
from markdown_it.utils import EnvType
from typing_extensions import override

CJK = re.compile(
    r"[\u1100-\u11ff\u2e80-\u303f\u3040-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    r"\U0001b000-\U0001b16f\U00020000-\U0003ffff]"
)


def flanking_plugin(parser: MarkdownIt) -> None:
    """Let ``parser`` read runs of signs so; what stands beside no CJK character is read as CommonMark says."""
    made = _Inline()
    made.ruler, made.ruler2 = parser.inline.ruler, parser.inline.ruler2
    made.terminator_re = parser.inline.terminator_re
    parser.inline = made


class _State(StateInline):
    @override
    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:
        found = super().scanDelims(start, canSplitWord)
        end = start + found.length
        before = self.src[start - 1] if start else " "
        after = self.src[end] if end < self.posMax else " "
        cjk_before, cjk_after = bool(CJK.match(before)), bool(CJK.match(after))
        if not (cjk_before or cjk_after):
            return found
        opens = _flanks(after, cjk_after, before, cjk_before)
        closes = _flanks(before, cjk_before, after, cjk_after)
        return Scanned(
            opens and (canSplitWord or not closes or _is_sign(before)),
            closes and (canSplitWord or not opens or _is_sign(after)),
            found.length,
        )


def _flanks(inner: str, cjk_inner: bool, outer: str, cjk_outer: bool) -> bool:
    """Whether a run may stand between ``inner``, which it marks, and ``outer``."""
    if isWhiteSpace(ord(inner)):
        return False
    if cjk_inner or not _is_sign(inner):
        return True
    return cjk_outer or isWhiteSpace(ord(outer)) or _is_sign(outer)


def _is_sign(char: str) -> bool:
    return isMdAsciiPunct(ord(char)) or isPunctChar(char)


class _Inline(ParserInline):
    @override
    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        state = _State(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens
