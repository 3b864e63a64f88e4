"""A runtime with a library for each family of processors is told where they are, once; one for this processor is left alone."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from loopwright.model.processors import load_for_processor

LOADER = """
#include <string.h>
static char told[4096]; static int times;
void ggml_backend_load_all_from_path(const char *folder) { strncpy(told, folder, sizeof told - 1); times++; }
const char *where(void) { return told; }
int how_often(void) { return times; }
"""


@pytest.mark.skipif(sys.platform != "linux", reason="libraries have other names")
def test_the_copy_that_the_model_uses_is_told_once(tmp_path: Path) -> None:
    source = tmp_path / "loader.c"
    source.write_text(LOADER)
    # Another name than llama.cpp's: it stays in this process, where other tests load the real one.
    own = tmp_path / "libtried.so.0"
    built = ["gcc", "-shared", "-fPIC", "-Wl,-soname,libtried.so.0", "-o", str(own), str(source)]
    subprocess.run(built, check=True)
    shutil.copy(own, tmp_path / "libggml.so")  # as a wheel has it, which keeps no links
    linked = [
        "gcc",
        "-shared",
        "-fPIC",
        "-Wl,--no-as-needed,-rpath,$ORIGIN",
        "-o",
        str(tmp_path / "libllama.so"),
        str(own),
    ]
    subprocess.run(linked, check=True)
    (tmp_path / "libggml-cpu-haswell.so").touch()
    assert load_for_processor(tmp_path)
    assert load_for_processor(tmp_path)
    used = ctypes.CDLL(str(own))
    used.where.restype = ctypes.c_char_p
    assert used.where() == bytes(tmp_path)
    assert used.how_often() == 1


def test_one_processor_needs_nothing(tmp_path: Path) -> None:
    (tmp_path / "libggml-cpu.so").touch()
    assert not load_for_processor(tmp_path)
