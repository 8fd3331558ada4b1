"""What the empty window of a new profile shows: three steps, and in the second three ways to an answer."""
