"""What `--verify` says of kernels that race, and of translations that lost an atomic operation."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.cuda.translation import FileTranslation
from loopwright.source.syntax import parse
from loopwright.translate import verify
from loopwright.translate.verify import Judge, Verified

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
INDEX = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
TEXT = f"""__global__ void stencil(float *a, int n) {{ {INDEX} if (i > 0 && i < n - 1) a[i] = 0.5f * (a[i - 1] + a[i + 1]); }}
__global__ void plain(const int *x, int *h, int n) {{ {INDEX} if (i < n) h[x[i] & 7] += 1; }}
__global__ void last(const int *x, int *h, int n) {{ {INDEX} if (i < n) h[0] = x[i]; }}
__global__ void flag(const int *x, int *h, int n) {{ {INDEX} if (i < n && x[i] > 3) h[0] = 1; }}
__global__ void hist(const int *x, int *h, int n) {{ {INDEX} if (i < n) atomicAdd(&h[x[i] & 7], 1); }}
"""
RACY = {"stencil": True, "plain": True, "last": True, "flag": False, "hist": False}


def test_races_are_racy_and_what_does_not_depend_on_them_is_tested(tmp_path: Path) -> None:
    translation = translate_file(parse(TEXT, "k.cu", "cuda"))
    with Judge(translation, translation.kernels, tmp_path / "k.cu") as judge:
        found = {kernel.name: judge.verify(kernel) for kernel in translation.kernels}
    assert {name: told.racy for name, told in found.items()} == RACY
    assert {name: told.agreed for name, told in found.items()} == {name: not racy for name, racy in RACY.items()}


def test_an_update_that_lost_its_atomic_operation_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    translation = translate_file(parse(TEXT[TEXT.index("__global__ void hist") :], "k.cu", "cuda"))

    def spoilt(one: FileTranslation) -> FileTranslation:
        return replace(one, text=re.sub(r"atomicAdd\(&(h\[[^;]*\]), 1\);", r"\1 += 1;", one.text))

    assert spoilt(translation).text != translation.text
    eager = verify.again
    monkeypatch.setattr(verify, "again", lambda one, **options: spoilt(eager(one, **options)))
    monkeypatch.setattr(verify, "without_host", lambda one: spoilt(one))
    with Judge(spoilt(translation), translation.kernels, tmp_path / "k.cu") as judge:
        told = judge.verify(judge.kernels[0])
    assert isinstance(told, Verified)
    assert not told.agreed
    assert told.reason.startswith("threads of the translation write the same memory")
