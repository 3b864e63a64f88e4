"""Shared memory that a kernel reads and no thread writes is no input to be tested on, whatever the compiler makes of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.source.syntax import parse
from loopwright.translate.pipeline import translate

BODIES = {
    "no thread writes it": "a[threadIdx.x] = s[0];",
    "some threads wait": "if (threadIdx.x < 10) __syncthreads(); a[threadIdx.x] = s[0];",
    "written behind": "a[threadIdx.x] = s[0]; __syncthreads(); s[threadIdx.x] = 1;",
}


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_it_is_not_tested(body: str, tmp_path: Path) -> None:
    text = f"__global__ void k(int *a) {{ __shared__ int s[1024]; {body} }}\n"
    (report,) = translate(parse(text, "k.cu", "cuda"), tmp_path / "k.cu", verified=True).kernels
    assert report.status == "compiled"
    assert "shared memory is read before it is written" in report.reason
