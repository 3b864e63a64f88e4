"""LW3xx: names and types of what stands in clauses (OpenACC 3.4, 2.5–2.9, 2.13, 2.15)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loopwright.lang.declarations import Declaration
from loopwright.lang.macros import is_macro
from loopwright.openacc.constructs import Construct, Unit
from loopwright.openacc.elsewhere import Elsewhere
from loopwright.openacc.findings import Related
from loopwright.openacc.nearest import did_you_mean
from loopwright.openacc.parser import ClauseNode, Item, Problem, Subscript, Variable
from loopwright.openacc.spec import load_spec
from loopwright.openacc.tokens import Token, cover, text_of, tokenize
from loopwright.openacc.types import UNKNOWN, Typed, element_category, evaluate
from loopwright.source.text import Span

DATA = ("copy", "copyin", "copyout", "create", "no_create", "present", "deviceptr", "attach")
_PRIVATE = ("private", "firstprivate")
_POINTERS = ("deviceptr", "attach", "detach")
_INTEGERS = ("expression", "wait", "count", "counts", "gang")
_NO_EXPRESSION = frozenset(
    (
        "sizeof",
        "true",
        "false",
        "nullptr",
        "this",
        "NULL",
        "static_cast",
        "int",
        "long",
        "unsigned",
        "char",
        "short",
        "float",
        "double",
        "const",
        "size_t",
        "bool",
        "signed",
        "struct",
    )
)
_WORDS = {
    "floating": "a floating-point number",
    "pointer": "a pointer",
    "array": "an array",
    "struct": "a struct",
    "function": "a function",
    "integer": "an integer",
    "boolean": "a truth value",
    "type": "a type",
    "constant": "a constant",
}


def name_problems(unit: Unit, construct: Construct, elsewhere: Elsewhere) -> Iterator[Problem]:
    """Everything about names and types in one directive. ``elsewhere`` says whether a name that this file does not
    declare may come from a header or the command line."""
    spec = construct.node.spec
    if spec is None:
        return
    for clause in construct.node.clauses:
        if clause.argument is None or clause.name not in spec.clauses:
            continue
        kind = "data" if clause.name == "self" and construct.name == "update" else clause.spec.kind
        if kind in ("data", "names", "reduction"):
            for item in clause.items:
                if item.variable is not None:
                    yield from _variable(unit, clause, item.variable, elsewhere)
        elif kind in _INTEGERS:
            yield from _integers(unit, f"`{clause.name}`", clause.items, elsewhere, clause.spec.section)
            if kind == "wait":
                yield from _devnum(unit, clause.argument.lead, elsewhere)
        elif kind == "condition":
            yield from _condition(unit, clause, elsewhere)
    if construct.node.argument is not None:
        yield from _directive_argument(unit, construct, elsewhere)
    yield from _contradictions(construct)
    yield from _nested_reductions(construct)
    if construct.name == "declare":
        yield from _declare(unit, construct)


def base_name(variable: Variable) -> str:
    """The variable with its members: what two entries must share to be the same."""
    return ".".join((variable.name, *variable.members))


def _directive_argument(unit: Unit, construct: Construct, elsewhere: Elsewhere) -> Iterator[Problem]:
    argument = construct.node.argument
    assert argument is not None
    if construct.name == "wait":
        yield from _integers(unit, "`wait`", argument.items, elsewhere, "2.16.3")
        yield from _devnum(unit, argument.lead, elsewhere)
    elif construct.name == "cache":
        for item in argument.items:
            variable = item.variable
            if variable is None:
                continue
            undeclared = list(_names(unit, item.tokens, elsewhere))
            yield from undeclared
            if not undeclared and not variable.subscripts:
                yield Problem(
                    "LW309",
                    variable.span,
                    {
                        "text": item.text,
                        "form": "a whole variable",
                        "clause": "cache",
                        "needs": "elements and sections",
                        "section": "2.10",
                    },
                )
            elif not undeclared:
                declaration = unit.declarations.lookup(variable.name, variable.span.start)
                if declaration is not None and declaration.kind in ("variable", "parameter"):
                    yield from _subscripts(unit, variable, declaration, elsewhere)
    elif construct.name == "routine" and argument.items:
        item = argument.items[0]
        name = item.text
        if item.tokens and item.tokens[0].kind != "name" and item.tokens[0].text != "::":
            yield Problem("LW105", item.span, {"word": name})
            return
        if "::" in name:
            return  # members and namespaces are not followed
        declaration = unit.declarations.lookup(name, item.span.start)
        if declaration is None:
            # Any header may declare functions, those of the standard library too.
            if not elsewhere(name) and b"#include" not in unit.data:
                yield Problem("LW313", item.span, {"name": name, "what": "not declared"})
        elif declaration.kind != "function" and not (declaration.value or "").startswith("["):
            yield Problem(
                "LW313",
                item.span,
                {"name": name, "what": _WORDS.get(unit.declarations.category(declaration), "no function")},
            )


def _variable(unit: Unit, clause: ClauseNode, variable: Variable, elsewhere: Elsewhere) -> Iterator[Problem]:
    text = unit.text(variable.span)
    declaration = unit.declarations.lookup(variable.name, variable.span.start)
    if declaration is not None and is_macro(declaration) and declaration.kind == "function":
        declaration = None  # without parentheses behind it the name is not replaced (C 6.10.3)
    if declaration is None:
        if variable.name != "this" and "::" not in variable.name and _unknown(unit, variable, elsewhere):
            hint = _near(unit, variable)
            yield Problem("LW301", variable.name_span, {"name": variable.name, "nearest": hint})
        return
    category = unit.declarations.category(declaration)
    if category == "function" and unit.source.language != "c" and not declaration.is_global:
        return  # `Grid grid(n);` looks like a declaration of a function
    if category in ("function", "type", "constant"):
        alias = declaration.value or ""
        if (
            category == "constant"
            and not declaration.base
            and (alias.isidentifier() or not alias or not alias[0].isdigit())
        ):
            return  # a macro that may stand for a variable
        yield Problem("LW302", variable.span, {"text": text, "what": _WORDS[category], "clause": clause.name})
        return
    if variable.subscripts:
        yield from _subscripts(unit, variable, declaration, elsewhere)
    form = variable.form
    if form == "element" and clause.name in ("attach", "detach"):
        left = element_category(unit.declarations, declaration, len(variable.subscripts))
        if not variable.members and left not in ("pointer", "unknown"):
            yield Problem(
                "LW305",
                variable.span,
                {"clause": clause.name, "text": text, "type": _WORDS[left], "section": clause.spec.section},
            )
    elif clause.name in _POINTERS:
        if form in ("section", "element"):
            yield Problem(
                "LW309",
                variable.span,
                {
                    "text": text,
                    "form": "a section" if form == "section" else "an element",
                    "clause": clause.name,
                    "needs": "pointers",
                    "section": clause.spec.section,
                },
            )
        elif (form == "name" and category not in ("pointer", "unknown", "array")) or (
            form == "name" and category == "array" and declaration.type.extents[0:1] != (None,)
        ):
            yield Problem(
                "LW305",
                variable.span,
                {"clause": clause.name, "text": text, "type": _WORDS[category], "section": clause.spec.section},
            )
    elif clause.name == "use_device" and form == "member":
        yield Problem(
            "LW309",
            variable.span,
            {
                "text": text,
                "form": "a member",
                "clause": clause.name,
                "needs": "names of variables and arrays",
                "section": clause.spec.section,
            },
        )
    elif clause.name == "reduction":
        yield from _reduction(unit, clause, variable, declaration, text)


def _reduction(
    unit: Unit, clause: ClauseNode, variable: Variable, declaration: Declaration, text: str
) -> Iterator[Problem]:
    if variable.members:
        yield Problem(
            "LW309",
            variable.span,
            {
                "text": text,
                "form": "a member",
                "clause": "reduction",
                "needs": "variables, elements and sections",
                "section": "2.5.15",
            },
        )
        return
    category = unit.declarations.category(declaration)
    if variable.subscripts:
        category = element_category(unit.declarations, declaration, len(variable.subscripts))
    elif category == "array":
        arrays = unit.declarations.expanded(declaration.type).dims
        category = element_category(unit.declarations, declaration, arrays)
    if category == "pointer":
        hint = f": name its elements, `{variable.name}[0:n]`" if not variable.subscripts else ""
        yield Problem("LW306", variable.span, {"text": text, "type": declaration.type_text, "hint": hint})
    elif category == "struct":
        members = unit.declarations.members(unit.declarations.expanded(declaration.type).base) or {}
        pointer = next((m for m in members.values() if unit.declarations.category(m) in ("pointer", "struct")), None)
        if pointer is not None:
            yield Problem(
                "LW306",
                variable.span,
                {"text": text, "type": declaration.type_text, "hint": f": its member `{pointer.name}` is none"},
            )
    elif category == "floating" and clause.argument is not None:
        operator = "".join(token.text for token in clause.argument.lead)
        if operator in load_spec().integer_operators:
            yield Problem("LW307", variable.span, {"operator": operator, "text": text, "type": _WORDS[category]})


def _subscripts(unit: Unit, variable: Variable, declaration: Declaration, elsewhere: Elsewhere) -> Iterator[Problem]:
    if variable.members:
        for subscript in variable.subscripts:
            yield from _bounds(unit, variable, subscript, None, False, elsewhere)
        return
    type = unit.declarations.expanded(declaration.type).referred()
    levels = tuple(zip(type.layers, type.extents))
    category = unit.declarations.category_of_base(type.base)
    known = category not in ("unknown", "struct")
    for index, subscript in enumerate(variable.subscripts):
        if index >= len(levels):
            if known or levels:
                what = _WORDS.get(category, "no array")
                if what != "no array" and (known or what != "a struct"):
                    text = unit.text(Span(variable.span.start, subscript.span.start))
                    yield Problem("LW310", variable.span, {"text": text, "type": what})
            return
        is_decayed = declaration.kind == "parameter" and index == 0
        layer, extent = levels[index]
        is_array = layer == "[]" and (bool(extent) or is_decayed)
        yield from _bounds(unit, variable, subscript, extent, is_array, elsewhere)


def _bounds(
    unit: Unit, variable: Variable, subscript: Subscript, extent: str | None, is_array: bool, elsewhere: Elsewhere
) -> Iterator[Problem]:
    text = unit.text(Span(variable.span.start, subscript.span.end))
    values: list[int | None] = []
    for part in (subscript.lower, subscript.length):
        if not part:
            values.append(None)
            continue
        undeclared = list(_names(unit, part, elsewhere))
        yield from undeclared
        typed = UNKNOWN if undeclared else evaluate(part, unit.declarations, subscript.span.start)
        if typed.category in ("floating", "pointer", "array", "struct", "function"):
            yield Problem(
                "LW303",
                cover(part),
                {
                    "clause": "a section" if subscript.section else "an index",
                    "text": text_of(part),
                    "type": _WORDS[typed.category],
                    "section": "2.7.1",
                },
            )
        values.append(typed.value)
    if not subscript.section:
        return
    lower, length = values
    size = None
    if extent:
        tokens = unit_tokens(extent)
        size = evaluate(tokens, unit.declarations, variable.span.start).value if tokens else None
    if not subscript.length and not is_array and not variable.members:
        yield Problem("LW312", variable.span, {"text": text})
    elif lower is not None and lower < 0:
        yield Problem("LW311", subscript.span, {"text": text, "what": f"it begins at {lower}"})
    elif length is not None and length < 0:
        yield Problem("LW311", subscript.span, {"text": text, "what": f"its length is {length}"})
    elif size is not None and length is not None and (lower or 0) + length > size:
        yield Problem(
            "LW311", subscript.span, {"text": text, "what": f"it ends at {(lower or 0) + length}, the array at {size}"}
        )
    elif size is not None and lower is not None and lower >= size and length != 0:
        yield Problem(
            "LW311", subscript.span, {"text": text, "what": f"it begins at {lower}, the array ends at {size}"}
        )


def unit_tokens(text: str) -> tuple[Token, ...]:
    """Tokens of an expression that is not in the file as such."""
    raw = text.encode("utf-8", "replace")
    return tokenize(raw, Span(0, len(raw)))


def _integers(unit: Unit, who: str, items: tuple[Item, ...], elsewhere: Elsewhere, section: str) -> Iterator[Problem]:
    for item in items:
        if not item.tokens or item.text == "*":
            continue
        undeclared = list(_names(unit, item.tokens, elsewhere))
        yield from undeclared
        typed: Typed = UNKNOWN if undeclared else evaluate(item.tokens, unit.declarations, item.span.start)
        cpp_class = typed.category == "struct" and unit.source.language != "c"
        if typed.category in ("floating", "pointer", "array", "struct", "function") and not cpp_class:
            yield Problem(
                "LW303",
                item.span,
                {"clause": who, "text": item.text, "type": _WORDS[typed.category], "section": section},
            )


def _devnum(unit: Unit, lead: tuple[Token, ...], elsewhere: Elsewhere) -> Iterator[Problem]:
    if len(lead) > 1:
        tokens = lead[1:]
        yield from _integers(unit, "`devnum`", (Item(tokens, cover(tokens)),), elsewhere, "2.16.2")


def _condition(unit: Unit, clause: ClauseNode, elsewhere: Elsewhere) -> Iterator[Problem]:
    for item in clause.items:
        undeclared = list(_names(unit, item.tokens, elsewhere))
        yield from undeclared
        if (
            not undeclared
            and unit.source.language == "c"
            and evaluate(item.tokens, unit.declarations, item.span.start).category == "struct"
        ):
            yield Problem("LW304", item.span, {"clause": clause.name, "text": item.text})


def _names(unit: Unit, tokens: tuple[Token, ...], elsewhere: Elsewhere) -> Iterator[Problem]:
    """Undeclared names among the words of an expression."""
    for index, token in enumerate(tokens):
        before = tokens[index - 1].text if index else ""
        after = tokens[index + 1].text if index + 1 < len(tokens) else ""
        if token.kind != "name" or token.text in _NO_EXPRESSION or before in (".", "->", "::") or after in ("::", "("):
            continue
        if token.text.startswith("acc_async_"):
            continue
        if unit.declarations.lookup(token.text, token.span.start) is None:
            variable = Variable(token.text, token.span, token.span)
            if _unknown(unit, variable, elsewhere):
                yield Problem("LW301", token.span, {"name": token.text, "nearest": _near(unit, variable)})


def _unknown(unit: Unit, variable: Variable, elsewhere: Elsewhere) -> bool:
    """Whether a name that was not found is certainly not there: members of a class are names too."""
    name = variable.name
    if name.startswith("__") or unit.is_fragment or elsewhere(name) or _looks_declared(unit, variable):
        return False
    function = unit.declarations.function_at(variable.span.start)
    if unit.source.language == "c" or function is None:
        return True
    declarator = unit.text(function.child_by_field_name("declarator"))
    node = function.parent
    while node is not None:
        if node.type in ("class_specifier", "struct_specifier", "template_declaration"):
            return False
        node = node.parent
    return "::" not in declarator.split("(")[0]


def _looks_declared(unit: Unit, variable: Variable) -> bool:
    """Whether the text before has something like a declaration that the parser did not take for one: `TYPE *a;` with a
    macro for the type, a list of parameters with `#if` in it."""
    name = re.escape(variable.name.encode())
    pattern = re.compile(rb"[\w>*&,(]\s*[\s*&(]\s*(" + name + rb")\b\s*[\[,;=):]")
    return any(
        _is_misread(unit, match.start(1))
        for match in pattern.finditer(unit.data, 0, variable.span.start)
        if unit.outline.pragma_at(match.start(1)) is None
    )


def _is_misread(unit: Unit, offset: int) -> bool:
    """Whether a name stands where a declaration may have been taken for an expression, or in broken code."""
    node = unit.source.tree.root_node.descendant_for_byte_range(offset, offset + 1)
    while node is not None and node.type not in ("declaration", "field_declaration", "parameter_declaration"):
        if node.type in ("ERROR", "expression_statement"):
            return True
        node = node.parent
    # In broken code the scope of a declaration may be lost.
    return node is not None and node.type != "field_declaration" and unit.source.tree.root_node.has_error


def _near(unit: Unit, variable: Variable) -> str:
    names = [d.name for d in unit.declarations.visible(variable.span.start)]
    return did_you_mean(variable.name, [*names, *unit.declarations.file_level])


def _contradictions(construct: Construct) -> Iterator[Problem]:
    """One variable in two clauses of one directive."""
    seen: dict[str, tuple[str, Variable]] = {}
    for clause in construct.node.all(*_PRIVATE, "reduction"):
        for variable in clause.variables:
            if variable.subscripts:
                continue
            name = base_name(variable)
            before = seen.get(name)
            if before is not None and before[0] != clause.name:
                related = (Related(before[1].span, f"in `{before[0]}`"),)
                yield Problem(
                    "LW308",
                    variable.span,
                    {"name": name, "other": before[0], "clause": clause.name, "related": related},
                )
            seen.setdefault(name, (clause.name, variable))
    held: dict[str, tuple[str, Variable]] = {}
    for clause in construct.node.all(*DATA):
        for variable in clause.variables:
            key = "".join(
                (base_name(variable), *(f"[{text_of(s.lower)}:{text_of(s.length)}]" for s in variable.subscripts))
            )
            before = held.get(key)
            if before is not None and "attach" not in (before[0], clause.name):
                related = (Related(before[1].span, f"in `{before[0]}`"),)
                yield Problem(
                    "LW315",
                    variable.span,
                    {"name": base_name(variable), "other": before[0], "clause": clause.name, "related": related},
                )
            held.setdefault(key, (clause.name, variable))
    for clause in construct.node.all("firstprivate", "private"):
        for variable in clause.variables:
            before = held.get(variable.name)
            if before is not None and variable.form == "name":
                related = (Related(before[1].span, f"in `{before[0]}`"),)
                yield Problem(
                    "LW315",
                    variable.span,
                    {"name": variable.name, "other": before[0], "clause": clause.name, "related": related},
                )


def _operators(construct: Construct) -> Iterator[tuple[str, str, Variable]]:
    for clause in construct.node.all("reduction"):
        operator = "".join(token.text for token in clause.argument.lead) if clause.argument else ""
        for variable in clause.variables:
            if not variable.subscripts:
                yield variable.name, operator, variable


def _nested_reductions(construct: Construct) -> Iterator[Problem]:
    if construct.name != "loop":
        return
    for name, operator, variable in _operators(construct):
        parent = construct.parent
        while parent is not None:
            for other_name, other, place in _operators(parent):
                if other_name == name and other != operator:
                    related = (Related(place.span, f"`{other}` here"),)
                    yield Problem(
                        "LW314", variable.span, {"name": name, "operator": operator, "other": other, "related": related}
                    )
                    return
            parent = parent.parent


def _declare(unit: Unit, construct: Construct) -> Iterator[Problem]:
    is_global = construct.function is None
    for clause in construct.node.clauses:
        if is_global and clause.name in ("copy", "copyout", "present"):
            yield Problem("LW420", clause.span, {"clause": clause.name})
        for variable in clause.variables:
            declaration = unit.declarations.lookup(variable.name, variable.span.start)
            first = unit.first_declared(construct.function, variable)
            if first is not None and first.span.start < variable.span.start:
                yield Problem(
                    "LW423", variable.span, {"name": variable.name, "related": (Related(first.span, "here"),)}
                )
            if declaration is None or is_global:
                continue
            if clause.name == "link" and not declaration.is_global and not declaration.extern:
                yield Problem("LW421", variable.span, {"name": variable.name})
            elif declaration.is_global and declaration.kind == "variable":
                yield Problem(
                    "LW422",
                    variable.span,
                    {"name": variable.name, "related": (Related(declaration.span, "declared here"),)},
                )
