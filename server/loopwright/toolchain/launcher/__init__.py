"""What runs between the server and a program: it starts the program within limits and walls, and ends it with the server.

Started with ``python -I -S`` and nothing but the standard library; each process here has one thread.
"""
