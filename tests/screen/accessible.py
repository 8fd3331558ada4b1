"""What a screen reader sees of a running program: AT-SPI over D-Bus, read by name, role and state.

Interfaces as in the AT-SPI2 specification (org.a11y.atspi.*). Nothing here knows the program's code.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from jeepney import DBusAddress, DBusErrorResponse, MessageType, Properties, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

ACCESSIBLE = "org.a11y.atspi.Accessible"
COMPONENT = "org.a11y.atspi.Component"
TEXT = "org.a11y.atspi.Text"
ROOT = "/org/a11y/atspi/accessible/root"
REGISTRY = "org.a11y.atspi.Registry"
FOCUSED, SENSITIVE, SHOWING, VISIBLE, CHECKED = 12, 24, 25, 30, 4
PATIENCE_S = 20.0


@dataclass(frozen=True, slots=True)
class Thing:
    """One accessible object: where it lives, its name and its role."""

    bus: str
    path: str
    name: str
    role: str


class Reader:
    """Reads the accessibility bus behind a session bus."""

    def __init__(self, session: str) -> None:
        with open_dbus_connection(session) as bus:
            asked = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
            address = bus.send_and_get_reply(new_method_call(asked, "GetAddress"), timeout=10).body[0]
        self._bus: DBusConnection = open_dbus_connection(address)

    def close(self) -> None:
        """Let the bus go."""
        self._bus.close()

    def find(self, name: str, role: str = "", *, patience_s: float = PATIENCE_S) -> Thing:
        """The first showing object whose name begins with ``name``. Fails when none comes in time."""
        found = self.look(name, role, patience_s=patience_s)
        assert found is not None, f"nothing called {name!r} ({role or 'any role'}); there is:\n{self.tree()}"
        return found

    def look(self, name: str, role: str = "", *, patience_s: float = 0.0) -> Thing | None:
        """The same, None when none comes in time."""
        end = time.monotonic() + patience_s
        while True:
            for thing in self.things():
                if thing.name.startswith(name) and role in ("", thing.role):
                    return thing
            if time.monotonic() >= end:
                return None
            time.sleep(0.1)

    def gone(self, name: str, role: str = "", *, patience_s: float = PATIENCE_S) -> None:
        """Wait until nothing of that name shows any more."""
        end = time.monotonic() + patience_s
        while self.look(name, role) is not None:
            assert time.monotonic() < end, f"{name!r} stays"
            time.sleep(0.1)

    def place(self, thing: Thing) -> tuple[int, int, int, int]:
        """Left, top, width and height on the screen, in pixels."""
        left, top, width, height = self._call(thing.bus, thing.path, COMPONENT, "GetExtents", "u", (0,))[0]
        return left, top, width, height

    def states(self, thing: Thing) -> set[int]:
        """Numbers of the states that hold."""
        return self._states(thing.bus, thing.path)

    def words(self, thing: Thing) -> str:
        """The text that an object holds."""
        return str(self._call(thing.bus, thing.path, TEXT, "GetText", "ii", (0, -1))[0])

    def focused(self) -> Thing | None:
        """What has the keyboard: the innermost thing with a name, for the inside of a text field has none."""
        found = [thing for thing in self.things() if FOCUSED in self.states(thing)]
        return next((thing for thing in reversed(found) if thing.name), found[-1] if found else None)

    def things(self) -> Iterator[Thing]:
        """All objects that show, depth first."""
        for bus, path in self._call(REGISTRY, ROOT, ACCESSIBLE, "GetChildren")[0]:
            yield from self._under(bus, path, 0)

    def tree(self) -> str:
        """Names and roles of all that shows, for a failed test."""
        return "\n".join(f"{thing.role}: {thing.name[:80]}" for thing in self.things() if thing.name)

    def _under(self, bus: str, path: str, depth: int) -> Iterator[Thing]:
        try:
            if depth > 1 and not {SHOWING, VISIBLE} <= self._states(bus, path):
                return
            name = str(self._property(bus, path, "Name"))
            yield Thing(bus, path, name, str(self._call(bus, path, ACCESSIBLE, "GetRoleName")[0]))
            children = self._call(bus, path, ACCESSIBLE, "GetChildren")[0]
        except DBusErrorResponse:
            return  # it went away while it was read
        for child_bus, child_path in children:
            yield from self._under(child_bus, child_path, depth + 1)

    def _states(self, bus: str, path: str) -> set[int]:
        low, high = self._call(bus, path, ACCESSIBLE, "GetState")[0]
        both = low | high << 32
        return {number for number in range(64) if both >> number & 1}

    def _property(self, bus: str, path: str, name: str) -> Any:
        asked = Properties(DBusAddress(path, bus, ACCESSIBLE)).get(name)
        return self._reply(asked)[0][1]

    def _call(self, bus: str, path: str, interface: str, method: str, signature: str = "", body: Any = ()) -> Any:
        asked = DBusAddress(path, bus, interface)
        return self._reply(new_method_call(asked, method, signature or None, body))

    def _reply(self, message: Any) -> Any:
        reply = self._bus.send_and_get_reply(message, timeout=10)
        if reply.header.message_type is MessageType.error:
            raise DBusErrorResponse(reply)
        return reply.body


def quiet(reader: Reader) -> None:
    """Close a reader whose bus may be gone."""
    with suppress(OSError):
        reader.close()
