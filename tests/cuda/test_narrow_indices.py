"""Indices in narrow types begin anew where the type ends, as on a GPU; a loop of another type than `int` over the grid compiles."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

INDEX = "blockIdx.x * blockDim.x + threadIdx.x"
# Kernels that count in `h[i]` how often they come there, the blocks of 128 threads that are launched, `n`, an element and its count.
KERNELS = {
    f"unsigned char i = {INDEX}; if (i < n) atomicAdd(&h[i], 1);": (4, 200, 5, 2),
    f"unsigned short i = {INDEX}; if (i < n) atomicAdd(&h[i], 1);": (1024, 200, 5, 2),
    f"short i = {INDEX}; if (i < n && i >= 0) atomicAdd(&h[i], 1);": (1024, 200, 5, 2),
    f"short i = {INDEX}; if (i <= n) atomicAdd(&h[i], 1);": (1, 99, 99, 1),
    f"short i = {INDEX}; if (i < n) atomicAdd(&h[i], 1);": (1, 99, 99, 0),
    f"int i = (short)({INDEX}); if (i < n && i >= 0) atomicAdd(&h[i], 1);": (1024, 200, 5, 2),
    f"int i = static_cast<unsigned char>({INDEX}); if (i < n) atomicAdd(&h[i], 1);": (4, 200, 5, 2),
    f"for (short i = {INDEX}; i < n; i += gridDim.x * blockDim.x) atomicAdd(&h[i], 1);": (1, 200, 199, 1),
    f"for (unsigned char i = {INDEX}; i < n; i += gridDim.x * blockDim.x) atomicAdd(&h[i], 1);": (1, 120, 119, 1),
    f"for (unsigned long long int i = {INDEX}; i < n; i += gridDim.x * blockDim.x) atomicAdd(&h[i], 1);": (
        2,
        999,
        998,
        1,
    ),
}


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_each_thread_has_the_index_that_it_has_on_a_gpu(tmp_path: Path) -> None:
    text = "#include <cstdio>\n#include <cstring>\n"
    text += "".join(f"__global__ void k{at}(int *h, int n) {{ {body} }}\n" for at, body in enumerate(KERNELS))
    text += "int main() {\n  int *h;\n  cudaMallocManaged(&h, 4096);\n"
    for at, (blocks, n, place, _) in enumerate(KERNELS.values()):
        text += f"  memset(h, 0, 4096), k{at}<<<{blocks}, 128>>>(h, {n}), cudaDeviceSynchronize();\n"
        text += f'  printf("%d\\n", h[{place}]);\n'
    translation = translate_file(parse(f"{text}}}\n".encode(), "k.cu", "cuda"))
    (tmp_path / "k.cpp").write_text(translation.text)
    build([tmp_path / "k.cpp"], tmp_path / "k")
    printed = subprocess.run([tmp_path / "k"], capture_output=True, text=True, check=True).stdout.split()
    counts = [int(count) for count in printed]
    assert dict(zip(KERNELS, counts, strict=True)) == {body: count for body, (*_, count) in KERNELS.items()}
