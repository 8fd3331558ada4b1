"""A process that plays variants: started by ``bench``.

It is sent an experiment, then numbers of its variants; it answers with ("size", messages, tokens) of the transcript,
("progress", done, of), ("ask", prompt, limit) where a model writes the summaries, and ("row", Row). It ends when its
input does, and yields to every other program.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from typing import BinaryIO, cast

from weclaw_desktop.context.narrative import Prompt
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services.lab.experiment import Experiment
from weclaw_desktop.services.lab.pipe import get, put
from weclaw_desktop.services.lab.trials import Trials

PAUSE_S = 0.08
"""Seconds between two reports of progress."""
YOUNG = 500_000
"""Objects between two looks for garbage, each of which looks at the new ones only."""


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Play what is asked for until ``source`` ends."""
    try:
        experiment = cast("Experiment", get(source))
        trials = Trials(experiment)
        put(sink, ("size", *trials.size))
        while True:
            variant = experiment.variants[cast("int", get(source))]
            told = 0.0

            def progress(done: int, of: int) -> None:
                nonlocal told
                if time.monotonic() - told >= PAUSE_S:
                    told = time.monotonic()
                    put(sink, ("progress", done, of))

            def ask(prompt: Prompt, limit: int) -> str:
                put(sink, ("ask", prompt, limit))
                return cast("str", get(source))

            named = variant.summarizer.partition(":")[0] not in ("none", "scripted")
            put(sink, ("row", trials.run(variant, progress, ask if named else None)))
    except EOFError:
        return


def calm() -> None:
    """Look for garbage seldom: a fifth of a replay's time would go into it, and next to nothing lies in cycles.

    A session of 150,000 tokens takes 145 MB with and without.
    """
    gc.freeze()
    gc.set_threshold(YOUNG, 1_000, 1_000)
    gc.enable()


def main() -> None:
    """Talk over standard input and output; what a library prints goes to standard error."""
    calm()
    if sys.platform != "win32":
        os.nice(5)
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    counter_for(ModelSpec("lab", "lab").encoder).text("ready")  # the table is read while the experiment is being made
    serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
