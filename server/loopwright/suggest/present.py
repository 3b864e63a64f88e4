"""Which variables are on the device already where a loop stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tree_sitter import Node

from loopwright.lang.declarations import Declaration
from loopwright.lang.host_uses import host_uses
from loopwright.lang.passed import calls_of, parameters_of
from loopwright.lang.symbols import names_at
from loopwright.memory.places import COMPUTE, Place
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.equivalent import Setting, held_by
from loopwright.source.kept import kept
from loopwright.source.nodes import subtree, text_of, uncast
from loopwright.source.outline import Function, Loop, Outline
from loopwright.source.shape import arrays_of
from loopwright.source.text import Span
from loopwright.source.tokens import tokenize

_HOLDING = frozenset(("copy", "copyin", "copyout", "create", "present", "no_create", "deviceptr", "attach", "link"))
_ALLOCATIONS = (b"acc_malloc", b"cudaMalloc")
_MOST_CALLERS = 3  # that a pointer is followed through
_REGIONS = frozenset(("data", "parallel", "kernels", "serial", "parallel loop", "kernels loop", "serial loop"))


def on_device(outline: Outline, loop: Loop, visibly: bool = False) -> frozenset[str]:
    """Names held by an enclosing `data` region, an `enter data` before the loop in its function, or `declare`; ``visibly`` without
    `enter data`, which does not change what a scalar is without a clause (OpenACC 3.4, section 2.6.2)."""
    return _held(outline, loop, visibly)


@kept
def _held(outline: Outline, loop: Loop, visibly: bool) -> frozenset[str]:
    held: set[str] = set()
    function = loop.function
    for pragma in outline.pragmas:
        if pragma.sentinel != "acc":
            continue
        directive = parse_directive(pragma.text)
        if pragma.governs == loop.span.start and directive.name in _REGIONS - {"data"}:
            continue  # the directive of the loop itself
        names = {_variable(part) for clause in directive.clauses if clause.name in _HOLDING for part in clause.entries}
        if (directive.name in _REGIONS and _governs(outline, pragma.governs, loop)) or directive.name == "declare":
            held |= names
        elif (
            not visibly
            and directive.name in ("enter data", "exit data")
            and function is not None
            and function.body.start <= pragma.span.start < loop.span.start
        ):
            gone = {_variable(part) for clause in directive.clauses for part in clause.entries}
            held = held | names if directive.name == "enter data" else held - gone
    return frozenset(held)


def reduced_around(outline: Outline, loop: Loop) -> frozenset[str]:
    """Variables that constructs and loops around ``loop`` reduce."""
    above = (
        p for p in outline.pragmas if p.sentinel == "acc" and "reduction" in p.text and p.governs != loop.span.start
    )
    clauses = (c for p in above if _governs(outline, p.governs, loop) for c in parse_directive(p.text).clauses)
    return frozenset(_variable(part) for clause in clauses if clause.name == "reduction" for part in clause.entries)


def setting_of(outline: Outline, loop: Loop, place: Place) -> Setting:
    """What a directive above ``loop`` would mean there."""
    inside = [inner.header.variable for inner in outline.loops if loop.span.contains(inner.span)]
    above = next((name for name in place.stacked if name in COMPUTE), "")
    macros = names_at(outline, loop).scopes.macros
    held: set[str] = set()
    for pragma in outline.pragmas_named("data"):
        if _governs(outline, pragma.governs, loop):
            held |= held_by(parse_directive(pragma.text))
    held |= {_with_values(item, macros) for item in held}
    counters = frozenset(name for name in inside if name)
    return Setting(counters, place.compute or above, frozenset(held), _whole_arrays(outline, loop, macros))


def _whole_arrays(outline: Outline, loop: Loop, macros: Mapping[str, Declaration]) -> frozenset[str]:
    """How a clause can name all of an array of known size that ``loop`` uses and no directive in sight puts on the device."""
    names = names_at(outline, loop)
    found: set[str] = set()
    for name in set(arrays_of(outline, loop).names) - on_device(outline, loop, visibly=True):
        declared = names.declared(name)
        if declared is None or declared.kind != "variable" or set(declared.type.layers) != {"[]"}:
            continue
        if all(declared.type.extents):
            section = name + "".join(f"[0:{extent}]".replace(" ", "") for extent in declared.type.extents)
            found |= {name, section, _with_values(section, macros)}
    return frozenset(found)


def _with_values(item: str, macros: Mapping[str, Declaration]) -> str:
    """A section with the numbers that macros in its bounds stand for."""
    data = item.encode()
    texts = (token.text for token in tokenize(data, Span(0, len(data))))
    values = ((text, macros[text].value if text in macros else None) for text in texts)
    return "".join(value if value is not None and value.isdigit() else text for text, value in values)


def device_pointers(outline: Outline, loop: Loop) -> tuple[str, ...]:
    """Names that point to memory of the device where ``loop`` stands: the function names them in `deviceptr`, an allocation of the
    device made them, or every call of the function passes such a pointer."""
    return _device_pointers_of(outline, loop.function, _MOST_CALLERS) if loop.function is not None else ()


@kept
def _device_pointers_of(outline: Outline, function: Function, callers: int) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for pragma in outline.pragmas:
        if pragma.sentinel == "acc" and function.span.contains(pragma.span) and "deviceptr" in pragma.text:
            for clause in parse_directive(pragma.text).clauses:
                if clause.name == "deviceptr":
                    found.update(dict.fromkeys(map(_variable, clause.entries)))
    text = outline.source.data[function.body.start : function.body.end]
    if any(name in text for name in _ALLOCATIONS):
        root = outline.source.tree.root_node.descendant_for_byte_range(function.body.start, function.body.end - 1)
        found.update(dict.fromkeys(allocated_on_device(root) if root is not None else ()))
    files = (outline, *outline.units) if callers else ()
    if any(name in file.source.data for file in files for name in (*_ALLOCATIONS, b"deviceptr")):
        found.update(dict.fromkeys(_passed_on_device(outline, function, callers - 1)))
    return tuple(found)


def _passed_on_device(outline: Outline, function: Function, callers: int) -> list[str]:
    """The parameters for which every call passes a pointer to memory of the device."""
    parameters = parameters_of(outline, function)
    passed: list[set[str]] = []
    for call in calls_of(outline, function):
        pointers = _device_pointers_of(call.file, call.caller, callers)
        given = (_pointer_in(argument) for argument in call.arguments)
        passed.append({p for p, argument in zip(parameters, given) if argument in pointers})
    return sorted(set.intersection(*passed)) if passed else []


def _pointer_in(argument: Node) -> str:
    """The variable that an address is worked out from: `p` of `p`, `p + k`, `&p[k]`; empty for anything else."""
    node = uncast(argument)
    while node.type in ("binary_expression", "pointer_expression", "subscript_expression"):
        inner = node.child_by_field_name("left") or node.child_by_field_name("argument")
        is_value = node.type == "pointer_expression" and not text_of(node).startswith("&")
        if inner is None or is_value or (node.type == "subscript_expression" and node.parent == argument.parent):
            return ""
        node = uncast(inner)
    return text_of(node) if node.type == "identifier" else ""


def host_pointers(outline: Outline, loop: Loop) -> frozenset[str]:
    """Names that the function of ``loop`` goes through on the host: by a subscript, `->` or `*` outside of ``loop`` and of everything
    that a directive of OpenACC stands above."""
    function = loop.function
    if function is None:
        return frozenset()
    uses = host_uses(outline.source.tree.root_node, function.body, loop.span, governed(outline))
    return frozenset(use.name for use in uses if not use.is_call)


def governed(outline: Outline) -> frozenset[int]:
    """Where the statements begin that directives of OpenACC stand above."""
    return frozenset(pragma.governs for pragma in outline.pragmas if pragma.sentinel == "acc")


def allocated_on_device(root: Node) -> Iterator[str]:
    """Variables that `acc_malloc` is assigned to, or whose address `cudaMalloc` is given."""
    for node in subtree(root):
        if node.type != "call_expression":
            continue
        called = text_of(node.child_by_field_name("function"))
        if called == "acc_malloc":
            holder = node.parent
            while holder is not None and holder.type in ("cast_expression", "parenthesized_expression"):
                holder = holder.parent
            if holder is not None and holder.type in ("init_declarator", "assignment_expression"):
                yield _last_name(holder.child_by_field_name("declarator") or holder.child_by_field_name("left"))
        elif called in ("cudaMalloc", "cudaMallocPitch"):
            arguments = node.child_by_field_name("arguments")
            if arguments is not None and arguments.named_children:
                yield _last_name(arguments.named_children[0])


def _last_name(node: Node | None) -> str:
    """The variable in `*p`, `&p` or `(void **)&p`."""
    while node is not None and node.type != "identifier":
        node = node.named_children[-1] if node.named_children else None
    return text_of(node)


def _governs(outline: Outline, start: int, loop: Loop) -> bool:
    if start > loop.span.start:
        return False
    node = outline.source.tree.root_node.descendant_for_byte_range(start, start + 1)
    while node is not None and node.start_byte >= start and node.end_byte < loop.span.end:
        node = node.parent
    return node is not None and node.start_byte == start and node.end_byte >= loop.span.end


def _variable(part: str) -> str:
    return part.split("[")[0].strip()
