"""litellm finds the environment it needs, and nothing imports it before it is wanted."""

from __future__ import annotations

import subprocess
import sys

import pytest

from weclaw_desktop.llm import library
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


def test_a_vocabulary_that_nobody_reads_again_is_dropped() -> None:
    """The string it was parsed for stays, so that the library still counts for the models it belongs to."""
    lib = library.litellm()
    utils = sys.modules["litellm.utils"]
    assert utils.json_data is None
    assert len(utils.claude_json_str) > 1_000_000
    assert lib.token_counter(model="claude-2", text="One two three.") == 4


def test_a_library_without_that_vocabulary_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    library.litellm()
    utils = sys.modules["litellm.utils"]
    monkeypatch.delattr(utils, "json_data")
    library.drop_parsed_vocabulary()
    assert not hasattr(utils, "json_data")
