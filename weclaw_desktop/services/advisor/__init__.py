"""Which strategy suits a chat: the field's rule of thumb, and what was measured on this very chat.

``comparison`` is what the strategies do, ``decision`` the four questions, ``advice`` what is recommended and why.
Nothing here asks, plays or changes anything.
"""
