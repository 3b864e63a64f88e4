"""Statements that a function includes from a file of their own are code of that function, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge, nest_of_loop, program_at
from loopwright.dependence.model.program import accesses_in
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import facts_of
from loopwright.toolchain.flags import headers_for, units_for

LOOP = """void f(float *restrict a, float *restrict b, int n, int k) {
    for (int i = 0; i < n; i++) {
#include "body.inc"
    }
}
"""


def outline_of(folder: Path, text: str, name: str = "a.c", **files: str) -> Outline:
    """A file beside others, of which `body` is `body.inc`."""
    (folder / ".git").mkdir(exist_ok=True)
    for other, content in files.items():
        (folder / f"{other}.inc").write_text(content)
    path = folder / name
    path.write_text(text)
    return Outline(parse(text, name), headers_for(path), units_for(path))


def verdicts(folder: Path, text: str, name: str = "a.c", **files: str) -> list[LoopVerdict]:
    outline = outline_of(folder, text, name, **files)
    return [judge(outline, loop) for loop in outline.loops]


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("a[i] = b[i + 1];", "proved"),
        ("float t = b[i];\na[i] = t * t;", "proved"),
        ("#define GIVEN(x) b[x]\na[i] = GIVEN(i);", "proved"),
        ("}\nfor (int j = 0; j < n; j++) {\na[j] = b[j];", "proved"),
        ("a[i + 1] = a[i];", "refuted"),
        ("k = k + i; a[k] = b[i];", "refuted"),
        ("static float t; a[i] = t; t = b[i];", "refuted"),
        ("if (b[i] < 0) break;\na[i] = b[i];", "unknown"),
        ("if (b[i] < 0) return;\na[i] = b[i];", "unknown"),
        ("if (b[i] < 0) goto end;\na[i] = b[i];", "unknown"),
        ("#define GIVEN(x) a[x - 1]\na[i] = GIVEN(i);", "refuted"),
        ("extern void g(void);\na[i] = b[i]; g();", "assumed"),
        ("a[i] = b[i]; n--;", "unknown"),
        ("a[i] = b[i]; i++;", "unknown"),
        ("a[0] += b[i]; a[1] = a[0];", "refuted"),
    ],
)  # fmt: skip
def test_what_is_included_in_a_loop_decides_about_it(tmp_path: Path, body: str, verdict: str) -> None:
    found = verdicts(tmp_path, LOOP, body=body)[0]
    if verdict == "refuted":
        assert found.verdict in ("refuted", "unknown")
    else:
        assert found.verdict == verdict, found.reason


@pytest.mark.parametrize(
    ("around", "behind"), [("namespace n { ", "}"), ("struct S { ", "};"), ("template <typename T> ", "")]
)
def test_functions_in_namespaces_classes_and_templates(tmp_path: Path, around: str, behind: str) -> None:
    text = around + LOOP.replace("restrict", "__restrict__") + behind
    assert verdicts(tmp_path, text, "a.cpp", body="a[i] = b[i];")[0].verdict == "proved"
    assert verdicts(tmp_path, text, "a.cpp", body="a[i] = a[i + 1];")[0].verdict == "refuted"


@pytest.mark.parametrize(("given", "verdict"), [("0, 2, 1, 3", "proved"), ("0, 2, 2, 3", "refuted")])
def test_values_of_a_table_in_a_function(tmp_path: Path, given: str, verdict: str) -> None:
    text = 'void f(float *a) {\n    static const int idx[4] = {\n#include "given.inc"\n    };\n    for (int i = 0; i < 4; i++)\n        a[idx[i]] = i;\n}\n'
    assert verdicts(tmp_path, text, given=given)[0].verdict == verdict


@pytest.mark.parametrize(("given", "verdict"), [("ONE,", "proved"), ("MINUS = -1,", "refuted")])
def test_enumerators_in_a_function(tmp_path: Path, given: str, verdict: str) -> None:
    text = 'void f(float *a, int n) {\n    enum { ZERO,\n#include "given.inc"\n    STEP };\n    for (int i = 0; i < n; i++)\n        a[i * STEP] = i;\n}\n'
    assert verdicts(tmp_path, text, given=given)[0].verdict == verdict


def test_an_include_line_in_a_branch_that_is_not_shown_is_not_read(tmp_path: Path) -> None:
    text = LOOP.replace(
        '#include "body.inc"\n    }',
        '#ifdef X\n    a[i] = a[i - 1];\n#include "body.inc"\n    }\n#else\n    a[i] = b[i];\n    }\n#endif',
    )
    assert verdicts(tmp_path, text, body="a[i] = b[i];")[0].verdict != "proved"


def test_a_fragment_sees_what_stands_before_it_and_is_seen_behind(tmp_path: Path) -> None:
    text = """void f(float *restrict a, float *restrict b, int n) {
#include "before.inc"
    for (int i = 0; i < n; i++)
        a[i * step] = b[i];
}
"""
    (right,) = verdicts(tmp_path, text, before="const int step = 2;")
    (wrong,) = verdicts(tmp_path, text, before="const int step = 0;")
    (open,) = verdicts(tmp_path, text, before="int step = n - 1; step *= n;")
    assert right.verdict == "proved"
    assert wrong.verdict not in ("proved", "assumed")
    assert open.verdict != "proved"


SWITCHED = """void f(float *restrict a, float *restrict b, int n) {
    for (int i = 1; i < n; i++) {
#define FIRST
#include "body.inc"
#undef FIRST
    }
    for (int i = 1; i < n; i++) {
#define SECOND
#include "body.inc"
#undef SECOND
    }
}
"""


@pytest.mark.parametrize("asks", ["#ifdef {}", "#if defined({})", "#if defined {} // of them"])
def test_switches_around_an_include_choose_its_branches(tmp_path: Path, asks: str) -> None:
    first, second = asks.format("FIRST"), asks.format("SECOND")
    body = f"{first}\na[i] = b[i];\n#endif\n{second}\na[i] = a[i - 1];\n#endif\n"
    right, wrong = verdicts(tmp_path, SWITCHED, body=body)
    assert (right.verdict, wrong.verdict) == ("proved", "refuted")


def test_the_other_branch_is_taken_without_the_switch(tmp_path: Path) -> None:
    body = "#ifndef FIRST\na[i] = a[i - 1];\n#else\na[i] = b[i];\n#endif\n"
    right, wrong = verdicts(tmp_path, SWITCHED, body=body)
    assert (right.verdict, wrong.verdict) == ("proved", "refuted")


@pytest.mark.parametrize(
    ("before", "asked"),
    [
        ("", "#ifdef OTHER"),  # the build may say so
        ("#ifdef X\n#define OTHER\n#endif\n", "#ifdef OTHER"),
        ("#define OTHER\n#ifdef X\n#undef OTHER\n#endif\n", "#ifndef OTHER"),
        ("#define OTHER 1\n", "#if OTHER > 2"),
        ('#define OTHER\n#include "missing.h"\n', "#ifndef OTHER"),
        ('#include "head.inc"\n', "#ifdef OTHER"),
    ],
)
def test_what_no_line_decides_stays_open(tmp_path: Path, before: str, asked: str) -> None:
    found = verdicts(
        tmp_path,
        before + LOOP,
        body=f"{asked}\na[i] = a[i - 1];\n#else\na[i] = b[i];\n#endif\n",
        head="#define OTHER\n",
    )[0]
    assert found.verdict not in ("proved", "assumed")


@pytest.mark.parametrize(
    "quiet",
    ['R"(\n#undef OTHER\n)"', '"\\\n#undef OTHER\\\n"', "0 /*\n#undef OTHER\n*/", "0 // \\\n#undef OTHER\n"],
)
def test_what_only_looks_like_a_switch_decides_nothing(tmp_path: Path, quiet: str) -> None:
    before = f"#define OTHER\nauto remark = {quiet};\n"
    loop = LOOP.replace("restrict ", "")
    body = "#ifdef OTHER\na[i] = a[i - 1];\n#else\na[i] = 1;\n#endif\n"
    assert verdicts(tmp_path, before + loop, "a.cpp", body=body)[0].verdict == "refuted"


def test_a_switch_that_a_question_may_set_decides_nothing(tmp_path: Path) -> None:
    text = LOOP.replace("}\n}", "}\n#ifndef LATER\n#define LATER\n#endif\n}")
    assert verdicts(tmp_path, text, body="#ifdef LATER\na[i] = a[i - 1];\n#else\na[i] = b[i];\n#endif")[0].verdict not in (
        "proved",
        "assumed",
    )  # fmt: skip


CALLER = """#include <stdlib.h>
static void f(float *a, float *b, int n) {
    for (int i = 0; i < n; i++)
        a[i] = b[i + 1];
}
int main(void) {
    float *x = malloc(4000), *y = malloc(4000);
#include "swap.inc"
    f(x, y, 100);
    return 0;
}
"""


@pytest.mark.parametrize(
    ("swap", "verdict"), [("x[0] = 1;", "proved"), ("y = x;", "unknown"), ("y = x + 1;", "unknown")]
)
def test_a_caller_includes_what_it_does_to_its_pointers(tmp_path: Path, swap: str, verdict: str) -> None:
    assert verdicts(tmp_path, CALLER, swap=swap)[0].verdict == verdict


def test_nobody_knows_what_a_missing_fragment_does_to_pointers(tmp_path: Path) -> None:
    assert verdicts(tmp_path, CALLER)[0].verdict == "assumed"


def test_a_caller_in_another_file_is_read_with_what_it_includes(tmp_path: Path) -> None:
    head, main = CALLER.replace("static ", "").split("int main")
    declared = "#include <stdlib.h>\nvoid f(float *a, float *b, int n);\nint main"
    for swap, verdict in (("x[0] = 1;", "proved"), ("y = x;", "assumed")):
        folder = tmp_path / verdict
        folder.mkdir()
        (folder / "main.c").write_text(declared + main)
        assert verdicts(folder, head, swap=swap)[0].verdict == verdict


def test_fragments_include_fragments_from_their_own_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "inner.inc").write_text("a[i] = b[i];\n")
    assert verdicts(tmp_path, LOOP, inner="a[i] = a[i - 1];", body='#include "deep/outer.h"')[0].verdict == "unknown"
    (tmp_path / "deep" / "outer.h").write_text('#include "inner.inc"\n')
    assert verdicts(tmp_path, LOOP, inner="a[i] = a[i - 1];", body='#include "deep/outer.h"')[0].verdict == "proved"


@pytest.mark.parametrize(
    "body",
    ['#include "body.inc"\n', '#include "../../etc/none.inc"\n', "#pragma once\na[i] = b[i];\n", "#endif\na[i] = b[i];\n", "a[i] = 1;\n" + " " * (1 << 20)],
)  # fmt: skip
def test_what_cannot_be_followed_is_not_known(tmp_path: Path, body: str) -> None:
    found = verdicts(tmp_path, LOOP, body=body)[0]
    assert found.verdict == "unknown"
    assert "body.inc" in found.reason


def test_a_remark_in_a_fragment_includes_nothing(tmp_path: Path) -> None:
    body = '/*\n#include "inner.inc"\n*/\na[i] = b[i];\n// \\\n#include "inner.inc"\n'
    assert verdicts(tmp_path, LOOP, body=body, inner="*/ a[i] = a[i - 1];\n/*")[0].verdict == "proved"


def test_a_remark_includes_nothing(tmp_path: Path) -> None:
    text = LOOP.replace('#include "body.inc"', '/*\n#include "body.inc"\n*/\na[i] = b[i];')
    assert verdicts(tmp_path, text, body="a[i] = a[i - 1];")[0].verdict == "proved"


@pytest.mark.parametrize("name", ["a.c", "a.cpp"])
def test_places_are_those_of_the_file(tmp_path: Path, name: str) -> None:
    text = LOOP.replace("restrict ", "").replace(
        "    }\n}", "    }\n    for (int i = 1; i < n; i++)\n        b[i] = b[i - 1];\n}"
    )
    outline = outline_of(tmp_path, text, name, body="float t = b[i];\n\n\na[0] += t;\nb[i + 1] = t;\n")
    for loop, line in zip(outline.loops, (3, 6)):
        found = judge(outline, loop)
        assert found.verdict == "refuted"
        (first, *_) = found.dependences
        assert {first.source_line, first.sink_line} == {line}
        assert first.source is not None
        assert loop.span.contains(first.source)
        nest = nest_of_loop(outline, loop)
        assert nest is not None
        program, number = nest
        assert program.frames[number].start == loop.span.start
        assert all(loop.span.contains(access.span) for access in accesses_in(program.nests[number].body))


def test_no_directive_is_offered_inside_a_fragment(tmp_path: Path) -> None:
    outline = outline_of(tmp_path, LOOP, body="a[k] += b[i];\n")
    facts = facts_of(outline, outline.loops[0])
    assert not facts.atomics


def test_data_of_a_fragment_are_moved(tmp_path: Path) -> None:
    outline = outline_of(tmp_path, LOOP, body="a[i] = b[i];\n")
    facts = facts_of(outline, outline.loops[0])
    assert {fact.variable for fact in facts.data} == {"a", "b"}
    assert program_at(outline, outline.functions[0].span) is not None


SUITE = sorted((Path(__file__).parent / "suite").glob("*.c*"))


@pytest.mark.parametrize("path", SUITE, ids=lambda path: path.name)
def test_bodies_that_are_put_into_files_of_their_own_keep_their_verdicts(tmp_path: Path, path: Path) -> None:
    text = path.read_text()
    before = Outline(parse(text, path.name))
    outer = [loop for loop in before.loops if loop.parent is None and b"{" in before.source.data[slice(*loop.body)][:1]]
    data, files = before.source.data, dict[str, str]()
    for number, loop in reversed(list(enumerate(outer))):
        files[f"body{number}"] = data[loop.body.start + 1 : loop.body.end - 1].decode()
        data = data[: loop.body.start + 1] + f'\n#include "body{number}.inc"\n'.encode() + data[loop.body.end - 1 :]
    after = outline_of(tmp_path, data.decode(), path.name, **files)
    moved = [
        loop for loop in after.loops if loop.parent is None and b"#include" in after.source.data[slice(*loop.body)]
    ]
    assert len(moved) == len(outer) > 0
    for loop, other in zip(outer, moved):
        one, two = judge(before, loop), judge(after, other)
        assert (one.verdict, one.reductions, one.private) == (two.verdict, two.reductions, two.private), one.reason
