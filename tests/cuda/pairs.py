"""Programs of one kernel, each of whose 32 threads leaves two numbers, `a` and `b`."""

from __future__ import annotations

import subprocess
from pathlib import Path

from built import build
from loopwright.cuda.file import translate_file
from loopwright.cuda.translation import FileTranslation
from loopwright.source.syntax import parse

_PROGRAM = """#include <cstdio>
DECLARED
__global__ void k(int *out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int a, b;
  BODY
  out[2 * t] = a;
  out[2 * t + 1] = b;
}
int main() {
  int *d, h[64];
  cudaMalloc(&d, sizeof h);
  k<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int v : h) printf("%d ", v);
}
"""


def program(declared: str, body: str) -> str:
    """The program with what is declared before the kernel, and the kernel's body."""
    return _PROGRAM.replace("DECLARED", declared).replace("BODY", body)


def translated(declared: str, body: str) -> FileTranslation:
    """It as a CPU program."""
    return translate_file(parse(program(declared, body).encode(), "k.cu", "cuda"))


def left(found: FileTranslation, folder: Path) -> tuple[list[int], list[int]]:
    """What the threads leave, run in a folder: each `a`, each `b`."""
    (folder / "k.cpp").write_text(found.text, "utf-8")
    build([folder / "k.cpp"], folder / "k")
    done = subprocess.run([str(folder / "k")], capture_output=True, text=True)
    values = [int(v) for v in done.stdout.split()]
    return values[::2], values[1::2]
