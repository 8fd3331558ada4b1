"""The Lab: one transcript under every strategy, side by side.

``names`` and ``standing_rules`` find what a request should still hold, ``probes`` turns that into questions,
``watch`` asks them of every request of a replay, ``figures`` holds the answers. None of these shares code with the
engine that is measured, or the score would be circular. ``experiment`` says what is to be played, ``trials`` plays one
variant, ``bench`` plays many in two processes, ``table``, ``plots`` and ``report`` show them.
"""
