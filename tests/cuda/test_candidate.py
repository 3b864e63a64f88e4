"""The model's loops in a translation: taken where they are right and faster. A stand-in says what a model would."""

from __future__ import annotations

import json
import shutil
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from loopwright.model.decode import Proposal
from loopwright.model.manifest import ModelError
from loopwright.model.prompt import FillIn
from loopwright.model.runtime import Answer
from loopwright.source.syntax import parse
from loopwright.translate import candidate
from loopwright.translate.documents import translate_document
from loopwright.translate.pipeline import Translated, translate

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
# One thread a row: the lowering keeps the order of each sum, which no compiler can spread over a vector.
ROWS = """__global__ void row_norm(const float *a, float *out, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0.0f;
        for (int k = 0; k < m; ++k) sum += a[i * m + k] * a[i * m + k];
        out[i] = sqrtf(sum);
    }
}
"""
SCALE = """__global__ void scale(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}
"""
FASTER = """const int count = std::min<int>(n, gridDim.x * blockDim.x);
    #pragma omp parallel for
    for (int i = 0; i < count; ++i) {
        float sum = 0.0f;
        #pragma omp simd reduction(+ : sum)
        for (int k = 0; k < m; ++k) sum += a[i * m + k] * a[i * m + k];
        out[i] = sqrtf(sum);
    }"""
SAME = """const int count = std::min<int>(n, gridDim.x * blockDim.x);
    #pragma omp parallel for simd
    for (int i = 0; i < count; ++i) x[i] *= 2;"""


class StandIn:
    """A runtime whose answers are given by the kernel that is asked about."""

    def __init__(self, answers: dict[str, list[str]], error: str = "") -> None:
        self.answers, self.error, self.asked = answers, error, 0

    def propose(self, fill: FillIn, grammar: Any, count: int, token: Any = None) -> Future[Answer]:
        self.asked += 1
        future: Future[Answer] = Future()
        if self.error:
            future.set_exception(ModelError(self.error))
            return future
        texts = next((t for name, t in self.answers.items() if f" {name}_direct(" in fill.prefix), [])
        future.set_result(Answer(tuple(Proposal(t, 0.5) for t in texts), 10, 0, 0.1))
        return future


def translated(runtime: StandIn, text: str = ROWS + SCALE) -> Translated:
    source = parse(text, "rows.cu", "cuda")
    return translate(source, Path("rows.cu"), verified=True, runtime=runtime)  # type: ignore[arg-type]


def test_loops_that_are_right_and_faster_are_taken(monkeypatch: pytest.MonkeyPatch):
    # How much faster they are depends on what else the machine does: here anything will do.
    monkeypatch.setattr(candidate, "_FASTER", 0.0)
    result = translated(StandIn({"row_norm": ["return false;", FASTER], "scale": [SAME.replace("2", "3")]}))
    norm, scale = result.kernels
    assert (norm.status, norm.origin) == ("tested", "model")
    assert (norm.gain or 0) > 0
    assert norm.inputs >= 4
    assert (scale.status, scale.origin, scale.gain) == ("tested", "lowering", None)
    assert "row_norm_direct(gridDim" in result.text
    assert "scale_direct" not in result.text
    row = translate_document("rows.cu", None, result)["kernels"][0]
    assert row["origin"] == "model"
    assert json.dumps(row)


def test_loops_that_are_wrong_or_not_faster_are_left(outcomes: list[str]):
    wrong = FASTER.replace("k < m", "k < m - 1")
    bodies = [wrong, FASTER.replace("sqrtf(sum)", "system(sum)"), FASTER]
    result = translated(StandIn({"row_norm": bodies}), ROWS)
    assert outcomes == ["differs", "refused", "not faster"]
    assert [k.origin for k in result.kernels] == ["lowering"]
    assert "_direct" not in result.text


def test_a_model_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(candidate, "_MOST_SECONDS", 0.2)

    class Slow(StandIn):
        def propose(self, fill: FillIn, grammar: Any, count: int, token: Any = None) -> Future[Answer]:
            self.token = token
            return Future()

    slow = Slow({})
    result = translated(slow, SCALE)
    assert "the machine is busy" in result.note
    assert slow.token.cancelled
    assert [k.status for k in result.kernels] == ["tested"]


def test_a_model_that_fails_costs_nothing_but_its_loops():
    result = translated(StandIn({}, "The model file is damaged."), SCALE)
    assert [k.status for k in result.kernels] == ["tested"]
    assert result.note == "The model file is damaged."


def test_a_kernel_that_fails_is_not_asked_about():
    race = """__global__ void race(int *x) { __shared__ int s[64]; s[threadIdx.x] = x[threadIdx.x]; x[threadIdx.x] = s[(threadIdx.x + 33) % blockDim.x]; }
"""
    runtime = StandIn({"race": [SAME]})
    result = translated(runtime, race)
    assert result.kernels[0].status != "tested"
    assert runtime.asked == 0
