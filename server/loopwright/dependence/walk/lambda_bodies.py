"""The body of a lambda, read for the loops in it. Somebody calls it as often and as late as they like: it is a loop around the whole
function that counts nothing, and what it finds is what any statement of the function may have left."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import Index, LoopFrame, Place, Value
from loopwright.dependence.walk import objects
from loopwright.dependence.walk.assigned import registers_assigned
from loopwright.dependence.walk.loop_bodies import enter, walk_body
from loopwright.dependence.walk.names import Binding
from loopwright.dependence.walk.passing import opened
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.unread import names_of
from loopwright.lang.addressed import addressed_in
from loopwright.lang.captures import captures_of
from loopwright.lang.classes import descendants
from loopwright.lang.declarators import parameter_nodes, read_declarator, type_of_declarator
from loopwright.lang.method_heads import is_device_lambda
from loopwright.lang.numbers import fundamental
from loopwright.lang.types import Type
from loopwright.source.linear import Linear
from loopwright.source.nodes import at_or_around, node_around, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span

_AROUND = ("function_definition", "lambda_expression")
_STATEMENTS = ("declaration", "expression_statement", "return_statement")


def is_in_lambda(outline: Outline, loop: int) -> bool:
    """Whether the loop at an offset stands in the body of a lambda."""
    around = _function_around(outline, loop)
    return around is not None and around.type == "lambda_expression"


def lambda_around(outline: Outline, loop: int) -> Node | None:
    """The lambda in whose body a loop stands; ``None`` also for one in another lambda, or in no plain statement of a block."""
    made = _function_around(outline, loop)
    if made is None or made.type != "lambda_expression":
        return None
    outer = at_or_around(made.parent, _AROUND)
    is_alone = outer is not None and outer.type == "function_definition"
    return made if is_alone and statement_of(made) is not None else None


def _function_around(outline: Outline, offset: int) -> Node | None:
    return at_or_around(node_around(outline.source.tree.root_node, Span(offset, offset + 1)), _AROUND)


def statement_of(made: Node) -> Node | None:
    """The statement of a block in which a lambda stands."""
    around = made.parent
    while around is not None and not around.type.endswith("statement") and around.type not in ("declaration", *_AROUND):
        around = around.parent
    if around is None or around.type not in _STATEMENTS or around.parent is None:
        return None
    return around if around.parent.type == "compound_statement" else None


def read_body(state: State, made: Node) -> None:
    """Walks the body behind the statement that the lambda stands in. Of one that is not understood nothing is read."""
    body, function = made.child_by_field_name("body"), state.function
    if body is None or function is None:
        return
    parameters = [_read(state, parameter) for parameter in parameter_nodes(made)]
    if any(name and not _is_plain(kind) for name, kind in parameters):
        return
    objects.seen_by(state, made)
    for root in sorted(state.led_to()):
        state.lend(root)
    state.outdate(lambda cell: True)
    state.effect("opaque", "a lambda is called at any time", made)
    assigned = frozenset(registers_assigned(state, function)) | state.assigned
    addressed, state.addressed = state.addressed, addressed_in(state.outline, made)
    state.calls.append(opened(""))
    with state.entered(), state.scope(), names_of(state, made):
        loop, around = enter(state, made)
        state.loops = (*around, loop)
        state.forget(assigned)
        frame = LoopFrame(loop, made.start_byte, problem="a lambda is no loop")
        state.frames[loop] = frame
        walk_body(state, made, body, frame, begin=lambda: _bind(state, parameters))
        state.loops = around
    state.calls.pop()
    state.addressed = addressed
    state.forget(assigned)


def _read(state: State, parameter: Node) -> tuple[str, Type]:
    """The name and the type of a parameter; of one that is no plain one a type that nobody knows."""
    declarator = parameter.child_by_field_name("declarator")
    if declarator is None:
        return "", Type("")
    if parameter.type != "parameter_declaration":
        return text_of(declarator), Type("")
    said = read_declarator(declarator)
    kind = state.expanded(type_of_declarator(said, parameter))
    return said.name, kind._replace(layers=("*", *kind.layers[1:])) if kind.is_array else kind


def _is_plain(kind: Type) -> bool:
    """Whether a parameter is a number, an address of numbers or a reference to an object whose type is said."""
    if kind.volatile or "auto" in kind.base or not kind.base:
        return False
    is_of_numbers = bool(fundamental(kind.base)) and kind.layers in ((), ("*",))
    return is_of_numbers or kind.layers == ("&",)


def _bind(state: State, parameters: list[tuple[str, Type]]) -> None:
    """Parameters as variables of which nothing is known: what they lead to may be anything that others know, variables of the function around
    as well."""
    for name, kind in parameters:
        if not name:
            continue
        binding = state.declare(name, "local", kind._replace(restrict=False))
        if kind.layers[:1] == ("&",):
            place = Place(state.returned_root(binding.root))
            state.scopes[-1][name] = Binding(binding.root, kind.referred(), place)
        elif kind.layers:
            state.values[binding.root] = Value(
                pointer=Place(state.returned_root(binding.root), (Index(Linear(0)),)), kind=binding.type
            )
        elif state.is_register(binding.root):
            state.values[binding.root] = state.unknown(name, kind)


def holds_what_is_there(state: State, made: Node) -> bool:
    """Whether a lambda uses the variables around it, or copies of numbers and addresses that it does not change. Asked before its statement,
    behind which its variables are known to others."""
    held = captures_of(made)
    listed = text_of(made.child_by_field_name("captures"))
    is_template = any(child.type == "template_parameter_list" for child in made.children)
    if held.mutable or held.renewed or "*" in listed or "..." in listed or made.has_error:
        return False
    if is_template or is_device_lambda(made):
        return False
    names = {text_of(node) for node in descendants(made) if node.type == "identifier"}
    return all(held.by_reference(name) or _is_like_its_copy(state, state.lookup(name)) for name in names)


def _is_like_its_copy(state: State, binding: Binding | None) -> bool:
    """Whether a copy of a variable is as good as the variable, or there is nothing to copy: it is of the file or of the object at hand."""
    if binding is None:
        return True
    root = binding.root if binding.place is None else binding.place.root
    if root.startswith("::") or state.roots[root].kind == "global":
        return True
    return binding.place is None and state.is_register(root)
