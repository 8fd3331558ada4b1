"""The window: shows values and sends intents."""
