"""The metric *right* of `evaluate --product`: directives other than the author's are run beside the loop as it stands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright_training.claimed import Asked
from loopwright_training.product import ProductConfig, evaluate_product
from loopwright_training.records import read_records, write_records
from loopwright_training.right import Judge, Judgement, right_shares

PATH = Path("a.c")
SCALED = "void f(int n, float *restrict a, const float *restrict b) {\n  for (int i = 0; i < n; i++)\n    a[i] = 2 * b[i];\n}\n"
SUMMED = (
    "float f(int n, const float *a) {\n  float s = 0;\n  for (int i = 0; i < n; i++)\n    s += a[i];\n  return s;\n}\n"
)
WORK = """void f(int n, float a[8][8], float *restrict b) {
  float w[8];
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++) w[j] = a[i][j];
    b[i] = w[0] + w[7];
  }
}
"""
CARRIED = "void f(int n, float *a) {\n  for (int i = 1; i < n; i++)\n    a[i] = a[i - 1] + 1;\n}\n"


def asked(text: str, bare: bool = False) -> Asked:
    outline = Outline(parse(text, name="a.c"))
    return Asked(outline, outline.loops[0], bare)


def judged(tmp_path: Path, text: str, shown: str, author: str = "kernels", bare: bool = False) -> Judgement:
    return Judge(tmp_path / "trials", 60).judge(shown, author, asked(text, bare), PATH)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (SCALED, "parallel loop copyin(b[0:n]) copyout(a[0:n])"),
        (SCALED, "parallel loop gang vector copy(a[:n],b[:n])"),
        (SUMMED, "parallel loop reduction(+:s) copyin(a[0:n])"),
        (WORK, "parallel loop private(w) copyin(a[0:8]) copyout(b[0:8])"),
    ],
)
def test_other_words_that_run_to_the_same_result_are_right(tmp_path: Path, text: str, shown: str) -> None:
    found = judged(tmp_path, text, shown)
    assert found.status == "right", found
    assert found.inputs > 1


MADE = (
    "#include <stdlib.h>\nvoid f(int n) {\n  float *a = malloc(n * sizeof(float));\n  for (int i = 0; i < n; i++)\n    a[i] = 2 * i;\n"
    "  free(a);\n}\n"
)


@pytest.mark.parametrize("clause", ["present({})", "deviceptr({})", "no_create({})", "default(present)"])
def test_what_is_said_to_be_on_the_device_has_to_be(tmp_path: Path, clause: str) -> None:
    assert judged(tmp_path, MADE, f"parallel loop {clause.format('a')}", "parallel loop").status == "wrong"
    both = f"parallel loop {clause.format('a,b')}"
    assert judged(tmp_path, SCALED, both, "parallel loop").status == "not judged"
    assert judged(tmp_path, SCALED, both, "parallel loop", bare=True).status == "wrong"
    assert judged(tmp_path, SCALED, both, both).status == "right"


def test_memory_that_the_device_has_made_is_there(tmp_path: Path) -> None:
    made = MADE.replace("malloc(", "(float *)acc_malloc(").replace("free(", "acc_free(")
    assert judged(tmp_path, made, "parallel loop deviceptr(a)", "parallel loop", bare=True).status != "wrong"
    assert judged(tmp_path, made, "parallel loop present(a)", "parallel loop", bare=True).status == "wrong"


@pytest.mark.parametrize(
    ("text", "shown", "author", "said"),
    [
        # One element too few, values that are not brought, a sum that every iteration begins anew, one work array for all.
        (SCALED, "parallel loop copyin(b[0:n-1]) copyout(a[0:n])", "parallel loop copyin(b[0:n]) copyout(a[0:n])", "outside"),
        (SCALED, "parallel loop create(b[0:n]) copyout(a[0:n])", "parallel loop copyin(b[0:n]) copyout(a[0:n])", "brings no"),
        (SUMMED, "parallel loop copyin(a[0:n])", "parallel loop reduction(+:s) copyin(a[0:n])", "s"),
        (WORK, "parallel loop copyin(a[0:8]) copyout(b[0:8])", "parallel loop private(w) copyout(b[0:8])", "w[j]"),
    ],
)  # fmt: skip
def test_what_a_run_shows_to_be_wrong_is_wrong(tmp_path: Path, text: str, shown: str, author: str, said: str) -> None:
    found = judged(tmp_path, text, shown, author)
    assert found.status == "wrong", found
    assert said in found.reason


def test_what_fails_without_a_run_is_wrong(tmp_path: Path) -> None:
    bare = judged(tmp_path, SCALED, "parallel loop", "kernels", bare=True)
    assert bare == Judgement("wrong", "nothing moves a to the device")
    other = judged(tmp_path, SUMMED, "parallel loop reduction(max:s) copyin(a[0:n])")
    assert other == Judgement("wrong", "s is combined with +, not with max")
    assert judged(tmp_path, SCALED, "parallel loop", "parallel loop deviceptr(a)").status == "wrong"


def test_what_no_trial_can_tell_is_not_judged(tmp_path: Path) -> None:
    assert "order" in judged(tmp_path, CARRIED, "loop seq").reason
    assert "queue" in judged(tmp_path, SCALED, "parallel loop async(1)").reason
    assert judged(tmp_path, SCALED, "parallel", "parallel num_gangs(4)").status == "not judged"
    unknown = "void f(struct box *b, int n) {\n  for (int i = 0; i < n; i++)\n    b->a[i] = 1;\n}\n"
    found = judged(tmp_path, unknown, "parallel loop", "kernels")
    assert found.status == "not judged"
    assert found.reason


def test_where_the_authors_own_fails_the_inputs_are_to_blame(tmp_path: Path) -> None:
    found = judged(tmp_path, CARRIED, "parallel loop gang", "parallel loop")
    assert found.status == "not judged"
    assert found.reason.startswith("the author's fails as well")


def test_a_trial_that_was_made_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = judged(tmp_path, SCALED, "parallel loop copyin(b[0:n]) copyout(a[0:n])")

    def never(*args: object, **kwargs: object) -> None:
        raise AssertionError("it was run again")

    monkeypatch.setattr("loopwright_training.right.try_loop", never)
    assert judged(tmp_path, SCALED, "parallel loop copyin(b[0:n]) copyout(a[0:n])") == first


def test_shares_are_of_all_pairs_with_their_error() -> None:
    found = right_shares(
        [True, False, False, False],
        [Judgement("right"), Judgement("right", inputs=3), Judgement("wrong", "x"), Judgement("not judged", "y")],
    )
    assert (found["equivalent"], found["right"], found["wrong"], found["not judged"]) == (1, 1, 1, 1)
    assert found["share"] == 0.5
    assert found["error"] == 0.25
    assert found["of judged"] == pytest.approx(2 / 3)


def test_the_evaluation_has_the_column(tmp_path: Path) -> None:
    loop = "for (int i = 0; i < n; i++)\n    a[i] = 2 * b[i];"
    text = SCALED.replace("  for", "#pragma acc kernels\n  for")
    common = {"repository": "o/r", "family": "o", "commit": "c", "licence": "MIT", "path": "a.c"}
    write_records(tmp_path / "files.jsonl.gz", [{**common, "text": text}])
    write_records(tmp_path / "pairs" / "family.jsonl.gz", [{**common, "line": 3, "directive": "kernels"}])
    config = ProductConfig(
        tmp_path / "pairs", tmp_path / "files.jsonl.gz", tmp_path / "out", tmp_path / "answers", ask=False, compile=False, bare=True, right=60
    )  # fmt: skip
    document = evaluate_product(config)
    assert document["right"]["right"] == 1
    assert document["right"]["share"] == 1
    row = next(iter(read_records(config.output / "shown.jsonl.gz")))
    assert row["loop"] == loop
    assert row["right"]["status"] == "right"
    assert "equivalent or right" in (config.output / "product.md").read_text("utf-8")
    # Without the time for it nothing is judged, and nothing is said to be.
    late = evaluate_product(replace(config, output=tmp_path / "late", right_minutes=1e-9))
    assert late["right"]["not judged"] == 1
    assert late["reasons"]["not judged"] == {"the time for trials was over": 1}
