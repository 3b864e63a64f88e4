"""Which class `vector<int>` is where a file has one that is called as the library's is."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang.classes import classes_in
from loopwright.lang.declarations import span_of
from loopwright.source.kept import kept
from loopwright.source.nodes import at_or_around, subtree, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

_AROUND = frozenset(
    ("template_declaration", "declaration_list", "namespace_definition", "preproc_if", "preproc_ifdef", "preproc_else", "translation_unit")
)  # fmt: skip
# Where a mention of a class makes its name one that needs no scope.
_OPENING = frozenset(("base_class_clause", "alias_declaration", "type_definition"))
_CODE_OF_MACROS = frozenset(("preproc_arg", "preproc_call"))


@kept
def takes_name(outline: Outline, template: str) -> bool:
    """Whether `vector<…>` without a scope may be a class of the file. It is the library's where the file says `using namespace std`
    and has its own in a namespace that nothing opens."""
    own = [known for known in classes_in(outline) if known.name == template]
    if not own:
        return False
    spaces = [_namespaces(known.node) for known in own]
    files = (outline, *outline.headers)
    if not all(spaces) or not any(_brings_library(file, template) for file in files):
        return True
    inner = frozenset(around[0] for around in spaces)
    return any(_opens(file, frozenset().union(*spaces), inner, template) for file in files)


def _namespaces(node: Node) -> tuple[str, ...]:
    """The namespaces around a class, the innermost first; none where it is reached without them, or stands in something else."""
    found: list[str] = []
    around = node.parent
    while around is not None:
        if around.type == "namespace_definition":
            names = names_in(text_of(around.child_by_field_name("name")))
            if not names or "inline" in names or any(child.type == "inline" for child in around.children):
                return ()
            found += reversed(names)
        elif around.type not in _AROUND:
            return ()
        around = around.parent
    return tuple(found)


def _brings_library(outline: Outline, template: str) -> bool:
    said = [
        names_in(text_of(node)) for node in outline.source.tree.root_node.children if node.type == "using_declaration"
    ]
    return ["using", "namespace", "std"] in said or ["using", "std", template] in said


def _opens(outline: Outline, spaces: frozenset[str], inner: frozenset[str], template: str) -> bool:
    """Whether a file names the namespaces in any way but as the scope of a type or of a function that is called, or uses the name
    inside of the inner ones."""
    root = outline.source.tree.root_node
    if any(outline.source.hides(space.encode(), span_of(root)) for space in spaces):
        return True
    for node in subtree(root):
        if node.type in _CODE_OF_MACROS and spaces & set(names_in(text_of(node))):
            return True
        if node.type in ("identifier", "namespace_identifier", "type_identifier"):
            name = text_of(node)
            if name in spaces and not _is_only_scope(node):
                return True
            if name == template and _is_used_inside(node, inner):
                return True
    return False


def _is_only_scope(node: Node) -> bool:
    parent = node.parent
    if parent is not None and parent.type in ("namespace_definition", "nested_namespace_specifier"):
        around = parent.parent if parent.type == "nested_namespace_specifier" else parent
        return around is not None and around.type == "namespace_definition"
    if parent is None or parent.type != "qualified_identifier" or parent.child_by_field_name("scope") != node:
        return False
    while parent is not None and parent.type == "qualified_identifier":
        node, parent = parent, parent.parent
    if parent is None or node not in (parent.child_by_field_name("type"), parent.child_by_field_name("function")):
        return False
    return at_or_around(parent, _OPENING) is None


def _is_used_inside(node: Node, spaces: frozenset[str]) -> bool:
    """Whether `vector` of `vector<…>` has no scope and stands in one of the namespaces."""
    parent = node.parent
    if parent is None or parent.type != "template_type":
        return False
    around = parent.parent
    if around is not None and around.type == "qualified_identifier" and around.child_by_field_name("name") == parent:
        return False
    while around is not None:
        if around.type == "namespace_definition" and spaces & set(
            names_in(text_of(around.child_by_field_name("name")))
        ):
            return True
        around = around.parent
    return False
