"""Attributes that are worked out when they are asked for: several threads, several files that ask for one another's."""

from __future__ import annotations

import threading
from pathlib import Path

from loopwright.lazily import cached_property
from loopwright.source.outline import Outline
from loopwright.source.syntax import Source, parse

ROOT = Path(__file__).parents[2]
_SECONDS = 20.0


def _in_threads(*works: object) -> list[threading.Thread]:
    threads = [threading.Thread(target=work, daemon=True) for work in works]  # type: ignore[arg-type]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(_SECONDS)
    return threads


def test_files_whose_attributes_ask_for_one_another_do_not_wait_for_ever() -> None:
    """Headers of one file are asked for their text while the text of another file is asked for its headers."""
    reads_headers, reads_text = threading.Event(), threading.Event()
    header = Outline(parse(b"int h;\n", "h.h"), find_headers=lambda source: ())

    def headers_of_first(source: Source) -> tuple[Outline, ...]:
        reads_headers.set()
        reads_text.wait(_SECONDS)
        assert header.source.data == b"int h;\n"
        return (header,)

    def headers_of_second(source: Source) -> tuple[Outline, ...]:
        return ()

    first = Outline(parse(b'#include "h.h"\nint a;\n', "a.c"), find_headers=headers_of_first)
    second = Outline(parse(b"void f(void) {\n  OFFLOAD\n  for (;;) {}\n}\n", "b.c"), find_headers=headers_of_second)
    answers: list[int] = []

    def text_first() -> None:
        reads_headers.wait(_SECONDS)
        reads_text.set()
        answers.append(len(second.source.data))

    threads = _in_threads(lambda: answers.append(len(first.headers)), text_first)
    assert not any(thread.is_alive() for thread in threads)
    assert sorted(answers) == [1, len(second.source.data)]


class _Slow:
    """Something that two threads work out at the same time."""

    def __init__(self) -> None:
        self.both = threading.Barrier(2)

    @cached_property
    def value(self) -> object:
        """Another object each time it is worked out."""
        self.both.wait(_SECONDS)
        return object()


def test_all_threads_are_given_the_same_object() -> None:
    slow = _Slow()
    found: list[object] = []
    threads = _in_threads(lambda: found.append(slow.value), lambda: found.append(slow.value))
    assert not any(thread.is_alive() for thread in threads)
    assert len(found) == 2
    assert found[0] is found[1] is slow.value


def test_nobody_takes_the_one_that_waits() -> None:
    for path in [*ROOT.glob("server/**/*.py"), *ROOT.glob("training/**/*.py")]:
        imports = [line for line in path.read_text("utf-8").splitlines() if line.startswith("from functools")]
        assert not any("cached_property" in line for line in imports), path.relative_to(ROOT)
