"""What the parser makes of a directive: clauses, what stands in their parentheses, and slips, all with positions."""

from __future__ import annotations

from dataclasses import dataclass

from loopwright.openacc.spec import ClauseSpec, DirectiveSpec
from loopwright.source.text import Span
from loopwright.source.tokens import Token, text_of


@dataclass(frozen=True)
class Slip:
    """Something that is no directive of OpenACC: the code of the rule that it is told by, where, and the words that it is about,
    as far as the rule names them."""

    code: str
    span: Span
    word: str = ""
    second: str = ""
    directive: str = ""
    clause: str = ""
    known: tuple[str, ...] = ()
    opened: str = ""
    missing: str = ""
    text: str = ""
    what: str = ""


@dataclass(frozen=True)
class Subscript:
    """`[index]` or the section `[lower:length]`; an omitted bound is an empty tuple."""

    span: Span
    lower: tuple[Token, ...]
    length: tuple[Token, ...] = ()
    section: bool = False


@dataclass(frozen=True)
class Variable:
    """An entry of a variable list: a name, its members (`.x`, `->x`) and subscripts.

    ``form`` is name, member, element or section; what is none of them has no Variable.
    """

    name: str
    name_span: Span
    span: Span
    members: tuple[str, ...] = ()
    subscripts: tuple[Subscript, ...] = ()

    @property
    def form(self) -> str:
        if any(subscript.section for subscript in self.subscripts):
            return "section"
        if self.subscripts:
            return "element"
        return "member" if self.members else "name"


@dataclass(frozen=True)
class Item:
    """One entry of a parenthesised list. ``tag`` is the word before its colon (`num` in `num:4`)."""

    tokens: tuple[Token, ...]
    span: Span
    tag: Token | None = None
    variable: Variable | None = None

    @property
    def text(self) -> str:
        return text_of(self.tokens)


@dataclass(frozen=True)
class Argument:
    """What stands in parentheses; ``span`` includes them. ``lead`` holds the modifiers of a data clause, the operator
    of a reduction, `force` of a collapse or `devnum` with its number."""

    span: Span
    items: tuple[Item, ...]
    lead: tuple[Token, ...] = ()
    complete: bool = True


@dataclass(frozen=True)
class ClauseNode:
    """A clause as written. ``name`` is the specification's, ``written`` the text's."""

    name: str
    written: Token
    argument: Argument | None
    span: Span
    spec: ClauseSpec

    @property
    def items(self) -> tuple[Item, ...]:
        return self.argument.items if self.argument else ()

    @property
    def variables(self) -> tuple[Variable, ...]:
        return tuple(item.variable for item in self.items if item.variable is not None)


@dataclass(frozen=True)
class DirectiveNode:
    """A directive. ``name`` and ``spec`` are ``None`` if it is none of OpenACC's. Spans are in the file."""

    span: Span
    name: str | None
    name_span: Span
    spec: DirectiveSpec | None
    argument: Argument | None
    clauses: tuple[ClauseNode, ...]
    slips: tuple[Slip, ...]
    tokens: tuple[Token, ...]

    def clause(self, *names: str) -> ClauseNode | None:
        """The first clause that is one of ``names``."""
        return next((clause for clause in self.clauses if clause.name in names), None)

    def all(self, *names: str) -> list[ClauseNode]:
        """Every clause that is one of ``names``."""
        return [clause for clause in self.clauses if clause.name in names]
