"""A profile in memory that fits ``ui.ports.Bench``: real values and events, no database, no model, no tokenizer."""
