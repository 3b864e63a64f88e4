"""A loop as people write it → the same loop with a header that OpenACC takes (3.4, 2.9): `while` loops that count, pointers that walk
over an array, bounds such as `i + 1 < n` and `i != n`, several variables in one header. The new text means the same to a C compiler."""

from __future__ import annotations

from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.numbers import common, fundamental
from loopwright.lang.types import Type
from loopwright.source.edits import Edit
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import Span
from loopwright.suggest.headers.loop_parts import (
    SIMPLE,
    Bound,
    NotCanonical,
    Start,
    Turns,
    decimal,
    effects_in,
    header_end,
    is_signed,
    is_small,
    merged,
    times,
)
from loopwright.suggest.headers.loop_reading import LoopReading
from loopwright.suggest.headers.loop_values import names_in


@dataclass
class LoopForm(LoopReading):
    """One loop of a function, written anew. Raises :class:`NotCanonical`."""

    _after: list[str] = field(default_factory=list)

    def edits(self) -> tuple[Edit, ...]:
        """The edits that give the loop its form."""
        body, condition = self.loop.child_by_field_name("body"), self.loop.child_by_field_name("condition")
        if body is None or condition is None or self.loop.type not in ("for_statement", "while_statement"):
            raise NotCanonical
        self._body = body
        condition = bare(condition)
        if self._may_run_again():
            raise NotCanonical
        starts, steps = self._starts(), self._steps()
        moved = {**steps, **self._walked()}
        if self._counts_down(condition, starts, moved):
            return self._finished()
        bound = self._bound(condition, moved, starts)
        if self._is_pointer(bound.variable):
            self._walk(bound, starts, moved)
        elif bound.variable in steps:
            self._count(bound, starts, moved)
        else:
            raise NotCanonical
        return self._finished()

    # The forms

    def _count(self, bound: Bound, starts: dict[str, Start], moved: dict[str, int]) -> None:
        """A loop whose variable is a number."""
        name, by = bound.variable, moved[bound.variable]
        if name in self._inner.sets or not self._is_number(name):
            raise NotCanonical
        start = starts.get(name) or self._start_of(bound, by)
        relation = self._relation(bound, by, start)
        others = {other: step for other, step in moved.items() if other != name}
        is_plain = self.loop.type == "for_statement" and set(starts) == {name} and not others
        if is_plain and bound.relation == relation and not bound.moved:
            raise NotCanonical  # it has its form
        if start is None:
            self._count_what_is_left(bound, others, starts)
            return
        lower = text_of(start.value)
        if others:
            self._others(others, starts, self._turns(bound, by, start, relation))
        beside = {each: one for each, one in starts.items() if each != name and each not in others}
        if beside and (any(effects_in(start.value)) or names_in(start.value) & set(starts)):
            raise NotCanonical
        self._before(beside, starts)
        self._header(f"{start.type or name} = {lower}", f"{name} {relation} {bound.text}", self._update(name, by))

    def _start_of(self, bound: Bound, by: int) -> Start | None:
        """Where a variable that the header does not set begins; ``None`` where it counts down from what it is."""
        try:
            return self._set_before(bound.variable)
        except NotCanonical:
            if by == -1 and bound.text == "0" and bound.relation in (">", "!="):
                return None
            raise

    def _relation(self, bound: Bound, by: int, start: Start | None) -> str:
        """`<` or `>` for `!=`, where that is the same."""
        name, relation = bound.variable, bound.relation
        if relation == "!=":
            kind = self._type_of(name)
            other = self._bound_type(bound.node) if bound.node is not None else Type("int")
            begins = decimal(start.value) if start is not None else None
            if is_small(kind) or by not in (1, -1):
                raise NotCanonical  # it may wrap around, or go past it
            if is_signed(kind):
                if not is_signed(other) and not (by == 1 and begins is not None):
                    raise NotCanonical
            elif begins != 0 if by == 1 else bound.text != "0":
                raise NotCanonical
            relation = "<" if by == 1 else ">"
        if (by > 0) != (relation in ("<", "<=")):
            raise NotCanonical
        return relation

    def _turns(self, bound: Bound, by: int, start: Start, relation: str) -> Turns:
        """The iterations of a loop in which other variables move too, each by one step of its own."""
        if by not in (1, -1) or not self._inner.keeps(start.value):
            raise NotCanonical
        if bound.node is not None and not self._inner.keeps(bound.node):
            raise NotCanonical
        name, lower = bound.variable, text_of(start.value)
        typing = self.names.typing
        own, other = fundamental(self._plain_type(name)), fundamental(typing.type_of(start.value).base)
        end = fundamental(typing.type_of(bound.node).base) if bound.node is not None else "int"
        is_literal = decimal(start.value) is not None
        begins = lower if start.value.type in SIMPLE else f"({lower})"
        ended = bound.text if relation in ("<", ">") else f"{bound.text} {'+' if by > 0 else '-'} 1"
        if by > 0:
            at = name if lower == "0" else f"{name} - {begins}"
            many = ended if lower == "0" else f"(({ended}) - {begins})"
        else:
            at = f"{begins} - {name}"
            many = lower if ended == "0" else f"({begins} - ({ended}))"
        kind = own if is_literal else common(own, other)
        return Turns(at, kind, many, end if is_literal else common(end, other), f"{lower} {relation} {bound.text}")

    def _count_what_is_left(self, bound: Bound, others: dict[str, int], starts: dict[str, Start]) -> None:
        """`while (left > 0) { …; left--; }` from what `left` is."""
        name = bound.variable
        kind, index = self._plain_type(name), self._fresh()
        self._others(others, starts, Turns(f"{name} - {index}", fundamental(kind), name, fundamental(kind), ""))
        for node in self._uses(name):
            self._replace(node, index)
        self.spelled.add(name)
        self._before({each: one for each, one in starts.items() if each not in others}, starts)
        if self._is_live(name, False):
            if self._leaves():
                raise NotCanonical
            is_zero = bound.relation == "!=" or not is_signed(self._type_of(name))
            self._after.append(f"{name} = 0;" if is_zero else f"{name} = {name} > 0 ? 0 : {name};")
        self._header(f"{kind} {index} = {name}", f"{index} > 0", f"{index}--")

    def _walk(self, bound: Bound, starts: dict[str, Start], moved: dict[str, int]) -> None:
        """A loop whose variable is a pointer, as one over the indices of what it points to."""
        name = bound.variable
        if moved[name] != 1 or bound.relation not in ("<", "!=") or self._leaves() or bound.node is None:
            raise NotCanonical
        start = starts.get(name)
        count, size, known = self._length(start.value if start is not None else None, name, bound.node, starts)
        index = self._fresh()
        kind = "int" if fundamental(size.base) in ("char", "short", "int") else "long"
        others = {each: by for each, by in moved.items() if each != name}
        last = {name: 1}  # how many there are may be said of it
        self._others({**others, **last}, starts, Turns(index, kind, count, fundamental(size.base), f"0 < {count}"))
        kept = {each: one for each, one in starts.items() if each not in moved}
        for each in set(kept) & names_in(bound.node) if known else ():
            if not self._is_used(each) and (kept[each].type or not self._is_live(each)):
                del kept[each]  # the end has no use any more
        self._before(kept, starts)
        self._header(f"{kind} {index} = 0", f"{index} < {count}", f"{index}++")

    def _counts_down(self, condition: Node, starts: dict[str, Start], moved: dict[str, int]) -> bool:
        """`while (n--)` and `for (i = n; i-- > 0;)`."""
        name = _counted(condition)
        if not name or not self._is_number(name) or name in moved or name in self._inner.sets:
            return False
        kind = self._type_of(name)
        if self._leaves() or is_small(kind):
            return False
        if not self._is_used(name) and name not in starts:  # as often as it says
            if self._is_live(name, False):
                return False
            index, plain = self._fresh(), fundamental(kind.base)
            self._others(moved, starts, Turns(index, plain, name, plain, f"0 < {name}"))
            self._before({each: one for each, one in starts.items() if each not in moved}, starts)
            self._header(f"{kind.base} {index} = 0", f"{index} < {name}", f"{index}++")
            return True
        start = starts.get(name) or self._set_before(name)
        if moved or set(starts) - {name} or not (start.type or not self._is_live(name)):
            raise NotCanonical
        declared = start.type or name
        lower = text_of(start.value) if start.value.type in SIMPLE else f"({text_of(start.value)})"
        if is_signed(kind) and is_signed(self.names.typing.type_of(start.value)):
            self._header(f"{declared} = {lower} - 1", f"{name} >= 0", f"{name}--")
            return True
        above = self._fresh(f"{name}_end")
        self._header(f"{kind.base} {above} = {text_of(start.value)}", f"{above} > 0", f"{above}--")
        self._inside(f"const {kind.base} {name} = {above} - 1;")
        return True

    # What moves beside

    def _others(self, others: dict[str, int], starts: dict[str, Start], turns: Turns) -> None:
        """What moves beside the loop's variable, by the iteration in which it is."""
        for name, by in others.items():
            start = starts.get(name)
            value = start.value if start is not None else None
            if name in self._inner.sets or self._is_shadowed(name):
                raise NotCanonical
            if value is not None and (names_in(value) & {*starts, *others} or not self._inner.keeps(value)):
                raise NotCanonical
            if self._is_pointer(name):
                self._move_pointer(name, by, value, turns)
            elif self._is_number(name) and not is_small(self._type_of(name)):
                self._move_number(name, by, start, turns)
            else:
                raise NotCanonical
            self.spelled.add(name)
            if (start is None or not start.type) and self._is_live(name, value is not None):
                if self._leaves():
                    raise NotCanonical
                self._after.append(self._left_behind(name, by, value, turns))

    def _move_pointer(self, name: str, by: int, value: Node | None, turns: Turns) -> None:
        """Each use of a pointer as an element of what it walks over."""
        at = turns.at if by > 0 or "unsigned" not in turns.kind else f"(long){turns.in_parentheses}"
        if value is None:
            self._indexed(name, name, times(by, at))
        elif value.type in ("identifier", "field_expression"):
            own, other = self._type_of(name), self.names.typing.type_of(value).decayed()
            if (own.base, own.layers) != (other.base, other.layers):
                raise NotCanonical
            self._indexed(name, text_of(value), times(by, at))
        else:
            begins = text_of(value) if value.type in SIMPLE else f"({text_of(value)})"
            self._inside(f"{self._declared_type_of(name)} = {begins} + {times(by, at)};")

    def _move_number(self, name: str, by: int, start: Start | None, turns: Turns) -> None:
        """Each use of a number as the sum that it is."""
        kind = self._type_of(name)
        is_alike = fundamental(kind.base) == turns.kind
        if start is None:
            at = turns.at if is_alike else f"({kind.base}){turns.in_parentheses}"
            for node in self._uses(name):
                self._replace(node, f"({name} {'+' if by > 0 else '-'} {times(abs(by), at)})")
            return
        value = start.value
        given = self.names.typing.type_of(value)
        if decimal(value) is None and fundamental(given.base) != fundamental(kind.base):
            raise NotCanonical  # its value is another one where the sum is made
        at = turns.at if is_alike or by == 1 else f"({kind.base}){turns.in_parentheses}"
        begins = text_of(value) if value.type in SIMPLE else f"({text_of(value)})"
        if begins == "0" and by > 0:
            there = times(by, at)
        else:
            there = f"{begins} {'+' if by > 0 else '-'} {times(abs(by), at)}"
        self._inside(f"{self._declared_type_of(name)} = {there};")

    def _declared_type_of(self, name: str) -> str:
        start = self._starts().get(name)
        return start.type if start is not None and start.type else self._declared_type(name)

    def _left_behind(self, name: str, by: int, value: Node | None, turns: Turns) -> str:
        """What the loop leaves in a variable."""
        many = turns.times
        kind = fundamental(self._plain_type(name)) if self._is_number(name) else ""
        if kind not in ("", "int") and kind != turns.times_kind:
            many = f"({self._plain_type(name)}){many if many.isidentifier() else f'({many})'}"
        total = times(abs(by), many)
        if turns.runs and not turns.times.isdigit():
            total = f"({turns.runs} ? {total} : 0)"
        elif not turns.runs and not turns.times.isdigit():
            total = f"(0 < {turns.times} ? {total} : 0)"
        sign = "+" if by > 0 else "-"
        if value is None:
            return f"{name} {sign}= {total};"
        return f"{name} = {text_of(value)} {sign} {total};"

    def _indexed(self, name: str, base: str, at: str) -> None:
        for node in self._uses(name):
            parent = node.parent
            if parent is not None and parent.type == "update_expression":
                node, parent = parent, parent.parent
            if parent is not None and parent.type == "pointer_expression" and text_of(parent).startswith("*"):
                self._replace(parent, f"{base}[{at}]")
            elif parent is not None and parent.type == "field_expression" and parent.children[1].type == "->":
                self._edits.append(Edit(Span(node.start_byte, parent.children[1].end_byte), f"{base}[{at}]."))
            else:
                self._replace(node, f"({base} + {at})")

    # What is written

    def _before(self, beside: dict[str, Start], starts: dict[str, Start]) -> None:
        """What else the header sets stands before the loop, in a block with it."""
        if not beside:
            return
        if set(beside) & self._inner.sets and any(start.type == "" for start in beside.values()):
            raise NotCanonical
        ready: set[str] = set()
        for name, start in beside.items():
            has_effects = any(each for each in effects_in(start.value) if not self._is_size(each))
            if has_effects or names_in(start.value) & (set(starts) - ready):
                raise NotCanonical
            ready.add(name)
        lines = " ".join(f"{start.type or name} = {text_of(start.value)};" for name, start in beside.items())
        if any(start.type for start in beside.values()):
            self._edits.append(Edit(Span(self.loop.start_byte, self.loop.start_byte), f"{{ {lines} "))
            self._after.append("}")
        else:
            self._edits.append(Edit(Span(self.loop.start_byte, self.loop.start_byte), f"{lines} "))
            self._in_block()

    def _header(self, first: str, condition: str, update: str) -> None:
        span = Span(self.loop.start_byte, header_end(self.loop, self._body))
        self._edits.append(Edit(span, f"for ({first}; {condition}; {update})"))

    def _update(self, name: str, by: int) -> str:
        given = self.loop.child_by_field_name("update")
        if given is not None and given.type != "comma_expression":
            return text_of(given)
        return f"{name}{'++' if by == 1 else '--'}" if by in (1, -1) else f"{name} {'+' if by > 0 else '-'}= {abs(by)}"

    def _inside(self, statement: str) -> None:
        """A statement at the beginning of the body."""
        if self._body.type == "compound_statement":
            at = self._body.start_byte + 1
            self._edits.append(Edit(Span(at, at), f" {statement}"))
            return
        self._edits.append(Edit(Span(self._body.start_byte, self._body.start_byte), f"{{ {statement} "))
        self._edits.append(Edit(Span(self._body.end_byte, self._body.end_byte), " }"))

    def _replace(self, node: Node, text: str) -> None:
        self._edits.append(Edit(Span(node.start_byte, node.end_byte), text))

    def _in_block(self) -> None:
        if self.loop.parent is None or self.loop.parent.type != "compound_statement":
            raise NotCanonical

    def _finished(self) -> tuple[Edit, ...]:
        if self._after:
            if self._after[-1] != "}":  # it has a block of its own
                self._in_block()
            self._edits.append(Edit(Span(self.loop.end_byte, self.loop.end_byte), " " + " ".join(self._after)))
        return tuple(merged(self._edits))


@dataclass
class ElementForm(LoopReading):
    """A loop whose variable is an iterator of a container that keeps its elements together (`it = v.begin(); it != v.end(); ++it`), as one over
    their numbers. Raises :class:`NotCanonical`."""

    def edits(self) -> tuple[Edit, ...]:
        """The edits that give the loop its form."""
        body, condition = self.loop.child_by_field_name("body"), self.loop.child_by_field_name("condition")
        if body is None or condition is None or self.loop.type != "for_statement":
            raise NotCanonical
        self._body = body
        starts, steps = self._starts(), self._steps()
        if len(starts) != 1 or self._leaves() or self._may_run_again():
            raise NotCanonical
        ((name, start),) = starts.items()
        container = self._asked(start.value, ("begin", "cbegin"))
        if steps != {name: 1} or container != self._end(bare(condition), name) or self._is_shadowed(name):
            raise NotCanonical
        if (
            name in self._inner.sets
            or not self._keeps_its_elements(container)
            or (not start.type and self._is_live(name))
        ):
            raise NotCanonical
        index = self._fresh()
        for node in self._uses(name):
            self._element(node, f"{container}[{index}]")
        self.spelled.add(name)
        header = f"for (std::size_t {index} = 0; {index} < {container}.size(); ++{index})"
        self._edits.append(Edit(Span(self.loop.start_byte, header_end(self.loop, body)), header))
        return tuple(merged(self._edits))

    def _end(self, condition: Node, name: str) -> str:
        """The container at whose end the iterator stops."""
        left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
        sign = text_of(condition.child_by_field_name("operator"))
        if condition.type != "binary_expression" or left is None or right is None or sign not in ("!=", "<"):
            return ""
        return self._asked(right, ("end", "cend")) if text_of(left) == name else ""

    def _keeps_its_elements(self, container: str) -> bool:
        """Whether the body does nothing with a container but use its elements."""
        own = container.split(".")[-1].split("->")[-1]
        for node in (self._body, *descendants(self._body)):
            if text_of(node) != own or node.type not in ("identifier", "field_identifier"):
                continue
            path = node.parent if node.type == "field_identifier" and node.parent is not None else node
            user = path.parent
            is_used = user is not None and user.type == "subscript_expression"
            is_asked = user is not None and text_of(user.child_by_field_name("field")) in ("size", "at", "empty")
            if not is_used and not is_asked:
                return False
        return bool(own) and own not in self._inner.sets

    def _element(self, node: Node, element: str) -> None:
        """One use of the iterator."""
        user = node.parent
        if user is not None and user.type == "pointer_expression" and text_of(user).startswith("*"):
            self._edits.append(Edit(Span(user.start_byte, user.end_byte), element))
        elif user is not None and user.type == "field_expression" and user.children[1].type == "->":
            self._edits.append(Edit(Span(node.start_byte, user.children[1].end_byte), f"{element}."))
        else:
            raise NotCanonical


def _counted(condition: Node) -> str:
    """The variable of `n--`, `n-- > 0`, `n-- != 0`."""
    compared, relation, zero = condition, "", "0"
    if condition.type == "binary_expression":
        left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
        if left is None or right is None:
            return ""
        compared, relation, zero = bare(left), text_of(condition.child_by_field_name("operator")), text_of(right)
    is_counted = compared.type == "update_expression" and text_of(compared).endswith("--")
    if not is_counted or zero != "0" or relation not in ("", ">", "!="):
        return ""
    return text_of(compared.child_by_field_name("argument"))
