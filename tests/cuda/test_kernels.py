"""Every kernel of tests/cuda/kernels: its translation agrees with the oracle, and the oracle with a real GPU.

recorded.json holds what an H200 left of the same inputs (record_gpu.py), so that oracle and lowering cannot share a mistake.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.cuda.translation import FileTranslation
from loopwright.source.syntax import parse
from loopwright.translate.gpu import plan_of, same
from loopwright.translate.verify import Judge
from record_gpu import RECORDED
from whole import sampled

FILES = sorted((Path(__file__).parent / "kernels").glob("*.cu"))
# The GPU's fast functions (__expf) are its own, and nvcc makes one fused operation of a product and a sum of halves.
LOOSE = {
    "fast_math": 2e-4,
    "activations": 1e-4,
    "option": 2e-4,
    "half_math": 2e-3,
    "half_operators": 2e-3,
    "half_pairs": 2e-3,
}
pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")


@cache
def translation_of(file: Path) -> FileTranslation:
    return translate_file(parse(file.read_bytes(), file.name, "cuda"))


# Their names are those that were recorded: every worker that collects tests would translate all files for them.
NAMES = {file: list(names) for file, names in json.loads(RECORDED.read_text("utf-8")).items()}
TRIED = [
    (file, name) for file in sampled(FILES, 6, lambda file: file.stem) for name in sampled(NAMES[file.stem], 1, str)
]


@pytest.fixture(scope="module")
def judges() -> Iterator[dict[str, tuple[FileTranslation, Judge]]]:
    found: dict[str, tuple[FileTranslation, Judge]] = {}
    yield found
    for _, judge in found.values():
        judge.__exit__()


def judge_of(judges: dict[str, tuple[FileTranslation, Judge]], file: Path) -> tuple[FileTranslation, Judge]:
    if file.stem not in judges:
        translation = translation_of(file)
        tried = tuple(kernel for kernel in translation.kernels if (file, kernel.name) in TRIED)
        judges[file.stem] = translation, Judge(translation, tried, file)
    return judges[file.stem]


def test_every_kernel_is_recorded_and_there_are_enough() -> None:
    assert NAMES.keys() == {file.stem for file in FILES}
    for file in FILES:
        assert set(NAMES[file.stem]) == {kernel.name for kernel in translation_of(file).kernels}, file.stem
    assert sum(map(len, NAMES.values())) >= 120


@pytest.mark.parametrize(("file", "name"), TRIED, ids=[f"{file.stem}-{name}" for file, name in TRIED])
def test_translation_agrees_with_the_kernel(
    judges: dict[str, tuple[FileTranslation, Judge]], file: Path, name: str
) -> None:
    translation, judge = judge_of(judges, file)
    kernel = translation.kernel(name)
    assert kernel is not None
    assert kernel.text is not None, kernel.reason
    found = judge.verify(kernel)
    assert found.agreed, found.reason
    assert found.inputs >= 4


@pytest.mark.parametrize(("file", "name"), TRIED, ids=[f"{file.stem}-{name}" for file, name in TRIED])
def test_oracle_agrees_with_a_gpu(judges: dict[str, tuple[FileTranslation, Judge]], file: Path, name: str) -> None:
    recorded = json.loads(RECORDED.read_text("utf-8"))[file.stem][name]
    assert recorded, "not recorded: tests/cuda/record_gpu.py"
    _, judge = judge_of(judges, file)
    number = [k.name for k in judge.kernels].index(name)
    found = judge.program().digests(number, plan_of(recorded))
    assert found.keys() == recorded.keys()
    for trial, buffers in recorded.items():
        for buffer, numbers in buffers.items():
            assert same(numbers, found[trial][buffer], LOOSE.get(name, 2e-5)), (
                trial,
                buffer,
                numbers,
                found[trial][buffer],
            )
