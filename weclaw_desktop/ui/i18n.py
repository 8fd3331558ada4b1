"""The window's language: installs Qt translations at run time and renders sentences from below.

English is the source text, but for the singular of what has a number. Each ``resources/translations/*.qm`` is made from
the ``.ts`` of the same name by ``packaging/translations.py``; a test fails when a string of the source is missing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLibraryInfo, QLocale, QTranslator

from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.text import Language, Text, render
from weclaw_desktop.resource_files import resource

Choice = Literal["system", "en", "zh"]
_MARKS = {", ": "，", "; ": "；", ": ": "："}
QT_LACKS = (QT_TRANSLATE_NOOP("QFileDialog", "&Look in:"), QT_TRANSLATE_NOOP("QFileDialog", "Files of &type:"))
"""Words of Qt's own windows that its Chinese lacks: Qt finds them among ours."""


class _State:
    language: Language = "en"
    translators: tuple[QTranslator, ...] = ()
    data: tuple[bytes, ...] = ()
    """What the translators read from: Qt does not copy it, so it must live as long as they do."""


def system_language() -> Language:
    """Chinese when the system prefers it over English, else English."""
    for name in QLocale.system().uiLanguages():
        if name.startswith("zh"):
            return "zh"
        if name.startswith("en"):
            return "en"
    return "en"


def language() -> Language:
    """The language in force."""
    return _State.language


def use(choice: Choice) -> Language:
    """Speak another language; every widget gets a ``LanguageChange`` event. Returns the language chosen."""
    chosen = system_language() if choice == "system" else choice
    if chosen == _State.language and _State.translators:
        return chosen
    _State.language = chosen
    for old in _State.translators:
        QCoreApplication.removeTranslator(old)
    _State.translators = tuple(_load(chosen))
    for new in _State.translators:
        QCoreApplication.installTranslator(new)
    return chosen


def model_title(spec: ModelSpec) -> str:
    """The model's name in the language of the window."""
    return spec.title_in(language())


def say(value: Text) -> str:
    """A sentence from below the window, in its language."""
    return render(value, _State.language)


def joined(parts: Iterable[str], mark: Literal[", ", "; ", ": "] = ", ") -> str:
    """Words of the window's language in one line, with its own marks between them; empty ones are left out."""
    return (_MARKS[mark] if _State.language == "zh" else mark).join(part for part in parts if part)


def _load(chosen: Language) -> list[QTranslator]:
    """Ours, and Qt's own words (menus of text fields) where Qt ships them."""
    found: list[QTranslator] = []
    qt = QTranslator()
    if chosen == "zh" and qt.load("qtbase_zh_CN", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        found.append(qt)
    for file in sorted(resource("translations").iterdir(), key=lambda file: file.name):
        if file.name.startswith(f"{chosen}_") and file.name.endswith(".qm"):
            own, data = QTranslator(), file.read_bytes()
            _State.data += (data,)
            if own.load(data):
                found.append(own)
    return found
