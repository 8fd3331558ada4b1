"""A file of secrets under a passphrase: scrypt makes the key, AES-GCM seals the content.

The passphrase cannot be recovered. A file that does not open is never overwritten or removed.
"""

from __future__ import annotations

import json
import os
import unicodedata
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any, cast

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from weclaw_desktop.core.errors import SecretsError
from weclaw_desktop.core.text import text

COST = 2**17
"""scrypt's n: 128 MB of memory and about half a second per attempt, OWASP's first recommendation."""
HIGHEST_COST = 2**20
"""A damaged number must not ask for more than 1 GB."""
_HEADER = b"weclaw-desktop vault 1"


class Vault:
    """An opened vault; every change is written at once, atomically."""

    def __init__(self, path: Path, key: bytes, salt: bytes, cost: int, secrets: dict[str, str]) -> None:
        """Use ``open``."""
        self._path = path
        self._key = key
        self._salt = salt
        self._cost = cost
        self._secrets = secrets

    @staticmethod
    def open(path: Path, passphrase: str, *, cost: int = COST) -> Vault:
        """Open the vault, or make an empty one. Raises SecretsError for a wrong passphrase or a damaged file."""
        try:
            sealed = cast("dict[str, Any]", json.loads(path.read_bytes()))
            salt, nonce, data = (b64decode(sealed[name]) for name in ("salt", "nonce", "data"))
            cost = min(int(sealed["cost"]), HIGHEST_COST)
            key = _derive(passphrase, salt, cost)
        except FileNotFoundError:
            salt = os.urandom(16)
            vault = Vault(path, _derive(passphrase, salt, cost), salt, cost, {})
            vault._write({})
            return vault
        except OSError as error:
            raise SecretsError(text("storage.vault_failed", path=str(path)), str(error)) from error
        except (ValueError, KeyError, TypeError) as error:
            raise SecretsError(text("storage.vault_damaged", path=str(path))) from error
        try:
            opened = AESGCM(key).decrypt(nonce, data, _HEADER)
        except InvalidTag as error:
            raise SecretsError(text("storage.vault_wrong")) from error
        return Vault(path, key, salt, cost, json.loads(opened))

    def get(self, name: str) -> str | None:
        """The secret, None when there is none."""
        return self._secrets.get(name)

    def set(self, name: str, value: str) -> None:
        """Keep a secret. Raises SecretsError; then the file is as it was."""
        self._write({**self._secrets, name: value})

    def delete(self, name: str) -> None:
        """Forget a secret. Raises SecretsError."""
        self._write({key: value for key, value in self._secrets.items() if key != name})

    def _write(self, secrets: dict[str, str]) -> None:
        nonce = os.urandom(12)
        data = AESGCM(self._key).encrypt(nonce, json.dumps(secrets).encode(), _HEADER)
        parts = {"salt": self._salt, "nonce": nonce, "data": data}
        sealed = {"cost": self._cost, **{name: b64encode(value).decode() for name, value in parts.items()}}
        partial = self._path.with_name(f"{self._path.name}.new-{os.getpid()}")
        try:
            descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(json.dumps(sealed).encode())
                file.flush()
                os.fsync(file.fileno())
            partial.replace(self._path)
        except OSError as error:
            partial.unlink(missing_ok=True)
            raise SecretsError(text("storage.vault_failed", path=str(self._path)), str(error)) from error
        self._secrets = secrets


def _derive(passphrase: str, salt: bytes, cost: int) -> bytes:
    phrase = unicodedata.normalize("NFKC", passphrase).encode("utf-8", "surrogatepass")
    return Scrypt(salt=salt, length=32, n=cost, r=8, p=1).derive(phrase)
