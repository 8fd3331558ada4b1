"""The grammar of the command line. Nothing here imports what a command needs to run."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

from weclaw_desktop import __version__


def build() -> argparse.ArgumentParser:
    """The parser; ``command`` and, for nested ones, ``action`` name what was asked for."""
    parser = argparse.ArgumentParser(
        prog="weclaw-desktop",
        description="Chat with any model; see and steer what the model sees. Without a command the window opens.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument("--profile-dir", type=Path, default=None, metavar="DIR", help="use this profile folder")
    parser.add_argument("--language", choices=("en", "zh"), default="", help="language of what is printed or shown")
    parser.add_argument("--demo", action="store_true", help="scripted model in a throw-away profile, no key needed")
    parser.add_argument("--theme", choices=("light", "dark", "system"), default="", help="look of the window")
    parser.add_argument("--size", type=_size, default=None, metavar="WxH", help="size of the window")
    parser.add_argument("--screenshot", type=Path, default=None, metavar="PATH", help="write a picture of the window")
    parser.add_argument(
        "--quit-after", type=_seconds, default=None, metavar="S", help="close the window after S seconds"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _chat(commands)
    _chats(commands)
    _context(commands)
    _settings(commands)
    _providers(commands)
    _usage(commands)
    _recall(commands)
    _replay(commands)
    _lab(commands)
    _threshold(commands)
    _models(commands)
    _doctor(commands)
    return parser


def _add(commands: Any, name: str, told: str) -> argparse.ArgumentParser:  # argparse's own type is private
    """A command with the options that every command takes, so that they may stand before or after it."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=told, description=told, allow_abbrev=False)
    keep = argparse.SUPPRESS
    parser.add_argument("--profile-dir", type=Path, default=keep, metavar="DIR", help="use this profile folder")
    parser.add_argument("--language", choices=("en", "zh"), default=keep, help="language of what is printed")
    parser.add_argument("--json", action="store_true", default=keep, help="print one JSON document")
    return parser


def _chat(commands: Any) -> None:  # as above
    parser = _add(commands, "chat", "send one message and print the answer")
    parser.add_argument("message", metavar="MESSAGE", help='the message; "-" reads it from standard input')
    parser.add_argument("--chat", default="", metavar="ID", help="go on with this chat")
    parser.add_argument("--model", default="", metavar="M", help="provider/name")
    parser.add_argument("--strategy", default="", metavar="S", help="context strategy of the chat")
    parser.add_argument(
        "--attach", action="append", type=Path, default=[], metavar="FILE", help="send this file, folder or picture too"
    )
    parser.add_argument(
        "--shorten", action="store_true", help="send attachments that are too large with their beginning and end only"
    )
    parser.add_argument(
        "--folder", type=Path, default=None, metavar="DIR", help="folder of the chat: its AGENTS.md and skills are used"
    )
    parser.add_argument(
        "--allow", action="append", default=[], metavar="TOOL", help="let this tool run unasked in this turn, anywhere"
    )
    parser.add_argument("--demo", action="store_true", default=argparse.SUPPRESS, help="answer by the scripted model")


def _chats(commands: Any) -> None:  # as above
    actions = _add(commands, "chats", "list, delete and restore chats").add_subparsers(
        dest="action", required=True, metavar="ACTION"
    )
    listing = _add(actions, "list", "list chats, newest first")
    listing.add_argument("--query", default="", metavar="WORDS", help="only titles with these words")
    listing.add_argument("--limit", type=_natural, default=50, metavar="N", help="at most so many")
    which = listing.add_mutually_exclusive_group()
    which.add_argument("--archived", action="store_true", help="those in the archive only")
    which.add_argument("--trash", action="store_true", help="those in the trash")
    delete = _add(actions, "delete", "move chats to the trash, where they stay for 30 days")
    delete.add_argument("--for-good", action="store_true", help="erase chats of the trash; there is no way back")
    restore = _add(actions, "restore", "take chats out of the trash")
    for one in (delete, restore):
        one.add_argument("chat", nargs="+", metavar="CHAT", help="the chat's id")


def _context(commands: Any) -> None:  # as above
    context = _add(commands, "context", "what the next request of a chat holds, and where its limits are")
    context.add_argument("chat", metavar="CHAT", help="the chat's id")
    context.add_argument(
        "--xray", action="store_true", help="every part of the next request in order, and what is left out of it"
    )


def _settings(commands: Any) -> None:  # as above
    actions = _add(commands, "settings", "read and change settings").add_subparsers(
        dest="action", required=True, metavar="ACTION"
    )
    get = _add(actions, "get", "print one setting, or all")
    get.add_argument("key", nargs="?", default="", metavar="KEY")
    put = _add(actions, "set", "change one setting; with --chat or --model for that one only")
    put.add_argument("key", metavar="KEY")
    put.add_argument("value", metavar="VALUE", help='with --chat or --model "default" takes it back')
    for parser in (get, put):
        whose = parser.add_mutually_exclusive_group()
        whose.add_argument("--chat", default="", metavar="ID", help="what this chat has of its own (context.…)")
        whose.add_argument("--model", default="", metavar="M", help="what chats with this model have (context.…)")


def _providers(commands: Any) -> None:  # as above
    actions = _add(commands, "providers", "providers of models and their keys").add_subparsers(
        dest="action", required=True, metavar="ACTION"
    )
    _add(actions, "list", "list providers")
    add = _add(actions, "add", "add a provider, or change one")
    add.add_argument("name", metavar="NAME")
    add.add_argument("--kind", default="", help="openai, anthropic, …; taken from NAME when that is one")
    add.add_argument("--base-url", default="", metavar="URL")
    add.add_argument("--region", default="")
    add.add_argument("--models", default="", metavar="A,B", help="names of models, where the server lists none")
    add.add_argument("--key-stdin", action="store_true", help="read the key from standard input")
    add.add_argument("--vault", action="store_true", help="keep keys in a file under a passphrase, asked for")
    for name, told in (("remove", "forget a provider and its key"), ("test", "call a provider once")):
        _add(actions, name, told).add_argument("name", metavar="NAME")


def _usage(commands: Any) -> None:  # as above
    parser = _add(commands, "usage", "tokens and cost of calls, by day, model or chat")
    parser.add_argument("--by", choices=("day", "model", "chat"), default="day")
    parser.add_argument("--days", type=_natural, default=30, metavar="N", help="today and the days before; default 30")
    parser.add_argument("--csv", action="store_true", help="print everything as CSV")


def _recall(commands: Any) -> None:  # as above
    parser = _add(commands, "recall", "find what was said, by words; with --chat also by id (m12) or span (m10-m20)")
    parser.add_argument("query", metavar="QUERY")
    parser.add_argument("--chat", default="", metavar="ID", help="only this chat")
    parser.add_argument("--limit", type=_natural, default=10, metavar="N", help="at most so many")


def _replay(commands: Any) -> None:  # as above
    parser = _add(commands, "replay", "play a transcript as if it happened now")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--strategy", default="adaptive", metavar="S")
    parser.add_argument("--window", type=_natural, default=0, metavar="N", help="tokens")
    parser.add_argument("--profile", choices=("economy", "balanced", "long"), default="balanced")
    parser.add_argument("--model", default="", metavar="M", help="count and threshold as for this model")
    parser.add_argument("--summarizer", default="none", metavar="none|scripted|MODEL")


def _lab(commands: Any) -> None:  # as above
    parser = _add(
        commands, "lab", "play transcripts with every strategy and compare what each keeps, and at what price"
    )
    parser.add_argument("file", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--report", type=Path, default=None, metavar="OUT.html", help="write a report to look at")
    parser.add_argument("--strategy", type=_listed, default=[], metavar="A,B", help="only these; all without it")
    parser.add_argument("--window", type=_windows, default=[], metavar="N,M", help="tokens; each is played")
    parser.add_argument("--profile", type=_profiles, default=[], metavar="A,B", help="economy, balanced, long")
    parser.add_argument("--summarizer", type=_listed, default=[], metavar="A,B", help="none, scripted, or a model")
    parser.add_argument("--model", default="", metavar="M", help="window, tokens and price of this model")


def _threshold(commands: Any) -> None:  # as above
    parser = _add(commands, "threshold", "when a chat is compressed, and why then")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--model", default="", metavar="M", help="provider/name")
    which.add_argument("--window", type=_natural, default=0, metavar="N", help="tokens")
    parser.add_argument("--max-input", type=_natural, default=0, metavar="N")
    parser.add_argument("--max-output", type=_natural, default=0, metavar="N")
    parser.add_argument("--price-step", type=_natural, default=None, metavar="N")
    parser.add_argument("--reasoning", action="store_true")
    parser.add_argument("--ratio", type=_ratio, default=0.0, metavar="R")
    parser.add_argument("--cap", type=_natural, default=0, metavar="N")
    parser.add_argument("--profile", choices=("economy", "balanced", "long"), default="")
    parser.add_argument("--strategy", default="", metavar="S", help="some have a fixed share of the window")
    parser.add_argument("--formula", choices=("tiers", "classic"), default="", help="of truncate")
    parser.add_argument("--uncalibrated", action="store_true")


def _models(commands: Any) -> None:  # as above
    actions = _add(commands, "models", "models that can be used and small ones to fetch").add_subparsers(
        dest="action", required=True, metavar="ACTION"
    )
    _add(actions, "list", "list models")
    for name, told in (
        ("install", "fetch a small model, or take a .gguf file"),
        ("remove", "delete a fetched model"),
        ("test", "have a model say one word"),
    ):
        _add(actions, name, told).add_argument("name", metavar="NAME")


def _doctor(commands: Any) -> None:  # as above
    parser = _add(commands, "doctor", "look at everything that could be wrong on this computer")
    parser.add_argument(
        "--repair",
        choices=("restore", "anew"),
        help="for a damaged or lost database: the newest backup, or an empty history; the old file is kept",
    )
    parser.add_argument("--has-model", action="store_true", help="only: exit 0 when there is something to talk to")


def _natural(value: str) -> int:
    digits = value.replace("_", "").replace(",", "")
    number = int(digits) if digits.isdecimal() and len(digits) < 16 else 0
    if number < 1:
        raise argparse.ArgumentTypeError("must be a whole number, at least 1")
    return number


def _listed(value: str) -> list[str]:
    return [name.strip() for name in value.split(",") if name.strip()]


def _windows(value: str) -> list[int]:
    return [_natural(number) for number in _listed(value)]


def _profiles(value: str) -> list[str]:
    found = _listed(value)
    if not set(found) <= {"economy", "balanced", "long"}:
        raise argparse.ArgumentTypeError("must be economy, balanced or long")
    return found


def _ratio(value: str) -> float:
    number = _number(value)
    if not 0.2 <= number <= 0.85:
        raise argparse.ArgumentTypeError("must lie between .20 and .85")
    return number


def _number(value: str) -> float:
    try:
        return float(value)
    except ValueError:
        return math.nan  # lies in no range


def _seconds(value: str) -> float:
    number = _number(value)
    if not 0 < number < 86_400:
        raise argparse.ArgumentTypeError("must be a number of seconds above 0")
    return number


def _size(value: str) -> tuple[int, int]:
    width, _, height = value.lower().partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise argparse.ArgumentTypeError("must look like 1280x800")
    return int(width), int(height)
