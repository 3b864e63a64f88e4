"""What a directive says of data, mended where it is provably wrong: the ways they are moved, whose memory it is, whether anybody has brought it.

Each takes a directive and gives it back with what was changed in words, empty for nothing (see :mod:`repair`).
"""

from __future__ import annotations

from dataclasses import replace

from loopwright.lang.scopes import scopes_of
from loopwright.lang.symbols import names_at
from loopwright.lang.types import category_of_base
from loopwright.memory.places import COMPUTE, Place
from loopwright.openacc.directive import Clause, Directive
from loopwright.openacc.equivalent import names_of, split_items
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.clause_lists import COPIES, exchanged, says_all_is_present, with_items, without_names
from loopwright.suggest.directions import only_read, only_updated, surely_written
from loopwright.suggest.facts import LoopFacts, shared_scalars
from loopwright.suggest.host_memory import brought_elsewhere, only_on_the_host
from loopwright.suggest.present import host_pointers, on_device

_ONE_WAY = ("copyin", "copyout")


def directions(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """An array that is only read, or only added to, in `copyout`, or one that is written in `copyin`: where nothing has put it on the
    device, what it held or got would be lost."""
    if directive.name not in COMPUTE or place.compute:
        return directive, ""
    listed = {name: frozenset(n for c in directive.clauses if c.name == name for n in names_of(c)) for name in _ONE_WAY}
    if not any(listed.values()):
        return directive, ""
    held = on_device(outline, loop)
    read = only_read(outline, loop, listed["copyout"] - held)
    written = surely_written(outline, loop, listed["copyin"] - held)
    updated = only_updated(outline, loop, listed["copyout"] - held)
    for name, wrong, right in (("copyout", read, "copyin"), ("copyout", updated, "copy"), ("copyin", written, "copy")):
        if wrong:
            directive = _moved(directive, name, wrong, right)
    told = [f"copyin {', '.join(sorted(read))}: the loop only reads it"] if read else []
    told += [f"copy {', '.join(sorted(updated))}: the loop changes what it held"] if updated else []
    told += [f"copy {', '.join(sorted(written))}: the loop writes it"] if written else []
    return directive, "; ".join(told)


def with_sections(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """A pointer that is copied without a section, as an array can be: the pointer itself would be moved, and what it leads to left on the host."""
    if directive.name not in COMPUTE or place.compute:
        return directive, ""
    known = {fact.variable: fact.argument for fact in facts.data if fact.section}
    clauses, added = list[Clause](), list[str]()
    for clause in directive.clauses:
        items = [item.strip() for item in split_items(clause.argument or "")] if clause.name in COPIES else []
        own = [known[item] if item in known and _is_pointer(outline, loop, item) else item for item in items]
        added += [new for old, new in zip(items, own) if old != new]
        clauses.append(Clause(clause.name, ",".join(own)) if own != items else clause)
    if not added:
        return directive, ""
    said = f"{', '.join(added)}: without a section the pointer itself would be moved"
    return replace(directive, clauses=tuple(clauses)), said


def _moved(directive: Directive, name: str, wrong: frozenset[str], right: str) -> Directive:
    """``directive`` with what names ``wrong`` in clause ``name`` in clause ``right``."""
    parts = [part for c in directive.clauses if c.name == name for part in split_items(c.argument or "")]
    parts = [part for part in parts if part.split("[")[0].strip() in wrong]
    return with_items(without_names(directive, frozenset((name,)), wrong), right, parts)


def shared(directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts) -> tuple[Directive, str]:
    """A scalar that iterations change under `atomic`, or a single one does: in `parallel` and `serial` each gang would have its own, and
    the result would be lost."""
    if directive.name not in COMPUTE or directive.name.startswith("kernels"):
        return directive, ""
    wanted = set(shared_scalars(outline, loop, facts.verdict)) - on_device(outline, loop, visibly=True)
    moved = COPIES | {"present", "no_create", "deviceptr", "reduction"}
    listed = {name for clause in directive.clauses if clause.name in moved for name in names_of(clause)}
    missing = sorted(wanted - listed)
    if not missing:
        return directive, ""
    without = without_names(directive, frozenset(("private", "firstprivate")), frozenset(missing))
    reason = (
        f"copy {', '.join(missing)}: without a clause each gang has its own, and what the loop leaves in it is lost"
    )
    return with_items(without, "copy", missing), reason


def device_memory(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """Memory of the device is not copied (OpenACC 3.4, section 2.7.3)."""
    wrong = [
        name
        for clause in directive.clauses
        if clause.name in COPIES
        for name in names_of(clause)
        if name in facts.device_pointers
    ]
    if not wrong:
        return directive, ""
    less = without_names(directive, COPIES, frozenset(wrong))
    return with_items(less, "deviceptr", wrong), f"{', '.join(wrong)} points to memory of the device"


def host_memory(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """What the host itself goes through in this function is no address of the device."""
    named = {name for clause in directive.clauses if clause.name == "deviceptr" for name in names_of(clause)}
    if not named:
        return directive, ""
    scalars = {name for name in named if _is_number(outline, loop, name)}
    wrong = sorted({*((named - set(facts.device_pointers)) & host_pointers(outline, loop)), *scalars})
    if not wrong:
        return directive, ""
    less = without_names(directive, frozenset(("deviceptr",)), frozenset(wrong))
    if not place.compute:
        less = _brought(less, frozenset(wrong) - on_device(outline, loop), facts)
    why = "it is no pointer" if scalars == set(wrong) else "the host goes through it in this function"
    return less, f"{', '.join(wrong)} taken out of deviceptr: {why}"


def no_containers(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """The object of a container has no sections: its elements lie elsewhere."""
    at, scopes = names_at(outline, loop), scopes_of(outline)
    clauses = COPIES | {"present", "no_create", "deviceptr"}
    wrong: set[str] = set()
    for clause in directive.clauses:
        for item in split_items(clause.argument or "") if clause.name in clauses else ():
            found = at.declared(item.partition("[")[0].strip()) if "[" in item else None
            if found is not None and found.kind != "function" and scopes.type_of(found).referred().sequence:
                wrong.add(found.name)
    if not wrong:
        return directive, ""
    said = f"{', '.join(sorted(wrong))} left out: the elements of a container lie elsewhere"
    return without_names(directive, clauses, frozenset(wrong)), said


def not_there(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """Memory that this function has made on the host and brought nowhere is neither `present` nor behind a pointer of the device."""
    clauses = frozenset(("present", "deviceptr"))
    named = frozenset(name for clause in directive.clauses if clause.name in clauses for name in names_of(clause))
    moved = frozenset(name for clause in directive.clauses if clause.name in COPIES for name in names_of(clause))
    arrays = frozenset(word.text for word in place.words if word.part == "array")
    by_default = arrays - moved if says_all_is_present(directive) else frozenset()
    # Whoever lists what is moved leaves the rest to nobody: behind a pointer there is no implicit copy.
    left_out = arrays - moved - _arrays_by_value(outline, loop, arrays) if moved | named else frozenset()
    present = frozenset(n for clause in directive.clauses if clause.name == "present" for n in names_of(clause))
    wrong = only_on_the_host(outline, loop, named | by_default | left_out) | brought_elsewhere(outline, loop, present)
    if not wrong or (directive.name not in COMPUTE and not named & wrong):
        return directive, ""
    less = _brought(without_names(directive, clauses, wrong), wrong, facts)
    if less == directive:
        return directive, ""
    brought = {name for clause in less.clauses if clause.name in COPIES for name in names_of(clause)} & wrong
    said = f"{', '.join(sorted(brought))} moved: nothing has brought it to the device here" if brought else ""
    gone = f"{', '.join(sorted((named & wrong) - brought))} left out: nothing has brought it to the device here"
    return less, "; ".join(part for part in (said, gone if (named & wrong) - brought else "") if part)


def _arrays_by_value(outline: Outline, loop: Loop, names: frozenset[str]) -> frozenset[str]:
    """Those of ``names`` that are arrays and no pointers: a construct copies them without a clause."""
    found = ((name, names_at(outline, loop).declared(name)) for name in names)
    scopes = scopes_of(outline)
    return frozenset(
        name
        for name, declared in found
        if declared is not None and declared.kind == "variable" and scopes.expanded(declared.type).layers[:1] == ("[]",)
    )


def _brought(directive: Directive, names: frozenset[str], facts: LoopFacts) -> Directive:
    """With the clauses that move some variables, as far as it is known how much."""
    for fact in facts.data if directive.name in COMPUTE else ():
        if fact.variable in names:
            directive = with_items(directive, fact.clause, [fact.argument])
    return directive


def _is_pointer(outline: Outline, loop: Loop, name: str) -> bool:
    """Whether a variable is declared as a pointer; an array parameter is one (C11 6.7.6.3p7)."""
    found = names_at(outline, loop).declared(name)
    type = scopes_of(outline).type_of(found) if found is not None else None
    return type is not None and (type.is_pointer or (type.is_array and found is not None and found.kind == "parameter"))


def _is_number(outline: Outline, loop: Loop, name: str) -> bool:
    """Whether a variable is declared as a number: it holds no address."""
    found = names_at(outline, loop).declared(name)
    if found is None or found.kind not in ("variable", "parameter"):
        return False
    type = scopes_of(outline).type_of(found).referred()
    return not type.layers and category_of_base(type.base) != "unknown"


def left_out_pointers(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """Without a clause a compute construct would look for a copy of what a device pointer points to."""
    if directive.name not in COMPUTE or place.compute:
        return directive, ""
    named = {name for clause in directive.clauses for name in names_of(clause)}
    arrays = {word.text for word in place.words if word.part == "array"}
    missing = [name for name in facts.device_pointers if name in arrays and name not in named]
    missing = [name for name in missing if name not in on_device(outline, loop)] if missing else []
    if not missing:
        return directive, ""
    listed = [clause.argument or "" for clause in directive.clauses if clause.name == "deviceptr"]
    clause = Clause("deviceptr", ",".join([*listed, *missing]))
    return exchanged(directive, "deviceptr", [clause]), f"deviceptr {', '.join(missing)}: memory of the device"
