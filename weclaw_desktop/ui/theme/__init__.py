"""One visual language: tokens, the style sheet made of them, the bundled font and the icons."""

from weclaw_desktop.ui.theme.theme import Theme, current

__all__ = ["Theme", "current"]
