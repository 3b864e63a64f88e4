"""Operators that may be functions for values of enumerations (C++17 16.5p6), whose enumerators look like numbers."""

from __future__ import annotations

from loopwright.lang.classes import operands_in, plain
from loopwright.lang.scopes import scopes_of
from loopwright.lang.types import Type
from loopwright.source.kept import kept
from loopwright.source.outline import Outline
from loopwright.source.type_words import UNTOLD

_ANY = frozenset(("", "auto", UNTOLD))


@kept
def operators_of_enumerations(outline: Outline) -> frozenset[str]:
    """Names of the operator functions in sight, `operator|`, that take a value of an enumeration, or of a type that a template is given, and
    no object of a class in sight; and of all that macros may make."""
    if outline.source.language == "c":
        return frozenset()
    scopes = scopes_of(outline)
    classes = scopes.classes
    values = classes.enumerations | classes.template_parameters | _ANY
    found: set[str] = set()
    for file in (outline, *outline.headers):
        for name, types in operands_in(file):
            bases = [scopes.expanded(Type(type)).base for type in types]
            is_for_objects = any(classes.of(base) is not None for base in bases)
            if not types or (not is_for_objects and any(plain(base) in values or "decltype" in base for base in bases)):
                found.add(name)
    return frozenset(found)
