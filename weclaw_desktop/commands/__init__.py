"""The command line's verbs, one module each: they conduct the same services as the window and print."""
