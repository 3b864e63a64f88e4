"""What a loop moves: for each array the elements it touches as a section, and the data clause that follows.

A section is the smallest range around the image of the access relations (OpenACC 3.4, section 2.7.1: contiguous, so that
only the first subscript may be part of its dimension). `copyout` is said only where everything in it is overwritten.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import islpy as isl

from loopwright.dependence.decide import aliases
from loopwright.dependence.decide.arrays import is_covered, private_arrays
from loopwright.dependence.decide.bounds import as_argument, as_factor, as_rows, before, bound, extreme_of, forms
from loopwright.dependence.decide.boxes import ends_of_accesses, ends_of_value
from loopwright.dependence.decide.delinearise import Dimension, dimensions, strides_of, within
from loopwright.dependence.decide.ends import ends_of
from loopwright.dependence.decide.liveness import memory_lives
from loopwright.dependence.decide.relations import OverBudget, Relation, integer_set
from loopwright.dependence.decide.scalars import exposure
from loopwright.dependence.model.program import Access, Effect, Program, Root, accesses_in, flat, one_at_a_time
from loopwright.dependence.model.values import Field, Index, Place
from loopwright.lang.types import Type
from loopwright.source.linear import Linear

DataClause = Literal["copyin", "copy", "copyout", "create"]
_MAY_READ = frozenset(("unknown call", "macro", "opaque", "code"))
_POINTER = "through "  # begins the roots of what pointers lead to inside of other objects
_MANY_ELEMENTS = 1 << 31


class DataFact(NamedTuple):
    """One array: the name for the clause, the clause, the section (empty: all of it) as C expressions."""

    variable: str
    clause: DataClause
    lower: str = ""
    length: str = ""

    @property
    def section(self) -> str:
        """`lower:length`, empty for the whole array."""
        return f"{self.lower}:{self.length}" if self.length else ""

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
    is how far it goes at most in what is missing."""

    facts: tuple[DataFact, ...] = ()
    missing: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()
    reached: tuple[Reached, ...] = ()


@one_at_a_time
def data_of(program: Program, loop: int, words: frozenset[str]) -> DataFacts:
    """Data clauses for ``loop``, whose code uses the names ``words``."""
    own = private_arrays(program, loop)
    moved = []
    for access in accesses_in(program.nests[loop].body):
        root = program.roots[access.place.root]
        if not (access.is_scalar or access.place.root in own or loop in root.loops):
            moved.append(access)
    program, moved = _by_pointers(program, loop, moved, words)
    objects: dict[tuple[str, tuple[str, ...], int], list[Access]] = {}
    for access in moved:
        objects.setdefault(access.object, []).append(access)
    names = {root: _name_in(program, loop, root, words) for root, _, _ in objects}
    facts: list[DataFact] = []
    missing: list[str] = []
    reached: list[Reached] = []
    constants: list[str] = []
    rising: set[str] = set()
    for (root_name, _, depth), accesses in objects.items():
        root, name = program.roots[root_name], names[root_name]
        if _is_constant(root) and (name not in words or any(a.origin != a.span and a.origin for a in accesses)):
            constants.append(root.name)
            continue
        unnamed = name not in words or depth > 1 or _is_container(root) or _has_elements_elsewhere(root, accesses)
        if unnamed or root.kind == "unknown":
            missing.append(root.name or "a pointer")
            continue
        fact, starts = _fact(program, loop, accesses, name)
        if fact is None:
            missing.append(aliases.display(program, accesses[0].place))
            reached += _reached_of(program, loop, accesses, name)
        elif fact.variable not in {known.variable for known in facts}:
            facts.append(fact)
            rising |= {starts} - {""}
    missing += _foreign_pointers(program, loop, words, set(names.values()))
    return DataFacts(
        tuple(sorted(_without_holders(names, facts, objects))),
        tuple(dict.fromkeys(missing)),
        tuple(f"{starts} never decreases" for starts in sorted(rising)),
        tuple(dict.fromkeys(constants)),
        tuple(reached),
    )


def _reached_of(program: Program, loop: int, accesses: list[Access], name: str) -> list[Reached]:
    """The range around all that is touched of an array, if its ends can be written; two of one name are none."""
    variable = _variable(accesses[0], name)
    found = ends_of(program, loop, accesses, accesses[0].place.object_length)
    if variable is None or found is None:
        return []
    low, high = before(found.program, loop, found.first), before(found.program, loop, found.last)
    unsure, strides = (
        [before(found.program, loop, factor) for factor in some] for some in (found.unsure, found.strides)
    )
    if low is None or high is None or None in unsure:
        return []
    told = [*(check.text for check in found.checks), *(f"{s.text()} is not negative" for s in unsure if s is not None)]
    rows = [stride for stride in strides if stride is not None]
    lower, length = as_rows(low, rows), as_rows(_count(low, high), rows)
    fact = DataFact(variable, _clause(program, loop, accesses, False), lower, length)
    return [Reached(fact, tuple(dict.fromkeys(told)))]


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
) -> tuple[Program, list[Access]]:
    """The accesses to what a pointer in scope leads to inside of another object (`double *u = level.u.data();`) as accesses
    by that pointer, which is what a clause can name."""
    inside = {
        name: place
        for name, place in program.held.get(loop, {}).items()
        if place is not None and name in words and _leads_inside(program, place)
    }
    if not inside:
        return program, accesses
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
        root = f"{_POINTER}{name}"
        roots[root] = Root(name, "parameter", Type(access.element, ("*",)), pointed=True)
        found.append(replace(access, place=Place(root, (first._replace(loaded=False), *rest))))
    return replace(program, roots=roots), found


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
    names: dict[str, str], facts: list[DataFact], objects: dict[tuple[str, tuple[str, ...], int], list[Access]]
) -> list[DataFact]:
    """A struct whose members with sections are all that is used of it: gcc refuses it beside its own members."""
    kept = []
    for fact in facts:
        sections = {
            other.variable.partition(".")[2] for other in facts if other.variable.startswith(f"{fact.variable}.")
        }
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
    if root.pointed and Type(kind.base).sequence and any(len(a.place.steps) > 1 for a in accesses):
        return True  # a pointer to a container
    steps = [step for access in accesses for step in zip(access.place.steps, access.place.steps[1:])]
    return any(isinstance(one, Field) and one.elsewhere and isinstance(two, Index) for one, two in steps)


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


def _fact(program: Program, loop: int, accesses: list[Access], name: str) -> tuple[DataFact | None, str]:
    """What is moved of an array, and the array that its rows start by, if one tells."""
    variable = _variable(accesses[0], name)
    if variable is None:
        return None, ""
    whole = _is_declared_here(program, accesses[0])
    try:
        found = _section(program, loop, accesses)
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
    """`a` or `p->x`: what names the object; ``None`` if subscripts lead to it."""
    place, text = access.place, name
    for step in place.steps[: place.object_length]:
        if isinstance(step, Field):
            text += f".{step.name}"
        elif step.value == Linear(0) and not text.endswith("]"):
            text += "[0]"
        else:
            return None
    return text.replace("[0].", "->")


def _is_declared_here(program: Program, access: Access) -> bool:
    """An array or a struct whose size the compiler knows."""
    root = program.roots[access.place.root]
    return (
        not root.pointed
        and access.place.object_length == 0
        and root.kind != "heap"
        and not root.type.is_pointer
        and not _loaded(access)
    )


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
    if owner.kind == "local" and owner.type.is_array and not memory_lives(program, loop, root):
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


class _Section(NamedTuple):
    """Bounds; whether it is all of a declared array, whether the writes fill it; the array of row starts that they are taken
    from."""

    lower: str
    length: str
    whole: bool = False
    filled: bool = False
    starts: str = ""


def _section(program: Program, loop: int, accesses: list[Access]) -> _Section | None:
    """The section of the first subscript, or of the flat array; ``None`` if it has no bounds that can be written."""
    start = accesses[0].place.object_length
    if not any(isinstance(step, Index) for step in accesses[0].place.steps):
        return _Section("", "", True, False)  # a struct
    rows = _rows_section(program, loop, accesses, start)
    if rows is not None:
        return rows
    plain = ends_of_accesses(program, loop, accesses, start)
    if plain is not None:
        return _section_of(program, loop, accesses, *plain)
    touched: isl.Set | None = None
    written: isl.Set | None = None
    always: isl.Set | None = None
    relation = Relation(program, loop)
    for access in accesses:
        image = _image(program, loop, access, start, relation)
        if image is None:
            return _flat_section(program, loop, accesses, start)
        elements, exact = image
        touched = elements if touched is None else touched.union(elements)
        if any(relation.is_fixed(guard) for guard in access.guards):
            image = _image(program, loop, access, start, relation, when_reached=False)
            assert image is not None
            always = image[0] if always is None else always.union(image[0])
        else:
            always = elements if always is None else always.union(elements)
        whole_element = not any(isinstance(step, Field) for step in access.place.steps[start:])
        if access.writes and exact and whole_element:
            written = elements if written is None else written.union(elements)
    assert touched is not None
    firsts, lasts = _ends(touched, always, False), _ends(touched, always, True)
    if firsts is None or lasts is None:
        return None
    low, high = bound(firsts, program, loop, highest=False), bound(lasts, program, loop, highest=True)
    if low is None or high is None:
        return None
    inner = _inner_extents(program, accesses[0], relation, touched.dim(isl.dim_type.set))
    filled = False
    if written is not None and inner is not None:
        named = _box(extreme_of(firsts, False), extreme_of(lasts, True), inner, relation)
        named = named.intersect_params(_reached(program, loop, accesses[0], relation))
        filled = bool(named.is_subset(written))
    return _whole_section(program, accesses[0], low, high, filled)


def _section_of(
    program: Program, loop: int, accesses: list[Access], first: Linear, last: Linear, filled: bool
) -> _Section | None:
    """The section of which the ends are known as numbers of the program."""
    low, high = before(program, loop, first), before(program, loop, last)
    return None if low is None or high is None else _whole_section(program, accesses[0], low, high, filled)


def _whole_section(program: Program, access: Access, low: Linear, high: Linear, filled: bool) -> _Section:
    root = program.roots[access.place.root]
    size = root.extents[0] if root.extents else None
    whole = low == Linear(0) and size is not None and not size.terms and high == Linear(size.constant - 1)
    return _Section(as_argument(low), as_argument(_count(low, high)), whole, filled)


def _inner_extents(program: Program, access: Access, relation: Relation, count: int) -> list[str] | None:
    """Sizes of the subscripts after the first, in isl's notation."""
    if count == 1:
        return []
    extents = program.roots[access.place.root].extents[1:count]
    texts = [relation.linear(extent, 0) if extent is not None else None for extent in extents]
    if len(texts) != count - 1 or any(text is None for text in texts):
        return None
    return [text for text in texts if text is not None]


def _box(first: isl.PwAff, last: isl.PwAff, inner: list[str], relation: Relation) -> isl.Set:
    """Whole rows from the first to the last, whatever the loop does: what a section stands for."""
    names = ", ".join(f"e{number}" for number in range(len(inner) + 1))
    limits = " and ".join(f"0 <= e{number} and e{number} < {text}" for number, text in enumerate(inner, 1)) or "true"
    rows = integer_set(f"[{', '.join(relation.parameters)}] -> {{ [{names}] : {limits} }}")
    row = isl.PwAff.from_aff(isl.Aff.var_on_domain(isl.LocalSpace.from_space(rows.get_space()), isl.dim_type.set, 0))
    low, high = (form.insert_domain(rows.get_space()) for form in (first, last))
    return rows.intersect(row.ge_set(low)).intersect(row.le_set(high))


def _reached(program: Program, loop: int, access: Access, names: Relation) -> isl.Set:
    """When the loop is reached, as far as that is known: under the conditions around it, in iterations of the loops
    around it."""
    relation = Relation(program, loop)
    for number in program.stacks[loop][:-1]:
        relation.frame(program.frames[number], 0)
    for guard in access.guards[: program.outer_guards[loop]]:
        relation.guard(guard, 0)
    for name in names.parameters:
        if name in program.symbols:
            relation.linear(Linear(0, (((name,), 1),)), 0)
    return integer_set(relation.text()).params()


def _rows_section(program: Program, loop: int, accesses: list[Access], start: int) -> _Section | None:
    """`v[k]` for k from start[i] to start[i + 1] in every row i: from the first row's start to the last row's end."""
    found: set[tuple[tuple[str, str], tuple[str, str]]] = set()
    for access in accesses:
        steps = [step for step in access.place.steps[start:] if isinstance(step, Index)]
        name = _alone(steps[0].value) if len(steps) == 1 and steps[0].value is not None else None
        frame = next((f for f in program.frames.values() if name and f.iterator == name), None)
        if frame is None or loop not in program.stacks[frame.id] or len(frame.lowers) != 1 or len(frame.uppers) != 1:
            return None
        first = _row_start(program, loop, access, frame.lowers[0], last=False)
        end = _row_start(program, loop, access, frame.uppers[0].plus(Linear(1)), last=True)
        if first is None or end is None:
            return None
        found.add((first, end))
    if len(found) != 1:
        return None
    (starts, low), (_, high) = found.pop()
    return _Section(f"{starts}[{low}]", f"{starts}[{high}] - {starts}[{low}]", starts=starts)


def _alone(number: Linear) -> str | None:
    """The symbol that a number is."""
    (product, _), *_ = number.terms or (((), 0),)
    return product[0] if len(product) == 1 and number == Linear(0, ((product, 1),)) else None


def _row_start(program: Program, loop: int, access: Access, value: Linear, last: bool) -> tuple[str, str] | None:
    """The array and the subscript of `start[0]` or `start[n]`, for the bound `start[i]` or `start[i + 1]`."""
    name = _alone(value)
    symbol = program.symbols[name] if name is not None else None
    if symbol is None or symbol.kind != "load" or symbol.place is None or loop not in symbol.loops:
        return None
    index = symbol.place.steps[-1]
    if not isinstance(index, Index) or index.value is None:
        return None
    ends = _bounds(program, loop, access, index.value, Relation(program, loop))
    array, bracket, subscript = symbol.text.rpartition("[")
    if ends is None or not bracket or subscript.find("]") != len(subscript) - 1:
        return None
    return array, as_argument(ends[1] if last else ends[0])


def _ends(touched: isl.Set, always: isl.Set | None, highest: bool) -> list[isl.Aff] | None:
    """The first or the last of what is touched, in words of the loop's own bounds: ``always`` is what it touches whatever the conditions
    around it say. Under `n % 2 == 1` isl would say `2 * (n / 2) + 1` for `n`, which is wrong where a clause stands outside of the
    condition."""
    found = forms(touched.dim_max(0) if highest else touched.dim_min(0), highest)
    if always is None or found is None:
        return found
    always = always.align_params(touched.get_space())
    own = forms(always.dim_max(0) if highest else always.dim_min(0), highest)
    space = always.get_space().params()
    known = {str(form.align_params(space)) for form in own or ()}
    return found if known.issuperset(str(form.align_params(space)) for form in found) else own


def _image(
    program: Program, loop: int, access: Access, start: int, names: Relation, when_reached: bool = True
) -> tuple[isl.Set, bool] | None:
    """All subscripts that an access has during the loop."""
    relation = Relation(program, loop)
    relation.domain(access, 0, when_reached)
    targets = []
    for step in access.place.steps[start:]:
        if isinstance(step, Field):
            continue
        if step.value is None or step.checks:
            return None
        text = relation.linear(step.value, 0)
        if text is None or any(
            program.symbols[n].kind in ("load", "opaque") and not relation.shared(n) for n in step.value.names
        ):
            return None
        targets.append(text)
    names.parameters.update(relation.parameters)
    elements = ", ".join(f"e{number}" for number in range(len(targets)))
    equal = " and ".join([*relation.constraints, *(f"e{number} = {text}" for number, text in enumerate(targets))])
    inner = f"exists {', '.join(relation.dims)} : {equal}" if relation.dims else equal
    return integer_set(f"[{', '.join(relation.parameters)}] -> {{ [{elements}] : {inner} }}"), relation.exact


def _flat_section(program: Program, loop: int, accesses: list[Access], start: int) -> _Section | None:
    """`a[j*nx + i]`: whole rows of the flat array, from the range of the outermost recovered subscript."""
    values = []
    for access in accesses:
        steps = [step for step in access.place.steps[start:] if isinstance(step, Index)]
        if len(steps) != 1 or steps[0].value is None:
            return None
        values.append(steps[0].value)
    names = Relation(program, loop)
    strides = strides_of(names, values)
    if strides is None or len(strides) < 2:
        return None
    lows, highs = set(), set()
    filling: set[tuple[Linear, Linear]] = set()
    for access, value in zip(accesses, values):
        parts = dimensions(value, strides)
        if parts is None:
            return None
        parts, unproved = within(names, access, parts)
        bounds = _bounds(program, loop, access, parts[-1].value, names) if not unproved else None
        if bounds is None:
            return None
        lows.add(bounds[0])
        highs.add(bounds[1])
        if access.writes and _fills_rows(program, loop, access, parts, names):
            filling.add(bounds)
    low, high = _extreme(lows, smallest=True), _extreme(highs, smallest=False)
    factor, product = strides[-1]
    stride = before(program, loop, Linear(0, ((product, factor),)) if product else Linear(factor))
    if low is None or high is None or stride is None:
        return None
    return _Section(_rows(low, stride), _rows(_count(low, high), stride), filled=(low, high) in filling)


def _count(low: Linear, high: Linear) -> Linear:
    return high.plus(low, -1).plus(Linear(1))


def _rows(count: Linear, stride: Linear) -> str:
    """So many rows as elements of the flat array."""
    if not count.terms and count.constant in (0, 1):
        return as_argument(stride) if count.constant else "0"
    return f"{as_factor(count)} * {as_factor(stride)}"


def _fills_rows(program: Program, loop: int, access: Access, parts: list[Dimension], names: Relation) -> bool:
    """Whether a write happens for every value of each recovered subscript: each is one variable of its own, running in
    single steps between bounds that depend on none of the others, the inner ones from 0 to their size."""
    relation = Relation(program, loop)
    relation.domain(access, 0)
    steps = access.place.steps[access.place.object_length :]
    is_guarded = len(access.guards) > program.outer_guards[loop]
    if not relation.exact or is_guarded or any(isinstance(step, Field) for step in steps):
        return False
    frames = {program.frames[number].iterator: program.frames[number] for number in access.loops}
    inside = {name for name, frame in frames.items() if loop in program.stacks[frame.id]}
    if inside - set().union(*(value.names for value, _ in parts)):
        return False  # a loop that may not run at all
    used: set[str] = set()
    for position, (value, size) in enumerate(parts):
        if len(value.terms) != 1 or len(value.terms[0][0]) != 1 or abs(value.terms[0][1]) != 1:
            return False
        frame = frames.get(value.terms[0][0][0])
        if (
            frame is None
            or frame.iterator is None
            or frame.iterator in used
            or frame.step not in (Linear(1), Linear(-1))
        ):
            return False
        used.add(frame.iterator)
        if frame.iterator not in inside or any(bound.names & inside for bound in (*frame.lowers, *frame.uppers)):
            return False
        if position + 1 < len(parts):
            bounds = _bounds(program, loop, access, value, names)
            last = before(program, loop, size.plus(Linear(-1))) if size is not None else None
            if bounds is None or last is None or bounds != (Linear(0), last):
                return False
    return True


def _extreme(numbers: set[Linear], smallest: bool) -> Linear | None:
    """The smallest or greatest of bounds that differ by constants."""
    if len({number.terms for number in numbers}) != 1:
        return None
    return min(numbers) if smallest else max(numbers)


def _bounds(
    program: Program, loop: int, access: Access, value: Linear, names: Relation
) -> tuple[Linear, Linear] | None:
    """The smallest and the greatest value during the loop."""
    plain = ends_of_value(program, loop, access, value)
    if plain is not None:
        first, last = before(program, loop, plain[0]), before(program, loop, plain[1])
        return None if first is None or last is None else (first, last)
    image = _values(program, loop, access, value, names)
    if image is None:
        return None
    always = (
        _values(program, loop, access, value, names, False)
        if any(names.is_fixed(guard) for guard in access.guards)
        else None
    )
    firsts, lasts = _ends(image, always, False), _ends(image, always, True)
    low = bound(firsts, program, loop, highest=False) if firsts is not None else None
    high = bound(lasts, program, loop, highest=True) if lasts is not None else None
    return None if low is None or high is None else (low, high)


def _values(
    program: Program, loop: int, access: Access, value: Linear, names: Relation, when_reached: bool = True
) -> isl.Set | None:
    """All that a number is where an access happens during the loop."""
    relation = Relation(program, loop)
    relation.domain(access, 0, when_reached)
    text = relation.linear(value, 0)
    if text is None:
        return None
    names.parameters.update(relation.parameters)
    conditions = " and ".join([*relation.constraints, f"e = {text}"])
    inner = f"exists {', '.join(relation.dims)} : {conditions}" if relation.dims else conditions
    return integer_set(f"[{', '.join(relation.parameters)}] -> {{ [e] : {inner} }}")
