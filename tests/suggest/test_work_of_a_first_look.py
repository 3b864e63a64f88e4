"""What a first look at a file and a request in it cost, counted in work: what is gone through once, and what grows with the file. No clock
is asked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from loopwright.check.run import CheckOptions, check
from loopwright.dependence.decide import inside, relations
from loopwright.memory import standing
from loopwright.source import listing
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.hints import hints_by_piece
from loopwright.suggest.standing.asked import Help
from loopwright.suggest.standing.standing import suggest_standing
from loopwright.suggest.worth import profile

from tests.clock import calls

FUNCTION = """void smooth_{word}{n}(int n, int m, double *restrict a, const double *restrict b) {{
{above}  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      a[i * m + j] = 0.2 * (b[i * m + j] + b[(i - 1) * m + j] + b[(i + 1) * m + j]) + 1.{n};
  double total = 0;
  for (int i = 0; i < n * m; i++) {{
    if (b[i] > 0.5) total += a[i] * b[i];
    else total += b[i];
  }}
  for (int i = 0; i < n; i++) a[i * m] = total / (i + 1);
}}

"""
DIRECTIVE = "#pragma acc parallel loop collapse(2) copyout(a[0:n*m]) copyin(b[0:n*m])\n"


def made(functions: int, word: str) -> bytes:
    """Functions that nobody has looked at, one in two with a directive."""
    each = (FUNCTION.format(word=word, n=n, above=DIRECTIVE if n % 2 else "") for n in range(functions))
    return "".join(each).encode()


def looked_at(text: bytes) -> None:
    outline = Outline(parse(text, "made.c"), asks_callers=False)
    check(outline, CheckOptions(between=False))
    assert sum(len(hints) for _, hints in hints_by_piece(outline, profile()))


def calls_of_a_look(functions: int, word: str) -> int:
    text = made(functions, word)
    return calls(lambda: looked_at(text))


@pytest.mark.usefixtures("nothing_kept")
def test_a_function_costs_what_it_costs_in_a_small_file() -> None:
    looked_at(made(2, "before"))  # tables are read, and isl has answered
    few, many = calls_of_a_look(16, "few"), calls_of_a_look(64, "many")
    assert (many - few) / 48 < 32_000  # 36,600 before what stands in a function was gone through once
    assert many / 64 < 1.05 * few / 16


@pytest.mark.usefixtures("nothing_kept")
def test_the_nodes_of_a_function_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    listed: Counter[tuple[int, str]] = Counter()
    begin = listing.Listing.__init__

    def noted(self: listing.Listing, root) -> None:  # type: ignore[no-untyped-def]
        listed[root.start_byte, root.type] += 1
        begin(self, root)

    monkeypatch.setattr(listing.Listing, "__init__", noted)
    looked_at(made(6, "listed"))
    assert len(listed) == 6
    assert set(listed.values()) == {1}
    assert {kind for _, kind in listed} == {"function_definition"}


@pytest.mark.usefixtures("nothing_kept")
def test_isl_is_asked_once_about_functions_that_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    read = relations.integer_set

    def noted(text: str) -> object:
        asked[text] += 1
        return read(text)

    monkeypatch.setattr(relations, "integer_set", noted)
    monkeypatch.setattr(inside, "integer_set", noted)
    looked_at(made(2, "first"))
    asked.clear()
    looked_at(made(8, "alike"))
    assert not asked


@pytest.mark.parametrize("functions", [4, 40])
def test_above_a_statement_no_other_function_is_read(functions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    spans: list[object] = []
    words_between = standing.words_between

    def noted(outline, span):  # type: ignore[no-untyped-def]
        spans.append(span)
        return words_between(outline, span)

    monkeypatch.setattr(standing, "words_between", noted)
    text = made(functions, "above")
    outline = Outline(parse(text, "made.c"), asks_callers=False)
    spans.clear()
    suggest_standing(
        outline, text.rindex(b"double total"), Path("made.c"), Help(None, None, lambda text, at: Counter())
    )
    # Its place, and those of the directives that stand above no loop, of which there are none.
    assert 0 < len(spans) <= 4
