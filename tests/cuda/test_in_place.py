"""Functions whose loop goes down a column, in the place of their call: every thread reckons as the host does with the same text."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from built import build
from loopwright.cuda.file import translate_file
from loopwright.cuda.translation import FileTranslation
from loopwright.source.syntax import parse

PLANE = "const int col = blockDim.x * (blockIdx.x + gridDim.x * blockIdx.y) + threadIdx.x;"
LINE = "const int col = blockIdx.x * blockDim.x + threadIdx.x;"
SUM = "float F(const float *b, int at, int n, int m) { float s = 0; for (int i = 0; i < n; i++) s += b[i * m + at]; return s; }"


@dataclass(frozen=True)
class Case:
    """A ``function`` called F and a kernel's ``body`` that knows ``b``, ``c``, ``n``, ``m`` and ``col``. ``placed``: whether it is put in place."""

    function: str
    body: str
    placed: bool = True
    between: str = ""
    index: str = PLANE


CASES = {
    "a sum": Case(SUM, "if (col < m) { float own = F(b, col, n, m); c[col] = own; }"),
    "where the grid is a line": Case(SUM, "if (col < m) { float own = F(b, col, n, m); c[col] = own; }", index=LINE),
    "behind a return": Case(
        SUM, "if (col >= m) return; float own = F(b, col, n, m) * 2 + 1; c[col] = own;", index=LINE
    ),
    "behind a return, in a plane": Case(
        SUM, "if (col >= m) return; float own = F(b, col, n, m) * 2 + 1; c[col] = own;"
    ),
    "in an assignment": Case(SUM, "if (col < m) { c[col] = 3 + 2 * F(b, col, n, m); }"),
    "as an argument": Case(SUM, "if (col < m) { c[col] = fabsf(F(b, col, n, m)); }"),
    "of every other thread": Case(SUM, "if (col < m && col % 2) { c[col] = F(b, col, n, m); }"),
    "with names that the kernel has": Case(
        SUM,
        "if (col < m) { int i = n + 1, at = col; float s = b[at]; float own = F(b, at, n, m) + i; c[at] = own + s; }",
    ),
    "with a parameter that it changes": Case(
        "float F(const float *b, int at, int n, int m, int left) { left -= 3; float s = left; "
        "for (int i = 0; i < n; i++) { s += b[i * m + at]; left++; } return s + left; }",
        "if (col < m) { int left = 5; float own = F(b, col, n, m, left); c[col] = own + left; }",
    ),
    "with arguments of other types": Case(
        "float F(const float *b, int at, int n, int m, int scale) { float s = 0; /* each */ for (int i = 0; i < n; i++) { "
        "float d = b[i * m + at] * scale; // one\n s += d; }\n return s / n; }",
        "if (col < m) { double third = 2.75; const long wide = m; float own = F(b, col, n, wide, third); c[col] = own; }",
    ),
    "that writes what it reads": Case(
        "float F(float *c, int at, int n, int m) { for (int i = 1; i < n; i++) c[i * m + at] += c[(i - 1) * m + at]; return 1; }",
        "if (col < m) { float own = F(c, col, n, m); c[col] += own; }",
    ),
    "with a number that is a macro": Case(
        "float F(const float *b, int at, int n, int m) { float s = 0; for (int i = TWO; i < n; i++) s += b[i * m + at]; return s; }",
        "if (col < m) { c[col] = F(b, col, n, m); }",
    ),
    "twice": Case(
        SUM,
        "if (col < m) { float one = F(b, col, n, m); float two = F(b, m - 1 - col, n, m) + F(b, col, n, m); c[col] = one - two; }",
        False,
    ),
    "one after the other": Case(
        SUM, "if (col < m) { float one = F(b, col, n, m); float two = F(b, col, n - 1, m); c[col] = one - 2 * two; }"
    ),
    "that returns early": Case(
        "float F(const float *b, int at, int n, int m) { float s = 0; if (b[at] < 0) return 7; "
        "for (int i = 0; i < n; i++) s += b[i * m + at]; return s; }",
        "if (col < m) { c[col] = F(b, col, n, m); }",
        False,
    ),
    "that leaves its loop": Case(
        "float F(const float *b, int at, int n, int m) { float s = 0; "
        "for (int i = 0; i < n; i++) { if (b[i * m + at] > 3) break; s += b[i * m + at]; } return s; }",
        "if (col < m) { c[col] = F(b, col, n, m); }",
        False,
    ),
    "as far as each thread wants": Case(SUM, "if (col < m) { c[col] = F(b, col, ends[col], m); }", False),
    "only where something holds": Case(SUM, "if (col < m) { c[col] = b[col] > 0 ? F(b, col, n, m) : 1; }", False),
    "behind another value": Case(SUM, "if (col < m) { c[col] = (c[col] += 2) > 0 && F(c, col, n, m) > 0; }", False),
    "in a loop": Case(SUM, "if (col < m) { for (int k = 0; k < 2; ++k) { c[col] += F(b, col, n - k, m); } }", False),
    "in one of two branches": Case(
        SUM, "if (col % 2 && col < m) { c[col] = F(b, col, n, m); } else { if (col < m) c[col] = 1; }", False
    ),
    "in a declaration of two": Case(
        SUM, "if (col < m) { float x = c[col]++, y = F(c, col, n, m); c[col] = x + y; }", False
    ),
    "that knows another thing by a name of the kernel": Case(
        "constexpr int weight_F = 3; __host__ __device__ float F(const float *b, int at, int n, int m) { float s = 0; "
        "for (int i = 0; i < n; i++) s += weight_F * b[i * m + at]; return s; }",
        "if (col < m) { int weight_F = 100; c[col] = F(b, col, n, m) + weight_F; }",
        False,
    ),
    "with a macro that changes": Case(
        "float F(const float *b, int at, int n, int m) { float s = 0; for (int i = LAST_F; i < n; i++) s += b[i * m + at]; return s; }",
        "if (col < m) { c[col] = F(b, col, n, m); }",
        False,
        "#undef LAST_F\n#define LAST_F 3",
    ),
    "that calls a function with another meaning later": Case(
        "float of_F (float x) { return x; } __host__ __device__ float F(const float *b, int at, int n, int m) { float s = 0; "
        "for (int i = 0; i < n; i++) s += of_F (i) * b[i * m + at]; return s; }",
        "if (col < m) { c[col] = F(b, col, n, m); }",
        False,
        "__host__ __device__ int of_F (int x) { return x + 1; }",
    ),
    "that changes what it is given": Case(
        "float F(const float *b, int &at, int n, int m) { float s = 0; for (int i = 0; i < n; i++) s += b[i * m + at]; at = 0; return s; }",
        "int mine = col; if (col < m) { float own = F(b, mine, n, m); c[col] = own + mine; }",
        False,
    ),
    "along a row": Case(
        "float F(const float *b, int at, int n, int m) { float s = 0; for (int i = 0; i < n; i++) s += b[at * n + i]; return s; }",
        "if (col < m) { c[col] = F(b, col, n, m); }",
        False,
    ),
}


def program() -> str:
    """All cases, and a host that does the same for one thread after the other."""
    parts, checks = ["#include <cstdio>\n#include <cmath>\n#include <vector>\n#define TWO 2"], []
    taken = "const float *b, float *c, int n, int m, const int *ends"
    for at, case in enumerate(CASES.values()):
        texts = (case.function, case.body, case.between)
        function, body, between = (text.replace("F(", f"f{at}(").replace("_F", f"_{at}") for text in texts)
        first = f"#define LAST_{at} 0\n" if "LAST" in function else ""
        head = "" if function.startswith("constexpr") else "__host__ __device__ "
        parts.append(f"{first}{head}{function}\n{between}\n__global__ void k{at}({taken}) {{ {case.index} {body} }}")
        parts.append(f"void h{at}({taken}, int col) {{ {body} }}")
        grid = "dim3(2, (m + 127) / 128)" if case.index == PLANE else "(m + 63) / 64"
        checks.append(f"check(k{at}, h{at}, n, m, {grid});")
    parts.append(
        "template <class K, class H> void check(K kernel, H host, int n, int m, dim3 grid) {\n"
        "std::vector<float> b(n * m), c(n * m), want; std::vector<int> ends(m);\n"
        "for (int i = 0; i < n * m; ++i) b[i] = i % 11 - 5, c[i] = i % 5; for (int i = 0; i < m; ++i) ends[i] = i % (n + 1);\n"
        "want = c; for (int col = 0; col < m; ++col) host(b.data(), want.data(), n, m, ends.data(), col);\n"
        "float *db, *dc; int *de; cudaMalloc(&db, n * m * 4); cudaMalloc(&dc, n * m * 4); cudaMalloc(&de, m * 4);\n"
        "cudaMemcpy(db, b.data(), n * m * 4, cudaMemcpyHostToDevice); cudaMemcpy(dc, c.data(), n * m * 4, cudaMemcpyHostToDevice);\n"
        "cudaMemcpy(de, ends.data(), m * 4, cudaMemcpyHostToDevice); kernel<<<grid, 64>>>(db, dc, n, m, de);\n"
        'cudaMemcpy(c.data(), dc, n * m * 4, cudaMemcpyDeviceToHost); printf("%d", int(c != want)); cudaFree(db); cudaFree(dc); cudaFree(de); }'
    )
    shapes = "for (int n : {1, 4, 33}) for (int m : {1, 63, 64, 65, 300})"
    return "\n".join([*parts, f'int main() {{ {shapes} {{ {" ".join(checks)} printf("\\n"); }} }}\n'])


@pytest.fixture(scope="module")
def translated() -> FileTranslation:
    return translate_file(parse(program(), "k.cu", "cuda"))


@pytest.mark.parametrize("name", CASES)
def test_a_function_stands_where_threads_go_down_columns(name: str, translated: FileTranslation) -> None:
    at = list(CASES).index(name)
    kernel = translated.kernel(f"k{at}")
    assert kernel is not None
    assert kernel.text is not None
    assert (f"f{at}(" not in kernel.text) == CASES[name].placed


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_every_thread_reckons_as_the_host_does(translated: FileTranslation, tmp_path: Path) -> None:
    source, binary = tmp_path / "p.cpp", tmp_path / "p"
    source.write_text(translated.text, "utf-8")
    build([source], binary, "-ffp-contract=off")
    told = subprocess.run([str(binary)], capture_output=True, text=True).stdout.split()
    assert told == ["0" * len(CASES)] * 15
