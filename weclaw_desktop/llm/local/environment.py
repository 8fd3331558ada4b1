"""What the child processes may see of the environment: lists of what is let in, so that no key slips through.

The caller hands the environment over (only the app and the command line read it); both functions are pure.
"""

from __future__ import annotations

from collections.abc import Mapping

# What a Python process needs to find itself, its libraries and a place for temporary files on the three systems.
_BASE = frozenset({
    "PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "TEMP", "TMP", "TMPDIR",
    "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "PYTHONHOME",
    "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE",
})  # fmt: skip
# pip's own settings, proxies and certificates: without them company networks are out of reach.
_PIP = _BASE | {
    "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_CACHE_HOME", "HTTP_PROXY",
    "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE",
    "NETRC", "VIRTUAL_ENV", "PYTHONPATH",
}  # fmt: skip

# OpenMP's threads must sleep when idle, or the model is three times slower whenever another program works.
_CALM = {"OMP_WAIT_POLICY": "PASSIVE", "GOMP_SPINCOUNT": "0"}


def for_server(environment: Mapping[str, str], package_root: str) -> dict[str, str]:
    """The environment of the model's process; ``package_root`` is the folder from which this package is imported."""
    return {**_let_in(environment, _BASE, ("LC_",)), **_CALM, "PYTHONPATH": package_root, "PYTHONUTF8": "1"}


def for_pip(environment: Mapping[str, str], scratch: str) -> dict[str, str]:
    """The environment of pip; its temporary files go to ``scratch``, where they can be watched and cleared."""
    inherited = _let_in(environment, _PIP, ("LC_", "PIP_"))
    return {**inherited, "TMPDIR": scratch, "TEMP": scratch, "TMP": scratch, "PYTHONUTF8": "1"}


def _let_in(environment: Mapping[str, str], allowed: frozenset[str], prefixes: tuple[str, ...]) -> dict[str, str]:
    """Names are compared without regard to case: Windows and proxy variables come in both."""
    return {
        name: value
        for name, value in environment.items()
        if name.upper() in allowed or name.upper().startswith(prefixes)
    }
