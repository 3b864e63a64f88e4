"""A loop in a function of its own, for a trial where its function cannot be run: `main`, parameters for which no inputs can be made,
a header that is not there, C++ in the rest of the file.

What the loop uses becomes a parameter; macros, types and functions that it needs are written out with it, everything else of the
file stays away. Scalars that the loop leaves for what follows are stored, so that they are compared like memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.lang.declarations import Declaration
from loopwright.lang.effects import effects
from loopwright.lang.macros import is_macro
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.types import Type, named
from loopwright.lang.types import category_of_base as category_of
from loopwright.source.nodes import text_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span, names_in, with_names
from loopwright.suggest.facts import LoopFacts
from loopwright.suggest.trial.signature import ELEMENTS, Untestable
from loopwright.suggest.trial.sizes import constant, elements, within_limits

NAME = "loop_alone"
_HEADERS = "#include <math.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n"
_MOST_TEXTS = 60
_CAST = re.compile(r"\bstatic_cast<([\w\s]+)>\(")
# What math.h declares under the same name for doubles: `std::abs` means something else in C.
_MATH = re.compile(
    r"\bstd::(?=(?:sqrt|exp|log|pow|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|floor|ceil|fabs|fmin|fmax)\()"
)
_NUMBERS = ("integer", "floating", "boolean")


@dataclass(frozen=True)
class Alone:
    """The text with the loop in the function :data:`NAME`, and the loop in it; ``sizes`` are the elements of its parameters that
    hold an array."""

    outline: Outline
    loop: Loop
    sizes: dict[str, int]


def alone(outline: Outline, loop: Loop, facts: LoopFacts) -> Alone:
    """``loop`` by itself. Raises :class:`Untestable` where it needs what cannot be written out."""
    root = outline.source.tree.root_node
    body = root.descendant_for_byte_range(loop.span.start, loop.span.end - 1) or root
    assigned = _assigned(body, loop.span)
    need = _Needed(outline, scopes_of(outline), loop, assigned=assigned)
    need.read(body, loop.span)
    need.words(" ".join(f"{fact.lower} {fact.length}" for fact in facts.data))
    counters = {inner.header.variable for inner in outline.loops if loop.span.contains(inner.span)}
    left = [
        declaration
        for name, declaration in need.variables.items()
        if name in assigned and name not in counters and name not in facts.verdict.private
    ]
    given = _sizes_first(need.variables.values())
    arrays = [d for d in given if need.is_array(d)]
    scalars = [d for d in left if not need.type_of(d).layers]
    parameters = [
        f"{need.type_of(d).base} *{d.name}_given" if d in arrays else _declared(d.name, need.type_of(d)) for d in given
    ]
    parameters += [f"{need.type_of(d).base} *{d.name}_left" for d in scalars]
    sizes = {d.name: need.elements_of(d) for d in arrays}
    before = [_array(d.name, need.type_of(d), sizes[d.name]) for d in arrays]
    after = [f"  {d.name}_left[0] = {d.name};\n" for d in scalars]
    seen = [
        d for d in arrays if d.name not in facts.verdict.private
    ]  # what each iteration has for itself nobody reads later
    after += [f"  memcpy({d.name}_given, {d.name}, sizeof {d.name});\n" for d in seen]
    text = "".join(
        [
            _HEADERS,
            *need.texts.values(),
            f"void {NAME}({', '.join(parameters) or 'void'}) {{\n",
            *need.definitions.values(),
            *before,
            f"  {_in_c(outline.source.slice(loop.span))}\n",
            *after,
            "}\n",
        ]
    )
    own = Outline(parse(text, name=f"{NAME}.c"))
    found = [o for o in own.loops if o.function is not None and o.function.name == NAME]
    if not found:
        raise Untestable("the loop cannot be read by itself")
    return Alone(own, found[0], {f"{name}_given": count for name, count in sizes.items()})


def _in_c(text: str) -> str:
    return _CAST.sub(r"(\1)(", _MATH.sub("", text))


@dataclass
class _Needed:
    """What a loop needs: variables from outside, and the texts of macros, types and functions, each before what uses it."""

    outline: Outline
    scopes: Scopes
    loop: Loop | None  # None for a function
    variables: dict[str, Declaration] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    assigned: frozenset[str] = frozenset()
    definitions: dict[str, str] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)  # of variables that became constants
    _begun: set[str] = field(default_factory=set)

    def read(self, node: Node, span: Span) -> None:
        """Take what stands in ``node`` within ``span``."""
        for leaf in _leaves(node, span):
            name = text_of(leaf)
            if leaf.type == "type_identifier":
                self._type(name)
            elif leaf.type == "identifier":
                self._name(name, leaf.start_byte)
            elif leaf.type in ("this", "namespace_identifier", "template_argument_list") and name != "std":
                raise Untestable("the loop uses what only C++ has")

    def type_of(self, declaration: Declaration) -> Type:
        """A variable's type, aliases put in and a reference taken for what it refers to."""
        return self.scopes.type_of(declaration).referred()

    def is_array(self, declaration: Declaration) -> bool:
        """Whether its size is part of its type, and constant."""
        type = self.type_of(declaration)
        words = set(names_in(" ".join(extent or "" for extent in type.extents)))
        whole = (
            bool(type.layers) and set(type.layers) == {"[]"} and all(type.extents) and declaration.kind == "variable"
        )
        return whole and not words & (self.variables.keys() | self.definitions.keys())

    def elements_of(self, declaration: Declaration) -> int:
        """How many an array has, or as many as a buffer has where that is not known."""
        assert self.loop is not None
        extents = [self._with_values(extent or "") for extent in self.type_of(declaration).extents]
        count = elements(self.scopes, extents, self.loop)
        return ELEMENTS if count is None else max(ELEMENTS, within_limits(declaration.name, count))

    def _with_values(self, extent: str) -> str:
        """``extent`` with the numbers that stand for variables in the text that is written."""
        return with_names(extent, {name: str(value) for name, value in self.values.items()})

    def _name(self, name: str, offset: int) -> None:
        if name in self._begun or name in effects() or name == "static_cast":
            return
        found = self.scopes.lookup(name, offset)
        if found is None and name in self._inside():
            return  # where it is declared
        if found is None:
            raise Untestable(f"what {name} is cannot be told")
        inside = self.loop is not None and self.loop.span.contains(found.span)
        if found.header is None and inside and not is_macro(found):
            return  # its own
        self._begun.add(name)
        if is_macro(found):
            self._macro(name, found)
        elif found.kind == "constant":
            if found.value is None:
                raise Untestable(f"the value of {name} is not known")
            self.words(found.value)
            self.texts[name] = f"enum {{ {name} = {found.value} }};\n"
        elif found.kind in ("variable", "parameter"):
            self._variable(found)
        elif found.kind == "function":
            self._function(name)
        else:
            raise Untestable(f"{name} is no variable")

    def _inside(self) -> frozenset[str]:
        """Names that the loop declares."""
        if self.loop is None:
            return frozenset()
        function = self.scopes.function_at(self.loop.span.start)
        declared = self.scopes.locals_of(function) if function is not None else []
        return frozenset(d.name for d in declared if self.loop.span.contains(d.span))

    def _variable(self, found: Declaration) -> None:
        type = self.type_of(found)
        if category_of(type.base) not in _NUMBERS or set(type.layers) - {"*", "[]"} or "*" in type.layers[1:]:
            raise Untestable(f"inputs for {found.name} of type {type.text} cannot be made")
        for extent in type.extents:
            self.words(extent or "")
        if not type.layers and found.value and category_of(type.base) == "integer" and found.name not in self.assigned:
            value = constant(self.scopes, found.value, self.loop) if self.loop is not None else None
            if (
                value is not None and abs(value) < 1 << 31
            ):  # in front of the function: lengths of its parameters' rows may name it
                self.texts[found.name] = f"enum {{ {found.name} = {value} }};\n"
                self.values[found.name] = value
                return
            begun = set(self._begun)
            try:
                self.words(found.value)
            except Untestable:
                self._begun = begun  # what the value needs and cannot be had has to be asked for again
            else:  # the analysis has put its value into bounds
                self.definitions[found.name] = f"  {type.base} {found.name} = {found.value};\n"
                return
        self.variables[found.name] = found

    def _macro(self, name: str, found: Declaration) -> None:
        if found.disputed:
            raise Untestable(f"{name} has several definitions")
        source = (found.header or self.outline).source
        line = source.data.rfind(b"\n", 0, found.span.start) + 1
        text = source.data[line : found.span.end].decode("utf-8", "replace")
        own = text[text.index("(") : text.index(")")] if found.kind == "function" and "(" in text else ""
        self.words(found.value or "", set(names_in(own)))
        self.texts[name] = text.rstrip("\r\n") + "\n"

    def words(self, text: str, known: Iterable[str] = ()) -> None:
        """Take the names of an expression."""
        for word in dict.fromkeys(names_in(re.sub(r"(?:->|\.)\s*\w+|\"[^\"]*\"|\b\d[\w.]*", " ", text))):
            if word not in known and word not in _KEYWORDS:
                if self.scopes.names.get(word) is not None and self.scopes.names[word].kind == "type":
                    self._type(word)
                else:
                    self._name(word, self.loop.span.start if self.loop is not None else 0)

    def _type(self, name: str) -> None:
        if name in self.texts or name in _KNOWN_TYPES:
            return
        type = self.scopes.expanded(named(name))
        if type.layers or category_of(type.base) not in _NUMBERS:
            raise Untestable(f"{name} is no type of numbers")
        self.texts[name] = f"typedef {type.base} {name};\n"

    def _function(self, name: str) -> None:
        found = self.outline.definitions(name)
        if len(found) != 1 or len(self.texts) > _MOST_TEXTS:
            raise Untestable(f"{name} is not in sight")
        (definition,) = found
        outline, scopes = definition.outline, scopes_of(definition.outline)
        span = Span(definition.node.start_byte, definition.node.end_byte)
        own = _Needed(outline, scopes, None, {}, self.texts, _begun={name})
        declared = {d.name for d in scopes.locals_of(definition.node)}
        for leaf in _leaves(definition.node, span):
            word = text_of(leaf)
            if leaf.type == "type_identifier":
                own._type(word)
            elif leaf.type == "identifier" and word not in declared:
                own._name(word, leaf.start_byte)
        if own.variables or own.definitions:
            raise Untestable(f"{name} uses variables of the file")
        self.texts[name] = f"static {_in_c(outline.source.slice(span)).removeprefix('static ')}\n"


_KEYWORDS = frozenset(
    ("sizeof", "int", "long", "short", "char", "float", "double", "unsigned", "signed", "void", "const", "if", "else", "do",
     "while", "for", "return", "true", "false", "bool", "inline", "static", "restrict")
)  # fmt: skip
_KNOWN_TYPES = frozenset(
    (
        "size_t",
        "ptrdiff_t",
        "bool",
        "int8_t",
        "uint8_t",
        "int16_t",
        "uint16_t",
        "int32_t",
        "uint32_t",
        "int64_t",
        "uint64_t",
    )
)


def _sizes_first(variables: Iterable[Declaration]) -> list[Declaration]:
    """Scalars before arrays, whose bounds may name them."""
    return sorted(variables, key=lambda declaration: bool(declaration.type.layers))


def _declared(name: str, type: Type) -> str:
    """A parameter: an array by its later extents, a pointer with them in parentheses."""
    rest = "".join(f"[{extent or ''}]" for extent in type.extents[1:])
    if not type.layers:
        return f"{type.base} {name}"
    return f"{type.base} (*{name}){rest}" if rest else f"{type.base} *{name}"


def _array(name: str, type: Type, count: int) -> str:
    """An array of the function's own, of ``count`` elements, filled from what is given; it may be too large for a stack."""
    bounds = "".join(f"[{extent}]" for extent in type.extents)
    return (
        f'  static {type.base} {name}{bounds};\n  _Static_assert(sizeof {name} <= {count} * sizeof({type.base}), "{name} is too large");\n'
        f"  memcpy({name}, {name}_given, sizeof {name});\n"
    )


def _assigned(node: Node, span: Span) -> frozenset[str]:
    """Names to which something is assigned, or whose address is taken."""
    found = set()
    for leaf in _leaves(node, span):
        parent = leaf.parent
        if leaf.type == "identifier" and parent is not None:
            left = parent.child_by_field_name("left") if parent.type == "assignment_expression" else None
            if parent.type in ("update_expression", "pointer_expression") or (left is not None and left.id == leaf.id):
                found.add(text_of(leaf))
    return frozenset(found)


def _leaves(root: Node, span: Span) -> Iterator[Node]:
    """Tokens of ``span`` in order, directives and comments left out."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.end_byte <= span.start or node.start_byte >= span.end or node.type in ("comment", "preproc_call"):
            continue
        if node.child_count == 0:
            yield node
        else:
            stack.extend(reversed(node.children))
