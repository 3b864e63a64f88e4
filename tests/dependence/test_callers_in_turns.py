"""Callers are followed in the background: whoever wants a verdict goes first, and whoever gives up leaves nothing behind."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from loopwright.dependence.decide.callers import ask_callers
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model import program
from loopwright.dependence.pointsto import sites
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

SHIFT = "static void shift(double *x, double *y, int n) { for (int i = 0; i < n; i++) y[i] = x[i] + 1.0; }\n"
CALLS = "".join(f"double a{k}[9], b{k}[9]; shift(a{k}, b{k}, 9);\n" for k in range(40))
TEXT = f"{SHIFT}int main(void) {{ {CALLS} return 0; }}\n"


def outline(text: str = TEXT, asks: bool = True) -> Outline:
    return Outline(parse(text, "a.c"), asks_callers=asks)


def verdict(of: Outline) -> str:
    return judge(of, of.loops[0]).verdict


def test_who_asks_nobody_assumes() -> None:
    assert verdict(outline(asks=False)) == "assumed"
    followed = outline()
    assert ask_callers(followed)
    assert verdict(followed) == "proved"


def test_nothing_to_follow() -> None:
    assert not ask_callers(outline(SHIFT.removeprefix("static ")))


def test_a_question_is_answered_meanwhile() -> None:
    other = outline("/* another */\n" + TEXT, asks=False)
    asked: list[Future[str]] = []
    answered: list[str] = []

    def check() -> None:
        if not asked:
            asked.append(pool.submit(verdict, other))
            while not program._waiting and not asked[0].done():
                threading.Event().wait(0.001)
        elif not answered:
            answered.append(asked[0].result(200))  # the lock was his: there is nothing to wait for any more

    with ThreadPoolExecutor(1) as pool:
        assert ask_callers(outline(), check)
    assert answered == ["assumed"]


def test_giving_up_leaves_nothing_behind() -> None:
    class GivenUp(Exception):
        pass

    def check() -> None:
        raise GivenUp

    followed = outline()
    with pytest.raises(GivenUp):
        ask_callers(followed, check)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(verdict, followed).result(200) == "proved"


def test_a_program_that_is_too_large_is_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file of it knows then, not the one alone that was asked about."""
    files: list[Outline] = []
    files += [
        Outline(parse(TEXT, "a.c"), find_units=lambda: (files[1],)),
        Outline(parse("int other(void) { return 0; }\n", "b.c"), find_units=lambda: (files[0],)),
    ]
    followed = []

    def too_large(asked: Outline, pause: Callable[[], None]) -> tuple[sites.Sites, ...]:
        followed.append(asked)
        raise sites.TooMuch

    monkeypatch.setattr(sites, "_found", too_large)
    assert [sites.sites_of(each) for each in files] == [None, None]
    assert followed == files[:1]
