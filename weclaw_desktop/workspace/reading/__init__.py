"""Files and folders of the user's disk as text or pictures that a model takes.

Text and pictures are read in the caller's thread by libraries in C. Documents and folders are read by a process of
their own (``child``), because they come from strangers and may be slow, huge or hostile: it has little memory, a time
limit, and can be ended at any moment. Nothing here is imported before the first file is attached.
"""
