"""What a function's own variables are, and which values stay the same while statements run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.constants import constant_of
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import read_type
from loopwright.lang.effects import effect_of, is_known
from loopwright.lang.expressions import Typing
from loopwright.lang.types import Type, may_share_memory
from loopwright.lazily import cached_property
from loopwright.source.nodes import bare, text_of

_MEMORY = ("field_expression", "subscript_expression", "pointer_expression")
_EFFECTS = ("call_expression", "update_expression", "assignment_expression")


@dataclass
class Names:
    """The variables of one function."""

    function: Node
    typing: Typing

    @cached_property
    def own(self) -> frozenset[str]:
        """Those that nothing can change but what names them: locals and parameters to which nobody has an address or a reference, and
        which no macro names."""
        declared = {
            read_type(each, node)[0]
            for node in descendants(self.function)
            if node.type in ("declaration", "parameter_declaration")
            for each in node.children_by_field_name("declarator")
        }
        return frozenset(declared - set(self._shared()) - self._in_macros)

    def _shared(self) -> Iterator[str]:
        """Names that something else may stand for too."""
        for node in descendants(self.function):
            if node.type == "pointer_expression" and text_of(node).startswith("&"):
                yield _name_in(node.child_by_field_name("argument"))
            elif node.type == "call_expression":
                yield from self._given(node)
            elif not self.typing.in_c:
                yield from self._referred(node)

    def _given(self, call: Node) -> Iterator[str]:
        """What a call may change of the names it is given: by reference, or as the argument of a macro that sets it."""
        function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        if function is None or arguments is None:
            return
        macro = self.typing.scopes.macros.get(text_of(function))
        if macro is not None:
            may_set = any(sign in (macro.value or "=").replace("==", "") for sign in ("=", "++", "--", "&"))
        elif self.typing.in_c:
            may_set = False
        else:
            callee = self.typing.callee_of(call)
            name = text_of(function).rsplit("::", 1)[-1]
            is_library = effect_of(name).pure or is_known(name) or function.type == "field_expression"
            may_set = "&" in callee.signature if callee is not None else not is_library
        if may_set:
            yield from (_name_in(each) for each in arguments.named_children)

    def _referred(self, node: Node) -> Iterator[str]:
        """Names to which C++ makes references, and those that are read into."""
        if node.type == "init_declarator":
            declarator, value = node.child_by_field_name("declarator"), node.child_by_field_name("value")
            if declarator is not None and declarator.type == "reference_declarator" and value is not None:
                yield _name_in(value)
        elif node.type == "lambda_expression" and "&" in text_of(node.child_by_field_name("captures")):
            yield from (text_of(each) for each in descendants(node) if each.type == "identifier")
        elif node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) == ">>":
            yield _name_in(node.child_by_field_name("right"))

    @cached_property
    def _in_macros(self) -> frozenset[str]:
        """What the macros that the function uses name by themselves."""
        macros = self.typing.scopes.macros
        found: set[str] = set()
        wanted = [name for name in self.words if name in macros]
        seen = set(wanted)
        while wanted:
            macro = macros[wanted.pop()]
            text = macro.value or ""
            parameters = ""
            if macro.kind == "function":
                parameters, _, text = text.partition(")")
            words = set(_words(text)) - set(_words(parameters))
            found |= words
            more = [word for word in words if word in macros and word not in seen]
            seen |= set(more)
            wanted += more
        return frozenset(found)

    @cached_property
    def members(self) -> Mapping[str, Declaration]:
        """The members of the class whose method it is, if it is one, that have a name of their own there."""
        around, name = self.function.parent, ""
        while around is not None and not name:
            if around.type in ("class_specifier", "struct_specifier"):
                name = text_of(around.child_by_field_name("name"))
            around = around.parent
        for node in descendants(self.function) if not name else ():
            if node.type == "function_declarator":
                owner = node.child_by_field_name("declarator")
                name = text_of(owner.child_by_field_name("scope")) if owner is not None else ""
                break
        return (self.typing.scopes.members(name) or {}) if name else {}

    @cached_property
    def words(self) -> set[str]:
        """All that is named in it."""
        kinds = ("identifier", "type_identifier")
        return {text_of(node) for node in descendants(self.function) if node.type in kinds}

    @cached_property
    def jumps(self) -> tuple[tuple[int, int], ...]:
        """Where each `goto` goes, and where it stands."""
        labels: dict[str, int] = {}
        gotos: list[tuple[str, int]] = []
        for node in descendants(self.function):
            if node.type == "labeled_statement":
                labels[text_of(node.child_by_field_name("label"))] = node.start_byte
            elif node.type == "goto_statement":
                gotos.append((text_of(node.child_by_field_name("label")), node.start_byte))
        return tuple((labels.get(label, 0), start) for label, start in gotos)

    def type_of(self, name: str, offset: int) -> Type:
        """The type of a variable of its own, the unknown type for all others."""
        found = self.own_variable(name, offset)
        return Type() if found is None else self.typing.scopes.expanded(found.type)

    def own_variable(self, name: str, offset: int) -> Declaration | None:
        """What a name means, if that is a variable of its own."""
        found = self.typing.scopes.lookup(name, offset)
        if found is None or found.is_global or found.disputed or found.type.static or found.type.volatile:
            return None
        return found if name in self.own else None


@dataclass(frozen=True)
class Stretch:
    """Code that runs between two looks at a value: does it stay the same?"""

    names: Names
    nodes: tuple[Node, ...]

    @cached_property
    def sets(self) -> frozenset[str]:
        """The names it sets."""
        return frozenset(name for node in self.nodes for name in set_by(node))

    @cached_property
    def _calls(self) -> bool:
        """Whether it calls what may change more than its own variables."""
        calls = (text_of(node.child_by_field_name("function")) for node in self.nodes if node.type == "call_expression")
        return any(not effect_of(name.rsplit("::", 1)[-1]).pure for name in calls)

    @cached_property
    def _stores(self) -> tuple[Node, ...]:
        """The places in memory that it writes."""
        targets = (
            node.child_by_field_name("left") or node.child_by_field_name("argument")
            for node in self.nodes
            if node.type in ("assignment_expression", "update_expression")
        )
        return tuple(bare(each) for each in targets if each is not None and bare(each).type in _MEMORY)

    def keeps(self, value: Node) -> bool:
        """Whether a value is the same all the time. It has no effects itself."""
        for each in (value, *descendants(value)):
            if each.type in _EFFECTS:
                return False
            if each.type == "identifier" and not self._keeps_name(each):
                return False
            if each.type in _MEMORY and not _is_place(each) and self._may_write(each):
                return False
        return True

    def _keeps_name(self, node: Node) -> bool:
        name = text_of(node)
        if name in self.sets:
            return False
        typing = self.names.typing
        if constant_of(typing.scopes, node) is not None:
            return True
        found = typing.scopes.lookup(name, node.start_byte)
        if found is None or found.disputed or found.kind not in ("variable", "parameter", "function", "member"):
            return False
        if found.kind == "function" or (found.kind == "variable" and typing.scopes.expanded(found.type).is_array):
            return True  # an address that nobody can move
        return self.names.own_variable(name, node.start_byte) is not None or not self._may_write(node)

    def _may_write(self, value: Node) -> bool:
        """Whether it may write the memory in which a value stands."""
        if self._calls:
            return True
        kind = _kind(self.names.typing.type_of(value))
        for target in self._stores:
            if value.type == target.type == "field_expression":
                if text_of(value.child_by_field_name("field")) == text_of(target.child_by_field_name("field")):
                    return True
            elif may_share_memory(kind, _kind(self.names.typing.type_of(target))):
                return True
        return False


def set_by(node: Node) -> set[str]:
    """The name that a node itself assigns, steps or declares."""
    if node.type == "assignment_expression":
        target = node.child_by_field_name("left")
    elif node.type == "update_expression":
        target = node.child_by_field_name("argument")
    elif node.type == "declaration":
        return {read_type(each, node)[0] for each in node.children_by_field_name("declarator")}
    else:
        return set()
    return {text_of(bare(target))} if target is not None and bare(target).type == "identifier" else set()


def names_in(node: Node | None) -> set[str]:
    """The names in an expression."""
    parts = (node, *descendants(node)) if node is not None else ()
    return {text_of(each) for each in parts if each.type == "identifier"}


def _name_in(node: Node | None) -> str:
    inner = bare(node) if node is not None else None
    return text_of(inner) if inner is not None and inner.type == "identifier" else ""


def _words(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() or letter == "_" else " " for letter in text).split()


def _is_place(node: Node) -> bool:
    """Whether only the address of it is asked."""
    parent = node.parent
    return text_of(node).startswith("&") or (
        parent is not None and parent.type == "pointer_expression" and text_of(parent).startswith("&")
    )


def _kind(kind: Type) -> str:
    return "*" if kind.layers[:1] == ("*",) else "" if kind.layers else kind.base
