"""litellm finds the environment it needs, and nothing imports it before it is wanted."""

from __future__ import annotations

import subprocess
import sys

from weclaw_desktop.llm.environment import VARIABLES, prepare_environment


def test_the_environment_is_set() -> None:
    environ = {"LITELLM_OFFLINE_MODE": "false", "OTHER": "1"}
    prepare_environment(environ)
    assert environ == {**VARIABLES, "OTHER": "1"}


def test_nothing_imports_litellm_before_the_first_call() -> None:
    script = (
        "import sys; import weclaw_desktop.llm.catalog, weclaw_desktop.llm.scripted, weclaw_desktop.llm.ladder;"
        "assert not {'litellm', 'openai', 'tiktoken', 'tokenizers'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
