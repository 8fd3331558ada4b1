<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Welcome</name>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Look again for servers on this computer</source>
        <translation>重新查找本机上的服务器</translation>
    </message>
    <message>
        <source>None answers now. Start Ollama, LM Studio, llama-server, vLLM or Jan, then look.</source>
        <translation>目前没有响应。请启动 Ollama、LM Studio、llama-server、vLLM 或 Jan，然后重新查找。</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} 等另外 {1} 个</translation>
    </message>
    <message>
        <source>no model installed</source>
        <translation>未安装模型</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Use {0}</source>
        <translation>使用 {0}</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>What shall answer you?</source>
        <translation>由谁来回答？</translation>
    </message>
    <message>
        <source>Choose one to begin; the others stay open in the settings.</source>
        <translation>选择一种开始；其他方式以后可在设置中添加。</translation>
    </message>
    <message>
        <source>Use a provider</source>
        <translation>使用服务商</translation>
    </message>
    <message>
        <source>With a key of yours. It is kept in the system&apos;s key store; text goes only there.</source>
        <translation>使用你自己的密钥。密钥保存在系统密钥库中，文字只发送给该服务商。</translation>
    </message>
    <message>
        <source>Use a server on this computer</source>
        <translation>使用本机上的服务器</translation>
    </message>
    <message>
        <source>Nothing leaves this computer, and it costs nothing.</source>
        <translation>内容不离开本机，也没有费用。</translation>
    </message>
    <message>
        <source>Download a small model</source>
        <translation>下载小模型</translation>
    </message>
    <message>
        <source>Runs inside this program, offline and without a key. Slow and simple: for trying out.</source>
        <translation>在程序内离线运行，无需密钥。较慢、能力有限，供试用。</translation>
    </message>
    <message>
        <source>Enter a key</source>
        <translation>输入密钥</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation>由谁回答</translation>
    </message>
    <message>
        <source>Usual model</source>
        <translation>常用模型</translation>
    </message>
    <message>
        <source>Step {0} of 3: {1}</source>
        <translation>第 {0} 步，共 3 步：{1}</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Start chatting</source>
        <translation>开始对话</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Welcome to WeClaw</source>
        <translation>欢迎使用 WeClaw</translation>
    </message>
    <message>
        <source>Three steps, and each can be changed later in the settings.</source>
        <translation>只需三步，之后都可以在设置中更改。</translation>
    </message>
    <message>
        <source>Which model answers in new chats?</source>
        <translation>新对话由哪个模型回答？</translation>
    </message>
    <message>
        <source>Every chat can have another one.</source>
        <translation>每个对话都可以另选模型。</translation>
    </message>
</context>
</TS>
