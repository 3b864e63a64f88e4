"""Two directives that mean the same: equal after what has no effect is taken off.

Taken off (OpenACC 3.4): the order of clauses and of names in a list; one list in several clauses; `0` as the lower bound of a section and how its
bounds are reckoned, as `m*n` or `n*m` (2.7.1); `update`, which `atomic` means without a clause (2.12); `host`, which is `self` (2.14.4);
`collapse(1)`; `private` of the counters of loops (2.6.1); `independent` where a `loop` belongs to `parallel` or to no construct of its function
(2.9.6); `auto` where it belongs to `kernels` (2.9.7); `copy` of a variable that the same construct reduces (2.5.15); a data clause for what a `data`
construct around holds just so: nothing is allocated or moved (2.7.4 to 2.7.10), and it has no implicit attribute without the clause (2.6.2); `copy`
of the whole of an array that the loop uses, which an aggregate gets without a clause (2.6.2), unless `default` says something else; parentheses
around a whole argument.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from loopwright.lang.scopes import Scopes
from loopwright.openacc.directive import Clause, Directive, parse_directive
from loopwright.openacc.linear import linear
from loopwright.openacc.spec import clauses_of_variables
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.tokens import tokens_of

_LISTS = clauses_of_variables("data", "private") - {"reduction"}  # whose list has an operator before it
_SAME = {"host": "self"}  # section 2.14.4
_COMPUTE = ("parallel", "kernels", "serial")
_IN_PARALLEL = ("parallel loop", "serial loop")
_HELD_AS_WELL = ("copy", "copyin", "copyout", "create", "present", "no_create")
_HOLDING = (*_HELD_AS_WELL, "deviceptr")
_ORPHANED = ("", "routine")

Form = tuple[str, frozenset[tuple[str, frozenset[str]]]]


@dataclass(frozen=True)
class Setting:
    """What gives a directive above a loop its meaning: the ``counters`` of the nest, the ``compute`` construct that a `loop` there
    would belong to (`routine` or empty for none), the items that `data` constructs around hold (:func:`held_by`), and ``whole`` the
    items that are all of an array which the loop uses and no construct around holds."""

    counters: frozenset[str] = frozenset()
    compute: str = ""
    held: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()


ANYWHERE = Setting(compute="unknown")


def equivalent(left: str, right: str, setting: Setting = ANYWHERE) -> bool:
    """Whether two directives mean the same above a loop in its ``setting``."""
    return plain_form(parse_directive(left), setting) == plain_form(parse_directive(right), setting)


def held_by(data: Directive) -> frozenset[str]:
    """The variables and sections that a `data` construct keeps on the device, as they are compared here."""
    if data.clause("if") is not None:
        return frozenset()
    listed = (part for clause in data.clauses if clause.name in _HOLDING for part in split_items(clause.argument or ""))
    return frozenset(part.replace("[:", "[0:") for part in listed)


def plain_form(directive: Directive, setting: Setting = ANYWHERE) -> Form:
    """What two directives that mean the same have in common."""
    items: dict[str, set[str]] = {}
    for clause in directive.clauses:
        name, found = _items(clause)
        items.setdefault(_SAME.get(name, name), set()).update(found)
    items.get("private", set()).difference_update(setting.counters)
    for name in _HELD_AS_WELL:
        items.get(name, set()).difference_update(map(_reckoned, setting.held))
    if "default" not in items and directive.name != "loop":
        items.get("copy", set()).difference_update(map(_reckoned, setting.whole))
    reduced = {item.rpartition(":")[2] for item in items.get("reduction", ())}
    if directive.name != "loop":
        items.get("copy", set()).difference_update(reduced)
    is_loop, compute = directive.name == "loop", setting.compute
    in_parallel = directive.name in _IN_PARALLEL or (
        is_loop and (compute.startswith("parallel") or compute in _ORPHANED)
    )
    if in_parallel and "seq" not in items and "auto" not in items:
        items.pop("independent", None)
    in_kernels = directive.name == "kernels loop" or (is_loop and compute.startswith("kernels"))
    if in_kernels and "seq" not in items and "independent" not in items:
        items.pop("auto", None)
    if items.get("collapse") == {"1"}:
        del items["collapse"]
    if directive.name == "atomic":
        items.pop("update", None)
    kept = {name: frozenset(found) for name, found in items.items() if found or name not in _LISTS}
    return directive.name + (f"({directive.argument})" if directive.argument else ""), frozenset(kept.items())


def combined(directives: Sequence[Directive]) -> Directive | None:
    """What directives above one loop say together: a compute construct and the `loop` directly in it are the combined construct
    (2.11). ``None`` where they are not just these two, or where a clause means something else on the combined one: `private` and
    `reduction` then belong to the loop."""
    if len(directives) != 2:
        return None
    outer, inner = directives
    if outer.name not in _COMPUTE or inner.name != "loop":
        return None
    if outer.clause("private") is not None or outer.clause("reduction") is not None:
        return None
    return Directive(f"{outer.name} loop", (*outer.clauses, *inner.clauses))


def construct_in_effect(directive: Directive, independent: bool) -> str:
    """The name of the construct, `parallel loop` for a `kernels loop` whose iterations run at once just so: it says
    `independent`, or says nothing, which is `auto` there, and they are ``independent`` (2.9.6, 2.9.7)."""
    if directive.name != "kernels loop" or directive.clause("seq") is not None:
        return directive.name
    said = directive.clause("independent") is not None
    return "parallel loop" if said or independent else directive.name


def _items(clause: Clause) -> tuple[str, set[str]]:
    argument = _bare(clause.argument or "")
    if clause.name == "reduction":
        operator, _, names = argument.partition(":")
        return clause.name, {f"{operator}:{name}" for name in split_items(names)}
    if clause.name in _LISTS:
        return clause.name, {_reckoned(part) for part in split_items(argument)}
    return clause.name, {argument} if argument else set()


@lru_cache(maxsize=4096)
def _reckoned(part: str) -> str:
    """An item of a list with the bounds of its sections as sums of products in one order."""
    name, bracket, _ = part.partition("[")
    if not bracket or not part.endswith("]"):
        return part
    sections = [":".join(_sum(bound) for bound in bounds) for bounds in _sections(part[len(name) :])]
    return name + "".join(f"[{section}]" for section in sections)


def _sections(text: str) -> Iterator[list[str]]:
    """What stands in each pair of brackets, at its outer colons; `0` for a lower bound that is left out."""
    depth, start = 0, 0
    bounds: list[str] = []
    for index, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        opens, ends = depth == 1 and character == "[", depth == 0 and character == "]"
        if opens:
            start, bounds = index + 1, []
        elif ends or (depth == 1 and character == ":"):
            bounds.append(text[start:index])
            start = index + 1
        if ends:
            yield ["0", *bounds[1:]] if len(bounds) > 1 and not bounds[0] else bounds


def _sum(text: str) -> str:
    value = linear(tokens_of(text), _no_names(), 0)
    return text if value is None else repr(value)


@cache
def _no_names() -> Scopes:
    return Scopes(Outline(parse(b"", "none.c")))


def _bare(text: str) -> str:
    """Without parentheses around all of it."""
    while text.startswith("(") and text.endswith(")"):
        depth = 0
        for index, character in enumerate(text):
            depth += (character == "(") - (character == ")")
            if depth == 0 and index < len(text) - 1:
                return text
        text = text[1:-1]
    return text


def names_of(clause: Clause) -> list[str]:
    """The variables that a clause lists, without their bounds."""
    argument = (clause.argument or "").rpartition(":")[2] if clause.name == "reduction" else clause.argument or ""
    return [part.split("[")[0].strip() for part in split_items(argument)]


def split_items(text: str) -> list[str]:
    """Items of a list at its outer commas."""
    items, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            items.append(text[start:index])
            start = index + 1
    return [item for item in [*items, text[start:]] if item]
