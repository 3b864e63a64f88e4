"""Statements: blocks, branches and loops of a function become a program of accesses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tree_sitter import Node

from loopwright.dependence.model.program import Block, Program, Root
from loopwright.dependence.model.values import NOTHING, Guard, Index, Place
from loopwright.dependence.walk import expressions, objects, operators, spots
from loopwright.dependence.walk.assigned import assigned_names
from loopwright.dependence.walk.atomics import clause_of_atomic, conditional_atomic, protected_place
from loopwright.dependence.walk.callees import argument_nodes, hiding_parameters
from loopwright.dependence.walk.conditions import condition_of
from loopwright.dependence.walk.constants import constant_of
from loopwright.dependence.walk.declarations import declaration, enumeration
from loopwright.dependence.walk.dispatch import ordered, statement, value_of
from loopwright.dependence.walk.given_away import Gift
from loopwright.dependence.walk.lambda_bodies import holds_what_is_there, read_body, statement_of
from loopwright.dependence.walk.loop_bodies import kept_from_before
from loopwright.dependence.walk.loops import counted_loop, uncounted_loop
from loopwright.dependence.walk.lvalues import SPOTS
from loopwright.dependence.walk.methods import open_object
from loopwright.dependence.walk.misread import declared_instead
from loopwright.dependence.walk.names import Binding, Scope
from loopwright.dependence.walk.own_names import is_own
from loopwright.dependence.walk.passing import opened
from loopwright.dependence.walk.range_loops import range_loop
from loopwright.dependence.walk.spots import bind_parameter
from loopwright.dependence.walk.state import Handlers, State, TooMuch
from loopwright.dependence.walk.steady import Cell
from loopwright.dependence.walk.unread import names_of, swept
from loopwright.dependence.walk.updates import conditional_extreme
from loopwright.lang.addressed import addressed_in
from loopwright.lang.declarations import span_of, types_named
from loopwright.lang.declarators import declared, parameter_nodes, read_declarator, read_type
from loopwright.lang.effects import effect_of
from loopwright.lang.entries import brings_label, is_entered
from loopwright.lang.forward_jumps import is_only_passed_to, led_to
from loopwright.lang.jumps import macro_jumps, may_jump
from loopwright.lang.macro_locals import declared_by_macro
from loopwright.lang.misread import expressions_with_templates
from loopwright.lang.read_names import ReadNames
from loopwright.lang.scopes import Scopes
from loopwright.lang.statements import Case, cases_of
from loopwright.lang.types import Type
from loopwright.lang.types_given import numbers_given
from loopwright.source.linear import Linear
from loopwright.source.listing import Listing, listing_of
from loopwright.source.nodes import bare, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

_CONDITIONALS = frozenset(("preproc_if", "preproc_ifdef"))
_STATING = frozenset(("assert", "__builtin_assume", "__assume"))
_JUMPS = frozenset(("continue_statement", "break_statement", "return_statement", "throw_statement", "goto_statement"))


_MOST_WALKS = 4


def program_of(
    outline: Outline,
    function: Node,
    declarations: Scopes,
    named: frozenset[str] = frozenset(),
    made: Node | None = None,
) -> Program:
    """The program of one function, in which ``named`` constants are symbols, with the loops in the body of the lambda that is ``made`` there.
    Raises :class:`~loopwright.dependence.walk.state.TooMuch` for one that is too large."""
    unsteady, given = frozenset[Cell](), frozenset[Gift]()
    for _ in range(_MOST_WALKS):
        program, contradicted, missed = _walked(outline, function, declarations, named, unsteady, given, made)
        if not contradicted and not missed:
            return program
        unsteady, given = unsteady | contradicted, given | missed
    raise TooMuch


def _walked(
    outline: Outline,
    function: Node,
    declarations: Scopes,
    named: frozenset[str],
    unsteady: frozenset[Cell],
    given: frozenset[Gift],
    made: Node | None,
) -> tuple[Program, frozenset[Cell], frozenset[Gift]]:
    """The program of one function, the memory of which it turned out that it does not hold one value where it was taken to, and what loops
    turned out to give away."""
    state = State(
        outline,
        declarations,
        HANDLERS,
        addressed_in(outline, function),
        assigned_names(outline, function),
        named,
        unsteady,
        given,
        dict(numbers_given(outline, span_of(function))),
    )
    state.function = function
    state.made = (statement_of(made), made) if made is not None else None
    state.bind_unknown(declarations.hidden_by_macros)
    state.names = ReadNames(listing=listing_of(outline, function))
    state.templates = expressions_with_templates(function, outline.source.language)
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
            state.scopes.append(Scope())
        for parameter in (*hiding_parameters(state, function), *parameter_nodes(function)):
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
    return state.program(body), state.steady.contradicted(), state.given_away.contradicted()


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
        by_macro = brings_label(node, state.labelling)
        if by_macro:
            state.forget(frozenset(name for scope in state.scopes for name in scope))
        is_plain = partial(is_only_passed_to, state.outline)
        if state.is_guarded and (by_macro or is_entered(node, state.names.listing, is_plain)):
            with state.entered():
                _sequence(state, nodes[position:])
            return
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
        end = _end_of_jump(state, nodes, position)
        passed_over = nodes[position + 1 : end]
        if node.type == "if_statement" and (_always_jumps(consequence) or _ends_there(state, consequence)):
            if node.child_by_field_name("alternative") is None:
                _guarded_rest(state, node, passed_over)
                _behind_jump(state, nodes, position, end)
                return
        made = state.made[1] if state.made is not None and state.made[0] == node and state.here is None else None
        is_readable = made is not None and holds_what_is_there(state, made)
        statement(state, node)
        state.protected = around
        if made is not None and is_readable:
            read_body(state, made)
        if may_jump(node, partial(_stays_before, state, node.end_byte)):
            _perhaps(state, passed_over)
            _behind_jump(state, nodes, position, end)
            return


def _perhaps(state: State, nodes: list[Node]) -> None:
    """What follows a jump runs only where the jump was not taken."""
    rest = Block()
    with state.guarded(Guard(None)), state.within(rest):
        _sequence(state, nodes)
    state.branch((rest,), False)


def _end_of_jump(state: State, nodes: list[Node], position: int) -> int:
    """Where the statements go on that a jump out of one of them leads to: at a label among them, or nowhere."""
    listing = state.names.listing
    if listing is not None and "goto_statement" not in listing.places:
        return len(nodes)
    for goto in (listing or Listing(nodes[position])).below(nodes[position]).of(("goto_statement",)):
        label = led_to(state.outline, goto)
        if label in nodes[position + 1 :]:
            return nodes.index(label, position + 1)
    return len(nodes)


def _behind_jump(state: State, nodes: list[Node], position: int, end: int) -> None:
    """The statements from a label on, to which one before led: what was passed over may have been assigned."""
    if end == len(nodes):
        return
    ways = nodes[position:end]
    state.forget(frozenset().union(*(assigned_names(state.outline, node, state.stores) for node in ways)))
    stays = partial(_stays_before, state, nodes[end].start_byte + 1)
    if any(may_jump(node, stays) for node in ways):
        _perhaps(state, nodes[end:])
    else:
        _sequence(state, nodes[end:])


def _stays_before(state: State, end: int, goto: Node) -> bool:
    """Whether a jump leads to a label that begins before a place behind it."""
    label = led_to(state.outline, goto)
    return label is not None and label.start_byte < end


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
    if name == "assert" and state.macro("NDEBUG") is not None:
        return None
    return arguments[0] if name in _STATING and len(arguments) == 1 and not is_own(state, name) else None


def _ends_there(state: State, node: Node | None) -> bool:
    """Whether a branch before the loops of a function always ends in a call that does not come back."""
    if node is None or state.loops:
        return False
    inside = [child for child in node.named_children if child.type != "comment"]
    call = _call_of(inside[-1] if node.type == "compound_statement" and inside else node)
    if call is None:
        return False
    name = text_of(call.child_by_field_name("function")).removeprefix("std::")
    return (effect_of(name).ends or name == "__builtin_unreachable") and not is_own(state, name)


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
        elif child.type != "comment" and not declared_instead(state, child):
            value_of(state, child)
    state.bind_unknown(declared_by_macro(state.declarations.macros, node))


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


def _if(state: State, node: Node) -> None:
    found = conditional_extreme(node)
    if found is not None:
        expressions.accumulate(state, node, found)
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
    cases, outside = cases_of(body) if body is not None else ((), ())
    parts: list[Case | Node] = [*cases, *outside]
    for part in parts:
        block = Block()
        if not isinstance(part, Case):
            state.deny(part)
        fallen, state.values = state.values, dict(before)
        state.merge(fallen, state.values)  # the case before may have fallen through
        with state.guarded(Guard(None)), state.within(block), state.scope():
            if isinstance(part, Case):
                _sequence(state, [child for child in part.statements if child.type != "break_statement"])
            else:
                statement(state, part)
        state.branch((block,), False)
        outcomes.append(state.values)
    for outcome in outcomes:
        state.merge(state.values, outcome)


def _return(state: State, node: Node) -> None:
    value = NOTHING
    for child in node.named_children:
        if child.type != "comment":
            value = value_of(state, child)
            _give_away(state, child)
    if state.calls:
        state.calls[-1].returned.append(value)


def _give_away(state: State, node: Node) -> None:
    """`return v;`: the caller's container gets the elements of one that ends here."""
    binding = state.lookup(text_of(bare(node))) if state.calls else None
    if binding is not None and binding.place is None and binding.type.sequence:
        state.hand_over(binding.root)


def _opaque(state: State, node: Node) -> None:
    state.effect("opaque", node.type.replace("_", " "), node)


def _throw(state: State, node: Node) -> None:
    state.effect("jump", "throw", node)  # what it does besides is done where nothing here follows


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


def _goto(state: State, node: Node) -> None:
    """A jump over statements of its block is their condition (:func:`_sequence`)."""
    if led_to(state.outline, node) is None:
        _opaque(state, node)


def _labeled(state: State, node: Node) -> None:
    """A `goto` may come here from where other values hold."""
    if is_only_passed_to(state.outline, node):
        for child in node.named_children:
            if child != node.child_by_field_name("label"):
                statement(state, child)
        return
    state.effect("label", text_of(node.child_by_field_name("label")), node)
    state.forget(frozenset(name for scope in state.scopes for name in scope))
    with state.entered():
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


def _typedef(state: State, node: Node) -> None:
    """The sizes in a type are worked out where the type is named (C11 6.7.8p3): `typedef char Text[n++];`."""
    for declarator in node.children_by_field_name("declarator"):
        for size in read_declarator(declarator).sizes:
            if size is not None:
                value_of(state, size)
    _name_types(state, node)


def _name_types(state: State, node: Node) -> None:
    """Names for types that have no sizes in words of variables: those would be what they are at this place."""
    kind = node.child_by_field_name("type")
    if kind is not None and kind.child_by_field_name("body") is not None:
        return
    for said in types_named(node, span_of(node)):
        is_fixed = all(size is None or size.isdecimal() for size in said.type.extents)
        if is_fixed and said.type.base not in ("", said.name):
            state.scopes[-1].types[said.name] = state.expanded(said.type)


def _ignored(state: State, node: Node) -> None:
    return


def _for(state: State, node: Node) -> None:
    with state.scope(), kept_from_before(state, node):
        counted_loop(state, node)


def _for_range(state: State, node: Node) -> None:
    with state.scope(), kept_from_before(state, node):
        range_loop(state, node)


def _while(state: State, node: Node) -> None:
    with kept_from_before(state, node):
        uncounted_loop(state, node)


STATEMENTS: dict[str, Callable[[State, Node], None]] = {
    "compound_statement": _compound,
    "expression_statement": _expression,
    "declaration": declaration,
    "if_statement": _if,
    "for_statement": _for,
    "for_range_loop": _for_range,
    "while_statement": _while,
    "do_statement": _while,
    "switch_statement": _switch,
    "return_statement": _return,
    "goto_statement": _goto,
    "asm_statement": _opaque,
    "gnu_asm_expression": _opaque,
    "throw_statement": _throw,
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
    "enum_specifier": enumeration,
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
    "type_definition": _typedef,
    "struct_specifier": _ignored,
    "using_declaration": _using,
    "alias_declaration": _name_types,
    "static_assert_declaration": _ignored,
    "break_statement": _ignored,
    "continue_statement": _ignored,
    "statement_identifier": _ignored,
}

HANDLERS = Handlers(expressions.VALUES, SPOTS, STATEMENTS)
