from __future__ import annotations

import pytest
from loopwright_training.duplicates import LineTrigrams, SeenLines, ShortLoops, fingerprint, near_duplicates, nearest
from loopwright_training.evaluate import score

LOOP = "for (int i = 0; i < n; i++) { a[i] = b[i] * c[i] + d[i]; e[i] = sqrt(a[i]) / f[i]; }"


def test_score() -> None:
    truth = ["parallel loop gang", "loop seq", "parallel loop copyin(a,b)"]
    found = score(truth, [["parallel  loop gang"], ["loop", "loop seq"], ["parallel loop copyin( b , a )"]])
    assert found["exact"] == pytest.approx(1 / 3)
    assert found["any"] == pytest.approx(2 / 3)
    assert found["clause_set"] == pytest.approx(2 / 3)
    assert found["directive"] == 1
    assert found["clause_f1"]["gang"] == 1
    assert found["clause_f1"]["seq"] == 0


def test_a_proposal_that_is_missing_counts_as_wrong() -> None:
    assert score(["loop"], [[]])["exact"] == 0


def test_fingerprints_see_through_blanks_and_comments() -> None:
    assert fingerprint("a = b ; // c") == fingerprint("a=b;")
    assert fingerprint("a = b;") != fingerprint("a = c;")


def test_near_duplicates_and_nearest() -> None:
    other = "while (x) { y = z(q, r, s, t); u -= v; w |= 1; }"
    close = LOOP.replace("sqrt", "cbrt")
    assert near_duplicates([close, other], [LOOP], 0.5) == [True, False]
    assert nearest([close], [other, LOOP]) == [1]


def test_contained_and_seen_text() -> None:
    lines = "\n".join(f"    value[{i}] = compute({i}, x);" for i in range(9))
    assert LineTrigrams([lines]).contained("int f() {\n" + lines + "\n}")
    assert not LineTrigrams([lines]).contained("int f() { return 1; }\n" * 9)
    seen = SeenLines()
    assert seen.share(lines) == 0
    assert seen.share(lines) == 1


def test_short_loops_are_found_whatever_stands_between() -> None:
    loop = "for (int i = 0; i < n; i++) {\n  a[i] = b[i]; // copy\n}"
    short = ShortLoops([loop, LOOP + "\n".join(f"  value[{i}] = {i};" for i in range(9))])
    assert not LineTrigrams([loop]).contained(f"void f() {{ {loop} }}")
    omp = "void g(int n) {\n  if (n) x(); else for(int i=0;i<n;i++)\n#pragma omp simd \\\n  safelen(4)\n  {a[i]\t=b[i];}\n}"
    assert short.contained(omp)
    assert not short.contained(omp.replace("b[i]", "c[i]"))
    assert not short.contained("for (;;) break;")
