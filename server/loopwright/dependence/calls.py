"""Calls: functions and macros of the file are walked with their arguments, library functions are looked up, what else is
called becomes an assumption."""

from __future__ import annotations

import re

from tree_sitter import Node

from loopwright.dependence import expressions
from loopwright.dependence.arithmetic import converted, extreme_value
from loopwright.dependence.spec import functions
from loopwright.dependence.spots import (
    Spot,
    bind_parameter,
    element_of,
    fresh_memory,
    pointed_spot,
    read,
    spot_of,
    write,
)
from loopwright.dependence.state import MOST_CALLS, CallFrame, State
from loopwright.dependence.types import Type
from loopwright.dependence.values import NOTHING, Index, Place, Step, Value
from loopwright.source.linear import Linear
from loopwright.source.nodes import text_of
from loopwright.source.syntax import parse

_STORES = re.compile(r"(?<![=!<>])=(?!=)|\+\+|--")
_MACRO_PARAMETERS = re.compile(r"\s*\(([^()]*)\)(.*)\Z", re.DOTALL)


def opened(name: str) -> CallFrame:
    """The frame of a call that begins."""
    return CallFrame(name, [])


def value_of_call(state: State, node: Node) -> Value:
    """The value of a call; what it reads and writes is recorded."""
    function, arguments = node.child_by_field_name("function"), argument_nodes(node)
    if function is None:
        return NOTHING
    if function.type == "field_expression":
        return _member_call(state, node, function, arguments)
    name = name_of(function)
    if _is_cast(function):
        value = expressions.value_of(state, arguments[0]) if arguments else NOTHING
        kind = _cast_type(function)
        return converted(state, value, kind) if kind is not None else value
    if state.lookup(name) is not None:
        spot = spot_of_call(state, node)
        return read(state, spot, node) if spot is not None else NOTHING
    macro = state.macro(name)
    if macro is not None and macro.kind == "function":
        return _expanded(state, node, macro.value or "", arguments)
    callee = _definition(state, name, len(arguments))
    if callee is not None and len(state.calls) < MOST_CALLS and all(frame.name != name for frame in state.calls):
        return _inlined(state, node, callee, arguments)
    return _library(state, node, name, arguments)


def spot_of_call(state: State, node: Node) -> Spot | None:
    """`m(i, j)` and `v.at(i)` as elements."""
    function, arguments = node.child_by_field_name("function"), argument_nodes(node)
    if function is None:
        return None
    if function.type == "field_expression":
        owner_node, field = function.child_by_field_name("argument"), function.child_by_field_name("field")
        if owner_node is not None and field is not None and text_of(field) == "at" and arguments:
            owner = spot_of(state, owner_node)
            if owner is not None and owner.kind.sequence:
                return element_of(state, owner, arguments)
        return None
    if function.type == "identifier":
        binding = state.lookup(text_of(function))
        if binding is not None and not binding.type.layers and arguments:
            base = spot_of(state, function)
            if base is not None:
                if not re.search(r"mdspan|[Vv]iew|[Mm]atrix|[Aa]rray|[Tt]ensor|[Gg]rid|[Ff]ield", binding.type.base):
                    state.effect("unknown call", text_of(function), node)
                return element_of(state, base, arguments)
        macro = state.macro(text_of(function))
        if macro is not None and macro.kind == "function":
            return _expanded_spot(state, node, macro.value or "", arguments)
    return None


def changes_arguments(state: State, node: Node) -> bool:
    """Whether a call may assign variables that are its arguments: `swap`, a macro that stores something, or a parameter by
    reference."""
    function = node.child_by_field_name("function")
    name = name_of(function) if function is not None else ""
    if name == "swap":
        return True
    macro = state.macro(name)
    if macro is not None and macro.kind == "function":
        return _STORES.search(macro.value or "") is not None
    callee = _definition(state, name, len(argument_nodes(node)))
    if callee is None:
        return False
    return any("reference_declarator" in (c.type for c in p.named_children) for p in parameter_nodes(callee))


def argument_nodes(node: Node) -> list[Node]:
    """The arguments of a call."""
    arguments = node.child_by_field_name("arguments")
    return [child for child in arguments.named_children if child.type != "comment"] if arguments is not None else []


def name_of(function: Node) -> str:
    """The last part of a called name, without template arguments."""
    return re.sub(r"<.*", "", text_of(function), flags=re.DOTALL).split("::")[-1].strip()


def _is_cast(function: Node) -> bool:
    if function.type == "primitive_type":
        return True
    return function.type == "template_function" and text_of(function.child_by_field_name("name")).endswith("_cast")


def _cast_type(function: Node) -> Type | None:
    text = text_of(function)
    match = re.match(r"\w+_cast\s*<(.*)>\Z", text, re.DOTALL)
    inner = match[1] if match else text
    words = [word for word in inner.replace("*", " ").split() if word not in ("const", "volatile")]
    stars = inner.count("*")
    if "<" in inner:
        return None
    return Type(" ".join(words), ("*",) * stars, (None,) * stars)


def _library(state: State, node: Node, name: str, arguments: list[Node]) -> Value:
    table = functions()
    if name in ("min", "max", "fmin", "fmax", "MIN", "MAX", "imin", "imax") and len(arguments) == 2:
        values = [expressions.value_of(state, argument) for argument in arguments]
        if values[0].number is not None and values[1].number is not None:
            return extreme_value(state, name.lower().lstrip("fi")[-3:], *values)
        return Value(kind=values[0].kind)
    if name == "swap" and len(arguments) == 2:
        for argument in arguments:
            spot = spot_of(state, argument)
            if spot is not None:
                read(state, spot, argument)
                write(state, spot, NOTHING, argument)
        return NOTHING
    if name in table.output or name in table.state or name in table.release:
        for argument in arguments:
            expressions.value_of(state, argument)
        state.effect("output" if name in table.output else "state", name, node)
        return NOTHING
    if name in table.allocate:
        for argument in arguments:
            expressions.value_of(state, argument)
        return fresh_memory(state, Type("", ("*",), (None,)))
    written = table.writes.get(name, ())
    values = [expressions.value_of(state, argument) for argument in arguments]
    for position, (argument, value) in enumerate(zip(arguments, values)):
        if position in written:
            spot = pointed_spot(state, value, argument)
            write(state, spot, NOTHING, argument)
        elif value.pointer is not None and name in table.pure:
            spot = pointed_spot(state, value, argument)
            state.record(
                spot.place._replace(steps=(*spot.place.steps[:-1], _anything(spot.place.steps))),
                False,
                argument,
                spot.kind.base,
            )
    if name not in table.pure and name not in table.writes:
        state.effect("unknown call", name, node)
    return Value(kind=Type("double")) if name in table.pure else _answer(state, node, values)


def _answer(state: State, node: Node, arguments: list[Value]) -> Value:
    """What a function returns of which nothing is known."""
    value = state.unknown(text_of(node), Type(""))
    numbers = tuple(argument.number for argument in arguments if argument.number is not None)
    if value.number is not None and len(numbers) == len(arguments):
        state.answers.update(dict.fromkeys(value.number.names, numbers))
    return value


def _anything(steps: tuple[Step, ...]) -> Index:
    return Index(None, bool(steps and isinstance(steps[-1], Index) and steps[-1].loaded))


def _member_call(state: State, node: Node, function: Node, arguments: list[Node]) -> Value:
    owner_node, field = function.child_by_field_name("argument"), function.child_by_field_name("field")
    if owner_node is None or field is None:
        return NOTHING
    name = name_of(field)
    spot = spot_of_call(state, node)
    if spot is not None:
        return read(state, spot, node)
    owner = spot_of(state, owner_node)
    values = [expressions.value_of(state, argument) for argument in arguments]
    if owner is None:
        owner_value = expressions.value_of(state, owner_node)
        if owner_value.pointer is not None:
            owner = pointed_spot(state, owner_value, owner_node)
    if name in functions().look:
        if owner is None:
            return NOTHING
        if name == "data" or name in ("begin", "cbegin"):
            place = owner.place
            kind = owner.kind.element()
            pointed = kind._replace(layers=("*", *kind.layers), extents=(None, *kind.extents))
            return Value(pointer=Place(place.root, (*place.steps, Index(Linear(0)))), kind=pointed)
        text = "".join(text_of(node).split())
        if name in ("size", "length", "extent", "rows", "cols", "max_size"):
            return Value(state.parameter(text, (0, None)), kind=Type("size_t"))
        return state.unknown(text, Type(""))
    state.effect("unknown call", text_of(function), node)
    return _answer(state, node, values)


def _definition(state: State, name: str, arguments: int) -> Node | None:
    found = [found for found in state.outline.definitions(name) if found.function.kind != "kernel"]
    matching = [definition for definition in found if len(parameter_nodes(definition.node)) == arguments]
    return matching[0].node if len(matching) == 1 and matching[0].is_whole else None


def parameter_nodes(function: Node) -> list[Node]:
    """The parameters of a function definition."""
    node: Node | None = function.child_by_field_name("declarator")
    while node is not None and node.type != "function_declarator":
        node = node.child_by_field_name("declarator") or next(
            (c for c in node.named_children if "declarator" in c.type), None
        )
    parameters = node.child_by_field_name("parameters") if node is not None else None
    kinds = ("parameter_declaration", "optional_parameter_declaration")
    found = [child for child in parameters.named_children if child.type in kinds] if parameters is not None else []
    return [child for child in found if child.child_by_field_name("declarator") is not None or text_of(child) != "void"]


def _inlined(state: State, node: Node, callee: Node, arguments: list[Node]) -> Value:
    from loopwright.dependence.statements import statement

    passed: list[Value | Spot | None] = []
    parameters = parameter_nodes(callee)
    for parameter, argument in zip(parameters, arguments):
        declarator = parameter.child_by_field_name("declarator")
        by_reference = declarator is not None and declarator.type == "reference_declarator"
        spot = spot_of(state, argument) if by_reference else None
        passed.append(spot if spot is not None else expressions.value_of(state, argument))
    body = callee.child_by_field_name("body")
    if body is None:
        return NOTHING
    here, scopes, memory_names = state.here, state.scopes, state.memory_names
    state.here = here or node
    state.memory_names = addressed_names(callee)
    state.scopes = [scopes[0], {}]
    state.calls.append(opened(_function_name(callee)))
    guards, known = state.guards, frozenset(state.values)
    try:
        for parameter, value in zip(parameters, passed):
            declarator = parameter.child_by_field_name("declarator")
            if declarator is not None:
                bind_parameter(state, declarator, parameter, value if value is not None else NOTHING)
        statement(state, body)
    finally:
        frame = state.calls.pop()
        state.here, state.scopes, state.guards, state.memory_names = here, scopes, guards, memory_names
        # Its own variables are gone; every branch that follows would carry them along.
        state.values = {root: value for root, value in state.values.items() if root in known}
    if len(frame.returned) == 1:
        return frame.returned[0]
    return state.unknown(text_of(node), Type(text_of(callee.child_by_field_name("type"))))


def addressed_names(function: Node) -> frozenset[str]:
    """Variables whose address a function takes."""
    names: set[str] = set()
    stack = [function]
    while stack:
        node = stack.pop()
        argument = node.child_by_field_name("argument") if node.type == "pointer_expression" else None
        if argument is not None and argument.type == "identifier" and node.children[0].type == "&":
            names.add(text_of(argument))
        stack.extend(node.named_children)
    return frozenset(names)


def _function_name(callee: Node) -> str:
    node: Node | None = callee.child_by_field_name("declarator")
    while node is not None:
        inner = node.child_by_field_name("declarator")
        if inner is None:
            return text_of(node).split("::")[-1]
        node = inner
    return ""


def _substituted(body: str, arguments: list[Node]) -> tuple[str, bool]:
    """(macro text with the arguments put in, whether that worked)."""
    match = _MACRO_PARAMETERS.match(body)
    if match is None:
        return "", False
    names = [name.strip() for name in match[1].split(",") if name.strip()]
    if len(names) != len(arguments) or "#" in match[2] or any(not name.isidentifier() for name in names):
        return "", False
    texts = {name: text_of(argument) for name, argument in zip(names, arguments)}
    text = re.sub(r"\\\r?\n", " ", match[2])
    text = re.sub(r"/\*.*?\*/|//.*", " ", text)
    replaced = re.sub(r"\b[A-Za-z_]\w*\b", lambda word: texts.get(word[0], word[0]), text)
    return replaced.strip(), True


def _macro_body(state: State, node: Node, body: str, arguments: list[Node]) -> Node | None:
    # The declaration's text begins at the parameter list, which the macro's pattern has cut off at "(".
    text, worked = _substituted(body if body.lstrip().startswith("(") else f"({body}", arguments)
    if not worked or not text or len(state.calls) >= MOST_CALLS or len(text) > 4000:
        return None
    tree = parse(f"void f(void) {{ {text}; }}", language="cpp").tree.root_node
    if tree.has_error or not tree.named_children:
        return None
    return tree.named_children[0].child_by_field_name("body")


def _expanded(state: State, node: Node, body: str, arguments: list[Node]) -> Value:
    from loopwright.dependence.statements import statement

    block = _macro_body(state, node, body, arguments)
    if block is None:
        for argument in arguments:
            expressions.value_of(state, argument)
        state.effect("unknown call", name_of(node), node)
        return NOTHING
    here = state.here
    state.here = here or node
    state.calls.append(opened(text_of(node.child_by_field_name("function"))))
    try:
        statements = block.named_children
        if (
            len(statements) == 1
            and statements[0].type == "expression_statement"
            and statements[0].named_child_count == 1
        ):
            return expressions.value_of(state, statements[0].named_children[0])
        statement(state, block)
        return NOTHING
    finally:
        state.calls.pop()
        state.here = here


def _expanded_spot(state: State, node: Node, body: str, arguments: list[Node]) -> Spot | None:
    block = _macro_body(state, node, body, arguments)
    if block is None or block.named_child_count != 1 or block.named_children[0].named_child_count != 1:
        return None
    here = state.here
    state.here = here or node
    state.calls.append(opened(text_of(node.child_by_field_name("function"))))
    try:
        return spot_of(state, block.named_children[0].named_children[0])
    finally:
        state.calls.pop()
        state.here = here
