"""Keys lie in the key store or where the user said, and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import keyring
import keyring.backend
import keyring.backends.fail
import keyring.backends.null
import pytest
from keyring.errors import InitError, KeyringLocked, PasswordDeleteError

from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.errors import SecretsError
from weclaw_desktop.core.messages import user
from weclaw_desktop.core.settings import ProviderEntry, Settings
from weclaw_desktop.core.text import render
from weclaw_desktop.storage import opening, vault
from weclaw_desktop.storage.profile import Profile, open_store
from weclaw_desktop.storage.secrets import KeyStoreUnavailable, ProfileSecrets
from weclaw_desktop.storage.settings_file import SettingsFile
from weclaw_desktop.storage.vault import Vault

KEY = "sk-" + "Q7w" * 12


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vault, "COST", 2**4)
    monkeypatch.setattr(Vault.open, "__kwdefaults__", {"cost": 2**4})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keys.vault"


class Broken(keyring.backend.KeyringBackend):
    """A key store that raises."""

    priority = 1  # type: ignore[assignment]  # keyring declares a class property

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error
        self.deleted: list[str] = []

    def get_password(self, service: str, username: str) -> str | None:
        raise self.error

    def set_password(self, service: str, username: str, password: str) -> None:
        raise self.error

    def delete_password(self, service: str, username: str) -> None:
        self.deleted.append(username)


class Forgetful(Broken):
    """A key store that takes everything and keeps nothing."""

    def get_password(self, service: str, username: str) -> str | None:
        return None

    def set_password(self, service: str, username: str, password: str) -> None:
        return


def test_the_key_store_is_the_first_place(path: Path) -> None:
    keys = ProfileSecrets(path, {"OPENAI_API_KEY": "from outside"})
    assert keys.get("openai") is None
    keys.set("openai", KEY)
    assert keys.get("openai") == KEY == keyring.get_password("WeClaw Desktop", "openai")
    assert keys.where().key == "storage.keys_in_store"
    assert keys.choices() == ()
    keys.delete("openai")
    keys.delete("openai")
    assert keys.get("openai") is None
    assert not path.exists()


async def test_X1_a_key_is_in_no_file_of_the_profile(tmp_path: Path) -> None:
    profile = Profile(tmp_path / "profile")
    store = await open_store(profile.folder)
    for choose in (lambda k: None, lambda k: k.use_vault("passphrase")):
        keys = ProfileSecrets(profile.vault)
        choose(keys)
        keys.set("openai", KEY)
        settings = declared.change(Settings(), {"general.model": "openai/x"})
        entry = ProviderEntry(name="openai", kind="openai")
        SettingsFile(profile.settings).save(settings.model_copy(update={"providers": (entry,)}))
        chat = await store.chats.create(model="openai/x")
        await store.messages.append(chat.id, user("hello"))
        opening.backup(profile.database, profile.backups, label="x")
    await store.close()
    files = [file for file in profile.folder.rglob("*") if file.is_file()]
    assert len(files) >= 5
    assert [file for file in files if KEY.encode() in file.read_bytes()] == []


@pytest.mark.parametrize("backend", [keyring.backends.fail.Keyring, keyring.backends.null.Keyring])
def test_X2_without_a_key_store_the_user_chooses(
    path: Path, backend: Callable[[], keyring.backend.KeyringBackend]
) -> None:
    keyring.set_keyring(backend())
    keys = ProfileSecrets(path, {"OPENAI_API_KEY": " from outside ", "DASHSCOPE_API_KEY": "d", "MY_API_API_KEY": "m"})
    with pytest.raises(KeyStoreUnavailable) as caught:
        keys.set("openai", KEY)
    assert caught.value.choices == ("this_run", "vault")
    assert "no key store" in render(keys.where())
    assert keys.choices() == caught.value.choices
    assert [keys.get(n) for n in ("openai", "qwen", "my api", "none")] == ["from outside", "d", "m", None]
    keys.delete("openai")
    keys.use_this_run()
    keys.set("openai", KEY)
    assert (keys.get("openai"), keys.get("qwen")) == (KEY, "d")
    assert keys.where().key == "storage.keys_this_run"
    assert keys.choices() == ()
    keys.delete("openai")
    assert keys.get("openai") == "from outside"
    assert ProfileSecrets(path).get("openai") is None
    assert not path.exists()


@pytest.mark.parametrize(
    "error",
    [KeyringLocked(f"locked {KEY}"), InitError("no bus"), ConnectionRefusedError("dbus"), ValueError("decrypt")],
)
def test_X2_a_locked_store_is_told_and_nothing_is_deleted(path: Path, error: Exception) -> None:
    backend = Broken(error)
    keyring.set_keyring(backend)
    keys = ProfileSecrets(path, {"OPENAI_API_KEY": "from outside"})
    for call in (lambda: keys.get("openai"), lambda: keys.set("openai", KEY), lambda: keys.delete("openai")):
        with pytest.raises(KeyStoreUnavailable) as caught:
            call()
        assert caught.value.choices == ("retry", "this_run", "vault")
        assert KEY not in caught.value.detail
    assert backend.deleted == []


def test_X2_a_store_that_only_pretends_is_found_out(path: Path) -> None:
    keyring.set_keyring(Forgetful(ValueError()))
    with pytest.raises(KeyStoreUnavailable, match="does not give it back"):
        ProfileSecrets(path).set("openai", KEY)


def test_a_refused_delete_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = ProfileSecrets(path)
    keys.set("openai", KEY)

    def refuse(service: str, name: str) -> None:
        raise PasswordDeleteError("no")

    monkeypatch.setattr(keyring, "delete_password", refuse)
    with pytest.raises(KeyStoreUnavailable):
        keys.delete("openai")
    assert keys.get("openai") == KEY


def test_a_vault_opens_with_its_passphrase_only(path: Path) -> None:
    keys = ProfileSecrets(path)
    keys.use_vault("密码 短语")
    keys.set("openai", KEY)
    keys.set("qwen", "键\ud800")
    keys.delete("none")
    assert keys.where().key == "storage.keys_in_vault"
    assert keys.choices() == ()
    again = ProfileSecrets(path)
    assert again.needs_passphrase()
    assert again.where().key == "storage.vault_locked"
    assert again.choices() == ("vault", "this_run")
    for call in (lambda: again.get("openai"), lambda: again.set("openai", "x"), lambda: again.delete("openai")):
        with pytest.raises(KeyStoreUnavailable, match="passphrase"):
            call()
    again.use_vault("密码 短语")
    assert not again.needs_passphrase()
    assert (again.get("openai"), again.get("qwen")) == (KEY, "键\ud800")
    again.delete("openai")
    assert again.get("openai") is None
    assert path.stat().st_mode & 0o077 == 0


def test_a_vault_can_be_opened_after_keys_were_kept_for_this_run_and_takes_none_of_them(path: Path) -> None:
    """A failed answer says that the file waits for its passphrase: then there must be a place for it."""
    vault = ProfileSecrets(path)
    vault.use_vault("passphrase")
    vault.set("openai", KEY)
    keys = ProfileSecrets(path)
    keys.use_this_run()
    keys.set("qwen", "typed")
    with pytest.raises(KeyStoreUnavailable, match="passphrase"):
        keys.get("openai")
    assert keys.where().key == "storage.keys_this_run"
    assert keys.choices() == ("vault",)
    keys.use_vault("passphrase")
    assert (keys.where().key, keys.choices()) == ("storage.keys_in_vault", ())
    assert (keys.get("openai"), keys.get("qwen")) == (KEY, "typed")
    again = ProfileSecrets(path)
    again.use_vault("passphrase")
    assert again.get("qwen") is None
    keys.set("qwen", "kept")
    assert keys.get("qwen") == "kept"
    keys.delete("qwen")
    assert keys.get("qwen") is None


def test_X2_a_vault_that_does_not_open_is_never_overwritten(path: Path) -> None:
    Vault.open(path, "right").set("openai", KEY)
    before = path.read_bytes()
    with pytest.raises(SecretsError, match="Nothing was deleted"):
        Vault.open(path, "wrong")
    assert path.read_bytes() == before
    sealed = json.loads(before)
    for content in (
        b"",
        b"[]",
        b"{}",
        json.dumps({**sealed, "data": "!"}).encode(),
        json.dumps({**sealed, "cost": 3}).encode(),
    ):
        path.write_bytes(content)
        with pytest.raises(SecretsError):
            Vault.open(path, "right")
        assert path.read_bytes() == content
    path.unlink()
    path.mkdir()
    with pytest.raises(SecretsError):
        Vault.open(path, "right")


def test_X2_a_vault_that_cannot_be_written_keeps_what_it_had(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Vault.open(path, "right")
    opened.set("openai", KEY)

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(SecretsError):
        opened.set("openai", "new")
    monkeypatch.undo()
    assert opened.get("openai") == KEY == Vault.open(path, "right").get("openai")
    assert list(path.parent.iterdir()) == [path]
