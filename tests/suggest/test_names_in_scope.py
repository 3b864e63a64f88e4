"""Names carried over from elsewhere in the project are shown only where they mean something; by `loopwright suggest`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main

DONOR = """#include "missing.h"
void first(int xS, int q, double *u, double *v) {
#pragma acc parallel loop copy(u[0:xS]) present(v[0:xS]) async(q) if(q > 3) num_gangs(xS)
  for (int i = 0; i < xS; i++) u[i] = 2 * v[i];
}
void blocks(double *u, int k) {
  { double early = 2; u[0] = early; }
#pragma acc parallel loop private(k) firstprivate(early) present(u)
  for (int i = 0; i < 7; i++) { k = i; u[i] = k; }
}
"""
LOOP = "  for (int i = 0; i < m; i++) { u[i] = 3 * v[i]; }  // here\n"


def offered(capsys: pytest.CaptureFixture[str], path: Path, *options: str) -> list[dict[str, object]]:
    text = path.read_text("utf-8")
    line = str(text[: text.index("// here")].count("\n") + 1)
    assert main(["suggest", str(path), "--json", "--no-model", "--no-compiler", "--line", line, *options]) == 0
    loops = json.loads(capsys.readouterr().out)["loops"]
    return [c for loop in loops if loop.get("kind") != "statement" for c in loop["candidates"]]


def project(tmp_path: Path, **files: str) -> Path:
    root = tmp_path / "code"
    (root / ".git").mkdir(parents=True)
    for name, text in files.items():
        (root / name.replace("_", ".")).write_text(text, "utf-8")
    return root


@pytest.mark.parametrize("where", ["same", "other"])
def test_names_of_another_function_are_not_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, where: str
) -> None:
    asked = "void second(int m, double *u, double *v) {\n" + LOOP + "}\n"
    if where == "same":
        root = project(tmp_path, a_cpp=DONOR + asked)
    else:
        root = project(tmp_path, b_cpp=DONOR, a_cpp='#include "missing.h"\n' + asked)
    found = offered(capsys, root / "a.cpp")
    assert found
    for candidate in found:
        words = set(
            str(candidate["pragma"]).replace("(", " ").replace(")", " ").replace("[0:", " ").replace("]", " ").split()
        )
        assert not words & {"xS", "q", "early", "k"}, candidate
        assert "async" not in words


@pytest.mark.parametrize(
    ("head", "body_in", "is_known"),
    [
        ("#define xS 100\n", "", True),
        ("static int xS;\n", "", True),
        ("enum { xS = 3 };\n", "", True),
        ("", "  int xS = m;\n", True),
        ("", "  { int xS = m; u[0] = xS; }\n", False),
        ("", "  use(xS);\n", True),  # a global or macro of the header that is missing
        ("void other(void) { use(xS); }\n", "", True),
        ("void Other::method(void) { use(xS); }\n", "", False),  # may be its member
        ("struct S { int xS; };\n", "", False),
        ("void xS(void);\n", "", False),
    ],
)
def test_a_name_is_kept_where_it_is_declared(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, head: str, body_in: str, is_known: bool
) -> None:
    asked = f"{head}void second(int m, double *u, double *v) {{\n{body_in}{LOOP}}}\n"
    donor = (
        "void first(int n, double *u, double *v) {\n#pragma acc parallel loop present(u,v) num_gangs(xS)\n"
        + LOOP.replace("// here", "").replace("m", "n")
    )
    root = project(tmp_path, b_cpp=donor + "}\n", a_cpp='#include "missing.h"\n' + asked)
    texts = [str(candidate["pragma"]) for candidate in offered(capsys, root / "a.cpp")]
    assert any("num_gangs(xS)" in text for text in texts) == is_known, texts
    assert any("parallel loop present(u,v)" in text for text in texts)


def test_members_count_in_methods_of_their_class(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = """struct Base { double *w; int size; };
class Grid : Base {
  double *u; int count;
  void first();
  void second(double *v);
};
void Grid::first() {
#pragma acc parallel loop present(this,u,w) async(size) vector_length(count)
  for (int i = 0; i < count; i++) u[i] = w[i];
}
void Grid::second(double *v) {
  for (int i = 0; i < count; i++) w[i] = u[i]; // here
}
void apart(int count, double *u, double *w) {
  for (int i = 0; i < count; i++) w[i] = u[i]; // there
}
"""
    root = project(tmp_path, a_cpp=text)
    texts = [str(candidate["pragma"]) for candidate in offered(capsys, root / "a.cpp")]
    assert any("this" in text and "async(size)" in text and "vector_length(count)" in text for text in texts), texts
    (root / "a.cpp").write_text(text.replace("// here", "").replace("// there", "// here"), "utf-8")
    texts = [str(candidate["pragma"]) for candidate in offered(capsys, root / "a.cpp")]
    assert texts
    assert not any("this" in text or "async(size)" in text for text in texts), texts
    assert any("vector_length(count)" in text for text in texts)


def test_no_name_stands_in_two_data_clauses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = "void second(int m, double *w, double *v) {\n" + LOOP.replace("u[", "w[") + "}\n"
    root = project(tmp_path, a_cpp=DONOR + asked)
    for candidate in offered(capsys, root / "a.cpp", "--candidates", "12"):
        names = [
            item.split("[")[0]
            for clause in str(candidate["pragma"]).split(") ")
            if clause.startswith(("copy", "present", "create"))
            for item in clause.rpartition("(")[2].split(",")
        ]
        assert len(names) == len(set(names)), candidate
