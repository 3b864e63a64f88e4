"""The real kernel as judge. There is no GPU in these tests: stand-ins for nvcc show what is made of what a GPU leaves."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from loopwright.cli.main import MISSING, main
from loopwright.cuda.file import translate_file
from loopwright.cuda.translation import FileTranslation
from loopwright.source.syntax import parse
from loopwright.toolchain import confine
from loopwright.translate import records
from loopwright.translate.gpu import Gpu, find_gpu, judge_on_gpu, plan_of, same
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


# A library in the place of the one that nvcc would build: it leaves what the oracle left for the kernel.
LEFT = """#include "shared.h"
#include <string.h>
__asm__(".section .rodata\\n.balign 64\\nleft: .incbin \\"FOLDER/left\\"\\n.previous\\n");
extern const char left[] __attribute__((visibility("hidden")));
__attribute__((visibility("default"))) void lw_judge(struct lw_shared *shared) {
    struct lw_header *header = shared->header;
    const struct lw_header *one = (const struct lw_header *)left + shared->plan.number;
    shared->reach(1);
    header->items = one->items;
    memcpy(header->item, one->item, sizeof header->item), memcpy(header->digest, one->digest, sizeof header->digest);
    for (int trial = shared->plan.first; trial < shared->plan.trials; ++trial) {
        if (shared->plan.plan[trial][0] < 0 || FAILS) continue;
        header->trial[trial] = one->trial[trial];
        shared->stamp(&header->trial[trial], trial);
    }
}
"""


def stand_in(folder: Path, left: list[np.ndarray], fails: str = "0") -> Gpu:
    """An nvcc whose library leaves ``left``, a header for each kernel; ``fails``: in which trials it does not."""
    (folder / "left").write_bytes(b"".join(header.tobytes() for header in left))
    (folder / "left.c").write_text(LEFT.replace("FOLDER", str(folder)).replace("FAILS", fails), "utf-8")
    nvcc = folder / "nvcc"
    nvcc.write_text(
        f"""#!/bin/sh
while [ "$1" != "-o" ]; do shift; done
headers=$(dirname "$3")
space=$(grep -o '^extern "C".* lw[0-9a-f]*_judge' "$3" | grep -o 'lw[0-9a-f]*_judge' | sed 's/_judge//')
sed "s/lw_/${{space}}_/g" '{folder}/left.c' >"$headers/left.c"
exec gcc -shared -fPIC -w -I"$headers" -o "$2" "$headers/left.c"
""",
        "utf-8",
    )
    nvcc.chmod(0o755)
    return Gpu("Test GPU", str(nvcc))


def left_by_the_oracle(judge: Judge) -> list[np.ndarray]:
    """What a GPU leaves that does the same as the oracle, kernel by kernel."""
    program = judge.program()
    return [program._run_judge(number, 0, records.DIGESTS).header.copy() for number in range(len(judge.kernels))]


def test_a_gpu_that_leaves_the_same_agrees(judged: tuple[FileTranslation, Judge], tmp_path: Path):
    translation, judge = judged
    gpu = stand_in(tmp_path, left_by_the_oracle(judge))
    found = judge_on_gpu(gpu, translation, translation.kernels, judge, Path("k.cu"))
    assert {name: (one.agreed, one.reason) for name, one in found.items()} == {"scale": (True, ""), "count": (True, "")}
    assert all(one.inputs >= 4 for one in found.values())


def test_a_gpu_that_leaves_something_else_is_told(judged: tuple[FileTranslation, Judge], tmp_path: Path):
    translation, judge = judged
    left = left_by_the_oracle(judge)
    left[1]["digest"]["hash"] ^= 1
    gpu = stand_in(tmp_path, left)
    found = judge_on_gpu(gpu, translation, translation.kernels, judge, Path("k.cu"))
    assert found["scale"].agreed, found["scale"]
    assert not found["count"].agreed
    assert "on the Test GPU leaves other values in x" in found["count"].reason


def test_a_gpu_that_does_not_run_is_no_verdict(judged: tuple[FileTranslation, Judge], tmp_path: Path):
    translation, judge = judged
    gpu = stand_in(tmp_path, left_by_the_oracle(judge), "1")
    found = judge_on_gpu(gpu, translation, translation.kernels, judge, Path("k.cu"))
    assert found["scale"].reason == "the kernel does not run on the Test GPU"


def test_a_trial_that_did_not_end_is_none_that_agrees(judged: tuple[FileTranslation, Judge], tmp_path: Path):
    translation, judge = judged
    gpu = stand_in(tmp_path, left_by_the_oracle(judge), "trial == 2")
    found = judge_on_gpu(gpu, translation, translation.kernels, judge, Path("k.cu"))
    assert not found["scale"].agreed
    assert not found["count"].agreed


def test_where_nothing_confines_nothing_runs(
    judged: tuple[FileTranslation, Judge], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    translation, judge = judged
    gpu = stand_in(tmp_path, left_by_the_oracle(judge))
    monkeypatch.setattr(confine, "offered", lambda: confine.Offer(None, "Code is not run: nothing confines it."))
    found = judge_on_gpu(gpu, translation, translation.kernels, judge, Path("k.cu"))
    assert {one.reason for one in found.values()} == {"Code is not run: nothing confines it"}
    assert not any(one.agreed for one in found.values())


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs nvcc")
def test_nvcc_takes_the_program(judged: tuple[FileTranslation, Judge]):
    translation, judge = judged
    gpu = Gpu("absent", shutil.which("nvcc") or "")
    found = judge_on_gpu(gpu, translation, translation.kernels, judge, Path("k.cu"))
    if find_gpu() is None:
        assert found["scale"].reason == "the kernel does not run on the absent"
    else:
        assert found["scale"].agreed, found["scale"].reason


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
    found = {"0": {"plan": ["3", "1", "0"], "x": ["ff"]}, "2": {"plan": ["0", "0", "1"]}}
    assert plan_of(found) == [(3, 1, 0), (-1, 0, 0), (0, 0, 1), *[(-1, 0, 0)] * 3]
