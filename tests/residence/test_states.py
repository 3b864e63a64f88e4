"""The rules of the states, one program each: what is certain is said, what depends on code that is not seen is not."""

from __future__ import annotations

import random

import pytest
from loopwright.residence.findings import claims_of
from loopwright.residence.ranges import Order, Range
from loopwright.source.linear import Linear
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "#include <stdlib.h>\nvoid other(double *);\nvoid use(double);\n"


def codes(body: str, parameters: str = "double *a, int n, int c") -> list[str]:
    text = f"{HEAD}void f({parameters}) {{\n{body}\n}}\n"
    return sorted(claim.code for claim in claims_of(Outline(parse(text, name="x.c"))))


KERNEL = "\n#pragma acc parallel loop\nfor (int i = 0; i < n; i++) a[i] *= 2;\n"
DATA = "#pragma acc data copy(a[0:n])\n{%s}\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (DATA % f"{KERNEL} use(a[0]);", ["LW701"]),
        (DATA % f"if (c) {{ {KERNEL} }} use(a[0]);", []),  # it may not have run
        (DATA % f"{KERNEL} if (c) {{ use(a[0]); }}", ["LW701"]),
        (DATA % f"{KERNEL} other(a); use(a[0]);", []),  # it may have updated
        (DATA % f"{KERNEL} a[0] = 1; use(a[0]);", []),
        (DATA % f"{KERNEL} a[0] = 1; use(a[1]);", ["LW701"]),
        (DATA % f"if (c) {{\n#pragma acc update self(a[0:n])\n}} {KERNEL} use(a[0]);", ["LW701"]),
        (DATA % f"{KERNEL} if (c) {{\n#pragma acc update self(a[0:n])\n}} if (c) {{ use(a[0]); }}", []),
        (DATA % f"{KERNEL} if (c) {{\n#pragma acc update self(a[0:n])\n}} if (!c) {{ use(a[0]); }}", ["LW701"]),
        (DATA % f"for (int t = 0; t < c; t++) {{ {KERNEL} }} use(a[0]);", ["LW701"]),
        (DATA % f"for (int t = 0; t < c; t++) {{ use(a[0]); {KERNEL} }}", ["LW701"]),  # in the second round
        (DATA % f"{KERNEL} goto out; use(a[0]); out: ;", []),
        (KERNEL.replace("loop", "loop copyin(a[0:n])") + "use(a[0]);", ["LW702"]),
        # Whoever calls may have put it there: then nothing is copied, and nothing lost.
        (KERNEL.replace("loop", "loop copy(a[0:n])") + "use(a[0]);", []),
        ("#pragma acc parallel loop present(a[0:n])\nfor (int i = 0; i < n; i++) a[i] = 1;\nuse(a[0]);", ["LW701"]),
        ("#pragma acc update self(a[0:n])\nuse(a[0]);", []),
        ("#pragma acc exit data delete(a[0:n])", []),
        ("double *p = a;\n" + DATA % f"{KERNEL} use(p[0]);", ["LW701"]),
        ("double *p = a + 1;\n" + DATA % f"{KERNEL} p[0] = 3; use(a[1]);", []),
        # Of what is not clear nothing is said, neither inside nor afterwards.
        (f"#pragma acc data create(a[0:n]) copyout(a[0:n])\n{{ {KERNEL} }}\nuse(a[0]);", []),
        (f"#pragma acc data copy(a)\n{{ {KERNEL} }}\nuse(a[0]);", []),
        # A queue that the program asked for counts as waited for; two numbers that are not known may be one.
        (DATA % f"{KERNEL.replace('loop', 'loop async(1)')} while (!acc_async_test(1)) ;", []),
        (DATA % f"{KERNEL.replace('loop', 'loop async(c)')} {KERNEL.replace('loop', 'loop async(1)')}\n#pragma acc wait\n", []),
        # Conditional lines take one of two; what OpenMP does on the device is not followed.
        ("#if X\n#pragma acc parallel loop present(a[0:n])\n#else\n#pragma acc parallel loop copyin(a[0:n])\n#endif\n"
         "for (int i = 0; i < n; i++) a[i] = 1;\nuse(a[0]);", []),
        (DATA % f"{KERNEL}\n#pragma omp target teams\nfor (int i = 0; i < n; i++) use(a[i]);", []),
        # A snapshot that the host fetched while the next kernel runs.
        (DATA % f"{KERNEL}\n#pragma acc update self(a[0:n])\n{KERNEL.replace('loop', 'loop async(1)')} use(a[0]);\n#pragma acc wait\n", []),
    ],
)  # fmt: skip
def test_what_is_said(body: str, expected: list[str]) -> None:
    assert codes(body) == expected


def test_a_global_may_be_mapped_in_another_file() -> None:
    text = "double t[64];\nvoid f(void) {\n#pragma acc parallel loop present(t)\n  for (int i = 0; i < 64; i++) t[i] = i;\n}\n"
    assert not claims_of(Outline(parse(text, name="x.c")))
    whole = text + "int main(void) { f(); return 0; }\n"
    assert [claim.code for claim in claims_of(Outline(parse(whole, name="x.c")))] == ["LW716"]


def test_a_callee_is_judged_where_it_is_called() -> None:
    callee = "static void k(double *p, int n) {\n#pragma acc parallel loop present(p[0:n])\n  for (int i = 0; i < n; i++) p[i] = 1;\n}\n"
    enter, leave = "\n#pragma acc enter data create(a[0:n])\n", "\n#pragma acc exit data copyout(a[0:n])\n"
    mapped = f"void f(int n) {{\n  double *a = malloc(n * sizeof *a);{enter}  k(a, n);{leave}  free(a);\n}}\n"
    bare = "void g(int n) {\n  double *b = malloc(n * sizeof *b);\n  k(b, n);\n  free(b);\n}\n"
    assert not claims_of(Outline(parse(HEAD + callee + mapped, name="x.c")))
    (claim,) = claims_of(Outline(parse(HEAD + callee + mapped + bare, name="x.c")))
    assert (claim.code, claim.name) == ("LW716", "b")


def test_recursion_and_long_programs_end() -> None:
    text = f"{HEAD}void f(double *a, int n) {{ {KERNEL} if (n) f(a, n - 1); }}\n"
    assert not claims_of(Outline(parse(text, name="x.c")))
    nested = "for (int i = 0; i < n; i++) {" * 12 + KERNEL + "}" * 12
    assert not codes(nested)


def test_what_is_certain_of_ranges_holds_for_all_sizes() -> None:
    """Answers about polynomial bounds against every value that the symbols may have."""
    draw = random.Random(20261122)
    order = Order()
    order.least = {"n": 1, "m": 2}

    def bound() -> Linear:
        terms = tuple((product, draw.randint(-2, 3)) for product in (("m",), ("m", "n"), ("n",)) if draw.random() < 0.5)
        return Linear(draw.randint(-4, 4), tuple(term for term in terms if term[1]))

    said = 0
    for _ in range(4000):
        low, other_low = bound(), bound()
        first = Range(low, low.plus(bound()), True)
        second = Range(other_low, other_low.plus(bound()), True)
        covers, disjoint, meets = order.covers(first, second), order.disjoint(first, second), order.meets(first, second)
        left = order.difference(first, second)
        for n in range(1, 6):
            for m in range(2, 6):
                one, two = _bytes(first, n, m), _bytes(second, n, m)
                assert not covers or two <= one or not two
                assert not disjoint or not one & two or not one or not two
                if meets and one and two:
                    assert one & two
                for piece in left:
                    assert _bytes(piece, n, m) <= one
                    if piece != first:
                        assert not _bytes(piece, n, m) & two
        said += covers + disjoint + meets
    assert said > 100


def _bytes(touched: Range, n: int, m: int) -> set[int]:
    assert touched.low is not None
    assert touched.high is not None
    return set(range(_value(touched.low, n, m), _value(touched.high, n, m)))


def _value(value: Linear, n: int, m: int) -> int:
    total = value.constant
    for product, factor in value.terms:
        for name in product:
            factor *= n if name == "n" else m
        total += factor
    return total


@pytest.mark.parametrize(
    ("declared", "reads"),
    [
        ("void set(int i, double &value);", False),
        ("template <typename T> void set(int i, T &&value);", False),
        ("", False),  # declared where it was not looked
        ("void set(int i, double value);", True),
    ],
)
def test_an_element_given_to_a_reference_is_not_read_by_that(declared: str, reads: bool) -> None:
    text = f"""#include <stdlib.h>
{declared}
void f(int n) {{
  double *d = (double *)malloc(n * sizeof(double));
#pragma acc data copyout(d[0:n])
  {{
#pragma acc parallel loop
    for (int i = 0; i < n; i++) set(i, d[i]);
  }}
  free(d);
}}
"""
    found = [claim.code for claim in claims_of(Outline(parse(text.encode(), "x.cpp")))]
    assert ("LW705" in found) == reads
