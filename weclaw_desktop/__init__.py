"""WeClaw Desktop: a desktop assistant that never forgets silently."""

__version__ = "0.1.0"
