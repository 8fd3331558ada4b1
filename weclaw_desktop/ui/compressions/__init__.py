"""Compressions as people see them: what one changed, one in the making, and the summary to edit."""
