"""Directives above statements that are no loops: data regions and moves, updates, waits, routines, blocks."""
