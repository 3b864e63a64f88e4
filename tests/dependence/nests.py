"""Random loop nests in two languages: C for the analysis, Python for the judge that runs them and watches every access."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import dataclass, field

SIZES = ((4, 3), (3, 5), (6, 2), (1, 4), (7, 7), (2, 1), (5, 6))
LARGE_SIZES = ((20, 9), (18, 19), (18, 2), (22, 9), (60, 3), (3, 7), (3, 12), (19, 9))
INDEX = (3, 0, 4, 1, 1, 6, 2, 5, 2, 7, 0, 3)
DATA = (1, -1, 2, 0, -3, 1, 1, -2, 5, -1, 0, 4)


@dataclass
class Nest:
    """One program; ``loops`` many loops, numbered in the order of their text."""

    c: str
    python: str
    loops: int


@dataclass
class Watched:
    """What running showed of one loop: names that different iterations share with the operators of the accesses, and
    names that an iteration reads before it writes them."""

    shared: dict[str, set[str | None]] = field(default_factory=lambda: defaultdict(set))
    exposed: set[str] = field(default_factory=set)
    repeated: bool = False


class Tracker:
    """Records accesses by iteration of every loop that is running."""

    def __init__(self) -> None:
        self.elements: dict[int, dict[str, dict[tuple, list[bool]]]] = defaultdict(lambda: defaultdict(dict))
        self.running: list[tuple[int, list[int], dict, dict]] = []
        self.loops: dict[int, Watched] = defaultdict(Watched)

    def enter(self, loop: int) -> None:
        self.running.append((loop, [-1], {}, {}))

    def iterate(self) -> None:
        self.running[-1][1][0] += 1
        self.running[-1][3].clear()

    def leave(self) -> None:
        loop, (iterations_run,), touched, _ = self.running.pop()
        watched = self.loops[loop]
        watched.repeated = watched.repeated or iterations_run > 0
        for (name, _), (iterations, writes, operators) in touched.items():
            if writes and len(iterations) > 1:
                watched.shared[name] |= operators

    def access(self, name: str, index: tuple, writes: bool, operator: str | None = None) -> None:
        key = (name, index)
        if self.running:
            # The first access of an element by an outermost loop, and whether it is ever written.
            entry = self.elements[self.running[0][0]][name].setdefault(index, [not writes, writes])
            entry[1] = entry[1] or writes
        for loop, iteration, touched, seen in self.running:
            entry = touched.get(key)
            if entry is None:
                entry = touched[key] = [set(), False, set()]
            entry[0].add(iteration[0])
            entry[1] = entry[1] or writes
            entry[2].add(operator)
            if key not in seen:
                seen[key] = writes
                if not writes:
                    self.loops[loop].exposed.add(name)

    def read(self, name: str, *index: int) -> None:
        self.access(name, index, False)

    def write(self, name: str, *index: int) -> None:
        self.access(name, index, True)

    def update(self, name: str, operator: str, *index: int) -> None:
        self.access(name, index, False, operator)
        self.access(name, index, True, operator)


def run(nest: Nest, n: int, m: int, sign: int = 1) -> dict[int, Watched]:
    """Accesses of all loops for one choice of sizes."""
    return execute(nest, n, m, sign).loops


def execute(nest: Nest, n: int, m: int, sign: int = 1) -> Tracker:
    """One run of a nest; ``sign`` turns its conditions on data round."""
    tracker = Tracker()
    scope: dict = {
        "T": tracker,
        "div": lambda a, b: abs(a) // b * (1 if a >= 0 else -1),
        "mod": lambda a, b: a - b * (abs(a) // b * (1 if a >= 0 else -1)),
        "IDX": lambda i: INDEX[i % len(INDEX)],
        "DATA": lambda i: sign * DATA[i % len(DATA)],
    }
    exec(nest.python, scope)  # text of our own making
    scope["run"](n, m)
    return tracker


def draw(seed: int) -> Nest:
    """A nest from a seed."""
    return _Maker(random.Random(seed)).make()


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.c: list[str] = []
        self.python: list[str] = []
        self.loops = 0
        self.variables: list[str] = []
        self.clean = rng.random() < 0.65  # mostly independent: writes one set of arrays, reads another

    def make(self) -> Nest:
        self._line(
            0,
            "void f(int n, int m, double *restrict a, double *restrict b, double c[][40], int *restrict x, int *restrict d) {",
            "def run(n, m):",
        )
        self._line(1, "double s = 0, t = 0, w[9]; int k = 0;", "k = 0")
        for _ in range(self.rng.choice((1, 1, 1, 2))):
            self._loop(1)
        if self.rng.random() < 0.1:
            self._line(1, "b[0] = s + t;", "pass")
        self._line(0, "}", "")
        return Nest("\n".join(self.c) + "\n", "\n".join(self.python) + "\n", self.loops)

    def _line(self, depth: int, c: str, python: str) -> None:
        self.c.append("  " * depth + c)
        for part in python.split("\n"):
            self.python.append("  " * depth + part.strip())

    def _loop(self, depth: int) -> None:
        rng = self.rng
        variable = "ijl"[len(self.variables)]
        number = self.loops
        self.loops += 1
        low, high = self._bound(lower=True), self._bound(lower=False)
        step = rng.choice((1, 1, 1, 1, 2, 3))
        kind = rng.random()
        if kind < 0.75:
            c = f"for (int {variable} = {low}; {variable} < {high[0]}; {variable} += {step}) {{"
            python = f"for {variable} in range({low}, {high[1]}, {step}):"
        elif kind < 0.9:
            c = f"for (int {variable} = {high[0]} - 1; {variable} >= {low}; {variable} -= {step}) {{"
            python = f"for {variable} in range({high[1]} - 1, {low} - 1, -{step}):"
        else:
            c = f"for (int {variable} = {low}; {variable} <= {high[0]}; {variable}++) {{"
            python = f"for {variable} in range({low}, {high[1]} + 1):"
        self._line(depth, c, f"T.enter({number})\n{'  ' * depth}{python}")
        self._line(depth + 1, "", "T.iterate()")
        self.variables.append(variable)
        self._body(depth + 1)
        self.variables.pop()
        self._line(depth, "}", "T.leave()")

    def _bound(self, lower: bool):  # type: ignore[no-untyped-def]
        rng = self.rng
        if lower:
            options = ["0", "0", "1", "2"]
            if self.variables:
                options += [self.variables[-1], f"{self.variables[-1]} + 1"]
            return rng.choice(options)
        options = [
            ("n", "n"),
            ("n", "n"),
            ("m", "m"),
            ("n - 1", "n - 1"),
            ("6", "6"),
            ("2 * n", "2 * n"),
            ("n / 2", "div(n, 2)"),
        ]
        if self.variables:
            v = self.variables[-1]
            options += [(v, v), (f"{v} + 3", f"{v} + 3"), (f"({v} + 2 < n ? {v} + 2 : n)", f"min({v} + 2, n)")]
        return rng.choice(options)

    def _body(self, depth: int) -> None:
        rng = self.rng
        nested = len(self.variables) < 3 and rng.random() < (0.6 if len(self.variables) == 1 else 0.35)
        statements = rng.choice((1, 1, 1, 2)) if self.clean else rng.choice((1, 1, 2, 2, 3))
        at = rng.randrange(statements + 1) if nested else -1
        for number in range(statements + 1):
            if number == at:
                self._loop(depth)
            elif number < statements or not nested:
                self._guarded(depth)

    def _guarded(self, depth: int) -> None:
        rng = self.rng
        if rng.random() < 0.2:
            i = rng.choice(self.variables)
            condition = rng.choice((
                (f"{i} > 2", f"{i} > 2"), (f"{i} % 2 == 0", f"mod({i}, 2) == 0"), (f"d[{i}] > 0", f"DATA({i}) > 0"),
                (f"{i} < m", f"{i} < m"), (f"{i} != 1", f"{i} != 1"), (f"{i} >= 1 && {i} < n - 1", f"{i} >= 1 and {i} < n - 1"),
            ))  # fmt: skip
            read = f"T.read('d', {i})\n{'  ' * depth}" if "d[" in condition[0] else ""
            self._line(depth, f"if ({condition[0]}) {{", f"{read}if {condition[1]}:")
            self._statement(depth + 1)
            if rng.random() < 0.3:
                self._line(depth, "} else {", "else:")
                self._statement(depth + 1)
            self._line(depth, "}", "")
        else:
            self._statement(depth)

    def _statement(self, depth: int) -> None:
        rng = self.rng
        kind = rng.random()
        if self.clean:
            kind *= 0.55 if rng.random() < 0.8 else 0.92
        if kind < 0.52:
            target, value = self._place("ac"), self._value()
            while target[0] in value[0]:  # `a[i] = a[i] + b[j]` would be an accumulation
                value = self._value()
            self._line(depth, f"{target[0]} = {value[0]};", f"{value[1]}{target[1].format('write')}")
        elif kind < 0.66:
            target, value = self._place("ac"), self._value()
            operator = rng.choice("+*")
            touched = re.sub(r"\{\}\('(\w)'", rf"update('\1', '{operator}'", target[1])
            self._line(depth, f"{target[0]} {operator}= {value[0]};", f"{value[1]}{touched}")
        elif kind < 0.76:
            value = self._value()
            self._line(depth, f"s += {value[0]};", f"{value[1]}T.update('s', '+')")
        elif kind < 0.80:
            value = self._value()
            self._line(depth, f"s = s > {value[0]} ? s : {value[0]};" if "T" not in value[1] else f"s += {value[0]};",
                       f"{value[1]}T.update('s', '{'max' if 'T' not in value[1] else '+'}')")  # fmt: skip
        elif kind < 0.92:
            value, target = self._value(), self._place("ac")
            self._line(depth, f"t = {value[0]};", f"{value[1]}T.write('t')")
            self._line(depth, f"{target[0]} = t;", f"T.read('t'); {target[1].format('write')}")
        elif kind < 0.96:
            self._line(depth, "k += 1;", "T.update('k', '+'); k += 1")
            self._line(depth, "b[k] = 1;", "T.read('k'); T.write('b', k)")
        else:
            i = rng.choice(self.variables)
            self._line(
                depth,
                "for (int q = 0; q < 9; q++) w[q] = 1;",
                "T.enter(-1)\n"
                + "  " * depth
                + "for q in range(9): T.iterate(); T.write('w', q)\n"
                + "  " * depth
                + "T.leave()",
            )
            self.loops += 0
            self._line(
                depth,
                f"a[{i}] = w[{rng.choice((0, 3, 8, 9))}];",
                f"T.read('w', {rng.choice((0, 3, 8))}); T.write('a', {i})",
            )

    def _value(self) -> tuple[str, str]:
        """(C expression, Python statements that do its reads)."""
        rng = self.rng
        if rng.random() < 0.25:
            return rng.choice(("1.0", "n")), ""
        place, touch = self._place("b" if rng.random() < 0.8 else "abc")
        if rng.random() < 0.3:
            other, touch2 = self._place("b")
            return f"{place} + {other}", f"{touch.format('read')}; {touch2.format('read')}; "
        return place, touch.format("read") + "; "

    def _place(self, arrays: str) -> tuple[str, str]:
        """(C lvalue, Python call with a hole for the kind of access)."""
        rng = self.rng
        if not self.clean:
            arrays = "abc"
        array = rng.choice(arrays)
        kind = rng.random()
        if array == "c":
            kind, array = 0.6, "a"
        elif 0.55 <= kind < 0.75:
            kind = 0.5
        if self.clean and kind > 0.97:
            kind = 0.8
        if kind < 0.55:
            c, python = self._subscript()
            return f"{array}[{c}]", f"T.{{}}('{array}', {python})"
        if kind < 0.75:
            row, column = self._subscript(simple=True), self._subscript(simple=True)
            return f"c[{row[0]}][{column[0]}]", f"T.{{}}('c', {row[1]}, {column[1]})"
        if kind < 0.9 and len(self.variables) > 1:
            u, v = rng.sample(self.variables, 2)
            size = rng.choice("nm")
            text = rng.choice(
                (f"{u} * {size} + {v}", f"({u} + 1) * {size} + {v}", f"{u} * {size} + {v} - 1", f"{v} + {size} * {u}")
            )
            return f"{array}[{text}]", f"T.{{}}('{array}', {text})"
        if kind < 0.95:
            i = rng.choice(self.variables)
            return f"{array}[x[{i}]]", f"T.read('x', {i}); T.{{}}('{array}', IDX({i}))"
        offset, plain = self._subscript(simple=True), self._subscript(simple=True)
        return f"*({array} + {offset[0]} + {plain[0]})", f"T.{{}}('{array}', {offset[1]} + {plain[1]})"

    def _subscript(self, simple: bool = False) -> tuple[str, str]:
        rng = self.rng
        i = rng.choice(self.variables)
        options = [(i, i), (i, i), (f"{i} + 1", f"{i} + 1"), (f"{i} - 1", f"{i} - 1"), ("0", "0")]
        if self.clean:
            options = [(v, v) for v in self.variables] * 3 + options
        if not simple:
            j = rng.choice(self.variables)
            options += [
                (f"2 * {i}", f"2 * {i}"), (f"2 * {i} + 1", f"2 * {i} + 1"), (f"{i} + {j}", f"{i} + {j}"), (f"n - {i}", f"n - {i}"),
                (f"{i} + n", f"{i} + n"), (f"{i} + m", f"{i} + m"), (f"{i} / 2", f"div({i}, 2)"), (f"{i} % 3", f"mod({i}, 3)"),
                (f"3 * {i} - 2 * {j}", f"3 * {i} - 2 * {j}"), (f"4 * {i} + {j}", f"4 * {i} + {j}"), ("m", "m"),
            ]  # fmt: skip
        return rng.choice(options)
