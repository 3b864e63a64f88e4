"""Statements: blocks, branches and loops of a function become a program of accesses."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from itertools import takewhile

from tree_sitter import Node

from loopwright.dependence.model.program import Block, Program, Root
from loopwright.dependence.model.values import NOTHING, Guard, Index, Place, Spot, Value
from loopwright.dependence.walk import expressions, objects, operators, spots
from loopwright.dependence.walk.atomics import clause_of_atomic, conditional_atomic, protected_place
from loopwright.dependence.walk.calls import argument_nodes
from loopwright.dependence.walk.classes import is_number
from loopwright.dependence.walk.conditions import condition_of
from loopwright.dependence.walk.constants import (
    by_name,
    constant_of,
    declared_constant,
    is_initialised_before,
    is_of_the_file,
)
from loopwright.dependence.walk.dispatch import ordered, spot_of, statement, value_of
from loopwright.dependence.walk.loops import assigned_names, counted_loop, range_loop, uncounted_loop
from loopwright.dependence.walk.lvalues import SPOTS
from loopwright.dependence.walk.methods import construct, open_object
from loopwright.dependence.walk.passing import addressed_names, opened
from loopwright.dependence.walk.spots import bind_parameter, is_converted, returned, sizes_of, write
from loopwright.dependence.walk.spots import read as read_at
from loopwright.dependence.walk.state import Binding, Closure, Handlers, State
from loopwright.dependence.walk.unread import covered, names_of, swept
from loopwright.dependence.walk.updates import conditional_extreme
from loopwright.lang.classes import Class, descendants
from loopwright.lang.declarations import read, span_of
from loopwright.lang.declarators import (
    Declarator,
    declared,
    parameter_nodes,
    read_declarator,
    read_type,
    type_of_declarator,
)
from loopwright.lang.effects import effect_of
from loopwright.lang.expressions import made_by
from loopwright.lang.jumps import macro_jumps, may_jump
from loopwright.lang.macros import lasts_by_macro
from loopwright.lang.misread import reparsed
from loopwright.lang.restricted import is_reached_alone
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type
from loopwright.source.linear import Linear
from loopwright.source.nodes import subtree, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in
from loopwright.source.type_words import UNTOLD

_CONDITIONALS = frozenset(("preproc_if", "preproc_ifdef"))
_OF_ARRAYS = frozenset(
    ("initializer_list", "string_literal", "concatenated_string", "raw_string_literal", "argument_list")
)
_STATING = frozenset(("assert", "__builtin_assume", "__assume"))
_JUMPS = frozenset(("continue_statement", "break_statement", "return_statement", "throw_statement", "goto_statement"))


def program_of(outline: Outline, function: Node, declarations: Scopes, named: frozenset[str] = frozenset()) -> Program:
    """The program of one function, in which ``named`` constants are symbols. Raises :class:`~loopwright.dependence.walk.state.TooMuch` for one
    that is too large."""
    state = State(
        outline, declarations, HANDLERS, addressed_names(outline, function), assigned_names(outline, function), named
    )
    state.constant = lambda text: constant_of(state, text)
    state.seen = lambda place: spots.seen(state, place)
    body = Block()
    with state.scope(), state.within(body):
        state.calls.append(opened(""))
        owner = state.types.classes.around(function)
        if owner is not None:
            root = "::this"
            state.roots[root] = Root("this", "parameter", Type(owner.name), pointed=True, escapes=True)
            open_object(state, owner, Place(root, (Index(Linear(0)),)))
            state.scopes.append({})
        for parameter in parameter_nodes(function):
            declarator = parameter.child_by_field_name("declarator")
            if declarator is not None:
                bind_parameter(state, declarator, parameter, None)
                _, kind = read_type(declarator, parameter)
                operators.made(state, state.types.expanded(kind), parameter)
        content = function.child_by_field_name("body")
        if content is not None:
            with names_of(state, content):
                statement(state, content)
    state.seen = _not_seen
    state.constant = (
        _unasked  # it refers to the state, which refers to the file: only a collector of cycles would let them go
    )
    return state.program(body)


def _unasked(text: str) -> Linear | None:
    return None


def _not_seen(place: Place) -> Place | None:
    return None


def _compound(state: State, node: Node) -> None:
    with state.scope():
        _sequence(state, node.named_children)


def _sequence(state: State, nodes: list[Node]) -> None:
    around = state.protected  # `atomic capture` before two statements in braces
    for position, node in enumerate(nodes):
        if node.type == "comment":
            continue
        clause = conditional_atomic(node) if node.type in _CONDITIONALS else None
        if clause is not None or node.type == "preproc_call":
            clause = clause_of_atomic(node) if clause is None else clause
            if clause is not None:
                following = (nodes[i] for i in range(position + 1, len(nodes)))
                under = next((n for n in following if n.type not in ("comment", "preproc_call")), None)
                state.protected = protected_place(clause, under) if under is not None else ""
                ordered(state, clause, node)
            continue
        stated = _stated(state, node)
        if stated is not None:
            with swept(state, node):
                holds, _ = condition_of(state, stated)
            with state.guarded(holds if holds.formula is not None else None):
                _sequence(state, nodes[position + 1 :])
            return
        consequence = node.child_by_field_name("consequence")
        if node.type == "if_statement" and (_always_jumps(consequence) or _ends_there(state, consequence)):
            if node.child_by_field_name("alternative") is None:
                _guarded_rest(state, node, nodes[position + 1 :])
                return
        statement(state, node)
        state.protected = around
        if may_jump(node):
            # What follows runs only where the jump was not taken.
            rest = Block()
            with state.guarded(Guard(None)), state.within(rest):
                _sequence(state, nodes[position + 1 :])
            state.branch((rest,), False)
            return


def _guarded_rest(state: State, node: Node, rest: list[Node]) -> None:
    """`if (c) continue;` puts what follows under `!c`."""
    condition, consequence = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
    if condition is None or consequence is None:
        state.deny(node)
        return
    if condition.named_children and condition.named_children[-1].type == "declaration":
        state.deny(condition)
    with swept(state, condition):
        holds, fails = condition_of(state, condition)
    then, other = Block(), Block()
    before = dict(state.values)
    with state.guarded(holds), state.within(then):
        statement(state, consequence)
    left, state.values = state.values, dict(before)
    with state.guarded(fails), state.within(other):
        _sequence(state, rest)
    # A path that has left needs nothing of what follows in this block; for the loop around it both are ways through.
    state.branch((then, other), True)
    for root, value in state.values.items():
        if not value == before.get(root) == left.get(root):
            state.lost(value, before.get(root), left.get(root))
            state.values[root] = state.unknown(state.roots[root].name, state.roots[root].type)


def _always_jumps(node: Node | None) -> bool:
    if node is None:
        return False
    if node.type in _JUMPS:
        return True
    if node.type == "compound_statement":
        last = [child for child in node.named_children if child.type != "comment"]
        return bool(last) and last[-1].type in _JUMPS
    return False


def _stated(state: State, node: Node) -> Node | None:
    """The condition that `assert(c);` says before the loops of a function, or a word of the compiler for that."""
    call = _call_of(node)
    if call is None or state.loops:
        return None
    name, arguments = text_of(call.child_by_field_name("function")), argument_nodes(call)
    is_own = bool(state.outline.definitions(name)) or state.macro(name) is not None
    if name == "assert" and state.macro("NDEBUG") is not None:
        return None
    return arguments[0] if name in _STATING and len(arguments) == 1 and not is_own else None


def _ends_there(state: State, node: Node | None) -> bool:
    """Whether a branch before the loops of a function always ends in a call that does not come back."""
    if node is None or state.loops:
        return False
    inside = [child for child in node.named_children if child.type != "comment"]
    call = _call_of(inside[-1] if node.type == "compound_statement" and inside else node)
    if call is None:
        return False
    name = text_of(call.child_by_field_name("function")).removeprefix("std::")
    is_own = bool(state.outline.definitions(name)) or state.macro(name) is not None or state.lookup(name) is not None
    return not is_own and (effect_of(name).ends or name == "__builtin_unreachable")


def _call_of(node: Node) -> Node | None:
    """The call that is a whole statement."""
    inside = node.named_children if node.type == "expression_statement" else []
    return inside[0] if len(inside) == 1 and inside[0].type == "call_expression" else None


def _expression(state: State, node: Node) -> None:
    if any(child.is_missing for child in node.children) and not node.named_children:
        # An empty statement that nobody wrote: the body of a loop or branch is somewhere else.
        state.effect("opaque", "a statement that the parser lost", node)
    call = _call_of(node)
    if call is not None and any(child.is_missing for child in node.children) and not _is_whole_macro(state, call):
        state.effect("macro", text_of(call.child_by_field_name("function")), node)
    for child in node.named_children:
        if child.type == "identifier" and _does_what_is_not_read(state, text_of(child)):
            # A lone word is a macro: no other statement of one name does anything.
            state.effect("macro", text_of(child), child)
        elif child.type == "assignment_expression" and _reference_to_array(state, child):
            continue
        elif child.type != "comment":
            value_of(state, child)


def _reference_to_array(state: State, node: Node) -> bool:
    """`int (&r)[8] = a;` is a declaration, which the parser takes for an assignment to an element of `int(&r)`. Whether it is one;
    then the name is bound."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    rows = 0
    while left is not None and left.type == "subscript_expression":
        left, rows = left.child_by_field_name("argument"), rows + 1
    made = left.child_by_field_name("function") if left is not None and left.type == "call_expression" else None
    inside = argument_nodes(left) if left is not None and made is not None else []
    if not rows or made is None or len(inside) != 1 or inside[0].type != "pointer_expression":
        return False
    name = inside[0].child_by_field_name("argument")
    known = state.declarations.names.get(text_of(made))
    if name is None or not (made.type == "primitive_type" or (known is not None and known.kind == "type")):
        return False
    layers = (inside[0].children[0].type, *("[]",) * rows)
    kind = state.types.expanded(Type(text_of(made), layers, (None,) * len(layers)))
    if left is not None:
        covered(state, left)
    if layers[0] == "&":
        _bind_reference(state, text_of(name), kind, right)
        return True
    value = value_of(state, right) if right is not None else NOTHING
    binding = state.declare(text_of(name), "local", kind)
    write(state, Spot(Place(binding.root), kind, binding.root), value, name)
    return True


def _is_whole_macro(state: State, call: Node) -> bool:
    """Whether a call without its semicolon is a macro that ends a statement: what follows is no body of its own."""
    macro = state.macro(text_of(call.child_by_field_name("function")))
    return macro is not None and (macro.value or "").rstrip().endswith((";", "}"))


def _lone_word(state: State, node: Node) -> None:
    """`WORD` at the end of a block looks like a type: a macro that brings its own semicolon, if it stands for anything."""
    macro = state.macro(text_of(node))
    if (macro is not None and (macro.value or "").strip()) or _does_what_is_not_read(state, text_of(node)):
        state.effect("macro", text_of(node), node)


def _included(state: State, node: Node) -> None:
    state.effect("opaque", f"what {text_of(node.child_by_field_name('path'))} brings here is not followed", node)


def _does_what_is_not_read(state: State, name: str) -> bool:
    """Whether a word is a macro of a header, or one of several statements."""
    macro = state.macro(name)
    if state.lookup(name) is not None or (macro is None and name in state.declarations.names):
        return False
    return macro is None or ";" in (macro.value or "") or macro_jumps(state.macro, macro)


def _declaration(state: State, node: Node) -> None:
    kind_node = node.child_by_field_name("type")
    if kind_node is not None and kind_node.type == "enum_specifier":
        _enumeration(state, kind_node)
    if node.has_error and any(child.is_error for child in descendants(node)):
        state.effect("opaque", "code that cannot be parsed", node)
    if kind_node is not None and kind_node.type == "macro_type_specifier":
        expressions.deny_what_a_type_does(state, kind_node)
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


def _declare(state: State, node: Node, said: Declarator, inner: Node, value_node: Node | None) -> None:
    """One name of a declaration."""
    if said.bound:
        state.deny(inner)
        if value_node is not None:
            value_of(state, value_node)
            objects.seen_by(state, value_node)
        state.bind_unknown(said.bound)
        return
    name, type = said.name, state.types.expanded(type_of_declarator(said, node))
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
        _bind_reference(state, name, type, value_node)
        return
    if type.base == "auto" and not type.layers and value_node is not None:
        type = made_by(value_node) or type
    if value_node is not None and value_node.type == "lambda_expression":
        _bind_closure(state, name, type, value_node)
        return
    if _is_object(state, type):
        _make_object(state, name, type, inner, value_node, node)
        return
    if type.static and type.const and type.is_scalar and is_initialised_before(state, value_node):
        type = type._replace(static=False)  # one constant is as good as another
    if type.static:
        _declare_static(state, name, type, extents, inner, value_node)
        return
    value = value_of(state, value_node) if value_node is not None else NOTHING
    for kind in (value.kind, *_kinds_of(state, value_node if said.is_function else None)):
        operators.converts(state, kind, node)
    if type.base == "auto" and not type.layers:
        if not operators.untold(type, value.kind, value_node, state.outline.source.language):
            type = value.kind._replace(restrict=False, static=type.static, const=type.const)
    if type.base == "auto" and not type.layers and value_node is not None and objects.refers(value_node):
        type = type._replace(base="reference_wrapper<auto>")
    if type.base == UNTOLD and not type.layers and value.pointer is not None:
        type = value.kind._replace(restrict=False, static=type.static)  # `typeof(p) q = p`: a pointer loses nothing
    if type.volatile:
        state.effect("volatile", name, node)
    operators.made(state, type, node)
    first = node.child_by_field_name("declarator")  # specifiers stand before it
    if any(text_of(child) == "extern" for child in takewhile(lambda child: child != first, node.children)):
        _declare_extern(state, name, type, extents)
        return
    known = len(state.roots)
    binding = state.declare(name, "local", type, inner)
    if len(state.roots) == known:  # a static one that was met before
        return
    if type.restrict and said.node is not None and is_reached_alone(said.node, type, state.declarations):
        state.reached_alone.add(binding.root)
    state.roots[binding.root] = replace(state.roots[binding.root], extents=extents)
    _note_initial(state, binding, value_node)
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


def _is_no_declaration(state: State, name: str, type: Type, value: Node | None) -> bool:
    """Whether what looks like a declaration stores something: `__real__ a[i] = x` sets an element, as arrays are not initialised
    with expressions, and with `WORD x = 1` it depends on what the word is where ``x`` is there already."""
    if type.is_array and value is not None and value.type not in _OF_ARRAYS:
        return not type.base.startswith("char") and type.base != "auto"
    return value is not None and not type.layers and state.types.is_unheard_of(type.base) and _is_variable(state, name)


def _enumeration(state: State, node: Node) -> None:
    """Enumerators of a function hide those of the file."""
    for constant in read(node, span_of(node)):
        if constant.kind == "constant" and not constant.owner:
            binding = state.declare(constant.name, "local", Type("int"))
            value = declared_constant(state, constant)
            state.values[binding.root] = value if value is not None else state.unknown(constant.name, Type("int"))


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


def _note_initial(state: State, binding: Binding, value: Node | None) -> None:
    """Keep what a variable begins with that may hold addresses of functions, or elements that never change."""
    if value is not None and (binding.type.layers or state.types.classes.of(binding.type.base) is not None):
        state.initials[binding.root] = text_of(value)
        state.begin(binding.root, text_of(value))


def _declare_extern(state: State, name: str, type: Type, extents: tuple[Linear | None, ...]) -> None:
    """`extern int n;` in a function is the variable at file level."""
    declaration = state.declarations.names.get(name)
    if declaration is not None and declaration.kind == "variable":
        state.scopes[-1][name] = state.file_variable(declaration)
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
    objects.begun(state, binding, node, value_node, arguments or [])
    target = Spot(Place(binding.root), type)
    if arguments is None or not construct(state, target, known, arguments, node):
        if value_node is not None:
            value_of(state, value_node)
        operators.made(state, type, node)
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
    if type.static and text != "[]":
        state.effect("state", name, node)  # what it captures is what the first one had
        return
    head = text_of(node).partition("{")[0]
    by_value = text not in ("[]", "[&]") and not all(part.startswith("&") for part in text[1:-1].split(","))
    heads = (parameter.child_by_field_name("declarator") for parameter in parameter_nodes(node))
    own = {
        read_declarator(head).name for head in heads if head is not None
    }  # what the loops around call `i` is another
    words = {text_of(child) for child in descendants(node) if child.type == "identifier"} - own
    is_changed = by_value and (words & state.assigned or "this" in text)
    is_known = (
        text != "[]" or not words & state.assigned or all(state.lookup(w) is None for w in words & state.assigned)
    )
    if "mutable" in head or "=" in text.replace("[=", "") or is_changed or not is_known:
        state.not_followed.add(binding.root)
        return
    state.closures[binding.root] = Closure(node, tuple(state.scopes))
    covered(state, node)  # it is read where it is called


def _bind_reference(state: State, name: str, type: Type, value_node: Node | None) -> None:
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
    kind = spot.kind if inner.base == "auto" and not inner.layers else inner
    state.scopes[-1][name] = Binding(spot.register or spot.place.root, kind, spot.place)


def _if(state: State, node: Node) -> None:
    found = conditional_extreme(node)
    if found is not None:
        expressions.accumulate(state, node, found.target, found.operator, found.others)
        return
    condition, consequence = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
    alternative = _inside_else(node.child_by_field_name("alternative"))
    if condition is None or consequence is None:
        state.deny(node)
        return
    with state.scope():
        initializer = condition.child_by_field_name("initializer")
        if initializer is not None:
            statement(state, initializer)
        declaration = condition.named_children[-1] if condition.named_children else None
        if declaration is not None and declaration.type == "declaration":
            holds = fails = _declared_truth(state, declaration)
        else:
            holds, fails = condition_of(state, condition)
        before = dict(state.values)
        then, other = Block(), Block()
        with state.guarded(holds), state.within(then):
            statement(state, consequence)
        after_then, state.values = state.values, dict(before)
        if alternative is not None:
            with state.guarded(fails), state.within(other):
                statement(state, alternative)
        state.merge(after_then, state.values, (holds, fails))
        state.branch((then, other), True)


def _declared_truth(state: State, declaration: Node) -> Guard:
    """`if (auto h = find(k))`: the variable is declared, and asked whether it is true."""
    statement(state, declaration)
    for said, _, _ in declared(declaration):
        if said.node is None:
            state.deny(declaration)
            continue
        operators.converts(state, value_of(state, said.node).kind, declaration)
    return Guard(None)


def _switch(state: State, node: Node) -> None:
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    if condition is not None:
        value = value_of(state, condition)
        operators.converts(state, value.kind, condition)
    before = dict(state.values)
    outcomes = [before]
    for case in body.named_children if body is not None else []:
        block = Block()
        if case.type not in ("case_statement", "comment"):
            state.deny(case)
        fallen, state.values = state.values, dict(before)
        state.merge(fallen, state.values)  # the case before may have fallen through
        with state.guarded(Guard(None)), state.within(block), state.scope():
            if case.type == "case_statement":
                children = [child for child in case.named_children if child != case.child_by_field_name("value")]
                _sequence(state, [child for child in children if child.type != "break_statement"])
            else:
                statement(state, case)
        state.branch((block,), False)
        outcomes.append(state.values)
    for outcome in outcomes:
        state.merge(state.values, outcome)


def _return(state: State, node: Node) -> None:
    value = NOTHING
    for child in node.named_children:
        if child.type != "comment":
            value = value_of(state, child)
    if state.calls:
        state.calls[-1].returned.append(value)


def _opaque(state: State, node: Node) -> None:
    state.effect("opaque", node.type.replace("_", " "), node)


def _try(state: State, node: Node) -> None:
    thrown = "an exception that is caught may leave any statement"
    state.effect("opaque", thrown, node)
    for child in node.named_children:
        if child.type == "comment":
            continue
        block = Block()
        body = child.child_by_field_name("body") if child.type == "catch_clause" else child
        with state.guarded(Guard(None)), state.within(block), state.scope():
            statement(state, body if body is not None else child)
            if child.type != "catch_clause":
                state.effect("handler", thrown, child)
        state.branch((block,), False)


def _labeled(state: State, node: Node) -> None:
    """A `goto` may come here from where other values hold."""
    state.effect("label", text_of(node.child_by_field_name("label")), node)
    state.forget(frozenset(name for scope in state.scopes for name in scope))
    for child in node.named_children:
        if child != node.child_by_field_name("label"):
            statement(state, child)


def _children(state: State, node: Node) -> None:
    for child in node.named_children:
        if child.type not in ("attribute_declaration", "init_statement", "ms_based_modifier"):
            statement(state, child)


def _inside_else(node: Node | None) -> Node | None:
    if node is not None and node.type == "else_clause":
        return next((child for child in node.named_children if child.type != "comment"), None)
    return node


def _nested_function(state: State, node: Node) -> None:
    """A function inside a function (GNU C) sees the variables around it; its calls are not followed."""
    objects.seen_by(state, node)


def _preprocessor_branch(state: State, node: Node) -> None:
    """`#if` inside a function: either side may be what is compiled."""
    before = dict(state.values)
    block = Block()
    names = [
        node.child_by_field_name("condition"),
        node.child_by_field_name("name"),
        node.child_by_field_name("alternative"),
    ]
    with state.guarded(Guard(None)), state.within(block):
        _sequence(state, [child for child in node.named_children if child not in names])
    state.branch((block,), False)
    state.merge(before, state.values)
    alternative = node.child_by_field_name("alternative")
    if alternative is not None:
        _preprocessor_branch(state, alternative)


def _using(state: State, node: Node) -> None:
    """`using N::t;` in a function makes a name that of a variable somewhere else."""
    words = names_in(text_of(node))
    if "namespace" not in words and state.lookup(words[-1]) is not None:
        state.scopes[-1][words[-1]] = Binding(root := state.unknown_root(words[-1], Type("")), Type(""), Place(root))


def _ignored(state: State, node: Node) -> None:
    return


def _for(state: State, node: Node) -> None:
    with state.scope():
        counted_loop(state, node)


def _for_range(state: State, node: Node) -> None:
    with state.scope():
        range_loop(state, node)


def _while(state: State, node: Node) -> None:
    uncounted_loop(state, node)


STATEMENTS: dict[str, Callable[[State, Node], None]] = {
    "compound_statement": _compound,
    "expression_statement": _expression,
    "declaration": _declaration,
    "if_statement": _if,
    "for_statement": _for,
    "for_range_loop": _for_range,
    "while_statement": _while,
    "do_statement": _while,
    "switch_statement": _switch,
    "return_statement": _return,
    "goto_statement": _opaque,
    "asm_statement": _opaque,
    "gnu_asm_expression": _opaque,
    "throw_statement": _opaque,
    "co_await_expression": _opaque,
    "try_statement": _try,
    "labeled_statement": _labeled,
    "attributed_statement": _children,
    "init_statement": _children,
    "linkage_specification": _children,
    "declaration_list": _children,
    "else_clause": _children,
    "preproc_elifdef": _preprocessor_branch,
    "function_definition": _nested_function,
    "class_specifier": _ignored,
    "union_specifier": _ignored,
    "enum_specifier": _enumeration,
    "template_declaration": _ignored,
    "namespace_alias_definition": _ignored,
    "empty_declaration": _ignored,
    "attribute_declaration": _ignored,
    "type_identifier": _lone_word,
    "primitive_type": _ignored,
    "preproc_arg": _ignored,
    "preproc_if": _preprocessor_branch,
    "preproc_ifdef": _preprocessor_branch,
    "preproc_else": _preprocessor_branch,
    "preproc_elif": _preprocessor_branch,
    "preproc_def": _ignored,
    "preproc_function_def": _ignored,
    "preproc_call": _ignored,
    "preproc_include": _included,
    "comment": _ignored,
    "type_definition": _ignored,
    "struct_specifier": _ignored,
    "using_declaration": _using,
    "alias_declaration": _ignored,
    "static_assert_declaration": _ignored,
    "break_statement": _ignored,
    "continue_statement": _ignored,
    "statement_identifier": _ignored,
}

HANDLERS = Handlers(expressions.VALUES, SPOTS, STATEMENTS)


def _is_construction(state: State, said: Declarator) -> bool:
    """`T x(a * b)` looks like a function with a parameter `a *b`, `T x(f(a[i]))` like one with a function for a parameter; where a name
    in it is of no type, it is none."""
    named = [text_of(node) for node in subtree(said.parameters) if node.type == "type_identifier"]
    return any(_is_variable(state, name) or state.types.is_unheard_of(name) for name in named)


def _is_variable(state: State, name: str) -> bool:
    declared = state.declarations.names.get(name)
    return state.lookup(name) is not None or (declared is not None and declared.kind == "variable")
