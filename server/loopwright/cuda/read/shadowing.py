"""Names of device code that hide others: they get names of their own before anything else is read.

Parameters and variables that are called as one of CUDA's indices (in host code ``dim3 blockDim(256)`` is a name like any other),
and variables that hide one of the same function, or of the file: an index takes the name of the variable that holds it, and what a
region works out again stands at its start, where both have to be told apart. So do types and constants, which a kernel begins with.
Names of the file that are functions of ours in a translation: what is no function there, or a template of one, gets another name. A
name that CUDA gives a meaning is the program's where it declares it: it keeps that name.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from tree_sitter import Node

from loopwright.cuda.read.device_function import INDICES, template_names
from loopwright.cuda.read.rewriting import ancestors, holds, walk
from loopwright.cuda.read.variables import SCOPES, Variable, Variables, name_node
from loopwright.cuda.spec import operations
from loopwright.lang.method_heads import declared_name
from loopwright.lang.scopes import Scopes
from loopwright.source.lexemes import words_of_code
from loopwright.source.nodes import may_hold, text_of
from loopwright.source.syntax import Source, parse

_TYPES = frozenset(("struct_specifier", "class_specifier", "union_specifier", "enum_specifier", "alias_declaration"))
_WORDS_OF_TYPES = (b"struct", b"class", b"union", b"enum", b"using", b"typedef")
_NAMES = frozenset(("identifier", "type_identifier", "namespace_identifier"))
_OWNERS = frozenset(("preproc_def", "preproc_function_def", "namespace_definition", "enumerator"))
_VARIABLES = frozenset(("declaration", "parameter_declaration", "optional_parameter_declaration"))
_DECLARING = _VARIABLES | _TYPES | _OWNERS | {"type_definition"}


def without_shadows(source: Source) -> Source:
    """``source`` with other names for them; ``source`` itself where there are none."""
    functions = [n for n in source.kinds.of("function_definition") if is_device(n)]
    if not functions:
        return source
    macros: dict[str, set[str]] = {}
    for macro in source.kinds.of("preproc_def", "preproc_function_def"):
        words = macros.setdefault(text_of(macro.child_by_field_name("name")), set())
        words.update(words_of_code(text_of(macro.child_by_field_name("value"))))
    places: dict[tuple[int, int], str] = {}
    for function in functions:
        inside = list(walk(function))
        places |= _places(function, inside, _written_by(macros, inside))
    if not places:
        return source
    data = source.data
    for start, end in sorted(places, reverse=True):
        data = data[:start] + places[start, end].encode() + data[end:]
    return parse(data, source.name, "cuda")


def _written_by(macros: dict[str, set[str]], inside: list[Node]) -> set[str]:
    """The words that the macros write which the nodes of a function use."""
    waiting = {text_of(n) for n in inside if n.type in _NAMES} & macros.keys() if macros else set()
    found = set[str]()
    while waiting:
        words = macros[waiting.pop()]
        waiting |= (words - found) & macros.keys()
        found |= words
    return found


def is_device(function: Node) -> bool:
    """Whether a function is for the device, or for both sides."""
    body = function.child_by_field_name("body")
    head = (function.text or b"")[: body.start_byte - function.start_byte if body is not None else None]
    return b"__device__" in head or b"__global__" in head


def _places(function: Node, inside: list[Node], fixed: set[str]) -> dict[tuple[int, int], str]:
    """Where names stand that change, and what they change to. ``inside``: the nodes of the function; ``fixed``: words that macros
    write, which stay."""
    variables = Variables(function)
    outside = _from_outside(function, variables)
    changed = [
        v
        for v in variables.all
        if v.declaration is not None
        and (v.name in INDICES or (v.name not in fixed and (_hides(v, variables) or _hides_one_of(outside, v))))
    ]
    types = list(_types_that_hide(function, fixed | {v.name for v in variables.all}))
    if not changed and not types:
        return {}
    taken = {text_of(n) for n in inside if n.type.endswith("identifier")} | fixed
    places: dict[tuple[int, int], str] = {}
    for v in changed:
        numbers = range(2, len(taken) + 3)
        wishes = [f"{v.name}_"] if v.name in INDICES else []
        name = next(n for n in (*wishes, *(f"{v.name}_{i}" for i in numbers)) if n not in taken)
        taken.add(name)
        for node in (*v.uses, *declaring_names(v)):
            places[node.start_byte, node.end_byte] = name
    for name, nodes in types:
        new = next(n for n in (f"{name}_{i}" for i in range(2, len(taken) + 3)) if n not in taken)
        taken.add(new)
        for node in nodes:
            places[node.start_byte, node.end_byte] = new
    return places


def _from_outside(function: Node, variables: Variables) -> dict[str, list[int]]:
    """Names that are variables of a function in one place and something else in others: where they are something else."""
    names = {v.name for v in variables.all}
    declaring = {n.id for v in variables.all if v.declaration is not None for n in declaring_names(v)}
    body = function.child_by_field_name("body")
    found: dict[str, list[int]] = {}
    for n in walk(body) if body is not None else ():
        if n.type == "identifier" and n.id not in declaring and variables.of(n) is None and not is_qualified(n):
            name = text_of(n)
            if name in names:
                found.setdefault(name, []).append(n.start_byte)
    return found


def _hides_one_of(outside: dict[str, list[int]], v: Variable) -> bool:
    """Whether a name that is something else stands where this variable is not in scope."""
    if v.scope is None or v.declaration is None or v.parameter:
        return False
    own = range(v.declaration.start_byte, v.scope.end_byte)
    return any(at not in own for at in outside.get(v.name, ()))


def _types_that_hide(function: Node, fixed: set[str]) -> Iterator[tuple[str, list[Node]]]:
    """Types of a function's own, and what its enumerations list, that are something else where they are not in scope: the name, and
    where it is theirs."""
    body = function.child_by_field_name("body")
    inside = list(walk(body)) if body is not None and may_hold(body, _WORDS_OF_TYPES) else []
    types = [n for n in inside if n.type in _TYPES or n.type == "type_definition"]
    named = [n for n in inside if n.type in _NAMES] if types else []
    for node in types:
        around = list(ancestors(node, function))
        if any(n.type == "field_declaration_list" for n in around):
            continue
        scope = next(n for n in around if n.type in SCOPES or n.id == function.id)
        own = range(node.start_byte, scope.end_byte)
        for name in _declared_by(node) - fixed:
            uses = [n for n in named if text_of(n) == name and (not is_qualified(n) or _is_listed_in(n, node))]
            if any(n.start_byte not in own for n in uses):
                yield name, [n for n in uses if n.start_byte in own]


def _declared_by(node: Node) -> set[str]:
    """The names that a type of a function's own has, and those that stand beside it."""
    if node.type == "type_definition":
        names = [_type_name(d) for d in node.children_by_field_name("declarator")]
        return {text_of(n) for n in names if n is not None}
    listed = node.child_by_field_name("body")
    name = node.child_by_field_name("name")
    found = {text_of(name)} if name is not None and (listed is not None or node.type == "alias_declaration") else set()
    if (
        node.type == "enum_specifier"
        and listed is not None
        and not any(c.type in ("class", "struct") for c in node.children)
    ):
        found |= {text_of(n.child_by_field_name("name")) for n in listed.named_children if n.type == "enumerator"}
    return found


def _type_name(declarator: Node) -> Node | None:
    """The name in a declarator of ``typedef``."""
    return next((n for n in walk(declarator) if n.type == "type_identifier"), None)


def _is_listed_in(node: Node, enumeration: Node) -> bool:
    """``Kind::SMALL`` of an enumeration ``Kind``."""
    scope = node.parent.child_by_field_name("scope") if node.parent is not None else None
    own = enumeration.child_by_field_name("name") if enumeration.type == "enum_specifier" else None
    return scope is not None and own is not None and text_of(scope) == text_of(own)


def _hides(inner: Variable, variables: Variables) -> bool:
    """Whether another variable of that name is in scope where this one is declared."""
    scope, declaration = inner.scope, inner.declaration
    if scope is None or declaration is None:
        return False
    for v in variables.all:
        if v is inner or v.name != inner.name or v.declaration is None:
            continue
        outside = v.parameter or (v.scope is not None and v.scope != scope and holds(v.scope, scope))
        if outside and v.declaration.start_byte < declaration.start_byte:
            return True
    return False


def is_hidden(variable: Variable, variables: Variables) -> bool:
    """Whether another variable hides this one somewhere."""
    return any(v is not variable and v.name == variable.name and _hides(v, variables) for v in variables.all)


def declaring_names(variable: Variable) -> list[Node]:
    """The identifier that declares it: of several in one declaration the one of that name."""
    assert variable.declaration is not None
    declarators = variable.declaration.children_by_field_name("declarator")
    names = [name_node(declarator) for declarator in declarators]
    return [n for n in names if n is not None and text_of(n) == variable.name]


def without_collisions(source: Source) -> Source:
    """``source`` with other names for them; ``source`` itself where there are none."""
    own = operations().own_functions
    if not any(word in source.text for word in own):
        return source
    declaring = [(node, set(_declares_no_function(node)) & own) for node in source.kinds.of(*_DECLARING)]
    declaring += [(node, set(_declares_template(node)) & own) for node in source.kinds.of("template_declaration")]
    declaring = [(node, names) for node, names in declaring if names and not _is_of_prototype(node)]
    if not declaring:
        return source
    nodes = list(walk(source.root))
    taken = {text_of(n) for n in nodes if n.type.endswith("identifier")}
    anywhere, places = set[str](), dict[int, Node]()
    for node, names in declaring:
        found = {name: _meaning(node, name, source.root) for name in names}
        places |= {n.start_byte: n for each in found.values() for n in each}
        anywhere |= {name for name, each in found.items() if not each}
    owners = {text_of(n.child_by_field_name("name")) for n in source.kinds.of("namespace_definition", *_TYPES)} - {
        "std"
    }
    places |= {n.start_byte: n for n in nodes if n.type in _NAMES and text_of(n) in anywhere and _is_of(n, owners)}
    clashing = set().union(*(names for _, names in declaring))
    fresh = {name: next(w for w in (f"{name}{'_' * n}" for n in range(1, 99)) if w not in taken) for name in clashing}
    data = source.data
    for _, node in sorted(places.items(), reverse=True):
        data = data[: node.start_byte] + fresh[text_of(node)].encode() + data[node.end_byte :]
    return parse(data, source.name, source.language)


def _is_of(name: Node, owners: Set[str]) -> bool:
    """Whether a name stands alone, or behind that of one of these: what is the library's keeps its name."""
    parent = name.parent
    return not is_qualified(name) or (parent is not None and text_of(parent.child_by_field_name("scope")) in owners)


def _is_of_prototype(node: Node) -> bool:
    """Whether a parameter is one of a function that is declared and no more: nothing means it."""
    around = node.parent
    if around is None or around.type != "parameter_list":
        return False
    while around is not None and around.type.endswith(("declarator", "parameter_list")):
        around = around.parent
    return around is not None and around.type in ("declaration", "field_declaration")


def _meaning(node: Node, name: str, root: Node) -> list[Node]:
    """Where a name means what a node declares, if that is a variable of a function: elsewhere it may be a member."""
    function = next((n for n in ancestors(node, root) if n.type == "function_definition"), None)
    if function is None or node.type not in _VARIABLES:
        return []
    variables = [v for v in Variables(function).all if v.name == name and v.declaration is not None]
    return [n for v in variables if v.declaration == node for n in (*v.uses, *declaring_names(v))]


def _declares_no_function(node: Node) -> Iterator[str]:
    """Names that a node declares for something other than a function."""
    if node.type in _VARIABLES:
        for declarator in node.children_by_field_name("declarator"):
            inner = declarator
            while inner.type in ("init_declarator", "pointer_declarator", "reference_declarator", "array_declarator"):
                following = inner.child_by_field_name("declarator") or next(iter(inner.named_children), None)
                if following is None:
                    return
                inner = following
            name = name_node(inner) if inner.type != "function_declarator" else None
            if name is not None:
                yield text_of(name)
    elif node.type in _TYPES or node.type in _OWNERS:
        yield text_of(node.child_by_field_name("name"))
    elif node.type == "type_definition":
        yield from (text_of(d) for d in node.children_by_field_name("declarator"))


def _declares_template(node: Node) -> Iterator[str]:
    """The name of a function's template that is in no class: a call that states its types, as calls of ours do, would mean both."""
    inner = next((n for n in node.named_children if n.type in ("function_definition", "declaration")), None)
    name = declared_name(inner) if inner is not None else None
    if name is not None and name.type == "identifier":
        yield text_of(name)


def is_qualified(node: Node) -> bool:
    """Whether a name stands behind another: ``std::shuffle``."""
    parent = node.parent
    if parent is None or parent.type != "qualified_identifier":
        return False
    scope = parent.child_by_field_name("scope")
    return scope is not None and scope.id != node.id


def _is_seen_from(owner: tuple[str, ...], spaces: tuple[str, ...], scopes: Scopes) -> bool:
    """Whether what a namespace declares needs no place before its name: from inside, or where a `using` says so."""
    if owner == spaces[: len(owner)]:
        return True
    brought = scopes.outline.source.kinds.of("using_declaration")
    return any(owner[-1] in words_of_code(text_of(each)) for each in brought)


def is_declared(name: Node, scopes: Scopes, root: Node) -> bool:
    """Whether a name of a file is the program's where it stands: a variable, function, type, macro or namespace, a member of the
    class around, or what it says with the place before it."""
    around = list(ancestors(name, root))
    word = text_of(name)
    path: tuple[str, ...] = (word,)
    for each in around:
        if each.type != "qualified_identifier":
            break
        if (scope := each.child_by_field_name("scope")) is not None and scope.end_byte <= name.start_byte:
            path = (text_of(scope), *path)
    spaces = tuple(text_of(n.child_by_field_name("name")) for n in reversed(around) if n.type == "namespace_definition")
    known_as = scopes.lookup(word, name.end_byte) if len(path) == 1 else None
    if known_as is not None and _is_seen_from(known_as.owner, spaces, scopes):
        return True
    if len(path) == 1 and any(word in template_names(each) for each in around):
        return True
    paths = [(*spaces[:size], *path) for size in range(len(spaces), -1, -1)]
    if any(scopes.lookup_qualified(each) is not None for each in paths if len(each) > 1):
        return True
    if any(known[: len(each)] == each for each in paths for known in scopes.qualified):
        return True
    owners = (scopes.classes.of(text_of(n.child_by_field_name("name"))) for n in around if n.type in _TYPES)
    return any(owner is not None and scopes.classes.member(owner, word) is not None for owner in owners)
