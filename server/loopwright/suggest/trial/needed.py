"""What a loop needs to stand by itself: variables from outside, and the texts of macros, types and functions, each before what uses it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from tree_sitter import Node

from loopwright.lang.classes import Class
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import parameter_nodes
from loopwright.lang.effects import effects
from loopwright.lang.macros import is_macro
from loopwright.lang.method_lambdas import method_lambda
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.template_arguments import instances
from loopwright.lang.types import Type, first_argument, named
from loopwright.lang.types import category_of_base as category_of
from loopwright.source.nodes import at_or_around, definition_around, fields_in, leaves, text_of
from loopwright.source.outline import Definition, Loop, Outline
from loopwright.source.text import Span, names_in, with_names
from loopwright.source.tokens import free_names, tokens_of
from loopwright.suggest.trial.made import NUMBERS
from loopwright.suggest.trial.signature import ELEMENTS, Untestable
from loopwright.suggest.trial.sizes import constant, elements, within_limits

_MOST_TEXTS = 60
_PLACES = ("subscript_expression", "binary_expression", "update_expression", "pointer_expression")
_MOST_OVERLOADS = 4


@dataclass
class Needed:
    """Filled by :meth:`read`. ``assigned`` are the names that the loop changes; ``texts`` stand in front of its function,
    ``definitions`` at its beginning; ``values`` are those of variables that became constants; ``made`` are variables that are no numbers,
    ``members`` what is kept of their classes; ``edits`` take `this->` away."""

    outline: Outline
    scopes: Scopes
    loop: Loop | None  # None for a function
    variables: dict[str, Declaration] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    assigned: frozenset[str] = frozenset()
    definitions: dict[str, str] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    made: dict[str, Declaration] = field(default_factory=dict)
    members: dict[str, dict[str, Type]] = field(default_factory=dict)
    opaque: set[str] = field(default_factory=set)  # classes of which a constructor is not in sight
    edits: list[Span] = field(default_factory=list)
    objects: set[str] = field(default_factory=set)  # names behind which `->` stands
    rows: set[str] = field(default_factory=set)  # names that are indexed, or counted on
    fields: set[str] = field(default_factory=set)  # names behind `.` and `->`
    begun: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)  # all words
    own: frozenset[str] = frozenset()  # what the text itself declares
    region: Span | None = None  # what is written out, where that is more than the loop
    methods: dict[str, str] | None = (
        None  # those of the loop's own class that it calls, as lambdas, where they may be written out
    )

    @property
    def cplusplus(self) -> bool:
        """Whether what is written is C++."""
        return self.outline.source.language != "c"

    def read(self, node: Node, span: Span) -> None:
        """Take what stands in ``node`` within ``span``."""
        self.fields |= fields_in(node, span)
        for leaf in leaves(node, span):
            name = text_of(leaf)
            self.seen.add(name)
            parent = leaf.parent.type if leaf.parent is not None else ""
            if leaf.type == "this":
                self._this(leaf)
            elif parent in ("preproc_ifdef", "preproc_defined"):
                continue
            elif parent == "qualified_identifier":
                self._qualified(leaf)
            elif leaf.type == "type_identifier" and name not in self.own and not _is_of_the_library(leaf):
                self._type(name)
            elif leaf.type == "identifier" and name not in self.own:
                if parent == "field_expression" and leaf.next_sibling is not None and leaf.next_sibling.type == "->":
                    self.objects.add(name)
                elif parent in _PLACES:
                    self.rows.add(name)
                self._name(name, leaf.start_byte)

    def type_of(self, declaration: Declaration) -> Type:
        """A variable's type, aliases put in and a reference taken for what it refers to."""
        return self._whole(declaration.type).referred()

    def is_array(self, declaration: Declaration) -> bool:
        """Whether its size is part of its type, and constant."""
        type = self.type_of(declaration)
        words = set(names_in(" ".join(extent or "" for extent in type.extents)))
        is_pointer = declaration.kind == "parameter" and declaration.type.layers[:1] != ("&",)
        whole = bool(type.layers) and set(type.layers) == {"[]"} and all(type.extents) and not is_pointer
        return whole and not words & (self.variables.keys() | self.definitions.keys())

    def elements_of(self, declaration: Declaration) -> int:
        """How many an array has, or as many as a buffer has where that is not known."""
        assert self.loop is not None
        extents = [self._with_values(extent or "") for extent in self.type_of(declaration).extents]
        count = elements(self.scopes, extents, self.loop)
        return ELEMENTS if count is None else max(ELEMENTS, within_limits(declaration.name, count))

    def largest(self, node: Node) -> int:
        """The largest whole number that the loop writes or names."""
        assert self.loop is not None
        words = {
            text_of(leaf) for leaf in leaves(node, self.loop.span) if leaf.type in ("identifier", "number_literal")
        }
        found = (self.values.get(word, constant(self.scopes, word, self.loop)) for word in words)
        return max((value for value in found if value is not None), default=0)

    def _with_values(self, extent: str) -> str:
        """``extent`` with the numbers that stand for variables in the text that is written."""
        return with_names(extent, {name: str(value) for name, value in self.values.items()})

    def _whole(self, type: Type) -> Type:
        """``type`` as it is written in a text without the file around it: aliases put in, the parameters of templates as one instance
        has them."""
        type = self._of_either_form(self.scopes.expanded(type))
        if type.sequence and "<" in type.base:
            inner = self._whole(named(first_argument(type.base)))
            rest = (
                type.base.partition("<")[2].rstrip("> ")[len(first_argument(type.base)) :]
                if type.sequence == "array"
                else ""
            )
            self.words(rest)
            return type._replace(base=f"std::{type.sequence}<{inner.base}{' *' * len(inner.layers)}{rest}>")
        if type.is_smart_pointer:
            return type if type.base.startswith("std::") else type._replace(base=f"std::{type.base}")
        if type.base in self._instances():
            return type._replace(base=self._instances()[type.base])
        known = self.scopes.classes.of(type.base) if category_of(type.base) not in NUMBERS else None
        return type._replace(base=known.name.split("::")[-1]) if known is not None else type

    def _of_either_form(self, type: Type) -> Type:
        """A number for a type that is one or another number, as the program is built (`float` or `double`): a loop is tried in one form."""
        alias = self.scopes.names.get(type.base)
        if alias is None or alias.kind != "type" or not alias.disputed or category_of(alias.type.base) not in NUMBERS:
            return type
        return type.of(alias.type)

    def _instances(self) -> dict[str, str]:
        """What the parameters of the templates around the loop are: the first instance that the file names, or double."""
        if self.loop is None or not self.cplusplus:
            return {}
        return instances(self.outline, self.loop.span)

    def _this(self, leaf: Node) -> None:
        """`this->x`, which becomes `x`."""
        parent = leaf.parent
        name = parent.child_by_field_name("field") if parent is not None else None
        if name is None or name.type != "field_identifier":
            raise Untestable("the loop hands its own object on")
        found = self._member(text_of(name))
        if found is None or self.scopes.lookup(text_of(name), leaf.start_byte) is not None:
            raise Untestable(f"what {text_of(name)} is cannot be told")
        self.edits.append(Span(leaf.start_byte, name.start_byte))
        if text_of(name) not in self.begun:
            self.begun.add(text_of(name))
            self._variable(found)

    def _member(self, name: str) -> Declaration | None:
        """A data member of the class whose method the loop stands in."""
        if self.loop is None or not self.cplusplus:
            return None
        function = definition_around(self.outline.source.tree.root_node, self.loop.span)
        owner = self.scopes.classes.around(function) if function is not None else None
        member = self.scopes.classes.member(owner, name) if owner is not None and not owner.disputed else None
        return self.scopes.placed(member.declaration, member.outline) if member is not None else None

    def _qualified(self, leaf: Node) -> None:
        """A part of `a::b`: of the library nothing is written out, of a namespace its constants."""
        whole = leaf
        while whole.parent is not None and whole.parent.type == "qualified_identifier":
            whole = whole.parent
        path = tuple(text_of(whole).split("::"))
        if path[0] in ("std", "") or leaf.end_byte != whole.end_byte:
            return
        found = self.scopes.lookup_qualified(path)
        if found is None or found.kind not in ("constant", "variable") or not (found.const or found.kind == "constant"):
            raise Untestable(f"what {text_of(whole)} is cannot be told")
        if found.value is None or self.scopes.classes.of(path[-2]) is not None:
            raise Untestable(f"the value of {text_of(whole)} is not known")
        self.words(found.value)
        opened = "".join(f"namespace {part} {{ " for part in path[:-1])
        self.texts[text_of(whole)] = f"{opened}constexpr auto {path[-1]} = {found.value};{' }' * len(path[:-1])}\n"

    def _name(self, name: str, offset: int) -> None:
        if name in self.begun or name == "static_cast":
            return
        found = self.scopes.lookup(name, offset)
        if name in effects() and (found is None or found.kind not in ("variable", "parameter")):
            return
        member = self._member(name) if found is None or found.is_global or is_macro(found) else None
        if member is None and (found is None or found.kind == "function") and self._own_method(name):
            self.begun.add(name)
            return
        found = member or found or self.scopes.names.get(name)
        if found is None and name in self._instances():
            self._type(name)  # `T(1)`
            return
        if found is None and (name in self._inside() or name in _LIMITS):
            return  # where it is declared, or in a header of the library that every trial has
        if found is None:
            raise Untestable(f"what {name} is cannot be told")
        inside = member is None and self._span is not None and self._span.contains(found.span)
        if found.header is None and inside and not is_macro(found):
            return  # its own
        self.begun.add(name)
        if is_macro(found):
            self._macro(name, found)
        elif found.kind == "constant":
            if found.value is None:
                raise Untestable(f"the value of {name} is not known")
            self.words(found.value)
            self.texts[name] = f"enum {{ {name} = {found.value} }};\n"
        elif found.kind in ("variable", "parameter", "member"):
            self._variable(found)
        elif found.kind == "function":
            self._function(name)
        elif found.kind == "type":
            self._type(name)
        else:
            raise Untestable(f"{name} is no variable")

    def _inside(self) -> frozenset[str]:
        """Names that the loop declares."""
        if self.loop is None:
            return frozenset()
        function, span = self.scopes.function_at(self.loop.span.start), self._span
        declared = self.scopes.locals_of(function) if function is not None else []
        return frozenset(d.name for d in declared if span is not None and span.contains(d.span))

    @property
    def _span(self) -> Span | None:
        """What is written out."""
        return self.region or (self.loop.span if self.loop is not None else None)

    def _variable(self, found: Declaration) -> None:
        if self.methods is not None and (found.value or "").lstrip().startswith("["):
            self._lambda(found)
            return
        type = self.type_of(found)
        for extent in type.extents:
            self.words(extent or "")
        if category_of(type.base) not in NUMBERS:
            self._object(found, type)
            return
        if type.layers in (("*",) * 2, ("*",) * 3):
            self.made[found.name] = found
            return
        if set(type.layers) - {"*", "[]"} or "*" in type.layers[1:]:
            raise Untestable(f"inputs for {found.name} of type {type.text} cannot be made")
        if not type.layers and found.value and category_of(type.base) == "integer" and found.name not in self.assigned:
            value = constant(self.scopes, found.value, self.loop) if self.loop is not None else None
            if (
                value is not None and abs(value) < 1 << 31
            ):  # in front of the function: lengths of its parameters' rows may name it
                is_one = f"constexpr {type.base} {found.name} = {value};\n"
                self.texts[found.name] = is_one if self.cplusplus else f"enum {{ {found.name} = {value} }};\n"
                self.values[found.name] = value
                return
            begun = set(self.begun)
            try:
                self.words(found.value)
            except Untestable:
                self.begun = begun  # what the value needs and cannot be had has to be asked for again
            else:  # the analysis has put its value into bounds
                self.definitions[found.name] = f"  {type.base} {found.name} = {found.value};\n"
                return
        self.variables[found.name] = found

    def _object(self, found: Declaration, type: Type) -> None:
        """A variable that is no number: a container, an object, a pointer to such."""
        inner = type
        while inner.sequence:
            inner = inner.element()
        if category_of(inner.base) not in NUMBERS and not type.is_smart_pointer:
            self._class(inner.base, found.name)
        self.made[found.name] = found

    def _class(self, base: str, told: str, *, by_name: bool = False) -> None:
        """Write a class out: its data, and those of its methods that need nothing else. ``by_name``: objects of it may be made there, so
        that all its constructors have to be known."""
        if base in self.members:
            if by_name and base in self.opaque:
                raise Untestable(f"objects of {base} cannot be made")
            return
        known = self.scopes.classes.of(base)
        if known is None or _is_more_than_data(known):
            raise Untestable(f"inputs for {told} of type {base} cannot be made")
        kept: dict[str, Type] = {}
        self.members[base] = kept
        for name, member in known.members.items():
            try:
                kept[name] = self._kept(self.scopes.placed(member.declaration, member.outline), told, by_name)
            except Untestable:
                if by_name or name in self.fields:
                    raise
                self.opaque.add(base)
        declared = "".join(f"  {_member_text(name, type)};\n" for name, type in kept.items())
        if not self.cplusplus:
            self.texts[f"class {base}"] = f"typedef struct {base} {{\n{declared}}} {base};\n"
            return
        constructors = None if base in self.opaque else self._constructors(known)
        if constructors is None:
            self.opaque.add(base)
            if by_name:
                raise Untestable(f"objects of {base} cannot be made")
        methods = [text for node in _methods(known) if (text := self._method(known, node)) is not None]
        inside = "".join(f"  {text}\n" for text in (*(constructors or ()), *methods))
        self.texts[f"class {base}"] = f"struct {base} {{\n{declared}{inside}}};\n"

    def _kept(self, member: Declaration, told: str, by_name: bool) -> Type:
        """The type of a member of a class that is written out."""
        type = self._whole(member.type)
        for extent in type.extents:
            self.words(extent or "")
        if category_of(type.base) not in NUMBERS and not type.sequence and not type.is_smart_pointer:
            self._class(type.base, told, by_name=by_name)
        return type

    def _constructors(self, known: Class) -> list[str] | None:
        """Those of a class, with one for objects without arguments; ``None`` where one of them is not in sight."""
        nodes = known.methods.get(known.name, [])
        texts = [self._method(known, node) for node in nodes]
        found = [text for text in texts if text is not None]
        if len(found) < len(texts) or ("constructor" in known.special and not nodes):
            return None
        if nodes and all(parameter_nodes(node) for node in nodes):
            found.append(f"{known.name}() = default;")
        return found

    def _method(self, known: Class, node: Node) -> str | None:
        """The text of a method that uses the data of its class, its own variables and the library alone; else ``None``."""
        outline = known.outline or self.outline
        names = {*known.members, *known.methods, *known.declared} - {known.name}
        own = Needed(
            outline, scopes_of(outline), None, texts=dict(self.texts), members=self.members, opaque=self.opaque
        )
        own.own = frozenset(names | _declared_in(outline, node))
        span = Span(node.start_byte, node.end_byte)
        declarator = node.child_by_field_name("declarator")
        is_constructor = declarator is not None and text_of(declarator).startswith(known.name)
        own.own |= {known.name} if is_constructor else set()
        try:
            own.read(node, span)
        except Untestable:
            return None
        if own.variables or own.made or own.edits:
            return None
        self.texts.update(own.texts)
        return outline.source.slice(span)

    def _macro(self, name: str, found: Declaration) -> None:
        if found.disputed:
            raise Untestable(f"{name} has several definitions")
        source = (found.header or self.outline).source
        line = source.data.rfind(b"\n", 0, found.span.start) + 1
        text = source.data[line : found.span.end].decode("utf-8", "replace")
        own = text[text.index("(") : text.index(")")] if found.kind == "function" and "(" in text else ""
        self.words(found.value or "", set(names_in(own)))
        self.texts[name] = text.rstrip("\r\n") + "\n"

    def words(self, text: str, known: Iterable[str] = ()) -> None:
        """Take the names of an expression."""
        for word in dict.fromkeys(token.text for token in free_names(tokens_of(text))):
            if word not in known and word not in _KEYWORDS:
                if self.scopes.names.get(word) is not None and self.scopes.names[word].kind == "type":
                    self._type(word)
                else:
                    self._name(word, self.loop.span.start if self.loop is not None else 0)

    def _type(self, name: str) -> None:
        if name in self.texts or name in _KNOWN_TYPES:
            return
        type = self._whole(named(name))
        if type.layers or category_of(type.base) not in NUMBERS:
            if not type.layers and self.scopes.classes.of(type.base) is not None:
                self._class(type.base, name, by_name=True)
                if type.base != name:
                    self.texts[name] = f"typedef {type.base} {name};\n"
                return
            raise Untestable(f"{name} is no type of numbers")
        self.texts[name] = f"typedef {type.base} {name};\n"

    def beside(self, outline: Outline, loop: Loop, region: Span) -> Needed:
        """What another text of the loop needs too: its variables and texts are those of this one. Methods of the loop's own class may be
        called there."""
        return replace(
            self, outline=outline, scopes=scopes_of(outline), loop=loop, region=region, edits=[], seen=set(), methods={}
        )

    def _own_method(self, name: str) -> bool:
        """Whether a function is a method of the loop's own class, and was written out."""
        if self.methods is None or self.loop is None or not self.cplusplus:
            return False
        function = definition_around(self.outline.source.tree.root_node, self.loop.span)
        owner = self.scopes.classes.around(function) if function is not None else None
        if function is None or owner is None:
            return False
        found = method_lambda(self.scopes, owner, function, name, self.loop.span.start)
        if found is None:
            return False
        if not found.text:
            raise Untestable(f"{name} cannot be written out beside the loop")
        span = Span(found.node.start_byte, found.node.end_byte)
        inner = replace(self, region=span, own=_declared_in(self.outline, found.node))
        for part in found.parts:
            inner.read(part, Span(part.start_byte, part.end_byte))
        self.methods[name] = found.text
        return True

    def _lambda(self, found: Declaration) -> None:
        """A lambda of the function around the loop, which may be written out too."""
        assert self.methods is not None
        node = at_or_around(
            self.outline.source.tree.root_node.descendant_for_byte_range(found.span.start, found.span.end - 1),
            ("declaration",),
        )
        if node is None or found.is_global:
            raise Untestable(f"what {found.name} calls cannot be told")
        span = Span(node.start_byte, node.end_byte)
        replace(self, region=span).read(node, span)
        self.methods[found.name] = text_of(node)

    def _function(self, name: str) -> None:
        found = self.outline.definitions(name)
        most = _MOST_OVERLOADS if self.cplusplus else 1
        if not 1 <= len(found) <= most or len(self.texts) > _MOST_TEXTS:
            raise Untestable(f"{name} is not in sight")
        self.texts[name] = "".join([self._text_of(name, definition) for definition in found])

    def _text_of(self, name: str, definition: Definition) -> str:
        """A function's text, what it needs written out before."""
        outline, scopes = definition.outline, scopes_of(definition.outline)
        node = definition.node
        if node.parent is not None and node.parent.type == "template_declaration":
            node = node.parent
        if node.parent is not None and node.parent.type == "field_declaration_list":
            raise Untestable(f"{name} is a method")
        span = Span(node.start_byte, node.end_byte)
        declared = _declared_in(outline, definition.node)
        if node is not definition.node:
            declared |= scopes.classes.template_parameters
        own = Needed(outline, scopes, None, texts=self.texts, members=self.members, begun={name}, own=declared)
        own.opaque = self.opaque
        own.read(node, span)
        if own.variables or own.definitions or own.made:
            raise Untestable(f"{name} uses variables of the file")
        text = outline.source.slice(span)
        return f"{text}\n" if self.cplusplus else f"static {text.removeprefix('static ')}\n"


def _is_of_the_library(leaf: Node) -> bool:
    """Whether it is a part of the name of a template there: `std::vector<double>::iterator`."""
    whole = leaf.parent
    if whole is None or whole.type != "template_type":
        return False
    while whole.parent is not None and whole.parent.type == "qualified_identifier":
        whole = whole.parent
    return text_of(whole).startswith("std::")


def _is_more_than_data(known: Class) -> bool:
    """Whether an object of a class is more than the values of its members."""
    parts = known.members.values()
    return (
        known.disputed
        or known.hides_code
        or known.is_template
        or bool(known.bases or known.virtual or known.special & {"assignment", "destructor", "conversion", "virtual"})
        or any(member.static or member.bits or member.shared or member.initialized for member in parts)
    )


def _methods(known: Class) -> Iterator[Node]:
    return (node for name, nodes in known.methods.items() if name != known.name for node in nodes)


def _declared_in(outline: Outline, function: Node) -> frozenset[str]:
    return frozenset(d.name for d in scopes_of(outline).locals_of(function))


def _member_text(name: str, type: Type) -> str:
    """The declaration of a member."""
    text = name
    for layer, extent in zip(type.layers, type.extents, strict=True):
        text = (
            f"*{text}"
            if layer == "*"
            else f"({text})[{extent or ''}]"
            if text.startswith("*")
            else f"{text}[{extent or ''}]"
        )
    return f"{type.base} {text}"


_LIMITS = frozenset(
    ("CHAR_MAX", "CHAR_MIN", "DBL_EPSILON", "DBL_MAX", "DBL_MIN", "FLT_EPSILON", "FLT_MAX", "FLT_MIN", "HUGE_VAL", "INFINITY", "INT_MAX",
     "INT_MIN", "LONG_MAX", "LONG_MIN", "M_PI", "NAN", "NULL", "RAND_MAX", "SIZE_MAX", "UCHAR_MAX", "UINT_MAX", "ULONG_MAX", "INT8_MAX",
     "INT16_MAX", "INT32_MAX", "INT64_MAX", "UINT8_MAX", "UINT16_MAX", "UINT32_MAX", "UINT64_MAX")
)  # fmt: skip
_KEYWORDS = frozenset(
    ("sizeof", "int", "long", "short", "char", "float", "double", "unsigned", "signed", "void", "const", "if", "else", "do",
     "while", "for", "return", "true", "false", "bool", "inline", "static", "restrict")
)  # fmt: skip
_KNOWN_TYPES = frozenset(
    (
        "size_t",
        "ptrdiff_t",
        "bool",
        "int8_t",
        "uint8_t",
        "int16_t",
        "uint16_t",
        "int32_t",
        "uint32_t",
        "int64_t",
        "uint64_t",
    )
)
