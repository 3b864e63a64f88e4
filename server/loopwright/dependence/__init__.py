"""Layer 2: what a loop carries from one iteration to another."""
