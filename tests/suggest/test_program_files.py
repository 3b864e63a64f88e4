"""Which files make a program, and which lines a plan changes."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.programs.changes import changes
from loopwright.suggest.programs.program_files import program_of


def files(**texts: str) -> dict[Path, Outline]:
    return {Path(f"{name}.c"): Outline(parse(text.encode(), language="c")) for name, text in texts.items()}


def names(path: str, known: dict[Path, Outline]) -> set[str]:
    found = program_of(Path(path), known)
    assert found[0] == Path(path)
    return {file.stem for file in found}


CALLED = "void a(void) { b(); } void b(void);"


def test_calls_lead_from_main_to_the_files_of_its_program() -> None:
    known = files(main="int main(void) { a(); }", a="void a(void) { b(); }", b="void b(void) {}", c="void c(void) {}")
    assert names("main.c", known) == names("b.c", known) == {"main", "a", "b"}
    assert names("c.c", known) == {"c"}


def test_a_library_of_two_programs_stands_alone() -> None:
    known = files(one="int main(void) { a(); }", two="int main(void) { a(); }", a="void a(void) {}")
    assert names("a.c", known) == {"a"}
    assert names("one.c", known) == {"one", "a"}


def test_a_static_function_is_no_file_of_another() -> None:
    known = files(main="int main(void) { a(); } static void a(void) {}", a="static void a(void) {}")
    assert names("main.c", known) == {"main"}


def test_a_function_that_is_handed_on_counts() -> None:
    known = files(main="int main(void) { run(work); }", work="void work(void) {}")
    assert names("main.c", known) == {"main", "work"}


def test_what_each_change_is_for() -> None:
    before = b"int n;\nfor (;;) {}\nfree(a);\n"
    after = b"int n;\n#pragma acc enter data create(a[0:n])\nint m;\n#pragma acc parallel loop\nfor (;;) {}\n#pragma acc exit data delete(a[0:1])\nfree(a);\n"
    found = changes(before, after)
    assert [change.purpose for change in found] == ["rewrite", "data"]
    assert apply_edits(before, [change.edit for change in found]) == after


LINES = st.lists(
    st.sampled_from(["a;\n", "b;\n", "#pragma acc parallel loop\n", "é\r\n", "#pragma acc update self(x)\n"]),
    max_size=12,
)


@given(LINES, LINES, st.sampled_from(["", "end", "\r"]))
def test_changes_make_the_one_text_of_the_other(before: list[str], after: list[str], end: str) -> None:
    old, new = ("".join(lines).encode() + end.encode() for lines in (before, after))
    assert apply_edits(old, [change.edit for change in changes(old, new)]) == new
