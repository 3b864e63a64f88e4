"""A chain of calls is long, a function that calls is not: what it can see is not read again from each link."""

from __future__ import annotations

from loopwright.dependence.surroundings import surroundings
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LINKS = 600


def keys(first: str = "a", last: str = "a") -> list[object]:
    texts = [f"int f{k}(int a) {{ return f{k + 1}(a); }}\n" for k in range(LINKS)]
    texts[0], texts[-1] = texts[0].replace("(a);", f"({first});"), texts[-1].replace("(a);", f"({last});")
    outline = Outline(parse("".join(texts).encode(), "chain.c"))
    return [surroundings(outline, function) for function in outline.functions]


def test_an_edit_at_the_end_of_a_chain_is_seen_from_all_of_it() -> None:
    before, after = keys(), keys(last="a + 1")
    assert all(one != other for one, other in zip(before, after))


def test_the_same_text_has_the_same_keys() -> None:
    assert keys() == keys()


def test_an_edit_before_is_not_seen_from_a_short_rest() -> None:
    before, after = keys(), keys(first="a + 1")
    assert before[-100:] == after[-100:]
    assert before[0] != after[0]
