"""The palettes: contrast of every pair that is used, and no colour that the tests forgot."""

from __future__ import annotations

import dataclasses
import re

import pytest

from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.theme.stylesheet import stylesheet
from weclaw_desktop.ui.theme.tokens import DARK, LIGHT, PAIRS, Palette, contrast

INKS = {"text", "muted", "link", "on_accent", "success", "warning", "danger"}


def test_contrast_formula_matches_the_published_extremes() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_is_readable(palette: Palette, ink: str, ground: str) -> None:
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_code_colours_are_readable(palette: Palette) -> None:
    for name, colour in palette.syntax.items():
        assert contrast(colour, palette.code) >= 4.5, name


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_shapes_stand_out_from_their_ground(palette: Palette) -> None:
    for name, colour in palette.parts.items():
        assert contrast(colour, palette.track) >= 2 or name in {"draft", "notice"}, name
    assert contrast(palette.accent, palette.surface) >= 3
    assert contrast(palette.strong_border, palette.surface) >= 3


def test_every_ink_is_in_a_pair() -> None:
    assert {ink for ink, _ in PAIRS} >= INKS


@pytest.mark.parametrize("zoom", [50, 100, 200])
def test_the_style_sheet_names_no_colour_of_its_own(zoom: int) -> None:
    for palette in (LIGHT, DARK):
        sheet = stylesheet(palette, zoom)
        known = {v for f in dataclasses.fields(palette) if isinstance(v := getattr(palette, f.name), str)}
        assert set(re.findall(r"#[0-9a-f]{6}\b", sheet)) <= known
        assert f"font-size: {round(tokens.BODY * zoom / 100)}px" in sheet
