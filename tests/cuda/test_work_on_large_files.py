"""What a large file costs: it is read so many times, whatever it holds, and left out of at once what does not compile."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.cuda import file as translating
from loopwright.cuda.read import definitions, functions
from loopwright.cuda.read.rewriting import file_level
from loopwright.source.syntax import parse


def _nodes_asked_for(count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    asked = Counter[str]()

    def counted(root):  # type: ignore[no-untyped-def]
        for node in file_level(root):
            asked["nodes"] += 1
            yield node

    monkeypatch.setattr(functions, "file_level", counted)
    each = "__device__ int f{n}(int a) {{ return a.load(b); }}\n__global__ void k{n}(int *a) {{ a[0] = f{n}(a[0]); }}\n"
    text = "typedef cub::BlockReduce<int, 64> Reduce;\n" + "".join(each.format(n=n) for n in range(count))
    code = functions.DeviceCode(parse(text.encode(), "k.cu", "cuda"))
    assert not any(map(code.function_synchronises, code.functions))
    return asked["nodes"]


def test_the_names_that_a_file_gives_cub_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = _nodes_asked_for(20, monkeypatch), _nodes_asked_for(80, monkeypatch)
    assert many < 6 * few


def test_a_header_is_read_once_however_often_its_macros_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"// {tmp_path}\n#define SIZE 64\n"
    (tmp_path / "sizes.h").write_text(text, "utf-8")
    source = tmp_path / "k.cu"
    source.write_text('#include "sizes.h"\n__global__ void k(int *a) { a[threadIdx.x] = SIZE; }\n', "utf-8")
    read: list[str] = []
    chains_of = definitions.chains_of
    monkeypatch.setattr(definitions, "chains_of", lambda code: (read.append("\n".join(code)), chains_of(code))[1])
    assert main(["translate", str(source), "-o", str(tmp_path / "k.cpp")]) == 0
    assert sum("#define SIZE 64" in each for each in read) == 1


def test_all_functions_that_do_not_compile_are_left_out_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "k.cu"
    bad = "".join(f"__global__ void bad{n}(int *a) {{ a[0] = nobody{n}(a); }}\n" for n in range(60))
    source.write_text(f"{bad}__global__ void good(int *a) {{ a[0] = 1; }}\n", "utf-8")
    made: list[str] = []
    start = translating.Translator.translate
    monkeypatch.setattr(translating.Translator, "translate", lambda own: (made.append(""), start(own))[1])
    assert main(["translate", str(source), "-o", str(tmp_path / "k.cpp")]) == 1
    told = capsys.readouterr().err
    assert told.count(": failed: ") == 60
    assert "k.cu:61: good: compiled" in told
    assert len(made) == 2


def test_a_library_of_kernels_is_told_where_it_is_brought_and_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "include" / "cutlass"
    folder.mkdir(parents=True)
    (folder / "gemm.h").write_text("// NVIDIA CORPORATION\n__device__ int deep(int a) { return a; }\n", "utf-8")
    own = tmp_path / "include" / "cute"
    own.mkdir()
    (own / "ours.h").write_text("__device__ int ours(int a) { return a + 1; }\n", "utf-8")
    source = tmp_path / "k.cu"
    source.write_text(
        "#include <cutlass/gemm.h>\n#include <cute/ours.h>\n__global__ void k(int *a) { a[0] = ours(a[0]); }\n", "utf-8"
    )
    assert main(["translate", str(source), "-I", str(tmp_path / "include"), "-o", str(tmp_path / "k.cpp")]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told[:2] == ["k.cu:3: k: compiled", "k.cu:1: CUTLASS: unsupported: CUTLASS has no CPU translation"]
    assert "deep" not in (tmp_path / "k.cpp").read_text("utf-8")
