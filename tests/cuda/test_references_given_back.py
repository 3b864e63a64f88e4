"""A device function that gives a reference gives the object itself: a converted copy would be gone when its caller looks."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

PROGRAM = """#include <cstdio>
template <typename T> struct View {{
  T *p; int n;
  {method}
}};
template <typename T> __device__ const T &larger(const T &a, const T &b) {{ return a < b ? b : a; }}
template <typename T> __global__ void k(View<T> v, T *out) {{
  int i = threadIdx.x; auto pick = [&](int j) -> const T & {{ return v.p[j]; }};
  out[i] = (&({given}) == v.p + i) + ({given});
}}
int main() {{
  double h[4] = {{1, 2.5, 3, 4}}, *d, *o; cudaMalloc(&d, sizeof h); cudaMalloc(&o, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); k<<<1, 4>>>(View<double>{{d, 4}}, o);
  cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
  for (double x : h) printf("%g ", x);
}}
"""
METHODS = {
    "a constant": "__device__ const T &at(int i) const { return p[i]; }",
    "the qualifier behind": "__device__ T const &at(int i) const { return p[i]; }",
    "one of two": "__device__ const T &at(int i) const { return i < n ? p[i] : p[0]; }",
    "a type behind": "__device__ auto at(int i) const -> const T & { return p[i]; }",
    "that may be set": "__device__ T &at(int i) const { return p[i]; }",
    "an operator": "__device__ const T &operator[](int i) const { return i < n ? p[i] : p[0]; }",
}


def printed(text: str, folder: Path) -> str:
    source, program = folder / "k.cpp", folder / "k"
    source.write_text(translate_file(parse(text.encode(), "k.cu", "cuda")).text)
    subprocess.run(["g++", "-std=c++17", "-O2", "-fopenmp", "-w", str(source), "-o", str(program)], check=True)
    return subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("said", METHODS)
def test_what_a_method_gives_is_the_object(said: str, tmp_path: Path) -> None:
    given = "v[i]" if said == "an operator" else "v.at(i)"
    assert printed(PROGRAM.format(method=METHODS[said], given=given), tmp_path) == "2 3.5 4 5 "


@pytest.mark.parametrize("given", ["larger(v.p[i], v.p[i])", "pick(i)"])
def test_what_a_function_or_a_lambda_gives_is_the_object(given: str, tmp_path: Path) -> None:
    assert printed(PROGRAM.format(method="", given=given), tmp_path) == "2 3.5 4 5 "
