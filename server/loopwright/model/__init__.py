"""Layer 3: the language model. The only package that knows llama.cpp."""
