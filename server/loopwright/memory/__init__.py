"""What a project's own directives tell: an index of them, the nearest to a loop, their names carried over."""
