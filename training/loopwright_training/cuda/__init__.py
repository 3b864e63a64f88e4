"""Pairs of a CUDA kernel and CPU loops for one operator graph, made with TVM."""
