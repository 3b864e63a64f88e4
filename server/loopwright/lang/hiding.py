"""Functions that a file declares in namespaces and classes: inside of these their names hide those of libraries."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.source.nodes import CLASSES, CONTAINERS, text_of

_SCOPES = CLASSES | {"namespace_definition"}
_DECLARATIONS = frozenset(("function_definition", "declaration", "field_declaration"))
Path = tuple[str, ...]


class ScopedFunctions:
    """The functions of namespaces and classes of a file."""

    def __init__(self, root: Node) -> None:
        self._by_scope: dict[Path, set[str]] = {}
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if node.type in _DECLARATIONS:
                self._add(node)
                kind = node.child_by_field_name("type")  # `struct S { … } s;` is a declaration too
                waiting += [kind] if kind is not None and kind.type in CLASSES else []
            elif node.type in CONTAINERS or node.type in CLASSES:
                waiting += node.named_children

    def _add(self, declaration: Node) -> None:
        name = _declarator(declaration)
        if (
            name is not None
            and name.type in ("identifier", "field_identifier")
            and (path := scopes_around(declaration))
        ):
            self._by_scope.setdefault(path, set()).add(text_of(name))

    @property
    def names(self) -> frozenset[str]:
        """All of them."""
        return frozenset().union(*self._by_scope.values())

    def has(self, name: Node) -> bool:
        """Whether the file declares what a name means: a method, something with a scope before it, or what is declared around
        the place."""
        parent = name.parent
        if parent is not None and parent.type in ("template_function", "template_method"):
            name, parent = parent, parent.parent
        word = text_of(name).split("<")[0].strip()
        if parent is not None and parent.type == "field_expression":
            return any(word in own for own in self._by_scope.values())
        if parent is not None and parent.type == "qualified_identifier":
            scope = text_of(parent.child_by_field_name("scope"))
            return any(path[-1] == scope and word in own for path, own in self._by_scope.items())
        path = scopes_around(name)
        return any(word in self._by_scope.get(path[:size], ()) for size in range(1, len(path) + 1))

    def has_callee(self, call: Node) -> bool:
        """The same of what is called."""
        name = call.child_by_field_name("function")
        while name is not None and (inner := name.child_by_field_name("name") or name.child_by_field_name("field")):
            name = inner
        return name is not None and self.has(name)


def scopes_around(node: Node) -> Path:
    """The names of the namespaces and classes around a place, the outermost first; empty for those that need not be named."""
    found: list[str] = []
    outer = node.parent
    while outer is not None:
        if outer.type in _SCOPES:
            named = not any(child.type == "inline" for child in outer.children)
            found += reversed(text_of(outer.child_by_field_name("name") if named else None).split("::"))
        elif outer.type == "function_definition":  # of a class or namespace that is named before it
            found += reversed(_named_before(outer))
        outer = outer.parent
    return tuple(reversed(found))


def _named_before(function: Node) -> list[str]:
    declarator = _declarator(function)
    found: list[str] = []
    while declarator is not None and declarator.type == "qualified_identifier":
        scope = declarator.child_by_field_name("scope")
        found += [text_of(scope).split("<")[0]] if scope is not None else []
        declarator = declarator.child_by_field_name("name")
    return found


def _declarator(node: Node) -> Node | None:
    """What stands for the name of the function that is declared; ``None`` where it is none."""
    inner = node.child_by_field_name("declarator")
    while inner is not None and inner.type in ("pointer_declarator", "reference_declarator"):
        inner = inner.child_by_field_name("declarator") or next(iter(inner.named_children), None)
    if inner is None or inner.type != "function_declarator":
        return None
    return inner.child_by_field_name("declarator")
