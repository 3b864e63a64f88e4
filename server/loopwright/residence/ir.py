"""A function as the flow of data sees it: expressions, statements and directives, without the parser's nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, Union

from loopwright.source.text import Span


class CType(NamedTuple):
    """A type from the name outwards: ``*`` a pointer, ``&`` a reference, an expression or ``None`` the extent of an array."""

    base: str
    layers: tuple[Layer, ...] = ()
    static: bool = False
    extern: bool = False
    const: bool = False

    @property
    def is_pointer(self) -> bool:
        """Whether the value is an address."""
        return bool(self.layers) and self.layers[0] == "*"

    @property
    def is_array(self) -> bool:
        """Whether the elements lie where the name is."""
        return bool(self.layers) and self.layers[0] not in ("*", "&")

    def element(self) -> CType:
        """The type one subscript or `*` further."""
        return self._replace(layers=self.layers[1:])


@dataclass(frozen=True)
class Number:
    span: Span
    value: int | None  # None for what is no integer


@dataclass(frozen=True)
class Name:
    span: Span
    name: str


@dataclass(frozen=True)
class Unary:
    span: Span
    operator: str
    value: Expr


@dataclass(frozen=True)
class Binary:
    span: Span
    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Conditional:
    span: Span
    condition: Expr
    first: Expr
    second: Expr


@dataclass(frozen=True)
class Deref:
    span: Span
    pointer: Expr


@dataclass(frozen=True)
class AddressOf:
    span: Span
    place: Expr


@dataclass(frozen=True)
class Index:
    span: Span
    base: Expr
    index: Expr


@dataclass(frozen=True)
class Member:
    span: Span
    base: Expr
    name: str
    arrow: bool


@dataclass(frozen=True)
class Assign:
    """`target operator= value`; the operator of a plain assignment is empty."""

    span: Span
    target: Expr
    operator: str
    value: Expr


@dataclass(frozen=True)
class Step:
    """`++` and `--`."""

    span: Span
    target: Expr
    by: int
    postfix: bool


@dataclass(frozen=True)
class Call:
    """``callee`` is the expression that is called where it has no name; ``by_object``: which function of that name it is the class of the
    object decides."""

    span: Span
    name: str
    callee: Expr | None
    arguments: tuple[Expr, ...]
    by_object: bool = False


@dataclass(frozen=True)
class Cast:
    span: Span
    type: CType
    value: Expr


@dataclass(frozen=True)
class SizeOf:
    span: Span
    type: CType | None
    value: Expr | None


@dataclass(frozen=True)
class Opaque:
    """Something that is not modelled: its parts are read. ``quiet`` where nothing else can happen in it."""

    span: Span
    parts: tuple[Expr, ...] = ()
    quiet: bool = False


Expr = Union[
    Number, Name, Unary, Binary, Conditional, Deref, AddressOf, Index, Member, Assign, Step, Call, Cast, SizeOf, Opaque
]
Layer = Union[Literal["*", "&"], Expr, None]


@dataclass(frozen=True)
class Section:
    """`[lower:length]`; ``length`` is ``None`` where it is left out, ``single`` for a subscript without colon."""

    lower: Expr | None
    length: Expr | None
    single: bool


@dataclass(frozen=True)
class DataItem:
    """One entry of a data clause: the lvalue without its sections, and these."""

    clause: str
    span: Span
    text: str
    place: Expr
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Queue:
    """`async`: of no number where ``value`` is ``None``."""

    value: Expr | None


@dataclass(frozen=True)
class Wait:
    """`wait`: for all queues where there are none."""

    queues: tuple[Expr, ...]


@dataclass(frozen=True)
class Directive:
    """A directive with what it governs. ``span`` is that of its text."""

    span: Span
    name: str
    items: tuple[DataItem, ...] = ()
    condition: Expr | None = None
    queue: Queue | None = None
    waits: tuple[Wait, ...] = ()
    default: str = ""
    private: frozenset[str] = frozenset()
    reduced: frozenset[str] = frozenset()
    if_present: bool = False
    finalize: bool = False
    readable: bool = True
    body: Stmt | None = None


@dataclass(frozen=True)
class Evaluate:
    span: Span
    value: Expr


@dataclass(frozen=True)
class Declare:
    span: Span
    name: str
    type: CType
    value: Expr | None
    braced: bool = False
    built: bool = False


@dataclass(frozen=True)
class Block:
    span: Span
    items: tuple[Stmt, ...]
    scoped: bool = True


@dataclass(frozen=True)
class If:
    """``key`` is the text of the condition."""

    span: Span
    condition: Expr
    then: Stmt
    other: Stmt | None


@dataclass(frozen=True)
class Loop:
    """``at_end``: a `do` loop."""

    span: Span
    start: Stmt | None
    condition: Expr | None
    step: Expr | None
    body: Stmt
    at_end: bool = False


@dataclass(frozen=True)
class Switch:
    """Cases in order; control falls from one into the next."""

    span: Span
    value: Expr
    cases: tuple[Stmt, ...]
    has_default: bool


@dataclass(frozen=True)
class Return:
    span: Span
    value: Expr | None


@dataclass(frozen=True)
class Jump:
    span: Span
    kind: Literal["break", "continue", "leave"]  # leave: the program ends, or control goes where nobody follows


@dataclass(frozen=True)
class Goto:
    span: Span
    label: str


@dataclass(frozen=True)
class Label:
    span: Span
    name: str


@dataclass(frozen=True)
class Unread:
    """A statement that is not modelled: ``parts`` are the names in it."""

    span: Span
    parts: tuple[Expr, ...] = ()


Stmt = Union[Evaluate, Declare, Block, If, Loop, Switch, Return, Jump, Goto, Label, Directive, Unread]


@dataclass(frozen=True)
class Parameter:
    name: str
    type: CType


@dataclass(frozen=True, eq=False)
class Function:
    """A function of the file or of a header (``own`` says which). ``end`` is the place of its closing brace, ``gives`` the type of
    what it returns."""

    name: str
    span: Span
    end: Span
    static: bool
    parameters: tuple[Parameter, ...]
    body: Stmt
    own: bool
    gives: CType
