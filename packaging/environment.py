"""Makes ``.venv``: every package of ``constraints.txt`` with its hash checked, and this checkout installed in place.

uv does the work. Where it is not on PATH it is installed into the environment by the environment's own pip. Whatever
index, certificate or proxy pip is configured for is handed to uv, which does not read pip's settings.

Standard library only, and no newer syntax than Python 3.8 reads: it runs before anything is installed.
"""

from __future__ import annotations

import configparser
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import machine

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"


class SetupError(Exception):
    """Something a person has to do first; the message says what."""


def script(name: str, venv: Path = VENV) -> Path:
    """The path of a command inside the environment."""
    return venv / ("Scripts" if WINDOWS else "bin") / (name + (".exe" if WINDOWS else ""))


def stamp(venv: Path = VENV) -> str:
    """What the environment was made from; another value means that it has to be made again."""
    digest = hashlib.sha256(str(venv).encode())
    for file in (ROOT / "pyproject.toml", CONSTRAINTS, Path(__file__)):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def is_ready(venv: Path = VENV) -> bool:
    """Whether the environment is complete and up to date."""
    mark = venv / "weclaw-stamp"
    return script("python", venv).exists() and mark.is_file() and mark.read_text() == stamp(venv)


def ensure(venv: Path = VENV) -> None:
    """Make or update the environment unless it is ready.

    Raises:
        SetupError: No Python that fits, no ``venv`` module, or an installation failed.
    """
    if is_ready(venv):
        return
    print(f"Setting up {venv} (once, and again when the dependencies change)", flush=True)
    uv = shutil.which("uv")
    settings = dict(os.environ)
    pip = pip_settings(settings)
    settings.update(uv_settings(pip, settings))
    if not machine.fits(machine.python_version([str(script("python", venv))])):
        create(venv, uv)
    if uv is None:
        uv = install_uv(venv)
    python = ["--python", str(script("python", venv))]
    if pip.get("no-index", "").lower() in ("1", "true", "yes", "on"):
        python.append("--no-index")
    locked = ["--require-hashes", "--no-deps", "--compile-bytecode", "-r", str(CONSTRAINTS)]
    run([uv, "pip", "install", *python, *locked], settings)
    run([uv, "pip", "install", *python, "--no-deps", "--no-build-isolation", "-e", str(ROOT)], settings)
    run([str(script("python", venv)), "-m", "compileall", "-q", str(ROOT / "weclaw_desktop")], settings)
    (venv / "weclaw-stamp").write_text(stamp(venv))


def create(venv: Path, uv: str | None) -> None:
    """Make an empty environment on a Python that fits."""
    python = machine.find_python(uv)
    if python is None:
        raise SetupError(machine.NO_PYTHON)
    shutil.rmtree(str(venv), ignore_errors=True)  # one that does not run, or of another Python
    if uv:
        if python[0] == "py":
            python = [".".join(str(part) for part in machine.python_version(python))]
        run([uv, "venv", "--python", python[0], str(venv)], dict(os.environ))
        return
    package = venv_package(python)
    if package:
        line = machine.install_line([package])
        raise SetupError(f"This Python cannot make environments yet. Type this, then start again:\n  {line}")
    run([*python, "-m", "venv", str(venv)], dict(os.environ))


def venv_package(python: Sequence[str]) -> str:
    """The Debian package that teaches a Python to make environments; "" when it can."""
    if subprocess.call([*python, "-c", "import ensurepip, venv"], stderr=subprocess.DEVNULL) == 0:
        return ""
    return "python{}.{}-venv".format(*machine.python_version(python)[:2])


def missing_packages(venv: Path = VENV) -> list[str]:
    """The system packages without which no environment can be made here; [] once there is one."""
    if script("python", venv).exists() or shutil.which("uv"):
        return []
    python = machine.find_python(None)
    package = venv_package(python) if python else ""
    return [package] if package else []


def install_uv(venv: Path) -> str:
    """Install uv into the environment with the environment's pip, its hash checked; return its path."""
    wanted = venv / "uv-requirement.txt"
    wanted.write_text(requirement("uv", CONSTRAINTS.read_text(encoding="utf-8")))
    python = str(script("python", venv))
    run([python, "-m", "pip", "install", "-q", "--no-deps", "--require-hashes", "-r", str(wanted)], dict(os.environ))
    return str(script("uv", venv))


def requirement(name: str, constraints: str) -> str:
    """One package's lines (version and hashes) out of the text of a constraints file."""
    block: list[str] = []
    for line in constraints.splitlines():
        if line.startswith(f"{name}=="):
            block = [line]
        elif block and line.startswith(" "):
            block.append(line)
        elif block:
            break
    return "\n".join(block) + "\n"


def run(command: Sequence[str], settings: Mapping[str, str]) -> None:
    """Run one step of the installation.

    Raises:
        SetupError: It failed; its own output was shown.
    """
    if subprocess.call(list(command), env=dict(settings)) != 0:
        raise SetupError("This step failed, see above:\n  " + " ".join(command))


def pip_files(environment: Mapping[str, str]) -> Iterator[Path]:
    """The files pip reads its settings from, weakest first (pip's documentation, "Configuration")."""
    named = environment.get("PIP_CONFIG_FILE")
    if named == os.devnull:
        return
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home())
    if WINDOWS:
        yield Path(environment.get("PROGRAMDATA", r"C:\ProgramData")) / "pip" / "pip.ini"
        yield home / "pip" / "pip.ini"
        yield Path(environment.get("APPDATA", str(home))) / "pip" / "pip.ini"
    else:
        if sys.platform == "darwin":
            yield Path("/Library/Application Support/pip/pip.conf")
        for folder in reversed(environment.get("XDG_CONFIG_DIRS", "/etc/xdg").split(":")):
            yield Path(folder) / "pip" / "pip.conf"
        yield Path("/etc/pip.conf")
        yield home / ".pip" / "pip.conf"
        if sys.platform == "darwin":
            yield home / "Library" / "Application Support" / "pip" / "pip.conf"
        yield Path(environment.get("XDG_CONFIG_HOME") or str(home / ".config")) / "pip" / "pip.conf"
    if named:
        yield Path(named)


def pip_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """pip's settings by their long option names, from its files and then from ``PIP_…`` variables."""
    settings: dict[str, str] = {}
    for file in pip_files(environment):
        parser = configparser.RawConfigParser()
        try:
            parser.read(str(file), encoding="utf-8")
        except (configparser.Error, UnicodeDecodeError) as error:
            print(f"pip's settings in {file} cannot be read and are left out: {error}")
            continue
        for section in ("global", "install"):
            if parser.has_section(section):
                settings.update({key.replace("_", "-"): value for key, value in parser.items(section)})
    for name, value in environment.items():
        if name.startswith("PIP_") and value:
            settings[name[len("PIP_") :].lower().replace("_", "-")] = value
    return settings


def uv_settings(pip: Mapping[str, str], environment: Mapping[str, str]) -> dict[str, str]:
    """Translate pip's settings to uv's variables. What the user set for uv is left alone."""
    wanted: dict[str, str] = {}
    if pip.get("index-url"):
        wanted["UV_DEFAULT_INDEX"] = pip["index-url"]
    if pip.get("extra-index-url"):
        wanted["UV_INDEX"] = " ".join(pip["extra-index-url"].split())
        # pip takes the best file of all its indexes. The hashes say which file that may be.
        wanted["UV_INDEX_STRATEGY"] = "unsafe-best-match"
    links = [link for link in pip.get("find-links", "").split() if "://" in link or Path(link).is_dir()]
    if links:
        wanted["UV_FIND_LINKS"] = ",".join(links)
    if pip.get("trusted-host"):
        wanted["UV_INSECURE_HOST"] = " ".join(pip["trusted-host"].split())
    if pip.get("cert"):
        wanted["SSL_CERT_FILE"] = pip["cert"]
    if pip.get("proxy"):
        wanted["ALL_PROXY"] = pip["proxy"]
    timeout = pip.get("timeout") or pip.get("default-timeout", "")
    if timeout.isdigit():
        wanted["UV_HTTP_TIMEOUT"] = timeout
    older = {"UV_DEFAULT_INDEX": "UV_INDEX_URL", "UV_INDEX": "UV_EXTRA_INDEX_URL"}
    return {name: value for name, value in wanted.items() if not {name, older.get(name, name)} & set(environment)}
