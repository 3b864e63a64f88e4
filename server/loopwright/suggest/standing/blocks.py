"""Constructs for blocks that stand alone: a compute construct around `loop` directives that have none, `data` around compute constructs,
`host_data` around calls that take addresses of the device (OpenACC 3.4, sections 2.5, 2.6.5, 2.8)."""

from __future__ import annotations

from collections import Counter

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.effects import effect_of
from loopwright.lang.statements import end_of_statement, statement_around
from loopwright.openacc.constructs import COMPUTE, Construct, Unit
from loopwright.openacc.directive import Clause, Directive
from loopwright.source.nodes import text_of, uncast
from loopwright.source.outline import Outline
from loopwright.source.text import Span
from loopwright.suggest.present import allocated_on_device
from loopwright.suggest.standing.block_data import arrays_in, direction
from loopwright.suggest.standing.data_place import Place
from loopwright.suggest.standing.free_blocks import clauses_for, kernels_for
from loopwright.suggest.standing.mentions import Body, body_at, moved_by

# Libraries whose functions take memory of the device: NVIDIA's names with small letters, as in `cublasDgemm`.
_LIBRARIES = ("cublas", "cufft", "cusparse", "cusolver", "curand", "nccl", "hipblas", "rocblas", "hipfft")
_HOUSEKEEPING = ("Create", "Destroy", "SetStream", "GetStream", "Plan", "SetPointerMode", "SetSeed", "Synchronize")
_GOVERN_NOTHING = frozenset(("enter data", "exit data", "update", "wait", "set", "init", "shutdown"))
_SAYS_NO_WAY = frozenset(("present", "no_create"))
_BRINGS = ("copyin", "create", "copy", "copyout", "present", "no_create")


def around(outline: Outline, statement: Node) -> list[str]:
    """Constructs that a statement lacks around it, most likely first."""
    body = body_at(outline, statement.start_byte) if b"acc" in outline.source.data else None
    if body is None:
        return []
    unit = body.unit
    end = end_of_statement(statement)
    if body.on_device(statement.start_byte) is not None:
        return []
    inside = [c for c in body.constructs if statement.start_byte <= c.pragma.span.start < end]
    here = [
        c
        for c in body.constructs
        if c.pragma.governs == statement.start_byte
        and c.pragma.span.end <= statement.start_byte
        and c.name not in _GOVERN_NOTHING
    ]
    if _has_unknown(body, statement, end):
        return []
    if statement.type == "compound_statement" and _is_free(statement):
        orphans = [c for c in inside if c.name == "loop" and c.compute is None]
        if orphans and len(orphans) == sum(c.name == "loop" for c in inside) and not _is_routine(unit, body):
            return _compute(body, statement, orphans)
        computing = [c for c in (*here, *inside) if c.name in COMPUTE]
        if computing and all(c.name in COMPUTE for c in here):
            held = _data(body, computing, Span(statement.start_byte, end))
            return [held] if held else []
    habit = ("MPI_",) if any(c.name == "host_data" for c in unit.constructs) else ()
    used = (
        _device_addresses(body, statement, end, (*_LIBRARIES, *habit))
        if not inside and all(c.name == "data" for c in here)
        else []
    )
    if not used and not inside and all(c.name == "data" for c in here) and statement.type == "compound_statement":
        used = _lent(body, statement, end) if not here else []
        construct = kernels_for(body, statement) if not used and _is_free(statement) else ""
        if construct:
            return [construct]
    return [f"host_data use_device({','.join(used)})"] if used else []


def _has_unknown(body: Body, statement: Node, end: int) -> bool:
    """Whether a directive above a statement or inside of it is none of OpenACC's, as `region` of the models before it: it may be the very
    construct."""
    unknown = (c for c in body.constructs if c.node.spec is None)
    return any(statement.start_byte <= c.pragma.governs < end for c in unknown)


def library_calls(outline: Outline) -> list[int]:
    """Where statements begin that call a library which may take addresses of the device, in functions that bring data there."""
    data = outline.source.data
    names = [name.encode() for name in (*_LIBRARIES, "MPI_") if name.encode() in data]
    if not names or b"acc" not in data:
        return []
    found: dict[int, None] = {}
    for function in outline.functions:
        body = body_at(outline, function.body.start + 1)
        if body is None or not body.moved:
            continue
        for node in descendants(body.node):
            if node.type == "call_expression":
                called = text_of(node.child_by_field_name("function"))
                if called.startswith((*_LIBRARIES, "MPI_")):
                    found[statement_around(outline.source, node.start_byte)] = None
    return list(found)


def is_for_the_host(block: Node) -> bool:
    """Whether a block calls what no device can: MPI, libraries that send work there, input and output, memory of the host."""
    for node in descendants(block):
        if node.type == "call_expression":
            name = text_of(node.child_by_field_name("function"))
            effect = effect_of(name.rpartition("::")[2])
            if (
                name.startswith(("MPI_", *_LIBRARIES))
                or effect.order == "output"
                or effect.allocates
                or effect.releases
            ):
                return True
    return False


def free_block_at(root: Node, offset: int) -> Node | None:
    """The block that begins at ``offset`` and is the body of nothing."""
    node: Node | None = root.descendant_for_byte_range(offset, offset + 1)
    while node is not None and node.start_byte == offset:
        if node.type == "compound_statement":
            return node if _is_free(node) else None
        node = node.parent
    return None


def _lent(body: Body, block: Node, end: int) -> list[str]:
    """What is on the device and a block that stands alone passes to functions of other files, where it does nothing else with it."""
    if not _is_free(block) or any(
        node.type.endswith(("for_statement", "while_statement")) for node in descendants(block)
    ):
        return []
    held = {
        m.name
        for m in body.moved
        if m.clause in _BRINGS
        and (
            (m.construct.name == "data" and m.construct.region.start <= block.start_byte < m.construct.region.end)
            or (m.construct.name == "enter data" and m.at < block.start_byte)
        )
    }
    known = {f.name for f in body.unit.outline.functions}
    found: dict[str, None] = {}
    for name in held:
        inside = [m for m in body.mentions(name) if block.start_byte <= m.at < end]
        calls = [_called_with(m.node) for m in inside]
        if inside and all(called and called not in known and not effect_of(called).known for called in calls):
            found[name] = None
    first = {name: min(m.at for m in body.mentions(name) if block.start_byte <= m.at) for name in found}
    return sorted(found, key=lambda name: first[name])


def _called_with(node: Node) -> str:
    """The function that gets a variable, or what it leads to further on, as an argument; empty for none."""
    parent = node.parent
    while parent is not None and parent.type in ("binary_expression", "cast_expression", "parenthesized_expression"):
        parent = parent.parent
    if (
        parent is None
        or parent.type != "argument_list"
        or parent.parent is None
        or parent.parent.type != "call_expression"
    ):
        return ""
    return text_of(parent.parent.child_by_field_name("function"))


def _is_free(block: Node) -> bool:
    """Whether a block is the body of nothing."""
    return (block.parent is not None and block.parent.type in ("compound_statement", "case_statement")) or (
        block.parent is not None and block.parent.type.startswith("preproc_if")
    )


def _is_routine(unit: Unit, body: Body) -> bool:
    return body.function.name.rpartition("::")[2] in unit.routines


def _compute(body: Body, block: Node, orphans: list[Construct]) -> list[str]:
    """Compute constructs by how often the file has each. All gangs of `parallel` run what stands beside its loops, so it is
    there only where nothing does. What they reach of the device's own memory they say."""
    usual = Counter(c.name for c in body.unit.constructs if c.name in ("parallel", "kernels"))
    loops = {c.pragma.governs for c in orphans}
    code = [node for node in block.named_children if node.type not in ("comment", "preproc_call", "declaration")]
    all_shared = all(node.start_byte in loops for node in code) and not any(c.node.clause("seq") for c in orphans)
    names = ("parallel", "kernels") if all_shared else ("kernels",)
    used = arrays_in(body, Span(block.start_byte, block.end_byte))
    if any(_is_out_of_reach(body, block, name) for name in used):
        return []
    own = [name for name in allocated_on_device(body.node) if name in used]
    moved = clauses_for(body, Span(block.start_byte, block.end_byte)) if not own else ()
    clauses = (Clause("deviceptr", ",".join(dict.fromkeys(own))),) if own else (moved or ())
    return [str(Directive(name, clauses)) for name in sorted(names, key=lambda name: -usual[name])]


def _is_out_of_reach(body: Body, block: Node, name: str) -> bool:
    """Whether a block reads members of an object behind a pointer that no directive of the file brings, nor any construct of it finds
    there without: compilers copy the address alone."""
    declared = body.unit.declarations.lookup(name, block.start_byte)
    if declared is None or declared.kind != "parameter" or body.unit.declarations.type_of(declared).layers != ("*",):
        return False
    every = body.mentions(name)
    found = [m for m in every if block.start_byte <= m.at < block.end_byte]
    members = [m for m in found if m.node.parent is not None and m.node.parent.type == "field_expression"]
    if not members or len(members) < len(found):
        return False
    told = {moved.name.partition("->")[0] for moved in moved_by(list(body.unit.constructs))}
    others = (m for m in every if m not in found and m.kind.startswith("device"))
    return name not in told and not any(others)


def _data(body: Body, computing: list[Construct], span: Span) -> str:
    """`data` with what the compute constructs of a block say of their data, and nobody around it or in the function has brought."""
    known = {m.name for m in body.moved if m.construct.name == "enter data"}
    known |= {
        m.name
        for m in body.moved
        if m.construct.name == "data" and m.construct.region.start <= span.start < m.construct.region.end
    }
    ways: dict[str, set[str]] = {}
    texts: dict[str, str] = {}
    for moved in moved_by(computing):
        if moved.clause in _BRINGS and moved.name not in known:
            ways.setdefault(moved.name, set()).add(moved.clause)
            if "[" in moved.text or moved.name not in texts:
                texts[moved.name] = moved.text
    clauses: dict[str, list[str]] = {"copyin": [], "copy": [], "copyout": [], "create": []}
    place = Place(body, span.start, lambda directive, name: False)
    for name, found in ways.items():
        if found <= _SAYS_NO_WAY:
            clauses[direction(place, name, span)].append(texts[name])
        else:
            clauses[next(iter(found)) if len(found) == 1 else "copy"].append(texts[name])
    pointers = (n for n, text in texts.items() if "[" not in text and not _has_a_size(body, n))
    if any(pointers):
        return ""
    if not any(clauses.values()) and any(m.clause == "present" for m in moved_by(list(body.unit.constructs))):
        clauses["present"] = _entered(body, span)
    kept = tuple(Clause(clause, ",".join(names)) for clause, names in clauses.items() if names)
    return str(Directive("data", kept)) if kept else ""


def _has_a_size(body: Body, name: str) -> bool:
    """Whether a clause may name a variable without a section."""
    declared = body.unit.declarations.lookup(name, body.function.body.end - 1)
    return declared is not None and body.unit.declarations.type_of(declared).layers[:1] != ("*",)


def _entered(body: Body, span: Span) -> list[str]:
    """What was entered in the function in front of a block whose compute constructs use it and do not say so."""
    held = {m.name: m.text for m in body.moved if m.construct.name == "enter data" and m.at < span.start}
    used = {n for n in held for m in body.mentions(n) if m.kind.startswith("device") and span.start <= m.at < span.end}
    said = {m.name for m in body.moved if m.clause in _BRINGS and span.contains(m.construct.pragma.span)}
    return [text for name, text in held.items() if name in used - said]


def _is_address_of(argument: Node, name: str) -> bool:
    """Whether an argument is the address of a variable: `&x`, cast or not."""
    inner = uncast(argument)
    operand = inner.child_by_field_name("argument") if inner.type == "pointer_expression" else None
    return operand is not None and text_of(inner).startswith("&") and text_of(operand) == name


def _device_addresses(body: Body, statement: Node, end: int, libraries: tuple[str, ...]) -> list[str]:
    """Variables on the device that a statement passes to a library which takes addresses of the device."""
    moved = {m.name for m in body.moved if m.clause in _BRINGS and m.construct.name in ("data", "enter data")}
    moved |= {m.name for m in body.moved if m.clause in ("use_device", "present") or m.construct.name == "update"}
    found: dict[str, None] = {}
    for node in [statement, *descendants(statement)]:
        if node.type != "call_expression" or node.start_byte >= end:
            continue
        name = text_of(node.child_by_field_name("function"))
        arguments = node.child_by_field_name("arguments")
        if not name.startswith(libraries) or any(word in name for word in _HOUSEKEEPING) or arguments is None:
            continue
        for argument in arguments.named_children:
            words = [argument, *descendants(argument)]
            text = next((text_of(w) for w in words if w.type == "identifier" and text_of(w) in moved), "")
            if text and (not body.is_number(text) or _is_address_of(argument, text)):
                found[text] = None
    return list(found)
