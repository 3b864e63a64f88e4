"""The files of a program: which definition a call means, whose every call is in sight, where functions are named."""

from __future__ import annotations

import bisect
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tree_sitter import Node, Query, QueryCursor

from loopwright.lang.classes import Class
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import (
    Declarator,
    declared,
    name_of_function,
    parameter_nodes,
    read_declarator,
    stored_as,
    type_of_declarator,
)
from loopwright.lang.effects import RUNTIMES, effect_of
from loopwright.lang.library import library
from loopwright.lang.macros import is_macro
from loopwright.lang.missing import missing
from loopwright.lang.numbers import fundamental
from loopwright.lang.pasted import names_pasted
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.types import Type
from loopwright.lang.unseen import defined_unseen
from loopwright.lazily import cached_property
from loopwright.source.includes import HEADERS
from loopwright.source.joined import joined
from loopwright.source.kept import kept
from loopwright.source.nodes import CLASSES, definition_around, may_hold, mentions_of, nearest, text_of
from loopwright.source.outline import Function, Outline
from loopwright.source.syntax import Language, Source, grammar
from loopwright.source.text import names_in, words_in

_NAMES = "[(identifier) (type_identifier)] @name"
_TEMPLATES = "(template_declaration) @template"
_WORDS = "[(comment) (string_literal) (preproc_include)] @words"
_JUMPS = "[(goto_statement) (labeled_statement)] @jump"
_NO_STATEMENTS = ("function_definition", "lambda_expression", "parenthesized_expression")
_SAVING = (b"setjmp",)
# Ways into a function, or out of one, that no call shows.
_HIDDEN_WAYS = frozenset(
    (b"dlopen", b"dlsym", b"GetProcAddress", b"setjmp", b"sigsetjmp", b"_setjmp", b"asm", b"__asm__", b"__asm", b"constructor", b"weak",
     b"__alias__", b"__constructor__", b"__weak__")
)  # fmt: skip


class Known(NamedTuple):
    """A function with its body: the number of its file, its name, its node."""

    unit: int
    name: str
    node: Node
    function: Function


def key_of(known: Known) -> tuple[int, int]:
    """The file of a function and where it begins."""
    return known.unit, known.function.span.start


class Mention(NamedTuple):
    """A place where the name of a function stands; ``within`` is where the function around it begins, -1 outside of functions."""

    unit: int
    start: int
    is_called: bool
    within: int = -1


class Said(NamedTuple):
    """What a declarator says, with the type of its name, `typedef` put in, and the initial value."""

    declarator: Declarator
    type: Type
    value: Node | None


_Instance = tuple[tuple[str, str], ...]  # what the parameters of a class template stand for


class Parameter(NamedTuple):
    """A parameter of a function; without a name where it has none."""

    node: Node
    name: str
    type: Type


class Units:
    """The files of a program with their headers. Files come first; ``outlines[0]`` is the one that is asked about."""

    def __init__(self, outline: Outline, beside: tuple[Outline, ...]) -> None:
        self.files = tuple(map(joined, (outline, *beside)))
        headers = dict.fromkeys(header for file in self.files for header in file.headers)
        others = (header for header in headers if header not in self.files and not _are_one(header, outline))
        self.outlines: list[Outline] = [*self.files, *others]
        self.scopes: list[Scopes] = [scopes_of(each) for each in self.outlines]
        # What the walk has asked of nodes and types, which no run changes.
        self.types: dict[tuple[int, int, int, str, _Instance], Type] = {}
        self.types_in_macros: dict[
            tuple[int, int, Node, _Instance], Type
        ] = {}  # the nodes keep their trees, so that they stay themselves
        self.meanings: dict[tuple[int, int, int, _Instance], Declaration | None] = {}
        self.deduced: dict[tuple[int, int], Type] = {}  # of `auto` variables, where the language's rules tell nothing
        self.kinds: dict[tuple[int, str, tuple[str, ...], frozenset[str]], str] = {}
        self.kinds_of_nodes: dict[tuple[int, int, int, str, _Instance, frozenset[str]], str] = {}
        self.of_library: dict[tuple[int, str], bool] = {}  # classes by name
        self.instances: dict[tuple[int, str], Class | None] = {}  # classes whose code can be carried out, by type
        self._said: dict[tuple[int, int, int], tuple[Said, ...]] = {}
        self._parameters: dict[tuple[int, int], tuple[Parameter, ...]] = {}
        self._involved: dict[tuple[int, int], bool] = {}
        self._reached: dict[tuple[int, int], frozenset[str]] = {}
        self._behind: dict[str, frozenset[str]] = {}

    @cached_property
    def definitions(self) -> dict[str, list[Known]]:
        """Functions of all files by name. Methods and functions of namespaces by the last part of it."""
        found: dict[str, list[Known]] = {}
        for unit, outline in enumerate(self.outlines):
            root = outline.source.tree.root_node
            for function in outline.functions:
                node = definition_around(root, function.span)
                if node is not None:
                    name = function.name.split("::")[-1]
                    found.setdefault(name, []).append(Known(unit, function.name, node, function))
        return found

    def definition(self, unit: int, name: str) -> Known | None:
        """The one function that a call of ``name`` in a file means, ``None`` where several could be meant, or none."""
        if name in self.specialised:
            return None
        found = [known for known in self.definitions.get(name, ()) if known.unit == unit or not self.is_static(known)]
        own = [known for known in found if known.unit == unit]
        if len(own) == 1 and self.language(unit) == "c":
            found = own  # other files that define it are parts of other programs
        if len(found) != 1 or found[0].function.kind == "kernel" or not self.is_plain(found[0]):
            return None
        if any(name in defined_unseen(outline) for outline in self.outlines) or name in self._pasted:
            return None
        return found[0]

    @cached_property
    def specialised(self) -> frozenset[str]:
        """Names of templates that have another body for some types, here or elsewhere (`template <> double f<double>(double);`)."""
        found: set[str] = set()
        for unit, outline in enumerate(self.outlines):
            if self.language(unit) == "c" or b"template" not in words_in(outline.source.data):
                continue
            query = _query(outline.source.language, _TEMPLATES)
            for node in QueryCursor(query).captures(outline.source.tree.root_node).get("template", ()):
                listed, declared = node.child_by_field_name("parameters"), node.named_children[-1]
                if listed is not None and not listed.named_child_count:
                    found.add(name_of_function(declared).split("::")[-1])
        return frozenset(found)

    def language(self, unit: int) -> str:
        """`c` or another one."""
        return self.outlines[unit].source.language

    def is_header(self, unit: int) -> bool:
        """Whether a file is a part of others: what it has is theirs, also where it is the one that is asked about."""
        return unit >= len(self.files) or self.files[unit].source.name.endswith(HEADERS)

    def is_static(self, known: Known) -> bool:
        """Whether other files cannot call a function by its name. One of a header belongs to each file that includes it."""
        if self.is_header(known.unit):
            return False
        return "static" in stored_as(known.node) or any(
            parent.type == "namespace_definition" and parent.child_by_field_name("name") is None
            for parent in _above(known.node)
        )

    def known_of(self, function: Function) -> list[Known]:
        """What is known of a function of the first file."""
        found = self.definitions.get(function.name.split("::")[-1], ())
        return [known for known in found if known.unit == 0 and known.function.span == function.span]

    def takes_a_name(self, known: Known) -> bool:
        """Whether a function is what its plain name means to a linker in all files of the program: no class, no namespace, nothing
        `static` or `inline`."""
        around = _above(known.node)
        if {"static", "inline"} & set(stored_as(known.node)) or "::" in known.name:
            return False
        return not any(
            p.type in ("field_declaration_list", "namespace_definition", "template_declaration") for p in around
        )

    def is_plain(self, known: Known) -> bool:
        """Whether it is a function of its own, of which every statement is in sight: no method, none inside another one."""
        if "::" in known.name or not known.name.isidentifier() or name_of_function(known.node) != known.name:
            return False
        inside = any(
            p.type in ("function_definition", "field_declaration_list", "lambda_expression") for p in _above(known.node)
        )
        return not inside and not self.outlines[known.unit].source.hides_code_in(known.function.span)

    @cached_property
    def is_whole(self) -> bool:
        """Whether all callers of functions with external linkage are in sight: the program begins in these files, or each of several
        that share some does, all their own headers were found, and no function of the project that they call is missing."""
        if not self.definitions.get("main") or self.has_hidden_ways or self._misses_headers:
            return False
        return not any(name in self.declared and name not in self.definitions for name in self._called)

    @cached_property
    def has_hidden_ways(self) -> bool:
        """Whether control may go in ways that no call shows."""
        return any(has_hidden_ways(outline.source) for outline in self.outlines)

    @cached_property
    def _misses_headers(self) -> bool:
        return any(include.quoted or not include.name for include in missing(self.outlines))

    @cached_property
    def declared(self) -> frozenset[str]:
        """Names of functions that the project's own files declare or define. What a copy of a library's header declares is the library's."""
        of_libraries = {
            header
            for header in self.outlines[len(self.files) :]
            if header.source.name.split("/")[-1] in library().headers
        }
        return frozenset(self.definitions) | {
            name
            for outline, scopes in zip(self.outlines, self.scopes)
            if outline not in of_libraries
            for name, declaration in scopes.file_level.items()
            if declaration.kind == "function" and not is_macro(declaration)
        }

    def may_refer(self, unit: int, name: str) -> bool:
        """Whether a function that no file in sight declares, called by its plain name, may be one of C++ that takes references."""
        if name.startswith(("MPI_", "acc_", *RUNTIMES)):
            return False
        return self._misses_headers or b"using" in words_in(self.outlines[unit].source.data)

    def said_by(self, unit: int, node: Node) -> tuple[Said, ...]:
        """What the declarators of a declaration in a file say."""
        key = (unit, node.start_byte, node.end_byte)
        if key not in self._said:
            self._said[key] = said_by(self.scopes[unit], node)
        return self._said[key]

    def parameters_of(self, known: Known) -> tuple[Parameter, ...]:
        """The parameters of a function."""
        key = key_of(known)
        if key not in self._parameters:
            scopes = self.scopes[known.unit]
            self._parameters[key] = tuple(_parameter(scopes, node) for node in parameter_nodes(known.node))
        return self._parameters[key]

    def type_parameters(self, known: Known) -> tuple[str, ...]:
        """The parameters of a function template in order, empty for those that are no types; nothing where they may be any number."""
        around = known.node.parent
        listed = around.child_by_field_name("parameters") if around is not None else None
        if around is None or around.type != "template_declaration" or listed is None:
            return ()
        nodes = [node for node in listed.named_children if node.type != "comment"]
        if any(node.type.startswith("variadic") for node in nodes):
            return ()
        plain = [node if node.type == "type_parameter_declaration" else None for node in nodes]
        return tuple(
            text_of(node.named_children[-1]) if node is not None and node.named_children else "" for node in plain
        )

    def is_hidden(self, unit: int, name: str) -> bool:
        """Whether something that is no function has the name anywhere in a file or its headers."""
        files = (self.outlines[unit], *self.outlines[unit].headers)
        return any(
            self._is_variable(self.outlines.index(file), node, name)
            for file in files
            for node in mentions_of(file.source.tree.root_node, name)
        )

    def is_of_numbers(self, known: Known) -> bool:
        """Whether a function takes and gives numbers alone, by value."""
        scopes = self.scopes[known.unit]
        given = known.node.child_by_field_name("declarator")
        plain = given is not None and given.type == "function_declarator" and "->" not in text_of(given)
        types = [parameter.type for parameter in self.parameters_of(known) if parameter.type.base != "void"]
        types.append(scopes.expanded(Type(text_of(known.node.child_by_field_name("type")))))
        return plain and all(
            not type.layers
            and (
                bool(fundamental(type.base)) or scopes.category_of_base(type.base) in ("integer", "floating", "boolean")
            )
            for type in types
        )

    def is_constant(self, name: str) -> bool:
        """Whether a variable of files is `const` where it is defined, in sight, and wherever it is declared: a file can declare so
        what another one changes."""
        found = [scopes.file_level[name] for scopes in self.scopes if name in scopes.file_level]
        return any(each.value is not None for each in found) and all(each.type.const for each in found)

    def is_involved(self, known: Known) -> bool:
        """Whether control goes other ways through a function than its statements say."""
        key = key_of(known)
        if key not in self._involved:
            query = _query(self.outlines[known.unit].source.language, _JUMPS)
            jumps = QueryCursor(query).captures(known.node).get("jump", [])
            is_odd = known.node.has_error or may_hold(known.node, _SAVING)
            self._involved[key] = is_odd or (bool(jumps) and not self._go_forward(known, jumps))
        return self._involved[key]

    def _go_forward(self, known: Known, jumps: list[Node]) -> bool:
        """Whether every jump of a function leads on, to a statement of a block around it, and no macro jumps."""
        macros = self.scopes[known.unit].macros
        if any("goto" in _words_of_macro(macros, word) for word in set(names_in(text_of(known.node)))):
            return False
        labels = [node for node in jumps if node.type == "labeled_statement"]
        return all(_is_in_block(node) for node in labels) and all(
            _goes_forward(node, labels) for node in jumps if node.type == "goto_statement"
        )

    def is_like_itself(self, known: Known) -> bool:
        """Whether two calls of a function cannot be told apart but by what they pass: it is never running twice, and
        allocates nothing."""
        words = self.words_reached(known)
        return known.name not in words and not any(
            word == "new" or effect_of(word).allocates or word in library().hand_out for word in words
        )

    def words_reached(self, known: Known) -> frozenset[str]:
        """Every word in the function, in the functions that it may call and in the macros in them."""
        key = key_of(known)
        if key not in self._reached:
            found: set[str] = set()
            waiting = set(names_in(text_of(known.node.child_by_field_name("body"))))
            while waiting:
                word = waiting.pop()
                found.add(word)
                waiting |= self._words_behind(word) - found
            self._reached[key] = frozenset(found)
        return self._reached[key]

    def _words_behind(self, name: str) -> frozenset[str]:
        """Every word in the functions and macros of a name; kept, since most functions reach the same ones."""
        if name not in self._behind:
            texts = [text_of(known.node) for known in self.definitions.get(name, ())]
            texts += [m.value or "" for m in (scopes.macros.get(name) for scopes in self.scopes) if m]
            self._behind[name] = frozenset(word for text in texts for word in names_in(text))
        return self._behind[name]

    @cached_property
    def _called(self) -> frozenset[str]:
        return frozenset(name for name, mentions in self.mentions.items() if any(m.is_called for m in mentions))

    @cached_property
    def _pasted(self) -> frozenset[str]:
        """Functions whose names macros may put together."""
        return names_pasted(self.declared, [outline.source.data for outline in self.outlines])

    @cached_property
    def mentions(self) -> dict[str, list[Mention]]:
        """Where names of functions stand, but for their own declarations. A name in a macro stands nowhere in particular."""
        wanted = self.declared
        found: dict[str, list[Mention]] = {}
        for unit, outline in enumerate(self.outlines):
            language = outline.source.language
            captures = QueryCursor(_query(language, _NAMES)).captures(outline.source.tree.root_node)
            for node in captures.get("name", ()):
                name = text_of(node)
                if name in wanted and not _is_declarator(node) and not self._is_variable(unit, node, name):
                    found.setdefault(name, []).append(
                        Mention(unit, node.start_byte, _is_called(node), self._around(unit, node.start_byte))
                    )
            for macro in self.scopes[unit].own_macros.values():
                for name in set(names_in(macro.value or "")) & wanted:
                    found.setdefault(name, []).append(Mention(unit, -1, False))
        # A header that is not found may have macros that put names together, or that name functions.
        for name in self.definitions if self._misses_headers else self._pasted:
            found.setdefault(name, []).append(Mention(0, -1, False))
        return found

    def _around(self, unit: int, offset: int) -> int:
        """Where the function that holds a place begins."""
        starts = self._plain_starts[unit]
        index = bisect.bisect_right(starts, (offset, 1 << 60)) - 1
        return starts[index][0] if index >= 0 and offset < starts[index][1] else -1

    @cached_property
    def _plain_starts(self) -> list[list[tuple[int, int]]]:
        found: list[list[tuple[int, int]]] = [[] for _ in self.outlines]
        for each in self.definitions.values():
            for known in each:
                if self.is_plain(known) and known.name != "main":
                    found[known.unit].append(known.function.span)
        return [sorted(spans) for spans in found]

    def are_constructors(self, name: str) -> bool:
        """Whether functions of a name only make objects: nobody can take the address of one, and they run where an object is made."""
        return all(_is_constructor(known) for known in self.definitions[name]) and not any(
            name in scopes.file_level and scopes.file_level[name].kind == "function" for scopes in self.scopes
        )

    def may_be_dead(self, known: Known) -> bool:
        """Whether a function that nobody names is never called."""
        closed = self.is_static(known) or self.is_whole
        return closed and self.is_plain(known) and not self.has_hidden_ways and known.name != "main"

    def _is_variable(self, unit: int, node: Node, name: str) -> bool:
        found = self.scopes[unit].lookup(name, node.start_byte)
        return found is not None and found.kind in ("variable", "parameter", "member")


def _are_one(header: Outline, outline: Outline) -> bool:
    """Whether a header that others include is the file that is asked about, read once more."""
    one, other = header.source, outline.source
    return other.name.endswith(HEADERS) and one.name == other.name and one.data == other.data


def said_by(scopes: Scopes, node: Node) -> tuple[Said, ...]:
    """What the declarators of a declaration say."""
    return tuple(
        Said(said, scopes.expanded(type_of_declarator(said, node)), value) for said, _, value in declared(node)
    )


def _words_of_macro(macros: Mapping[str, Declaration], word: str) -> set[str]:
    """The words that a macro stands for, other macros put in; nothing of what is none."""
    found: set[str] = set()
    waiting = {word}
    while waiting:
        macro = macros.get(waiting.pop())
        words = set(names_in(macro.value or "")) if macro is not None else set()
        waiting |= words - found
        found |= words
    return found


def _is_in_block(label: Node) -> bool:
    return label.parent is not None and label.parent.type == "compound_statement"


def _goes_forward(goto: Node, labels: list[Node]) -> bool:
    """Whether a jump leads to the one label of its name behind it, in a block around it, and stands in no expression."""
    name = text_of(goto.child_by_field_name("label"))
    found = [label for label in labels if text_of(label.child_by_field_name("label")) == name]
    around = nearest(goto, _NO_STATEMENTS)
    if len(found) != 1 or not name or around is None or around.type != "function_definition":
        return False
    block = found[0].parent
    return block is not None and block.start_byte < goto.start_byte < found[0].start_byte


def _parameter(scopes: Scopes, node: Node) -> Parameter:
    declarator = node.child_by_field_name("declarator")
    said = read_declarator(declarator if declarator is not None else node)
    return Parameter(node, said.name if declarator is not None else "", scopes.expanded(type_of_declarator(said, node)))


def has_hidden_ways(source: Source) -> bool:
    """Whether control may go from or to the code of a file in ways that no call shows."""
    words = words_in(source.data)
    if words.isdisjoint(_HIDDEN_WAYS) and b"alias" not in words:
        return False
    code = bytearray(source.data)
    for node in QueryCursor(_query(source.language, _WORDS)).captures(source.tree.root_node).get("words", ()):
        code[node.start_byte : node.end_byte] = b" " * (node.end_byte - node.start_byte)
    words = words_in(bytes(code))
    return not words.isdisjoint(_HIDDEN_WAYS) or (b"alias" in words and b"alias(" in b"".join(code.split()))


@kept
def units_of(outline: Outline) -> Units:
    """The files of the program around one."""
    return Units(outline, outline.units)


@lru_cache
def _query(language: Language, text: str) -> Query:
    query: Query = Query(grammar(language), text)
    return query


def _above(node: Node) -> list[Node]:
    found = []
    parent = node.parent
    while parent is not None:
        found.append(parent)
        parent = parent.parent
    return found


def _is_declarator(node: Node) -> bool:
    """Whether a name is what a declaration of a function declares."""
    parent = node.parent
    while parent is not None and parent.type in ("qualified_identifier", "template_function"):
        parent = parent.parent
    return parent is not None and parent.type == "function_declarator"


def _is_constructor(known: Known) -> bool:
    """Whether a function is one of the class that it stands in, or that its name begins with."""
    owner, _, name = known.name.rpartition("::")
    if known.node.child_by_field_name("type") is not None:
        return False
    if owner:
        return _plain_name(owner) == name
    around = next((each for each in _above(known.node) if each.type in CLASSES), None)
    return around is not None and _plain_name(text_of(around.child_by_field_name("name"))) == name


def _plain_name(name: str) -> str:
    """The last part of a class's name, without the arguments of a template."""
    return name.partition("<")[0].rpartition("::")[2].strip()


def _is_called(node: Node) -> bool:
    parent = node.parent
    while parent is not None and parent.type in (
        "qualified_identifier",
        "template_function",
        "parenthesized_expression",
    ):
        node, parent = parent, parent.parent
    return parent is not None and parent.type == "call_expression" and parent.child_by_field_name("function") == node
