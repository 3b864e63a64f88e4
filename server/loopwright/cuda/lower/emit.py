"""Plan → statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.code import NOTHING, Code, Form, Quoted, form, is_empty, joined, spelled, tokens, words
from loopwright.cuda.ir.plan import Around, End, Every, Guard, Item, Once, Plan, Region, Step
from loopwright.cuda.ir.statements import (
    SILENT,
    Body,
    Control,
    Directive,
    Loop,
    Plain,
    Remarks,
    Statement,
    codes,
    mentioned,
    plain,
)
from loopwright.cuda.ir.statements import without as without_statements
from loopwright.cuda.lower.arrays import is_made_in_place, is_pointed_at
from loopwright.cuda.lower.builder import Builder, remarks_of
from loopwright.cuda.lower.zero_divisors import divides
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.variables import Variable, array_name, without
from loopwright.source.nodes import text_of

_ARITHMETIC = frozenset(("int", "unsigned", "float", "double"))
_MOVES = frozenset(
    ("shuffle", "shuffle_up", "shuffle_down", "shuffle_xor", "inline_fmaxf", "inline_fminf", "fmaxf", "max", "min")
)

# Values in which something is done.
_DOING = frozenset(
    ("call_expression", "assignment_expression", "update_expression", "lambda_expression", "new_expression")
)

# Where a method of an object may run, which need not be one of a constant object.
_METHOD_CALLS = frozenset(("field_expression", "subscript_expression", "call_expression"))


@dataclass
class Loops:
    """The loops over the threads of a block: (type, variable, bound) from the outermost, and what stands at the start."""

    headers: Sequence[tuple[str, str, Code]]
    prelude: tuple[str, Code] | None = (
        None  # a word, and the statement that gives it a meaning where a body mentions it
    )
    starts: dict[str, str] = field(default_factory=dict)  # where a variable does not begin at 0
    widths: frozenset[str] = frozenset()  # of two dimensions: how the length of a row of threads may be said

    def numbers(self) -> frozenset[str]:
        """How the number of a thread in a block of two dimensions may be said, without blanks."""
        if len(self.headers) != 2:
            return frozenset()
        (_, y, _), (_, x, _) = self.headers
        products = {f"{a}*{b}" for w in self.widths for a, b in ((y, w), (w, y))}
        return frozenset(f"{a}+{b}" for p in products for q in (p, f"({p})") for a, b in ((q, x), (x, q)))


@dataclass(frozen=True)
class Derived:
    """The declaration of a variable that every region works out again, and its value."""

    declares: Form
    value: Code
    number: bool  # of type `const int`
    remarks: Remarks = SILENT


@dataclass
class Emitter:
    """Makes statements of the items of one function."""

    vary: Vary
    plan: Plan
    loops: Loops
    derived: dict[Variable, Derived]
    closures: dict[Variable, Form] = field(default_factory=dict)  # the declaration of each lambda
    placed: frozenset[str] = frozenset()  # words by which a region uses a method that asks where its thread is
    shown: frozenset[str] = frozenset()  # arrays in which threads show each other something
    _explained: set[Variable] = field(default_factory=set)

    def statements(self) -> Body:
        """What the items of the plan become; a variable of the block of which every use is gone is gone too."""
        made = self._all(self.plan.items)
        waiting = [once for once in _once_in(self.plan.items) if self._may_go(once)]
        while waiting:
            count = Counter(word for code in codes(made) for word in words(code))
            gone = {id(once.runs) for once in waiting if once.declares is not None and count[once.declares.name] == 1}
            if not gone:
                break
            made = without_statements(made, gone)
            waiting = [once for once in waiting if id(once.runs) not in gone]
        return made

    def _may_go(self, once: Once) -> bool:
        """Whether nothing but a variable that the source uses comes of a statement."""
        variable = once.declares
        if variable is None or not variable.uses or variable.parameter or not self.vary.may_move_up(variable):
            return False
        return variable.init is not None and not any(n.type in _DOING for n in walk(variable.init))

    def _all(self, items: Sequence[Item]) -> Body:
        found: list[Statement] = []
        for item in items:
            if isinstance(item, Once):
                found.append(item.runs)
            elif isinstance(item, Around):
                found.append(Control(item.kind, item.parts, self._all(item.items), remarks=item.remarks))
            elif not self._does_nothing(item):
                found += self._region(item)
        return tuple(found)

    def _does_nothing(self, region: Region) -> bool:
        """Whether a region only declares variables without a value, each an element of an array that is there already."""
        return region.label is None and all(is_empty(self._step(step).code) for step in region.steps)

    def _region(self, region: Region) -> Body:
        quiet = not any(g.mask for g in region.guards) and self._is_quiet(region)
        uses = region.used_by_steps if quiet else region.uses
        derived = self._derived(uses)
        guards = () if quiet else region.guards  # a thread that takes no part may work on what is its own
        asked = [*(guard.condition for guard in guards), *(step.runs.code for step in region.steps)]
        numbered = self._numbered(derived, asked)
        if numbered is not None:
            derived.remove(numbered)
        one_loop = numbered is not None or len(self.loops.headers) == 1
        guards, ends = (guards, ()) if numbered is not None else _by_ends(guards)
        conditions, limit = self._limits(guards, one_loop)
        headers = [("int", numbered.name, self._count())] if numbered is not None else list(self.loops.headers)
        conditions, every = self._one_of_each(conditions, limit, headers) if not ends else (conditions, None)
        if limit is not None or ends or every is not None:  # nobody asks the guard
            asked_by = {v for guard in conditions for v in guard.uses}
            uses = asked_by | region.used_by_steps | {s.declares for s in region.steps if s.declares is not None}
            needed = self._derived(uses)
            derived = [v for v in derived if v in needed]
        behind = self._behind(derived, conditions)
        body: list[Statement] = [self._declared(v) for v in derived if v not in behind]
        if conditions:
            body.append(Plain(_passed_over(conditions)))
        body += [self._declared(v) for v in behind]
        body += self._kept(region, uses)
        inner = [self._step(step) for step in region.steps]
        if region.label is not None:
            body += [Control("block", (), tuple(inner)), plain(f"{region.label}:;")]
        else:
            body += inner
        mentions = mentioned(body)
        if places := bool(self.placed & mentions):
            body.insert(0, plain(f"::threadIdx = {self.vary.struct('threadIdx')};"))
            mentions = mentioned(body)
        if self.loops.prelude is not None and self.loops.prelude[0] in mentions:
            number, told = self.loops.prelude
            body.insert(0, Plain(told) if numbered is None else plain(f"const int {number} = {numbered.name};"))
        vector = not places and region.label is None and all(step.vector for step in region.steps)
        if limit is not None and tuple(tokens(limit)) == ("1",) and not {headers[-1][1], "continue"} & mentioned(body):
            # Of one thread, which does not ask who it is, no loop is needed.
            declares = any(step.declares is not None for step in region.steps) or len(body) > len(inner)
            return (Control("block", (), tuple(body)),) if declares or region.label is not None else tuple(body)
        if limit is not None:
            headers[-1] = (*headers[-1][:2], limit)
        if every is not None:
            ((type, name, bound),) = headers
            return (Loop(type, name, bound, tuple(body), spelled(str(every.first)), step=f"{name} += {every.width}"),)
        return (self._loops_over(headers, ends, vector, tuple(body)),)

    def _declared(self, variable: Variable) -> Plain:
        """The declaration of a derived variable; only the first one has what is said beside it."""
        told = self.derived.get(variable)
        assert told is not None
        remarks = SILENT if variable in self._explained else told.remarks
        self._explained.add(variable)
        return Plain(told.declares, remarks=remarks)

    def _loops_over(self, headers: list[tuple[str, str, Code]], ends: Sequence[End], vector: bool, body: Body) -> Loop:
        """Loops with these headers around ``body``, between ``ends``."""
        loop: Loop | None = None
        for type, name, bound in headers[::-1]:
            first, last = _within(ends, name, bound, self.loops.starts.get(name, "0"))
            if loop is None:
                loop = Loop(type, name, last, body, first, directive=Directive(("simd",)) if vector else None)
            else:
                loop = Loop(type, name, last, (loop,), first, tight=True)
        assert loop is not None
        return loop

    def _kept(self, region: Region, uses: set[Variable]) -> list[Plain]:
        """The names of what an array keeps for the thread."""
        found = []
        kept = sorted((v for v in uses if v in self.plan.crossing), key=lambda v: v.name)
        for variable in (v for v in kept if not v.closure):
            array = array_name(variable, self.vary.function.variables)
            pointed = is_pointed_at(variable)
            if is_made_in_place(variable, self.vary):
                found.append(f"auto &{variable.name} = reinterpret_cast<{variable.base} &>({array}[{self.vary.t}]);")
            elif not pointed or all(step.declares is not variable for step in region.steps):
                found.append(f"auto &{variable.name} = {'*' if pointed else ''}{array}[{self.vary.t}];")
        declared = {step.declares for step in region.steps}
        closures = [Plain(self.closures[v]) for v in self.closures if v in kept and v not in declared]
        return [*map(plain, found), *closures]

    def _count(self) -> Code:
        """How many threads the loops over them go through."""
        return joined(" * ", [bound for _, _, bound in self.loops.headers])

    def _numbered(self, derived: Sequence[Variable], asked: Sequence[Code]) -> Variable | None:
        """The variable that numbers the threads of a block of two dimensions, ``y * width + x``, where a region needs no
        more of them than that: one loop will do."""
        sums = self.loops.numbers()
        if not sums:
            return None
        x, y = (name for _, name, _ in self.loops.headers)
        for variable in derived:
            own = self.derived[variable]
            if own.number and "".join(tokens(own.value)) in sums:
                rest = (self.derived[v].declares for v in derived if v is not variable)
                return None if any({x, y} & words(code) for code in (*rest, *asked)) else variable
        return None

    def _is_quiet(self, region: Region) -> bool:
        """Whether a region only moves scalars of the threads and what they show each other."""
        if region.label is not None:
            return False
        own = {step.declares for step in region.steps if step.declares is not None}
        uses = region.used_by_steps
        for variable in uses - own:
            kept = variable in self.plan.crossing and {g.words for g in region.guards} <= self.plan.under[variable]
            if (
                not (kept or variable in self.plan.uniform)
                or not variable.scalar
                or variable.pointers
                or variable.base not in _ARITHMETIC
            ):
                return False
        names = {v.name for v in uses | own} | _MOVES | {self.vary.t, *_ARITHMETIC}
        shown = [_outside_shown(step.runs.code, self.shown) for step in region.steps]
        if any(not _moves(told) or not {w for w in told if _is_word(w)} <= names for told, _ in shown):
            return False
        return any(shows for _, shows in shown)

    def _limits(self, guards: Sequence[Guard], one_loop: bool) -> tuple[list[Guard], Code | None]:
        """Conditions to be checked by each thread, and the bound of the loop where a guard gives it: of several that of one thread, or
        the innermost."""
        limited = [guard for guard in guards if guard.limit is not None]
        if not one_loop or not limited:
            return list(guards), None
        alone = [guard for guard in limited if guard.limit is not None and tuple(tokens(guard.limit)) == ("1",)]
        chosen = (alone or limited)[-1]
        assert chosen.limit is not None
        rest = [guard for guard in guards if guard is not chosen]
        return rest, chosen.limit if alone else form("std::min<long long>({}, {})", chosen.limit, self._count())

    def _one_of_each(
        self, guards: list[Guard], limit: Code | None, headers: Sequence[tuple[str, str, Code]]
    ) -> tuple[list[Guard], Every | None]:
        """Conditions to be checked by each thread, and which threads the loop goes through where a guard says one of so many."""
        told = [guard for guard in guards if guard.every is not None]
        whole = len(headers) == 1 and headers[0][1] == self.vary.t and headers[0][1] not in self.loops.starts
        if not told or not whole or (limit is not None and tuple(tokens(limit)) == ("1",)):
            return guards, None
        return [guard for guard in guards if guard is not told[-1]], told[-1].every

    def _derived(self, uses: set[Variable]) -> list[Variable]:
        """Derived variables that are needed for ``uses``, in the order of their declarations."""
        needed: set[Variable] = set()
        waiting = [v for v in uses if v in self.derived]
        while waiting:
            variable = waiting.pop()
            if variable not in needed:
                needed.add(variable)
                waiting += [v for v in self._made_of(variable) if v in self.derived]
        return [v for v in self.derived if v in needed]

    def _behind(self, derived: Sequence[Variable], conditions: Sequence[Guard]) -> list[Variable]:
        """Those that divide and what is made of them, where no condition asks for them: it may be that the divisor is not 0."""
        asked = {word for guard in conditions for word in words(guard.condition)}
        before = set(self._derived({v for v in derived if v.name in asked}))
        found: list[Variable] = []
        for variable in derived if conditions else ():
            divided = variable.init is not None and divides(variable.init)
            if variable not in before and (divided or any(v in found for v in self._made_of(variable))):
                found.append(variable)
        return found

    def _made_of(self, derived: Variable) -> set[Variable]:
        """What tells a derived variable; the thread's own number is told by none."""
        return self.vary.function.variables.used_in(derived.init) if derived.init is not None else set()

    def _step(self, step: Step) -> Plain:
        made = self._made(step)
        return made if made is step.runs or is_empty(made.code) else replace(made, remarks=step.runs.remarks)

    def _made(self, step: Step) -> Plain:
        variable = step.declares
        if variable is None or variable not in self.plan.crossing or variable.closure:
            return step.runs
        value = step.value
        if value is None:
            return Plain(NOTHING)
        if is_pointed_at(variable):
            array = array_name(variable, self.vary.function.variables)
            return Plain(form("{}\n{}[{}] = &{};", step.runs.code, array, self.vary.t, variable.name))
        if is_made_in_place(variable, self.vary):
            braced = next(tokens(value), "") == "{"
            made = form("{}{}" if braced else "{}({})", variable.base, value) if variable.parameter or braced else value
            return Plain(form("new (&{}) {};", variable.name, made))
        braced = next(tokens(value), "") == "{"
        if variable.extents:
            if braced and _is_zero(list(tokens(value))):
                return plain(f"std::memset(&{variable.name}, 0, sizeof {variable.name});")
            start = f"const {variable.base} {variable.renamed(f'{variable.name}_start')}"
            copied = f"std::memcpy(&{variable.name}, &{variable.name}_start, sizeof {variable.name});"
            return Plain(form("{{ {} = {}; {} }}", start, value, copied))
        return Plain(form("{} = {}{};", variable.name, variable.base if braced else "", value))


def _once_in(items: Sequence[Item]) -> Iterator[Once]:
    for item in items:
        if isinstance(item, Once):
            yield item
        elif isinstance(item, Around):
            yield from _once_in(item.items)


def _by_ends(guards: Sequence[Guard]) -> tuple[tuple[Guard, ...], tuple[End, ...]]:
    """Guards without what ends of loops say, and these ends."""
    left = [replace(guard, condition=guard.rest) if guard.rest is not None else guard for guard in guards]
    asked = tuple(guard for guard in left if not guard.ends or guard.rest is not None)
    return asked, tuple(end for guard in guards for end in guard.ends)


def _within(ends: Sequence[End], name: str, bound: Code, start: str) -> tuple[Code, Code]:
    """Where a loop over the threads begins and ends that goes from ``start`` to ``bound`` without these ends."""
    own = [end for end in ends if end.name == name]
    last = [end.last for end in own if end.last is not None]
    first = [end for end in own if end.first is not None]
    begin: Code = spelled(start)
    if start != "0":
        return _between([end.first for end in first if end.first is not None], last, begin, bound)
    if len(first) == 1 and first[0].natural and first[0].first is not None:
        begin = first[0].first
    elif first:
        begin = _below("max", [end.first for end in first if end.first is not None], bound)
    if not last:
        return begin, bound
    alone = len(last) == 1 and tuple(tokens(last[0])) == ("1",)
    return begin, last[0] if alone else _below("min", last, bound)


def _between(first: Sequence[Code], last: Sequence[Code], begin: Code, bound: Code) -> tuple[Code, Code]:
    """Where a loop begins and ends that goes from ``begin`` to ``bound``, which is behind it, without these ends: in numbers that its
    variable holds, as loops of OpenMP reckon in its type."""
    return _clamped("max", first, begin, bound, begin), _clamped("min", last, begin, bound, bound)


def _clamped(which: str, ends: Sequence[Code], begin: Code, bound: Code, without: Code) -> Code:
    """One of several ends, no further than from ``begin`` to ``bound``; ``without``: what stands where there is none."""
    return form("std::clamp<long long>({}, {}, {})", _one_of(which, ends), begin, bound) if ends else without


def _below(which: str, ends: Sequence[Code], threads: Code) -> Form:
    """One of several ends, no further than there are threads: loops of OpenMP reckon in the type of their variable."""
    return form("threads_below({}, {})", _one_of(which, ends), threads)


def _one_of(which: str, ends: Sequence[Code]) -> Code:
    """The least or the largest of ends, as ``which`` says."""
    said = ends[0]
    for end in ends[1:]:
        said = form("std::{}<long long>({}, {})", which, said, end)
    return said


def _passed_over(guards: Sequence[Guard]) -> Form:
    """Threads that do not take part go on to the next."""
    if len(guards) == 1:
        if guards[0].opposite:
            return form("if ({}) continue;", guards[0].condition)
        condition = guards[0].condition
        denied = condition.node if isinstance(condition, Quoted) else None
        inside = denied.child_by_field_name("argument") if denied is not None else None
        if isinstance(condition, Quoted) and inside is not None and inside.type == "parenthesized_expression":
            if text_of(condition.node).startswith("!("):
                return form("if {} continue;", Quoted(inside, condition.holes))
        if guards[0].mask is not None:
            return form("if (!{}) continue;", condition)
    said = [form("!({})", g.condition) if g.opposite else g.condition for g in guards]
    return form("if (!({})) continue;", joined(" && ", said))


def _outside_shown(code: Code, shown: frozenset[str]) -> tuple[list[str], bool]:
    """The tokens of code without arrays in which threads show each other something, and whether there are any."""
    told: list[str] = []
    found = list(tokens(code))
    at = 0
    while at < len(found):
        if found[at] in shown:
            element = found[at + 1 : at + 2] == ["["] and found[at + 3 : at + 4] == ["]"]
            at += 4 if element else 1
        else:
            told.append(found[at])
            at += 1
    return told, len(told) < len(found)


def _moves(told: Sequence[str]) -> bool:
    """Whether nothing is reckoned that may go wrong."""
    arrows = any(a == "-" and b == ">" for a, b in pairwise(told))
    return not arrows and not {"/", "%", "*", "&", "[", "?"} & set(told)


def _is_word(token: str) -> bool:
    return token[0].isalpha() or token[0] == "_"


def _is_zero(told: Sequence[str]) -> bool:
    """``{}``, ``{0}``, ``{0.0f}``."""
    return len(told) == 2 or (len(told) == 3 and told[1].rstrip("f").strip("0") in ("", "."))


def derived_of(vary: Vary, cutter: Builder) -> dict[Variable, Derived]:
    """The declarations of variables that every region works out again."""
    found = {}
    explained: set[int] = set()  # of several in one declaration the first has what is said beside it
    for variable in vary.function.variables.all:
        if vary.is_derived(variable) and variable.init is not None:
            declaration = variable.declaration
            remarks = SILENT
            if declaration is not None and declaration.id not in explained:
                explained.add(declaration.id)
                remarks = remarks_of(declaration)
                if declaration.id in cutter.moved_up:
                    remarks = Remarks(behind=remarks.behind)
            value = cutter.thread_code(variable.init)
            value = form("{}{}", variable.base, value) if variable.constructed else value
            asked = any(n.parent is not None and n.parent.type in _METHOD_CALLS for n in variable.within)
            as_it_is = "constexpr" in variable.head.split() or variable.pointers or asked
            head = variable.head if as_it_is else f"const {without(variable.head, 'const')}"
            named = replace(variable, head=head).declared(variable.declarator)
            declared = form("{} = {};", named, value)
            found[variable] = Derived(declared, value, head == "const int" and not variable.pointers, remarks)
    return found


def closures_of(vary: Vary, cutter: Builder) -> dict[Variable, Form]:
    """The declarations of lambdas, in order: what they capture is there before them."""
    found = {}
    for variable in vary.function.variables.all:
        if variable.closure and variable.init is not None:
            value = cutter.thread_code(variable.init)
            found[variable] = form("{} {} = {};", variable.head, variable.declarator, value)
    return found
