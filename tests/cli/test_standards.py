"""`translate` reads and builds a file in the standard of C++ that it is written in: asked for, of its build, or nvcc's default."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.translate.standard import standard_flag, version_of

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
PROGRAM = """#include <cuda_runtime.h>
#if __cplusplus >= 202002L
template <typename T> concept Number = requires(T t) { t + t; };
template <Number T> __device__ T more(T v) { return v + 20; }
#else
template <typename T> __device__ T more(T v) { return v + 17; }
#endif
__global__ void k(int *a) {
#if __cplusplus >= 202002L
    auto add = []<typename T>(T v) { return more(v); };
#else
    auto add = [](auto v) { return more(v); };
#endif
    a[threadIdx.x] = add(a[threadIdx.x]);
}
"""


def translated(folder: Path, *options: str, built: str = "") -> str:
    """What is written of the program where its build says ``built``."""
    source = folder / "k.cu"
    source.write_text(PROGRAM, "utf-8")
    if built:
        entry = {"directory": str(folder), "file": "k.cu", "command": f"nvcc {built} -c k.cu"}
        (folder / "compile_commands.json").write_text(json.dumps([entry]), "utf-8")
    assert main(["translate", str(source), *options, "-o", str(folder / "k.cpp")]) == 0
    return (folder / "k.cpp").read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "built", "later"),
    [
        ((), "", False),
        (("--std=c++20",), "", True),
        (("-std", "gnu++2a"), "", True),
        ((), "-std=c++20", True),
        ((), "--std c++20", True),
        ((), "-std=c++14", False),
        (("-std=c++17",), "-std=c++20", False),
    ],
)
def test_a_file_is_read_and_compiled_in_its_standard(
    options: tuple[str, ...], built: str, later: bool, tmp_path: Path
) -> None:
    text = translated(tmp_path, *options, built=built)
    assert ("[]<typename T>" in text) == later


def test_what_is_no_standard_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "k.cu").write_text(PROGRAM, "utf-8")
    assert main(["translate", str(tmp_path / "k.cu"), "--std=c++21"]) == 2
    assert "c++21: no standard of C++" in capsys.readouterr().err


def test_standards_by_their_spellings(tmp_path: Path) -> None:
    file = tmp_path / "k.cu"
    told = {name: standard_flag([f"-std={name}"], file) for name in ("c++11", "gnu++1z", "c++2a", "gnu++20", "c11")}
    assert told == {
        "c++11": "-std=c++17",
        "gnu++1z": "-std=gnu++1z",
        "c++2a": "-std=c++2a",
        "gnu++20": "-std=gnu++20",
        "c11": "-std=c++17",
    }
    assert {version_of(flag) for flag in told.values()} == {"201703L", "202002L"}
