"""A type in front of an argument is a conversion, though the parser takes some for calls, and `this` is the object of the method around."""

from __future__ import annotations

import pytest
from loopwright.lang.expressions import Typing
from loopwright.lang.scopes import scopes_of
from loopwright.lang.types import Type, canonical
from loopwright.source.nodes import subtree
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def typed(said: str) -> Type:
    """The type of the argument of `use`."""
    text = f"struct M {{ double *d; void g(int n) {{ use({said}); }} }};\n"
    outline = Outline(parse(text, name="a.cpp"))
    calls = (node for node in subtree(outline.source.tree.root_node) if node.type == "call_expression")
    call = next(node for node in calls if (node.text or b"").startswith(b"use("))
    arguments = call.child_by_field_name("arguments")
    assert arguments is not None
    return Typing(scopes_of(outline)).type_of(arguments.named_children[0])


@pytest.mark.parametrize(
    ("said", "type"),
    [
        ("short(n)", "short"),
        ("unsigned(n)", "unsigned int"),
        ("long(n)", "long"),
        ("short(n) % 5u", "unsigned int"),
        ("int(n)", "int"),
    ],
)
def test_a_type_in_front_of_an_argument_is_a_conversion(said: str, type: str) -> None:
    assert canonical(typed(said).base) == canonical(type)


def test_this_is_the_object_of_the_method() -> None:
    assert typed("this") == Type("M", ("*",), (None,))
    assert typed("this->d[n]") == Type("double")
