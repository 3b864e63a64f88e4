"""Headers of a project with CUDA code are put where they are included: as the preprocessor reads the lines, not as they look."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from loopwright.cli.main import main
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


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("header", [GUARDED, "#pragma once\n" + HEADER, '#include "inner.cuh"\n' + HEADER])
def test_a_header_is_read_in_its_own_encoding(tmp_path: Path, header: str, encoding: str) -> None:
    """Of all files of a text, one with a mark at its beginning is the same text."""
    inner, said = "#pragma once\n#define SIZE 4\n__device__ int inner();\n", "// größer\n"
    for name, content in {"h": header, "inner": inner}.items():
        (tmp_path / f"{name}.cuh").write_text(content + said, encoding)
    text = '#include "h.cuh"\n#include "h.cuh"\n'
    found = with_includes(parse(text, "k.cu", "cuda"), tmp_path / "k.cu").source.text
    (tmp_path / "other").mkdir()
    assert found == put_together(tmp_path / "other", text, h=header + said, inner=inner + said)
    assert "\ufeff" not in found
    assert said in found


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


ONE, TWO = "__device__ int one() { return 1; }\n", "__device__ int two() { return 2; }\n"
CHOSEN = """#ifndef PART
#define PART "one.cuh"
#endif
#include PART
"""


@pytest.mark.parametrize(
    ("text", "defined", "brought"),
    [
        (CHOSEN, {}, {"one"}),
        (CHOSEN, {"PART": '"two.cuh"'}, {"two"}),
        ('#define B "two.cuh"\n#define A B\n#include A\n', {}, {"two"}),
        ("#define A <two.cuh>\n#include A // as the build finds it\n", {}, {"two"}),
        ('#define A "one.cuh"\n#include A\n#undef A\n#define A "two.cuh"\n#include A\n', {}, {"one", "two"}),
        ('#if N > 1\n#define A "one.cuh"\n#else\n#define A "two.cuh"\n#endif\n#include A\n', {"N": "2"}, {"one"}),
        ('#include "names.cuh"\n#include A\n', {}, {"one"}),
        ('#define PART "two.cuh"\n#include "asks.cuh"\n', {}, {"two"}),
        ('#ifdef __CUDACC__\n#define A "one.cuh"\n#endif\n#include A\n', {}, {"one"}),
    ],
    ids=["own", "the build's", "by another", "angles", "anew", "by value", "a header's", "in a header", "nvcc's"],
)
def test_a_macro_names_the_header(tmp_path: Path, text: str, defined: dict[str, str], brought: set[str]) -> None:
    headers = {"one": ONE, "two": TWO, "names": '#define A "one.cuh"\n', "asks": "#include PART\n"}
    for name, content in headers.items():
        (tmp_path / f"{name}.cuh").write_text(content, "utf-8")
    whole = with_includes(parse(text, "k.cu", "cuda"), tmp_path / "k.cu", [tmp_path], defined)
    assert {name for name in ("one", "two") if f"int {name}()" in whole.source.text} == brought


@pytest.mark.parametrize(
    "text",
    [
        "#include A\n",
        '#if N(1)\n#define A "one.cuh"\n#endif\n#include A\n',
        '#ifdef __CUDA_ARCH__\n#define A "one.cuh"\n#else\n#define A "two.cuh"\n#endif\n#include A\n',
        '#if N(1)\n#define X\n#endif\n#ifdef X\n#define A "one.cuh"\n#else\n#define A "two.cuh"\n#endif\n#include A\n',
        '#define A "one.cuh"\n#if 0\n#include A\n#endif\n',
        '#define A(x) "one.cuh"\n#include A\n',
        '#define A "none.cuh"\n#include A\n',
    ],
    ids=["nobody", "perhaps", "by the pass", "by what is perhaps", "skipped", "a function", "not there"],
)
def test_what_a_macro_may_or_may_not_name_stays(tmp_path: Path, text: str) -> None:
    assert put_together(tmp_path, text, one=ONE, two=TWO) == text


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_what_the_build_names_is_what_is_translated(tmp_path: Path) -> None:
    """A kernel of a file that a macro names, by the text and by the command line."""
    (tmp_path / "k.cu").write_text(f"{CHOSEN}int main() {{ k<<<1, 8>>>(nullptr); }}\n", "utf-8")
    (tmp_path / "one.cuh").write_text("__global__ void k(int *a) { a[threadIdx.x] = 111; }\n", "utf-8")
    (tmp_path / "two.cuh").write_text("__global__ void k(int *a) { a[threadIdx.x] = 222; }\n", "utf-8")
    out = tmp_path / "k.cpp"
    for more, there, gone in (([], "111", "222"), (['-DPART="two.cuh"'], "222", "111")):
        assert main(["translate", str(tmp_path / "k.cu"), "-o", str(out), "--compiler", "g++", *more]) == 0
        assert there in out.read_text("utf-8")
        assert gone not in out.read_text("utf-8")


NAMED_BY_CALLS = {
    "quoted": "#define HEADER(x) #x\n#include HEADER(old.cuh)\n",
    "between angles": "#define HEADER(x) <x>\n#include HEADER(old.cuh)\n",
    "by another macro": "#define TEXT(x) #x\n#define HEADER(x) TEXT(x.cuh)\n#define PART old\n#include HEADER(PART)\n",
    "pasted": "#define JOINED(a, b) a##b\n#define TEXT_(x) #x\n#define TEXT(x) TEXT_(x)\n#include TEXT(JOINED(o, ld).cuh)\n",
    "by one without parameters": "#define TEXT(x) #x\n#define PART TEXT(old.cuh)\n#include PART\n",
    "in a body": "__global__ void k(int *a) {\n#define HEADER(x) #x\n#include HEADER(old.cuh)\n}\n",
}


@pytest.mark.parametrize("text", NAMED_BY_CALLS.values(), ids=NAMED_BY_CALLS)
def test_a_macro_with_parameters_names_a_header(tmp_path: Path, text: str) -> None:
    (tmp_path / "old.cuh").write_text(HEADER, "utf-8")
    whole = with_includes(parse(text, "k.cu", "cuda"), tmp_path / "k.cu", (tmp_path,)).source.text
    assert "int old()" in whole
    assert "#include" not in whole


UNTOLD = {
    "two of a name": "#define H(x) #x\n#undef H\n#define H(x) <x>\n#include H(old.cuh)\n",
    "never defined": "#include H(old.cuh)\n",
    "another header's": '#include "other.h"\n#include H(old.cuh)\n',
    "as it is and as text": "#define H(x) x #x\n#include H(old.cuh)\n",
    "itself": "#define H(x) H(x)\n#include H(old.cuh)\n",
}


@pytest.mark.parametrize("text", UNTOLD.values(), ids=UNTOLD)
def test_a_macro_that_is_not_understood_names_none(tmp_path: Path, text: str) -> None:
    assert put_together(tmp_path, text, old=HEADER) == text
