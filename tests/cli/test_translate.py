"""`loopwright translate` as it is called."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.translate.verify import Judge
from preloaded import COMMAND

from tests.cuda.built import build

KERNEL = """#include <cuda_runtime.h>
#include <cstdio>
#define CHECK(call) do { if ((call) != cudaSuccess) return 1; } while (0)
__global__ void twice(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = 2 * a[i];
}
int main() {
  int n = 1000, h[1000], *a, *b;
  for (int i = 0; i < n; i++) h[i] = i;
  CHECK(cudaMalloc(&a, sizeof h));
  CHECK(cudaMalloc((void **)&b, sizeof h));
  CHECK(cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice));
  twice<<<(n + 255) / 256, 256>>>(a, b, n);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost));
  long sum = 0;
  for (int i = 0; i < n; i++) sum += h[i];
  printf("%ld\\n", sum);
  cudaFree(a);
  cudaFree(b);
}
"""
needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")


def call(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, "translate", *arguments], input=text, capture_output=True, text=True)


@needs_compiler
def test_the_program_runs(tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_text(KERNEL)
    done = call(str(tmp_path / "k.cu"), "-o", str(tmp_path / "k.cpp"))
    assert (done.returncode, done.stdout) == (0, "")
    assert "twice: compiled" in done.stderr
    text = (tmp_path / "k.cpp").read_text()
    assert "cuda_runtime.h" not in text
    built = [
        "g++",
        "-std=c++17",
        "-O3",
        "-march=native",
        "-fopenmp",
        "-o",
        str(tmp_path / "k"),
        str(tmp_path / "k.cpp"),
    ]
    assert subprocess.run(built).returncode == 0
    assert subprocess.run([str(tmp_path / "k")], capture_output=True, text=True).stdout == "999000\n"


@needs_compiler
def test_json_has_the_contracts_fields(tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_text(KERNEL)
    done = call(str(tmp_path / "k.cu"), "--verify", "--no-model", "--json")
    document = json.loads(done.stdout)
    assert document["output"] is None
    (kernel,) = document["kernels"]
    assert (kernel["name"], kernel["line"], kernel["status"], kernel["origin"]) == ("twice", 4, "tested", "lowering")
    assert kernel["inputs"] == 6
    assert kernel["reference_ms"] > 0
    assert {"reason", "max_relative_error", "translation_ms"} <= kernel.keys()


def test_one_kernel_from_standard_input() -> None:
    done = call("-", "--kernel", "twice", text=KERNEL)
    assert done.returncode == 0
    assert done.stdout.startswith("static void twice(dim3 gridDim, dim3 blockDim, const int *a, int *b, int n) {")


def test_a_kernel_that_is_not_there() -> None:
    done = call("-", "--kernel", "nothing", text=KERNEL)
    assert done.returncode == 2
    assert done.stderr.strip() == "loopwright translate: stdin.cu has no kernel nothing (kernels: twice)"


def test_half_cuda_half_prose() -> None:
    text = "Dear reader, <<< this is >>> {{ not a program (\n" + KERNEL + "\nand it goes on: __global__ void ( {\n"
    done = call("-", text=text)
    assert done.returncode == 1  # it holds kernels that could not be read
    assert "its text could not be read" in done.stderr
    assert "Traceback" not in done.stderr


@needs_compiler
def test_headers_of_the_project_are_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "kernels.cuh").write_text(
        "#pragma once\n" + KERNEL[KERNEL.index("__global__") : KERNEL.index("int main")]
    )
    (tmp_path / "plain.h").write_text("#define COUNT 1000\n")
    (tmp_path / "main.cu").write_text(
        '#include "kernels.cuh"\n#include "plain.h"\nvoid go(int *a, int *b) { twice<<<4, 256>>>(a, b, COUNT); }\n'
    )
    done = call(str(tmp_path / "main.cu"), "--verify", "--no-model", "-o", str(tmp_path / "main.cpp"))
    assert "twice: tested on 6 inputs" in done.stderr
    text = (tmp_path / "main.cpp").read_text()
    assert '#include "plain.h"' in text
    assert 'kernels.cuh"' not in text


PROGRAM = {
    "include/scale.h": """#pragma once
#include <cuda_runtime.h>
#define FACTOR 3
#define CHECK(call) do { if ((call) != cudaSuccess) exit(1); } while (0)
__global__ void scale(float *a, int n, float s = FACTOR);
__global__ void reversed(int *a);
__device__ float more(float x);
__host__ __device__ int doubled(int x);
extern __device__ int counter;
""",
    "src/scale.cu": """#include "scale.h"
__device__ int counter = 4;
__host__ __device__ int doubled(int x) { return 2 * x; }
__device__ float more(float x) { return x + 1; }
__global__ void scale(float *a, int n, float s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = more(a[i]) * s;
}
__global__ void reversed(int *a) {
    extern __shared__ int s[];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
""",
    "src/main.cu": """#include <cstdio>
#include <cstdlib>
#include <nvtx3/nvToolsExt.h>
#include "scale.h"
int main() {
    float *a;
    int *b;
    CHECK(cudaMallocManaged(&a, 100 * sizeof(float)));
    CHECK(cudaMallocManaged(&b, 32 * sizeof(int)));
    for (int i = 0; i < 100; i++) a[i] = i;
    for (int i = 0; i < 32; i++) b[i] = i;
    nvtxRangePushA("scale");
    scale<<<2, 64>>>(a, 100);
    nvtxRangePop();
    int n = 100;
    float s = 2;
    void *given[] = {&a, &n, &s};
    CHECK(cudaLaunchKernel((const void *)scale, dim3(2), dim3(64), given, 0, 0));
    reversed<<<1, 32, 32 * sizeof(int)>>>(b);
    printf("%g %d %d %d\\n", a[10], b[0], doubled(4), counter);
}
""",
}


def written(folder: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return [str(folder / name) for name in files if name.endswith(".cu")]


@needs_compiler
def test_a_program_of_several_files(tmp_path: Path) -> None:
    sources = written(tmp_path, PROGRAM)
    done = call(*sources, "-I", str(tmp_path / "include"), "-o", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    assert [line.split(": ", 1)[1] for line in done.stderr.splitlines()] == [
        "scale: compiled",
        "reversed: compiled",
        "2 files and loopwright_cuda.h, which they share",
        "2 compiled",
    ]
    results = sorted((tmp_path / "out").glob("*.cpp"))
    assert [r.name for r in results] == ["main.cpp", "scale.cpp"]
    built = ["g++", "-std=c++17", "-O2", "-fopenmp", "-o", str(tmp_path / "p"), *map(str, results)]
    assert subprocess.run(built, capture_output=True, text=True).stderr == ""
    assert subprocess.run([str(tmp_path / "p")], capture_output=True, text=True).stdout == "68 31 8 4\n"


@needs_compiler
def test_its_kernels_are_verified(tmp_path: Path) -> None:
    scale, _ = written(tmp_path, PROGRAM)
    done = call(scale, "-I", str(tmp_path / "include"), "--verify", "--no-model", "--json")
    document = json.loads(done.stdout)
    assert [(k["name"], k["status"]) for k in document["kernels"]] == [("scale", "tested"), ("reversed", "tested")]


@needs_compiler
def test_a_kernel_without_translation_does_not_keep_its_program_from_being_linked(tmp_path: Path) -> None:
    sources = written(
        tmp_path,
        {
            "a.cu": '__global__ void t(unsigned *a) { asm("mov.u32 %0, %%envreg3;" : "=r"(a[0])); }\n',
            "b.cu": "__global__ void t(unsigned *a);\nint main(int n, char **) { if (n > 5) t<<<1, 1>>>(nullptr); }\n",
        },
    )
    done = call(*sources, "-o", str(tmp_path / "out"))
    assert "inline PTX is not translated" in done.stderr
    assert "throw std::logic_error" in (tmp_path / "out" / "a.cpp").read_text()


def test_several_files_need_a_folder(tmp_path: Path) -> None:
    done = call(*written(tmp_path, PROGRAM))
    assert done.returncode == 2
    assert "-o FOLDER" in done.stderr


@needs_compiler
def test_a_barrier_that_the_compiler_copies_is_one_barrier(tmp_path: Path) -> None:
    text = """__global__ void total(const float *a, float *out, int n) {
    __shared__ float s[256];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    float v = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) v += a[i];
    s[t] = v;
    __syncthreads();
    float w = 0;
    if (t < 32) {
        for (int i = t; i < 256; i += 32) w += s[i];
        for (int o = 16; o > 0; o /= 2) w += __shfl_down_sync(0xffffffffu, w, o);
        if (t == 0) s[0] = w;
    }
    __syncthreads();
    if (t == 0) out[blockIdx.x] = s[0];
}
void go() { total<<<4, dim3(16, 16)>>>(0, 0, 5000); }
"""
    (tmp_path / "k.cu").write_text(text)
    (kernel,) = json.loads(call(str(tmp_path / "k.cu"), "--verify", "--no-model", "--json").stdout)["kernels"]
    assert (kernel["status"], kernel["remarks"]) == ("tested", [])


@needs_compiler
def test_a_kernel_of_a_header_is_told_with_its_file_and_line(tmp_path: Path) -> None:
    kernel = "__global__ void {}(int *a) {{ __shared__ int s[64]; s[threadIdx.x] = a[threadIdx.x]; a[threadIdx.x] = s[63 - threadIdx.x]; }}\n"
    (tmp_path / "inner.cuh").write_text(
        "#pragma once\n#define TWO \\\n  2\n__device__ int two();\n\n" + kernel.format("deep")
    )
    (tmp_path / "main.cu").write_text(
        '// a remark\n#include "inner.cuh"\n#define INDEX \\\n  threadIdx.x\n__device__ int two() { return TWO; }\n'
        "__global__ void near(int *a) { a[INDEX] = 1; }\n"
        + kernel.format("racing")
        + "void go() { deep<<<1, 64>>>(0); }\n"
    )
    done = call(str(tmp_path / "main.cu"), "--json", "--verify", "--no-model")
    found = {k["name"]: (k["header"] and Path(k["header"]).name, k["line"]) for k in json.loads(done.stdout)["kernels"]}
    assert found == {"deep": ("inner.cuh", 6), "near": ("", 6), "racing": ("", 7)}
    told = call(str(tmp_path / "main.cu"), "--verify", "--no-model", "-o", str(tmp_path / "o.cpp")).stderr
    assert "inner.cuh:6: deep: racy" in told
    assert "main.cu:6: near: tested" in told
    assert re.search(r"main\.cu:7:   .*threads", told), told


def _built(program: Path, *files: Path) -> str:
    build(files, program)
    return subprocess.run([str(program)], capture_output=True, text=True).stdout


@needs_compiler
@pytest.mark.parametrize("output", ["k.cpp", "out/k.cpp", "../beside/k.cpp", "out/"])
def test_includes_are_found_where_the_file_is_written(output: str, tmp_path: Path) -> None:
    """Headers without CUDA stay includes: of the file itself, and of a header in another folder whose CUDA is taken in."""
    project = tmp_path / "project"
    (project / "deep").mkdir(parents=True)
    (project / "plain.h").write_text("inline int plain() { return 5; }\n")
    (project / "deep/number.h").write_text("inline int number() { return 3; }\n")
    (project / "deep/device.cuh").write_text('#include "number.h"\n__device__ int add(int x) { return x + 4; }\n')
    text = KERNEL.replace("#include <cstdio>", '#include <cstdio>\n#include "deep/device.cuh"\n#include "plain.h"')
    text = text.replace("2 * a[i]", "add(a[i])").replace('"%ld\\n", sum', '"%ld\\n", sum + plain() + number()')
    (project / "k.cu").write_text(text)
    if output.endswith("/"):
        (project / output).mkdir()
    done = call(str(project / "k.cu"), "-o", str(project / output))
    assert (done.returncode, "compiled" in done.stderr) == (0, True), done.stderr
    written = project / output / "k.cpp" if output.endswith("/") else project / output
    assert _built(tmp_path / "k", written) == f"{sum(range(1000)) + 4000 + 8}\n"


@needs_compiler
def test_variables_of_the_device_that_another_file_names(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(
        "__device__ int total;\n__constant__ int by[2];\n__managed__ int count;\n__device__ int own;\n"
        "__global__ void add(int n) { if (threadIdx.x == 0) { total += n * by[1]; ++count; ++own; } }\n"
    )
    (tmp_path / "b.cu").write_text(
        "#include <cstdio>\nextern __device__ int total;\nextern __constant__ int by[2];\nextern __managed__ int count;\n"
        "static __device__ int own;\n__global__ void add(int n);\n__global__ void mine() { own = 9; }\n"
        "int main() { int h[2] = {0, 5}, t = 2; cudaMemcpyToSymbol(by, h, sizeof h); cudaMemcpyToSymbol(total, &t, 4);\n"
        '  add<<<1, 32>>>(8); mine<<<1, 1>>>(); cudaMemcpyFromSymbol(&t, total, 4); printf("%d %d\\n", t, count); }\n'
    )
    done = call(str(tmp_path / "a.cu"), str(tmp_path / "b.cu"), "-o", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    assert _built(tmp_path / "k", tmp_path / "out/a.cpp", tmp_path / "out/b.cpp") == "42 1\n"


@needs_compiler
def test_kernels_of_namespaces_are_verified(tmp_path: Path) -> None:
    """Their parameters have types of the namespace, and what they leave may be a variable of it."""
    (tmp_path / "k.cu").write_text(
        "namespace one { struct P { float x; };\n__device__ int last;\n"
        "__global__ void k(P *p, int n) { int i = threadIdx.x; if (i < n) p[i].x *= 2; }\n"
        "__global__ void racy() { last = threadIdx.x; } }\n"
        "namespace two { namespace deep { __global__ void k(int *p, int n) { int i = threadIdx.x; if (i < n) p[i] += i; } } }\n"
        "namespace { __global__ void k(float *p) { p[threadIdx.x] = 1; } }\n"
        "void go(one::P *p, int *q, float *r) { one::k<<<1, 64>>>(p, 64); two::deep::k<<<1, 64>>>(q, 64); k<<<1, 64>>>(r); one::racy<<<1, 64>>>(); }\n"
    )
    done = call(str(tmp_path / "k.cu"), "-o", str(tmp_path / "k.cpp"), "--verify", "--no-model", "--json")
    found = [(k["name"], k["status"]) for k in json.loads(done.stdout)["kernels"]]
    assert found == [("k", "tested"), ("racy", "racy"), ("k", "tested"), ("k", "tested")], done.stdout


@needs_compiler
def test_a_launch_of_one_dimension_may_say_three(tmp_path: Path) -> None:
    """`dim3 threads(n, 1, 1)`: a line of threads. In a cube of them threads of one number would race."""
    (tmp_path / "k.cu").write_text(
        "__global__ void k(float *p, int n) { __shared__ float s[256]; s[threadIdx.x] = p[threadIdx.x]; __syncthreads();\n"
        "  p[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; }\n"
        "void go(float *p, int n) { dim3 grid(1, 1, 1), threads(n, 1, 1); k<<<grid, threads>>>(p, n); }\n"
    )
    done = call(str(tmp_path / "k.cu"), "-o", str(tmp_path / "k.cpp"), "--verify", "--no-model", "--json")
    assert [k["status"] for k in json.loads(done.stdout)["kernels"]] == ["tested"]
    assert "threads_y" not in (tmp_path / "k.cpp").read_text("utf-8")


@needs_compiler
def test_free_memory_alone_may_be_asked_for(tmp_path: Path) -> None:
    asked = 'size_t free = 0, total = 0; cudaMemGetInfo(&free, nullptr); cudaMemGetInfo(nullptr, &total); printf("%d\\n", free > 0 && total >= free);'
    (tmp_path / "k.cu").write_text(KERNEL.replace("int n = 1000", f"{asked} int n = 1000"))
    assert call(str(tmp_path / "k.cu"), "-o", str(tmp_path / "k.cpp")).returncode == 0
    assert _built(tmp_path / "k", tmp_path / "k.cpp").startswith("1\n")


ERRORS = """#include <cstdio>
#include "inc/lane.cuh"
#include "missing.h"
__global__ void good(float *p, int n) { int i = threadIdx.x; if (i < n) p[i] *= 2; }
__global__ void child(int *p) { p[threadIdx.x] = 1; }
__global__ void parent(int *p) {
  if (threadIdx.x == 0)
    elsewhere<<<1, 32>>>(p);
}
__global__ void uses_lane(int *p) { p[threadIdx.x] = lane(); }
__global__ void partly(int *p, int n) {
  if (threadIdx.x < n) {
    __syncthreads();
    p[threadIdx.x] = n;
  }
}
__global__ void race(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = s[63 - threadIdx.x];
}
int main() {
  int *p;
  cudaMalloc(&p, 256);
  race<<<1, 64>>>(p);
  undeclared_function(p);
  return 0
}
"""
LANE = """#pragma once
__device__ unsigned lane() { unsigned r; asm("mov.u32 %0, %envreg3;" : "=r"(r)); return r; }

__global__ void in_header(int *p) {
  p[threadIdx.x] = lane();
}
"""


def _with_errors(folder: Path, text: str = ERRORS) -> str:
    (folder / "inc").mkdir()
    (folder / "inc/lane.cuh").write_text(LANE)
    (folder / "k.cu").write_text(text)
    return str(folder / "k.cu")


@needs_compiler
def test_each_cause_is_told_once_at_its_place(tmp_path: Path) -> None:
    done = call(_with_errors(tmp_path), "-o", str(tmp_path / "k.cpp"))
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "k.cu:3: the host's code does not compile as C++: missing.h: No such file or directory",
        "lane.cuh:4: in_header: unsupported: line 2: lane: inline PTX is not translated: the operand %envreg3",
        "k.cu:4: good: compiled",
        "k.cu:5: child: compiled",
        "k.cu:6: parent: unsupported: line 8: a kernel launches elsewhere, which is no kernel of the file",
        "k.cu:10: uses_lane: unsupported: lane.cuh:2: lane: inline PTX is not translated: the operand %envreg3",
        "k.cu:11: partly: compiled",
        "k.cu:12:   __syncthreads() may be reached by some threads of the block only",
        "k.cu:17: race: compiled",
        "k.cu:19:   a race: thread 0 stores in s[0] here, and thread 63 reads it as s[63 - threadIdx.x] in line 20; "
        "no barrier stands between",
        "7 kernels: 4 compiled, 3 left out",
    ]


@needs_compiler
def test_errors_of_the_host_have_their_lines(tmp_path: Path) -> None:
    done = call(
        _with_errors(tmp_path, ERRORS.replace('#include "missing.h"', "")), "-o", str(tmp_path / "k.cpp"), "--json"
    )
    found = json.loads(done.stdout)["errors"]
    assert [error["line"] for error in found] == [26, 27]


@needs_compiler
def test_a_kernel_that_needs_what_is_missing_says_so(tmp_path: Path) -> None:
    text = ERRORS.replace("p[i] *= 2", "p[i] *= FACTOR")
    done = call(_with_errors(tmp_path, text), "-o", str(tmp_path / "k.cpp"), "--json")
    good = next(k for k in json.loads(done.stdout)["kernels"] if k["name"] == "good")
    assert good["status"] == "failed"
    assert "FACTOR" in good["reason"]
    assert "missing.h is not found" in good["reason"]


@needs_compiler
def test_what_a_run_shows_is_told_with_lines_of_the_file(tmp_path: Path) -> None:
    text = (
        ERRORS.replace('#include "missing.h"', "")
        .replace("  undeclared_function(p);", "")
        .replace("return 0", "return 0;")
    )
    done = call(_with_errors(tmp_path, text), "-o", str(tmp_path / "k.cpp"), "--verify", "--no-model", "--json")
    race = next(k for k in json.loads(done.stdout)["kernels"] if k["name"] == "race")
    assert race["status"] == "racy"
    assert "(line 19)" in race["reason"] or "(line 20)" in race["reason"]


FAR = """__device__ int far(int x) {
  return x +
    nowhere;
}
"""
NEAR = """#include "first.h"
#include "second.h"
#include "far.cuh"
__global__ void here(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = oops;
}
__global__ void there(int *a) { a[threadIdx.x] = far(1); }
__global__ void good(int *a) { a[threadIdx.x] = 1; }
"""


@needs_compiler
@pytest.mark.parametrize("missing", [True, False])
def test_what_does_not_compile_is_told_where_it_stands(missing: bool, tmp_path: Path) -> None:
    (tmp_path / "far.cuh").write_text(FAR)
    (tmp_path / "k.cu").write_text(NEAR if missing else NEAR.replace("first.h", "cstdio").replace("second.h", "cmath"))
    done = call(str(tmp_path / "k.cu"), "-o", str(tmp_path / "k.cpp"))
    beside = " (first.h, second.h are not found)" if missing else ""
    assert [line for line in done.stderr.splitlines() if "failed: " in line] == [
        f"k.cu:4: here: failed: line 7: the translation does not compile: ‘oops’ was not declared in this scope{beside}",
        "k.cu:9: there: failed: far.cuh:3: far: the translation does not compile: "
        f"‘nowhere’ was not declared in this scope{beside}",
    ]
    assert done.stderr.splitlines()[-1] == "3 kernels: 1 compiled, 2 failed"
    done = call(str(tmp_path / "k.cu"), "-o", str(tmp_path / "k.cpp"), "--format", "sarif")
    places = [r["locations"][0]["physicalLocation"] for r in json.loads(done.stdout)["runs"][0]["results"]]
    told = [(Path(p["artifactLocation"]["uri"]).name, p["region"]["startLine"]) for p in places]
    assert told[-2:] == [("k.cu", 7), ("far.cuh", 3)]


@needs_compiler
def test_standard_input_is_cuda() -> None:
    text = """#include <vector>
template <typename T> __global__ void k(T *a) { a[threadIdx.x] = 1; }
int main() { std::vector<int> v; k<int><<<1, 1>>>(nullptr); }
"""
    done = call("-", text=text)
    assert (done.returncode, done.stderr.splitlines()[0]) == (0, "stdin.cu:2: k: compiled")
    assert 'extern "C"' not in done.stdout


@needs_compiler
def test_a_race_that_is_the_reason_is_no_remark_too(tmp_path: Path) -> None:
    (tmp_path / "k.cuh").write_text("__global__ void k(int *a) {\n  a[0] = threadIdx.x;\n}\n")
    (tmp_path / "k.cu").write_text('#include "k.cuh"\n')
    done = call(str(tmp_path / "k.cu"), "-o", str(tmp_path / "k.cpp"), "--verify", "--no-model")
    assert done.returncode == 1
    assert done.stderr.count("write the same global memory without a barrier between") == 1


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_bytes(bytes(range(256)))
    done = call(str(tmp_path / "k.cu"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"loopwright translate: {tmp_path / 'k.cu'}: it is no text\n"


@needs_compiler
def test_sarif_has_what_was_found_at_its_place(tmp_path: Path) -> None:
    done = call(_with_errors(tmp_path), "-o", str(tmp_path / "k.cpp"), "--format", "sarif")
    log = json.loads(done.stdout)["runs"][0]
    found = []
    for result in log["results"]:
        place = result["locations"][0]["physicalLocation"]
        name = Path(place["artifactLocation"]["uri"]).name
        found.append((result["ruleId"], name, place["region"]["startLine"], result["message"]["text"]))
    assert done.returncode == 1
    assert found == [
        ("cuda-host", "k.cu", 3, "the host's code does not compile as C++: missing.h: No such file or directory"),
        ("cuda-left-out", "lane.cuh", 2, "in_header: lane: inline PTX is not translated: the operand %envreg3"),
        ("cuda-left-out", "k.cu", 8, "parent: a kernel launches elsewhere, which is no kernel of the file"),
        ("cuda-left-out", "lane.cuh", 2, "uses_lane: lane: inline PTX is not translated: the operand %envreg3"),
        ("cuda-remark", "k.cu", 12, "partly: __syncthreads() may be reached by some threads of the block only"),
        (
            "cuda-racy",
            "k.cu",
            19,
            "race: a race: thread 0 stores in s[0] here, and thread 63 reads it as s[63 - threadIdx.x] in line 20; "
            "no barrier stands between",
        ),
    ]
    rules = {rule["id"] for rule in log["tool"]["driver"]["rules"]}
    assert rules == {"cuda-host", "cuda-left-out", "cuda-racy", "cuda-remark"}
    assert all("OpenACC" not in json.dumps(rule) for rule in log["tool"]["driver"]["rules"])


def _fuses() -> bool:
    cpu = Path("/proc/cpuinfo")
    return cpu.is_file() and " fma " in cpu.read_text().replace("\n", " ")


@needs_compiler
@pytest.mark.skipif(not _fuses(), reason="needs a machine with fused multiply-adds")
@pytest.mark.parametrize(("wrong", "status"), [("", "tested"), ("+ 1", "failed")])
def test_digits_of_fused_multiply_adds_are_no_fault(wrong: str, status: str, tmp_path: Path) -> None:
    """A map that is chaotic makes another number of the last digit."""
    text = """__global__ void k(const float *p, const float *q, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float c = (p[i] * 0.1f + 1.1f) * (q[i] * 0.1f + 1.3f);
    for (int j = 0; j < 30; ++j) {
      c = 3.9f * c - c * c;
      if (c < 0 || c > 3.9f) c = 0.37f;
    }
    r[i] = c;
  }
}
void go(float *p, float *q, float *r, int n) { k<<<(n + 63) / 64, 64>>>(p, q, r, n); }
"""
    translation = translate_file(parse(text.encode(), "k.cu", "cuda"))
    if wrong:
        translation = replace(translation, text=translation.text.replace("r[i] = c;", f"r[i] = c {wrong};"))
    (kernel,) = translation.kernels
    with Judge(translation, [kernel], tmp_path / "k.cu") as judge:
        found = judge.verify(kernel)
    assert found.agreed == (status == "tested"), found.reason
    assert [remark.kind for remark in found.remarks] == (["rounding"] if status == "tested" else [])
