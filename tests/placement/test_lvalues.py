"""What the texts of lvalues and the directives made of them say."""

from __future__ import annotations

import pytest
from loopwright.placement.lvalues import container_of, containers_in, first_name, is_member, last_name, words_of
from loopwright.placement.updates import Item, Update, updates


def test_variables_are_told_from_members() -> None:
    assert words_of("g->cells[s.at + n].x * m") == ({"g", "s", "n", "m"}, {"cells", "at", "x"})
    assert words_of("a > b ? a -> b : 2u") == ({"a", "b"}, {"b"})


@pytest.mark.parametrize(
    ("text", "first", "last", "container"),
    [
        ("p->x", ("p", "->x"), "x", "p->x"),
        ("s.x[s.n].data()", ("s", ".x[s.n].data()"), "data", "s.x[s.n]"),
        ("v.data()", ("v", ".data()"), "data", "v"),
        ("q->get()", ("q", "->get()"), "get", "q"),
        ("a[b[i]]", ("a", "[b[i]]"), "a", "a[b[i]]"),
        ("(*p).x", ("", ""), "x", "(*p).x"),
        ("database", ("database", ""), "database", "database"),
    ],
)
def test_parts_of_an_lvalue(text: str, first: tuple[str, str], last: str, container: str) -> None:
    assert (first_name(text), last_name(text), container_of(text)) == (first, last, container)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s.x", True),
        ("p->q.x", True),
        ("v.data()", True),
        ("x", False),
        ("s.x[0]", False),
        ("s.x + 1", False),
        ("f()", False),
    ],
)
def test_what_is_a_member_and_nothing_more(text: str, expected: bool) -> None:
    assert is_member(text) is expected


def test_containers_are_found_in_a_text() -> None:
    assert containers_in("g.v.data()[0:w->size()] + n.size + f.get(1) + data()") == ["g.v.data()", "w->size()"]


def test_single_elements_are_told_from_rows() -> None:
    assert Update("self", (Item.of("a[i:1]"),)).is_single
    assert Update("self", (Item.of("a[b[i]:1]"), Item.of("c[i:1][j + 1:1]"))).is_single
    assert not Update("self", (Item.of("a[i:1][0:n]"),)).is_single
    assert not Update("self", (Item.of("a"),)).is_single


def test_directives_name_a_variable_once_and_members_alone() -> None:
    found = updates(
        "device", {"a[0:n]": True, "a[m:1]": True, "s.x[0:n]": True, "b": False, "c[0:n - m]": True}, {"c[0:n - m]"}
    )
    assert [update.text for update in found] == [
        "#pragma acc update device(a[0:n])",
        "#pragma acc update device(a[m:1])",
        "#pragma acc update device(b) if_present",
        "#pragma acc update device(c[0:n - m]) if(n - m > 0)",
        "#pragma acc update device(s.x[0:n])",
    ]
    assert [update.apart.name for update in found if update.apart is not None] == ["s.x"]
    assert updates("self", {"a[0:n]": True, "b[0:m]": True}, set())[0].text == "#pragma acc update self(a[0:n], b[0:m])"
    assert Update("self", (Item.of("this->x[0:n]"),)).apart == Item("this->x", "[0:n]")
    assert Update("self", (Item.of("s.x[0:n]"),)).apart is None
