"""Keys: in the system's key store, or for this run only, or in a file under a passphrase. Nowhere else.

When the key store is absent or locked, saving raises ``KeyStoreUnavailable`` with the choices there are; nothing is
chosen for the user and nothing is written in clear. A secret that cannot be read or decrypted is left where it is.
Calls block, a locked store may even ask the user for its password: use a thread.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, TypeVar

import keyring
import keyring.backend
import keyring.errors

from weclaw_desktop.core.errors import SecretsError
from weclaw_desktop.core.redact import redact
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.storage.vault import Vault

T = TypeVar("T")
SERVICE = "WeClaw Desktop"
Choice = Literal["retry", "this_run", "vault"]
_VARIABLES: dict[str, tuple[str, ...]] = {
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "hunyuan": ("HUNYUAN_API_KEY", "TENCENT_HUNYUAN_API_KEY"),
    "moonshot": ("MOONSHOT_API_KEY", "KIMI_API_KEY"),
    "qwen": ("DASHSCOPE_API_KEY", "QWEN_API_KEY"),
    "volcengine": ("ARK_API_KEY", "VOLCENGINE_API_KEY"),
    "zhipu": ("ZHIPUAI_API_KEY", "ZHIPU_API_KEY", "ZAI_API_KEY"),
}
"""Where the environment holds a provider's key, when not under its own name."""

_NO_STORE = ("keyring.backends.fail", "keyring.backends.null", "keyrings.alt")
"""Modules of stores that keep nothing, or keep it in clear."""


class KeyStoreUnavailable(SecretsError):
    """The key store cannot be used now; ``choices`` are what the user can do."""

    def __init__(self, text: Text, detail: str = "", *, choices: tuple[Choice, ...]) -> None:
        super().__init__(text, detail)
        self.choices = choices


class ProfileSecrets:
    """Implements ``core.ports.Secrets`` with fallbacks where the system has no key store.

    These are: this run only, or a file under a passphrase.

    ``environ`` is looked into only where there is no key store. ``vault`` is the file that a passphrase may open.
    """

    def __init__(self, vault: Path, environ: Mapping[str, str] | None = None) -> None:
        self._vault_path = vault
        self._environ = environ or {}
        self._session: dict[str, str] | None = None
        self._vault: Vault | None = None

    def get(self, name: str) -> str | None:
        """The secret, None when none is stored. Raises KeyStoreUnavailable when it may be there but is locked."""
        if self._session is not None and name in self._session:
            return self._session[name]
        if self._vault is not None:
            return self._vault.get(name)
        if self._vault_path.exists():
            raise _vault_locked()
        if self._session is None and _has_store():
            return _ask(lambda: keyring.get_password(SERVICE, name))
        return self._from_environment(name)

    def set(self, name: str, value: str) -> None:
        """Keep the secret. Raises KeyStoreUnavailable; then nothing was kept anywhere."""
        if self._vault is not None:
            self._vault.set(name, value)
            self._forget(name)
        elif self._session is not None:
            self._session[name] = value
        elif self._vault_path.exists():
            raise _vault_locked()
        elif not _has_store():
            raise KeyStoreUnavailable(text("storage.keys_absent"), choices=("this_run", "vault"))
        else:
            _ask(lambda: keyring.set_password(SERVICE, name, value))
            if _ask(lambda: keyring.get_password(SERVICE, name)) != value:  # a store that only pretends
                raise KeyStoreUnavailable(text("storage.keys_refused"), choices=("this_run", "vault"))

    def delete(self, name: str) -> None:
        """Forget the secret; nothing happens when there is none. Raises KeyStoreUnavailable."""
        if self._vault is not None:
            self._vault.delete(name)
            self._forget(name)
        elif self._session is not None:
            self._forget(name)
        elif self._vault_path.exists():
            raise _vault_locked()
        elif _has_store() and _ask(lambda: keyring.get_password(SERVICE, name)) is not None:
            _ask(lambda: keyring.delete_password(SERVICE, name))

    def where(self) -> Text:
        """Where keys are kept now, for settings and ``doctor``."""
        if self._vault is not None:
            return text("storage.keys_in_vault", path=str(self._vault_path))
        if self._session is not None:
            return text("storage.keys_this_run")
        if self._vault_path.exists():
            return text("storage.vault_locked")
        if _has_store():
            return text("storage.keys_in_store", store=keyring.get_keyring().name)
        return text("storage.keys_absent")

    def choices(self) -> tuple[str, ...]:
        """Where keys may be kept from now on, when that waits for the user; a locked file of keys comes first."""
        if self._vault is not None:
            return ()
        if self._vault_path.exists():
            return ("vault",) if self._session is not None else ("vault", "this_run")
        return () if self._session is not None or _has_store() else ("this_run", "vault")

    def needs_passphrase(self) -> bool:
        """Whether there is a vault that nobody has opened yet in this run: ask at start."""
        return self._vault is None and self._session is None and self._vault_path.exists()

    def use_this_run(self) -> None:
        """The user's choice: keep keys in memory until the app ends."""
        self._session, self._vault = {}, None

    def use_vault(self, passphrase: str) -> None:
        """Open the vault, or make one. Raises SecretsError for a wrong passphrase; the file stays as it is.

        What was to be kept for this run only is: it is not written into the file, and it is not lost.
        """
        self._vault = Vault.open(self._vault_path, passphrase)

    def _forget(self, name: str) -> None:
        if self._session is not None:
            self._session.pop(name, None)

    def _from_environment(self, name: str) -> str | None:
        for variable in variables(name):
            if value := self._environ.get(variable, "").strip():
                return value
        return None


def variables(name: str) -> tuple[str, ...]:
    """The environment's variables that may hold a provider's key, best known first."""
    plain = re.sub(r"[^A-Z0-9]+", "_", name.upper())
    return (*_VARIABLES.get(name, ()), f"{plain}_API_KEY")


def _has_store() -> bool:
    """Whether the system has a key store. One that keeps clear text in a file does not count."""
    backend = keyring.get_keyring()
    kinds: list[keyring.backend.KeyringBackend] = list(getattr(backend, "backends", [backend]))
    return any(not type(kind).__module__.startswith(_NO_STORE) for kind in kinds)


def _vault_locked() -> KeyStoreUnavailable:
    return KeyStoreUnavailable(text("storage.vault_locked"), choices=("vault", "this_run"))


def _ask(question: Callable[[], T]) -> T:
    try:
        return question()
    except keyring.errors.NoKeyringError as error:
        raise KeyStoreUnavailable(text("storage.keys_absent"), choices=("this_run", "vault")) from error
    except Exception as error:  # key stores are plug-ins of keyring and raise what they like
        raise _locked(error) from error


def _locked(error: Exception) -> KeyStoreUnavailable:
    detail = redact(f"{type(error).__name__}: {error}")
    return KeyStoreUnavailable(text("storage.keys_locked"), detail, choices=("retry", "this_run", "vault"))
