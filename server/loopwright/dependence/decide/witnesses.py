"""What shows a conflict: two iterations that meet, and the condition on sizes under which none do, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import islpy as isl

from loopwright.dependence.decide.conflicts import Conflict, relation_of
from loopwright.dependence.decide.meant import is_meant_by_nobody, own_elements
from loopwright.dependence.decide.relations import OverBudget, Relation, integer_set, word_of
from loopwright.dependence.decide.words import called
from loopwright.dependence.model.program import Access, Program
from loopwright.dependence.model.values import Field, Index
from loopwright.source.linear import Linear
from loopwright.source.tokens import is_operand

_LARGE = 32  # iterations: what only loops that are longer show is a condition on their length
_MOST_CASES = 4  # of a condition that is told
_NOT_OF_C = (isl.ast_expr_op_type.fdiv_q, isl.ast_expr_op_type.min, isl.ast_expr_op_type.max, isl.ast_expr_op_type.call)


@dataclass(frozen=True)
class Witness:
    """Two iterations that meet: values of the loop variable, of the parameters that matter, of the subscripts."""

    earlier: int
    later: int
    element: str
    sink_element: str
    parameters: tuple[tuple[str, int], ...]
    around: tuple[tuple[str, int], ...]
    distance: int | None


class Condition(NamedTuple):
    """Of sizes: what has to hold (in words, empty where it cannot be said), and where some iterations ``meet``."""

    text: str
    holds: isl.Set
    meets: isl.Set


def unless(program: Program, loop: int, conflict: Conflict) -> Condition | None:
    """The condition on values known before the loop under which an exact conflict happens in neither order, for loops of any
    length; ``None`` if there is none, without a text if nobody means such sizes."""
    relation = conflict.relation
    assert relation is not None
    start = max(conflict.source.place.object_length, conflict.sink.place.object_length)
    back = relation_of(program, loop, conflict.sink, conflict.source, "certain", start)
    if back is None:
        return None
    try:
        meets = integer_set(relation.text())
        runs = Relation(program, loop)
        runs.domain(conflict.source, 0)
        runs.domain(conflict.sink, 1)
        runs.know(name for name in relation.parameters if name in program.symbols)
        frame = program.frames[loop]
        runs.later(frame)
        length = f"({frame.iterator}_1 - {frame.iterator}_0 >= {_LARGE} or {frame.iterator}_0 - {frame.iterator}_1 >= {_LARGE})"
        large = integer_set(runs.text(length))
        if large.is_empty():
            large = integer_set(runs.text())
        around = [
            name for name in relation.parameters if name in program.symbols and program.symbols[name].kind == "iterator"
        ]
        meet = _over_sizes(meets, around).union(_over_sizes(integer_set(back[0].text()), around))
        safe = _over_sizes(large, around).subtract(meet)
        if safe.is_empty():
            return None
        shown = safe.gist(_over_sizes(large, around)).coalesce()
        if is_meant_by_nobody(safe, own_elements(program, conflict.source, conflict.sink)):
            return Condition("", shown, meet)
        if not all(called(program, loop, name) for name in relation.parameters if name in program.symbols):
            return Condition("", shown, meet)
        return Condition(_sentence(shown, {**back[0].parameters, **relation.parameters}), shown, meet)
    except isl.Error as error:
        raise OverBudget(str(error)) from None


def _over_sizes(set_: isl.Set, around: list[str]) -> isl.Set:
    """Values of sizes alone: some iteration of the loops around will do."""
    found = set_.params()
    for name in around:
        position = found.find_dim_by_name(isl.dim_type.param, name)
        if position >= 0:
            found = found.project_out(isl.dim_type.param, position, 1)
    return found


def _sentence(set_: isl.Set, parameters: dict[str, str]) -> str:
    """A condition in words: what isl's AST builder makes of it, with the texts of the file; empty for one that nobody would read."""
    if set_.n_basic_set() > _MOST_CASES or set_.dim(isl.dim_type.param) == 0:
        return ""
    places = range(set_.dim(isl.dim_type.param))
    names = [set_.get_dim_name(isl.dim_type.param, place) or "" for place in places]
    texts = [parameters.get(name, name) for name in names]
    if len(set(texts)) < len(texts):
        return ""  # one text for two values, which were read at two times
    for place, text in zip(places, texts):
        set_ = set_.set_dim_name(isl.dim_type.param, place, text if is_operand(text) else f"({text})")
    code = isl.AstBuild.from_context(isl.Set.universe(set_.get_space().params())).expr_from_set(set_)
    return code.to_C_str().replace(" && ", " and ").replace(" || ", " or ") if is_written_in_c(code) else ""


def is_written_in_c(code: isl.AstExpr) -> bool:
    """Whether isl has written an expression without functions of its own."""
    if isl.ast_expr_type(code.get_type()) != isl.ast_expr_type.op:
        return True
    is_c = isl.ast_expr_op_type(code.get_op_type()) not in _NOT_OF_C
    return is_c and all(is_written_in_c(code.get_op_arg(n)) for n in range(code.get_op_n_arg()))


def witness(program: Program, loop: int, conflict: Conflict) -> Witness | None:
    """Two iterations that meet, the earliest that can be found."""
    relation = conflict.relation
    assert relation is not None
    frame = program.frames[loop]
    try:
        meets = integer_set(relation.text())
        names = [*relation.parameters, *relation.dims]
        point = _small_point(_inside(relation.copy(), conflict), len(relation.parameters))
        point = point or _small_point(meets, len(relation.parameters))
        if point is None:
            return None
        values = dict(zip(names, point))
        distance = _distance(meets, list(relation.dims), frame.iterator or "")
    except isl.Error as error:
        raise OverBudget(str(error)) from None
    step = abs(frame.step.constant) if frame.step is not None and not frame.step.terms and frame.step.constant else 1
    used = {
        word
        for access in (conflict.source, conflict.sink)
        for step in access.place.steps
        if isinstance(step, Index) and step.value
        for product, _ in step.value.terms
        for word in _numbers_of(product, values)
    }
    sizes = [(name, text) for name, text in relation.parameters.items() if name in used]
    around = {name for name, _ in sizes if name in program.symbols and program.symbols[name].kind == "iterator"}
    return Witness(
        values[f"{frame.iterator}_0"],
        values[f"{frame.iterator}_1"],
        element(program, conflict.source, relation, values, 0),
        element(program, conflict.sink, relation, values, 1),
        tuple((text, values[name]) for name, text in sizes if name not in around),
        tuple((text, values[name]) for name, text in sizes if name in around),
        None if distance is None else abs(distance) // step,
    )


def _inside(relation: Relation, conflict: Conflict) -> isl.Set:
    """Where iterations meet at a subscript that arrays have, with sizes that they have: a reader does not believe in `z[-1]`."""
    values = [step.value for step in conflict.source.place.steps if isinstance(step, Index) and step.value is not None]
    numbers = [*(relation.linear(value, 0) for value in values), *relation.parameters]
    return integer_set(relation.text(*(f"{number} >= 0" for number in numbers if number)))


def element(program: Program, access: Access, relation: Relation, values: dict[str, int], copy: int) -> str:
    """`a[3]` for an access in a witness."""
    text = program.roots[access.place.root].name
    for step in access.place.steps:
        if isinstance(step, Field):
            text += f".{step.name}" if not text.endswith("[0]") else ""
            if text.endswith("[0]"):
                text = f"{text[:-3]}->{step.name}"
        else:
            number = None if step.value is None else _evaluated(step.value, relation, values, copy)
            text += f"[{'…' if number is None else number}]"
    return text


def _evaluated(number: Linear, relation: Relation, values: dict[str, int], copy: int) -> int | None:
    total = number.constant
    for product, factor in number.terms:
        for name in _numbers_of(product, values):
            word = name if name in relation.parameters else f"{name}_{copy}"
            if word not in values:
                return None
            factor *= values[word]
        total += factor
    return total


def _numbers_of(product: tuple[str, ...], values: dict[str, int]) -> tuple[str, ...]:
    """A product where it is one number for isl, its factors where it is not."""
    return (word_of(product),) if word_of(product) in values else product


def _small_point(set_: isl.Set, parameters: int) -> list[int] | None:
    """The smallest point with sizes as small as they go, any point if there is no smallest."""
    whole = set_.move_dims(isl.dim_type.set, 0, isl.dim_type.param, 0, parameters)
    count = whole.dim(isl.dim_type.set)
    try:
        point = whole.lexmin().sample_point()
        if point.is_void():
            point = whole.sample_point()
    except isl.Error:
        point = whole.sample_point()
    if point.is_void():
        return None
    return [point.get_coordinate_val(isl.dim_type.set, index).to_python() for index in range(count)]


def _distance(set_: isl.Set, dims: list[str], iterator: str) -> int | None:
    """The distance between the two iterations if it is the same for all that meet."""
    first, second = dims.index(f"{iterator}_0"), dims.index(f"{iterator}_1")
    space = set_.get_space()
    local = isl.LocalSpace.from_space(space)
    difference = isl.Aff.var_on_domain(local, isl.dim_type.set, second).sub(
        isl.Aff.var_on_domain(local, isl.dim_type.set, first)
    )
    low, high = set_.min_val(difference), set_.max_val(difference)
    if low.is_int() and high.is_int() and low.eq(high):
        return int(low.to_python())
    return None
