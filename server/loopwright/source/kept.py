"""What is worked out once for a version of a file: it lives in the outline, and goes with it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from loopwright.source.outline import Outline

_P = ParamSpec("_P")
_T = TypeVar("_T")


def kept(work: Callable[Concatenate[Outline, _P], _T]) -> Callable[Concatenate[Outline, _P], _T]:
    """A function of an outline and of hashable arguments, carried out once for each of them: nothing else may decide its answer."""

    @wraps(work)
    def recalled(outline: Outline, /, *arguments: _P.args, **named: _P.kwargs) -> _T:
        assert not named, "what is kept is asked for by position"
        key, answers = (work, *arguments), outline.kept_answers
        # As `once` does, without its calls: an edit asks thousands of times for what is known.
        found: Any = answers.get(key, answers)
        if found is answers:
            found = answers.setdefault(key, work(outline, *arguments, **named))
        answer: _T = found
        return answer

    return recalled


def once(outline: Outline, key: Hashable, work: Callable[[], _T]) -> _T:
    """The answer of ``work``, kept under ``key``: the function that asks, with all that decides the answer."""
    kept = outline.kept_answers
    found = kept.get(key, kept)  # which no answer is
    if found is kept:
        found = kept.setdefault(key, work())  # of two threads that worked it out all take one answer
    return cast(_T, found)


def put(outline: Outline, key: Hashable, answer: object) -> None:
    """An answer that was found on the way to another one, for :func:`once`."""
    outline.kept_answers[key] = answer


def let_go(outline: Outline) -> None:
    """Forget the answers of a version that nobody asks for any more: they refer to it, and only a collector of cycles would take both. Who
    still asks works them out again."""
    outline.kept_answers.clear()


def let_go_of_parts(outline: Outline) -> None:
    """Forget what was asked about parts of a version; what it is asked without arguments, as a whole, stays. For who goes through all parts of
    a large file and asks of each once."""
    for key in list(outline.kept_answers):
        if not isinstance(key, tuple) or len(key) > 1:
            outline.kept_answers.pop(key, None)
