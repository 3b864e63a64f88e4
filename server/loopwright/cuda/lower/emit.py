"""Plan → lines of C++."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.code import Code, quoted, spelled
from loopwright.cuda.ir.plan import Around, Guard, Item, Once, Region, Step, Unsupported
from loopwright.cuda.lower.builder import Builder
from loopwright.cuda.print.code import text as printed
from loopwright.cuda.read.functions import INDICES
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.typing import FUNDAMENTAL
from loopwright.cuda.read.variables import Variable, Variables, array_name
from loopwright.source.nodes import bare, text_of

_STEP = "    "
_ARITHMETIC = frozenset(("int", "unsigned", "float", "double"))
_MOVES = frozenset(
    ("shuffle", "shuffle_up", "shuffle_down", "shuffle_xor", "inline_fmaxf", "inline_fminf", "fmaxf", "max", "min")
)
# What has a place of its own, which a reference may mean.
_PLACES = frozenset(("identifier", "subscript_expression", "field_expression", "pointer_expression"))
_SHOWN = re.compile(r"\bshown_\d+(?:\[\w+\])?")

# Where a method of an object may run, which need not be one of a constant object.
_METHOD_CALLS = frozenset(("field_expression", "subscript_expression", "call_expression"))


@dataclass
class Loops:
    """The loops over the threads of a block: (variable, bound) from the outermost, and what stands at the start."""

    headers: list[tuple[str, str, str]]  # (type, variable, bound)
    prelude: tuple[str, str] | None = None  # a word, and the line that gives it a meaning where a body mentions it
    starts: dict[str, str] = field(default_factory=dict)  # where a variable does not begin at 0
    widths: frozenset[str] = frozenset()  # of two dimensions: how the length of a row of threads may be said

    def numbers(self) -> frozenset[str]:
        """How the number of a thread in a block of two dimensions may be said, without blanks."""
        if len(self.headers) != 2:
            return frozenset()
        (_, y, _), (_, x, _) = self.headers
        products = {f"{a}*{b}" for w in self.widths for a, b in ((y, w), (w, y))}
        return frozenset(f"{a}+{b}" for p in products for q in (p, f"({p})") for a, b in ((q, x), (x, q)))


@dataclass
class Emitter:
    """Writes the items of one function."""

    vary: Vary
    loops: Loops
    derived: dict[Variable, str]  # the declaration of each derived variable
    crossing: set[Variable] = field(default_factory=set)
    lines: list[str] = field(default_factory=list)
    closures: dict[Variable, str] = field(default_factory=dict)  # the declaration of each lambda
    placed: frozenset[str] = frozenset()  # words by which a region uses a method that asks where its thread is
    # Conditions that all regions have in common that mention a variable.
    _guards: dict[Variable, frozenset[str]] = field(default_factory=dict)

    def write(self, items: Sequence[Item], depth: int) -> None:
        """Append the lines of ``items``."""
        if depth == 0:
            self._guards = _guards_of(items)
        for item in items:
            if isinstance(item, Once):
                self._add(item.text, depth)
            elif isinstance(item, Around):
                self._add(item.before, depth)
                self.write(item.items, depth + 1)
                self._add(item.after, depth)
            else:
                self._region(item, depth)

    def _region(self, region: Region, depth: int) -> None:
        body: list[str] = []
        quiet = not any(g.mask for g in region.guards) and self._is_quiet(region)
        uses = region.used_by_steps if quiet else region.uses
        derived = self._derived(uses)
        guards = () if quiet else region.guards  # a thread that takes no part may work on what is its own
        texts = [*(guard.condition for guard in guards), *(step.text for step in region.steps)]
        numbered = self._numbered(derived, texts)
        if numbered is not None:
            derived.remove(numbered)
        conditions, limit = self._limits(guards, numbered is not None or len(self.loops.headers) == 1)
        body += [self.derived[v] for v in derived]
        if conditions:
            body.append(
                f"if (!({' && '.join(conditions)})) continue;"
                if len(conditions) > 1 or not conditions[0].startswith("!(")
                else f"if {conditions[0][1:]} continue;"
            )
        kept = sorted((v for v in uses if v in self.crossing), key=lambda v: v.name)
        for variable in (v for v in kept if not v.closure):
            array = array_name(variable, self.vary.function.variables)
            pointed = is_pointed_at(variable)
            if is_made_in_place(variable, self.vary):
                body.append(f"auto &{variable.name} = reinterpret_cast<{variable.base} &>({array}[{self.vary.t}]);")
            elif not pointed or all(step.declares is not variable for step in region.steps):
                body.append(f"auto &{variable.name} = {'*' if pointed else ''}{array}[{self.vary.t}];")
        declared = {step.declares for step in region.steps}
        body += [self.closures[v] for v in self.closures if v in kept and v not in declared]
        inner = [self._step(step) for step in region.steps]
        if region.label is not None:
            body += ["{", *(indented(t) for t in inner if t), "}", f"{region.label}:;"]
        else:
            body += [text for text in inner if text]
        text = "\n".join(body)
        if places := bool(self.placed & set(re.findall(r"\w+", text))):
            body.insert(0, f"::threadIdx = {self.vary.struct('threadIdx')};")
            text = "\n".join(body)
        if self.loops.prelude is not None and re.search(rf"\b{re.escape(self.loops.prelude[0])}\b", text):
            number = self.loops.prelude[0]
            body.insert(0, f"const int {number} = {numbered.name};" if numbered is not None else self.loops.prelude[1])
        vector = not places and region.label is None and all(step.vector for step in region.steps)
        headers = list(self.loops.headers)
        if numbered is not None:
            headers = [("int", numbered.name, self._count())]
        for at, (type, name, bound) in enumerate(headers):
            if limit is not None and at == len(headers) - 1:
                bound = limit
            if vector and at == len(headers) - 1:
                self._add("#pragma omp simd", depth)
            self._add(
                f"for ({type} {name} = {self.loops.starts.get(name, '0')}; {name} < {bound}; ++{name}){' {' if at == len(headers) - 1 else ''}",
                depth,
            )
            depth += 1
        for part in body:
            self._add(part, depth)
        self._add("}", depth - 1)

    def _count(self) -> str:
        """How many threads the loops over them go through."""
        return " * ".join(bound for _, _, bound in self.loops.headers)

    def _numbered(self, derived: Sequence[Variable], texts: Sequence[str]) -> Variable | None:
        """The variable that numbers the threads of a block of two dimensions, ``y * width + x``, where a region needs no
        more of them than that: one loop will do."""
        sums = self.loops.numbers()
        if not sums:
            return None
        x, y = (name for _, name, _ in self.loops.headers)
        for variable in derived:
            line = self.derived[variable]
            if line.startswith("const int ") and line.partition("=")[2].replace(" ", "").rstrip(";") in sums:
                rest = [self.derived[v] for v in derived if v is not variable]
                words = {word for text in (*rest, *texts) for word in re.findall(r"\w+", text)}
                return None if words & {x, y} else variable
        return None

    def _is_quiet(self, region: Region) -> bool:
        """Whether a region only moves scalars of the threads and what they show each other."""
        if region.label is not None:
            return False
        own = {step.declares for step in region.steps if step.declares is not None}
        uses = region.used_by_steps
        for variable in uses - own:
            kept = variable in self.crossing and {g.condition for g in region.guards} <= self._guards[variable]
            if (
                not (kept or self.vary.is_uniform(variable))
                or not variable.scalar
                or variable.pointers
                or variable.base not in _ARITHMETIC
            ):
                return False
        names = {v.name for v in uses | own} | _MOVES | {self.vary.t, *_ARITHMETIC}
        for step in region.steps:
            text = _SHOWN.sub("", step.text)
            if re.search(r"[/%*&\[?]|->", text) or not {*re.findall(r"[A-Za-z_]\w*", text)} <= names:
                return False
        return any("shown_" in step.text for step in region.steps)

    def _limits(self, guards: Sequence[Guard], one_loop: bool) -> tuple[list[str], str | None]:
        """Conditions to be checked by each thread, and the bound of the loop where a guard gives it."""
        limited = [guard for guard in guards if guard.limit is not None]
        if not one_loop or len(limited) != 1:
            return [guard.condition for guard in guards], None
        bound = self._count()
        limit = limited[0].limit if limited[0].limit == "1" else f"std::min<long long>({limited[0].limit}, {bound})"
        return [guard.condition for guard in guards if guard.limit is None], limit

    def _derived(self, uses: set[Variable]) -> list[Variable]:
        """Derived variables that are needed for ``uses``, in the order of their declarations."""
        needed: set[Variable] = set()
        waiting = [v for v in uses if v in self.derived]
        while waiting:
            variable = waiting.pop()
            if variable not in needed:
                needed.add(variable)
                assert variable.init is not None
                inputs = self.vary.function.variables.used_in(variable.init)
                waiting += [v for v in inputs if v in self.derived]
        return [v for v in self.derived if v in needed]

    def _step(self, step: Step) -> str:
        variable = step.declares
        if variable is None or variable not in self.crossing or variable.closure:
            return step.text
        if step.value is None:
            return ""
        if is_pointed_at(variable):
            array = array_name(variable, self.vary.function.variables)
            return f"{step.text}\n{array}[{self.vary.t}] = &{variable.name};"
        if is_made_in_place(variable, self.vary):
            return f"new (&{variable.name}) {step.value};"
        if variable.extents:
            if re.fullmatch(r"\{\s*(?:0(?:\.0*)?f?|)\s*\}", step.value):
                return f"std::memset(&{variable.name}, 0, sizeof {variable.name});"
            start = variable.renamed(f"{variable.name}_start")
            return f"{{ const {variable.base} {start} = {step.value}; std::memcpy(&{variable.name}, &{variable.name}_start, sizeof {variable.name}); }}"
        if step.value.startswith("{"):
            return f"{variable.name} = {variable.base}{step.value};"
        return f"{variable.name} = {step.value};"

    def _add(self, text: str, depth: int) -> None:
        if text:
            self.lines.append(indented(text, depth))


def _guards_of(items: Sequence[Item]) -> dict[Variable, frozenset[str]]:
    found: dict[Variable, frozenset[str]] = {}

    def look(items: Sequence[Item]) -> None:
        for item in items:
            if isinstance(item, Around):
                look(item.items)
            elif isinstance(item, Region):
                own = frozenset(guard.condition for guard in item.guards)
                for variable in item.uses:
                    found[variable] = found.get(variable, own) & own

    look(items)
    return found


def crossing_variables(items: Sequence[Item], vary: Vary) -> set[Variable]:
    """Variables that live across the end of a region: one element for each thread is kept."""
    home: dict[Variable, int] = {}
    found: set[Variable] = set()
    number = 0

    def look(items: Sequence[Item]) -> None:
        nonlocal number
        for item in items:
            if isinstance(item, Around):
                look(item.items)
            elif isinstance(item, Region):
                number += 1
                for step in item.steps:
                    if step.declares is not None:
                        home[step.declares] = number
                found.update(v for v in item.uses if v in home and home[v] != number)

    look(items)
    return {v for v in found if not vary.is_uniform(v) and not vary.is_derived(v)}


def derived_lines(vary: Vary, cutter: Builder) -> dict[Variable, str]:
    """The declarations of variables that every region works out again."""
    found = {}
    for variable in vary.function.variables.all:
        if vary.is_derived(variable):
            assert variable.init is not None
            value = cutter.thread_text(variable.init)
            value = f"{variable.base}{value}" if variable.constructed else value
            asked = any(n.parent is not None and n.parent.type in _METHOD_CALLS for n in variable.within)
            as_it_is = variable.head.startswith(("const ", "constexpr ")) or variable.pointers or asked
            head = variable.head if as_it_is else f"const {variable.head}"
            found[variable] = f"{head} {variable.declarator} = {value};"
    return found


def shared_lines(variables: Variables) -> list[str]:
    """Shared memory is the block's own."""
    lines = []
    for variable in variables.all:
        if not variable.shared:
            continue
        head = re.sub(r"\b(?:__shared__|extern|static|volatile)\b\s*", "", variable.head).strip()
        head = re.sub(r"__align__\s*\(", "alignas(", head)
        if variable.dynamic:
            lines.append(f"{head} *{variable.name} = reinterpret_cast<{head} *>(dynamic_shared);")
        else:
            lines.append(f"{head} {variable.declarator};")
    return lines


def is_pointed_at(variable: Variable) -> bool:
    """Whether an array keeps where the variable is: a reference to what has a place of its own."""
    init = bare(variable.init) if variable.init is not None else None
    return variable.reference and init is not None and init.type in _PLACES


def is_made_in_place(variable: Variable, vary: Vary) -> bool:
    """Whether an array keeps room for an object that its constructor makes: there need be no object without arguments."""
    return variable.constructed and not variable.pointers and vary.code.members.has_constructor(variable.base)


def closure_lines(vary: Vary, cutter: Builder) -> dict[Variable, str]:
    """The declarations of lambdas, in order: what they capture is there before them."""
    found = {}
    for variable in vary.function.variables.all:
        if variable.closure and variable.init is not None:
            found[variable] = f"{variable.head} {variable.declarator} = {cutter.thread_text(variable.init)};"
    return found


def array_of(variable: Variable, cutter: Builder, size: str) -> str:
    """The declaration of the array that keeps a variable for every thread."""
    variables = cutter.variables
    if variable.closure:
        return ""
    if is_made_in_place(variable, cutter.vary):
        kind = variable.base
        return f"std::aligned_storage_t<sizeof({kind}), alignof({kind})> {array_name(variable, variables)}[{size}];"
    if (variable.base in ("auto", "") and variable.init is not None) or variable.reference:
        return f"{_deduced(variable, cutter)} {array_name(variable, variables)}[{size}];"
    head = variable.head.replace("volatile", "").strip()
    declarator = variable.declarator
    if not variable.pointers:
        head = re.sub(r"\bconst\b\s*", "", head)
    else:
        declarator = re.sub(r"\*\s*(?:const|__restrict__|__restrict)\b", "*", declarator)
        declarator = re.sub(r"\*\s*(?:const|__restrict__|__restrict)\b", "*", declarator)
    name = re.sub(
        rf"\b{re.escape(variable.name)}\b", lambda _: f"{array_name(variable, variables)}[{size}]", declarator, count=1
    )
    return f"{head} {name};"


def _deduced(variable: Variable, cutter: Builder) -> str:
    """The type of the elements of such an array, as the compiler tells it of the initial value."""
    if variable.reference and variable.base not in ("auto", ""):
        kind = variable.head if is_pointed_at(variable) else re.sub(r"\bconst\b\s*", "", variable.head)
        return f"{kind} *" if is_pointed_at(variable) else kind
    assert variable.init is not None
    known = cutter.typing.of(variable.init)
    if known is not None and not known[1] and known[0] in FUNDAMENTAL and not variable.reference:
        return known[0]
    if any(n.type == "lambda_expression" for n in walk(variable.init)):
        raise Unsupported(f"the type of {variable.name} cannot be told", variable.init.start_byte)
    value = f"std::remove_reference_t<decltype({_stands_for(variable.init, cutter)})>"
    if is_pointed_at(variable):
        return f"{value} *"
    return f"std::decay_t<decltype({_stands_for(variable.init, cutter)})>"


def _stands_for(node: Node, cutter: Builder) -> str:
    """An expression of the same type that names no variable of the function: the array stands before them all."""

    def rule(part: Node) -> Code | None:
        if part.type == "field_expression" and text_of(part.child_by_field_name("argument")) in INDICES:
            return spelled("0u")
        if part.type == "identifier" and (variable := cutter.variables.of(part)) is not None and not variable.parameter:
            if variable.base in ("auto", "") and variable.init is not None:
                return spelled(f"std::declval<std::decay_t<decltype({_stands_for(variable.init, cutter)})> &>()")
            declarator = re.sub(rf"\b{re.escape(variable.name)}\b", "", variable.declarator, count=1)
            if variable.extents:
                at = declarator.index("[")
                declarator = f"{declarator[:at]}(&){declarator[at:]}"
            elif not variable.reference:
                declarator += " &"
            head = re.sub(
                r"\b(?:__shared__|extern|static|volatile|constexpr)\b\s*|alignas\s*\([^()]*\)\s*", "", variable.head
            )
            place = f"{head} {declarator}" if "[]" not in declarator else f"{head} *&"
            return spelled(f"std::declval<{place}>()")
        return cutter.rule(part, rule)

    return printed(quoted(node, rule))


def indented(text: str, depth: int = 1) -> str:
    return "\n".join(
        line
        if line.startswith("#") and not line.startswith("#pragma omp")
        else (_STEP * depth + line if line.strip() else "")
        for line in text.split("\n")
    )
