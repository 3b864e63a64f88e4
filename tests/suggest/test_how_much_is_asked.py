"""The model is asked for what can still change the first line, and for nothing where the project leaves no doubt."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest
from loopwright.cancellation import CancelToken
from loopwright.memory.index import Index
from loopwright.model.decode import Proposal
from loopwright.model.prompt import FillIn
from loopwright.model.runtime import Answer
from loopwright.source.outline import Outline
from loopwright.suggest.pipeline import Tools, at_once, suggest

PRAGMA = "#pragma acc parallel loop gang vector present(a[0:n],b[0:n]) async(1)\n"
LOOP = "  for (int i = 0; i < n; i++) a[i] = 2 * b[i];\n"


class Model:
    """Writes one directive and remembers how many were asked for."""

    shows_project = False

    def __init__(self) -> None:
        self.asked: list[int] = []

    def propose(
        self, fill: FillIn, grammar: str | None, count: int = 4, token: CancelToken | None = None
    ) -> Future[Answer]:
        self.asked.append(count)
        future: Future[Answer] = Future()
        future.set_result(Answer((Proposal("parallel loop vector_length(96)", 0.9),), 1, 0, 0.0))
        return future


def project(folder: Path, others: tuple[str, ...]) -> Index:
    (folder / ".git").mkdir()
    for number, text in enumerate(others):
        (folder / f"other{number}.c").write_text(text, "utf-8")
    index = Index(folder, None)
    index.refresh()
    return index


def function(name: str, pragma: str = PRAGMA) -> str:
    return f"void {name}(int n, double *restrict a, const double *restrict b) {{\n{pragma}{LOOP}}}\n"


@pytest.mark.parametrize(
    ("others", "own"),
    [
        ((), ""),
        ((function("f"), function("g")), function("h")),
        ((function("f", "#pragma acc kernels\n"), function("g")), ""),
    ],
    ids=["nobody", "all alike", "some differ"],
)
def test_the_model_is_asked_as_far_as_it_matters(
    outline: Callable[..., Outline], tmp_path: Path, others: tuple[str, ...], own: str
) -> None:
    found = outline(own + function("asked", ""))
    loop, model = found.loops[-1], Model()
    tools = Tools(model, memory=project(tmp_path, others))
    before = at_once(found, loop, tmp_path / "asked.c", tools).suggestion.candidates[0]
    suggestion = suggest(found, loop, tmp_path / "asked.c", tools)
    assert suggestion.complete
    if not others or before.score < 0.5:
        assert model.asked == [4]
    elif before.score < 0.8:
        assert model.asked == [1]
    else:
        assert model.asked == []
    assert bool(model.asked) == any("vector_length(96)" in c.directive for c in suggestion.candidates)
    if own:
        assert before.score >= 0.8
        assert suggestion.candidates[0].pragma + "\n" == PRAGMA
