"""`long double`, which is `double` on a GPU: of eight bytes in memory, and of sixteen for `sizeof`, which nvcc works out for both sides.

What the device alone has is said as a `double`. Of a function for both sides each side gets its own where it is a plain function. What both sides
hold, a variable of the device, an argument of a kernel or a member of a class, is not the same number there, and is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tree_sitter import Node

from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.launches import Launch
from loopwright.cuda.read.variables import name_node, parameter_nodes
from loopwright.lang.method_heads import CLASSES, declared_name, is_device_lambda, is_of_device_alone
from loopwright.lang.numbers import literal
from loopwright.source.lexemes import code_within
from loopwright.source.nodes import Kinds, nearest, subtree, text_of
from loopwright.source.syntax import Source, parse
from loopwright.source.text import names_in, spliced

_OF_NUMBERS = (
    "binary_expression",
    "unary_expression",
    "parenthesized_expression",
    "cast_expression",
    "conditional_expression",
)
_NAMES = ("type_definition", "alias_declaration", "preproc_def", "preproc_function_def")
_TYPE = "sized_type_specifier"
_OTHER = "a long double, which is a double on a GPU"
_SIDES = ("__host__", "__device__", "__global__")
_ENDS = "0123456789."
_WORDS = ("identifier", "type_identifier", "namespace_identifier")
_DECLARES = ("declaration", "parameter_declaration", "optional_parameter_declaration")


def with_plain_doubles(source: Source) -> Source:
    """``source`` with `double` for the `long double` of functions of the device alone; ``source`` itself where there are none. `sizeof` keeps it,
    and expressions of numbers alone do: nvcc works them out before it knows the side, and their value is a `double` then. So do the arguments of
    kernels and functions that measure a variable, for which there is no translation."""
    if b"long" not in source.data and b"L" not in source.data:
        return source
    macros = constants_of(source.kinds)
    numbers = [n for n in source.kinds.of("number_literal") if _is_long_constant(n)]
    numbers += [n for n in source.kinds.of("identifier") if text_of(n) in macros] if macros else []
    numbers = [n for n in numbers if _is_of_device(n) and nearest(n, ("sizeof_expression",)) is None]
    wholes = {w.id: w for n in numbers for w in (_constant_around(n, macros),)}
    edits = [(w.start_byte, w.end_byte, f"(double)({text_of(w)})") for w in wholes.values()]
    for node in source.kinds.of(_TYPE) if b"long" in source.data else ():
        within = any(w.start_byte <= node.start_byte and node.end_byte <= w.end_byte for w in wholes.values())
        if _is_plain(node) and not within and _is_of_device(node) and not _is_argument(node) and not _is_measured(node):
            edits.append((node.start_byte, node.end_byte, "double"))
    return parse(spliced(source.data, edits), source.name, source.language) if edits else source


def plain_double(node: Node, macros: frozenset[str]) -> str | None:
    """What stands for a type or an expression of numbers in the device's text of a function for both sides. ``macros``: those of
    :func:`constants_of`."""
    if node.type == _TYPE:
        return "double" if _is_plain(node) else None
    if node.type not in ("number_literal", "identifier", *_OF_NUMBERS):
        return None
    long = next((n for n in subtree(node) if _is_long_constant(n) or text_of(n) in macros), None)
    if long is not None and nearest(long, ("sizeof_expression",)) is not None:
        return None
    whole = _constant_around(long, macros) if long is not None else None
    return f"(double)({text_of(node)})" if whole is not None and whole.id == node.id else None


def constants_of(kinds: Kinds) -> frozenset[str]:
    """Macros that stand for a number which is a `long double`."""
    named = ((n.child_by_field_name("name"), n.child_by_field_name("value")) for n in kinds.of("preproc_def"))
    return frozenset(text_of(name) for name, value in named if name is not None and has_long_number(text_of(value)))


def has_long_number(code: str) -> bool:
    """Whether a number of some code is a `long double`."""
    tokens = code_within(code) if "L" in code or "l" in code else ()
    return any(is_long_number(each.text) for each in tokens if each.kind == "number")


def is_long_number(text: str) -> bool:
    """Whether a number is a `long double`: `1e-17L`, not `1L`."""
    return text[-1:] in ("l", "L") and (value := literal(text)) is not None and not value.is_integer


@dataclass(frozen=True)
class LongDoubles:
    """What both sides have of it. ``names``: types, functions and variables of the file that are, hold or name one; ``given``: these, and
    members and functions of the host that are declared as one."""

    names: frozenset[str]
    given: frozenset[str]

    @staticmethod
    def of(kinds: Kinds) -> LongDoubles:
        """Those of a file."""
        found: set[str] = set()
        nodes = [*_at_file_level(kinds)]
        while more := {name for node in nodes if _holds(node, found) for name in _named(node)} - found:
            found |= more
        told = [n for n in kinds.of("declaration") if nearest(n, ("function_definition",)) is None]
        told += kinds.of("function_definition", "field_declaration")
        long = (n for n in told if says_long_double(text_of(n.child_by_field_name("type"))))
        given = {text_of(name) for n in long for name in _declared(n)}
        return LongDoubles(frozenset(found), frozenset(found | given))

    def why_not(self, kernel: DeviceFunction, reached: Iterable[DeviceFunction], launches: Sequence[Launch]) -> str:
        """Why there is no translation of a kernel that has a `long double` in common with the host; empty where it has none."""
        functions = (kernel, *reached)
        if name := next(
            (name for f in functions for name in sorted(f.words & self.names) if _means_other(f, name)), ""
        ):
            return f"{name} is or holds {_OTHER}"
        if any(_is_long(p.head) for p in kernel.parameters):
            return f"it is given {_OTHER}"
        own = [launch.node for launch in launches if launch.kernel == kernel.name] if kernel.template else []
        if any(_is_long(text_of(node)) or _gives(node, self.given) for node in own):
            return f"it is made for {_OTHER}"
        if any(_is_plain(n) and _is_measured(n) for f in functions for n in f.inside if n.type == _TYPE):
            return f"it asks for the size of {_OTHER}"
        return ""


def may_have_long_doubles(text: str) -> bool:
    """Whether the type, or a number that is of it, may stand in a text."""
    return says_long_double(text) or (any(f"{end}L" in text for end in _ENDS) and has_long_number(text))


def says_long_double(text: str) -> bool:
    """Whether the type stands in a text."""
    return "long" in text and "double" in text and _is_long(text)


def _is_long(text: str) -> bool:
    told = [each.text for each in code_within(text) if each.text not in ("const", "volatile")]
    return any({before, word} == {"long", "double"} for before, word in pairwise(told))


def _is_long_constant(node: Node) -> bool:
    return node.type == "number_literal" and is_long_number(text_of(node))


def _is_of_device(node: Node) -> bool:
    around = nearest(node, ("lambda_expression",))
    return is_of_device_alone(node) or (
        around is not None and is_device_lambda(around) and all(text_of(n) != "__host__" for n in subtree(around))
    )


def _constant_around(node: Node, known: frozenset[str]) -> Node:
    """The largest expression of numbers, and of ``known`` names of such, that one stands in."""
    while node.parent is not None and node.parent.type in _OF_NUMBERS:
        if any(
            n.type == "call_expression" or (n.type == "identifier" and text_of(n) not in known)
            for n in subtree(node.parent)
        ):
            break
        node = node.parent
    return node


def _is_plain(kind: Node) -> bool:
    """Whether a type is a `long double` that nobody measures."""
    return _is_long(text_of(kind)) and nearest(kind, ("sizeof_expression",)) is None


def _is_argument(kind: Node) -> bool:
    """Whether a type is that of a kernel's parameter."""
    function = nearest(kind, ("function_definition",))
    body = function.child_by_field_name("body") if function is not None else None
    if function is None or body is None or kind.start_byte >= body.start_byte:
        return False
    return any(c.type == "__global__" for c in function.children)


def _is_measured(kind: Node) -> bool:
    """Whether the function around a type asks for the size of a variable that is declared with it."""
    around, declared = nearest(kind, ("function_definition",)), nearest(kind, _DECLARES)
    if around is None or declared is None:
        return False
    own = {text_of(n) for d in declared.children_by_field_name("declarator") if (n := name_node(d)) is not None}
    sizes = (n for n in subtree(around) if n.type == "sizeof_expression")
    return any(not own.isdisjoint(names_in(text_of(n))) for n in sizes)


def _at_file_level(kinds: Kinds) -> Iterator[Node]:
    """What may give both sides a `long double`: names of types and macros, classes, variables of the file."""
    for node in kinds.of(*_NAMES, *CLASSES, "declaration"):
        if nearest(node, ("function_definition",)) is None and not _is_prototype(node):
            yield node
    for node in kinds.of("function_definition"):  # one for both that does not say so
        if any(text_of(c) == "constexpr" for c in node.children) and not any(
            text_of(c) in _SIDES for c in node.children
        ):
            yield node


def _is_prototype(node: Node) -> bool:
    declarator = node.child_by_field_name("declarator") if node.type == "declaration" else None
    return any(n.type == "function_declarator" for n in (subtree(declarator) if declarator is not None else ()))


def _holds(node: Node, known: set[str]) -> bool:
    if node.type not in CLASSES:
        return says_long_double(text_of(node)) or not known.isdisjoint(names_in(text_of(node)))
    body = node.child_by_field_name("body")
    members = [n for n in body.named_children if n.type == "field_declaration"] if body is not None else []
    return any(_is_long(text_of(n)) or not known.isdisjoint(_words(n)) for n in members)


def _named(node: Node) -> Iterator[str]:
    name = node.child_by_field_name("name")
    if name is not None:
        yield text_of(name)
    if node.type == "function_definition":
        yield text_of(declared_name(node))
        return
    for declarator in node.children_by_field_name("declarator"):
        own = name_node(declarator)
        yield text_of(own if own is not None else declarator)


def _is_for_both(node: Node) -> bool:
    """Whether a lambda for both sides has a `long double`."""
    own = is_device_lambda(node) and any(text_of(n) == "__host__" for n in subtree(node))
    return own and (_is_long(text_of(node)) or has_long_number(text_of(node)))


def _means_other(function: DeviceFunction, name: str) -> bool:
    """Whether a name of a function may mean something else than a variable of its own, or a member."""
    uses = [n for n in subtree(function.node) if n.type in _WORDS and text_of(n) == name]
    own = {d.id for n in subtree(function.node) if n.type in _DECLARES for d in _declared(n)}
    return any(function.variables.of(n) is None and n.id not in own for n in uses)


def _words(node: Node) -> set[str]:
    """The names in a node that are no member's."""
    return {text_of(n) for n in subtree(node) if n.type in _WORDS}


def _gives(launch: Node, known: frozenset[str]) -> bool:
    """Whether a launch may give a `long double`: a number, what is ``known`` as one, what the function around it declares as one or sets
    from one. An argument that is cast is of the type that it is cast to."""
    arguments = launch.child_by_field_name("arguments")
    given = [n for n in arguments.named_children if not _is_cast(n)] if arguments is not None else []
    parts = [n for argument in given for n in subtree(argument)]
    if any(map(_is_long_constant, parts)):
        return True
    members = {text_of(n) for n in parts if n.type == "field_identifier"}
    names = {text_of(n) for n in parts if n.type == "identifier"}
    return not members.isdisjoint(known) or not names.isdisjoint(known | _long_around(launch, known))


def _is_cast(argument: Node) -> bool:
    """Whether an argument is said to be of a type: `(double)x`, `double(x)`, `static_cast<float>(x)`."""
    if argument.type == "cast_expression":
        return True
    function = argument.child_by_field_name("function") if argument.type == "call_expression" else None
    if function is None:
        return False
    return function.type == "primitive_type" or text_of(function.child_by_field_name("name")) == "static_cast"


def _long_around(launch: Node, known: frozenset[str]) -> set[str]:
    """The variables that the function around a launch declares as a `long double`, or sets from one; lambdas that have one."""
    around = nearest(launch, ("function_definition",))
    parts = (
        [n for n in (*subtree(around), *parameter_nodes(around)) if n.type in _DECLARES] if around is not None else []
    )
    found: set[str] = set()
    while (
        more := {
            text_of(name)
            for n in parts
            if _is_long(text_of(n.child_by_field_name("type")))
            or _is_set_from(n, found | known)
            or any(map(_is_for_both, subtree(n)))
            for name in _declared(n)
        }
        - found
    ):
        found |= more
    return found


def _is_set_from(declaration: Node, long: Collection[str]) -> bool:
    """Whether a variable of a deduced type is set from a `long double`, or its type is called like one."""
    kind = declaration.child_by_field_name("type")
    if text_of(kind) in long:
        return True
    if kind is None or kind.type != "placeholder_type_specifier":
        return False
    values = [
        v for d in declaration.children_by_field_name("declarator") if (v := d.child_by_field_name("value")) is not None
    ]
    parts = [n for v in values if not _is_cast(v) for n in subtree(v)]
    return any(_is_long_constant(n) or text_of(n) in long for n in parts)


def _declared(declaration: Node) -> Iterator[Node]:
    for declarator in declaration.children_by_field_name("declarator"):
        if (name := name_node(declarator)) is not None:
            yield name
