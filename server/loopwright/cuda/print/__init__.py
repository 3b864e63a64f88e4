"""The last stage: text."""
