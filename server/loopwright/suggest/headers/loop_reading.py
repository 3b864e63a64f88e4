"""A loop as it is read: where its variables begin, how they move on, where it ends, which of them are used behind it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.declarators import read_type
from loopwright.lang.types import Type, is_integer
from loopwright.lazily import cached_property
from loopwright.source.edits import Edit
from loopwright.source.headers import read_header
from loopwright.source.nodes import bare, nearest, text_of
from loopwright.source.text import Span
from loopwright.suggest.headers.loop_parts import (
    LOOPS,
    SIMPLE,
    Bound,
    NotCanonical,
    Start,
    commas,
    continues_in,
    decimal,
    effects_in,
    is_signed,
    is_sum_or_product,
    leaves_in,
    shifted,
    step_of,
)
from loopwright.suggest.headers.loop_values import Names, Stretch, names_in, set_by

_INDICES = ("i", "j", "k", "l", "m")
_MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}


@dataclass
class LoopReading:
    """One loop of a function. Raises :class:`NotCanonical` for what is not known. ``spelled`` are the names that the body calls otherwise when it
    is written anew."""

    names: Names
    loop: Node
    spelled: set[str] = field(default_factory=set)
    _body: Node = field(init=False)
    _edits: list[Edit] = field(default_factory=list)
    _own: list[Span] = field(default_factory=list)  # what moves the variables of the loop on

    # What stands there

    def _starts(self) -> dict[str, Start]:
        """What the header sets."""
        found: dict[str, Start] = {}
        node = self.loop.child_by_field_name("initializer")
        if node is None:
            return found
        if node.type == "declaration":
            for declarator in node.children_by_field_name("declarator"):
                value = declarator.child_by_field_name("value")
                if declarator.type != "init_declarator" or value is None:
                    raise NotCanonical
                name = read_type(declarator, node)[0]
                found[name] = Start(value, self._declaring(node, declarator))
            return found
        for part in commas(node):
            left, right = part.child_by_field_name("left"), part.child_by_field_name("right")
            if part.type != "assignment_expression" or left is None or right is None or left.type != "identifier":
                raise NotCanonical
            if text_of(part.child_by_field_name("operator")) != "=" or text_of(left) in found:
                raise NotCanonical
            found[text_of(left)] = Start(right)
        return found

    def _declaring(self, declaration: Node, declarator: Node) -> str:
        """`const double *p` of a declaration with a value."""
        first = declaration.children_by_field_name("declarator")[0]
        words = [text_of(child) for child in declaration.children if child.end_byte <= first.start_byte]
        return f"{' '.join(words)} {text_of(declarator.child_by_field_name('declarator'))}"

    def _steps(self) -> dict[str, int]:
        """Variables with what each iteration adds to them at its end: of a `while` loop those of its last statements."""
        found: dict[str, int] = {}
        if self.loop.type == "for_statement":
            update = self.loop.child_by_field_name("update")
            parts = commas(update) if update is not None else []
            for part in parts:
                found.update([step_of(part)])
            if len(found) != len(parts):
                raise NotCanonical
            return found
        if self._body.type != "compound_statement" or any(continues_in(self._body)):
            return found
        for statement in reversed([child for child in self._body.named_children if child.type != "comment"]):
            inner = statement.named_children
            if statement.type != "expression_statement" or len(inner) != 1:
                break
            try:
                name, by = step_of(inner[0])
            except NotCanonical:
                break
            if name in found:
                raise NotCanonical
            found[name] = by
            self._own.append(Span(statement.start_byte, statement.end_byte))
            self._edits.append(Edit(self._with_line(statement), ""))
        return found

    def _walked(self) -> dict[str, int]:
        """Pointers that the body moves on once in each iteration, as `*p++`, and uses nowhere else."""
        found: dict[str, int] = {}
        for node in descendants(self._body):
            if node.type != "update_expression" or text_of(node)[-2:] != "++" or node.parent is None:
                continue
            name = text_of(node.child_by_field_name("argument"))
            if node.parent.type != "pointer_expression" or not text_of(node.parent).startswith("*"):
                continue
            uses = [each for each in descendants(self._body) if each.type == "identifier" and text_of(each) == name]
            if (
                len(uses) == 1
                and self._is_pointer(name)
                and self._always_runs(node)
                and not any(continues_in(self._body))
            ):
                found[name] = 1
                self._own.append(Span(node.start_byte, node.end_byte))
        return found

    def _always_runs(self, node: Node) -> bool:
        """Whether a part of the body runs once in each iteration."""
        parent = node.parent
        while parent is not None and parent != self._body:
            if parent.type not in (
                "expression_statement", "assignment_expression", "pointer_expression", "parenthesized_expression",
                "subscript_expression", "cast_expression", "argument_list", "call_expression", "init_declarator", "declaration",
                "binary_expression", "compound_statement", "unary_expression",
            ) or (parent.type == "binary_expression" and text_of(parent.child_by_field_name("operator")) in ("&&", "||")):  # fmt: skip
                return False
            parent = parent.parent
        return self._body.type in ("compound_statement", "expression_statement")

    def _bound(self, condition: Node, by: dict[str, int], starts: dict[str, Start]) -> Bound:
        """The condition, with the variable alone on the left."""
        if condition.type == "identifier" and text_of(condition) in by and self._is_number(text_of(condition)):
            return Bound(text_of(condition), "!=", None, "0")
        if condition.type != "binary_expression" or not by:
            raise NotCanonical
        left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
        relation = text_of(condition.child_by_field_name("operator"))
        if left is None or right is None or relation not in _MIRROR:
            raise NotCanonical
        for one, other, sign in ((left, right, relation), (right, left, _MIRROR[relation])):
            if names_in(other) & by.keys() or any(each for each in effects_in(other) if not self._is_size(each)):
                continue
            if one.type == "identifier" and text_of(one) in by:
                return Bound(text_of(one), sign, other, text_of(other))
            moved = shifted(one)
            if moved is not None and moved[0] in by and self._is_number(moved[0]):
                return self._less(moved[0], sign, other, moved[1], starts.get(moved[0]))
        raise NotCanonical

    def _less(self, name: str, relation: str, bound: Node, by: int, start: Start | None) -> Bound:
        """`name + by relation bound` without the sum. The difference of what may be unsigned must not wrap around."""
        kind, other = self._type_of(name), self._bound_type(bound)
        text = text_of(bound) if bound.type in SIMPLE else f"({text_of(bound)})"
        if relation in ("<=", ">") and by > 0:
            by, relation = by - 1, "<" if relation == "<=" else ">="
        if is_signed(kind) and is_signed(other) and relation != "!=":
            if by == 0:
                return Bound(name, relation, bound, text_of(bound), True)
            plain = text_of(bound) if bound.type == "binary_expression" and is_sum_or_product(bound) else text
            return Bound(name, relation, bound, f"{plain} {'-' if by > 0 else '+'} {abs(by)}", True)
        if relation != "<" or by < 0 or not is_integer(other.base) or other.layers:
            raise NotCanonical
        if is_signed(kind) and not (start is not None and decimal(start.value) is not None):
            raise NotCanonical  # it may be negative, which is much for an unsigned bound
        if by == 0:
            return Bound(name, relation, bound, text_of(bound), True)
        if not self._stays(bound):
            raise NotCanonical
        if is_signed(other):
            text = f"({self._plain_type(name)}){text}"
        less = f"{text} - {by}"
        return Bound(name, relation, bound, less if self._is_more(bound, by) else f"({text} > {by} ? {less} : 0)", True)

    def _is_more(self, bound: Node, by: int) -> bool:
        """Whether a loop around says so: `k + 1 < n` from a number on, with an `n` that stays what it is."""
        around = self.loop.parent
        while around is not None and around != self.names.function:
            condition = around.child_by_field_name("condition") if around.type == "for_statement" else None
            if condition is not None and _leaves_room(around, bare(condition), bound, by):
                return Stretch(self.names, tuple(descendants(around))).keeps(bound)
            around = around.parent
        return False

    def _stays(self, bound: Node) -> bool:
        """Whether a bound is the same in all iterations."""
        if not self._is_size(bound):
            return self._inner.keeps(bound)
        named = names_in(bound)
        calls = (node for node in self._inner.nodes if node.type == "call_expression" and not self._is_size(node))
        return not named & self._inner.sets and not any(named & names_in(call) for call in calls)

    def _is_size(self, node: Node) -> bool:
        """Whether it is `v.size()` of a container of the library."""
        return bool(self._asked(node, ("size", "length")))

    def _asked(self, call: Node, names: Container[str]) -> str:
        """The container of the library of which one of these methods is called; empty for others."""
        function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        if function is None or function.type != "field_expression" or arguments is None or arguments.named_children:
            return ""
        container = function.child_by_field_name("argument")
        is_named = text_of(function.child_by_field_name("field")) in names
        return text_of(container) if is_named and container is not None and self._is_sequence(container) else ""

    def _is_sequence(self, container: Node) -> bool:
        """Whether it is a container of the library that keeps its elements together."""
        kind = self.names.typing.type_of(container)
        member = self.names.members.get(text_of(container)) if not kind.base else None
        return bool((kind if member is None else self.names.typing.scopes.expanded(member.type)).sequence)

    def _bound_type(self, bound: Node) -> Type:
        return Type("size_t") if self._is_size(bound) else self.names.typing.type_of(bound)

    def _set_before(self, name: str) -> Start:
        """What the statement right before the loop sets its variable to; it goes into the header."""
        before = self.loop.prev_named_sibling
        if self.loop.parent is None or self.loop.parent.type != "compound_statement" or before is None:
            raise NotCanonical
        if before.type == "declaration":
            declarators = before.children_by_field_name("declarator")
            value = declarators[-1].child_by_field_name("value")
            if value is None or name not in (read_type(each, before)[0] for each in declarators):
                raise NotCanonical
            own = next(each for each in declarators if read_type(each, before)[0] == name)
            value = own.child_by_field_name("value")
            if value is None or any(effects_in(before)):
                raise NotCanonical
            if len(declarators) > 1 or self._is_live(name):
                return Start(value)
            start = Start(value, self._declaring(before, own), before)
        else:
            inner = before.named_children
            if before.type != "expression_statement" or len(inner) != 1 or inner[0].type != "assignment_expression":
                raise NotCanonical
            left, value = inner[0].child_by_field_name("left"), inner[0].child_by_field_name("right")
            is_plain = text_of(inner[0].child_by_field_name("operator")) == "="
            if left is None or value is None or text_of(left) != name or not is_plain or any(effects_in(value)):
                raise NotCanonical
            start = Start(value, "", before)
        assert start.statement is not None
        self._edits.append(Edit(self._with_line(start.statement), ""))
        return start

    # What values are

    @cached_property
    def _inner(self) -> Stretch:
        """The body, but for what moves the variables of the loop on."""
        nodes = (self._body, *descendants(self._body))
        return Stretch(self.names, tuple(node for node in nodes if not self._moves_on(node)))

    def _moves_on(self, node: Node) -> bool:
        return any(span.start <= node.start_byte < span.end for span in self._own)

    def _since(self, value: Node) -> tuple[Stretch, bool]:
        """All that runs from a value to the end of the loop, with what stands in loops around it; whether there are none."""
        outer, around = self.loop, self.loop.parent
        while around is not None and around != self.names.function:
            if around.type in LOOPS and around.start_byte > value.end_byte:
                outer = around
            around = around.parent
        alone = outer == self.loop
        nodes = (
            node
            for node in descendants(self.names.function)
            if value.end_byte <= node.start_byte < outer.end_byte and not (alone and self._is_update(node))
        )
        return Stretch(self.names, tuple(nodes)), alone

    def _is_update(self, node: Node) -> bool:
        update = self.loop.child_by_field_name("update")
        return self._moves_on(node) or (update is not None and update.start_byte <= node.start_byte < update.end_byte)

    def _length(self, base: Node | None, name: str, end: Node, starts: dict[str, Start]) -> tuple[str, Type, bool]:
        """How many elements lie between a pointer and its end: the text, its type, whether the end's own variable is not named."""
        begins = text_of(base) if base is not None else name
        told, known, alike = end, False, {begins}
        ended = text_of(end)
        if end.type == "identifier" and ended in starts:
            told, known = starts[ended].value, True
            order = list(starts)
            if name in starts and order.index(name) < order.index(ended):
                alike.add(name)
        elif end.type == "identifier":
            value = self._only_value(ended)
            told = value if value is not None and self._since(value)[0].keeps(value) else end
        first = self._only_value(begins, self.loop) if begins.isidentifier() else None
        if first is not None:
            since, alone = self._since(first)
            if alone and since.keeps(first):
                alike.add(text_of(first))
        if not known and not self._inner.keeps(end):
            raise NotCanonical
        if told.type == "binary_expression" and text_of(told.child_by_field_name("operator")) == "+":
            left, right = told.child_by_field_name("left"), told.child_by_field_name("right")
            if left is not None and right is not None and text_of(left) in alike and self._inner.keeps(right):
                kind = self.names.typing.type_of(right)
                if (
                    is_signed(kind) or right.type in SIMPLE or "-" not in text_of(right)
                ):  # what wraps around is no length
                    return text_of(right) if right.type in SIMPLE else f"({text_of(right)})", kind, known
        if base is not None and (base.type not in SIMPLE or any(effects_in(base))):
            raise NotCanonical
        if known and not self._inner.keeps(told):
            raise NotCanonical
        return f"({ended} - {begins})", Type("long"), False

    def _only_value(self, name: str, but: Node | None = None) -> Node | None:
        """What a local of the function is declared with, if nothing sets it anew, ``but`` in that loop."""
        own = self.names.own_variable(name, self.loop.start_byte)
        if own is None:
            return None
        found = None
        for node in descendants(self.names.function):
            if node.type == "init_declarator" and node.parent is not None and read_type(node, node.parent)[0] == name:
                if found is not None or node.start_byte > self.loop.start_byte or node.start_byte > own.span.end:
                    return None
                if node.end_byte <= own.span.start:
                    return None
                found = node.child_by_field_name("value")
            elif name in set_by(node) and node.type != "declaration":
                if but is None or not but.start_byte <= node.start_byte < but.end_byte:
                    return None
        return None if found is None or any(effects_in(found)) else found

    # What is known of names

    def _type_of(self, name: str) -> Type:
        return self.names.type_of(name, self._body.start_byte)

    def _is_pointer(self, name: str) -> bool:
        return self._type_of(name).layers == ("*",)

    def _is_number(self, name: str) -> bool:
        kind = self._type_of(name)
        return not kind.layers and is_integer(kind.base)

    def _plain_type(self, name: str) -> str:
        """The type of a number, without qualifiers."""
        return self._type_of(name).base

    def _declared_type(self, name: str) -> str:
        for node in descendants(self.names.function):
            if node.type in ("declaration", "parameter_declaration"):
                for declarator in node.children_by_field_name("declarator"):
                    if read_type(declarator, node)[0] == name:
                        first = node.children_by_field_name("declarator")[0]
                        words = [text_of(c) for c in node.children if c.end_byte <= first.start_byte]
                        inner = (
                            declarator.child_by_field_name("declarator")
                            if declarator.type == "init_declarator"
                            else declarator
                        )
                        return f"{' '.join(words)} {text_of(inner)}"
        raise NotCanonical

    def _is_shadowed(self, name: str) -> bool:
        """Whether the body declares another variable of that name."""
        return any(
            name in (read_type(each, node)[0] for each in node.children_by_field_name("declarator"))
            for node in descendants(self._body)
            if node.type == "declaration"
        )

    def _is_used(self, name: str) -> bool:
        """Whether the body names it, but where it moves on."""
        return any(self._uses(name))

    def _uses(self, name: str) -> Iterator[Node]:
        """Where the body names it. Statements that are taken out do not count."""
        removed = [edit.span for edit in self._edits if not edit.text]
        for node in (self._body, *descendants(self._body)):
            if node.type == "identifier" and text_of(node) == name:
                if not any(span.start <= node.start_byte < span.end for span in removed):
                    yield node

    def _is_live(self, name: str, begins_anew: bool = True) -> bool:
        """Whether a variable is named where what the loop leaves in it may be read: by itself too, where it does not begin anew and
        stands in another loop."""
        scopes = self.names.typing.scopes
        own = scopes.lookup(name, self._body.start_byte)
        around, first = self.loop.parent, self.loop.end_byte
        while around is not None and around != self.names.function:
            if around.type in LOOPS and own is not None and own.scope.start < around.start_byte:  # it may come back
                first = around.start_byte
                if not begins_anew:
                    return True
            around = around.parent
        before = self.loop.prev_named_sibling
        for node in descendants(self.names.function):
            if node.type != "identifier" or text_of(node) != name or node.start_byte < first:
                continue
            if self.loop.start_byte <= node.start_byte < self.loop.end_byte:
                continue
            if before is not None and before.type == "declaration" and node.parent in (before, *descendants(before)):
                continue  # it begins anew
            if scopes.lookup(name, node.start_byte) == own:
                return True
        return False

    def _leaves(self) -> bool:
        """Whether it may end early with what it has moved so far still to be read."""
        if any(leaves_in(self._body)):
            return True
        around = nearest(self.loop, ("try_statement",))
        nodes = (self._body, *descendants(self._body))
        return around is not None and any(node.type in ("throw_statement", "call_expression") for node in nodes)

    def _fresh(self, wanted: str = "") -> str:
        """A name that the function does not use."""
        first = (wanted,) if wanted else _INDICES
        candidates: Sequence[str] = [*first, *(f"{first[0]}{number}" for number in range(2, 100))]
        for name in candidates:
            if name not in self.names.words and name not in self.names.typing.scopes.macros:
                self.names.words.add(name)
                return name
        raise NotCanonical

    def _may_run_again(self) -> bool:
        """Whether a `goto` comes back to it, or into it."""
        loop = Span(self.loop.start_byte, self.loop.end_byte)
        for label, goto in self.names.jumps:
            is_within = loop.start < label < loop.end and not loop.start < goto < loop.end
            if label <= loop.start < goto or is_within:
                return True
        return False

    def _with_line(self, statement: Node) -> Span:
        """A statement with its line, where it stands alone on it."""
        data = self.names.typing.scopes.outline.source.data
        start, end = statement.start_byte, statement.end_byte
        line = data.rfind(b"\n", 0, start) + 1
        after = data.find(b"\n", end)
        if not data[line:start].strip() and after >= 0 and not data[end:after].strip():
            return Span(line, after + 1)
        return Span(start, end)


def _leaves_room(loop: Node, condition: Node, bound: Node, by: int) -> bool:
    """Whether the body of a loop that counts up from a number runs only where ``bound`` is more than ``by``."""
    left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
    if left is None or right is None or text_of(condition.child_by_field_name("operator")) != "<":
        return False
    header, moved = read_header(loop), shifted(bare(left))
    if moved is None or header.variable != moved[0] or header.step != "1" or moved[1] < by:
        return False
    return text_of(bare(right)) == text_of(bound) and (header.lower or "").isdigit()
