"""One module a feature: convert, ask one function of a lower layer, convert back."""
