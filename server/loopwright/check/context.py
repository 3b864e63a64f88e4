"""What a rule is asked about: one directive in its file, and what several rules want to know of it, each read once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.check.races import Races, races_of
from loopwright.lang.declarations import Declaration
from loopwright.lazily import cached_property
from loopwright.openacc.accesses import Access, accesses
from loopwright.openacc.constructs import COMPUTE, Construct, Unit, function_name
from loopwright.openacc.elsewhere import Elsewhere
from loopwright.openacc.expansion import is_shouted, names_macro
from loopwright.openacc.names import Names, read_names
from loopwright.openacc.nests import Head, Nest, head_of, nest_of
from loopwright.openacc.nodes import ClauseNode, Slip, Variable
from loopwright.openacc.reach import Bounds, Section, element_beside_loops, section_beside_loops
from loopwright.openacc.spec import NEWEST, DirectiveSpec, load_spec
from loopwright.openacc.statements import LOOPS, text_of_node
from loopwright.source.text import Span

_OF_A_LIST = frozenset(("LW105", "LW113", "LW114", "LW115", "LW116", "LW117", "LW118", "LW119", "LW302"))
LOOP_DIRECTIVES = frozenset(("loop", "parallel loop", "serial loop", "kernels loop"))
MOVING = ("copy", "copyin", "copyout", "create")
NUMBERS = ("integer", "floating", "boolean")


@dataclass(frozen=True)
class Moved:
    """A variable in a list of a directive, with its declaration."""

    clause: ClauseNode
    variable: Variable
    declaration: Declaration


@dataclass(frozen=True)
class Context:
    """One directive. ``elsewhere`` says whether a header or the command line may know a name; ``version`` of OpenACC and
    compilers to be portable to, as the user chose."""

    unit: Unit
    construct: Construct
    elsewhere: Elsewhere
    version: str = NEWEST
    portability: tuple[str, ...] = ()

    @property
    def clauses(self) -> tuple[ClauseNode, ...]:
        """The clauses of the directive."""
        return self.construct.node.clauses

    @property
    def spec(self) -> DirectiveSpec:
        """What the specification says of the directive. Rules that are not ``unread`` are asked only where it is known."""
        assert self.construct.node.spec is not None
        return self.construct.node.spec

    def takes(self, clause: str) -> bool:
        """Whether a clause belongs to the directive, or is none: of what stands in one that does not, nothing more is said."""
        return self.construct.node.spec is None or clause not in load_spec().clauses or clause in self.spec.clauses

    @cached_property
    def other_directive(self) -> ClauseNode | None:
        """`update` in `data update device(a)`: a directive of its own, to which all that follows belongs."""
        named = (clause for clause in self.clauses if clause.name in load_spec().directives)
        return next((clause for clause in named if not self.takes(clause.name)), None)

    @cached_property
    def written_apart(self) -> DirectiveSpec | None:
        """`parallel loop` of `parallel copy(a) loop`: the directive whose second word stands behind its clauses."""
        known = load_spec().directives
        return next(
            (known[both] for slip in self.slips("LW110") if (both := f"{slip.directive} {slip.word}") in known), None
        )

    @cached_property
    def second_directive(self) -> Span | None:
        """`data` in `loop data copy(a)`: the first word of a directive among the clauses, to which all that follows belongs.
        A word that a header may define is none: nobody is told of it."""
        spec = load_spec()
        words = {name.split()[0] for name in spec.directives}
        slips = self.slips("LW110") if self.written_apart is None else ()
        named = (slip for slip in slips if slip.word in words)
        return next((slip.span for slip in named if slip.word in spec.foreign or not self.elsewhere(slip.word)), None)

    def slips(self, code: str) -> Iterator[Slip]:
        """What the parser found and one rule tells."""
        return (slip for slip in self._slips if slip.code == code)

    @cached_property
    def _slips(self) -> tuple[Slip, ...]:
        """A word that a header may define is expanded by the compiler, so it is no unknown clause, and what a list with a
        macro in it says is not known."""
        return tuple(slip for slip in self.construct.node.slips if not self._is_expanded(slip))

    def _is_expanded(self, slip: Slip) -> bool:
        if slip.code in _OF_A_LIST:
            return names_macro(self.unit, self.construct, slip.span, self.elsewhere)
        may_be_macro = slip.code in ("LW101", "LW110") and is_shouted(slip.word)
        return may_be_macro and self.elsewhere.may_define(slip.word)

    @cached_property
    def is_out_of_place(self) -> bool:
        """Whether a directive that belongs among statements stands outside of every function."""
        return self.construct.function is None and self.spec.context == "statement"

    @cached_property
    def names(self) -> Names:
        """What the names in the clauses mean."""
        return read_names(self.unit, self.construct, self.elsewhere)

    @cached_property
    def nest(self) -> Nest | None:
        """The loops under a directive that must have one."""
        statement = self.construct.statement
        if self.spec.follows != "loop" or statement is None or statement.type not in LOOPS:
            return None
        return nest_of(self.unit, self.construct, statement, self.elsewhere)

    @cached_property
    def heads(self) -> tuple[Head, ...]:
        """The heads of these loops, where the specification asks something of them."""
        if self.nest is None or self.construct.node.clause("seq") is not None:
            return ()
        return tuple(head for loop in self.nest.loops if (head := head_of(loop)) is not None)

    @cached_property
    def accesses(self) -> list[Access]:
        """What the region of a compute construct reads and writes of what lives outside."""
        if self.construct.name not in COMPUTE or self.construct.statement is None:
            return []
        return accesses(self.unit, self.construct)

    def accesses_of(self, moved: Moved) -> list[Access]:
        """Those of one variable."""
        name, span = moved.variable.name, moved.declaration.span
        return [use for use in self.accesses if use.name == name and use.declaration.span == span]

    @cached_property
    def bounds(self) -> Bounds:
        """How far these accesses reach."""
        return Bounds(self.unit, self.construct)

    @cached_property
    def moved(self) -> tuple[Moved, ...]:
        """The variables and parameters in the lists of the clauses, without members."""
        found = []
        for clause in self.clauses:
            for variable in clause.variables:
                declaration = self.unit.declarations.lookup(variable.name, variable.span.start)
                if declaration is None or declaration.kind not in ("variable", "parameter") or variable.members:
                    continue
                found.append(Moved(clause, variable, declaration))
        return tuple(found)

    @cached_property
    def sections(self) -> tuple[tuple[Moved, Section], ...]:
        """Sections of one dimension beside what the loops of the region reach of them."""
        found = []
        for moved in self.moved if self.accesses else ():
            if len(moved.variable.subscripts) == 1 and moved.variable.form == "section":
                beside = section_beside_loops(self.unit, moved.variable, moved.declaration, self.accesses, self.bounds)
                if beside is not None:
                    found.append((moved, beside))
        return tuple(found)

    @cached_property
    def elements(self) -> tuple[tuple[Moved, Section], ...]:
        """Single elements of one dimension in clauses that move data beside what the loops of the region reach of the array."""
        found = []
        for moved in self.moved if self.accesses else ():
            if len(moved.variable.subscripts) == 1 and moved.variable.form == "element" and moved.clause.name in MOVING:
                beside = element_beside_loops(self.unit, moved.variable, moved.declaration, self.accesses, self.bounds)
                if beside is not None:
                    found.append((moved, beside))
        return tuple(found)

    @property
    def is_default_none(self) -> bool:
        """Whether `default(none)` asks for a clause for each variable."""
        return any(clause.items and clause.items[0].text == "none" for clause in self.construct.node.all("default"))

    def is_held_elsewhere(self, declaration: Declaration, name: str, here: ClauseNode | None, *clauses: str) -> bool:
        """Whether another clause names the variable, one of ``clauses`` if any is given: in the function, for a global one in
        the file."""
        naming = self.unit.clauses_naming(name, in_file=declaration.is_global)
        return any(
            len(naming[kind]) > 1 or here is None or naming[kind][0].span != here.span
            for kind in (clauses or naming)
            if kind in naming
        )

    @cached_property
    def device_calls(self) -> tuple[tuple[str, Span], ...]:
        """Calls in the region of functions that this file declares: name and where it stands."""
        return self.calls_in(self.construct.region)

    def calls_in(self, region: Span) -> tuple[tuple[str, Span], ...]:
        """Calls somewhere in the file of functions that it declares."""
        found = []
        for call in self.unit.calls_in(region):
            name = text_of_node(call.child_by_field_name("function"))
            declaration = self.unit.declarations.file_level.get(name)
            if declaration is not None and declaration.kind == "function":
                found.append((name, Span(call.start_byte, call.start_byte + len(name.encode()))))
        return tuple(found)

    @cached_property
    def races(self) -> Races | None:
        """What is known of the loop under a directive that makes its iterations independent; ``None`` too where it does nothing."""
        return None if self.has_no_effect else races_of(self.unit, self.construct)

    @cached_property
    def has_no_effect(self) -> bool:
        """Whether this is a `loop` in no compute construct, in a function that is surely no routine (2.9)."""
        unit, construct = self.unit, self.construct
        function, name = construct.function, function_name(construct.function)
        if construct.name != "loop" or construct.compute is not None or construct.is_in_unread:
            return False
        if unit.routines.get(name) is not None or function is None or function.type != "function_definition":
            return False
        if _has_own_routine(unit, function) or _is_of_another_tool(construct.statement):
            return False
        # No device calls `main` or what starts work on a device itself, whatever headers say.
        starts_work = any(other.name in COMPUTE and other.function == function for other in unit.constructs)
        return name == "main" or starts_work or not self.elsewhere(name.rpartition("::")[2])


# First words of pragmas that compilers have; what others say may be made a construct by a translator.
_OF_COMPILERS = frozenset(
    ("GCC", "STDC", "acc", "clang", "ident", "intel", "ivdep", "loop", "message", "nounroll", "novector", "omp", "once", "pack", "simd",
     "unroll", "vector", "warning")
)  # fmt: skip


def _is_of_another_tool(node: Node | None) -> bool:
    """Whether a statement stands in one that a pragma of neither a compiler nor OpenACC or OpenMP governs."""
    while node is not None and node.type != "function_definition":
        before = node.prev_named_sibling
        while before is not None and before.type in ("preproc_call", "comment"):
            words = text_of_node(before).replace("#", " ").split()
            if words[:1] == ["pragma"] and words[1:2] and words[1] not in _OF_COMPILERS:
                return True
            before = before.prev_named_sibling
        node = node.parent
    return False


def _has_own_routine(unit: Unit, function: Node) -> bool:
    """A `routine` directive right before a function whose name macros or templates hide."""
    for other in unit.whole.routine_constructs:
        if other.pragma.governs <= function.start_byte:
            between = unit.data[other.pragma.governs : function.start_byte]
            if b";" not in between and b"}" not in between:
                return True
    return False
