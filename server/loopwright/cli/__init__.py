"""Layer 5: the command `loopwright`."""
