"""Names of a file that are functions of ours in a translation: what is no function there gets another name."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.variables import name_node
from loopwright.cuda.spec import operations
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse

_TYPES = frozenset(("struct_specifier", "class_specifier", "union_specifier", "enum_specifier", "alias_declaration"))
_NAMES = frozenset(("identifier", "type_identifier", "namespace_identifier"))
_OWNERS = frozenset(("preproc_def", "preproc_function_def", "namespace_definition", "enumerator"))
_VARIABLES = frozenset(("declaration", "parameter_declaration", "optional_parameter_declaration"))
_DECLARING = _VARIABLES | _TYPES | _OWNERS | {"type_definition"}


def without_collisions(source: Source) -> Source:
    """``source`` with other names for them; ``source`` itself where there are none."""
    own = operations().own_functions
    if not any(word in source.text for word in own):
        return source
    clashing = {name for node in source.kinds.of(*_DECLARING) for name in _declared(node) if name in own}
    if not clashing:
        return source
    nodes = list(walk(source.root))
    taken = {text_of(n) for n in nodes if n.type.endswith("identifier")}
    fresh = {name: next(w for w in (f"{name}{'_' * n}" for n in range(1, 99)) if w not in taken) for name in clashing}
    places = [n for n in nodes if n.type in _NAMES and text_of(n) in fresh and not _is_member(n)]
    data = source.data
    for node in sorted(places, key=lambda n: n.start_byte, reverse=True):
        data = data[: node.start_byte] + fresh[text_of(node)].encode() + data[node.end_byte :]
    return parse(data, source.name, source.language)


def _declared(node: Node) -> Iterator[str]:
    """Names that a node declares for something other than a function."""
    if node.type in _VARIABLES:
        for declarator in node.children_by_field_name("declarator"):
            inner = declarator
            while inner.type in ("init_declarator", "pointer_declarator", "reference_declarator", "array_declarator"):
                following = inner.child_by_field_name("declarator") or next(iter(inner.named_children), None)
                if following is None:
                    return
                inner = following
            name = name_node(inner) if inner.type != "function_declarator" else None
            if name is not None:
                yield text_of(name)
    elif node.type in _TYPES or node.type in _OWNERS:
        yield text_of(node.child_by_field_name("name"))
    elif node.type == "type_definition":
        yield from (text_of(d) for d in node.children_by_field_name("declarator"))


def _is_member(node: Node) -> bool:
    """Whether a name stands behind another: ``std::shuffle``."""
    parent = node.parent
    if parent is None or parent.type != "qualified_identifier":
        return False
    scope = parent.child_by_field_name("scope")
    return scope is not None and scope.id != node.id
