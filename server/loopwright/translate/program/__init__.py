"""Whether a program prints and writes the same when its kernels and its host code are translated."""
