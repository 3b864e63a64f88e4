"""A thread that returns under a condition is a lane that goes on to the next thread: the kernel keeps its vectors and its rows, and does
what the same kernel does whose rest stands in a block under the opposite condition."""

from __future__ import annotations

import shutil
import subprocess
from itertools import count
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

HEAD = """#include <cstdio>
#include <cmath>
#include <vector>
"""
KERNEL = """__global__ void {name}(const float *a, const int *mask, float *out, int n, int w, int h) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  {body}
}}
"""
SIDES = "const int x = i % w; const int y = (i / w) % h; const int z = i / (w * h);"
# what comes before, when a thread returns, what it does else, what it does before it returns
LANES = {
    "by what memory says": ("", "mask[i] == 0", "out[i] = a[i] * 2.0f;", ""),
    "by a value of its own": ("float v = a[i];", "v < 0.0f", "float r = v * v; out[i] = r + 1.0f;", ""),
    "by a value that may be none": ("float v = a[i];", "!(v > 1.0f)", "out[i] = v;", ""),
    "with something done before": ("", "mask[i] == 0", "out[i] = a[i];", "out[i] = -1.0f;"),
    "behind a return in a word": ("int returned = mask[i];", "returned > 1", "out[i] = returned;", ""),
    "nested": ("if (mask[i] == 3) { out[i] = 9.0f; if (a[i] > 0.0f) return; }", "mask[i] == 1", "out[i] += a[i];", ""),
}
ROWS = {
    "at the border": (SIDES, "x == 0 || y == 0 || x == w - 1 || y == h - 1", "out[i] = a[i] + a[i - 1] + a[i + w] + z;", ""),
    "in columns of a sign": ("const int x = (i % (w)); const int y = (i / (w));", "x < 2 || y > 3", "out[y * w + x] = a[i] + x;", ""),
    "with the border set": (SIDES, "x == 0 || y == h - 1", "out[i] = a[i - 1] + y * 3 + z;", "out[i] = x;"),
}  # fmt: skip
ALONE = {
    "from a loop": "for (int k = 0; k < w; ++k) { out[i] += a[i]; if (out[i] > 3.0f) return; } out[i] = -out[i];",
    "from a choice": "switch (mask[i]) { case 0: return; case 1: out[i] = 2.0f; } out[i] += a[i];",
    "with a word to the user": 'if (mask[i] > 7) { printf("%d", i); return; } out[i] = a[i];',
}
WIDTHS = ((1, 1), (2, 3), (7, 5), (64, 3), (1000, 2), (5000, 1))
MAIN = """
static int differ(void (*run)(int, const float *, const int *, float *, int, int, int), int n, int w, int h) {
  std::vector<std::vector<float>> both;
  for (int side = 0; side < 2; ++side) {
    float *a, *out; int *mask;
    cudaMallocManaged(&a, (2 * n + 10000) * sizeof(float)), cudaMallocManaged(&out, (2 * n + 10000) * sizeof(float));
    cudaMallocManaged(&mask, (n + 1) * sizeof(int));
    for (int i = 0; i < 2 * n + 10000; ++i) a[i] = i % 13 == 5 ? NAN : (i * 7 % 11 - 5) * 0.5f, out[i] = i % 5;
    for (int i = 0; i < n; ++i) mask[i] = i * 5 % 7 % 4;
    run(side, a + 5000, mask, out + 5000, n, w, h);
    cudaDeviceSynchronize();
    both.emplace_back(out, out + 2 * n + 10000);
    cudaFree(a), cudaFree(out), cudaFree(mask);
  }
  int bad = 0;
  for (size_t i = 0; i < both[0].size(); ++i) bad += both[0][i] != both[1][i] && !(std::isnan(both[0][i]) && std::isnan(both[1][i]));
  return bad;
}
"""
RUN = """
static void run_{n}(int side, const float *a, const int *mask, float *out, int n, int w, int h) {{
  if (side) returns_{n}<<<n / 64 + 1, 64>>>(a, mask, out, n, w, h);
  else inside_{n}<<<n / 64 + 1, 64>>>(a, mask, out, n, w, h);
}}
"""


def _bodies(form: tuple[str, str, str, str]) -> tuple[str, str]:
    before, condition, rest, first = form
    leaves = f"{{ {first} return; }}" if first else "return;"
    other = f" else {{ {first} }}" if first else ""
    inner = before.replace("return;", "").replace("if (a[i] > 0.0f) ", "")
    if inner != before:  # its own return, as a condition of the rest
        return f"{before} if ({condition}) {leaves} {rest}", (
            f"bool on = true; if (mask[i] == 3) {{ out[i] = 9.0f; on = !(a[i] > 0.0f); }} if (on && !({condition})) {{ {rest} }}"
        )
    return f"{before} if ({condition}) {leaves} {rest}", f"{before} if (!({condition})) {{ {rest} }}{other}"


def _translated(body: str) -> str:
    text = translate_file(parse(KERNEL.format(name="k", body=body), name="k.cu")).text
    return text[text.index("void k(") :]


@pytest.mark.parametrize("form", [*LANES.values(), *ROWS.values()], ids=[*LANES, *ROWS])
def test_the_rest_is_done_by_lanes(form: tuple[str, str, str, str]) -> None:
    returns, inside = map(_translated, _bodies(form))
    assert "continue;" in returns
    assert "simd" in returns
    for word in ("simd", "row_length(", "%"):
        assert returns.count(word) == inside.count(word), word


@pytest.mark.parametrize("body", ALONE.values(), ids=ALONE)
def test_who_returns_from_within_goes_alone(body: str) -> None:
    assert "simd" not in _translated(body)


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_both_do_the_same(tmp_path: Path) -> None:
    text, calls = HEAD, []
    for n, form in zip(count(), [*LANES.values(), *ROWS.values()], strict=False):
        returns, inside = _bodies(form)
        text += KERNEL.format(name=f"returns_{n}", body=returns) + KERNEL.format(name=f"inside_{n}", body=inside)
        text += RUN.format(n=n)
        calls += [f"differ(run_{n}, {size}, {w}, {h})" for w, h in WIDTHS for size in (1, 4097, 10000)]
    said = "".join(f'  if (int bad = {call}) std::printf("%s: %d\\n", "{call}", bad);\n' for call in calls)
    translated = translate_file(parse(f"{text}{MAIN}int main() {{\n{said}}}\n", name="k.cu"))
    (tmp_path / "k.cpp").write_text(translated.text, "utf-8")
    command = ["g++", "-O3", "-march=native", "-w", "-fopenmp", "-fno-trapping-math", "-ffp-contract=off", "-o", "k"]
    built = subprocess.run([*command, "k.cpp"], cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    done = subprocess.run([str(tmp_path / "k")], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
