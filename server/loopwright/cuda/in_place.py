"""Functions of a thread whose loop goes down a column of memory, in the place of their call.

In ``float d = distance(point, x, n, dim, coordinates);`` each thread goes down a column that lies beside its neighbour's. The rounds can
be outside and the threads inside (:mod:`.lower.strips`) where the loop stands in the kernel; a function runs for one thread at a time, and a line
of the cache is gone before the next thread wants its neighbour. Sixty times as fast with columns that are 64 KB long.

Parameters become variables that begin with the arguments, where they are not the kernel's own names for the same; what the function gives back
is the value of its last statement. The body is put before the statement of the call, which may not have done anything by then: threads that
wait for nothing see no difference. Each line keeps its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.analyse.strides import goes_down, unit_term
from loopwright.cuda.read.device_definitions import declared_functions, defined_functions
from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.names import Names
from loopwright.cuda.read.rewriting import JUMPS, LOOPS, ancestors, returning_guard, statements_of, walk
from loopwright.cuda.read.shadowing import declaring_names
from loopwright.cuda.read.variables import Variable
from loopwright.lang.numbers import fundamental
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse
from loopwright.source.text import spliced

_THREAD = ("threadIdx", "x")
_NAMES = frozenset(("identifier", "type_identifier", "namespace_identifier"))
_STATEMENTS = frozenset(("declaration", "expression_statement", "for_statement"))
_KEPT_OUT = JUMPS | {
    *("lambda_expression", "compound_literal_expression", "raw_string_literal", "labeled_statement", "static_assert_declaration"),
    *("storage_class_specifier", "type_definition", "alias_declaration", "struct_specifier", "class_specifier", "union_specifier"),
    *("enum_specifier", "using_declaration", "attribute_specifier", "structured_binding_declarator", "qualified_identifier"),
}  # fmt: skip
_DECLARING = frozenset(
    (
        "type_definition",
        "alias_declaration",
        "struct_specifier",
        "class_specifier",
        "using_declaration",
        "enum_specifier",
    )
)
_DOES = frozenset(("call_expression", "assignment_expression", "update_expression", "lambda_expression"))
_CARRYING = frozenset(
    ("parenthesized_expression", "cast_expression", "init_declarator", "argument_list", "call_expression")
)
_LATER = frozenset(("&&", "||", "<<", ">>", ","))  # what stands left of these comes first
_Edit = tuple[int, int, str]


@dataclass(frozen=True)
class _Call:
    """A ``call`` of a ``function`` in a ``statement`` of a kernel."""

    call: Node
    statement: Node
    function: DeviceFunction


def with_columns_in_place(source: Source, code: DeviceCode) -> Source:
    """``source`` with such functions in the place of their calls; ``source`` itself where there are none."""
    if not any(
        f.kind == "device" and any(n.type == "for_statement" for n in f.body.named_children) for f in code.functions
    ):
        return source
    known = defined_functions(code.root) | declared_functions(code.outside)
    edits = [edit for kernel in code.kernels for edit in _edits(kernel, code, known)]
    return parse(spliced(source.data, edits), source.name, source.language) if edits else source


def _edits(kernel: DeviceFunction, code: DeviceCode, known: frozenset[str]) -> Iterator[_Edit]:
    """``known``: functions that the file names."""
    if not kernel.calls & code.by_name.keys() or any(
        n.type in _DECLARING or n.type.startswith("preproc") for n in kernel.inside
    ):
        return
    names = Names(kernel.words | kernel.file_macros.keys())
    for statement in _last(kernel):
        calls = [n for n in walk(statement) if n.type == "call_expression" and called(n) in code.by_name]
        callees = code.callees(calls[0], kernel) if len(calls) == 1 and _comes_first(calls[0], statement) else []
        if len(callees) == 1 and _fits(callees[0], kernel, code, known):
            found = _Call(calls[0], statement, callees[0])
            if _is_column(found, kernel):
                yield from _placed(found, kernel, names)


def _last(kernel: DeviceFunction) -> list[Node]:
    """The statements that all threads come by, or those for which the conditionals hold that stand last."""
    found: list[Node] = []
    statements = _shown(kernel.body)
    while statements:
        found += statements
        then = statements[-1].child_by_field_name("consequence") if statements[-1].type == "if_statement" else None
        alone = then is None or statements[-1].child_by_field_name("alternative") is not None
        statements = [] if alone or then is None or then.type != "compound_statement" else _shown(then)
    leaves = [n for s in _shown(kernel.body) if returning_guard(s) is None for n in walk(s) if n.type in JUMPS]
    kinds = ("declaration", "expression_statement")
    return [] if leaves else [statement for statement in found if statement.type in kinds]


def _shown(body: Node) -> list[Node]:
    return [statement for statement in statements_of(body) if statement.type != "comment"]


def _comes_first(call: Node, statement: Node) -> bool:
    """Whether nothing of a statement has to be done before a call in it."""
    inner = call
    for around in ancestors(call, statement):
        operator = text_of(around.child_by_field_name("operator"))
        if around == statement:
            return len(statement.children_by_field_name("declarator")) < 2
        any_order = around.type == "binary_expression" and operator not in _LATER
        gives = around.type == "assignment_expression" and around.child_by_field_name("right") == inner
        if not (any_order or gives or around.type in _CARRYING):
            return False
        inner = around
    return False


def _fits(function: DeviceFunction, kernel: DeviceFunction, code: DeviceCode, known: frozenset[str]) -> bool:
    """Whether the body of a function means the same in a kernel, and ends with its last statement."""
    body = _shown(function.body)
    gives = bool(body) and body[-1].type == "return_statement" and bool(body[-1].named_children)
    if not gives or not fundamental(function.returns):
        return False
    around = function.whole.parent
    if function.kind != "device" or function.template or around is None or around.type == "field_declaration_list":
        return False
    if (
        function.scope
        or function.namespace != kernel.namespace
        or function.whole.has_error
        or code.function_synchronises(function)
    ):
        return False
    inside = [n for statement in body[:-1] for n in walk(statement)] + [n for n in walk(body[-1])][1:]
    if any(s.type not in _STATEMENTS for s in body[:-1]) or any(
        n.type in _KEPT_OUT or n.type.startswith("preproc") for n in inside
    ):
        return False
    if any(n.type == "call_expression" and (called(n) in known or not called(n)) for n in inside):
        return False
    free = _free(function)
    own = {v.name for v in kernel.variables.all} | {*kernel.template_names, *kernel.names_of_class}
    numbers = {w for w in free & function.file_macros.keys() if (function.file_macros[w] or "").isdecimal()}
    macros = function.words & (function.file_macros.keys() | kernel.file_macros.keys())
    same = all(function.file_macros[w] == kernel.file_macros.get(w, "") for w in numbers)
    every = function.variables.all
    plain = all(
        v.scalar and (fundamental(v.base) or v.pointers) and not (v.pack or v.shared or v.volatile or v.constructed)
        for v in every
    )
    return same and macros == numbers and plain and not free & own


def _free(function: DeviceFunction) -> set[str]:
    """What it names that is not its own."""
    return {text_of(n) for n in walk(function.node) if n.type in _NAMES} - {v.name for v in function.variables.all}


def _is_column(found: _Call, kernel: DeviceFunction) -> bool:
    """Whether threads that are neighbours go down neighbouring columns in the same rounds."""
    function, given = found.function, arguments_of(found.call)
    if len(given) != len(function.parameters) or any(n.type in _DOES for argument in given for n in walk(argument)):
        return False
    pairs = dict(zip(function.parameters, given, strict=True))
    lanes = [v for v, argument in pairs.items() if unit_term(argument, _THREAD, kernel.variables)]
    whole = {v for v, argument in pairs.items() if not v.writes and _is_whole(argument, kernel)}
    for loop in (s for s in _shown(found.function.body) if s.type == "for_statement"):
        parts = [loop.child_by_field_name(n) for n in ("initializer", "condition", "update")]
        counter = next((v for v in function.variables.all if v.declaration == parts[0]), None)
        heads = [part for part in parts if part is not None]
        words = {v for part in heads for v in function.variables.used_in(part)} - {counter}
        if counter is None or len(heads) < 3 or words - whole or any(n.type in LOOPS and n != loop for n in walk(loop)):
            continue
        if any(goes_down(loop, counter, lane, function.variables) for lane in lanes):
            return True
    return False


def _is_whole(argument: Node, kernel: DeviceFunction) -> bool:
    """Whether an argument is one value for all threads: of parameters of the kernel that nobody writes, and of numbers."""
    loads = any(n.type in ("subscript_expression", "pointer_expression", "field_expression") for n in walk(argument))
    return not loads and all(
        not (v.writes or v.taken or v.reference) and (v.parameter or (v.init is not None and _is_whole(v.init, kernel)))
        for v in kernel.variables.used_in(argument)
    )


def _placed(found: _Call, kernel: DeviceFunction, names: Names) -> Iterator[_Edit]:
    """The body before the statement, and what it gives back for the call."""
    function, told = found.function, list[str]()
    called_now: dict[Variable, str] = {}
    names.taken |= _free(function)
    for parameter, argument in zip(function.parameters, arguments_of(found.call), strict=True):
        if (own := _same(parameter, argument, kernel)) is not None:
            called_now[parameter] = own.name
            continue
        called_now[parameter] = names.fresh(parameter.name)
        told.append(f"{parameter.declared(parameter.renamed(called_now[parameter]))} = {_line(argument, {})};")
    for variable in function.variables.all:
        if variable not in called_now:
            called_now[variable] = names.fresh(variable.name)
    places = {
        node.id: name
        for variable, name in called_now.items()
        for node in (*variable.uses, *(() if variable.parameter else declaring_names(variable)))
    }
    *body, last = _shown(function.body)
    told += [_line(statement, places) for statement in body]
    value = next(n for n in last.named_children if n.type != "comment")
    result = function.variables.of(value)
    if result is not None and not result.parameter and fundamental(result.base) == fundamental(function.returns):
        given = called_now[result]
    else:
        given = names.fresh(f"{function.name}_value")
        told.append(f"const {function.returns} {given} = {_line(value, places)};")
    yield found.statement.start_byte, found.statement.start_byte, " ".join((*told, ""))
    yield found.call.start_byte, found.call.end_byte, given


def _same(parameter: Variable, argument: Node, kernel: DeviceFunction) -> Variable | None:
    """The kernel's variable that a parameter is another name for."""
    own = kernel.variables.of(argument)
    if own is None or parameter.writes or parameter.taken or own.writes or own.taken or not own.scalar:
        return None
    alike = (own.base, own.pointers, own.volatile) == (parameter.base, parameter.pointers, parameter.volatile)
    return own if alike else None


def _line(node: Node, places: Mapping[int, str]) -> str:
    """Its text on one line, without remarks."""
    text = node.text or b""
    for part in reversed([n for n in walk(node) if n.type == "comment" or n.id in places]):
        start, end = part.start_byte - node.start_byte, part.end_byte - node.start_byte
        text = text[:start] + places.get(part.id, "").encode() + text[end:]
    return " ".join(text.decode("utf-8", errors="replace").split())
