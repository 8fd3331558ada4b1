"""How the set-up script makes the environment and hands pip's settings to uv."""

from __future__ import annotations

import tomllib
from pathlib import Path

import environment
import machine
import pytest


@pytest.fixture
def pip_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Variables under which pip's files lie in a folder of this test."""
    monkeypatch.setattr(environment, "WINDOWS", False)
    monkeypatch.setattr(environment.sys, "platform", "linux")
    wide = tmp_path / "wide"
    own = tmp_path / "own"
    return {"HOME": str(tmp_path), "XDG_CONFIG_DIRS": str(wide), "XDG_CONFIG_HOME": str(own)}


def write(folder: str, text: str) -> None:
    file = Path(folder) / "pip" / "pip.conf"
    file.parent.mkdir(parents=True)
    file.write_text(text)


def test_settings_of_the_user_beat_those_of_the_computer(pip_home: dict[str, str]) -> None:
    write(pip_home["XDG_CONFIG_DIRS"], "[global]\nindex-url = https://wide.test/simple\ntrusted-host = wide.test\n")
    write(pip_home["XDG_CONFIG_HOME"], "[global]\nindex-url = https://own.test/simple\n[install]\nno-index = yes\n")
    settings = environment.pip_settings(pip_home)
    assert settings["index-url"] == "https://own.test/simple"
    assert settings["trusted-host"] == "wide.test"
    assert settings["no-index"] == "yes"


def test_variables_beat_files(pip_home: dict[str, str]) -> None:
    write(pip_home["XDG_CONFIG_HOME"], "[global]\nfind_links = a\n")
    assert environment.pip_settings({**pip_home, "PIP_FIND_LINKS": "b"})["find-links"] == "b"


def test_a_named_file_is_read_last(pip_home: dict[str, str], tmp_path: Path) -> None:
    named = tmp_path / "mine.conf"
    named.write_text("[global]\nproxy = http://127.0.0.1:9\n")
    assert environment.pip_settings({**pip_home, "PIP_CONFIG_FILE": str(named)})["proxy"] == "http://127.0.0.1:9"


def test_no_file_is_read_when_pip_reads_none(pip_home: dict[str, str]) -> None:
    write(pip_home["XDG_CONFIG_HOME"], "[global]\nproxy = x\n")
    assert "proxy" not in environment.pip_settings({**pip_home, "PIP_CONFIG_FILE": environment.os.devnull})


def test_a_broken_file_is_named_and_left_out(pip_home: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    write(pip_home["XDG_CONFIG_HOME"], "index-url = no section\n")
    environment.pip_settings(pip_home)
    assert "cannot be read" in capsys.readouterr().out


def test_windows_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "WINDOWS", True)
    files = [str(file) for file in environment.pip_files({"APPDATA": "A", "PROGRAMDATA": "P", "USERPROFILE": "U"})]
    assert [Path(file).parts[0] for file in files] == ["P", "U", "A"]


def test_every_setting_has_its_name_in_uv(tmp_path: Path) -> None:
    pip = {
        "index-url": "https://one.test/simple",
        "extra-index-url": "https://two.test/simple\nhttps://three.test/simple",
        "find-links": f"{tmp_path} https://links.test {tmp_path / 'gone'}",
        "trusted-host": "one.test",
        "cert": "c.pem",
        "proxy": "http://127.0.0.1:9",
        "default-timeout": "180",
    }
    assert environment.uv_settings(pip, {}) == {
        "UV_DEFAULT_INDEX": "https://one.test/simple",
        "UV_INDEX": "https://two.test/simple https://three.test/simple",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_FIND_LINKS": f"{tmp_path},https://links.test",
        "UV_INSECURE_HOST": "one.test",
        "SSL_CERT_FILE": "c.pem",
        "ALL_PROXY": "http://127.0.0.1:9",
        "UV_HTTP_TIMEOUT": "180",
    }


@pytest.mark.parametrize("name", ["UV_DEFAULT_INDEX", "UV_INDEX_URL"])
def test_what_the_user_set_for_uv_stays(name: str) -> None:
    assert environment.uv_settings({"index-url": "https://one.test"}, {name: "https://mine.test"}) == {}


def test_one_requirement_is_cut_out_with_its_hashes() -> None:
    wanted = "uv==0.13.9 \\\n    --hash=sha256:bb \\\n    --hash=sha256:cc\n"
    text = "# head\nuvloop==1 \\\n    --hash=sha256:aa\n" + wanted + "yarl==1\n"
    assert environment.requirement("uv", text) == wanted


def test_every_locked_package_has_a_hash() -> None:
    lines = environment.CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    packages = [number for number, line in enumerate(lines) if "==" in line and not line.startswith(("#", " "))]
    assert len(packages) > 80
    assert all(lines[number + 1].strip().startswith("--hash=sha256:") for number in packages)
    assert not any("://" in line or line.startswith(("-i", "-f", "--index", "--find")) for line in lines)


def test_every_direct_dependency_is_locked() -> None:
    table = tomllib.loads((environment.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*table["dependencies"], *(one for extra in table["optional-dependencies"].values() for one in extra)]
    names = {"".join(c if c.isalnum() or c in "-_" else " " for c in one).split()[0].lower() for one in wanted}
    locked = environment.CONSTRAINTS.read_text(encoding="utf-8").lower()
    assert {name for name in names if f"\n{name}==" not in locked} == set()


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, list[list[str]]]:
    """An environment that looks finished, and the list of commands run from now on."""
    commands: list[list[str]] = []
    monkeypatch.setattr(environment, "run", lambda command, settings: commands.append(command))
    monkeypatch.setattr(environment.shutil, "which", lambda name: f"bin/{name}")
    monkeypatch.setattr(machine, "python_version", lambda command: (3, 12, 1))
    python = environment.script("python", tmp_path)
    python.parent.mkdir()
    python.touch()
    return tmp_path, commands


def test_a_ready_environment_is_left_alone(made: tuple[Path, list[list[str]]]) -> None:
    venv, commands = made
    (venv / "weclaw-stamp").write_text(environment.stamp(venv))
    environment.ensure(venv)
    assert commands == []


@pytest.mark.parametrize("mark", [None, "something older"])
def test_an_old_environment_is_updated_with_hashes(made: tuple[Path, list[list[str]]], mark: str | None) -> None:
    venv, commands = made
    if mark:
        (venv / "weclaw-stamp").write_text(mark)
    environment.ensure(venv)
    locked, here, _ = commands
    assert "--require-hashes" in locked
    assert "--compile-bytecode" in locked
    assert here[-2:] == ["-e", str(environment.ROOT)]
    assert environment.is_ready(venv)


def test_an_environment_of_a_wrong_python_is_made_anew(
    made: tuple[Path, list[list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    venv, commands = made
    removed: list[str] = []
    monkeypatch.setattr(machine, "python_version", lambda command: (3, 10, 1))
    monkeypatch.setattr(environment.shutil, "rmtree", lambda path, ignore_errors: removed.append(path))
    environment.ensure(venv)
    assert removed == [str(venv)]
    assert commands[0][:2] == ["bin/uv", "venv"]


def test_without_uv_it_comes_into_the_environment_by_pip(
    made: tuple[Path, list[list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    venv, commands = made
    monkeypatch.setattr(environment.shutil, "which", lambda name: None)
    environment.ensure(venv)
    assert commands[0][1:4] == ["-m", "pip", "install"]
    assert "--require-hashes" in commands[0]
    assert commands[1][0] == str(environment.script("uv", venv))


def test_a_python_without_venv_names_the_line_to_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "find_python", lambda uv: ["python3.12"])
    monkeypatch.setattr(machine, "python_version", lambda command: (3, 12, 1))
    monkeypatch.setattr(machine, "is_root", lambda: False)
    monkeypatch.setattr(environment.subprocess, "call", lambda *_, **__: 1)
    with pytest.raises(environment.SetupError, match=r"sudo apt-get install -y python3\.12-venv"):
        environment.create(tmp_path, None)
    monkeypatch.setattr(environment.shutil, "which", lambda name: None)
    assert environment.missing_packages(tmp_path) == ["python3.12-venv"]


def test_nothing_is_missing_where_uv_or_an_environment_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "venv_package", lambda python: "python3.12-venv")
    monkeypatch.setattr(environment.shutil, "which", lambda name: "bin/uv")
    assert environment.missing_packages(tmp_path) == []
    monkeypatch.setattr(environment.shutil, "which", lambda name: None)
    environment.script("python", tmp_path).parent.mkdir()
    environment.script("python", tmp_path).touch()
    assert environment.missing_packages(tmp_path) == []


def test_no_python_says_how_to_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "find_python", lambda uv: None)
    with pytest.raises(environment.SetupError, match="winget install"):
        environment.create(tmp_path, None)


def test_a_failing_step_is_named(tmp_path: Path) -> None:
    with pytest.raises(environment.SetupError, match="This step failed"):
        environment.run([environment.sys.executable, "-c", "raise SystemExit(3)"], environment.os.environ)
