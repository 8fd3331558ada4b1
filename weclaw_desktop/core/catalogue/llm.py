"""Sentences spoken by ``llm``: every failed call is one sentence that says what to do next."""

ENTRIES: dict[str, tuple[str, str]] = {
    "llm.missing_key": (
        "No key is stored for {provider}. Add one under Settings → Models, or choose another model.",
        "尚未保存 {provider} 的密钥。请在“设置 → 模型”中添加，或选择其他模型。",
    ),
    "llm.bad_key": (
        "{provider} refused the key. Check it under Settings → Models.",
        "{provider} 拒绝了密钥。请在“设置 → 模型”中检查。",
    ),
    "llm.bad_key_region": (
        (
            "{provider} ({region}) refused the key. Is it a key of another region ({others})? Choose its region or "
            "another key under Settings → Models."
        ),
        "{provider}（{region}）拒绝了密钥。它是否属于其他区域（{others}）？请在“设置 → 模型”中选择对应区域或更换密钥。",
    ),
    "llm.forbidden": (
        "{provider} does not let this key use {model}. Check the key's rights, or choose another model.",
        "{provider} 不允许此密钥使用 {model}。请检查密钥权限，或选择其他模型。",
    ),
    "llm.payment": (
        "The account at {provider} has no credit left. Top it up, or choose another model.",
        "{provider} 账户余额不足。请充值，或选择其他模型。",
    ),
    "llm.unreachable": (
        (
            "{provider} cannot be reached at {address}. Check the connection, the proxy under Settings → Network and "
            "the address, then retry."
        ),
        "无法连接 {provider}（{address}）。请检查网络、“设置 → 网络”中的代理和地址，然后重试。",
    ),
    "llm.unreachable_local": (
        "No server answers at {address}. Start it, then retry.",
        "{address} 没有服务器响应。请启动服务器后重试。",
    ),
    "llm.rate_limited": (
        "{provider} asks to slow down. Retry in a minute, or choose another model.",
        "{provider} 要求降低请求频率。请一分钟后重试，或选择其他模型。",
    ),
    "llm.rate_limited_for": (
        "{provider} asks to wait {seconds} s. Retry then, or choose another model.",
        "{provider} 要求等待 {seconds} 秒。请届时重试，或选择其他模型。",
    ),
    "llm.server_fault": (
        "{provider} has a problem on its side. Retry in a moment, or choose another model.",
        "{provider} 服务端出现问题。请稍后重试，或选择其他模型。",
    ),
    "llm.timed_out": (
        "{provider} sent nothing for {seconds} s. Retry, or raise the limit under Settings → Network.",
        "{provider} 已 {seconds} 秒没有发送任何内容。请重试，或在“设置 → 网络”中提高时限。",
    ),
    "llm.stream_broken": (
        "The answer of {model} broke off half-way. What arrived is kept; retry for a whole one.",
        "{model} 的回答中途中断。已收到的内容会保留；请重试以获得完整回答。",
    ),
    "llm.garbage": (
        "{provider} sent something that is not an answer. Check that the address is that of its API, then retry.",
        "{provider} 返回的内容不是回答。请确认地址是其 API 地址，然后重试。",
    ),
    "llm.model_gone": (
        "{provider} does not offer {model}, or no longer. Choose another model, or correct its name.",
        "{provider} 没有提供 {model}，或已下线。请选择其他模型，或更正模型名称。",
    ),
    "llm.overflow": (
        "The request is longer than {model} takes. Compress the chat, or choose a model with a larger window.",
        "请求超出了 {model} 的上限。请压缩对话，或选择窗口更大的模型。",
    ),
    "llm.overflow_limit": (
        (
            "The request is longer than the {limit:,} tokens that {model} takes. Compress the chat, or choose a model "
            "with a larger window."
        ),
        "请求超出了 {model} 可接受的 {limit:,} 个词元。请压缩对话，或选择窗口更大的模型。",
    ),
    "llm.output_limit": (
        "The answer length asked for is above what {model} allows. Lower its output limit under Settings → Models.",
        "请求的回答长度超出 {model} 的允许值。请在“设置 → 模型”中降低其输出上限。",
    ),
    "llm.output_limit_known": (
        "{model} answers with at most {limit:,} tokens. Lower its output limit under Settings → Models.",
        "{model} 的回答最多 {limit:,} 个词元。请在“设置 → 模型”中降低其输出上限。",
    ),
    "llm.body_too_large": (
        "The request is too large in bytes for {provider}. Remove pictures or files from it, then retry.",
        "请求的字节数超出 {provider} 的限制。请移除图片或文件后重试。",
    ),
    "llm.filtered": (
        "{provider} blocked this by its content rules. Rephrase the message, or choose another model.",
        "{provider} 的内容规则拦截了此请求。请换一种说法，或选择其他模型。",
    ),
    "llm.bad_request": (
        "{provider} refused the request. Its own words are in the details; choose another model if it happens again.",
        "{provider} 拒绝了请求，原话见详情。若再次出现，请选择其他模型。",
    ),
    "llm.failed": (
        "The call to {model} failed. Retry, or choose another model; the details say more.",
        "调用 {model} 失败。请重试或选择其他模型；详情中有更多信息。",
    ),
    "llm.library_missing": (
        "The library that speaks to providers could not be loaded. Install the program again.",
        "无法加载与服务商通信的组件。请重新安装本程序。",
    ),
    "llm.closed": (
        "The program is closing. Start it again to continue.",
        "程序正在关闭。请重新启动后继续。",
    ),
    "llm.unknown_model": (
        "There is no model named {name}. Type provider/name, for example one of: {known}.",
        "没有名为 {name} 的模型。请输入“服务商/名称”，例如：{known}。",
    ),
    "llm.no_models": (
        (
            "There is no model named {name}, and none is set up. Add a provider under Settings → Models or install the "
            "embedded model."
        ),
        "没有名为 {name} 的模型，也尚未设置任何模型。请在“设置 → 模型”中添加服务商，或安装内置模型。",
    ),
    "llm.ambiguous_model": (
        "Several providers have a model named {name}. Type one of: {known}.",
        "有多个服务商提供名为 {name} 的模型。请输入其中之一：{known}。",
    ),
    "llm.unknown_provider": (
        "There is no kind of provider named {kind}. Known kinds: {known}.",
        "没有名为 {kind} 的服务商类型。可用类型：{known}。",
    ),
    "llm.no_address": (
        "{provider} has no address. Give its base URL under Settings → Models.",
        "{provider} 没有地址。请在“设置 → 模型”中填写其 base URL。",
    ),
    "llm.left_alone": (
        "{provider} asked for quiet until a moment from now; it is not asked again before.",
        "{provider} 要求暂停请求，在此之前不会再次询问。",
    ),
    "llm.busy_here": (
        "{model} runs on this computer and is busy; it is asked when it is idle.",
        "{model} 在本机运行且正忙，空闲时再询问。",
    ),
    "llm.took_too_long": (
        "{model} gave no summary within {seconds} s. Choose a faster summary model under Settings → Context.",
        "{model} 在 {seconds} 秒内没有给出摘要。请在“设置 → 上下文”中选择更快的摘要模型。",
    ),
    "llm.named": ("{en}{zh:.0}", "{zh}{en:.0}"),
    "llm.and": ("{some}, {more}", "{some}、{more}"),
    "llm.proxy_unusable": (
        "The {where} proxy cannot be used: only http, https and socks5 addresses can. Change it, or set another under "
        "Settings → Network.",
        "{where}代理无法使用：仅支持 http、https 和 socks5 地址。请更改，或在“设置 → 网络”中另行设置。",
    ),
    "llm.proxy_of_system": ("system's", "系统"),
    "llm.proxy_own": ("configured", "所设的"),
    "llm.rung_failed": ("{model}: {reason}", "{model}：{reason}"),
    "llm.source.override": ("set by you", "由你设置"),
    "llm.source.learnt": ("learnt from an error", "从错误信息得知"),
    "llm.source.server": ("reported by the server", "由服务器报告"),
    "llm.source.table": ("from the table that ships with the program", "来自程序内置表"),
    "llm.source.guessed": ("guessed", "猜测"),
}
