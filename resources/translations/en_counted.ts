<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Counted</name>
    <message numerus="yes">
        <source>{0} results · ↑↓ choose · Return opens · Esc closes</source>
        <translation>
            <numerusform>{0} result · ↑↓ choose · Return opens · Esc closes</numerusform>
            <numerusform>{0} results · ↑↓ choose · Return opens · Esc closes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} chats</source>
        <translation>
            <numerusform>{0} chat</numerusform>
            <numerusform>{0} chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Messages, compressions, attachments and notes of {0} chats are erased. There is no way back.</source>
        <translation>
            <numerusform>Messages, compressions, attachments and notes of {0} chat are erased. There is no way back.</numerusform>
            <numerusform>Messages, compressions, attachments and notes of {0} chats are erased. There is no way back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} messages deleted</source>
        <translation>
            <numerusform>Message deleted</numerusform>
            <numerusform>{0} messages deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} calls</source>
        <translation>
            <numerusform>{0} call</numerusform>
            <numerusform>{0} calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} calls counted here, because the server told nothing</source>
        <translation>
            <numerusform>{0} call counted here, because the server told nothing</numerusform>
            <numerusform>{0} calls counted here, because the server told nothing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lines</source>
        <translation>
            <numerusform>{0} line</numerusform>
            <numerusform>{0} lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} times</source>
        <translation>
            <numerusform>{0} time</numerusform>
            <numerusform>{0} times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} messages compressed</source>
        <translation>
            <numerusform>{0} message compressed</numerusform>
            <numerusform>{0} messages compressed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} tool results shortened</source>
        <translation>
            <numerusform>{0} tool result shortened</numerusform>
            <numerusform>{0} tool results shortened</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} tokens</source>
        <translation>
            <numerusform>{0} token</numerusform>
            <numerusform>{0} tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} tokens, beginning and end</source>
        <translation>
            <numerusform>{0} token, beginning and end</numerusform>
            <numerusform>{0} tokens, beginning and end</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Open the full text ({0} characters)</source>
        <translation>
            <numerusform>Open the full text ({0} character)</numerusform>
            <numerusform>Open the full text ({0} characters)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show more ({0} characters hidden)</source>
        <translation>
            <numerusform>Show more ({0} character hidden)</numerusform>
            <numerusform>Show more ({0} characters hidden)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} more characters are not shown here.</source>
        <translation>
            <numerusform>{0} more character is not shown here.</numerusform>
            <numerusform>{0} more characters are not shown here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pasted text, {0} characters: {1}…</source>
        <translation>
            <numerusform>Pasted text, {0} character: {1}…</numerusform>
            <numerusform>Pasted text, {0} characters: {1}…</numerusform>
        </translation>
    </message>
</context>
</TS>
