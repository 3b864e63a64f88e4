"""What is held out stays out: loops with several directives, and pairs as the last windows of pre-training."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from loopwright_training.duplicates import fingerprint
from loopwright_training.pairs import SplitConfig, _first_of_loops, _other_directives, find_pairs, split_pairs
from loopwright_training.windows import packed

LOOP = "for (int i = 0; i < n; i++) {{ a{k}[i] = b[i] * {k} + c{k}[{k} * i]; total{k} += sqrt(a{k}[i + {k}]); }}"
RECORDS = [
    {"repository": f"owner/r{r}", "family": f"f{r // 2}", "path": "x.c", "commit": "", "licence": "MIT"}
    for r in range(12)
]


def text(number: int, directive: str) -> str:
    loops = (f"#pragma acc {directive}\n{LOOP.format(k=k)}\n" for k in (number, number // 3 + 100))
    return f"void f(int n, float *a, float *b, float *c) {{\n{''.join(loops)}}}\n"


def pairs_of() -> list:
    """Two loops a file: one that only it has, one that it shares, with another directive, with its neighbours."""
    return [p for r in range(12) for p in find_pairs(r, text(r, f"parallel loop vector_length({32 * r + 32})"), "x.c")]


def test_a_loop_that_does_nothing_is_no_pair() -> None:
    """Published work drops them too: there is nothing in them that a directive could be learned from."""
    head = "#pragma acc parallel loop\nfor (int position = 0; position < count; position++)"
    bodies = ("{ }", ";", "{ /* nothing yet, position by position */ ; }", "{ { } }", "{ a[position] = 0; }")
    functions = (f"void f{k}(int count, float *a) {{\n{head} {body}\n}}\n" for k, body in enumerate(bodies))
    (kept,) = find_pairs(0, "".join(functions), "x.c")
    assert "a[position] = 0" in kept.loop


def test_a_test_loop_is_not_trained_on_with_another_directive() -> None:
    pairs = pairs_of()
    first = _first_of_loops(pairs)
    assert len(first) == 16
    parts = split_pairs(
        list(first.values()),
        RECORDS,
        SplitConfig(family=2, repository=2, pair=2, development=1, development_pair=1, near=0.9),
    )
    others = _other_directives(parts["train"], pairs, RECORDS)
    held = {fingerprint(p.loop) for name, part in parts.items() if name != "train" for p in part}
    assert held
    assert not held & {fingerprint(p.loop) for p in others}
    trained = {fingerprint(p.loop): p.directive for p in parts["train"]}
    assert all(trained[fingerprint(p.loop)] != p.directive for p in others)
    groups = {RECORDS[p.record]["family"] for p in parts["family"]}
    assert not groups & {RECORDS[p.record]["family"] for p in others}


def test_a_loop_in_two_trained_files_keeps_both_directives() -> None:
    pairs = pairs_of()
    first = _first_of_loops(pairs)
    others = _other_directives(list(first.values()), pairs, RECORDS)
    # Four loops are shared by three files each; files whose own loop stands for something count as trained on.
    assert len(others) == 8


def test_windows_of_pairs_show_every_pair_whole() -> None:
    documents = [np.full(size, value, dtype=np.uint16) for value, size in enumerate((7, 5, 9, 3), start=1)]
    rows = np.concatenate(
        [next(windows) for windows in [packed(documents, 4, 12, np.random.default_rng(1))] for _ in range(20)]
    )
    assert rows.shape == (80, 12)
    whole = {value for row in rows for value, size in enumerate((7, 5, 9, 3), start=1) if (row == value).sum() >= size}
    assert whole == {1, 2, 3, 4}


def test_a_large_family_is_held_out_whole_where_that_is_asked_for() -> None:
    pairs = list(_first_of_loops(pairs_of()).values())
    without = SplitConfig(family=0, repository=0, pair=0, development=0, development_pair=0, most_per_group=1, near=0.9)
    assert "large" not in split_pairs(pairs, RECORDS, without)
    parts = split_pairs(pairs, RECORDS, replace(without, large=1))
    (family,) = {RECORDS[p.record]["family"] for p in parts["large"]}
    assert len(parts["large"]) == 1
    assert sum(RECORDS[p.record]["family"] == family for p in pairs) > 2
    assert family not in {RECORDS[p.record]["family"] for p in parts["train"]}
