"""No secret reaches a child process through the environment."""

from __future__ import annotations

from weclaw_desktop.llm.local.environment import for_pip, for_server

FULL = {
    "PATH": "/bin",
    "HOME": "/home/zhang",
    "LC_ALL": "zh_CN.UTF-8",
    "OPENAI_API_KEY": "sk-1",
    "ANTHROPIC_AUTH_TOKEN": "sk-2",
    "AWS_SECRET_ACCESS_KEY": "sk-3",
    "HF_TOKEN": "sk-4",
    "LLAMA_ARG_HOST": "0.0.0.0",
    "PIP_INDEX_URL": "https://mirror.example/simple",
    "https_proxy": "http://proxy.example:3128",
    "PYTHONPATH": "/elsewhere",
}


def test_X1_the_model_gets_no_keys_and_no_settings_of_others() -> None:
    given = for_server(FULL, "/app")
    assert "sk-" not in " ".join(given.values())
    assert set(given) == {
        "PATH", "HOME", "LC_ALL", "OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "PYTHONPATH", "PYTHONUTF8",
    }  # fmt: skip
    assert given["PYTHONPATH"] == "/app"
    assert (given["OMP_WAIT_POLICY"], given["GOMP_SPINCOUNT"]) == ("PASSIVE", "0")


def test_X1_pip_gets_its_own_settings_and_the_proxy_but_no_keys() -> None:
    given = for_pip(FULL, "/scratch")
    assert "sk-" not in " ".join(given.values())
    assert given["PIP_INDEX_URL"] == FULL["PIP_INDEX_URL"]
    assert given["https_proxy"] == FULL["https_proxy"]
    assert given["TMPDIR"] == given["TEMP"] == given["TMP"] == "/scratch"
