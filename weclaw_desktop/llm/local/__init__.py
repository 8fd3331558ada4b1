"""The embedded model: small weights fetched as data, run by llama.cpp in a child process of the app.

A newcomer without a key can try the product at once; the child dies with the app and never sees the user's secrets.
Start at ``model.LocalModel`` (running) and ``store.Store`` (what is on disk).
"""
