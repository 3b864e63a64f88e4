"""The language: declarators, types, scopes, classes and constants as the files in sight tell them."""
