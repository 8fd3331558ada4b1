"""Sentences with a number of things, in the form that the number asks for: 1 line, 2 lines.

They stand together because only ``tr`` of a Qt class tells the translation tools that a string has such forms. English
has a translation of its own for them (``en_counted``); without it the plural stands for every number.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from weclaw_desktop.core.text import compact


class Counted(QObject):
    """One sentence per method, for one number."""

    def results(self, count: int) -> str:
        """Under the palette's list."""
        return self.tr("{0} results · ↑↓ choose · Return opens · Esc closes", "", count).format(f"{count:,}")

    def chats(self, count: int) -> str:
        """In a group of the list."""
        return self.tr("{0} chats", "", count).format(f"{count:,}")

    def erased(self, count: int) -> str:
        """Before chats are erased for good."""
        told = self.tr(
            "Messages, compressions, attachments and notes of {0} chats are erased. There is no way back.", "", count
        )
        return told.format(f"{count:,}")

    def deleted(self, count: int) -> str:
        """Messages that were deleted just now."""
        return self.tr("{0} messages deleted", "", count).format(f"{count:,}")

    def calls(self, count: int) -> str:
        """Calls of models in some time."""
        return self.tr("{0} calls", "", count).format(f"{count:,}")

    def estimated(self, count: int) -> str:
        """Calls whose usage no server told."""
        return self.tr("{0} calls counted here, because the server told nothing", "", count).format(f"{count:,}")

    def lines(self, count: int) -> str:
        """Of a tool's result."""
        return self.tr("{0} lines", "", count).format(f"{count:,}")

    def edited(self, count: int) -> str:
        """How often a message was reworded."""
        return self.tr("{0} times", "", count).format(f"{count:,}")

    def compressed(self, count: int) -> str:
        """Messages that a compression stands for."""
        return self.tr("{0} messages compressed", "", count).format(f"{count:,}")

    def shortened(self, count: int) -> str:
        """Tool results that a compression shows shortened."""
        return self.tr("{0} tool results shortened", "", count).format(f"{count:,}")

    def tokens(self, count: int, about: str = "") -> str:
        """In short; ``about`` stands in front, "~" for an estimate."""
        return self.tr("{0} tokens", "", count).format(about + compact(count))

    def tokens_at_ends(self, count: int) -> str:
        """Of a file that goes with its beginning and end only."""
        return self.tr("{0} tokens, beginning and end", "", count).format(compact(count))

    def whole_text(self, count: int) -> str:
        """The way to a tool's result of so many characters."""
        return self.tr("Open the full text ({0} characters)", "", count).format(f"{count:,}")

    def hidden(self, count: int) -> str:
        """The way to more of a long message."""
        return self.tr("Show more ({0} characters hidden)", "", count).format(f"{count:,}")

    def cut_off(self, count: int) -> str:
        """Under a preview that does not show all."""
        return self.tr("{0} more characters are not shown here.", "", count).format(f"{count:,}")

    def pasted(self, count: int, start: str) -> str:
        """A long paste of so many characters, and how it begins."""
        return self.tr("Pasted text, {0} characters: {1}…", "", count).format(f"{count:,}", start)


counted = Counted()
"""Speaks the language of the window."""
