"""What a judge compiles is compiled once: proposals for a kernel, and another rounding, differ in the translation alone; a program that
differs is run again with one thread as it is."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.toolchain.process import Completed, run
from loopwright.translate import verify
from loopwright.translate.pipeline import translate, translation_of
from loopwright.translate.program import build
from loopwright.translate.program.build import File, Toolchain
from loopwright.translate.program.verdict import ProgramJudge
from loopwright.translate.verify import Judge

from tests.cuda.test_candidate import SAME, StandIn

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
SCALE = (
    "__global__ void scale(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= 2; }\n"
)
# What fused multiply-adds make much of, where the machine has them.
CHAOS = """__global__ void k(const float *p, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float c = p[i] * 0.1f + 1.1f;
    for (int j = 0; j < 30; ++j) {
      c = 3.9f * c - c * c;
      if (c < 0 || c > 3.9f) c = 0.37f;
    }
    r[i] = c;
  }
}
"""


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each text of a judge was compiled, by its name."""
    found: Counter[str] = Counter()

    def counted(command: Sequence[str], **options: Any) -> Completed:
        if "-c" in command:
            found[Path(command[-1]).stem] += 1
        return run(command, **options)

    monkeypatch.setattr(verify, "run", counted)
    monkeypatch.setattr(build, "run", counted)
    return found


def test_proposals_share_the_judge(compiled: Counter[str], outcomes: list[str], tmp_path: Path) -> None:
    """And a wrong one between two is not hidden by what was built before."""
    bodies = [SAME, SAME.replace("2", "3"), SAME.replace("*= 2", "= 2 * x[i]")]
    source = parse(SCALE, "k.cu", "cuda")
    result = translate(
        source,
        tmp_path / "k.cu",
        verified=True,
        runtime=StandIn({"scale": bodies}),  # type: ignore[arg-type]
    )
    assert [k.status for k in result.kernels] == ["tested"]
    assert outcomes == ["not faster", "differs", "not faster"]
    assert (compiled["judge"], compiled["watched"]) == (2, 1)  # under watch, and for times
    assert compiled["translation"] <= 2 + len(bodies)  # the wrong one with another rounding too
    assert not compiled["rival"]


def test_another_rounding_is_another_translation_alone(compiled: Counter[str], tmp_path: Path) -> None:
    translation = translate_file(parse(CHAOS, "k.cu", "cuda"))
    with Judge(translation, translation.kernels, tmp_path / "k.cu") as judge:
        found = judge.verify(translation.kernels[0])
    assert found.agreed
    assert (compiled["judge"], compiled["watched"]) == (1, 1)
    assert compiled["translation"] == 1 + len(found.remarks)  # a machine without them rounds as the kernel does


def test_kernels_that_differ_are_rounded_otherwise_together(compiled: Counter[str], tmp_path: Path) -> None:
    translation = translate_file(parse(SCALE + SCALE.replace("scale", "grow").replace("*=", "+="), "k.cu", "cuda"))
    wrong = replace(translation, text=translation.text.replace("= 2", "= 3"))
    with Judge(wrong, wrong.kernels, tmp_path / "k.cu", alone=wrong) as judge:
        assert [judge.verify(kernel).differs for kernel in wrong.kernels] == [True, True]
    assert compiled == {"judge": 1, "watched": 1, "translation": 2}


def test_a_program_that_differs_is_built_once(compiled: Counter[str], tmp_path: Path) -> None:
    """Beside it the reference, one that rounds otherwise, one with every copy, and one that tells what it brings to the host."""
    text = (
        f"#include <cstdio>\n{SCALE}"
        "int main() { float h[4] = {1, 2, 3, 4}, *d; cudaMalloc(&d, 16); cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice);\n"
        '  scale<<<1, 4>>>(d, 4); cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost); printf("%g\\n", h[3]); }\n'
    )
    file = tmp_path / "k.cu"
    file.write_text(text, "utf-8")
    translation = translation_of(parse(text, str(file), "cuda"), file)
    with ProgramJudge([File(translation, file)], [], tmp_path, Toolchain("g++")) as judge:
        told = judge.report([translation.text.replace("*= 2", "*= 3")])
    assert (told.status, told.printed) == ("differs", "12")
    assert compiled["file0"] == 5
