"""What a chat or a model has of its own for the context manager: fields, the sheet of a chat, and the words for it."""
