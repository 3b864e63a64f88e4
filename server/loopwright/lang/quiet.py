"""Functions whose text shows that they do nothing but work out a value of what they are given, or set members of their own object; and classes
whose objects are made, copied, assigned and destroyed by such functions alone, so that they are as good as a plain struct.

What one function or class says is read by itself, with what it needs of others. A question follows all that is needed: functions that call
each other are quiet if every one of them is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple
from weakref import ref

from tree_sitter import Node

from loopwright.lang.callees import library_name, name_of
from loopwright.lang.classes import Class, Classes, Member, descendants, plain, template_arguments
from loopwright.lang.declarators import declared, given_by, parameter_nodes, read_declarator, read_type
from loopwright.lang.effects import effect_of
from loopwright.lang.inner_types import inner_types
from loopwright.lang.made_names import made_by_macros
from loopwright.lang.missing import misses_headers
from loopwright.lang.numbers import fundamental
from loopwright.lang.scopes import scopes_of
from loopwright.lang.second_names import second_names
from loopwright.lang.template_arguments import is_in_template
from loopwright.lang.types import Type, is_integer
from loopwright.source.nodes import CLASSES, bare, text_of

_ORDERING = frozenset(("<", ">", "<=", ">="))
OF_CLASSES_ALONE = frozenset(("=", "[]", "()", "->"))  # operators that no function outside of a class can be
_MOVING = frozenset(("move", "forward"))
_CASTS = frozenset(("static_cast",))
_CHOOSING = frozenset(("max", "min", "clamp", "minmax"))  # which ask `<`
_CALLED = frozenset(("identifier", "qualified_identifier", "template_function", "field_expression", "primitive_type"))
_NAMES_OF_CALLS = frozenset(("call_expression", "template_function", "qualified_identifier"))
_QUIET = frozenset(
    (
        "binary_expression", "unary_expression", "conditional_expression", "parenthesized_expression", "number_literal", "comment",
        "return_statement", "compound_statement", "initializer_list", "compound_literal_expression", "cast_expression", "identifier",
        "field_identifier", "type_identifier", "primitive_type", "sized_type_specifier", "type_descriptor", "declaration", "if_statement",
        "condition_clause", "else_clause", "init_declarator", "argument_list", "call_expression", "field_expression", "true", "false",
        "expression_statement", "char_literal", "type_qualifier", "assignment_expression", "update_expression", "this",
        "pointer_expression", "placeholder_type_specifier", "auto", "template_function", "template_argument_list", "template_type",
        "subscript_expression", "subscript_argument_list", "array_declarator", "for_statement", "qualified_identifier",
        "namespace_identifier",
    )
)  # fmt: skip


class _Need(NamedTuple):
    """What a function relies on: that objects of a class are plain values, that a class converts quietly, that all functions of a name are quiet;
    one that ``sets`` may store in its own object."""

    kind: Literal["class", "conversions", "function"]
    name: str
    sets: bool = False


class _Said(NamedTuple):
    """What one of them says: whether its own text is quiet, what it needs, what else where it is called by one that is followed, and whether it
    speaks of types that a template is given."""

    holds: bool
    needs: frozenset[_Need] = frozenset()
    when_called: frozenset[_Need] = frozenset()
    is_generic: bool = False


class _NotQuiet(Exception):
    """The text shows something else, or cannot be read."""


class Quiet:
    """Answers for the classes and functions of a file and its headers; ``expanded`` puts in what names of types stand for."""

    def __init__(self, classes: Classes, expanded: Callable[[Type], Type]) -> None:
        self._classes = ref(classes)  # which keep this: a cycle would leave a version of a file to a collector
        self.expanded = expanded
        self._said: dict[_Need, _Said] = {}
        self._answers: dict[_Need, tuple[bool, bool]] = {}
        self._in_sight: dict[str, bool] = {}

    @property
    def classes(self) -> Classes:
        """The classes that this answers for."""
        classes = self._classes()
        assert classes is not None, "the answers for classes are asked of them"
        return classes

    def is_value(self, base: str) -> bool:
        """Whether objects of a class are made, copied, assigned and destroyed by quiet functions alone."""
        return self._is_quiet(_Need("class", plain(base)), (Type(base),))

    def is_quiet_operator(self, operator: str, kinds: tuple[Type, ...]) -> bool:
        """Whether every function that an operator on these types could be is in sight and quiet."""
        return self._is_quiet(_Need("function", f"operator{operator}", sets=sets(operator)), kinds)

    def functions(self, operator: str) -> list[tuple[Node, Class | None]] | None:
        """The functions that an operator could be, each with the class that it is a member of; ``None`` where one is not in sight."""
        return self._named(f"operator{operator}")

    def _is_quiet(self, need: _Need, kinds: tuple[Type, ...]) -> bool:
        holds, is_generic = self._holds(need)
        return holds and (not is_generic or (bool(kinds) and all(self._is_settled(kind.base) for kind in kinds)))

    def _holds(self, need: _Need) -> tuple[bool, bool]:
        if need not in self._answers:
            self._answers[need] = self._followed(need)
        return self._answers[need]

    def _followed(self, first: _Need) -> tuple[bool, bool]:
        waiting, met, is_generic = [(first, False)], set[tuple[_Need, bool]](), False
        while waiting:
            need, is_called = waiting.pop()
            if (need, is_called) in met:
                continue
            met.add((need, is_called))
            if need not in self._said:
                self._said[need] = self._read(need)
            said = self._said[need]
            if not said.holds:
                return False, False
            is_generic |= said.is_generic
            waiting += [(each, True) for each in (said.needs | said.when_called if is_called else said.needs)]
        return True, is_generic

    def _is_settled(self, base: str) -> bool:
        """Whether a type is a number or a class of values, with all that a template is given."""
        if self.is_number(base):
            return True
        known = self.classes.of(base)
        if known is None or not self._holds(_Need("class", known.name))[0]:
            return False
        if is_in_template(known) and not known.is_template:
            return False  # what the template around it is given is not told
        given, wanted = template_arguments(base), _parameters(known.node)
        types = [each for each, (_, is_type) in zip(given, wanted) if is_type]
        return len(given) == len(wanted) and all(self._is_settled(each) for each in types)

    def is_number(self, base: str) -> bool:
        """Whether a type's name is that of a number of the language."""
        base = base if self.classes.of(base) is not None else self.expanded(Type(base)).base
        is_own = self.classes.of(base) is not None
        is_told = bool(fundamental(base)) or is_integer(base) or base == "bool"
        return not is_own and (is_told or plain(base) in self.classes.enumerations)

    def _read(self, need: _Need) -> _Said:
        try:
            return {"class": self._read_class, "conversions": self._read_conversions}.get(
                need.kind, self._read_functions
            )(need)
        except _NotQuiet:
            return _Said(False)

    def _read_class(self, need: _Need) -> _Said:
        known = self._class(need.name)
        if known.bases or known.virtual or "virtual" in known.special or known.node.type == "union_specifier":
            raise _NotQuiet
        needs: set[_Need] = {_Need("conversions", known.name)}
        own = [member for member in known.members.values() if not member.static]
        if any(member.shared for member in own):
            raise _NotQuiet
        readers = [_Reader(self, known, known.node, sets=True)]
        for member in own:
            if any(layer != "[]" for layer in member.type.layers) or member.type.volatile:
                raise _NotQuiet
            readers[0].type_of(member.type.base)
        for value in _initial_values(known):
            readers[0].expression(value)
        for name, check in ((known.name, _Reader.constructor), ("operator=", _Reader.assignment)):
            for body in self._bodies(known, name):
                readers.append(_Reader(self, known, body, sets=True))
                check(readers[-1])
        for body in self._bodies(known, f"~{known.name}"):
            readers.append(_Reader(self, known, body, sets=False))
            readers[-1].function()
        return _together(readers, needs)

    def _read_conversions(self, need: _Need) -> _Said:
        known = self._class(need.name)
        if any(name.startswith("operator ") for name in known.bodiless):
            raise _NotQuiet
        needs = {_Need("conversions", plain(base)) for base in known.bases}
        readers = []
        for name in known.methods:
            for method in known.methods[name] if name.startswith("operator ") else ():
                readers.append(_Reader(self, known, method, sets=False))
                readers[-1].function()
        for member in known.members.values():
            held = self.classes.of(self.expanded(member.type).base)
            needs |= {_Need("conversions", held.name)} if held is not None and held is not known else set()
        return _together(readers, needs)

    def _read_functions(self, need: _Need) -> _Said:
        found = self._named(need.name)
        if not found:
            raise _NotQuiet
        readers = []
        for function, owner in found:
            readers.append(_Reader(self, owner, function, need.sets))
            readers[-1].assignment() if need.name == "operator=" else readers[-1].function()
        return _together(readers, set())

    def _class(self, name: str) -> Class:
        known = self.classes.known.get(name)
        if known is None or known.hides_code or known.disputed or known.name in known.brought:
            raise _NotQuiet
        return known

    def _bodies(self, known: Class, name: str) -> list[Node]:
        """Those of functions of a class, but for what is left to the compiler."""
        found = self.classes.methods(known, name)
        if not found and known.bodiless.count(name):
            raise _NotQuiet
        return found

    def _named(self, name: str) -> list[tuple[Node, Class | None]] | None:
        names, classes = asked(name), self.classes
        bodies: list[tuple[Node, Class | None]] = []
        for known in classes.known.values():
            for each in sorted(names & known.declared):
                methods = classes.methods(known, each)
                if not methods:
                    return None
                bodies += [(method, known) for method in methods]
        inside = {method.start_byte for method, _ in bodies}
        for definition in (found for each in sorted(names) for found in classes.outline.definitions(each)):
            if not definition.is_whole:
                return None
            if definition.node.start_byte not in inside:
                bodies.append((definition.node, None))
        return bodies

    def is_in_sight(self, name: str) -> bool:
        """Whether a function of a name is declared or defined by the files."""
        if name not in self._in_sight:
            self._in_sight[name] = self._is_in_sight(name)
        return self._in_sight[name]

    def _is_in_sight(self, name: str) -> bool:
        names, classes = asked(name), self.classes
        return any(
            each in classes.operators
            or classes.outline.definitions(each)
            or any(each in known.declared for known in classes.known.values())
            for each in names
        )

    def is_replaced(self, name: str) -> bool:
        """Whether a macro or the linker may put something else in the place of a name."""
        outline = self.classes.outline
        files = (outline, *outline.headers)
        return (
            name in second_names(outline)
            or made_by_macros(outline).has(name)
            or any(name in file.source.definitions for file in files)
        )

    def is_hidden(self, name: str) -> bool:
        """Whether a name of the library is that of a variable, or of a type in a function, class or template."""
        outline = self.classes.outline
        files = (outline, *outline.headers)
        return bool(scopes_of(outline).variables_named(name)) or any(name in inner_types(file) for file in files)


def sets(operator: str) -> bool:
    """Whether an operator is one that sets its object."""
    return operator in ("=", "++", "--") or (operator.endswith("=") and operator not in ("==", "!=", "<=", ">="))


def asked(name: str) -> frozenset[str]:
    """The functions that a name may mean: of operators others are asked in the place of one that is not there (C++20 12.2.2.3)."""
    operator = name.removeprefix("operator")
    others = {"!=": "=="}.get(operator, "<=>" if operator in _ORDERING else operator)
    return frozenset((name, f"operator{others}" if operator != name else name))


def _together(readers: list[_Reader], needs: set[_Need]) -> _Said:
    return _Said(
        True,
        frozenset(needs.union(*(reader.needs for reader in readers))),
        frozenset().union(*(reader.when_called for reader in readers)),
        any(reader.is_generic for reader in readers),
    )


class _Reader:
    """One function, with the names that are its own and what it needs."""

    def __init__(self, quiet: Quiet, owner: Class | None, function: Node, sets: bool) -> None:
        self.quiet, self.owner, self.function_node, self.sets = quiet, owner, function, sets
        self.needs: set[_Need] = set()
        self.when_called: set[_Need] = set()
        self.is_generic = owner is not None and is_in_template(owner)
        self.parameters: dict[str, Type] = {}
        self.values: dict[str, Type] = {}  # variables whose memory is the function's own
        self.scopes: dict[str, list[tuple[int, int, int]]] = {}  # where in the text each variable is declared and meant
        self.members: dict[str, Member] = {}
        if owner is not None:
            self.members = {name: member for name, member in owner.members.items() if _is_own(member)}
        around = [owner.node] if owner is not None else []
        lists = [each for node in (*around, function) for each in _parameters(node)]
        self.is_generic |= bool(lists)
        self.types = {name for name, is_type in lists if is_type}
        self.constants = {name for name, is_type in lists if not is_type}

    # The parts of a function.

    def function(self) -> None:
        """A function that only works out what it returns, or sets its object."""
        body = self.function_node.child_by_field_name("body")
        if body is None or (self.owner is not None and self.owner.virtual):
            raise _NotQuiet
        if self.owner is not None:
            self.needs.add(_Need("conversions", self.owner.name))
        self._take_parameters()
        self._take_result()
        self._take_variables(body)
        self.expression(body)

    def _take_result(self) -> None:
        """An object that is given back is made, by a conversion too."""
        declarator = self.function_node.child_by_field_name("declarator")
        if declarator is None or declarator.type not in ("function_declarator", "operator_cast"):
            return  # an address
        given = self.quiet.expanded(given_by(self.function_node))
        if declarator.type == "operator_cast":
            given = self.quiet.expanded(read_type(declarator, declarator)[1])
        if given.base not in ("", "void") and not given.layers:
            self.type_of(given.base)

    def constructor(self) -> None:
        """A constructor that sets members; one that copies gives each member that of the other object."""
        if _is_template(self.function_node):
            raise _NotQuiet
        self._take_made_of()
        self.function()
        listed = self._initializers()
        for name, values in listed:
            if name not in self.members or self.members[name].static:
                raise _NotQuiet
            for value in values:
                self.expression(value)
        if self._other() is not None:
            self._copies(dict(listed))

    def assignment(self) -> None:
        """An assignment that sets every member."""
        if self.owner is None or _is_template(self.function_node):
            raise _NotQuiet
        self._take_made_of()
        self.function()
        if self._other() is not None:
            self._copies({})
        else:
            self._sets_all()

    def _take_made_of(self) -> None:
        """Objects are made of numbers and of other such objects: what addresses lead to is read where nobody sees it."""
        for parameter in parameter_nodes(self.function_node):
            declarator = parameter.child_by_field_name("declarator")
            kind = self.quiet.expanded(read_type(declarator, parameter)[1]) if declarator is not None else Type("?")
            is_const = kind.const or "const" in map(text_of, parameter.children)
            is_led_to = kind.layers in (("&",), ("&&",))
            if (kind.layers and not is_led_to) or (is_led_to and not is_const and self._other() is None):
                raise _NotQuiet
            self.type_of(kind.base)

    def _other(self) -> str | None:
        """The name of the object of the same class that a constructor or an assignment is given alone."""
        parameters = parameter_nodes(self.function_node)
        is_alone = all(each.child_by_field_name("default_value") is not None for each in parameters[1:])
        declarator = parameters[0].child_by_field_name("declarator") if parameters and is_alone else None
        if declarator is None or self.owner is None:
            return None
        name, kind = read_type(declarator, parameters[0])
        return name if plain(kind.base) in self.owner.names else None

    def _initializers(self) -> list[tuple[str, list[Node]]]:
        children = self.function_node.named_children
        listed = next((child for child in children if child.type == "field_initializer_list"), None)
        found = [each for each in listed.named_children if each.type != "comment"] if listed is not None else []
        return [(text_of(each.named_children[0]), each.named_children[1:]) for each in found]

    def _own_names(self) -> set[str]:
        return {name for name, member in self.members.items() if not member.static}

    def _copies(self, listed: dict[str, list[Node]]) -> None:
        """Every member becomes that of the other object, and nothing else happens."""
        other = self._other()
        pairs = [(name, values[0].named_children[0]) for name, values in listed.items() if _is_single(values)]
        pairs += self._stores()
        from_other = {name for name, value in pairs if _without_move(value) == f"{other}.{name}"}
        if from_other != self._own_names() or len(pairs) != len(from_other) or len(listed) > len(pairs):
            raise _NotQuiet

    def _stores(self) -> list[tuple[str, Node]]:
        """The members that statements of the body set one after the other, with what to; the body has no others."""
        found: list[tuple[str, Node]] = []
        waiting = [self.function_node.child_by_field_name("body")]
        while waiting:
            node = waiting.pop()
            for child in node.named_children if node is not None else ():
                if child.type == "if_statement" and child.child_by_field_name("alternative") is None:
                    condition = "".join(text_of(child.child_by_field_name("condition")).split())
                    if condition not in (f"(this!=&{self._other()})", f"(&{self._other()}!=this)"):
                        raise _NotQuiet
                    waiting.append(child.child_by_field_name("consequence"))
                    continue
                inner = next(iter(child.named_children), None) if child.type == "expression_statement" else None
                targets: list[str] = []
                while inner is not None and inner.type == "assignment_expression":
                    if text_of(inner.child_by_field_name("operator")) != "=":
                        raise _NotQuiet
                    targets.append(text_of(inner.child_by_field_name("left")).replace("this->", ""))
                    inner = inner.child_by_field_name("right")
                found += [(target, inner) for target in targets if inner is not None]
                if child.type == "return_statement":
                    self._ends(child)
                elif child.type not in ("expression_statement", "comment"):
                    raise _NotQuiet
        return found

    def _ends(self, way_out: Node) -> None:
        """A way out is the last of all statements, and gives the object."""
        body = self.function_node.child_by_field_name("body")
        last = [child for child in body.named_children if child.type != "comment"][-1:] if body is not None else []
        if last != [way_out] or "".join(text_of(way_out).split()) not in ("return*this;", "return;"):
            raise _NotQuiet

    def _sets_all(self) -> None:
        """Every member is set, none of them to what the object was before."""
        left = self._own_names()
        for name, value in self._stores():
            if self._reads_itself(value, left):
                raise _NotQuiet
            left = left - {name}
        if left:
            raise _NotQuiet

    def _reads_itself(self, value: Node, left: set[str]) -> bool:
        """Whether a value is worked out of members that are ``left`` to be set, or of the object as a whole."""
        unknown = left | (self.owner.declared if self.owner is not None else set())
        for node in (value, *descendants(value)):
            if node.type == "identifier" and text_of(node) in unknown and text_of(node) not in self.parameters:
                return True
            around = node.parent if node.type == "this" else None
            if around is not None and (around.type != "field_expression" or _field_of(around) in unknown):
                return True
        return False

    def _take_parameters(self) -> None:
        for parameter in parameter_nodes(self.function_node):
            declarator = parameter.child_by_field_name("declarator")
            value = parameter.child_by_field_name("default_value")
            if value is not None:
                self.expression(value)  # no name of the function is known there
            name, said = (
                read_type(declarator, parameter)
                if declarator is not None
                else ("", Type(text_of(parameter.child_by_field_name("type"))))
            )
            kind = self.quiet.expanded(said)
            if "[]" in kind.layers or kind.base == "auto":
                raise _NotQuiet  # an address, or anything
            if kind.base == "void" and declarator is None:
                continue
            self.parameters[name] = kind
            if not kind.layers:
                self.values[name] = kind
                self.type_of(kind.base)
            elif self.quiet.classes.of(kind.base) is not None:
                self.needs.add(_Need("conversions", plain(kind.base)))
                self.when_called.add(_Need("class", plain(kind.base)))

    def _take_variables(self, body: Node) -> None:
        for node in descendants(body):
            if node.type != "declaration":
                continue
            scope = _scope_of(node)
            if scope is None or any(child.type == "storage_class_specifier" for child in node.named_children):
                raise _NotQuiet
            for said, inner, _ in declared(node):
                name, kind = read_type(inner, node)
                kind = self.quiet.expanded(kind)
                if inner.type not in ("identifier", "array_declarator") or not said.name:
                    raise _NotQuiet
                if any(layer != "[]" for layer in kind.layers) or self.values.get(name, kind) != kind:
                    raise _NotQuiet
                self.values[name] = kind
                self.scopes.setdefault(name, []).append((inner.start_byte, inner.end_byte, scope.end_byte))

    def type_of(self, base: str) -> None:
        """A type of which objects are made."""
        base = base.removeprefix("struct ").removeprefix("class ")
        if base in self.types:
            self.is_generic = True
            return
        if base == "auto":  # a copy of something at hand
            kinds = [plain(kind.base) for kind in self.parameters.values()]
            kinds += [self.owner.name] if self.owner is not None else []
            self.needs |= {_Need("class", kind) for kind in kinds if kind in self.quiet.classes.known}
            self.is_generic |= any(kind in self.types for kind in kinds)
            return
        if self.quiet.is_number(base):
            return
        base = base if self.quiet.classes.of(base) is not None else self.quiet.expanded(Type(base)).base
        known = self.quiet.classes.of(base)
        if known is None:
            raise _NotQuiet
        self.needs.add(_Need("class", known.name))
        for each in template_arguments(base):
            if not (each.isdigit() or each in self.constants):
                self.type_of(each)

    # Expressions and statements: each node by itself.

    def expression(self, root: Node) -> None:
        """All that stands in an expression or a statement."""
        for node in (root, *descendants(root)):
            if not node.is_named:
                continue
            if node.type not in _QUIET or node.has_error:
                raise _NotQuiet
            reading = _READING.get(node.type)
            if reading is not None:
                reading(self, node)

    def _identifier(self, node: Node) -> None:
        parent, name = node.parent, text_of(node)
        scopes = self.scopes.get(name, [])
        if scopes and not any(at == node.start_byte or start <= node.start_byte < end for at, start, end in scopes):
            raise _NotQuiet  # something else of that name
        if parent is not None and parent.type == "call_expression" and parent.child_by_field_name("function") == node:
            return  # read with the call
        if parent is not None and parent.type in ("template_function", "qualified_identifier"):
            return
        own = name in self.values or name in self.parameters or name in self.members or name in self.constants
        if not own or self.quiet.is_replaced(name):
            raise _NotQuiet

    def _qualified(self, node: Node) -> None:
        if node.parent is None or node.parent.type not in _NAMES_OF_CALLS:
            self.type_of(text_of(node))

    def _type(self, node: Node) -> None:
        if node.parent is not None and node.parent.type in ("qualified_identifier", "template_type"):
            return
        self.type_of(text_of(node))

    def _this(self, node: Node) -> None:
        parent = node.parent
        if parent is None or parent.type not in ("field_expression", "pointer_expression", "binary_expression"):
            raise _NotQuiet
        if parent.type == "binary_expression" and text_of(parent.child_by_field_name("operator")) not in ("==", "!="):
            raise _NotQuiet

    def _pointer(self, node: Node) -> None:
        said, parent = "".join(text_of(node).split()), node.parent
        is_compared = (
            parent is not None
            and parent.type == "binary_expression"
            and "this" in (text_of(parent.child_by_field_name("left")), text_of(parent.child_by_field_name("right")))
        )
        if said == "*this":
            return
        if not (is_compared and said.startswith("&") and said[1:] in self.parameters):
            raise _NotQuiet
        self._operator("&")

    def _field(self, node: Node) -> None:
        """A member of an object at hand, which lies in that object."""
        argument, field = node.child_by_field_name("argument"), text_of(node.child_by_field_name("field"))
        is_this = argument is not None and argument.type == "this"
        if argument is None or (any(child.type == "->" for child in node.children) and not is_this):
            raise _NotQuiet
        self._root(argument)
        named = (known.members.get(field) for known in self.quiet.classes.known.values())
        if self.quiet.is_replaced(field) or not all(member is None or _is_own(member) for member in named):
            raise _NotQuiet

    def _subscript(self, node: Node) -> None:
        argument = bare(node.children_by_field_name("argument")[0])
        name = (
            text_of(argument.child_by_field_name("field")) if argument.type == "field_expression" else text_of(argument)
        )
        types = [each for each in (self.values.get(name), self.parameters.get(name)) if each is not None]
        types += [
            self.quiet.expanded(k.members[name].type) for k in self.quiet.classes.known.values() if name in k.members
        ]
        if not all(self._holds_elements(kind) for kind in types):
            raise _NotQuiet
        self._root(argument)
        self._operator("[]")

    def _holds_elements(self, kind: Type) -> bool:
        """Whether the elements of an object of this type are a part of it: those of an address or a view are not."""
        kind = kind.referred()
        if kind.layers or kind.base in self.types:
            return kind.layers[:1] == ("[]",) and "*" not in kind.layers
        known = self.quiet.classes.of(kind.base)
        return kind.sequence == "array" or (known is not None and "operator[]" in known.declared)

    def _root(self, node: Node | None) -> tuple[str, bool]:
        """The object that an expression is a part of, and whether a function may store in it."""
        while node is not None:
            node = bare(node)
            said = "".join(text_of(node).split())
            if said in ("this", "*this"):
                return said, self.sets and self.owner is not None
            if node.type == "identifier":
                return said, self._may_set(said)
            if node.type == "call_expression":
                inner = node.child_by_field_name("function")
                if inner is not None and inner.type == "identifier" and not self._is_variable(text_of(inner)):
                    return said, False  # a value, or a reference to what it was given
                if not self._takes_numbers(node):
                    return said, False  # a reference to what it was given
                node = inner
            elif node.type in ("field_expression", "subscript_expression"):
                node = node.child_by_field_name("argument")
            else:
                return said, False
        raise _NotQuiet

    def _takes_numbers(self, call: Node) -> bool:
        listed = call.child_by_field_name("arguments")
        given = [bare(each) for each in listed.named_children] if listed is not None else []
        kinds = (self.values.get(text_of(each)) for each in given if each.type != "number_literal")
        return all(kind is not None and self.quiet.is_number(kind.base) for kind in kinds)

    def _is_variable(self, name: str) -> bool:
        return name in self.values or name in self.parameters or name in self.members

    def _may_set(self, name: str) -> bool:
        if name in self.values:
            return True
        if name in self.parameters:
            first = next(iter(self.parameters))
            return self.sets and self.owner is None and name == first and not self.parameters[name].const
        return self.sets and name in self.members and not self.members[name].static

    def _call(self, node: Node) -> None:
        function = node.child_by_field_name("function")
        if function is None or function.type not in _CALLED:
            raise _NotQuiet
        if function.type == "primitive_type":
            return
        if function.type == "field_expression":
            name = text_of(function.child_by_field_name("field"))
            self._is_function(name)
            _, may_set = self._root(function.child_by_field_name("argument"))
            self.needs.add(_Need("function", name, may_set))
            return
        name, path = name_of(function), library_name(function)
        if function.type == "identifier" and self._is_variable(name):
            self._called_object(name)
            self._operator("()", self._root(function)[1])
        elif name in _CASTS or (function.type == "identifier" and (name in self.types or self.quiet.is_number(name))):
            self.is_generic |= name in self.types
        elif self.quiet.is_replaced(name) or self.quiet.is_hidden(name) or name in self.constants:
            raise _NotQuiet
        elif self.quiet.classes.of(self.quiet.expanded(Type(name)).base) is not None:
            self.type_of(text_of(function))
        elif self.quiet.is_in_sight(name) and not text_of(function).startswith("std::"):
            self._is_function(name)
            is_own = self.owner is not None and name in self.owner.declared
            self.needs.add(_Need("function", name, is_own and self.sets))
        elif not (path and (effect_of(path).pure or path in _MOVING)):
            raise _NotQuiet
        elif not text_of(function).startswith("std::"):
            self._better(path)
        elif path in _CHOOSING:
            self._operator("<")

    def _is_function(self, name: str) -> None:
        """What is called by the name of a member that is no number may be an address of any function."""
        named = [known.members[name].type for known in self.quiet.classes.known.values() if name in known.members]
        if any(kind.layers or not self.quiet.is_number(kind.base) for kind in named):
            raise _NotQuiet

    def _called_object(self, name: str) -> None:
        """A variable is called: an object does what its class says, what an address leads to may do anything."""
        kinds = [each for each in (self.values.get(name), self.parameters.get(name)) if each is not None]
        kinds += [self.members[name].type] if name in self.members else []
        for kind in kinds:
            known = self.quiet.classes.of(self.quiet.expanded(kind).base)
            if (
                known is None
                or "*" in kind.layers
                or "operator()" not in known.declared
                or "conversion" in known.special
            ):
                raise _NotQuiet

    def _store(self, node: Node) -> None:
        target = node.child_by_field_name("left") or node.child_by_field_name("argument")
        if target is None or not self._root(target)[1]:
            raise _NotQuiet
        operator = text_of(node.child_by_field_name("operator"))
        if operator == "=":
            self._made_for(bare(target))
        self._operator(operator, sets(operator))

    def _made_for(self, target: Node) -> None:
        """What is assigned may be made into an object of the type that the target has."""
        while target.type == "subscript_expression":
            target = bare(target.children_by_field_name("argument")[0])
        name = text_of(target.child_by_field_name("field") or target)
        kinds = [each for each in (self.values.get(name), self.parameters.get(name)) if each is not None]
        kinds += [k.members[name].type for k in self.quiet.classes.known.values() if name in k.members]
        for kind in kinds:
            self.type_of(self.quiet.expanded(kind).base)
        if not kinds and self._holds_objects():
            self.type_of("auto")

    def _choice(self, node: Node) -> None:
        """One of two, of which one may be made into an object of the other's class."""
        if self._holds_objects():
            self.type_of("auto")

    def _sign(self, node: Node) -> None:
        self._operator(text_of(node.child_by_field_name("operator")))

    def _operator(self, sign: str, may_set: bool = False) -> None:
        """A sign, which may be a function of the files, whatever it stands between."""
        self._better(sign)
        if self.quiet.is_in_sight(f"operator{sign}"):
            self.needs.add(_Need("function", f"operator{sign}", may_set))

    def _better(self, name: str) -> None:
        """A header that is not found may have a function of a name that is meant where an object is given."""
        if name not in OF_CLASSES_ALONE and misses_headers(self.quiet.classes.outline) and self._holds_objects():
            raise _NotQuiet

    def _holds_objects(self) -> bool:
        """Whether something that the function names is an object, and no number."""
        kinds = (*self.values.values(), *self.parameters.values(), *(member.type for member in self.members.values()))
        return any(not self.quiet.is_number(kind.base) for kind in kinds)


_READING: dict[str, Callable[[_Reader, Node], None]] = {
    "identifier": _Reader._identifier,
    "qualified_identifier": _Reader._qualified,
    "type_identifier": _Reader._type,
    "placeholder_type_specifier": _Reader._type,
    "template_type": _Reader._type,
    "this": _Reader._this,
    "pointer_expression": _Reader._pointer,
    "field_expression": _Reader._field,
    "subscript_expression": _Reader._subscript,
    "call_expression": _Reader._call,
    "assignment_expression": _Reader._store,
    "update_expression": _Reader._store,
    "conditional_expression": _Reader._choice,
    "binary_expression": _Reader._sign,
    "unary_expression": _Reader._sign,
}


def _is_own(member: Member) -> bool:
    """Whether a member is a part of each object, or a constant of the class: not what all objects share, and not what lies elsewhere."""
    is_constant = member.type.const and "*" not in member.type.layers
    return member.type.layers[:1] != ("&",) and (is_constant or not member.static)


def _is_single(values: list[Node]) -> bool:
    return len(values) == 1 and values[0].named_child_count == 1


def _without_move(value: Node) -> str:
    """`std::move(o.x)` as `o.x`."""
    if value.type == "call_expression" and name_of(value.child_by_field_name("function")) in _MOVING:
        given = value.child_by_field_name("arguments")
        value = given.named_children[0] if given is not None and given.named_child_count == 1 else value
    return "".join(text_of(value).split())


def _field_of(member: Node) -> str:
    return text_of(member.child_by_field_name("field"))


def _scope_of(declaration: Node) -> Node | None:
    """The statement in which a variable is known, ``None`` where that is not told."""
    around = declaration.parent
    if around is not None and around.type == "condition_clause":
        return around.parent
    is_first = (
        around is not None
        and around.type == "for_statement"
        and around.child_by_field_name("initializer") == declaration
    )
    return around if around is not None and (around.type == "compound_statement" or is_first) else None


def _is_template(function: Node) -> bool:
    return function.parent is not None and function.parent.type == "template_declaration" and not _is_of_class(function)


def _is_of_class(function: Node) -> bool:
    """Whether the parameters in front of a function are those of its class: `template <class T> V<T>::V(T a)`."""
    declarator = function.child_by_field_name("declarator")
    return declarator is not None and b"::" in (declarator.text or b"").partition(b"(")[0]


def _initial_values(known: Class) -> Iterator[Node]:
    """What members begin with that say so where they are declared, in conditional lines and in structs without a name too."""
    waiting = list(known.node.named_children)
    while waiting:
        node = waiting.pop()
        inner = node.child_by_field_name("type")
        if node.type == "field_declaration":
            yield from node.children_by_field_name("default_value")
            waiting += inner.named_children if inner is not None and inner.type in CLASSES else ()
        elif node.type == "field_declaration_list" or node.type.startswith("preproc_"):
            waiting += node.named_children


def _parameters(node: Node) -> list[tuple[str, bool]]:
    """The parameters of the template that a class or function is, each with whether it is a type."""
    parent = node.parent
    listed = (
        parent.child_by_field_name("parameters")
        if parent is not None and parent.type == "template_declaration"
        else None
    )
    found: list[tuple[str, bool]] = []
    for child in listed.named_children if listed is not None else ():
        if child.type == "comment":
            continue
        is_type = child.type not in ("parameter_declaration", "optional_parameter_declaration")
        named = child.child_by_field_name("name") if is_type else child.child_by_field_name("declarator")
        if named is not None and not is_type:
            found.append((read_declarator(named).name, False))  # also of `int (*go)(int)`
        else:
            found.append((text_of(named or (child.named_children[-1] if child.named_children else child)), is_type))
    return found
