"""Sentences spoken while models, providers and keys are set up."""

ENTRIES: dict[str, tuple[str, str]] = {
    "setup.no_models": (
        "{provider} lists no model. Name one in its settings, or install one on the server.",
        "{provider} 没有列出任何模型。请在其设置中填写模型名称，或在服务器上安装一个。",
    ),
    "setup.bad_name": (
        "A provider's name must not be empty or hold a slash or blanks: “{name}”. Write for example my-server.",
        "服务商名称不能为空，也不能包含斜杠或空格：“{name}”。例如写作 my-server。",
    ),
    "setup.no_address": (
        "Give the address of the server, for example http://127.0.0.1:8000/v1.",
        "请填写服务器地址，例如 http://127.0.0.1:8000/v1。",
    ),
    "setup.bad_address": (
        "“{address}” is no address of a server. Write for example http://127.0.0.1:8000/v1.",
        "“{address}” 不是服务器地址。例如写作 http://127.0.0.1:8000/v1。",
    ),
    "setup.bad_region": (
        "There is no region {region} here. Known: {known}.",
        "没有区域 {region}。可用：{known}。",
    ),
    "setup.no_such_model": (
        "There is no model {name} to fetch. Known: {known}.",
        "没有可下载的模型 {name}。可用：{known}。",
    ),
    "setup.not_here": (
        "Embedded models are not part of this profile. Open a profile of your own, without --demo.",
        "此档案不包含内置模型。请打开自己的档案（不使用 --demo）。",
    ),
    "setup.already_fetching": ("{name} is being fetched already.", "正在下载 {name}。"),
}
