"""What an expression or an object does besides being a value: calls, what is set and counted, and classes of which objects do so without a name being
called: when they are made or end, are converted, or are met by an operator.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tree_sitter import Node

from loopwright.cuda.read.device_function import DeviceFunction, called
from loopwright.cuda.read.rewriting import walk
from loopwright.lang.class_code import ClassCode, code_of_function, code_of_members, code_of_method
from loopwright.lang.method_heads import CALL, CLASSES, is_method, is_operator, plain_class, words_held
from loopwright.source.nodes import Kinds, text_of

# What may be more than a value.
_DOES = frozenset(
    (
        "call_expression",
        "assignment_expression",
        "update_expression",
        "new_expression",
        "delete_expression",
        "gnu_asm_expression",
    )
)
# Ways to name a member of the object that is made.
_OWN = frozenset(("identifier", "field_identifier"))


def what_does(nodes: Iterable[Node]) -> list[Node]:
    """The expressions in ``nodes`` that may do more than to give a value."""
    return [n for node in nodes for n in walk(node) if n.type in _DOES and called(n) != "__ldg"]


def doing_classes(kinds: Kinds, functions: Sequence[DeviceFunction]) -> frozenset[str]:
    """Classes of a file whose objects may do something although nothing of them is called by a name, and those that hold or derive from such."""
    if not kinds.of(*CLASSES):
        return frozenset()
    made = {plain_class(n.child_by_field_name("name")) for n in kinds.of(*CLASSES)}
    binding = {
        plain_class(n.child_by_field_name("name"))
        for n in kinds.of(*CLASSES)
        if any(part.type == "reference_declarator" for part in _declarators(n))
    }
    found = {
        part.owner
        for part in _unnamed(kinds, functions)
        if any(not _sets_own(n, part, binding) and called(n) not in made for n in what_does(part.code))
    }
    held = [(plain_class(n.child_by_field_name("name")), words_held(n)) for n in kinds.of(*CLASSES)]
    while found and (more := {name for name, words in held if found & words} - found):
        found |= more
    return frozenset(found)


def _unnamed(kinds: Kinds, functions: Sequence[DeviceFunction]) -> Iterator[ClassCode]:
    """What classes do without being called by a name."""
    methods = (code_of_method(n) for n in kinds.of("function_definition") if is_method(n))
    yield from (part for part in methods if part.names <= {part.owner, CALL})
    yield from code_of_members(kinds)
    for function in functions:
        if not is_method(function.node) and is_operator(function.node):
            yield from code_of_function(function.node, function.template_names)


def _declarators(owner: Node) -> Iterator[Node]:
    body = owner.child_by_field_name("body")
    for part in body.named_children if body is not None else ():
        if part.type == "field_declaration":
            yield from part.children_by_field_name("declarator")


def _sets_own(node: Node, part: ClassCode, binding: set[str]) -> bool:
    """Whether a constructor gives a member of the object a value: nobody else has the object yet."""
    left = node.child_by_field_name("left")
    if node.type != "assignment_expression" or left is None or is_operator(part.node) or part.owner in binding:
        return False
    member = left.child_by_field_name("field") if left.type == "field_expression" else left
    of_this = left.type != "field_expression" or text_of(left.child_by_field_name("argument")) == "this"
    return of_this and member is not None and member.type in _OWN
