"""Talks to models: clients, dialects, token counting and the catalogue of models."""
