"""Classes, structs, unions and enumerations as the files in sight define them: members, methods, bases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tree_sitter import Node

from loopwright.lang.class_aliases import aliases_in, with_aliases
from loopwright.lang.declarations import Declaration, read, span_of
from loopwright.lang.declarators import (
    attributes_of,
    base_of,
    name_of_function,
    parameter_nodes,
    read_declarator,
    read_type,
    tag_of,
)
from loopwright.lang.missing import missing
from loopwright.lang.numbers import fundamental
from loopwright.lang.types import Type
from loopwright.lazily import cached_property
from loopwright.source.attributes import may_change_type
from loopwright.source.directive_macros import Definitions
from loopwright.source.includes import Include
from loopwright.source.kept import kept
from loopwright.source.lexemes import all_lexemes
from loopwright.source.nodes import CLASSES, is_closed, may_hold, nearest, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

_CONTAINERS = frozenset(
    ("translation_unit", "namespace_definition", "declaration_list", "linkage_specification", "template_declaration", "declaration",
     "type_definition", "field_declaration_list", "field_declaration", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif",
     "ERROR", *CLASSES)
)  # fmt: skip

_CLASS_WORDS, _OPERATOR = (b"struct", b"class", b"union"), (b"operator",)
_MACROS = frozenset(("preproc_def", "preproc_function_def"))
_READ = _MACROS | {"template_parameter_list", "enum_specifier", "friend_declaration"}
_SIGNS = (
    "+", "-", "*", "/", "%", "^", "&", "|", "~", "!", "=", "<", ">", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<<", ">>", "<<=",
    ">>=", "==", "!=", "<=", ">=", "<=>", "&&", "||", "++", "--", ",", "->*", "->", "()", "[]", "new", "delete",
)  # fmt: skip

_CONDITIONAL = frozenset(("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"))
_DECLARING = frozenset(("type_definition", "declaration", "field_declaration"))
_GIVES = b"->"
_AROUND = ("namespace_definition", "compound_statement", *CLASSES)
_MOST_PARTS = 8


@dataclass(frozen=True)
class Member:
    """A data member. ``shared`` members lie over each other (a union); ``bits`` share a word with their neighbours. It stands in
    ``outline``."""

    declaration: Declaration
    shared: bool = False
    bits: bool = False
    initialized: bool = False
    outline: Outline | None = None

    @property
    def type(self) -> Type:
        """The declared type."""
        return self.declaration.type

    @property
    def static(self) -> bool:
        """Whether there is one for all objects."""
        return self.declaration.static

    @property
    def kind(self) -> tuple[Type, bool, bool, bool]:
        """What tells it from a member of its name."""
        return self.type, self.static, self.shared, self.bits


@dataclass
class Class:
    """``methods`` are those whose bodies stand in the class, ``declared`` all names of functions in it, ``returns`` what each gives
    where all of one name agree; ``constants`` are enumerators in it; ``special`` says which of ``constructor``, ``copy`` (a constructor
    from another one), ``destructor``, ``conversion``, ``assignment`` and ``virtual`` it has of its own. ``names`` are all that it is known
    by; one is ``disputed`` that is defined in another way too, one ``hides_code`` that the parser was not shown all of, or could not
    read; one ``is_remade`` by an attribute that makes another type of it (`may_alias`). ``bringing`` has the words of each line among its
    members that may bring more of them: none for an included file, the name of a macro."""

    name: str
    node: Node
    names: tuple[str, ...] = ()
    members: dict[str, Member] = field(default_factory=dict)
    methods: dict[str, list[Node]] = field(default_factory=dict)
    declared: set[str] = field(default_factory=set)
    returns: dict[str, Type | None] = field(default_factory=dict)
    constants: dict[str, Declaration] = field(default_factory=dict)
    virtual: set[str] = field(default_factory=set)
    bodiless: list[str] = field(
        default_factory=list
    )  # functions without a body in the class, as often as they are declared
    specifiers: dict[str, set[str]] = field(default_factory=dict)  # words before the names of functions
    brought: set[str] = field(default_factory=set)  # names of its bases that `using` makes its own
    special: set[str] = field(default_factory=set)
    bases: tuple[str, ...] = ()
    disputed: bool = False
    hides_code: bool = False
    is_remade: bool = False
    bringing: tuple[frozenset[str], ...] = ()
    outline: Outline | None = None  # the file it stands in
    given: tuple[tuple[str, str], ...] = ()  # what its parameters stand for, of an instance of a template
    aliases: dict[str, Type] = field(default_factory=dict)  # names for types, with what they stand for

    @property
    def own_names(self) -> set[str]:
        """Names of its data, functions and enumerators."""
        return {*self.members, *self.declared, *self.constants}

    @property
    def is_template(self) -> bool:
        """Whether it has parameters."""
        return not self.given and self.node.parent is not None and self.node.parent.type == "template_declaration"

    @property
    def is_final(self) -> bool:
        """Whether no class is made from it."""
        return any(child.type == "virtual_specifier" for child in self.node.named_children)


class Classes:
    """Those of a file and its headers. Nothing in it changes once it has been asked for."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self._known: dict[str, Class] | None = None
        self._lineages: dict[int, list[Class]] = {}  # by what a class is, which its own lineage keeps
        self._unseen: dict[int, list[tuple[Class, str]]] = {}
        self._operators: frozenset[str] | None = None
        self._parameters: frozenset[str] | None = None
        self._enumerations: frozenset[str] | None = None

    @property
    def known(self) -> dict[str, Class]:
        """By name; where two files define one differently, the file's own."""
        if self._known is None:
            found: dict[str, Class] = {}
            for outline in (*reversed(self.outline.headers), self.outline):
                for known in map(self._with_types, classes_in(outline)):
                    for name in known.names:
                        before = found.get(name)
                        differs = before is not None and (before.disputed or before.node.text != known.node.text)
                        differs = differs or self._may_be_specialised(known)
                        found[name] = replace(known, disputed=True) if differs else known
            self._known = found
        return self._known

    def _with_types(self, known: Class) -> Class:
        """A class with what its own names for types stand for put in, but for those that macros may give to something else."""
        meant = {name: type for name, type in known.aliases.items() if name not in self._macros}
        if not meant:
            return replace(known, aliases={}) if known.aliases else known
        members = {
            name: replace(each, declaration=each.declaration._replace(type=with_aliases(each.type, meant)))
            for name, each in known.members.items()
        }
        returns = {name: type if type is None else with_aliases(type, meant) for name, type in known.returns.items()}
        return replace(known, aliases=meant, members=members, returns=returns)

    def _may_be_specialised(self, known: Class) -> bool:
        """Whether a header that is not found, included behind a template, may say something else of it for some arguments."""
        if not known.is_template:
            return False
        is_own = known.outline is self.outline
        return any(
            include.quoted and not (is_own and include.span.start < known.node.start_byte) for include in self._missing
        )

    def is_guided(self, known: Class) -> bool:
        """Whether a deduction guide may make an argument of a template a reference: `template <class T> W(T &) -> W<T &>;`."""
        files = (self.outline, *self.outline.headers)
        return known.is_template and any(known.name in _guided(file) for file in files)

    @cached_property
    def _missing(self) -> tuple[Include, ...]:
        return tuple(missing((self.outline, *self.outline.headers)))

    def of(self, base: str) -> Class | None:
        """The class of a type's name, without its template arguments."""
        return self.known.get(plain(base))

    def methods(self, owner: Class, name: str) -> list[Node]:
        """Bodies of one method, inside the class or outside; none where not all of them are in sight, or the class is defined in
        another way too."""
        if owner.hides_code or owner.disputed or name in owner.brought:
            return []
        found = list(owner.methods.get(name, ()))
        inside = len(found)
        for definition in self.outline.definitions(name):
            parts = definition.function.name.split("::")
            if len(parts) > 1 and parts[-2].split("<")[0] == owner.name:
                if not definition.is_whole:
                    return []
                found.append(definition.node)
        return found if len(found) - inside >= owner.bodiless.count(name) else []

    def is_virtual(self, owner: Class, name: str) -> bool:
        """Whether the object decides which function a call means: the class or one of its bases says so, or a base is nowhere in sight."""
        if owner.is_final:
            return False
        lineage = self._lineage(owner)
        if self.has_unseen_base(owner) or any(name in each.virtual for each in lineage):
            return True
        words = {word for each in lineage for word in each.specifiers.get(name, ())}
        return any("virtual" in one.body for word in words for one in self._macros.get(word, ()))

    @cached_property
    def _macros(self) -> Definitions:
        files = (self.outline, *self.outline.headers)
        return {word: some for file in files for word, some in file.source.definitions.items()}

    def may_have_more(self, owner: Class) -> bool:
        """Whether an included file, or a macro that is nowhere in sight, may bring more members to a class or one in sight that it is made from."""
        return any(words.isdisjoint(self._macros) for each in self._lineage(owner) for words in each.bringing)

    def has_unseen_base(self, owner: Class) -> bool:
        """Whether a class is made from one that is nowhere in sight, and may have any member of it."""
        return bool(self.unseen_bases(owner))

    def unseen_bases(self, owner: Class) -> list[tuple[Class, str]]:
        """What a class and those in sight that it is made from say of bases that are nowhere in sight, without those of the library."""
        lineage = self._lineage(owner)
        if id(owner) not in self._unseen:
            bases = ((each, base) for each in lineage for base in each.bases)
            self._unseen[id(owner)] = [found for found in bases if self._is_unseen(found[1])]
        return self._unseen[id(owner)]

    def with_member(self, owner: Class, name: str) -> list[Class]:
        """Of a class and those in sight that it is made from those which have a data member of a name."""
        return [each for each in self._lineage(owner) if name in each.members]

    def having(self, owner: Class, name: str) -> Class | None:
        """Of a class and those in sight that it is made from the first with data, a function or an enumerator of a name."""
        for each in self._lineage(owner):
            if name in each.members or name in each.declared or name in each.constants:
                return each
        return None

    @cached_property
    def own_names(self) -> frozenset[str]:
        """Names of data, functions and enumerators of all classes."""
        return frozenset().union(*map(_names_of_classes, (self.outline, *self.outline.headers)))

    def _lineage(self, owner: Class) -> list[Class]:
        """A class and those in sight that it is made from."""
        if id(owner) not in self._lineages:
            found = [owner]
            for each in found:
                parents = (self._base(base) for base in each.bases)
                found += [p for p in parents if p is not None and all(p.name != one.name for one in found)]
            self._lineages[id(owner)] = found
        return self._lineages[id(owner)]

    def is_told_apart(self, owner: Class, name: str) -> bool:
        """Whether a member is another one in another class of the same name, which may be meant: a specialisation, a class of a function, of
        another class or namespace."""
        if not owner.disputed or name not in owner.members:
            return False
        alike = self._by_own_name.get(owner.name, ())
        if not owner.is_template and len({_home_of(each.node) for each in alike}) < 2:
            return False  # other builds have the others
        return len({each.members[name].kind if name in each.members else None for each in alike}) > 1

    @cached_property
    def _by_own_name(self) -> dict[str, list[Class]]:
        found: dict[str, list[Class]] = {}
        for each in (each for file in (self.outline, *self.outline.headers) for each in classes_in(file)):
            found.setdefault(each.name, []).append(each)
        return found

    def _is_unseen(self, base: str) -> bool:
        """Whether a base is nowhere in sight, or one of several that have its name: a specialisation, a nearer class."""
        known = self._base(base)
        if known is not None:
            return known.disputed
        name = base.removeprefix("virtual ").partition("<")[0].strip()
        return not name.startswith("std::") or name.endswith("_t")  # `std::conditional_t<…>` may be any class

    def _base(self, text: str) -> Class | None:
        if ">::" in "".join(text.split()):
            return None  # what a template names in itself
        return self.of(text.removeprefix("virtual "))

    def around(self, function: Node) -> Class | None:
        """The class whose method a function definition is."""
        node: Node | None = function.parent
        while node is not None and node.type in (
            "field_declaration_list",
            "template_declaration",
            "preproc_if",
            "preproc_ifdef",
        ):
            node = node.parent
        if node is not None and node.type in ("class_specifier", "struct_specifier", "union_specifier"):
            return self.of(text_of(node.child_by_field_name("name")))
        declarator = function.child_by_field_name("declarator")
        named = read_declarator(declarator).node if declarator is not None else None
        scope = (
            named.child_by_field_name("scope") if named is not None and named.type == "qualified_identifier" else None
        )
        return self.known.get(text_of(scope).split("<")[0]) if scope is not None else None

    def member(self, owner: Class, name: str) -> Member | None:
        """A data member of a class or of one of its bases."""
        found = owner.members.get(name)
        for base in owner.bases:
            parent = self.of(base)
            if found is None and parent is not None and parent is not owner:
                found = self.member(parent, name)
        return found

    def gives_values(self, base: str, depth: int = 0) -> bool:
        """Whether a new object of a class begins with values that a constructor or a member's initializer gives; what is not in sight
        may."""
        known = self.of(base)
        if known is None or known.disputed or known.hides_code or depth > _MOST_PARTS:
            return True
        own = [member for member in known.members.values() if not member.static]
        if "constructor" in known.special or any(member.initialized for member in own):
            return True
        held = [
            m.type.base.removeprefix("struct ")
            for m in own
            if "*" not in m.type.layers and not fundamental(m.type.base)
        ]
        parts = [part for part in (*known.bases, *held) if part not in self.template_parameters | self.enumerations]
        return any(self.gives_values(part, depth + 1) for part in parts)

    @property
    def operators(self) -> frozenset[str]:
        """Names of the operator functions that the files in sight define or declare: `operator+`."""
        if self._operators is None:
            self._operators = self._over(lambda found: found.operators)
        return self._operators

    @property
    def enumerations(self) -> frozenset[str]:
        """Names of enumerations."""
        if self._enumerations is None:
            self._enumerations = self._over(lambda found: found.enumerations)
        return self._enumerations

    @property
    def template_parameters(self) -> frozenset[str]:
        """Names of type parameters of the file's templates."""
        if self._parameters is None:
            self._parameters = self._over(lambda found: found.parameters)
        return self._parameters

    @cached_property
    def lively(self) -> str:
        """A class that is no template and whose values run code; empty where there is none."""
        return next((name for name, known in self.known.items() if _is_lively(known)), "")

    def _over(self, part: Callable[[_Found], frozenset[str]]) -> frozenset[str]:
        return frozenset(name for o in (*self.outline.headers, self.outline) for name in part(_found_in(o)))


def _is_lively(known: Class) -> bool:
    """Whether values of a class that is no template run code."""
    operators = any(name.startswith("operator") for name in known.declared)
    return not known.is_template and bool(known.special or known.virtual or known.bases or operators)


@lru_cache(maxsize=4096)
def plain(base: str) -> str:
    """A type's name without scopes and template arguments."""
    return base.split("<")[0].replace("typename ", "").split("::")[-1].strip()


def template_arguments(base: str) -> list[str]:
    """What a type's name gives its template, as it is written."""
    text = base[base.index("<") + 1 : base.rindex(">")] if "<" in base and ">" in base else ""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "<") - (character == ">")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


@dataclass(frozen=True)
class _Found:
    classes: tuple[Class, ...]
    operators: frozenset[str]
    parameters: frozenset[str]
    enumerations: frozenset[str]
    operands: tuple[tuple[str, tuple[str, ...]], ...]


@kept
def _guided(outline: Outline) -> frozenset[str]:
    """The templates of which a deduction guide may say that an argument is a reference: the names in `-> NAME<…&…>;`."""
    data, found = outline.source.data, set[str]()
    at = data.find(_GIVES)
    while at >= 0:
        said = data[at + len(_GIVES) : data.find(b";", at)].partition(b"{")
        if b"&" in said[0] and b"<" in said[0] and not said[1]:
            found.update(names_in(said[0].partition(b"<")[0].decode("utf-8", "replace")))
        at = data.find(_GIVES, at + len(_GIVES))
    return frozenset(found)


def classes_in(outline: Outline) -> tuple[Class, ...]:
    """The classes that one file defines, those inside functions and other classes too."""
    return _found_in(outline).classes


def operands_in(outline: Outline) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The operator functions that one file defines or declares, with the types of what they take; of those that a macro may make it is not
    known."""
    return _found_in(outline).operands


@kept
def _names_of_classes(outline: Outline) -> frozenset[str]:
    return frozenset().union(*(each.own_names for each in classes_in(outline)))


@kept
def _found_in(outline: Outline) -> _Found:
    found: list[Class] = []
    operators: set[str] = set()
    operands: list[tuple[str, tuple[str, ...]]] = []
    parameters: set[str] = set()
    enumerations: set[str] = set()
    for node in _nodes_of_interest(outline.source.root):
        if node.type in CLASSES:
            known = read_class(node, outline)
            if known is not None:
                found.append(known)
                operators |= {_joined(name) for name in known.declared if name.startswith("operator")}
        elif node.type == "enum_specifier":
            name, parent = node.child_by_field_name("name"), node.parent
            enumerations |= {text_of(name)} if name is not None else set()
            if parent is not None and parent.type == "type_definition":  # `typedef enum { A, B } E;`
                enumerations |= {text_of(each) for each in parent.children_by_field_name("declarator")}
        elif node.type == "template_parameter_list":
            parameters |= {
                text_of(child.child_by_field_name("name") or child.named_children[-1])
                for child in node.named_children
                if child.type.endswith("type_parameter_declaration") and child.named_children
            }
        elif b"operator" not in (node.text or b""):  # to read the names of all functions costs as much as all else
            continue
        elif node.type in _MACROS:
            made = tuple(_operators_by(node))
            operators.update(made)
            operands += [(name, ()) for name in made]
        else:
            function = node.named_children[-1] if node.type == "friend_declaration" else node
            name_of = method_name(function)
            if "operator" in name_of:
                said = _joined(name_of[name_of.index("operator") :])
                operators.add(said)
                operands.append((said, tuple(_operands(function))))
    return _Found(
        tuple(found),
        frozenset(operators),
        frozenset(parameters),
        frozenset(enumerations),
        tuple(dict.fromkeys(operands)),
    )


def _operands(function: Node) -> Iterator[str]:
    """The names of the types that a function for an operator takes: that of its object, where it is a method, and those of its parameters."""
    path = name_of_function(function).split("::")[:-1]
    around = function.parent
    while around is not None and around.type in ("template_declaration", "field_declaration_list"):
        around = around.parent
    yield from path[-1:] or ([tag_of(around)] if around is not None and around.type in CLASSES else [])
    yield from (base_of(parameter)[0] for parameter in parameter_nodes(function))


def _operators_by(macro: Node) -> Iterator[str]:
    """The functions for operators that a macro may declare: all signs where it is told which."""
    parameters = names_in(text_of(macro.child_by_field_name("parameters")))
    words = list(all_lexemes(text_of(macro.child_by_field_name("value"))))
    for at, word in enumerate(words):
        if word.text == "operator":
            behind = "".join(each.text for each in words[at + 1 : at + 3])
            signs = [sign for sign in _SIGNS if behind.startswith(sign)]
            is_given = any(each.text in parameters for each in words[at + 1 : at + 2])
            yield from (f"operator{sign}" for sign in (_SIGNS if is_given else signs))


def _joined(name: str) -> str:
    """`operator !` as `operator!`; `operator new` stays as it is."""
    sign = name.removeprefix("operator").strip()
    return name if sign[:1].isalnum() else f"operator{sign}"


def _nodes_of_interest(root: Node) -> Iterator[Node]:
    """Classes, what else is read, and functions where the file has an operator: one without the words is not asked function by function."""
    has_operators, has_classes = may_hold(root, _OPERATOR), may_hold(root, _CLASS_WORDS)
    stack = [root]
    while stack:
        node = stack.pop()
        kind = node.type
        if kind in CLASSES or kind in _READ or (has_operators and kind == "declaration" and may_hold(node, _OPERATOR)):
            yield node
        if kind == "function_definition" or kind == "lambda_expression":
            if has_operators:
                yield node
            if has_classes and may_hold(node, _CLASS_WORDS):
                stack += [child for child in descendants(node) if child.type in CLASSES]
            continue
        if kind in _CONTAINERS:
            stack.extend(node.named_children)


def descendants(node: Node) -> Iterator[Node]:
    """All nodes below one, but for what is inside classes."""
    stack = list(node.named_children)
    while stack:
        current = stack.pop()
        yield current
        if current.type not in CLASSES:  # which looks into itself
            stack.extend(current.named_children)


def _home_of(node: Node) -> tuple[str, ...]:
    """The namespaces, classes and blocks around a class."""
    around, found = nearest(node, _AROUND), list[str]()
    while around is not None:
        name = around.child_by_field_name("name")
        found.append(text_of(name) if name is not None else f"{around.type} at {around.start_byte}")
        around = nearest(around, _AROUND)
    return tuple(found)


def read_class(node: Node, outline: Outline | None = None) -> Class | None:
    """What the definition of a class says; ``None`` for a mention of its name."""
    body = node.child_by_field_name("body")
    if body is None:
        return None
    tag = tag_of(node).split("<")[0]
    aliases = _typedef_names(node)
    named = node.child_by_field_name("name") is not None
    known = Class(tag if named or not aliases else aliases[0], node, (tag, *aliases), outline=outline)
    known.bases = tuple(  # the parser takes `: decltype(x)` for an error: a base that is not known
        text_of(child)
        for clause in node.named_children
        if clause.type == "base_class_clause" or (clause.type == "ERROR" and text_of(clause).startswith(":"))
        for child in clause.named_children
        if child.type not in ("access_specifier", "comment")
    )
    for child in body.named_children:
        _read_member(known, child, node.type == "union_specifier")
    known.members = {name: replace(member, outline=outline) for name, member in known.members.items()}
    known.aliases = aliases_in(body)
    known.bringing = tuple(_bringing(body, known))
    _doubt_values(known)
    # What the parser could not read among the members may be one that runs by itself: `~List<T>() {…}`.
    is_broken = any(child.type == "ERROR" or child.is_missing or _brings(child, known) for child in body.named_children)
    known.hides_code = (
        is_broken or not is_closed(node) or (outline is not None and outline.source.hides_code_in(span_of(node)))
    )
    around = node.parent
    known.is_remade = any(
        may_change_type(text_of(attribute))
        for each in (node, around if around is not None and around.type in _DECLARING else None)
        if each is not None
        for attribute in attributes_of(each)
    )
    return known


def _doubt_values(known: Class) -> None:
    """Constants are ``disputed`` whose values have names that mean something else here than in the file: parameters of templates around,
    members of the class and of those around, anything in a function."""
    said = [*known.constants.values(), *(member.declaration for member in known.members.values() if member.static)]
    named = [(each.name, names_in(each.value or "")) for each in said]
    if not any(names for _, names in named):
        return
    own, in_function = {each.name for each in said}, False
    around = known.node.parent
    while around is not None:
        own |= _declared_by(around)
        in_function = in_function or around.type in ("function_definition", "lambda_expression")
        around = around.parent
    for name, names in named:
        if not (in_function and names) and own.isdisjoint(names):
            continue
        if name in known.constants:
            known.constants[name] = known.constants[name]._replace(disputed=True)
        else:
            member = known.members[name]
            known.members[name] = replace(member, declaration=member.declaration._replace(disputed=True))


def _declared_by(around: Node) -> set[str]:
    """The names that a template gives to its parameters, or a class to its members."""
    if around.type == "template_declaration":
        return set(names_in(text_of(around.child_by_field_name("parameters"))))
    if around.type != "field_declaration_list":
        return set()
    declared = [
        each
        for child in around.named_children
        if child.type == "field_declaration"
        for each in read(child, span_of(child))
    ]
    inner = [child.child_by_field_name("type") for child in around.named_children]
    listed = [
        each
        for kind in inner
        if kind is not None and kind.type == "enum_specifier"
        for each in read(kind, span_of(kind))
    ]
    return {each.name for each in (*declared, *listed)}


def _brings(node: Node, known: Class) -> bool:
    """Whether something among members may bring more of them: a line that includes a file, a macro."""
    if node.type in ("preproc_include", "preproc_call"):
        return "include" in text_of(node.named_children[0])
    called = method_name(node)
    if node.type == "declaration":  # `MEMBERS(A);` looks like a constructor
        return node.child_by_field_name("type") is None and called.removeprefix("~").split("<")[0] not in known.names
    kind = node.child_by_field_name("type") if node.type == "field_declaration" and not called else None
    return kind is not None and (node.has_error or (kind.type == "type_identifier" and node.named_child_count == 1))


def _is_conversion(node: Node) -> bool:
    """`operator int() const;` has no type in front."""
    return node.type == "declaration" and method_name(node).startswith("operator")


def _bringing(members: Node, known: Class) -> Iterator[frozenset[str]]:
    """The words of each line among members that may bring more of them."""
    for child in members.named_children:
        kind = child.child_by_field_name("type")
        odd = [each for each in child.named_children if each.type == "ERROR"]
        if child.type in _CONDITIONAL:
            yield from _bringing(child, known)
        elif child.type in ("preproc_include", "preproc_call"):
            yield from [frozenset[str]()] * _brings(child, known)
        elif child.type == "using_declaration" and any(each.type == "enum" for each in child.children):
            yield frozenset()
        elif child.type == "ERROR" or child.is_missing or (_brings(child, known) and not _is_conversion(child)):
            yield frozenset(names_in(text_of(child))[:1])
        elif odd and kind is not None and kind.type == "type_identifier":  # `FIELDS void f() {…}`, `API void f();`
            yield frozenset(name for each in (kind, *odd) for name in names_in(text_of(each)))
        elif kind is not None and kind.type == "enum_specifier":
            listed = kind.child_by_field_name("body")
            yield from () if listed is None else _bringing(listed, known)


def _typedef_names(node: Node) -> tuple[str, ...]:
    parent = node.parent
    if parent is None or parent.type != "type_definition":
        return ()
    read_ones = (read_declarator(declarator) for declarator in parent.children_by_field_name("declarator"))
    return tuple(one.name for one in read_ones if not one.layers)


def _read_member(known: Class, node: Node, shared: bool) -> None:
    kind = node.type
    if kind == "template_declaration" or kind in _CONDITIONAL:
        for child in node.named_children:
            _read_member(known, child, shared)
        return
    if kind == "using_declaration" and node.named_children:
        known.brought.add(plain(text_of(node.named_children[-1])))
    if kind not in ("field_declaration", "function_definition", "declaration"):
        return
    inner = node.child_by_field_name("type")
    if inner is not None and inner.type == "enum_specifier":
        known.constants.update({c.name: c for c in read(inner, span_of(inner)) if c.kind == "constant"})
    if inner is not None and inner.type in CLASSES and not node.children_by_field_name("declarator"):
        body = inner.child_by_field_name("body")  # members of an anonymous struct are members of the class
        for child in body.named_children if body is not None and inner.child_by_field_name("name") is None else []:
            _read_member(known, child, shared or inner.type == "union_specifier")
        return
    called = method_name(node)
    if called:
        _read_function(known, node, called)
        return
    bits = any(child.type == "bitfield_clause" for child in node.named_children)
    values = node.children_by_field_name("default_value")
    for declaration in read(node, span_of(node), "member"):
        if declaration.kind == "member":
            known.members[declaration.name] = Member(declaration, shared, bits, bool(values))
    if any(
        child.type in ("call_expression", "update_expression", "assignment_expression", "identifier")
        for value in values
        for child in (value, *descendants(value))
    ):
        known.special.add("constructor")


def _takes_its_own(known: Class, constructor: Node) -> bool:
    """Whether a constructor makes an object of another one of the class."""
    given = parameter_nodes(constructor)
    declarator = given[0].child_by_field_name("declarator") if len(given) == 1 else None
    return declarator is not None and plain(read_type(declarator, given[0])[1].base) == known.name


def _read_function(known: Class, node: Node, called: str) -> None:
    if called.removeprefix("~").split("<")[0] == known.name:
        called = called.split("<")[0]  # `Col<T>(int n)` in a template `Col`
    has_body = node.child_by_field_name("body") is not None
    quiet = any(child.type == "default_method_clause" for child in node.named_children)
    if any(child.type == "virtual" for child in node.children):
        known.special.add("virtual")
        known.virtual.add(called)
    if any(
        "override" in text_of(child) or text_of(child) == "final"
        for child in node.children[1:]
        if child.type == "virtual_specifier"
    ):
        known.virtual.add(called)
    given = next((d.type for d in read(node, span_of(node)) if d.kind == "function"), None)
    result = given._replace(layers=given.layers[1:], extents=given.extents[1:]) if given is not None else None
    known.returns[called] = result if known.returns.get(called, result) == result else None
    known.declared.add(called)
    name = (
        read_declarator(declarator).node if (declarator := node.child_by_field_name("declarator")) is not None else None
    )
    if name is not None:
        before = (node.text or b"")[: name.start_byte - node.start_byte].decode("utf-8", "replace")
        known.specifiers.setdefault(called, set()).update(names_in(before))
    if has_body:
        known.methods.setdefault(called, []).append(node)
    elif not quiet and not any(child.type == "delete_method_clause" for child in node.children):
        known.bodiless.append(called)
    if quiet:
        return
    if called.startswith("~"):
        known.special.add("destructor")
    elif called == known.name:
        known.special.add("constructor")
        known.special.update(["copy"] if _takes_its_own(known, node) else [])
    elif called == "operator=":
        known.special.add("assignment")
    elif called.startswith("operator "):
        known.special.add("conversion")


def method_name(node: Node) -> str:
    """The last part of a declared function's name, empty for what is none; `operator int` for a conversion."""
    declarator = node.child_by_field_name("declarator")
    if declarator is None:
        return ""
    said = read_declarator(declarator)
    if said.node is not None and said.node.type == "operator_cast":
        return "operator " + text_of(said.node.child_by_field_name("type"))
    return "".join(said.name.split("::")[-1].split()) if said.is_function else ""


def private_members(known: Class, to_heirs: bool = False) -> frozenset[str]:
    """Data members that only methods of the class may name, or (``to_heirs``) those that methods of classes below may not."""
    body = known.node.child_by_field_name("body")
    is_private = known.node.type == "class_specifier"
    found: set[str] = set()
    for child in body.named_children if body is not None else []:
        if child.type == "access_specifier":
            is_private = text_of(child) not in (("public", "protected") if to_heirs else ("public",))
        elif child.type == "field_declaration" and is_private:
            found |= {text_of(part) for part in _field_names(child)}
    return frozenset(found & set(known.members))


def _field_names(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type == "field_identifier":
            yield child
        else:
            yield from _field_names(child)
