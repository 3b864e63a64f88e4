"""A precompiled header is an image of a compiler's memory. One that lies in a folder is never taken, whatever asks a compiler."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.toolchain.accept import Acceptor
from loopwright.toolchain.compilers import find_compilers
from loopwright.toolchain.flags import flags_for
from loopwright.translate.faults import Asker
from loopwright.translate.verify import TRANSLATION_FLAGS

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="images are made with gcc")
# What is declared in the image alone: who accepts this text has taken the image.
TEXT = """#include "plain.h"
void scale(int n, float *a) {
  only_in_the_image x = 1;
#pragma acc parallel loop copy(a[0:n])
  for (int i = 0; i < n; i++) a[i] = x * a[i];
}
"""
IMAGE = "typedef int only_in_the_image;\n"
PROGRAM = f"{TEXT}int main(void) {{ float a[4] = {{1, 2, 3, 4}}; scale(4, a); return 0; }}\n"
KERNEL = """#include "plain.h"
__global__ void scale(float *a, int n) {
  only_in_the_image i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 2 * a[i];
}
"""


def image(folder: Path, *options: str, compiler: tuple[str, ...] = ("gcc",), end: str = "gch") -> Path:
    """`plain.h`, which declares nothing of use, with an image beside it; a file that takes it is what the options are for."""
    folder.mkdir(exist_ok=True)
    other = folder / "other" / "plain.h"
    other.parent.mkdir()
    other.write_text(IMAGE)
    (folder / "plain.h").write_text("/* nothing */\n")
    made = folder / f"plain.h.{end}"
    subprocess.run([*compiler, *options, "-o", made, str(other)], check=True, capture_output=True)
    return folder / "plain.h"


C = ("-fopenacc", "-foffload=disable", "-x", "c-header")


def complains(kind: str, path: Path, language: str) -> bool:
    """Whether the syntax check of a file misses what the image alone declares."""
    compiler = next(c for c in find_compilers().compilers if c.kind == kind)
    said = Acceptor(compiler).errors(path.read_bytes(), language, flags_for(path))
    return isinstance(said, tuple) and any("only_in_the_image" in message.text for message in said)


def test_the_image_would_be_taken(tmp_path: Path) -> None:
    """What the other tests rest on: gcc takes it by itself."""
    image(tmp_path, *C)
    command = ["gcc", "-fopenacc", "-foffload=disable", "-fsyntax-only", "-I", str(tmp_path), "-x", "c", "-"]
    assert subprocess.run(command, input=TEXT.encode()).returncode == 0


@pytest.mark.parametrize(("language", "driver", "name"), [("c", "gcc", "a.c"), ("cpp", "g++", "a.cpp")])
def test_gcc_does_not_take_it(tmp_path: Path, language: str, driver: str, name: str) -> None:
    image(tmp_path, *C[:2], "-x", "c-header" if language == "c" else "c++-header", compiler=(driver,))
    path = tmp_path / name
    path.write_text(TEXT)
    assert complains("gcc", path, language)


@pytest.mark.parametrize("end", ["pch", "gch"])
@pytest.mark.parametrize("flag", ["-include", "--include"])
def test_clang_does_not_take_it_for_a_header_that_is_forced_in(tmp_path: Path, flag: str, end: str) -> None:
    clang = next((c for c in find_compilers().compilers if c.kind == "clang"), None)
    if clang is None:
        pytest.skip("there is no clang")
    options = ("--no-default-config", "-fopenacc", "-w", "-x", "c-header", "-Xclang", "-emit-pch")
    header = image(tmp_path, *options, compiler=clang.command, end=end)
    path = tmp_path / "a.c"
    path.write_text(TEXT.partition("\n")[2])
    # clang itself takes it.
    taken = [*clang.command, "--no-default-config", "-fopenacc", "-w", "-fsyntax-only", "-include", header, path]
    assert subprocess.run(taken, capture_output=True).returncode == 0
    row = {"directory": str(tmp_path), "file": "a.c", "arguments": ["cc", flag, str(header), "-c", "a.c"]}
    (tmp_path / "compile_commands.json").write_text(json.dumps([row]))
    assert complains("clang", path, "c")


def test_a_trial_is_built_without_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image(
        tmp_path,
        "-std=gnu11",
        "-O1",
        "-w",
        "-fPIC",
        "-fvisibility=hidden",
        "-ffp-contract=off",
        "-fno-strict-aliasing",
        *C[2:],
    )
    (tmp_path / "a.c").write_text("".join(line for line in TEXT.splitlines(True) if "#pragma" not in line))
    assert main(["suggest", "--no-model", "--test", "--compiler", "gcc", "--json", str(tmp_path / "a.c")]) == 0
    document = json.loads(capsys.readouterr().out)
    assert all(c["tested"] is None for loop in document["loops"] for c in loop["candidates"])


def test_a_program_is_built_without_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    watched = ("-O1", "-g", "-fsanitize=thread", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls")
    image(
        tmp_path,
        *watched,
        "-fopenacc",
        "-fno-builtin-acc_on_device",
        "-fno-ipa-pta",
        "-foffload=disable",
        "-x",
        "c-header",
    )
    (tmp_path / "a.c").write_text(PROGRAM)
    assert main(["run", str(tmp_path / "a.c")]) == 2
    assert "only_in_the_image" in capsys.readouterr().err


def test_a_kernel_is_verified_without_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image(tmp_path, "-std=c++17", "-w", "-O3", "-march=native", "-fopenmp", "-x", "c++-header", compiler=("g++",))
    (tmp_path / "a.cu").write_text(KERNEL)
    main(["translate", str(tmp_path / "a.cu"), "--verify", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert document["kernels"][0]["status"] not in ("tested", "compiled")


def test_an_image_of_ours_is_taken_and_lets_no_other_in(tmp_path: Path) -> None:
    """Of the header that the files of a program share."""
    own = tmp_path / "own" / "loopwright_cuda.h"
    own.parent.mkdir()
    own.write_text("#include <cmath>\ntypedef double number;\n")
    ask = Asker(tmp_path / "a.cu", "g++")
    ask.precompile(own)
    own.write_text("")  # what is known of it now is in the image
    begin = '#include "loopwright_cuda.h"\nnumber x = std::sqrt(2.0);\n'
    assert ask.errors_in(begin, own) == []
    image(tmp_path, "-std=gnu++17", "-w", *TRANSLATION_FLAGS, "-x", "c++-header", compiler=("g++",))
    (error,) = ask.errors_in(f'{begin}#include "plain.h"\nonly_in_the_image y;\n', own)
    assert "only_in_the_image" in error.message
