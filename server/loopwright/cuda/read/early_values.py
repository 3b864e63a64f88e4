"""Variables that are declared long before they get their first value, as C once wanted it: declared where they get it.

A variable that lives for the whole kernel is kept for every thread across barriers, and is not known as what its one value says. One
that gets a value behind a barrier, whatever it was before, is another variable from there on; one that is worked out in steps
(``n = t - 1; n = n < 0 ? 0 : n;``) is one for each step, so that its value can be told again behind the barrier. The lines stay as
they are, so that remarks name the right ones. Of fundamental types and pointers to them alone: in a class, an assignment may be
another thing than a constructor.

So are arrays of a thread that a block fills anew before it reads them, as a product of tiles does in each round between two barriers with a
row and a column of its tiles. Nothing in them lives from round to round, but declared outside they are kept for every thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from tree_sitter import Node

from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import ancestors, holds, walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.lang.numbers import fundamental
from loopwright.source.lexemes import words_of_code
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse
from loopwright.source.text import spliced

_MACROS = frozenset(("preproc_def", "preproc_function_def"))
_JUMPS = frozenset(("goto_statement", "labeled_statement"))
_NEXT = frozenset(("++{}", "{}++", "{}+=1"))


def with_early_values(source: Source, code: DeviceCode) -> Source:
    """``source`` with the declarations moved; ``source`` itself where there are none."""
    hidden = names_in_macros(code)
    edits = [edit for function in code.functions for edit in _edits(function, code, hidden)]
    return parse(spliced(source.data, edits), source.name, source.language) if edits else source


def names_in_macros(code: DeviceCode) -> frozenset[str]:
    """Names that a macro of the file mentions: where it is used nobody sees them."""
    return frozenset(word for n in code.outside if n.type in _MACROS for word in _mentioned(n))


def _mentioned(macro: Node) -> set[str]:
    """The names in a macro's text that are not its parameters."""
    parameters = macro.child_by_field_name("parameters")
    own = {text_of(n) for n in parameters.named_children} if parameters is not None else set()
    return set(words_of_code(text_of(macro.child_by_field_name("value")))) - own


def _edits(function: DeviceFunction, code: DeviceCode, hidden: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    taken = set(function.words)
    if any(n.type in _JUMPS for n in function.inside):
        return
    moved: dict[int, list[Variable]] = {}
    for variable in function.variables.all:
        places = _places(variable, function) if _may_move(variable) and variable.name not in hidden else []
        for place in places:
            yield place.start_byte, place.end_byte, f"{variable.head} {variable.declarator}"
        if _is_plain(variable) and variable.name not in hidden and places in ([], variable.uses[:1]):
            steps = _steps(variable, function, code)
            yield from _named_apart(variable, steps, taken) if steps else _divided(variable, function, code, taken)
        if places and variable.declaration is not None:
            moved.setdefault(variable.declaration.id, []).append(variable)
    for variables in moved.values():
        declaration, names = variables[0].declaration, {v.name for v in variables}
        assert declaration is not None
        others = [v for v in function.variables.all if v.declaration == declaration and v.name not in names]
        kept = ", ".join(with_value(v) for v in others)
        lines = text_of(declaration).count("\n") * "\n"
        yield declaration.start_byte, declaration.end_byte, (f"{variables[0].head} {kept};" if kept else "") + lines


def _divided(
    variable: Variable, function: DeviceFunction, code: DeviceCode, taken: set[str]
) -> Iterator[tuple[int, int, str]]:
    """A variable that gets a new value behind a barrier, in the block that declares it, under another name from there on."""
    assert variable.declaration is not None
    block = variable.declaration.parent
    if variable.taken or any(
        a.type == "lambda_expression" for use in variable.uses for a in ancestors(use, function.body)
    ):
        return
    uses = sorted(variable.uses, key=lambda use: use.start_byte)
    name, before = "", uses[0]
    if variable.init is not None:
        before = variable.declaration
    for use in uses if variable.init is not None else uses[1:]:
        statement = _assigned(use, function)
        if statement is not None and statement.parent == block and code.waits_between(before, use, function):
            name, before = next(n for i in count(2) if (n := f"{variable.name}_{i}") not in taken), use
            taken.add(name)
            yield use.start_byte, use.end_byte, f"{variable.head} {variable.renamed(name)}"
        elif name:
            yield use.start_byte, use.end_byte, name


def _steps(variable: Variable, function: DeviceFunction, code: DeviceCode) -> list[Node]:
    """The statements that give a variable all its values, one after the other, in the block that declares it; none if they may not all
    run, if nothing is made of an earlier value, or if no thread waits before the last value is used."""
    assert variable.declaration is not None
    if variable.taken or variable.passed or len(variable.writes) + (variable.init is not None) < 2:
        return []
    if any(a.type == "lambda_expression" for use in variable.uses for a in ancestors(use, function.body)):
        return []
    statements: list[Node] = []
    for name in variable.writes:
        assignment = name.parent
        statement = assignment.parent if assignment is not None else None
        if assignment is None or statement is None or not _is_assignment(assignment, name):
            return []
        if statement.type != "expression_statement" or statement.parent != variable.declaration.parent:
            return []
        statements.append(statement)
    statements.sort(key=lambda s: s.start_byte)
    uses = sorted(variable.uses, key=lambda use: use.start_byte)
    refined = any(sum(holds(s, use) for use in uses) > 1 for s in statements)
    begins = variable.init is not None or (holds(statements[0], uses[0]) and not holds(statements[0], uses[1]))
    block = variable.declaration.parent
    assert block is not None
    waiting = [s for s in block.named_children if s.start_byte >= statements[-1].end_byte and holds(s, uses[-1])]
    waits = any(code.waits_in(s, function) for s in waiting) or code.waits_between(statements[-1], uses[-1], function)
    return statements if refined and begins and waits else []


def _named_apart(variable: Variable, steps: list[Node], taken: set[str]) -> Iterator[tuple[int, int, str]]:
    """A variable under another name from each of its steps on, but for the first that is its declaration."""
    begins = 0 if variable.init is not None else 1
    names = [variable.name]
    for _ in steps[begins:]:
        names.append(next(n for i in count(2) if (n := f"{variable.name}_{i}") not in taken))
        taken.add(names[-1])
    for use in variable.uses:
        at = sum(step.end_byte <= use.start_byte for step in steps[begins:])
        if at < len(steps) - begins and use in variable.writes and holds(steps[begins + at], use):
            yield use.start_byte, use.end_byte, f"{variable.head} {variable.renamed(names[at + 1])}"
        elif at:
            yield use.start_byte, use.end_byte, names[at]


def with_value(variable: Variable) -> str:
    """Its declarator, with the value that it begins with."""
    return variable.declarator + (f" = {text_of(variable.init)}" if variable.init is not None else "")


def _may_move(variable: Variable) -> bool:
    declaration = variable.declaration
    if variable.init is not None or declaration is None or not _is_plain(variable):
        return False
    one_line = "//" not in text_of(declaration) and "/*" not in text_of(declaration)
    declarators = declaration.children_by_field_name("declarator")
    return one_line and all(
        d.type in ("identifier", "pointer_declarator", "init_declarator", "array_declarator") for d in declarators
    )


def _is_plain(variable: Variable) -> bool:
    """A number or a pointer that a block declares and uses."""
    declaration = variable.declaration
    if variable.parameter or declaration is None or not variable.uses or declaration.type != "declaration":
        return False
    block = declaration.parent
    plain = fundamental(variable.head) != "" and not variable.extents and not variable.reference
    return plain and block is not None and block.type == "compound_statement"


def _places(variable: Variable, function: DeviceFunction) -> list[Node]:
    """The assignments that give it its values, by the name on their left side; none where it stays where it is."""
    assert variable.declaration is not None
    statement = _assigned(variable.uses[0], function)
    block = statement.parent if statement is not None else None
    if block is not None and block.type == "compound_statement":
        if block == variable.declaration.parent:
            return [variable.uses[0]]
        inside = all(holds(block, use) for use in variable.uses) and not variable.taken and not variable.passed
        again = any(v is not variable and v.name == variable.name and v.scope == block for v in function.variables.all)
        return [variable.uses[0]] if inside and not again else []
    loops = [_loop_of(use, variable, function) for use in variable.uses]
    if variable.taken or variable.passed or any(loop is None for loop in loops):
        return []
    starts = {loop.id: use for loop, use in reversed(list(zip(loops, variable.uses, strict=True))) if loop is not None}
    return list(starts.values())


def _assigned(name: Node, function: DeviceFunction) -> Node | None:
    """The statement ``name = …;``."""
    assignment = name.parent
    if assignment is None or not _gives(assignment, name, function):
        return None
    statement = assignment.parent
    return statement if statement is not None and statement.type == "expression_statement" else None


def _gives(assignment: Node, name: Node, function: DeviceFunction) -> bool:
    """Whether ``assignment`` gives the variable ``name`` a value that does not ask for it."""
    right = assignment.child_by_field_name("right")
    return (
        right is not None
        and _is_assignment(assignment, name)
        and function.variables.of(name) not in function.variables.used_in(right)
    )


def _is_assignment(assignment: Node, name: Node) -> bool:
    """``name = …``."""
    left, right = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
    if assignment.type != "assignment_expression" or left != name or right is None:
        return False
    return text_of(assignment.child_by_field_name("operator")) == "=" and right.type != "initializer_list"


def _loop_of(use: Node, variable: Variable, function: DeviceFunction) -> Node | None:
    """The outermost loop around ``use`` that begins with ``variable = …``."""
    found = None
    for around in ancestors(use, function.body):
        start = around.child_by_field_name("initializer") if around.type == "for_statement" else None
        left = start.child_by_field_name("left") if start is not None else None
        if start is not None and left is not None and function.variables.of(left) is variable:
            found = around if _gives(start, left, function) else None
    return found


def with_early_arrays(source: Source, code: DeviceCode) -> Source:
    """``source`` with the declarations of arrays moved; ``source`` itself where there are none."""
    hidden = names_in_macros(code)
    edits = [edit for function in code.functions for edit in _array_edits(function, hidden)]
    return parse(spliced(source.data, edits), source.name, source.language) if edits else source


def _array_edits(function: DeviceFunction, hidden: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    if any(n.type in _JUMPS for n in function.inside):
        return
    moved: dict[Node, list[Variable]] = {}
    for variable in function.variables.all:
        block = _filled_in(variable, function) if variable.name not in hidden else None
        if block is not None and variable.declaration is not None:
            moved.setdefault(variable.declaration, []).append(variable)
            at = block.start_byte + 1
            yield at, at, f" {variable.head} {variable.declarator};"
    for declaration, variables in moved.items():
        others = [v for v in function.variables.all if v.declaration == declaration and v not in variables]
        kept = f"{variables[0].head} {', '.join(map(with_value, others))};" if others else ""
        yield declaration.start_byte, declaration.end_byte, kept + text_of(declaration).count("\n") * "\n"


def _filled_in(variable: Variable, function: DeviceFunction) -> Node | None:
    """The block inside of that of its declaration that holds all uses of an array and begins by filling it; ``None`` where there is none."""
    declaration = variable.declaration
    if declaration is None or not _is_array(variable) or "//" in text_of(declaration) or "/*" in text_of(declaration):
        return None
    uses = sorted(variable.uses, key=lambda use: use.start_byte)
    if variable.passed or not uses or any(_element_of(use) is None for use in uses):
        return None
    for block in ancestors(uses[0], function.body):
        if block == declaration.parent or block.type == "lambda_expression":
            return None
        if block.type == "compound_statement" and all(holds(block, use) for use in uses):
            first = next(statement for statement in block.named_children if holds(statement, uses[0]))
            return block if _fills(first, uses, variable, function.variables) else None
    return None


def _is_array(variable: Variable) -> bool:
    """An array of numbers in one dimension that a block declares."""
    declaration = variable.declaration
    block = declaration.parent if declaration is not None and declaration.type == "declaration" else None
    plain = fundamental(variable.head) != "" and not variable.pointers and not variable.reference
    return plain and len(variable.extents) == 1 and block is not None and block.type == "compound_statement"


def _element_of(use: Node) -> Node | None:
    """``name[…]``, whose address is not taken."""
    element = use.parent
    if element is None or element.type != "subscript_expression" or element.child_by_field_name("argument") != use:
        return None
    around = element.parent
    return None if around is not None and around.type == "pointer_expression" else element


def _fills(loop: Node, uses: list[Node], variable: Variable, variables: Variables) -> bool:
    """``for (int i = 0; i < size; ++i) name[i] = …;``, which reads none of its elements."""
    start, test, update = (loop.child_by_field_name(part) for part in ("initializer", "condition", "update"))
    body = loop.child_by_field_name("body")
    while body is not None and body.type == "compound_statement" and body.named_child_count == 1:
        body = body.named_children[0]
    if loop.type != "for_statement" or start is None or test is None or update is None or body is None:
        return False
    declarator = start.child_by_field_name("declarator")
    sizes = set(words_of_code(variable.extents[0]))
    if sum(v.name in sizes for v in variables.all) > len({v.name for v in variables.all} & sizes):
        return False  # another of that name may be meant here
    counter = next((v for v in variables.all if v.declaration == start and not v.pointers and v.scalar), None)
    if counter is None or declarator is None or fundamental(counter.head) == "" or counter.taken or counter.passed:
        return False
    name, size = counter.name, "".join(variable.extents[0].split())
    begins = counter.init is not None and text_of(counter.init) == "0" and declarator.type == "init_declarator"
    goes_on = "".join(text_of(update).split()) in {form.format(name) for form in _NEXT} and len(counter.writes) == 1
    if not begins or not goes_on or "".join(text_of(test).split()) != f"{name}<{size}":
        return False
    assignment = body.named_children[0] if body.type == "expression_statement" and body.named_children else None
    if assignment is None or assignment.type != "assignment_expression":
        return False
    if text_of(assignment.child_by_field_name("operator")) != "=":
        return False
    element = assignment.child_by_field_name("left")
    if name in sizes:
        return False
    filled = element is not None and element == _element_of(uses[0])
    index = [n for n in walk(element) if n.type == "identifier"] if element is not None else []
    alone = (
        len(index) == 2
        and variables.of(index[1]) is counter
        and text_of(element).replace(" ", "").endswith(f"[{name}]")
    )
    return filled and alone and not any(holds(loop, use) for use in uses[1:])
