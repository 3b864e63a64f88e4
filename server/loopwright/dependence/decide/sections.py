"""What a loop moves: for each array the elements it touches as a section, and the data clause that follows.

A section is the smallest range around the image of the access relations (OpenACC 3.4, section 2.7.1: contiguous, so that
only the first subscript may be part of its dimension). `copyout` is said only where everything in it is overwritten.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import islpy as isl

from loopwright.dependence.decide import aliases
from loopwright.dependence.decide.arrays import is_covered
from loopwright.dependence.decide.bounds import as_argument, as_rows, before, in_words
from loopwright.dependence.decide.ends import ends_of
from loopwright.dependence.decide.liveness import memory_lives
from loopwright.dependence.decide.named import other_ways
from loopwright.dependence.decide.relations import OverBudget
from loopwright.dependence.decide.row_pointers import are_rows, row_sections
from loopwright.dependence.decide.scalars import exposure
from loopwright.dependence.decide.structs import private_structs
from loopwright.dependence.decide.touched import count_between, section, section_of_values
from loopwright.dependence.decide.words import worded_check
from loopwright.dependence.decide.work_arrays import work_arrays
from loopwright.dependence.model.program import Access, Effect, Program, Root, accesses_in, flat, one_at_a_time
from loopwright.dependence.model.values import Field, Index, Place, Step, path_of
from loopwright.lang.types import Type, is_floating, is_integer
from loopwright.source.linear import Linear

DataClause = Literal["copyin", "copy", "copyout", "create"]
_MAY_READ = frozenset(("unknown call", "macro", "opaque", "code"))
_POINTER = "through "  # begins the roots of what pointers lead to inside of other objects
_MANY_ELEMENTS = 1 << 31


class DataFact(NamedTuple):
    """One array: the name for the clause, the clause, the section (empty: all of it) as C expressions; of an array of pointers the sections
    of the ``rows`` they lead to as well, `lower:length` each. ``supposed``: that the loop stays in it is an assumption."""

    variable: str
    clause: DataClause
    lower: str = ""
    length: str = ""
    rows: tuple[str, ...] = ()
    supposed: bool = False

    @property
    def section(self) -> str:
        """`lower:length`, of rows `lower:length][lower:length`; empty for the whole array."""
        return "][".join((f"{self.lower}:{self.length}", *self.rows)) if self.length else ""

    @property
    def may_be_negative(self) -> bool:
        """Whether its length is a difference: of a loop that does not run it may be below zero."""
        return "-" in self.length.replace("->", "") and not self.length.lstrip("-").isdigit()

    @property
    def argument(self) -> str:
        """As it stands in a clause."""
        return f"{self.variable}[{self.section}]" if self.section else self.variable


class Reached(NamedTuple):
    """What is known of something ``missing``: a range around all that is touched of it, and what that rests on."""

    fact: DataFact
    assumptions: tuple[str, ...] = ()


@dataclass(frozen=True)
class DataFacts:
    """``missing`` names what the loop uses and no clause can name (a C++ container, a pointer computed elsewhere);
    ``constants`` are arrays of the file that functions which it calls read; ``assumptions`` are what the sections rest on; ``reached``
    is how far it goes at most in what is missing, ``swept`` how far without what is read from memory; ``unsized`` is what of it has a
    name, and lacks a section."""

    facts: tuple[DataFact, ...] = ()
    missing: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()
    reached: tuple[Reached, ...] = ()
    swept: tuple[Reached, ...] = ()
    unsized: tuple[DataFact, ...] = ()


@one_at_a_time
def data_of(program: Program, loop: int, words: frozenset[str]) -> DataFacts:
    """Data clauses for ``loop``, whose code uses the names ``words``."""
    own = work_arrays(program, loop) | private_structs(program, loop)
    moved = []
    for access in accesses_in(program.nests[loop].body):
        root = program.roots[access.place.root]
        if not (
            access.is_scalar
            or access.place.root in own
            or loop in root.loops
            or access.given
            or _is_by_value(program, loop, access)
        ):
            moved.append(access)
    program, moved, holders = _by_pointers(program, loop, moved, words)
    objects: dict[tuple[str, tuple[str, ...], int], list[Access]] = {}
    for access in moved:
        objects.setdefault(access.object, []).append(access)
    names = {root: _name_in(program, loop, root, words) for root, _, _ in objects}
    rows = _arrays_of_rows(program, objects)
    inside = {deeper for key, levels in rows.items() for deeper in _deeper(key, levels)}
    facts: list[DataFact] = []
    missing: list[str] = []
    reached: list[Reached] = []
    swept: list[Reached] = []
    unsized: list[DataFact] = []
    constants: list[str] = []
    rising: set[str] = set()
    ways = other_ways(program, loop)
    exchanged = _exchanged(program, loop, objects)
    for key, accesses in objects.items():
        root_name = key[0]
        root, name = program.roots[root_name], names[root_name]
        if key in inside:
            continue
        if root_name in exchanged:
            missing.append(exchanged[root_name])
            continue
        if key in rows:
            is_whole = not any(map(_beyond_its_struct, rows[key]))
            found = _rows_fact(program, loop, rows[key], name) if name in words and is_whole else None
            if found is not None and not found.assumptions:
                facts.append(found.fact)
            else:
                missing.append(_variable(accesses[0], name) or root.name or "a pointer")
                reached += [found] if found is not None else []
            continue
        if _is_constant(root) and (name not in words or any(a.origin != a.span and a.origin for a in accesses)):
            constants.append(root.name)
            continue
        unnamed = name not in words or _is_container(root) or _has_elements_elsewhere(root, accesses)
        # What a called function names is the file's, which no clause of the loop brings.
        unnamed |= root.kind == "global" and root_name in ways
        unnamed |= len({_variable(access, name) for access in accesses}) > 1
        if unnamed or (root.kind == "unknown" and not _is_held(program, loop, root_name)):
            missing.append(root.name or "a pointer")
            continue
        if key in holders:
            missing.append(_variable(accesses[0], name) or root.name)
            continue
        beyond = _beyond_its_struct(accesses)
        if beyond:
            missing.append(path_of(name, beyond) or root.name)
            continue
        fact, starts = _fact(program, loop, accesses, name)
        plain = _reached_of(program, loop, accesses, name) if fact is None or _asks_twice(fact) else []
        if fact is not None and plain and not any(_asks_twice(item.fact) for item in plain):
            # Nobody wants to read which of several ends is the greatest one, nor to assume one of an array that can be moved as it is.
            is_whole = any(item.assumptions for item in plain) and _is_declared_here(program, accesses[0])
            fact = DataFact(fact.variable, _clause(program, loop, accesses, False)) if is_whole else None
        if fact is None:
            variable = _variable(accesses[0], name)
            missing.append(variable or aliases.display(program, accesses[0].place))
            unsized += [DataFact(variable, _clause(program, loop, accesses, False))] if variable else []
            reached += plain
            swept += [] if plain else _swept(program, loop, accesses, name)
        elif fact.variable not in {known.variable for known in facts}:
            facts.append(fact)
            rising |= {starts} - {""}
    missing += _foreign_pointers(program, loop, words, set(names.values()))
    missing += _handed_over(program, loop, set(objects))
    for root in (program.roots[root_name] for root_name in ways):
        if root.kind == "global" and root.type.is_scalar:
            (constants if root.type.const else missing).append(root.name)
    return DataFacts(
        tuple(sorted(_without_holders(names, facts, objects, missing))),
        tuple(dict.fromkeys(missing)),
        tuple(f"{starts} never decreases" for starts in sorted(rising)),
        tuple(dict.fromkeys(constants)),
        tuple(reached),
        tuple(swept),
        tuple(unsized),
    )


def _exchanged(program: Program, loop: int, objects: Iterable[tuple[str, tuple[str, ...], int]]) -> dict[str, str]:
    """Roots of rows whose addresses the loop sets after they were read, and of the arrays of these → the name of the array."""
    found: dict[str, str] = {}
    for root_name, _, _ in objects:
        root = program.roots[root_name]
        if root.read_from and loop in (root.taken_in or ()):
            found[root_name] = found[root.read_from] = program.roots[root.read_from].name or "a pointer"
    return found


def _arrays_of_rows(
    program: Program, objects: dict[tuple[str, tuple[str, ...], int], list[Access]]
) -> dict[tuple[str, tuple[str, ...], int], list[list[Access]]]:
    """Objects that are arrays of pointers to rows → their accesses by how many of these pointers they load."""
    found: dict[tuple[str, tuple[str, ...], int], list[list[Access]]] = {}
    for root, fields, depth in objects:
        if (root, fields, depth - 1) in objects:
            continue
        levels: list[list[Access]] = []
        while (key := (root, fields, depth + len(levels))) in objects:
            levels.append(objects[key])
        every = [access for accesses in levels for access in accesses]
        owner = program.roots[root]
        if are_rows(levels) and not (_is_container(owner) or _has_elements_elsewhere(owner, every)):
            found[root, fields, depth] = levels
    return found


def _deeper(
    key: tuple[str, tuple[str, ...], int], levels: list[list[Access]]
) -> list[tuple[str, tuple[str, ...], int]]:
    root, fields, depth = key
    return [(root, fields, depth + more) for more in range(1, len(levels))]


def _rows_fact(program: Program, loop: int, levels: list[list[Access]], name: str) -> Reached | None:
    """What is moved of an array of rows, and what that rests on: a row may be shorter than what is touched of another one."""
    variable, found = _variable(levels[0][0], name), row_sections(program, loop, levels)
    if (
        variable is None
        or found is None
        or any(_is_of_a_type(part) for each in found.sections for part in (each.lower, each.length))
    ):
        return None
    first, *others = found.sections
    rows = tuple(f"{each.lower}:{each.length}" for each in others)
    told = () if found.held else (f"every row of {variable} holds {variable}[i]{''.join(f'[{row}]' for row in rows)}",)
    clause = _clause(program, loop, levels[-1], found.filled)
    return Reached(DataFact(variable, clause, first.lower, first.length, rows), told)


def _is_by_value(program: Program, loop: int, access: Access) -> bool:
    """Whether it reads a reference to a number that was bound before the loop (`for (int &n : sizes)` around it): each gang has its value,
    whatever it is an element of (OpenACC 3.4, section 2.6.2)."""
    is_number = is_integer(access.element) or is_floating(access.element)
    return is_number and not access.writes and program.bound.get(loop, {}).get(access.text) == access.place


def _reached_of(program: Program, loop: int, accesses: list[Access], name: str) -> list[Reached]:
    """The range around all that is touched of an array, if its ends can be written; two of one name are none."""
    variable = _variable(accesses[0], name)
    found = ends_of(program, loop, accesses, accesses[0].place.object_length)
    if variable is None:
        return []
    if found is None:
        return _of_values(program, loop, accesses, variable)
    low, high = before(found.program, loop, found.first), before(found.program, loop, found.last)
    unsure, strides, lengths = (
        [before(found.program, loop, factor) for factor in some] for some in (found.unsure, found.strides, found.rows)
    )
    tiles = [(before(found.program, loop, one), before(found.program, loop, two)) for one, two in found.tiles]
    if low is None or high is None or None in unsure or None in lengths or any(None in tile for tile in tiles):
        return []
    checks = [worded_check(found.program, loop, check) for check in found.checks]
    if "" in checks:
        return []
    told = [
        *checks,
        *(in_words(program, loop, number).not_negative() for number in unsure if number is not None),
    ]
    rows = [stride for stride in strides if stride is not None]
    lower, length = (_as_rows(program, loop, number, rows) for number in (low, count_between(low, high)))
    fact = DataFact(variable, _clause(program, loop, accesses, False), lower, length, supposed=bool(lengths or tiles))
    told += [f"{one.text()} is a multiple of {two.text()}" for one, two in tiles if one is not None and two is not None]
    told += [f"no row of {variable} has more than {row.text()} elements" for row in lengths if row is not None]
    if found.remainders:
        told += [
            f"{fact.variable} has all of {fact.argument}",
            *(f"no {text} is negative" for text in found.remainders),
        ]
    return [Reached(fact, tuple(dict.fromkeys(told)))]


def _as_rows(program: Program, loop: int, number: Linear, rows: list[Linear]) -> str:
    shorter = in_words(program, loop, number)
    return as_argument(shorter) if shorter != number else as_rows(number, rows)


def _asks_twice(fact: DataFact) -> bool:
    return fact.section.count("?") > 1


def _swept(program: Program, loop: int, accesses: list[Access], name: str) -> list[Reached]:
    """What the loop goes through from the first element on, of an array that it uses by subscripts from memory as well (`q[i]` and
    `q[near[k]]`): these are taken to stay in it."""
    plain = [access for access in accesses if not _is_led_by_memory(program, access)]
    if len(plain) == len(accesses) or not any(_follows_a_loop(program, loop, access) for access in plain):
        return []
    fact, starts = _fact(program, loop, plain, name)
    if fact is None or starts or fact.lower != "0" or _asks_twice(fact):
        return []
    fact = fact._replace(clause=_clause(program, loop, accesses, False), supposed=True)
    return [Reached(fact, (f"the loop uses nothing of {fact.variable} outside {fact.argument}",))]


def _is_led_by_memory(program: Program, access: Access) -> bool:
    steps = access.place.steps[access.place.object_length :]
    return any(isinstance(step, Index) and step.value is None for step in steps) or any(
        program.symbols[name].kind in ("load", "opaque") for name in _subscript_names(access) if name in program.symbols
    )


def _follows_a_loop(program: Program, loop: int, access: Access) -> bool:
    inside = {program.frames[number].iterator for number in access.loops if loop in program.stacks[number]}
    return not inside.isdisjoint(_subscript_names(access))


def _subscript_names(access: Access) -> frozenset[str]:
    steps = access.place.steps[access.place.object_length :]
    return frozenset(name for step in steps if isinstance(step, Index) and step.value for name in step.value.names)


def _of_values(program: Program, loop: int, accesses: list[Access], variable: str) -> list[Reached]:
    """The range that the values of subscripts allow, which the object has to have."""
    try:
        found = section_of_values(program, loop, accesses, accesses[0].place.object_length)
    except (OverBudget, isl.Error):
        return []
    if found is None or _is_of_a_type(found.length):
        return []
    fact = DataFact(variable, _clause(program, loop, accesses, False), found.lower, found.length)
    return [Reached(fact, (f"{variable} has all of {variable}[{found.lower}:{found.length}]",))]


def _name_in(program: Program, loop: int, root: str, words: frozenset[str]) -> str:
    """What the loop, in its ``words``, can call an object: its own name, unless that pointer holds another address by then;
    else that of a pointer which holds this one."""
    own, held = program.roots[root].name, program.held.get(loop, {})
    beginning = Place(root, (Index(Linear(0)),))
    is_own = held.get(own, beginning) == beginning or root.startswith(_POINTER)
    if is_own and own in words:
        return own
    return next((name for name, place in held.items() if place == beginning and name in words), own if is_own else "")


def _by_pointers(
    program: Program, loop: int, accesses: list[Access], words: frozenset[str]
) -> tuple[Program, list[Access], set[tuple[str, tuple[str, ...], int]]]:
    """The accesses to what a pointer in scope leads to inside of another object (`double *u = level.u.data();`) as accesses
    by that pointer, which is what a clause can name; and the objects that hold it themselves (`double *u = level->array;`), of which
    no clause may name the same memory once more."""
    inside = {
        name: place
        for name, place in program.held.get(loop, {}).items()
        if place is not None and name in words and _leads_inside(program, place)
    }
    if not inside:
        return program, accesses, set()
    holders: set[tuple[str, tuple[str, ...], int]] = set()
    roots = dict(program.roots)
    found = []
    for access in accesses:
        names = [name for name, place in inside.items() if _is_behind(access.place, place)]
        name = next((name for name in names if _begins_with(access.text, name)), names[0] if names else "")
        if not name:
            found.append(access)
            continue
        first, *rest = access.place.steps[len(inside[name].steps) - 1 :]
        assert isinstance(first, Index)
        if not any(isinstance(step, Field) and step.elsewhere for step in inside[name].steps):
            holders.add(inside[name].object)
        root = f"{_POINTER}{name}"
        roots[root] = Root(name, "parameter", Type(access.element, ("*",)), pointed=True)
        found.append(replace(access, place=Place(root, (first._replace(loaded=False), *rest))))
    return replace(program, roots=roots), found, holders


def _begins_with(text: str, name: str) -> bool:
    text = text.lstrip("(*")
    return text.startswith(name) and not f"_{text[len(name) : len(name) + 1] or ' '}".isidentifier()


def _leads_inside(program: Program, place: Place) -> bool:
    """Whether it is the first element of what a member or a container holds."""
    last = place.steps[-1] if place.steps else None
    if not isinstance(last, Index) or last.value != Linear(0) or place.root not in program.roots:
        return False
    return len(place.steps) > 1 or _is_container(program.roots[place.root])


def _is_behind(place: Place, beginning: Place) -> bool:
    path = beginning.steps[:-1]
    return (
        place.root == beginning.root
        and place.steps[: len(path)] == path
        and len(place.steps) > len(path)
        and isinstance(place.steps[len(path)], Index)
    )


def _without_holders(
    names: dict[str, str],
    facts: list[DataFact],
    objects: dict[tuple[str, tuple[str, ...], int], list[Access]],
    missing: list[str],
) -> list[DataFact]:
    """A struct whose members with sections, or that want one, are all that is used of it: gcc refuses it beside its own members."""
    kept, others = [], [*(fact.variable for fact in facts), *missing]
    for fact in facts:
        sections = {other.partition(".")[2] for other in others if other.startswith(f"{fact.variable}.")}
        used = {
            access.place.fields[0] if access.place.fields else ""
            for (root, _, depth), accesses in objects.items()
            if names[root] == fact.variable and depth == 0
            for access in accesses
        }
        if not (sections and used <= sections):
            kept.append(fact)
    return kept


def _is_container(root: Root) -> bool:
    kind = root.type._replace(layers=root.type.layers[1:]) if root.type.layers[:1] == ("&",) else root.type
    return bool(kind.sequence) or kind.is_smart_pointer


def _is_constant(root: Root) -> bool:
    return root.kind == "global" and root.type.const and root.type.is_array and "*" not in root.type.layers


def _has_elements_elsewhere(root: Root, accesses: list[Access]) -> bool:
    """An object of a class with elements (`g(i, j)`, `p[i]` of a smart pointer, a member that is a vector): they lie elsewhere."""
    kind = root.type._replace(layers=root.type.layers[1:]) if root.type.layers[:1] == ("&",) else root.type
    if not kind.layers and not root.pointed and any(isinstance(a.place.steps[0], Index) for a in accesses):
        return True
    is_object = not kind.layers and not (is_integer(kind.base) or is_floating(kind.base))
    if is_object and root.type.layers[:1] == ("&",) and any(isinstance(a.place.steps[0], Index) for a in accesses):
        return True  # a reference to an object that has elements: a string, a class of a header that is not there
    if root.pointed and Type(kind.base).sequence and any(len(a.place.steps) > 1 for a in accesses):
        return True  # a pointer to a container
    steps = [step for access in accesses for step in zip(access.place.steps, access.place.steps[1:])]
    return any(isinstance(one, Field) and one.elsewhere and isinstance(two, Index) for one, two in steps)


def _is_held(program: Program, loop: int, root: str) -> bool:
    """Whether a variable leads to one of several places before a loop begins: inside, a clause could not name it."""
    return bool(program.roots[root].one_of) and any(
        place is not None and place.root == root for place in program.held[loop].values()
    )


def _foreign_pointers(program: Program, loop: int, words: frozenset[str], named: set[str]) -> list[str]:
    """Pointers that lead into an array which the loop does not name: the clause would have to name both."""
    return [
        program.roots[access.place.root].name
        for access in accesses_in(program.nests[loop].body)
        if access.is_scalar
        and access.element == "*"
        and not access.writes
        and loop not in program.roots[access.place.root].loops
        and program.roots[access.place.root].name in words
        and program.roots[access.place.root].name not in named
    ]


def _beyond_its_struct(accesses: list[Access]) -> tuple[Step, ...]:
    """The way to an array at the end of a struct that lies behind what a section of the struct moves; none where there is none."""
    for access in accesses:
        steps, begin = access.place.steps, access.place.object_length
        for at in range(begin, len(steps) - 1):
            step, index = steps[at], steps[at + 1]
            # Structs that are elements of an array end where their type says.
            is_one = all(isinstance(before, Field) or before.value == Linear(0) for before in steps[begin:at])
            if (
                is_one
                and isinstance(step, Field)
                and step.open
                and isinstance(index, Index)
                and index.value != Linear(0)
            ):
                return steps[: at + 1]
    return ()


def _handed_over(program: Program, loop: int, objects: set[tuple[str, tuple[str, ...], int]]) -> list[str]:
    """Pointers in memory that lead to nothing which the loop itself touches, where it calls what may."""
    body = program.nests[loop].body
    if not any(isinstance(item, Effect) and item.kind == "unknown call" for item in flat(body)):
        return []
    return [
        access.text
        for access in accesses_in(body)
        if access.element == "*"
        and not access.writes
        and not access.is_scalar
        and loop not in program.roots[access.place.root].loops
        and (access.place.root, access.place.fields, access.object[2] + 1) not in objects
    ]


def _fact(program: Program, loop: int, accesses: list[Access], name: str) -> tuple[DataFact | None, str]:
    """What is moved of an array, and the array that its rows start by, if one tells."""
    variable = _variable(accesses[0], name)
    if variable is None:
        return None, ""
    whole = _is_declared_here(program, accesses[0])
    try:
        found = section(program, loop, accesses)
    except (OverBudget, isl.Error):
        found = None
    if found is not None and (_is_of_a_type(found.lower) or _is_of_a_type(found.length)):
        found = None
    if found is None or (whole and found.lower.startswith("-")):  # compilers refuse what begins before an array
        return (DataFact(variable, _clause(program, loop, accesses, False)) if whole else None), ""
    is_struct = whole and any(isinstance(access.place.steps[0], Field) for access in accesses if access.place.steps)
    clause = _clause(program, loop, accesses, found.filled and not is_struct)
    # A struct has no section: the array is a member of it.
    bounds = ("", "") if is_struct or (whole and found.whole) else (found.lower, found.length)
    return DataFact(variable, clause, *bounds), found.starts


def _is_of_a_type(bound: str) -> bool:
    """Whether only the greatest number of a type ends a section."""
    words = "".join(letter if letter.isalnum() else " " for letter in bound).split()
    return any(word.isdigit() and int(word) >= _MANY_ELEMENTS for word in words)


def _variable(access: Access, name: str) -> str | None:
    """What names the object of an access."""
    return path_of(name, access.place.steps[: access.place.object_length])


def _is_declared_here(program: Program, access: Access) -> bool:
    """An array or a struct whose size the compiler knows."""
    root = program.roots[access.place.root]
    if root.type.layers[:1] == ("&",) and access.place.object_length == 0 and not _loaded(access):
        return _is_a_struct_or_array(root, access)
    return (
        not root.pointed
        and access.place.object_length == 0
        and root.kind != "heap"
        and not root.type.is_pointer
        and not _loaded(access)
    )


def _is_a_struct_or_array(root: Root, access: Access) -> bool:
    """Whether a reference is to an array of numbers of a known size, or to an object of which a member is used."""
    layers = root.type.layers[1:]
    if layers:
        return set(layers) == {"[]"} and all(root.type.extents[1:])
    return bool(access.place.steps) and isinstance(access.place.steps[0], Field)


def _loaded(access: Access) -> bool:
    return any(isinstance(step, Index) and step.loaded for step in access.place.steps)


def _clause(program: Program, loop: int, accesses: list[Access], covers: bool) -> DataClause:
    writes = [access for access in accesses if access.writes]
    if not writes:
        return "copyin"
    body = program.nests[loop].body
    if any(_is_exposed(program, loop, access, accesses) for access in accesses if not access.writes):
        return "copy"
    root = accesses[0].place.root
    owner = program.roots[root]
    # What nothing reads at all is a result that somebody is about to read: it is not left on the device.
    is_read = len(writes) < len(accesses)
    if is_read and owner.kind == "local" and owner.type.is_array and not memory_lives(program, loop, root):
        return "create"
    if owner.kind == "global" and any(isinstance(item, Effect) and item.kind in _MAY_READ for item in flat(body)):
        return "copy"  # what is not followed may read it before it is written
    return "copyout" if covers else "copy"


def _is_exposed(program: Program, loop: int, read: Access, accesses: list[Access]) -> bool:
    """Whether a read may see what the loop has not written itself."""
    body = program.nests[loop].body
    # Under the name of a pointer it is another place than in the program.
    own = next(access.place for access in accesses_in(body) if access.order == read.order and not access.writes)
    return exposure(body, own)[0] is not None and not is_covered(program, loop, read, accesses)
