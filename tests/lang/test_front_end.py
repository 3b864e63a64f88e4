"""`lang` beside a compiler's front end: on own files here, on hundreds of public ones in benchmarks/lang_agreement.py."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("clang.cindex", reason="the wheel `libclang` is not installed")

from front_end import KINDS, Agreement, compare, unit_of

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "tests" / "dependence" / "adversary"
C = """
typedef unsigned long count; typedef struct pair { int first; double second[3]; struct pair *next; } pair;
enum level { low, high = 1 << 4, beyond }; static const int size = high * 2 + beyond; const float third = 1.0f / 3;
static double table[4][8]; double (*row)[8] = table; int (*apply)(int, char *); char *names[] = {"a", "b"};
extern short *find(pair *where, count n);
static int bits(unsigned char a, short b) { return a << 2 | b >> 1; }
double walk(pair *p, count n, float f) {
  double sum = 0; long at = -1; const int local = sizeof(pair *) * 2;
  for (count i = 0; i < n; i++) { sum += p[i].second[i % 3] * f + (*row)[i]; p->next[i].first = bits(i, 'c') + apply(1, names[0]); }
  { int at = 3; sum += at ? table[at][1] : at; }
  sum += *find(&p[1], n) - (p->next - p) + (unsigned)at / 2 + !at + ~size + (n > 3 && f < 2.5f) + local;
  return sum, p->second[0];
}
"""
CPP = """
namespace grid { constexpr int width = 16; enum class mode { off, on = 5 };
  struct cell { float value; int *link; static const int most = width * 2; }; cell at(int i); }
class field { double *data_; int n_; public: explicit field(int n); double get(int i) const { return data_[i] * n_; } int size() const; grid::cell corner; };
double total(const field &f, grid::cell *cells, const int (&fixed)[4]) {
  auto first = cells[0].value; auto *link = cells->link; double sum = 0; const auto half = grid::width / 2;
  for (int i = 0; i < f.size(); ++i) { sum += f.get(i) + first + link[i] + fixed[i & 3] + half; }
  { float sum = 2; first += sum; }
  return sum + grid::at(3).value + static_cast<int>(grid::mode::on) + grid::cell::most + (sum > 1) + f.corner.value;
}
"""


@pytest.mark.parametrize(("text", "name"), [(C, "all.c"), (CPP, "all.cpp")])
def test_each_form_is_read_as_the_compiler_reads_it(text: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    unit = unit_of(path, path.suffix[1:], [])
    assert unit is not None
    found = compare(path, unit)
    assert not found.different
    assert all(found.claimed[kind] for kind in KINDS)
    assert sum(found.claimed.values()) >= 0.85 * sum(found.asked.values())


def test_the_runtime_of_the_emulated_device_is_read_alike() -> None:
    together = Agreement()
    for path in sorted((ROOT / "server" / "loopwright" / "device" / "runtime").glob("*.c"))[:6]:
        unit = unit_of(path, "c", [f"-I{path.parent}"])
        if unit is not None:
            together.merge(compare(path, unit))
    assert together.claimed["type"] > 500
    assert not together.different


def test_a_difference_would_be_seen(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_text("float n; double f(void) { return n; }")
    unit = unit_of(path, "c", [])
    path.write_text("int   n; double f(void) { return n; }")
    assert unit is not None
    found = compare(path, unit)
    assert (
        found.claimed["type"] - found.equal["type"]
        == found.claimed["declared type"] - found.equal["declared type"]
        == 1
    )
