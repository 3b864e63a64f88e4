"""What of an object a piece of code touches, as the text of a clause: one element, what a loop runs over, or all of the allocation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from loopwright.dependence.decide.judge import program_around
from loopwright.dependence.decide.sections import data_of
from loopwright.lang.constants import constant_of_text
from loopwright.lang.places import Path, Place
from loopwright.lang.symbols import names_within
from loopwright.placement.objects import Context
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import File, Known
from loopwright.residence import ir, layout
from loopwright.residence.expressions import name_of
from loopwright.residence.ir import Expr
from loopwright.residence.scan import everything_in
from loopwright.source.linear import Linear
from loopwright.source.text import Span

_MOST_CANDIDATES = 400
_MOST_FACTORS = 4
Candidates = list[tuple[str, list[Linear | None]]]  # a name that can be written, and its value in each context


class Root(NamedTuple):
    """The pointer behind an access, and the element where it is one."""

    pointer: Expr
    element: Expr | None


def root_of(pointers: Pointers, node: Expr) -> Root | None:
    """The pointer that an access goes through, ``None`` where it has no name."""
    index: Expr | None = None
    depth = 0
    while True:
        if isinstance(node, ir.Index):
            base, index = node.base, node.index if depth == 0 else None
            if id(base) in pointers.decayed and not isinstance(base, ir.Name):
                node, depth = base, depth + 1
                continue
            return Root(base, index) if name_of(base) else None
        if isinstance(node, ir.Deref):
            base = node.pointer
            if isinstance(base, ir.Binary) and base.operator == "+" and name_of(base.left):
                return Root(base.left, base.right if depth == 0 else None)
            return Root(base, ir.Number(base.span, 0) if depth == 0 else None) if name_of(base) else None
        if isinstance(node, ir.Member):
            if node.arrow:
                return Root(node.base, ir.Number(node.span, 0)) if name_of(node.base) else None
            node = node.base
            if isinstance(node, ir.Name):
                return Root(node, None)
            continue
        if isinstance(node, ir.Cast):
            node = node.value
            continue
        if isinstance(node, ir.Name):
            return Root(node, None)
        return None


def pointer_of(node: Expr) -> Expr | None:
    """The pointer that an argument begins with: `p`, `p + n`, `&p[n]`."""
    while isinstance(node, ir.Cast):
        node = node.value
    if name_of(node):
        return node
    if isinstance(node, ir.Binary) and node.operator == "+":
        return pointer_of(node.left)
    if isinstance(node, ir.AddressOf):
        inner = node.place
        while isinstance(inner, ir.Index):
            inner = inner.base
        return inner if name_of(inner) else None
    return None


def text_of(file: File, node: Expr) -> str | None:
    """An expression as it stands in the file, ``None`` inside of a macro."""
    if isinstance(node, ir.Number) and node.value is not None:
        word = file.outline.source.slice(node.span)
        return word if word.isidentifier() else str(node.value)  # a macro, an enumerator
    named = name_of(node)
    if named:
        return named
    if any(part is not node and part.span == node.span for part in everything_in(node)):
        return None
    if any(isinstance(part, (ir.Assign, ir.Step, ir.Call, ir.Opaque)) for part in everything_in(node)):
        return None
    return " ".join(file.outline.source.slice(node.span).split())


def count_of(file: File, factors: Iterable[Expr], element: Linear) -> str | None:
    """The product of some expressions in bytes as a number of elements: a factor that is the size of one is left out."""
    parts: list[Expr] = []
    for factor in factors:
        parts += _factors(factor)
    if element.terms or element.constant < 1:
        named = [part for part in parts if isinstance(part, ir.SizeOf) and not _is_of_array(part)]
        return _product(file, [part for part in parts if part is not named[0]]) if len(named) == 1 else None
    if element.constant == 1:
        return _product(file, parts)
    for part in parts:
        if isinstance(part, ir.SizeOf) and _is_of_element(file, part, element):
            return _product(file, [other for other in parts if other is not part])
    constants = [part for part in parts if isinstance(part, ir.Number) and part.value == element.constant]
    if constants:
        return _product(file, [other for other in parts if other is not constants[0]])
    whole = _product(file, parts)
    return f"({whole}) / {element.constant}" if whole is not None else None


def _is_of_element(file: File, node: ir.SizeOf, element: Linear) -> bool:
    """Whether a `sizeof` is that of one element: by its type; of an expression it is taken to be, as in `sizeof *a`."""
    if node.type is None:
        return not isinstance(node.value, ir.Name)
    return not _is_of_array(node) and layout.size_of(file.scopes, node.type, lambda extent: None) == element


def _is_of_array(node: ir.SizeOf) -> bool:
    return node.type is not None and node.type.is_array


def _factors(node: Expr) -> list[Expr]:
    if isinstance(node, ir.Binary) and node.operator == "*":
        return [*_factors(node.left), *_factors(node.right)]
    if isinstance(node, ir.Binary) and node.operator == ",":  # the elements that are given to `new`
        return _factors(node.right)
    return [node]


def _product(file: File, parts: list[Expr]) -> str | None:
    texts: list[str] = []
    for part in parts:
        text = text_of(file, part)
        if text is None and not any(
            isinstance(p, (ir.Assign, ir.Step, ir.Call, ir.Opaque)) for p in everything_in(part)
        ):
            text = " ".join(file.outline.source.slice(part.span).split())
        if text is None:
            return None
        texts.append(f"({text})" if isinstance(part, (ir.Binary, ir.Conditional)) and len(parts) > 1 else text)
    return " * ".join(texts) if texts else "1"


@dataclass(frozen=True)
class LoopSection:
    """What a loop touches of an array. ``fills``: it overwrites all of it."""

    section: str
    fills: bool


def sections_of_loop(file: File, start: int) -> dict[str, LoopSection]:
    """Name of each array of a loop → its section, for those that have one."""
    loop = file.outline.loop_starting_at(start)
    program = program_around(file.outline, loop) if loop is not None else None
    number = program.by_start.get(start) if program is not None else None
    if loop is None or program is None or number is None:
        return {}
    facts = data_of(program, number, names_within(file.outline, loop.span)).facts
    return {fact.variable: LoopSection(fact.section, fact.clause in ("copyout", "create")) for fact in facts}


class Namer:
    """Numbers of a function as expressions that can be written at a place in it."""

    def __init__(self, pointers: Pointers, known: Known) -> None:
        self._pointers, self._known = pointers, known
        self.contexts = [c for c in pointers.by_function.get(known, []) if not c.device]

    def text(self, wanted: list[Linear | None], scope: Iterable[str]) -> str | None:
        """An expression that has ``wanted`` as its value in each context, whatever values the names in it get tomorrow."""
        numbers = [value for value in wanted if value is not None]
        if not numbers or len(numbers) < len(wanted):
            return None
        if not numbers[0].terms and len(set(numbers)) == 1:
            return str(numbers[0].constant)
        candidates = self._candidates(scope, numbers)
        named = self._pointers.named
        return (
            _sum_of(numbers, candidates)
            or _one_of([named.related(n) for n in numbers], _all(named.related, candidates))
            or _sum_of([named.as_products(n) for n in numbers], _all(named.as_products, candidates))
        )

    def _candidates(self, scope: Iterable[str], wanted: list[Linear]) -> Candidates:
        found: Candidates = [(word, values) for word, values in self._constants(wanted)]
        for name in scope:
            values = [self._value(context, name, ()) for context in self.contexts]
            if all(value is not None for value in values):
                found.append((name, values))
        for name in scope:
            for text, member, arrow in self._members(name):
                values = [self._value(context, name, (member,), arrow) for context in self.contexts]
                if all(value is not None for value in values) and len(found) < _MOST_CANDIDATES:
                    found.append((text, values))
        return found

    def _constants(self, wanted: list[Linear]) -> Iterator[tuple[str, list[Linear | None]]]:
        """Those of the constants in some numbers that this function and its file know by the same name."""
        named, file = self._pointers.named, self._known.file
        for name in sorted({name for number in wanted for name in named.related(number).names}):
            word = named.constants.get(name, "")
            known = constant_of_text(file.scopes, word) if word and word not in self._known.locals else None
            if known is not None and isinstance(known.value, int) and named.constant(word, known.value).names == {name}:
                yield word, [Linear(0, (((name,), 1),))] * len(self.contexts)

    def _value(self, context: Context, name: str, path: Path, arrow: bool = False) -> Linear | None:
        number = self._pointers.variable_in(context, name)
        if number is None:
            return None
        places = {Place(number)}
        if arrow or self._pointers.objects[number].type.layers[:1] == ("&",):
            places = set(self._pointers.cells.get(Place(number), ()))
        values = {self._pointers.number_at(place.inside(*path)) for place in places}
        return values.pop() if len(values) == 1 else None

    def _members(self, name: str) -> list[tuple[str, str, bool]]:
        number = self._pointers.variable_in(self.contexts[0], name) if self.contexts else None
        if number is None:
            return []
        kind = self._pointers.objects[number].type
        arrow = kind.layers[:1] == ("*",)
        if len(kind.layers) > 1 or (kind.layers and kind.layers[0] not in ("*", "&")):
            return []
        members = self._known.file.scopes.members(kind.base)
        sign = "->" if arrow or name == "this" else "."
        return [(f"{name}{sign}{member}", member, arrow) for member in members or ()]


def _all(form: Callable[[Linear], Linear], candidates: Candidates) -> Candidates:
    return [(text, [form(value) if value is not None else None for value in values]) for text, values in candidates]


def _one_of(wanted: list[Linear], candidates: Candidates) -> str | None:
    """The name that has these values."""
    return next((text for text, values in candidates if values == wanted), None)


def _sum_of(wanted: list[Linear], candidates: Candidates) -> str | None:
    """Names, or a sum of products of them, with these values."""
    name = _one_of(wanted, candidates)
    if name is not None:
        return name
    given = {text: values[0] for text, values in candidates if values[0] is not None and values[0].terms}
    found = _expressed(wanted[0], given, _MOST_FACTORS)
    if found is None:
        return None
    by_text = dict(candidates)
    for number, value in enumerate(wanted):
        if _with_values(found, {name: by_text[name][number] for name in found.names}) != value:
            return None
    return _written(found)


def _with_values(number: Linear, values: dict[str, Linear | None]) -> Linear | None:
    result = Linear(number.constant)
    for product, factor in number.terms:
        part = Linear(factor)
        for name in product:
            value = values.get(name)
            if value is None:
                return None
            part = part.times(value)
        result = result.plus(part)
    return result


def _expressed(number: Linear, given: dict[str, Linear], depth: int) -> Linear | None:
    """A polynomial in terms of names with known values: each is tried as a factor of it, or of part of it."""
    if not number.terms:
        return number
    if depth == 0:
        return None
    for name, value in sorted(given.items(), key=lambda pair: -max(len(product) for product, _ in pair[1].terms)):
        times, rest = number.divided(value)
        if times == Linear(0):
            continue
        factor = _expressed(times, given, depth - 1)
        remainder = _expressed(rest, given, depth - 1) if factor is not None else None
        if factor is not None and remainder is not None:
            return factor.times(Linear(0, (((name,), 1),))).plus(remainder)
    return None


def _written(number: Linear) -> str:
    parts = []
    for product, factor in number.terms:
        parts.append(" * ".join([str(factor), *product] if factor != 1 else product))
    if number.constant:
        parts.append(str(number.constant))
    return " + ".join(parts).replace("+ -", "- ")


def elements_behind(pointers: Pointers, pointer: Expr, context: Context) -> Linear | None:
    """How many elements a pointer leads to, in names; ``None`` where that differs, it may lead into the middle of what it leads to, or only
    the number is known that a caller has given."""
    sizes, element = _sizes_behind(pointers, pointer, context), pointers.elements.get(id(pointer))
    if len(sizes) > 1:
        sizes = {pointers.named.related(size) if size is not None else None for size in sizes}
    if element is None or len(sizes) != 1:
        return None
    number = quotient(sizes.pop(), element)
    is_given = isinstance(pointer, ir.Name) and pointer.name in {p.name for p in context.known.function.parameters}
    return None if number is not None and not number.terms and is_given else number


def lvalues_at(
    pointers: Pointers, contexts: Sequence[Context], variables: Iterable[str], offset: int
) -> Iterator[Expr]:
    """Variables, and members of those that are structs or lead to one, that may lead to objects, as expressions of no statement."""
    here = Span(offset, offset)
    for name in sorted(variables):
        number = pointers.variable_in(contexts[0], name) if contexts else None
        if number is None:
            continue
        layers = pointers.objects[number].type.layers
        structs = {place.object for place in pointers.cells.get(Place(number), ())} if layers else {number}
        paths = {
            path for each in structs for path in pointers.paths_of(each) if len(path) == 1 and path[0].isidentifier()
        }
        variable = ir.Name(here, name)
        members = [ir.Member(here, variable, path[0], layers[:1] == ("*",)) for path in sorted(paths)]
        parts: list[Expr] = [variable, *members]
        for part in parts:
            for context in contexts:
                pointers.look_at(context, part)
            yield part


def elements_today(pointers: Pointers, pointer: Expr, context: Context) -> Linear | None:
    """How many elements a pointer leads to in the program as it is."""
    sizes = {pointers.today(size) for size in _sizes_behind(pointers, pointer, context)}
    element = pointers.element_of(pointer)
    return quotient(sizes.pop(), element) if element is not None and len(sizes) == 1 else None


def _sizes_behind(pointers: Pointers, pointer: Expr, context: Context) -> set[Linear | None]:
    places = pointers.values.get((id(pointer), context.number), frozenset())
    if any(place.object in pointers.entered for place in places):
        return set()
    return {pointers.objects[place.object].size for place in places}


def quotient(size: Linear | None, element: Linear) -> Linear | None:
    """Bytes as a number of elements."""
    if size is None or element == Linear(0):
        return None
    number, rest = size.divided(element)
    return number if rest == Linear(0) else None
