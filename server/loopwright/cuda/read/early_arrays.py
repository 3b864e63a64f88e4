"""Arrays of a thread that are declared long before the block in which all of them is filled anew and read: declared in it.

A product of tiles keeps a row and a column of its tiles in such arrays, declared at the top and filled in each round between two barriers.
Nothing in them lives from round to round; but declared outside they are kept for every thread, and a compiler cannot know. The lines
stay as they are, so that remarks name the right ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.cuda.read.early_values import names_in_macros, with_value
from loopwright.cuda.read.functions import DeviceCode, DeviceFunction
from loopwright.cuda.read.rewriting import ancestors, holds, walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.lang.numbers import fundamental
from loopwright.source.lexemes import words_of_code
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse

_JUMPS = frozenset(("goto_statement", "labeled_statement"))
_NEXT = frozenset(("++{}", "{}++", "{}+=1"))


def with_early_arrays(source: Source, code: DeviceCode) -> Source:
    """``source`` with the declarations moved; ``source`` itself where there are none."""
    hidden = names_in_macros(code)
    edits = [edit for function in code.functions for edit in _edits(function, hidden)]
    data = source.data
    for start, end, text in sorted(edits, reverse=True):
        data = data[:start] + text.encode() + data[end:]
    return parse(data, source.name, source.language) if edits else source


def _edits(function: DeviceFunction, hidden: frozenset[str]) -> Iterator[tuple[int, int, str]]:
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
    if declaration is None or not _is_plain(variable) or "//" in text_of(declaration) or "/*" in text_of(declaration):
        return None
    uses = sorted(variable.uses, key=lambda use: use.start_byte)
    if variable.passed or not uses or any(_element(use) is None for use in uses):
        return None
    for block in ancestors(uses[0], function.body):
        if block == declaration.parent or block.type == "lambda_expression":
            return None
        if block.type == "compound_statement" and all(holds(block, use) for use in uses):
            first = next(statement for statement in block.named_children if holds(statement, uses[0]))
            return block if _fills(first, uses, variable, function.variables) else None
    return None


def _is_plain(variable: Variable) -> bool:
    """An array of numbers in one dimension that a block declares."""
    declaration = variable.declaration
    block = declaration.parent if declaration is not None and declaration.type == "declaration" else None
    plain = fundamental(variable.head) != "" and not variable.pointers and not variable.reference
    return plain and len(variable.extents) == 1 and block is not None and block.type == "compound_statement"


def _element(use: Node) -> Node | None:
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
    filled = element is not None and element == _element(uses[0])
    index = [n for n in walk(element) if n.type == "identifier"] if element is not None else []
    alone = (
        len(index) == 2
        and variables.of(index[1]) is counter
        and text_of(element).replace(" ", "").endswith(f"[{name}]")
    )
    return filled and alone and not any(holds(loop, use) for use in uses[1:])
