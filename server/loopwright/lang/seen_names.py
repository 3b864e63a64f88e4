"""What a name means to the functions of a file: a number, functions that are in sight, what macros, variables or types put in its place."""

from __future__ import annotations

from collections.abc import Callable
from weakref import ref

from tree_sitter import Node

from loopwright.lang.classes import Class, Classes, plain
from loopwright.lang.declarators import name_of_function, parameter_nodes
from loopwright.lang.inner_types import inner_types
from loopwright.lang.made_names import made_by_macros
from loopwright.lang.numbers import fundamental
from loopwright.lang.scopes import scopes_of
from loopwright.lang.second_names import second_names
from loopwright.lang.types import Type, is_integer
from loopwright.source.kept import kept
from loopwright.source.nodes import nearest
from loopwright.source.outline import Outline

_DECLARING = frozenset(("declaration", "field_declaration", "function_definition", "template_declaration"))
_ORDERING = frozenset(("<", ">", "<=", ">="))
OF_CLASSES_ALONE = frozenset(("=", "[]", "()", "->"))  # operators that no function outside of a class can be


class SeenNames:
    """Answers for a file and its headers; ``expanded`` puts in what names of types stand for."""

    def __init__(self, classes: Classes, expanded: Callable[[Type], Type]) -> None:
        self._classes = ref(classes)  # which keep this: a cycle would leave a version of a file to a collector
        self.expanded = expanded
        self._in_sight: dict[str, bool] = {}

    @property
    def classes(self) -> Classes:
        """The classes that this answers for."""
        classes = self._classes()
        assert classes is not None, "the answers for classes are asked of them"
        return classes

    def is_number(self, base: str) -> bool:
        """Whether a type's name is that of a number of the language."""
        base = base if self.classes.of(base) is not None else self.expanded(Type(base)).base
        is_own = self.classes.of(base) is not None
        is_told = bool(fundamental(base)) or is_integer(base) or base == "bool"
        return not is_own and (is_told or plain(base) in self.classes.enumerations)

    def functions(self, name: str) -> list[tuple[Node, Class | None]] | None:
        """The functions of a name, each with the class that it is a member of; ``None`` where one is not in sight."""
        names, classes = asked(name), self.classes
        bodies: list[tuple[Node, Class | None]] = []
        for known in classes.known.values():
            for each in sorted(names & known.declared):
                methods = classes.methods(known, each)
                if not methods:
                    return None
                bodies += [(method, known) for method in methods]
        inside = {method.start_byte for method, _ in bodies}
        for definition in (found for each in sorted(names) for found in classes.outline.definitions(each)):
            if not definition.is_whole:
                return None
            if definition.node.start_byte not in inside:
                bodies.append((definition.node, None))
        return bodies

    def is_in_sight(self, name: str) -> bool:
        """Whether a function of a name is declared or defined by the files."""
        if name not in self._in_sight:
            self._in_sight[name] = self._is_in_sight(name)
        return self._in_sight[name]

    def _is_in_sight(self, name: str) -> bool:
        names, classes = asked(name), self.classes
        return any(
            each in classes.operators
            or classes.outline.definitions(each)
            or any(each in known.declared for known in classes.known.values())
            for each in names
        )

    def is_replaced(self, name: str) -> bool:
        """Whether a macro or the linker may put something else in the place of a name."""
        outline = self.classes.outline
        files = (outline, *outline.headers)
        return (
            name in second_names(outline)
            or made_by_macros(outline).has(name)
            or any(name in file.source.definitions for file in files)
        )

    def is_hidden(self, name: str) -> bool:
        """Whether a name of the library is that of a variable, or of a type in a function, class or template."""
        outline = self.classes.outline
        files = (outline, *outline.headers)
        return bool(scopes_of(outline).variables_named(name)) or any(name in inner_types(file) for file in files)

    def values_elsewhere(self, name: str) -> list[Node]:
        """What parameters of functions of a name have by declarations without a body."""
        outline = self.classes.outline
        files = (outline, *outline.headers)
        return [value for file in files for value in _values_of_declarations(file).get(name, ())]


def default_values(function: Node) -> list[Node]:
    """What the parameters of a function have where a call does not say it."""
    values = (parameter.child_by_field_name("default_value") for parameter in parameter_nodes(function))
    return [value for value in values if value is not None]


@kept
def _values_of_declarations(outline: Outline) -> dict[str, list[Node]]:
    found: dict[str, list[Node]] = {}
    for parameter in outline.source.kinds.of("optional_parameter_declaration"):
        declaration = nearest(parameter, _DECLARING)
        value = parameter.child_by_field_name("default_value")
        if declaration is not None and declaration.type != "function_definition" and value is not None:
            found.setdefault(name_of_function(declaration).split("::")[-1], []).append(value)
    return found


def sets(operator: str) -> bool:
    """Whether an operator is one that sets its object."""
    return operator in ("=", "++", "--") or (operator.endswith("=") and operator not in ("==", "!=", "<=", ">="))


def asked(name: str) -> frozenset[str]:
    """The functions that a name may mean: of operators others are asked in the place of one that is not there (C++20 12.2.2.3)."""
    operator = name.removeprefix("operator")
    others = {"!=": "=="}.get(operator, "<=>" if operator in _ORDERING else operator)
    return frozenset((name, f"operator{others}" if operator != name else name))
