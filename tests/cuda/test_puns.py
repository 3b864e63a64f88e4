"""Objects that kernels read as other types: a GPU gives the bits, and g++ at -O2 is told to, for code of the device alone."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.cuda.read.puns import has_puns
from loopwright.source.syntax import parse

LINE = '#pragma GCC optimize("no-strict-aliasing")'
KERNEL = "__global__ void k(float *f, int *n, void *p) {{ int i = threadIdx.x; {} }}\n"
PUNS = (
    "int a = *(const int *)&f[i];",
    "int4 q = reinterpret_cast<int4 *>(f)[i];",
    "int &r = reinterpret_cast<int &>(f[i]); r ^= 1;",
    "f[i] += (const float &)n[i];",
    "atomicMax((int *)f, n[i]);",
    "n[i] = *(static_cast<int *>(p) + i);",
    "unsigned *w = (unsigned *)f + i; *w ^= 1u << 31;",
    "n[i] = *(long long int *)&f[2 * i];",
)
PLAIN = (
    "char *c = (char *)f; c[i] = 0;",
    "const unsigned char *c = reinterpret_cast<const unsigned char *>(f); n[i] = c[i];",
    "n[i] = sizeof(int *) * i;",
    "n[i] = (i) & 3; f[i] = (f[i]) * f[i];",
    "n[i] = (int)(f[i] * 2) + (n[i] * i);",
    "// as (int *)f would",
    'printf("(int *)f");',
)
BESIDE = {
    "a macro": ("#define BITS(x) (*(int *)&(x))\n", "n[i] = BITS(f[i]);"),
    "a pointer by name": ("typedef int *bits;\n", "n[i] = *(bits)&f[i];"),
    "another pointer by name": ("using bits = const int *;\n", "n[i] = *(bits)&f[i];"),
}


def translated(text: str) -> str:
    return translate_file(parse(text, "k.cu", "cuda")).text


@pytest.mark.parametrize("body", PUNS)
def test_objects_are_read_as_other_types(body: str) -> None:
    assert LINE in translated(KERNEL.format(body))


@pytest.mark.parametrize("body", PLAIN)
def test_bytes_and_numbers_are_not(body: str) -> None:
    assert LINE not in translated(KERNEL.format(body))


@pytest.mark.parametrize(("before", "body"), BESIDE.values(), ids=BESIDE)
def test_they_stand_outside_the_kernel(before: str, body: str) -> None:
    assert LINE in translated(before + KERNEL.format(body))


def test_memory_that_nobody_has_used_yet_has_any_type() -> None:
    text = "int *a = (int *)malloc(4); float *b = static_cast<float *>(std::malloc(4)); cudaMalloc((void **)&a, 4);"
    assert not has_puns(text, lambda line: None)


def test_a_header_of_the_program_has_them() -> None:
    headers = {'#include "a.h"': '#include "b.h"\n', '#include "b.h"': '#include "a.h"\n#define AS(x) (*(int *)&(x))\n'}
    assert has_puns('#include "a.h"\nint main() {}\n', headers.get)
    assert not has_puns("#include <vector>\nint main() {}\n", headers.get)


def test_functions_of_the_host_keep_their_types() -> None:
    """Each part of the device is between two lines, and the host's are not."""
    host = "void check(float *f) { f[0] = 1; }\n"
    kernel = KERNEL.format(PUNS[0])
    other = "struct S { float x; __device__ int bits() const { return *(const int *)&x; } };\n"
    text = translated(f"{host}{kernel}{other}{host.replace('check', 'again')}{kernel.replace('k(', 'm(')}")
    within, told = False, {}
    for line in text.splitlines():
        within = "push_options" in line or (within and "pop_options" not in line)
        told |= {name: within for name in ("check(float", "again(float", " k(", " m(", "struct S ") if name in line}
    assert told == {"check(float": False, "again(float": False, " k(": True, " m(": True, "struct S ": True}
    assert text.count("push_options") == text.count("pop_options") == 2


def test_what_is_stored_is_read(tmp_path: Path) -> None:
    source = (
        "#include <cstdio>\n"
        "__global__ void v(float *f, int n) {\n"
        "  int i = threadIdx.x;\n"
        "  if (i >= n / 4) return;\n"
        "  int4 q = reinterpret_cast<int4 *>(f)[i];\n"
        "  f[4 * i] = 5.0f + f[4 * i + 1];\n"
        "  q.x = reinterpret_cast<int4 *>(f)[i].x;\n"
        "  f[4 * i + 3] = __int_as_float(q.x);\n"
        "}\n"
        "int main() {\n"
        "  float f[64], *d; for (int i = 0; i < 64; ++i) f[i] = i; cudaMalloc(&d, sizeof f);\n"
        "  cudaMemcpy(d, f, sizeof f, cudaMemcpyHostToDevice); v<<<1, 64>>>(d, 64);\n"
        '  cudaMemcpy(f, d, sizeof f, cudaMemcpyDeviceToHost); float s = 0; for (float x : f) s += x; std::printf("%g\\n", s);\n'
        "}\n"
    )
    # f[4 i + 1], f[4 i + 2] stay, the other two are 5 + f[4 i + 1]
    expected = sum((4 * i + 1) + (4 * i + 2) + 2 * (4 * i + 6) for i in range(16))
    (tmp_path / "v.cpp").write_text(translated(source), "utf-8")
    build([tmp_path / "v.cpp"], tmp_path / "v", flags=("-std=c++17", "-O2", "-w", "-fopenmp"))
    assert subprocess.run([tmp_path / "v"], capture_output=True, text=True).stdout == f"{expected}\n"
