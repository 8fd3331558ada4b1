"""What a model may do on this computer, each act with its risk and the user's approval."""
