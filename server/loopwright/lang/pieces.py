"""Objects whose members are set one by one, and constants of a file whose name is nobody else's: what they are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set

from tree_sitter import Node

from loopwright.lang.settled import Settled, is_compiled_with
from loopwright.source.nodes import Kinds, nearest, subtree, text_of

_CHANGED = frozenset(("assignment_expression", "update_expression", "pointer_expression", "subscript_expression"))
_PLACES = frozenset(("parenthesized_expression", "conditional_expression", "comma_expression"))
_DECLARE = ("declaration", "field_declaration", "parameter_declaration", "using_declaration", "enumerator")
_NAMES = frozenset(("identifier", "field_identifier"))


def set_in_pieces(declaration: Node, uses: Iterable[Node], at: Node, settled: Settled) -> dict[str, Node] | None:
    """Member → what it is set to, of a variable with this ``declaration`` and these ``uses``, where each member is set once at most, on
    the way to ``at`` and nowhere else, and nothing else is done with it but to read it; ``None`` where that is not known."""
    block = declaration.parent
    if block is None or block.type != "compound_statement" or not is_compiled_with(declaration, at):
        return None
    if not block.start_byte <= at.start_byte < block.end_byte or _may_jump(block):
        return None
    found: dict[str, Node] = {}
    for use in uses:
        told = _set_before(use, block, at)
        if told is not None and told[0] not in found:
            found[told[0]] = told[1]
        elif told is not None or not _is_read(use, settled):
            return None
    return found


def _set_before(use: Node, block: Node, at: Node) -> tuple[str, Node] | None:
    """Member and value of ``b.x = 64;``, a statement of ``block`` that stands before ``at``."""
    member = use.parent
    change = member.parent if member is not None and member.type == "field_expression" else None
    if change is None or change.type != "assignment_expression" or change.child_by_field_name("left") != member:
        return None
    value, statement = change.child_by_field_name("right"), change.parent
    while statement is not None and statement.type == "comma_expression":
        statement = statement.parent
    is_there = statement is not None and statement.type == "expression_statement" and statement.parent == block
    if not is_there or change.end_byte > at.start_byte or text_of(change.child_by_field_name("operator")) != "=":
        return None
    named = member.child_by_field_name("field") if member is not None else None
    return (text_of(named), value) if named is not None and value is not None else None


def _is_read(use: Node, settled: Settled) -> bool:
    """Whether a use only reads the variable or a member, or launches with it."""
    around = use.parent
    if around is None or around.type == "kernel_call_syntax":
        return around is not None
    is_member = around.type == "field_expression" and around.child_by_field_name("argument") == use
    user = around.parent
    while user is not None and user.type in _PLACES:
        user = user.parent
    return is_member and user is not None and user.type not in _CHANGED and settled.keeps([around])


def _may_jump(block: Node) -> bool:
    """Whether statements of a block may be jumped over, or be carried out at another time."""
    whole = nearest(block, ("function_definition",)) or block
    return any(n.type in ("labeled_statement", "case_statement", "lambda_expression") for n in subtree(whole))


def constants_of_file(kinds: Kinds, types: Set[str]) -> dict[str, Node]:
    """Constants of these types outside of functions and classes of whose name nothing else is → what they begin with."""
    found = [
        (declarator.child_by_field_name("declarator"), declarator.child_by_field_name("value"))
        for node in kinds.of("declaration")
        if text_of(node.child_by_field_name("type")).split("::")[-1] in types and _is_constant_of_file(node)
        for declarator in node.children_by_field_name("declarator")
    ]
    if not found:
        return {}
    named = Counter(name for node in kinds.of(*_DECLARE) for name in _declared(node))
    return {
        text_of(name): value
        for name, value in found
        if name is not None and name.type == "identifier" and value is not None and named[text_of(name)] == 1
    }


def _declared(node: Node) -> Iterator[str]:
    return (text_of(n) for n in subtree(node) if n.type in _NAMES and n.parent is not None and _is_declared_there(n))


def _is_declared_there(name: Node) -> bool:
    around = name.parent
    assert around is not None
    return around.type in ("using_declaration", "qualified_identifier") or name in (
        *around.children_by_field_name("declarator"),
        *around.children_by_field_name("name"),
    )


def _is_constant_of_file(declaration: Node) -> bool:
    said = {text_of(n) for n in declaration.children if n.type == "type_qualifier"}
    around = declaration.parent
    while around is not None and around.type in ("declaration_list", "namespace_definition", "linkage_specification"):
        around = around.parent
    return not said.isdisjoint(("const", "constexpr")) and around is not None and around.type == "translation_unit"
