"""Directives of a file with what they govern and what they stand in."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.statements import end_of_statement
from loopwright.lazily import cached_property
from loopwright.openacc.inactive import inactive
from loopwright.openacc.nodes import ClauseNode, DirectiveNode, Variable
from loopwright.openacc.operators import operator_tokens
from loopwright.openacc.parser import parse_pragma, parse_words
from loopwright.source.includes import HEADERS
from loopwright.source.lexemes import directives_in, read_directive
from loopwright.source.listing import listing_of
from loopwright.source.nodes import at_or_around, definition_around, within
from loopwright.source.outline import Outline
from loopwright.source.pragmas import SENTINEL, Pragma
from loopwright.source.text import Span
from loopwright.source.tokens import Token, tokenize

_BRANCHES = frozenset(("else", "elif", "elifdef", "elifndef"))
_STATEMENTS = frozenset(
    (
        "for_range_loop",
        "declaration",
        "linkage_specification",
        "using_declaration",
        "alias_declaration",
        "ERROR",
        "comment",
    )
)
_ENDINGS = ("_statement", "_definition", "_specifier")
COMPUTE = frozenset(("parallel", "serial", "kernels", "parallel loop", "serial loop", "kernels loop"))


@dataclass(frozen=True, eq=False)
class Construct:
    """A directive in its place. ``statement`` is the node after it, ``None`` at the end of a block or file;
    ``region`` is what it governs, empty for directives that stand alone; ``parent`` is the construct around it."""

    node: DirectiveNode
    pragma: Pragma
    statement: Node | None
    region: Span
    parent: Construct | None
    function: Node | None

    @property
    def name(self) -> str:
        """Name of the directive, empty if it is none."""
        return self.node.name or ""

    def around(self, *names: str) -> Construct | None:
        """The innermost construct around this one that is one of ``names``."""
        parent = self.parent
        while parent is not None and parent.name not in names:
            parent = parent.parent
        return parent

    @property
    def is_in_unread(self) -> bool:
        """Whether a directive around it is none: it may have been meant for a compute construct."""
        return self.around("") is not None

    @property
    def compute(self) -> Construct | None:
        """The compute construct that this one stands in, or is."""
        return self if self.name in COMPUTE else self.around(*COMPUTE)


class Unit:
    """A file, or some directives of it, as the rules see them. ``whole`` is the unit of the file.

    ``looked_around`` is set when an answer depended on directives of other functions, ``heard_callers`` holds where loops begin of which
    it depended on what callers pass.
    """

    def __init__(self, outline: Outline, pragmas: tuple[Pragma, ...] | None = None, whole: Unit | None = None) -> None:
        self.outline = outline
        self.source = outline.source
        self.data = outline.source.data
        self._whole = whole
        self.declarations: Scopes = whole.declarations if whole is not None else scopes_of(outline)
        self.looked_around = False
        self.heard_callers: set[int] = set()
        self._pragmas = pragmas
        self._clauses_in_file: dict[str, dict[str, list[ClauseNode]]] = {}
        self._calls_of_functions: dict[int, list[Node]] = {}

    @property
    def whole(self) -> Unit:
        """The unit of the file, be it this one: to hold itself would keep it until a collector of cycles comes by."""
        return self._whole or self

    @cached_property
    def constructs(self) -> tuple[Construct, ...]:
        """Every OpenACC directive in order."""
        if self._pragmas is not None:
            return self._read(self._pragmas)
        return self._read(self.outline.pragmas)

    def clauses_naming(self, name: str, in_file: bool) -> dict[str, list[ClauseNode]]:
        """Clauses that name a variable, by their own names: those of the unit or of the whole file."""
        if not in_file:
            return self._clauses.get(name, {})
        self.looked_around = True
        kept = self.whole._clauses_in_file
        if name not in kept:
            pragmas = tuple(pragma for pragma in self.outline.pragmas if name in pragma.text)
            kept[name] = _clauses_by_name(self._read(pragmas)).get(name, {})
        return kept[name]

    @cached_property
    def _clauses(self) -> dict[str, dict[str, list[ClauseNode]]]:
        return _clauses_by_name(self.constructs)

    @cached_property
    def declares(self) -> tuple[Construct, ...]:
        """Every `declare` of the file."""
        return self._read(self._named("declare"))

    @cached_property
    def routine_constructs(self) -> tuple[Construct, ...]:
        """Every `routine` of the file."""
        return self._read(self._named("routine"))

    @cached_property
    def has_routines_inside(self) -> bool:
        """Whether a `routine` stands in a function, where others see it."""
        return any(construct.function is not None for construct in self.routine_constructs)

    def _named(self, directive: str) -> tuple[Pragma, ...]:
        return self.outline.pragmas_named(directive)

    def _read(self, pragmas: tuple[Pragma, ...]) -> tuple[Construct, ...]:
        found: list[Construct] = []
        open_constructs: list[Construct] = []
        root = self.source.tree.root_node
        switched_off = inactive(self.outline)
        for pragma in pragmas:
            if pragma.sentinel != "acc" or pragma.span.start in switched_off:
                continue
            if self.source.hides_code_in(pragma.span):
                continue  # in a branch of conditional lines that the parser was not shown: its loop is not in the tree
            node = self._parsed(pragma)
            start = pragma.span.start
            while open_constructs and (
                open_constructs[-1].region.end <= start or self._is_alternative(open_constructs[-1], pragma)
            ):
                open_constructs.pop()
            statement = statement_at(root, pragma.governs, pragma.span.end)
            region = Span(start, start)
            if statement is not None and _governs(node, statement):
                region = Span(start, end_of_statement(statement))
            parent = open_constructs[-1] if open_constructs else None
            construct = Construct(node, pragma, statement, region, parent, _function_around(root, start))
            found.append(construct)
            if region.end > start:
                open_constructs.append(construct)
        return tuple(found)

    def _parsed(self, pragma: Pragma) -> DirectiveNode:
        if pragma.macro:  # its words stand elsewhere, in the macro's definition: each is found where the macro is used
            text = pragma.text.encode()
            words = tokenize(text, Span(0, len(text)))
            return parse_words(tuple(Token(kind, word, pragma.span) for kind, word, _ in words), pragma.span)
        sentinel = SENTINEL.match(self.data, pragma.span.start)
        if sentinel is None:
            return parse_words(operator_tokens(self.data, pragma.span), pragma.span)
        return parse_pragma(self.data, pragma.span, sentinel.end())

    def _is_alternative(self, before: Construct, pragma: Pragma) -> bool:
        """Whether two directives stand in branches of one `#if`, so that only one of them is ever there."""
        between = self.data[before.pragma.span.end : pragma.span.start]
        if before.pragma.governs != pragma.governs or b"#" not in between:
            return False
        return _has_branch(between)

    def follows_in_another_branch(self, construct: Construct) -> bool:
        """Whether an `#else` stands between a directive and what comes next: what it governs is behind the `#endif`."""
        return _has_branch(self.data[construct.pragma.span.end : construct.pragma.governs])

    @property
    def is_fragment(self) -> bool:
        """Whether the file may be included in the middle of another, whose names and functions are not seen."""
        return self.source.name.lower().endswith(HEADERS)

    def inside(self, construct: Construct) -> tuple[Construct, ...]:
        """The constructs within the region of one."""
        return tuple(self.constructs[i] for i in self._inside.get(id(construct), ()))

    @cached_property
    def _inside(self) -> dict[int, list[int]]:
        inside: dict[int, list[int]] = {}
        for index, construct in enumerate(self.constructs):
            parent = construct.parent
            while parent is not None:
                inside.setdefault(id(parent), []).append(index)
                parent = parent.parent
        return inside

    def names(self, region: Span, name: str) -> bool:
        """Whether a name stands among the words of ``region``."""
        return any(token.kind == "name" and token.text == name for token in tokenize(self.data, region))

    def calls_in(self, region: Span, every: bool = False) -> list[Node]:
        """Calls of named functions within ``region``; with ``every`` those of methods and through pointers too."""
        if b"(" not in self.data[region.start : region.end]:
            return []
        found = []
        calls = self._calls_around(region)
        for node in calls[bisect_left(calls, region.start, key=lambda call: call.start_byte) :]:
            if node.start_byte >= region.end:
                break
            function = node.child_by_field_name("function")
            if every or (function is not None and function.type == "identifier"):
                found.append(node)
        return found

    def _calls_around(self, region: Span) -> list[Node]:
        """The calls of the function that ``region`` stands in, gone through once for all of its directives, or those of ``region`` alone."""
        root = self.source.tree.root_node
        function = definition_around(root, region)
        if function is None:
            return [node for node in within(root, region) if node.type == "call_expression"]
        kept = self.whole._calls_of_functions
        if function.start_byte not in kept:
            kept[function.start_byte] = listing_of(self.outline, function).whole.of(("call_expression",))
        return kept[function.start_byte]

    @property
    def routines(self) -> dict[str, Construct]:
        """Function name → the routine directive that makes it one."""
        return self.whole._routines

    @cached_property
    def _routines(self) -> dict[str, Construct]:
        routines: dict[str, Construct] = {}
        for construct in self.routine_constructs:
            bound = construct.node.clause("bind")
            names = [routine_name(construct), *(item.text.strip('"') for item in (bound.items if bound else ()))]
            for name in names:
                if name:
                    routines.setdefault(name, construct)
                    routines.setdefault(name.rpartition("::")[2], construct)
        return routines

    @property
    def definitions(self) -> dict[str, Node]:
        """Function name → its definition in this file."""
        return self.whole._definitions

    @cached_property
    def _definitions(self) -> dict[str, Node]:
        found: dict[str, Node] = {}
        for function in self.outline.functions:
            start = function.span.start
            node = at_or_around(
                self.source.tree.root_node.descendant_for_byte_range(start, start + 1), ("function_definition",)
            )
            if node is not None:
                found.setdefault(function.name, node)
        return found

    def first_declared(self, function: Node | None, variable: Variable) -> Variable | None:
        """Where a variable first stands in a `declare` of a function, or of the file."""
        return self.whole._declared.get(self._identity(function, variable))

    @cached_property
    def _declared(self) -> dict[tuple[int, int, str], Variable]:
        found: dict[tuple[int, int, str], Variable] = {}
        for construct in self.declares:
            for clause in construct.node.clauses:
                for variable in clause.variables:
                    found.setdefault(self._identity(construct.function, variable), variable)
        return found

    def _identity(self, function: Node | None, variable: Variable) -> tuple[int, int, str]:
        """(function, declaration, name with its members): a name in an inner block may be another variable."""
        declaration = self.declarations.lookup(variable.name, variable.span.start)
        place = function.start_byte if function is not None else -1
        declared = declaration.span.start if declaration is not None and not declaration.is_global else -1
        return place, declared, ".".join((variable.name, *variable.members))

    def covering(self, region: Span) -> Node:
        """The smallest node that holds ``region``."""
        root = self.source.tree.root_node
        return root.descendant_for_byte_range(region.start, max(region.start, region.end - 1)) or root

    def root_name(self, place: Span) -> str:
        """The first name in an lvalue: the variable that it is a part of."""
        tokens = tokenize(self.data, place)
        return next((token.text for token in tokens if token.kind == "name"), "")

    def text(self, node: Node | Span | None) -> str:
        """Text of a node or span."""
        if node is None:
            return ""
        span = node if isinstance(node, Span) else Span(node.start_byte, node.end_byte)
        return self.source.slice(span)


def _clauses_by_name(constructs: Iterable[Construct]) -> dict[str, dict[str, list[ClauseNode]]]:
    """Variable → name of a clause → the clauses that name the variable, each once."""
    found: dict[str, dict[str, list[ClauseNode]]] = {}
    for construct in constructs:
        for clause in construct.node.clauses:
            for name in {variable.name for variable in clause.variables}:
                found.setdefault(name, {}).setdefault(clause.name, []).append(clause)
    return found


def said_everywhere(unit: Unit) -> Hashable:
    """What `routine` and `declare` directives say to every function: each with what follows up to a body or the end of a declaration."""
    each = (*unit.whole.routine_constructs, *unit.whole.declares)
    return tuple((unit.text(construct.pragma.span), _head_after(unit, construct)) for construct in each)


def _head_after(unit: Unit, construct: Construct) -> bytes:
    data, start = unit.data, construct.pragma.governs
    ends = [end for end in (data.find(mark, start) for mark in (b"{", b";", b"}")) if end >= 0]
    return data[start : min(ends, default=len(data))]


def routine_name(construct: Construct) -> str:
    """The function that a routine directive speaks of, empty if there is none."""
    if construct.node.argument is not None:
        items = construct.node.argument.items
        return items[0].text if items else ""
    return function_name(construct.statement)


def routine_body(unit: Unit, construct: Construct) -> Node | None:
    """The body of the function that a routine directive speaks of, where it is in the file."""
    name, function = routine_name(construct), construct.statement
    if construct.node.argument is not None:
        function = unit.definitions.get(name)
    while function is not None and function.type == "template_declaration":
        function = function.named_children[-1]
    if function is None or function.type != "function_definition" or not name:
        return None
    return function.child_by_field_name("body")


def start_at_file_level(unit: Unit, span: Span) -> int | None:
    """Where the line begins on which the declaration at file level around a name begins; ``None`` for what stands deeper."""
    node: Node | None = unit.covering(span)
    while node is not None and node.parent is not None and node.parent.type != "translation_unit":
        node = node.parent
    if node is None or node.type not in ("function_definition", "declaration"):
        return None
    return node.start_byte if unit.data[node.start_byte - 1 : node.start_byte] in (b"", b"\n") else None


def function_name(node: Node | None) -> str:
    """Name of the function that ``node`` declares or defines, empty if it is neither."""
    while node is not None and node.type in ("template_declaration", "linkage_specification"):
        node = next(
            (child for child in node.named_children if child.type in ("function_definition", "declaration")), None
        )
    if node is None or node.type not in ("function_definition", "declaration", "field_declaration"):
        return ""
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type in ("pointer_declarator", "reference_declarator"):
        inner = declarator.child_by_field_name("declarator")
        declarator = inner if inner is not None else _last(declarator)
    if declarator is None:
        return ""
    if declarator.type == "init_declarator":
        # `auto f = [](int i) { … };`
        value = declarator.child_by_field_name("value")
        name = declarator.child_by_field_name("declarator")
        if value is None or value.type != "lambda_expression" or name is None:
            return ""
        return (name.text or b"").decode("utf-8", "replace")
    if declarator.type != "function_declarator":
        return ""
    name = declarator.child_by_field_name("declarator")
    return (name.text or b"").decode("utf-8", "replace") if name is not None else ""


def _last(node: Node) -> Node | None:
    return node.named_children[-1] if node.named_children else None


def _governs(node: DirectiveNode, statement: Node) -> bool:
    """Whether the statement after a directive belongs to it. What a misspelt one meant nobody can say: a block or loop may."""
    if node.spec is None:
        return statement.type in ("compound_statement", "for_statement", "for_range_loop")
    return node.spec.follows in ("loop", "block", "statement")


def _is_statement(kind: str) -> bool:
    return kind in _STATEMENTS or kind.endswith(_ENDINGS) or kind.startswith("preproc_")


def _has_branch(data: bytes) -> bool:
    """Whether another part of an ``#if`` begins in a part of a file."""
    said = (read_directive(each.text) for each in directives_in(data.decode("utf-8", "replace")))
    return any(line is not None and line.word in _BRANCHES for line in said)


def statement_at(root: Node, offset: int, after: int) -> Node | None:
    """The outermost statement that begins at ``offset``, ``None`` if nothing does (a `}` or the end of the file)."""
    if offset >= root.end_byte:
        return None
    node: Node | None = root.descendant_for_byte_range(offset, offset + 1)
    best = None
    while node is not None and node.start_byte >= after:
        if node.start_byte == offset and _is_statement(node.type) and node.end_byte > node.start_byte:
            best = node
        node = node.parent
    return best


def body_of(loop: Node) -> Node | None:
    """Body of a loop, also where a pragma stands before it."""
    body = loop.child_by_field_name("body")
    if body is not None and body.end_byte == body.start_byte:
        following = loop.next_named_sibling
        while following is not None and following.type in ("preproc_call", "comment"):
            following = following.next_named_sibling
        return following
    return body


def _function_around(root: Node, offset: int) -> Node | None:
    return at_or_around(root.descendant_for_byte_range(offset, offset), ("function_definition", "lambda_expression"))
