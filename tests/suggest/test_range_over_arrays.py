"""Range-based loops over arrays come with the index that a directive needs, and say which header the loop has then."""

from __future__ import annotations

from pathlib import Path

import pytest
from whole import differing

from tests.suggest.pressing import output, pressed, shown

HEAD = """#include <array>
#include <cstdio>
#define N 5000
double line[20000], rest[N];
float rows[40][50];
struct S { double w[N]; int k; void clear() {
  CLEAR
} };
double f(S &s, std::array<double, 6400> &a, double (&b)[N]) {
  double sum = 0;
  BODY
  return sum;
}
"""
MAIN = """int main() {
  static S s;
  static std::array<double, 6400> a;
  for (int i = 0; i < N; i++) s.w[i] = i % 7, a[i] = i % 5, line[i] = i % 3, rest[i] = i % 11;
  const double got = f(s, a, rest);
  s.clear();
  double sum = 0;
  for (int i = 0; i < N; i++) sum += (i % 13) * (s.w[i] + a[i] + line[i] + rest[i] + rows[i % 40][i % 50]);
  std::printf("%.6f %.6f\\n", got, sum);
}
"""


def _in_f(body: str) -> str:
    return HEAD.replace("BODY", body).replace("CLEAR", "") + MAIN


# the program, the header that is shown, what the directive has
OFFERED = {
    "a sum": (
        _in_f("for (double x : line) sum += x; // HERE"),
        "for (int x_at = 0; x_at < 20000; x_at++)",
        "copyin(line)",
    ),
    "elements": (
        _in_f("for (double &x : line) x = 2; // HERE"),
        "for (int x_at = 0; x_at < 20000; x_at++)",
        "copyout(line)",
    ),
    "a size with a name": (
        _in_f("for (auto &x : rest) x = x * 2; // HERE"),
        "for (unsigned long x_at = 0; x_at < N; x_at++)",
        "copy(rest)",
    ),
    "a copy that changes": (
        _in_f("for (double x : rest) { x *= x; sum += x; } // HERE"),
        "for (unsigned long x_at = 0; x_at < N; x_at++)",
        "reduction(+:sum)",
    ),
    "constant elements": (
        _in_f("for (const auto &x : rest) sum += x; // HERE"),
        "for (unsigned long x_at = 0; x_at < N; x_at++)",
        "copyin(rest)",
    ),
    "an array of a struct": (
        _in_f("for (double &x : s.w) x += 1; // HERE"),
        "for (unsigned long x_at = 0; x_at < N; x_at++)",
        "copy(w[0:N])",
    ),
    "a member": (
        HEAD.replace("BODY", "").replace("CLEAR", "for (double &x : w) x = 1; // HERE") + MAIN,
        "for (unsigned long x_at = 0; x_at < N; x_at++)",
        "copyout(w_data[0:N])",
    ),
    "an array by reference": (
        _in_f("for (double &x : b) x += 1; // HERE"),
        "for (unsigned long x_at = 0; x_at < N; x_at++)",
        "copy(b",
    ),
    "a std::array": (
        _in_f("for (auto &x : a) x *= 2; // HERE"),
        "for (std::size_t x_at = 0; x_at < a_size; x_at++)",
        "copy(a_data[0:a_size])",
    ),
}
LEFT = {
    "rows": _in_f("for (auto &row : rows) row[0] = 1; // HERE"),
    "leaves early": _in_f("for (double x : line) { if (x > 3) break; sum += x; } // HERE"),
    "carries": _in_f("double last = 0;\n  for (double &x : line) { x += last; last = x; } // HERE"),
}


@pytest.mark.parametrize("name", differing({name: text for name, (text, *_) in OFFERED.items()}, 2))
def test_the_directive_comes_with_an_index(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, header, clause = OFFERED[name]
    first, *_ = shown(tmp_path / "a.cpp", text, capsys, "--test")
    assert header in first["other_lines"]  # type: ignore[operator]
    assert clause in str(first["pragma"])
    assert first["missing"] == []
    assert first["tested"]["agreed"] is True  # type: ignore[index]


@pytest.mark.parametrize("name", OFFERED)
def test_the_program_gives_the_same(name: str, tmp_path: Path) -> None:
    text, _, clause = OFFERED[name]
    after = pressed("a.cpp", text)
    assert clause in after.replace("\n", " ")
    flags = ("-O1", "-fopenacc", "-foffload=disable")
    assert output(tmp_path / "run.cpp", after, *flags) == output(tmp_path / "run.cpp", text, "-O1")


@pytest.mark.parametrize("name", LEFT)
def test_what_has_no_index_or_an_order_is_left(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not any("_at = 0" in str(each) for each in shown(tmp_path / "a.cpp", LEFT[name], capsys))
