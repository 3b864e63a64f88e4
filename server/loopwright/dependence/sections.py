"""What a loop moves: for each array the elements it touches as a section, and the data clause that follows.

A section is the smallest range around the image of the access relations (OpenACC 3.4, section 2.7.1: contiguous, so that
only the first subscript may be part of its dimension). `copyout` is said only where everything in it is overwritten.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import islpy as isl

from loopwright.dependence import aliases
from loopwright.dependence.arrays import is_covered, private_arrays
from loopwright.dependence.delinearise import Dimension, dimensions, strides_of, within
from loopwright.dependence.liveness import memory_lives
from loopwright.dependence.program import Access, Effect, Program, Root, accesses_in, flat, one_at_a_time
from loopwright.dependence.relations import OverBudget, Relation, integer_set
from loopwright.dependence.scalars import exposure
from loopwright.dependence.values import Field, Index, Place
from loopwright.lang.types import Type
from loopwright.source.linear import Linear

DataClause = Literal["copyin", "copy", "copyout", "create"]
_AFFINE = re.compile(r"\{ \[\(?([^\[\]{}:]*?)\)?\] \}")
_WORD = re.compile(r"[A-Za-z_]\w*")
_MAY_READ = frozenset(("unknown call", "macro", "opaque", "code"))
_POINTER = "through "  # begins the roots of what pointers lead to inside of other objects


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


@dataclass(frozen=True)
class DataFacts:
    """``missing`` names what the loop uses and no clause can name (a C++ container, a pointer computed elsewhere);
    ``constants`` are arrays of the file that functions which it calls read; ``assumptions`` are what the sections rest on."""

    facts: tuple[DataFact, ...] = ()
    missing: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()


@one_at_a_time
def data_of(program: Program, loop: int, text: str) -> DataFacts:
    """Data clauses for ``loop``, whose source is ``text``."""
    own = private_arrays(program, loop)
    words = set(_WORD.findall(text))
    moved = []
    for access in accesses_in(program.nests[loop].body):
        root = program.roots[access.place.root]
        if not (access.is_scalar or access.place.root in own or loop in root.loops):
            moved.append(access)
    program, moved = _by_pointers(program, loop, moved, words)
    objects: dict[tuple[str, tuple[str, ...], int], list[Access]] = {}
    for access in moved:
        objects.setdefault(aliases.object_of(access.place), []).append(access)
    names = {root: _name_in(program, loop, root, words) for root, _, _ in objects}
    facts: list[DataFact] = []
    missing: list[str] = []
    constants: list[str] = []
    for (root_name, _, depth), accesses in objects.items():
        root, name = program.roots[root_name], names[root_name]
        if _is_constant(root) and (name not in words or any(a.origin != a.span and a.origin for a in accesses)):
            constants.append(root.name)
            continue
        unnamed = name not in words or depth > 1 or _is_container(root) or _has_elements_elsewhere(root, accesses)
        if unnamed or root.kind == "unknown":
            missing.append(root.name or "a pointer")
            continue
        fact = _fact(program, loop, accesses, name)
        if fact is None:
            missing.append(aliases.display(program, accesses[0].place))
        elif fact.variable not in {known.variable for known in facts}:
            facts.append(fact)
    missing += _foreign_pointers(program, loop, words, set(names.values()))
    return DataFacts(
        tuple(sorted(_without_holders(names, facts, objects))),
        tuple(dict.fromkeys(missing)),
        _rising(facts),
        tuple(dict.fromkeys(constants)),
    )


def _name_in(program: Program, loop: int, root: str, words: set[str]) -> str:
    """What the loop, in its ``words``, can call an object: its own name, unless that pointer holds another address by then;
    else that of a pointer which holds this one."""
    own, held = program.roots[root].name, program.held.get(loop, {})
    beginning = Place(root, (Index(Linear(0)),))
    is_own = held.get(own, beginning) == beginning or root.startswith(_POINTER)
    if is_own and own in words:
        return own
    return next((name for name, place in held.items() if place == beginning and name in words), own if is_own else "")


def _by_pointers(program: Program, loop: int, accesses: list[Access], words: set[str]) -> tuple[Program, list[Access]]:
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
        name = next((name for name in names if re.match(rf"[(*]*{name}\b", access.text)), names[0] if names else "")
        if not name:
            found.append(access)
            continue
        first, *rest = access.place.steps[len(inside[name].steps) - 1 :]
        assert isinstance(first, Index)
        root = f"{_POINTER}{name}"
        roots[root] = Root(name, "parameter", Type(access.element, ("*",)), pointed=True)
        found.append(replace(access, place=Place(root, (first._replace(loaded=False), *rest))))
    return replace(program, roots=roots), found


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


def _rising(facts: list[DataFact]) -> tuple[str, ...]:
    """Rows from `start[0]` to `start[n]`: the array of starts has to rise."""
    names = {match[1] for fact in facts if (match := re.fullmatch(r"(.+)\[[^\[\]]*\]", fact.lower))}
    return tuple(f"{name} never decreases" for name in sorted(names))


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


def _foreign_pointers(program: Program, loop: int, words: set[str], named: set[str]) -> list[str]:
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


def _fact(program: Program, loop: int, accesses: list[Access], name: str) -> DataFact | None:
    variable = _variable(accesses[0], name)
    if variable is None:
        return None
    whole = _is_declared_here(program, accesses[0])
    try:
        found = _section(program, loop, accesses)
    except (OverBudget, isl.Error):
        found = None
    if found is None:
        return DataFact(variable, _clause(program, loop, accesses, False)) if whole else None
    clause = _clause(program, loop, accesses, found.filled)
    return (
        DataFact(variable, clause) if whole and found.whole else DataFact(variable, clause, found.lower, found.length)
    )


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
    """Bounds; whether it is all of a declared array, whether the writes fill it."""

    lower: str
    length: str
    whole: bool
    filled: bool


def _section(program: Program, loop: int, accesses: list[Access]) -> _Section | None:
    """The section of the first subscript, or of the flat array; ``None`` if it has no bounds that can be written."""
    start = accesses[0].place.object_length
    if not any(isinstance(step, Index) for step in accesses[0].place.steps):
        return _Section("", "", True, False)  # a struct
    rows = _rows_section(program, loop, accesses, start)
    if rows is not None:
        return _Section(*rows, False, False)
    touched: isl.Set | None = None
    written: isl.Set | None = None
    relation = Relation(program, loop)
    for access in accesses:
        image = _image(program, loop, access, start, relation)
        if image is None:
            return _flat_section(program, loop, accesses, start)
        elements, exact = image
        touched = elements if touched is None else touched.union(elements)
        whole_element = not any(isinstance(step, Field) for step in access.place.steps[start:])
        if access.writes and exact and whole_element:
            written = elements if written is None else written.union(elements)
    assert touched is not None
    firsts, lasts = _forms(touched.dim_min(0), highest=False), _forms(touched.dim_max(0), highest=True)
    if firsts is None or lasts is None:
        return None
    low = _forms_text(firsts, program, loop, relation, highest=False)
    high = _forms_text(lasts, program, loop, relation)
    if low is None or high is None:
        return None
    inner = _inner_extents(program, accesses[0], relation, touched.dim(isl.dim_type.set))
    filled = False
    if written is not None and inner is not None:
        named = _box(_extreme_of(firsts, False), _extreme_of(lasts, True), inner, relation)
        named = named.intersect_params(_reached(program, loop, accesses[0], relation))
        filled = bool(named.is_subset(written))
    root = program.roots[accesses[0].place.root]
    size = root.extents[0] if root.extents else None
    whole = low == "0" and size is not None and not size.terms and high == str(size.constant - 1)
    return _Section(low, _length(low, high), whole, filled)


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


def _rows_section(program: Program, loop: int, accesses: list[Access], start: int) -> tuple[str, str] | None:
    """`v[k]` for k from start[i] to start[i + 1] in every row i: from the first row's start to the last row's end."""
    found: set[tuple[str, str]] = set()
    for access in accesses:
        steps = [step for step in access.place.steps[start:] if isinstance(step, Index)]
        value = steps[0].value if len(steps) == 1 else None
        if (
            value is None
            or value.constant
            or len(value.terms) != 1
            or value.terms[0][1] != 1
            or len(value.terms[0][0]) != 1
        ):
            return None
        frame = next((f for f in program.frames.values() if f.iterator == value.terms[0][0][0]), None)
        if frame is None or loop not in program.stacks[frame.id] or len(frame.lowers) != 1 or len(frame.uppers) != 1:
            return None
        ends = [
            _row_end(program, loop, access, bound, last)
            for bound, last in ((frame.lowers[0], False), (frame.uppers[0].plus(Linear(1)), True))
        ]
        if ends[0] is None or ends[1] is None:
            return None
        found.add((ends[0], ends[1]))
    if len(found) != 1:
        return None
    low, high = found.pop()
    return low, f"{high} - {low}"


def _row_end(program: Program, loop: int, access: Access, bound: Linear, last: bool) -> str | None:
    """`start[0]` or `start[n]` for the bound `start[i]` or `start[i + 1]`."""
    if bound.constant or len(bound.terms) != 1 or len(bound.terms[0][0]) != 1 or bound.terms[0][1] != 1:
        return None
    symbol = program.symbols[bound.terms[0][0][0]]
    if symbol.kind != "load" or symbol.place is None or loop not in symbol.loops:
        return None
    index = symbol.place.steps[-1]
    if not isinstance(index, Index) or index.value is None:
        return None
    ends = _bounds(program, loop, access, index.value, Relation(program, loop))
    name = re.match(r"(.*)\[[^\[\]]*\]\Z", symbol.text)
    if ends is None or name is None:
        return None
    return f"{name[1]}[{ends[1] if last else ends[0]}]"


def _image(program: Program, loop: int, access: Access, start: int, names: Relation) -> tuple[isl.Set, bool] | None:
    """All subscripts that an access has during the loop."""
    relation = Relation(program, loop)
    relation.domain(access, 0)
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


def _forms(value: isl.PwAff, highest: bool) -> list[isl.Aff] | None:
    """A bound as one affine form for all parameters, or as two of which it is the greater (smaller)."""
    found = list({str(aff): aff for _, aff in value.coalesce().get_pieces()}.values())
    if len(found) == 1:
        return found
    if len(found) != 2:
        return None
    extreme = _extreme_of(found, highest)
    return found if value.ne_set(extreme.intersect_domain(value.domain())).is_empty() else None


def _extreme_of(forms: list[isl.Aff], highest: bool) -> isl.PwAff:
    first, *rest = (isl.PwAff.from_aff(form) for form in forms)
    for other in rest:
        first = first.max(other) if highest else first.min(other)
    return first


def _single(value: isl.PwAff, program: Program, loop: int, relation: Relation, highest: bool = True) -> str | None:
    """A bound as one C expression."""
    forms = _forms(value, highest)
    return None if forms is None else _forms_text(forms, program, loop, relation, highest)


def _forms_text(
    forms: list[isl.Aff], program: Program, loop: int, relation: Relation, highest: bool = True
) -> str | None:
    texts = [_c_text(str(form), program, loop, relation) for form in forms]
    if texts[0] is None or texts[-1] is None:
        return None
    return (
        texts[0] if len(texts) == 1 else f"({texts[0]} {'>' if highest else '<'} {texts[1]} ? {texts[0]} : {texts[1]})"
    )


def _c_text(aff: str, program: Program, loop: int, relation: Relation) -> str | None:
    match = _AFFINE.search(aff)
    if match is None:
        return None
    text = re.sub(r"floor\(\(([^()]*)\)/(\d+)\)", r"(\1) / \2", match[1]).replace(" mod ", " % ")
    if re.search(r"\([^()]*-[^()]*\) [%/]", text):
        return None  # isl rounds down, C towards zero: they agree where nothing is negative
    for name in sorted(relation.parameters, key=len, reverse=True):
        if re.search(rf"(?<![A-Za-z_]){name}\b", text):
            word = expressible(program, loop, name, relation)
            if word is None:
                return None
            text = _put(text, name, word)
    if "floor" in text or "mod" in text.split():
        return None  # nested divisions
    return text if "(" in text else _tidy(text)


def _put(text: str, name: str, word: str) -> str:
    """``word`` for ``name``, which isl writes right behind its factor (`2n`)."""
    return re.sub(rf"(?<![A-Za-z_\d])(\d*){name}\b", lambda found: f"{found[1]} * {word}" if found[1] else word, text)


def expressible(program: Program, loop: int, name: str, relation: Relation | None = None) -> str | None:
    """A symbol as an expression that means the same right before ``loop``; ``None`` if there is none."""
    if name.startswith("P_") and name not in program.symbols:
        parts = [expressible(program, loop, part) for part in _factors(program, name)]
        return None if any(part is None for part in parts) else " * ".join(part for part in parts if part)
    holder = program.entries[loop].get(name)
    if holder is not None:
        return holder
    symbol = program.symbols.get(name)
    if symbol is None:
        return None
    if symbol.kind == "quotient":
        inner = as_text(program, loop, symbol.operands[0])
        return None if inner is None else f"({_factor(inner)} / {symbol.operands[1].constant})"
    if symbol.kind in ("minimum", "maximum"):
        first, second = (as_text(program, loop, operand) for operand in symbol.operands)
        sign = "<" if symbol.kind == "minimum" else ">"
        return None if first is None or second is None else f"({first} {sign} {second} ? {first} : {second})"
    if symbol.kind == "load":
        return symbol.text if re.fullmatch(r"[\w.>\-\[\]]+", symbol.text) else None
    if (
        symbol.kind == "parameter"
        and symbol.text.isidentifier()
        and all(root.name != symbol.text for root in program.roots.values())
    ):
        return symbol.text  # a macro or a constant of a header
    return None


def _factors(program: Program, name: str) -> list[str]:
    rest, found = name[2:], []
    known = sorted(program.symbols, key=len, reverse=True)
    while rest:
        part = next((symbol for symbol in known if rest == symbol or rest.startswith(symbol + "_")), None)
        if part is None:
            return [""]
        found.append(part)
        rest = rest[len(part) + 1 :]
    return found


def _tidy(text: str) -> str:
    """`-1 + n` as `n - 1`."""
    parts = [part.strip() for part in text.replace(" - ", " + -").split(" + ")]
    parts = [part for part in parts if part not in ("0", "")]
    parts.sort(key=lambda part: (part.lstrip("-").isdigit(), part.startswith("-")))
    if not parts:
        return "0"
    joined = parts[0]
    for part in parts[1:]:
        joined += f" - {part[1:]}" if part.startswith("-") else f" + {part}"
    return joined


def _length(low: str, high: str) -> str:
    """`high - low + 1`, simplified."""
    if "(" in low + high:
        high = f"{high[5:]}" if (one_less := high.startswith("-1 + ")) else high
        more = "" if one_less else " + 1"
        return f"{high}{more}" if low == "0" else f"{high} - ({low}){more}"
    terms: dict[str, int] = {}
    for sign, text in ((1, high), (-1, low), (1, "1")):
        for part in text.replace(" - ", " + -").split(" + "):
            match = re.fullmatch(r"(-?)(?:(\d+) \* )?(.*)", part.strip())
            assert match is not None
            factor = sign * (-1 if match[1] else 1) * int(match[2] or 1)
            if match[3].isdigit():
                terms[""] = terms.get("", 0) + factor * int(match[3])
            else:
                terms[match[3]] = terms.get(match[3], 0) + factor
    number = Linear(terms.pop("", 0), tuple(sorted(((word,), factor) for word, factor in terms.items() if factor)))
    return number.text()


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
    filling: set[tuple[str, str]] = set()
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
    stride = _stride_text(program, loop, strides[-1])
    if low is None or high is None or stride is None:
        return None
    count = _length(low, high)
    first = "0" if low == "0" else stride if low == "1" else f"{_factor(low)} * {stride}"
    return _Section(first, f"{_factor(count)} * {stride}" if count != "1" else stride, False, (low, high) in filling)


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
            last = as_text(program, loop, size.plus(Linear(-1))) if size is not None else None
            if bounds is None or last is None or bounds[0] != "0" or bounds[1] != last:
                return False
    return True


def _factor(text: str) -> str:
    return text if re.fullmatch(r"[\w>.\-\[\]]+", text) and not text.startswith("-") else f"({text})"


def _extreme(texts: set[str], smallest: bool) -> str | None:
    """The smallest or greatest of bounds that differ by constants."""
    split = []
    for text in texts:
        match = re.fullmatch(r"(?:(-?\d+)|(.*?)(?: ([+-]) (\d+))?)", text)
        assert match is not None
        number = int(match[1]) if match[1] else int((match[3] or "+") + (match[4] or "0"))
        split.append((match[2] or "", number, text))
    if len({base for base, _, _ in split}) != 1:
        return None
    chosen = min(split, key=lambda item: item[1]) if smallest else max(split, key=lambda item: item[1])
    return chosen[2]


def _bounds(program: Program, loop: int, access: Access, value: Linear, names: Relation) -> tuple[str, str] | None:
    relation = Relation(program, loop)
    relation.domain(access, 0)
    text = relation.linear(value, 0)
    if text is None:
        return None
    names.parameters.update(relation.parameters)
    conditions = " and ".join([*relation.constraints, f"e = {text}"])
    inner = f"exists {', '.join(relation.dims)} : {conditions}" if relation.dims else conditions
    image = integer_set(f"[{', '.join(relation.parameters)}] -> {{ [e] : {inner} }}")
    low = _single(image.dim_min(0), program, loop, relation, highest=False)
    high = _single(image.dim_max(0), program, loop, relation)
    return None if low is None or high is None else (low, high)


def _stride_text(program: Program, loop: int, stride: tuple[int, tuple[str, ...]]) -> str | None:
    factor, product = stride
    words = [expressible(program, loop, name) for name in product]
    if any(word is None for word in words):
        return None
    return " * ".join([str(factor)] * (factor != 1 or not words) + [word for word in words if word])


def as_text(program: Program, loop: int, number: Linear) -> str | None:
    """A number as an expression that means the same right before ``loop``; ``None`` if there is none."""
    words = {name: expressible(program, loop, name) for name in number.names}
    if any(word is None for word in words.values()):
        return None
    terms = tuple((tuple(words[name] or "" for name in product), factor) for product, factor in number.terms)
    return Linear(number.constant, terms).text()
