"""Finding what was said: in all chats with the palette, inside one with the bar, and the place shown with marks."""
