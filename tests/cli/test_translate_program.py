"""The files of a program as `loopwright translate` writes them: a tree, one header that they share, nothing in one file that is
another's."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from loopwright.cli.main import DONE, FINDINGS, main
from loopwright.toolchain.process import Completed, run
from loopwright.translate import faults
from loopwright.translate.project import HEADER

from tests.cuda.built import CALLED, build

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
PROJECT = {
    "inc/common.cuh": """#pragma once
#include <cuda_runtime.h>
#include "sizes.h"
struct Params { float scale; int n; };
__constant__ float weights[2];
__device__ float weigh(float x) { return x * weights[0] + weights[1]; }
template <typename T> __global__ void fill(T *p, T v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = v;
}
__global__ void twice(float *p, int n) { int i = threadIdx.x; if (i < n) p[i] *= 2; }
""",
    "inc/sizes.h": "#ifndef SIZES\n#define SIZES\n#define COUNT 64\n#endif\n",
    "inc/api.h": "#pragma once\nvoid scaled(float *p, int n);\nfloat total(const float *p, int n);\nvoid record(float v);\n",
    "src/math/scale.cu": """#include "common.cuh"
#include "api.h"
__global__ void scale(float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = weigh(p[i]); }
void scaled(float *p, int n) {
  float w[2] = {3, 1};
  cudaMemcpyToSymbol(weights, w, sizeof w);
  scale<<<(n + 63) / 64, 64>>>(p, n);
  twice<<<1, n>>>(p, n);
}
""",
    "src/total.cu": """#include "common.cuh"
#include "api.h"
__global__ void add(const float *p, float *out, int n) {
  __shared__ float s[64];
  float v = 0;
  for (int i = threadIdx.x; i < n; i += 64) v += weigh(p[i]);
  s[threadIdx.x] = v;
  __syncthreads();
  for (int o = 32; o > 0; o /= 2) { if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o]; __syncthreads(); }
  if (threadIdx.x == 0) *out = s[0];
}
float total(const float *p, int n) {
  float w[2] = {1, 0}, *out, v;
  cudaMemcpyToSymbol(weights, w, sizeof w);
  cudaMalloc(&out, 4);
  add<<<1, 64>>>(p, out, n);
  cudaMemcpy(&v, out, 4, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return v;
}
""",
    "src/main.cu": """#include <cstdio>
#include "common.cuh"
#include "api.h"
int main() {
  float *p;
  cudaMalloc(&p, COUNT * sizeof(float));
  fill<float><<<1, COUNT>>>(p, 2.0f, COUNT);
  twice<<<1, COUNT>>>(p, COUNT);
  scaled(p, COUNT);
  record(total(p, COUNT));
  cudaFree(p);
}
""",
    "src/record.cpp": '#include <cstdio>\n#include "../inc/api.h"\nvoid record(float v) { std::printf("%g\\n", v); }\n',
}


def _written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def _prints(program: Path, sources: list[Path], *flags: str) -> str:
    """What the program prints."""
    build(sources, program, *flags, flags=CALLED)
    return subprocess.run([str(program)], capture_output=True, text=True).stdout.strip()


def _translated(folder: Path, names: list[str], *options: str, code: int = DONE) -> list[Path]:
    out = folder / "out"
    assert main(["translate", *(str(folder / name) for name in names), *options, "-o", str(out)]) == code
    return sorted(out.rglob("*.cpp"))


@pytest.mark.parametrize(
    "names", [["src"], ["src/main.cu", "src/total.cu", "src/math/scale.cu"]], ids=["folder", "files"]
)
def test_a_project_keeps_its_tree_and_shares_a_header(
    names: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _written(tmp_path, PROJECT)
    files = _translated(tmp_path, names, "-I", str(tmp_path / "inc"))
    said = capsys.readouterr().err.splitlines()
    assert [str(file.relative_to(tmp_path / "out")) for file in files] == ["main.cpp", "math/scale.cpp", "total.cpp"]
    assert [file.read_text().splitlines()[0] for file in files] == [
        '#include "loopwright_cuda.h"',
        '#include "../loopwright_cuda.h"',
        '#include "loopwright_cuda.h"',
    ]
    shared = (tmp_path / "out/loopwright_cuda.h").read_text()
    assert "struct dim3" in shared
    assert not any("struct dim3" in file.read_text() for file in files)
    assert f"{tmp_path / 'out'}: 3 files and loopwright_cuda.h, which they share" in said
    assert ("without CUDA, to be compiled as before: record.cpp" in said) == (names == ["src"])
    assert said[-1] == "8 kernels: 8 compiled"
    sources = [*files, tmp_path / "src/record.cpp"]
    # ((2 * 2 * 3) + 1) * 2 = 26, and 64 of them
    assert _prints(tmp_path / "p", sources, f"-I{tmp_path / 'inc'}") == "1664"


KERNEL_OF_A_HEADER = {
    "k.cuh": """#pragma once
template <typename T> __global__ void rev(T *p) {
  __shared__ T s[256];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
""",
    "a.cu": '#include "k.cuh"\nvoid a(float *p) { rev<float><<<1, 64>>>(p); }\n',
    "main.cu": """#include <cstdio>
#include "k.cuh"
void a(float *p);
int main() {
  float *p;
  cudaMallocManaged(&p, 1024);
  for (int i = 0; i < 256; ++i) p[i] = i;
  a(p);
  printf("%g ", p[0]);
  rev<float><<<1, 128>>>(p);
  printf("%g\\n", p[0]);
}
""",
}


def test_a_template_of_a_header_is_made_for_the_launches_of_each_file(tmp_path: Path) -> None:
    files = _translated(_written(tmp_path, KERNEL_OF_A_HEADER), ["a.cu", "main.cu"])
    assert _prints(tmp_path / "p", files) == "63 127"


OF_ONE_NAME = """__device__ float more(float x) { return x + STEP; }
__device__ inline float over(float x) { return x * STEP; }
template <typename T> __device__ T most(T x) { return x + 10 * STEP; }
__global__ void NAME_kernel(float *p) { p[threadIdx.x] = more(p[threadIdx.x]) + over(1) + most(1.f); }
void NAME(float *p) { NAME_kernel<<<1, 4>>>(p); }
"""


def test_functions_of_the_device_are_those_of_their_file(tmp_path: Path) -> None:
    files = {
        f"{name}.cu": OF_ONE_NAME.replace("NAME", name).replace("STEP", step)
        for name, step in (("a", "1"), ("b", "100"))
    }
    files["main.cu"] = """#include <cstdio>
void a(float *), b(float *);
int main() { float *p; cudaMallocManaged(&p, 16); p[0] = 0; a(p); printf("%g ", p[0]); p[0] = 0; b(p); printf("%g\\n", p[0]); }
"""
    written = _translated(_written(tmp_path, files), list(files))
    assert _prints(tmp_path / "p", written) == f"{1 + 1 + 11} {100 + 100 + 1001}"


# What one file defines itself the other has of CUDA's samples: the header may not bring it into both.
OWN_AND_OURS = {
    "a.cu": """#include <helper_math.h>
__global__ void mixed(float3 *p) { p[0] = lerp(p[0], p[1], 0.5f) + make_float3(1, 1, 1); }
void a(float3 *p) { mixed<<<1, 1>>>(p); }
""",
    "main.cu": """#include <cstdio>
#include <cuda_runtime.h>
float lerp(float a, float b, float t) { return a * t + b * (1 - t); }
__host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x + 100, 0, 0); }
void a(float3 *p);
__global__ void own(float3 *p) { p[0] = p[0] + p[1]; }
int main() {
  float3 *p;
  cudaMallocManaged(&p, 64);
  p[0] = make_float3(0, 0, 0);
  p[1] = make_float3(4, 0, 0);
  a(p);
  printf("%g ", p[0].x);
  own<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  printf("%g %g\\n", p[0].x, lerp(1, 3, 0.25f));
}
""",
}


def test_what_one_file_has_of_its_own_is_not_shared(tmp_path: Path) -> None:
    files = _translated(_written(tmp_path, OWN_AND_OURS), ["a.cu", "main.cu"])
    assert "struct dim3" in (tmp_path / "out/loopwright_cuda.h").read_text()
    assert _prints(tmp_path / "p", files) == "3 107 2.5"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, str]]:
    """How often a compiler was asked about each text behind each text of our header; of the header itself, its name."""
    found: Counter[tuple[str, str]] = Counter()

    def counted(command: Sequence[str], **options: Any) -> Completed:
        file, first = (Path(command[-1]), Path(command[command.index("-include") + 1]))
        header = first.read_text("utf-8") if first.name == HEADER else ""
        found[header, file.name if file.name == HEADER else file.read_text("utf-8")] += 1
        return run(command, **options)

    monkeypatch.setattr(faults, "run", counted)
    return found


def _adding(count: int) -> dict[str, str]:
    """Files with a kernel each, and one that calls them all and prints the sum of their numbers."""
    files = {
        f"f{n}.cu": f"__global__ void k(int *p) {{ p[0] += {n}; }}\nvoid f{n}(int *p) {{ k<<<1, 1>>>(p); }}\n"
        for n in range(count)
    }
    calls = " ".join(f"void f{n}(int *); f{n}(p);" for n in range(count))
    return {
        **files,
        "main.cu": "#include <cstdio>\nint main() { int *p; cudaMallocManaged(&p, 4); *p = 0; "
        f'{calls} printf("%d\\n", *p); }}\n',
    }


@pytest.mark.parametrize(("count", "header"), [(1, 0), (4, 1)])
def test_what_files_share_is_read_once_and_each_is_asked_about_once(
    count: int, header: int, asked: Counter[tuple[str, str]], tmp_path: Path
) -> None:
    files = _adding(count)
    written = _translated(_written(tmp_path, files), [*files])
    assert asked["", HEADER] == header
    assert asked.total() == len(files) + header
    assert all(file.read_text().startswith('#include "loopwright_cuda.h"') for file in written)
    assert _prints(tmp_path / "p", written) == str(sum(range(count)))


@pytest.mark.parametrize(
    "fault", ["__global__ void bad(int *p) { p[0] = missing(); }\n", "int host() { return missing; }\n"]
)
def test_a_file_with_a_fault_is_asked_about_in_no_way_twice(
    fault: str, asked: Counter[tuple[str, str]], tmp_path: Path
) -> None:
    files = _adding(2)
    files["f0.cu"] += fault
    _translated(_written(tmp_path, files), [*files], code=FINDINGS)
    assert max(asked.values()) == 1
    # One without a fault is asked about behind the header alone, again if that is another one without the fault.
    assert all(header for header, text in asked if "void f1(int *p)" in text)


def test_json_names_the_header(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _translated(_written(tmp_path, KERNEL_OF_A_HEADER), ["a.cu", "main.cu"], "--json")
    document = json.loads(capsys.readouterr().out)
    assert document["support"] == str(tmp_path / "out/loopwright_cuda.h")
    assert [each["output"] for each in document["files"]] == [
        str(tmp_path / f"out/{name}.cpp") for name in ("a", "main")
    ]


def test_a_file_of_the_user_in_the_way_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _written(tmp_path, {**KERNEL_OF_A_HEADER, "out/a.cpp": "int mine;\n"})
    call = ["translate", str(tmp_path / "a.cu"), str(tmp_path / "main.cu"), "-o", str(tmp_path / "out")]
    assert main(call) == 2
    assert f"{tmp_path / 'out/a.cpp'}: a file that is no translation is in the way" in capsys.readouterr().err
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["a.cpp"]
    assert (tmp_path / "out/a.cpp").read_text() == "int mine;\n"
    assert main([*call, "--force"]) == 0
    assert "int mine" not in (tmp_path / "out/a.cpp").read_text()
    assert main(call) == 0  # a translation may be made again


@pytest.mark.parametrize("force", [(), ("--force",)], ids=["", "force"])
def test_what_is_translated_is_never_written_over(
    force: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "#include <cuda_runtime.h>\nvoid f() { cudaDeviceSynchronize(); }\n"
    _written(tmp_path, {"k.cpp": text, "main.cu": "int main() {}\n"})
    assert main(["translate", str(tmp_path / "k.cpp"), *force, "-o", str(tmp_path / "k.cpp")]) == 2
    assert main(["translate", str(tmp_path), *force, "-o", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("it is what is translated") == 2
    assert (tmp_path / "k.cpp").read_text() == text


def test_two_files_of_one_place_are_two(tmp_path: Path) -> None:
    _written(tmp_path, {"x/k.cu": "int a() { return 1; }\n", "x/k.cpp": "#include <cuda_runtime.h>\nint main() {}\n"})
    assert [file.name for file in _translated(tmp_path, ["x"])] == ["k.cpp", "k_2.cpp"]


def test_a_folder_without_cuda_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _written(tmp_path, {"x/k.cpp": "int main() {}\n"})
    assert main(["translate", str(tmp_path / "x"), "-o", str(tmp_path / "out")]) == 2
    assert "there is no CUDA file in it" in capsys.readouterr().err


WAITS = """__device__ int folded(int *s, int v) {
  s[threadIdx.x] = v;
  __syncthreads();
  int all = 0;
  for (int i = 0; i < 4; i++) all += s[i];
  __syncthreads();
  return all;
}
"""
USES = """__device__ int folded(int *s, int v);
__device__ int twice(int *s, int v) { return 2 * folded(s, v); }
__global__ void NAME_kernel(int *p) { __shared__ int s[4]; p[threadIdx.x] = twice(s, threadIdx.x); }
void NAME(int *p) { NAME_kernel<<<1, 4>>>(p); }
"""


def test_threads_that_wait_in_a_function_of_another_file_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of its own function of that name, and of one in the file itself, a kernel is as it was."""
    files = {
        "defines.cu": WAITS + USES.replace("NAME", "inside"),
        "calls.cu": USES.replace("NAME", "outside"),
        "own.cu": WAITS.replace("__device__", "static __device__").replace("+= s[i]", "-= s[i]")
        + USES.replace("NAME", "own").partition("\n")[2],
        "main.cu": "#include <cstdio>\nvoid inside(int *), outside(int *), own(int *);\n"
        "int main(int count, char **) { int *p; cudaMallocManaged(&p, 16); inside(p); cudaDeviceSynchronize(); int a = *p; own(p);"
        ' cudaDeviceSynchronize(); printf("%d %d\\n", a, *p); if (count > 1) outside(p); }\n',
    }
    written = _translated(_written(tmp_path, files), [*files], code=FINDINGS)
    said = [line for line in capsys.readouterr().err.splitlines() if "kernel:" in line]
    assert [line for line in said if "compiled" not in line] == [
        "calls.cu:3: outside_kernel: unsupported: line 2: twice: threads wait in folded, which another file of the program defines"
    ]
    assert len(said) == 3
    assert _prints(tmp_path / "p", written, "-Wno-unused-function") == "12 -12"


FOLD = """struct Plain { __device__ int all(int v) const { return v; } };
struct Fold {
  int *s;
  __device__ int all(int v) const;
  __device__ int one(int v) const { return v + 1; }
  __device__ int more(int v) const { return 2 * all(v); }
};
"""
OF_FOLD = """#include "fold.h"
__device__ int Fold::all(int v) const {
  s[threadIdx.x] = v;
  __syncthreads();
  return s[3 - threadIdx.x];
}
__global__ void inside(int *p) { __shared__ int s[4]; Fold f{s}; p[threadIdx.x] = f.all(1); }
"""
BY_FOLD = """#include "fold.h"
__global__ void outside(int *p) { __shared__ int s[4]; Fold f{s}; p[threadIdx.x] = f.all(1); }
__global__ void behind(int *p) { __shared__ int s[4]; Fold f{s}; p[threadIdx.x] = f.more(1); }
__global__ void beside(int *p) { Fold f{p}; p[threadIdx.x] = f.one(1); }
"""


def test_threads_that_wait_in_a_method_of_another_file_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other methods of the class are as they were, and a class that is another one of that name."""
    own = OF_FOLD.partition("\n")[2].replace("inside", "own")
    files = {
        "fold.h": FOLD,
        "defines.cu": OF_FOLD,
        "calls.cu": BY_FOLD,
        "own.cu": f"namespace {{\n{FOLD}{own}}}\nvoid go(int *p) {{ own<<<1, 4>>>(p); }}\n",
    }
    written = _translated(_written(tmp_path, files), [*files][1:], code=FINDINGS)
    said = [line for line in capsys.readouterr().err.splitlines() if line.partition(".cu:")[1]]
    assert [line for line in said if "compiled" not in line] == [
        "calls.cu:2: outside: unsupported: line 2: threads wait in Fold::all, which another file of the program defines",
        "calls.cu:3: behind: unsupported: line 3: the method more: threads wait in Fold::all, which another file of the program"
        " defines",
    ]
    assert len(said) == 5
    assert "int more(int v) const { throw" in next(f for f in written if f.name == "calls.cpp").read_text("utf-8")
