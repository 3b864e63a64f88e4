"""Functions of classes: bodies in sight are walked with their object as `this`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence.model.program import Root
from loopwright.dependence.model.values import NOTHING, Field, Index, Place, Spot, Value
from loopwright.dependence.walk import accessors, first_values, instances, operators, passing, spots
from loopwright.dependence.walk.callees import bind_values
from loopwright.dependence.walk.dispatch import statement, value_of
from loopwright.dependence.walk.names import Binding, CallFrame, Scope
from loopwright.dependence.walk.state import MOST_CALLS, State
from loopwright.lang.class_aliases import with_aliases
from loopwright.lang.classes import Class
from loopwright.lang.declarators import given_by, parameter_nodes, type_of_descriptor
from loopwright.lang.numbers import fundamental
from loopwright.lang.template_arguments import are_named_alike, arguments_of, own_arguments
from loopwright.lang.types import Type, named
from loopwright.source.linear import Linear
from loopwright.source.nodes import CLASSES, nearest, text_of, written


def member_of(state: State, owner: Spot, name: str, instance: str | None = None) -> Spot:
    """A data member of an object; ``instance`` is that of its class, where it is known already."""
    classes = state.types.classes
    owner = Spot(owner.place, owner.kind._replace(base=state.types.holder(owner.kind.base, name)), owner.register)
    known = classes.of(owner.kind.base)
    member = classes.member(known, name) if known is not None else None
    if member is not None and member.static and known is not None:
        told = instances.of_class(state, owner.kind.base) if instance is None else instance
        return _static(state, known, name, member.type, told)
    kind = state.types.member(owner.kind.base, name) or Type("")
    shared = state.types.shares(owner.kind.base, name)
    elsewhere = kind.is_view or kind.is_smart_pointer or kind.sequence in ("vector", "valarray")
    owned = kind.sequence in ("vector", "valarray")
    declaring = _declaring(state, known, name) if known is not None and member is not None else None
    struct = "" if declaring is None or declaring.disputed or declaring.is_template else declaring.name
    is_open = declaring is not None and list(declaring.members)[-1] == name and _may_be_longer(state, kind)
    is_bits = member is not None and member.bits
    called = "bit fields" if shared == "word" else name
    is_restricted = kind.restrict and kind.layers == ("*",)
    step = Field(called, shared == "union", elsewhere, owned, struct, is_open, is_bits, is_restricted)
    place = Place(owner.place.root, (*owner.place.steps, step))
    if kind.is_array:
        state.member_sizes.setdefault((place.root, place.fields), state.sizes(kind.extents))
    if kind.layers[:1] == ("&",):  # a reference is an address that was stored
        place = Place(place.root, (*place.steps, Index(Linear(0), loaded=True)))
        kind = kind._replace(layers=kind.layers[1:], extents=kind.extents[1:])
    return Spot(place, kind)


def _may_be_longer(state: State, kind: Type) -> bool:
    """Whether an array says of its length what those do that are allocated with their struct: nothing, none, one."""
    if not kind.is_array:
        return False
    (length,) = state.sizes(kind.extents[:1])
    return kind.extents[0] is None or length in (Linear(0), Linear(1))


def _declaring(state: State, known: Class, name: str) -> Class | None:
    """The class that declares a member: itself, or one of its bases."""
    waiting, seen = [known], {known.name}
    while waiting:
        current = waiting.pop()
        if name in current.members:
            return current
        bases = [
            base for base in map(state.types.classes.of, current.bases) if base is not None and base.name not in seen
        ]
        seen.update(base.name for base in bases)
        waiting.extend(bases)
    return None


def static_member(state: State, path: list[str]) -> Spot | None:
    """`Class::name`, ``None`` if that is something else."""
    known = state.types.classes.known.get(path[-2].split("<")[0])
    member = state.types.classes.member(known, path[-1]) if known is not None else None
    return (
        _static(state, known, path[-1], member.type, instances.of_class(state, path[-2]))
        if known is not None and member is not None and member.static
        else None
    )


def is_member(state: State, path: list[str]) -> bool:
    """Whether `Class::name` is a member that each object has: of the object at hand, whose class may have another of that name."""
    known = state.types.classes.known.get(path[-2].split("<")[0])
    return known is not None and state.types.classes.member(known, path[-1]) is not None


def _static(state: State, known: Class, name: str, kind: Type, instance: str) -> Spot:
    """A static member. Whether two instances of a class have one memory for it is not told: they may be one instance."""
    declaring = _declaring(state, known, name) or known
    memory = f"::{declaring.name}::{name}"
    if memory not in state.roots:
        state.roots[memory] = Root(name, "global", state.types.expanded(kind), escapes=True, of_class=True)
    root = f"{memory} of {instance}" if instance else memory
    if root not in state.roots:
        state.roots[root] = replace(state.roots[memory], view_of=memory)
    kind = state.roots[root].type
    if kind.layers[:1] == ("&",):  # of what it was bound to
        return Spot(Place(state.pointed_root(root)), kind.referred())
    return Spot(Place(root), kind)


def open_object(state: State, known: Class, place: Place, kind: Type | None = None, instance: str = "") -> None:
    """Names of members become those of the object at ``place``, in the innermost scope; ``kind`` says what a template is given, which is
    ``instance``."""
    is_own = kind is not None and state.types.classes.of(kind.base) is known
    owner = Spot(place, kind if kind is not None and is_own else Type(known.name))
    _name_types(state, known, owner.kind.base)
    spots = state.members.setdefault((place, owner.kind, instance), {})
    waiting, seen = [known], set()
    while waiting:
        current = waiting.pop()
        seen.add(current.name)
        for name in current.members:
            if name in state.scopes[-1]:
                continue
            if state.types.classes.is_told_apart(current, name):
                state.bind_unknown((name,))
            else:
                spot = spots.get(name)
                if spot is None:
                    spot = spots[name] = member_of(state, owner, name, instance)
                state.scopes[-1][name] = Binding(spot.place.root, spot.kind, spot.place)
        for base in current.bases:
            parent = state.types.classes.of(base)
            if parent is not None and parent.name not in seen:
                waiting.append(parent)
    if state.types.classes.has_unseen_base(known):  # `using Parameter::name;`
        state.bind_unknown(sorted(known.brought - state.scopes[-1].keys()))
    state.scopes[-1]["this"] = Binding(place.root, owner.kind, place)


def _name_types(state: State, known: Class, base: str) -> None:
    """Names of a class for types, in the innermost scope; a template's parameter of the name may hide one."""
    if known.disputed or known.hides_code:
        return
    hiding = state.types.classes.template_parameters if known.aliases else frozenset[str]()
    state.scopes[-1].types.update(
        (name, state.types.given(base, state.types.expanded(type)))
        for name, type in known.aliases.items()
        if name not in hiding
    )


def _named_in(known: Class, method: Node, base: str) -> str:
    """The class as an object's type names it, for types that a method speaks of; without its arguments where the method has other names for
    them."""
    return base if are_named_alike(known, method) else known.name


def _name_arguments(state: State, known: Class, base: str) -> None:
    """What the parameters of a class template stand for in an object's type, where that is a type in sight, in the innermost scope."""
    if known.disputed or known.hides_code or state.types.classes.of(base) is not known:
        return
    for name, text in arguments_of(known, Type(base)).items():
        given = state.types.expanded(named(text))
        is_class = not given.layers and state.types.classes.of(given.base) is not None
        if name and (fundamental(given.base) or is_class):
            state.scopes[-1].types[name] = given


def spot_of_method(
    state: State, owner: Spot, known: Class, name: str, arguments: list[Node], node: Node
) -> Spot | None:
    """What a method that returns an lvalue leads to, ``None`` if its body is not that plain."""
    body = _single(state, known, name, len(arguments), owner.kind.base)
    if body is None:
        return None
    method, accessor = body
    if not _gives_reference(method) or not _can_follow(state, _whole(known, name)):
        return None
    with _inside(state, owner, known, method, arguments, node, name):
        return accessors.followed(state, accessor)


def value_of_method(
    state: State, owner: Spot, known: Class, name: str, arguments: list[Node], node: Node
) -> Value | None:
    """The value of a method whose one body is in sight, ``None`` if there is none such; then nothing was recorded."""
    found = _alike(_bodies(state, known, name, len(arguments)))
    if len(found) != 1 or state.types.classes.is_virtual(known, name) or not _can_follow(state, _whole(known, name)):
        return None
    body = found[0].child_by_field_name("body")
    if body is None:
        return None

    with _inside(state, owner, known, found[0], arguments, node, name) as frame:
        statement(state, body)
    kind = state.types.given(
        _named_in(known, found[0], owner.kind.base), state.types.expanded(_returned(known, found[0]))
    )
    declarator = found[0].child_by_field_name("declarator")
    for value in frame.returned:
        operators.becomes(state, value.kind, kind, node)
    passing.kept_by_result(state, kind, parameter_nodes(found[0]), arguments)
    plain = declarator is not None and declarator.type == "function_declarator"
    if plain:
        operators.made(state, kind, node)
    if len(frame.returned) == 1:
        return spots.of_type(state, frame.returned[0], kind) if plain else frame.returned[0]
    state.lost(*frame.returned)
    return state.unknown(text_of(node), kind)


def gives_pointer(state: State, known: Class, name: str, count: int) -> bool:
    """Whether each method of a name returns an address by value: `double *operator[](int i)`."""
    heads = [method.child_by_field_name("declarator") for method in _bodies(state, known, name, count)]
    return bool(heads) and all(head is not None and head.type == "pointer_declarator" for head in heads)


def value_of_closure(state: State, root: str, arguments: list[Node], node: Node) -> Value | None:
    """The value of a call of a lambda that a variable holds, ``None`` if it cannot be followed."""
    closure = state.closures.get(root)
    if closure is None or not _can_follow(state, root):
        return None
    body = closure.node.child_by_field_name("body")
    parameters = parameter_nodes(closure.node)
    if body is None or len(parameters) != len(arguments):
        return None

    passed = passing.passed(state, parameters, arguments)
    scopes, state.scopes = state.scopes, [*closure.scopes, Scope()]
    with passing.walking(state, root, node, closure.node, caller=scopes) as frame:
        for parameter, value in zip(parameters, passed):
            declarator = parameter.child_by_field_name("declarator")
            if declarator is not None:
                spots.bind_parameter(state, declarator, parameter, value if value is not None else NOTHING)
        statement(state, body)
    state.scopes = scopes
    head = closure.node.child_by_field_name("declarator")
    said = (
        next((c for c in head.named_children if c.type == "trailing_return_type"), None) if head is not None else None
    )
    for value in frame.returned if said is None else ():
        operators.made(state, value.kind, node)  # what it gives is a copy
    if said is None and len(frame.returned) == 1:
        return frame.returned[0]
    if said is not None and said.named_children:
        kind = state.types.expanded(type_of_descriptor(said.named_children[0]))
        passing.given_back(state, frame, kind, node)
        owner = state.types.classes.of(kind.base) if not kind.layers else None
        if not kind.layers and (owner is None or not state.types.classes.quiet.is_value(kind.base)):
            operators.made(state, kind, node)
            passing.kept_by_result(state, kind, parameters, arguments)
    state.lost(*frame.returned)
    return state.unknown(text_of(node), Type("auto"))


def _bodies(state: State, known: Class, name: str, count: int) -> list[Node]:
    return [node for node in state.types.classes.methods(known, name) if len(parameter_nodes(node)) == count]


def _alike(methods: list[Node]) -> list[Node]:
    """The first of methods whose bodies say the same: overloads that only differ in `const`."""
    texts = {written(method.child_by_field_name("body")) for method in methods}
    same = {len(parameter_nodes(method)) for method in methods}
    return methods[:1] if len(texts) == 1 and len(same) == 1 else methods


def _single(state: State, known: Class, name: str, count: int, owner: str) -> tuple[Node, accessors.Accessor] | None:
    """The method and what it gives, of an object whose type is ``owner``. Overloads that only differ in `const` do the same, one of them may
    give a copy: the lvalue is that of the other (`double operator[](int i) const` beside `double &operator[](int i)`)."""
    if state.types.classes.is_virtual(known, name):
        return None
    found: dict[str, tuple[Node, accessors.Accessor]] = {}
    for method in _bodies(state, known, name, count):
        accessor = accessors.accessor_of(method)
        if accessor is None or (not _gives_reference(method) and _makes(state, known, method, owner)):
            return None
        known_one = found.get(accessor.text)
        if known_one is None or not _gives_reference(known_one[0]):
            found[accessor.text] = (method, accessor)
    return next(iter(found.values())) if len(found) == 1 else None


def _returned(known: Class, method: Node) -> Type:
    """What a method gives, its class's names for types put in."""
    return with_aliases(given_by(method), known.aliases) if nearest(method, CLASSES) == known.node else given_by(method)


def _makes(state: State, known: Class, method: Node, owner: str) -> bool:
    """Whether code runs where a method of an object gives its value: a copy that counts."""
    kind = state.types.given(_named_in(known, method, owner), state.types.expanded(_returned(known, method)))
    return bool(state.types.classes.code_behind(kind))


def _gives_reference(method: Node) -> bool:
    head = method.child_by_field_name("declarator")
    return head is not None and head.type == "reference_declarator"


def _whole(known: Class, name: str) -> str:
    """A method's name with that of its class: `operator()` of one class may call that of another."""
    return f"{known.name}::{name}"


def _can_follow(state: State, name: str) -> bool:
    return len(state.calls) < MOST_CALLS and all(frame.name != name for frame in state.calls)


@contextmanager
def _inside(
    state: State, owner: Spot, known: Class, method: Node, arguments: list[Node], node: Node, name: str
) -> Iterator[CallFrame]:
    parameters, base = parameter_nodes(method), _named_in(known, method, owner.kind.base)
    passed = passing.passed(state, parameters, arguments, base)
    of_class = instances.of_class(state, owner.kind.base)
    own = instances.of_call(state, own_arguments(node, method))
    scopes, state.scopes = state.scopes, [state.scopes[0], Scope()]
    open_object(state, known, owner.place, owner.kind, of_class)
    _name_arguments(state, known, base)
    state.scopes.append(Scope())
    try:
        with passing.walking(state, _whole(known, name), node, method, caller=scopes) as frame:
            bind_values(state, method, f"{of_class} {own}".strip())
            for parameter, value in zip(parameters, passed):
                declarator = parameter.child_by_field_name("declarator")
                if declarator is not None:
                    spots.bind_parameter(state, declarator, parameter, value if value is not None else NOTHING)
            yield frame
    finally:
        state.scopes = scopes


def construct(state: State, spot: Spot, known: Class, arguments: list[Node], node: Node) -> bool:
    """`T t(a, b)` by a constructor whose body is in sight. Whether it could be followed; if not, nothing was recorded."""
    special = known.special - {"constructor", "conversion"}
    found = _bodies(state, known, known.name, len(arguments))
    declared = known.methods.get(known.name, ())
    if (
        special
        or known.bases
        or len(found) != 1
        or len(declared) < 1
        or not _can_follow(state, _whole(known, known.name))
    ):
        return False
    classes = state.types.classes
    if any(
        classes.code_behind(state.types.given(spot.kind.base, member.type)) or member.initialized
        for member in known.members.values()
        if not member.static
    ):
        return False
    constructor = found[0]
    body = constructor.child_by_field_name("body")
    initializers = next((child for child in constructor.named_children if child.type == "field_initializer_list"), None)
    listed = (
        [c for c in initializers.named_children if c.type == "field_initializer"] if initializers is not None else []
    )
    if any(_is_reference(known, text_of(initializer.named_children[0])) for initializer in listed):
        return False  # of a constructor that does the rest, or of what is kept

    order = list(known.members)  # in which members begin, whatever the constructor says first
    listed.sort(key=lambda initializer: order.index(text_of(initializer.named_children[0])))
    lasting = first_values.lasting(state, spot, known)
    with _inside(state, spot, known, constructor, arguments, node, known.name):
        for initializer in listed:
            name = text_of(initializer.named_children[0])
            values = [value_of(state, child) for child in initializer.named_children[-1].named_children]
            target = member_of(state, spot, name)
            for value in values:
                operators.becomes(state, value.kind, target.kind, initializer)
            value = values[0] if len(values) == 1 else NOTHING
            spots.write(state, target, value, initializer)
            if name in lasting:
                first_values.note(state, target, value)
        if body is not None:
            statement(state, body)
    return True


def _is_reference(known: Class, name: str) -> bool:
    """Whether an initialiser is not that of a member that holds a value."""
    member = known.members.get(name)
    return member is None or member.type.layers[:1] == ("&",)
