"""What a judge of kernels compiles is compiled once: proposals for a kernel, and another rounding, differ in the translation alone."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.translate.candidate import tried
from loopwright.translate.pipeline import translate
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
def logged(tmp_path: Path) -> tuple[str, Path]:
    """A compiler, and the file in which it leaves a line for each text that it compiles."""
    log, compiler = tmp_path / "compiled", tmp_path / "g++"
    compiler.write_text(f'#!/bin/bash\n[[ " $* " == *" -c "* ]] && echo "${{@: -1}}" >>{log}\nexec g++ "$@"\n')
    compiler.chmod(0o755)
    return str(compiler), log


def texts(log: Path) -> Counter[str]:
    """How often each of a judge's texts was compiled."""
    return Counter(Path(line).stem for line in log.read_text().split())


def test_proposals_share_the_judge(logged: tuple[str, Path], tmp_path: Path) -> None:
    compiler, log = logged
    bodies = [SAME.replace("2", "3"), SAME, SAME.replace("*= 2", "= 2 * x[i]")]
    source = parse(SCALE, "k.cu", "cuda")
    result = translate(
        source,
        tmp_path / "k.cu",
        verified=True,
        compiler=compiler,
        runtime=StandIn({"scale": bodies}),  # type: ignore[arg-type]
    )
    assert [k.status for k in result.kernels] == ["tested"]
    told = texts(log)
    assert (told["judge"], told["watched"]) == (2, 1)  # under watch, and for times
    assert told["translation"] <= 2 + len(bodies)  # the wrong one with another rounding too
    assert not told["rival"]


def test_a_wrong_proposal_is_not_hidden_by_what_was_built_before(logged: tuple[str, Path], tmp_path: Path) -> None:
    compiler, _ = logged
    translation = translate_file(parse(SCALE, "k.cu", "cuda"))
    bodies = [SAME, SAME.replace("2", "3"), SAME]
    found = tried(translation, translation.kernels[0], bodies, tmp_path / "k.cu", compiler)
    assert [trial.outcome == "differs" for trial in found] == [False, True, False]


def test_another_rounding_is_another_translation_alone(logged: tuple[str, Path], tmp_path: Path) -> None:
    compiler, log = logged
    translation = translate_file(parse(CHAOS, "k.cu", "cuda"))
    with Judge(translation, translation.kernels, tmp_path / "k.cu", compiler) as judge:
        found = judge.verify(translation.kernels[0])
    assert found.agreed
    told = texts(log)
    assert (told["judge"], told["watched"]) == (1, 1)
    assert told["translation"] == 1 + len(found.remarks)  # a machine without them rounds as the kernel does
