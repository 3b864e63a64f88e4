"""Layer 4: model, analysis and compiler put together into ranked candidates."""
