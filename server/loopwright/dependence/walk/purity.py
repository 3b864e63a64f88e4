"""Functions whose text shows that they do nothing but work out a value from what they are given (or, for operators that assign,
set members of their object)."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from loopwright.dependence.model.values import Index, Spot
from loopwright.dependence.walk.classes import is_number
from loopwright.dependence.walk.state import Binding, State
from loopwright.lang.callees import library_name, name_of
from loopwright.lang.captures import is_changing
from loopwright.lang.classes import Class, Member, descendants
from loopwright.lang.declarators import attributes_of, declared, given_by, parameter_nodes, read_declarator, read_type
from loopwright.lang.effects import effect_of
from loopwright.lang.library import library
from loopwright.lang.missing import misses_headers
from loopwright.lang.numbers import fundamental
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, is_closed, subtree, text_of
from loopwright.source.text import names_in

_OF_CLASSES_ALONE = frozenset(("=", "[]", "()", "->"))  # operators that no function outside of a class can be
_ORDERING = frozenset(("<", ">", "<=", ">="))
_QUIET = frozenset(
    (
        "binary_expression", "unary_expression", "conditional_expression", "parenthesized_expression", "number_literal", "comment",
        "return_statement", "compound_statement", "initializer_list", "compound_literal_expression", "cast_expression", "identifier",
        "field_identifier", "type_identifier", "primitive_type", "sized_type_specifier", "type_descriptor", "declaration", "if_statement",
        "condition_clause", "else_clause", "init_declarator", "argument_list", "call_expression", "field_expression", "true", "false",
        "expression_statement", "char_literal", "type_qualifier", "assignment_expression", "update_expression", "this",
        "pointer_expression", "placeholder_type_specifier", "auto", "template_function", "template_argument_list",
    )
)  # fmt: skip


def operator_is_quiet(state: State, operator: str, kinds: tuple[Type, ...]) -> bool:
    """Whether every function that an operator could be here is in sight and does nothing else. An operator that assigns may set
    members of its object."""
    bodies = functions_for(state, operator)
    if bodies is None:
        return False
    classes = state.types.classes
    if not bodies and operator == "=":
        return True
    if operator not in _OF_CLASSES_ALONE and misses_headers(state.outline):
        return False  # one that is better may stand there
    if any(
        kind.base
        for kind in kinds
        if classes.is_class(kind) and classes.of(kind.base) is None and not is_number(kind.base)
    ):
        return False
    sets = operator in ("=", "++", "--") or (operator.endswith("=") and operator not in ("==", "!=", "<=", ">="))
    return bool(bodies) and all(_is_quiet(state, node, known, sets) for node, known in bodies)


def functions_for(state: State, operator: str) -> list[tuple[Node, Class | None]] | None:
    """The functions that an operator could be, each with the class that it is a member of; ``None`` where one is not in sight."""
    names = _asked(operator)
    classes = state.types.classes
    bodies: list[tuple[Node, Class | None]] = []
    for known in classes.known.values():
        for name in sorted(names & known.declared):
            methods = classes.methods(known, name)
            if not methods:
                return None
            bodies += [(method, known) for method in methods]
    inside = {method.start_byte for method, _ in bodies}
    for definition in (found for name in sorted(names) for found in state.outline.definitions(name)):
        if not definition.is_whole:
            return None
        if definition.node.start_byte not in inside:
            bodies.append((definition.node, None))
    return bodies


def _asked(operator: str) -> frozenset[str]:
    """The functions that an operator may be: others are asked in the place of one that is not there (C++20 12.2.2.3)."""
    others = {"!=": "=="}.get(operator, "<=>" if operator in _ORDERING else operator)
    return frozenset((f"operator{operator}", f"operator{others}"))


def _is_quiet(state: State, function: Node, owner: Class | None, sets: bool) -> bool:
    body = function.child_by_field_name("body")
    if body is None or (owner is not None and owner.virtual):
        return False
    names = {"this"} | (_own_members(owner) if owner is not None else set())
    own = set()
    for node in (*descendants(function),):
        if node.type in ("parameter_declaration", "optional_parameter_declaration"):
            declarator = node.child_by_field_name("declarator")
            if declarator is not None:
                own.add(read_type(declarator, node)[0])
        if node.type == "declaration":
            for said, inner, _ in declared(node):
                if inner.type != "identifier":
                    return False
                own.add(said.name)
            if any(child.type == "storage_class_specifier" for child in node.named_children):
                return False
    returned = given_by(function)
    if not sets and state.types.classes.code_behind(returned):
        return False
    return all(_may_stand(state, node, names, own, sets) for node in (body, *descendants(body)) if node.is_named)


def is_made_quietly(state: State, owner: Class) -> bool:
    """Whether every constructor of a class is in sight and only sets members of the object to numbers that it is given."""
    classes = state.types.classes
    is_plain = owner.special <= {"constructor", "conversion"} and not (
        owner.bases or owner.virtual or owner.is_template
    )
    if not is_plain or owner.hides_code or owner.disputed or owner.name in owner.brought:
        return False
    own = [member for member in owner.members.values() if not member.static]
    if any(not _is_own(member) or member.initialized or classes.code_behind(member.type) for member in own):
        return False
    bodies = classes.methods(owner, owner.name)
    return bool(bodies) and all(
        _takes_numbers(state, body, owner) and _sets_members(state, body, owner) for body in bodies
    )


def _takes_numbers(state: State, constructor: Node, owner: Class) -> bool:
    for parameter in parameter_nodes(constructor):
        declarator = parameter.child_by_field_name("declarator")
        if declarator is None or parameter.child_by_field_name("default_value") is not None:
            return False
        kind = state.expanded(read_type(declarator, parameter)[1])
        is_number = bool(fundamental(kind.base)) or kind.base == owner.name
        if not is_number or kind.layers not in ((), ("&",)):
            return False
        if kind.layers and "const" not in map(text_of, parameter.children):
            return False
    return True


def _sets_members(state: State, constructor: Node, owner: Class) -> bool:
    own = {
        read_type(d, p)[0]
        for p in parameter_nodes(constructor)
        if (d := p.child_by_field_name("declarator")) is not None
    }
    names = {"this"} | _own_members(owner)
    listed = next((child for child in constructor.named_children if child.type == "field_initializer_list"), None)
    for initializer in listed.named_children if listed is not None else ():
        if initializer.type == "comment":
            continue
        if text_of(initializer.named_children[0]) not in owner.members:
            return False
        values = [node for child in initializer.named_children[1:] for node in (child, *descendants(child))]
        if not all(_may_stand(state, node, names, own, True) for node in values if node.is_named):
            return False
    return _is_quiet(state, constructor, owner, sets=True)


def _own_members(owner: Class) -> set[str]:
    """The members that are a part of each object, and constants of the class: not what all objects share, and not what lies elsewhere."""
    return {name for name, member in owner.members.items() if _is_own(member)}


def _is_own(member: Member) -> bool:
    return member.type.layers[:1] != ("&",) and (member.type.const or not member.static)


def _may_stand(state: State, node: Node, names: set[str], own: set[str], sets: bool) -> bool:
    kind = node.type
    if kind not in _QUIET:
        return False
    if kind == "identifier":
        parent = node.parent
        called = parent is not None and parent.type in ("call_expression", "template_function")
        return called or text_of(node) in names | own
    if kind == "pointer_expression":
        return "".join(text_of(node).split()) == "*this"
    if kind == "field_expression":
        argument = node.child_by_field_name("argument")
        field = text_of(node.child_by_field_name("field"))
        members = (known.members.get(field) for known in state.types.classes.known.values())
        return (
            argument is not None
            and all(member is None or _is_own(member) for member in members)
            and (argument.type in ("identifier", "this", "field_expression"))
            and "->" not in text_of(node).replace("this->", "")
        )
    if kind == "call_expression":
        function = node.child_by_field_name("function")
        name = name_of(function)
        made = state.types.classes.known.get(name)
        plain = made is not None and not state.types.classes.code_behind(Type(name))
        is_own = bool(state.outline.definitions(name)) and made is None
        return (
            function is not None
            and function.type in ("identifier", "qualified_identifier", "template_function")
            and (
                plain
                or (not is_own and effect_of(library_name(function)).pure and not state.is_renamed(name))
                or (made is None and is_number(name))
            )
        )
    if kind in ("assignment_expression", "update_expression"):
        target = node.child_by_field_name("left") or node.child_by_field_name("argument")
        target = bare(target) if target is not None else None
        if target is None:
            return False
        name = text_of(target).replace("this->", "")
        return sets and name in names and name.isidentifier()
    if kind == "compound_literal_expression":
        return not state.types.classes.code_behind(Type(text_of(node.child_by_field_name("type"))))
    return True


# What functions that are called and not followed are seen to change: it is no assumption then that they change nothing.

_STORES = {"assignment_expression": "left", "update_expression": "argument"}
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
    bodies = [body for each in sorted(_asked(name)) for body in _of_family(state, each, kind)]
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
        target = node.child_by_field_name(_STORES[node.type]) if node.type in _STORES else None
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
