"""A program whose loops have their directives → where each object lives, and the directives that put it there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from loopwright.openacc.constructs import COMPUTE
from loopwright.placement import endings
from loopwright.placement.blocks import lines_for
from loopwright.placement.branches import left_out
from loopwright.placement.clauses import constructs_of, ignored_nodes, is_asked, section_edits, unanswered
from loopwright.placement.containers import is_owner
from loopwright.placement.cost import costly, launch_bound
from loopwright.placement.edits import Insertions
from loopwright.placement.fallbacks import write_fallbacks
from loopwright.placement.lengths import unguarded
from loopwright.placement.lifetimes import Lifetimes
from loopwright.placement.methods import Methods
from loopwright.placement.objects import Memory, TooMuch, Unplaceable, Unprofitable
from loopwright.placement.overruns import refuse_overruns
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import Known, Project, short_name
from loopwright.placement.regions import Regions, Transfer
from loopwright.placement.traffic import Step, steps_of
from loopwright.placement.uses import Uses, lifted_functions
from loopwright.residence import ir
from loopwright.residence.ir import CType
from loopwright.residence.scan import everything_in
from loopwright.source.edits import Edit, apply_edits
from loopwright.source.outline import Outline

_MOST_MOVES = 4
NO_MAIN = "there is no main: who calls these functions with what is not seen"


@dataclass(frozen=True)
class Placed:
    """An object: where it comes from, whether it was ``allocated``, and whether it lives on the device or why not."""

    file: Path
    line: int
    name: str
    resident: bool
    reason: str = ""
    allocated: bool = True


@dataclass(frozen=True)
class Plan:
    """The texts of all files, what lives where, and each transfer with its line and depth of loops. ``reason``: nothing was placed;
    ``refused``: (number of the file, offset) of loops whose data the plan had to tell and cannot, ``dear`` of those that are launched so
    often for so little that they belong on the host, ``unguarded`` of those whose sections may be negative
    where they do not run. ``headers`` are included files with their new text,
    ``steps`` what moves in each outermost loop, ``hosted`` the loops (as above) of the host that use what lives on the device, ``assumed``
    what no build of the files at hand shows, with its place."""

    texts: tuple[bytes, ...] = ()
    objects: tuple[Placed, ...] = ()
    transfers: tuple[tuple[Path, Transfer], ...] = ()
    reason: str = ""
    refused: tuple[tuple[int, int], ...] = ()
    dear: tuple[tuple[int, int], ...] = ()
    unguarded: tuple[tuple[int, int], ...] = ()
    headers: tuple[tuple[Path, bytes], ...] = ()
    steps: tuple[Step, ...] = ()
    hosted: tuple[tuple[int, int], ...] = ()
    assumed: tuple[tuple[Path, int, str], ...] = ()


Unwritable = Mapping[
    tuple[int, str], str
]  # (number of the file, name of a function) → why nothing may be written there


def placed(
    files: list[tuple[Path, Outline]], unwritable: Unwritable = MappingProxyType({}), guarded: bool = True
) -> Plan:
    """Place the data of a program. Where that cannot be done the texts stay as they are. What an ``unwritable`` function touches is not
    placed. Unless all that can be are ``guarded``, the kernels are told that need a condition."""
    texts = tuple(outline.source.data for _, outline in files)
    project = Project(files)
    asking = tuple(
        (known.file.number, node.body.span.start)
        for known in project.functions
        for node in constructs_of(known)
        if node.body is not None and any(is_asked(item) for item in node.items)
    )
    if project.main is None:
        return Plan(texts, reason=NO_MAIN, refused=asking)
    if project.has_hidden_ways:
        return Plan(texts, reason="control may go in ways that no call shows (setjmp, asm, weak)", refused=asking)
    if any(_moves_already(known.function) for known in project.functions):
        return Plan(texts, reason="the program says itself where its data live", refused=asking)
    moved: frozenset[int] = frozenset()
    for _ in range(_MOST_MOVES):
        try:
            pointers = Pointers(project, moved)
        except (TooMuch, RecursionError):
            return Plan(texts, reason="the program is too large to follow its pointers", refused=asking)
        dear = tuple(_starts(launch_bound(pointers)))
        bare = () if guarded else tuple(_starts(unguarded(pointers)))
        if dear or bare:
            return Plan(texts, dear=dear, unguarded=bare)
        plan, more = _settled(files, pointers, unwritable)
        if plan is not None and more == moved:
            return plan
        moved = more
    plan, _ = _settled(files, Pointers(project), unwritable, move=False)
    return plan if plan is not None else Plan(texts, reason="the data cannot be placed", refused=asking)


def _starts(nodes: Iterable[tuple[Known, ir.Directive]]) -> Iterator[tuple[int, int]]:
    """(number of the file, offset) of the loops of constructs."""
    return ((known.file.number, node.body.span.start) for known, node in nodes if node.body is not None)


def _settled(
    files: list[tuple[Path, Outline]], pointers: Pointers, unwritable: Unwritable, move: bool = True
) -> tuple[Plan | None, frozenset[int]]:
    """The plan where what cannot be placed is left out, and the copies that should run on the device."""
    texts = tuple(outline.source.data for _, outline in files)
    reasons: dict[int, str] = {}
    wanted = _wanted(pointers)
    for known in pointers.project.functions:
        why = unwritable.get((known.file.number, short_name(known.name)))
        if why is not None:
            gone = _with_mates(pointers, wanted & _used_in(pointers, known))
            reasons.update(dict.fromkeys(gone, why))
            wanted -= gone
    ended = _with_mates(pointers, wanted & endings.used_by_destructors(pointers))
    reasons.update(dict.fromkeys(ended, endings.REASON))
    wanted -= ended
    lifted = lifted_functions(pointers)
    while True:
        try:
            plan, blocks = _written(files, pointers, wanted, lifted, reasons)
            return plan, blocks if move else frozenset()
        except Unplaceable as problem:
            by_callers = frozenset(known for known in lifted if _touches(pointers, known, problem.objects))
            if by_callers and not isinstance(problem, Unprofitable):  # as functions like others
                lifted -= by_callers
                continue
            gone = _with_mates(pointers, problem.objects & wanted)
            if not gone:
                return Plan(texts, reason=problem.reason), pointers.on_device
            reasons.update(dict.fromkeys(gone, problem.reason))
            wanted -= gone


_OTHERS = ("routine", "declare", "atomic", "loop", "")
_OF_ITS_OWN = ("deviceptr", "attach", "no_create")


def _moves_already(function: ir.Function) -> bool:
    """Whether a function says itself what moves or when a kernel runs."""
    for part in everything_in(function.body):
        if isinstance(part, ir.Call) and part.name.startswith("acc_"):
            return True
        if isinstance(part, ir.Directive) and part.name not in _OTHERS:
            later = part.queue is not None or part.waits
            if part.name not in COMPUTE or later or any(item.clause in _OF_ITS_OWN for item in part.items):
                return True
    return False


def _wanted(pointers: Pointers) -> frozenset[int]:
    """Objects that kernels use, with those that are made by the same statement."""
    on_device = {hit.place.object for hits in pointers.effects.values() for hit in hits if hit.device}
    found = {number for number in on_device if can_live_there(pointers, pointers.objects[number])}
    return _with_mates(pointers, frozenset(found), only_fit=True)


def _why_not(pointers: Pointers, memory: Memory) -> str:
    """Why an object cannot live on the device, empty if it can."""
    owned = pointers.owned.get(memory.number)
    if memory.unfit or (owned is not None and owned.reason):
        return memory.unfit or (owned.reason if owned is not None else "")
    return memory.pinned


def can_live_there(pointers: Pointers, memory: Memory) -> bool:
    """Whether an object may be on the device: an array or memory on the heap that all code in sight uses as such."""
    is_array = memory.type.is_array and memory.type.base != "" and not is_owner(CType(memory.type.base))
    return not _why_not(pointers, memory) and (memory.kind == "heap" or is_array)


def _with_mates(pointers: Pointers, numbers: frozenset[int], only_fit: bool = False) -> frozenset[int]:
    """With the objects that have to live where these do."""
    found = set(numbers)
    for partners in pointers.partners:
        if partners & numbers:
            found |= partners
            if only_fit and any(not can_live_there(pointers, pointers.objects[number]) for number in partners):
                found -= partners
    return frozenset(found)


def _written(
    files: list[tuple[Path, Outline]],
    pointers: Pointers,
    wanted: frozenset[int],
    lifted: frozenset[Known],
    reasons: dict[int, str],
) -> tuple[Plan, frozenset[int]]:
    """A plan, and the calls that copy or clear memory of the device."""
    refused = tuple(
        (known.file.number, node.body.span.start)
        for known in pointers.project.functions
        for node in unanswered(pointers, known, wanted)
        if node.body is not None
    )
    if refused:
        return Plan(tuple(outline.source.data for _, outline in files), refused=refused), pointers.on_device
    insertions = {number: Insertions(outline) for number, (_, outline) in enumerate(files)}
    transfers: list[tuple[Path, Transfer]] = []
    by_function: list[tuple[Known, Transfer]] = []
    unfetched: frozenset[int] = frozenset()
    methods = Methods(pointers, wanted, insertions)
    blocks = _moved_blocks(pointers, wanted, insertions)
    for known in pointers.project.functions:
        if not known.function.own and known not in lifted:
            _host_only_elsewhere(pointers, known, wanted, lifted)
        if known.function.own:
            refuse_overruns(pointers, known, wanted)
            ignored = ignored_nodes(pointers, known, wanted)
            regions = Regions(pointers, known, wanted, insertions[known.file.number], lifted, ignored, methods)
            regions.place()
            write_fallbacks(pointers, known, wanted, insertions[known.file.number])
            unfetched |= regions.read_unfetched | (wanted - regions.changing)
            blocks |= {id(call) for call in regions.blocks}
            transfers += [(known.file.path, transfer) for transfer in regions.transfers]
            by_function += [(known, transfer) for transfer in regions.transfers]
    compiled = [(known, transfer) for known, transfer in by_function if _is_compiled(known, transfer)]
    worse = costly(pointers, wanted, [transfer for _, transfer in compiled])
    if worse:
        raise Unprofitable(worse, "the host works on it more often than kernels do")
    lifetimes = Lifetimes(pointers, wanted, insertions, methods, unfetched)
    lifetimes.place()
    methods.write()
    sections: dict[int, list[Edit]] = {number: [] for number in insertions}
    for known in pointers.project.functions:
        if known.function.own:
            sections[known.file.number] += section_edits(pointers, known, wanted)
    texts = tuple(
        apply_edits(
            outline.source.data,
            pointers.project.files[number].spelled([*insertions[number].edits(), *sections[number]]),
        )
        for number, (_, outline) in enumerate(files)
    )
    headers = _headers(files, methods.headers)
    if headers is None:
        raise Unplaceable(wanted & pointers.owned.keys(), "its class is in a header of another folder")
    steps = steps_of(pointers, wanted, compiled, lifetimes.copied)
    told, hosted, assumed = (
        tuple(_told(pointers, wanted, reasons)),
        tuple(_hosted(pointers, wanted)),
        tuple(_assumed(pointers, wanted)),
    )
    plan = Plan(texts, told, tuple(transfers), headers=headers, steps=steps, hosted=hosted, assumed=assumed)
    return plan, frozenset(blocks)


def _hosted(pointers: Pointers, placed: frozenset[int]) -> Iterator[tuple[int, int]]:
    for known in pointers.project.functions:
        if known.function.own:
            for part in everything_in(known.function.body):
                if isinstance(part, ir.Loop) and any(
                    hit.place.object in placed and not hit.device
                    for inner in everything_in(part)
                    for hit in pointers.hits.get(id(inner), ())
                ):
                    yield known.file.number, part.span.start


def _is_compiled(known: Known, transfer: Transfer) -> bool:
    """Whether a transfer belongs to the build at hand."""
    return transfer.offset not in left_out(known.file.outline)


def _headers(
    files: list[tuple[Path, Outline]], edits: list[tuple[Outline, list[Edit]]]
) -> tuple[tuple[Path, bytes], ...] | None:
    """The headers that change, ``None`` where one is not found beside the files."""
    found: list[tuple[Path, bytes]] = []
    for header, changes in edits:
        beside = dict.fromkeys(path.parent / header.source.name for path, _ in files)
        same = [path for path in beside if path.is_file() and path.read_bytes() == header.source.data]
        if not same:
            return None
        found.append((same[0], apply_edits(header.source.data, changes)))
    return tuple(found)


def _host_only_elsewhere(pointers: Pointers, known: Known, wanted: frozenset[int], lifted: frozenset[Known]) -> None:
    """In a header nothing is written: what its functions use on the host has to be moved by their callers."""
    use = Uses(pointers, known, wanted, lifted).use(known.function.body)
    if use.read | use.written:
        raise Unplaceable(use.read | use.written, f"{known.name}, which is in a header, uses it")


def _moved_blocks(pointers: Pointers, wanted: frozenset[int], insertions: dict[int, Insertions]) -> set[int]:
    """Write the loops of the copies that run on the device; those whose memory does not live there stay as they were."""
    found: set[int] = set()
    for known in pointers.project.functions:
        for part in everything_in(known.function.body):
            call = part.value if isinstance(part, ir.Evaluate) else None
            if not isinstance(call, ir.Call) or id(call) not in pointers.on_device or not known.function.own:
                continue
            lines = lines_for(pointers, known, call)
            objects = {hit.place.object for hit in pointers.hits.get(id(call), ())}
            if lines is not None and objects <= wanted:
                found.add(id(call))
                insertions[known.file.number].instead(part.span.start, lines)
    return found


def _touches(pointers: Pointers, known: Known, objects: frozenset[int]) -> bool:
    """Whether a function's own code touches one of the objects."""
    return any(
        hit.place.object in objects
        for part in everything_in(known.function.body)
        for hit in pointers.hits.get(id(part), ())
    )


def _used_in(pointers: Pointers, known: Known) -> frozenset[int]:
    """Objects that a function or what it calls touches, allocates or releases."""
    parts = everything_in(known.function.body)
    hits = (hit for part in parts for each in (pointers.hits, pointers.contained) for hit in each.get(id(part), ()))
    born = {id(part) for part in parts}
    return frozenset(hit.place.object for hit in hits) | frozenset(
        number for number in range(len(pointers.objects)) if _born_at(pointers, number) in born
    )


def _born_at(pointers: Pointers, number: int) -> int | None:
    return pointers.born_at(number) if pointers.objects[number].node is not None else None


def _told(pointers: Pointers, wanted: frozenset[int], reasons: dict[int, str]) -> list[Placed]:
    found = []
    on_device = {hit.place.object for hits in pointers.effects.values() for hit in hits if hit.device}
    for memory in pointers.objects:
        if memory.number not in on_device or memory.file is None or memory.number == 0:
            continue
        if memory.kind != "heap" and not memory.type.is_array:
            continue
        span = memory.node.span
        line = memory.file.outline.source.lines.line_of(span.start) + 1
        reason = (
            reasons.get(memory.number, _why_not(pointers, memory))
            or "what is made or released with it cannot be placed"
        )
        name, resident = memory.file.spell(_name_of(pointers, memory)), memory.number in wanted
        found.append(Placed(memory.file.path, line, name, resident, "" if resident else reason, memory.kind == "heap"))
    return found


def _assumed(pointers: Pointers, wanted: frozenset[int]) -> Iterator[tuple[Path, int, str]]:
    for known, call in pointers.lent.values():
        if any(hit.place.object in wanted for hit in pointers.hits.get(id(call), ())):
            line = known.file.outline.source.lines.line_of(call.span.start) + 1
            name = call.name or "what is called"
            yield (
                known.file.path,
                line,
                f"where this is compiled, {name} uses what it is given and nothing else, and keeps none of it",
            )


def _name_of(pointers: Pointers, memory: Memory) -> str:
    if memory.name:
        return memory.name
    assigned = pointers.assigned.get(id(memory.node))
    if assigned is None:
        return "memory"
    from loopwright.residence.expressions import name_of

    return assigned.target if isinstance(assigned.target, str) else name_of(assigned.target) or "memory"
