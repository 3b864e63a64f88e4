"""Ranges of bytes with polynomial bounds, and what is certain of two of them."""

from __future__ import annotations

from typing import NamedTuple

from loopwright.source.linear import Linear


class Range(NamedTuple):
    """Bytes from ``low`` to before ``high`` of an object, ``None`` where that is not known. ``exact``: all of them; otherwise some
    of them, at least one."""

    low: Linear | None
    high: Linear | None
    exact: bool = False

    @property
    def is_known(self) -> bool:
        """Whether both ends are."""
        return self.low is not None and self.high is not None


# What is put on a device is larger than this, where its size is a variable.
LARGE = 8
SOMEWHERE = Range(None, None)


class Order:
    """What is known of the sizes of symbols. ``least`` holds lower bounds."""

    def __init__(self) -> None:
        self.least: dict[str, int] = {}

    def at_least(self, value: Linear, bound: int) -> None:
        """Learn that a size is at least ``bound``, where that says something of one symbol; of a product of sizes, all are one or
        more."""
        if len(value.terms) != 1 or value.terms[0][1] <= 0:
            return
        product, factor = value.terms[0]
        rest = bound - value.constant
        if len(product) == 1:
            self._learn(product[0], -(-rest // factor))
        elif rest >= 1 and bound >= 1:
            for name in product:
                self._learn(name, 1)

    def _learn(self, name: str, bound: int) -> None:
        if bound > self.least.get(name, -(1 << 62)):
            self.least[name] = bound

    def is_positive(self, value: Linear) -> bool:
        """Whether ``value >= 1`` for certain."""
        return self.nonnegative(value.plus(Linear(-1)))

    def nonnegative(self, value: Linear, most: int = LARGE) -> bool:
        """Whether ``value >= 0`` for certain: with every symbol as its least value (``most`` at best) and something more, no coefficient
        is negative."""
        if not value.terms:
            return value.constant >= 0
        for name in value.names:
            least = self.least.get(name)
            if least is None:
                return False
            least = min(least, most)
            if least:
                value = value.with_value(name, Linear(least, (((name,), 1),)))
        return value.constant >= 0 and all(factor >= 0 for _, factor in value.terms)

    def before(self, first: Linear, second: Linear) -> bool:
        """Whether ``first <= second`` for certain."""
        return self.nonnegative(second.plus(first, -1))

    def covers(self, outer: Range, inner: Range) -> bool:
        """Whether ``inner`` lies in ``outer`` for certain."""
        if outer.low is None or outer.high is None or inner.low is None or inner.high is None:
            return False
        return self.before(outer.low, inner.low) and self.before(inner.high, outer.high)

    def disjoint(self, first: Range, second: Range) -> bool:
        """Whether two ranges have no byte in common for certain."""
        if first.low is None or first.high is None or second.low is None or second.high is None:
            return False
        return self.before(first.high, second.low) or self.before(second.high, first.low)

    def meets(self, first: Range, second: Range) -> bool:
        """Whether two ranges have a byte in common for certain."""
        if first.low is None or first.high is None or second.low is None or second.high is None:
            return False
        if first.exact and second.exact:
            return self.before(first.low.plus(Linear(1)), second.high) and self.before(
                second.low.plus(Linear(1)), first.high
            )
        return (first.exact and self.covers(first, second)) or (second.exact and self.covers(second, first))

    def difference(self, whole: Range, taken: Range) -> list[Range]:
        """What of ``whole`` is left for certain when ``taken`` may be gone."""
        if self.disjoint(whole, taken):
            return [whole]
        if not whole.exact or whole.low is None or whole.high is None or taken.low is None or taken.high is None:
            return []
        left: list[Range] = []
        if self.before(whole.low.plus(Linear(1)), taken.low) and self.before(taken.low, whole.high):
            left.append(Range(whole.low, taken.low, True))
        if self.before(taken.high.plus(Linear(1)), whole.high) and self.before(whole.low, taken.high):
            left.append(Range(taken.high, whole.high, True))
        return left

    def reaches_out(self, touched: Range, around: Range) -> bool:
        """Whether ``touched`` holds a byte outside of ``around`` for certain."""
        if around.low is None or around.high is None or touched.low is None or touched.high is None:
            return False
        if touched.exact:
            # A size that is small after all is no mistake.
            below, above = around.low.plus(touched.low, -1), touched.high.plus(around.high, -1)
            return any(self.nonnegative(gap.plus(Linear(-1)), 1) for gap in (below, above))
        return self.disjoint(touched, around)
