"""Where data lives: the memory of a program, on the host and on the device, followed through its directives and calls."""
