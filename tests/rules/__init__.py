"""Sentences with and without rules, and what learns from them how rules are worded."""
