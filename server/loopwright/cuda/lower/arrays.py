"""Declarations of what a block keeps: shared memory, and arrays with an element for each thread."""

from __future__ import annotations

from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.code import NOTHING, Code, form, spelled
from loopwright.cuda.ir.plan import Unsupported
from loopwright.cuda.ir.statements import Plain, plain
from loopwright.cuda.lower.builder import Builder
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.variables import Variable, Variables, array_name, split_alignment, without
from loopwright.cuda.spec.types import FUNDAMENTAL
from loopwright.source.nodes import bare

# What has a place of its own, which a reference may mean.
_PLACES = frozenset(("identifier", "subscript_expression", "field_expression", "pointer_expression"))


def shared_lines(variables: Variables, *, of_function: bool = False) -> list[Plain]:
    """Shared memory is the block's own. ``of_function``: of a function, which finds there what its last call left; one thread of the
    machine runs a block."""
    kept = "static thread_local " if of_function else ""
    lines = []
    for variable in variables.all:
        if not variable.shared:
            continue
        head = without(variable.head, "__shared__", "extern", "static", "volatile")
        if variable.dynamic:
            lines.append(f"{head} *{variable.name} = reinterpret_cast<{head} *>(dynamic_shared);")
        else:
            alignment, rest = split_alignment(head)
            lines.append(f"{alignment}{kept}{rest} {variable.declarator};")
    return list(map(plain, lines))


def is_pointed_at(variable: Variable) -> bool:
    """Whether an array keeps where the variable is: a reference to what has a place of its own."""
    init = bare(variable.init) if variable.init is not None else None
    return variable.reference and init is not None and init.type in _PLACES


def is_made_in_place(variable: Variable, vary: Vary) -> bool:
    """Whether an array keeps room for an object that its constructor makes: there need be no object without arguments."""
    if variable.pointers:
        return False
    if variable.parameter and not variable.extents and not variable.reference:
        # A lambda, or what else a caller hands to a template and the kernel calls: it may have no default constructor.
        called_only = not variable.writes and variable.base in vary.function.template_names
        return called_only or vary.code.members.has_constructor(variable.base)
    made = variable.constructed or (variable.init is not None and variable.init.type == "initializer_list")
    return made and not variable.reference and vary.code.members.has_constructor(variable.base)


def array_of(variable: Variable, cutter: Builder, size: str) -> Code:
    """The declaration of the array that keeps a variable for every thread."""
    name = array_name(variable, cutter.variables)
    if variable.closure:
        return NOTHING
    if is_made_in_place(variable, cutter.vary):
        kind = variable.base
        return spelled(f"std::aligned_storage_t<sizeof({kind}), alignof({kind})> {name}[{size}];")
    if variable.reference and variable.init is not None and (reason := _loses_place(variable, cutter)):
        raise Unsupported(
            f"the reference {variable.name} {reason}, and is kept across a barrier", variable.init.start_byte
        )
    if (variable.base in ("auto", "") and variable.init is not None) or variable.reference:
        return form("{} {}[{}];", _deduced(variable, cutter), name, size)
    function, plain_object = cutter.vary.function, not (variable.pointers or variable.parameter or variable.init)
    if plain_object and cutter.vary.code.may_ask_when_made(variable.base, function):
        at = variable.declaration.start_byte if variable.declaration is not None else function.node.start_byte
        raise Unsupported(f"{variable.name} asks where its thread is when it is made, and is kept across a barrier", at)
    head = without(variable.head, "volatile", *(() if variable.pointers else ("const",)))
    return spelled(f"{head} {variable.elements(f'{name}[{size}]')};")


def _loses_place(variable: Variable, cutter: Builder) -> str:
    """Why an array would keep for a reference what it does not mean: a copy of what has a place, or the place of what is converted."""
    assert variable.init is not None
    init = bare(variable.init)
    found = cutter.typing.of(init)
    if is_pointed_at(variable):
        plain = variable.base not in ("auto", "") and not variable.pointers and found is not None and not found[1]
        own = cutter.typing.named(variable.base)
        converted = plain and found is not None and found[0] != own and {found[0], own} <= FUNDAMENTAL
        return "means a converted value" if converted else ""
    if init.type == "conditional_expression":
        sides = [
            bare(n) for part in ("consequence", "alternative") if (n := init.child_by_field_name(part)) is not None
        ]
        return "means one of two places" if all(side.type in _PLACES for side in sides) else ""
    if init.type in ("call_expression", "cast_expression"):
        given = [f.node for f in cutter.code.callees(init, cutter.function)] or list(cutter.typing.members_called(init))
        heads = (n.child_by_field_name("declarator") for n in given)
        places = any(head is not None and head.type == "reference_declarator" for head in heads)
        if places or any(n.type == "abstract_reference_declarator" for n in walk(init)):
            return "means the place that a function or a cast gives"
    return ""


def _deduced(variable: Variable, cutter: Builder) -> Code:
    """The type of the elements of such an array, as the compiler tells it of the initial value."""
    if variable.reference and variable.base not in ("auto", ""):
        if is_pointed_at(variable):
            return spelled(f"{variable.head} *")
        return spelled(without(variable.head, "const"))
    assert variable.init is not None
    known = cutter.typing.of(variable.init)
    if known is not None and not known[1] and known[0] in FUNDAMENTAL and not variable.reference:
        return spelled(known[0])
    if any(n.type == "lambda_expression" for n in walk(variable.init)):
        raise Unsupported(f"the type of {variable.name} cannot be told", variable.init.start_byte)
    value = cutter.of_same_type(variable.init)
    if is_pointed_at(variable):
        return form("std::remove_reference_t<decltype({})> *", value)
    return form("std::decay_t<decltype({})>", value)
