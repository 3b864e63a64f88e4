"""Pictures whose threads look beyond an edge: conditions about the variable along a row are ends of its loops. Drawn kernels, each beside the
same body gone through thread by thread."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from built import run_checked
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

KERNELS = 20
HEAD = """#include <cstdio>
#include <vector>
"""
ONE = """
static void expected_{n}(int x, int y, const float *a, const float *f, float *out, int width, int height, int r) {{ {body} }}
__global__ void k_{n}(const float *a, const float *f, float *out, int width, int height, int r) {{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  {body}
}}
static bool wrong_{n}(int width, int height, int r) {{
  float *a, *f, *out;
  cudaMallocManaged(&a, (width * height + 1) * sizeof(float));
  cudaMallocManaged(&f, 64 * sizeof(float));
  cudaMallocManaged(&out, (width * height + 1) * sizeof(float));
  for (int i = 0; i <= width * height; ++i) a[i] = i * 7 % 23 - 11, out[i] = -1;
  for (int i = 0; i < 64; ++i) f[i] = i * 5 % 17 - 8;
  std::vector<float> told(out, out + width * height + 1);
  k_{n}<<<dim3(width / 16 + 1, height / 4 + 1), dim3(16, 4)>>>(a, f, out, width, height, r);
  cudaDeviceSynchronize();
  for (int y = 0; y < height; ++y) for (int x = 0; x < width; ++x) expected_{n}(x, y, a, f, told.data(), width, height, r);
  bool bad = false;
  for (int i = 0; i <= width * height; ++i) bad |= told[i] != out[i];
  cudaFree(a), cudaFree(f), cudaFree(out);
  return bad;
}}
"""
MAIN = """
int main() {{
  const int sizes[][2] = {{{{1, 1}}, {{3, 2}}, {{64, 3}}, {{65, 4}}, {{150, 5}}}};
  for (auto &size : sizes)
    for (int r : {{0, 1, 3}}) {{
      {calls}
    }}
}}
"""
ACROSS = (
    *("u >= 0 && u < width", "0 <= u && width > u", "u > -1 && u <= width - 1", "u >= 0 && u + 1 <= width", "(unsigned)u < (unsigned)width"),
    *("x + j >= 0 && x + j < width", "u >= 0 && u < width && (u + v) % 3", "u == x + j && u >= 0 && u < width", "u >= r && u < width - r"),
    *("u >= 0 && u < width && x + j >= 3 - 2147483647", "x + j < 1 - 2147483647", "x - j > 2147483647 - 1"),  # ends beyond the numbers of x
)  # fmt: skip
DOWN = ("v >= 0 && v < height", "0 <= v && v <= height - 1", "v >= 0 && v < height && a[v] < 9")


def drawn(n: int, chance: random.Random) -> str:
    """A kernel, its body for one thread, and the comparison of both."""
    across, down = ACROSS[n % len(ACROSS)], chance.choice(DOWN)
    place = chance.choice(("v * width + u", "u + v * width", "(y + i) * width + x + j"))
    taken = f"sum += a[{place}] * f[(i + r) * (2 * r + 1) + j + r];" + chance.choice(
        ("", " ++seen;", " top = a[v * width + u] > top ? u : top;")
    )
    after = chance.choice(("", "", " else sum -= 1;"))
    guarded = chance.choice(
        (
            f"if ({across} && {down}) {{ {taken} }}{after}",
            f"if (!({across} && {down})) continue; {taken}",
            f"if ({down}) {{ if ({across}) {{ {taken} }}{after} }}",
            f"if ({across}) if ({down}) {{ {taken} }}",
            f"if (v < 0 || v >= height) continue; if (u < 0 || u >= width) continue; {taken}",
        )
    )
    sides = chance.choice(
        ("int u = x + j; int v = y + i;", "const int u = x + j, v = y + i;", "int v = y + i, u = j + x;")
    )
    between = chance.choice(("", "", "sum += i;", "seen += u > v;"))
    before = ""
    if chance.random() < 0.3:
        before = chance.choice(
            (
                "int v = y + i; if (v < 0 || v >= height) continue;",
                "int v = y + i; if (v % 2) { seen += v; continue; }",
                "int v = y + i; switch (x & 3) { case 0: continue; default: ++seen; }",
                "int v = y + i; switch (i & 1) { case 0: continue; default: ++seen; }",
            )
        )
        sides, between = "const int u = x + j;", between.replace("u > v", "u > 1")
    body = "float sum = 0; int seen = 0, top = -9; for (int i = -r; i <= r; ++i) { "
    body += f"{before} for (int j = -r; j <= r; ++j) {{ {sides} {between} {guarded} }} }} "
    return ONE.format(n=n, body=body + "out[y * width + x] = sum + seen + top;")


def test_ends_of_strips_leave_out_whom_a_condition_leaves_out(tmp_path: Path) -> None:
    if shutil.which("g++") is None:
        pytest.skip("needs g++")
    chance = random.Random(41)
    text = HEAD + "".join(drawn(n, chance) for n in range(KERNELS))
    calls = "\n".join(
        f'if (wrong_{n}(size[0], size[1], r)) std::printf("{n} "), std::fflush(stdout);' for n in range(KERNELS)
    )
    translated = translate_file(parse(text + MAIN.format(calls=calls), name="k.cu"))
    assert all(kernel.text is not None for kernel in translated.kernels)
    assert (
        sum("for (int x = std::clamp<long long>(" in (kernel.text or "") for kernel in translated.kernels)
        > KERNELS // 5
    )
    done = run_checked(translated.text, tmp_path)
    assert (done.returncode, done.stdout) == (0, ""), (sorted(set(done.stdout.split())), done.stderr[:2000])
