"""The conversation: transcript and composer."""
