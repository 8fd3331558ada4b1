"""Stops a test from reaching another computer and from writing outside its temporary folders.

Uses Python's audit events, so it sees Python's own sockets and files, not those that a C library opens by
itself, and not those of child processes. The forbidden call raises what a refusing system would raise, and the
test fails even when the code under test swallows that.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.guards.verdict import VERDICT

ROOT = Path(__file__).resolve().parent.parent.parent
CACHES = (".pytest_cache", ".hypothesis", ".ruff_cache", ".import_linter_cache", ".coverage")
WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
NO_DIRECTORY = -1


class Guard:
    """Decides on audit events while a test runs."""

    def __init__(self) -> None:
        self.writable: tuple[str, ...] = ()
        self.checks: dict[str, Callable[[tuple[object, ...]], None]] = {
            "socket.connect": lambda a: self.address("connect to", a[1]),
            "socket.sendto": lambda a: self.address("send to", a[1]),
            "socket.bind": lambda a: self.address("listen on", a[1]),
            "socket.getaddrinfo": lambda a: self.host("look up", a[0]),
            "socket.gethostbyname": lambda a: self.host("look up", a[0]),
            "open": self.opened,
            "os.mkdir": lambda a: self.path(a[0], a[2]),
            "os.remove": lambda a: self.path(a[0], a[1]),
            "os.rmdir": lambda a: self.path(a[0], a[1]),
            "os.truncate": lambda a: self.path(a[0]),
            "os.chmod": lambda a: self.path(a[0], a[2]),
            "os.link": lambda a: self.path(a[1], a[3]),
            "os.symlink": lambda a: self.path(a[1], a[2]),
            "os.rename": self.renamed,
            "sqlite3.connect": self.database,
        }

    def __call__(self, event: str, args: tuple[object, ...]) -> None:
        """The audit hook."""
        check = self.checks.get(event)
        if check is not None and VERDICT.running:
            check(args)

    def address(self, verb: str, address: object) -> None:
        """Judge a socket address; addresses of one computer's own kinds (Unix sockets, netlink) pass."""
        if isinstance(address, tuple) and address and isinstance(address[0], str):
            self.host(verb, address[0])

    def host(self, verb: str, host: object) -> None:
        """Judge a host name or number."""
        name = host.decode() if isinstance(host, bytes) else host
        if not isinstance(name, str) or is_loopback(name):
            return
        VERDICT.complain(f"tried to {verb} {name or 'every network'}: tests reach nothing but this computer")
        raise ConnectionRefusedError(f"tests may not {verb} {name!r}")

    def opened(self, args: tuple[object, ...]) -> None:
        """Judge ``open(path, mode, flags)``; ``os.open`` has no mode."""
        path, mode, flags = args
        writes = set("wax+") & set(mode) if isinstance(mode, str) else int(str(flags)) & WRITE_FLAGS
        if writes:
            self.path(path)

    def renamed(self, args: tuple[object, ...]) -> None:
        """Judge both names of a move."""
        self.path(args[0], args[2])
        self.path(args[1], args[3])

    def database(self, args: tuple[object, ...]) -> None:
        """Judge the file of an SQLite database, which SQLite opens by itself."""
        name = os.fsdecode(args[0]) if isinstance(args[0], str | bytes | os.PathLike) else ""
        if name.startswith("file:"):
            name = name.removeprefix("file:").partition("?")[0]
        if name and ":memory:" not in name:
            self.path(name)

    def path(self, path: object, directory: object = NO_DIRECTORY) -> None:
        """Judge a path about to be written. A name relative to an open folder was judged with the folder."""
        if not isinstance(path, str | bytes | os.PathLike) or directory != NO_DIRECTORY:
            return
        full = os.path.abspath(os.fsdecode(path))  # noqa: PTH100 - resolve() would read the disk inside the hook
        if full.startswith(self.writable) or f"{os.sep}__pycache__" in full:
            return
        VERDICT.complain(f"tried to write {full}: tests write only below their temporary folders")
        raise PermissionError(f"tests may not write {full}")


def is_loopback(name: str) -> bool:
    """Whether a host name or number is this computer."""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return False


GUARD = Guard()


def pytest_configure(config: pytest.Config) -> None:
    """Install the hook once a process; it cannot be taken out again, but does nothing between tests."""
    if not GUARD.writable:
        GUARD.writable = ("/dev/", "/proc/", *(str(ROOT / cache) for cache in CACHES))
        sys.addaudithook(GUARD)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Tell the guard where this run's temporary folders are."""
    base = session.config._tmp_path_factory.getbasetemp()
    GUARD.writable += tuple({f"{base}{os.sep}", f"{base.resolve()}{os.sep}"})
