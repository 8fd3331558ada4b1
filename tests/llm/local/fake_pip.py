"""A stand-in for pip, run as a program: copies wheels from a folder, or fails in the ways that pip fails.

``PIP_FAKE_WHEELS`` names the folder, ``PIP_FAKE_MODE`` the behaviour; every run adds a line to ``runs.txt`` there.
"""

import os
import shutil
import sys
import threading
from pathlib import Path

SAYINGS = {
    "offline": "WARNING: Retrying (Retry(total=1)) after connection broken by 'NewConnectionError'\n"
    "ERROR: Could not find a version that satisfies the requirement tiny-part1==1.0\n"
    "ERROR: No matching distribution found for tiny-part1==1.0",
    "missing": "ERROR: Could not find a version that satisfies the requirement tiny-part1==1.0 (from versions: 0.9)\n"
    "ERROR: No matching distribution found for tiny-part1==1.0",
    "full": "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
    "nopip": "/usr/bin/python3: No module named pip",
    "odd": "ERROR: something nobody has seen before",
}


def main() -> int:
    wheels = Path(os.environ["PIP_FAKE_WHEELS"])
    mode = os.environ.get("PIP_FAKE_MODE", "")
    package = sys.argv[-1].split("==", maxsplit=1)[0].replace("-", "_")
    folder = next(Path(a.removeprefix("--dest=")) for a in sys.argv if a.startswith("--dest="))
    with (wheels / "runs.txt").open("a", encoding="utf-8") as runs:
        runs.write(f"{package} {os.getpid()} {' '.join(sorted(os.environ))}\n")
    if mode in SAYINGS:
        print(SAYINGS[mode], file=sys.stderr)
        return 1
    source = next(wheels.glob(f"{package}-*.whl"))
    if mode == "hang" and package.endswith("2"):
        (folder / "half.tmp").write_bytes(source.read_bytes()[:50])
        threading.Event().wait(60)
    shutil.copy(source, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
