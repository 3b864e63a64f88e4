"""CUDA kernels: what they say, and the same computation as C++ for a CPU."""
