"""What this computer has and lacks: a Python that fits, the system libraries of Qt, a display, model servers.

Standard library only, and no newer syntax than Python 3.8 reads: it runs before anything is installed.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

OLDEST = (3, 11)
NEWEST = (3, 13)

# Debian and Ubuntu package -> the file that proves it is there. Without the first ones Qt draws nothing.
LIBRARIES = {
    "libglib2.0-0": "libglib-2.0.so.0",
    "libgl1": "libGL.so.1",
    "libegl1": "libEGL.so.1",
    "libx11-6": "libX11.so.6",
    "libdbus-1-3": "libdbus-1.so.3",
    "libfontconfig1": "libfontconfig.so.1",
    "libfreetype6": "libfreetype.so.6",
    "libxkbcommon0": "libxkbcommon.so.0",
    "libbrotli1": "libbrotlidec.so.1",
    # from here on: needed on an X screen (Qt then blames xcb-cursor, whichever of them is missing)
    "libxcb-cursor0": "libxcb-cursor.so.0",
    "libxcb-icccm4": "libxcb-icccm.so.4",
    "libxcb-image0": "libxcb-image.so.0",
    "libxcb-keysyms1": "libxcb-keysyms.so.1",
    "libxcb-randr0": "libxcb-randr.so.0",
    "libxcb-render-util0": "libxcb-render-util.so.0",
    "libxcb-shape0": "libxcb-shape.so.0",
    "libxcb-sync1": "libxcb-sync.so.1",
    "libxcb-xfixes0": "libxcb-xfixes.so.0",
    "libxcb-xkb1": "libxcb-xkb.so.1",
    "libxkbcommon-x11-0": "libxkbcommon-x11.so.0",
    "libx11-xcb1": "libX11-xcb.so.1",
    # the embedded model
    "libgomp1": "libgomp.so.1",
}
CHINESE_FONT = "fonts-noto-cjk"
CHINESE_FONT_NAMES = ("cjk", "wqy", "sourcehan", "droidsansfallback", "noto sans sc")
# Program -> Debian package, for tests that use the window as a person does.
TEST_PROGRAMS = {"Xvfb": "xvfb", "dbus-daemon": "dbus"}
ACCESSIBILITY = ("at-spi2-core", "/usr/share/dbus-1/services/org.a11y.Bus.service")

# Servers that people run models with, by the port they listen on unless told otherwise.
SERVERS = {11434: "Ollama", 1234: "LM Studio", 8080: "llama-server", 8000: "vLLM", 1337: "Jan"}
LOOK_S = 0.3

NO_PYTHON = """WeClaw Desktop needs Python 3.11, 3.12 or 3.13, and none was found.
  Debian, Ubuntu:  sudo apt install python3 python3-venv     (Debian 12, Ubuntu 24.04 or newer)
  macOS:           brew install python@3.12
  Windows:         winget install Python.Python.3.12
  with uv:         uv python install 3.12"""

NO_DISPLAY = """There is no display here: neither DISPLAY nor WAYLAND_DISPLAY is set.
  On a desktop, start this from a terminal window of the desktop. Over ssh, connect with: ssh -X
  Without a screen (pictures, tests):  xvfb-run -a python3 packaging/dev.py run
  or drawn in memory only:             QT_QPA_PLATFORM=offscreen python3 packaging/dev.py run
  The command line needs no display:   python3 packaging/dev.py cli -- --help"""


def fits(version: Sequence[int]) -> bool:
    """Whether WeClaw Desktop runs on this version of Python, given as (major, minor, …)."""
    return OLDEST <= tuple(version[:2]) <= NEWEST


def python_version(command: Sequence[str]) -> tuple[int, ...]:
    """Ask a Python for its version; () when it does not run (as a pyenv shim of a version that is not active)."""
    ask = [*command, "-c", "import sys; print(*sys.version_info[:3])"]
    try:
        answer = subprocess.run(ask, capture_output=True, text=True, timeout=20)
        return tuple(int(part) for part in answer.stdout.split()) if answer.returncode == 0 else ()
    except (OSError, ValueError, subprocess.SubprocessError):
        return ()


def find_python(uv: str | None) -> list[str] | None:
    """The command of a Python that fits: the one running this, else one on PATH, else one that uv knows."""
    if fits(sys.version_info[:2]):
        return [sys.executable]
    minors = range(NEWEST[1], OLDEST[1] - 1, -1)
    if os.name == "nt":
        candidates = [["py", f"-3.{minor}"] for minor in minors]
    else:
        candidates = [[f"python3.{minor}"] for minor in minors]
    for command in candidates:
        if shutil.which(command[0]) and fits(python_version(command)):
            return command
    if uv:
        found = subprocess.run([uv, "python", "find", ">=3.11,<3.14"], capture_output=True, text=True)
        if found.returncode == 0 and fits(python_version([found.stdout.strip()])):
            return [found.stdout.strip()]
    return None


def known_libraries() -> set[str]:
    """File names of the libraries the system's loader knows; empty where there is no ``ldconfig``."""
    for ldconfig in ("ldconfig", "/sbin/ldconfig", "/usr/sbin/ldconfig"):
        try:
            listing = subprocess.run([ldconfig, "-p"], capture_output=True, text=True, timeout=20)
        except (OSError, subprocess.SubprocessError):
            continue
        return {line.split()[0] for line in listing.stdout.splitlines() if "=>" in line}
    return set()


def loads(library: str) -> bool:
    """Whether the loader finds a library that its list does not name (LD_LIBRARY_PATH, musl)."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_packages(for_tests: bool) -> list[str]:
    """Debian names of the system packages that are missing on Linux; [] elsewhere.

    Args:
        for_tests: Also name what only tests need.
    """
    if not sys.platform.startswith("linux"):
        return []
    known = known_libraries()
    missing = [pkg for pkg, file in LIBRARIES.items() if file not in known and not loads(file)]
    if not has_chinese_font():
        missing.append(CHINESE_FONT)
    if for_tests:
        missing += [pkg for program, pkg in TEST_PROGRAMS.items() if shutil.which(program) is None]
        package, file = ACCESSIBILITY
        if not Path(file).exists():
            missing.append(package)
    return missing


def has_chinese_font(folders: Iterable[Path] | None = None) -> bool:
    """Whether a font with Chinese characters lies in one of the usual folders."""
    home = Path.home()
    usual = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local/share/fonts", home / ".fonts")
    for folder in usual if folders is None else folders:
        for _, _, names in os.walk(str(folder)):
            if any(mark in name.lower() for name in names for mark in CHINESE_FONT_NAMES):
                return True
    return False


def install_line(packages: Sequence[str]) -> str:
    """The one line a person types to install system packages."""
    return ("" if is_root() else "sudo ") + "apt-get install -y " + " ".join(packages)


def can_install() -> bool:
    """Whether this is a Debian or Ubuntu on which packages can be installed from here."""
    return shutil.which("apt-get") is not None and (is_root() or shutil.which("sudo") is not None)


def is_root() -> bool:
    """Whether this runs with an administrator's rights (never on Windows, where nothing here needs them)."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install_packages(packages: Sequence[str]) -> bool:
    """Install Debian packages; True when all went well."""
    before = [] if is_root() else ["sudo"]
    settings = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    subprocess.call([*before, "apt-get", "update", "-q"], env=settings)
    wanted = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages]
    return subprocess.call([*before, *wanted], env=settings) == 0


def display_is_missing(environment: Mapping[str, str]) -> bool:
    """Whether a window could not open: Linux without a screen, and Qt was not told to do without one."""
    if not sys.platform.startswith("linux") or environment.get("QT_QPA_PLATFORM"):
        return False
    return not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def running_server(ports: Mapping[int, str] = SERVERS) -> str | None:
    """The name of the first known model server that listens on this computer."""
    for port, name in ports.items():
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=LOOK_S):
                return name
        except OSError:
            continue
    return None
