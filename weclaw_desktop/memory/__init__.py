"""Episodic memory: notes on disk that people can read and edit."""
