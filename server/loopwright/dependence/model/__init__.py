"""What the walk writes and the decisions read: accesses, values, verdicts. Nothing here knows the parser."""
