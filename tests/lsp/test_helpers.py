"""What processes find of a large file is what is found here, and is not looked for again."""

from __future__ import annotations

import multiprocessing
import pickle
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from loopwright.check import run as checking
from loopwright.check.cache import Kept
from loopwright.check.run import CheckOptions, Look, Rules, check, rules_for
from loopwright.lsp import helpers
from loopwright.lsp.helpers import Asked, Helpers, Text, look
from loopwright.openacc.findings import Finding
from loopwright.source.outline import Outline
from loopwright.source.syntax import Language, parse
from loopwright.suggest import hints as hinting
from loopwright.suggest.hints import Hint, hints_of
from loopwright.suggest.worth import profile
from loopwright.toolchain.workers import Worker
from lsp_editor import Editor
from pytest_lsp import LanguageClient

HEADER = b"#define ROWS 12\nstatic inline double twice(double x) { return 2 * x; }\n"
# A slip, a race, a directive that is seen from everywhere, a place in another function, a macro, a class, and one with nothing in it.
FUNCTIONS = """double table[ROWS];
#pragma acc declare create(table)
#pragma acc routine seq
double half(double x) { return x / 2; }
void slip(int n, double *restrict a) {
#pragma acc parallel loop copyuot(a[0:n])
  for (int i = 0; i < n; i++) a[i] = half(i);
  for (int i = 0; i < n; i++) a[i] = twice(i);
}
void race(int n, double *a) {
#pragma acc parallel loop copy(a[0:n])
  for (int i = 1; i < n; i++) a[i] = a[i - 1];
  for (int i = 1; i < n; i++) a[i] = a[i - 1];
}
void called(int n, double *restrict a) {
#pragma acc parallel loop
  for (int i = 0; i < ROWS; i++) a[i] = thrice(a[i]) + table[i];
}
double thrice(double x) { return 3 * x; }
int nothing(void) { return 0; }
"""
OPTIONS = CheckOptions(between=False)


def made(functions: int) -> str:
    each = """void f{n}(int n, double *restrict a) {{
#pragma acc parallel loop copyuot(a[0:n])
  for (int i = 0; i < n; i++) a[i] = {n};
  for (int k = {n}; k < n; k++) a[k] += 1;
}}
"""
    return "".join(each.format(n=n) for n in range(functions))


def outline_of(text: str, language: Language = "c") -> Outline:
    header = Outline(parse(HEADER, "own.h", "c"))
    return Outline(parse(text.encode(), "own.c", language), lambda source: (header,), asks_callers=False)


def asked(outline: Outline) -> tuple[Asked, Rules]:
    file, *headers = (Text(o.source.data, o.source.name, o.source.language) for o in (outline, *outline.headers))
    rules = rules_for(outline, OPTIONS)
    return Asked(file, tuple(headers), rules, profile()), rules


def told(outline: Outline) -> tuple[tuple[Finding, ...], list[Hint]]:
    return check(outline, OPTIONS), list(hints_of(outline, profile()))


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.usefixtures("nothing_kept")
def test_what_was_found_elsewhere_is_what_is_found_here(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = told(outline_of(FUNCTIONS, language))
    assert len(alone[0]) >= 3
    assert len(alone[1]) >= 1
    checking._kept = Kept()
    hinting._kept.clear()
    outline = outline_of(FUNCTIONS, language)
    question, rules = asked(outline)
    indices = list(range(len(outline.pieces)))
    found = pickle.loads(pickle.dumps(look(pickle.loads(pickle.dumps(question)), indices)))
    here = Look(outline, rules)
    for index, each in zip(indices, found, strict=True):
        if each.answer is not None:
            checking.keep(here.key(index), each.answer)
        key = hinting.Keys(outline, profile()).of(index)
        assert (key is not None) == (each.hints is not None)
        if each.hints is not None:
            hinting.keep(key, each.hints)
    monkeypatch.setattr(hinting, "hints_in", None)  # what is known is not asked again
    assert told(outline) == alone


def wait_until(is_so: Callable[[], bool]) -> None:
    """However long a busy machine takes: what never becomes so is ended as a test that hangs."""
    while not is_so():
        time.sleep(0.02)


def are_gone() -> bool:
    return not multiprocessing.active_children()


class Started(Worker):
    """Counts the processes that were started."""

    number = 0

    def start(self) -> None:
        Started.number += 1
        super().start()


@pytest.fixture
def several(monkeypatch: pytest.MonkeyPatch, nothing_kept: None) -> Iterator[Helpers]:
    monkeypatch.setattr(helpers.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(helpers, "Worker", Started)
    Started.number = 0
    made = Helpers()
    yield made
    made.close()
    wait_until(are_gone)


def test_processes_begin_at_the_end_and_end_when_they_are_told_to(several: Helpers) -> None:
    outline = outline_of(made(helpers.MANY))
    question, rules = asked(outline)
    here, last = Look(outline, rules), len(outline.pieces) - 1
    several.begin("a.c", outline, rules, question.device)
    several.begin("a.c", outline, rules, question.device)
    several.begin("b.c", outline, rules, question.device)
    wait_until(lambda: checking.is_kept(here.key(last)))
    assert not checking.is_kept(here.key(0))
    several.end("b.c")
    assert len(multiprocessing.active_children()) == 1
    several.end("a.c")
    wait_until(are_gone)
    assert Started.number == 1
    assert not checking.is_kept(here.key(0))


def test_processes_end_by_themselves_when_nothing_is_left(several: Helpers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that was closed while somebody was about to ask for help. All of it is looked at, so it is not as large as others."""
    monkeypatch.setattr(helpers, "MANY", 40)
    outline = outline_of(made(helpers.MANY // 2))
    question, rules = asked(outline)
    here = Look(outline, rules)
    several.end("a.c")
    several.begin("a.c", outline, rules, question.device)
    wait_until(lambda: not several._at_work and are_gone())
    assert all(checking.is_kept(here.key(index)) for index in range(len(outline.pieces)))
    again = outline_of(made(helpers.MANY // 2).replace("+= 1", "+= 2"))
    several.begin("b.c", again, rules, question.device)
    wait_until(lambda: checking.is_kept(Look(again, rules).key(0)))


def test_a_new_version_is_given_to_the_same_process(several: Helpers) -> None:
    first = outline_of(made(helpers.MANY * 2))
    second = outline_of(made(helpers.MANY * 2).replace("+= 1", "+= 2"))
    question, rules = asked(first)
    last = len(first.pieces) - 1
    several.begin("a.c", first, rules, question.device)
    wait_until(lambda: checking.is_kept(Look(first, rules).key(last)))
    several.begin("a.c", second, rules, question.device)
    wait_until(lambda: checking.is_kept(Look(second, rules).key(last)))
    assert Started.number == 1
    assert not checking.is_kept(Look(first, rules).key(0))


def test_after_a_process_died_the_next_version_gets_another(several: Helpers) -> None:
    outlines = [outline_of(made(helpers.MANY).replace("+= 1", f"+= {n}")) for n in (1, 2)]
    question, rules = asked(outlines[0])
    last = len(outlines[0].pieces) - 1
    several.begin("a.c", outlines[0], rules, question.device)
    wait_until(lambda: checking.is_kept(Look(outlines[0], rules).key(last)))
    for process in multiprocessing.active_children():
        process.kill()
    wait_until(lambda: not several._at_work)
    several.begin("a.c", outlines[1], rules, question.device)
    wait_until(lambda: checking.is_kept(Look(outlines[1], rules).key(last)))
    assert Started.number == 2


def test_nobody_begins_when_the_session_is_over(several: Helpers) -> None:
    outline = outline_of(made(helpers.MANY // 2))
    several.close()
    several.begin("a.c", outline, asked(outline)[1], profile())
    assert Started.number == 0


def test_nobody_is_called_for_a_small_file_or_on_one_core(several: Helpers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helpers, "MANY", 40)
    small, large = outline_of(made(19)), outline_of(made(20))
    several.begin("a.c", small, None, profile())
    several.begin("a.c", Outline(large.source), None, profile())  # callers are asked, who are not known elsewhere
    monkeypatch.setattr(helpers.os, "cpu_count", lambda: 1)
    several.begin("a.c", large, None, profile())
    monkeypatch.setattr(helpers.os, "cpu_count", lambda: 8)
    monkeypatch.setattr(helpers, "can_start_afresh", lambda: False)
    several.begin("a.c", large, None, profile())
    assert Started.number == 0
    monkeypatch.setattr(helpers, "can_start_afresh", lambda: True)
    several.begin("a.c", large, None, profile())
    wait_until(lambda: Started.number == 3)


@pytest.mark.asyncio
async def test_the_report_of_a_large_file_at_the_wire(bare: LanguageClient, tmp_path: Path) -> None:
    functions = helpers.MANY
    text = made(functions)
    uri = Editor(bare, tmp_path).open("a.c", text)
    while len(bare.diagnostics.get(uri, ())) < 2 * functions:
        await bare.wait_for_notification("textDocument/publishDiagnostics")
    lines = sorted((d.code, d.range.start.line) for d in bare.diagnostics[uri])
    assert lines == sorted(
        [("LW110", 5 * n + 1) for n in range(functions)] + [("LW600", 5 * n + 3) for n in range(functions)]
    )
