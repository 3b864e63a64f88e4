"""A function or class that begins in one file and ends in another, which is included behind it, is not read as a whole: of what it does, the
beginning says only a part."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.toolchain.flags import headers_for, units_for

# What the included file says, what follows in the file that includes it, and how that is used.
IN_PARTS = {
    "a function": ("static int count(int i) {", "return total += i; }", "a[i] = count(i);"),
    "one with a statement": ("static int count(int i) { int k = i;", "return total += k; }", "a[i] = count(i);"),
    "one in a branch": ("static int count(int i) { if (i) {", "total += i; } return total; }", "a[i] = count(i);"),
    "its head": ("static int count(int i)", "{ return total += i; }", "a[i] = count(i);"),
    "an operator": ("struct A { int v; };\ninline A operator+(A x, int i) {", "return A{total += i}; }", "A x{1}; a[i] = (x + i).v;"),
    "a comparison": ("struct A { int v; };\ninline bool operator==(A x, int i) {", "return total++ > i; }", "A x{1}; a[i] = x == i;"),
    "a class": ("struct A { int v;", "A() { v = total++; } };", "A x; a[i] = x.v;"),
    "a method": ("struct A { int v; int count() {", "return total += v; } };", "A x{i}; a[i] = x.count();"),
    "a conversion": ("struct A { int v; operator int() const {", "return total++; } };", "A x{i}; a[i] = x;"),
}  # fmt: skip


def verdict(folder: Path, shared: str, behind: str, body: str, around: tuple[str, str] = ("", "")) -> str:
    (folder / ".git").mkdir()
    (folder / "shared.h").write_text(shared + "\n")
    text = (
        f'static int total;\n{around[0]}\n#include "shared.h"\n{behind}\n{around[1]}\n'
        f"void f(int *__restrict a, int n) {{ for (int i = 0; i < n; i++) {{ {body} }} }}\n"
    )
    path = folder / "a.cpp"
    path.write_text(text)
    outline = Outline(parse(text, name="a.cpp"), headers_for(path), units_for(path))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("name", IN_PARTS)
def test_the_end_of_it_may_do_anything(tmp_path: Path, name: str) -> None:
    assert verdict(tmp_path, *IN_PARTS[name]) != "proved"


def test_where_it_begins_in_a_namespace(tmp_path: Path) -> None:
    shared, behind, _ = IN_PARTS["a function"]
    assert verdict(tmp_path, shared, behind, "a[i] = x::count(i);", ("namespace x {", "}")) != "proved"


def test_a_function_that_ends_where_it_begins_is_followed(tmp_path: Path) -> None:
    shared, behind, body = IN_PARTS["a function"]
    assert verdict(tmp_path, f"{shared} {behind}", "", body) in ("refuted", "unknown")


@pytest.mark.parametrize(
    ("shared", "body"),
    [
        ("static int twice(int i) { return 2 * i; }", "a[i] = twice(i);"),
        ("struct A { int v; };", "A x{i}; a[i] = x.v;"),
    ],
)
def test_what_is_whole_is_proved(tmp_path: Path, shared: str, body: str) -> None:
    assert verdict(tmp_path, shared, "", body) == "proved"
