"""What a name means at a place in a file: variable, parameter, function, type or constant, with its declared type.

Everything is read from the syntax trees of the file and of those of its headers that were found. Where two headers say
different things of a name, neither is believed; who asks has to allow for names that are declared elsewhere.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from tree_sitter import Node

from loopwright.source.outline import Outline
from loopwright.source.text import Span

_QUALIFIERS = frozenset(
    (
        "const",
        "volatile",
        "static",
        "register",
        "extern",
        "inline",
        "restrict",
        "__restrict__",
        "__restrict",
        "constexpr",
        "mutable",
        "struct",
        "enum",
        "union",
        "class",
        "thread_local",
        "typename",
        "__device__",
        "__host__",
        "__shared__",
        "__constant__",
        "__global__",
        "_Thread_local",
    )
)
_INTEGERS = frozenset(
    (
        "int",
        "char",
        "short",
        "long",
        "unsigned",
        "signed",
        "size_t",
        "ssize_t",
        "ptrdiff_t",
        "intptr_t",
        "uintptr_t",
        "__int128",
        "wchar_t",
        "off_t",
        "uint",
        "ulong",
        "char8_t",
        "char16_t",
        "char32_t",
    )
)
_SIZED = re.compile(r"u?int(?:_fast|_least)?(?:8|16|32|64)_t\Z|u?intmax_t\Z")
_FLOATS = frozenset(("float", "double", "_Float16", "__fp16", "_Float32", "_Float64", "__float128"))
_SCOPES = frozenset(
    (
        "compound_statement",
        "for_statement",
        "for_range_loop",
        "function_definition",
        "lambda_expression",
        "if_statement",
        "while_statement",
        "switch_statement",
        "translation_unit",
        "declaration_list",
        "field_declaration_list",
        "catch_clause",
        "function_declarator",
    )
)
_MACRO = re.compile(rb"define[ \t]+(\w+)(\()?((?:\\(?:\r\n|\n|\r)|[^\r\n])*)")  # begins with a literal: fast
_NO_CODE = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|//.*|/\*.*?\*/", re.DOTALL)
_NUMBERS = re.compile(r"(?:0[xX][\da-fA-F]+|\d[\d.]*(?:[eE][+-]?\d+)?)[uUlLfF]*")
_BESIDE_NUMBERS = frozenset(" \t\r\n\\()+-*/%<>&|~^")
_DEFINES_WORDS = re.compile(r"\w+")


class Declaration(NamedTuple):
    """A declared name. ``base`` is the type without qualifiers; ``dims`` are the texts in its brackets, outermost first;
    ``to_array`` of its ``pointers`` lead to the array of ``dims`` (`(*a)[4]`), the others stand in it (`*a[4]`).
    ``scope`` is the part of the file where it is visible; ``value`` the initializer's text. ``header`` is where it stands,
    with all its spans, if not in the file; a macro or type is ``disputed`` that is defined in another way too."""

    name: str
    kind: str  # variable, parameter, function, type, constant
    base: str
    pointers: int
    dims: tuple[str, ...]
    span: Span
    scope: Span
    is_global: bool = False
    extern: bool = False
    static: bool = False
    const: bool = False
    value: str | None = None
    header: Outline | None = None
    disputed: bool = False
    to_array: int = 0

    @property
    def type_text(self) -> str:
        """The type as a person would write it."""
        dims = "".join(f"[{dim}]" for dim in self.dims)
        if self.to_array:
            inner = "*" * (self.pointers - self.to_array)
            return f"{self.base} {inner}({'*' * self.to_array}){dims}"
        return f"{self.base}{' ' if self.pointers else ''}{'*' * self.pointers}{' ' + dims if dims else ''}"


class Declarations:
    """Names of one file. Functions are read when something in them is asked for."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self._locals: dict[int, list[Declaration]] = {}
        self._named: dict[int, dict[str, list[Declaration]]] = {}

    def lookup(self, name: str, offset: int) -> Declaration | None:
        """What ``name`` means at ``offset``."""
        function = self.function_at(offset)
        if function is not None:
            named = self._locals_named(name, function)
            before = bisect.bisect_right(named, offset, key=lambda declaration: declaration.scope.start)
            for declaration in reversed(named[:before]):  # the innermost scope first
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
        found = None
        node: Node | None = self.outline.source.tree.root_node.descendant_for_byte_range(offset, offset)
        while node is not None:
            if node.type in ("function_definition", "lambda_expression"):
                found = node
            node = node.parent
        return found

    def locals_of(self, function: Node) -> list[Declaration]:
        """Parameters and local names of a function."""
        key = function.start_byte
        if key not in self._locals:
            self._locals[key] = list(_declared_in(function))
        return self._locals[key]

    def _locals_named(self, name: str, function: Node) -> list[Declaration]:
        """Locals of one name, by where their scopes begin: scopes are nested or apart, so the last around a place is the
        innermost."""
        key = function.start_byte
        if key not in self._named:
            named: dict[str, list[Declaration]] = {}
            for declaration in sorted(self.locals_of(function), key=lambda d: d.scope.start):
                named.setdefault(declaration.name, []).append(declaration)
            self._named[key] = named
        return self._named[key].get(name, [])

    @cached_property
    def file_level(self) -> dict[str, Declaration]:
        """Global variables, functions, types and enumerators."""
        names: dict[str, Declaration] = {}
        root = self.outline.source.tree.root_node
        data, scope = self.outline.source.data, _span(root)
        for node in _top_level(root):
            start = node.start_byte
            for declaration in _read_kept(node, data[start : node.end_byte]):
                before = names.get(declaration.name)
                # A definition says more than `extern double a[];`.
                if before is None or before.extern or before.kind == "type":
                    span = Span(declaration.span.start + start, declaration.span.end + start)
                    disputed = before is not None and _are_different_types(before, declaration)
                    names[declaration.name] = declaration._replace(
                        is_global=True, span=span, scope=scope, disputed=disputed
                    )
        return names

    @cached_property
    def names(self) -> dict[str, Declaration]:
        """File-level names of the file and, where it has none of a name, of its headers."""
        return {**_known_to(self.outline.headers).names, **self.file_level} if self.outline.headers else self.file_level

    @cached_property
    def macros(self) -> dict[str, Declaration]:
        """`#define` names of the file and its headers: constants, or functions where they take arguments."""
        if not self.outline.headers:
            return self.own_macros
        known = _known_to(self.outline.headers).macros
        own = {name: _defined_again(known[name], m) if name in known else m for name, m in self.own_macros.items()}
        return {**known, **own}

    @cached_property
    def own_macros(self) -> dict[str, Declaration]:
        """Those of the file alone."""
        names: dict[str, Declaration] = {}
        data = self.outline.source.data
        everywhere = Span(0, len(data))
        for match in _MACRO.finditer(data):
            if data[data.rfind(b"\n", 0, match.start()) + 1 : match.start()].strip() != b"#":
                continue
            name, value = match[1].decode("utf-8", "replace"), match[3].decode("utf-8", "replace")
            value = _NO_CODE.sub(lambda part: part[0] if part[0][0] in "\"'" else " ", value).strip()
            kind = "function" if match[2] else "constant"
            macro = Declaration(name, kind, "", 0, (), Span(*match.span()), everywhere, True, value=value)
            names[name] = _defined_again(names[name], macro) if name in names else macro
        return names

    def category(self, declaration: Declaration) -> str:
        """integer, floating, boolean, pointer, array, struct, function, type, constant or unknown."""
        if declaration.kind in ("function", "type", "constant"):
            return declaration.kind
        base, levels = self.levels(declaration)
        if levels:
            # An array parameter is a pointer (C 6.7.6.3).
            return "pointer" if levels[0] is None or declaration.kind == "parameter" else "array"
        return category_of_base(base, self.names)

    def levels(self, declaration: Declaration) -> tuple[str, tuple[str | None, ...]]:
        """(base, what each subscript in turn takes off) with known typedefs put in: ``None`` for a pointer, for an array the
        text of its extent."""
        base, levels = declaration.base, _own_levels(declaration)
        for _ in range(8):
            alias = self.names.get(base)
            if alias is None or alias.kind != "type" or alias.base == base or not alias.base:
                break
            base, levels = alias.base, levels + _own_levels(alias)
        return base, levels

    def expanded(self, declaration: Declaration) -> tuple[str, int, tuple[str, ...]]:
        """(base, pointers, dims) with known typedefs put in."""
        base, pointers, dims = declaration.base, declaration.pointers, declaration.dims
        for _ in range(8):
            alias = self.names.get(base)
            if alias is None or alias.kind != "type" or alias.base == base or not alias.base:
                break
            base, pointers, dims = alias.base, pointers + alias.pointers, dims + alias.dims
        return base, pointers, dims

    def members(self, struct: str) -> dict[str, Declaration] | None:
        """Members of a struct or class, ``None`` if no definition of it is known."""
        found = self.structs.get(struct)
        return _known_to(self.outline.headers).structs.get(struct) if found is None else found

    @cached_property
    def structs(self) -> dict[str, dict[str, Declaration]]:
        """Structs, unions and classes of the file by their names, with their members."""
        found: dict[str, dict[str, Declaration]] = {}
        for node in _top_level(self.outline.source.tree.root_node):
            for child in [node, *node.named_children]:
                if child.type not in ("struct_specifier", "class_specifier", "union_specifier"):
                    continue
                body = child.child_by_field_name("body")
                if body is None:
                    continue
                members = {
                    declaration.name: declaration
                    for field in body.named_children
                    if field.type == "field_declaration"
                    for declaration in _read(field, _span(body))
                }
                for name in _names_of_struct(node, child):
                    found[name] = members
        return found


def category_of_base(base: str, types: dict[str, Declaration]) -> str:
    """integer, floating, boolean, struct or unknown, for a type's name."""
    words = _DEFINES_WORDS.findall(base)
    if not words or "<" in base:  # of a template's arguments nothing follows
        return "unknown"
    if words[-1] in ("bool", "_Bool"):
        return "boolean"
    if any(word in _FLOATS for word in words):
        return "floating"
    if all(word in _INTEGERS or _SIZED.match(word) or word == "std" for word in words):
        return "integer"
    known = types.get(base)
    if known is not None and known.kind == "type" and known.base == base:
        return "integer" if known.value == "enum" else "struct"
    return "unknown"


def _own_levels(declaration: Declaration) -> tuple[str | None, ...]:
    behind = declaration.pointers - declaration.to_array
    return (None,) * declaration.to_array + declaration.dims + (None,) * behind


class _Known(NamedTuple):
    """What several headers say, without types, variables and functions of which two say different things."""

    names: dict[str, Declaration]
    macros: dict[str, Declaration]
    structs: dict[str, dict[str, Declaration]]


@lru_cache(maxsize=16)
def _known_to(headers: tuple[Outline, ...]) -> _Known:
    each = [(header, header.kept.setdefault("declarations", Declarations(header))) for header in headers]
    return _Known(
        _agreed((header, declarations.file_level) for header, declarations in each),
        _last((header, declarations.own_macros) for header, declarations in each),
        _agreed_structs(declarations.structs for _, declarations in each),
    )


def _agreed(each: Iterable[tuple[Outline, dict[str, Declaration]]]) -> dict[str, Declaration]:
    found: dict[str, Declaration] = {}
    disputed: set[str] = set()
    for header, names in each:
        for name, declaration in names.items():
            before = found.get(name)
            if before is None or (before.extern and not declaration.extern and before.base == declaration.base):
                found[name] = declaration._replace(header=header)
            elif _meaning(before) != _meaning(declaration) and not (
                declaration.extern and before.base == declaration.base
            ):
                disputed.add(name)
    return {name: declaration for name, declaration in found.items() if name not in disputed}


def _last(each: Iterable[tuple[Outline, dict[str, Declaration]]]) -> dict[str, Declaration]:
    """Macros may be defined again, and what hangs on a condition mostly is."""
    found: dict[str, Declaration] = {}
    for header, macros in each:
        for name, macro in macros.items():
            macro = macro._replace(header=header)
            found[name] = _defined_again(found[name], macro) if name in found else macro
    return found


def _defined_again(before: Declaration, macro: Declaration) -> Declaration:
    """A macro with a second definition: which one holds, conditions and places decide. The last one is taken, but a number among
    numbers is none."""
    if before.kind == macro.kind and " ".join((before.value or "").split()) == " ".join((macro.value or "").split()):
        return before if before.disputed else macro
    is_number = macro.kind == before.kind == "constant" and _is_number(before.value) and _is_number(macro.value)
    return macro._replace(disputed=True, value=None if is_number else macro.value)


def _is_number(text: str | None) -> bool:
    if text is None:  # one of several numbers
        return True
    rest = _NUMBERS.sub("", text)
    return rest != text and _BESIDE_NUMBERS.issuperset(rest)


def _are_different_types(before: Declaration, declaration: Declaration) -> bool:
    """Whether a name stands for one type or another, as a condition has it."""
    kinds = (before.kind, declaration.kind)
    is_definition = before.base == before.name or declaration.base == declaration.name
    return kinds == ("type", "type") and (
        before.disputed or (not is_definition and _meaning(before) != _meaning(declaration))
    )


def _agreed_structs(each: Iterable[dict[str, dict[str, Declaration]]]) -> dict[str, dict[str, Declaration]]:
    found: dict[str, dict[str, Declaration]] = {}
    for structs in each:
        for name, members in structs.items():
            before = found.setdefault(name, members)
            if [_meaning(member) for member in before.values()] != [_meaning(member) for member in members.values()]:
                found[name] = {}
    return found


def _meaning(declaration: Declaration) -> tuple[object, ...]:
    """What must agree: of a function that it is one, or what the macro stands for."""
    if declaration.kind == "function":
        return declaration.kind, declaration.value
    value = declaration.value if declaration.kind == "constant" or declaration.const else None
    return declaration.kind, declaration.base, declaration.pointers, declaration.dims, value


def _is_visible(declaration: Declaration, offset: int) -> bool:
    return declaration.scope.start <= offset < declaration.scope.end and declaration.span.start < offset


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", errors="replace") if node is not None else ""


def _top_level(root: Node) -> Iterator[Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type in (
            "translation_unit",
            "linkage_specification",
            "declaration_list",
            "namespace_definition",
            "preproc_if",
            "preproc_ifdef",
            "preproc_else",
            "preproc_elif",
            "ERROR",
            "template_declaration",
        ):
            stack.extend(reversed(node.named_children))
        else:
            yield node


_MOST_KEPT = 20_000
_kept: dict[tuple[str, bytes], tuple[Declaration, ...]] = {}


def _read_kept(node: Node, text: bytes) -> tuple[Declaration, ...]:
    """Declarations of a top-level node, kept by its text, places relative to it."""
    key = (node.type, text)
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        start = node.start_byte
        found = _kept[key] = tuple(
            declaration._replace(span=Span(declaration.span.start - start, declaration.span.end - start))
            for declaration in _read(node, _span(node))
        )
    return found


def _names_of_struct(node: Node, struct: Node) -> Iterator[str]:
    name = struct.child_by_field_name("name")
    if name is not None:
        yield _text(name)
    if node.type == "type_definition":
        for declarator in node.children_by_field_name("declarator"):
            yield _text(declarator)


def _read(node: Node, scope: Span) -> Iterator[Declaration]:
    """Declarations made by one top-level node or member."""
    if node.type == "function_definition":
        declarator = node.child_by_field_name("declarator")
        name = _function_name(declarator)
        if name:
            yield Declaration(name, "function", _base(node), 0, (), _span(node), scope, static=_has(node, "static"))
    elif node.type in ("declaration", "field_declaration"):
        yield from _read_declaration(node, scope, "variable")
        yield from _types_inside(node, scope)
    elif node.type == "type_definition":
        base = _base(node)
        for declarator in node.children_by_field_name("declarator"):
            name, pointers, dims, is_function, to_array = _declarator(declarator)
            own = name if base in ("", name) or base.startswith("{") else base
            is_of = "" if is_function else own
            yield Declaration(name, "type", is_of, pointers, dims, _span(node), scope, to_array=to_array)
        yield from _types_inside(node, scope)
    elif node.type in ("struct_specifier", "class_specifier", "union_specifier", "enum_specifier"):
        yield from _type(node, scope)
    elif node.type == "alias_declaration":
        name, target = _text(node.child_by_field_name("name")), node.child_by_field_name("type")
        base = _clean(_text(target))
        yield Declaration(name, "type", base.rstrip("*& "), base.count("*"), (), _span(node), scope)


def _types_inside(node: Node, scope: Span) -> Iterator[Declaration]:
    kind = node.child_by_field_name("type")
    if kind is not None and kind.type in ("struct_specifier", "class_specifier", "union_specifier", "enum_specifier"):
        yield from _type(kind, scope)


def _type(node: Node, scope: Span) -> Iterator[Declaration]:
    name = _text(node.child_by_field_name("name"))
    is_enum = node.type == "enum_specifier"
    if name and (is_enum or node.child_by_field_name("body") is not None):
        yield Declaration(name, "type", name, 0, (), _span(node), scope, value="enum" if is_enum else None)
    body = node.child_by_field_name("body")
    if is_enum and body is not None:
        for enumerator in body.named_children:
            if enumerator.type == "enumerator":
                value = enumerator.child_by_field_name("value")
                text = _text(value) if value is not None else None
                label = _text(enumerator.child_by_field_name("name"))
                yield Declaration(label, "constant", "int", 0, (), _span(enumerator), scope, value=text)


def _declared_in(function: Node) -> Iterator[Declaration]:
    stack = [function]
    while stack:
        node = stack.pop()
        if node.type == "declaration":
            yield from _read_declaration(node, _scope(node), "variable")
        elif node.type in ("parameter_declaration", "optional_parameter_declaration"):
            yield from _read_declaration(node, _scope(node), "parameter")
        elif node.type == "for_range_loop":
            declarator = node.child_by_field_name("declarator")
            if declarator is not None:
                yield from _bound(declarator, _span(node))
                if declarator.type == "structured_binding_declarator":
                    continue
                name, pointers, dims, _, to_array = _declarator(declarator)
                span = _span(declarator)
                yield Declaration(name, "variable", _base(node), pointers, dims, span, _span(node), to_array=to_array)
        stack.extend(reversed(node.named_children))


def _scope(node: Node) -> Span:
    """The innermost scope around a declaration; a parameter is visible in the whole of its function."""
    around = node.parent
    while around is not None and around.type not in _SCOPES:
        around = around.parent
    while around is not None and around.type == "function_declarator":
        outer = around.parent
        while outer is not None and outer.type in ("pointer_declarator", "reference_declarator", "function_declarator"):
            outer = outer.parent
        if outer is not None and outer.type in ("function_definition", "lambda_expression"):
            return _span(outer)
        return _span(around)  # of a function type or a prototype
    return _span(around if around is not None else node)


def _read_declaration(node: Node, scope: Span, kind: str) -> Iterator[Declaration]:
    base = _base(node)
    extern, static = _has(node, "extern"), _has(node, "static")
    const = _has(node, "const") or _has(node, "constexpr")
    for declarator in node.children_by_field_name("declarator"):
        value = declarator.child_by_field_name("value")
        inner = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
        if inner is None:
            continue
        yield from _bound(inner, scope)
        if inner.type == "structured_binding_declarator":
            continue
        name, pointers, dims, is_function, to_array = _declarator(inner)
        if not name:
            continue
        yield Declaration(
            name,
            "function" if is_function else kind,
            base,
            pointers,
            dims,
            _span(declarator),
            scope,
            extern=extern,
            static=static,
            const=const,
            value=_text(value) if value is not None else None,
            to_array=to_array,
        )


def _bound(declarator: Node, scope: Span) -> Iterator[Declaration]:
    """Names of a structured binding `auto [a, b]`, or of a reference to one; their types are not followed."""
    while declarator.type == "reference_declarator" and declarator.named_children:
        declarator = declarator.named_children[0]
    if declarator.type == "structured_binding_declarator":
        for child in declarator.named_children:
            if child.type == "identifier":
                yield Declaration(_text(child), "variable", "", 0, (), _span(child), scope)


def _declarator(node: Node) -> tuple[str, int, tuple[str, ...], bool, int]:
    """(name, pointers, dims, is a function, how many of the pointers lead to the array)."""
    pointers, is_function, to_array = 0, False, 0
    dims: list[str] = []
    while True:
        if node.type in ("pointer_declarator", "abstract_pointer_declarator"):
            pointers += 1
            to_array += bool(dims)
        elif node.type == "array_declarator":
            dims.insert(0, _text(node.child_by_field_name("size")))
        elif node.type == "function_declarator":
            is_function = not _has_pointer(node)
        elif node.type not in (
            "parenthesized_declarator",
            "reference_declarator",
            "init_declarator",
            "attributed_declarator",
        ):
            break
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next(
                (
                    child
                    for child in node.named_children
                    if "declarator" in child.type
                    or child.type in ("identifier", "field_identifier", "qualified_identifier")
                ),
                None,
            )
        if inner is None:
            return "", pointers, tuple(dims), is_function, to_array
        node = inner
    return _text(node), pointers, tuple(dims), is_function, to_array


def _has_pointer(function_declarator: Node) -> bool:
    """`int (*f)(int)` is a variable."""
    inner = function_declarator.child_by_field_name("declarator")
    return inner is not None and inner.type == "parenthesized_declarator"


def _function_name(node: Node | None) -> str:
    while node is not None and node.type in (
        "pointer_declarator",
        "reference_declarator",
        "function_declarator",
        "parenthesized_declarator",
    ):
        inner = node.child_by_field_name("declarator")
        node = inner if inner is not None else (node.named_children[0] if node.named_children else None)
    return _text(node)


def _base(node: Node) -> str:
    kind = node.child_by_field_name("type")
    if kind is None:
        return ""
    if kind.type in ("struct_specifier", "class_specifier", "union_specifier", "enum_specifier"):
        return _text(kind.child_by_field_name("name"))
    return _clean(_text(kind))


def _clean(text: str) -> str:
    return " ".join(word for word in text.split() if word not in _QUALIFIERS)


def _has(node: Node, word: str) -> bool:
    return any(
        _text(child) == word for child in node.children if child.type in ("storage_class_specifier", "type_qualifier")
    )
