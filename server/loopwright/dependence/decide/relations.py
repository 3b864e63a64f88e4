"""Accesses of a loop as integer sets of isl.

Two accesses are put side by side: symbols that cannot differ between two iterations of the loop in question become
parameters, all others exist twice, once for each iteration (suffix ``_0`` and ``_1``). What is not affine is left out,
which makes a set larger, never smaller: emptiness stays a proof.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar, cast

import islpy as isl

from loopwright.bounded import keep
from loopwright.dependence.decide.divided import as_far_apart, is_division, limits
from loopwright.dependence.decide.independent import forms, parts
from loopwright.dependence.decide.loaded import may_be_stored, shown
from loopwright.dependence.decide.words import called, worded_check
from loopwright.dependence.model.program import Access, Program
from loopwright.dependence.model.values import (
    Check,
    Condition,
    Guard,
    Index,
    LoopFrame,
    Place,
    Step,
    Symbol,
    path_of,
    symbols_in,
)
from loopwright.source.linear import Linear

MOST_OPERATIONS = 400_000
_MOST_ANSWERS = 20_000
_T = TypeVar("_T")
_local = threading.local()


class OverBudget(Exception):
    """isl needed more operations than it may."""


def word_of(product: tuple[str, ...]) -> str:
    """What isl calls a term: a symbol, or a product of several, which it takes for one number."""
    return product[0] if len(product) == 1 else "_".join(("P", *product))


def integer_set(text: str) -> isl.Set:
    """A set from isl's notation. Raises :class:`OverBudget`."""
    try:
        return isl.Set.read_from_str(_context(), text)
    except isl.Error as error:
        raise OverBudget(str(error)) from None


def _is_empty(text: str) -> bool:
    return answered(text, lambda: bool(integer_set(text).is_empty()))


def _ever_differ(more: str, less: str) -> bool:
    """Whether some parameters of the first set are none of the second's."""
    return answered(
        (more, less), lambda: not integer_set(more).params().subtract(integer_set(less).params()).is_empty()
    )


def answered(question: Hashable, find: Callable[[], _T]) -> _T:
    """What isl says, kept by the words of the question: they hold all that decides the answer, and the pairs of a loop, and loops that are
    alike, ask the same ones again and again. Raises :class:`OverBudget`."""
    answers: dict[Hashable, object] = _local.__dict__.setdefault("answers", {})
    known = answers.get(question, answers)  # which no answer is
    if known is not answers:
        return cast(_T, known)
    try:
        answer = find()
    except isl.Error as error:
        raise OverBudget(str(error)) from None
    keep(answers, question, answer, _MOST_ANSWERS)
    return answer


def _context() -> isl.Context:
    # isl is not thread-safe: a context belongs to one thread.
    context = _local.__dict__.get("context")
    if context is None:
        context = _local.context = isl.Context()
        context.set_max_operations(MOST_OPERATIONS)
    context.reset_operations()
    return context


def _positive(check: Check) -> tuple[Linear, ...]:
    """The numbers that are not negative just where a check holds."""
    low = () if check.low is None else (check.value.plus(Linear(check.low), -1),)
    high = () if check.high is None else (Linear(check.high).plus(check.value, -1),)
    return low + high


class Relation:
    """Constraints over two iterations of loop ``loop``, growing; :meth:`text` is the set in isl's notation.

    ``assumptions`` lists the checks that had to be taken on trust, each with the numbers that are not negative just where it
    holds, where these are known; with ``trusting`` false what depends on them is left out instead. With ``divided`` that takes in that divisors
    are at least 1; ``alone`` says that no other iteration is asked about. ``positive`` are numbers that some of them take for not negative,
    ``denied`` are those that nobody can trust, as the function says the contrary.
    """

    def __init__(
        self,
        program: Program,
        loop: int,
        trusting: bool = False,
        monotone: bool = False,
        divided: bool = False,
        alone: bool = False,
    ) -> None:
        self.program, self.loop, self.trusting, self.monotone = program, loop, trusting, monotone
        self.divided, self.alone = divided, alone
        self.parameters: dict[str, str] = {}
        self.dims: dict[str, None] = {}
        self.constraints: list[str] = []
        self.assumptions: dict[str, tuple[Linear, ...]] = {}
        self.positive: dict[str, tuple[Linear, ...]] = {}
        self.denied: dict[str, None] = {}
        self.exact = True
        self._defined: set[tuple[str, int]] = set()
        self._loads: list[tuple[str, int]] = []
        self._remainders: list[tuple[str, int]] = []
        self.answers: dict[object, bool] = {}  # to questions about it as it is, by who asks

    def copy(self) -> Relation:
        """The same, to be continued differently."""
        other = Relation(self.program, self.loop, self.trusting, self.monotone, self.divided, self.alone)
        other.parameters, other.dims = dict(self.parameters), dict(self.dims)
        other.constraints, other.assumptions = list(self.constraints), dict(self.assumptions)
        other.denied, other.positive = dict(self.denied), dict(self.positive)
        other.exact, other._defined, other._loads = self.exact, set(self._defined), list(self._loads)
        other._remainders = list(self._remainders)
        return other

    @classmethod
    def of(
        cls,
        program: Program,
        loop: int,
        accesses: tuple[Access, ...],
        trusting: bool = False,
        monotone: bool = False,
        divided: bool = False,
    ) -> Relation:
        """That of the iterations in which an access happens, and another one in another iteration: worked out once for all accesses in the same
        loops under the same conditions, as each is asked about with many others. Nobody may add to it: :meth:`copy` does for that. Those of
        one loop are kept."""
        kept = cast("dict[int, dict[Hashable, tuple[object, Relation]]]", program.domains)
        of_loop = kept.get(loop)
        if of_loop is None:  # in steps that another thread may come between
            of_loop = {}
            kept.clear()
            kept[loop] = of_loop
        key = (trusting, monotone, divided, *((access.loops, *map(id, access.guards)) for access in accesses))
        known = of_loop.get(key)
        if known is None:
            relation = cls(program, loop, trusting, monotone, divided)
            for number, access in enumerate(accesses):
                relation.domain(access, number)
            # The conditions are kept alive with it, and so their numbers their own.
            known = of_loop[key] = accesses, relation
        return known[1]

    def take(self, other: Relation) -> None:
        """Go on from a copy."""
        self.parameters, self.dims, self.constraints = other.parameters, other.dims, other.constraints
        self.assumptions, self.denied, self.exact = other.assumptions, other.denied, other.exact
        self._defined, self._loads, self.positive = other._defined, other._loads, other.positive
        self._remainders = other._remainders

    def shared(self, name: str) -> bool:
        """Whether a symbol has the same value in both iterations."""
        return self.loop not in self.program.symbols[name].loops

    def linear(self, number: Linear, copy: int) -> str | None:
        """A polynomial in isl's notation, ``None`` if it is not affine."""
        parts = [str(number.constant)]
        for product, factor in number.terms:
            if len(product) == 1:
                word = self._variable(product[0], copy)
            elif all(self.shared(name) for name in product):
                word = word_of(product)
                self.parameters[word] = " * ".join(self._text(name) for name in product)
                for name in product:
                    self._define(name, copy)
            else:
                return None
            parts.append(f"{factor}*{word}")
        return " + ".join(parts)

    def equal(self, a: Linear, b: Linear) -> str | None:
        """That a number in iteration 0 is another one in iteration 1; ``None`` if one is not affine. Their constants are told as one: pairs that
        are equally far from one another ask isl one question."""
        left, right = self.linear(Linear(0, a.terms), 0), self.linear(Linear(b.constant - a.constant, b.terms), 1)
        return None if left is None or right is None else f"{left} = {right}"

    def _variable(self, name: str, copy: int) -> str:
        self._define(name, copy)
        if self.shared(name):
            if name not in self.parameters:
                self.parameters[name] = self._text(name)
            return name
        word = f"{name}_{copy}"
        self.dims[word] = None
        return word

    def _text(self, name: str) -> str:
        return called(self.program, self.loop, name) or self.program.symbols[name].text

    def know(self, names: Iterable[str]) -> None:
        """Bounds of symbols that no subscript brings in, and what they are of others: neither `v.size() < 0` nor `n >= 4 * (n / 4) + 4` is a
        condition that could hold."""
        for name in names:
            symbol = self.program.symbols[name]
            if self.shared(name) and (symbol.operands or symbol.bounds != (None, None)):
                self._variable(name, 0)

    def _define(self, name: str, copy: int) -> None:
        """What is known of a symbol wherever it is used."""
        key = (name, 0 if self.shared(name) else copy)
        if key in self._defined:
            return
        self._defined.add(key)
        symbol = self.program.symbols[name]
        word = self._variable(name, copy)
        if symbol.kind == "load" and self._define_element(word, symbol, copy):
            return
        if symbol.kind in ("load", "opaque") and (symbol.operands or not self.shared(name)):
            self.exact = False  # which values it takes is not known
        if symbol.kind == "opaque" and symbol.bounds == (0, 1):
            self.exact = False  # what a comparison gives is no number of its own: `p[!k]` and `p[k]`
        low, high = symbol.bounds
        if low is not None:
            self.constraints.append(f"{word} >= {low}")
        if high is not None:
            self.constraints.append(f"{word} <= {high}")
        if is_division(symbol):
            self._define_division(symbol, copy)
        elif symbol.kind in ("minimum", "maximum"):
            self._define_extreme(word, symbol.kind, symbol.operands, copy)
        elif symbol.kind == "choice":
            self._define_choice(word, symbol, copy)
        elif symbol.kind == "quotient":
            self._define_quotient(word, symbol.operands, copy)
        elif symbol.kind == "load" and self.monotone and symbol.place is not None:
            self._relate_load(name, copy)

    def _define_element(self, word: str, symbol: Symbol, copy: int) -> bool:
        """One of the elements of an array that never changes; whether it is that."""
        place = symbol.place
        elements = self.program.roots[place.root].elements if place is not None else ()
        step = place.steps[0] if place is not None and len(place.steps) == 1 else None
        if not elements or not isinstance(step, Index) or step.loaded or step.value is None or step.checks:
            return False
        index = self.linear(step.value, copy)
        if index is None:
            return False
        ways = (f"({index} = {at} and {word} = {value})" for at, value in enumerate(elements))
        self.constraints.append(f"({' or '.join(ways)})")
        return True

    def _define_extreme(self, word: str, kind: str, operands: tuple[Linear, ...], copy: int) -> None:
        first, second = (self.linear(operand, copy) for operand in operands)
        sign = "<=" if kind == "minimum" else ">="
        if first is not None and second is not None:
            self.constraints.append(
                f"(({word} = {first} and {word} {sign} {second}) or ({word} = {second} and {word} {sign} {first}))"
            )
        elif first is not None or second is not None:
            self.constraints.append(f"{word} {sign} {first or second}")
            self.exact = False
        else:
            self.exact = False

    def _define_choice(self, word: str, symbol: Symbol, copy: int) -> None:
        ways = []
        for guard, operand in zip(symbol.when, symbol.operands):
            value, exact = self.linear(operand, copy), self.exact
            is_said = guard.formula is not None and self._trusted(guard.checks)
            condition = self._formula(guard.formula, copy) if is_said and guard.formula is not None else None
            self.exact = exact and self.exact and value is not None and condition is not None
            ways.append(" and ".join(part for part in (condition, value and f"{word} = {value}") if part))
        if all(ways):
            self.constraints.append(f"(({ways[0]}) or ({ways[1]}))")

    def _define_quotient(self, word: str, operands: tuple[Linear, ...], copy: int) -> None:
        numerator, divisor, floor = self.linear(operands[0], copy), operands[1].constant, operands[2].constant
        if numerator is None:
            self.exact = False
            return
        low = f"{divisor}*{word} <= {numerator} and {numerator} <= {divisor}*{word} + {divisor - 1}"
        if floor:
            self.constraints.append(low)
            return
        # C truncates towards zero (C11 6.5.5p6).
        high = f"{divisor}*{word} >= {numerator} and {numerator} >= {divisor}*{word} - {divisor - 1}"
        self.constraints.append(f"(({numerator} >= 0 and {low}) or ({numerator} <= -1 and {high}))")

    def _define_division(self, symbol: Symbol, copy: int) -> None:
        if symbol.operator == "%" and not self.shared(symbol.name):
            mine = symbol.name, copy
            told = (as_far_apart(self, mine, other) for other in self._remainders)
            self.constraints += [condition for condition in told if condition is not None]
            self._remainders.append(mine)
        if self.divided:
            self.constraints += list(limits(self, symbol, copy))

    def _relate_load(self, name: str, copy: int) -> None:
        """An array that never decreases: a later element is not smaller."""
        symbol = self.program.symbols[name]
        assert symbol.place is not None
        if may_be_stored(self.program, self.loop, symbol.place):
            return
        mine = self._load_index(name, copy)
        for other, other_copy in self._loads:
            place = self.program.symbols[other].place
            theirs = self._load_index(other, other_copy)
            if place is None or mine is None or theirs is None or not self._are_of_one_array(place, symbol.place):
                continue
            a, b = self._variable(name, copy), self._variable(other, other_copy)
            self.constraints.append(
                f"(({mine} < {theirs} and {a} <= {b}) or ({mine} > {theirs} and {a} >= {b}) or ({mine} = {theirs} and {a} = {b}))"
            )
            root, way = shown(self.program, symbol.place.root), symbol.place.steps[:-1]
            array = path_of(root, way) or ".".join((root, *symbol.place.fields))
            self.assumptions[f"{array} never decreases"] = ()
        self._loads.append((name, copy))

    def _are_of_one_array(self, one: Place, other: Place) -> bool:
        """Whether two places differ by their last subscript alone, and the way to it is the same in all iterations."""
        ways: list[tuple[str | int | Step, ...]] = []
        for place in (one, other):
            last = max((at for at, step in enumerate(place.steps) if isinstance(step, Index)), default=-1)
            ways.append((place.root, last, *(step for at, step in enumerate(place.steps) if at != last)))
        around = (step.value for step in ways[0] if isinstance(step, Index) and step.value is not None)
        return ways[0] == ways[1] and all(self.shared(name) for number in around for name in number.names)

    def _load_index(self, name: str, copy: int) -> str | None:
        place = self.program.symbols[name].place
        values = [step.value for step in place.steps if isinstance(step, Index)] if place else []
        return self.linear(values[-1], copy) if values and values[-1] is not None else None

    # Domains

    def domain(self, access: Access, copy: int, when_reached: bool = True) -> None:
        """The iterations in which ``access`` happens; without ``when_reached``, whatever conditions say that hold in all iterations
        or in none."""
        for loop in access.loops:
            self.frame(self.program.frames[loop], copy)
        outer = self.program.outer_guards[self.loop]
        for position, guard in enumerate(access.guards):
            if not when_reached and self.is_fixed(guard):
                continue
            exact = self.exact
            self.guard(guard, copy)
            if position < outer:  # whether the loop runs at all does not matter once it does
                self.exact = exact

    def is_fixed(self, guard: Guard) -> bool:
        """Whether a condition is one of symbols that all iterations see alike."""
        return guard.formula is not None and all(self.shared(name) for name in symbols_in(guard.formula))

    def frame(self, frame: LoopFrame, copy: int) -> None:
        """The iterations of one loop."""
        varies = frame.id == self.loop or (frame.iterator is not None and not self.shared(frame.iterator))
        if frame.iterator is None:
            # How often it runs is not known, be it never.
            self.exact = self.exact and self.loop not in self.program.stacks.get(frame.id, (self.loop,))
            return
        word = self._variable(frame.iterator, copy)
        trusted = self._trusted(frame.checks)
        if not frame.exact or (frame.may_agree and not self.alone):
            self.exact = self.exact and not varies
        if trusted:
            for sign, bounds in ((">=", frame.lowers), ("<=", frame.uppers)):
                for bound in bounds:
                    text = self.linear(bound, copy)
                    if text is None:
                        self.exact = False
                    else:
                        self.constraints.append(f"{word} {sign} {text}")
        else:
            self.exact = False
            if frame.first is not None and not frame.first.terms:  # wherever it ends, it begins there
                self.constraints.append(f"{word} {'>=' if frame.upwards else '<='} {frame.first.constant}")
        step = frame.step
        begins = frame.first if trusted or (frame.first is not None and not frame.first.terms) else None
        if step is not None and not step.terms and abs(step.constant) > 1 and begins is not None:
            first = self.linear(begins, copy)
            if first is not None:
                count = f"k_{word}"
                self.dims[count] = None
                self.constraints.append(f"{word} = {first} + {step.constant}*{count} and {count} >= 0")

    def guard(self, guard: Guard, copy: int) -> None:
        """A condition."""
        if guard.formula is None:
            self.exact = False
            return
        if not self._trusted(guard.checks):
            self.exact = False
            return
        text = self._formula(guard.formula, copy)
        if text is None:
            self.exact = False
        else:
            self.constraints.append(text)

    def _formula(self, formula: Condition, copy: int) -> str | None:
        kind, content = formula
        if kind in ("ge", "eq"):
            if any(self._is_made(name) for name in content.names):  # type: ignore[attr-defined]
                self.exact = False  # it may be none of the values for which the condition holds
            if any(len(product) > 1 for product, _ in content.terms):  # type: ignore[attr-defined]
                self.exact = False  # a product is no number of its own: `k * k` is not below nought
            text = self.linear(content, copy)  # type: ignore[arg-type]
            return None if text is None else f"{text} {'>=' if kind == 'ge' else '='} 0"
        if kind == "partial":
            self.exact = False
            return self._formula(content, copy)  # type: ignore[arg-type]
        parts = [self._formula(part, copy) for part in content]  # type: ignore[attr-defined]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            self.exact = False
            if kind == "or" or not known:
                return None
        return f"({f' {kind} '.join(known)})"

    def _is_made(self, name: str) -> bool:
        """Whether a symbol is what some operation made of others that is not followed: not each value of its type can be one."""
        symbol = self.program.symbols[name]
        return symbol.kind == "opaque" and self.shared(name)

    def _trusted(self, checks: Iterable[Check]) -> bool:
        """Whether values are what their polynomials say: proved, or taken on trust and noted."""
        open_checks = [check for check in checks if not self.holds(check)]
        if not open_checks:
            return True
        if self.trusting:
            told = [worded_check(self.program, self.loop, check) for check in open_checks]
            if "" in told:
                return False  # nobody could ask where the loop stands
            self.assumptions.update(dict.fromkeys(told, ()))
            self.positive.update({text: _positive(check) for text, check in zip(told, open_checks)})
        return self.trusting

    def holds(self, check: Check, access: Access | None = None) -> bool:
        """Whether a check follows from the bounds of the loops around it."""
        key = (self.loop, check.value, check.low, check.high, access.order if access else None)
        cache = self.program.proved
        if key not in cache:
            cache[key] = False  # a check that needs itself does not hold
            cache[key] = self._prove(check, access)
        return cache[key]

    def _prove(self, check: Check, access: Access | None) -> bool:
        if check.high is None and check.low == 0 and self._is_sum_of_positives(*self._counted(check.value)):
            return True
        relation = Relation(self.program, self.loop)
        if access is not None:
            relation.domain(access, 0)
        else:
            for name in check.value.names:
                for loop in self.program.symbols[name].loops:
                    relation.frame(self.program.frames[loop], 0)
        if check.high is None and check.low == 0 and relation.is_sum_of_sizes(check.value):
            return True
        value = relation.linear(check.value, 0)
        if value is None:
            return False
        for bound, sign in ((check.low, "<="), (check.high, ">=")):
            if bound is not None:
                limit = bound - 1 if sign == "<=" else bound + 1
                if not relation.is_empty(f"{value} {sign} {limit}"):
                    return False
        return True

    def _counted(self, number: Linear) -> tuple[Linear, frozenset[str]]:
        """A number in which the variables of loops that count upwards count from zero, and these variables."""
        counted = set()
        for frame in self.program.frames.values():
            name, first = frame.iterator, frame.first
            if name in number.names and name is not None and frame.upwards and first is not None and not first.terms:
                number = number.with_value(name, first.plus(Linear(0, (((name,), 1),))))
                counted.add(name)
        return number, frozenset(counted)

    def _is_sum_of_positives(self, number: Linear, counted: frozenset[str]) -> bool:
        """A polynomial of values that are not negative by their type, or as they are ``counted``, all added."""
        return number.constant >= 0 and all(
            factor > 0
            and all(
                name in counted
                or (self.program.symbols[name].bounds[0] or -1) >= 0
                or self.program.symbols[name].bounds[0] == 0
                for name in product
            )
            for product, factor in number.terms
        )

    def is_sum_of_sizes(self, number: Linear) -> bool:
        """Whether a polynomial with products adds products of symbols that are all no less than 0 where this relation holds."""
        is_sum = number.constant >= 0 and all(factor > 0 for _, factor in number.terms)
        if not is_sum or all(len(product) < 2 for product, _ in number.terms):
            return False
        words = (self.linear(Linear(0, (((name,), 1),)), 0) for name in sorted(set(number.names)))
        return all(self.is_empty(f"{word} <= -1") for word in words)

    def later(self, frame: LoopFrame) -> None:
        """Iteration 1 comes after iteration 0."""
        assert frame.iterator is not None
        first, second = f"{frame.iterator}_0", f"{frame.iterator}_1"
        self.dims[first] = self.dims[second] = None
        step = frame.step or Linear(1)
        if not step.terms:
            sign = ">=" if step.constant > 0 else "<="
            self.constraints.append(f"{second} {sign} {first} + {step.constant}")
            return
        text = self.linear(step, 0)
        upwards = frame.upwards
        sign = ">=" if upwards else "<="
        if text is None:
            self.constraints.append(f"{second} {sign} {first} + {1 if upwards else -1}")
            return
        self.constraints.append(f"{text} {'>= 1' if upwards else '<= -1'} and {second} {sign} {first} + {text}")

    def _related(self) -> Iterator[str]:
        """What is known of pairs of parameters."""
        for first, second, low, high in self.program.related:
            if first in self.parameters and second in self.parameters:
                if low is not None:
                    yield f"{second} - {first} >= {low}"
                if high is not None:
                    yield f"{second} - {first} <= {high}"

    def conditions(self, *more: str) -> tuple[str, ...]:
        """All that holds in the set, each once, and ``more``."""
        return tuple(dict.fromkeys((*self.constraints, *self._related(), *more)))

    def text(self, *more: str) -> str:
        """The set."""
        conditions = " and ".join([*self.constraints, *self._related(), *more]) or "true"
        return f"[{', '.join(self.parameters)}] -> {{ [{', '.join(self.dims)}] : {conditions} }}"

    def is_empty(self, *more: str) -> bool:
        """Whether the set holds nothing where ``more`` holds, too. Raises :class:`OverBudget`."""
        conditions = self.conditions(*more)
        return answered(conditions, lambda: any(_is_empty(*forms((), part)) for part in parts(conditions)))

    def ever_fails(self, condition: str) -> bool:
        """Whether there are parameters for which the set holds something, but nothing for which a condition holds. Raises :class:`OverBudget`."""

        if condition in self.conditions():
            return False

        def find() -> bool:
            own, *others = sorted(parts(self.conditions(condition)), key=lambda part: condition not in part)
            runs = [each for each in own if each != condition]
            if not _ever_differ(*forms(self.parameters, runs, own)):
                return False
            return not any(_is_empty(*forms((), part)) for part in others)

        return answered((condition, self.conditions(), tuple(self.parameters)), find)
