"""What the grammar reads as something else gets a form that it can read in one way only, and that is the same to a compiler.

Conversions written as calls, `unsigned(x)`: the first word is taken for the beginning of a declaration in many places, and the whole function is
lost; they become `(unsigned)(x)` (`[expr.type.conv]`). Pointers and references to arrays, `int (*rows)[8] = …;` and `int (&row)[8] = …;`, are
read as calls: the declaration of a pointer names a type, that of a reference says `auto`. Comparisons, `k < s >> (n)`, are read as calls of
`k<s>`: where `k` is a variable they become `(k) < s >> (n)`. Packs of pointers, `const T *...rows`, are unknown to it: they become
`lw_pointer<const T>... rows`, of an alias from which a compiler can tell `T`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from loopwright.cuda.read.rewriting import file_level
from loopwright.cuda.read.shadowing import is_device
from loopwright.cuda.read.typing import VECTORS
from loopwright.cuda.read.variables import Variables, name_node
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse
from loopwright.source.text import spliced

_WORDS = frozenset((b"unsigned", b"signed", b"short", b"long"))
# Behind these stands a value. Behind `<` it may be a type as well: `function<unsigned(int)>`.
_BEFORE_VALUES = frozenset(
    (
        *(
            "(",
            "[",
            ",",
            "=",
            "?",
            ":",
            "return",
            "!",
            "~",
            "+",
            "-",
            "*",
            "/",
            "%",
            "&",
            "|",
            "^",
            "&&",
            "||",
            "<<",
            ">>",
        ),
        *(">", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "case"),
    )
)

_TYPES = ("struct_specifier", "class_specifier", "union_specifier", "enum_specifier", "alias_declaration")
_TYPE_PARAMETERS = ("type_parameter_declaration", "optional_type_parameter_declaration")
_POINTER = "lw_pointer"
_DOTS = b"..."
_QUALIFIERS = frozenset((b"const", b"volatile", b"__restrict__", b"__restrict", b"restrict"))
_OPENS, _CLOSES = frozenset((b"(", b"[", b"{", b"<")), frozenset((b")", b"]", b"}", b">"))


def with_plain_casts(source: Source) -> Source:
    """The source with such conversions as casts, if more of it can be read then."""
    if not source.root.has_error or not any(word + b"(" in source.data for word in _WORDS):
        return source
    data, at, parts = source.data, 0, []
    for word in _conversions(source.root):
        parts += [data[at : word.start_byte], b"(", data[word.start_byte : word.end_byte], b")"]
        at = word.end_byte
    if not parts:
        return source
    other = parse(b"".join([*parts, data[at:]]), source.name, "cuda")
    return other if _broken(other.tree.root_node) < _broken(source.root) else source


def _conversions(root: Node) -> Iterator[Node]:
    """The words before an opening parenthesis where a value is expected."""
    before: list[Node] = []
    for leaf in _leaves(root):
        if leaf.type == "(" and len(before) >= 2 and _is_word(before[-1]) and before[-2].type in _BEFORE_VALUES:
            yield before[-1]
        before = [*before[-1:], leaf]


def _is_word(leaf: Node) -> bool:
    return leaf.text in _WORDS


def _leaves(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        at = waiting.pop()
        if at.child_count and at.type not in ("string_literal", "char_literal", "raw_string_literal"):
            waiting.extend(reversed(at.children))
        elif at.type != "comment":
            yield at


def _broken(root: Node) -> int:
    """How many parts of the file hold what cannot be read."""
    return sum(1 for node in root.children if node.has_error)


def with_plain_packs(source: Source) -> Source:
    """The source with packs of pointers as those of an alias, if more of it can be read then."""
    if not source.root.has_error or _DOTS not in source.data:
        return source
    data, at, parts = source.data, 0, []
    for start, star, dots in _packs(list(_leaves(source.root))):
        lines = b"\n" * data.count(b"\n", star, dots)  # every line keeps its number
        parts += [data[at:start], f"{_POINTER}<".encode(), data[start:star].rstrip(b" "), b">", lines]
        at = dots
    if not parts:
        return source
    other = parse(b"".join([*parts, data[at:]]), source.name, "cuda")
    return other if _broken(other.tree.root_node) < _broken(source.root) else source


def _packs(tokens: Sequence[Node]) -> Iterator[tuple[int, int, int]]:
    """Of each pack: where its type begins, its last star, its dots."""
    for i, token in enumerate(tokens):
        named = token.text == _DOTS and i + 2 < len(tokens) and tokens[i + 1].type == "identifier"
        if not named or tokens[i + 2].text not in (b",", b")", b"="):
            continue
        star = i - 1
        while star > 0 and tokens[star].text in _QUALIFIERS:
            star -= 1
        start = _first_of_parameter(tokens, star)
        if star > start and tokens[star].text == b"*":
            yield tokens[start].start_byte, tokens[star].start_byte, token.start_byte


def _first_of_parameter(tokens: Sequence[Node], at: int) -> int:
    """The token behind the comma or parenthesis in front of the parameter that ``at`` is in."""
    depth = 0
    while at > 0:
        before = tokens[at - 1].text or b""
        depth += (before.count(b">") if before in (b">", b">>") else before in _CLOSES) - (before in _OPENS)
        if depth < 0 or (before == b"," and depth == 0):
            break
        at -= 1
    return at


def with_named_pointers(source: Source) -> Source:
    """``source`` with `std::add_pointer_t<int[8]> rows` and `auto &row` for them; ``source`` itself where there are none."""
    if b"(*" not in source.data and b"(&" not in source.data:
        return source
    edits: list[tuple[int, int, str]] = []
    types: frozenset[str] | None = None
    for statement in source.kinds.of("expression_statement"):
        if not statement.named_children:
            continue
        expression = statement.named_children[0]
        several = expression.type == "comma_expression"  # `int (&row)[8] = a, (&other)[8] = b`
        others = _declared_in(expression)[1:]
        while expression.type == "comma_expression" and (left := expression.child_by_field_name("left")) is not None:
            expression = left
        place = expression.child_by_field_name("left") if expression.type == "assignment_expression" else expression
        parts = _pointer_to_array(place) if place is not None else None
        if place is None or parts is None:
            continue
        type, sign, name, extents = parts
        if type.type != "primitive_type":  # another name could be a function's
            types = _types_of_the_file(source) if types is None else types
            if _last_name(type) not in types:
                continue
        alike = [_array_behind(other) for other in others]
        if several and sign == "*" and all(like is not None and like[1] == extents for like in alike):
            edits.append((place.start_byte, place.end_byte, f"std::add_pointer_t<{text_of(type)}{extents}> {name}"))
            edits += [(like[2].start_byte, like[2].end_byte, like[0]) for like in alike if like is not None]
        elif several:
            edits.append((type.start_byte, type.end_byte, "auto"))
        elif sign == "*":
            edits.append((place.start_byte, place.end_byte, f"std::add_pointer_t<{text_of(type)}{extents}> {name}"))
        elif place is not expression:
            edits.append((place.start_byte, place.end_byte, f"auto &{name}"))
    return parse(spliced(source.data, edits), source.name, source.language) if edits else source


def _declared_in(expression: Node) -> list[Node]:
    """The declarators that were read as one expression with commas."""
    left, right = expression.child_by_field_name("left"), expression.child_by_field_name("right")
    if expression.type != "comma_expression" or left is None or right is None:
        return [expression]
    return [*_declared_in(left), *_declared_in(right)]


def _array_behind(declarator: Node) -> tuple[str, str, Node] | None:
    """Of `(*other)[8]`, or `(*other)[8] = b`, the name, the brackets, and what stands for the name."""
    own = declarator.child_by_field_name("left") if declarator.type == "assignment_expression" else declarator
    place, extents = own, ""
    while place is not None and place.type == "subscript_expression":
        extents = text_of(place.child_by_field_name("indices")) + extents
        place = place.child_by_field_name("argument")
    inner = place.named_children[0] if place is not None and place.type == "parenthesized_expression" else None
    name = inner.child_by_field_name("argument") if inner is not None and inner.type == "pointer_expression" else None
    if own is None or inner is None or name is None or name.type != "identifier" or not extents:
        return None
    return (text_of(name), extents, own) if text_of(inner.child_by_field_name("operator")) == "*" else None


def _pointer_to_array(place: Node) -> tuple[Node, str, str, str] | None:
    """Of `int(*rows)[8]` the type, the sign, the name and the brackets."""
    extents = ""
    while place.type == "subscript_expression":
        argument, indices = place.child_by_field_name("argument"), place.child_by_field_name("indices")
        if argument is None or indices is None:
            return None
        extents = text_of(indices) + extents
        place = argument
    type = place.child_by_field_name("function") if place.type == "call_expression" else None
    given = place.child_by_field_name("arguments")
    if not extents or type is None or given is None or given.named_child_count != 1:
        return None
    signed = given.named_children[0]
    name = signed.child_by_field_name("argument") if signed.type == "pointer_expression" else None
    if name is None or name.type != "identifier":
        return None
    return type, text_of(signed.child_by_field_name("operator")), text_of(name), extents


def _types_of_the_file(source: Source) -> frozenset[str]:
    """Names of types: those that the file declares, templates take, and CUDA's vectors."""
    named = source.kinds.of(*_TYPES)
    defined = (d for n in source.kinds.of("type_definition") for d in n.children_by_field_name("declarator"))
    taken = (
        n.child_by_field_name("name") or n.named_children[0]
        for n in source.kinds.of(*_TYPE_PARAMETERS)
        if n.named_children
    )
    nodes = (*(n.child_by_field_name("name") for n in named), *defined, *taken)
    return frozenset(text_of(n) for n in nodes if n is not None) | VECTORS.keys()


def _last_name(type: Node) -> str:
    while (name := type.child_by_field_name("name")) is not None:
        type = name
    return text_of(type)


def with_plain_comparisons(source: Source) -> Source:
    """``source`` with such comparisons in device code made plain; ``source`` itself where there are none."""
    misread = source.kinds.of("template_function", "template_method")
    functions = [n for n in source.kinds.of("function_definition") if is_device(n)] if misread else []
    outside: frozenset[str] | None = None
    places: set[tuple[int, int]] = set()
    for function in functions:
        body = function.child_by_field_name("body")
        within = body or function
        own = [n for n in misread if within.start_byte <= n.start_byte < within.end_byte]
        if not own:
            continue
        outside = _of_the_file(source.root) if outside is None else outside
        known = outside | {v.name for v in Variables(function).all} | _values_of_template(function)
        places |= set(_compared(own, known))
    if not places:
        return source
    data = source.data
    for start, end in sorted(places, reverse=True):
        data = b"".join((data[:start], b"(", data[start:end], b")", data[end:]))
    return parse(data, source.name, "cuda")


def _compared(misread: list[Node], known: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where the values stand that are compared. A member's name does not tell: it is one if a second `>` follows at once."""
    for node in misread:
        name = node.child_by_field_name("name")
        if name is None:
            continue
        if node.type == "template_function":
            if name.type == "identifier" and text_of(name) in known:
                yield name.start_byte, name.end_byte
        elif (whole := node.parent) is not None and whole.type == "field_expression" and _shifts(whole):
            yield whole.start_byte, name.end_byte


def _shifts(node: Node) -> bool:
    """Whether a second `>` follows at once, also behind what ends with it: a cast of it, a sum."""
    operation = node.parent
    while operation is not None and operation.end_byte == node.end_byte:
        operation = operation.parent
    operator = operation.child_by_field_name("operator") if operation is not None else None
    return operator is not None and operator.type == ">" and operator.start_byte == node.end_byte


def _of_the_file(root: Node) -> frozenset[str]:
    """Names of variables that are no templates, and of macros without parentheses."""
    names: set[str] = set()
    for node in file_level(root):
        if node.type == "preproc_def":
            names.add(text_of(node.child_by_field_name("name")))
        elif node.type == "declaration" and not _is_template(node):
            found = (name_node(d) for d in node.children_by_field_name("declarator"))
            names |= {text_of(name) for name in found if name is not None}
    return frozenset(names)


def _is_template(declaration: Node) -> bool:
    return declaration.parent is not None and declaration.parent.type == "template_declaration"


def _values_of_template(function: Node) -> set[str]:
    """Values that a function's template is given: ``template <int N>``."""
    parent = function.parent
    listed = parent.child_by_field_name("parameters") if parent is not None else None
    if parent is None or parent.type != "template_declaration" or listed is None:
        return set()
    declared = (n.child_by_field_name("declarator") for n in listed.named_children)
    return {text_of(name) for name in declared if name is not None}
