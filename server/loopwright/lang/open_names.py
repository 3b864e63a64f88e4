"""Names that conditional lines leave open: one branch says what they mean, and in another build they may mean something else.

What the text says of such a name is right in the builds that take the branch. In the others it may be a function of another file, a variable,
another type: where another branch or another place declares it, includes a file or brings names, or where a header is not seen. Who uses a
name in no other build than that which defines it has no question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.declarations import Declaration, read, span_of
from loopwright.lang.missing import misses_headers
from loopwright.lang.numbers import fundamental
from loopwright.lang.scopes import scopes_of
from loopwright.source.groups import CONDITIONAL, group_of, is_guard, lines_around
from loopwright.source.kept import kept
from loopwright.source.listing import listing_of
from loopwright.source.nodes import CONTAINERS, subtree, text_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span, names_in

_IN_CLASSES = frozenset(("class_specifier", "struct_specifier", "field_declaration_list"))
_INTO = CONTAINERS - CONDITIONAL - _IN_CLASSES
_WORDS = frozenset(("identifier", "type_identifier", "namespace_identifier"))
_STATEMENTS = frozenset(("declaration", "expression_statement"))
# Directives that change no name: what `#pragma` says does not, but for those that put macros back or give functions other names.
_SILENT = frozenset(("#warning", "#line", "#ident", "#sccs"))
_RENAMING = frozenset(("push_macro", "pop_macro", "weak", "redefine_extname", "import", "include_alias"))
# Kinds of which two that differ are told apart where they are looked up.
_LIKE = frozenset(("function", "variable", "constant", "type"))


class _Said(NamedTuple):
    """What a part of a file says of a name: its kind, `class` for a type that is defined there, and in which words."""

    kind: str
    text: str


class _Part(NamedTuple):
    """What a part of a file defines whatever the build is, what it only declares, of variables with their kind (``externs``), its macros,
    whether it brings names of others in, which files it includes; whether it only ``ends`` the build: it says `#error`, and nothing of a
    name."""

    defines: dict[str, _Said]
    externs: dict[str, str]
    declares: set[str]
    macros: set[str]
    brings: bool
    includes: tuple[str, ...]
    ends: bool = False


class _Choice(NamedTuple):
    """A group: the line of each branch that a build may take, and what stands in it."""

    branches: tuple[tuple[str, _Part], ...]
    span: Span
    is_complete: bool


def open_in(outline: Outline, loop: Loop) -> Iterator[tuple[str, str]]:
    """The open names that decide what a loop does, each with the line of the branch that gives it the meaning it is taken for."""
    if not open_names(outline) or loop.function is None:
        return
    root = outline.source.tree.root_node
    node = root.descendant_for_byte_range(loop.span.start, max(loop.span.start, loop.span.end - 1))
    around = set(lines_around(node))
    for name in sorted(_reached(outline, names_used(outline, loop))):
        lines = open_names(outline)[name]
        if around.isdisjoint(lines):
            yield name, lines[0]


@kept
def open_names(outline: Outline) -> Mapping[str, tuple[str, ...]]:
    """The open names in sight of a file, with the lines of the branches that define them."""
    files = (outline, *outline.headers)
    choices = [(number, choice) for number, each in enumerate(files) for choice in _choices(each)]
    if not choices:
        return {}
    always = _always_included(files)
    unseen = misses_headers(outline)
    found: dict[str, tuple[str, ...]] = {}
    for number, choice in choices:
        branches = [(line, _with_headers(branch, files, always)) for line, branch in choice.branches]
        for name in dict.fromkeys(name for _, branch in branches for name in branch.defines):
            said = [branch.defines.get(name) for _, branch in branches]
            if choice.is_complete and _is_settled(said):
                continue
            if None in said or not choice.is_complete:
                others = [branch for (_, branch), here in zip(branches, said) if here is None]
                may_differ = unseen or any(
                    each.brings or name in each.declares or name in each.macros for each in others
                )
                if not may_differ and not _is_said_elsewhere(files, files[number], choice, name):
                    continue
            lines = tuple(line for (line, _), here in zip(branches, said) if here is not None)
            found[name] = (*found.get(name, ()), *lines)
        for line, branch in branches:
            for name, kind in branch.externs.items():
                told = {other.externs.get(name) or _kind_defined(other, name) for _, other in branches} - {""}
                if told - {kind} and name not in found:
                    found[name] = (line,)
            for name in branch.macros - found.keys():
                others = [other for _, other in branches if name not in other.macros]
                if any(other.brings or name in other.declares or name in other.defines for other in others):
                    found[name] = (line,)
    return found


def _kind_defined(part: _Part, name: str) -> str:
    said = part.defines.get(name)
    return said.kind if said is not None else ""


def _is_settled(said: list[_Said | None]) -> bool:
    """Whether every branch defines a name: in the same words, or as what is told apart where it is looked up."""
    kinds = {each.kind if each is not None else "" for each in said}
    are_alike = len(kinds) == 1 and {kind.partition(" ")[0] for kind in kinds} <= _LIKE
    return "" not in kinds and (len(set(said)) == 1 or are_alike)


def _is_said_elsewhere(files: tuple[Outline, ...], file: Outline, choice: _Choice, name: str) -> bool:
    """Whether another place than a group says something of a name."""
    said = [(each, declaration) for each in files for declaration in _by_name(each).get(name, ())]
    said += [(each, macro) for each in files if (macro := scopes_of(each).own_macros.get(name)) is not None]
    return any(each is not file or not choice.span.contains(declaration.span) for each, declaration in said)


def _with_headers(part: _Part, files: tuple[Outline, ...], always: set[int]) -> _Part:
    """A branch with what the headers define that only it includes."""
    defines, declares, macros, brings = dict(part.defines), set(part.declares), set(part.macros), part.brings
    externs = dict(part.externs)
    waiting, met = list(part.includes), set(always)
    while waiting:
        name = waiting.pop()
        numbers = list(_named(files, name))
        brings = brings or not numbers
        for number in [n for n in numbers if n not in met]:
            met.add(number)
            whole = _whole(files[number])
            defines.update({name: _Said(said.kind, f"{number} {said.text}") for name, said in whole.defines.items()})
            declares |= whole.declares
            externs.update(whole.externs)
            macros |= whole.macros
            waiting += whole.includes
    return _Part(defines, externs, declares, macros, brings, ())


def _always_included(files: tuple[Outline, ...]) -> set[int]:
    """The numbers of the files that every build reads: those whose include line stands under no condition, or that none names."""
    branches = [branch for each in files for choice in _choices(each) for _, branch in choice.branches]
    lines = {name for branch in branches for name in branch.includes}.union(*map(_includes, files))
    asked = {number for name in lines for number in _named(files, name)}
    found = set[int]()
    waiting = [number for number in range(len(files)) if number not in asked]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += [each for name in _includes(files[number]) for each in _named(files, name)]
    return found


def _named(files: tuple[Outline, ...], name: str) -> Iterator[int]:
    """The numbers of the headers that an include line of this name may mean."""
    parts = [part for part in name.split("/") if part not in ("", ".", "..")]
    for number, folders in _by_last_part(files[1:]).get(parts[-1] if parts else "", ()):
        if folders[-len(parts) :] == parts:
            yield number


@lru_cache(maxsize=16)
def _by_last_part(headers: tuple[Outline, ...]) -> Mapping[str, list[tuple[int, list[str]]]]:
    found: dict[str, list[tuple[int, list[str]]]] = {}
    for number, header in enumerate(headers, 1):
        folders = header.source.name.replace("\\", "/").split("/")
        found.setdefault(folders[-1], []).append((number, folders))
    return found


@kept
def _choices(outline: Outline) -> tuple[_Choice, ...]:
    """The groups of a file, those in others before them."""
    found: list[_Choice] = []
    for node in _pieces(outline) if b"endif" in outline.source.data else ():
        if node.type in CONDITIONAL:
            _choice(node, found)
    return tuple(found)


@kept
def _includes(outline: Outline) -> tuple[str, ...]:
    """What the include lines of a file name that stand under no condition."""
    return tuple(_included(node) for node in _pieces(outline) if node.type == "preproc_include")


@kept
def _whole(outline: Outline) -> _Part:
    return _read(tuple(_pieces(outline)), [])


def _pieces(outline: Outline) -> Iterator[Node]:
    """What stands at file level, and groups that a build may leave out."""
    waiting = [outline.source.tree.root_node]
    while waiting:
        node = waiting.pop()
        if node.type in _INTO or (node.type in CONDITIONAL and is_guard(node)):
            waiting += reversed(node.named_children)
        else:
            yield node


def _choice(node: Node, choices: list[_Choice]) -> _Choice:
    group = group_of(node)
    read_ones = [(branch.line, _read(branch.nodes, choices)) for branch in group.branches]
    branches = tuple((line, part) for line, part in read_ones if not part.ends)
    choices.append(_Choice(branches, span_of(node), group.is_complete))
    return choices[-1]


def _read(nodes: tuple[Node, ...], choices: list[_Choice]) -> _Part:
    """What nodes of a file say; the groups below are put to ``choices``."""
    defines: dict[str, _Said] = {}
    externs: dict[str, str] = {}
    declares: set[str] = set()
    macros: set[str] = set()
    includes: list[str] = []
    brings = ends = False
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if node.type in CONDITIONAL and not is_guard(node):
            choice = _choice(node, choices)
            said = [branch for _, branch in choice.branches]
            ends = ends or (choice.is_complete and not said)
            for name, first in said[0].defines.items() if said else ():
                if choice.is_complete and _is_settled([each.defines.get(name) for each in said]):
                    defines[name] = first
            brings = brings or any(each.brings for each in said)
            declares |= {name for each in said for name in (*each.declares, *each.defines)} - defines.keys()
            macros |= {name for each in said for name in each.macros}
        elif node.type in CONDITIONAL or node.type in _INTO:
            brings = brings or node.type == "ERROR"
            waiting += reversed(node.named_children)
        elif node.type == "preproc_include":
            includes.append(_included(node))
        elif node.type in ("preproc_def", "preproc_function_def"):
            macros.add(text_of(node.child_by_field_name("name")))
        elif node.type == "preproc_call":
            ends = ends or _directive(node) == "#error"
            brings = brings or not _is_silent(node)
        elif node.type == "using_declaration":
            brings = True
        else:
            for declaration in read(node, span_of(node)):
                if _is_definition(declaration, node):
                    defines[declaration.name] = _Said(_kind_of(declaration), text_of(node))
                else:
                    declares.add(declaration.name)
                    if declaration.kind == "variable":
                        externs[declaration.name] = _kind_of(declaration)
    says_nothing = not (defines or declares or macros or brings or includes)
    return _Part(defines, externs, declares, macros, brings, tuple(includes), ends and says_nothing)


def _directive(node: Node) -> str:
    return "".join(text_of(node.child_by_field_name("directive")).split())


def _is_silent(node: Node) -> bool:
    """Whether a directive changes the meaning of no name."""
    directive = _directive(node)
    said = names_in(text_of(node.child_by_field_name("argument")))
    return (
        directive in _SILENT
        or (directive in ("#", "#error"))
        or (directive == "#pragma" and _RENAMING.isdisjoint(said))
    )


def _included(node: Node) -> str:
    return text_of(node.child_by_field_name("path")).strip('<>"')


def _is_definition(declaration: Declaration, node: Node) -> bool:
    if declaration.kind == "function":
        return node.type == "function_definition"
    return not declaration.extern


def _kind_of(declaration: Declaration) -> str:
    """The kind; of a variable with what decides how it is used: an array, a pointer, a reference, a class, qualifiers."""
    if declaration.kind == "type" and declaration.base == declaration.name:
        return "class"
    if declaration.kind != "variable":
        return declaration.kind
    type = declaration.type
    base = "" if fundamental(type.base) else type.base
    return f"variable {''.join(type.layers)} {base} {type.const} {type.volatile} {type.restrict}"


def names_used(outline: Outline, loop: Loop) -> set[str]:
    """The names at file level that a loop uses, and those that decide about the variables of its function in it."""
    scopes = scopes_of(outline)
    function = scopes.function_at(loop.span.start)
    if function is None:
        return set()
    whole = listing_of(outline, function).whole
    words = whole.of(_WORDS)
    found = {text_of(word) for word in words if loop.span.contains(span_of(word))}
    own = {declaration.name: declaration for declaration in scopes.locals_of(function)}
    end = max((around.span.end for around in loop.around()), default=loop.span.start)
    before = [statement for statement in whole.of(_STATEMENTS) if statement.start_byte < end]
    statements = [{text_of(word) for word in listing_of(outline, function).below(each).of(_WORDS)} for each in before]
    size = -1
    while size != len(found):
        size = len(found)
        for said in statements:
            if not said.isdisjoint(found & own.keys()):
                found |= said
        found |= {own[name].base for name in found & own.keys()}
    return found - own.keys()


def _reached(outline: Outline, names: set[str]) -> set[str]:
    """Those of the open names that some names at file level lead to, by what is said of them."""
    opened = open_names(outline)
    found, waiting, met = set[str](), list(names), set(names)
    while waiting:
        name = waiting.pop()
        if name in opened:
            found.add(name)
        for word in _words_about(outline, name) - met:
            met.add(word)
            waiting.append(word)
    return found


@kept
def _words_about(outline: Outline, name: str) -> frozenset[str]:
    """The names in what the file and its headers say of a name."""
    files = (outline, *_saying(outline.headers).get(name, ()))
    return frozenset().union(*(_words_of(file, name) for file in files))


@lru_cache(maxsize=16)
def _saying(headers: tuple[Outline, ...]) -> Mapping[str, list[Outline]]:
    """The headers that say something of a name."""
    found: dict[str, list[Outline]] = {}
    for header in headers:
        for name in _by_name(header).keys() | scopes_of(header).own_macros.keys():
            found.setdefault(name, []).append(header)
    return found


@kept
def _words_of(file: Outline, name: str) -> frozenset[str]:
    found: set[str] = set()
    for declaration in _by_name(file).get(name, ()):
        node = file.source.tree.root_node.descendant_for_byte_range(declaration.span.start, declaration.span.end - 1)
        local = set[str]()
        if node is not None and node.type == "function_definition":
            local = {each.name for each in scopes_of(file).locals_of(node)}
        found |= {text_of(word) for word in subtree(node) if word.type in _WORDS} - local
        found.add(declaration.base)
    macro = scopes_of(file).own_macros.get(name)
    if macro is not None:
        found |= set(names_in(macro.value or ""))
    return frozenset(found)


@kept
def _by_name(file: Outline) -> Mapping[str, list[Declaration]]:
    found: dict[str, list[Declaration]] = {}
    for declaration in scopes_of(file).at_file_level:
        found.setdefault(declaration.name, []).append(declaration)
    return found
