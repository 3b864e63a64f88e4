"""The first stage: a CUDA file as nvcc takes it, its functions, variables and launches. Nothing here knows what becomes of them."""
