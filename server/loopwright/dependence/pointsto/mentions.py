"""What code does with a member that holds an address: reads it, gives it fresh memory, exchanges it with another, or something else.

The answers are about one place where the member stands. What is not listed may do anything with it.
"""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.walk.callees import argument_nodes
from loopwright.lang.callees import library_name, name_of
from loopwright.lang.declarators import parameter_nodes
from loopwright.lang.effects import effect_of, is_known
from loopwright.lang.library import library
from loopwright.source.nodes import at_or_around, bare, nearest, subtree, text_of, uncast

_VALUES = frozenset(
    ("parenthesized_expression", "conditional_expression", "comma_expression")
)  # still the member itself
_READ = frozenset(
    ("subscript_expression", "delete_expression", "field_expression", "expression_statement", "condition_clause", "binary_expression",
     "unary_expression", "sizeof_expression", "if_statement", "while_statement", "for_statement", "do_statement")
)  # fmt: skip
_NULL = frozenset(("nullptr", "NULL", "0"))


class Use(NamedTuple):
    """``kind``: read, fresh (it gets new memory, or none), same (what the member of that name in another object had), exchange (with
    ``partner``, both of the object ``owner``), unknown."""

    kind: str
    owner: str = ""
    partner: str = ""


READ, FRESH, SAME, UNKNOWN = Use("read"), Use("fresh"), Use("same"), Use("unknown")


class Lvalue(NamedTuple):
    """A member of an object as the text names it; the object is empty for that of the method."""

    owner: str
    name: str


def lvalue_of(node: Node) -> Lvalue | None:
    """The member that an expression names, if it is no more than that."""
    node = bare(node)
    if node.type in ("identifier", "field_identifier"):
        return Lvalue("", text_of(node))
    argument = node.child_by_field_name("argument") if node.type == "field_expression" else None
    if argument is None or argument.type not in ("identifier", "this", "field_expression"):
        return None
    owner = "".join(text_of(argument).split())
    return Lvalue("" if owner == "this" else owner, text_of(node.child_by_field_name("field")))


def use_of(node: Node, bodies: dict[str, list[Node]]) -> Use:
    """What happens to a member at ``node``, its whole lvalue. ``bodies`` are the functions of the program by name."""
    inner, outer = node, node.parent
    while outer is not None and outer.type in _VALUES:
        inner, outer = outer, outer.parent
    if outer is None:
        return UNKNOWN
    handler = _BY_PARENT.get(outer.type)
    if handler is not None:
        return handler(node, inner, outer, bodies)
    return READ if outer.type in _READ else UNKNOWN


def given_first(declaration: Node) -> Use:
    """What a member begins with by its declaration in the class."""
    values = declaration.children_by_field_name("default_value")
    kinds = {_given(declaration, value, {}) for value in values}
    return FRESH if kinds <= {FRESH} else UNKNOWN


def _pointer(node: Node, inner: Node, outer: Node, bodies: dict[str, list[Node]]) -> Use:
    return READ if outer.children[0].type == "*" else UNKNOWN


def _cast(node: Node, inner: Node, outer: Node, bodies: dict[str, list[Node]]) -> Use:
    return UNKNOWN if "&" in text_of(outer.child_by_field_name("type")) else READ


def _assigned(node: Node, inner: Node, outer: Node, bodies: dict[str, list[Node]]) -> Use:
    left, right = outer.child_by_field_name("left"), outer.child_by_field_name("right")
    if left is None or right is None:
        return UNKNOWN
    if left != inner:
        return READ
    if bare(left) != node or text_of(outer.child_by_field_name("operator")) != "=":
        return UNKNOWN
    given = _given(node, right, bodies)
    if given is not UNKNOWN:
        return given
    turn = _turn(outer)
    return turn if turn is not None else UNKNOWN


def _initialized(node: Node, inner: Node, outer: Node, bodies: dict[str, list[Node]]) -> Use:
    """`a_(new double[n])` in the list of a constructor."""
    values = [child for child in outer.named_children[-1].named_children if child.type != "comment"]
    if outer.named_children[0] != node or len(values) > 1:
        return UNKNOWN
    return _given(node, values[0], bodies) if values else FRESH


def _declares(node: Node, inner: Node, outer: Node, bodies: dict[str, list[Node]]) -> Use:
    declarator = outer.child_by_field_name("declarator")
    plain = declarator is not None and declarator.type in ("identifier", "pointer_declarator")
    return READ if plain and "&" not in text_of(declarator) else UNKNOWN


def _returned(node: Node, inner: Node, outer: Node, bodies: dict[str, list[Node]]) -> Use:
    around = at_or_around(outer, ("function_definition", "lambda_expression"))
    if around is None or around.type == "lambda_expression":
        return UNKNOWN
    head = around.child_by_field_name("declarator")
    while head is not None and head.type == "pointer_declarator":
        head = head.child_by_field_name("declarator")
    by_value = head is not None and head.type == "function_declarator" and "->" not in text_of(head)
    return READ if by_value and "decltype" not in text_of(around.child_by_field_name("type")) else UNKNOWN


def _passed(node: Node, inner: Node, outer: Node, bodies: dict[str, list[Node]]) -> Use:
    """An argument: of a function whose parameter is a reference it may be anything afterwards."""
    call = outer.parent
    if call is not None and call.type == "field_initializer":
        return READ if _is_copied(node, call) else UNKNOWN
    if call is None or call.type != "call_expression":
        return UNKNOWN
    function = call.child_by_field_name("function")
    name = name_of(function, methods=True)
    arguments = argument_nodes(call)
    if name.endswith("_cast") and function is not None and function.type == "template_function":
        return UNKNOWN if "&" in text_of(function) else READ
    position = next((at for at, argument in enumerate(arguments) if argument == inner), len(arguments))
    if name == "swap" and len(arguments) == 2 and name not in bodies:
        members = [lvalue_of(argument) for argument in arguments]
        return _exchange(members[position], members[1 - position])
    if name == "move" and len(arguments) == 1 and name not in bodies:
        return use_of(call, bodies)
    if name == "exchange" and len(arguments) == 2 and position == 0 and name not in bodies:
        return FRESH if _is_null(arguments[1]) else UNKNOWN
    own = bodies.get(name, [])
    if own:
        return READ if all(_takes_a_value(each, position, len(arguments)) for each in own) else UNKNOWN
    harmless = effect_of(library_name(function)).known or is_known(name) or name in library().algorithms
    return READ if harmless else UNKNOWN


def _is_copied(node: Node, initializer: Node) -> bool:
    """`a_(o.a_)`: into the member of its own name, which is no reference."""
    member, given = lvalue_of(initializer.named_children[0]), lvalue_of(node)
    return member is not None and given is not None and member.name == given.name


def _takes_a_value(function: Node, position: int, count: int) -> bool:
    parameters = parameter_nodes(function)
    if len(parameters) != count or position >= count:
        return len(parameters) != count  # another function of the name
    return "&" not in text_of(parameters[position])


_BY_PARENT = {
    "pointer_expression": _pointer,
    "cast_expression": _cast,
    "assignment_expression": _assigned,
    "field_initializer": _initialized,
    "init_declarator": _declares,
    "return_statement": _returned,
    "argument_list": _passed,
}


# What a member is given


def _given(member: Node, value: Node, bodies: dict[str, list[Node]]) -> Use:
    value = uncast(value)
    if _is_null(value):
        return FRESH
    if value.type == "new_expression":
        return UNKNOWN if value.child_by_field_name("placement") is not None else FRESH
    if value.type == "conditional_expression":
        parts = [value.child_by_field_name(field) for field in ("consequence", "alternative")]
        kinds = {_given(member, part, bodies) for part in parts if part is not None}
        return kinds.pop() if len(kinds) == 1 else UNKNOWN
    if value.type == "call_expression":
        return _given_by_call(member, value, bodies)
    if value.type == "identifier" and _is_fresh_local(value, bodies):
        return FRESH
    other, own = lvalue_of(value), lvalue_of(member)
    same = other is not None and own is not None and value.type == "field_expression" and other.name == own.name
    return SAME if same else UNKNOWN


def _given_by_call(member: Node, call: Node, bodies: dict[str, list[Node]]) -> Use:
    function, arguments = call.child_by_field_name("function"), argument_nodes(call)
    name = name_of(function) if function is not None else ""
    if function is None or function.type == "field_expression" or name in bodies:
        return UNKNOWN
    if name in ("static_cast", "reinterpret_cast") and len(arguments) == 1 and "&" not in text_of(function):
        return _given(member, arguments[0], bodies)
    if name in ("move", "exchange") and arguments:
        return _given(member, arguments[0], {}) if arguments[0].type == "field_expression" else UNKNOWN
    effect = effect_of(library_name(function))
    if effect.gives == "moved":
        moved, own = lvalue_of(uncast(arguments[0])) if arguments else None, lvalue_of(member)
        return FRESH if moved is not None and moved == own else UNKNOWN
    return FRESH if effect.allocates else UNKNOWN


def _is_null(node: Node) -> bool:
    node = uncast(node)
    if node.type == "assignment_expression":
        right = node.child_by_field_name("right")
        return right is not None and _is_null(right)
    return text_of(node) in _NULL


def _is_fresh_local(name: Node, bodies: dict[str, list[Node]]) -> bool:
    """`T *tmp = new T[n]; … a_ = tmp;`: a variable that is given away once."""
    function = nearest(name, ("function_definition", "lambda_expression"))
    if function is None or function.type == "lambda_expression":
        return False
    mentions = [node for node in subtree(function) if node.type == "identifier" and node.text == name.text]
    declared = [node for node in mentions if _declaration_of(node) is not None]
    if len(declared) != 1:
        return False
    declaration = _declaration_of(declared[0])
    value = declaration.child_by_field_name("value") if declaration is not None else None
    if value is None or _given(name, value, bodies) is not FRESH or _is_null(value):
        return False
    return all(
        node in (declared[0], name) or (use_of(node, bodies) is READ and not _gives_away(node)) for node in mentions
    )


def _declaration_of(node: Node) -> Node | None:
    """The `T *name = …` that a name is declared by."""
    parent = node.parent
    while parent is not None and parent.type == "pointer_declarator":
        node, parent = parent, parent.parent
    if parent is None or parent.type != "init_declarator" or parent.child_by_field_name("declarator") != node:
        return None
    return parent


def _gives_away(node: Node) -> bool:
    """Whether what a variable holds is kept somewhere else too."""
    parent = node.parent
    while parent is not None and parent.type in (*_VALUES, "cast_expression"):
        node, parent = parent, parent.parent
    if parent is None or parent.type in (
        "assignment_expression",
        "init_declarator",
        "return_statement",
        "field_initializer",
    ):
        return True
    call = parent.parent if parent.type == "argument_list" else None
    function = call.child_by_field_name("function") if call is not None else None
    if function is None:
        return False
    name = name_of(function, methods=True)
    return not (effect_of(library_name(function)).keeps_nothing or name in library().algorithms)


# Exchanges


def _exchange(first: Lvalue | None, second: Lvalue | None) -> Use:
    if first is None or second is None:
        return UNKNOWN
    if first.owner == second.owner:
        return Use("exchange", first.owner, second.name)
    return SAME if first.name == second.name else UNKNOWN


def _turn(assignment: Node) -> Use | None:
    """`T *t = a; a = b; b = t;`, of any length: what an assignment in it does, ``None`` where it is in no such row."""
    statement = assignment.parent
    if statement is None or statement.type != "expression_statement":
        return None
    right = assignment.child_by_field_name("right")
    row = [statement]
    while (before := _previous(row[0])) is not None and _kept_in(before) is None:
        earlier, later = _parts(before), _parts(row[0])
        if earlier is None or later is None or text_of(earlier[1]) != text_of(later[0]):
            return None
        row.insert(0, before)
    begin = _previous(row[0])
    kept = _kept_in(begin) if begin is not None else None
    first = _parts(row[0])
    if kept is None or first is None or text_of(kept[1]) != text_of(first[0]):
        return None
    while (last := _parts(row[-1])) is not None and text_of(last[1]) != kept[0]:
        after = _next(row[-1])
        following = _parts(after) if after is not None else None
        if after is None or following is None or text_of(following[0]) != text_of(last[1]):
            return None
        row.append(after)
    members = [lvalue_of(parts[0]) for parts in map(_parts, row) if parts is not None]
    left = assignment.child_by_field_name("left")
    own = lvalue_of(left) if left is not None else None
    if right is None or own is None or any(member is None or member.owner != own.owner for member in members):
        return None
    names = [member.name for member in members if member is not None]
    if len(set(names)) != len(names):
        return None
    return Use("exchange", own.owner, names[(names.index(own.name) + 1) % len(names)])


def _parts(statement: Node) -> tuple[Node, Node] | None:
    """Both sides of a plain assignment."""
    inside = (
        statement.named_children[0] if statement.type == "expression_statement" and statement.named_children else None
    )
    if inside is None or inside.type != "assignment_expression":
        return None
    left, right = inside.child_by_field_name("left"), inside.child_by_field_name("right")
    plain = left is not None and right is not None and text_of(inside.child_by_field_name("operator")) == "="
    return (left, right) if plain and left is not None and right is not None else None


def _kept_in(statement: Node) -> tuple[str, Node] | None:
    """(the variable, the value) of `T *t = a;`."""
    if statement.type != "declaration":
        return None
    declarators = statement.children_by_field_name("declarator")
    if len(declarators) != 1 or declarators[0].type != "init_declarator":
        return None
    inner, value = declarators[0].child_by_field_name("declarator"), declarators[0].child_by_field_name("value")
    if inner is None or value is None or "&" in text_of(inner):
        return None
    return text_of(inner).lstrip("* ").strip(), value


def _previous(node: Node) -> Node | None:
    found = node.prev_named_sibling
    while found is not None and found.type == "comment":
        found = found.prev_named_sibling
    return found


def _next(node: Node) -> Node | None:
    found = node.next_named_sibling
    while found is not None and found.type == "comment":
        found = found.next_named_sibling
    return found
