"""Real keys and clicks on an X screen, through the XTEST extension."""

from __future__ import annotations

import time

from Xlib import XK, X, display
from Xlib.ext import xtest

BEAT_S = 0.02
"""Pause after each press, in seconds: nobody types faster."""
_SHIFTED = dict(zip('~!@#$%^&*()_+{}|:"<>?', "`1234567890-=[]\\;',./", strict=True))
_SIGNS = {
    " ": "space", "-": "minus", "=": "equal", "[": "bracketleft", "]": "bracketright", "\\": "backslash",
    ";": "semicolon", "'": "apostrophe", ",": "comma", ".": "period", "/": "slash", "`": "grave",
}  # fmt: skip


class Hands:
    """A mouse and a keyboard."""

    def __init__(self, screen: str) -> None:
        self._display = display.Display(screen)

    def close(self) -> None:
        """Let the screen go."""
        self._display.close()

    def click(self, left: int, top: int) -> None:
        """Press and release the left button at a place of the screen."""
        xtest.fake_input(self._display, X.MotionNotify, x=left, y=top)
        self._beat()
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(self._display, kind, 1)
            self._beat()

    def key(self, name: str, *held: str) -> None:
        """Press a key by its X name, with others held ("Control_L", "Shift_L")."""
        codes = [self._code(key) for key in (*held, name)]
        for code in codes:
            xtest.fake_input(self._display, X.KeyPress, code)
        self._beat()
        for code in reversed(codes):
            xtest.fake_input(self._display, X.KeyRelease, code)
        self._beat()

    def type(self, words: str) -> None:
        """Type ASCII text."""
        for letter in words:
            plain = _SHIFTED.get(letter, letter.lower())
            held = ("Shift_L",) if letter in _SHIFTED or letter.isupper() else ()
            self.key(_SIGNS.get(plain, plain), *held)

    def focus(self, title: str) -> None:
        """Give the keyboard to the newest window whose title holds ``title``: no window manager does it here."""
        end = time.monotonic() + 10
        while True:
            for window in reversed(self._display.screen().root.query_tree().children):
                named = window.get_full_property(self._display.intern_atom("_NET_WM_NAME"), X.AnyPropertyType)
                mapped = window.get_attributes().map_state == X.IsViewable
                if mapped and named is not None and title in bytes(named.value).decode():
                    window.set_input_focus(X.RevertToParent, X.CurrentTime)
                    self._beat()
                    return
            assert time.monotonic() < end, f"no window called {title!r}"
            time.sleep(0.1)

    def _code(self, name: str) -> int:
        code = self._display.keysym_to_keycode(XK.string_to_keysym(name))
        assert code, f"no key {name!r}"
        return code

    def _beat(self) -> None:
        self._display.sync()
        time.sleep(BEAT_S)
