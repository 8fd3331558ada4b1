"""The context strategies, one file each, and the registry that names them."""
