"""The Lab's window: what is played, the table, the plots, and what is done with the winner.

Imported when it is first opened.
"""
