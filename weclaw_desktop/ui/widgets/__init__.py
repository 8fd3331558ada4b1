"""Base widgets that every view is made of: they carry the visual language, never meaning.

Looks are set by properties that the style sheet knows (``ui.theme.stylesheet``); nothing here reads a service.
"""

from weclaw_desktop.ui.widgets.buttons import Button, IconButton, LinkButton, PillButton, Switch
from weclaw_desktop.ui.widgets.check import Check
from weclaw_desktop.ui.widgets.choice_box import ChoiceBox
from weclaw_desktop.ui.widgets.drawer import Drawer
from weclaw_desktop.ui.widgets.escape import Escape
from weclaw_desktop.ui.widgets.labels import Badge, ElidedLabel, Label, SectionTitle
from weclaw_desktop.ui.widgets.meters import Bar, Ring
from weclaw_desktop.ui.widgets.scrolled import Scrolled
from weclaw_desktop.ui.widgets.sheet import Sheet, ask, top_sheet
from weclaw_desktop.ui.widgets.surfaces import Banner, Card, Line, clear_layout, column, row
from weclaw_desktop.ui.widgets.tab_stops import tab_stops

__all__ = [
    "Badge",
    "Banner",
    "Bar",
    "Button",
    "Card",
    "Check",
    "ChoiceBox",
    "Drawer",
    "ElidedLabel",
    "Escape",
    "IconButton",
    "Label",
    "Line",
    "LinkButton",
    "PillButton",
    "Ring",
    "Scrolled",
    "SectionTitle",
    "Sheet",
    "Switch",
    "ask",
    "clear_layout",
    "column",
    "row",
    "tab_stops",
    "top_sheet",
]
