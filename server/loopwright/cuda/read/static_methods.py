"""Methods in which threads wait as static ones that are handed their object: they run for all threads at once, as functions do.

`tile.load(p)` becomes `Tile::load(tile, p)`, `sum(v)` with an object `sum` of a class a method with a name, and what a constructor does behind its
members one that is called behind the declaration. An object that is made in an expression is declared before the statement. What cannot be
written so stays, and is refused where it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.read.methods import waiting_methods
from loopwright.cuda.read.names import Names
from loopwright.cuda.read.rewriting import Rule, inside, rewritten, walk
from loopwright.cuda.read.variables import Variable, Variables, name_node
from loopwright.cuda.spec import operations
from loopwright.lang.method_heads import (
    CALL,
    CLASSES,
    PLAIN_NAMES,
    bases_of,
    class_of,
    declaration_of,
    declared_name,
    function_declarator,
    is_static,
    parts_of,
    said_before,
    words_held,
    words_of,
)
from loopwright.lang.objects import Kind, Objects
from loopwright.source.nodes import Kinds, is_arrow, text_of
from loopwright.source.syntax import Source, parse

_STATEMENTS = frozenset(("expression_statement", "declaration", "return_statement"))
_BY_CHANCE = frozenset(("conditional_expression", "lambda_expression"))  # what stands in it is not worked out each time
_ACTS = frozenset(("call_expression", "update_expression", "assignment_expression", "lambda_expression"))
_LONGER = ("template_type", "template_function", "qualified_identifier", "type_descriptor")


def with_static_methods(source: Source) -> Source:
    """``source`` with such methods written so; every line keeps its number."""
    waiting = waiting_methods(source.kinds)
    if not waiting:
        return source
    without: set[str] = set()  # classes whose operators and constructors are used in a way that is not followed
    while True:
        owners = _Owners(source.kinds, waiting, frozenset(without))
        edits = owners.edits() if owners.moved else []
        more = owners.lost() - without
        if not more:
            break
        without |= more
    data = source.data
    for node, text in sorted(edits, key=lambda edit: edit[0].start_byte, reverse=True):
        data = data[: node.start_byte] + text.encode() + data[node.end_byte :]
    return parse(data, source.name, source.language) if data != source.data else source


@dataclass
class _Function:
    """A function that is written. ``owner``: the class of a method that moves; ``before``: objects that the statement makes."""

    variables: Variables
    owner: str = ""
    members: frozenset[str] = frozenset()
    self_name: str = "self"
    before: list[str] | None = None

    def is_member(self, name: Node) -> bool:
        """Whether a name means a member of the object."""
        return text_of(name) in self.members and self.variables.of(name) is None and not _is_declared_there(name)


class _Owners:
    """The classes of a file whose methods are written so. ``moved``: the nodes of these, and by what they are called then."""

    def __init__(self, kinds: Kinds, waiting: frozenset[int], without: frozenset[str]) -> None:
        self.kinds, self.without = kinds, without
        self.objects = Objects(kinds)
        self.classes, self.heirs = self.objects.classes, self.objects.heirs
        self.names = Names({text_of(n) for n in kinds.of("identifier", "field_identifier", "type_identifier")})
        self.called = self.names.fresh("call_object", "call_object_")
        self.maker = self.names.fresh("make_object", "make_object_")
        self.number = 0
        self.moved: dict[int, str] = {}
        self.declared: dict[int, int] = {}  # the declaration of a method that moves and is defined outside → the method
        self.methods: dict[tuple[str, str], Node] = {}
        self.followed: set[int] = set()  # mentions of classes that are understood
        for node in kinds.of("function_definition"):
            if node.id in waiting and (name := self._name_then(node)):
                self.moved[node.id] = name
                self.methods[class_of(node), _name_now(node)] = node
                if (declaration := declaration_of(node)) is not None:
                    self.declared[declaration.id] = node.id

    # -- what moves

    def _name_then(self, node: Node) -> str:
        """By what a method is called when it is static, empty where it cannot be one."""
        name, owner, called = declared_name(node), class_of(node), _name_now(node)
        known = self.classes.get(owner)
        if known is None or name is None or is_static(node) or not called or words_held(known) & operations().groups:
            return ""
        if any(text_of(child) in ("__host__", "friend") for child in (*node.children, *_around(node))):
            return ""
        holds_object = any(n.type == "lambda_capture_specifier" and text_of(n)[1:-1].strip() != "&" for n in walk(node))
        if holds_object or self.objects.members(owner) is None:
            return ""
        templates = sum(n.type == "template_declaration" for n in _around(node))
        outside, declaration = name.type == "qualified_identifier", declaration_of(node)
        if outside and (declaration is None or _is_virtual(declaration) or _has_defaults(declaration) or templates > 1):
            return ""
        if _is_virtual(node) and "//" in (node.text or b"").decode("utf-8", "replace").partition("{")[0]:
            return ""
        own_template = node.parent is not None and node.parent.type == "template_declaration"
        if owner in self.heirs:  # handed objects of classes that derive from it
            if _is_virtual(node) or called in (CALL, owner) or outside or own_template or self.objects.is_hidden(owner):
                return ""
        if called in (CALL, owner) and (owner in self.without or not self._may_be_named(node, owner, known)):
            return ""
        return {CALL: self.called, owner: self.maker}.get(called, called)

    def _may_be_named(self, node: Node, owner: str, known: Node) -> bool:
        """Whether an operator or a constructor may be written as a method with a name."""
        parts = [part for part, _ in parts_of(known) if part.type == "function_definition" or function_declarator(part)]
        if _name_now(node) == CALL:
            return sum(_name_now(part) == CALL for part in parts) == 1
        alone = sum(_name_now(part) == owner for part in parts) == 1
        listed = function_declarator(node)
        first = [n for n in node.children if n.type == "field_initializer_list"]
        plain = "::" not in text_of(declared_name(node)) and "//" not in text_of(listed)
        plain = plain and not any(n.type in _ACTS for f in first for n in walk(f))
        return alone and plain and not any(n.type == "template_declaration" for n in _around(node)[:1])

    # -- what is written

    def edits(self) -> list[tuple[Node, str]]:
        """Nodes and their new text."""
        bodies = (n for n in self.kinds.of("function_definition") if n.child_by_field_name("body") is not None)
        definitions = [n for n in bodies if _runs_on_device(n)]
        found = [(node, self._written(node)) for node in definitions]
        for node in self.kinds.of("field_declaration"):
            if node.id in self.declared:
                method = self.moved[self.declared[node.id]]
                found.append((node, f"{self._head(node, method, 'self', class_of(node), 'static ')};"))
        return found

    def _written(self, node: Node) -> str:
        """A function with its calls of such methods written so; such a method too."""
        owner, body = class_of(node), node.child_by_field_name("body")
        assert body is not None
        moves = node.id in self.moved
        function = _Function(Variables(node))
        if moves:
            function.owner, function.members = owner, self.objects.members(owner) or frozenset()
            words = words_of(self.classes[owner]) | words_of(node)
            function.self_name = next(n for n in ("self", *(f"self{'_' * n}" for n in range(1, 99))) if n not in words)
        new = rewritten(body, self._rule(function))
        head = (node.text or b"")[: body.start_byte - node.start_byte].decode("utf-8", "replace")
        if not moves:
            return head + new
        then = self.moved[node.id]
        static = "" if text_of(declared_name(node)).count("::") else "static "
        if _name_now(node) == owner:
            return f"{head}{{}} static __device__ void {self._handed(node, then, function.self_name, owner, one_line=True)} {new}"
        said = f"{self._head(node, then, function.self_name, owner, static)}{new}"
        return f"{' '.join(head.split())} {{ __trap(); }} {said}" if _is_virtual(node) else said

    def _head(self, node: Node, name: str, own: str, owner: str, static: str) -> str:
        """What stands before the body of a method that moves."""
        declarator, now = function_declarator(node), declared_name(node)
        assert declarator is not None
        assert now is not None
        data, start = node.text or b"", node.start_byte
        words = [*(n for n in node.children if text_of(n) == "virtual"), now]
        before = data[: words[0].start_byte - start]
        if len(words) > 1:
            before += data[words[0].end_byte - start : now.start_byte - start]
        body = node.child_by_field_name("body")
        end = body.start_byte if body is not None else node.end_byte
        lines = data[declarator.end_byte - start : end - start].count(b"\n")
        template = ""
        if owner in self.heirs:
            template, owner = f"template <typename Own_{owner}> ", f"Own_{owner}"
        trailing = next((text_of(n) for n in declarator.children if n.type == "trailing_return_type"), "")
        said = before.decode("utf-8", "replace")
        return f"{template}{static}{said}{self._handed(node, name, own, owner)} {trailing}" + "\n" * lines

    def _handed(self, node: Node, name: str, own: str, owner: str, one_line: bool = False) -> str:
        """The name and the parameters, the object before the others."""
        declarator, now = function_declarator(node), declared_name(node)
        assert declarator is not None
        listed = declarator.child_by_field_name("parameters")
        assert listed is not None
        constant = "const " if any(text_of(n) == "const" for n in declarator.children) else ""
        rest = text_of(listed)[1:-1].strip() not in ("", "void")
        behind = text_of(listed)[1:] if rest else ")"
        scope = text_of(now).rpartition("::")[0]
        said = f"{scope}::{name}" if scope else name
        return (
            f"{said}({constant}{owner} &{own}{', ' if rest else ''}{' '.join(behind.split()) if one_line else behind}"
        )

    def _rule(self, function: _Function) -> Rule:
        def rule(part: Node) -> str | None:
            if part.type in _STATEMENTS:
                return self._statement(part, function, rule)
            if part.type == "call_expression" and (call := self._call(part, function, rule)) is not None:
                return call
            if not function.owner:
                return None
            own = function.self_name
            if part.type == "field_expression" and text_of(part.child_by_field_name("argument")) == "this":
                return f"{own}.{text_of(part.child_by_field_name('field'))}"
            if part.type == "pointer_expression" and text_of(part) == "*this":
                return own
            if part.type == "this":
                return f"(&{own})"
            return f"{own}.{text_of(part)}" if part.type == "identifier" and function.is_member(part) else None

        return rule

    def _statement(self, node: Node, function: _Function, rule: Rule) -> str:
        """A statement behind the objects that it makes, before what their constructors do."""
        outer = function.before
        in_block = node.parent is not None and node.parent.type == "compound_statement"
        function.before = [] if in_block else None
        new = inside(node, rule)
        said = " ".join((*function.before, new)) if function.before else new
        function.before = outer
        return f"{said}{self._made_behind(node, rule)}" if in_block and node.type == "declaration" else said

    def _made_behind(self, node: Node, rule: Rule) -> str:
        """The call of what the constructor of a declared object does."""
        kind, declarators = node.child_by_field_name("type"), node.children_by_field_name("declarator")
        owner = self.objects.owner(text_of(kind), node.start_byte)
        if owner is None or (owner, owner) not in self.methods or len(declarators) != 1:
            return ""
        if any(
            n.type in ("storage_class_specifier", "type_qualifier") or text_of(n) == "__shared__" for n in node.children
        ):
            return ""
        declarator = declarators[0]
        if declarator.type not in ("identifier", "init_declarator", "function_declarator"):
            return ""
        name = declarator.child_by_field_name("declarator") if declarator.type != "identifier" else declarator
        value = declarator.child_by_field_name("value") or declarator.child_by_field_name("parameters")
        if name is None or name.type != "identifier" or (value is not None and not _is_simple(value)):
            return ""
        if declarator.type == "init_declarator" and any(text_of(c) == "=" for c in declarator.children):
            return ""
        if value is not None and value.type not in ("argument_list", "initializer_list", "parameter_list"):
            return ""
        self._follow(kind)
        given = inside(value, rule)[1:-1].strip() if value is not None else ""
        return f" {self.objects.said(text_of(kind), node.start_byte)}::{self.maker}({text_of(name)}{', ' if given else ''}{given});"

    def _call(self, call: Node, function: _Function, rule: Rule) -> str | None:
        """A call of such a method as one of a static one."""
        called, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        if called is None or listed is None:
            return None

        def said(owner: str, name: str, handed: str) -> str:
            before = f"{owner}::" if owner else ""
            return f"{before}{name}({handed}{', ' if listed.named_children else ''}{inside(listed, rule)[1:]}"

        if called.type in ("identifier", "template_function"):
            name = called if called.type == "identifier" else called.child_by_field_name("name")
            if name is not None and function.is_member(name) and self._moves(function.owner, text_of(name)):
                return said("", text_of(called), function.self_name)
        if called.type == "field_expression":
            receiver, named = called.child_by_field_name("argument"), called.child_by_field_name("field")
            method = text_of(named).split("<")[0]
            if receiver is not None and any(method == m for _, m in self.methods):
                if text_of(receiver) == "this":
                    moves = self._moves(function.owner, method)
                    return said("", text_of(named), function.self_name) if moves else None
                arrow = is_arrow(called)
                found = self._on(receiver, method, int(arrow), function, rule)
                return (
                    said(found[0], text_of(named), f"{'*' if arrow else ''}{found[1]}") if found is not None else None
                )
        if any(name == CALL for _, name in self.methods):
            found = self._on(called, CALL, 0, function, rule)
            return said(found[0], self.called, found[1]) if found is not None else None
        return None

    def _moves(self, owner: str, method: str) -> bool:
        """Whether a method of a class, or of one that it derives from, is written so."""
        bases = bases_of(self.classes[owner]) if owner in self.classes else []
        known = (self.objects.owner(base, self.classes[owner].start_byte) for base in bases)
        return (owner, method) in self.methods or any(self._moves(base, method) for base in known if base is not None)

    def _on(self, receiver: Node, method: str, depth: int, function: _Function, rule: Rule) -> tuple[str, str] | None:
        """The class and the object whose ``method`` is called."""
        while receiver.type == "parenthesized_expression" and receiver.named_child_count == 1:
            receiver = receiver.named_children[0]
        if (made := self._made(receiver, method, function, rule)) is not None:
            return made
        kind = self._kind(receiver, function)
        owner = self.objects.owner(kind.name, receiver.start_byte) if kind is not None else None
        if kind is None or owner is None or (owner, method) not in self.methods or kind.depth != depth:
            return None
        if method == CALL and receiver.type == "identifier":
            self.followed.add(receiver.id)
        return self.objects.said(kind.name, receiver.start_byte), rewritten(receiver, rule)

    def _made(self, node: Node, method: str, function: _Function, rule: Rule) -> tuple[str, str] | None:
        """The class and the name of an object that an expression makes, declared before the statement."""
        written = node.child_by_field_name("function" if node.type == "call_expression" else "type")
        value = node.child_by_field_name("arguments" if node.type == "call_expression" else "value")
        if node.type not in ("call_expression", "compound_literal_expression") or written is None or value is None:
            return None
        owner = self.objects.owner(text_of(written), node.start_byte)
        if owner is None or (owner, method) not in self.methods or function.before is None:
            return None
        if function.variables.of(written) is not None or not self._may_go_before(node, value):
            return None
        if any(text_of(declared_name(part)).startswith("~") for part, _ in parts_of(self.classes[owner])):
            return None
        self.number += 1
        name = self.names.fresh(f"object_{self.number}", f"object_{self.number}_")
        given, said = inside(value, rule), self.objects.said(text_of(written), node.start_byte)
        function.before.append(f"{said} {name}{given if given.strip('() ') else '{}'};")
        self._follow(written)
        if (owner, owner) in self.methods:
            arguments = given[1:-1].strip()
            function.before.append(f"{said}::{self.maker}({name}{', ' if arguments else ''}{arguments});")
        return said, name

    def _may_go_before(self, node: Node, value: Node) -> bool:
        """Whether an object may be made before the statement that makes it."""
        if not _is_simple(value):
            return False
        parent = node.parent
        while parent is not None and parent.type not in _STATEMENTS:
            if parent.type in _BY_CHANCE or text_of(parent.child_by_field_name("operator")) in ("&&", "||"):
                return False
            parent = parent.parent
        if parent is None or any(n.type in ("update_expression", "comma_expression") for n in walk(parent)):
            return False
        own = {text_of(name_node(d)) for d in parent.children_by_field_name("declarator")}
        return parent.type != "declaration" or not own & words_of(value)

    def _kind(self, node: Node, function: _Function) -> Kind | None:
        """Of which class an object is."""

        def of_name(name: Node) -> Kind | None:
            if name.type == "this":
                return Kind(function.owner, 1) if function.owner else None
            variable = function.variables.of(name)
            if variable is not None:
                return _kind_of(variable)
            return self.objects.member(function.owner, text_of(name)) if function.is_member(name) else None

        return self.objects.kind(node, of_name)

    # -- whether all uses of an operator or a constructor are written so

    def _follow(self, written: Node | None) -> None:
        self.followed |= {n.id for n in walk(written)} if written is not None else set()

    def lost(self) -> set[str]:
        """Classes whose operators or constructors move, and which something mentions that is not followed."""
        special = {owner for owner, name in self.methods if name in (CALL, owner)}
        return {owner for owner in special if any(not self._is_understood(n, owner) for n in self._mentions(owner))}

    def _mentions(self, owner: str) -> Iterator[Node]:
        names, known = self.objects.names(owner), self.classes[owner]
        for node in self.kinds.of("type_identifier", "identifier", "namespace_identifier"):
            if text_of(node) in names and not (known.start_byte <= node.start_byte < known.end_byte):
                yield node

    def _is_understood(self, node: Node, owner: str) -> bool:
        at, parent = node, node.parent
        while parent is not None and parent.type in _LONGER:
            if parent.type == "qualified_identifier" and parent.child_by_field_name("name") != at:
                return True  # what stands before `::`
            at, parent = parent, parent.parent
        if parent is None or parent.type in ("alias_declaration", "type_definition", *CLASSES):
            return True
        function = next((a for a in _around(parent) if a.type == "function_definition"), None)
        if parent.type not in ("declaration", "parameter_declaration"):
            return node.id in self.followed
        if function is None or not _runs_on_device(function):
            return False
        pointed = any(
            d.type in ("pointer_declarator", "reference_declarator")
            for d in parent.children_by_field_name("declarator")
        )
        makes = (owner, owner) in self.methods and not (parent.type == "parameter_declaration" and pointed)
        return (not makes or node.id in self.followed) and (
            (owner, CALL) not in self.methods or self._is_only_called(parent, function)
        )

    def _is_only_called(self, declaration: Node, function: Node) -> bool:
        """Whether the variables of a declaration are called, asked for a member or handed on as what they are, and nothing else."""
        variables = [v for v in Variables(function).all if v.declaration == declaration]
        uses = [n for v in variables for n in v.uses if n.id not in self.followed]
        return all(_is_asked(n) or self._is_handed_as_such(n, variables[0].base) for n in uses)

    def _is_handed_as_such(self, node: Node, kind: str) -> bool:
        """Whether a variable is the argument of a function of the file that says its class."""
        listed = node.parent
        call = listed.parent if listed is not None and listed.type == "argument_list" else None
        if listed is None or call is None or call.type != "call_expression":
            return False
        at = [n.id for n in listed.named_children if n.type != "comment"].index(node.id)
        called = text_of(call.child_by_field_name("function")).split("<")[0].split("::")[-1]
        functions = [n for n in self.kinds.of("function_definition") if text_of(declared_name(n)) == called]
        owner = self.objects.owner(kind, node.start_byte)
        taken = [(n, Variables(n).parameters[at : at + 1]) for n in functions]
        return bool(taken) and all(p and self.objects.owner(p[0].base, n.end_byte - 1) == owner for n, p in taken)


def _name_now(node: Node) -> str:
    """By what a method is called: its name, `operator()`, its class for a constructor; empty for other operators and what ends an object."""
    name = declared_name(node)
    while name is not None and name.type == "qualified_identifier":
        name = name.child_by_field_name("name")
    if name is None or name.type not in (*PLAIN_NAMES, "operator_name"):
        return ""
    text = "".join(text_of(name).split())
    return "" if name.type == "operator_name" and text != CALL else text


def _has_defaults(declaration: Node) -> bool:
    return any(n.type == "optional_parameter_declaration" for n in walk(declaration))


def _is_asked(node: Node) -> bool:
    """Whether a variable is asked for a member."""
    return node.parent is not None and node.parent.type == "field_expression"


def _is_virtual(node: Node) -> bool:
    return said_before(node, "virtual") or said_before(node, "override")


def _kind_of(variable: Variable) -> Kind:
    base = variable.base
    if base == "auto" and variable.init is not None:
        kinds = {"call_expression": "function", "compound_literal_expression": "type"}
        base = text_of(variable.init.child_by_field_name(kinds.get(variable.init.type, "none")))
    return Kind(base, variable.pointers + len(variable.extents))


def _is_simple(value: Node) -> bool:
    """Whether it does not matter when, and how often, arguments are worked out."""
    return not any(n.type in _ACTS for n in walk(value))


def _around(node: Node) -> list[Node]:
    """What a node stands in, inner first."""
    found: list[Node] = []
    while node.parent is not None:
        node = node.parent
        found.append(node)
    return found


def _runs_on_device(node: Node) -> bool:
    return said_before(node, "__device__") or said_before(node, "__global__")


def _is_declared_there(name: Node) -> bool:
    """Whether an identifier is what a declaration declares, or a part of a longer name."""
    parent = name.parent
    if parent is None or parent.type in ("pointer_declarator", "reference_declarator", "qualified_identifier"):
        return True
    return parent.child_by_field_name("declarator") == name
