"""The rules, by topic. Each takes a construct in its unit and yields problems; `check.py` runs them all."""
