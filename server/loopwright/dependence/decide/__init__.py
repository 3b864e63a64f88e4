"""What follows from a function's accesses: conflicts, private variables, sections, the verdict. No text of the program is read here."""
