"""What a piece sees is taken over from one version of a file to the next: as if nobody had seen a version before, and at the cost of what
an edit changed."""

import random

import pytest
from loopwright.dependence import surroundings as module
from loopwright.dependence.surroundings import surroundings_of_piece
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

PARTS = (
    "int n;\n",
    "#define N 8\n",
    "#define TWICE(x) f0(x) + f0(x)\n",
    "#define JOINED(x) f ## x\n",
    "struct S { int n; double *a; };\n",
    "extern double a[N];\n",
    "typedef double real;\n",
    "static real f0(real x) { return x * n; }\n",
    "static real f1(real x) { return f0(x) + N; }\n",
    "real f2(real *a) { for (int i = 0; i < N; i++) a[i] = f1(a[i]); return 0; }\n",
    "void f3(struct S *s) { for (int i = 0; i < s->n; i++) s->a[i] = TWICE(i); }\n",
    "void f4(double *a) { real n = 3; a[0] = n; }\n",
    "void f4(double *a) { real m = 3; a[0] = m; }\n",
    "#if N > 3\nvoid f5(void) { f4(a); }\n#endif\n",
    "namespace b {\nint n;\nvoid f6() { n = 1; }\n}\n",
    "// nothing\n",
    "void broken( { \n",
)


def _keys(text: str) -> list[object]:
    outline = Outline(parse(text, "over_edits.cpp"))
    return [surroundings_of_piece(outline, index) for index in range(len(outline.pieces))]


def _edited(drawn: random.Random, parts: list[str]) -> list[str]:
    parts, at = list(parts), drawn.randrange(len(parts))
    kind = drawn.randrange(5)
    if kind == 0:
        parts.insert(at, drawn.choice(PARTS))
    elif kind == 1 and len(parts) > 1:
        del parts[at]
    elif kind == 2:
        other = drawn.randrange(len(parts))
        parts[at], parts[other] = parts[other], parts[at]
    elif kind == 3:
        parts[at] = drawn.choice(PARTS)
    else:
        digit = drawn.choice("0123456789nax")
        place = drawn.randrange(len(parts[at]))
        parts[at] = parts[at][:place] + digit + parts[at][place + 1 :]
    return parts


@pytest.mark.parametrize("seed", range(12))
def test_as_if_nobody_had_seen_a_version_before(seed: int) -> None:
    drawn = random.Random(seed)
    parts = [drawn.choice(PARTS) for _ in range(drawn.randrange(2, 14))]
    for _ in range(40):
        found = _keys("".join(parts))
        kept = dict(module._latest)
        module._latest.clear()
        assert found == _keys("".join(parts))
        module._latest.clear()
        module._latest.update(kept)
        parts = _edited(drawn, parts)


@pytest.mark.parametrize(
    ("old", "new", "seen_from"),
    [
        ("a[i] = 7", "a[i] = 8", {"g7"}),
        ("return x * 2", "return x * 3", {"h", "g3"}),
        ("return x * 2", "return 1; /* of another length */ return x * 2", {"h", "g3"}),
        ("int other;", "int others;", set()),
        ("int other;", "int other; int more;", set()),
        ("int used;", "long used;", {"g5"}),
    ],
)
def test_an_edit_costs_what_sees_it(old: str, new: str, seen_from: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = "int other;\nint used;\nint h(int x) { return x * 2; }\n" + "".join(
        f"void g{n}(int *a) {{ for (int i = 0; i < 9; i++) a[i] = {'h(i)' if n == 3 else 'used' if n == 5 else n}; }}\n"
        for n in range(9)
    )
    module._latest.clear()
    _keys(text)
    looked: list[str] = []
    view = module._view

    def counted(outline: Outline, sights: object, index: int) -> object:
        looked.extend(function.name for function in outline.pieces[index].shape.functions)
        return view(outline, sights, index)

    monkeypatch.setattr(module, "_view", counted)
    _keys(text.replace(old, new))
    assert set(looked) == seen_from
