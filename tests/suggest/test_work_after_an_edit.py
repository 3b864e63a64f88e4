"""What an edit costs, counted in work: which functions are read again, and how the calls grow with the file. No clock is asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from loopwright.cancellation import Patience
from loopwright.check import run as checking
from loopwright.check.cache import Kept
from loopwright.check.run import CheckOptions, check
from loopwright.dependence.decide import judge as judging
from loopwright.openacc import constructs
from loopwright.source import outline as outlines
from loopwright.source.outline import Outline
from loopwright.source.syntax import Change, Source, parse
from loopwright.source.text import Span
from loopwright.suggest.hints import Hint, hints_of
from loopwright.suggest.worth import profile

from tests.clock import calls

HEAD = """#include <math.h>
#define SCALE 3
static const int rows = 12;
/* The functions. */
static double twice(double x) { return 2 * x; }
"""
FUNCTION = """void step{n}(int n, double *restrict a, const double *restrict b) {{
{above}  for (int i = 1; i < n - 1; i++) a[i] = {value} * (b[i - 1] + b[i + 1]) + {n};
  double total{n} = (a[0]) * b[1];
  for (int i = 0; i < n; i++) total{n} += b[i];
  for (int i = 0; i < n; i++) a[i] = total{n};
}}

"""
DIRECTIVE = "#pragma acc parallel loop copyout(a[0:n]) copyin(b[0:n])\n"
# Of eight functions one uses the macro, one the constant, one the function; the others use nothing of the file.
VALUES = {2: "SCALE", 3: "rows", 4: "twice(2)"}


def made(functions: int) -> bytes:
    each = (
        FUNCTION.format(n=n, above=DIRECTIVE if n % 2 else "", value=VALUES.get(n % 8, "0.5")) for n in range(functions)
    )
    return (HEAD + "".join(each)).encode()


def typed(source: Source, before: bytes, text: bytes, replaced: int = 0) -> Source:
    """The file after ``text`` was written before the last place where ``before`` stands, over the ``replaced`` next bytes."""
    at = source.data.rindex(before)
    return source.edited([Change(Span(at, at + replaced), text)])


def shown(source: Source) -> tuple[object, list[Hint]]:
    """What an editor shows of a version before callers are followed."""
    outline = Outline(source, asks_callers=False)
    return check(outline, CheckOptions(between=False)), list(hints_of(outline, profile()))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the functions that the dependence analysis reads."""
    names: list[str] = []
    program_of = judging.program_of

    def noted(outline, node, *rest):  # type: ignore[no-untyped-def]
        names.append(node.child_by_field_name("declarator").text.decode().partition("(")[0].split(" ")[-1])
        return program_of(outline, node, *rest)

    monkeypatch.setattr(judging, "program_of", noted)
    return names


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where the directives stand that are parsed."""
    places: list[int] = []
    parse_pragma = constructs.parse_pragma

    def noted(data, span, after):  # type: ignore[no-untyped-def]
        places.append(span.start)
        return parse_pragma(data, span, after)

    monkeypatch.setattr(constructs, "parse_pragma", noted)
    monkeypatch.setattr(checking, "_kept", Kept())
    return places


EDITS: dict[str, tuple[Callable[[Source], Source], set[str]]] = {
    "a statement": (lambda s: typed(s, b"total7 +=", b"1 +  "), {"step7"}),
    "a head": (lambda s: typed(s, b"int n, double *restrict a", b"long extra, "), {"step15"}),
    "a directive": (lambda s: typed(s, b"copyin(b[0:n])", b"gang "), {"step15"}),
    "a comment between functions": (lambda s: typed(s, b"void step9(", b"/* for (;;) printf( */\n"), set()),
    "an empty line": (lambda s: typed(s, b"void step1(", b"\n\n"), set()),
    "a new function": (lambda s: typed(s, b"void step5(", b"static int other(int k) { return k; }\n"), set()),
    "a new macro": (lambda s: typed(s, b"/* The f", b"#define OTHER(x) (x)\n"), set()),
    "a macro that two use": (lambda s: typed(s, b"3\nstatic", b"4", 1), {"step2", "step10"}),
    "a constant that two use": (lambda s: typed(s, b"rows =", b"rows = 9 +", 6), {"step3", "step11"}),
    "a function that two call": (lambda s: typed(s, b"2 * x;", b"3 + "), {"step4", "step12"}),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_reads_again_only_what_depends_on_it(edit: str, read: list[str]) -> None:
    change, expected = EDITS[edit]
    source = parse(made(16), "made.c")
    shown(source)
    read.clear()
    shown(change(source))
    assert set(read) - {"twice"} <= expected


def test_a_directive_is_parsed_once(parsed: list[int]) -> None:
    shown(parse(made(16), "made.c"))
    assert len(parsed) == len(set(parsed)) == 8


@pytest.mark.parametrize(
    ("edit", "most"),
    [
        ("a statement", 1),
        ("a head", 1),
        ("a directive", 1),
        ("a comment between functions", 0),
        ("an empty line", 0),
        ("a new function", 0),
        ("a new macro", 0),
        ("a macro that two use", 0),  # which have no directive
        ("a constant that two use", 2),
        ("a function that two call", 0),
    ],
)
def test_an_edit_checks_no_other_function_again(edit: str, most: int, parsed: list[int]) -> None:
    source = parse(made(16), "made.c")
    shown(source)
    parsed.clear()
    shown(EDITS[edit][0](source))
    assert len(parsed) <= most


@pytest.mark.parametrize("edit", EDITS)
def test_what_is_kept_is_what_a_fresh_look_says(edit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = parse(made(16), "made.c")
    shown(source)
    edited = EDITS[edit][0](source)
    kept = shown(edited)
    monkeypatch.setattr(judging, "_verdicts", {})
    monkeypatch.setattr("loopwright.suggest.hints._kept", {})
    monkeypatch.setattr("loopwright.suggest.worth._kept", {})
    monkeypatch.setattr(checking, "_kept", Kept())
    assert shown(parse(edited.data, "made.c")) == kept


def calls_of_an_edit(functions: int) -> int:
    """Calls of functions, of Python's own too, after a digit was typed in the middle of a file that was shown before."""
    source = parse(made(functions), "made.c")
    shown(source)
    counted = []
    for digit in b"135":
        at = source.data.index(b"+ ", len(source.data) // 2) + 2
        source = source.edited([Change(Span(at, at), bytes((digit,)))])
        counted.append(calls(partial(shown, source)))
    return min(counted)


def test_an_untouched_function_costs_few_calls() -> None:
    few, many = calls_of_an_edit(24), calls_of_an_edit(88)
    assert (many - few) / 64 < 118  # the function that was edited takes 20,000


def test_the_file_is_not_gone_through_for_its_directives(monkeypatch: pytest.MonkeyPatch) -> None:
    source = parse(made(16), "made.c")
    shown(source)
    looked: list[Span | None] = []
    find_pragmas = outlines.find_pragmas

    def noted(source: Source, within: Span | None = None) -> object:
        looked.append(within)
        return find_pragmas(source, within)

    monkeypatch.setattr(outlines, "find_pragmas", noted)
    shown(typed(source, b"total7 +=", b"1 +  "))
    assert looked
    assert None not in looked


class Asked(Patience):
    """Counts how often somebody asks whether time is over, which is a call of the system each time."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    @property
    def is_over(self) -> bool:
        self.times += 1
        return False


@pytest.mark.usefixtures("nothing_kept")
def test_the_clock_is_asked_for_what_is_not_kept_alone() -> None:
    source = parse(made(48).replace(b"step", b"walked"), "x.c")  # which nobody has looked at
    counts = []
    for version in (source, typed(source, b"a[i] = total", b"1 + ", 0)):
        asked = Asked()
        outline = Outline(version, asks_callers=False)
        check(outline, CheckOptions(between=False), asked)
        list(hints_of(outline, profile(), asked))
        counts.append(asked.times)
    assert counts[0] >= 48
    assert counts[1] <= 2
