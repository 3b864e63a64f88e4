"""What is kept of a function under a key outlives the version it was found in, so that keys hold none of its text."""

from __future__ import annotations

import gc

import pytest
from loopwright.dependence import surroundings as module
from loopwright.dependence.surroundings import surroundings_of_piece
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def _functions(version: int) -> str:
    """Functions that call one another, no text of which stands in another version."""
    return "".join(
        f"void f{n}(int *a) {{ for (int i = 0; i < 9; i++) a[i] = f{n - 1}(i) + {version}; }}\n" for n in range(1, 12)
    )


def _held(roots: list[object]) -> int:
    """The bytes of all texts that are reached from some objects."""
    waiting, met, found = list(roots), set[int](), 0
    while waiting:
        each = waiting.pop()
        if id(each) in met or isinstance(each, type):
            continue
        met.add(id(each))
        found += len(each) if isinstance(each, (bytes, str)) else 0
        waiting += gc.get_referents(each)
    return found


@pytest.mark.parametrize("before", ["", "namespace b {\n", "#define f1(x) {\n"])
def test_keys_of_many_versions_hold_no_text(before: str) -> None:
    keys: list[object] = []
    for version in range(12):
        outline = Outline(parse(before + _functions(version), "weight.cpp"))
        keys += [surroundings_of_piece(outline, index) for index in range(len(outline.pieces))]
    assert keys
    assert _held(keys) <= 16 * len(keys)


@pytest.mark.parametrize("before", ["", "namespace b {\n", "void f0() {\n"])
def test_what_a_version_shows_is_kept_without_its_texts(before: str) -> None:
    outline = Outline(parse(before + _functions(0), "weight.cpp"))
    surroundings_of_piece(outline, 0)
    seen = {each for group in module._version(outline).sights.by_name.values() for each in group}
    assert seen
    assert all(_held(list(each)) <= 16 + 32 for each in seen)
