"""Packs among the parameters of kernels: pointers, which the grammar does not know, and what is said where their types are guessed."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from preloaded import COMMAND

POINTERS = """template <typename... T> __global__ void k(int n, const T *
    __restrict__ ...rows, float *out) {
  int i = threadIdx.x;
  if (i < n) out[i] = (0.0f + ... + rows[i]);
}
__global__ void after(int *a) { a[threadIdx.x] = 1; }
"""
VALUES = """template <typename... T> __global__ void k(int n, float *out, T... values) {
  int i = threadIdx.x;
  if (i < n) out[i] = (out[i] + ... + values);
}
"""


def test_every_line_keeps_its_number() -> None:
    translation = translate_file(parse(POINTERS, "k.cu", "cuda"))
    lines = {k.name: translation.source.lines.line_of(k.function.node.start_byte) + 1 for k in translation.kernels}
    assert lines == {"k": 1, "after": 6}
    assert all(k.text is not None for k in translation.kernels)


def test_a_fold_is_no_pack_of_pointers() -> None:
    fold = "template <typename... T> __global__ void k(int *a, T... v) { a[0] = (v * ...); }\n__global__ void l(int *a) { a[0] = ; }\n"
    assert "lw_pointer" not in translate_file(parse(fold, "k.cu", "cuda")).text


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.usefixtures("preloaded_commands")
def test_types_that_are_guessed_wrongly_are_no_fault_of_the_translation(tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_text(VALUES)
    command = [*COMMAND, "translate", "k.cu", "--json", "--verify", "--no-model"]
    told = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    (kernel,) = json.loads(told.stdout)["kernels"]
    assert (kernel["status"], told.returncode) == ("compiled", 0)
    assert "the kernel cannot be built on its own" in kernel["reason"]
