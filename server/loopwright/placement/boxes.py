"""Objects on the heap that one local pointer owns: made by `make_unique` or `new` where it is declared, they live as long as it does.

Such an object is followed as if it were declared itself, under a name of its own; `spelled` is how that is written in the program. A pointer
that is given away, copied or set again owns nothing for certain: what it leads to is memory like other memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tree_sitter import Node

from loopwright.dependence.walk.callees import argument_nodes
from loopwright.lang.declarators import read_type
from loopwright.lang.expressions import object_made_by
from loopwright.placement.construction import constructed, deleted_object, object_made
from loopwright.placement.containers import is_container, pointee
from loopwright.residence import ir
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.source.nodes import bare, is_arrow, mentions_of, nearest, subtree, text_of
from loopwright.source.text import Span

if TYPE_CHECKING:
    from loopwright.placement.cplusplus import ClassLowering

ENDED = "ended object"  # the call that `delete` is
_TESTS = frozenset(("condition_clause", "binary_expression", "unary_expression", "parenthesized_expression"))


def made(lowering: ClassLowering, node: Node) -> Expr | None:
    """`std::make_unique<T>(…)`, ``None`` for what is no such call of a class in sight."""
    kind = object_made_by(node)
    if kind is None or lowering.class_of(lowering.as_ctype(kind)) is None:
        return None
    return object_made(lowering, lowering.as_ctype(kind), argument_nodes(node), lowering.span(node))


def declared(lowering: ClassLowering, node: Node, declarator: Node) -> list[Stmt] | None:
    """A local pointer that owns an object, or a smart one of which that is not known; ``None`` for others."""
    is_set = declarator.type == "init_declarator"
    inner = declarator.child_by_field_name("declarator") if is_set else declarator
    value = _initial(declarator.child_by_field_name("value")) if is_set else None
    name = inner.named_children[-1] if inner is not None and inner.type == "pointer_declarator" else inner
    if inner is None or name is None or name.type != "identifier":
        return None
    known = read_type(inner, node)[1]
    is_smart = not known.layers and (
        pointee(lowering.scopes.expanded(known).base) is not None or (known.base == "auto" and _is_made(value, False))
    )
    span = lowering.span(declarator)
    if not is_smart and not (value is not None and value.type == "new_expression"):
        return None
    kind, given = _object_of(lowering, value)
    if kind is not None and _owns(name, is_smart):
        box = _name_of(lowering, text_of(name))
        lowering.boxes[name.start_byte] = box
        declared_for = pointee(lowering.scopes.expanded(known).base) if is_smart else known
        base = lowering.class_of(CType(declared_for.base)) if declared_for is not None else None
        if base is not None and base.name != kind.base:
            lowering.seen_as[box] = base.name
        place = ir.Name(span, box)
        arguments = [lowering.expression(each) for each in given]
        return [ir.Declare(span, box, kind, None), *constructed(lowering, place, kind, arguments, span, given)]
    if not is_smart:
        return None
    pointer = ir.Name(span, text_of(name))
    target = lowering.type_of(name)
    begin = [ir.Evaluate(span, ir.Assign(span, pointer, "", lowering.expression(value)))] if value is not None else []
    return [ir.Declare(span, text_of(name), target, None), *begin, ir.Evaluate(span, ir.Opaque(span, (pointer,)))]


def named(lowering: ClassLowering, node: Node) -> ir.Name | None:
    """The object that a pointer of this name owns."""
    if not lowering.boxes:
        return None
    found = lowering.scopes.lookup(text_of(node), node.start_byte)
    if found is None:
        return None
    box = next((box for start, box in lowering.boxes.items() if found.span.start <= start < found.span.end), None)
    return ir.Name(lowering.span(node), box) if box is not None else None


def ended(lowering: ClassLowering, node: Node) -> Expr | None:
    """`delete p` of a pointer that owns an object; its destructor runs where the pointer ends."""
    inner = node.named_children[-1] if node.named_children else None
    box = named(lowering, inner) if inner is not None and inner.type == "identifier" else None
    return ir.Call(box.span, ENDED, None, (box,)) if box is not None else None


def spelled(boxes: Mapping[int, str], text: str) -> str:
    """A text with the names of objects as the program can write them."""
    for box in set(boxes.values()):
        pointer = box.rstrip("_").removesuffix(_TAIL)
        text = text.replace(f"{box}.", f"{pointer}->").replace(box, f"(*{pointer})")
    return text


_TAIL = "_object"


def _name_of(lowering: ClassLowering, pointer: str) -> str:
    box = pointer + _TAIL
    while box.encode() in lowering.outline.source.data:
        box += "_"
    return box


def _object_of(lowering: ClassLowering, value: Node | None) -> tuple[CType | None, list[Node]]:
    """The class of the one object that an expression makes, and what it makes it of."""
    value = bare(value) if value is not None else None
    if value is None:
        return None, []
    if value.type == "new_expression":
        plain = value.child_by_field_name("declarator") is None and value.child_by_field_name("placement") is None
        kind = lowering.plain(CType(text_of(value.child_by_field_name("type"))))
        listed = value.child_by_field_name("arguments")
        given = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
        known = plain and lowering.class_of(kind) is not None and not is_container(kind)
        return (kind, given) if known else (None, [])
    made_of = object_made_by(value)
    kind = lowering.as_ctype(made_of) if made_of is not None else CType("")
    return (kind, argument_nodes(value)) if lowering.class_of(kind) is not None else (None, [])


def _initial(value: Node | None) -> Node | None:
    """What a variable begins with: `= x`, `(x)` or `{x}`."""
    if value is None or value.type not in ("argument_list", "initializer_list"):
        return value
    given = [child for child in value.named_children if child.type != "comment"]
    return given[0] if len(given) == 1 else None


def _is_made(value: Node | None, by_new: bool = True) -> bool:
    value = bare(value) if value is not None else None
    if value is None:
        return False
    return (by_new and value.type == "new_expression") or object_made_by(value) is not None


# Who owns


def _owns(name: Node, is_smart: bool) -> bool:
    """Whether a pointer is only looked through, and its object ended with it or by one `delete` at the end of its life."""
    block = nearest(name, ("compound_statement",))
    if block is None:
        return False
    ends = 0
    for node in mentions_of(block, text_of(name)):
        if node == name:
            continue
        if not is_smart and _is_ended(node, block):
            ends += 1
        elif not _is_look(node, is_smart):
            return False
    return is_smart or ends == 1 or (ends == 0 and not _is_deleted_elsewhere(name))


def _is_deleted_elsewhere(name: Node) -> bool:
    """Whether any object is deleted in the file: it may be the one that a pointer was made for."""
    root = name
    while root.parent is not None:
        root = root.parent
    return any(
        node.type == "delete_expression" and not any(child.type == "[" for child in node.children)
        for node in subtree(root)
    )


def _is_ended(node: Node, block: Node) -> bool:
    parent = node.parent
    statement = parent.parent if parent is not None and parent.type == "delete_expression" else None
    return statement is not None and statement.parent == block


def _is_look(node: Node, is_smart: bool) -> bool:
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "field_expression":
        if parent.child_by_field_name("field") == node:
            return True  # a member of that name
        arrow = is_arrow(parent)
        return arrow or text_of(parent.child_by_field_name("field")) == "get"
    if parent.type == "pointer_expression":
        return parent.children[0].type == "*"
    return parent.type in _TESTS or (not is_smart and parent.type == "argument_list")


# Members


def ended_members(lowering: ClassLowering, place: Expr, base: str, span: Span) -> list[Stmt]:
    """What ends with an object because its smart pointers do."""
    known = lowering.scopes.classes.of(base)
    found: list[Stmt] = []
    for name, member in known.members.items() if known is not None else ():
        if member.type.layers or pointee(member.type.base) is None or member.static:
            continue
        pointer = ir.Member(span, place, name, False)
        mentions = [
            node for node in mentions_of(lowering.outline.source.tree.root_node, name) if not _is_declared(node)
        ]
        if all(_is_made_here(node) or _is_looked_through(node) for node in mentions):
            release = ir.Call(span, "delete", None, (pointer,))
            whole = deleted_object(lowering, pointer, lowering.as_ctype(member.type), release)
            found.append(ir.Evaluate(span, whole))
        else:
            found.append(ir.Evaluate(span, ir.Opaque(span, (pointer,))))
    return found


def _is_declared(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "field_declaration"


def _is_made_here(node: Node) -> bool:
    """`a_(std::make_unique<T>(n))`"""
    parent = node.parent
    is_listed = parent is not None and parent.type == "field_initializer" and parent.named_children[0] == node
    return parent is not None and is_listed and _is_made(_initial(parent.named_children[-1]))


def _is_looked_through(node: Node) -> bool:
    parent = node.parent
    is_member = parent is not None and parent.type == "field_expression" and parent.child_by_field_name("field") == node
    return _is_look(parent if is_member and parent is not None else node, True)


def is_end_of(item: Stmt, names: set[str]) -> bool:
    """Whether a statement ends the object of one of some names."""
    call = item.value if isinstance(item, ir.Evaluate) else None
    if not isinstance(call, ir.Call) or call.name != ENDED or not call.arguments:
        return False
    place = call.arguments[0]
    return isinstance(place, ir.Name) and place.name in names
