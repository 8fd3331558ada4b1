"""Settings: every key round-trips, nothing is lost, damage is told and kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.storage.children import run
from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.errors import StorageError
from weclaw_desktop.core.settings import ModelOverride, ProviderEntry, Settings
from weclaw_desktop.storage.settings_file import SettingsFile

KEYS = declared.keys()


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "数据 夹" / "settings.json")


def path_of(file: SettingsFile) -> Path:
    return file._path


def other_value(key: str) -> object:
    """A valid value of ``key`` that is not its default."""
    default = declared.get(Settings(), key)
    candidates: list[object] = [20_000, 50, 1, 0.5, "off", "full", "economy", "dark", "zh", "ctrl_enter", "custom"]
    candidates += ["classic", "none", not default if isinstance(default, bool) else "text", 600, "http://127.0.0.1:1"]
    for value in candidates:
        if value == default or isinstance(value, bool) != isinstance(default, bool):
            continue
        try:
            if declared.get(declared.change(Settings(), {key: value}), key) != default:
                return value
        except declared.InputError:
            continue
    raise AssertionError(f"no other value for {key}")


@pytest.mark.parametrize("key", KEYS)
def test_D7_every_key_round_trips(file: SettingsFile, key: str) -> None:
    value = other_value(key)
    file.save(declared.change(file.load(), {key: value}))
    assert declared.get(SettingsFile(path_of(file)).load(), key) == value
    file.save(declared.change(file.load(), {"appearance.sidebar": False}))
    expected = False if key == "appearance.sidebar" else value
    assert declared.get(file.load(), key) == expected
    file.save(declared.change(file.load(), {key: declared.get(Settings(), key)}))
    assert declared.get(file.load(), key) == declared.get(Settings(), key)


def test_D7_everything_at_once_round_trips(file: SettingsFile) -> None:
    everything = declared.change(Settings(), dict(zip(KEYS, map(other_value, KEYS), strict=True))).model_copy(
        update={
            "providers": (
                ProviderEntry(name="mine", kind="openai", models=("a", "b")),
                ProviderEntry(name="x", kind="y"),
            ),
            "overrides": {"p/m": ModelOverride(window=1_000_000, tools=False, price_input=0.5)},
            "local_files": ("/home/张伟/模型 1.gguf",),
        }
    )
    file.save(everything)
    assert file.load() == everything
    assert file.problem is None
    file.save(everything.model_copy(update={"providers": (), "overrides": {}, "local_files": ()}))
    assert file.load().providers == ()
    assert file.load().overrides == {}


def test_keys_of_newer_versions_are_kept(file: SettingsFile) -> None:
    path = path_of(file)
    path.parent.mkdir()
    newer = {
        "future": {"a": 1},
        "general": {"language": "zh", "voice": "on"},
        "providers": [{"name": "gone", "kind": "k"}, {"name": "mine", "kind": "openai", "tier": 3}],
        "overrides": {"p/m": {"window": 5_000, "speed": 2}, "p/n": {"window": 6_000}},
    }
    path.write_text("\ufeff" + json.dumps(newer), encoding="utf-8")
    loaded = file.load()
    assert file.problem is None
    overrides = {"p/m": loaded.overrides["p/m"]}
    file.save(loaded.model_copy(update={"providers": loaded.providers[1:], "overrides": overrides}))
    raw = json.loads(path.read_text(encoding="utf-8"))
    assert raw["future"] == {"a": 1}
    assert raw["general"] == {"language": "zh", "voice": "on"}
    assert raw["providers"] == [{"name": "mine", "kind": "openai", "tier": 3}]
    assert raw["overrides"] == {"p/m": {"window": 5_000, "speed": 2}}


@pytest.mark.parametrize("content", [b"{broken", b"[]", b"\xff\xfe", b""])
def test_D7_a_damaged_file_is_moved_aside_and_told(file: SettingsFile, content: bytes) -> None:
    path = path_of(file)
    path.parent.mkdir()
    for number in (1, 2):
        path.write_bytes(content)
        assert file.load() == Settings()
        assert file.problem is not None
        assert file.problem.key == "storage.settings_damaged"
        assert path.with_name(f"settings.json.damaged-{number}").read_bytes() == content
        assert not path.exists()
    file.save(Settings())
    assert file.load() == Settings()
    assert file.problem is None


def test_D7_one_bad_value_costs_only_itself(file: SettingsFile) -> None:
    path = path_of(file)
    path.parent.mkdir()
    raw = {
        "context": {"cap": -5, "strategy": "off"},
        "appearance": "dark",
        "providers": [
            {"name": "mine", "kind": "k"},
            {"kind": "nameless"},
            {"name": "two", "kind": "k", "enabled": "?"},
        ],
        "overrides": {"p/m": {"window": "wide", "cap": 7_000}},
        "general": {"language": "fr"},
    }
    path.write_text(json.dumps(raw), encoding="utf-8")
    loaded = file.load()
    assert (loaded.context.cap, loaded.context.strategy) == (0, "off")
    assert [p.name for p in loaded.providers] == ["mine"]
    assert loaded.overrides["p/m"].cap == 7_000
    assert file.problem is not None
    named = dict(file.problem.params)["keys"]
    assert all(name in str(named) for name in ("context.cap", "appearance", "overrides.p/m.window", "general.language"))
    assert json.loads(path.with_name("settings.json.damaged-1").read_text(encoding="utf-8")) == raw


def test_lone_surrogates_come_back(file: SettingsFile) -> None:
    file.save(declared.change(Settings(), {"chatting.persona": "half \ud83d 你好"}))
    assert file.load().chatting.persona == "half \ud83d 你好"


def test_D7_a_kill_while_saving_leaves_the_old_file(file: SettingsFile) -> None:
    file.save(declared.change(Settings(), {"context.cap": 20_000}))
    body = """
        from weclaw_desktop.core.settings import Settings, change
        from weclaw_desktop.storage import settings_file
        settings_file.os.fsync = lambda number: die()
        settings_file.SettingsFile(folder / "settings.json").save(change(Settings(), {"context.cap": 5_000}))
    """
    _, err, code = run(path_of(file).parent, body)
    assert code == -9, err
    assert file.load().context.cap == 20_000


def test_D4_a_save_that_fails_leaves_the_old_file(file: SettingsFile, monkeypatch: pytest.MonkeyPatch) -> None:
    file.save(declared.change(Settings(), {"context.cap": 20_000}))

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StorageError, match="full"):
        file.save(Settings())
    monkeypatch.undo()
    assert file.load().context.cap == 20_000
    assert [p.name for p in path_of(file).parent.iterdir()] == ["settings.json"]


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    with pytest.raises(StorageError):
        SettingsFile(tmp_path / "settings.json").load()
