"""What the command line, the project's headers and the two passes of nvcc define decides what a translation is: the program prints
what nvcc's would print with the same macros."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from built import build
from loopwright.cli.main import main
from whole import differing

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
MAIN = """
int main() {
  int *a; cudaMallocManaged(&a, 64 * sizeof(int));
  for (int i = 0; i < 64; i++) a[i] = i;
  k<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  printf("%d %d\\n", a[0], a[5]);
}
"""
HEAD = "#include <cstdio>\n"

# A conditional around a piece, inside a kernel that waits, asked together with nvcc's macros, by value, undefined again.
KERNELS = {
    "a piece": """__global__ void k(int *a) {
#ifdef FAST
  if (threadIdx.x < 4) {
#else
  if (threadIdx.x < 8) {
#endif
    a[threadIdx.x] = 7; } }""",
    "in a kernel that waits": """__global__ void k(int *a) {
  __shared__ int s[32];
  s[threadIdx.x] = a[threadIdx.x];
#ifdef FAST
  __syncthreads();
  a[threadIdx.x] = s[31 - threadIdx.x];
#else
  __syncthreads();
  a[threadIdx.x] = s[31 - threadIdx.x] * 2;
#endif
}""",
    "beside nvcc's": """#if defined(__CUDACC__) && defined(FAST)
#define W 5
#else
#define W 6
#endif
__global__ void k(int *a) { a[threadIdx.x] = W; }""",
    "by value": """#ifndef FAST
#define FAST 3
#endif
__global__ void k(int *a) {
#if FAST == 1
  for (int j = 0; j < 2; j++) {
#elif FAST == 3
  for (int j = 0; j < 9; j++) {
#else
  {
#endif
    a[threadIdx.x] += 1; } }""",
    "defined anew between two kernels": """__device__ int one(int x) {
  __syncwarp();
#ifdef FAST
  return x;
#else
  return x + 1;
#endif
}
#undef FAST
__global__ void k(int *a) {
  int v = one(a[threadIdx.x]);
#ifdef FAST
  __syncthreads();
  a[threadIdx.x] = v * 100;
#else
  __syncthreads();
  a[threadIdx.x] = v * 10;
#endif
}""",
}
PRINTS = {
    "a piece": ("7 7", "7 5"),
    "in a kernel that waits": ("62 52", "31 26"),
    "beside nvcc's": ("6 6", "5 5"),
    "by value": ("9 14", "2 7"),
    "defined anew between two kernels": ("10 60", "0 50"),
}


def printed(files: dict[str, str], folder: Path, *options: str, sources: tuple[str, ...] = ("k.cu",)) -> str:
    """What the translated program prints; the compiler is given the same macros."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    out = folder / "out"
    out.mkdir()
    assert main(["translate", *(str(folder / s) for s in sources), *options, "-o", str(out)]) == 0
    build(sorted(out.glob("*.cpp")), folder / "p", f"-I{folder}", *options)
    return subprocess.run([str(folder / "p")], capture_output=True, text=True).stdout.strip()


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("options", [(), ("-DFAST",)], ids=["without", "with"])
def test_a_macro_of_the_command_line_decides(name: str, options: tuple[str, ...], tmp_path: Path) -> None:
    text = HEAD + KERNELS[name] + MAIN
    assert printed({"k.cu": text}, tmp_path, *options) == PRINTS[name][len(options)]


BUILT = differing(KERNELS, 3, "cuda")


@pytest.mark.parametrize("name", BUILT)
def test_a_macro_of_the_build_decides(name: str, tmp_path: Path) -> None:
    command = {"directory": str(tmp_path), "file": "k.cu", "arguments": ["nvcc", "-DSLOW", "-DFAST=1", "-c", "k.cu"]}
    files = {"k.cu": HEAD + KERNELS[name] + MAIN, "compile_commands.json": json.dumps([command]), ".git/HEAD": ""}
    (tmp_path / "k.cu").parent.mkdir(exist_ok=True)
    assert main_prints_with_build(files, tmp_path) == PRINTS[name][1]


def main_prints_with_build(files: dict[str, str], folder: Path) -> str:
    """The same where the build alone defines ``FAST``."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    assert main(["translate", str(folder / "k.cu"), "-o", str(folder / "k.cpp")]) == 0
    build([folder / "k.cpp"], folder / "p", "-DFAST=1")
    return subprocess.run([str(folder / "p")], capture_output=True, text=True).stdout.strip()


@pytest.mark.parametrize("name", BUILT)
def test_a_macro_of_a_header_decides(name: str, tmp_path: Path) -> None:
    headers = {
        "settings.h": '#ifndef SETTINGS\n#define SETTINGS\n#include "more/inner.h"\n#endif\n',
        "more/inner.h": '#pragma once\n#ifdef NEVER\n#undef OTHER\n#else\n#include "deep.h"\n#endif\n',
        "more/deep.h": "#define FAST 1\n#undef SLOW\n",
    }
    text = HEAD + '#include "settings.h"\n' + KERNELS[name] + MAIN
    assert printed({"k.cu": text, **headers}, tmp_path) == PRINTS[name][1]


HOST = {
    "whether nvcc reads it": ("#ifdef __CUDACC__\n#define W 1\n#else\n#define W 2\n#endif\n", "1 1"),
    "which version": ("#if CUDART_VERSION >= 11000\n#define W 3\n#else\n#define W 4\n#endif\n", "3 3"),
    "OpenMP, which nvcc does not define": ("#ifdef _OPENMP\n#define W 5\n#else\n#define W 6\n#endif\n", "6 6"),
}


@pytest.mark.parametrize("name", HOST)
def test_a_header_that_asks_for_what_nvcc_defines(name: str, tmp_path: Path) -> None:
    header, expected = HOST[name]
    kernel = "__global__ void k(int *a) { a[threadIdx.x] = W; }\n"
    for at, files in enumerate(({"w.h": header}, {"w.h": '#include "v.h"\n', "v.h": header})):
        folder = tmp_path / str(at)
        folder.mkdir()
        assert printed({"k.cu": HEAD + '#include "w.h"\n' + kernel + MAIN, **files}, folder) == expected


def test_openmp_of_the_host_compiler_is_defined_where_the_build_asks_for_it(tmp_path: Path) -> None:
    text = (
        HEAD
        + HOST["OpenMP, which nvcc does not define"][0]
        + "__global__ void k(int *a) { a[threadIdx.x] = W; }"
        + MAIN
    )
    for at, words in enumerate((["-Xcompiler", "-fopenmp"], ["-Xcompiler=-Wall,-fopenmp"], ["-D_OPENMP=201511"])):
        folder = tmp_path / str(at)
        folder.mkdir()
        build = [{"directory": str(folder), "file": "k.cu", "arguments": ["nvcc", *words, "-c", "k.cu"]}]
        files = {"k.cu": text, "compile_commands.json": json.dumps(build), ".git/HEAD": ""}
        if words[0].startswith("-D"):
            files.pop("compile_commands.json")
            assert printed(files, folder, *words) == "5 5"
        else:
            assert printed(files, folder) == "5 5"


OPENMP = """#ifdef _OPENMP
#include <omp.h>
#define W 5
#else
#define W 6
#endif
"""
CALLING = "__global__ void k(int *a) { a[threadIdx.x] = W; }\ndouble now() { return omp_get_wtime(); }\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"k.cu": OPENMP + CALLING}, "5 5"),
        ({"k.cu": OPENMP + CALLING.replace("omp_get_wtime()", "0")}, "6 6"),
        ({"k.cu": "#include <omp.h>\n" + OPENMP + CALLING}, "6 6"),
        ({"k.cu": '#include "o.h"\n' + OPENMP + CALLING, "o.h": "#pragma once\n#include <omp.h>\n"}, "6 6"),
    ],
)
def test_a_file_that_calls_openmp_in_any_case_and_brings_its_header_only_with_it_is_built_with_it(
    files: dict[str, str], expected: str, tmp_path: Path
) -> None:
    assert printed({**files, "k.cu": HEAD + files["k.cu"] + MAIN}, tmp_path) == expected


BY_SIDE = {
    "a method": (
        "struct S { __host__ __device__ int f() const {\n#ifdef __CUDA_ARCH__\n    return 3;\n#else\n    return 4;\n#endif\n  } };\n",
        "S s; a[threadIdx.x] = s.f();",
        "S().f()",
    ),
    "an operator": (
        "struct S { int x; __host__ __device__ int operator()() const {\n#ifdef __CUDA_ARCH__\n    return 3;\n#else\n    return 4;\n"
        "#endif\n  } };\n",
        "S s; a[threadIdx.x] = s();",
        "S()()",
    ),
    "a macro for the qualifiers": (
        "#define HD __host__ __device__\nHD inline int f() {\n#ifdef __CUDA_ARCH__\n  return 3;\n#else\n  return 4;\n#endif\n}\n",
        "a[threadIdx.x] = f();",
        "f()",
    ),
    "a device function beside them": (
        "#define AT_MOST(n) __attribute__((aligned(n)))\n#define SQUARE(x) square(x)\n"
        "__device__ int square(int x) {\n#if __CUDA_ARCH__ >= 700\n  return x;\n#else\n  return 0;\n#endif\n}\n"
        "AT_MOST(8) __host__ __device__ int f() {\n#ifdef __CUDA_ARCH__\n  return 3;\n#else\n  return 4;\n#endif\n}\n",
        "a[threadIdx.x] = f() + SQUARE(0);",
        "f()",
    ),
    "a constructor": (
        "struct S { int x; __host__ __device__ S() {\n#ifdef __CUDA_ARCH__\n    x = 3;\n#else\n    x = 4;\n#endif\n  } };\n",
        "S s; a[threadIdx.x] = s.x;",
        "S().x",
    ),
    "a method of a class that another function for both uses": (
        "struct S { __host__ __device__ int f() const {\n#ifdef __CUDA_ARCH__\n    return 3;\n#else\n    return 4;\n#endif\n  } };\n"
        "__host__ __device__ int g() { return S().f(); }\n",
        "a[threadIdx.x] = g();",
        "g()",
    ),
    "a macro in a function for both": (
        "#ifdef __CUDA_ARCH__\n#define W 3\n#else\n#define W 4\n#endif\n__host__ __device__ inline int f() { return W; }\n",
        "a[threadIdx.x] = f();",
        "f()",
    ),
}


@pytest.mark.parametrize(
    "name", differing({name: before + body for name, (before, body, _) in BY_SIDE.items()}, 4, "cuda")
)
@pytest.mark.parametrize("host", [False, True], ids=["on the device alone", "on both"])
def test_what_differs_by_side_is_right_or_refused(name: str, host: bool, tmp_path: Path) -> None:
    before, body, call = BY_SIDE[name]
    text = HEAD + before + f"__global__ void k(int *a) {{ {body} }}" + MAIN
    if host:
        text = text.replace('printf("%d %d\\n", a[0], a[5]);', f'printf("%d %d\\n", a[0], {call});')
    (tmp_path / "k.cu").write_text(text, "utf-8")
    code = main(["translate", str(tmp_path / "k.cu"), "-o", str(tmp_path / "k.cpp")])
    if code != 0:
        assert host
        assert "depends on __CUDA_ARCH__" in (tmp_path / "k.cpp").read_text("utf-8")
        return
    build([tmp_path / "k.cpp"], tmp_path / "p")
    told = subprocess.run([str(tmp_path / "p")], capture_output=True, text=True).stdout.strip()
    assert told == ("3 4" if host else "3 3")
