"""What the list of chats says, in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def heading_words() -> dict[str, str]:
    """Names of groups, and what is read aloud of chats and headings."""
    translate = QCoreApplication.translate
    return {
        "pinned": translate("Sidebar", "Pinned"),
        "today": translate("Sidebar", "Today"),
        "yesterday": translate("Sidebar", "Yesterday"),
        "week": translate("Sidebar", "Previous 7 days"),
        "older": translate("Sidebar", "Older"),
        "archived": translate("Sidebar", "Archive"),
        "trash": translate("Sidebar", "Trash"),
        "untitled": translate("Sidebar", "New chat"),
        "unread": translate("Sidebar", "unread answer"),
        "busy": translate("Sidebar", "being answered"),
        "open": translate("Sidebar", "open"),
        "closed": translate("Sidebar", "closed"),
    }
