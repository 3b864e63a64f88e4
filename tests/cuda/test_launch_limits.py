"""Launches that no GPU carries out are told, with the sizes that the text gives; nothing is said of sizes that only the program knows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

KERNEL = """#define MANY 2048
constexpr int square(int x) { return x * x; }
namespace big { const int T = 2048; }
struct S { static constexpr int T = 2048; };
const dim3 WIDE(64, 32), HIDDEN(2048);
namespace big { static const dim3 B = {2048, 1, 1}; }
#ifdef SMALL
const dim3 BY_SWITCH(32);
#else
const dim3 BY_SWITCH(2048);
#endif
struct R { dim3 HIDDEN; };
extern const int outside;
void fix(dim3 &b);
__global__ void k(float *a, int n) { int i = threadIdx.x; if (i < n) a[i] = 1; }
__global__ void both(float *a) { extern __shared__ float s[]; __shared__ float fixed[2][1024]; s[threadIdx.x] = fixed[1][0] = 1; a[threadIdx.x] = s[0]; }
__global__ void __launch_bounds__(128, 2) bounded(float *a) { a[threadIdx.x] = 1; }
"""
BEYOND = "on a GPU the launch fails, and"
TOLD = {
    "k<<<1, 4096>>>(a, n);": "4096 threads in a block, where a GPU takes 1 to 1024",
    "k<<<1, MANY>>>(a, n);": "2048 threads in a block, where a GPU takes 1 to 1024",
    "const int t = 512 * 4; k<<<1, t>>>(a, n);": "2048 threads in a block, where a GPU takes 1 to 1024",
    "k<<<1, dim3(64, 32)>>>(a, n);": "64 * 32 threads in a block, where a GPU takes at most 1024",
    "dim3 b(16, 16, 8); k<<<1, b>>>(a, n);": "16 * 16 * 8 threads in a block, where a GPU takes at most 1024",
    "k<<<1, dim3(1, 1, 128)>>>(a, n);": "128 threads in a block along z, where a GPU takes 1 to 64",
    "k<<<dim3(1, 70000), 32>>>(a, n);": "70000 blocks along y, where a GPU takes 1 to 65535",
    "k<<<0, 32>>>(a, n);": "0 blocks, where a GPU takes 1 to 2147483647",
    "k<<<1, 0>>>(a, n);": "0 threads in a block, where a GPU takes 1 to 1024",
    "k<<<1, dim3{32, 33}>>>(a, n);": "32 * 33 threads in a block, where a GPU takes at most 1024",
    "dim3 b{32, 33, 1}; k<<<1, b>>>(a, n);": "32 * 33 threads in a block, where a GPU takes at most 1024",
    "const auto b = dim3(32, 33); k<<<1, b>>>(a, n);": "32 * 33 threads in a block, where a GPU takes at most 1024",
    "k<<<1, square(33)>>>(a, n);": "1089 threads in a block, where a GPU takes 1 to 1024",
    "k<<<1, big::T>>>(a, n);": "2048 threads in a block, where a GPU takes 1 to 1024",
    "k<<<1, S::T>>>(a, n);": "2048 threads in a block, where a GPU takes 1 to 1024",
    "if (n > 3) k<<<1, 1025>>>(a, n);": "1025 threads in a block, where a GPU takes 1 to 1024",
    "if (n > 3) return; k<<<1, MANY / 1>>>(a, n);": "2048 threads in a block, where a GPU takes 1 to 1024",
    "if (0) return; else k<<<1, 4096>>>(a, n);": "4096 threads in a block, where a GPU takes 1 to 1024",
    "k<<<-1, 32>>>(a, n);": "-1 blocks, where a GPU takes 1 to 2147483647",
    "k<<<1, 32, 65536>>>(a, n);": "65536 bytes of shared memory, where a GPU gives 49152 unless cudaFuncSetAttribute asks for more",
    "both<<<1, 32, 40964>>>(a);": "40964 + 8192 bytes of shared memory, where a GPU gives 49152 unless cudaFuncSetAttribute asks for more",
    "k<<<1, 32, MANY * sizeof(float[16])>>>(a, n);": "131072 bytes of shared memory, where a GPU gives 49152 unless cudaFuncSetAttribute asks for more",
    "dim3 b; b.x = 64; b.y = 64; k<<<1, b>>>(a, n);": "64 * 64 * 1 threads in a block, where a GPU takes at most 1024",
    "dim3 b(64); b.y = MANY / 64; if (n > 3) k<<<1, b>>>(a, n);": "64 * 32 * 1 threads in a block, where a GPU takes at most 1024",
    "dim3 b; b.x = 32, b.y = 64; n += b.x * b.y; k<<<1, b>>>(a, n);": "32 * 64 * 1 threads in a block, where a GPU takes at most 1024",
    "for (int i = 0; i < n; ++i) { dim3 g; g.y = 70000; k<<<g, 32>>>(a, i); }": "70000 blocks along y, where a GPU takes 1 to 65535",
    "k<<<1, WIDE>>>(a, n);": "64 * 32 threads in a block, where a GPU takes at most 1024",
    "k<<<1, big::B>>>(a, n);": "2048 threads in a block along x, where a GPU takes 1 to 1024",
    "bounded<<<1, 512>>>(a);": "512 threads in a block, where its __launch_bounds__ are 128",
    "bounded<<<1, dim3(8, 17)>>>(a);": "8 * 17 threads in a block, where its __launch_bounds__ are 128",
}
NOT_TOLD = [
    "k<<<1, 1024>>>(a, n);",
    "k<<<1, dim3(32, 32)>>>(a, n);",
    "k<<<1, 32, 40964>>>(a, n);",
    "both<<<1, 32, 40960>>>(a);",
    "both<<<1, 32>>>(a);",
    "k<<<1, dim3(4, 4, 64)>>>(a, n);",
    "k<<<70000, 32>>>(a, n);",
    "k<<<dim3(70000, 65535), 32>>>(a, n);",
    "k<<<1, n>>>(a, n);",
    "k<<<(n + 255) / 256, 256>>>(a, n);",
    "k<<<1, dim3(n, 32)>>>(a, n);",
    "int t = 2048; if (n < 9) t = 32; k<<<1, t>>>(a, n);",
    # what changes a size by another name
    "dim3 b(64, 32); fix(b); k<<<1, b>>>(a, n);",
    "dim3 b(64, 32); b.y = 16; k<<<1, b>>>(a, n);",
    # sizes in pieces that are not all, or not the last
    "dim3 b; b.x = 64; b.y = 64; b.y = 4; k<<<1, b>>>(a, n);",
    "dim3 b; b.x = 64; if (n > 3) b.y = 64; k<<<1, b>>>(a, n);",
    "dim3 b; b.x = 64; k<<<1, b>>>(a, n); b.y = 64;",
    "dim3 b(8); b.x = 2048; (b.x) -= 2000; k<<<1, b>>>(a, n);",
    "dim3 b(8); b.x = 2048; (b.x) = 8; k<<<1, b>>>(a, n);",
    "dim3 b; b.x = 2048; unsigned *q = &(b.x); *q = 8; k<<<1, b>>>(a, n);",
    "dim3 b; b.x = 2048; unsigned &r = b.x; r = 8; k<<<1, b>>>(a, n);",
    "dim3 b; b.x = 2048; fix(b); k<<<1, b>>>(a, n);",
    "dim3 b; b.x = 2048; b = dim3(4); k<<<1, b>>>(a, n);",
    "dim3 b; b.x = 2048; auto cut = [&] { b.x = 4; }; cut(); k<<<1, b>>>(a, n);",
    "dim3 b; if (n) goto on; b.x = 2048; return; on: k<<<1, b>>>(a, n);",
    "dim3 b; switch (n) { case 3: b.x = 2048; break; default: b.x = 4; } k<<<1, b>>>(a, n);",
    "dim3 b; b.x = 2048; if (b.x <= 1024) k<<<1, b>>>(a, n);",
    "dim3 b; b.x = n; k<<<1, b>>>(a, n);",
    "dim3 b(8); { dim3 b; b.x = 2048; } k<<<1, b>>>(a, n);",
    "k<<<1, BY_SWITCH>>>(a, n);",
    "dim3 WIDE(4); k<<<1, WIDE>>>(a, n);",
    "k<<<1, HIDDEN>>>(a, n);",
    "int t = 4096; int &r = t; r = 32; k<<<1, t>>>(a, n);",
    "int t = 4096; auto cut = [&] { t = 32; }; cut(); k<<<1, t>>>(a, n);",
    "auto run = [&](int t) { k<<<1, t>>>(a, n); }; run(2048);",
    "const int t = 4096; { const int t = 32; k<<<1, t>>>(a, n); }",
    # what is never carried out, or behind a question about the size
    "if (0) k<<<1, 4096>>>(a, n);",
    "if (true) n = 3; else { k<<<1, 4096>>>(a, n); }",
    "if constexpr (false) { k<<<1, 4096>>>(a, n); }",
    "const int t = 4096; if (t <= n) k<<<1, t>>>(a, n);",
    "const int t = 4096; if (t > n) return; k<<<1, t>>>(a, n);",
    "int t = 4096; assert(t <= n); { k<<<1, t>>>(a, n); }",
    "\n#if 0\n  k<<<1, 4096>>>(a, n);\n#endif\n",
    "\n#ifdef SMALL\n  int t = 32;\n#else\n  int t = 4096;\n#endif\n  k<<<1, t>>>(a, n);",
    "k<<<1, MANY > 1024 ? 1024 : MANY>>>(a, n);",
    "for (int t = 2048; t; t /= 2) if (t <= 1024) k<<<1, t>>>(a, n);",
    "k<<<1, outside>>>(a, n);",
    "k<<<1, square(32)>>>(a, n);",
    "k<<<1, 32, 49152>>>(a, n);",
    "k<<<1, 32, n * sizeof(float)>>>(a, n);",
    "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536); k<<<1, 32, 65536>>>(a, n);",
    "bounded<<<1, 128>>>(a);",
    "bounded<<<1, n>>>(a);",
]


def refused(launch: str) -> list[str]:
    text = f"{KERNEL}void f(float *a, int n) {{\n  {launch}\n}}\n"
    kernels = translate_file(parse(text, "a.cu")).kernels
    return [doubt.text for kernel in kernels for doubt in kernel.doubts if doubt.kind == "launch"]


@pytest.mark.parametrize("launch", TOLD)
def test_a_launch_that_no_gpu_takes_is_told(launch: str) -> None:
    (sentence,) = refused(launch)
    name = next(each for each in ("bounded", "both", "k") if f"{each}<<<" in launch)
    assert sentence == f"{TOLD[launch]}: {BEYOND} {name} does not run"


@pytest.mark.parametrize("launch", NOT_TOLD)
def test_nothing_is_said_of_others(launch: str) -> None:
    assert not refused(launch)


def test_the_command_tells_it_on_the_line_of_the_launch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.cu").write_text(
        f"{KERNEL}int main() {{\n  float *a = 0;\n  k<<<1, MANY>>>(a, 0);\n  return 0;\n}}\n"
    )
    main(["translate", str(tmp_path / "a.cu"), "-o", str(tmp_path / "a.cpp"), "--json"])
    kernel, *_ = json.loads(capsys.readouterr().out)["kernels"]
    (remark,) = kernel["remarks"]
    assert (remark["kind"], remark["line"]) == ("launch", KERNEL.count("\n") + 3)
    assert "2048 threads" in remark["text"]
