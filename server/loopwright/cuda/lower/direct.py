"""A second way to write a kernel: plain loops for the launches that they fit, tried before the lowering.

``bool NAME_direct(gridDim, blockDim, …)`` does what a launch does and returns ``true``, or returns ``false`` before it has
written anything: then the lowering runs. Its body comes from outside (the model); here it is put into the file, and
looked at for what a body of loops has no need of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from loopwright.cuda.analyse.indices import AXES
from loopwright.cuda.ir.code import spelled
from loopwright.cuda.ir.functions import Function, Head, Parameter
from loopwright.cuda.ir.statements import plain
from loopwright.cuda.lower.kernel_limits import KernelLimits
from loopwright.cuda.read.device_function import DeviceFunction, called
from loopwright.cuda.read.launches import Shape
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.spec import operations
from loopwright.source.lexemes import all_lexemes, directives_in, read_directive, replaced, words_of_code
from loopwright.source.nodes import text_of
from loopwright.source.syntax import parse

SUFFIX = "_direct"
_STATEMENTS = frozenset(
    f"{kind}_statement"
    for kind in ("compound", "expression", "for", "if", "return", "while", "do", "break", "continue")
)
_PLAIN_CALLS = frozenset((
    "abs", "acos", "asin", "atan", "atan2", "cbrt", "ceil", "copysign", "cos", "cosh", "erf", "erfc", "exp",
    "exp2", "expm1", "fabs", "floor", "fma", "fmax", "fmin", "fmod", "hypot", "isinf", "isnan", "log", "log10",
    "log1p", "log2", "max", "min", "pow", "rint", "round", "rsqrt", "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
))  # fmt: skip
_NAMES = frozenset(("identifier", "qualified_identifier", "template_function"))
_REFUSED = frozenset(
    (
        "asm",
        "goto",
        "new",
        "delete",
        "throw",
        "try",
        "catch",
        "static",
        "thread_local",
        "using",
        "extern",
        "template",
        "reinterpret_cast",
    )
)


def direct_head(function: DeviceFunction) -> Head:
    """The head of the direct function."""
    own = [Parameter(spelled(f"{p.head} {p.declarator}"), p.name) for p in function.parameters]
    sizes = [Parameter(spelled(f"dim3 {name}"), name) for name in ("gridDim", "blockDim")]
    return Head(spelled(f"static bool {function.name}{SUFFIX}"), (*sizes, *own))


def takes_direct(function: DeviceFunction, dynamic: bool) -> bool:
    """Whether a kernel can be written twice: not a template or one with dynamic shared memory."""
    return not function.template and not dynamic


def direct_function(function: DeviceFunction, body: str) -> Function:
    """The direct function. ``body``: its statements as the model wrote them."""
    head = direct_head(function)
    return Function(head, (plain(replaced(body, _our_names(body))), plain("return true;")))


def _our_names(body: str) -> Iterator[tuple[int, int, str]]:
    """The functions that a body calls, named as the lowering names them."""
    for each, following in pairwise(each for each in all_lexemes(body) if each.kind != "remark"):
        if each.kind == "name" and following.text == "(" and each.text in operations().renamed:
            yield each.start, each.end, operations().renamed[each.text]


def with_direct(lowered: Function, function: DeviceFunction, shape: Shape, names: list[str]) -> Function:
    """``lowered``, a kernel's function, with a call of the direct function first. ``names``: what it calls its parameters."""
    call = f"{function.name}{SUFFIX}({', '.join(['gridDim', _block(lowered, shape), *names])})"
    return replace(lowered, body=(plain(f"if ({call}) return;"), *lowered.body))


def unless_it_fails(
    lowered: Function,
    shape: Shape,
    bound: int | str | None,
    *,
    with_bytes: bool,
    fixed: str,
    limits: KernelLimits | None,
) -> Function:
    """``lowered``, a kernel's function, that leaves the error of a launch which no GPU carries out, and does nothing then.
    ``bound``: the most threads of a block that it was built for, ``fixed``: the shared memory that it has beside that of the launch,
    ``limits``: both where somebody may ask for them."""
    behind = [f"unsigned({bound})" if isinstance(bound, str) else str(bound)] if bound is not None else []
    behind += ["1024", fixed] if fixed and not behind else [fixed] if fixed else []
    bytes = ["shared_bytes"] if with_bytes else ["0"] if behind or limits else []
    sizes = ["gridDim", _block(lowered, shape), *bytes]
    lines = [limits.told([parameter.name for parameter in lowered.head.parameters])] if limits else []
    given = ["lw_limits", *sizes] if limits else [*sizes, *behind]
    return replace(
        lowered, body=(*map(plain, [*lines, f"if (launch_fails({', '.join(given)})) return;"]), *lowered.body)
    )


def _block(lowered: Function, shape: Shape) -> str:
    return "blockDim" if lowered.head.takes("blockDim") else f"dim3({', '.join(shape.sizes or ())})"


def direct_blocks(text: str, dimensions: int) -> list[str]:
    """The block that a direct function asks for, if it compares sizes of blocks with constants; square where it does not say
    all."""
    parts = [each for each in all_lexemes(text) if each.kind != "remark"]
    asked: dict[str, str] = {}
    for block, dot, axis, sign, size in zip(parts, parts[1:], parts[2:], parts[3:], parts[4:]):
        compares = (block.text, dot.text, sign.text) == ("blockDim", ".", "!=") and axis.text in AXES
        if compares and size.kind in ("name", "number"):
            asked[axis.text] = size.text
    first = next(iter(asked.values()), "")
    return [", ".join(asked.get(a, first if i < dimensions else "1") for i, a in enumerate("xyz"))] if asked else []


def objection(body: str, known: frozenset[str] = frozenset()) -> str:
    """What a body has that loops need not have, empty for nothing. ``known``: functions of the file that it may call."""
    if refused := next((word for word in words_of_code(body) if word in _REFUSED), ""):
        return f"{refused} in it"
    directives = (read_directive(each.text) for each in directives_in(body))
    if any(said is None or said.word != "pragma" or words_of_code(said.rest)[:1] != ["omp"] for said in directives):
        return "a directive that is not OpenMP's"
    source = parse(f"bool f() {{\n{body}\nreturn true;\n}}\n", "direct.cpp")
    root = source.root
    if root.has_error:
        return "it cannot be parsed"
    if len(root.named_children) != 1:
        return "more than a body"
    for node in walk(root):
        if node.type.endswith("_statement") and node.type not in _STATEMENTS:
            return f"{node.type.replace('_', ' ')} in it"
        to_pointer = node.type == "cast_expression" and "*" in text_of(node.child_by_field_name("type"))
        if to_pointer or node.type in ("string_literal", "lambda_expression"):
            return f"{node.type.replace('_', ' ')} in it"
        if node.type == "call_expression" and not _is_plain(node.children[0].type, called(node), known):
            return f"a call of {called(node) or text_of(node)[:40]}"
    return ""


def _is_plain(kind: str, name: str, known: frozenset[str]) -> bool:
    return kind in _NAMES and (name in known or name in _PLAIN_CALLS or name.removesuffix("f") in _PLAIN_CALLS)
