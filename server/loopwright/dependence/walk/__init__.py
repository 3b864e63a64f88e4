"""The walk of a function: an interpreter that writes down what each statement reads and writes. It decides nothing."""
