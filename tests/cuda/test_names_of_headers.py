"""Headers of a project that have the names of CUDA's own are the project's, as nvcc takes them, unless CUDA's makers wrote them; what lies
beside a program under the name of a header of C++ is none."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from preloaded import COMMAND

pytestmark = [
    pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++"),
    pytest.mark.usefixtures("preloaded_commands"),
]

PROGRAM = """#include {include}
__global__ void k(int *a) {{ a[threadIdx.x] = SIDE * threadIdx.x; }}
int main() {{
  int *a, h[4];
  CHECK(cudaMalloc(&a, sizeof h));
  k<<<1, 4>>>(a);
  CHECK(cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost));
  printf("%d %d", h[1], h[3]);
}}
"""
OWN = "#include <cstdio>\n#include <cstdlib>\n#include <cuda_runtime.h>\n#define SIDE 7\n#define CHECK(call) if (call) exit(3)\n"


def printed(folder: Path, *options: str) -> str:
    """What the program of a folder prints after its translation."""
    command = [*COMMAND, "translate", "main.cu", "-o", "main.cpp", *options]
    told = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert told.returncode == 0, told.stderr
    includes = [option for option in options if option.startswith("-I")]
    subprocess.run(["g++", "-std=c++17", "-w", "-fopenmp", *includes, "-o", "main", "main.cpp"], cwd=folder, check=True)
    return subprocess.run(["./main"], cwd=folder, capture_output=True, text=True).stdout


@pytest.mark.parametrize(
    "name", ["cuda.h", "device_functions.h", "helper_cuda.h", "cublas_tools.h", "sm_sizes.h", "cutil.h"]
)
def test_a_header_beside_the_file_is_the_projects(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(OWN)
    (tmp_path / "main.cu").write_text(PROGRAM.format(include=f'"{name}"'))
    assert printed(tmp_path) == "7 21"


def test_folders_of_the_build_come_before_cudas(tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "cuda.h").write_text(OWN)
    (tmp_path / "main.cu").write_text(PROGRAM.format(include="<cuda.h>"))
    assert printed(tmp_path, "-Iinclude") == "7 21"


def test_a_header_without_code_of_cuda_stays_an_include(tmp_path: Path) -> None:
    (tmp_path / "sm_sizes.h").write_text("#define SIDE 7\n")
    text = OWN.replace("#define SIDE 7\n", "") + PROGRAM.format(include='"sm_sizes.h"')
    (tmp_path / "main.cu").write_text(text)
    assert printed(tmp_path) == "7 21"
    assert '#include "sm_sizes.h"' in (tmp_path / "main.cpp").read_text()


def test_a_copy_of_cudas_own_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "helper_cuda.h").write_text("/* Copyright 1993-2013 NVIDIA Corporation. */\n#error of no use here\n")
    text = OWN + PROGRAM.format(include='"helper_cuda.h"').replace("CHECK(", "checkCudaErrors(")
    (tmp_path / "main.cu").write_text(text)
    assert printed(tmp_path) == "7 21"


@pytest.mark.parametrize("name", ["new", "list", "limits.h"])
def test_a_program_beside_the_file_is_no_header(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"\x7fELF\x02\x01 not a text\n#error and no header\n")
    (tmp_path / "own.h").write_text(OWN)
    (tmp_path / "main.cu").write_text(
        "#include <limits.h>\n#include <list>\n#include <new>\n" + PROGRAM.format(include="<own.h>")
    )
    command = [*COMMAND, "translate", "main.cu", "-o", "main.cpp", "--verify", "--no-model"]
    told = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert "k: tested" in told.stderr


OF_THE_TOOLKIT = (
    "driver_functions.h",
    "host_defines.h",
    "common_functions.h",
    "library_types.h",
    "math_functions.hpp",
    "crt/device_functions.h",
)


def test_other_headers_of_the_toolkit_go(tmp_path: Path) -> None:
    includes = "".join(f"#include <{name}>\n" for name in OF_THE_TOOLKIT)
    (tmp_path / "main.cu").write_text(includes + OWN + PROGRAM.partition("\n")[2].replace("{{", "{").replace("}}", "}"))
    assert printed(tmp_path) == "7 21"
