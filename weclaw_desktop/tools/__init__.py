"""What a model may ask for on this computer: built-in tools, their risk, and the rules of approval."""
