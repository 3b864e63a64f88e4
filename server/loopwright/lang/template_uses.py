"""Templates of the files in sight and where these use them: the words of their names, but for those that declare them."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.callees import path_of
from loopwright.lang.declarations import span_of
from loopwright.lang.declarators import function_declarator
from loopwright.lang.pasted import is_made_of, words_pasted
from loopwright.lang.scopes import scopes_of
from loopwright.source.kept import kept
from loopwright.source.nodes import CLASSES, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in, occurrences

WITH_ARGUMENTS = frozenset(("template_type", "template_function", "template_method"))
_WORDS = frozenset(("identifier", "type_identifier", "field_identifier", "namespace_identifier"))
_NO_CODE = frozenset(("comment", "string_content", "string_literal", "raw_string_literal", "raw_string_content"))
_DECLARED = CLASSES | {"alias_declaration"}
_FUNCTIONS = frozenset(("function_definition", "declaration", "field_declaration"))
_OPENING = frozenset(("typedef", "using", "template", "struct", "class", "union", "namespace", "enum", "concept"))


@kept
def files_of(outline: Outline) -> tuple[Outline, ...]:
    """A file, those that are linked with it, and what they include."""
    units = outline.units
    headers = (header for unit in units for header in unit.headers)
    return tuple(dict.fromkeys((outline, *outline.headers, *units, *headers)))


@kept
def mentions(file: Outline, name: str) -> tuple[Node | None, ...]:
    """Where a name stands as a word of the code; ``None`` where it does in what is not read: macros, parts that the parser is not shown, and
    where macros may put it together."""
    word, root = name.encode(), file.source.tree.root_node
    found: list[Node | None] = [None] if file.source.hides(word, span_of(root)) else []
    if is_made_of(name, _words_pasted(file)):
        found.append(None)
    for at in occurrences(file.source.parsed, word):
        node = root.descendant_for_byte_range(at, at + len(word))
        if node is None or node.type not in _NO_CODE:
            found.append(node if node is not None and node.type in _WORDS else None)
    return tuple(found)


@kept
def _words_pasted(file: Outline) -> frozenset[str]:
    return words_pasted(tuple(each.source.data for each in (file, *file.headers)))


@kept
def is_reshaped(file: Outline) -> bool:
    """Whether a file uses macros that declare types, or are a part of the head of a class or template: what a name means there is not
    read."""
    macros = scopes_of(file).macros
    opening = {name for name, macro in macros.items() if _opens(macro.value or "")}
    while more := {
        name for name in macros.keys() - opening if not opening.isdisjoint(names_in(macros[name].value or ""))
    }:
        opening |= more
    return any(next(_uses(file, name), None) is not None for name in opening)


def _opens(body: str) -> bool:
    """Whether the body of a macro declares a type, or names a base of a class."""
    return not _OPENING.isdisjoint(names_in(body)) or ":" in body.replace("::", "").partition("?")[0]


def _uses(file: Outline, name: str) -> Iterator[int]:
    """Where a macro is used: each place of its name, but for those where it is defined or asked for."""
    data, word = file.source.data, name.encode()
    for at in occurrences(data, word):
        line = data[data.rfind(b"\n", 0, at) + 1 : at].strip()
        if not line.startswith(b"#"):
            yield at


def templates_named(file: Outline, name: str, kinds: frozenset[str] = CLASSES) -> list[Node]:
    """The templates of classes of a name that a file has, and what else is of ``kinds``."""
    return [each for each in _by_name(file).get(name, ()) if thing_of(each).type in kinds]


@kept
def _by_name(file: Outline) -> dict[str, list[Node]]:
    """The templates of a file by the names of the classes and of other types that they are of."""
    found: dict[str, list[Node]] = {}
    for each in templates_of(file):
        found.setdefault(text_of(thing_of(each).child_by_field_name("name")), []).append(each)
    return found


@kept
def templates_of(file: Outline) -> tuple[Node, ...]:
    """All templates of a file."""
    root = file.source.tree.root_node
    words = (root.descendant_for_byte_range(at, at + 8) for at in occurrences(file.source.parsed, b"template"))
    around = (word.parent for word in words if word is not None and word.type == "template")
    return tuple(each for each in around if each is not None and each.type == "template_declaration")


def thing_of(template: Node) -> Node:
    """What a template is of."""
    return template.named_children[-1]


def arguments_of_use(named: Node) -> list[Node]:
    """What stands in the brackets behind a template's name."""
    listed = named.child_by_field_name("arguments")
    return [each for each in listed.named_children if each.type != "comment"] if listed is not None else []


def is_brought(word: Node) -> bool:
    """Whether a name stands in `using space::name;`."""
    around = word.parent
    while around is not None and around.type == "qualified_identifier":
        around = around.parent
    return around is not None and around.type == "using_declaration"


def is_head(word: Node) -> bool:
    """Whether a word is the name of a function that is declared there, and of no instance."""
    node, around = word, word.parent
    while around is not None and around.type == "qualified_identifier":
        node, around = around, around.parent
    if around is None or around.type != "function_declarator" or around.child_by_field_name("declarator") != node:
        return False
    while around is not None and around.type.endswith("declarator"):
        around = around.parent
    return around is not None and around.type in _FUNCTIONS


def _is_handed_on(named: Node) -> bool:
    """Whether `C<U>(x)` stands behind the `:` of a constructor, for its class or for a base, which is named elsewhere, too. Where no body follows, a
    grammar takes that for the width of a bit-field."""
    around = named.parent
    if around is not None and around.type == "call_expression":
        return around.parent is not None and around.parent.type == "bitfield_clause"
    return around is not None and around.type == "field_initializer"


def is_own_name(word: Node, name: str) -> bool:
    """Whether a class's name is that of the class at hand: where it is declared, where a constructor hands on to another one, without
    arguments in its body and in the methods that are defined outside of it."""
    around = word.parent
    if around is not None and around.type in WITH_ARGUMENTS:
        return _is_handed_on(around)
    if around is not None and around.type in _DECLARED and around.child_by_field_name("name") == word:
        return True
    while around is not None:
        if around.type in CLASSES and text_of(around.child_by_field_name("name")).split("<")[0] == name:
            return True
        if around.type == "function_definition":
            declarator = function_declarator(around)
            said = declarator.child_by_field_name("declarator") if declarator is not None else None
            if said is not None and name in path_of(said)[:-1]:
                return True
        around = around.parent
    return False
