"""The real kernel as judge. There is no GPU in these tests: stand-ins for nvcc show what is made of what a GPU leaves."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from loopwright.cli.main import MISSING, main
from loopwright.cuda.file import FileTranslation, translate_file
from loopwright.source.syntax import parse
from loopwright.translate.gpu import Gpu, find_gpu, judge_on_gpu, plan_text, read_digests, same
from loopwright.translate.verify import Judge

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
KERNELS = """__global__ void scale(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}
__global__ void count(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += 1;
}
"""


@pytest.fixture(scope="module")
def judged() -> Iterator[tuple[FileTranslation, Judge]]:
    translation = translate_file(parse(KERNELS, "k.cu", "cuda"))
    with Judge(translation, translation.kernels, Path("k.cu")) as judge:
        yield translation, judge


def stand_in(folder: Path, script: str) -> Gpu:
    """An nvcc that writes ``script`` where the program should be."""
    program = folder / "left.sh"
    program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    nvcc = folder / "nvcc"
    nvcc.write_text(
        f'#!/bin/sh\nwhile [ "$1" != "-o" ]; do shift; done\ncp "{program}" "$2"; chmod +x "$2"\n',
        "utf-8",
    )
    nvcc.chmod(0o755)
    return Gpu("Test GPU", str(nvcc))


def test_a_gpu_that_leaves_the_same_agrees(judged: tuple[FileTranslation, Judge], tmp_path: Path):
    translation, judge = judged
    gpu = stand_in(tmp_path, f'exec "{judge.program().folder}/judge" "$@"')
    found = judge_on_gpu(gpu, translation, translation.kernels, judge, Path("k.cu"))
    assert {name: one.agreed for name, one in found.items()} == {"scale": True, "count": True}
    assert all(one.inputs >= 4 for one in found.values())


def test_a_gpu_that_leaves_something_else_is_told(judged: tuple[FileTranslation, Judge], tmp_path: Path):
    translation, judge = judged
    change = "s/^\\(digest\t[0-9]*\tx\t\\)[0-9a-f]\\{16\\}$/\\1ffffffffffffffff/"
    gpu = stand_in(tmp_path, f'"{judge.program().folder}/judge" "$@" | sed \'{change}\'')
    found = judge_on_gpu(gpu, translation, translation.kernels, judge, Path("k.cu"))
    assert found["scale"].agreed
    assert not found["count"].agreed
    assert "on the Test GPU leaves other values in x" in found["count"].reason


def test_a_gpu_that_does_not_run_is_no_verdict(judged: tuple[FileTranslation, Judge], tmp_path: Path):
    translation, judge = judged
    found = judge_on_gpu(stand_in(tmp_path, "exit 4"), translation, translation.kernels, judge, Path("k.cu"))
    assert found["scale"].reason == "the kernel does not run on the Test GPU"


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs nvcc")
def test_nvcc_takes_the_program(judged: tuple[FileTranslation, Judge]):
    translation, judge = judged
    gpu = Gpu("absent", shutil.which("nvcc") or "")
    found = judge_on_gpu(gpu, translation, translation.kernels, judge, Path("k.cu"))
    assert "nvcc" not in found["scale"].reason


def test_without_a_gpu_the_call_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "k.cu").write_text(KERNELS, "utf-8")
    monkeypatch.setattr(os, "environ", {**os.environ, "PATH": str(tmp_path)})
    assert find_gpu() is None
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path), "/usr/bin"]))
    if shutil.which("nvidia-smi") is None:
        assert main(["translate", str(tmp_path / "k.cu"), "--gpu"]) == MISSING
        assert "NVIDIA GPU" in capsys.readouterr().err


def test_digests_are_compared_as_far_as_floating_point_allows():
    first = ["10", "20", "0", "0:1 3:2"]
    assert same(first, ["10.000001", "20", "0", "0:1.0000001 3:2"], 1e-4)
    assert not same(first, ["11", "20", "0", "0:1 3:2"], 1e-4)
    assert not same(first, ["10", "20", "0", "0:1 3:2.5"], 1e-4)
    assert not same(["abc"], ["abd"], 1e-4)


def test_plans_name_the_inputs_of_each_trial():
    found = read_digests(["plan\t0\t3\t1\t0", "digest\t0\tx\tff", "plan\t2\t0\t0\t1", "noise"])
    assert found["0"]["x"] == ["ff"]
    assert plan_text(found) == "3 1 0,-1 0 0,0 0 1,-1 0 0,-1 0 0,-1 0 0"
