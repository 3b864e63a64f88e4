"""Kernels of one name, overloads and explicit specialisations: each is judged by itself."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from loopwright.cli.main import main

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
GOOD = "a[threadIdx.x] = 1;"
RACE = "__shared__ int s[64]; s[threadIdx.x] = a[threadIdx.x]; a[threadIdx.x] = s[63 - threadIdx.x];"
LAUNCHED = "void go() {{ {} }}\n"


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kind", ["overloads", "specialisations"])
def test_each_gets_its_own_word(kind: str, turned: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bodies = (RACE, GOOD) if turned else (GOOD, RACE)
    if kind == "overloads":
        text = "".join(f"__global__ void k({t} *a) {{ {b} }}\n" for t, b in zip(("int", "float"), bodies, strict=True))
        text += LAUNCHED.format("k<<<1, 64>>>((int *)0); k<<<1, 64>>>((float *)0);")
    else:
        text = f"template <typename T> __global__ void k(T *a) {{ {bodies[0]} }}\n"
        text += f"template <> __global__ void k<float>(float *a) {{ {bodies[1]} }}\n"
        text += LAUNCHED.format("k<float><<<1, 64>>>((float *)0); k<int><<<1, 64>>>((int *)0);")
    (tmp_path / "k.cu").write_text(text)
    main(["translate", str(tmp_path / "k.cu"), "--verify", "--no-model", "--json"])
    found = json.loads(capsys.readouterr().out)["kernels"]
    assert [k["status"] for k in found] == ["racy" if body == RACE else "tested" for body in bodies], found
