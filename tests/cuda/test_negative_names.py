"""Numbers with names that are below 0 beside indices, which have no sign: compared and divided as C++ does."""

from pathlib import Path

from loopwright.source.syntax import parse
from loopwright.translate.pipeline import translate

TEXT = """#define LIMIT -1
#define LOW (1 - 4)
#define LOWER LOW
#define TILE 8
#define LAST (TILE - 1)
const int STEP = -2;
__global__ void compared(int *o, int n) { int i = threadIdx.x; if (i < n) o[i] = threadIdx.x > LIMIT ? 4 : 5; }
__global__ void divided(int *o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { o[i] = (blockIdx.x * blockDim.x + threadIdx.x) / LOWER; if (LOW < blockDim.x) o[i] = 7; if (STEP > threadIdx.x) o[i] += 9; }
}
__global__ void natural(int *o, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = threadIdx.x < LAST ? 1 : 2; }
"""


def test_they_are_not_taken_for_natural(tmp_path: Path) -> None:
    path = tmp_path / "k.cu"
    path.write_text(TEXT, "utf-8")
    found = translate(parse(TEXT, "k.cu", "cuda"), path, verified=True)
    assert [(k.name, k.status, k.reason) for k in found.kernels] == [
        ("compared", "tested", ""),
        ("divided", "tested", ""),
        ("natural", "tested", ""),
    ]
    assert "tx < LAST" in found.text  # a difference that is known needs no conversion
