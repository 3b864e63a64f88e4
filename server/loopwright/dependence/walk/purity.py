"""Functions whose text shows that they do nothing but work out a value from what they are given (or, for operators that assign,
set members of their object)."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.walk.classes import is_number
from loopwright.dependence.walk.state import State
from loopwright.lang.classes import Class, Member, descendants
from loopwright.lang.declarators import declared, read_type
from loopwright.lang.effects import effect_of
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, text_of

_QUIET = frozenset(
    (
        "binary_expression", "unary_expression", "conditional_expression", "parenthesized_expression", "number_literal", "comment",
        "return_statement", "compound_statement", "initializer_list", "compound_literal_expression", "cast_expression", "identifier",
        "field_identifier", "type_identifier", "primitive_type", "sized_type_specifier", "type_descriptor", "declaration", "if_statement",
        "condition_clause", "else_clause", "init_declarator", "argument_list", "call_expression", "field_expression", "true", "false",
        "expression_statement", "char_literal", "type_qualifier", "assignment_expression", "update_expression", "this",
        "pointer_expression", "placeholder_type_specifier", "auto", "template_function", "template_argument_list",
    )
)  # fmt: skip


def operator_is_quiet(state: State, operator: str, kinds: tuple[Type, ...]) -> bool:
    """Whether every function that an operator could be here is in sight and does nothing else. An operator that assigns may set
    members of its object."""
    name = f"operator{operator}"
    classes = state.types.classes
    bodies: list[tuple[Node, Class | None]] = []
    for known in classes.known.values():
        if name in known.declared:
            methods = classes.methods(known, name)
            if not methods:
                return False
            bodies += [(method, known) for method in methods]
    inside = {method.start_byte for method, _ in bodies}
    for definition in state.outline.definitions(name):
        if definition.node.start_byte not in inside:
            bodies.append((definition.node, None))
    if not bodies and operator == "=":
        return True
    if any(
        kind.base
        for kind in kinds
        if classes.is_class(kind) and classes.of(kind.base) is None and not is_number(kind.base)
    ):
        return False
    sets = operator in ("=", "++", "--") or (operator.endswith("=") and operator not in ("==", "!=", "<=", ">="))
    return bool(bodies) and all(_is_quiet(state, node, known, sets) for node, known in bodies)


def _is_quiet(state: State, function: Node, owner: Class | None, sets: bool) -> bool:
    body = function.child_by_field_name("body")
    if body is None or (owner is not None and owner.virtual):
        return False
    names = {"this"} | (_own_members(owner) if owner is not None else set())
    own = set()
    for node in (*descendants(function),):
        if node.type in ("parameter_declaration", "optional_parameter_declaration"):
            declarator = node.child_by_field_name("declarator")
            if declarator is not None:
                own.add(read_type(declarator, node)[0])
        if node.type == "declaration":
            for said, inner, _ in declared(node):
                if inner.type != "identifier":
                    return False
                own.add(said.name)
            if any(child.type == "storage_class_specifier" for child in node.named_children):
                return False
    returned = Type(text_of(function.child_by_field_name("type")))
    if not sets and state.types.classes.code_behind(returned):
        return False
    return all(_may_stand(state, node, names, own, sets) for node in (body, *descendants(body)) if node.is_named)


def _own_members(owner: Class) -> set[str]:
    """The members that are a part of each object, and constants of the class: not what all objects share, and not what lies elsewhere."""
    return {name for name, member in owner.members.items() if _is_own(member)}


def _is_own(member: Member) -> bool:
    return member.type.layers[:1] != ("&",) and (member.type.const or not member.static)


def _may_stand(state: State, node: Node, names: set[str], own: set[str], sets: bool) -> bool:
    kind = node.type
    if kind not in _QUIET:
        return False
    if kind == "identifier":
        parent = node.parent
        called = parent is not None and parent.type in ("call_expression", "template_function")
        return called or text_of(node) in names | own
    if kind == "pointer_expression":
        return "".join(text_of(node).split()) == "*this"
    if kind == "field_expression":
        argument = node.child_by_field_name("argument")
        field = text_of(node.child_by_field_name("field"))
        members = (known.members.get(field) for known in state.types.classes.known.values())
        return (
            argument is not None
            and all(member is None or _is_own(member) for member in members)
            and (argument.type in ("identifier", "this", "field_expression"))
            and "->" not in text_of(node).replace("this->", "")
        )
    if kind == "call_expression":
        function = node.child_by_field_name("function")
        name = text_of(function).split("::")[-1].split("<")[0]
        made = state.types.classes.known.get(name)
        plain = made is not None and not state.types.classes.code_behind(Type(name))
        is_own = bool(state.outline.definitions(name)) and made is None
        return (
            function is not None
            and function.type in ("identifier", "qualified_identifier", "template_function")
            and (plain or (not is_own and effect_of(name).pure) or is_number(name))
        )
    if kind in ("assignment_expression", "update_expression"):
        target = node.child_by_field_name("left") or node.child_by_field_name("argument")
        target = bare(target) if target is not None else None
        if target is None:
            return False
        name = text_of(target).replace("this->", "")
        return sets and name in names and name.isidentifier()
    if kind == "compound_literal_expression":
        return not state.types.classes.code_behind(Type(text_of(node.child_by_field_name("type"))))
    return True
