"""What the names in the clauses of a directive mean (OpenACC 3.4, 2.5-2.9): one reading, which the rules ask."""

from __future__ import annotations

from dataclasses import dataclass, field

from loopwright.lang.declarations import Declaration
from loopwright.lang.macros import is_macro
from loopwright.openacc.constructs import Construct, Unit
from loopwright.openacc.elsewhere import Elsewhere
from loopwright.openacc.nearest import did_you_mean
from loopwright.openacc.nodes import ClauseNode, Item, Subscript, Variable
from loopwright.openacc.types import UNKNOWN, Typed, element_category, evaluate
from loopwright.source.text import Span, occurrences
from loopwright.source.tokens import Token, cover, text_of, tokens_of

DATA = ("copy", "copyin", "copyout", "create", "no_create", "present", "deviceptr", "attach")
POINTER_CLAUSES = ("deviceptr", "attach", "detach")
_AROUND = 80  # bytes beside a name that are looked at
_ENDS_OF_TYPES = (b"_", b">", b"*", b"&", b",", b"(")  # beside letters and digits
_BEHIND = (b"[", b",", b";", b"=", b")", b":")
_INTEGERS = ("expression", "wait", "count", "counts", "gang")
_NO_EXPRESSION = frozenset(
    (
        "sizeof",
        "true",
        "false",
        "nullptr",
        "this",
        "NULL",
        "static_cast",
        "int",
        "long",
        "unsigned",
        "char",
        "short",
        "float",
        "double",
        "const",
        "size_t",
        "bool",
        "signed",
        "struct",
    )
)
CATEGORY_WORDS = {
    "floating": "a floating-point number",
    "pointer": "a pointer",
    "array": "an array",
    "struct": "a struct",
    "function": "a function",
    "integer": "an integer",
    "boolean": "a truth value",
    "type": "a type",
    "constant": "a constant",
}


@dataclass(frozen=True)
class Undeclared:
    """A name that nothing in sight declares."""

    span: Span
    name: str
    nearest: str


@dataclass(frozen=True)
class Entry:
    """A variable in the list of a clause, with its declaration."""

    clause: ClauseNode
    variable: Variable
    declaration: Declaration
    category: str
    text: str


@dataclass(frozen=True)
class Expression:
    """An expression where an integer belongs: ``who`` takes it. A class may convert itself (``may_convert``)."""

    who: str
    span: Span
    text: str
    section: str
    typed: Typed
    may_convert: bool


@dataclass(frozen=True)
class Extent:
    """A section of a list, with its numbers where they are constants: its first index and length, the size of what it is
    taken of. What a pointer points to may go on before it."""

    variable: Variable
    subscript: Subscript
    text: str
    lower: int | None
    length: int | None
    size: int | None
    is_array: bool
    is_pointer: bool


@dataclass(frozen=True)
class Elementless:
    """What has subscripts and is no array."""

    span: Span
    text: str
    category: str


@dataclass(frozen=True)
class Condition:
    """The condition of a clause."""

    clause: ClauseNode
    item: Item
    typed: Typed


@dataclass
class Names:
    """Everything that the clauses of one directive name. ``misplaced`` are entries that are no variables."""

    undeclared: list[Undeclared] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    misplaced: list[Entry] = field(default_factory=list)
    integers: list[Expression] = field(default_factory=list)
    extents: list[Extent] = field(default_factory=list)
    elementless: list[Elementless] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)


def base_name(variable: Variable) -> str:
    """The variable with its members: what two entries must share to be the same."""
    return ".".join((variable.name, *variable.members))


def reduced_category(unit: Unit, entry: Entry) -> str:
    """Category of what a reduction combines: the elements of an array."""
    subscripts = len(entry.variable.subscripts)
    if not subscripts and entry.category != "array":
        return entry.category
    dims = subscripts or unit.declarations.expanded(entry.declaration.type).dims
    return element_category(unit.declarations, entry.declaration, dims)


def has_no_length(extent: Extent) -> bool:
    """Whether a section leaves out its length where no array tells it."""
    return not extent.subscript.length and not extent.is_array and not extent.variable.members


def read_names(unit: Unit, construct: Construct, elsewhere: Elsewhere) -> Names:
    """The names of a directive. ``elsewhere`` says whether a name that this file does not declare may come from a header or
    the command line."""
    reader = _Reader(unit, elsewhere)
    spec = construct.node.spec
    for clause in construct.node.clauses:
        if spec is None or clause.argument is None or clause.name not in spec.clauses:
            continue
        kind = "data" if clause.name == "self" and construct.name == "update" else clause.spec.kind
        if kind in ("data", "names", "reduction"):
            for item in clause.items:
                if item.variable is not None:
                    reader.entry(clause, item.variable)
        elif kind in _INTEGERS:
            reader.integers(f"`{clause.name}`", clause.items, clause.spec.section)
            if kind == "wait":
                reader.devnum(clause.argument.lead)
        elif kind == "condition":
            for item in clause.items:
                reader.condition(clause, item)
    argument = construct.node.argument
    if argument is not None and construct.name == "wait":
        reader.integers("`wait`", argument.items, "2.16.3")
        reader.devnum(argument.lead)
    elif argument is not None and construct.name == "cache":
        for item in argument.items:
            reader.cached(item)
    return reader.names


class _Reader:
    def __init__(self, unit: Unit, elsewhere: Elsewhere) -> None:
        self.unit, self.elsewhere = unit, elsewhere
        self.names = Names()

    def entry(self, clause: ClauseNode, variable: Variable) -> None:
        """An entry of a list of variables."""
        unit = self.unit
        declaration = unit.declarations.lookup(variable.name, variable.span.start)
        if declaration is not None and is_macro(declaration) and declaration.kind == "function":
            declaration = None  # without parentheses behind it the name is not replaced (C 6.10.3)
        if declaration is None:
            if variable.name != "this" and "::" not in variable.name and self._is_unknown(variable):
                self.names.undeclared.append(Undeclared(variable.name_span, variable.name, self._near(variable)))
            return
        category = unit.declarations.category(declaration)
        entry = Entry(clause, variable, declaration, category, unit.text(variable.span))
        if category == "function" and unit.source.language != "c" and not declaration.is_global:
            return  # `Grid grid(n);` looks like a declaration of a function
        if category in ("function", "type", "constant"):
            alias = declaration.value or ""
            may_be_variable = alias.isidentifier() or not alias or not alias[0].isdigit()
            if category != "constant" or declaration.base or not may_be_variable:
                self.names.misplaced.append(entry)
            return
        if variable.subscripts:
            self._subscripts(variable, declaration)
        self.names.entries.append(entry)

    def integers(self, who: str, items: tuple[Item, ...], section: str) -> None:
        """Expressions that must be integers."""
        may_convert = self.unit.source.language != "c"
        for item in items:
            if item.tokens and item.text != "*":
                typed = self.typed(item.tokens, item.span.start)
                self.names.integers.append(Expression(who, item.span, item.text, section, typed, may_convert))

    def devnum(self, lead: tuple[Token, ...]) -> None:
        """The number of a device before the queues of a `wait`."""
        if len(lead) > 1:
            tokens = lead[1:]
            self.integers("`devnum`", (Item(tokens, cover(tokens)),), "2.16.2")

    def condition(self, clause: ClauseNode, item: Item) -> None:
        """The condition of a clause; a class of C++ may convert itself to a truth value."""
        undeclared = self._undeclared(item.tokens)
        typed = UNKNOWN
        if not undeclared and self.unit.source.language == "c":
            typed = evaluate(item.tokens, self.unit.declarations, item.span.start)
        self.names.conditions.append(Condition(clause, item, typed))

    def cached(self, item: Item) -> None:
        """An entry of a `cache` directive."""
        variable = item.variable
        if variable is None or self._undeclared(item.tokens) or not variable.subscripts:
            return
        declaration = self.unit.declarations.lookup(variable.name, variable.span.start)
        if declaration is not None and declaration.kind in ("variable", "parameter"):
            self._subscripts(variable, declaration)

    def typed(self, tokens: tuple[Token, ...], offset: int) -> Typed:
        """What an expression is, unknown where a name of it is not declared."""
        return UNKNOWN if self._undeclared(tokens) else evaluate(tokens, self.unit.declarations, offset)

    def _subscripts(self, variable: Variable, declaration: Declaration) -> None:
        unit = self.unit
        if (
            variable.members or declaration.disputed
        ):  # of an array that conditional lines declare in two ways no size is known
            for subscript in variable.subscripts:
                self._extent(variable, subscript, None, False, True)
            return
        type = unit.declarations.expanded(declaration.type).referred()
        levels = tuple(zip(type.layers, type.extents))
        category = unit.declarations.category_of_base(type.base)
        known = category not in ("unknown", "struct")
        for index, subscript in enumerate(variable.subscripts):
            if index >= len(levels):
                if category in CATEGORY_WORDS and (known or (levels and category != "struct")):
                    text = unit.text(Span(variable.span.start, subscript.span.start))
                    self.names.elementless.append(Elementless(variable.span, text, category))
                return
            is_decayed = declaration.kind == "parameter" and index == 0
            layer, extent = levels[index]
            is_array = layer == "[]" and (bool(extent) or is_decayed)
            self._extent(variable, subscript, extent, is_array, layer != "[]" or is_decayed)

    def _extent(
        self, variable: Variable, subscript: Subscript, extent: str | None, is_array: bool, is_pointer: bool
    ) -> None:
        unit = self.unit
        values: list[int | None] = []
        for part in (subscript.lower, subscript.length):
            if not part:
                values.append(None)
                continue
            typed = self.typed(part, subscript.span.start)
            who = "a section" if subscript.section else "an index"
            self.names.integers.append(Expression(who, cover(part), text_of(part), "2.7.1", typed, False))
            values.append(typed.value)
        if not subscript.section:
            return
        tokens = tokens_of(extent) if extent else ()
        size = evaluate(tokens, unit.declarations, variable.span.start).value if tokens else None
        text = unit.text(Span(variable.span.start, subscript.span.end))
        self.names.extents.append(Extent(variable, subscript, text, values[0], values[1], size, is_array, is_pointer))

    def _undeclared(self, tokens: tuple[Token, ...]) -> bool:
        """Notes undeclared names among the words of an expression; whether there are any."""
        found = False
        for index, token in enumerate(tokens):
            before = tokens[index - 1].text if index else ""
            after = tokens[index + 1].text if index + 1 < len(tokens) else ""
            is_part = before in (".", "->", "::") or after in ("::", "(")
            if token.kind != "name" or token.text in _NO_EXPRESSION or is_part:
                continue
            if token.text.startswith("acc_async_"):
                continue
            if self.unit.declarations.lookup(token.text, token.span.start) is None:
                variable = Variable(token.text, token.span, token.span)
                if self._is_unknown(variable):
                    self.names.undeclared.append(Undeclared(token.span, token.text, self._near(variable)))
                    found = True
        return found

    def _is_unknown(self, variable: Variable) -> bool:
        """Whether a name that was not found is certainly not there: members of a class are names too."""
        unit, name = self.unit, variable.name
        if name.startswith("__") or unit.is_fragment or self.elsewhere(name) or _looks_declared(unit, variable):
            return False
        function = unit.declarations.function_at(variable.span.start)
        if unit.source.language == "c" or function is None:
            return True
        declarator = unit.text(function.child_by_field_name("declarator"))
        node = function.parent
        while node is not None:
            if node.type in ("class_specifier", "struct_specifier", "template_declaration"):
                return False
            node = node.parent
        return "::" not in declarator.split("(")[0]

    def _near(self, variable: Variable) -> str:
        declarations = self.unit.declarations
        names = [d.name for d in declarations.visible(variable.span.start)]
        return did_you_mean(variable.name, [*names, *declarations.file_level])


def _looks_declared(unit: Unit, variable: Variable) -> bool:
    """Whether the text before has something like a declaration that the parser did not take for one: `TYPE *a;` with a
    macro for the type, a list of parameters with `#if` in it. What stands in other functions decides with."""
    unit.looked_around = True
    word = variable.name.encode()
    return any(
        _is_misread(unit, start)
        for start in occurrences(unit.data[: variable.span.start], word)
        if _stands_like_a_declarator(unit.data, start, start + len(word)) and unit.outline.pragma_at(start) is None
    )


def _stands_like_a_declarator(data: bytes, start: int, end: int) -> bool:
    """Whether something like a type stands before a name, and behind it what may follow a declarator."""
    before = data[max(0, start - _AROUND) : start]
    type_ = before.rstrip() if before[-1:].isspace() else before[:-1].rstrip()
    is_apart = before[-1:].isspace() or before[-1:] in (b"*", b"&", b"(")
    looks_like_a_type = type_[-1:].isalnum() or type_[-1:] in _ENDS_OF_TYPES
    return is_apart and looks_like_a_type and data[end : end + _AROUND].lstrip()[:1] in _BEHIND


def _is_misread(unit: Unit, offset: int) -> bool:
    """Whether a name stands where a declaration may have been taken for an expression, or in broken code."""
    node = unit.source.tree.root_node.descendant_for_byte_range(offset, offset + 1)
    while node is not None and node.type not in ("declaration", "field_declaration", "parameter_declaration"):
        if node.type in ("ERROR", "expression_statement"):
            return True
        node = node.parent
    # In broken code the scope of a declaration may be lost.
    return node is not None and node.type != "field_declaration" and unit.source.tree.root_node.has_error
