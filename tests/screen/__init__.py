"""The program as its user has it: a real window on a virtual screen, found by accessible names, used by real input."""
