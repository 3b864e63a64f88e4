"""Declarations of a function: what each name is from there on, and what making it does."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from itertools import takewhile

from tree_sitter import Node

from loopwright.dependence.model.program import Block, Root
from loopwright.dependence.model.values import NOTHING, Guard, Place, Spot, Value
from loopwright.dependence.walk import objects, operators, passing, spots
from loopwright.dependence.walk.callees import may_do_something
from loopwright.dependence.walk.classes import is_number
from loopwright.dependence.walk.constants import (
    by_name,
    declared_constant,
    is_initialised_before,
    is_of_the_file,
)
from loopwright.dependence.walk.dispatch import spot_of, value_of
from loopwright.dependence.walk.methods import construct
from loopwright.dependence.walk.names import Binding
from loopwright.dependence.walk.spots import is_converted, returned, sizes_of, write
from loopwright.dependence.walk.spots import read as read_at
from loopwright.dependence.walk.state import Closure, State
from loopwright.dependence.walk.unevaluated import deny_what_a_type_does
from loopwright.dependence.walk.unread import covered, names_of
from loopwright.lang.captures import captures_of, is_one_address
from loopwright.lang.class_scope import holder_of
from loopwright.lang.classes import Class, descendants
from loopwright.lang.declarations import Declaration, read, span_of
from loopwright.lang.declarators import (
    Declarator,
    attributes_of,
    declared,
    parameter_nodes,
    read_declarator,
    type_of_declarator,
)
from loopwright.lang.expressions import Typing, made_by
from loopwright.lang.fragments import expression
from loopwright.lang.macro_locals import declared_by_macro
from loopwright.lang.macros import is_macro, lasts_by_macro
from loopwright.lang.misread import reparsed
from loopwright.lang.restricted import is_reached_alone
from loopwright.lang.types import Type
from loopwright.source.attributes import calls_at_the_end
from loopwright.source.lexemes import code_within
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, subtree, text_of
from loopwright.source.text import names_in
from loopwright.source.type_words import UNTOLD

_OF_ARRAYS = frozenset(
    ("initializer_list", "string_literal", "concatenated_string", "raw_string_literal", "argument_list")
)


_TYPE_OPERATORS = ("typeof", "__typeof", "_Atomic")
# What the text of a macro has that stands for a statement, or for its beginning.
_NO_TYPE = frozenset(
    ("if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue", "return", "goto", ";", "=", "++", "--")
)  # fmt: skip
# What `auto [x, y] = p[i].z;` may be written with to be read once for each of its names.
_NAMING = frozenset(
    ("identifier", "field_identifier", "number_literal", "subscript_expression", "subscript_argument_list", "field_expression",
     "pointer_expression", "parenthesized_expression", "binary_expression", "this")
)  # fmt: skip


def declaration(state: State, node: Node) -> None:
    kind_node = node.child_by_field_name("type")
    if kind_node is not None and kind_node.type == "enum_specifier":
        enumeration(state, kind_node)
    if kind_node is not None and _is_value(state, kind_node):
        state.deny(node)
        return
    if node.has_error and any(child.is_error for child in descendants(node)):
        state.effect("opaque", "code that cannot be parsed", node)
        objects.referred_to(state, node)  # what was dropped may make it a reference
        state.forget(frozenset(names_in(text_of(node))))
        state.bind_unknown(text_of(each) for each in descendants(node) if _is_of_nobody(state, each))
    if kind_node is not None and kind_node.type == "macro_type_specifier":
        if _may_be_statement(state, kind_node):
            _read_statement(state, node, kind_node)
            return
        deny_what_a_type_does(state, kind_node)
    for attribute in attributes_of(node):
        if not calls_at_the_end(text_of(attribute)):  # which is followed where the variable is made
            state.effect("opaque", f"what {text_of(attribute)} does is not known", node)
    for name in _words_before(node):
        if lasts_by_macro(state.macro(name)):
            state.effect("opaque", f"how long what {name} declares lives is not followed", node)
    for said, inner, value_node in declared(node):
        if not said.is_function:
            _declare(state, node, said, inner, value_node)
        elif _is_construction(state, said):
            is_cpp = state.outline.source.language != "c"
            arguments = reparsed(text_of(said.parameters)) if is_cpp else None
            if is_cpp and (arguments is None or "move" in names_in(text_of(said.parameters))):
                state.deny(inner)  # what is moved from may be left as it was
            around, state.here = state.here, state.here or inner
            with names_of(state, arguments) if arguments is not None else nullcontext():
                _declare(state, node, said, inner, arguments)
            state.here = around
            if arguments is not None:
                covered(state, inner)
        else:
            state.scopes[-1].functions.add(said.name)
    state.bind_unknown(declared_by_macro(state.declarations.macros, node))  # `MACRO x = 1;` may declare more than `x`


def _declare(state: State, node: Node, said: Declarator, inner: Node, value_node: Node | None) -> None:
    """One name of a declaration."""
    kind = type_of_declarator(said, node)
    is_bound_anew = not (
        kind.static or kind.volatile
    )  # else the first iteration, or an earlier call, made what the names mean
    if said.bound and is_bound_anew and value_node is not None and _bind_parts(state, said, inner, value_node):
        return
    if said.bound:
        state.deny(inner)
        if value_node is not None:
            value_of(state, value_node)
            objects.seen_by(state, value_node)
        state.bind_unknown(map(text_of, said.bound))
        return
    name, type = said.name, state.expanded(kind)
    if said.is_function:  # of an object that is made with arguments
        type = type._replace(layers=type.layers[1:], extents=type.extents[1:])
    extents = sizes_of(state, said, type)
    if not name:
        if value_node is not None:
            value_of(state, value_node)
        return
    if _is_no_declaration(state, name, type, value_node):
        state.deny(node)
    if type.layers[:1] == ("&",):
        bind_reference(state, name, type, value_node)
        return
    if passing.may_refer(state, type):
        _bind_perhaps_reference(state, name, type, value_node)
        return
    if type.base == "auto" and not type.layers and value_node is not None:
        type = made_by(value_node) or type
    if value_node is not None and value_node.type == "lambda_expression":
        _bind_closure(state, name, type, value_node)
        return
    if _is_object(state, type):
        _make_object(state, name, type, inner, value_node, node)
        return
    value_node = _of_a_list(type, value_node)
    if type.static and type.const and type.is_scalar and is_initialised_before(state, value_node):
        type = type._replace(static=False)  # one constant is as good as another
    if type.static:
        _declare_static(state, name, type, extents, inner, value_node)
        return
    value = value_of(state, value_node) if value_node is not None else NOTHING
    for given in (value.kind, *_kinds_of(state, value_node if said.is_function else None)):
        operators.converts(state, given, node, perhaps=not is_number(type.base))
    if type.base == "auto" and _takes_layers(type, value.kind):
        if not operators.untold(type, value.kind, value_node, state.outline.source.language):
            type = value.kind._replace(restrict=False, static=type.static, const=type.const)
    if type.base == "auto" and not type.layers and value_node is not None and objects.refers(value_node):
        type = type._replace(base="reference_wrapper<auto>")
    if type.base == UNTOLD and not type.layers and value.pointer is not None:
        type = value.kind._replace(restrict=False, static=type.static)  # `typeof(p) q = p`: a pointer loses nothing
    if type.volatile:
        state.effect("volatile", name, node)
    operators.made(state, type, node)
    if value_node is not None and not type.layers:
        operators.made_inside(state, type.base.partition("<")[2], value_node)
        operators.becomes(state, value.kind, type, value_node)
    first = node.child_by_field_name("declarator")  # specifiers stand before it
    if any(text_of(child) == "extern" for child in takewhile(lambda child: child != first, node.children)):
        _declare_extern(state, name, type, extents, node)
        return
    known = len(state.roots)
    binding = state.declare(name, "local", type, inner)
    if len(state.roots) == known:  # a static one that was met before
        return
    if type.restrict and said.node is not None and is_reached_alone(said.node, type, state.declarations):
        state.reached_alone.add(binding.root)
    state.roots[binding.root] = replace(state.roots[binding.root], extents=extents)
    _note_initial(state, binding, value_node)
    if value_node is not None and _may_hold_code(type, state) and objects.hands_over(state, value_node):
        state.not_followed.add(binding.root)
    objects.begun(state, binding, node, value_node)
    if value_node is not None and value_node.type != "initializer_list":
        objects.led(state, type, value_node, value)
        register = binding.root if state.is_register(binding.root) else None
        value = by_name(state, name, returned(state, register, value, value_node))
        write(state, Spot(Place(binding.root), type, register), value, inner)
    elif state.is_register(binding.root):
        unset = type.is_pointer and not type.static and value_node is None
        state.values[binding.root] = Value(kind=type, nowhere=True) if unset else state.unknown(name, type)
    if value_node is not None:
        spots.declared(state, binding, value_node)
        state.takes(binding.root, value_node)


def _of_a_list(type: Type, value: Node | None) -> Node | None:
    """What a pointer or a number begins with, also out of a list of one: `double *p{q}`, `int n(m)`, `int n = {m}`."""
    is_one = type.is_pointer or (is_number(type.base) and not type.layers)
    if value is None or not is_one or value.type not in ("initializer_list", "argument_list"):
        return value
    listed = [child for child in value.named_children if child.type != "comment"]
    is_plain = len(listed) == 1 and listed[0].type not in ("initializer_list", "initializer_pair")
    return listed[0] if is_plain else value


def _takes_layers(type: Type, given: Type) -> bool:
    """Whether `auto`, or `auto *`, is all of the type that it begins with."""
    return not type.layers or (set(type.layers) == {"*"} == set(given.layers[: len(type.layers)]) and bool(given.base))


def _bind_parts(state: State, said: Declarator, inner: Node, value: Node) -> bool:
    """`auto [x, y] = p[i];` as a name for each member of an object, of which the first is a copy without `&`; whether that is certain."""
    value, is_reference = bare(value), said.layers != ()
    is_called = value.type == "call_expression"
    if is_called:
        kind = state.types.expanded(Typing(state.declarations).type_of(value)).referred()
    elif all(node.type in _NAMING for node in (value, *descendants(value))):
        spot = spot_of(state, value)
        kind = state.types.expanded(spot.kind).referred() if spot is not None else Type()
    else:
        return False
    parts = state.types.parts(kind, is_reference and not is_called)
    if parts is None or len(parts) != len(said.bound) or (is_called and is_reference):
        return False
    if is_called:
        value_of(state, value)
    for node, (member, type) in zip(said.bound, parts):
        part = None if is_called else expression(f"({text_of(value)}).{member}", "cpp")
        with names_of(state, part) if part is not None else nullcontext():
            _bind_part(state, node, type, inner, part, is_reference)
    return True


def _bind_part(state: State, name: Node, type: Type, inner: Node, part: Node | None, is_reference: bool) -> None:
    around, state.here = state.here, state.here or inner
    spot = spot_of(state, part) if part is not None else None
    if part is not None and spot is None:
        state.deny(inner)
    if is_reference and spot is not None:
        state.scopes[-1][text_of(name)] = Binding(spot.place.root, type, spot.place)
    else:
        value = read_at(state, spot, part) if spot is not None and part is not None else NOTHING
        binding = state.declare(text_of(name), "local", type, name)
        register = binding.root if state.is_register(binding.root) else None
        write(state, Spot(Place(binding.root), type, register), value, name)
    state.here = around


def _is_no_declaration(state: State, name: str, type: Type, value: Node | None) -> bool:
    """Whether what looks like a declaration stores something: `__real__ a[i] = x` sets an element, as arrays are not initialised
    with expressions, and with `WORD x = 1` or `WORD *x = 1` it depends on what the word is where ``x`` is there already."""
    if type.is_array and value is not None and value.type not in _OF_ARRAYS:
        return not type.base.startswith("char") and type.base != "auto"
    return (
        value is not None
        and set(type.layers) <= {"*"}
        and state.types.is_unheard_of(type.base)
        and _is_variable(state, name)
    )


def _is_value(state: State, kind_node: Node) -> bool:
    """Whether the first word of what looks like a declaration is a number or a variable: `A * b;` and `A && b;` are expressions then, which
    declare nothing, and may run an operator."""
    if kind_node.type not in ("type_identifier", "qualified_identifier"):
        return False
    path = tuple(part for part in "".join(text_of(kind_node).split()).split("::") if part)
    classes, name = state.types.classes, path[-1]
    this = state.lookup("this")
    owner = classes.of(path[-2] if len(path) > 1 else this.type.base if this is not None else "")
    holder = holder_of(classes, owner, name) if owner is not None else None
    if holder is not None and (name in holder.constants or name in holder.members):
        return True
    if len(path) == 1 and not state.types.is_unheard_of(name):
        return False
    known = state.declarations.lookup_qualified(path) if len(path) > 1 else state.declarations.names.get(name)
    return known is not None and known.kind in ("constant", "variable", "member") and not is_macro(known)


def _may_be_statement(state: State, kind_node: Node) -> bool:
    """Whether what looks like a type may begin a statement: `EACH(k) x = 1;`, by a macro that stands for a `for`, or is not in sight."""
    name = text_of(kind_node.child_by_field_name("name"))
    macro = state.macro(name)
    if macro is None:
        return not name.startswith(_TYPE_OPERATORS)
    return macro.kind != "function" or any(token.text in _NO_TYPE for token in code_within(macro.value or ""))


def _read_statement(state: State, node: Node, kind_node: Node) -> None:
    """What `EACH(k) x = 1;` may change, however often it is run: what the macro is given, and what it stores to."""
    state.deny(node)
    objects.referred_to(state, node)
    for said, _, value_node in declared(node):
        does_something = value_node is not None and may_do_something(value_node)
        names = {said.name, *names_in(text_of(value_node) if does_something else "")}
        if value_node is not None:
            value_of(state, value_node)
        state.forget(frozenset(names))
    state.forget(frozenset(names_in(text_of(kind_node))))


def enumeration(state: State, node: Node) -> None:
    """Enumerators of a function hide those of the file."""
    for constant in read(node, span_of(node)):
        if constant.kind == "constant" and not constant.owner:
            binding = state.declare(constant.name, "local", Type("int"))
            value = _enumerated(state, constant)
            state.values[binding.root] = value if value is not None else state.unknown(constant.name, Type("int"))


def _enumerated(state: State, constant: Declaration) -> Value | None:
    """What an enumerator of a function stands for: names in it are those that are seen there."""
    own = [
        name for name in names_in(constant.value or "") if state.lookup(name) not in (None, state.scopes[0].get(name))
    ]
    if not own:
        return declared_constant(state, constant)
    language = state.outline.source.language
    written = None if constant.disputed else expression(constant.value or "", language, tuple(own))
    if written is None or may_do_something(written):
        return None
    with state.aside():
        first = value_of(state, written)
    return replace(first, number=first.number.plus(Linear(constant.after))) if first.number is not None else None


def _words_before(node: Node) -> list[str]:
    """The words of a declaration in front of what it declares."""
    declarators = {child.id for child in node.children_by_field_name("declarator")}
    before = takewhile(lambda child: child.id not in declarators, node.children)
    return [word for child in before if child.child_by_field_name("body") is None for word in names_in(text_of(child))]


def _declare_static(
    state: State, name: str, type: Type, extents: tuple[Linear | None, ...], inner: Node, value_node: Node | None
) -> None:
    """A `static` variable whose initialiser, if the compiler does not know it, runs once."""
    if value_node is not None and not is_initialised_before(state, value_node):
        once = Block()
        with state.guarded(Guard(None)), state.within(once):
            value_of(state, value_node)
        state.branch((once,), False)
        state.effect("state", name, inner)
    if type.volatile:
        state.effect("volatile", name, inner)
    operators.made(state, type, inner)
    known = set(state.roots)
    binding = state.declare(name, "local", type, inner)
    if binding.root not in known:
        state.roots[binding.root] = replace(state.roots[binding.root], extents=extents)
        _note_initial(state, binding, value_node)


def _may_hold_code(type: Type, state: State) -> bool:
    """Whether a variable of this type may hold a lambda that another variable holds too."""
    words = names_in(type.base)
    return state.outline.source.language != "c" and (
        "auto" in words or "decltype" in words or "function" in words or not words
    )


def _note_initial(state: State, binding: Binding, value: Node | None) -> None:
    """Keep what a variable begins with that may hold addresses of functions, or elements that never change."""
    is_row = bool(binding.type.layers) or binding.type.sequence == "array"
    if value is not None and (is_row or state.types.classes.of(binding.type.base) is not None):
        state.initials[binding.root] = text_of(value)
        state.begin(binding.root, text_of(value))


def _declare_extern(state: State, name: str, type: Type, extents: tuple[Linear | None, ...], at: Node) -> None:
    """`extern int n;` in a function is the variable at file level."""
    declaration = state.declarations.names.get(name)
    if declaration is not None and declaration.kind == "variable":
        state.scopes[-1][name] = state.file_variable(declaration, at)
        return
    root = f"::{name}"
    if root not in state.roots:
        state.roots[root] = Root(name, "global", type, escapes=True, extents=extents)
    state.scopes[-1][name] = state.global_binding(name, root, type)


def _is_object(state: State, type: Type) -> bool:
    """Whether a declaration calls a constructor of a class in sight."""
    known = state.types.classes.of(type.base) if not type.layers and state.outline.source.language != "c" else None
    return known is not None and "constructor" in known.special


def _make_object(state: State, name: str, type: Type, inner: Node, value_node: Node | None, node: Node) -> None:
    known = state.types.classes.of(type.base)
    assert known is not None
    arguments: list[Node] | None = []
    if value_node is not None and value_node.type in ("argument_list", "initializer_list"):
        arguments = [child for child in value_node.named_children if child.type != "comment"]
    elif value_node is not None:
        arguments = None
    binding = state.declare(name, "local", type, inner)
    objects.begun(state, binding, node, value_node, passing.kept_by_constructor(state, known, arguments or []))
    target = Spot(Place(binding.root), type)
    if arguments is None or not construct(state, target, known, arguments, node):
        if value_node is not None:
            value_of(state, value_node)
            operators.may_set(state, "=", value_node.parent or value_node)
        operators.made(state, type, node)
        write(state, target, state.unknown(name, type), inner)
    source = [value_node] if arguments is None and value_node is not None else arguments or []
    if len(source) == 1 and "copy" not in known.special and _is_one_of(state, source[0], known):
        spots.copied(state, target, source[0])


def _is_one_of(state: State, value: Node, known: Class) -> bool:
    """Whether an expression names an object of a class."""
    variable = state.lookup(text_of(value)) if value.type == "identifier" else None
    return variable is not None and state.types.classes.of(variable.type.referred().base) is known


def _kinds_of(state: State, arguments: Node | None) -> list[Type]:
    """The types of variables that are named between brackets."""
    listed = arguments.named_children if arguments is not None else []
    named = (state.lookup(text_of(argument)) for argument in listed)
    return [binding.type for binding in named if binding is not None]


def _bind_closure(state: State, name: str, type: Type, node: Node) -> None:
    """A variable that holds a lambda. What it captured by value has to be what the names still hold when it is called."""
    binding = state.declare(name, "local", type)
    captures = next((child for child in node.named_children if child.type == "lambda_capture_specifier"), None)
    text = "".join(text_of(captures).split())
    heads = (parameter.child_by_field_name("declarator") for parameter in parameter_nodes(node))
    own = {
        read_declarator(head).name for head in heads if head is not None
    }  # what the loops around call `i` is another
    words = {text_of(child) for child in descendants(node) if child.type == "identifier"} - own
    for capture in captures_of(node).renewed:
        if capture.value is not None:
            kind = value_of(state, capture.value).kind
            operators.made(state, kind._replace(layers=("&",)) if capture.reference else kind, node)
    objects.copied(state, Closure(node, tuple(state.scopes)))
    if type.static and text != "[]":
        state.effect("state", name, node)  # what it captures is what the first one had
        return
    head = text_of(node).partition("{")[0]
    parts = text[1:-1].split(",")  # `this` holds no copy of the object
    by_value = text not in ("[]", "[&]") and not all(part.startswith("&") or part == "this" for part in parts)
    is_changed = by_value and ("*this" in text or any(_may_differ(state, w, node) for w in words & state.assigned))
    is_known = (
        text != "[]" or not words & state.assigned or all(state.lookup(w) is None for w in words & state.assigned)
    )
    if "mutable" in head or "=" in text.replace("[=", "") or is_changed or not is_known:
        state.not_followed.add(binding.root)
        return
    state.closures[binding.root] = Closure(node, tuple(state.scopes))
    covered(state, node)  # it is read where it is called


def _may_differ(state: State, name: str, made: Node) -> bool:
    """Whether a variable that a lambda copied may hold something else where it is called. ``name`` is assigned, or what it leads to is."""
    held = state.lookup(name)
    if held is None:  # nothing to copy, where the lambda declares it
        own = (declared(each) for each in descendants(made) if each.type == "declaration")
        return not any(said.name == name for one in own for said, _, _ in one)
    is_pointer = held.place is None and held.type.is_pointer
    return not is_pointer or not is_one_address(name, made, state.declarations)


def bind_reference(state: State, name: str, type: Type, value_node: Node | None) -> None:
    inner = type._replace(layers=type.layers[1:], extents=type.extents[1:])
    if value_node is not None and value_node.type in ("argument_list", "initializer_list"):
        listed = [child for child in value_node.named_children if child.type != "comment"]
        value_node = listed[0] if len(listed) == 1 else value_node
    spot = spot_of(state, value_node) if value_node is not None else None
    if spot is not None and value_node is not None and type.static and not is_of_the_file(state, value_node):
        state.effect("state", name, value_node)  # whichever iteration comes first binds it, or an earlier call
        spot = None
    if spot is not None and value_node is not None and operators.becomes(state, spot.kind, inner, value_node):
        spot = None
    if spot is not None and value_node is not None and is_converted(inner, spot.kind):
        binding = state.declare(name, "local", inner)
        register = binding.root if state.is_register(binding.root) else None
        write(state, Spot(Place(binding.root), inner, register), read_at(state, spot, value_node), value_node)
        return
    if spot is None:
        if value_node is not None:
            given = value_of(state, value_node).kind
            operators.becomes(state, given, inner, value_node)
            if value_node.type != "binary_expression" or not is_number(given.base):  # which gives a value of its own
                objects.referred_to(state, value_node)
        root = state.unknown_root(name, inner)
        state.scopes[-1][name] = Binding(root, inner, Place(root))
        return
    if value_node is not None and state.roots[spot.place.root].kind == "unknown":
        objects.referred_to(state, value_node)
    if spot.register is not None and value_node is not None and state.addressed.has(name):
        state.address(spot.register, value_node)
    kind = spot.kind if inner.base == "auto" and not inner.layers else inner
    state.scopes[-1][name] = Binding(spot.register or spot.place.root, kind, spot.place)


def _bind_perhaps_reference(state: State, name: str, type: Type, value_node: Node | None) -> None:
    """A variable of which nothing says whether it is a reference: what it begins with may be changed through it."""
    if value_node is not None:
        state.escape(value_of(state, value_node))
        objects.referred_to(state, value_node)
    root = state.unknown_root(name, type)
    state.scopes[-1][name] = Binding(root, type, Place(root))


def _is_construction(state: State, said: Declarator) -> bool:
    """`T x(a * b)` looks like a function with a parameter `a *b`, `T x(f(a[i]))` like one with a function for a parameter; where a name
    in it is of no type, it is none."""
    named = [text_of(node) for node in subtree(said.parameters) if node.type == "type_identifier"]
    return any(_is_variable(state, name) or state.types.is_unheard_of(name) for name in named)


def _is_of_nobody(state: State, node: Node) -> bool:
    """Whether a name in what could not be read may be the one that is declared there."""
    return node.type == "identifier" and not _is_variable(state, text_of(node)) and state.macro(text_of(node)) is None


def _is_variable(state: State, name: str) -> bool:
    declared = state.declarations.names.get(name)
    return state.lookup(name) is not None or (declared is not None and declared.kind == "variable")
