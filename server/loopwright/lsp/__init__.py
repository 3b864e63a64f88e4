"""Layer 5: the language server. The only package that knows LSP types."""
