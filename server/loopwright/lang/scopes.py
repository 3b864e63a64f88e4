"""What a name means at a place in a file: variable, parameter, function, type or constant, with its declared type.

Everything is read from the syntax trees of the file and of those of its headers that were found. Where two headers say
different things of a name, neither is believed; who asks has to allow for names that are declared elsewhere.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.agreed import (
    agreed,
    agreed_structs,
    are_different_types,
    are_two_constants,
    are_two_variables,
    is_another_type,
    meaning,
)
from loopwright.lang.classes import Classes, classes_in, plain
from loopwright.lang.declarations import (
    Declaration,
    category_of,
    declared_in,
    enumerators_within,
    read_kept,
    scope_of,
    signature_of,
    span_of,
    top_level,
)
from loopwright.lang.declarators import function_declarator, read_declarator
from loopwright.lang.hidden_by_macros import hidden_by_macros
from loopwright.lang.inner_types import inner_types
from loopwright.lang.library import library
from loopwright.lang.lookup import namespace_of
from loopwright.lang.macro_locals import locals_by_macros
from loopwright.lang.macros import defined_again, last_of, macros_in, named_by_macro, names_outside, stands_for
from loopwright.lang.misread import declared_to_array
from loopwright.lang.numbers import fundamental
from loopwright.lang.own_templates import takes_name
from loopwright.lang.types import RESTRICT, SEQUENCES, Type, category_of_base, holds_elements, with_first_argument
from loopwright.lazily import cached_property
from loopwright.source.kept import kept
from loopwright.source.listing import Part, listing_of
from loopwright.source.masking import words_for_restrict
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span, names_in, words_in

_MOST_ALIASES = 8
_VALUES = frozenset(("variable", "parameter", "member", "constant"))
_NONE: tuple[list[int], list[Declaration]] = ([], [])


class Scopes:
    """Names of one file. Functions are read when something in them is asked for."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self._locals: dict[int, list[Declaration]] = {}
        self._named: dict[int, dict[str, tuple[list[int], list[Declaration]]]] = {}
        self._expanded: dict[Type, Type] = {}
        self._last: tuple[int, int, Node] = (0, 0, outline.source.tree.root_node)  # what `function_at` found last

    def lookup(self, name: str, offset: int) -> Declaration | None:
        """What ``name`` means at ``offset``."""
        function = self.function_at(offset)
        if function is not None:
            starts, named = self._locals_named(name, function)
            for declaration in reversed(named[: bisect.bisect_right(starts, offset)]):  # the innermost scope first
                if _is_visible(declaration, offset):
                    return declaration
        found = self.file_level.get(name)
        return self.macros.get(name) if found is None else found

    def visible(self, offset: int) -> Iterator[Declaration]:
        """Local names that can be used at ``offset``."""
        function = self.function_at(offset)
        if function is None:
            return
        for declaration in self.locals_of(function):
            if _is_visible(declaration, offset):
                yield declaration

    def function_at(self, offset: int) -> Node | None:
        """The outermost function definition (or lambda, at file level) around ``offset``."""
        start, end, last = self._last
        if start < offset < end:  # one question follows another about the same function
            return last
        found = None
        node: Node | None = self.outline.source.tree.root_node.descendant_for_byte_range(offset, offset)
        while node is not None:
            if node.type in ("function_definition", "lambda_expression"):
                found = node
            node = node.parent
        if found is not None:
            self._last = found.start_byte, found.end_byte, found
        return found

    def locals_of(self, function: Node) -> list[Declaration]:
        """Parameters and local names of a function."""
        key = function.start_byte
        if key not in self._locals:
            whole = listing_of(self.outline, function).whole
            found = list(declared_in(whole))
            if self.outline.source.language == "c":
                found += enumerators_within(whole)
            else:
                local = frozenset(each.name for each in found if each.kind in _VALUES)
                found = [self._made(each, local) if each.kind == "function" else each for each in found]
                found += self._leading_to_arrays(whole, local)
            self._locals[key] = [*found, *locals_by_macros(self.macros, whole)]
        return self._locals[key]

    def _leading_to_arrays(self, function: Part, local: frozenset[str]) -> Iterator[Declaration]:
        """What statements declare in C++ that the parser takes for expressions: `T (*p)[8];`."""
        for statement in function.of(("expression_statement",)):
            said = declared_to_array(statement.named_children[0]) if statement.named_child_count == 1 else None
            if said is not None and self._is_type(said.type, local):
                type = Type(text_of(said.type), said.layers, (None,) * len(said.layers))
                value = text_of(said.value) if said.value is not None else None
                place, scope = span_of(said.declarator), scope_of(statement)
                yield Declaration(text_of(said.name), "variable", type, place, scope, value=value)

    def _is_type(self, node: Node, local: frozenset[str]) -> bool:
        """Whether what seems to be called is a type."""
        name = text_of(node)
        known = self.names.get(name) if name not in local else None
        is_named = known is not None and known.kind == "type"
        return node.type == "primitive_type" or is_named or named_by_macro(self.macros.get(name)) is not None

    def _made(self, function: Declaration, local: frozenset[str]) -> Declaration:
        """What `T x(a::b);` declares in a function of C++: an object, where `a::b` is a value, and nobody knows what where it may be either."""
        given = [name for name in function.signature.split(", ") if name]
        kinds = {self._kind_given(name, local) for name in given}
        if not kinds or "type" in kinds:
            return function
        type = function.type
        made = type._replace(layers=type.layers[1:], extents=type.extents[1:]) if kinds == {"value"} else Type()
        return function._replace(kind="variable", type=made, signature="")

    def _kind_given(self, text: str, local: frozenset[str]) -> str:
        """Whether what stands for a parameter is a value or a type, empty where that is not in sight."""
        path = tuple(text.split("::"))
        if not all(part.isidentifier() for part in path):
            return "" if "<" in text or text.endswith("()") else "type"
        if text in local:
            return "value"
        known = self.names.get(text) if len(path) == 1 else self.lookup_qualified(path)
        if known is not None and not known.disputed:
            return "type" if known.kind == "type" else "value" if known.kind in _VALUES else ""
        return "type" if self.category_of_base(text) != "unknown" else ""

    def _locals_named(self, name: str, function: Node) -> tuple[list[int], list[Declaration]]:
        """Locals of one name, by where their scopes begin: scopes are nested or apart, so the last around a place is the
        innermost."""
        key = function.start_byte
        if key not in self._named:
            named: dict[str, tuple[list[int], list[Declaration]]] = {}
            for declaration in sorted(self.locals_of(function), key=lambda d: d.scope.start):
                starts, declarations = named.setdefault(declaration.name, ([], []))
                starts.append(declaration.scope.start)
                declarations.append(declaration)
            self._named[key] = named
        return self._named[key].get(name, _NONE)

    @cached_property
    def at_file_level(self) -> list[Declaration]:
        """All that stands at file level and in namespaces, in order."""
        found = []
        root = self.outline.source.root
        data, scope = self.outline.source.data, span_of(root)
        for node, around in top_level(root):
            start = node.start_byte
            for declaration in read_kept(node, data[start : node.end_byte], self.outline.source.language):
                span = Span(declaration.span.start + start, declaration.span.end + start)
                owner = (*around, *declaration.owner)
                found.append(declaration._replace(is_global=True, span=span, scope=scope, owner=owner))
        return found

    @cached_property
    def file_level(self) -> dict[str, Declaration]:
        """Global variables, functions, types and enumerators, without those that only a qualified name reaches."""
        names: dict[str, Declaration] = {}
        for declaration in self.at_file_level:
            if declaration.kind == "constant" and declaration.base != "int":
                continue  # of an `enum class`
            before = names.get(declaration.name)
            if before is not None and (
                are_two_variables(before, declaration) or are_two_constants(before, declaration)
            ):
                names[declaration.name] = before._replace(disputed=True)
                continue
            # A definition says more than `extern double a[];`.
            if before is None or before.extern or before.kind == "type":
                disputed = before is not None and are_different_types(before, declaration)
                names[declaration.name] = declaration._replace(disputed=True) if disputed else declaration
        return names

    @cached_property
    def qualified(self) -> dict[tuple[str, ...], Declaration]:
        """What stands in namespaces and `enum class` of the file and its headers by its whole name; where two differ, neither."""
        found: dict[tuple[str, ...], Declaration] = {}
        outlines = (*self.outline.headers, self.outline)
        for outline in outlines:
            own = self if outline is self.outline else scopes_of(outline)
            for declaration in own.at_file_level:
                path = (*declaration.owner, declaration.name)
                before = found.get(path)
                if before is not None and meaning(before) != meaning(declaration) and not before.extern:
                    declaration = declaration._replace(disputed=True)
                found[path] = declaration if own is self else declaration._replace(header=outline)
        return found

    def lookup_qualified(self, path: tuple[str, ...]) -> Declaration | None:
        """What `a::b::c` means: a member of a namespace, an enumerator, a static member or enumerator of a class. The path may
        begin inside a namespace that holds the place."""
        if any(map(self.is_another_type, path[:-1])):
            return None
        ends = [key for key in self.paths_of(path[-1]) if key[-len(path) :] == path]
        is_nearer = len(path) > 1 and any(
            path[-2] in inner_types(file) for file in (self.outline, *self.outline.headers)
        )
        if ends or len(path) < 2:  # two places that end so may both be meant
            return self.qualified[ends[0]] if len(ends) == 1 and not is_nearer else None
        owner = self.classes.of(path[-2])
        if owner is None or owner.disputed:
            return None
        member = self.classes.member(owner, path[-1])
        if member is not None:
            return self.placed(member.declaration, member.outline)
        constant = owner.constants.get(path[-1])
        return None if constant is None else self.placed(constant, owner.outline)

    def paths_of(self, name: str) -> list[tuple[str, ...]]:
        """The whole names of all that stands under a name at file level, in namespaces and enumerations."""
        return self._paths.get(name, [])

    @cached_property
    def _paths(self) -> dict[str, list[tuple[str, ...]]]:
        """The whole names of what stands at file level, in namespaces and enumerations, by their last parts."""
        found: dict[str, list[tuple[str, ...]]] = {}
        for path in self.qualified:
            found.setdefault(path[-1], []).append(path)
        return found

    @cached_property
    def _second_names(self) -> frozenset[str]:
        """Names of classes that a namespace has for another type: `namespace N { using D = O; }`."""
        types = ((path[-1], found) for path, found in self.qualified.items() if found.kind == "type" and path[:-1])
        return frozenset(
            name
            for name, found in types
            if name in self.classes.known and plain(found.type.base).split()[-1:] != [name]
        )

    def is_another_type(self, text: str) -> bool:
        """Whether a class, function or template gives the name of a type to another one: which of them is meant depends on the place."""
        name = plain(text)
        if name in self.macros or name in self._second_names:
            return True
        files = (self.outline, *self.outline.headers)
        return any(kind.base != name for file in files for kind in inner_types(file).get(name, ()))

    @cached_property
    def _variables(self) -> dict[str, list[tuple[str, ...]]]:
        """The whole names of the variables at file level and in namespaces, by their own names."""
        found: dict[str, list[tuple[str, ...]]] = {}
        for path, declaration in self.qualified.items():
            if declaration.kind == "variable":
                found.setdefault(path[-1], []).append(path)
        return found

    def variables_named(self, name: str) -> list[Declaration]:
        """Every variable of a name at file level and in namespaces."""
        return [self.qualified[path] for path in self._variables.get(name, ())]

    def variable_meant(self, path: tuple[str, ...], around: tuple[str, ...]) -> Declaration | None:
        """The variable at file level or in a namespace that `a::b` means inside of the namespaces ``around``; ``None`` where more than
        one may be meant."""
        if not self._second_spaces.isdisjoint(path[:-1]):
            return None
        known = set(self._variables.get(path[-1], ()))
        whole = [around[:size] + path for size in range(len(around), -1, -1)] if path[0] else [path[1:]]
        found = next((each for each in whole if each in known), None)
        if found is not None and path[0] and found != whole[0] and self._brings_names:
            found = None  # `using` may bring a nearer one
        if found is None and len(path) > 1:
            ends = [each for each in known if each[-len(path) :] == path]
            found = ends[0] if len(ends) == 1 else None
        declaration = self.qualified[found] if found is not None else None
        return None if declaration is None or declaration.disputed else declaration

    @cached_property
    def _brings_names(self) -> bool:
        """Whether `using` or a namespace that is `inline` brings names of one namespace into another."""
        files = (self.outline, *self.outline.headers)
        spaces = (space for file in files for space in file.source.kinds.of("namespace_definition"))
        is_inline = any(child.type == "inline" for space in spaces for child in space.children)
        return is_inline or any(b"using" in words_in(file.source.data) for file in files)

    @cached_property
    def _second_spaces(self) -> frozenset[str]:
        """Names that namespaces are given by `namespace D = O;`."""
        files = (self.outline, *self.outline.headers)
        said = (alias for file in files for alias in file.source.kinds.of("namespace_alias_definition"))
        return frozenset(text_of(alias.named_children[0]) for alias in said)

    def placed(self, declaration: Declaration, outline: Outline | None) -> Declaration:
        """What a class in ``outline`` declares, with the header where that is not this file."""
        own = outline is None or outline is self.outline
        return declaration if own else declaration._replace(header=outline)

    def overloads(self, function: Declaration) -> list[Declaration]:
        """The functions of one name and owner, each of several declarations of one signature once."""
        path = (*function.owner, function.name)
        found: dict[str, Declaration] = {}
        for declaration in self._functions.get(path, ()):
            found.setdefault(declaration.signature, declaration)
        return list(found.values())

    def is_defined_twice(self, function: Declaration) -> bool:
        """Whether a file has two bodies of one function, of which a condition decides (`#ifdef`)."""
        file = function.header or self.outline
        owner = function.owner
        bodies = (each.node for each in file.definitions(function.name) if namespace_of(each.node) == owner)
        declarators = (function_declarator(node) for node in bodies)
        told = [signature_of(read_declarator(found)) for found in declarators if found is not None]
        return told.count(function.signature) > 1

    def functions_named(self, name: str) -> list[Declaration]:
        """Every declaration of a function of a name in the file and its headers, in whichever namespace."""
        return self._functions_by_name.get(name, [])

    @cached_property
    def _functions_by_name(self) -> dict[str, list[Declaration]]:
        found: dict[str, list[Declaration]] = {}
        for path, declarations in self._functions.items():
            found.setdefault(path[-1], []).extend(declarations)
        return found

    @cached_property
    def _functions(self) -> dict[tuple[str, ...], list[Declaration]]:
        found: dict[tuple[str, ...], list[Declaration]] = {}
        for outline in (self.outline, *self.outline.headers):
            own = self if outline is self.outline else scopes_of(outline)
            for declaration in own.at_file_level:
                if declaration.kind == "function":
                    found.setdefault((*declaration.owner, declaration.name), []).append(declaration)
        return found

    @cached_property
    def names(self) -> dict[str, Declaration]:
        """File-level names of the file and, where it has none of a name, of its headers."""
        known = self._known
        return (
            {**known, **{name: known[name]._replace(disputed=True) for name in self.hidden}} if self.hidden else known
        )

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Names of the file for types that a function, class or template has for another one, and those that macros may give to something else:
        which is meant depends on the place."""
        files = (self.outline, *self.outline.headers)
        inner = [(name, types) for file in files for name, types in inner_types(file).items()]
        return (
            frozenset(name for name, types in inner if is_another_type(self._known, name, types))
            | self.hidden_by_macros
        )

    @cached_property
    def hidden_by_macros(self) -> frozenset[str]:
        """Names at file level that macros may give to something else."""
        if not self.macros:
            return frozenset()
        spaces: dict[str, set[tuple[str, ...]]] = {}
        for file in (self.outline, *self.outline.headers):
            for declaration in self.at_file_level if file is self.outline else scopes_of(file).at_file_level:
                spaces.setdefault(declaration.name, set()).add(declaration.owner)
        return hidden_by_macros(self.macros, self._known, self.classes, spaces)

    @cached_property
    def _known(self) -> dict[str, Declaration]:
        return {**_known_to(self.outline.headers).names, **self.file_level} if self.outline.headers else self.file_level

    @cached_property
    def macros(self) -> dict[str, Declaration]:
        """`#define` names of the file and its headers: constants, or functions where they take arguments."""
        if not self.outline.headers:
            return self.own_macros
        known = _known_to(self.outline.headers).macros
        own = {name: defined_again(known[name], m) if name in known else m for name, m in self.own_macros.items()}
        return {**known, **own}

    @cached_property
    def unsteady(self) -> frozenset[str]:
        """Macros whose names stand in the code where they are not defined yet, or no longer."""
        known = _known_to(self.outline.headers).macros if self.outline.headers else {}
        return names_outside(self.outline.source.data, known)

    @cached_property
    def own_macros(self) -> dict[str, Declaration]:
        """Those of the file alone."""
        return macros_in(self.outline.source.data)

    @cached_property
    def classes(self) -> Classes:
        """Classes of the file and its headers."""
        return Classes(self.outline)

    def category(self, declaration: Declaration) -> str:
        """integer, floating, boolean, pointer, array, struct, function, type, constant or unknown."""
        if declaration.kind in ("function", "type", "constant"):
            return declaration.kind
        found = category_of(declaration, self.expanded(declaration.type).referred())
        return self.category_of_base(self.expanded(declaration.type).base) if found == "unknown" else found

    def category_of_type(self, type: Type) -> str:
        """The category of a value of this type."""
        type = self.expanded(type).referred()
        if type.layers:
            return "array" if type.is_array else "function" if type.is_function else "pointer"
        return self.category_of_base(type.base)

    def category_of_base(self, base: str) -> str:
        """integer, floating, boolean, struct or unknown, for a type's name."""
        category = category_of_base(base)
        known = self.names.get(base) if category == "unknown" else None
        if known is not None and known.kind == "type" and known.base == base:
            return "integer" if known.is_enumeration else "struct"
        if category == "unknown" and self.members(base) is not None:
            return "struct"
        return category

    def expanded(self, type: Type) -> Type:
        """``type`` with `typedef` and `using` of the files in sight put in."""
        found = self._expanded.get(type)
        if found is None:
            found = self._expanded[type] = self._with_aliases(type)
        return found

    def _with_aliases(self, type: Type) -> Type:
        for _ in range(_MOST_ALIASES):
            alias = self._alias(type.base)
            meant = named_by_macro(self.macros.get(type.base)) if alias is None else alias.type
            if meant is None or (alias is not None and (alias.kind != "type" or alias.disputed)):
                break
            if alias is not None and type.base in self.macros and named_by_macro(self.macros[type.base]) != meant:
                break  # the macro is meant, or either one
            if meant.base in ("", type.base):
                break
            type = type.of(meant)
        template = type.base.partition("<")[0].strip()
        if template in SEQUENCES and takes_name(self.outline, template):
            type = type._replace(base=f"::{type.base}")  # a class of the file, whatever the library calls so
        elif "<" in type.base and holds_elements(type.base):
            type = type._replace(base=with_first_argument(type.base, self._element_meant))
        return type if self._has_restrict or not type.restrict else type._replace(restrict=False)

    def _element_meant(self, name: str) -> str:
        """The type in sight, or of the library, that a name among a container's arguments stands for, else the name itself. One that a class or
        a function gives to `bool` may be that: elements of a `vector<bool>` share words."""
        inside = {
            self.expanded(each).base
            for file in (self.outline, *self.outline.headers)
            for each in inner_types(file).get(name.rpartition("::")[2], ())
            if each.base != name
        }
        each_build = self._in_each_build(name)
        if "bool" in inside | each_build:
            return "bool"
        if not all(map(fundamental, each_build)):
            return f"::{name}"  # a class of the file in one of them
        meant = self.expanded(Type(name)) if not inside else Type(name)
        return meant.base if self._is_told(meant.base) and not meant.layers else name

    def _is_told(self, base: str) -> bool:
        """Whether a type is a number, a class in sight, or a value of the library by its whole name."""
        is_known = bool(fundamental(base)) or self.classes.of(base) is not None or holds_elements(base)
        return is_known or (base.startswith("std::") and plain(base) in library().values)

    def _in_each_build(self, name: str) -> set[str]:
        """What a type's name stands for in the branches of `#if` that declare it in several ways."""
        alias = self._alias(name)
        if alias is None or not alias.disputed:
            return set()
        files = (self, *map(scopes_of, self.outline.headers))
        return {
            self.expanded(each.type).base
            for file in files
            for each in file.at_file_level
            if each.name == alias.name and each.kind == "type"
        }

    def _alias(self, base: str) -> Declaration | None:
        """What a type's name is declared as: `real`, `mesh::real`."""
        path = base.removeprefix("::").split("::") if "::" in base and "<" not in base else ()
        return self.lookup_qualified(tuple(path)) if len(path) > 1 else self.names.get(base)

    @cached_property
    def _has_restrict(self) -> bool:
        """Whether all that looks like `restrict` here is that. A macro may stand for nothing, also on one of several conditions."""
        files = (self.outline, *self.outline.headers)
        written = {word.decode() for file in files for word in words_for_restrict(file.source.data)}
        return all(stands_for(self.macros, word, RESTRICT) for word in written | (RESTRICT & self.macros.keys()))

    def type_of(self, declaration: Declaration) -> Type:
        """The type that a declaration gives to its name, aliases put in; unknown where a macro hides what stands there."""
        type = self.expanded(declaration.type)
        return Type() if self.is_hidden(type.base) else type

    def is_hidden(self, base: str) -> bool:
        """Whether a type's name is none: `API int f(void)`, `ARRAY(double) rows`."""
        return any(word in self.macros for word in names_in(base))

    def members(self, struct: str) -> dict[str, Declaration] | None:
        """Members of a struct or class, ``None`` if no definition of it is known."""
        found = self.structs.get(struct)
        return _known_to(self.outline.headers).structs.get(struct) if found is None else found

    @cached_property
    def structs(self) -> dict[str, dict[str, Declaration]]:
        """Structs, unions and classes of the file by their names, with their members."""
        return {
            name: {member: said.declaration for member, said in known.members.items()}
            for known in classes_in(self.outline)
            for name in known.names
        }


@kept
def scopes_of(outline: Outline) -> Scopes:
    """The scopes of a file."""
    return Scopes(outline)


class _Known(NamedTuple):
    """What several headers say, without types, variables and functions of which two say different things."""

    names: dict[str, Declaration]
    macros: dict[str, Declaration]
    structs: dict[str, dict[str, Declaration]]


@lru_cache(maxsize=16)
def _known_to(headers: tuple[Outline, ...]) -> _Known:
    each = [(header, scopes_of(header)) for header in headers]
    return _Known(
        agreed((header, scopes.file_level) for header, scopes in each),
        last_of((header, scopes.own_macros) for header, scopes in each),
        agreed_structs(scopes.structs for _, scopes in each),
    )


def _is_visible(declaration: Declaration, offset: int) -> bool:
    return declaration.scope.start <= offset < declaration.scope.end and declaration.span.start < offset
