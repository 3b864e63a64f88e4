"""Layer 1: text, positions, syntax tree, loops. No OpenACC, no LSP, no input or output."""
