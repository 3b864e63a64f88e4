"""What functions that are called and not followed change: nothing but what they work out, as their text shows, or what it is seen to."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from loopwright.dependence.model.values import Index, Spot
from loopwright.dependence.walk.classes import is_number
from loopwright.dependence.walk.names import Binding
from loopwright.dependence.walk.state import State
from loopwright.lang.captures import is_changing
from loopwright.lang.classes import Class
from loopwright.lang.declarators import attributes_of, declared, parameter_nodes, read_declarator
from loopwright.lang.library import library
from loopwright.lang.missing import misses_headers
from loopwright.lang.seen_names import OF_CLASSES_ALONE, asked
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, is_closed, stored, subtree, text_of
from loopwright.source.text import names_in


def operator_is_quiet(state: State, operator: str, kinds: tuple[Type, ...]) -> bool:
    """Whether every function that an operator could be here is in sight and does nothing else. An operator that assigns may set
    members of its object."""
    classes = state.types.classes
    bodies = classes.quiet.functions(operator)
    if bodies is None:
        return False
    if not bodies and operator == "=":
        return True
    if operator not in OF_CLASSES_ALONE and misses_headers(state.outline):
        return False  # one that is better may stand there
    if any(
        kind.base
        for kind in kinds
        if classes.is_class(kind) and classes.of(kind.base) is None and not is_number(kind.base)
    ):
        return False
    return bool(bodies) and classes.quiet.is_quiet_operator(operator, kinds)


def only_works_out(state: State, name: str, kinds: tuple[Type, ...]) -> bool:
    """Whether a function that is given numbers of these types only works out another one, as it is not followed to its end: it calls itself."""
    are_numbers = all(kind.is_scalar and is_number(kind.base) for kind in kinds)
    return are_numbers and state.types.classes.quiet.is_quiet_function(name, kinds)


# What functions that are called and not followed are seen to change: it is no assumption then that they change nothing.

_PATHS = frozenset(("field_expression", "subscript_expression", "pointer_expression"))
_ROOTS = frozenset(("identifier", "this", "qualified_identifier", "template_function"))
_CALLED = frozenset(("identifier", "field_identifier"))
_NAMED = _CALLED | {"qualified_identifier", "field_expression", "template_function"}
_HANDED = frozenset(("identifier", "type_identifier"))
_MOST_CALLS = 4


def called(state: State, name: str, node: Node, owner: Spot | None) -> None:
    """The effect of a call of a function, of a variable, or of a method of ``owner``."""
    binding = state.lookup(name)
    pointers = _kept_in(state, node.child_by_field_name("function"))
    if pointers:
        changed = _changed_by(state, pointers, False, ())
    elif binding is not None:
        changed = _changed_by_variable(state, binding)
    elif handed := _handed_in(state, node):
        changed = handed
    else:
        plain = name.replace("->", ".").split(".")[-1].split("::")[-1].partition("<")[0].strip()
        is_own = owner is not None and _is_of_an_iteration(state, owner)
        bodies = _bodies(state, plain) if owner is None else _of_family(state, plain, owner.kind)
        changed = _changed_by(state, bodies, is_own, (plain,))
    state.effect("unknown call", name, node, changed)


def changes(state: State, closure: Node) -> bool:
    """Whether a lambda, or a function that it calls, is seen to store in something that is not its own."""
    return is_changing(closure) or bool(_changed_by(state, [closure], False, ()))


def handed(state: State, value: Node) -> str:
    """What functions and objects that are called change, which a value names: `std::bind(add, 1)`, `Less{&count}`. Empty for nothing."""
    names = {text_of(node) for node in subtree(value) if node.type in _HANDED and not _is_called(node)}
    free = sorted(name for name in names if state.lookup(name) is None)
    bodies = [body for name in free for body in _bodies(state, name)]
    owners = [known for name in free if (known := state.types.classes.known.get(name)) is not None]
    bodies += [body for known in owners for body in state.types.classes.methods(known, "operator()")]
    return _changed_by(state, bodies, False, ())


def _handed_in(state: State, call: Node) -> str:
    """The same of the arguments of a call."""
    given = call.child_by_field_name("arguments")
    return handed(state, given) if given is not None else ""


def _is_called(name: Node) -> bool:
    """Whether a name is that of a function that is called there, and not given to somebody."""
    parent = name.parent
    return parent is not None and parent.type == "call_expression" and parent.child_by_field_name("function") == name


def operator(state: State, name: str, kind: Type, node: Node, *, sets: bool) -> None:
    """The effect of an operator on an object; whether it is one that ``sets`` the object."""
    state.lend_all_of(kind)
    bodies = [body for each in sorted(asked(f"operator{name}")) for body in _of_family(state, each, kind)]
    state.effect("unknown call", f"operator{name} of {kind.base}", node, _changed_by(state, bodies, sets, ()))


def literal(state: State, node: Node) -> None:
    """The effect of `0.5_wp`, which calls the operator of its suffix."""
    suffix = text_of(node.named_children[-1])
    bodies = [body for space in ("", " ") for body in _bodies(state, f'operator""{space}{suffix}')]
    state.effect("unknown call", f"the operator of {text_of(node)}", node, _changed_by(state, bodies, False, ()))


def conversion(state: State, kind: Type, node: Node) -> None:
    """The effect of a conversion of an object."""
    known = state.types.classes.of(kind.base)
    every = [inner for inner in subtree(known.node) if inner.type == "function_definition"] if known is not None else []
    heads = [(one, one.child_by_field_name("declarator")) for one in every]
    bodies = [one for one, head in heads if head is not None and head.type == "operator_cast"]
    state.effect("unknown call", f"the conversion of {kind.base}", node, _changed_by(state, bodies, False, ()))


def at_the_end(state: State, declaration: Node) -> None:
    """The effect of what a variable's `cleanup` attribute calls when its scope ends."""
    given = attributes_of(declaration)
    names = {text_of(inner) for attribute in given for inner in subtree(attribute) if inner.type == "identifier"}
    bodies = [body for name in sorted(names) for body in _bodies(state, name)]
    text = f"what {text_of(declaration)} does at its end"
    state.effect("code", f"{text} is not known", declaration, _changed_by(state, bodies, False, ()))


def _changed_by_variable(state: State, binding: Binding) -> str:
    """What an object that a variable holds changes when it is called."""
    kind = binding.type.referred()
    if not kind.layers and kind.base.split("<")[0].split("::")[-1] in library().generators:
        return "" if state.roots[binding.root].loops else "its state"
    known = state.types.classes.of(kind.base)
    return _changed_by(state, state.types.classes.methods(known, "operator()"), False, ()) if known is not None else ""


def _kept_in(state: State, function: Node | None) -> list[Node]:
    """The functions that a variable begins with which a call goes through: `ops[k](x)` of a table, `op(x)` of a pointer."""
    root = bare(function) if function is not None else None
    while root is not None and root.type in _PATHS:
        inner = root.child_by_field_name("argument")
        root = bare(inner) if inner is not None else None
    if root is None or root.type != "identifier":
        return []
    value = _initial(state, text_of(root))
    return [body for word in names_in(value) for body in _bodies(state, word)] if value else []


def _initial(state: State, name: str) -> str:
    """What stands as the initialiser of a variable, empty where it has none or is of no name in sight."""
    binding = state.lookup(name)
    if binding is not None and state.roots[binding.root].kind != "global":
        return state.initials.get(binding.root, "")
    declared = state.declarations.names.get(name)
    return (declared.value or "") if declared is not None and declared.kind == "variable" else ""


def _is_of_an_iteration(state: State, owner: Spot) -> bool:
    """Whether each iteration may have an object of its own."""
    steps = owner.place.steps
    is_element = any(isinstance(step, Index) and (step.value is None or step.value.terms) for step in steps)
    return is_element or bool(state.roots[owner.place.root].loops)


def _bodies(state: State, name: str) -> list[Node]:
    return [found.node for found in state.outline.definitions(name) if found.function.kind != "kernel"]


def _of_family(state: State, name: str, kind: Type) -> list[Node]:
    """Functions of a name that a class, one that it is made from or one that is made from it has, and those of no class."""
    classes = state.types.classes
    known = classes.of(kind.base)
    owners = ((body, classes.around(body)) for body in _bodies(state, name))
    return [
        body
        for body, owner in owners
        if owner is None or (known is not None and (_inherits(state, known, owner) or _inherits(state, owner, known)))
    ]


def _inherits(state: State, one: Class, other: Class, deep: int = 0) -> bool:
    """Whether a class is another, or made from it."""
    parents = [state.types.classes.of(base) for base in one.bases] if deep < _MOST_CALLS else []
    return one.name == other.name or any(p is not None and _inherits(state, p, other, deep + 1) for p in parents)


def _changed_by(state: State, bodies: Iterable[Node], sets_its_object: bool, around: tuple[str, ...]) -> str:
    """What the first of some functions that is seen to change something changes; empty for none."""
    for body in bodies:
        if not is_closed(body):
            return "what the rest of it names"
        owner = state.types.classes.around(body)
        own = {name for name, member in owner.members.items() if not member.static} if owner is not None else set()
        changed = _changed_in(body, frozenset(own | {"this"} if sets_its_object else ()))
        if changed or len(around) > _MOST_CALLS:
            return changed
        for name in _called_in(body) - set(around):
            changed = _changed_by(state, _bodies(state, name), False, (*around, name))
            if changed:
                return changed
    return ""


def _changed_in(function: Node, own: frozenset[str]) -> str:
    """What the text of a function stores in that is neither a variable of its own nor a member of its ``own`` object."""
    values, others, given = _variables(function)
    for node in subtree(function):
        target = stored(node)
        root = bare(target) if target is not None else None
        while root is not None and root.type in _PATHS:
            inner = root.child_by_field_name("argument")
            root = bare(inner) if inner is not None else None
        if target is None or root is None or root.type not in _ROOTS:
            continue
        name = text_of(root)
        is_led_to = root != bare(target) or given.get(name) == "&"
        if name in given and not is_led_to:
            continue
        if name not in values and name not in others and name not in own:
            return "".join(text_of(target).split())
    return ""


def _variables(function: Node) -> tuple[set[str], set[str], dict[str, str]]:
    """The variables of a function that hold values; those that lead to others, of which it is not told what they lead to; and its parameters
    that lead to what a caller gave, with how."""
    values: set[str] = set()
    others: set[str] = set()
    given: dict[str, str] = {}
    for parameter in parameter_nodes(function):
        declarator = parameter.child_by_field_name("declarator")
        if declarator is not None:
            said = read_declarator(declarator)
            values.update([] if said.layers else [said.name])
            given.update({said.name: said.layers[0]} if said.layers else {})
    for node in subtree(function):
        if node.type == "declaration" and not any(text_of(child) in ("static", "extern") for child in node.children):
            for said, _, _ in declared(node):
                kept = others if said.layers[:1] in (("*",), ("&",)) else values
                kept.update([said.name] if said.name else map(text_of, said.bound))
        elif node.type == "for_range_loop" and (declarator := node.child_by_field_name("declarator")) is not None:
            others.add(read_declarator(declarator).name)
    return values, others, given


def _called_in(function: Node) -> set[str]:
    """The last words of the names that a function calls."""
    found: set[str] = set()
    for node in subtree(function):
        called = node.child_by_field_name("function") if node.type == "call_expression" else None
        if called is not None and called.type in _NAMED:
            words = [text_of(inner) for inner in subtree(called) if inner.type in _CALLED]
            found.update(words[-1:])
    return found
