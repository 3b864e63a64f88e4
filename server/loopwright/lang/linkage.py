"""What a file gives to the others that are linked with it: functions with external linkage (C11 6.2.2, C++17 6.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.declarators import parameter_nodes, read_type, stored_as
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.source.kept import kept
from loopwright.source.lexemes import lexemes, lexemes_within
from loopwright.source.nodes import definition_around, text_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import Source
from loopwright.source.text import names_in, words_in

_CONDITIONS = frozenset(("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "preproc_elifdef"))
_INTO = _CONDITIONS | {"linkage_specification", "declaration_list", "namespace_definition", "ERROR", "translation_unit"}
_NAMES = frozenset(("identifier", "type_identifier"))
_TEXTS = frozenset(("preproc_arg", "preproc_call", "ms_declspec_modifier", "attribute_specifier", "gnu_asm_expression"))
_SHARED = frozenset(("inline", "__inline", "__inline__", "constexpr", "weak", "__weak__", "__weak"))
_REMARKS = frozenset(("comment", "string_content", "string_literal"))
_DIRECTIVES = frozenset(("acc", "omp"))
_IN_QUOTES = frozenset(
    ("asm", "__asm__", "__asm", "__attribute__", "__attribute", "__declspec", "_Pragma")
)  # what is quoted may be code
_RUNS = frozenset(("call_expression", "new_expression", "lambda_expression", "argument_list"))


class Given(NamedTuple):
    """A function that other files may call by its ``name``. No program has two with one ``signature``, which is empty where
    another file may have the same (inline, weak, a template) or where the file has it on a condition only."""

    name: str
    signature: str


@kept
def functions_given(outline: Outline) -> tuple[Given, ...]:
    """The functions that a file defines for others too."""
    return tuple(given for given, is_own in _defined(outline) if not is_own)


@kept
def functions_defined(outline: Outline) -> tuple[Given, ...]:
    """All functions of a file, also those that no other one may call, with the signature that they would have."""
    return tuple(given for given, _ in _defined(outline))


def _defined(outline: Outline) -> Iterator[tuple[Given, bool]]:
    """Each function, and whether it is the file's own."""
    root = outline.source.tree.root_node
    macros = scopes_of(outline).macros
    is_weak = any(_says_weak(file) for file in (outline, *outline.headers))
    for function in outline.functions:
        name = function.name.split("::")[-1]
        if name in macros:  # it may have another name
            for word in sorted({name, *names_in(macros[name].value or "")}):
                yield Given(word, ""), False
            continue
        node = definition_around(root, function.span)
        if node is None:
            yield Given(name, ""), False
            continue
        stored = stored_as(node)
        above = list(_above(node))
        nameless = any(a.type == "namespace_definition" and a.child_by_field_name("name") is None for a in above)
        is_own = "static" in stored or nameless
        head = text_of(node)[: function.body.start - function.span.start]
        before = set(names_in(head_of(outline.source, function.body.start)))
        meant = {word for said in before & macros.keys() for word in names_in(macros[said].value or "")}
        if "static" in meant and not is_own:  # by a macro that may be another one elsewhere
            yield Given(name, ""), False
            continue
        shared = is_weak or not _SHARED.isdisjoint({*names_in(head), *before, *meant})
        plain = all(a.type in _INTO - _CONDITIONS - {"ERROR"} for a in above)
        if shared or not plain:
            yield Given(name, ""), is_own
        elif outline.source.language == "c" or name == "main":
            yield Given(name, name), is_own
        else:
            around = [text_of(a.child_by_field_name("name")) for a in above if a.type == "namespace_definition"]
            types = [_type_of(parameter) for parameter in parameter_nodes(node)]
            yield Given(name, f"{'::'.join([*reversed(around), function.name])}({', '.join(types)})"), is_own


@kept
def _says_weak(outline: Outline) -> bool:
    """Asked of each header by every file that includes it."""
    return _says(outline.source, b"weak") or _says(outline.source, b"__weak__")


def head_of(source: Source, end: int) -> str:
    """The text of a function in front of its body, which begins at ``end``, with what the parser is not shown of it."""
    start = max(source.data.rfind(sign, 0, end) for sign in (b";", b"}"))
    return source.data[start + 1 : end].decode("utf-8", "replace")


def _says(source: Source, word: bytes) -> bool:
    """Whether a word stands in the code of a file."""
    if word not in words_in(source.data):
        return False
    at = source.data.find(word)
    while at >= 0:
        node = source.tree.root_node.descendant_for_byte_range(at, at + len(word))
        if node is None or node.type not in _REMARKS:
            return True
        at = source.data.find(word, at + 1)
    return False


def _type_of(parameter: Node) -> str:
    declarator = parameter.child_by_field_name("declarator")
    if declarator is None:
        return " ".join(text_of(parameter).split())
    _, type = read_type(declarator, parameter)
    return f"{type.base} {' '.join(type.layers)}"


def _above(node: Node) -> Iterator[Node]:
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


def functions_named(outline: Outline, wanted: frozenset[str]) -> frozenset[str]:
    """Those of the ``wanted`` names that may mean a function of another file: no member, variable or kernel that is launched, no
    declaration, no word of a directive itself. Where the parser was not shown code, or did not understand it, every word of the
    code counts."""
    if outline.source.hides_code or outline.source.tree.root_node.has_error:
        return wanted & _words_of_text(outline.source.data.decode("utf-8", "replace"))
    scopes = scopes_of(outline)
    found: set[str] = set()
    waiting = [outline.source.tree.root_node]
    while waiting:
        node = waiting.pop()
        if node.type in _TEXTS:
            words = _words_of_line(text_of(node)) if node.type == "preproc_call" else frozenset(names_in(text_of(node)))
            found |= {word for word in wanted & words if not _is_variable(scopes, word, node.end_byte)}
            continue
        if node.type in _NAMES and text_of(node) in wanted - found and not _is_declared_or_launched(node):
            if not _is_variable(scopes, text_of(node), node.end_byte):
                found.add(text_of(node))
        waiting.extend(node.named_children)
    return frozenset(found)


def _is_variable(scopes: Scopes, name: str, offset: int) -> bool:
    meant = scopes.lookup(name, offset)
    return meant is not None and meant.kind in ("variable", "parameter", "member")


def _words_of_text(text: str) -> frozenset[str]:
    """The names in a text without its remarks, what it quotes, and the words of directives themselves."""
    if not _IN_QUOTES.isdisjoint(names_in(text)):
        return frozenset(names_in(text))
    found: set[str] = set()
    for each in lexemes(text):
        if each.kind == "name":
            found.add(each.text)
        elif each.kind == "directive":
            found |= _words_of_line(each.text)
    return frozenset(found)


def _words_of_line(text: str) -> frozenset[str]:
    """The names in a line of the preprocessor; of a directive for a device those that its clauses are given, as `loop` and `copy` are
    words of the language there."""
    parts = [each for each in lexemes_within(text) if each.kind != "remark"]
    said = [each.text for each in parts[:3]]
    if said[:2] != ["#", "pragma"] or said[-1] not in _DIRECTIVES:
        return frozenset(names_in(text))
    found: set[str] = set()
    depth = 0
    for each in parts:
        depth += (each.text == "(") - (each.text == ")")
        if depth and each.kind == "name":
            found.add(each.text)
    return frozenset(found)


def _is_declared_or_launched(node: Node) -> bool:
    parent = node.parent
    while parent is not None and parent.type in ("qualified_identifier", "template_function"):
        node, parent = parent, parent.parent
    if parent is None:
        return False
    if parent.type == "function_declarator":
        return True
    launched = parent.type == "call_expression" and any(c.type == "kernel_call_syntax" for c in parent.named_children)
    return launched and parent.child_by_field_name("function") == node


@kept
def words_of_initializers(outline: Outline) -> frozenset[str]:
    """The words in what runs before `main`: initializers at file level that call something (C++17 6.6.3)."""
    if outline.source.language == "c":
        return frozenset()
    found: set[str] = set()
    waiting = [outline.source.tree.root_node]
    while waiting:
        node = waiting.pop()
        if node.type in _INTO:
            waiting.extend(node.named_children)
        elif node.type not in ("function_definition", "comment") and _runs(node):
            found.update(names_in(text_of(node)))
    return frozenset(found)


def _runs(node: Node) -> bool:
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if current.type in _RUNS:
            return True
        if current.type not in ("function_definition", "compound_statement"):
            waiting.extend(current.named_children)
    return False
