"""Operator graphs, and the pairs of kernels and loops made of them."""

from __future__ import annotations

import dataclasses
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loopwright_training.cuda.graphs import KINDS, OPERATORS, Graph, Invalid, Node, check, grown_graph, shape_of

pytest.importorskip("tvm")

from loopwright_training.cuda.kernels import STYLES, write
from loopwright_training.cuda.lowering import lower
from loopwright_training.cuda.pairs import _Made, executed
from loopwright_training.cuda.rows import OPERATORS as WHOLE_OPERATORS
from loopwright_training.cuda.rows import written_rows
from whole import WHOLE, drawn, sampled


@given(st.sampled_from(KINDS), st.integers(0, 8), st.integers(0, 10_000))
@settings(max_examples=drawn(150), deadline=None)
def test_every_grown_graph_is_valid_and_has_its_kind(kind: str, changes: int, seed: int):
    graph = grown_graph(kind, changes, Random(seed))
    check(graph)
    assert kind in graph.kinds


def test_graphs_grow_by_expansion_connection_branch_and_merge():
    graphs = [grown_graph("element-wise", 4, Random(seed)) for seed in range(60)]
    uses = [[sum(i in n.inputs for n in g.nodes) for i in range(len(g.nodes) - 1)] for g in graphs]
    inputs = [sum(not n.operator for n in g.nodes) for g in graphs]
    assert any(max(u) > 1 for u in uses), "no value is used twice"
    assert len({len(g.nodes) for g in graphs}) > 3
    assert max(inputs) > 1


def test_flows_that_are_not_valid_are_refused():
    x = Node("", (), ("n", "m"))
    dangling = Graph((x, Node("exp", (0,), ("n", "m")), Node("tanh", (0,), ("n", "m"))))
    twice = Graph((x, Node("row_sum", (0,), ("n",)), Node("row_sum", (1,), ("n",))))
    wrong = Graph((x, Node("transpose", (0,), ("n", "m"))))
    floats = Graph((x, Node("exp", (0,), ("n", "m"))), integers=True)
    for graph in (dangling, twice, wrong, floats):
        with pytest.raises(Invalid):
            check(graph)
    with pytest.raises(Invalid):
        shape_of(OPERATORS["matmul"], [("n", "k"), ("m", "k")])


def made(graph: Graph, style: str, seed: int = 3) -> _Made:
    written = write(lower(graph), style, Random(seed))
    return _Made(graph, style, written.kernel, written.name, written.body)


MATRIX, ROWS = Node("", (), ("n", "m")), ("n",)
EXAMPLES = {
    "flat": Graph((Node("", (), ROWS), Node("gelu", (0,), ROWS))),
    "plane": Graph((MATRIX, Node("stencil5", (0,), ("n", "m")))),
    "folded": Graph((MATRIX, Node("relu", (0,), ("n", "m")))),
    "strided": Graph((MATRIX, Node("column_max", (0,), ("m",)))),
    "tree": Graph((MATRIX, Node("row_norm", (0,), ROWS))),
    "shuffled": Graph((MATRIX, Node("row_max", (0,), ROWS))),
    "tiled": Graph((Node("", (), ("n", "k")), Node("", (), ("k", "m")), Node("matmul", (0, 1), ("n", "m")))),
    "turned": Graph((MATRIX, Node("transpose", (0,), ("m", "n")))),
    "halo": Graph((Node("", (), ROWS), Node("stencil3", (0,), ROWS, 0.5))),
    "tvm": Graph((MATRIX, Node("shift_row", (0,), ("n", "m"), 0.5))),
    "tvm across": Graph((MATRIX, Node("row_sum", (0,), ROWS))),
}


def test_every_style_has_an_example():
    assert set(EXAMPLES) == set(STYLES)


def test_every_style_agrees_with_its_kernel_when_both_are_run():
    """In `make whole`; else the simplest and some by their names."""
    styles = ["flat", *(style for style in sampled(list(EXAMPLES), 3, str) if style != "flat")]
    rows, outcomes = executed([made(EXAMPLES[style], style) for style in styles], "k", timed=False)
    assert outcomes == {f"kept {style}": 1 for style in styles}
    labels = rows[0]["labels"]
    assert labels["taken"] >= 2
    assert labels["vector_bits"] in (128, 256, 512)
    assert all(row["prompts"]["kernel"][0].rstrip().endswith("{") for row in rows)


@pytest.mark.parametrize(
    ("operator", "shape"), [("sample_row", ("n", "m")), ("row_dot", ("n",)), ("column_dot", ("m",))]
)
def test_sampling_and_contractions_hold_in_every_style_that_takes_them(operator: str, shape: tuple[str, ...]):
    """In `make whole`; else in three of them."""
    graph = Graph((MATRIX, MATRIX, Node(operator, (0, 1), shape)))
    check(graph)
    pairs = []
    for style in STYLES:
        try:
            pairs.append(made(graph, style))
        except ValueError:
            continue  # a style for sums of rows alone, or for one matrix
    assert len(pairs) >= 3
    tried = sampled(pairs, 3, lambda pair: pair.style)
    _, outcomes = executed(tried, "k", timed=False)
    assert outcomes == {f"kept {pair.style}": 1 for pair in tried}


def test_matrices_of_two_shapes_are_not_sampled():
    for operator in ("sample_row", "row_dot"):
        with pytest.raises(Invalid):
            shape_of(OPERATORS[operator], [("n", "m"), ("m", "n")])


def test_softmax_top_k_sorts_samples_and_sums_agree_with_their_kernels_when_both_are_run():
    """Pairs of which each has an operator and a style of its own, in `make whole` every operator in every style; what is before and behind is drawn."""
    order, found = Random(5), {}
    for _ in range(400):
        whole, written = written_rows(order)
        operator = next(name for name in WHOLE_OPERATORS if name in whole.name)
        pair = _Made(whole, written.style, written.kernel, written.name, written.body)
        found.setdefault((operator, written.style), pair)
    assert {operator for operator, _ in found} == set(WHOLE_OPERATORS)
    assert {style for _, style in found} == {"rows", "rows strided", "rows block", "rows plane", "rows layers"}
    if not WHOLE:
        seen: set[str] = set()
        found = {of: pair for of, pair in found.items() if seen.isdisjoint(of) and not seen.update(of)}
    rows, outcomes = executed(list(found.values()), "k", timed=False)
    assert outcomes == Counter(f"kept {style}" for _, style in found)
    assert {row["graph"] for row in rows} == {pair.graph.name for pair in found.values()}
    assert all(set(row["kinds"]) <= set(KINDS) for row in rows)


def test_a_pair_that_does_not_hold_is_not_kept():
    right = made(EXAMPLES["flat"], "flat")
    wrong = dataclasses.replace(right, body=right.body.replace("0.5", "0.6"))
    assert wrong.body != right.body
    rows, outcomes = executed([wrong], "k", timed=False)
    assert rows == []
    assert outcomes == {"differs flat": 1}
