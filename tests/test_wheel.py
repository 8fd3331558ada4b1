"""What people install: the wheel is built, holds everything, and opens the window from another folder."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which a freshly built wheel was unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(unpacked: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in ``folder`` with the unpacked wheel in front of the checkout."""
    # The key store of the other tests lies in the checkout; the wheel has to do without.
    variables = dict(os.environ, PYTHONPATH=str(unpacked), PYTHON_KEYRING_BACKEND="keyring.backends.null.Keyring")
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, timeout=60)


def test_the_wheel_holds_every_file_of_the_checkout(unpacked: Path) -> None:
    for top, packed in (("weclaw_desktop", "weclaw_desktop"), ("resources", "weclaw_desktop/resources")):
        listed = subprocess.run(
            ["git", "ls-files", top], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        missing = [name for name in listed if not (unpacked / packed / Path(name).relative_to(top)).is_file()]
        assert listed
        assert missing == []


def test_nothing_but_the_package_is_in_the_wheel(unpacked: Path) -> None:
    assert {path.name.partition("-")[0] for path in unpacked.iterdir()} == {"weclaw_desktop"}


def test_resources_are_found_in_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    code = "from weclaw_desktop.resource_files import resource_path; print(resource_path('README.md'))"
    result = run(unpacked, tmp_path, "-c", code)
    assert result.stdout.strip() == str(unpacked / "weclaw_desktop" / "resources" / "README.md"), result.stderr


def test_the_window_opens_from_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    """The whole program starts offscreen with an empty profile, draws its window and ends by itself."""
    from PySide6.QtGui import QImage

    picture = tmp_path / "window.png"
    profile = tmp_path / "profile"
    options = ("--profile-dir", str(profile), "--screenshot", str(picture), "--quit-after", "2")
    result = run(unpacked, tmp_path, "-m", "weclaw_desktop", *options)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Traceback" not in result.stderr
    image = QImage(str(picture))
    assert image.width() >= 800
    colours = {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
    assert len(colours) > 10
    assert profile.is_dir()
