"""Lvalues: which place in memory an expression names, by kind of expression."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tree_sitter import Node

from loopwright.dependence.model.program import Root
from loopwright.dependence.model.values import NOTHING, Place, Spot, Value
from loopwright.dependence.walk import calls, methods, objects, operators, purity
from loopwright.dependence.walk.constants import declared_constant
from loopwright.dependence.walk.dispatch import spot_of, value_of
from loopwright.dependence.walk.expansions import spot_behind
from loopwright.dependence.walk.names import Binding
from loopwright.dependence.walk.passing import may_refer, told_of
from loopwright.dependence.walk.pointees import as_pointer_of_c, followed
from loopwright.dependence.walk.spots import element_of, pointed_spot, read
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.steps import moved
from loopwright.dependence.walk.unevaluated import chosen_by_type
from loopwright.dependence.walk.vanished import further
from loopwright.lang.class_scope import may_be_inherited
from loopwright.lang.declared_nearer import is_declared_nearer
from loopwright.lang.library import library
from loopwright.lang.macros import is_number_alone
from loopwright.lang.regrouped import is_regrouped
from loopwright.lang.types import Type, is_integer
from loopwright.source.nodes import bare, is_arrow, text_of
from loopwright.source.text import names_in


def spot_of_name(state: State, node: Node) -> Spot | None:
    """The place of a variable, ``None`` for a constant."""
    state.met.append(node.id)
    text = text_of(node)
    if "\\" in text:  # `\u00e9` is the same name as the letter
        state.effect("opaque", f"which name {text} is, is not followed", node)
    path = text.split("::")
    name = path[-1]
    if len(path) > 1:
        if any(map(state.declarations.is_another_type, path[:-1])):
            is_value = _is_used_as_value(node) and name not in state.assigned
            return None if is_value else _not_told(state, text)
        member = methods.static_member(state, path)
        if member is not None:
            return None if _is_constant_of_class(state, path, member.kind) else member
        if methods.is_member(state, path):
            state.effect("opaque", f"whose {text} it is, is not followed", node)
            return Spot(Place(state.unknown_root(text, Type(""))), Type(""))
    binding = state.lookup(name) if len(path) == 1 else None
    is_bound = binding is not None and binding is not state.scopes[0].get(name)
    if len(path) == 1 and not is_bound and is_declared_nearer(state.declarations, name, node, state.here):
        return _not_told(state, name)
    if binding is None:
        declaration = state.declarations.names.get(name)
        if declaration is None and name in state.declarations.macros:
            return None
        if declaration is not None:
            if declaration.kind == "variable":
                if len(path) > 1 and not _may_be_in(state, path):
                    return _not_told(state, text)
                binding = state.file_variable(declaration, node, tuple(path))
            else:
                return None
        else:
            if name in library().variables:
                state.effect("state", name, node)
            if _is_used_as_value(node) and name not in state.assigned:
                return None
            return Spot(Place(_unknown_name(state, name)), Type("", ("*",), (None,)))
    told_of(state, name, binding)
    if name in library().variables and state.roots[binding.root].kind == "global":
        state.effect("state", name, node)  # functions of the library set it, whoever declares it
    if binding.root in state.closures and binding.place is None:
        objects.called_elsewhere(state, state.closures[binding.root])
        objects.copied(state, state.closures[binding.root])
        if purity.changes(state, state.closures[binding.root].node):
            state.effect("opaque", f"where the lambda {name} is called is not followed", node)
    if binding.type.is_made_of_references:
        return Spot(Place(state.unknown_root(name, binding.type)), Type(""))
    if binding is state.scopes[0].get(name):
        if len(path) == 1 and _may_be_inherited(state):
            is_number = binding.type.const and binding.type.is_scalar
            return None if is_number else _not_told(state, name)
        if _is_constant_of_file(state, name, binding):
            return None
        if _is_replaced(state, name):
            state.effect("opaque", f"{name} is a variable here and a macro there", node)
    if binding.place is not None:
        register = (
            binding.root
            if binding.place.root == binding.root and not binding.place.steps and state.is_register(binding.root)
            else None
        )
        return Spot(binding.place, binding.type, register)
    return Spot(Place(binding.root), binding.type, binding.root if state.is_register(binding.root) else None)


def _spot_of_identifier(state: State, node: Node) -> Spot | None:
    """The place of a variable, or of what a macro names."""
    spot = spot_of_name(state, node)
    if spot is not None or is_regrouped(node, state.declarations.macros.get):
        return spot
    name = text_of(node)
    is_hidden = state.lookup(name) is not None or name in state.declarations.names
    macro = None if is_hidden else state.macro(name)
    return spot_behind(state, node, macro) if macro is not None and macro.kind == "constant" else None


def _not_told(state: State, text: str) -> Spot:
    """What something means of which no declaration is in sight, not even what it is."""
    return Spot(Place(state.unknown_root(text, Type("auto"))), Type("auto"))


def _may_be_in(state: State, path: list[str]) -> bool:
    """Whether one of the variables of a name may be what `N::name` means: it stands in `N`, or `N` is another name of a namespace."""
    owners = {part for found in state.declarations.variables_named(path[-1]) for part in ("", *found.owner)}
    aliases = state.outline.source.kinds.of("namespace_alias_definition")
    return path[-2] in owners or any(path[-2] in names_in(text_of(alias)) for alias in aliases)


def _may_be_inherited(state: State) -> bool:
    """Whether a name of the file may be that of a member of a base class that is nowhere in sight."""
    this = state.lookup("this")
    owner = state.types.classes.of(this.type.base) if this is not None else None
    return owner is not None and may_be_inherited(state.types.classes, owner)


def _is_constant_of_file(state: State, name: str, binding: Binding) -> bool:
    """Whether a variable at file level is as good as its number."""
    declaration = state.declarations.names.get(name)
    is_constant = binding.type.const and binding.type.is_scalar and declaration is not None
    return is_constant and declaration is not None and declared_constant(state, declaration) is not None


def _is_constant_of_class(state: State, path: list[str], kind: Type) -> bool:
    """Whether `Class::name` is as good as its number."""
    found = state.declarations.lookup_qualified(tuple(path)) if kind.const and kind.is_scalar else None
    is_one = found is not None and found.const and found.value is not None and "<" not in path[-2]
    return is_one and found is not None and declared_constant(state, found) is not None


def _is_replaced(state: State, name: str) -> bool:
    """Whether a variable at file level may be a macro where it is used."""
    macro = state.declarations.macros.get(name)
    return macro is not None and macro.kind == "constant" and macro.value not in (None, "", name)


def _is_used_as_value(node: Node) -> bool:
    """A name that only headers know is taken for a constant unless something is stored in it or subscripted."""
    parent = node.parent
    if parent is None:
        return True
    if parent.type in ("subscript_expression", "field_expression") and parent.child_by_field_name("argument") == node:
        return False
    if parent.type == "assignment_expression" and parent.child_by_field_name("left") == node:
        return False
    return parent.type not in ("update_expression", "pointer_expression")


def _unknown_name(state: State, name: str) -> str:

    root = f"::{name}"
    if root not in state.roots:
        state.roots[root] = Root(name, "global", Type("", ("*",), (None,)), escapes=True)
    return root


def _inside_parentheses(state: State, node: Node) -> Spot | None:
    return spot_of(state, node.named_children[0]) if node.named_child_count == 1 else None


def _selected(state: State, node: Node) -> Spot | None:
    meant = chosen_by_type(state, node)
    return spot_of(state, meant) if meant is not None else None


def _spot_of_subscript(state: State, node: Node) -> Spot | None:
    argument = node.child_by_field_name("argument")
    indices = _index_nodes(node)
    if argument is None or not indices:
        return None
    row = row_of_object(state, bare(argument))
    base = spot_of(state, argument) if row is None else None
    if base is not None and base.kind.is_other_container:
        state.effect("opaque", f"elements of {text_of(argument)} are not separate places", node)
        return None
    if base is not None and base.kind.sequence:
        return element_of(state, base, indices)
    is_object = base is not None and not base.kind.layers and base.kind.base not in ("", "auto")
    if base is not None and is_object and not _is_turned(state, base, indices):
        return _element_of_object(state, base, indices, node)
    pointer = row or (read(state, base, argument) if base is not None else value_of(state, argument))
    pointer = as_pointer_of_c(state, pointer)
    values = operators.numbers(state, indices)
    if pointer.pointer is None and values and values[0].pointer is not None:
        pointer, values[0] = values[0], pointer  # 3[a]
    if len(values) > 1:
        return None
    number, checks = values[0].number, values[0].checks
    if pointer.pointer is None:
        if operators.may_be_object(state, pointer.kind):
            operators.may_set(state, "[]", node)
        return pointed_spot(state, pointer, node)
    place = further(state, pointer, values[0], moved(pointer.pointer, number, checks))
    return Spot(place, pointer.kind.element())


def _is_turned(state: State, base: Spot, indices: Sequence[Node]) -> bool:
    """Whether `i[a]` is `a[i]`: a number, which `auto` of what is not followed may seem to be, before an address."""
    return is_integer(base.kind.base) and value_of(state, indices[0]).pointer is not None


def row_of_object(state: State, node: Node) -> Value | None:
    """The address that `m[i]` is where ``m`` is an object whose `operator[]` gives one: `double *operator[](int i) { return &v[i * n]; }`;
    ``None`` for anything else, of which nothing was recorded."""
    argument = node.child_by_field_name("argument") if node.type == "subscript_expression" else None
    if argument is None or bare(argument).type != "identifier":
        return None
    binding = state.lookup(text_of(bare(argument)))
    owner = state.types.classes.of(binding.type.base) if binding is not None and not binding.type.layers else None
    indices = _index_nodes(node)
    if owner is None or not methods.gives_pointer(state, owner, "operator[]", len(indices)):
        return None
    base = spot_of(state, argument)
    return methods.value_of_method(state, base, owner, "operator[]", indices, node) if base is not None else None


def _index_nodes(node: Node) -> list[Node]:
    index = node.child_by_field_name("index")
    if index is not None:
        return [index]
    several = node.child_by_field_name("indices")
    return [child for child in several.named_children if child.type != "comment"] if several is not None else []


def _element_of_object(state: State, base: Spot, indices: list[Node], node: Node) -> Spot | None:
    """`x[i]` where ``x`` is an object."""
    kind = base.kind
    owner = state.types.classes.of(kind.base)
    plain = kind.base.split("<")[0].split("::")[-1]
    if owner is not None:
        found = methods.spot_of_method(state, base, owner, "operator[]", indices, node)
        if found is not None:
            return found
        for index in indices:
            value_of(state, index)
        calls.asked(state, base, node)
        operators.may_set(state, "[]", node)
        state.effect("unknown call", f"operator[] of {kind.base}", node)
        return None
    if kind.lacks_arguments and (not kind.base.endswith("span") or state.types.classes.lively):
        # Numbers, references, bits of words, objects with operators; elements of a `span` are at least places.
        state.effect("opaque", f"what {kind.base} holds is not told", node)
    if plain in library().containers.keyed and (why := state.types.classes.called_by(kind.base)):
        state.effect("opaque", why, node)
    if plain not in library().values:
        operators.may_set(state, "[]", node)
        state.effect("unknown call", f"operator[] of {kind.base}", node)
    return element_of(state, base, indices)


def _spot_of_member(state: State, node: Node) -> Spot | None:
    argument, field = node.child_by_field_name("argument"), node.child_by_field_name("field")
    if argument is None or field is None:
        return None
    if any(child.type in (".*", "->*") for child in node.children):
        state.effect("opaque", f"which member {text_of(node)} is cannot be told", node)
        value_of(state, field)
        value_of(state, argument)
        return None
    if is_arrow(node):
        pointer = followed(state, argument)
        operators.used(state, "->", (pointer.kind,), node)
        owner: Spot | None = pointed_spot(state, pointer, node)
    else:
        owner = spot_of(state, argument)
    if owner is None:
        value_of(state, argument)
        return None
    for name in _members_meant(state, owner, text_of(field), node):
        within = owner.kind.base
        owner = methods.member_of(state, owner, name)
        if _may_lie_elsewhere(state, within, name, owner):
            state.effect("opaque", f"whether {text_of(node)} is a reference is not followed", node)
            return Spot(Place(state.unknown_root(name, owner.kind)), owner.kind)
    return owner


def _may_lie_elsewhere(state: State, within: str, name: str, member: Spot) -> bool:
    """Whether a member may be a reference that its type does not show, or one that is not in sight: the parser could not read it, or it is
    that of a specialisation or of a base that a template makes of its parameters."""
    classes = state.types.classes
    known = classes.of(state.types.holder(within, name))
    if known is None or state.outline.source.language == "c":
        return known is not None and classes.is_told_apart(known, name)
    told_apart = any(classes.is_told_apart(each, name) for each in classes.with_member(known, name))
    is_open = known.hides_code or known.disputed or (known.is_template and classes.has_unseen_base(known))
    is_unseen = is_open and not classes.with_member(known, name)
    return is_unseen or may_refer(state, member.kind) or told_apart


def _members_meant(state: State, owner: Spot, name: str, node: Node) -> tuple[str, ...]:
    """The members that a name stands for: a macro may write another one there, or several as in `u.x`. Where the class has no other
    member of that name, the macro wrote it there, too."""
    if "::" in name:
        return (_qualified_member(state, owner, "".join(name.split()), node),)
    macro = state.macro(name)
    if macro is None or macro.kind != "constant" or macro.value in (None, name):
        return (name,)
    parts = tuple(part.strip() for part in (macro.value or "").split("."))
    if not all(part.isidentifier() for part in parts):
        if not is_number_alone(state.declarations.macros, name):  # a number is defined behind this place, or again
            state.effect("opaque", f"which member {name} is cannot be told", node)
        return (name,)
    if len(parts) == 1 and state.types.member(owner.kind.base, parts[0]) is None:
        return (name,)
    return parts


def _qualified_member(state: State, owner: Spot, name: str, node: Node) -> str:
    """The member that `B::x` is: `x`, where the class and those that it is made from have no other one of that name."""
    classes = state.types.classes
    known, last = classes.of(owner.kind.base), name.split("::")[-1]
    if known is None or classes.has_unseen_base(known) or len(classes.with_member(known, last)) != 1:
        state.effect("opaque", f"which member {name} is cannot be told", node)
        return name
    return last


def _pointed(state: State, node: Node) -> Spot | None:
    if node.children[0].type != "*":
        return None
    argument = node.child_by_field_name("argument")
    pointer = followed(state, argument) if argument is not None else NOTHING
    operators.used(state, "*", (pointer.kind,), node)
    return pointed_spot(state, pointer, node)


SPOTS: dict[str, Callable[[State, Node], Spot | None]] = {
    "identifier": _spot_of_identifier,
    "qualified_identifier": spot_of_name,
    "field_identifier": spot_of_name,
    "parenthesized_expression": _inside_parentheses,
    "generic_expression": _selected,
    "subscript_expression": _spot_of_subscript,
    "field_expression": _spot_of_member,
    "pointer_expression": _pointed,
    "call_expression": calls.spot_of_call,
}
