"""How many iterations make it worth to wake the other threads.

To start a team and to wait for it costs a few microseconds, in which one core does tens of thousands of simple operations
(``spec/machine.py``): a launch below that runs on the thread that asks for it. Loops up to a parameter count with its value, functions of the file with
their bodies. Where the work of an iteration cannot be told even so, all launches run in parallel.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from loopwright.cuda.ir.code import NOTHING, Code, form, joined, nodes, part_of, spelled, tokens
from loopwright.cuda.ir.statements import Body, Control, Loop, Plain, Statement
from loopwright.cuda.spec.machine import Machine, any_machine
from loopwright.source.text import number_of

_HALVING = 10  # rounds of a loop that halves a block of 1024 threads

_DEEPEST = 4  # calls
_LEAST = 64  # iterations: fewer are not worth a question
_FREE = frozenset(("if", "for", "while", "switch", "return", "sizeof", "static_cast", "reinterpret_cast", "min", "max"))
_ENDS = frozenset("<>();&|")  # of what may stand between a template's name and its arguments' end
_SIGNS = frozenset("-+*&|^<>=!")
# Instructions of a vector unit; of functions of the C library also those that end in `f`.
_CHEAP = frozenset(
    ("abs", "fabs", "inline_fmax", "inline_fmin", "fmax", "fmin", "fma", "sqrt", "rsqrt", "floor", "ceil", "round", "rint", "trunc",
     "copysign", "isnan", "__fdivide", "truncated", "shifted_left", "shifted_right", "std")
)  # fmt: skip
_CHEAP_BEGINS = ("make_",)
_CASTS = frozenset(("int", "float", "double", "unsigned", "char", "short", "long", "size_t", "bool", "uint3", "dim3"))
_MATHEMATICS = frozenset(
    ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "atan2", "exp", "exp2", "exp10",
     "expm1", "log", "log2", "log10", "log1p", "pow", "inline_pow", "cbrt", "erf", "erfc", "hypot", "fmod", "isinf", "sincos", "tgamma", "lgamma")
)  # fmt: skip
_MEMORY = frozenset(("memset", "memcpy"))
_OURS_BEGIN = ("__half", "__float", "shuffle", "warp_", "block_", "tile_")


@dataclass(frozen=True)
class Known:
    """What a kernel does not say of itself: parameters that are whole numbers for good, the bodies of functions, and what the machine
    takes for what."""

    sizes: Container[str] = frozenset()
    body_of: Callable[[str], Body | None] = lambda name: None
    machine: Machine = field(default_factory=any_machine)


def when(*conditions: Code) -> Code:
    """An ``if`` clause for a parallel loop, nothing without conditions."""
    return form(" if(parallel: {})", joined(" && ", list(conditions))) if conditions else NOTHING


def worth_threads(
    body: Body, count: Code, known: Known, counted: frozenset[str] = frozenset(), more: int = 0
) -> list[Code]:
    """The condition for a parallel loop with ``count`` iterations of ``body``; none where it cannot be told. ``counted``: the
    variables of loops whose rounds are in ``count``; ``more``: operations that each iteration has beside its text."""
    found = _Work(known, counted).of(body)
    if found is None:
        return []
    cost, factors = found
    least = known.machine.worth // max(cost + more, 1)
    if least < _LEAST:
        return []
    wide = next(tokens(count), "") == "1ll" or not factors
    product = joined(" * ", [*(() if wide else ("1ll",)), count, *factors])
    return [form("{} > {}", product, str(1 << least.bit_length() - 1))]


def is_mathematics(name: str) -> bool:
    """Whether a function of the C library, called so in C++, only computes."""
    return _is_cheap(name) or (_is_known(name) and name not in _MEMORY and not _is_atomic(name))


def _is_cheap(name: str) -> bool:
    return name in _CHEAP or name.removesuffix("f") in _CHEAP or name.startswith(_CHEAP_BEGINS)


def _is_known(name: str) -> bool:
    known = _MATHEMATICS | _MEMORY
    return name in known or name.removesuffix("f") in known or name.startswith(_OURS_BEGIN) or _is_atomic(name)


def _is_atomic(name: str) -> bool:
    return name.startswith("atomic") and name[6:7].isupper()


class _Work:
    """About how many simple operations a body is, and the sizes by which that is multiplied."""

    def __init__(self, known: Known, counted: frozenset[str] = frozenset(), depth: int = 0) -> None:
        self.known, self.counted, self.depth = known, counted, depth

    def of(self, body: Body) -> tuple[int, tuple[str, ...]] | None:
        """``None`` where that depends on a variable or on another function."""
        rounds, factors = 1, []
        for head in _heads(body):
            if isinstance(head, Loop):
                if head.name not in self.counted:
                    return None
                continue
            times = self._rounds(*head)
            if times is None:
                return None
            if isinstance(times, str):
                factors.append(times)
            else:
                rounds *= times
        told = [token for code in _run(body) for token in tokens(code)]
        if not {"while", "goto", "do"}.isdisjoint(told):
            return None
        cost = self._calls(told)
        own = _operations(told, self.known.machine.division)
        return None if cost is None else ((cost + own) * rounds, tuple(dict.fromkeys(factors)))

    def _rounds(self, init: Code, test: Code, step: Code) -> int | str | None:
        """How often a loop goes round, or the size that says it."""
        start, limit, change = (list(tokens(part)) for part in (init, test, step))
        first = start[-1] if start[-2:-1] == ["="] else ""
        if limit and limit[-1] == ")" and limit[-3:-2] == ["("]:
            limit = [*limit[:-3], limit[-2]]
        below = limit[-2:-1] == ["<"] or limit[-3:-1] == ["<", "="]
        counter = limit[-3 if limit[-2] == "<" else -4 :][:1] if below and len(limit) > 2 else [""]
        bound = limit[-1] if counter and counter[0].isidentifier() else ""
        if bound.isdigit() and number_of(bound) is None:
            return None
        if bound.isdigit() and first == "0":
            return max(1, int(bound))
        if change[-4:] == [">", ">", "=", "1"] or change[-3:] == ["/", "=", "2"]:
            return _HALVING
        if bound and bound in self.known.sizes and first.isdigit() and not self.depth:
            return bound
        return None

    def _calls(self, told: Sequence[str]) -> int | None:
        """What calls of functions cost."""
        cost = 0
        for name in _called(told):
            if name in _FREE or name in _CASTS:
                continue
            if _is_cheap(name):
                cost += 2
            elif _is_known(name):
                cost += self.known.machine.call
            else:
                inner = self.known.body_of(name) if self.depth < _DEEPEST else None
                found = _Work(self.known, depth=self.depth + 1).of(inner) if inner is not None else None
                if found is None:
                    return None
                cost += found[0]
        return cost


def _called(told: Sequence[str]) -> Iterator[str]:
    """Names before an opening parenthesis, arguments of templates between them left out."""
    for at, token in enumerate(told):
        if token != "(" or at == 0:
            continue
        name = at - 1
        if told[name] == ">":
            name -= 1
            while name >= 0 and told[name] not in _ENDS:
                name -= 1
            if told[name] != "<":
                continue
            name -= 1
        if name >= 0 and (told[name][0].isalpha() or told[name][0] == "_"):
            yield told[name]


def _operations(told: Sequence[str], division: int) -> int:
    """Operators and subscripts; a division counts for more."""
    count, before = 0, ""
    for token in told:
        if token in ("/", "%"):
            count += division
        elif token in ("[", "?") or (token in _SIGNS and not (token == "=" and before in _SIGNS)):
            count += 1
        before = "" if token == "=" and before in _SIGNS else token
    return count


def _heads(body: Iterable[Statement]) -> Iterator[Loop | tuple[Code, Code, Code]]:
    """The loops of a body: those over threads, and what the others begin with, test and change."""
    for statement in body:
        if isinstance(statement, Plain):
            yield from _heads_in(statement.code)
        elif isinstance(statement, Loop):
            yield statement
            yield from _heads(statement.body)
        else:
            if statement.kind in ("for", "forever"):
                init, test, step = statement.parts or (NOTHING, NOTHING, NOTHING)
                yield init, test, step
            for part in statement.parts:
                yield from _heads_in(part)
            yield from _heads(statement.body)


def _heads_in(code: Code) -> Iterator[tuple[Code, Code, Code]]:
    for node, of in nodes(code):
        if node.type in ("for_statement", "for_range_loop"):
            yield part_of(node, "initializer", of), part_of(node, "condition", of), part_of(node, "update", of)


def _run(body: Iterable[Statement]) -> Iterator[Code]:
    """The code that is run in a body, without the heads of loops over threads."""
    for statement in body:
        if isinstance(statement, Plain):
            yield statement.code
        elif isinstance(statement, Control):
            if statement.kind in ("while", "do"):
                yield spelled("while")
            yield from statement.parts
            yield from _run(statement.body)
        else:
            yield from _run(statement.body)
