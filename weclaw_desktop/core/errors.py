"""Errors people can do something about, and our own bugs, on different branches.

::

    WeClawError
    ├── KnownError                 one clear sentence with a next step; exit code 1
    │   ├── InputError             what was given cannot be used (file, value, name)
    │   │   └── UsageError         nothing was given where something must be; exit code 2
    │   ├── ModelError             a call to a model failed (retryable or not)
    │   │   ├── MissingKey         no key stored for the provider
    │   │   ├── BadKey             401/403, perhaps a key of another region
    │   │   ├── PaymentRequired    402, no credit left
    │   │   ├── Unreachable        refused connection, DNS, TLS, proxy
    │   │   ├── RateLimited        429, with the provider's Retry-After if it gave one
    │   │   ├── ServerFault        5xx, overloaded
    │   │   ├── TimedOut           no byte within the limit
    │   │   ├── StreamBroken       cut half-way, or garbage in the stream
    │   │   ├── ModelGone          404, unknown or withdrawn model
    │   │   ├── ContextOverflow    the prompt exceeds the window
    │   │   ├── OutputLimit        the requested output exceeds the model's limit
    │   │   ├── BodyTooLarge       413, bytes rather than tokens
    │   │   ├── BadRequest         400 of any other kind
    │   │   └── LocalModelError    the embedded model cannot be fetched, started or used
    │   ├── StorageError
    │   │   ├── DiskFull           nothing new can be saved; read-only until space is made
    │   │   ├── DatabaseLocked     another program holds the database
    │   │   ├── DatabaseDamaged    the file is not a sound database; it is left untouched
    │   │   ├── DatabaseMissing     there was one, and its file is gone
    │   │   └── SchemaTooNew       written by a newer version
    │   ├── SecretsError           the key store is absent, locked or refuses
    │   ├── CannotFit              a request cannot be made to fit under the hard line
    │   ├── ToolFailed             a tool raised, timed out or was refused
    │   └── Cancelled              the user stopped it
    └── Bug                        a promise of ours was broken; reported with a trace
        └── InvariantBroken        an outgoing request breaks a rule of context.invariants
"""

from __future__ import annotations

from typing import Literal

from weclaw_desktop.core.text import Text, render

_ABOUT_KEYS = frozenset({"llm.missing_key", "llm.bad_key", "llm.bad_key_region", "llm.forbidden"})


def is_about_key(failure: Text | None) -> bool:
    """Whether a stored failure is one that another key mends: no key, or one that was refused (401, 403)."""
    return failure is not None and failure.key in _ABOUT_KEYS


def is_locked_file(failure: Text | None) -> bool:
    """Whether a stored failure is that the file of keys waits for its passphrase."""
    return failure is not None and failure.key == "storage.vault_locked"


class WeClawError(Exception):
    """Root. ``text`` is the sentence for people; ``detail`` the provider's or library's own words, redacted."""

    def __init__(self, text: Text, detail: str = "") -> None:
        super().__init__(render(text))
        self.text = text
        self.detail = detail


class KnownError(WeClawError):
    """Something people can act on."""


class InputError(KnownError):
    """What was given cannot be used."""


class UsageError(InputError):
    """Nothing was given where something must be."""


class ModelError(KnownError):
    """A call to a model failed. ``retryable`` says whether the same call may succeed later."""

    retryable = False

    def __init__(self, text: Text, detail: str = "", *, provider: str = "", model: str = "", status: int = 0) -> None:
        super().__init__(text, detail)
        self.provider = provider
        self.model = model
        self.status = status
        self.retry_after: float | None = None


class MissingKey(ModelError):
    """No key is stored for the provider."""


class BadKey(ModelError):
    """The provider refused the key."""


class PaymentRequired(ModelError):
    """The account has no credit."""


class Unreachable(ModelError):
    """No connection could be made."""

    retryable = True


class RateLimited(ModelError):
    """Too many requests; ``retry_after`` holds the provider's wish in seconds, if it gave one."""

    retryable = True


class ServerFault(ModelError):
    """The provider failed on its side."""

    retryable = True


class TimedOut(ModelError):
    """Nothing came within the time limit."""

    retryable = True


class StreamBroken(ModelError):
    """The answer stopped half-way or was not readable."""

    retryable = True


class ModelGone(ModelError):
    """The provider does not know the model."""


class ContextOverflow(ModelError):
    """The prompt exceeds what the model takes; ``limit`` in tokens when the provider told it (0: not told)."""

    def __init__(
        self,
        text: Text,
        detail: str = "",
        *,
        limit: int = 0,
        kind: Literal["window", "input"] = "window",
        provider: str = "",
        model: str = "",
        status: int = 0,
    ) -> None:
        super().__init__(text, detail, provider=provider, model=model, status=status)
        self.limit = limit
        self.kind: Literal["window", "input"] = kind


class OutputLimit(ModelError):
    """The requested output is above the model's limit; ``limit`` in tokens (0: not told)."""

    def __init__(
        self,
        text: Text,
        detail: str = "",
        *,
        limit: int = 0,
        provider: str = "",
        model: str = "",
        status: int = 0,
    ) -> None:
        super().__init__(text, detail, provider=provider, model=model, status=status)
        self.limit = limit


class BodyTooLarge(ModelError):
    """The request has too many bytes."""


class BadRequest(ModelError):
    """The provider refused the request as malformed."""


class LocalModelError(ModelError):
    """The embedded model cannot be fetched, started or used."""


class StorageError(KnownError):
    """Saving or reading failed."""


class DiskFull(StorageError):
    """No space is left for new rows."""


class DatabaseLocked(StorageError):
    """Another program holds the database."""


class DatabaseDamaged(StorageError):
    """The file is not a sound database."""


class DatabaseMissing(StorageError):
    """There was a database, and its file is gone."""


class SchemaTooNew(StorageError):
    """A newer version of the app wrote this database."""


class SecretsError(KnownError):
    """The key store is absent, locked or refuses."""


class CannotFit(KnownError):
    """A request cannot be made to fit under the hard line; the text names what is big."""


class ToolFailed(KnownError):
    """A tool raised, timed out or was refused."""


class Cancelled(KnownError):
    """The user stopped it."""


class Bug(WeClawError):
    """A promise of ours was broken."""


class InvariantBroken(Bug):
    """An outgoing request breaks a rule of ``context.invariants``."""
