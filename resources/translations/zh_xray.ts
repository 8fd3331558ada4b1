<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Xray</name>
    <message>
        <source>Choose a part to read it.</source>
        <translation>选择一部分查看全文。</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 词元</translation>
    </message>
    <message>
        <source>{0} more characters; Copy text takes all of them.</source>
        <translation>还有 {0} 个字符；“复制文本”会复制全部。</translation>
    </message>
    <message>
        <source>Show in chat</source>
        <translation>在对话中显示</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文本</translation>
    </message>
    <message>
        <source>Text of the part</source>
        <translation>此部分的文本</translation>
    </message>
    <message>
        <source>X-ray</source>
        <translation>透视</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>The very request, in OpenAI&apos;s shape</source>
        <translation>实际请求，OpenAI 格式</translation>
    </message>
    <message>
        <source>Search in what is sent</source>
        <translation>在发送内容中搜索</translation>
    </message>
    <message>
        <source>Parts of the next request, in order</source>
        <translation>下次请求的各部分，按顺序</translation>
    </message>
    <message>
        <source>Reading what will be sent…</source>
        <translation>正在读取将要发送的内容…</translation>
    </message>
    <message>
        <source>tokens will be sent, in this order</source>
        <translation>词元将按此顺序发送</translation>
    </message>
    <message>
        <source>tokens will be sent, {0} of them your draft</source>
        <translation>词元将发送，其中草稿 {0}</translation>
    </message>
    <message>
        <source>room for an answer of up to {0}</source>
        <translation>回答最多可用 {0}</translation>
    </message>
    <message>
        <source>{0} of {1} parts</source>
        <translation>{1} 部分中的 {0} 部分</translation>
    </message>
    <message>
        <source>{0} parts</source>
        <translation>{0} 部分</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Verbatim</source>
        <translation>逐字</translation>
    </message>
    <message>
        <source>Shortened</source>
        <translation>已缩短</translation>
    </message>
    <message>
        <source>Summarised</source>
        <translation>已摘要</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>已省略</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>{0} of {1} tool results:</source>
        <translation>{1} 条工具结果中的 {0} 条：</translation>
    </message>
    <message>
        <source>{0} tools</source>
        <translation>{0} 个工具</translation>
    </message>
    <message>
        <source>{0} parts are not sent</source>
        <translation>{0} 部分未发送</translation>
    </message>
    <message>
        <source>{0} messages are not sent as they are (m{1}–m{2})</source>
        <translation>{0} 条消息未按原样发送（m{1}–m{2}）</translation>
    </message>
</context>
</TS>
