"""The settings window. Labels, helps, ranges and defaults come from ``core.settings`` and its catalogue."""
