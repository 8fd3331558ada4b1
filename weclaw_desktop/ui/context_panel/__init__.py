"""The panel that shows what the model sees next, where the lines are, and what was compressed."""
