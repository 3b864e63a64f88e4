"""Whole files and programs: what is written into them, whether it compiles, the plan in words, the serial program beside it."""
