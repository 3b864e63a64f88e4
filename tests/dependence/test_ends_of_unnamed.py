"""Objects without a name end with the full expression that makes them, and code of the program runs wherever an object is made or ends.

Each program sets a pointer of the file to one array, and an object's code sets it to the other one, then or later; `ends_of_unnamed.txt` has the
forms: lines at file level, then what a function does. `MADE` makes an object of the class E. Which forms lead the loop's two names to one array
is told by running them.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

TEXT = Path(__file__).with_name("ends_of_unnamed.txt").read_text("utf-8")
HEADERS = "algorithm array functional map memory new numeric optional stdexcept string tuple utility vector".split()  # noqa: SIM905
INCLUDED = "".join(f"#include <{header}>\n" for header in HEADERS)
ENDING = {
    "by a constructor": ("struct E { int **k; E(int **z) : k(z) {} ~E() { *k = c; } };", "E(&p)"),
    "by braces": ("struct E { int **k; ~E() { *k = c; } };", "E{&p}"),
}
MAKING = {
    "a constructor": ("struct E { int z; E() { p = c; } };", "E()"),
    "a copy": (
        "struct E { int z; E() : z(3) {} E(const E &e) { p = c; } E &operator=(const E &e) { p = c; return *this; } };",
        "E()",
    ),
}
LOOP = "for (int i = 1; i < n; i++) p[i] = c[i - 1] + 1;"
ASKED = "met |= p == c;"


class Form(NamedTuple):
    """One program: what it is called, and its text but for what stands in the place of the loop."""

    name: str
    text: str


def _forms() -> list[Form]:
    found = []
    for part, kinds in zip(TEXT.split("#### ")[1:], (ENDING, MAKING)):
        for name, text in re.findall(r"^== (.+)\n((?:(?!== ).*\n?)*)", part, re.MULTILINE):
            for kind, (owner, made) in kinds.items():
                *head, body = text.strip().replace("MADE", made).split("\n")
                found.append(Form(f"{name}, {kind}", _program(owner, "\n".join(head), body)))
    return found


def _program(owner: str, head: str, body: str) -> str:
    return (
        f"static int a[40], c[40]; static int *p, *q;\n{owner}\n{head}\n"
        f"static void go(int n) {{ LOOP }}\nstatic void run(int n) {{ p = a; {body} }}\n"
    )


FORMS = _forms()


def _in_namespace(number: int, form: Form) -> str:
    macros = "".join(f"#undef {name}\n" for name in re.findall(r"#define (\w+)", form.text))
    return f"namespace n{number} {{\n{form.text.replace('LOOP', ASKED)}}}\n{macros}"


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The forms in which both names lead to one array when the loop is reached."""
    folder = tmp_path_factory.mktemp("ends")
    calls = "".join(f'met = false; n{number}::run(9); std::puts(met ? "1" : "0");\n' for number in range(len(FORMS)))
    bodies = "".join(_in_namespace(number, form) for number, form in enumerate(FORMS))
    source = folder / "all.cpp"
    source.write_text(f"#include <cstdio>\n{INCLUDED}static bool met;\n{bodies}int main() {{ {calls} }}\n", "utf-8")
    command = ["g++", "-std=c++20", "-O0", "-w", str(source), "-o", str(folder / "all")]
    subprocess.run(command, check=True, capture_output=True)
    shown = subprocess.run([str(folder / "all")], check=True, capture_output=True, text=True).stdout.split()
    return frozenset(form.name for form, met in zip(FORMS, shown, strict=True) if met == "1")


def _verdict(form: Form) -> str:
    text = f"{INCLUDED}{form.text.replace('LOOP', LOOP)}int main() {{ run(9); }}\n"
    outline = Outline(parse(text, name="a.cpp"), None, tuple)
    return judge(outline, next(loop for loop in outline.loops if loop.function and loop.function.name == "go")).verdict


@pytest.mark.parametrize("form", FORMS, ids=[form.name for form in FORMS])
def test_what_code_of_the_program_sets_is_never_taken_for_apart(form: Form, together: frozenset[str]) -> None:
    if form.name in together:
        assert _verdict(form) != "proved"


def test_there_are_many_of_both_kinds(together: frozenset[str]) -> None:
    assert len(FORMS) > 500
    assert 300 < len(together) < len(FORMS) - 100
