"""Variables that are declared long before they get their first value, as C once wanted it: declared where they get it.

A variable that lives for the whole kernel is kept for every thread across barriers, and is not known as what its one value says. The
lines stay as they are, so that remarks name the right ones. Of fundamental types and pointers to them alone: in a class, an assignment
may be another thing than a constructor.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.cuda.definitions import WORD
from loopwright.cuda.functions import DeviceCode, DeviceFunction
from loopwright.cuda.rewriting import ancestors, file_level, holds, walk
from loopwright.cuda.variables import Variable
from loopwright.lang.numbers import fundamental
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse

_MACROS = frozenset(("preproc_def", "preproc_function_def"))
_JUMPS = frozenset(("goto_statement", "labeled_statement"))


def with_early_values(source: Source, code: DeviceCode) -> Source:
    """``source`` with the declarations moved; ``source`` itself where there are none."""
    hidden = frozenset(word for n in file_level(code.root) if n.type in _MACROS for word in _mentioned(n))
    edits = [edit for function in code.functions for edit in _edits(function, hidden)]
    data = source.data
    for start, end, text in sorted(edits, reverse=True):
        data = data[:start] + text.encode() + data[end:]
    return parse(data, source.name, source.language) if edits else source


def _mentioned(macro: Node) -> set[str]:
    """The names in a macro's text that are not its parameters."""
    parameters = macro.child_by_field_name("parameters")
    own = {text_of(n) for n in parameters.named_children} if parameters is not None else set()
    return set(WORD.findall(text_of(macro.child_by_field_name("value")))) - own


def _edits(function: DeviceFunction, hidden: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    if any(n.type in _JUMPS for n in walk(function.body)):
        return
    moved: dict[int, list[Variable]] = {}
    for variable in function.variables.all:
        places = _places(variable, function) if _may_move(variable) and variable.name not in hidden else []
        for place in places:
            yield place.start_byte, place.end_byte, f"{variable.head} {variable.declarator}"
        if places and variable.declaration is not None:
            moved.setdefault(variable.declaration.id, []).append(variable)
    for variables in moved.values():
        declaration, names = variables[0].declaration, {v.name for v in variables}
        assert declaration is not None
        others = [v for v in function.variables.all if v.declaration == declaration and v.name not in names]
        kept = ", ".join(_with_value(v) for v in others)
        lines = text_of(declaration).count("\n") * "\n"
        yield declaration.start_byte, declaration.end_byte, (f"{variables[0].head} {kept};" if kept else "") + lines


def _with_value(variable: Variable) -> str:
    return variable.declarator + (f" = {text_of(variable.init)}" if variable.init is not None else "")


def _may_move(variable: Variable) -> bool:
    declaration = variable.declaration
    if variable.parameter or variable.init is not None or declaration is None or not variable.uses:
        return False
    plain = fundamental(variable.head) != "" and not variable.extents and not variable.reference
    block = declaration.parent
    one_line = "//" not in text_of(declaration) and "/*" not in text_of(declaration)
    declarators = declaration.children_by_field_name("declarator")
    return (
        plain
        and one_line
        and declaration.type == "declaration"
        and block is not None
        and block.type == "compound_statement"
        and all(
            d.type in ("identifier", "pointer_declarator", "init_declarator", "array_declarator") for d in declarators
        )
    )


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
    left, right = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
    if assignment.type != "assignment_expression" or left != name or right is None:
        return False
    plain = text_of(assignment.child_by_field_name("operator")) == "=" and right.type != "initializer_list"
    return plain and function.variables.of(name) not in function.variables.used_in(right)


def _loop_of(use: Node, variable: Variable, function: DeviceFunction) -> Node | None:
    """The outermost loop around ``use`` that begins with ``variable = …``."""
    found = None
    for around in ancestors(use, function.body):
        start = around.child_by_field_name("initializer") if around.type == "for_statement" else None
        left = start.child_by_field_name("left") if start is not None else None
        if start is not None and left is not None and function.variables.of(left) is variable:
            found = around if _gives(start, left, function) else None
    return found
