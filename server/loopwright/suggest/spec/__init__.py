"""Device profiles."""
