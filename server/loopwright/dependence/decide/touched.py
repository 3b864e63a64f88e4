"""How much of one object a loop touches: the smallest range around the image of the access relations (OpenACC 3.4, section 2.7.1:
contiguous, so that only the first subscript may be part of its dimension)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import islpy as isl

from loopwright.dependence.decide.bounds import as_argument, as_factor, before, bound, extreme_of, forms, in_words
from loopwright.dependence.decide.boxes import ends_of_accesses, ends_of_value
from loopwright.dependence.decide.delinearise import (
    Dimension,
    dimensions,
    strides_of,
    subscripts,
    sums_of_sizes,
    within,
)
from loopwright.dependence.decide.relations import Relation, integer_set
from loopwright.dependence.model.program import Access, Program
from loopwright.dependence.model.values import Field, Index, LoopFrame
from loopwright.source.linear import Linear


class Section(NamedTuple):
    """Bounds; whether it is all of a declared array, whether the writes fill it; the array of row starts that they are taken
    from."""

    lower: str
    length: str
    whole: bool = False
    filled: bool = False
    starts: str = ""


def section(program: Program, loop: int, accesses: list[Access]) -> Section | None:
    """The section of the first subscript, or of the flat array; ``None`` if it has no bounds that can be written."""
    start = accesses[0].place.object_length
    if not any(isinstance(step, Index) for step in accesses[0].place.steps):
        return Section("", "", True, False)  # a struct
    rows = _rows_section(program, loop, accesses, start)
    if rows is not None:
        return rows
    if any(_goes_on_from_a_step(program, loop, access, start) for access in accesses):
        return None
    plain = ends_of_accesses(program, loop, accesses, start)
    if plain is not None:
        return _section_of(program, loop, accesses, *plain)
    touched: isl.Set | None = None
    written: isl.Set | None = None
    always: isl.Set | None = None
    relation = Relation(program, loop)
    for access in accesses:
        image = elements_of(program, loop, access, start, relation)
        if image is None:
            return _flat_section(program, loop, accesses, start)
        elements, exact = image
        touched = elements if touched is None else touched.union(elements)
        if any(relation.is_fixed(guard) for guard in access.guards):
            image = elements_of(program, loop, access, start, relation, when_reached=False)
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
    return _whole_section(program, loop, accesses[0], low, high, filled)


def _goes_on_from_a_step(program: Program, loop: int, access: Access, start: int) -> bool:
    """Whether a loop takes steps of a size that is no number, and a loop inside goes on from there: the last step may be cut off by nothing
    that is said here."""
    frames = [program.frames[number] for number in access.loops if loop in program.stacks[number]]
    values = [step.value for step in access.place.steps[start:] if isinstance(step, Index) and step.value is not None]
    names = frozenset().union(*(value.names for value in values))
    return any(
        frame.step is not None and frame.step.terms and frame.iterator in names
        for frame in frames
        if any(inner.iterator in names for inner in frames if inner is not frame)
    )


def section_of_values(program: Program, loop: int, accesses: list[Access], start: int) -> Section | None:
    """The section that subscripts stay in whatever is read from memory (`h[byte]`, `h[x & 15]`, `if (k >= 0 && k < n) h[k]`)."""
    relation = Relation(program, loop)
    touched: isl.Set | None = None
    for access in accesses:
        image = elements_of(program, loop, access, start, relation, any_value=True)
        if image is None:
            return None
        touched = image[0] if touched is None else touched.union(image[0])
    if touched is None or touched.dim(isl.dim_type.set) != 1:
        return None
    ends = _limits(program, loop, touched, None)
    # Below nought is no element of most pointers: what is known of the values is not enough.
    if ends is None or ends[0].terms or ends[0].constant < 0:
        return None
    return Section(as_argument(ends[0]), as_argument(count_between(*ends)))


def _section_of(
    program: Program, loop: int, accesses: list[Access], first: Linear, last: Linear, filled: bool
) -> Section | None:
    """The section of which the ends are known as numbers of the program."""
    low, high = before(program, loop, first), before(program, loop, last)
    return None if low is None or high is None else _whole_section(program, loop, accesses[0], low, high, filled)


def _whole_section(program: Program, loop: int, access: Access, low: Linear, high: Linear, filled: bool) -> Section:
    root = program.roots[access.place.root]
    size = root.extents[0] if root.extents else None
    whole = low == Linear(0) and size is not None and not size.terms and high == Linear(size.constant - 1)
    lower, length = (in_words(program, loop, number) for number in (low, count_between(low, high)))
    return Section(as_argument(lower), as_argument(length), whole, filled)


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


def _rows_section(program: Program, loop: int, accesses: list[Access], start: int) -> Section | None:
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
    return Section(f"{starts}[{low}]", f"{starts}[{high}] - {starts}[{low}]", starts=starts)


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


def _limits(program: Program, loop: int, touched: isl.Set, always: isl.Set | None) -> tuple[Linear, Linear] | None:
    """The first and the last of what is touched, in C."""
    firsts, lasts = _ends(touched, always, False), _ends(touched, always, True)
    low = bound(firsts, program, loop, highest=False) if firsts is not None else None
    high = bound(lasts, program, loop, highest=True) if lasts is not None else None
    return None if low is None or high is None else (low, high)


def elements_of(
    program: Program,
    loop: int,
    access: Access,
    start: int,
    names: Relation,
    when_reached: bool = True,
    any_value: bool = False,
) -> tuple[isl.Set, bool] | None:
    """All subscripts that an access has during the loop; with ``any_value`` what is read from memory may have every value of its type that
    the conditions let through."""
    relation = Relation(program, loop)
    relation.domain(access, 0, when_reached)
    targets = []
    for step in access.place.steps[start:]:
        if isinstance(step, Field):
            continue
        if step.value is None or step.checks:
            return None
        text = relation.linear(step.value, 0)
        unknown = any(
            program.symbols[n].kind in ("load", "opaque") and not relation.shared(n) for n in step.value.names
        )
        if text is None or (unknown and not any_value):
            return None
        targets.append(text)
    names.parameters.update(relation.parameters)
    elements = ", ".join(f"e{number}" for number in range(len(targets)))
    equal = " and ".join([*relation.constraints, *(f"e{number} = {text}" for number, text in enumerate(targets))])
    inner = f"exists {', '.join(relation.dims)} : {equal}" if relation.dims else equal
    return integer_set(f"[{', '.join(relation.parameters)}] -> {{ [{elements}] : {inner} }}"), relation.exact


def _flat_section(program: Program, loop: int, accesses: list[Access], start: int) -> Section | None:
    """`a[j*nx + i]`: whole rows of the flat array, from the range of the outermost recovered subscript."""
    values = []
    for access in accesses:
        steps = [step for step in access.place.steps[start:] if isinstance(step, Index)]
        if len(steps) != 1 or steps[0].value is None:
            return None
        values.append(steps[0].value)
    names = Relation(program, loop)
    cut = _into_subscripts(names, values)
    if cut is None:
        return None
    cuts, row = cut
    lows, highs = set(), set()
    rows: list[tuple[Access, Linear]] = []
    is_plain = True
    whole: set[tuple[Linear, Linear]] = set()
    filling: set[tuple[Linear, Linear]] = set()
    for access, parts in zip(accesses, cuts):
        parts, unproved = within(names, access, parts)
        if unproved:
            return None
        rows.append((access, parts[-1].value))
        bounds = _bounds(program, loop, access, parts[-1].value, names)
        if bounds is None:
            is_plain = False
            continue
        lows.add(bounds[0])
        highs.add(bounds[1])
        if _fills_rows(program, loop, access, parts, names):
            whole.add(bounds)
            filling |= {bounds} if access.writes else set()
    low, high = _extreme(lows, smallest=True), _extreme(highs, smallest=False)
    if low is None or high is None or not is_plain:
        low, high = _together(program, loop, rows, names) or (None, None)
    stride = before(program, loop, row)
    if low is None or high is None or stride is None:
        return None
    if len(row.terms) + bool(row.constant) > 1 and (low, high) not in whole:
        return None  # of rows with a margin (`a[i*(n + 2) + j]`) nobody knows whether the last one has it
    first, count, stride = (in_words(program, loop, number) for number in (low, count_between(low, high), stride))
    return Section(_rows(first, stride), _rows(count, stride), filled=(low, high) in filling)


def _into_subscripts(relation: Relation, values: list[Linear]) -> tuple[list[list[Dimension]], Linear] | None:
    """Each value cut into subscripts, and how far apart the rows of the outermost one are: a product of sizes, or of sums of sizes."""
    products = strides_of(relation, values)
    if products is not None:
        factor, product = products[-1]
        row = Linear(0, ((product, factor),)) if product else Linear(factor)
        cuts = [dimensions(value, products) for value in values]
    else:
        sums = sums_of_sizes(relation, values, [])
        if sums is None:
            return None
        row = sums[-1]
        cuts = [subscripts(relation, value, sums) for value in values]
    found = [cut for cut in cuts if cut is not None]
    return (found, row) if len(found) == len(cuts) and len(found[0]) > 1 else None


def count_between(low: Linear, high: Linear) -> Linear:
    """How many elements there are from ``low`` to ``high``, both among them."""
    return high.plus(low, -1).plus(Linear(1))


def _rows(count: Linear, stride: Linear) -> str:
    """So many rows as elements of the flat array."""
    if not count.terms and count.constant in (0, 1):
        return as_argument(stride) if count.constant else "0"
    return f"{as_factor(count)} * {as_factor(stride)}"


def _fills_rows(program: Program, loop: int, access: Access, parts: list[Dimension], names: Relation) -> bool:
    """Whether an access happens for every value of each recovered subscript: variables of loops that run in single steps between bounds that
    depend on none of the others, the inner subscripts from 0 to their size. A subscript is one variable or, with sizes that are numbers,
    several (`3 * i + q`)."""
    relation = Relation(program, loop)
    relation.domain(access, 0)
    steps = access.place.steps[access.place.object_length :]
    is_guarded = len(access.guards) > program.outer_guards[loop]
    if not relation.exact or is_guarded or any(isinstance(step, Field) for step in steps):
        return False
    frames = {program.frames[number].iterator: program.frames[number] for number in access.loops}
    inside = {name: frame for name, frame in frames.items() if name is not None and loop in program.stacks[frame.id]}
    if set(inside) - set().union(*(value.names for value, _ in parts)):
        return False  # a loop that may not run at all
    used: set[str] = set()
    for position, (value, size) in enumerate(parts):
        if used & value.names or not _takes_all_values(value, inside):
            return False
        used |= value.names
        if position + 1 < len(parts):
            bounds = _bounds(program, loop, access, value, names)
            last = before(program, loop, size.plus(Linear(-1))) if size is not None else None
            if bounds is None or last is None or bounds != (Linear(0), last):
                return False
    return True


def _takes_all_values(value: Linear, frames: Mapping[str, LoopFrame]) -> bool:
    """Whether a sum of the variables of loops has every value between its ends: each counts as much as those before it can be, together."""
    apart = 1
    for (name, *others), factor in sorted(value.terms, key=lambda term: abs(term[1])):
        frame = frames.get(name)
        if others or frame is None or frame.step not in (Linear(1), Linear(-1)) or abs(factor) != apart:
            return False
        if any(bound.names & set(frames) for bound in (*frame.lowers, *frame.uppers)):
            return False
        length = frame.uppers[0].plus(frame.lowers[0], -1) if frame.uppers and frame.lowers else None
        apart = 0 if length is None or length.terms else apart * (length.constant + 1)  # after 0 none may follow
    return bool(value.terms)


def _together(
    program: Program, loop: int, rows: list[tuple[Access, Linear]], names: Relation
) -> tuple[Linear, Linear] | None:
    """The smallest and the greatest of the values that several accesses have."""
    touched: isl.Set | None = None
    always: isl.Set | None = None
    for access, value in rows:
        image = _values(program, loop, access, value, names)
        own = _values(program, loop, access, value, names, False)
        if image is None or own is None:
            return None
        touched = image if touched is None else touched.union(image)
        always = own if always is None else always.union(own)
    assert touched is not None
    is_fixed = any(names.is_fixed(guard) for access, _ in rows for guard in access.guards)
    return _limits(program, loop, touched, always if is_fixed else None)


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
    return _limits(program, loop, image, always)


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
