r"""Where Markdown holds LaTeX: ``$…$``, ``$$…$$``, ``\(…\)``, ``\[…\]`` and ``\begin{align}``. No Qt in here.

Sums of money stay money. A dollar opens a formula only where neither a letter nor a digit stands before it and no space
after it; the next dollar closes it only where no space stands before and no letter or digit after. What then still
reads as a price ("$20（约¥140），余$", "$5 each or 4$") is none. The rules are pandoc's, hardened with the cases that
people reported to other programs.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

LONGEST_BLOCK = 4_000
"""Characters between the marks of a formula on lines of its own."""
LONGEST_INLINE = 1_000
"""Characters between the marks of a formula inside a line."""
_LETTER_OR_DIGIT = re.compile(r"[A-Za-z0-9]")
_WORDS = re.compile(r"\\(?:text|mathrm|textbf|textit|mbox|operatorname|mathbf|mathit)\s*\{[^{}]*\}")
_CJK = re.compile(r"[\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]")
_PRICE = re.compile(r"[\d.,]+\s?(?:[kKmMbB]\b|[a-z]{2,4}\b)?[\s)]+[A-Za-z]{2,}")
_CURRENCY = re.compile(r"[\s,;(/](?:R|US|USD|A|AU|C|CA|HK|NZ|S|SG|NT|TW|MX)$")
"""The letters of a currency at the end: the next dollar is its sign, and closes nothing."""
_NUMBER = re.compile(r"[\d.,]+[%kKmM+]?")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_ENVIRONMENT = re.compile(
    r"\\begin\{((?:equation|align|alignat|gather|multline|eqnarray|cases|split|[pbvVB]?matrix|smallmatrix)\*?)\}"
)
_AFTER_BLOCK = re.compile(r"[.,;:]?\s*\n?$")
OPEN = "open_formulas"
"""Key of the parser's environment: the text still grows, so that a block without its end may yet get one."""


def formula_at(text: str, at: int, *, dollars: int = 2) -> tuple[int, str, bool] | None:
    """The formula that begins at ``at``: (where it ends, its source, whether it is displayed); None for no formula.

    ``dollars`` is how many dollars the paragraph has: where their number is odd, "$5$" is not a formula.
    """
    for mark, closing in (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)")):
        if text.startswith(mark, at):
            found = _between(text, at, mark, closing)
            return None if found is None else (*found, mark != "\\(")
    if not text.startswith("$", at):
        return None
    found = _between(text, at, "$", "$")
    if found is None:
        return None
    end, tex = found
    before, after = text[at - 1 : at] if at else "", text[end : end + 1]
    if _LETTER_OR_DIGIT.match(before) or before == "\\" or _LETTER_OR_DIGIT.match(after) or after == "$":
        return None
    if tex != tex.strip() or _reads_as_price(tex, dollars):
        return None
    return end, tex, False


def open_until(text: str, at: int) -> int:
    """Where the formulas that begin before ``at`` end: ``at`` itself, or a place behind it; the end if one is open."""
    position = 0
    while (begin := _next_mark(text, position)) < at:
        found = formula_at(text, begin)
        if found is not None:
            position = found[0]
        elif len(text) - begin < LONGEST_INLINE and not re.search(r"\$|\\[\])]", text[begin + 1 :]):
            return len(text)
        else:
            position = begin + 1
    return max(at, position)


def formulas_plugin(parser: MarkdownIt) -> None:
    """Make ``parser`` find formulas: inline tokens ``formula`` and blocks ``formula_block``, source in ``content``."""
    parser.inline.ruler.before("escape", "formula", _inline_rule)
    parser.block.ruler.before(
        "fence", "formula_block", _block_rule, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )


def _next_mark(text: str, position: int) -> int:
    found = re.compile(r"\$|\\[\[(]").search(text, position)
    return len(text) if found is None else found.start()


def _between(text: str, at: int, mark: str, closing: str) -> tuple[int, str] | None:
    begin = at + len(mark)
    end = text.find(closing, begin, begin + LONGEST_INLINE)
    while end > 0 and text[end - 1] == "\\" and closing.startswith("$"):
        end = text.find(closing, end + 1, begin + LONGEST_INLINE)
    if end <= begin:
        return None
    tex = text[begin:end]
    if not tex.strip() or _BLANK_LINE.search(tex) or (mark == "\\[" and text.startswith("(", end + 2)):
        return None
    return end + len(closing), tex


def _reads_as_price(tex: str, dollars: int) -> bool:
    """Whether what stands between two dollars is about money."""
    if _NUMBER.fullmatch(tex):
        return dollars % 2 == 1
    if not tex[0].isdigit():
        return False
    return any((_CJK.search(_WORDS.sub("", tex)), _PRICE.match(tex), _CURRENCY.search(tex)))


def _inline_rule(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] not in "$\\":
        return False
    found = formula_at(state.src, state.pos, dollars=state.src.count("$"))
    if found is None or found[0] > state.posMax:
        return False
    if not silent:
        token = state.push("formula", "", 0)
        token.content, token.markup = found[1].strip(), state.src[state.pos : found[0]]
        token.meta = {"display": found[2]}
    state.pos = found[0]
    return True


def _block_rule(state: StateBlock, start: int, last: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    marks = _marks(first)
    if marks is None:
        return False
    opening, closing = marks
    found = _closed(state, start, last, opening, closing)
    if found is None:
        return False
    end, tex, whole = found
    if not silent:
        token = state.push("formula_block", "", 0)
        token.content, token.map, token.block = tex, [start, end], True
        token.meta = {"open": not whole}
        token.markup = opening
        state.line = end
    return True


def _marks(line: str) -> tuple[str, str] | None:
    """What opens a formula at the start of ``line`` and what closes it; an environment is part of its formula."""
    if line.startswith("$$"):
        return "$$", "$$"
    if line.startswith("\\["):
        return "\\[", "\\]"
    environment = _ENVIRONMENT.match(line)
    return None if environment is None else ("", f"\\end{{{environment[1]}}}")


def _closed(state: StateBlock, start: int, last: int, opening: str, closing: str) -> tuple[int, str, bool] | None:
    """(line after the formula, source, whether its end was found); None when this is no block of its own."""
    text = ""
    for line in range(start, last):
        if line > start and not state.isEmpty(line) and state.sCount[line] < state.blkIndent:
            return None
        text += state.getLines(line, line + 1, state.blkIndent, False) + "\n"
        if line == start:
            text = text.lstrip()[len(opening) :]
        if len(text) > LONGEST_BLOCK:
            return None
        at = text.find(closing)
        if at >= 0:
            behind = text[at + len(closing) :]
            if not text[:at].strip() or not _AFTER_BLOCK.match(behind):
                return None
            end = at + len(closing) if not opening else at
            return line + 1, text[:end].strip() + behind.strip(), True
    if state.env.get(OPEN) and last == state.lineMax and state.level == 0:
        return last, text.strip(), False
    return None
