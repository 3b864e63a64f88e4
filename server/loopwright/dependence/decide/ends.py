"""The first and the last element that polynomial subscripts reach: each loop's variable put at one of its ends, the innermost first.

isl finds exact bounds of what is affine. This is for the rest (`a[i*(n + 2) + j]`, rows between two bounds that another loop's
variable tells, variables without a sign): what comes out is a range around all that is touched, so that it is never filled. Sizes
are taken to be no less than nought, as they are wherever the loop runs at all; what may be less is an assumption. A loop of tiles
(`i += 16`) ends at its last step and not at its bound: a range up to the bound would reach behind the array.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from loopwright.dependence.decide.contrary import come_back
from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.model.program import Access, Program
from loopwright.dependence.model.values import Check, Condition, Index, LoopFrame, Symbol
from loopwright.source.linear import Linear


@dataclass(frozen=True)
class Ends:
    """Inclusive, over symbols that have one value during the loop, which ``program`` has; ``checks`` are what has to hold for them,
    ``unsure`` factors whose sign is not known, ``strides`` all factors that are no numbers, ``remainders`` the subscripts with a remainder of
    what is read from memory: values of which not all need to come up; ``rows`` are lengths of rows that loops are taken to stay in,
    ``tiles`` lengths of loops, each with the size of the steps that are taken to end with it."""

    program: Program
    first: Linear
    last: Linear
    checks: tuple[Check, ...] = ()
    unsure: tuple[Linear, ...] = ()
    strides: tuple[Linear, ...] = ()
    remainders: tuple[str, ...] = ()
    rows: tuple[Linear, ...] = ()
    tiles: tuple[tuple[Linear, Linear], ...] = ()


def ends_of(program: Program, loop: int, accesses: Sequence[Access], start: int) -> Ends | None:
    """How far the first subscript of ``accesses`` reaches, which follows ``start`` steps of a place; ``None`` if that cannot be told."""
    found = _Substitution(program, loop)
    firsts, lasts = [], []
    for access in accesses:
        steps = access.place.steps[start:]
        if not steps or not isinstance(steps[0], Index) or steps[0].value is None:
            return None
        low, high = (found.without_remainders(steps[0].value, access, highest) for highest in (False, True))
        if low is None or high is None:
            return None
        varies = not all(found.relation.shared(name) for name in low.names | high.names)
        if varies and _is_narrowed(found, access):
            return None
        if any(come_back(program, loop, access, check) for check in steps[0].checks):
            return None
        found.require(steps[0].checks, access)
        first, last = found.at_an_end(low, access, False), found.at_an_end(high, access, True)
        if first is None or last is None:
            return None
        firsts.append(first)
        lasts.append(last)
    first, last = _least(firsts), _greatest(lasts)
    if first is None and all(map(_is_no_less, firsts)):
        first = Linear(0)
    begins = {low for access in accesses for number in access.loops for low in program.frames[number].lowers}
    first = found.least_with(begins, firsts) if first is None else first
    first = found.least_of_sizes(firsts) if first is None else first
    if last is None:
        opposites = [Linear(0).plus(number, -1) for number in lasts]
        opposite = found.least_with(begins, opposites) or found.least_of_sizes(opposites)
        last = Linear(0).plus(opposite, -1) if opposite is not None else None
    if first is None or last is None:
        return None
    return Ends(
        found.program,
        first,
        last,
        tuple(found.checks),
        tuple(found.unsure),
        tuple(found.strides),
        tuple(found.remainders),
        tuple(found.rows),
        tuple(found.tiles),
    )


@dataclass
class _Substitution:
    program: Program
    loop: int
    checks: dict[Check, None] = field(default_factory=dict)
    unsure: dict[Linear, None] = field(default_factory=dict)
    strides: dict[Linear, None] = field(default_factory=dict)
    remainders: dict[str, None] = field(default_factory=dict)
    rows: dict[Linear, None] = field(default_factory=dict)
    tiles: dict[tuple[Linear, Linear], None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.program = replace(self.program, symbols=dict(self.program.symbols))  # quotients come in below
        self.relation = Relation(self.program, self.loop)

    def require(self, checks: Iterable[Check], access: Access | None = None) -> None:
        """Note what is not proved."""
        self.checks |= {check: None for check in checks if not self.relation.holds(check, access)}

    def without_remainders(self, value: Linear, access: Access, highest: bool) -> Linear | None:
        """``value`` with each remainder in it (`(i + n - 1) % n`) at the end that makes it greatest (smallest): 0 and one less than the
        divisor, of dividends that are not negative."""
        for name in sorted(value.names):
            symbol = self.program.symbols[name]
            if symbol.operator != "%" or self.relation.shared(name):
                continue
            dividend, divisor = symbol.operands
            rises = self._rises(value, name)
            least = self.at_an_end(dividend, access, False)
            if rises is None or not all(self.relation.shared(other) for other in divisor.names):
                return None
            if least is None:
                self.remainders[symbol.text] = None
            elif not (_is_no_less(least) or _is_no_less(least.plus(divisor, -1).plus(Linear(1)))):  # no divisor is 0
                if not _may_be_no_less(least):
                    return None
                self.unsure[least] = None
            value = value.with_value(name, divisor.plus(Linear(-1)) if rises == highest else Linear(0))
        return value

    def at_an_end(self, value: Linear, access: Access, highest: bool) -> Linear | None:
        """``value`` where the loops inside are at the end that makes it greatest (smallest)."""
        for number in reversed(access.loops):
            frame = self.program.frames[number]
            if frame.iterator is None or self.relation.shared(frame.iterator) or frame.iterator not in value.names:
                continue
            rises = self._rises(value, frame.iterator)
            if rises is None:
                return None
            end = self._end_of(frame, rises == highest)
            if rises == highest and end is not None and goes_by_tiles(frame, value):
                assert frame.step is not None
                self.tiles[end.plus(frame.lowers[0], -1).plus(Linear(1)), frame.step] = None
                end = end.plus(frame.step, -1).plus(Linear(1))
            if rises == highest and (end is None or any(self._is_read(name) for name in end.names)):
                end = self._end_of_row(value, frame.iterator, access) or end
            if end is None:
                return None
            self.require(frame.checks)
            value = value.with_value(frame.iterator, end)
        return value if all(self.relation.shared(name) for name in value.names) else None

    def _end_of(self, frame: LoopFrame, highest: bool) -> Linear | None:
        """The greatest (smallest) value of a loop's variable: where it begins, or its last step."""
        bounds = frame.uppers if highest else frame.lowers
        if len(bounds) != 1:
            return None
        step = 1 if frame.step is None or frame.step.terms else frame.step.constant
        begins = frame.lowers if step > 0 else frame.uppers
        if abs(step) < 2 or len(begins) != 1 or highest != (step > 0):
            return bounds[0]
        length = frame.uppers[0].plus(frame.lowers[0], -1)
        if not all(self.relation.shared(name) for name in length.names):
            return bounds[0]
        return begins[0].plus(self._quotient(length, abs(step)), step)

    def _is_read(self, name: str) -> bool:
        """Whether it is read from memory in the loop: it has many values."""
        return self.program.symbols[name].kind == "load" and not self.relation.shared(name)

    def _end_of_row(self, value: Linear, name: str, access: Access) -> Linear | None:
        """The last element of a row, where another loop goes on by rows and ``name`` from element to element (`list[i * MOST + k]` for k
        below `count[i]`): nobody writes it otherwise to go beyond a row."""
        if self._factor(value, name) != Linear(1):
            return None
        others = [self.program.frames[number].iterator for number in access.loops]
        strides = [
            factor
            for other in others
            if other is not None and other != name and not self.relation.shared(other)
            for factor in [self._factor(value, other)]
            if factor is not None and factor != Linear(0)
        ]
        row = _least(strides) if strides and all(map(_is_no_less, strides)) else None
        if row is None or row == Linear(1) or not all(self.relation.shared(each) for each in row.names):
            return None
        self.rows[row] = None
        return row.plus(Linear(-1))

    def _quotient(self, number: Linear, by: int) -> Linear:
        """So many whole ``by`` as are in a number that is not negative."""
        if not number.terms:
            return Linear(number.constant // by)
        operands = (number, Linear(by), Linear(0))
        symbols = self.program.symbols
        name = next((s.name for s in symbols.values() if s.kind == "quotient" and s.operands == operands), "")
        if not name:
            name = f"steps{len(symbols)}"
            symbols[name] = Symbol(name, "quotient", f"({number.text()}) / {by}", operands=operands)
        return Linear(0, (((name,), 1),))

    def least_with(self, begins: set[Linear], numbers: Sequence[Linear]) -> Linear | None:
        """The number that is least if one difference to the others is not negative, which is noted. A loop ``begins`` with that difference
        as its index, as at the right border of a row: `i < r`, `i < n - r`, and `i = n - r`."""
        choices: dict[Linear, Linear] = {}
        for number in numbers:
            open_ = {d for other in numbers if not _is_no_less(d := other.plus(number, -1))}
            if len(open_) == 1 and open_ <= begins and _may_be_no_less(*open_):
                choices[number] = open_.pop()
        if len(choices) != 1:
            return None
        ((least, difference),) = choices.items()
        self.unsure[difference] = None
        return least

    def least_of_sizes(self, numbers: Sequence[Linear]) -> Linear | None:
        """The only number that is least if sizes are large enough (both edges of a row: `0` and `n - 2`), which is noted."""
        gaps = {n: [d for other in numbers if not _is_no_less(d := other.plus(n, -1))] for n in numbers}
        choices = [n for n, open_ in gaps.items() if all(_grows(d) for d in open_)]
        if len(choices) != 1:
            return None
        least = {
            terms: min(d for d in gaps[choices[0]] if d.terms == terms) for terms in {d.terms for d in gaps[choices[0]]}
        }
        self.unsure |= dict.fromkeys(least.values())
        return choices[0]

    def _rises(self, value: Linear, name: str) -> bool | None:
        """Whether ``value`` grows with ``name``; ``None`` where it is multiplied with itself or by what varies."""
        factor = self._factor(value, name)
        if factor is None:
            return None
        if factor.terms:
            self.strides[factor] = None
        if any(self._may_be_negative(name) for name in factor.names):
            return None
        if _is_no_less(factor):
            return True
        if _is_no_less(Linear(0).plus(factor, -1)):
            return False
        if not _may_be_no_less(factor):
            return None
        self.unsure[factor] = None
        return True

    def _may_be_negative(self, name: str) -> bool:
        """Whether it is known to be no size."""
        low, high = self.program.symbols[name].bounds
        return (low is not None and low < 0) or (high is not None and high < 0)

    def _factor(self, value: Linear, name: str) -> Linear | None:
        """What ``name`` is multiplied by; ``None`` where that is itself or what varies."""
        factor = Linear(0)
        for product, coefficient in value.terms:
            if name in product:
                rest = tuple(other for other in product if other != name)
                if len(rest) != len(product) - 1 or not all(self.relation.shared(other) for other in rest):
                    return None
                factor = factor.plus(Linear(0, ((rest, coefficient),)) if rest else Linear(coefficient))
        return factor


def goes_by_tiles(frame: LoopFrame, value: Linear) -> bool:
    """Whether a loop takes steps of a size that is no number, and ``value`` goes on from its variable by that size (`for (b = 0; b < n;
    b += 2 * h)` around `a[b + h]`): up to the bound of the loop it would go beyond it."""
    if frame.step is None or not frame.step.terms or frame.iterator not in value.names or len(frame.lowers) != 1:
        return False
    rest = value.with_value(frame.iterator, Linear(0))
    return _is_no_less(frame.step) and not frame.step.names.isdisjoint(rest.names)


def _is_narrowed(found: _Substitution, access: Access) -> bool:
    """Whether a condition inside the loop says which elements are touched: without it the range may leave the array."""
    inside = access.guards[found.program.outer_guards[found.loop] :]
    return any(
        guard.formula is not None and not all(found.relation.shared(name) for name in _names(guard.formula))
        for guard in inside
    )


def _names(formula: Condition) -> frozenset[str]:
    kind, content = formula
    if isinstance(content, Linear):
        return content.names
    parts = (content,) if kind == "partial" else content
    return frozenset().union(*(_names(part) for part in parts))  # type: ignore[attr-defined]


def _is_no_less(number: Linear) -> bool:
    """Whether it is not negative if its symbols are not."""
    return number.constant >= 0 and all(factor > 0 for _, factor in number.terms)


def _may_be_no_less(number: Linear) -> bool:
    """Whether a sum with symbols may be taken not to be negative: one of its greatest products counts upwards."""
    degree = max((len(product) for product, _ in number.terms), default=0)
    return any(coefficient > 0 for product, coefficient in number.terms if len(product) == degree) and degree > 0


def _grows(number: Linear) -> bool:
    """Whether it is positive if all its symbols are large: what is taken away is part of a product that is added (`nx*ny - nx`, `n - 2`)."""
    added = [product for product, factor in number.terms if factor > 0]
    taken = [product for product, factor in number.terms if factor < 0]
    return bool(added) and all(
        any(len(whole) > len(part) and not Counter(part) - Counter(whole) for whole in added) for part in taken
    )


def _least(numbers: Sequence[Linear]) -> Linear | None:
    return next((n for n in numbers if all(_is_no_less(other.plus(n, -1)) for other in numbers)), None)


def _greatest(numbers: Sequence[Linear]) -> Linear | None:
    return next((n for n in numbers if all(_is_no_less(n.plus(other, -1)) for other in numbers)), None)
