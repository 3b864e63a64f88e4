"""How many elements a pointer leads to, where the function itself says so: it allocated them, or took them out of a container."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.declarators import read_type
from loopwright.lang.passed import Call, calls_of, is_static, parameters_of
from loopwright.lang.scopes import scopes_of
from loopwright.source.kept import kept
from loopwright.source.nodes import definition_around, text_of, uncast
from loopwright.source.outline import Function, Loop, Outline
from loopwright.source.text import names_in, with_names
from loopwright.suggest.accessors import Scope, is_changed_in, path_to, referred, scope_at, shown_in, targets_in
from loopwright.suggest.allocation import allocated, bytes_of, count_of_bytes, length_of
from loopwright.suggest.members import count_of_member

_NOTHING = frozenset(("NULL", "0", "nullptr"))
_MOST_EXCHANGED = 6
_REPEATING = ("for_statement", "while_statement", "do_statement", "for_range_loop")


def extents(outline: Outline, loop: Loop, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Number of elements of each pointer of ``names`` that was set once, before ``loop``, to all of an allocation or container;
    of a parameter, what every call in the file passes, where no other file can call the function. Where it leads to pointers, also how many
    elements each of these has."""
    function = definition_around(outline.source.tree.root_node, loop.function.span) if loop.function else None
    if function is None or loop.function is None:
        return {}
    node, scopes = node_of(outline, loop), scopes_of(outline)
    found: dict[str, tuple[str, ...]] = {}
    for name in names:
        count = count_set_before(outline, function, node, name) or _passed(outline, loop.function, name)
        count = _constant_of(function, node, count) or count
        known = scopes.lookup(name, loop.span.start)
        if count and known is not None and scopes.type_of(known).referred().layers[:2] == ("*", "*"):
            is_one = len(_values_of(outline, function, name)) <= 1  # rows of arrays that are exchanged may differ
            row = _rows_set_to(outline, function, node, name) if is_one else ""
            found |= {name: (count, row)} if row else {}
        elif count:
            found[name] = (count,)
    return found


def _constant_of(function: Node, until: Node, count: str) -> str:
    """The constant that holds what `u.size()` gives, if the function has one there; empty for other counts."""
    for node in descendants(function) if count.endswith("size()") else ():
        declaration = node.parent
        if node.type != "init_declarator" or declaration is None or declaration.parent is None:
            continue
        is_seen = node.end_byte <= until.start_byte < declaration.parent.end_byte
        if (
            is_seen
            and text_of(node.child_by_field_name("value")) == count
            and text_of(declaration).startswith("const ")
        ):
            return "" if _changes(function, count, node.end_byte, until) else read_type(node, declaration)[0]
    return ""


def _rows_set_to(outline: Outline, function: Node, until: Node, name: str) -> str:
    """How many elements each pointer has that is an element of ``name``, where all were set to allocations of one size; of a third dimension
    nothing is known."""
    values = [value for node in descendants(function) for value in [_row_set_by(node, name)] if value is not None]
    scope = _scope_before(outline, function, until)
    counts = {_count(outline, value, scope) if value.end_byte <= until.start_byte else "" for value in values}
    count = counts.pop() if len(counts) == 1 else ""
    return count if count and not _changes(function, count, values[0].end_byte, until) else ""


def _row_set_by(node: Node, name: str) -> Node | None:
    """What an assignment sets an element of ``name`` to."""
    left = node.child_by_field_name("left") if node.type == "assignment_expression" else None
    array = left.child_by_field_name("argument") if left is not None and left.type == "subscript_expression" else None
    return node.child_by_field_name("right") if text_of(array) == name else None


def count_set_before(outline: Outline, function: Node, until: Node, name: str) -> str:
    """How many elements the one thing has that a function sets a pointer to before ``until``."""
    values = _values_of(outline, function, name)
    if len(values) > 1:
        values = _allocations_exchanged(outline, function, name)
    if not values or any(value.end_byte > until.start_byte for value in values):
        return ""
    scope = _scope_before(outline, function, until)
    counts = {_count(outline, value, scope) or _of_bytes(outline, function, value) for value in values}
    count = counts.pop() if len(counts) == 1 else ""
    return count if count and not _changes(function, count, values[0].end_byte, until) else ""


@kept
def _scope_before(outline: Outline, function: Node, until: Node) -> Scope:
    """The scope where all pointers of a loop are asked about."""
    return scope_at(outline, function, until)


def _allocations_exchanged(outline: Outline, function: Node, name: str) -> list[Node]:
    """All that pointers are set to which one is exchanged with (`t = a; a = b; b = t`), but for these themselves."""
    found: list[Node] = []
    names = [name]
    for other in names:
        values = _values_of(outline, function, other)
        pointers = [text_of(value) for value in values if value.type == "identifier"]
        if not values or len(names) > _MOST_EXCHANGED:
            return []
        found += [value for value in values if value.type != "identifier"]
        names += [pointer for pointer in dict.fromkeys(pointers) if pointer not in names]
    return sorted(found, key=lambda value: value.start_byte)


def _of_bytes(outline: Outline, function: Node, value: Node) -> str:
    """How many elements an allocation has whose size a variable holds (`size_t bytes = n * sizeof(float)`)."""
    size = bytes_of(value)
    if size is None or size.type != "identifier":
        return count_of_bytes(size) if size is not None else ""
    values = _values_of(outline, function, text_of(size))
    if len(values) != 1 or values[0].end_byte > value.start_byte:
        return ""
    count = count_of_bytes(values[0])
    words = f"{count} {text_of(size)}"
    return count if count and not _changes(function, words, values[0].end_byte, value) else ""


def _passed(outline: Outline, function: Function, name: str) -> str:
    """The extent of a parameter in terms of the others, if all calls agree and no other file can make one."""
    parameters = parameters_of(outline, function)
    if name not in parameters or not is_static(outline, function):
        return ""
    counts = {_in_parameters(call, parameters, name) for call in calls_of(outline, function)}
    return counts.pop() if len(counts) == 1 else ""


def _in_parameters(call: Call, parameters: list[str], name: str) -> str:
    arguments = [text_of(argument) for argument in call.arguments]
    caller = definition_around(call.file.source.tree.root_node, call.caller.span)
    if len(arguments) != len(parameters) or caller is None:
        return ""
    count = count_set_before(call.file, caller, call.node, arguments[parameters.index(name)])
    known = dict(zip(arguments, parameters))
    macros = scopes_of(call.file).macros
    words = {word for word in names_in(count) if word not in macros and not word.endswith("_t")}
    return with_names(count, known) if words <= set(known) else ""


def count_passed(call: Call, place: int) -> str:
    """How many elements an argument has in the words of the caller, if that has allocated it."""
    caller = definition_around(call.file.source.tree.root_node, call.caller.span)
    return count_set_before(call.file, caller, call.node, text_of(call.arguments[place])) if caller is not None else ""


def counts_of(outline: Outline, name: str) -> set[str]:
    """How many elements each thing has that functions of the file set a variable to, empty for what does not tell."""
    root, data, counts = outline.source.tree.root_node, outline.source.data, set[str]()
    for function in outline.functions:
        definition = definition_around(root, function.span)
        if definition is not None and name.encode() in data[function.body.start : function.body.end]:
            counts |= {
                length_of(v) for v in _values_of(outline, definition, name) if text_of(uncast(v)) not in _NOTHING
            }
    return counts


def node_of(outline: Outline, loop: Loop) -> Node:
    """The syntax node of a loop."""
    root = outline.source.tree.root_node
    return root.descendant_for_byte_range(loop.span.start, loop.span.end - 1) or root


def written(outline: Outline, loop: Loop) -> set[str]:
    """Names of what ``loop`` may write to: what stands first on the left of an assignment, what a call is given."""
    node = node_of(outline, loop)
    found = {text_of(path[-1]) for path in targets_in(node)}
    for inner in descendants(node):
        if inner.type == "argument_list":
            found |= {text_of(child) for child in inner.named_children if child.type == "identifier"}
    return found | {text_of(path_to(shown)[-1]) for shown in shown_in(node)}


def _values_of(outline: Outline, function: Node, name: str) -> list[Node]:
    """All that a function sets a variable to."""
    return _values_in(outline, function).get(name, [])


@kept
def _values_in(outline: Outline, function: Node) -> dict[str, list[Node]]:
    """All that a function sets its variables to, gone through once for all of them."""
    found: dict[str, list[Node]] = {}
    for node in descendants(function):
        name, value = _set_by(node)
        if value is not None:
            found.setdefault(name, []).append(value)
    return found


def _set_by(node: Node) -> tuple[str, Node | None]:
    """What a declaration or an assignment sets, and to what."""
    if node.type == "init_declarator":
        declaration = node.parent
        return (read_type(node, declaration)[0], node.child_by_field_name("value")) if declaration else ("", None)
    if node.type == "assignment_expression":
        return text_of(node.child_by_field_name("left")), node.child_by_field_name("right")
    return "", None


def _count(outline: Outline, value: Node, scope: Scope) -> str:
    value = uncast(value)
    method = value.child_by_field_name("function") if value.type == "call_expression" else None
    if method is not None and method.type == "field_expression" and text_of(method.named_children[-1]) == "data":
        given = value.child_by_field_name("arguments")
        is_all = given is not None and not given.named_children and _is_sized(value, scope)
        return " ".join(text_of(method).split()).removesuffix("data") + "size()" if is_all else ""
    if value.type == "field_expression":
        return count_of_member(outline, value, scope)
    return text_of(allocated(value))


def _is_sized(call: Node, scope: Scope) -> bool:
    """Whether `x` of `x.data()` is a container of the library, or a class that offers `size()` beside `data()` as they do."""
    function = call.child_by_field_name("function")
    owner = function.child_by_field_name("argument") if function is not None else None
    kind = scope.type_of(owner) if owner is not None else None
    if kind is None:
        return False
    known = scope.class_of(kind)
    return bool(referred(kind).sequence) or (known is not None and "size" in known.declared)


def _changes(function: Node, count: str, since: int, until: Node) -> bool:
    """Whether something that ``count`` is worked out from may be set anew between two places, in another round of a loop as well."""
    words, end, around = set(names_in(count)), until.start_byte, until.parent
    while around is not None and around.start_byte >= since:
        end = around.end_byte if around.type in _REPEATING else end
        around = around.parent
    return is_changed_in(
        (
            node
            for node in descendants(function)
            if since <= node.start_byte < until.start_byte or until.end_byte <= node.start_byte < end
        ),
        words,
    )
