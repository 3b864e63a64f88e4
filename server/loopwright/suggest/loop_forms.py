"""A loop as people write it → the same loop with a header that OpenACC takes (3.4, 2.9): `while` loops that count, pointers that walk
over an array, bounds such as `i + 1 < n` and `i != n`, several variables in one header. The new text means the same to a C compiler."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.declarators import read_type
from loopwright.lang.types import Type, canonical, is_integer
from loopwright.source.edits import Edit
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import Span
from loopwright.suggest.loop_parts import (
    LOOPS,
    SIMPLE,
    Bound,
    Names,
    NotCanonical,
    Start,
    calls_in,
    commas,
    continues_in,
    effects_in,
    header_end,
    is_signed,
    is_sum,
    leaves_in,
    merged,
    set_by,
    shifted,
    step_of,
)

_MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}
_INDICES = ("i", "j", "k", "l", "m")


@dataclass
class LoopForm:
    """One loop of a function, read and written anew. Raises :class:`NotCanonical`."""

    names: Names
    loop: Node
    _body: Node = field(init=False)
    _edits: list[Edit] = field(default_factory=list)
    _after: list[str] = field(default_factory=list)
    _own: list[Span] = field(default_factory=list)  # what moves the variables of the loop on

    def edits(self) -> tuple[Edit, ...]:
        """The edits that give the loop its form."""
        body = self.loop.child_by_field_name("body")
        if body is None or self.loop.type not in ("for_statement", "while_statement"):
            raise NotCanonical
        self._body = body
        condition = self.loop.child_by_field_name("condition")
        if condition is None:
            raise NotCanonical
        condition = bare(condition)
        starts = self._starts()
        steps = self._steps()
        if not steps and self._counts_down(condition, starts):
            return self._finished()
        walked = self._walked()
        bound = self._bound(condition, {**steps, **walked})
        by = {**steps, **walked}[bound.variable]
        if self._is_pointer(bound.variable):
            self._walk(bound, by, starts, steps, walked)
        else:
            self._count(bound, by, starts, steps, walked)
        return self._finished()

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

    def _changed(self) -> set[str]:
        """Names that the body sets, but for what moves the variables of the loop on."""
        found: set[str] = set()
        for node in (self._body, *descendants(self._body)):
            if not any(span.start <= node.start_byte < span.end for span in self._own):
                found |= set_by(node)
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

    def _bound(self, condition: Node, by: dict[str, int]) -> Bound:
        """The condition, with the variable alone on the left."""
        if condition.type != "binary_expression" or not by:
            raise NotCanonical
        left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
        relation = text_of(condition.child_by_field_name("operator"))
        if left is None or right is None or relation not in _MIRROR:
            raise NotCanonical
        for one, other, sign in ((left, right, relation), (right, left, _MIRROR[relation])):
            if {text_of(each) for each in (other, *descendants(other)) if each.type == "identifier"} & by.keys():
                continue
            if any(
                each.type in ("call_expression", "update_expression", "assignment_expression")
                for each in (other, *descendants(other))
            ):
                continue
            if one.type == "identifier" and text_of(one) in by:
                return Bound(text_of(one), sign, other, text_of(other))
            moved = shifted(one)
            if moved is not None and moved[0] in by and not self._is_pointer(moved[0]):
                return self._less(moved[0], sign, other, moved[1])
        raise NotCanonical

    def _less(self, name: str, relation: str, bound: Node, by: int) -> Bound:
        """`name + by relation bound` without the sum. The difference of what may be unsigned must not wrap around."""
        if relation in ("<=", ">") and by > 0:
            by, relation = by - 1, "<" if relation == "<=" else ">="
        text = text_of(bound) if bound.type in SIMPLE else f"({text_of(bound)})"
        if by == 0:
            return Bound(name, relation, bound, text_of(bound), True)
        if by < 0:
            return Bound(name, relation, bound, f"{text} + {-by}", True)
        if relation != "!=" and self._is_signed(name) and is_signed(self.names.typing.type_of(bound)):
            plain = text_of(bound) if bound.type == "binary_expression" and is_sum(bound) else text
            return Bound(name, relation, bound, f"{plain} - {by}", True)
        if relation != "<":
            raise NotCanonical
        return Bound(name, relation, bound, f"({text} > {by} ? {text} - {by} : 0)", True)

    # What is written

    def _count(
        self, bound: Bound, by: int, starts: dict[str, Start], steps: dict[str, int], walked: dict[str, int]
    ) -> None:
        """A loop whose variable is a number."""
        name, relation = bound.variable, bound.relation
        if name not in steps or name in self._changed() or not self._is_number(name):
            raise NotCanonical
        start = starts.get(name) or self._set_before(name)
        if relation == "!=":
            if by not in (1, -1) or not (self._is_signed(name) or (by == 1 and text_of(start.value) == "0")):
                raise NotCanonical
            relation = "<" if by == 1 else ">"
        if (by > 0) != (relation in ("<", "<=")):
            raise NotCanonical
        others = {other: step for other, step in {**steps, **walked}.items() if other != name}
        is_plain = self.loop.type == "for_statement" and set(starts) == {name} and not others
        if is_plain and bound.relation == relation and not bound.moved:
            raise NotCanonical  # it has its form
        lower = text_of(start.value)
        if others and by != 1:
            raise NotCanonical
        at = name if lower == "0" else f"{name} - {lower if start.value.type in SIMPLE else f'({lower})'}"
        count = bound.text if relation == "<" else f"{bound.text} + 1"
        times = count if lower == "0" else f"({count}) - ({lower})"
        self._others(
            others, starts, at, times if lower == "0" else f"({times})", bound, f"{lower} {relation} {bound.text}"
        )
        self._before({each: each_start for each, each_start in starts.items() if each != name and each not in others})
        declared = start.type or name
        self._header(f"{declared} = {lower}", f"{name} {relation} {bound.text}", self._update(name, by))

    def _walk(
        self, bound: Bound, by: int, starts: dict[str, Start], steps: dict[str, int], walked: dict[str, int]
    ) -> None:
        """A loop whose variable is a pointer, as one over the indices of what it points to."""
        name = bound.variable
        if by != 1 or bound.relation not in ("<", "!=") or any(leaves_in(self._body)):
            raise NotCanonical
        start = starts.get(name)
        base = start.value if start is not None else None
        count = self._length(base, name, bound.node, starts)
        index = self._fresh()
        kind = "int" if canonical(count[1].base) in ("char", "short", "int") else "long"
        others = {**steps, **walked}
        self._others(others, starts, index, count[0], bound, "")
        names = {text_of(each) for each in (bound.node, *descendants(bound.node)) if each.type == "identifier"}
        kept = {each: one for each, one in starts.items() if each not in others}
        if set(kept) & names and count[2]:  # the end has no use any more
            kept = {each: one for each, one in kept.items() if each not in names}
        self._before(kept)
        self._header(f"{kind} {index} = 0", f"{index} < {count[0]}", f"{index}++")

    def _counts_down(self, condition: Node, starts: dict[str, Start]) -> bool:
        """`while (n--)` and `for (i = n; i-- > 0;)`."""
        compared, relation, zero = condition, "", "0"
        if condition.type == "binary_expression":
            left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
            if left is None or right is None:
                return False
            compared, relation, zero = bare(left), text_of(condition.child_by_field_name("operator")), text_of(right)
        if (
            compared.type != "update_expression"
            or not text_of(compared).endswith("--")
            or zero != "0"
            or relation not in ("", ">", "!=")
        ):
            return False
        name = text_of(compared.child_by_field_name("argument"))
        if not self._is_number(name) or name in self._changed() or any(leaves_in(self._body)):
            return False
        used = any(
            each.type == "identifier" and text_of(each) == name for each in (self._body, *descendants(self._body))
        )
        walked = self._walked()
        if not used and name not in starts:  # as often as it says
            if self._is_live(name, False):
                return False
            index = self._fresh()
            self._others(walked, {}, index, name, None, "")
            kind = self._plain_type(name)
            self._header(f"{kind} {index} = 0", f"{index} < {name}", f"{index}++")
            return True
        start = starts.get(name) or self._set_before(name)
        if walked or set(starts) - {name} or not (start.type or not self._is_live(name)):
            return False
        declared = start.type or name
        lower = text_of(start.value) if start.value.type in SIMPLE else f"({text_of(start.value)})"
        if is_signed(self._type_of(name)) and is_signed(self.names.typing.type_of(start.value)):
            self._header(f"{declared} = {lower} - 1", f"{name} >= 0", f"{name}--")
            return True
        above = self._fresh(f"{name}_end")
        kind = self._plain_type(name)
        self._header(f"{kind} {above} = {text_of(start.value)}", f"{above} > 0", f"{above}--")
        self._inside(f"const {kind} {name} = {above} - 1;")
        return True

    def _others(
        self, others: dict[str, int], starts: dict[str, Start], at: str, times: str, bound: Bound | None, runs: str
    ) -> None:
        """What moves beside the loop's variable, by the iteration ``at`` which it is. ``runs`` is asked where it may not run at all."""
        for name, by in others.items():
            start = starts.get(name)
            changed = self._changed()
            value = start.value if start is not None else None
            if name in changed or self._is_shadowed(name):
                raise NotCanonical
            if value is not None and any(effects_in(value)):
                raise NotCanonical
            names = (
                {text_of(e) for e in (value, *descendants(value)) if e.type == "identifier"}
                if value is not None
                else set()
            )
            if names & (changed | set(others)) or not (self._is_pointer(name) or self._is_number(name)):
                raise NotCanonical
            moved = at if by == 1 else f"{by} * {at if at.isidentifier() else f'({at})'}"
            begins = name if value is None else text_of(value)
            if self._is_pointer(name) and (value is None or self._stays(value)):
                self._indexed(name, begins, moved)
            elif value is None:
                self._shifted_uses(name, moved)
            elif start is not None:
                begins = begins if value.type in SIMPLE else f"({begins})"
                value_there = moved if begins == "0" else f"{begins} + {moved}"
                self._inside(f"{start.type or self._declared_type(name)} = {value_there};")
            if start is not None and start.type:
                continue
            if self._is_live(name, value is not None):
                if any(leaves_in(self._body)):
                    raise NotCanonical
                total = times if by == 1 else f"{by} * {times if times.isidentifier() else f'({times})'}"
                if runs or not times.isdigit():
                    asked = runs or f"0 < {times}"
                    total = f"({asked} ? {total} : 0)"
                self._after.append(f"{name} += {total};" if value is None else f"{name} = {text_of(value)} + {total};")

    def _stays(self, value: Node) -> bool:
        """Whether a pointer has a name that is good in all of the body: a variable, or a member that nothing there sets."""
        if value.type == "identifier":
            return True
        inside = (self._body, *descendants(self._body))
        set_ = {text_of(node.child_by_field_name("left")) for node in inside if node.type == "assignment_expression"}
        return value.type == "field_expression" and text_of(value) not in set_ and not any(calls_in(self._body))

    def _indexed(self, name: str, base: str, at: str) -> None:
        """Each use of a pointer in the body as an element of what it walks over."""
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

    def _shifted_uses(self, name: str, at: str) -> None:
        for node in self._uses(name):
            self._replace(node, f"({name} + {at})")

    def _uses(self, name: str) -> Iterator[Node]:
        removed = [edit.span for edit in self._edits if not edit.text]
        for node in (self._body, *descendants(self._body)):
            if node.type == "identifier" and text_of(node) == name:
                if not any(span.start <= node.start_byte < span.end for span in removed):
                    yield node

    def _length(self, base: Node | None, name: str, end: Node, starts: dict[str, Start]) -> tuple[str, Type, bool]:
        """How many elements lie between a pointer and its end: the text, its type, whether the end's own variable is not named."""
        begins = text_of(base) if base is not None else name
        alike = {begins}
        first = self._only_value(begins, self.loop) if begins.isidentifier() else None
        if first is not None and not self._changes(first):
            alike.add(text_of(first))
        told, known = end, False
        if end.type == "identifier" and text_of(end) in starts:
            told, known = starts[text_of(end)].value, True
        elif end.type == "identifier":
            value = self._only_value(text_of(end))
            told = value if value is not None else end
        if told.type == "binary_expression" and text_of(told.child_by_field_name("operator")) == "+":
            left, right = told.child_by_field_name("left"), told.child_by_field_name("right")
            if left is not None and right is not None and text_of(left) in alike and not self._changes(told):
                text = text_of(right) if right.type in SIMPLE else f"({text_of(right)})"
                return text, self.names.typing.type_of(right), known
        if base is not None and (base.type not in SIMPLE or any(effects_in(base))):
            raise NotCanonical
        return f"({text_of(end)} - {begins})", Type("long"), False

    def _only_value(self, name: str, but: Node | None = None) -> Node | None:
        """What a local of the function is declared with, if nothing sets it anew, ``but`` in that loop."""
        found = None
        for node in descendants(self.names.function):
            if node.type == "init_declarator" and node.parent is not None and read_type(node, node.parent)[0] == name:
                if found is not None or node.start_byte > self.loop.start_byte:
                    return None
                found = node.child_by_field_name("value")
            elif node.type in ("assignment_expression", "update_expression"):
                target = node.child_by_field_name("left") or node.child_by_field_name("argument")
                is_there = but is not None and but.start_byte <= node.start_byte < but.end_byte
                if target is not None and text_of(bare(target)) == name and not is_there:
                    return None
        return found

    def _changes(self, value: Node) -> bool:
        """Whether a name in a value may be set anew between there and the loop's end."""
        names = {text_of(each) for each in (value, *descendants(value)) if each.type == "identifier"}
        for node in descendants(self.names.function):
            if value.end_byte <= node.start_byte < self.loop.end_byte and node.type in (
                "assignment_expression",
                "update_expression",
            ):
                target = node.child_by_field_name("left") or node.child_by_field_name("argument")
                inside = self.loop.start_byte <= node.start_byte
                if target is not None and text_of(bare(target)) in names and not inside:
                    return True
        return bool(names & self._changed())

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
            if value is None or any(effects_in(value)):
                raise NotCanonical
            if len(declarators) > 1 or self._is_live(name) or "static" in text_of(before).split():
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

    def _before(self, starts: dict[str, Start]) -> None:
        """What else the header sets stands before the loop, in a block with it."""
        if not starts:
            return
        names = {name for name in starts}
        if names & self._changed() and any(start.type == "" for start in starts.values()):
            raise NotCanonical
        lines = " ".join(f"{start.type or name} = {text_of(start.value)};" for name, start in starts.items())
        if any(start.type for start in starts.values()):
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
            self._in_block()
            self._edits.append(Edit(Span(self.loop.end_byte, self.loop.end_byte), " " + " ".join(self._after)))
        return tuple(merged(self._edits))

    # What is known of names

    def _type_of(self, name: str) -> Type:
        return self.names.type_of(name, self._body.start_byte)

    def _is_pointer(self, name: str) -> bool:
        return self._type_of(name).layers == ("*",)

    def _is_number(self, name: str) -> bool:
        kind = self._type_of(name)
        return not kind.layers and is_integer(kind.base)

    def _is_signed(self, name: str) -> bool:
        return is_signed(self._type_of(name))

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

    def _fresh(self, wanted: str = "") -> str:
        """A name that the function does not use."""
        candidates = ([wanted] if wanted else []) + [*_INDICES, *(f"i{number}" for number in range(2, 100))]
        for name in candidates:
            if name not in self.names.words and name not in self.names.typing.scopes.macros:
                self.names.words.add(name)
                return name
        raise NotCanonical

    def _with_line(self, statement: Node) -> Span:
        """A statement with its line, where it stands alone on it."""
        data = self.names.typing.scopes.outline.source.data
        start, end = statement.start_byte, statement.end_byte
        line = data.rfind(b"\n", 0, start) + 1
        after = data.find(b"\n", end)
        if not data[line:start].strip() and after >= 0 and not data[end:after].strip():
            return Span(line, after + 1)
        return Span(start, end)
