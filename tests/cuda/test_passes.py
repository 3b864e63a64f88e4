"""The list of a translation's steps says what runs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from loopwright.cuda import passes
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

ROOMS = [Path(passes.__file__).parent / room for room in (".", "read", "lower")]
ALL = (*passes.ON_TEXT, *passes.ON_SOURCE, *passes.ON_CODE, *passes.ON_PLAN, *passes.ON_HOST, *passes.WAYS)
# Steps that take more than the file and its functions.
ELSEWHERE = {
    "with_plain_ranks": "the sizes of launches",
    "with_plain_casts": "it is part of the parsing",
    "with_plain_packs": "it is part of the parsing",
    "readable": "it is the parsing",
}


def test_every_step_that_makes_the_file_plainer_is_in_the_list() -> None:
    trees = (ast.parse(path.read_text("utf-8")) for room in ROOMS for path in room.glob("*.py"))
    defined = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    steps = {node.name for node in defined if node.returns and ast.unparse(node.returns) == "Source"}
    assert steps - ELSEWHERE.keys() == {one.run.__name__ for one in (*passes.ON_SOURCE, *passes.ON_CODE)}
    assert steps >= ELSEWHERE.keys()


def test_every_step_says_what_for() -> None:
    assert len({one.does for one in ALL}) == len(ALL)
    assert all(one.does and one.times >= 1 for one in ALL)


@pytest.mark.parametrize("name", ["ON_TEXT", "ON_SOURCE", "ON_CODE", "ON_HOST", "ON_PLAN", "WAYS"])
def test_the_lists_are_what_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def watched(one: passes.Pass) -> passes.Pass:  # type: ignore[type-arg]
        def run(*given: object) -> object:
            ran.append(one.does)
            return one.run(*given)

        return passes.Pass(run, one.does, one.times)

    listed = tuple(watched(one) for one in getattr(passes, name))
    for module in ("loopwright.cuda.passes", "loopwright.cuda.file", "loopwright.cuda.lower.planning"):
        monkeypatch.setattr(f"{module}.{name}", listed, raising=False)
    source = "__global__ void k(int *a) { __shared__ int s[8]; s[threadIdx.x] = 1; __syncthreads(); a[0] = s[7]; }"
    assert translate_file(parse(source, "k.cu", "cuda")).kernels[0].text
    assert ran == [one.does for one in listed for _ in range(one.times)]
