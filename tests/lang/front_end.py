"""What a compiler's front end says of a file beside what `lang` says: types, referenced declarations, constants, callees.

Each cursor of libclang is paired with the node of the syntax tree that has exactly its text. Only what `lang` claims to know is
compared; how much that is, is counted too. Nothing that came out of a macro is compared but the macro's own name.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clang import cindex
from clang.cindex import Cursor, CursorKind, TokenKind, TranslationUnit, TypeKind
from loopwright.lang.constants import constant_of, constant_of_declaration
from loopwright.lang.declarations import Declaration
from loopwright.lang.expressions import Typing
from loopwright.lang.numbers import Constant, fundamental
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.types import Type
from loopwright.source.outline import FindHeaders, Outline
from loopwright.source.syntax import parse
from tree_sitter import Node

_EXPRESSIONS = {
    CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR, CursorKind.CALL_EXPR, CursorKind.ARRAY_SUBSCRIPT_EXPR,
    CursorKind.UNARY_OPERATOR, CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR, CursorKind.CONDITIONAL_OPERATOR,
    CursorKind.CSTYLE_CAST_EXPR, CursorKind.INTEGER_LITERAL, CursorKind.FLOATING_LITERAL, CursorKind.CHARACTER_LITERAL,
    CursorKind.PAREN_EXPR, CursorKind.CXX_UNARY_EXPR, CursorKind.CXX_STATIC_CAST_EXPR,
}  # fmt: skip
_DECLARED = {
    CursorKind.VAR_DECL,
    CursorKind.PARM_DECL,
    CursorKind.FIELD_DECL,
    CursorKind.FUNCTION_DECL,
    CursorKind.TYPEDEF_DECL,
}
_NODES = frozenset(
    ("identifier", "qualified_identifier", "field_expression", "call_expression", "subscript_expression", "unary_expression",
     "pointer_expression", "update_expression", "binary_expression", "assignment_expression", "conditional_expression", "cast_expression",
     "number_literal", "char_literal", "parenthesized_expression", "sizeof_expression", "comma_expression")
)  # fmt: skip
_FOLDED = {
    CursorKind.BINARY_OPERATOR,
    CursorKind.CONDITIONAL_OPERATOR,
    CursorKind.CXX_UNARY_EXPR,
    CursorKind.CSTYLE_CAST_EXPR,
}
_STEPS = (CursorKind.BINARY_OPERATOR, CursorKind.UNARY_OPERATOR)
KINDS = ("type", "declared type", "declaration", "constant", "callee")


@dataclass
class Agreement:
    """Of each kind how many were asked, claimed and equal, and what differed."""

    asked: Counter[str] = field(default_factory=Counter)
    claimed: Counter[str] = field(default_factory=Counter)
    equal: Counter[str] = field(default_factory=Counter)
    different: list[str] = field(default_factory=list)

    def add(self, kind: str, claimed: bool, equal: bool, told: str) -> None:
        """One answer beside the other."""
        self.asked[kind] += 1
        self.claimed[kind] += claimed
        self.equal[kind] += claimed and equal
        if claimed and not equal:
            self.different.append(f"{kind}: {told}")

    def merge(self, other: Agreement) -> None:
        """Add those of another file."""
        self.asked += other.asked
        self.claimed += other.claimed
        self.equal += other.equal
        self.different += other.different


def unit_of(path: Path, language: str, arguments: list[str]) -> TranslationUnit | None:
    """The file as clang reads it, ``None`` where it finds errors."""
    standard = ["-x", "c", "-std=gnu11"] if language == "c" else ["-x", "c++", "-std=gnu++17"]
    try:
        unit = cindex.Index.create().parse(str(path), [*standard, "-w", *_builtin_headers(), *arguments])
    except cindex.TranslationUnitLoadError:
        return None
    return None if any(found.severity >= cindex.Diagnostic.Error for found in unit.diagnostics) else unit


def _builtin_headers() -> list[str]:
    # The wheel comes without clang's own; those of gcc declare the same types.
    found = sorted(Path("/usr/lib/gcc").glob("*/*/include/stddef.h"))
    return ["-isystem", str(found[-1].parent)] if found else []


def compare(path: Path, unit: TranslationUnit, find_headers: FindHeaders | None = None) -> Agreement:
    """Everything in the file itself."""
    data = path.read_bytes()
    language = "c" if path.suffix == ".c" else "cpp"
    outline = Outline(parse(data.decode(), path.name, language), find_headers)  # type: ignore[arg-type]
    scopes = scopes_of(outline)
    agreement = Agreement()
    _Comparison(scopes, agreement, path).run(unit)
    return agreement


class _Comparison:
    def __init__(self, scopes: Scopes, agreement: Agreement, path: Path) -> None:
        self.scopes, self.agreement, self.path = scopes, agreement, path
        self.typing = Typing(scopes)
        self.nodes: dict[tuple[int, int], Node] = {}
        self.macros: set[int] = set()
        for node in _walk(scopes.outline.source.tree.root_node):
            if node.type in _NODES and not node.has_error:
                self.nodes.setdefault((node.start_byte, node.end_byte), node)

    def run(self, unit: TranslationUnit) -> None:
        macros = set(self.scopes.macros)
        for cursor in _cursors(unit, str(self.path)):
            extent = cursor.extent
            span = (extent.start.offset, extent.end.offset)
            text = self.scopes.outline.source.data[span[0] : span[1]].decode("utf-8", "replace")
            if cursor.kind is CursorKind.ENUM_CONSTANT_DECL:
                self._enumerator(cursor)
                continue
            if cursor.kind in _DECLARED:
                self._declared(cursor)
                continue
            node = self.nodes.get(span)
            if node is not None and _is_unwritten(cursor, node):
                continue
            if node is None or any(word in macros for word in _words(node)) or not _is_spelled(cursor, text):
                continue
            where = f"{self.path.name}:{extent.start.line}: {' '.join(text.split())[:60]}"
            self._expression(cursor, node, where)

    def _expression(self, cursor: Cursor, node: Node, where: str) -> None:
        type = self.typing.type_of(node)
        named = self.typing.declaration_of(node) if node.type == "identifier" else None
        # The sum of such a parameter and a number is written so, too, and `argv++`.
        is_parameter = (named is not None and named.kind == "parameter") or cursor.kind in _STEPS
        self._type("type", type, cursor.type, where, is_parameter)
        if cursor.kind in _FOLDED and (told := constant_of(self.scopes, node, node.start_byte)) is not None:
            self._constant(told, evaluated(cursor), where)
        if cursor.kind in (CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR):
            meant = self.typing.declaration_of(node)
            is_function = meant is not None and meant.kind == "function"
            is_one = not is_function or (
                len(self.scopes.overloads(meant)) < 2 and not self.scopes.is_defined_twice(meant)
            )
            self._same("declaration", meant if is_one else None, cursor.referenced, where)
        if cursor.kind is CursorKind.CALL_EXPR and node.type == "call_expression":
            self._same("callee", self.typing.callee_of(node), cursor.referenced, where)

    def _declared(self, cursor: Cursor) -> None:
        if not cursor.spelling or (
            cursor.location.offset != cursor.extent.start.offset and not cursor.spelling.isidentifier()
        ):
            return
        offset = cursor.location.offset
        name = cursor.spelling
        if self.scopes.outline.source.data[offset : offset + len(name.encode())] != name.encode():
            return  # a macro wrote it
        found = self._at(name, offset)
        where = f"{self.path.name}:{cursor.location.line}: {name}"
        if found is None:
            self.agreement.add("declared type", False, False, where)
            return
        type = self.scopes.type_of(found)
        if found.kind == "parameter":
            type = type.decayed()
        wanted = cursor.underlying_typedef_type if cursor.kind is CursorKind.TYPEDEF_DECL else cursor.type
        self._type("declared type", type, wanted, where, found.kind == "parameter")
        if cursor.kind is CursorKind.VAR_DECL and cursor.type.is_const_qualified() and found.value is not None:
            self._constant(constant_of_declaration(self.scopes, found), evaluated(cursor), where)

    def _enumerator(self, cursor: Cursor) -> None:
        offset = cursor.location.offset
        found = next((d for d in self.scopes.at_file_level if d.kind == "constant" and d.span.start == offset), None)
        if found is not None:
            where = f"{self.path.name}:{cursor.location.line}: {cursor.spelling}"
            self._constant(constant_of_declaration(self.scopes, found), cursor.enum_value, where)

    def _at(self, name: str, offset: int) -> Declaration | None:
        """Our declaration of a name at a place."""
        candidates = [self.scopes.lookup(name, offset + 1)]
        candidates += [d for d in self.scopes.at_file_level if d.name == name]
        candidates += [
            member.declaration
            for known in self.scopes.classes.known.values()
            for member in known.members.values()
            if member.declaration.name == name
        ]
        return next(
            (d for d in candidates if d is not None and d.header is None and d.span.start <= offset < d.span.end), None
        )

    def _type(self, kind: str, ours: Type, theirs: Any, where: str, is_parameter: bool = False) -> None:
        claimed = bool(ours.base) and ours.base != "auto" and theirs.kind not in (TypeKind.INVALID, TypeKind.DEPENDENT)
        if theirs.spelling in ("<dependent type>", "<bound member function type>", "<overloaded function type>"):
            return
        self.agreement.add(
            kind,
            claimed,
            claimed and same_type(ours, theirs, is_parameter),
            f"{where}: {ours.text} | {theirs.spelling}",
        )

    def _same(self, kind: str, ours: Declaration | None, theirs: Cursor | None, where: str) -> None:
        if theirs is None or theirs.location.file is None:
            return
        known = {str(self.path)}
        if ours is not None and ours.header is not None:
            known = {ours.header.source.name, Path(ours.header.source.name).name}
        cursors = [
            theirs,
            theirs.canonical,
            *([theirs.get_definition()] if theirs.get_definition() is not None else []),
        ]
        claimed = ours is not None
        equal = ours is not None and any(
            one.location.file is not None
            and (one.location.file.name in known or Path(one.location.file.name).name in known)
            and (ours.span.start <= one.location.offset < ours.span.end)
            for one in cursors
        )
        if ours is not None and not equal:  # another declaration of the same thing
            equal = (
                ours.kind == "function"
                and theirs.spelling == ours.name.split("::")[-1]
                and self.scopes.outline.source.language != "cpp"
            )
        told = f"{where}: {ours.kind} at {ours.span.start} in {sorted(known)[0]}" if ours is not None else where
        self.agreement.add(kind, claimed, equal, f"{told} | {theirs.kind.name} at {theirs.location}")

    def _constant(self, told: Constant | None, value: float | int | None, where: str) -> None:
        if value is None:
            return
        equal = told is not None and abs(told.value - value) <= 1e-12 * abs(value)
        self.agreement.add("constant", told is not None, equal, f"{where}: {told} | {value}")


_ARRAYS = (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.VARIABLEARRAY, TypeKind.DEPENDENTSIZEDARRAY)


def same_type(ours: Type, theirs: Any, is_parameter: bool = False) -> bool:
    """Whether clang's type is ours; where ours ends at a name that only other headers know, that name counts. Of a parameter that is
    written as an array clang's library tells what is written: it is a pointer (C11 6.7.6.3p7)."""
    theirs = _without_names(theirs) if is_parameter and ours.is_pointer else theirs
    if is_parameter and theirs.kind in _ARRAYS and ours.is_pointer:
        return same_type(ours.element(), theirs.element_type)
    layers = list(ours.layers)
    base = _plain(ours.base)
    wanted = {base, base.split("::")[-1]}
    for _ in range(40):
        name = _plain(theirs.spelling)
        if not layers and (name in wanted or name.split("::")[-1] in wanted or ours.base.startswith("anonymous")):
            return True
        kind = theirs.kind
        if kind in (TypeKind.POINTER,):
            if layers[:1] != ["*"]:
                return False
            layers, theirs = layers[1:], theirs.get_pointee()
        elif kind in (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE):
            layers, theirs = (layers[1:] if layers[:1] == ["&"] else layers), theirs.get_pointee()
        elif kind in _ARRAYS:
            if layers[:1] != ["[]"]:
                return False
            layers, theirs = layers[1:], theirs.element_type
        elif kind in (TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO):
            if layers[:1] != ["()"]:
                return False
            layers, theirs = layers[1:], theirs.get_result()
        elif kind is TypeKind.TYPEDEF:
            theirs = theirs.get_declaration().underlying_typedef_type
        elif kind is TypeKind.ELABORATED:
            theirs = theirs.get_named_type()
        elif kind is TypeKind.ENUM and not layers:
            return fundamental(ours.base) in ("int", "unsigned int")
        elif theirs.get_canonical().kind is not kind:
            theirs = theirs.get_canonical()
        else:
            break
    return not layers and fundamental(ours.base) == fundamental(_plain(theirs.get_canonical().spelling)) != ""


def _without_names(type: Any) -> Any:
    """An array type behind the names of typedefs, other types as they are."""
    return type.get_canonical() if type.get_canonical().kind in _ARRAYS else type


def _plain(spelling: str) -> str:
    """A type as clang writes it, without what does not matter here: blanks inside brackets neither."""
    for word in ("const ", "volatile ", "struct ", "enum ", "union ", "class "):
        spelling = spelling.replace(word, "")
    for written, plain in ((" >", ">"), (", ", ","), (" (", "("), (" *", "*"), (" &", "&")):
        spelling = spelling.replace(written, plain) if "<" in spelling else spelling
    if spelling.startswith("_Complex "):
        spelling = f"{spelling.removeprefix('_Complex ')} _Complex"
    return spelling.replace("_Bool", "bool").strip()


def evaluated(cursor: Cursor) -> float | int | None:
    """What clang works out for an initialiser."""
    library = cindex.conf.lib
    library.clang_Cursor_Evaluate.restype = ctypes.c_void_p
    library.clang_Cursor_Evaluate.argtypes = [Cursor]
    for name in ("clang_EvalResult_getKind", "clang_EvalResult_isUnsignedInt"):
        getattr(library, name).argtypes = [ctypes.c_void_p]
    library.clang_EvalResult_getAsLongLong.argtypes = [ctypes.c_void_p]
    library.clang_EvalResult_getAsLongLong.restype = ctypes.c_longlong
    library.clang_EvalResult_getAsUnsigned.argtypes = [ctypes.c_void_p]
    library.clang_EvalResult_getAsUnsigned.restype = ctypes.c_ulonglong
    library.clang_EvalResult_getAsDouble.argtypes = [ctypes.c_void_p]
    library.clang_EvalResult_getAsDouble.restype = ctypes.c_double
    library.clang_EvalResult_dispose.argtypes = [ctypes.c_void_p]
    result = library.clang_Cursor_Evaluate(cursor)
    if not result:
        return None
    try:
        kind = library.clang_EvalResult_getKind(result)
        if kind == 1:
            unsigned = library.clang_EvalResult_isUnsignedInt(result)
            return int(
                (library.clang_EvalResult_getAsUnsigned if unsigned else library.clang_EvalResult_getAsLongLong)(result)
            )
        return float(library.clang_EvalResult_getAsDouble(result)) if kind == 2 else None
    finally:
        library.clang_EvalResult_dispose(result)


def _cursors(unit: TranslationUnit, path: str) -> Iterator[Cursor]:
    for top in unit.cursor.get_children():
        if top.location.file is None or top.location.file.name != path:
            continue
        stack = [top]
        while stack:
            cursor = stack.pop()
            if cursor.kind in (
                CursorKind.FUNCTION_TEMPLATE,
                CursorKind.CLASS_TEMPLATE,
                CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
            ):
                continue
            if cursor.kind in _EXPRESSIONS or cursor.kind in _DECLARED or cursor.kind is CursorKind.ENUM_CONSTANT_DECL:
                yield cursor
            stack.extend(cursor.get_children())


def _is_spelled(cursor: Cursor, text: str) -> bool:
    """Whether a cursor is what its text says, and no part of what a macro stands for."""
    if cursor.kind is CursorKind.DECL_REF_EXPR:
        return text.split("::")[-1].strip() == cursor.spelling
    first = next(iter(cursor.get_tokens()), None)
    return first is not None and (first.kind is not TokenKind.COMMENT)


_CONVERTING = (CursorKind.CONSTRUCTOR, CursorKind.CONVERSION_FUNCTION)


def _is_unwritten(cursor: Cursor, node: Node) -> bool:
    """Whether a cursor is a conversion that clang adds around an expression, or names inside one: `argv[1]` made a `std::string`,
    a stream asked whether it is good. It has the place of the expression, but is not what is written there."""
    if cursor.referenced is None or cursor.referenced.kind not in _CONVERTING:
        return False
    called = node.child_by_field_name("function") if node.type == "call_expression" else None
    written = (called.text or b"").decode("utf-8", "replace") if called is not None else ""
    return cursor.referenced.spelling.split("<")[0] not in written


def _words(node: Node) -> Iterator[str]:
    for inner in _walk(node):
        if inner.type in ("identifier", "type_identifier", "field_identifier"):
            yield (inner.text or b"").decode("utf-8", "replace")


def _walk(node: Node) -> Iterator[Node]:
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(current.named_children)
