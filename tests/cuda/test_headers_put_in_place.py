"""Headers of a project with CUDA code are put where they are included: as the preprocessor reads the lines, not as they look."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.source.syntax import parse
from loopwright.translate.includes import moved, with_includes

HEADER = "/* old */ __device__ int old() { return 1; }\n"
GUARDED = (
    "#include <stdio.h>\n// a header\n#ifndef G // once\n\n#define G\n__device__ int g() { return 1; }\n#endif // G\n"
)


def put_together(folder: Path, text: str, **headers: str) -> str:
    """A file with its headers in their places."""
    for name, content in headers.items():
        (folder / f"{name}.cuh").write_text(content, "utf-8")
    return with_includes(parse(text, "k.cu", "cuda"), folder / "k.cu").source.text


@pytest.mark.parametrize(
    "text",
    [
        '/*\n#include "old.cuh"\n*/\n',
        'const char *s = R"(\n#include "old.cuh"\n)";\n',
        '// \\\n#include "old.cuh"\nint a;\n',
    ],
)
def test_what_is_no_line_of_the_preprocessor_stays(tmp_path: Path, text: str) -> None:
    assert put_together(tmp_path, text, old=HEADER) == text


def test_a_line_with_remarks_is_one(tmp_path: Path) -> None:
    assert "int old()" in put_together(tmp_path, '/* a */ # include /* b */ "old.cuh" // c\n', old=HEADER)


def test_a_header_without_a_guard_comes_again(tmp_path: Path) -> None:
    """A default for a macro is no guard."""
    header = "#ifndef OP\n#define OP +\n#endif\n__device__ int NAME(int a) { return a OP 1; }\n"
    text = '#define NAME one\n#include "op.cuh"\n#undef NAME\n#define NAME two\n#include "op.cuh"\n'
    assert put_together(tmp_path, text, op=header).count("int NAME(int a)") == 2


@pytest.mark.parametrize(
    "header",
    [GUARDED, GUARDED.replace("#ifndef G // once", "#if !defined(G)"), "/* a */ #pragma once\n" + HEADER],
    ids=["ifndef", "if", "once"],
)
def test_a_header_with_a_guard_comes_once(tmp_path: Path, header: str) -> None:
    text = put_together(tmp_path, '#include "g.cuh"\n#include "g.cuh"\n', g=header)
    assert text.count("__device__") == 1
    assert "pragma once" not in text


def test_a_remark_makes_no_header_one_of_cuda(tmp_path: Path) -> None:
    text = '#include "host.cuh"\n'
    assert put_together(tmp_path, text, host="// launched by <<<1, 1>>>, dim3\nint host();\n") == text
    assert put_together(tmp_path, text, host="#define START(k) k<<<1, 1>>>()\n") != text


def test_lines_are_told_from_where_they_are_written(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "a.h").write_text("", "utf-8")
    text = '#include "a.h" // "a.h"\n/*\n#include "a.h"\n*/\n'
    assert moved(text, tmp_path, inner) == text.replace('"a.h" //', '"../a.h" //')
