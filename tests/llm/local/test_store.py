"""Which models are here; the user's own files are never touched."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.llm.local.test_gguf import FIELDS, header
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.local.errors import NotInstalled
from weclaw_desktop.llm.local.store import Installed, Store, sha256_of
from weclaw_desktop.llm.local.weights import QWEN, SMOLLM2, Part, Weights

DATA = b"weights " * 1_000


def tiny(data: bytes = DATA) -> Weights:
    digest = hashlib.sha256(data).hexdigest()
    part = Part("tiny", "1.0", "tiny/data.bin", 100, len(data), digest)
    return Weights(
        name="tiny",
        label=text("local.label.smollm2"),
        title="Tiny",
        parts=(part,),
        sha256=digest,
        memory=10_000,
        token_memory=10,
        languages=("en",),
        licence="MIT",
        makers="us",
        window=2_048,
        n_ctx=1_024,
    )


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "模型 夹", (tiny(),))


def install(store: Store) -> None:
    store.root.mkdir(parents=True, exist_ok=True)
    store.partial(store.catalogue[0]).write_bytes(DATA)
    store.adopt(store.catalogue[0])


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "my models" / "My Model (v2).gguf"
    path.parent.mkdir()
    path.write_bytes(header(FIELDS))
    return path


def test_nothing_is_here_at_first(store: Store) -> None:
    assert store.installed() == []
    with pytest.raises(NotInstalled):
        store.get("local/tiny")
    assert store.remove("tiny") is False


def test_an_adopted_model_is_listed_and_verified(store: Store) -> None:
    install(store)
    [found] = store.installed()
    assert (found.name, found.size, found.referenced, found.verified) == ("tiny", len(DATA), False, True)
    assert not store.partial(store.catalogue[0]).exists()
    spec = found.spec(512)
    assert (spec.id, spec.window, spec.window_source) == ("local/tiny", 512, "server")
    assert spec.local
    assert (spec.tools, spec.written_calls, spec.tools_note) == (True, True, None)


def test_a_changed_file_is_no_longer_verified(store: Store) -> None:
    install(store)
    path = store.get("tiny").path
    path.write_bytes(DATA[:-1] + b"!")
    assert store.get("tiny").verified is False
    assert store.verify("tiny") is False
    path.write_bytes(DATA)
    heard: list[int] = []
    assert store.verify("tiny", heard.append) is True
    assert heard[-1] == len(DATA)
    assert store.get("tiny").verified is True


def test_a_file_of_the_wrong_length_is_not_installed(store: Store) -> None:
    install(store)
    store.get("tiny").path.write_bytes(DATA[:100])
    assert store.installed() == []


def test_remove_deletes_the_fetched_model_and_a_half_download(store: Store) -> None:
    install(store)
    store.partial(store.catalogue[0]).write_bytes(b"half")
    assert store.remove("local/tiny") is True
    assert [path.name for path in store.root.iterdir()] == ["models.json"]


def test_a_users_file_is_listed_by_reference_and_outlives_its_removal(store: Store, own: Path) -> None:
    before = own.read_bytes()
    found = store.register(own)
    assert (found.name, found.title, found.path, found.referenced) == ("my-model-v2", "小模型", own, True)
    assert (found.window, found.n_ctx) == (32_768, 8_192)
    assert store.register(own).name == found.name
    assert [each.name for each in store.installed()] == ["my-model-v2"]
    assert store.verify("my-model-v2") is True
    assert store.remove("my-model-v2") is True
    assert own.read_bytes() == before
    assert store.installed() == []


def test_a_users_file_that_moved_is_named(store: Store, own: Path) -> None:
    store.register(own)
    own.rename(own.with_name("elsewhere.gguf"))
    assert store.installed() == []
    with pytest.raises(NotInstalled, match="My Model"):
        store.get("my-model-v2")


def test_names_do_not_collide(store: Store, own: Path, tmp_path: Path) -> None:
    store.register(own)
    for folder, name in (("a", own.name), ("b", "tiny.gguf"), ("c", "？.gguf")):
        other = tmp_path / folder / name
        other.parent.mkdir()
        other.write_bytes(own.read_bytes())
        store.register(other)
    assert {each.name for each in store.installed()} == {"my-model-v2", "my-model-v2-2", "tiny-2", "model"}


def test_a_file_that_is_no_model_is_refused(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "notes.gguf"
    path.write_text("shopping list")
    with pytest.raises(InputError, match=r"notes\.gguf"):
        store.register(path)


@pytest.mark.parametrize("rubbish", ["", "[]", '{"files": 3, "verified": {"tiny": 5}}', "{"])
def test_a_damaged_index_loses_no_model(store: Store, rubbish: str) -> None:
    install(store)
    (store.root / "models.json").write_text(rubbish)
    assert [each.name for each in store.installed()] == ["tiny"]
    assert store.verify("tiny") is True


def test_sha256_of_a_slice(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(DATA)
    assert sha256_of(path, 8, 16) == hashlib.sha256(DATA[8:24]).hexdigest()


def test_O3_a_model_that_is_too_small_gets_no_tools_and_the_reason_is_known(tmp_path: Path) -> None:
    installed = Installed("small", "Small", "Small", tmp_path / "x.gguf", 1, 512, 512, False, True)
    spec = installed.spec()
    assert not spec.tools
    assert spec.tools_note == text("local.no_tools", model="small")
    assert not SMOLLM2.tools
    assert QWEN.tools
