"""The samples' header of vectors, helper_math.h: ours where the program does not bring it, else the program's."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cli.main import main

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
A, B = (1.5, -2.25, 3.0, 0.5), (0.5, 4.0, -1.0, 2.0)
NORM = math.sqrt(1.5**2 + 2.25**2 + 3**2)
# An expression of `a`, `b` (float4), `p`, `q` (their first three), `i`, `j` (int3), `u` (uint2), and what it is.
VALUES: dict[str, float] = {
    "(a + b).w": 2.5,
    "(p - q).y": -6.25,
    "(2.0f - p).z": -1.0,
    "(p * 2.0f).x": 3.0,
    "(1.0f / make_float2(q)).y": 0.25,
    "(a / 2.0f).y": -1.125,
    "(-p).y": 2.25,
    "(-i).z": 7.0,
    "(i * j + 1).x": 7.0,
    "(u - make_uint2(1)).y": 3.0,
    "dot(a, b)": 0.75 - 9.0 - 3.0 + 1.0,
    "dot(p, q)": -11.25,
    "dot(i, j)": 2 * 3 - 5 * 4 - 7 * 6,
    "length(p)": NORM,
    "normalize(p).z": 3 / NORM,
    "cross(p, q).x": -2.25 * -1.0 - 3.0 * 4.0,
    "reflect(p, make_float3(0, 1, 0)).y": 2.25,
    "lerp(a, b, 0.25f).x": 1.25,
    "lerp(1, 2, 0.5f)": 1.5,
    "clamp(a, -1.0f, 1.0f).y": -1.0,
    "clamp(p, q, make_float3(1.0f)).x": 1.0,
    "clamp(i, 0, 3).y": 0.0,
    "clamp(9, 0, 3)": 3.0,
    "fminf(p, q).x": 0.5,
    "fmaxf(p, q).z": 3.0,
    "fmaxf(a.x, b.x)": 1.5,
    "min(i, j).y": -5.0,
    "max(u, make_uint2(3u, 9u)).y": 9.0,
    "max(i.x, j.x)": 3.0,
    "floorf(p).y": -3.0,
    "floorf(a.x)": 1.0,
    "fracf(p).y": 0.75,
    "fmodf(p, make_float3(1.0f, 1.0f, 2.0f)).z": 1.0,
    "fabs(p).y": 2.25,
    "fabs(a.y)": 2.25,
    "abs(i).z": 7.0,
    "abs(i.z)": 7.0,
    "smoothstep(0.0f, 2.0f, a.x)": 0.84375,
    "smoothstep(make_float2(0.0f), make_float2(2.0f), make_float2(a.x, 9.0f)).y": 1.0,
    "make_float3(make_float2(a.x, a.y), 8.0f).z": 8.0,
    "make_float3(make_float2(7.0f)).z": 0.0,
    "make_float4(p, 9.0f).w": 9.0,
    "make_float3(i).z": -7.0,
    "make_int3(p).y": -2.0,
    "make_int2(j).y": 4.0,
}
PROGRAM = """#include <cstdio>
#include <helper_math.h>
__device__ float3 pull(float3 f, float4 to) {{ f += make_float3(to) * to.w; return f; }}
__global__ void k(const float4 *v, float *out) {{
  const float4 a = v[0], b = v[1];
  const float3 p = make_float3(a), q = make_float3(b);
  const int3 i = make_int3(2, -5, -7), j = make_int3(3, 4, 6);
  const uint2 u = make_uint2(2u, 4u);
  {stored}
}}
__global__ void waiting(const float4 *v, float *out) {{
  __shared__ float4 tile[64];
  auto sum = make_float3(0.0f), low = fminf(sum, make_float3(v[threadIdx.x]));
  tile[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 64; i++) sum = pull(sum, tile[i]);
  float all = dot(low, low);
  for (int d = 16; d > 0; d /= 2) all += __shfl_down_sync(~0u, dot(sum, low), d);
  out[threadIdx.x] = all + length(sum);
}}
int main() {{
  float4 *v;
  float *out;
  cudaMallocManaged(&v, 64 * sizeof *v);
  cudaMallocManaged(&out, 64 * sizeof *out);
  v[0] = make_float4(1.5f, -2.25f, 3.0f, 0.5f), v[1] = make_float4(0.5f, 4.0f, -1.0f, 2.0f);
  k<<<1, 1>>>(v, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < {count}; ++i) printf("%.6f\\n", out[i]);
  for (int i = 0; i < 64; ++i) v[i] = make_float4(make_float3(i % 5 - 2, i % 7, 1), 0.125f);
  waiting<<<1, 64>>>(v, out);
  cudaDeviceSynchronize();
  printf("%.4f\\n", length(make_float2(out[0], out[1])));
}}
"""
OWN = """#pragma once
#include <cuda_runtime.h>
inline __host__ __device__ float3 make_float3(float s) { return make_float3(s, s, s); }
inline __host__ __device__ float3 fminf(float3 a, float3 b) {
  return make_float3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z) + 100);
}
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z + 1000; }
"""
OWN_PROGRAM = """#include "helper_math.h"
#include <cstdio>
__global__ void k(float3 *v, float *out) {
  float3 low = v[0];
  for (int i = 0; i < 3; ++i) low = fminf(low, v[i]);
  out[threadIdx.x] = dot(low, make_float3(2.0f)) + fminf(1.0f, 2.0f);
}
int main() {
  float3 *v;
  float *out;
  cudaMallocManaged(&v, 3 * sizeof *v);
  cudaMallocManaged(&out, 4);
  for (int i = 0; i < 3; ++i) v[i] = make_float3(i + 1);
  k<<<1, 1>>>(v, out);
  cudaDeviceSynchronize();
  printf("%g %g\\n", out[0], fminf(v[0], v[1]).z);
}
"""


def _translated(text: str, folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    (folder / "k.cu").write_text(text, "utf-8")
    main(["translate", str(folder / "k.cu"), "-o", str(folder / "k.cpp"), "--json", *options])
    return [k["status"] for k in json.loads(capsys.readouterr().out)["kernels"]]


def _run(folder: Path) -> list[str]:
    build([folder / "k.cpp"], folder / "k")
    return subprocess.run([str(folder / "k")], capture_output=True, text=True).stdout.split()


def test_every_function_gives_what_the_header_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stored = "\n  ".join(f"out[{at}] = {expression};" for at, expression in enumerate(VALUES))
    text = PROGRAM.format(stored=stored, count=len(VALUES))
    assert _translated(text, tmp_path, capsys, "--verify", "--no-model") == ["tested", "tested"]
    *values, whole = map(float, _run(tmp_path))
    found = dict(zip(VALUES, values, strict=True))
    assert {e: v for e, v in found.items() if not math.isclose(v, VALUES[e], rel_tol=1e-5)} == {}
    assert whole > 0


def test_only_what_is_used_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _translated(PROGRAM.format(stored="out[0] = dot(p, q);", count=1), tmp_path, capsys)
    written = (tmp_path / "k.cpp").read_text("utf-8")
    assert "float dot(float3 a, float3 b)" in written
    assert "smoothstep" not in written
    assert "reflect" not in written


def test_the_program_s_own_header_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "helper_math.h").write_text(OWN, "utf-8")
    assert _translated(OWN_PROGRAM, tmp_path, capsys, "--verify", "--no-model") == ["tested"]
    low = (1.0, 1.0, 103.0)
    assert _run(tmp_path) == [f"{2 * sum(low) + 1000 + 1:g}", "101"]


@pytest.mark.parametrize("header", ["<cutil_math.h>", '"../common/inc/helper_math.h"'])
def test_other_names_of_the_header(header: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = PROGRAM.format(stored="out[0] = dot(p, q);", count=1).replace("<helper_math.h>", header)
    assert _translated(text, tmp_path, capsys) == ["compiled", "compiled"]
    assert float(_run(tmp_path)[0]) == -11.25


def test_names_of_the_header_are_the_program_s_without_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = PROGRAM.format(stored="out[0] = dot(p, q);", count=1).replace(
        "#include <helper_math.h>", OWN[len("#pragma once") :]
    )
    text = (
        text.split("__device__ float3 pull")[0]
        + "__global__ void k(float3 *p, float *out) { out[0] = dot(p[0], p[1]); }"
    )
    _translated(text, tmp_path, capsys)
    written = (tmp_path / "k.cpp").read_text("utf-8")
    assert "LW_OPERATOR" not in written
    assert written.count("float dot(") == 1
