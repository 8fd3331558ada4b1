"""What people decide about the system prompt: skills, files and the folder of a chat."""
