"""Runs a piece of Python in a child process on a profile, to be killed or limited."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEAD = """
import asyncio, os, signal, sys
from pathlib import Path
from weclaw_desktop.core.messages import TextPart, assistant, user
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.storage.profile import open_store
folder = Path(sys.argv[1])

def die():
    os.kill(os.getpid(), signal.SIGKILL)

def say(*words):
    print(*words, flush=True)
"""


def start(folder: Path, body: str) -> subprocess.Popen[str]:
    """A child that runs ``body`` after ``HEAD``; its output is a pipe."""
    code = HEAD + textwrap.dedent(body)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", code, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def run(folder: Path, body: str) -> tuple[str, str, int]:
    """Run to the end (a kill included): output, errors, exit code."""
    with start(folder, body) as child:
        out, err = child.communicate(timeout=60)
    return out, err, child.returncode
