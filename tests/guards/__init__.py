"""Guards that every test runs under, one file each. ``test_guards.py`` proves that each one fires."""
