"""A program with what is known of its sizes: what every caller passes, and what is ever stored in variables at file level."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from loopwright.dependence.model.program import Program
from loopwright.dependence.model.values import Place, Symbol
from loopwright.dependence.pointsto.units import units_of
from loopwright.dependence.walk.ranges import ANY, Passed, Range, Ranges
from loopwright.lang.instances import Instance
from loopwright.source.kept import kept
from loopwright.source.outline import Function, Outline

_MOST_LINES = 4
_LEAST = -(1 << 31)


@dataclass(frozen=True)
class Sizes:
    """Facts about one function. ``variables`` are those at file level that it reads."""

    passed: Passed | None
    variables: tuple[tuple[str, Range], ...]

    def of_program(self, program: Program) -> Program:
        """The program with these facts as bounds of its symbols."""
        ranges = dict(self.passed.ranges) if self.passed is not None else {}
        variables = dict(self.variables)
        symbols = dict(program.symbols)
        named: dict[str, str] = {}
        for name, symbol in program.symbols.items():
            parameter = _parameter(program, symbol)
            found = ranges.get(parameter, ANY) if parameter else variables.get(_variable(symbol), ANY)
            if parameter:
                named[parameter] = name
            if found != ANY:
                symbols[name] = symbol._replace(bounds=_both(symbol.bounds, found))
        related = tuple(
            (named[first], named[second], found.low, found.high)
            for first, second, found in (self.passed.differences if self.passed is not None else ())
            if first in named and second in named
        )
        return replace(program, symbols=symbols, related=related, proved={})

    @property
    def are_numbers(self) -> bool:
        """Whether each size that is known is one number, whoever calls."""
        ranges = self.passed.ranges if self.passed is not None else ()
        return all(found.low is not None and found.low == found.high for _, found in (*ranges, *self.variables))

    @property
    def passes_negative(self) -> bool:
        """Whether a caller passes a number below nought."""
        ranges = self.passed.ranges if self.passed is not None else ()
        return any(end is not None and end < 0 for _, found in ranges for end in (found.low, found.high))

    def signed(self, program: Program) -> Program:
        """The program where only those parameters are bounded that a caller passes a number below nought: no other number of today may get
        into a section."""
        ranges = dict(self.passed.ranges) if self.passed is not None else {}
        symbols = dict(program.symbols)
        for name, symbol in program.symbols.items():
            found = ranges.get(_parameter(program, symbol), ANY)
            if found.high is not None and found.high < 0:
                symbols[name] = symbol._replace(bounds=(None, -1))
            elif found.low is not None and found.low < 0:
                symbols[name] = symbol._replace(bounds=(_LEAST, None))
        return replace(program, symbols=symbols, proved={})

    def numbers_of(self, program: Program) -> dict[str, tuple[int, int]]:
        """The least and the greatest number that callers pass, of the symbols of which both are known."""
        ranges = dict(self.passed.ranges) if self.passed is not None else {}
        found = {name: ranges.get(_parameter(program, symbol), ANY) for name, symbol in program.symbols.items()}
        return {name: (r.low, r.high) for name, r in found.items() if r.low is not None and r.high is not None}

    @property
    def facts(self) -> Hashable:
        """What a verdict may depend on: not where the calls stand."""
        passed = self.passed
        return self.variables, passed and (passed.ranges, passed.differences)

    def told(self, words: frozenset[str] | None, own: str) -> str:
        """The facts about names among ``words`` (``None``: all), for people; ``own`` is the file that the reader looks at."""
        facts = []
        if self.passed is not None:
            facts = [_told(name, found) for name, found in self.passed.ranges if words is None or name in words]
            facts += [
                _told_pair(first, second, found)
                for first, second, found in self.passed.differences
                if words is None or {first, second} <= words
            ]
        parts = []
        if facts and self.passed is not None:
            places = [str(line) if file == own else f"{file}:{line}" for file, line in self.passed.calls[:_MOST_LINES]]
            shown = ", ".join(places) + (" …" if len(self.passed.calls) > _MOST_LINES else "")
            who = "the only call" if len(places) == 1 else f"each of the {len(self.passed.calls)} calls"
            parts.append(f"{' and '.join(facts)} in {who} (line{'s' * (len(places) > 1)} {shown})")
        stored = [_told(name, found) for name, found in self.variables if words is None or name in words]
        if stored:
            parts.append(f"{' and '.join(stored)} by all that this program stores there")
        return "; ".join(parts)


def of_instance(program: Program, instance: Instance) -> Program:
    """The program where the parameters of the template are these numbers."""
    known = dict(instance)
    symbols = {
        name: symbol._replace(bounds=(known[symbol.text], known[symbol.text]))
        if symbol.kind == "parameter" and symbol.text in known and symbol.place in (None, Place(f"::{symbol.text}"))
        else symbol
        for name, symbol in program.symbols.items()
    }
    return replace(program, symbols=symbols, proved={})


def read_variables(program: Program) -> tuple[str, ...]:
    """The variables at file level whose values a program follows."""
    return tuple(sorted({_variable(symbol) for symbol in program.symbols.values()} - {""}))


@kept
def _ranges_of(outline: Outline) -> Ranges:
    return Ranges(units_of(outline))


def sizes_of(outline: Outline, function: Function, variables: tuple[str, ...]) -> Sizes | None:
    """What the files of the program say of the sizes in a function that reads these ``variables``, ``None`` if nothing."""
    units = units_of(outline)
    if any(each.source.hides_code for each in units.outlines):
        return None  # there may be callers, and what stores
    ranges = _ranges_of(outline)
    named = units.definitions.get(function.name.split("::")[-1], ())
    known = next((each for each in named if each.unit == 0 and each.function.span == function.span), None)
    passed = ranges.passed(known) if known is not None else None
    found = tuple((name, range_) for name in variables if (range_ := ranges.of_variable(0, name)) != ANY)
    return Sizes(passed, found) if passed is not None or found else None


def _parameter(program: Program, symbol: Symbol) -> str:
    """The parameter of the function whose value at the beginning a symbol is, empty for others."""
    if symbol.kind != "parameter" or symbol.place is None or symbol.place.steps:
        return ""
    root = program.roots.get(symbol.place.root)
    is_own = root is not None and root.kind == "parameter" and not root.pointed and root.name == symbol.place.root
    return symbol.place.root if is_own else ""


def _variable(symbol: Symbol) -> str:
    """The variable at file level whose value a symbol is, empty for others."""
    place = symbol.place
    if symbol.kind != "load" or place is None or place.steps or not place.root.startswith("::"):
        return ""
    return place.root[2:] if place == Place(place.root) else ""


def _both(bounds: tuple[int | None, int | None], found: Range) -> tuple[int | None, int | None]:
    low = [end for end in (bounds[0], found.low) if end is not None]
    high = [end for end in (bounds[1], found.high) if end is not None]
    return max(low, default=None), min(high, default=None)


def _told(name: str, found: Range) -> str:
    if found.low == found.high:
        return f"{name} = {found.low}"
    if found.low is not None and found.high is not None:
        return f"{found.low} <= {name} <= {found.high}"
    return f"{name} >= {found.low}" if found.low is not None else f"{name} <= {found.high}"


def _told_pair(first: str, second: str, found: Range) -> str:
    if found == Range(0, 0):
        return f"{first} = {second}"
    return _told(f"{second} - {first}", found)
