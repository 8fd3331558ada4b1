"""Finds the files that ship with the program: icons, fonts, translations, default skills and personas.

They lie in ``resources/`` at the top of a checkout and in ``weclaw_desktop/resources`` of a wheel. Both are answered
here, so that nothing else has to know how the program was installed.
"""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def resource(*parts: str) -> Traversable:
    """Return one shipped file or folder.

    Args:
        parts: Path below the resource folder, for example ``resource("icons", "app.svg")``.

    Returns:
        The file or folder, which may be read but not written. Qt needs a real path: use ``resource_path``.

    Raises:
        FileNotFoundError: The program was installed without it.
    """
    found = _root().joinpath(*parts)
    if not (found.is_file() or found.is_dir()):
        raise FileNotFoundError("/".join(("resources", *parts)))
    return found


def resource_path(*parts: str) -> Path:
    """Return one shipped file or folder as a path on disk; see ``resource``.

    Raises:
        FileNotFoundError: It is missing, or the program runs from an archive that has no paths.
    """
    found = resource(*parts)
    if not isinstance(found, Path):
        raise FileNotFoundError(str(found))
    return found


def _root() -> Traversable:
    """The folder that holds the resources: the wheel's, else the checkout's."""
    packed = files("weclaw_desktop").joinpath("resources")
    if packed.is_dir():
        return packed
    return Path(__file__).resolve().parent.parent / "resources"
