"""Loops rewritten to a header that OpenACC takes: read, held against what it would change, written anew."""
