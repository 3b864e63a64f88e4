"""The text of a loop with what lies behind structs, containers and accessors named by locals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from tree_sitter import Node

from loopwright.dependence.walk.classes import is_number
from loopwright.lang.addressed import HandedOn, handed_on
from loopwright.lang.classes import Class, descendants
from loopwright.lang.declarators import read_type
from loopwright.lang.effects import effect_of
from loopwright.lang.first_elements import first_element
from loopwright.lang.numbers import fundamental
from loopwright.lang.template_arguments import arguments_of
from loopwright.lang.types import Type, is_integer
from loopwright.source.edits import Edit
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import Span, names_in
from loopwright.suggest.accessors import (
    Accessor,
    Scope,
    condition_of,
    leaves_the_iteration,
    modified_in,
    path_to,
    referred,
    shown_in,
    targets_in,
)
from loopwright.suggest.programs.taken import Locals, NotPlain, Taken, identifier, label

_MOST_INLINED = 4
_MOST_INTS = 1 << 31


@dataclass(frozen=True)
class _Frame:
    """Inside an accessor that is written out: the object as text and node, its class, texts of the parameters."""

    object: str
    known: Class | None  # of a lambda, none
    parameters: dict[str, str]
    types: dict[str, str]  # of the template's parameters


class Rewriter:
    """Rewrites one loop. Raises :class:`NotPlain`."""

    def __init__(self, scope: Scope, loop: Node, words: set[str]) -> None:
        self.scope, self.loop = scope, loop
        self._locals = Locals(words, scope.kept)
        self._changed = modified_in(loop)
        self._handed_on = {_plain(step) for each in handed_on(loop) for step in self._ways_to(each)}
        targets = list(targets_in(loop))
        self._assigned = {_plain(path[0]) for path in targets}
        self._written = {_plain(step) for path in targets for step in path}
        if scope.outline.source.language != "c":
            self._written |= {_plain(step) for shown in shown_in(loop) for step in path_to(shown)}
        self._each, self._element = "", Type("")  # the variable of a range-based loop
        self._depth = 0  # of accessors that are written out
        self._conditions: list[frozenset[str]] = []  # the names in those in force
        self._certain: set[str] = set()  # what is gone through whatever they say

    @property
    def taken(self) -> dict[str, Taken]:
        """The locals by the value that each is set to."""
        return self._locals.taken

    def _ways_to(self, handed: HandedOn) -> list[Node]:
        """The paths through which is written what is written at an address that the loop hands on."""
        kind = self.scope.type_of(handed.lvalue) if handed.by_value else None
        return path_to(handed.lvalue) if not handed.by_value or (kind and kind.is_array) else [handed.lvalue]

    def edits(self) -> list[Edit]:
        """The edits inside the loop; :attr:`taken` is complete afterwards."""
        edits = list(self._indexed() if self.loop.type == "for_range_loop" else self._edits(self.loop))
        if any(_led_through(value) not in ("", *self._certain) for value in self.taken):
            raise NotPlain  # it may lead nowhere where its condition does not hold
        return edits

    def _indexed(self) -> Iterator[Edit]:
        """A range-based loop over a container or an array as one over its indices; the variable is a reference or a copy in the body."""
        right, declarator, body = (self.loop.child_by_field_name(name) for name in ("right", "declarator", "body"))
        kind = self.scope.type_of(right) if right is not None and self._is_fixed(right) else None
        if right is None or declarator is None or body is None or kind is None:
            raise NotPlain
        over = referred(kind)
        if not over.sequence and (not over.is_array or over.element().layers):
            raise NotPlain
        name, own = read_type(declarator, self.loop)
        if own.base not in ("auto", referred(kind).element().base) or own.layers not in ((), ("&",)):
            raise NotPlain
        self._each, self._element = name, referred(kind).element()
        written = {text_of(path[-1]) for path in targets_in(body)} | {text_of(path_to(e)[-1]) for e in shown_in(body)}
        if over.sequence:
            pointer = self._container(right, over)
            size = self._take(f"{text_of(right)}.size()", _last(right) + "_size", "std::size_t", False).name
        else:
            is_named = right.type == "identifier" and not self.scope.is_member(text_of(right))
            pointer = text_of(right) if is_named else self._pointer(right, kind)
            size = over.extents[0] or f"sizeof {text_of(right)} / sizeof *{text_of(right)}"
        if own.layers and name in written and pointer in (names := {one.name: one for one in self.taken.values()}):
            self._locals.written(names[pointer])
        index = self._locals.fresh(f"{name}_at")
        counter = (
            "int"
            if size.isdecimal() and int(size) < _MOST_INTS
            else "std::size_t"
            if over.sequence
            else "unsigned long"
        )
        constant = "const " if own.const or name not in written else ""
        element = f"{constant}{referred(kind).element().base} {'&' if own.layers else ''}{name} = {pointer}[{index}];"
        header = f"for ({counter} {index} = 0; {index} < {size}; {index}++) {{ {element} "
        yield Edit(Span(self.loop.start_byte, body.start_byte), header)
        yield from self._edits(body)
        yield Edit(Span(body.end_byte, body.end_byte), " }")

    def _edits(self, node: Node) -> Iterator[Edit]:
        text = self._special(node, None)
        if text is not None:
            yield Edit(Span(node.start_byte, node.end_byte), text)
            return
        for child in node.named_children:
            with self._under_its_condition(node, child):
                yield from self._edits(child)

    @contextmanager
    def _under_its_condition(self, node: Node, child: Node) -> Iterator[None]:
        """While a part of a statement or expression is read; what follows a `continue` rests on its condition too."""
        asked = condition_of(node, child)
        if asked is not None:
            self._conditions.append(asked)
        yield
        if asked is not None and not leaves_the_iteration(child):
            self._conditions.pop()

    def _is_guard(self, condition: frozenset[str], value: str) -> bool:
        """Whether a condition may say that a path leads somewhere: it names a part of it, or is the same for all iterations."""
        return bool(condition & set(names_in(value))) or not condition & self._changed

    def _text(self, node: Node, frame: _Frame | None) -> str:
        """The text of ``node`` with what is below it rewritten."""
        special = self._special(node, frame)
        if special is not None:
            return special
        source = node.text or b""
        parts, at = [], node.start_byte
        for child in node.named_children:
            parts.append(source[at - node.start_byte : child.start_byte - node.start_byte].decode("utf-8", "replace"))
            with self._under_its_condition(node, child):
                parts.append(self._text(child, frame))
            at = child.end_byte
        parts.append(source[at - node.start_byte :].decode("utf-8", "replace"))
        return "".join(parts)

    def _special(self, node: Node, frame: _Frame | None) -> str | None:
        """The new text of a node that is replaced as a whole, ``None`` for all others."""
        if node.type == "call_expression":
            return self._call(node, frame)
        if node.type == "subscript_expression":
            return self._subscript(node, frame)
        if node.type in ("field_expression", "identifier"):
            return self._name(node, frame)
        if node.type in ("lambda_expression", "this", "for_range_loop"):
            raise NotPlain
        return None

    def _name(self, node: Node, frame: _Frame | None) -> str | None:
        """A member or a name that stands for itself: a scalar or a pointer."""
        if frame is not None:
            name = text_of(node)
            if node.type == "identifier" and name in frame.parameters:
                return frame.parameters[name]
            if frame.known is not None:
                if node.type != "identifier" or self.scope.classes.member(frame.known, name) is None:
                    raise NotPlain
                return self._member(frame, name)
        if node.type == "identifier" and not self.scope.is_member(text_of(node)):
            kind = self.scope.names.get(text_of(node))
            if kind is not None and text_of(node) not in self._changed and self._is_object(kind):
                raise NotPlain  # an object that is used as a whole
            return None
        base = node.child_by_field_name("argument")
        if _plain(node) in self._assigned and (base is None or base.type == "this" or self._is_fixed(base)):
            return self._given_back(node)
        kind = self._path_type(node)
        if kind is None:
            return None
        if referred(kind).is_pointer or referred(kind).is_array:
            return self._pointer(node, kind)
        return self._scalar(text_of(node), _last(node), referred(kind))

    def _is_object(self, kind: Type) -> bool:
        """A class or container that is no plain C struct which a clause can name."""
        value = referred(kind)
        if value.layers and not (value.layers == ("*",) and self._holds_pointers(value)):
            return False
        return bool(value.sequence) or value.is_smart_pointer or self._holds_pointers(value)

    def _holds_pointers(self, kind: Type, around: frozenset[str] = frozenset()) -> bool:
        known = self.scope.class_of(kind)
        if known is None or kind.base in around:
            return False
        inside = around | {kind.base}
        return any(
            member.type.is_pointer
            or member.type.sequence
            or member.type.is_smart_pointer
            or (not member.type.layers and self._holds_pointers(member.type, inside))
            for member in known.members.values()
            if not member.static
        )

    def _path_type(self, node: Node) -> Type | None:
        """The type of a member that stays where it is; ``None`` for what is no path of members or is another one later."""
        if not self._is_fixed(node):
            return None
        if _plain(node) in self._assigned:
            raise NotPlain
        return self.scope.type_of(node)

    def _is_fixed(self, node: Node) -> bool:
        """Whether a path leads to the same object in every iteration."""
        names = [node, *descendants(node)]
        return _root(node) is not None and not any(
            text_of(name) in self._changed for name in names if name.type == "identifier"
        )

    def _scalar(self, value: str, name: str, kind: Type) -> str:
        if kind.layers or not (is_number(kind.base) or kind.base == "bool"):
            raise NotPlain
        return self._take(value, name, kind.base, False).name

    def _given_back(self, node: Node) -> str:
        """A number of an object that the loop changes: a local with its value, which is put back behind the loop."""
        value, kind = text_of(node), self.scope.type_of(node)
        if kind is None or kind.layers or kind.volatile or not is_number(kind.base):
            raise NotPlain
        if value not in self.taken:
            self._take(value, f"{_last(node)}_local", kind.base, False)
            self._locals.given_back(value)
        if self.taken[value].known:
            raise NotPlain
        return self.taken[value].name

    def _pointer(self, node: Node, kind: Type) -> str:
        value = referred(kind)
        element = value.element()
        if any(layer != "[]" for layer in element.layers) or not all(element.extents) or not element.base:
            raise NotPlain  # pointers to pointers
        rows = "".join(f"[{extent}]" for extent in element.extents)
        taken = self._take(text_of(node), _last(node), element.base, True, rows)
        self._note_write(taken, node)
        if _plain(node) in self._handed_on and not value.const and value.is_pointer:
            self._locals.written(taken)
        return taken.name

    def _subscript(self, node: Node, frame: _Frame | None) -> str | None:
        base = node.child_by_field_name("argument")
        indices = node.child_by_field_name("indices") or node.child_by_field_name("index")
        if base is None or indices is None:
            return None
        inner = bare(base)
        if frame is not None and frame.known is not None:
            if inner.type != "identifier" or self.scope.classes.member(frame.known, text_of(inner)) is None:
                return None
            if text_of(inner) in frame.parameters:
                return None
            return self._member(frame, text_of(inner)) + self._text(indices, frame)
        kind = self.scope.type_of(inner) if self._is_fixed(inner) else None
        if kind is None:
            return None
        value = referred(kind)
        if value.sequence or value.is_smart_pointer:
            return self._container(inner, value) + self._text(indices, None)
        known = self.scope.class_of(value) if not value.layers else None
        if known is not None:
            written = [child for child in indices.named_children] if indices.type != "number_literal" else [indices]
            return self._inlined(inner, known, "operator[]", written or [indices])
        return None

    def _container(self, node: Node, kind: Type) -> str:
        """The local that points to the elements of a container or smart pointer."""
        path = f"({text_of(node)})" if node.type == "pointer_expression" else text_of(node)
        if kind.is_smart_pointer:
            if "[]" not in kind.base or not kind.base.replace("std::", "").startswith("unique_ptr"):
                raise NotPlain
            inner = kind.base[kind.base.index("<") + 1 : kind.base.rindex(">")].replace("[]", "").strip()
            taken = self._take(f"{path}.get()", _last(node, "data"), inner, True)
        else:
            element = kind.element()
            if not element.base or element.layers or "*" in element.base or "&" in element.base:
                raise NotPlain
            if element.sequence not in ("", "array") or self._holds_pointers(element):
                raise NotPlain  # they would lead back to the host
            value = f"&{path}[0]" if kind.sequence == "valarray" else f"{path}.data()"
            taken = self._take(value, _last(node, "data"), element.base, True)
        self._note_write(taken, node)
        return taken.name

    def _call(self, node: Node, frame: _Frame | None) -> str | None:
        function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        arguments = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
        if function is None:
            return None
        if function.type == "field_expression":
            base, field = function.child_by_field_name("argument"), text_of(function.child_by_field_name("field"))
            if (frame is not None and frame.known is not None) or base is None:
                raise NotPlain
            if listed is not None and self._is_value_of_an_iteration(bare(base)):
                return text_of(function) + self._text(listed, frame)
            return self._method(bare(base), field, arguments)
        if frame is not None and frame.known is not None:
            if function.type == "identifier" and text_of(function) in frame.known.declared:
                return self._written_out(frame, text_of(function), arguments, frame)
            if function.type not in ("identifier", "qualified_identifier") or listed is None:
                raise NotPlain
            return text_of(function) + self._text(listed, frame)
        if function.type == "identifier":
            kind = self.scope.names.get(text_of(function))
            known = self.scope.class_of(referred(kind)) if kind is not None else None
            if known is not None:
                return self._inlined(function, known, "operator()", arguments)
            if kind is not None:
                return self._lambda(text_of(function), arguments)
            if self.scope.own is not None and text_of(function) in self.scope.own.declared:
                frame = _Frame("", self.scope.own, {}, {})
                return self._written_out(frame, text_of(function), arguments, None)
        if function.type in ("field_expression", "subscript_expression"):
            raise NotPlain
        if listed is not None:  # a call of a plain function: only its arguments are looked at
            return text_of(function) + self._text(listed, frame)
        return None

    def _is_value_of_an_iteration(self, node: Node) -> bool:
        """Whether an object is declared in the loop and has all that it is in itself."""
        while node.type == "field_expression" and text_of(node.child_by_field_name("operator")) == ".":
            node = bare(node.child_by_field_name("argument") or node)
        name = text_of(node) if node.type == "identifier" else ""
        kind = self._element if name == self._each else _type_inside(self.loop, name) if name else None
        if kind is None or referred(kind).layers or self.scope.class_of(referred(kind)) is None:
            return False
        return not self._holds_pointers(referred(kind))

    def _method(self, base: Node, name: str, arguments: list[Node]) -> str:
        kind = self.scope.type_of(base) if self._is_fixed(base) else None
        if kind is None:
            raise NotPlain
        value = referred(kind)
        pointed = value.element() if value.is_pointer else value
        if pointed.sequence and not arguments and name == "size":
            path = f"{text_of(base)}{'->' if value.is_pointer else '.'}size()"
            return self._take(path, _last(base, "") + "_size", "std::size_t", False).name
        if value.sequence and not arguments and name == "data":
            return self._container(base, value)
        if value.sequence and len(arguments) == 1 and name == "at":
            return f"{self._container(base, value)}[{self._text(arguments[0], None)}]"
        if value.is_smart_pointer and name == "get" and not arguments:
            return self._container(base, value)
        known = self.scope.class_of(value)
        if known is None:
            raise NotPlain
        return self._inlined(base, known, name, arguments)

    def _inlined(self, base: Node, known: Class, name: str, arguments: list[Node]) -> str:
        if not self._is_fixed(base):
            raise NotPlain
        kind = self.scope.type_of(base)
        arrow = "->" if kind is not None and referred(kind).is_pointer else "."
        path = text_of(base)
        frame = _Frame(path + arrow, known, {}, arguments_of(known, kind) if kind is not None else {})
        return self._written_out(frame, name, arguments, None)

    def _written_out(self, frame: _Frame, name: str, arguments: list[Node], around: _Frame | None) -> str:
        """An accessor's result in the place of its call."""
        found = self.scope.accessor(frame.known, name, len(arguments)) if frame.known is not None else None
        if found is None or self._depth >= _MOST_INLINED:
            raise NotPlain
        value = referred(found.type)
        kind = frame.types.get(value.base, value.base)
        own = identifier(frame.object) if frame.object else "own"
        if not arguments and not value.layers and is_number(kind) and frame.object and found.public:
            return self._take(f"{frame.object}{name}()", f"{own}_{name}", kind, False).name
        is_size = value.layers == ("()",) and _is_size(found.result)
        if not arguments and is_size and is_number(kind) and (found.public or not frame.object):
            return self._take(f"{frame.object}{name}()", f"{own}_{name}", kind, False).name
        texts = self._arguments(found, arguments, around)
        self._depth += 1
        text = self._text(found.result, replace(frame, parameters=texts))
        self._depth -= 1
        text = text if found.result.type in ("subscript_expression", "identifier") else f"({text})"
        if value.layers != ("()",):
            return text  # a reference, which converts nothing
        if value.base == "auto":
            raise NotPlain  # what the body returns, or what stands behind it
        own_kind = (
            self.scope.number_of(found.result, found, frame.known, frame.types) if frame.known is not None else ""
        )
        return text if own_kind and own_kind == fundamental(kind) else self._converted(text, kind)

    def _arguments(self, found: Accessor, arguments: list[Node], around: _Frame | None) -> dict[str, str]:
        """By parameter what stands for it. What is done besides would be done as often as the body names the parameter."""
        inside = [text_of(node) for node in (found.result, *descendants(found.result)) if node.type == "identifier"]
        texts = {}
        for (parameter, declared), argument in zip(found.parameters, arguments):
            parts = (argument, *descendants(argument))
            if any(part.type in ("assignment_expression", "update_expression") for part in parts):
                raise NotPlain
            calls = (text_of(part.child_by_field_name("function")) for part in parts if part.type == "call_expression")
            if inside.count(parameter) != 1 and not all(effect_of(name.rsplit("::", 1)[-1]).pure for name in calls):
                raise NotPlain
            texts[parameter] = self._argument(argument, declared, around)
        return texts

    def _converted(self, text: str, kind: str) -> str:
        """A value as the number that a function with such a result returns. Raises :class:`NotPlain` for what is no number."""
        if not is_number(kind) and kind != "bool":
            raise NotPlain
        return f"({kind}){text}" if text.startswith("(") or text.isidentifier() else f"({kind})({text})"

    def _lambda(self, name: str, arguments: list[Node]) -> str:
        """A call of a lambda, written out: what it captures has the same name here."""
        found = self.scope.closure(name, len(arguments))
        if found is None or self._depth >= _MOST_INLINED:
            raise NotPlain  # or a pointer to a function
        parameters = self._arguments(found, arguments, None)
        inside = [node for node in (found.result, *descendants(found.result)) if node.type == "identifier"]
        captured = {text_of(node): node for node in inside if text_of(node) not in parameters}
        if set(captured) & self._changed or not self.scope.is_as_captured(name, captured, self.loop):
            raise NotPlain
        self._depth += 1
        text = self._text(found.result, _Frame("", None, parameters, {}))
        self._depth -= 1
        return self._converted(f"({text})", found.type.base) if found.type.base else f"({text})"

    def _argument(self, argument: Node, kind: Type, around: _Frame | None) -> str:
        text = self._text(argument, around)
        plain = bare(argument)
        if plain.type == "number_literal" and is_integer(referred(kind).base):
            return text
        own = self._integer_of(plain)
        simple = plain.type == "identifier"
        if own == referred(kind).base or (own and own in ("int", "long") and referred(kind).base in ("int", "long")):
            return text if simple else f"({text})"
        return f"({referred(kind).base})({text})" if not simple else f"({referred(kind).base}){text}"

    def _integer_of(self, node: Node) -> str:
        """`int` for arithmetic of names that are ints, empty where the type is another or not known."""
        node = bare(node)
        if node.type == "number_literal":
            return "int" if text_of(node).isdigit() else ""
        if node.type == "identifier":
            declared = self.scope.names.get(text_of(node))
            if declared is not None and text_of(node) not in self._changed:
                return declared.base if not referred(declared).layers else ""
            return _declared_inside(self.loop, text_of(node))
        if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) in (
            "+",
            "-",
            "*",
            "/",
            "%",
        ):
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            kinds = {self._integer_of(child) for child in (left, right) if child is not None}
            literal = {
                self._integer_of(child)
                for child in (left, right)
                if child is not None and child.type != "number_literal"
            }
            return next(iter(literal or kinds)) if len(literal or kinds) == 1 else ""
        return ""

    def _member(self, frame: _Frame, name: str) -> str:
        """A member of the object whose accessor is written out."""
        assert frame.known is not None
        member = self.scope.classes.member(frame.known, name)
        assert member is not None
        kind = self.scope.types.expanded(member.type)
        value = referred(kind)
        own = not frame.object
        path = frame.object + name if not own or self.scope.is_member(name) else f"this->{name}"
        if own and name == label(name):
            self._locals.words.add(name)  # no local may be set to itself
        reach = path if own or self.scope.is_public(frame.known, name) else ""
        getter = "" if reach else self.scope.getter(frame.known, name)
        first = "" if reach or getter else self._first_of(frame, name)
        if not reach and not getter and not first:
            raise NotPlain
        called = label(name) if own else f"{identifier(frame.object)}_{label(name)}"
        if value.sequence or value.is_smart_pointer or value.is_pointer:
            element = value.element().base
            if value.is_smart_pointer:
                element = value.base[value.base.index("<") + 1 : value.base.rindex(">")].replace("[]", "").strip()
            if not element or value.element().layers:
                raise NotPlain
            element = frame.types.get(element, element)
            reached = {"": path, "sequence": f"{path}.data()", "smart": f"{path}.get()"}[
                "sequence" if value.sequence else "smart" if value.is_smart_pointer else ""
            ]
            by_method = first or f"{frame.object}{getter}()"
            taken = self._take(reached if reach else by_method, called, element, True)
            if frame.object.rstrip("->.") in self._written or (own and not self.scope.is_constant):
                taken = self._locals.written(taken)
            return taken.name
        value = value._replace(base=frame.types.get(value.base, value.base))
        if first:
            raise NotPlain
        return self._scalar(path if reach else f"{frame.object}{getter}()", called, value)

    def _first_of(self, frame: _Frame, member: str) -> str:
        """The address of the first element of a private member, as a public method gives it; empty where none does."""
        if not frame.object.endswith(".") or frame.known is None:
            return ""
        known, kind = frame.known, self.scope.names.get(frame.object[:-1])
        behind = first_element(
            self.scope.classes,
            known,
            member,
            kind is None or kind.const,
            lambda name: self.scope.is_public(known, name),
        )
        return f"&{frame.object[:-1]}{behind}" if behind else ""

    def _take(self, value: str, name: str, element: str, pointer: bool, rows: str = "") -> Taken:
        if not any(self._is_guard(condition, value) for condition in self._conditions):
            self._certain.add(_led_through(value))
        return self._locals.take(value, name, element, pointer, rows)

    def _note_write(self, taken: Taken, node: Node) -> None:
        if _plain(node) in self._written:
            self._locals.written(taken)


def _led_through(value: str) -> str:
    """The pointer or the row that a path goes through last: `l` of `l->n`, `m[k]` of `m[k].data()`; empty where it goes through none."""
    path = value.replace("this->", "")
    return path if path.startswith(("*", "(*")) else path[: max(path.rfind("->"), path.rfind("]") + 1, 0)]


def _root(node: Node) -> str | None:
    """The name that a path of members and constant subscripts begins with."""
    node = bare(node)
    while node.type in ("field_expression", "subscript_expression", "pointer_expression"):
        inner = node.child_by_field_name("argument")
        if inner is None or (
            node.type == "subscript_expression" and any(child.type == "call_expression" for child in descendants(node))
        ):
            return None
        node = bare(inner)
    return text_of(node) if node.type in ("identifier", "this") else None


def _plain(node: Node) -> str:
    return "".join(text_of(node).split())


def _last(node: Node, suffix: str = "") -> str:
    """What a local for a path is called."""
    if node.type == "field_expression":
        return label(text_of(node.child_by_field_name("field")))
    name = identifier(text_of(node))
    return f"{name}_{suffix}" if suffix and node.type == "identifier" and not name.endswith("_") else name


def _declared_inside(loop: Node, name: str) -> str:
    kind = _type_inside(loop, name)
    return kind.base if kind is not None and not kind.layers else ""


def _type_inside(loop: Node, name: str) -> Type | None:
    """The type of a variable that the loop declares."""
    for node in descendants(loop):
        if node.type == "declaration":
            for declarator in node.children_by_field_name("declarator"):
                found, kind = read_type(declarator, node)
                if found == name:
                    return kind
    return None


def _is_size(node: Node) -> bool:
    """Whether an expression is the size of a container, as a number of any type."""
    while node.type in ("cast_expression", "parenthesized_expression"):
        node = node.child_by_field_name("value") or node.named_children[0]
    function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if node.type != "call_expression" or function is None or listed is None:
        return False
    if function.type == "template_function" and text_of(function.child_by_field_name("name")) == "static_cast":
        return len(listed.named_children) == 1 and _is_size(listed.named_children[0])
    called = function.type == "field_expression" and text_of(function.child_by_field_name("field")) == "size"
    return called and not listed.named_children
