"""What things are: values, events, errors, settings and ports. Standard library and pydantic only."""
