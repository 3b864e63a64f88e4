"""Races of a plain store that atomic operations of its own block follow, and of threads that each take a few elements: both are seen
only where a thread of another block has some work, too."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.translate.verify import Judge

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
INDEX = "unsigned i = blockIdx.x * blockDim.x + threadIdx.x;"
ZEROS = "if ({own} == 0) for (int k = 0; k < 8; k++) {at}[k] = 0; __syncthreads();"
PORTION = "for (unsigned j = i * each; j < (i + 1) * each && j < n; j++)"
TEXT = f"""
__global__ void sums(const int *x, int *h, unsigned n) {{
  {INDEX} {ZEROS.format(own="i", at="h")} if (i < n) atomicAdd(&h[x[i] & 7], 1);
}}
__global__ void portions(const int *x, int *h, unsigned n, unsigned each) {{
  {INDEX} {ZEROS.format(own="i", at="h")} {PORTION} atomicAdd(&h[x[j] & 7], 1);
}}
__global__ void summed_before(const int *x, int *h, unsigned n, unsigned each) {{
  {INDEX} {PORTION} atomicAdd(&h[x[j] & 7], 1);
}}
__global__ void of_a_block(const int *x, int *h, unsigned n) {{
  __shared__ int s[8];
  {INDEX} {ZEROS.format(own="threadIdx.x", at="s")} if (i < n) atomicAdd(&s[x[i] & 7], 1);
  __syncthreads(); if (threadIdx.x < 8) atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}}
__global__ void of_each_block(const int *x, int *h, unsigned n) {{
  {INDEX} int *own = h + blockIdx.x * 8; {ZEROS.format(own="threadIdx.x", at="own")} if (i < n) atomicAdd(&own[x[i] & 7], 1);
}}
"""
RACY = {"sums": True, "portions": True, "summed_before": False, "of_a_block": False, "of_each_block": False}


def test_a_store_is_met_behind_the_atomic_operations_of_its_block(tmp_path: Path) -> None:
    translation = translate_file(parse(TEXT, "k.cu", "cuda"))
    with Judge(translation, translation.kernels, tmp_path / "k.cu") as judge:
        found = {kernel.name: judge.verify(kernel) for kernel in translation.kernels}
    assert {name: told.racy for name, told in found.items()} == RACY
    assert {name: told.agreed for name, told in found.items()} == {name: not racy for name, racy in RACY.items()}
