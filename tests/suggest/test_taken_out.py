"""Loops over what no data clause can name: the directive comes with pointers to the elements, and what comes out compiles, runs and gives
what the loop gave."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.pipeline import Tools, at_once

HEAD = "#include <array>\n#include <cstddef>\n#include <cstdio>\n#include <memory>\n#include <valarray>\n#include <vector>\n"
# a function, the line of its loop marked → the directive that is shown first
LOOPS = {
    "vector": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) b[i] = 2 * a[i]; // HERE\n}\n",
        "parallel loop gang vector copyin(a_data[0:a_size]) copyout(b_data[0:a_size])",
    ),
    "asked where it is": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) b.at(i) = 2 * a.at(i); // HERE\n}\n",
        "parallel loop gang vector copyin(a_data[0:a_size]) copyout(b_data[0:a_size])",
    ),
    "less than a size": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  for (std::size_t i = 1; i + 1 < a.size(); ++i) b[i] = a[i - 1] + a[i + 1]; // HERE\n}\n",
        "parallel loop gang vector copyin(a_data[0:a_size]) copyout(b_data[1:a_size-2]) if(a_size>1&&1<a_size-1)",
    ),
    "iterators": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  for (std::vector<double>::iterator it = b.begin(); it != b.end(); ++it) *it = a[0] + *it; // HERE\n}\n",
        "parallel loop gang vector copyin(a_data[0:1]) copy(b_data[0:b_size])",
    ),
    "iterators of structs": (
        "struct P { double x, v; };\nvoid f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  std::vector<P> p(a.size(), P{1, 2});\n  for (auto it = p.begin(); it < p.end(); it++) { it->x += a[1] * (*it).v; } // HERE\n"
        "  for (std::size_t i = 0; i < b.size(); ++i) b[i] = p[i].x;\n}\n",
        "parallel loop gang vector copyin(a_data[1:1]) copy(p_data[0:p_size])",
    ),
    "a size in the header": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  for (std::size_t i = 0, n = a.size(); i < n; ++i) b[i] += 2 * a[i]; // HERE\n}\n",
        "parallel loop gang vector copyin(a_data[0:n]) copy(b_data[0:n])",
    ),
    "rows": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n  int n = 8;\n"
        "  for (int i = 0; i < n; i++) // HERE\n    for (int j = 0; j < n; j++) b[j * n + i] = a[i * n + j];\n}\n",
        "parallel loop gang vector collapse(2) copyin(a_data[0:n*n]) copyout(b_data[0:n*n])",
    ),
    "range": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n  double sum = 0;\n"
        "  for (double x : a) sum += x; // HERE\n  b[0] = sum;\n}\n",
        "parallel loop gang vector reduction(+:sum) copyin(a_data[0:a_size])",
    ),
    "references": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n"
        "  for (auto &x : b) // HERE\n    x = a[0] + 1;\n}\n",
        "parallel loop gang vector copyin(a_data[0:1]) copyout(b_data[0:b_size])",
    ),
    "one letter": (
        "void f(const std::vector<double> &m, std::vector<double> &b) {\n"
        "  for (std::size_t i = 0; i < m.size(); ++i) b[i] = 2 * m[i]; // HERE\n}\n",
        "parallel loop gang vector copyin(m_data[0:m_size]) copyout(b_data[0:m_size])",
    ),
    "rows of fixed length": (
        "void f(std::vector<double> &a, std::vector<double> &b) {\n  std::vector<std::array<double, 3>> p(a.size());\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) p[i] = {a[i], 1, 2};\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) b[i] = p[i][0] + p[i][2]; // HERE\n}\n",
        "parallel loop gang vector copyin(p_data[0:a_size]) copyout(b_data[0:a_size])",
    ),
    "objects with methods": (
        "struct P { double x, y; double sum() const { return x + y; } };\n"
        "void f(std::vector<double> &a, std::vector<double> &b) {\n  std::vector<P> p(a.size(), P{1, 2});\n  double total = 0;\n"
        "  for (const auto &each : p) total += each.sum(); // HERE\n  b[0] = total;\n}\n",
        "parallel loop gang vector reduction(+:total) copyin(p_data[0:p_size])",
    ),
    "a valarray": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n  std::valarray<double> v(2.0, a.size());\n"
        "  for (std::size_t i = 0; i < a.size(); ++i) b[i] = v[i]; // HERE\n}\n",
        "parallel loop gang vector copyin(v_data[0:a_size]) copyout(b_data[0:a_size])",
    ),
    "bare statement": (
        "void f(const std::vector<double> &a, std::vector<double> &b) {\n  if (a.size() == b.size())\n"
        "    for (std::size_t i = 0; i < a.size(); ++i) b[i] = 2 * a[i]; // HERE\n}\n",
        "parallel loop gang vector copyin(a_data[0:a_size]) copyout(b_data[0:a_size])",
    ),
}
MAIN = """int main() {
  std::vector<double> a(64), b(64);
  for (int i = 0; i < 64; i++) a[i] = i * 0.5;
  f(a, b);
  double sum = 0;
  for (int i = 0; i < 64; i++) sum += (i + 1) * b[i];
  std::printf("%.6f\\n", sum);
}
"""


def shown(folder: Path, text: str, capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, object]]:
    (folder / ".git").mkdir(exist_ok=True)
    (folder / "a.cpp").write_text(text)
    line = next(number for number, row in enumerate(text.splitlines(), 1) if "HERE" in row)
    words = ["suggest", str(folder / "a.cpp"), "--line", str(line), "--no-model", "--no-compiler", "--json", *more]
    assert main(words) == 0
    return [each for loop in json.loads(capsys.readouterr().out)["loops"] for each in loop["candidates"]]


def pressed(text: str) -> str:
    """The file after the first candidate was taken."""
    outline = Outline(parse(text, language="cpp"))
    line = next(number for number, row in enumerate(text.splitlines()) if "HERE" in row)
    loop = outline.loop_on(line)
    assert loop is not None
    first = at_once(outline, loop, Path("a.cpp"), Tools(take_out=True)).suggestion.candidates[0]
    return apply_edits(outline.source.data, first.edits).decode()


def output(folder: Path, text: str, *flags: str) -> str:
    (folder / "run.cpp").write_text(text)
    compiler = shutil.which("g++")
    assert compiler is not None
    subprocess.run(
        [compiler, "-O1", "-Wall", "-Werror=unused-variable", *flags, "run.cpp", "-o", "run"], cwd=folder, check=True
    )
    return subprocess.run([folder / "run"], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("name", LOOPS)
def test_elements_are_named_by_pointers(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    function, directive = LOOPS[name]
    first, *_ = shown(tmp_path, HEAD + function, capsys)
    assert str(first["pragma"]).replace(" * ", "*") == f"#pragma acc {directive}"
    assert first["missing"] == []
    assert any("_data = " in line for line in first["other_lines"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", LOOPS)
def test_what_is_written_does_what_the_loop_did(name: str, tmp_path: Path) -> None:
    text = HEAD + LOOPS[name][0] + MAIN
    after = pressed(text)
    assert "#pragma acc parallel loop" in after
    assert "_data" in after
    assert output(tmp_path, after, "-fopenacc", "-foffload=disable") == output(tmp_path, text)


@pytest.mark.parametrize("memory", ["managed", "unified"])
def test_where_memory_is_shared_loops_stay_as_they_are(
    memory: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = shown(tmp_path, HEAD + LOOPS["vector"][0], capsys, "--memory", memory)
    assert [each["pragma"] for each in found] == ["#pragma acc parallel loop gang vector"]
    assert found[0]["other_lines"] == []


def test_a_project_that_names_what_loops_use_gets_what_can_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = "void g(int n, double *p) {\n#pragma acc parallel loop copy(p[0:n])\n  for (int i = 0; i < n; ++i) p[i] += 1;\n}\n"
    first, *_ = shown(tmp_path, HEAD + other + LOOPS["vector"][0], capsys)
    assert "a_data" in str(first["pragma"])


def test_a_project_that_writes_such_loops_as_they_are_is_followed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = "void g(std::vector<double> &a) {\n#pragma acc parallel loop\n  for (std::size_t i = 0; i < a.size(); ++i) a[i] = 1;\n}\n"
    pragmas = [each["pragma"] for each in shown(tmp_path, HEAD + other + LOOPS["vector"][0], capsys)]
    assert pragmas[0] == "#pragma acc parallel loop"
    assert any("a_data" in str(pragma) for pragma in pragmas)


def test_what_a_string_holds_is_not_the_string(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loop = "void f(const std::string &s, int *b) {\n  for (int i = 0; i < 9; i++) b[i] = s[i]; // HERE\n}\n"
    first, *_ = shown(tmp_path, "#include <string>\n" + loop, capsys)
    assert "s" in first["missing"]  # type: ignore[operator]
    assert "(s)" not in str(first["pragma"])


@pytest.mark.parametrize(
    "function",
    [
        "void f(std::vector<std::vector<double>> &a, double *b) {\n  for (std::size_t i = 0; i < a.size(); i++) b[i] = a[i][0]; // HERE\n}\n",
        "void f(std::vector<double> &a) {\n  for (std::size_t i = 1; i < a.size(); i++) a[i] += a[i - 1]; // HERE\n}\n",
        "void f(std::vector<double> &a) {\n  for (double &x : a) if (x > 0) { x = 0; break; } // HERE\n}\n",
    ],
    ids=["rows elsewhere", "depends", "leaves"],
)
def test_what_cannot_be_taken_out_is_not(function: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not any("_data" in str(each) for each in shown(tmp_path, HEAD + function, capsys))


@pytest.mark.parametrize("name", ["vector", "range"])
def test_what_is_written_is_what_is_run(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, *_ = shown(tmp_path, HEAD + LOOPS[name][0], capsys, "--test")
    assert "a_data" in str(first["pragma"])
    assert first["tested"] is not None
    assert first["tested"]["agreed"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (
            "void f(std::vector<std::vector<double>> &m, int n) {\n  for (int i = 0; i < n; i++) m[i][0] = 1; // HERE\n}\n",
            "m (its elements, std::vector<double>, have memory of their own)",
        ),
        (
            "void f(std::shared_ptr<double[]> p, int n) {\n  for (int i = 0; i < n; i++) p[i] = 1; // HERE\n}\n",
            "p (std::shared_ptr<double[]> does not tell how many elements it has)",
        ),
        (
            "void f(Grid &g, int n) {\n  for (int i = 0; i < n; i++) g[i] = 1; // HERE\n}\n",
            "g (Grid is not declared in sight)",
        ),
        (
            "void f(double *p, const int *at, int n) {\n  for (int i = 0; i < n; i++) p[at[i]] = 1; // HERE\n}\n",
            "known for p\n",
        ),
    ],
    ids=["rows", "shared", "unknown class", "a plain pointer"],
)
def test_it_is_told_why_nothing_can_name_it(
    function: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.cpp").write_text(HEAD + function)
    assert main(["suggest", str(tmp_path / "a.cpp"), "--no-model", "--no-compiler"]) == 0
    assert why in capsys.readouterr().out
