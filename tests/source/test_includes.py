"""Headers: which are found, what is read of them, and what holds where they disagree."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopwright.lang.scopes import Scopes
from loopwright.source import includes
from loopwright.source.includes import headers_of, includes_in
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.toolchain.flags import headers_for


def project(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def found(folder: Path, text: str, *folders: str, path: str = "src/a.c") -> list[str]:
    headers = headers_of(parse(text, path), folder / path, [folder / name for name in folders])
    return [header.source.data.decode() for header in headers]


def declared(*headers: str, text: str = "") -> Scopes:
    outlines = tuple(Outline(parse(header, "h.h", "c")) for header in headers)
    return Scopes(Outline(parse(text, "a.c"), lambda source: outlines))


def test_quoted_ones_beside_the_file_come_first_then_the_folders(tmp_path: Path) -> None:
    project(tmp_path, {"src/h.h": "own", "inc/h.h": "inc", "inc/k.h": "k", "other/k.h": "late"})
    assert found(tmp_path, '#include "h.h"\n#include <k.h>\n', "inc", "other") == ["own", "k"]
    assert found(tmp_path, '# include <h.h>\n#include "k.h"', "inc") == ["inc", "k"]
    assert found(tmp_path, '#include "../inc/k.h" // twice\n#include "../src/../inc/k.h"') == ["k"]
    assert found(tmp_path, '// #include "h.h"\n#include NAME\n#include "missing.h"\n#include "../src"') == []


def test_headers_of_headers_each_once(tmp_path: Path) -> None:
    project(tmp_path, {"src/a.h": '#include "b.h"\n', "src/b.h": '#include "a.h"\n#include "sub/c.h"\n'})
    project(tmp_path, {"src/sub/c.h": '#include "d.h"\n#include "../a.c"\n', "src/sub/d.h": "d", "src/a.c": "itself"})
    assert [text[-4:] for text in found(tmp_path, '#include "a.h"\n')] == ['.h"\n', '.h"\n', '.c"\n', "d"]


def test_what_is_too_large_or_too_much_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project(tmp_path, {f"src/{i}.h": f"{i}" * 10 for i in range(9)})
    text = "".join(f'#include "{i}.h"\n' for i in range(9))
    monkeypatch.setattr(includes, "_MOST_HEADERS", 3)
    assert found(tmp_path, text) == ["0" * 10, "1" * 10, "2" * 10]
    monkeypatch.setattr(includes, "_MOST_BYTES", 25)
    assert found(tmp_path, text) == ["0" * 10, "1" * 10]
    monkeypatch.setattr(includes, "LARGEST_HEADER", 9)
    assert found(tmp_path, text) == []


def test_a_changed_header_is_read_again_and_an_open_one_is_believed(tmp_path: Path) -> None:
    project(tmp_path, {"src/h.h": "#define N 1\n"})
    source, path = parse('#include "h.h"\n', "a.c"), tmp_path / "src" / "a.c"
    first = headers_of(source, path)
    assert headers_of(source, path)[0] is first[0]
    (tmp_path / "src" / "h.h").write_text("#define N 2\n")
    os.utime(tmp_path / "src" / "h.h", ns=(1, 1))
    assert headers_of(source, path)[0].source.data == b"#define N 2\n"
    opened = {tmp_path / "src" / "h.h": Outline(parse("#define N 3\n", "h.h"))}
    assert headers_of(source, path, (), opened.get) == tuple(opened.values())


def test_the_build_names_folders_and_macros(tmp_path: Path) -> None:
    project(tmp_path, {"src/a.c": '#include "h.h"\n', "deep/inc/h.h": "int n;"})
    database = '[{"directory": "%s", "file": "src/a.c", "arguments": ["cc", "-Ideep/inc", "-DN=7", "-DFLAG", "a.c"]}]'
    (tmp_path / "compile_commands.json").write_text(database % tmp_path)
    path = tmp_path / "src" / "a.c"
    outline = Outline(parse(path.read_bytes(), "a.c"), headers_for(path))
    macros = Scopes(outline).macros
    assert {name: macros[name].value for name in ("N", "FLAG")} == {"N": "7", "FLAG": "1"}
    assert Scopes(outline).names["n"].header is outline.headers[1]


def test_the_file_says_more_than_its_headers() -> None:
    names = declared("double *a; extern int k; typedef int T;", text="float a[10]; int k;").names
    assert (names["a"].base, names["a"].header, names["k"].header) == ("float", None, None)
    assert names["T"].header is not None


def test_of_names_that_headers_dispute_none_is_known() -> None:
    known = declared(
        "double a[5]; typedef int T; struct S { int x; };", "float a[5]; typedef int T; struct S { int *x; };"
    )
    assert "a" not in known.names
    assert known.names["T"].base == "int"
    assert known.members("S") == {}


@pytest.mark.parametrize("order", [1, -1])
def test_a_definition_says_more_than_extern(order: int) -> None:
    names = declared(*["extern double a[];", "double a[5];"][::order]).names
    assert (names["a"].type.extents, names["a"].extern) == (("5",), False)


@pytest.mark.parametrize(
    ("text", "value", "disputed"),
    [
        ("#define N 1\n#define N (1)", None, True),
        ("#define N 1\n#define N   1", "1", False),
        ("#define N 1 // cells\n#define N /* of a row */ 1", "1", False),
        ('#define N \'"\' "//" 1 //\n#define N \'"\' "//" 1', '\'"\' "//" 1', False),
        ("#ifdef A\n#define N 0x10u\n#elif B\n#define N (2 << 3)\n#else\n#define N 1.5e3f\n#endif", None, True),
        ("#define N 1\n#define N M", "M", True),
        ("#define N a[i]\n#define N b[i]", "b[i]", True),
        ("#define N 1\n#define N", "", True),
    ],
)
def test_macros_with_several_definitions(text: str, value: str | None, disputed: bool) -> None:
    one, two = text.split("\n", 1)
    for known in (
        declared(text),
        declared(one, two) if one.startswith("#d") else declared(text),
        declared(text="\n" + text),
    ):
        assert (known.macros["N"].value, known.macros["N"].disputed) == (value, disputed)


def test_a_type_under_conditions_is_disputed() -> None:
    names = declared(
        "#ifdef D\ntypedef double real;\n#else\ntypedef float real;\n#endif\ntypedef struct S S;\nstruct S { int x; };"
    ).names
    assert names["real"].disputed
    assert not names["S"].disputed


@given(st.binary(max_size=200) | st.text('#include<>"./\\ \0h\n', max_size=60).map(str.encode))
def test_no_text_is_too_odd(data: bytes) -> None:
    for include in includes_in(data):
        assert b"\n" not in data[include.span.start : include.span.end]
    assert headers_of(parse(data, "a.c"), Path("/nowhere/a.c"), [Path("/nowhere")]) == ()
