"""LW4xx: what follows a directive, the form of its loops, and where it may stand (OpenACC 3.4, 2.5.4, 2.9–2.15)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.declarations import read
from loopwright.lang.declarators import declared as declarators_of
from loopwright.openacc.constructs import (
    COMPUTE,
    Construct,
    Unit,
    body_of,
    function_name,
    is_open_before,
    routine_name,
)
from loopwright.openacc.elsewhere import Elsewhere
from loopwright.openacc.findings import Related
from loopwright.openacc.parser import ClauseNode, Problem
from loopwright.openacc.types import evaluate
from loopwright.source.headers import read_header
from loopwright.source.text import Span, number_of

_LOOPS = ("for_statement", "for_range_loop")
_ANY_LOOP = (*_LOOPS, "while_statement", "do_statement")
_LEVELS = ("gang", "worker", "vector")
_HOST_ONLY = frozenset(
    ("data", "enter data", "exit data", "host_data", "update", "wait", "init", "shutdown", "set", *COMPUTE)
)
_RELATIONS = frozenset(("<", "<=", ">", ">=", "!=", "=="))
_BREAKABLE = frozenset(("for_statement", "for_range_loop", "while_statement", "do_statement", "switch_statement"))
_FUNCTIONS = frozenset(("lambda_expression", "function_definition"))
_KINDS = {"floating": "a floating-point number", "struct": "a struct"}


def shape_problems(unit: Unit, construct: Construct, elsewhere: Elsewhere) -> Iterator[Problem]:
    """Everything about the place of one directive and the statement after it. ``elsewhere`` says whether a header may
    know a function, and with it a `routine` directive."""
    spec = construct.node.spec
    if spec is None:
        return
    if construct.function is None and spec.context == "statement":
        if not unit.is_fragment and not _in_macro_or_error(unit, construct):
            yield Problem("LW426", construct.node.name_span, {"directive": spec.name})
        return
    yield from _follows(unit, construct)
    if spec.follows == "loop" and construct.statement is not None and construct.statement.type in _LOOPS:
        yield from _loops(unit, construct)
    yield from _nesting(unit, construct, elsewhere)
    if construct.name in COMPUTE and construct.statement is not None:
        yield from _jumps(unit, construct)
    if construct.name == "atomic" and construct.statement is not None:
        yield from _atomic(unit, construct)
    if construct.name == "routine":
        yield from _routine(unit, construct)
    if (construct.name == "update" and construct.statement is not None) or construct.name == "update":
        yield from _update_as_body(unit, construct)


def _in_macro_or_error(unit: Unit, construct: Construct) -> bool:
    """Where the parser lost its way nothing is said about functions."""
    node = unit.source.tree.root_node.descendant_for_byte_range(construct.node.span.start, construct.node.span.start)
    while node is not None:
        if node.type in ("ERROR", "preproc_def", "preproc_function_def") or node.is_error:
            return True
        node = node.parent
    root = unit.source.tree.root_node
    return root.has_error


def _follows(unit: Unit, construct: Construct) -> Iterator[Problem]:
    spec = construct.node.spec
    assert spec is not None
    statement = construct.statement
    values = {"directive": spec.name, "section": spec.section}
    if unit.follows_in_another_branch(construct):
        return
    if spec.follows == "loop":
        if statement is None or statement.type not in _LOOPS:
            if statement is not None and _may_hide_loop(unit, statement):
                return
            yield Problem("LW401", construct.node.name_span, values)
    elif spec.follows in ("block", "statement") and (statement is None or statement.type == "declaration"):
        if statement is not None and (statement.has_error or unit.source.language != "c"):
            return  # a call of a macro or a constructor may look like a declaration
        yield Problem("LW402", construct.node.name_span, values)


def _may_hide_loop(unit: Unit, statement: Node) -> bool:
    """A macro call, a label or broken code may be a loop after all."""
    if statement.type in ("ERROR", "preproc_if", "preproc_ifdef", "preproc_call") or statement.has_error:
        return True
    first = re.match(rb"[A-Za-z_]\w*", unit.data[statement.start_byte : statement.start_byte + 100])
    if first is not None and (first[0].isupper() or first[0].decode() in unit.declarations.macros):
        return True
    if statement.type == "expression_statement":
        call = statement.named_children[0] if statement.named_children else None
        if call is not None and call.type in ("call_expression", "identifier"):
            name = unit.text(call).split("(")[0].strip()
            return name.isupper() or name in unit.declarations.macros
    return False


# --- the form of loops


def _loops(unit: Unit, construct: Construct) -> Iterator[Problem]:
    clause, count = _nest(unit, construct)
    loop: Node | None = construct.statement
    force = clause is not None and clause.argument is not None and any(t.text == "force" for t in clause.argument.lead)
    sequential = construct.node.clause("seq") is not None
    outer: list[str] = []
    for level in range(count):
        assert loop is not None
        if not sequential:
            yield from _form(unit, loop)
        if level and clause is not None:
            yield from _triangle(unit, clause, loop, outer)
        header = read_header(loop)
        if header.variable:
            outer.append(header.variable)
        if level + 1 == count:
            break
        assert clause is not None
        inner, problems = _next_loop(unit, construct, clause, loop, count, level + 1, force)
        yield from problems
        if inner is None:
            break
        loop = inner


def _nest(unit: Unit, construct: Construct) -> tuple[ClauseNode | None, int]:
    """The clause that makes several loops one, and how many."""
    best: tuple[ClauseNode | None, int] = (None, 1)
    for clause in construct.node.all("collapse", "tile"):
        if clause.name == "tile":
            count = len(clause.items)
        else:
            item = clause.items[0] if clause.items else None
            value = evaluate(item.tokens, unit.declarations, item.span.start).value if item and item.tokens else None
            count = value if value is not None and value > 0 else 1
        if count > best[1]:
            best = clause, min(count, 64)
    return best


def _next_loop(
    unit: Unit, construct: Construct, clause: ClauseNode, loop: Node, count: int, level: int, force: bool
) -> tuple[Node | None, list[Problem]]:
    """The loop inside ``loop``, and what stands in the way."""
    values = {"clause": clause.name if clause.argument is None else unit.text(clause.span), "count": count}
    body = body_of(loop)
    between = _directive_between(unit, construct, loop)
    related = (Related(clause.span, f"`{clause.name}` stands here"),)
    if between is not None:
        values = {"directive": between.name, "clause": clause.name, "related": related}
        return None, [Problem("LW409", between.node.name_span, values)]
    statements = _statements(body)
    loops = [node for node in statements if node.type in _LOOPS]
    others = [node for node in statements if node.type not in _LOOPS and not _is_empty(node)]
    if any(
        node.has_error or node.type in ("ERROR", "preproc_if", "preproc_ifdef", "preproc_call") for node in statements
    ):
        return None, []
    where = Span(loop.start_byte, _header_end(loop))
    wrong = next((node for node in others if node.type in ("while_statement", "do_statement")), None)
    if wrong is not None:
        found = "a `while` or `do` loop stands inside"
    elif not loops:
        found = f"there {'is' if level == 1 else 'are'} {level}"
        if others and _may_hide_loop(unit, others[0]):
            return None, []
    elif len(loops) > 1:
        found = "two loops stand side by side"
    elif others and not force:
        found = "something else stands between them"
        where = Span(others[0].start_byte, others[0].end_byte)
        if any(_may_hide_loop(unit, node) for node in others):
            return loops[0], []
    else:
        return loops[0], []
    values.update(found=found, related=related, section=clause.spec.section)
    return None, [Problem("LW408", where, values)]


def _statements(body: Node | None) -> list[Node]:
    """Statements of a body; braces in braces are opened."""
    if body is None:
        return []
    if body.type != "compound_statement":
        return [body]
    found = [node for node in body.named_children if node.type not in ("comment", "preproc_call")]
    return _statements(found[0]) if len(found) == 1 and found[0].type == "compound_statement" else found


def _is_empty(node: Node) -> bool:
    return node.type == "expression_statement" and not node.named_children


def _directive_between(unit: Unit, construct: Construct, loop: Node) -> Construct | None:
    for other in unit.inside(construct):
        if other.parent is construct and other.node.span.start > loop.start_byte and other.name:
            body = body_of(loop)
            statement = other.statement
            if body is None or statement is None:
                continue
            if statement in _statements(body) or statement == body:
                return other
    return None


def _header_end(loop: Node) -> int:
    return next((child.end_byte for child in loop.children if child.type == ")"), loop.end_byte)


def _form(unit: Unit, loop: Node) -> Iterator[Problem]:
    if loop.type == "for_range_loop" or (loop.has_error and _header_has_error(loop)):
        return
    initializer, condition, update = (loop.child_by_field_name(f) for f in ("initializer", "condition", "update"))
    head = Span(loop.start_byte, _header_end(loop))
    variable, declared = _loop_variable(initializer)
    if variable is None:
        where = Span(initializer.start_byte, initializer.end_byte) if initializer is not None else head
        yield Problem("LW403", where)
        return
    header = read_header(loop)
    name = (variable.text or b"").decode("utf-8", "replace")
    category = _variable_category(unit, declared, name, loop)
    if category in ("floating", "struct") and not (category == "struct" and unit.source.language != "c"):
        yield Problem("LW406", Span(variable.start_byte, variable.end_byte), {"name": name, "type": _KINDS[category]})
    if not _compares(condition, name):
        where = Span(condition.start_byte, condition.end_byte) if condition is not None else head
        yield Problem("LW404", where)
    if not _advances(update, name):
        where = Span(update.start_byte, update.end_byte) if update is not None else head
        yield Problem("LW405", where)
    if header.problem is not None and "changed in the body" in header.problem and _changes(unit, loop, variable):
        yield Problem("LW407", Span(variable.start_byte, variable.end_byte), {"name": name})


def _changes(unit: Unit, loop: Node, variable: Node) -> bool:
    """Whether the body of a loop changes the loop's own variable: one of its name that the body declares is another."""
    name = _text(variable)
    body = body_of(loop)
    own = unit.declarations.lookup(name, body.start_byte) if body is not None else None
    stack = [body] if body is not None else []
    while stack:
        node = stack.pop()
        target = _updated_place(node)
        if target is not None and target.type == "identifier" and _text(target) == name:
            declaration = unit.declarations.lookup(name, target.start_byte)
            if own is None or declaration is None or declaration.span == own.span:
                return True
        stack.extend(node.named_children)
    return False


def _updated_place(node: Node) -> Node | None:
    field = {"update_expression": "argument", "assignment_expression": "left"}.get(node.type)
    return _unwrapped(node.child_by_field_name(field)) if field is not None else None


def _header_has_error(loop: Node) -> bool:
    return any(child.has_error for child in loop.children if child.type != "compound_statement")


def _loop_variable(initializer: Node | None) -> tuple[Node | None, Node | None]:
    """(name, declaration or ``None``); no name if the start is not `variable = start`."""
    if initializer is None:
        return None, None
    if initializer.type == "declaration":
        names = list(declarators_of(initializer))
        if len(names) != 1 or names[0][2] is None:
            return None, None
        node = names[0][0].node
        return (node, initializer) if node is not None and node.type == "identifier" else (None, None)
    if initializer.type == "assignment_expression":
        left = initializer.child_by_field_name("left")
        operator = initializer.child_by_field_name("operator")
        if left is not None and left.type == "identifier" and operator is not None and operator.type == "=":
            return left, None
    return None, None


def _variable_category(unit: Unit, declared: Node | None, name: str, loop: Node) -> str:
    if declared is not None:
        said = next(read(declared, Span(loop.start_byte, loop.end_byte)), None)
        return unit.declarations.category(said) if said is not None else "unknown"
    declaration = unit.declarations.lookup(name, loop.start_byte)
    return unit.declarations.category(declaration) if declaration is not None else "unknown"


def _unwrapped(node: Node | None) -> Node | None:
    while node is not None and node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_child(0)
    return node


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def _compares(condition: Node | None, name: str) -> bool:
    node = _unwrapped(condition)
    if node is None or node.type != "binary_expression":
        return False
    operator = node.child_by_field_name("operator")
    left, right = (_unwrapped(node.child_by_field_name(field)) for field in ("left", "right"))
    return operator is not None and operator.type in _RELATIONS and name in (_text(left), _text(right))


def _advances(update: Node | None, name: str) -> bool:
    node = _unwrapped(update)
    if node is None:
        return False
    if node.type == "update_expression":
        return _text(_unwrapped(node.child_by_field_name("argument"))) == name
    if node.type != "assignment_expression" or _text(_unwrapped(node.child_by_field_name("left"))) != name:
        return False
    operator = _text(node.child_by_field_name("operator"))
    if operator in ("+=", "-="):
        return True
    right = _unwrapped(node.child_by_field_name("right"))
    if operator != "=" or right is None or right.type != "binary_expression":
        return False
    sign = _text(right.child_by_field_name("operator"))
    left, other = (_text(_unwrapped(right.child_by_field_name(field))) for field in ("left", "right"))
    return (sign in ("+", "-") and left == name) or (sign == "+" and other == name)


def _triangle(unit: Unit, clause: ClauseNode, loop: Node, outer: list[str]) -> Iterator[Problem]:
    header = read_header(loop)
    bounds = f"{header.lower or ''} {header.upper or ''}"
    for name in outer:
        if re.search(rf"(?<![\w.>]){re.escape(name)}(?!\w)", bounds):
            related = (Related(clause.span, f"`{clause.name}` stands here"),)
            values = {"clause": clause.name, "name": header.variable, "outer": name, "related": related}
            yield Problem("LW410", Span(loop.start_byte, _header_end(loop)), values)
            return


# --- where a directive may stand


def _nesting(unit: Unit, construct: Construct, elsewhere: Elsewhere) -> Iterator[Problem]:
    if construct.name == "loop" or construct.name in COMPUTE:
        yield from _level_order(construct)
    if construct.name == "loop" and construct.compute is None:
        yield from _orphan(unit, construct, elsewhere)
    if construct.name in _HOST_ONLY:
        outer = construct.around(*COMPUTE)
        if outer is not None:
            related = (Related(outer.node.name_span, f"`{outer.name}` begins here"),)
            yield Problem(
                "LW427",
                construct.node.name_span,
                {"directive": construct.name, "outer": outer.name, "related": related},
            )
    if construct.name == "cache" and not _in_loop(unit, construct):
        yield Problem("LW419", construct.node.name_span)
    if construct.name in COMPUTE:
        yield from _calls(unit, construct, elsewhere)


def _levels_of(construct: Construct) -> list[ClauseNode]:
    return construct.node.all(*_LEVELS) if construct.node.clause("seq") is None else []


def _dim(clause: ClauseNode) -> int:
    for item in clause.items:
        if item.tag and item.tag.text == "dim" and (dimension := number_of(item.text)) is not None:
            return dimension
    return 1


def _level_order(construct: Construct) -> Iterator[Problem]:
    for clause in _levels_of(construct):
        parent = construct.parent
        while parent is not None:
            for other in _levels_of(parent):
                same_gang = clause.name == other.name == "gang"
                wrong = _LEVELS.index(clause.name) <= _LEVELS.index(other.name)
                if same_gang:
                    wrong = _dim(clause) >= _dim(other)
                if wrong:
                    related = (Related(other.span, f"`{other.name}` here"),)
                    yield Problem("LW411", clause.span, {"inner": clause.name, "outer": other.name, "related": related})
                    return
            if parent.name in COMPUTE:
                break
            parent = parent.parent


def _orphan(unit: Unit, construct: Construct, elsewhere: Elsewhere) -> Iterator[Problem]:
    name = function_name(construct.function)
    routine = unit.routines.get(name)
    if routine is None:
        function = construct.function
        if function is None or function.type != "function_definition" or _has_own_routine(unit, function):
            return
        if not elsewhere(name.rpartition("::")[2]):
            yield Problem("LW416", construct.node.name_span)
        return
    level = routine.node.clause("gang", "worker", "vector", "seq")
    if level is None:
        return
    order = (*_LEVELS, "seq")
    for clause in _levels_of(construct):
        if order.index(clause.name) < order.index(level.name):
            related = (Related(level.span, f"`routine {level.name}`"),)
            yield Problem("LW412", clause.span, {"inner": clause.name, "outer": level.name, "related": related})
            return


def _has_own_routine(unit: Unit, function: Node) -> bool:
    """A `routine` directive right before a function whose name macros or templates hide."""
    for other in unit.whole.routine_constructs:
        if other.pragma.governs <= function.start_byte:
            between = unit.data[other.pragma.governs : function.start_byte]
            if b";" not in between and b"}" not in between:
                return True
    return False


def _in_loop(unit: Unit, construct: Construct) -> bool:
    if construct.around("loop", "parallel loop", "serial loop", "kernels loop") is not None:
        return True
    node = unit.source.tree.root_node.descendant_for_byte_range(construct.node.span.start, construct.node.span.start)
    while node is not None and node.type not in _FUNCTIONS:
        if node.type in _ANY_LOOP:
            return True
        node = node.parent
    return False


def _calls(unit: Unit, construct: Construct, elsewhere: Elsewhere) -> Iterator[Problem]:
    """Calls on the device to functions of this file that are no routines, or of too high a level."""
    assert construct.node.spec is not None
    for call in unit.calls_in(construct.region):
        name = _text(call.child_by_field_name("function"))
        declaration = unit.declarations.file_level.get(name)
        if declaration is None or declaration.kind != "function":
            continue
        routine = unit.routines.get(name)
        where = Span(call.start_byte, call.start_byte + len(name.encode()))
        if routine is None:
            if not _is_inlined(unit, declaration.span) and not elsewhere(name):
                related = (Related(declaration.span, f"`{name}` is declared here"),)
                yield Problem("LW414", where, {"name": name, "related": related})
            continue
        level = routine.node.clause(*_LEVELS)
        around = _innermost_level(unit, construct, call.start_byte)
        if level is not None and around is not None and _LEVELS.index(level.name) <= _LEVELS.index(around.name):
            both = (Related(level.span, f"`routine {level.name}`"), Related(around.span, f"`{around.name}` here"))
            yield Problem("LW413", where, {"name": name, "inner": level.name, "outer": around.name, "related": both})


def _is_inlined(unit: Unit, span: Span) -> bool:
    """A device function of CUDA or one that compilers always inline."""
    head = unit.data[span.start : min(span.end, span.start + 200)]
    return b"__device__" in head or b"always_inline" in head or b"constexpr" in head


def _innermost_level(unit: Unit, construct: Construct, offset: int) -> ClauseNode | None:
    deepest: ClauseNode | None = None
    for other in (construct, *unit.inside(construct)):
        if other.region.start <= offset < other.region.end:
            for clause in _levels_of(other):
                if deepest is None or _LEVELS.index(clause.name) > _LEVELS.index(deepest.name):
                    deepest = clause
    return deepest


def _jumps(unit: Unit, construct: Construct) -> Iterator[Problem]:
    """`return`, `break`, `goto` and `throw` that leave the region."""
    statement = construct.statement
    assert statement is not None
    data = unit.data[construct.region.start : construct.region.end]
    if not re.search(rb"\b(?:return|break|goto|continue|co_return)\b", data):
        return
    stack: list[tuple[Node, bool, bool]] = [(statement, False, False)]
    end = construct.region.end
    following = statement.next_named_sibling
    while following is not None and following.start_byte < end:
        stack.append((following, False, False))
        following = following.next_named_sibling
    loop = construct.node.spec is not None and construct.node.spec.follows == "loop"
    while stack:
        node, breakable, in_loop = stack.pop()
        if node.type in _FUNCTIONS:
            continue
        word = None
        if node.type == "return_statement":
            word = "return"
        elif node.type == "break_statement" and not breakable:
            word = "break"
        elif node.type == "continue_statement" and not in_loop and not loop:
            word = "continue"
        elif node.type == "goto_statement" and not _label_inside(unit, node, construct.region):
            word = "goto"
        if word is not None:
            related = (Related(construct.node.name_span, f"`{construct.name}` begins here"),)
            yield Problem(
                "LW415",
                Span(node.start_byte, node.end_byte),
                {"word": word, "directive": construct.name, "related": related},
            )
        # The loop that the directive governs is itself left by a `break`.
        is_target = node.type in _BREAKABLE and not (loop and node == statement)
        loops = node.type in _ANY_LOOP
        stack.extend((child, breakable or is_target, in_loop or loops) for child in node.named_children)


def _label_inside(unit: Unit, node: Node, region: Span) -> bool:
    label = _text(node.child_by_field_name("label"))
    pattern = re.compile(rb"\b" + re.escape(label.encode()) + rb"\s*:(?!:)")
    return bool(label) and pattern.search(unit.data, region.start, region.end) is not None


_WAITING = {
    "if_statement": "an `if`",
    "else_clause": "an `if`",
    "while_statement": "a `while`",
    "labeled_statement": "a label",
    "do_statement": "a `do`",
    "switch_statement": "a `switch`",
}


def _update_as_body(unit: Unit, construct: Construct) -> Iterator[Problem]:
    start = construct.node.span.start
    node = unit.source.tree.root_node.descendant_for_byte_range(start, start + 1)
    # What stands before a body is in the tree a gap of its statement (source.masking), after a label a node of its own.
    if node is None or node.type not in _WAITING:
        while node is not None and node.type != "preproc_call":
            node = node.parent
        node = node.prev_named_sibling if node is not None else None
        if not is_open_before(node):
            return
    kind = _WAITING.get(node.type) if node is not None else None
    if kind is not None:
        yield Problem("LW417", construct.node.name_span, {"word": kind})


# --- atomic and routine

_ASSIGN = re.compile(r"(?P<op>\+|-|\*|/|&|\||\^|<<|>>)=\Z")
_FORMS = {
    "read": "`v = x;`",
    "write": "`x = expression;`",
    "update": "`x++;`, `x += expression;` or `x = x + expression;` (operators + * - / & ^ | << >>)",
    "capture": "`v = x++;`, `v = x += e;` or a block of an update and `v = x;`",
}


def _atomic(unit: Unit, construct: Construct) -> Iterator[Problem]:
    statement = construct.statement
    assert statement is not None
    clause = construct.node.clause("read", "write", "update", "capture")
    kind = clause.name if clause else "update"
    if len(construct.node.all("read", "write", "update", "capture")) > 1:
        return  # which form is meant nobody knows
    if (
        statement.has_error
        or _may_hide_loop(unit, statement)
        or (unit.source.language != "c" and _has_call_only(statement))
    ):
        return
    if not _ATOMIC_CHECKS[kind](statement):
        directive = f"atomic {kind}" if clause else "atomic"
        yield Problem(
            "LW418", Span(statement.start_byte, statement.end_byte), {"directive": directive, "form": _FORMS[kind]}
        )


def _has_call_only(statement: Node) -> bool:
    return statement.type == "expression_statement" and any(
        c.type == "call_expression" for c in statement.named_children
    )


def _expression_of(statement: Node) -> Node | None:
    if statement.type != "expression_statement" or not statement.named_children:
        return None
    return statement.named_children[0]


def _squeezed(node: Node | None) -> str:
    return "".join(_text(_unwrapped(node)).split())


def _is_read(statement: Node) -> bool:
    node = _expression_of(statement)
    if node is None or node.type != "assignment_expression" or _text(node.child_by_field_name("operator")) != "=":
        return False
    return _is_place(node.child_by_field_name("left")) and _is_place(node.child_by_field_name("right"))


def _is_place(node: Node | None) -> bool:
    node = _unwrapped(node)
    return node is not None and node.type in (
        "identifier",
        "subscript_expression",
        "field_expression",
        "pointer_expression",
        "qualified_identifier",
        "this",
    )


def _is_write(statement: Node) -> bool:
    node = _expression_of(statement)
    return (
        node is not None
        and node.type == "assignment_expression"
        and _text(node.child_by_field_name("operator")) == "="
        and _is_place(node.child_by_field_name("left"))
    )


def _updated(node: Node | None) -> str | None:
    """What an update expression updates, ``None`` if it is none of the forms of 2.12."""
    if node is None:
        return None
    if node.type == "update_expression":
        argument = node.child_by_field_name("argument")
        return _squeezed(argument) if _is_place(argument) else None
    if node.type != "assignment_expression":
        return None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = _text(node.child_by_field_name("operator"))
    if not _is_place(left):
        return None
    if _ASSIGN.match(operator):
        return _squeezed(left)
    if operator != "=" or right is None or right.type != "binary_expression":
        return None
    if _text(right.child_by_field_name("operator")) not in ("+", "*", "-", "/", "&", "^", "|", "<<", ">>"):
        return None
    target = _squeezed(left)
    sides = (_squeezed(right.child_by_field_name("left")), _squeezed(right.child_by_field_name("right")))
    return target if target in sides else None


def _is_update(statement: Node) -> bool:
    return _updated(_expression_of(statement)) is not None


def _is_capture(statement: Node) -> bool:
    if statement.type == "compound_statement":
        parts = [node for node in statement.named_children if node.type != "comment"]
        if len(parts) != 2:
            return False
        first, second = (_expression_of(part) for part in parts)
        return _captures(first, second) or _captures(second, first) or _swaps(first, second)
    node = _expression_of(statement)
    if node is None or node.type != "assignment_expression" or _text(node.child_by_field_name("operator")) != "=":
        return False
    return (
        _is_place(node.child_by_field_name("left"))
        and _updated(_unwrapped(node.child_by_field_name("right"))) is not None
    )


def _captures(read: Node | None, update: Node | None) -> bool:
    target = _updated(update)
    return (
        target is not None
        and read is not None
        and read.type == "assignment_expression"
        and _text(read.child_by_field_name("operator")) == "="
        and _squeezed(read.child_by_field_name("right")) == target
    )


def _swaps(read: Node | None, write: Node | None) -> bool:
    """`{ v = x; x = expression; }`"""
    if read is None or write is None or {read.type, write.type} != {"assignment_expression"}:
        return False
    if _text(read.child_by_field_name("operator")) != "=" or _text(write.child_by_field_name("operator")) != "=":
        return False
    place = read.child_by_field_name("right")
    return _is_place(place) and _squeezed(place) == _squeezed(write.child_by_field_name("left"))


_ATOMIC_CHECKS = {"read": _is_read, "write": _is_write, "update": _is_update, "capture": _is_capture}


def _may_be_function(unit: Unit, construct: Construct) -> bool:
    """Whether what follows has parentheses before its body or its end: templates and macros hide the function."""
    statement = construct.statement
    if statement is not None and (_may_hide_loop(unit, statement) or unit.is_fragment):
        return True
    head = unit.data[construct.pragma.governs : construct.pragma.governs + 2000]
    match = re.search(rb"[;{}]", head)
    return b"(" in head[: match.start() if match else len(head)]


def _routine(unit: Unit, construct: Construct) -> Iterator[Problem]:
    if construct.node.argument is None and not routine_name(construct):
        if not _may_be_function(unit, construct):
            yield Problem("LW425", construct.node.name_span)
        return
    name = routine_name(construct)
    function = construct.statement
    if construct.node.argument is not None:
        function = unit.definitions.get(name)
    while function is not None and function.type == "template_declaration":
        function = function.named_children[-1]
    if function is None or function.type != "function_definition" or not name:
        return
    body = function.child_by_field_name("body")
    stack = [body] if body is not None and b"static" in unit.data[body.start_byte : body.end_byte] else []
    while stack:
        node = stack.pop()
        if node.type == "declaration":
            static = next(
                (c for c in node.children if c.type == "storage_class_specifier" and _text(c) == "static"), None
            )
            if static is not None and not any(_text(c) in ("const", "constexpr") for c in node.children):
                yield Problem("LW424", Span(static.start_byte, static.end_byte))
        stack.extend(node.named_children)
