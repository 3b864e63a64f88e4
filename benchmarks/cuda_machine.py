"""Translations for this machine as it was measured beside those for any: the same kernels at sizes at both sides of where threads pay.

    python benchmarks/cuda_machine.py

Measures the machine (nothing is kept), translates for both, and runs the two programs in turns, five times, each the best of 60 batches:
other programs' work disturbs most of them. For each kernel and size: the medians of wall and CPU time of a launch, any machine's over
this one's.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from loopwright.cuda.file import translate_file
from loopwright.cuda.spec.machine import Machine, any_machine
from loopwright.source.syntax import parse
from loopwright.translate.machine import figures

TURNS = 5
SOURCE = """#include <chrono>
#include <cstdio>
#include <ctime>
#define AT blockIdx.x * blockDim.x + threadIdx.x
__global__ void triad(float *y, const float *x, int n) { int i = AT; if (i < n) y[i] = 0.5f * x[i] + y[i]; }
__global__ void logistic(float *y, const float *x, int n) { int i = AT; if (i < n) y[i] = 1 / (1 + expf(-x[i])); }
__global__ void three(float *y, const float *x, int n) { int i = AT; if (i < n) y[i] = x[i / 3] + x[i % 3]; }
__global__ void twelve(float *y, const float *x, int n) { int i = AT; if (i < n) y[i] = x[i / 12] * x[i % 12]; }
__global__ void sums(float *y, const float *x, int n) {
  __shared__ float s[128];
  s[threadIdx.x] = AT < n ? x[AT] : 0;
  __syncthreads();
  for (int o = 64; o > 0; o /= 2) { if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o]; __syncthreads(); }
  if (threadIdx.x == 0) y[blockIdx.x] = s[0];
}
static float x[1 << 20], y[1 << 20];
template <typename F> void timed(const char *name, F launch) {
  for (int n = 1 << 10; n <= 1 << 20; n <<= 2) {
    const int times = std::max(1, (1 << 18) / n);
    double best = 1e9, of_best = 0;
    for (int batch = 0; batch < 60; ++batch) {
      const clock_t used = clock();
      const auto start = std::chrono::steady_clock::now();
      for (int t = 0; t < times; ++t) launch(n);
      const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / times;
      if (wall < best) best = wall, of_best = double(clock() - used) / CLOCKS_PER_SEC / times;
    }
    printf("%s %d %g %g\\n", name, n, 1e6 * best, 1e6 * of_best);
  }
}
#define TIMED(kernel) timed(#kernel, [](int n) { kernel<<<(n + 127) / 128, 128>>>(y, x, n); })
int main() {
  for (int i = 0; i < 1 << 20; ++i) x[i] = i % 100 * 0.01f;
  TIMED(triad); TIMED(logistic); TIMED(three); TIMED(twelve); TIMED(sums);
}
"""


def main() -> None:
    """The figures of the machine and the table."""
    compiler = shutil.which("g++")
    if compiler is None:
        sys.exit("needs g++")
    found = figures(compiler)
    print(asdict(found), "\n")
    machines = {"any": any_machine(), "this": any_machine().with_measured(found)}
    times: dict[tuple[str, str], dict[str, list[tuple[float, float]]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        programs = {name: built(Path(folder) / name, machine, compiler) for name, machine in machines.items()}
        for _ in range(TURNS):
            for name, program in programs.items():
                for line in subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines():
                    kernel, size, wall, used = line.split()
                    times.setdefault((kernel, size), {}).setdefault(name, []).append((float(wall), float(used)))
    print("| kernel | elements | wall, µs | any / this | CPU, µs | any / this |\n| --- | --- | --- | --- | --- | --- |")
    for (kernel, size), both in times.items():
        wall, used = ({name: statistics.median(t[i] for t in told) for name, told in both.items()} for i in (0, 1))
        ratios = [f"{each['this']:.1f} | {each['any'] / each['this']:.2f}" for each in (wall, used)]
        print(f"| {kernel} | {size} | {' | '.join(ratios)} |")


def built(place: Path, machine: Machine, compiler: str) -> str:
    """The program for a machine."""
    place.with_suffix(".cpp").write_text(translate_file(parse(SOURCE, "k.cu", "cuda"), machine=machine).text)
    flags = ["-std=c++17", "-O3", "-march=native", "-fopenmp", "-w", "-o", str(place), str(place.with_suffix(".cpp"))]
    subprocess.run([compiler, *flags], check=True)
    return str(place)


if __name__ == "__main__":
    main()
