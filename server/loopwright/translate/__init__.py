"""CUDA files translated for the CPU, and judged by running the kernels themselves."""
