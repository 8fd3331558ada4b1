"""The application's style sheet, generated from tokens. Selectors name our widget classes and a few properties.

Properties that any widget may set: ``type`` (``small``, ``title``), ``tone`` (``muted``, ``success``, ``warning``,
``danger``, ``accent``), ``bold``. Buttons take ``look`` (``primary``, ``secondary``, ``quiet``, ``danger``, ``link``,
``pill``, ``row``).
"""

from __future__ import annotations

from collections.abc import Callable

from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.theme.tokens import Palette

_Px = Callable[[float], str]


def stylesheet(palette: Palette, zoom: int) -> str:
    """All rules for one palette at ``zoom`` percent."""

    def px(length: float) -> str:
        return f"{max(1, round(length * zoom / 100))}px"

    rules = (_text, _scroll, _surfaces, _buttons, _fields, _lists)
    return "\n".join(rule(palette, px) for rule in rules)


def _text(p: Palette, px: _Px) -> str:
    tones = "".join(
        f'*[tone="{tone}"] {{ color: {colour}; }}\n'
        for tone, colour in (
            ("muted", p.muted),
            ("success", p.success),
            ("warning", p.warning),
            ("danger", p.danger),
            ("accent", p.link),
        )
    )
    return f"""
* {{ font-size: {px(tokens.BODY)}; }}
*[type="small"] {{ font-size: {px(tokens.SMALL)}; }}
*[type="title"] {{ font-size: {px(tokens.TITLE)}; font-weight: 600; }}
*[bold="true"] {{ font-weight: 600; }}
{tones}
QLabel {{ background: transparent; }}
QToolTip {{ background: {p.raised}; color: {p.text}; border: 1px solid {p.border};
  padding: {px(tokens.SPACE_XS)} {px(tokens.SPACE_S)}; font-size: {px(tokens.SMALL)}; }}
"""


def _surfaces(p: Palette, px: _Px) -> str:
    softs = "".join(
        f'*[severity="{name}"] {{ background: {ground}; border: 1px solid {edge}; }}\n'
        for name, ground, edge in (
            ("info", p.accent_soft, p.accent),
            ("success", p.success_soft, p.success),
            ("warning", p.warning_soft, p.warning),
            ("error", p.danger_soft, p.danger),
        )
    )
    return f"""
MainWindow, SettingsWindow, QDialog {{ background: {p.surface}; }}
Sidebar, Drawer, ContextPanel, #panel {{ background: {p.panel}; }}
#surface, ChatView, Header {{ background: {p.surface}; }}
Header {{ border-bottom: 1px solid {p.border}; }}
Card {{ background: {p.raised}; border: 1px solid {p.border}; border-radius: {px(tokens.RADIUS_S)}; }}
Card[look="large"] {{ border-radius: {px(tokens.RADIUS_L)}; }}
Card[selected="true"] {{ border: 2px solid {p.accent}; }}
Card[look="plain"] {{ background: transparent; border: none; }}
Card[look="accent"] {{ border-left: {px(3)} solid {p.accent}; }}
Card[look="warning"] {{ border-left: {px(3)} solid {p.warning}; }}
Card[look="danger"] {{ border-left: {px(3)} solid {p.danger}; }}
Banner, StatusCard {{ border-radius: {px(tokens.RADIUS_S)}; }}
{softs}
Line {{ background: {p.border}; }}
Badge {{ background: {p.raised}; border: 1px solid {p.border}; border-radius: {px(tokens.RADIUS_S)};
  padding: {px(2)} {px(tokens.SPACE_S)}; font-size: {px(tokens.SMALL)}; color: {p.text}; }}
Badge[tone="accent"] {{ background: {p.accent_soft}; border-color: {p.accent_soft}; color: {p.link}; }}
Badge[tone="success"] {{ background: {p.success_soft}; border-color: {p.success_soft}; color: {p.success}; }}
Badge[tone="warning"] {{ background: {p.warning_soft}; border-color: {p.warning_soft}; color: {p.warning}; }}
Badge[tone="danger"] {{ background: {p.danger_soft}; border-color: {p.danger_soft}; color: {p.danger}; }}
QSplitter::handle {{ background: {p.border}; }}
"""


def _buttons(p: Palette, px: _Px) -> str:
    height = px(tokens.CONTROL - 2)
    pad = f"0 {px(tokens.SPACE_M)}"
    return f"""
QPushButton, QToolButton {{ border: 1px solid transparent; border-radius: {px(tokens.RADIUS_S)};
  background: transparent; color: {p.text}; }}
QPushButton {{ min-height: {height}; padding: {pad}; }}
QPushButton[look="secondary"] {{ background: {p.raised}; border-color: {p.border}; }}
QPushButton[look="secondary"]:hover, QPushButton[look="pill"]:hover {{ background: {p.hover}; }}
QPushButton[look="primary"] {{ background: {p.accent}; border-color: {p.accent}; color: {p.on_accent};
  font-weight: 600; }}
QPushButton[look="primary"]:hover {{ border-color: {p.text}; }}
QPushButton[look="danger"] {{ background: {p.danger_soft}; border-color: {p.danger}; color: {p.danger}; }}
QPushButton[look="quiet"]:hover, QToolButton:hover {{ background: {p.hover}; }}
QPushButton[look="link"] {{ color: {p.link}; padding: 0 {px(2)}; min-height: {px(20)}; border-radius: {px(4)};
  font-size: {px(tokens.SMALL)}; }}
QPushButton[look="link"][align="left"] {{ text-align: left; }}
QPushButton[look="link"][tone="muted"] {{ color: {p.muted}; }}
QPushButton[look="link"][tone="warning"] {{ color: {p.warning}; }}
QPushButton[look="link"][tone="danger"] {{ color: {p.danger}; }}
QPushButton[look="link"]:hover {{ text-decoration: underline; }}
QPushButton[look="pill"] {{ background: {p.raised}; border-color: {p.border}; min-height: {px(26)};
  border-radius: {px(13)}; padding: 0 {px(tokens.SPACE_M)}; font-size: {px(tokens.SMALL + 1)}; }}
QPushButton[look="pill"]:checked {{ background: {p.accent_soft}; border-color: {p.accent_soft}; color: {p.link}; }}
QPushButton[look="row"] {{ text-align: left; padding: 0 {px(tokens.SPACE_S)}; }}
QPushButton[look="row"]:hover {{ background: {p.hover}; }}
QPushButton[look="row"]:checked {{ background: {p.accent_soft}; color: {p.text}; }}
QPushButton[look="new"] {{ background: {p.raised}; border-color: {p.border}; text-align: left;
  min-height: {px(34)}; padding: 0 {px(tokens.SPACE_S)}; }}
QPushButton[look="new"]:hover {{ background: {p.hover}; }}
{_resting(p)}
QPushButton:focus, QToolButton:focus {{ border: 2px solid {p.accent}; }}
QPushButton[look="primary"]:focus {{ border-color: {p.text}; }}
QPushButton[look="pill"]:checked:focus {{ border-color: {p.accent}; }}
QRadioButton {{ spacing: {px(tokens.SPACE_S)}; padding: {px(2)}; border: 2px solid transparent;
  border-radius: {px(tokens.RADIUS_S)}; }}
QRadioButton:focus {{ border-color: {p.accent}; }}
QRadioButton::indicator {{ width: {px(tokens.SPACE_M)}; height: {px(tokens.SPACE_M)};
  border: {px(1)} solid {p.strong_border}; border-radius: {px(7)}; background: {p.raised}; }}
QRadioButton::indicator:checked {{ border: {px(4)} solid {p.accent}; width: {px(tokens.SPACE_M - 6)};
  height: {px(tokens.SPACE_M - 6)}; }}
QPushButton::menu-indicator, QToolButton::menu-indicator {{ image: none; width: 0; }}
QToolButton {{ padding: {px(5)}; }}
QToolButton[look="fold"] {{ padding: {px(2)}; }}
QToolButton[look="fold"]:checked {{ background: transparent; }}
QToolButton:checked {{ background: {p.accent_soft}; }}
"""


def _resting(p: Palette) -> str:
    """Buttons that cannot be pressed now: words that are still read, on a flat ground where the look has one."""
    looks = ("primary", "secondary", "danger", "new", "pill")
    filled = ", ".join(f'QPushButton[look="{look}"]:disabled' for look in looks)
    words = ", ".join(f'QPushButton[look="{look}"]:disabled' for look in ("quiet", "row", "link"))
    return f"""{filled} {{ background: {p.track}; border-color: {p.track}; color: {p.muted}; }}
{words} {{ background: transparent; color: {p.muted}; text-decoration: none; }}
QPushButton[look="pill"]:checked:disabled, QPushButton[look="row"]:checked:disabled {{
  background: {p.accent_soft}; border-color: {p.accent_soft}; color: {p.muted}; }}
"""


def _fields(p: Palette, px: _Px) -> str:
    return f"""
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox {{ background: {p.raised}; color: {p.text};
  border: 1px solid {p.border}; border-radius: {px(tokens.RADIUS_S)}; min-height: {px(tokens.CONTROL - 2)};
  padding: 0 {px(tokens.SPACE_S)}; selection-background-color: {p.selection}; selection-color: {p.text}; }}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {{ border: 2px solid {p.accent};
  padding: 0 {px(tokens.SPACE_S - 1)}; }}
QComboBox {{ padding-right: {px(tokens.SPACE_XL + 4)}; }}
QComboBox::drop-down {{ border: none; width: {px(tokens.SPACE_XL)}; }}
QComboBox::down-arrow {{ image: none; }}
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus {{ background: transparent; border: none;
  padding: 0 {px(tokens.SPACE_S)}; min-height: 0; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ width: 0; border: none; }}
QAbstractSpinBox:disabled {{ color: {p.muted}; background: transparent; }}
QLineEdit, QPlainTextEdit, QTextEdit {{ placeholder-text-color: {p.muted}; }}
QPlainTextEdit, QTextEdit {{ background: {p.raised}; color: {p.text}; border: 1px solid {p.border};
  border-radius: {px(tokens.RADIUS_S)}; padding: {px(4)}; selection-background-color: {p.selection};
  selection-color: {p.text}; }}
QPlainTextEdit:focus, QTextEdit:focus {{ border: 2px solid {p.accent}; padding: {px(3)}; }}
QPlainTextEdit[look="bare"] {{ background: transparent; border: none; padding: 0; }}
ComposerFrame {{ background: {p.raised}; border: 1px solid {p.border}; border-radius: {px(tokens.RADIUS_L)}; }}
ComposerFrame[focused="true"] {{ border: 2px solid {p.accent}; }}
QProgressBar {{ background: {p.track}; border: none; border-radius: {px(3)}; max-height: {px(6)}; color: transparent; }}
QProgressBar::chunk {{ background: {p.accent}; border-radius: {px(3)}; }}
"""


def _lists(p: Palette, px: _Px) -> str:
    return f"""
QListView {{ background: {p.raised}; color: {p.text}; border: 1px solid {p.border}; outline: none; }}
QWidget QListView {{ background: transparent; border: none; }}
QListView[focused="true"] {{ border: none; }}
QTableView {{ background: transparent; border: none; selection-background-color: {p.hover};
  selection-color: {p.text}; }}
QHeaderView {{ background: transparent; }}
QHeaderView::section {{ background: transparent; color: {p.muted}; border: none;
  border-bottom: 1px solid {p.border}; padding: {px(4)} {px(2)}; }}
QTableCornerButton::section {{ background: transparent; border: none; }}
QMenu {{ background: {p.raised}; color: {p.text}; border: 1px solid {p.border};
  border-radius: {px(tokens.RADIUS_S)}; padding: {px(tokens.SPACE_XS)}; }}
QMenu::item {{ padding: {px(6)} {px(tokens.SPACE_XL)} {px(6)} {px(tokens.SPACE_M)}; border-radius: {px(4)}; }}
QMenu::item:selected {{ background: {p.accent_soft}; color: {p.text}; }}
QMenu::item:disabled {{ color: {p.muted}; background: transparent; }}
QMenu::separator {{ height: 1px; background: {p.border}; margin: {px(tokens.SPACE_XS)}; }}
QMenu::section {{ color: {p.muted}; padding: {px(4)} {px(tokens.SPACE_M)}; }}
"""


def _scroll(p: Palette, px: _Px) -> str:
    return f"""
QAbstractScrollArea {{ border: none; }}
QScrollArea, Transcript {{ background: transparent; }}
QScrollArea > QWidget > QWidget {{ background: transparent; }}
QScrollBar:vertical {{ background: transparent; width: {px(10)}; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {px(10)}; margin: 0; }}
QScrollBar::handle {{ background: {p.border}; border-radius: {px(3)}; margin: {px(2)}; }}
QScrollBar::handle:vertical {{ min-height: {px(32)}; }}
QScrollBar::handle:horizontal {{ min-width: {px(32)}; }}
QScrollBar::handle:hover {{ background: {p.strong_border}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""
