"""What the first answer needs is brought in before it."""

from __future__ import annotations

from weclaw_desktop.ui.chat.code_view import pool
from weclaw_desktop.ui.chat.formula_images import images
from weclaw_desktop.ui.chat.highlight import lexer, spans
from weclaw_desktop.ui.chat.typeset import typeset
from weclaw_desktop.ui.chat.warming import CODE, FORMULA, warm


def test_R1_the_first_code_and_formula_find_their_libraries_loaded(qapp: object) -> None:
    warm.cache_clear()
    lexer.cache_clear()
    typeset.cache_clear()
    warm()
    warm()
    pool().waitForDone(5_000)
    images().pool.waitForDone(5_000)
    assert lexer.cache_info().currsize == 1
    assert typeset.cache_info().currsize == 1


def test_what_is_tried_has_everything_in_it() -> None:
    assert {role for line in spans(CODE, "python") for _, _, role in line} >= {"keyword", "string", "comment", "number"}
    assert typeset(FORMULA, True) is not None
