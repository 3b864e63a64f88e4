"""What the host has wrong is told once on its line, with exit code 1; kernels are judged by themselves."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.cli.main import main

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
KERNELS = "__global__ void a(int *p) { p[threadIdx.x] = 1; }\n__global__ void b(int *p) { p[threadIdx.x] = 2; }\n"
WITHOUT_KERNELS = {
    "an undeclared function": ("#include <cuda_runtime.h>\nint main() {\n  undeclared(3);\n}\n", 3, "undeclared"),
    "a header that is not there": ("\n#include <no_such_library.h>\nint main() { return 0; }\n", 2, "no_such_library.h"),
    "a type": ("Missing thing;\nint main() { return 0; }\n", 1, "Missing"),
}  # fmt: skip
BESIDE_KERNELS = {
    "a variable": f"Missing thing;\n{KERNELS}",
    "a name for a type": f"typedef Missing other;\n{KERNELS}",
    "in a namespace": f"namespace n {{\nMissing thing;\n}}\n{KERNELS}",
    "under a condition": f"#ifndef NO\nMissing thing;\n#endif\n{KERNELS}",
    "behind a header": f'#include "gone.h"\nMissing thing;\n{KERNELS}',
    "a function too": f"Missing thing;\nvoid go() {{\n  Missing other;\n}}\n{KERNELS}",
}


def told(folder: Path, capsys: pytest.CaptureFixture[str], text: str, *options: str) -> tuple[int, list[str]]:
    """The exit code and what is said."""
    (folder / "k.cu").write_text(text, "utf-8")
    code = main(["translate", str(folder / "k.cu"), "-o", str(folder / "k.cpp"), *options])
    return code, capsys.readouterr().err.splitlines()


@pytest.mark.parametrize("name", WITHOUT_KERNELS)
def test_a_file_without_kernels_is_compiled_too(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, line, word = WITHOUT_KERNELS[name]
    code, said = told(tmp_path, capsys, text)
    assert code == 1
    assert said[0].startswith(f"k.cu:{line}: the host's code does not compile as C++: ")
    assert word in said[0]
    assert said[1:] == ["0 kernels"]


def test_a_file_without_kernels_that_compiles_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "#include <cuda_runtime.h>\nint main() { int *p; cudaMalloc(&p, 4); return 0; }\n"
    assert told(tmp_path, capsys, text) == (0, ["0 kernels"])


def test_as_one_file_of_a_program_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "k.cu").write_text(KERNELS, "utf-8")
    (tmp_path / "main.cu").write_text("int main() {\n  undeclared(3);\n}\n", "utf-8")
    assert main(["translate", str(tmp_path / "k.cu"), str(tmp_path / "main.cu"), "-o", str(tmp_path / "out")]) == 1
    assert "main.cu:2: the host's code does not compile as C++: " in capsys.readouterr().err


@pytest.mark.parametrize("name", BESIDE_KERNELS)
def test_a_declaration_that_does_not_compile_is_told_once(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = told(tmp_path, capsys, BESIDE_KERNELS[name])
    assert code == 1
    lines = [line.partition(": ")[0] for line in said if "the host's code does not compile" in line]
    assert lines
    assert len(lines) == len(set(lines))
    assert [line.partition(": ")[2] for line in said[len(lines) : -1]] == ["a: compiled", "b: compiled"]


def test_kernels_beside_it_are_tested_and_those_that_need_it_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    needs = "__device__ void set(other *p) { p[0] = 3; }\n__global__ void c(int *p) { set((other *)p); }\n"
    code, said = told(tmp_path, capsys, f"typedef Missing other;\n{KERNELS}{needs}", "--verify", "--no-model")
    assert code == 1
    assert "k.cu:2: a: tested on 6 inputs" in said
    assert "k.cu:3: b: tested on 6 inputs" in said
    assert any(line.startswith("k.cu:5: c: failed: ") for line in said)
    assert said[-1] == "3 kernels: 2 tested, 1 failed"


def test_a_function_of_a_type_that_is_missing_is_named_by_its_own_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = told(tmp_path, capsys, f"{KERNELS}Missing make();\n")
    assert code == 1
    assert said[0].startswith("k.cu:3: the host's code does not compile as C++: ")
    assert said[1:3] == ["k.cu:1: a: compiled", "k.cu:2: b: compiled"]


def test_what_stands_behind_a_kernel_that_is_left_out_on_its_line_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f'namespace x {{ __global__ void left(int *p) {{ asm("nop;"); }} }}\n{KERNELS}'
    _, said = told(tmp_path, capsys, text)
    assert [line.partition(": ")[2] for line in said[1:3]] == ["a: compiled", "b: compiled"]
    assert said[-1] == "3 kernels: 2 compiled, 1 left out"
