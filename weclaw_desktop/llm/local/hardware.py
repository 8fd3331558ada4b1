"""What this machine offers a model: cores, AVX2, free memory."""

from __future__ import annotations

import ctypes
import platform
import sys
from pathlib import Path

import psutil

_PF_AVX2 = 40  # PF_AVX2_INSTRUCTIONS_AVAILABLE of winnt.h


def threads() -> int:
    """Physical cores that this process may use; hyper-threads slow the arithmetic down rather than helping."""
    cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
    process = psutil.Process()
    allowed = len(process.cpu_affinity()) if hasattr(process, "cpu_affinity") else cores
    return max(1, min(cores, allowed))


def free_memory() -> int:
    """Bytes that programs can get without swapping."""
    return int(psutil.virtual_memory().available)


def lacks_avx2(cpuinfo: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether the processor is known to lack AVX2. Unknown counts as present: the runtime then decides."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return False
    if sys.platform == "win32":
        return not ctypes.windll.kernel32.IsProcessorFeaturePresent(_PF_AVX2)
    try:
        flags = cpuinfo.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return "flags" in flags and " avx2" not in flags
