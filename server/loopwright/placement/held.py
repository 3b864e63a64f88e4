"""Data that can stay on the device while a loop of the host starts kernels again and again, or from one kernel to the next: what a `data`
region around them would hold (OpenACC 3.4, sections 2.6.5, 2.7).

The program is followed as for a plan (:mod:`loopwright.placement.pointers`), but its kernels stand already and keep their clauses: what a
region has brought they find. An object is held where it is one piece of memory that has a name before the region begins, where the region
holds all of it, and where the host leaves it alone in between or `update` can say what it uses. What is not certain is not held.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from loopwright.openacc.constructs import COMPUTE
from loopwright.openacc.directive import Clause, Directive
from loopwright.placement.accesses import Access
from loopwright.placement.cost import SELDOM
from loopwright.placement.declarations import declared
from loopwright.placement.edits import Insertions
from loopwright.placement.lvalues import last_name
from loopwright.placement.methods import Methods
from loopwright.placement.objects import TooMuch, Unplaceable
from loopwright.placement.plan import can_live_there
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import Known, Project
from loopwright.placement.regions import Regions, Transfer
from loopwright.placement.rounds import loop_of, rounds_of
from loopwright.placement.saving import Saving
from loopwright.placement.stretch import WAYS, WITHOUT_DATA, Followed, Stretch
from loopwright.placement.uses import host_functions
from loopwright.residence import ir
from loopwright.residence.ir import Expr, Stmt
from loopwright.residence.layout import base_size
from loopwright.residence.scan import children, everything_in
from loopwright.source.edits import Edit
from loopwright.source.linear import Linear
from loopwright.source.outline import Outline
from loopwright.source.tokens import tokens_of

_MOST_STEPS = 8000  # statements that are carried out until nothing changes: a few seconds on a busy machine
_CLAUSES = ("copyin", "copy", "copyout", "create")


@dataclass(frozen=True)
class Hold:
    """A region around what begins at ``start``: its directive, all lines that it needs (itself, braces where it holds several statements,
    `update` inside of it), and what it saves."""

    start: int
    directive: Directive
    edits: tuple[Edit, ...]
    saving: Saving


@dataclass(frozen=True)
class _Held:
    """Objects that some variables lead to, one at a time: what a clause lists, which clause, the size of one, and how many copies kernels make
    of them in a round. Variables that are exchanged share their objects. ``taken_out`` are the declarations of pointers that stand for members:
    compilers would map the struct too."""

    objects: frozenset[int]
    names: tuple[str, ...]
    texts: tuple[str, ...]
    taken_out: tuple[str, ...]
    clause: str
    size: Linear | None
    ways: int

    @property
    def once(self) -> int:
        """Copies where the region begins and ends: two names of one object move it once."""
        return min(len(self.texts), len(self.objects)) * WAYS[self.clause]


def holds_of(files: Sequence[tuple[Path, Outline]]) -> tuple[Hold, ...]:
    """The regions that the first of the files of a program lacks, in order. None where the program is not whole: who calls its functions
    with what has to be seen."""
    project = Project(list(files))
    if project.main is None or project.has_hidden_ways or not any(map(_moves_data, project.functions)):
        return ()
    outlines = dict.fromkeys(each for _, outline in files for each in (outline, *outline.headers))
    if any(each.pragmas_named("declare") for each in outlines) or any(map(_asks_the_runtime, project.functions)):
        return ()
    try:
        program = Followed(Pointers(project, most=_MOST_STEPS))
    except (TooMuch, RecursionError):
        return ()
    found: list[tuple[_Region, Hold]] = []
    for known in project.files[0].functions.values():
        if known.function.own and program.is_followed(known):
            found += _Finder(program, known).regions(known.function.body)
    # Around functions whose loops have regions of their own there is little to save.
    in_loops = {id(node) for region, _ in found if region.is_loop for node, _ in region.kernels}
    wanted = (
        hold for region, hold in found if region.is_loop or not {id(node) for node, _ in region.kernels} <= in_loops
    )
    return tuple(sorted(wanted, key=lambda hold: hold.start))


def _moves_data(known: Known) -> bool:
    """Whether a function has kernels that bring data by themselves: by a clause, or because nothing is said of it."""
    kernels = (p for p in everything_in(known.function.body) if isinstance(p, ir.Directive) and p.name in COMPUTE)
    return any(any(item.clause in WAYS for item in node.items) or not (node.items or node.default) for node in kernels)


def _asks_the_runtime(known: Known) -> bool:
    return any(
        isinstance(part, ir.Call) and part.name.startswith("acc_") for part in everything_in(known.function.body)
    )


class _Finder:
    """One function."""

    def __init__(self, program: Followed, known: Known) -> None:
        self.program, self.pointers, self.known = program, program.pointers, known
        self.contexts = self.pointers.by_function[known]

    def regions(self, node: Stmt) -> list[tuple[_Region, Hold]]:
        """The regions in a statement, the outermost loops first; around several statements only where none of them has any."""
        if isinstance(node, ir.Directive) and (node.name in COMPUTE or node.name not in WITHOUT_DATA):
            return []
        if not self._starts_kernels(node):
            return []
        loop = loop_of(node)
        if loop is not None:
            return self._around((node,), True) or self.regions(loop.body)
        inner = [found for part in _statements(node) for found in self.regions(part)]
        if inner or not isinstance(node, ir.Block):
            return inner
        with_kernels = [index for index, item in enumerate(node.items) if self._starts_kernels(item)]
        if len(with_kernels) < 2:
            return []
        run = node.items[with_kernels[0] : with_kernels[-1] + 1]
        later = {part.name for item in node.items[with_kernels[-1] + 1 :] for part in _names(item)}
        if not any(self._lasts(item, later) for item in run):
            return self._around(run, False)
        return [found for piece in self._pieces(run) for found in self._around(piece, False)]

    def _lasts(self, item: Stmt, later: Collection[str]) -> bool:
        """Whether something is declared that may not end with braces around it: it is used behind them, or its end does something."""
        return any(
            d.name in later or not base_size(d.type.base) or d.type.layers[:1] == ("&",) for d in _declared(item)
        )

    def _pieces(self, run: Sequence[Stmt]) -> Iterator[Sequence[Stmt]]:
        """What stands between declarations, from one kernel to another."""
        piece: list[Stmt] = []
        for item in (*run, None):
            if item is not None and not _declared(item):
                piece.append(item)
                continue
            at = [index for index, part in enumerate(piece) if self._starts_kernels(part)]
            if len(at) > 1:
                yield piece[at[0] : at[-1] + 1]
            piece = []

    def _starts_kernels(self, node: Stmt) -> bool:
        """Whether kernels run in a statement, or in functions that it calls."""
        return any(
            (isinstance(part, ir.Directive) and part.name in COMPUTE)
            or any(hit.device for hit in self.pointers.contained.get(id(part), ()))
            for part in everything_in(node)
        )

    def _around(self, nodes: Sequence[Stmt], is_loop: bool) -> list[tuple[_Region, Hold]]:
        region = _Region(self.program, self.known, nodes, is_loop)
        hold = region.hold() if region.is_closed else None
        return [(region, hold)] if hold is not None else []


class _Region(Stretch):
    """Statements of one function that a region may stand around."""

    def hold(self) -> Hold | None:
        """The region, ``None`` where it would save nothing."""
        rounds = rounds_of(self.pointers, self.contexts, self.nodes[0]) if self.is_loop else 0
        if rounds == 1:
            return None
        held = [each for objects in self.groups() if (each := self._held(objects)) is not None]
        while held:
            found = self._with_updates(held, Insertions(self.known.file.outline))
            if isinstance(found, frozenset):
                held = [each for each in held if not each.objects & found]
                continue
            moved = [_copies(found, each, False) for each in held]
            seldom = [_copies(found, each, True) for each in held]
            saving = [
                h
                for h, more, now_and_then in zip(held, moved, seldom)
                if h.ways > more + SELDOM * now_and_then + (0 if self.is_loop else h.once)
            ]
            if len(saving) == len(held):
                return self._written_with(held, moved, seldom, rounds)
            held = saving
        return None

    def _written_with(
        self, held: Sequence[_Held], moved: Sequence[int], seldom: Sequence[int], rounds: int | None
    ) -> Hold:
        texts = ((way, sorted({text for h in held if h.clause == way for text in h.texts})) for way in _CLAUSES)
        directive = Directive("data", tuple(Clause(way, ",".join(listed)) for way, listed in texts if listed))
        insertions = Insertions(self.known.file.outline)
        taken_out = [line for h in held for line in h.taken_out]
        for line in (*(["{"] if taken_out else []), *taken_out):
            insertions.before(self.start, line)
        insertions.before(self.start, f"#pragma acc {directive}")
        if not self.is_loop:
            insertions.before(self.start, "{")
        self._with_updates(held, insertions)
        for closed in (not self.is_loop, bool(taken_out)):
            if closed:
                insertions.after(_last(self.nodes[-1]), "}")
        saving = Saving(
            tuple(name for h in held for name in h.names),
            _bytes((h.size, h.once) for h in held),
            _bytes((h.size, h.ways) for h in held),
            _bytes((h.size, more) for h, more in zip(held, moved)),
            _bytes((h.size, more) for h, more in zip(held, seldom)),
            rounds,
        )
        return Hold(self.start, directive, tuple(insertions.edits()), saving)

    def _held(self, objects: frozenset[int]) -> _Held | None:
        """Objects as the region would hold them, ``None`` where that is not certain to be right."""
        for number in objects:
            memory = self.pointers.objects[number]
            is_fit = not memory.many and can_live_there(self.pointers, memory)
            if number in self.program.told or not is_fit or self.comes_or_goes(number) or self.has_pointers(number):
                return None
        sizes = {self.size_of(number) for number in objects}
        ways = self.moved_by_kernels(objects)
        names = [name for name, led in self.named.items() if led & objects]
        texts = [text for name in names if (text := self.text_of(name, frozenset(names))) is not None]
        if ways is None or not texts or len(texts) < len(names):
            return None
        lines: list[str] = []
        for number, name in enumerate(names):
            alone = name if name.isidentifier() else self._alone(name)
            declaration = declared(self.known.file, self.pointer_type(name), alone) if alone != name else ""
            if declaration is None:
                return None
            texts[number] = f"{alone}{texts[number].removeprefix(name)}"
            lines += [f"{declaration} = {name};"] if declaration else []
        clause = "create" if ways == 0 else self.clause_for(objects)
        size = sizes.pop() if len(sizes) == 1 else None
        return _Held(objects, tuple(names), tuple(texts), tuple(lines), clause, size, ways)

    def _alone(self, text: str) -> str:
        """A name for a pointer that is taken out of a struct, which nothing has that can be seen there."""
        taken = {part.name for part in self.parts.values() if isinstance(part, (ir.Name, ir.Declare))} | self._visible
        others = {last_name(name) for name in self.named if name != text}
        name = last_name(text)
        if name in taken | others:
            name = "_".join(token.text for token in tokens_of(text) if token.kind == "name")
        while name in taken:
            name += "_"
        return name

    # What the host does in it

    def _with_updates(self, held: Sequence[_Held], insertions: Insertions) -> list[Transfer] | frozenset[int]:
        """Write the `update` directives that objects need for the host's work on them, and return what they move; the objects for which
        that cannot be said where there are some."""
        regions = self._regions(held, insertions)
        numbers = regions.placed
        touched = self._touched_by_callees(regions) | self._asked_by_head(regions)
        if touched:
            return touched
        try:
            regions.inside(self.nodes)
        except Unplaceable as problem:
            return problem.objects & numbers or numbers
        return regions.transfers

    def _touched_by_callees(self, regions: Regions) -> frozenset[int]:
        """Objects that the host works on in functions that start kernels too: no directive here can follow that."""
        found: set[int] = set()
        for part in self.parts.values():
            if isinstance(part, ir.Call) and not self.pointers.callees.get(id(part), set()) <= regions.lifted:
                for hit in self.pointers.contained.get(id(part), ()):
                    if not hit.device and (hit.writes or hit.place.object in regions.changing):
                        found.add(hit.place.object)
        return frozenset(found) & regions.placed

    def _asked_by_head(self, regions: Regions) -> frozenset[int]:
        """Objects that kernels write and the loop's own condition reads: between the region's directive and the loop no `update` can stand."""
        loop = loop_of(self.nodes[0]) if self.is_loop else None
        if loop is None or loop.condition is None:
            return frozenset()
        use = regions.use(loop.condition)
        return (use.read | use.written) & regions.use(self.nodes[0]).conflicts

    def _regions(self, held: Sequence[_Held], insertions: Insertions) -> Regions:
        numbers = frozenset(number for h in held for number in h.objects)
        methods = Methods(self.pointers, numbers, {self.known.file.number: insertions})
        wholes = tuple(
            self.access(name, text.partition("[0:")[2].removesuffix("]"))
            for h in held
            for name, text in zip(h.names, h.texts)
        )
        lifted = host_functions(self.pointers)
        return _Inside(self.pointers, self.known, numbers, insertions, lifted, frozenset(), methods).knowing(wholes)


class _Inside(Regions):
    """What is known of all objects by name, the ``wholes``, stands for what functions do that reach them in other ways."""

    wholes: tuple[Access, ...] = ()

    def knowing(self, wholes: tuple[Access, ...]) -> _Inside:
        self.wholes = wholes
        return self

    def _by_arguments(self, node: Expr | Stmt) -> list[Access] | None:
        found = super()._by_arguments(node)
        if found is not None:
            return found
        own = self.of_group(self.own(node))
        found = [replace(each, writes=bool(own.written)) for each in self.wholes if each.objects & self.group]
        return found if own.read | own.written <= frozenset().union(*(each.objects for each in found)) else None


def _copies(transfers: Sequence[Transfer], held: _Held, seldom: bool) -> int:
    """How many copies of all of an object some transfers make: in each round, or ``seldom``."""
    moving = (t for t in transfers if not t.is_single and t.seldom is seldom and t.objects & held.objects)
    return sum(item.name in held.names or t.objects <= held.objects for t in moving for item in t.update.items)


def _bytes(moved: Iterable[tuple[Linear | None, int]]) -> Linear | None:
    total = Linear(0)
    for size, copies in moved:
        if size is None and copies:
            return None
        total = total.plus(size or Linear(0), copies)
    return total


def _statements(node: Stmt) -> Iterator[Stmt]:
    """The statements in one."""
    return (part for part in children(node) if isinstance(part, (ir.Block, ir.Loop, ir.If, ir.Switch, ir.Directive)))


def _last(node: Stmt) -> int:
    """A place in the last statement."""
    if isinstance(node, ir.Directive) and node.body is not None:
        return _last(node.body)
    return (
        node.items[-1].span.start if isinstance(node, ir.Block) and not node.scoped and node.items else node.span.start
    )


def _declared(item: Stmt) -> list[ir.Declare]:
    """The variables that begin with a statement and do not end with it."""
    parts = item.items if isinstance(item, ir.Block) and not item.scoped else (item,)
    return [part for part in parts if isinstance(part, ir.Declare)]


def _names(item: Stmt) -> Iterator[ir.Name]:
    return (part for part in everything_in(item) if isinstance(part, ir.Name))
