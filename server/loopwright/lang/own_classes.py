"""Classes of one name that are not the same in two files of a program. To nvcc the code of the device is each file's own; of methods that
are functions of a CPU the linker takes one for all files. Such classes get a namespace without a name, which makes them their file's.

Two are the same if their text is, and what it names: types, numbers and macros may be others in each file, memory of the device and
functions that read it are never those of another file. A class that a function of the host which other files may call is told of stays as
it is; so does one whose members another file defines, and what those are told of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.lang.method_heads import declared_name
from loopwright.source.lexemes import code_within
from loopwright.source.nodes import CLASSES, subtree, text_of
from loopwright.source.syntax import Source, parse

_MACROS = frozenset(("preproc_def", "preproc_function_def"))
_AROUND = ("namespace_definition", "linkage_specification", "declaration_list", "translation_unit")
_OF_FILE = frozenset(("static", "__device__", "__global__"))
_ON_DEVICE = frozenset(("__device__", "__constant__", "__managed__"))


@dataclass(frozen=True)
class _Defined:
    """One thing that a file defines. ``code``: its text without remarks; ``node``: where; ``is_of_file``: no other file's is it;
    ``member``: what it is called, of a member that stands outside of its class."""

    name: str
    code: tuple[str, ...]
    node: Node
    is_of_file: bool = False
    member: str = ""
    under: tuple[str, ...] = ()  # words of the conditions that it stands under

    @property
    def is_class(self) -> bool:
        return self.node.type in CLASSES


def own_classes(roots: Sequence[Node], headers: Sequence[Sequence[Node]] = ()) -> list[frozenset[str]]:
    """For each file of a program the names of its classes that are other ones in another file. ``headers``: what each includes and that
    is not put in place in it: the numbers and types there are a file's, too."""
    beside = headers or [()] * len(roots)
    known = {root.id: _by_name(root) for root in (*roots, *(header for each in beside for header in each))}
    defined = [_together([known[r.id] for r in (root, *each)]) for root, each in zip(roots, beside, strict=True)]
    parted = [each for root in roots for each in _parted(root, known[root.id])]
    # To the linker, what a member is told of is part of its name.
    told_of = frozenset(word for each in parted for word in _said_outside_functions(each.node))
    texts = {(each.name, each.code) for each in parted}
    found = []
    for at, own in enumerate(defined):
        others = [other for i, other in enumerate(defined) if i != at]
        unlike = {name for name, told in own.items() if any(_is_other(told, other.get(name)) for other in others)}
        _spread(unlike, own)
        shown = (
            frozenset().union(*map(_shown, (roots[at], *beside[at])))
            | told_of
            | {name for name, code in texts if any(t.code == code for t in own.get(name, ()))}
        )
        found.append(frozenset(n for n in unlike - shown if any(_is_callable(each, unlike - {n}) for each in own[n])))
    return found


def with_own_classes(source: Source, names: Set[str]) -> Source:
    """The source with the classes of these names in namespaces without one; every line keeps its number."""
    if not names:
        return source
    edits = []
    for node in _things(source.root):
        inner = _class_of(node)
        if inner is None or _class_name(inner) not in names or node.type == "declaration":
            continue
        after = node.next_sibling
        end = after if after is not None and after.type == ";" else node
        edits += [(node.start_byte, "namespace { "), (end.end_byte, " }")]
    data, at, parts = source.data, 0, list[bytes]()
    for place, text in edits:
        parts += [data[at:place], text.encode()]
        at = place
    return parse(b"".join([*parts, data[at:]]), source.name, "cuda") if edits else source


def _by_name(root: Node) -> dict[str, list[_Defined]]:
    found: dict[str, list[_Defined]] = defaultdict(list)
    for each in _definitions(root):
        found[each.name].append(each)
    return found


def _together(parts: Sequence[dict[str, list[_Defined]]]) -> dict[str, list[_Defined]]:
    found: dict[str, list[_Defined]] = defaultdict(list)
    for part in parts:
        for name, told in part.items():
            found[name] += told
    return found


def _definitions(root: Node) -> Iterator[_Defined]:
    for node in _things(root):
        code = tuple(each.text for each in code_within(text_of(node)))
        if (inner := _class_of(node)) is not None:
            if inner.child_by_field_name("body") is not None:
                yield _Defined(_class_name(inner), code, inner)
        yield from _named(node, code)
        if inner is not None:
            continue
        if node.type in _MACROS:
            yield _Defined(text_of(node.child_by_field_name("name")), code, node, under=_conditions(node))
        elif node.type == "declaration" and declared_name(node) is None:
            for declarator in node.children_by_field_name("declarator"):
                name = next((text_of(n) for n in subtree(declarator) if n.type == "identifier"), "")
                yield _Defined(name, code, node, not _ON_DEVICE.isdisjoint(code))
        elif (name_node := declared_name(_plain(node))) is not None and _plain(node).type == "function_definition":
            name, _, member = "".join(text_of(name_node).split()).partition("::")
            yield _Defined(name, code, node, member=member)


def _named(node: Node, code: tuple[str, ...]) -> Iterator[_Defined]:
    """Types by other names, namespaces too, and the numbers of an enumeration."""
    plain = _plain(node)
    if plain.type in ("alias_declaration", "namespace_alias_definition"):
        yield _Defined(text_of(plain.child_by_field_name("name")), code, plain)
    if plain.type == "type_definition":
        for declarator in plain.children_by_field_name("declarator"):
            names = [text_of(n) for n in subtree(declarator) if n.type == "type_identifier"]
            yield from (_Defined(name, code, plain) for name in names[:1])
    kind = plain.child_by_field_name("type")
    listed = plain if kind is None or kind.type != "enum_specifier" else kind
    if listed.type == "enum_specifier":
        of = [listed, *(n for n in subtree(listed) if n.type == "enumerator")]
        names = [text_of(name) for n in of if (name := n.child_by_field_name("name")) is not None]
        yield from (_Defined(name, code, listed) for name in names)


def _conditions(node: Node) -> tuple[str, ...]:
    """Words of the conditions of the preprocessor that a thing stands under."""
    told: list[str] = []
    around = node.parent
    while around is not None:
        if around.type.startswith(("preproc_if", "preproc_elif")):
            said = around.child_by_field_name("condition") or around.child_by_field_name("name")
            told += [each.text for each in code_within(text_of(said))]
        around = around.parent
    return tuple(told)


def _things(root: Node) -> Iterator[Node]:
    """What stands at file level and in namespaces, in its order."""
    for child in root.children:
        if (
            child.type in _AROUND
            or child.type.startswith("preproc_if")
            or child.type in ("preproc_else", "preproc_elif")
        ):
            yield from _things(child)
        else:
            yield child


def _plain(node: Node) -> Node:
    """What a template is of."""
    return next((_plain(c) for c in node.named_children[1:]), node) if node.type == "template_declaration" else node


def _class_of(node: Node) -> Node | None:
    """The class that a thing declares or defines."""
    plain = _plain(node)
    if plain.type in ("declaration", "type_definition"):
        plain = plain.child_by_field_name("type") or plain
    return plain if plain.type in CLASSES else None


def _class_name(node: Node) -> str:
    """A class's name, of one without that of its ``typedef``."""
    name = node.child_by_field_name("name")
    if name is not None:
        return text_of(name.child_by_field_name("name") or name)
    around = node.parent
    return text_of(around.child_by_field_name("declarator")) if around is not None else ""


def _is_other(told: Sequence[_Defined], other: Sequence[_Defined] | None) -> bool:
    if not other:
        return False
    if any(each.is_of_file for each in told):
        return True
    # A member that one file alone defines is that of all of them.
    members = {each.member for each in told} & {each.member for each in other}
    one, another = ({each.code for each in all_ if each.member in ("", *members)} for all_ in (told, other))
    if one != another:
        return True
    # Of several definitions the conditions tell which one is meant.
    return len(one) > 1 and {(each.code, each.under) for each in told} != {(each.code, each.under) for each in other}


def _spread(unlike: set[str], own: dict[str, list[_Defined]]) -> None:
    """What names one of these is another thing, too."""
    while True:
        more = {
            name
            for name, told in own.items()
            if name not in unlike and any(not unlike.isdisjoint((*each.code, *each.under)) for each in told)
        }
        if not more:
            return
        unlike |= more


def _is_callable(told: _Defined, unlike: Set[str]) -> bool:
    """Whether it is a class with functions, its own or those of a class that it names."""
    if not told.is_class:
        return False
    inner = told.node.child_by_field_name("body")
    own = any(n.type in ("function_definition", "function_declarator") for n in subtree(told.node))
    return own or (inner is not None and not unlike.isdisjoint(each.text for each in code_within(text_of(inner))))


def _parted(root: Node, own: dict[str, list[_Defined]]) -> list[_Defined]:
    """Classes of a file that does not define all their members, so that another one does."""
    outside = _defined_outside(root)
    return [each for told in own.values() for each in told if each.is_class and not _is_whole(each.node, outside)]


def _said_outside_functions(inner: Node) -> list[str]:
    """Words of a class but those of its functions' bodies."""
    body = inner.child_by_field_name("body")
    members = body.named_children if body is not None else ()
    return [each.text for member in members for each in code_within(_head(member))]


def _head(node: Node) -> str:
    """The text of a function without its body, of anything else all of it."""
    body = node.child_by_field_name("body") if node.type == "function_definition" else None
    return text_of(node)[: len(text_of(node)) - len(text_of(body))] if body is not None else text_of(node)


def _defined_outside(root: Node) -> frozenset[str]:
    """Names of the members that a file defines outside of their class."""
    names = [text_of(name) for node in _things(root) if (name := _defined_name(node)) is not None]
    return frozenset("".join(name.split()).rpartition("::")[2] for name in names if "::" in name)


def _defined_name(node: Node) -> Node | None:
    plain = _plain(node)
    return declared_name(plain) if _class_of(node) is None or plain.type == "function_definition" else None


def _shown(root: Node) -> frozenset[str]:
    """Names of what other files may know: words in the heads of functions of the host that they may call and of variables that are another
    file's, classes that a variable is declared with, or that are specialised elsewhere."""
    found: set[str] = set()
    plain: set[str] = set()  # classes that are no specialisations
    classes: list[Node] = []
    for node in _things(root):
        words = [each.text for each in code_within(text_of(node))]
        inner, name = _class_of(node), declared_name(_plain(node))
        if inner is not None and inner.child_by_field_name("body") is not None:
            classes.append(inner)
            said = inner.child_by_field_name("name")
            plain.update([_class_name(inner)] if said is None or said.type == "type_identifier" else ())
            found.update([_class_name(inner)] if node.type == "declaration" else ())
        elif name is not None and "::" not in text_of(name) and node.type in ("function_definition", "declaration"):
            said_there = [each.text for each in code_within(_head(node))]
            found.update(said_there if _OF_FILE.isdisjoint(said_there) else ())
        elif node.type == "declaration" and "extern" in words:
            found.update(words)
    return frozenset(found | ({_class_name(each) for each in classes} - plain))


def _is_whole(inner: Node, outside: Set[str]) -> bool:
    """Whether all members of a class are defined in it, or behind it in its file."""
    body = inner.child_by_field_name("body")
    for member in body.named_children if body is not None else ():
        if member.type != "field_declaration":
            continue
        words = [each.text for each in code_within(text_of(member))]
        name = declared_name(member)
        if name is not None and words[-2:-1] not in (["0"], ["default"], ["delete"]) and text_of(name) not in outside:
            return False
        if name is None and "static" in words and not {"constexpr", "inline"} & set(words):
            return False
    return True
