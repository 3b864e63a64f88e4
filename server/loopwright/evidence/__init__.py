"""What running code shows: memory shared with a confined program, and the comparison that is made outside of it."""
