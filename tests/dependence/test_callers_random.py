"""Random programs are run: what is said to be apart never overlaps."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from pointers import Maker
from whole import swept

COUNT = swept("POINTER_PROGRAMS", always=25, whole=120)
FIRST = int(os.environ.get("POINTER_SEED", "5000"))
CHECK = "if (x < y + n && y < x + n) hit = 1;"


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_what_is_apart_never_overlaps(tmp_path: Path) -> None:
    """Programs whose loop is proved by its callers are built and run with three numbers of arguments."""
    proved = 0
    for seed in range(FIRST, FIRST + COUNT):
        text = Maker(seed).program()
        outline = Outline(parse(text, name="a.c"))
        loop = next(loop for loop in outline.loops if loop.function is not None and loop.function.name == "shift")
        if judge(outline, loop).verdict != "proved":
            continue
        proved += 1
        (tmp_path / "a.c").write_text(text.replace("/*check*/", CHECK), "utf-8")
        built = ["gcc", "-w", "-O0", "-fno-strict-aliasing", "-o", str(tmp_path / "a"), str(tmp_path / "a.c")]
        subprocess.run(built, check=True, capture_output=True, text=True)
        for arguments in ([], ["1"], ["1", "2", "3"]):
            done = subprocess.run([str(tmp_path / "a"), *arguments], capture_output=True, text=True)
            assert done.stdout.strip() == "0", f"seed {seed}, {len(arguments)} arguments: {done.stdout}\n{text}"
    assert proved >= COUNT // 20
