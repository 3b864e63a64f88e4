"""A kernel whose translation does not compile is left out with its reason; the others of its file are judged."""

from pathlib import Path

import pytest
from built import is_read
from loopwright.source.syntax import parse
from loopwright.translate.pipeline import Translated, translate

FIRST = """__global__ void scale(float *x, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = a * x[i];
}
"""
LAST = """__global__ void sums(const int *x, int *out, int n) {
    __shared__ int part[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
"""
HEAD = "__global__ void bad(float *x, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
# How a translation does not compile, and what is said of it.
FAULTS = {
    "a call": (f"{HEAD}    if (i < n) x[i] = not_there(x[i]);\n}}\n", "not_there"),
    "a type": (f"{HEAD}    missing_t y = x[i];\n    if (i < n) x[i] = y;\n}}\n", "missing_t"),
    "a member": (
        f"struct S {{ float v; }};\n{HEAD}    S s;\n    s.w = 1;\n    if (i < n) x[i] = s.w;\n}}\n",
        "no member",
    ),
    "a macro": (f"#define STEP(a) a = not_there(a)\n{HEAD}    if (i < n) STEP(x[i]);\n}}\n", "not_there"),
    "a device function": (
        f"__device__ float other(float a) {{ return not_there(a); }}\n{HEAD}    if (i < n) x[i] = other(x[i]);\n}}\n",
        "other: the translation does not compile",
    ),
    "hidden behind another": (
        f"__device__ missing_t other(float a) {{ return a; }}\n{HEAD}    if (i < n) x[i] = other(x[i]);\n}}\n",
        "missing_t",
    ),
    "a device function that a method calls": (
        "__device__ float other(float a) { return not_there(a); }\nstruct S { __device__ float get(float a) { return other(a); } };\n"
        f"struct T {{ S s; __device__ float operator()(float a) {{ return s.get(a); }} }};\n{HEAD}    if (i < n) x[i] = T()(x[i]);\n}}\n",
        "the method T: other: the translation does not compile",
    ),
    "an instantiation": (
        "template <typename T> __global__ void bad(T *x, int n) {\n    int i = threadIdx.x;\n"
        "    if (i < n) x[i] = x[i].value();\n}\nvoid go(float *x) { bad<float><<<1, 32>>>(x, 32); }\n",
        "value",
    ),
    "an instantiation of the library": (
        f"#include <algorithm>\nstruct S {{ float v; }};\n{HEAD}    S s[2];\n    std::sort(s, s + 2);\n"
        "    if (i < n) x[i] = s[0].v;\n}\n",
        "no match for",
    ),
}


def _translated(text: str, folder: Path, verified: bool) -> Translated:
    path = folder / "k.cu"
    path.write_text(text, "utf-8")
    return translate(parse(text, "k.cu", "cuda"), path, verified=verified)


def _compiles(text: str, folder: Path) -> bool:
    (folder / "out.cpp").write_text(text, "utf-8")
    return is_read(folder / "out.cpp")


@pytest.mark.parametrize("fault", FAULTS)
def test_it_is_left_out_and_the_rest_compiles(fault: str, tmp_path: Path) -> None:
    """First, last or between others: one line says it, and the file can be built."""
    bad, said = FAULTS[fault]
    for parts in ((bad, FIRST, LAST), (FIRST, bad, LAST), (FIRST, LAST, bad)):
        found = _translated("\n".join(parts), tmp_path, False)
        states = {k.name: (k.status, k.reason) for k in found.kernels}
        assert states["scale"][0] == states["sums"][0] == "compiled", (fault, states)
        assert states["bad"][0] == "failed", states
        assert said in states["bad"][1]
        assert not found.errors
        assert _compiles(found.text, tmp_path)


def test_the_others_are_tested(tmp_path: Path) -> None:
    bad, _ = FAULTS["a device function"]
    found = _translated("\n".join((FIRST, bad, LAST)), tmp_path, True)
    assert [(k.name, k.status) for k in found.kernels] == [("scale", "tested"), ("bad", "failed"), ("sums", "tested")]


def test_a_launch_of_it_says_so_and_the_program_goes_on(tmp_path: Path) -> None:
    """As a kernel that cannot be translated: the host's code stands, the launch tells why it is none."""
    bad, _ = FAULTS["a call"]
    host = "int main() { float *x = 0; scale<<<1, 32>>>(x, 2.f, 0); bad<<<1, 32>>>(x, 1); return 0; }\n"
    found = _translated("\n".join((FIRST, bad, host)), tmp_path, False)
    assert _compiles(found.text, tmp_path)
    assert "bad has no CPU translation: the translation does not compile" in found.text
