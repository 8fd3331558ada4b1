"""What lies on the user's disk: files as text, folders, skills and instruction files."""
