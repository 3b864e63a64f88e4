"""What names and members are where a loop stands: their types, the class around, methods that only return something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.walk.types import Types
from loopwright.lang.classes import Class, Classes, descendants
from loopwright.lang.declarators import makes_object, read_type
from loopwright.lang.effects import effect_of
from loopwright.lang.numbers import common, fundamental
from loopwright.lang.scopes import scopes_of
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, definition_around, stored, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span

_CHANGING = ("assignment_expression", "update_expression", "pointer_expression")
_LOOKING = frozenset(("data", "size", "get"))
_DECLARING = ("declaration", "parameter_declaration", "optional_parameter_declaration", "for_range_loop")


def _is_harmless(name: str) -> bool:
    """Whether a call sets no member and no container anew."""
    effect = effect_of(name)
    return name in _LOOKING or effect.pure or effect.memory == "looks"


class Accessor(NamedTuple):
    """A method whose body is one `return`: its parameters with their types, and what it returns."""

    parameters: tuple[tuple[str, Type], ...]
    result: Node
    type: Type
    public: bool


@dataclass
class Scope:
    """Types of the names that are visible where a loop begins; ``own`` is the class whose method is around."""

    outline: Outline
    types: Types
    classes: Classes
    names: dict[str, Type]
    own: Class | None
    closures: dict[str, Node] = field(default_factory=dict)  # lambdas that variables hold
    kept: dict[str, str] = field(default_factory=dict)  # what a local of the block was set to and still is → its name
    is_constant: bool = False  # the method around is

    def type_of(self, node: Node) -> Type | None:
        """The type of a name, of members of it and of what a constant subscript leads to; ``None`` if it is not known."""
        node = bare(node)
        if node.type == "identifier":
            return self._of_name(text_of(node))
        if node.type == "this":
            return Type(self.own.name, ("*",)) if self.own is not None else None
        if node.type == "field_expression":
            owner = self._under(node.child_by_field_name("argument"))
            field = node.child_by_field_name("field")
            if owner is None or field is None or field.type != "field_identifier":
                return None
            return self.types.member(_stripped(owner).base, text_of(field))
        if node.type in ("subscript_expression", "pointer_expression"):
            inner = node.child_by_field_name("argument")
            owner = self._under(inner)
            return None if owner is None else self.types.expanded(referred(owner).element())
        return None

    def _under(self, node: Node | None) -> Type | None:
        return None if node is None else self.type_of(node)

    def _of_name(self, name: str) -> Type | None:
        if name in self.names:
            return self.names[name]
        member = self.classes.member(self.own, name) if self.own is not None else None
        if member is not None:
            return self.types.expanded(member.type)
        found = self.types.scopes.file_level.get(name)
        if found is None or found.kind != "variable":
            return None
        return self.types.expanded(found.type)

    def is_member(self, name: str) -> bool:
        """Whether a bare name is that of a member of the class around."""
        return self.own is not None and name not in self.names and self.classes.member(self.own, name) is not None

    def class_of(self, kind: Type) -> Class | None:
        """The class of an object, of what a reference or a pointer leads to."""
        return self.classes.of(_stripped(kind).base)

    def accessor(self, known: Class, name: str, count: int) -> Accessor | None:
        """The one method of that name and number of parameters, if all it does is to return something."""
        found: dict[str, Accessor] = {}
        for method in self.classes.methods(known, name):
            body, declarator = method.child_by_field_name("body"), _function_declarator(method)
            inside = [child for child in body.named_children if child.type != "comment"] if body is not None else []
            is_template = method.parent is not None and method.parent.type == "template_declaration"
            if declarator is None or self.classes.is_virtual(known, name) or is_template:
                return None
            listed = declarator.child_by_field_name("parameters")
            parameters = [c for c in listed.named_children if c.type in _DECLARING] if listed is not None else []
            if len(parameters) != count:
                continue
            if len(inside) != 1 or inside[0].type != "return_statement" or not inside[0].named_children:
                return None
            named = []
            for parameter in parameters:
                declared = parameter.child_by_field_name("declarator")
                if declared is None:
                    return None
                named.append(read_type(declared, parameter))
            result = bare(inside[0].named_children[0])
            outer = method.child_by_field_name("declarator")
            kind = read_type(outer, method)[1] if outer is not None else Type("")
            found.setdefault(
                "".join(text_of(result).split()), Accessor(tuple(named), result, kind, _public(known, name))
            )
        return next(iter(found.values())) if len(found) == 1 else None

    def closure(self, name: str, count: int) -> Accessor | None:
        """A lambda in a variable, if all that it does is to return something."""
        node = self.closures.get(name)
        declarator = node.child_by_field_name("declarator") if node is not None else None
        body = node.child_by_field_name("body") if node is not None else None
        inside = body.named_children if body is not None else []
        if (
            declarator is None
            or len(inside) != 1
            or inside[0].type != "return_statement"
            or not inside[0].named_children
        ):
            return None
        listed = declarator.child_by_field_name("parameters")
        parameters = [c for c in listed.named_children if c.type in _DECLARING] if listed is not None else []
        named = [read_type(d, p) for p in parameters if (d := p.child_by_field_name("declarator")) is not None]
        if len(named) != count or any(kind.base in ("", "auto") or kind.is_pointer for _, kind in named):
            return None
        told = next((c for c in (declarator, *descendants(declarator)) if c.type == "trailing_return_type"), None)
        kind = Type(text_of(told).removeprefix("->").strip()) if told is not None else Type("")
        return Accessor(tuple(named), bare(inside[0].named_children[0]), kind, True)

    def is_as_captured(self, name: str, captured: Mapping[str, Node], loop: Node) -> bool:
        """Whether names in a lambda mean at a loop what they mean in it: the same variables, and with the same values where it holds copies."""
        closure, scopes = self.closures[name], scopes_of(self.outline)
        listed = text_of(closure.child_by_field_name("captures")).strip("[]").replace(" ", "").split(",")
        copied = {each for each in captured if each in listed or ("=" in listed and f"&{each}" not in listed)}
        if any(
            scopes.lookup(each, node.start_byte) != scopes.lookup(each, loop.start_byte)
            for each, node in captured.items()
        ):
            return False
        root = self.outline.source.tree.root_node
        function = definition_around(root, Span(closure.start_byte, closure.end_byte)) or root
        return not is_changed_in(
            (node for node in descendants(function) if node.start_byte >= closure.end_byte), copied
        )

    def number_of(self, node: Node, found: Accessor, known: Class, types: dict[str, str]) -> str:
        """The fundamental type of a part of what an accessor returns; empty where it is none, or not known."""
        node = bare(node)
        if node.type == "number_literal":
            return _of_literal(text_of(node))
        if node.type == "identifier" or node.type == "subscript_expression":
            name = (
                text_of(node.child_by_field_name("argument")) if node.type == "subscript_expression" else text_of(node)
            )
            member = self.classes.member(known, name)
            declared = dict(found.parameters).get(name) or (
                self.types.expanded(member.type) if member is not None else None
            )
            if declared is None:
                return ""
            kind = referred(declared).element() if node.type == "subscript_expression" else referred(declared)
            return fundamental(types.get(kind.base, kind.base)) if not kind.layers else ""
        if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) in ("+", "-", "*", "/"):
            sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
            left, right = (self.number_of(side, found, known, types) if side is not None else "" for side in sides)
            return common(left, right) if left and right else ""
        return ""

    def getter(self, known: Class, member: str) -> str:
        """The public method without parameters that returns a member (or where its elements begin); empty if there is none."""
        for name in (*known.methods, *known.declared):
            found = self.accessor(known, name, 0) if name != known.name and not name.startswith("operator") else None
            if found is None or not found.public:
                continue
            if "".join(text_of(found.result).split()) in (
                member,
                f"{member}.get()",
                f"{member}.data()",
                f"this->{member}",
            ):
                return name
        return ""

    def is_public(self, known: Class, member: str) -> bool:
        """Whether the function around may name a data member."""
        return self.own is known or _public(known, member)


def scope_at(outline: Outline, function: Node, loop: Node) -> Scope:
    """The scope where ``loop`` in ``function`` begins."""
    types = Types(outline, scopes_of(outline))
    declarator = _function_declarator(function)
    qualifiers = declarator.named_children if declarator is not None else []
    is_constant = any(child.type == "type_qualifier" and text_of(child) == "const" for child in qualifiers)
    scope = Scope(outline, types, types.classes, {}, types.classes.around(function), is_constant=is_constant)
    stack = [function]
    while stack:
        node = stack.pop()
        if node.type in _DECLARING and node.start_byte < loop.start_byte and _encloses(node, loop, function):
            for declarator in node.children_by_field_name("declarator"):
                _declare(scope, node, declarator)
                _remember(scope, declarator, loop)
        if node.start_byte < loop.start_byte:
            stack.extend(reversed(node.named_children))
    return scope


def _remember(scope: Scope, declarator: Node, loop: Node) -> None:
    """What a local was set to, where the same would be found still: pointers and scalars taken out before an earlier loop of
    the block."""
    value, declaration = declarator.child_by_field_name("value"), declarator.parent
    if declarator.type != "init_declarator" or value is None or declaration is None:
        return
    name, kind = read_type(declarator, declaration)
    if value.type == "lambda_expression":
        scope.closures[name] = value
    elif declaration.parent == loop.parent and value.type in ("field_expression", "call_expression"):
        between = [
            node
            for node in loop.parent.named_children  # type: ignore[union-attr]
            if declaration.end_byte <= node.start_byte < loop.start_byte
        ]
        if not any(_may_change(node) for node in between):
            constant = kind.const or not kind.is_pointer
            scope.kept[f"{'const ' if constant else ''}{''.join(text_of(value).split())}"] = name


def _may_change(statement: Node) -> bool:
    """Whether a statement may set a member or a container anew: it calls something, or assigns what is no element."""
    for node in (statement, *descendants(statement)):
        if node.type == "call_expression":
            called = text_of(node.child_by_field_name("function"))
            if not _is_harmless(called.split(".")[-1].split("->")[-1]) and not _is_harmless(
                called.replace("std::", "")
            ):
                return True
        elif node.type == "assignment_expression":
            target = node.child_by_field_name("left")
            if target is not None and bare(target).type not in ("subscript_expression", "identifier"):
                return True
    return False


def referred(kind: Type) -> Type:
    """What a reference refers to."""
    return kind._replace(layers=kind.layers[1:], extents=kind.extents[1:]) if kind.layers[:1] == ("&",) else kind


def shown_in(loop: Node) -> Iterator[Node]:
    """Elements that others may write to: what a reference is bound to, whose address is taken, what a call is given in C++."""
    for node in descendants(loop):
        shown: list[Node | None] = []
        if node.type == "init_declarator":
            declared = node.child_by_field_name("declarator")
            constant = any(c.type == "type_qualifier" and text_of(c) == "const" for c in (node.parent or node).children)
            if declared is not None and declared.type == "reference_declarator" and not constant:
                shown = [node.child_by_field_name("value")]
        elif node.type == "pointer_expression" and text_of(node).startswith("&"):
            shown = [node.child_by_field_name("argument")]
        elif node.type == "call_expression":
            called = text_of(node.child_by_field_name("function")).replace("std::", "")
            listed = node.child_by_field_name("arguments")
            shown = list(listed.named_children) if listed is not None and not _is_harmless(called) else []
        yield from (
            bare(one)
            for one in shown
            if one is not None and bare(one).type in ("subscript_expression", "call_expression")
        )


def is_changed_in(nodes: Iterable[Node], names: AbstractSet[str]) -> bool:
    """Whether one of ``nodes`` may set one of ``names`` anew, which a declaration does not."""
    return any(node.type in _CHANGING and names & modified_in(node) for node in nodes)


def modified_in(node: Node) -> set[str]:
    """Names that are declared, assigned or may be changed through their address below ``node``."""
    found: set[str] = set()
    for inner in (node, *descendants(node)):
        target: Node | None = None
        if inner.type == "assignment_expression":
            target = inner.child_by_field_name("left")
        elif inner.type == "update_expression" or (
            inner.type == "pointer_expression" and text_of(inner).startswith("&")
        ):
            target = inner.child_by_field_name("argument")
        elif inner.type in _DECLARING:
            found |= {read_type(d, inner)[0] for d in inner.children_by_field_name("declarator")}
        if target is not None and bare(target).type == "identifier":
            found.add(text_of(bare(target)))
    return found


def condition_of(node: Node, child: Node) -> frozenset[str] | None:
    """The names in the condition that a part of a statement or expression rests on; ``None`` where it rests on none."""
    if node.type in ("if_statement", "conditional_expression", "switch_statement", "while_statement"):
        condition = node.child_by_field_name("condition")
        return _names(condition) if condition is not None and child != condition else None
    if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) in ("&&", "||"):
        left = node.child_by_field_name("left")
        return _names(left) if left is not None and child != left else None
    return None


def leaves_the_iteration(statement: Node) -> bool:
    """Whether what follows a statement in the loop is left out where it goes on with the next iteration."""
    return any(node.type == "continue_statement" for node in (statement, *descendants(statement)))


def _names(condition: Node) -> frozenset[str]:
    return frozenset(text_of(node) for node in (condition, *descendants(condition)) if node.type == "identifier")


def targets_in(loop: Node) -> Iterator[list[Node]]:
    """What each assignment changes, and the containers and objects on the way to it."""
    for node in (loop, *descendants(loop)):
        target = stored(node)
        if target is not None:
            yield path_to(target)


def path_to(target: Node) -> list[Node]:
    """An lvalue and the containers and objects on the way to it."""
    path: list[Node] = []
    step: Node | None = target
    while step is not None:
        step = bare(step)
        path.append(step)
        if step.type == "call_expression":
            step = step.child_by_field_name("function")
        elif step.type in ("subscript_expression", "field_expression", "pointer_expression"):
            step = step.child_by_field_name("argument")
        else:
            step = None
    return path


def _of_literal(text: str) -> str:
    if text.isdigit():
        return "int"
    is_plain = text[:2].lower() != "0x" and text.replace(".", "", 1).replace("e", "").replace("-", "").isdigit()
    return "double" if is_plain else ""


def _stripped(kind: Type) -> Type:
    return kind._replace(layers=(), extents=())


def _encloses(declaration: Node, loop: Node, function: Node) -> bool:
    """Whether a declaration is visible where the loop begins."""
    node = declaration.parent
    while (
        node is not None
        and node != function
        and node.type
        in ("parameter_list", "function_declarator", "pointer_declarator", "reference_declarator", "init_declarator")
    ):
        if node.parent is not None and node.parent.type == "lambda_expression":
            return False
        node = node.parent
    if declaration.type == "for_range_loop":
        return declaration.end_byte >= loop.end_byte
    return node is not None and node.start_byte <= loop.start_byte and loop.end_byte <= node.end_byte


def _declare(scope: Scope, node: Node, declarator: Node) -> None:
    name, kind = read_type(declarator, node)
    if not name:
        return
    if kind.is_function and makes_object(declarator):
        kind = kind._replace(layers=kind.layers[1:], extents=kind.extents[1:])
    if kind.base == "auto":
        value = declarator.child_by_field_name("value") or (
            node.child_by_field_name("right") if node.type == "for_range_loop" else None
        )
        found = scope.type_of(value) if value is not None else None
        if found is not None and node.type == "for_range_loop":
            found = referred(found).element()
        if found is None:
            kind = Type("auto")
        else:
            found = referred(found)
            kind = kind._replace(
                base=found.base,
                layers=(*kind.layers[: kind.layers.count("&")], *found.layers),
                extents=(*kind.extents[: kind.layers.count("&")], *found.extents),
            )
    scope.names[name] = scope.types.expanded(kind)


def _function_declarator(method: Node) -> Node | None:
    node = method.child_by_field_name("declarator")
    while node is not None and node.type != "function_declarator":
        node = node.child_by_field_name("declarator") or next(
            (c for c in node.named_children if "declarator" in c.type), None
        )
    return node


def _public(known: Class, name: str) -> bool:
    """Whether a member of that name may be used everywhere."""
    body = known.node.child_by_field_name("body")
    public = known.node.type != "class_specifier"
    for child in body.children if body is not None else ():
        if child.type == "access_specifier":
            public = text_of(child).startswith("public")
        elif public and name in _named(child):
            return True
    return False


def _named(node: Node) -> set[str]:
    """Names that a member declaration declares; those of operators without spaces."""
    if node.type == "template_declaration":
        return {name for child in node.named_children for name in _named(child)}
    found = set()
    for declarator in node.children_by_field_name("declarator"):
        for child in (declarator, *descendants(declarator)):
            if child.type in ("field_identifier", "operator_name", "identifier"):
                found.add("".join(text_of(child).split()))
    return found
