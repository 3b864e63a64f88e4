"""The third stage: kernels, device code and host code as code for a CPU."""
