"""What the launches of a file say about the shape of each kernel's grid and blocks."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from tree_sitter import Node

from loopwright.cuda.read.definitions import Definitions, Included
from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called, template_arguments
from loopwright.cuda.read.rewriting import file_level, rewritten, walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.lang.numbers import fundamental, is_integer_type, literal
from loopwright.lang.pieces import constants_of_file, set_in_pieces
from loopwright.lang.settled import Settled, is_compiled_with
from loopwright.source.lexemes import (
    Lexeme,
    code_within,
    directives_in,
    one_line,
    read_directive,
    without_remarks,
    words_of_code,
)
from loopwright.source.nodes import Kinds, at_or_around, may_hold, text_of
from loopwright.source.text import number_of

_SIZES = ("dim3", "Dim3")
_BITS = 64  # of the widest number
_OPERATORS = frozenset(("(", ")", "*", "+", "/", "<", ">", "<<", ">>", "-"))
_DEEPEST = 6  # variables that are made of variables
BY_POINTER = ("cudaLaunchKernel", "cudaLaunchCooperativeKernel")


@dataclass(frozen=True)
class Launch:
    """One launch. ``grid`` and ``block`` hold up to three texts, ``None`` where they could not be read; ``constant``
    is the block where the file alone tells it; ``sizes`` are grid and block, ``arguments`` what the kernel is given and ``of_template`` its
    template, with what variables hold that are written once."""

    kernel: str
    node: Node
    parts: tuple[Node, ...]
    grid: tuple[str, ...] | None
    block: tuple[str, ...] | None
    constant: tuple[str, ...] | None
    known_from: int = 0  # where the last name in it is defined
    sizes: tuple[tuple[str, ...], ...] = ()
    arguments: tuple[str, ...] = ()
    of_template: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shape:
    """How many dimensions loops over the grid and over a block need, and the block's size where all launches agree.
    ``canonical``: somebody who knows the declaration alone launches it, so that its function has the head that all such
    kernels have; ``external``: from another file; ``unseen``: no launch of it is in sight. ``one_block``, ``one_thread``: every
    launch says so; ``may_be_empty``: one may have no blocks; ``may_fail``: one may be of a size that no GPU carries out;
    ``asks_bytes``: one may bring more shared memory than any gets, which is looked at although the kernel uses none of it."""

    grid: int
    block: int
    sizes: tuple[str, ...] | None
    canonical: bool = False
    external: bool = False
    unseen: bool = False
    one_block: bool = False
    one_thread: bool = False
    may_be_empty: bool = False
    may_fail: bool = False
    asks_bytes: bool = False


_AROUND_NAMES = (
    "cast_expression",
    "pointer_expression",
    "parenthesized_expression",
    "argument_list",
    "call_expression",
)


def launched_function(node: Node) -> Node:
    """What ``cudaLaunchKernel(function, …)`` launches, without casts and the like."""
    return without_casts(arguments_of(node)[0])


def without_casts(function: Node) -> Node:
    """The name in ``(void *)kernel``, ``&kernel``, ``static_cast<void (*)(int)>(kernel)``."""
    while function.type in ("cast_expression", "pointer_expression", "parenthesized_expression", "call_expression"):
        inner = function.child_by_field_name("value") or function.child_by_field_name("argument")
        listed = arguments_of(function) if function.type == "call_expression" else []
        following = inner or (listed[0] if listed else function.named_children[-1])
        if following.id == function.id:
            break
        function = following
    return function


def chosen(function: Node) -> Node:
    """A function's name with the cast to a function's type around it, which says of several ones of its name which it is."""
    found = function
    while found.parent is not None and found.parent.type in _AROUND_NAMES:
        found = found.parent
        if found.type == "call_expression" and called(found) not in ("static_cast", "reinterpret_cast"):
            break
        kind = (
            found.child_by_field_name("type")
            if found.type == "cast_expression"
            else found.child_by_field_name("function")
        )
        if kind is not None and any(n.type == "abstract_function_declarator" for n in walk(kind)):
            return found
    return function


def launches_by_pointer(root: Node, kinds: Kinds) -> list[Launch]:
    """What calls of ``cudaLaunchKernel`` and its like say of grid and block; never a constant."""
    found: list[Launch] = []
    if not may_hold(root, map(str.encode, BY_POINTER)):
        return found
    sized, settled = _names_of_sizes(kinds), Settled(kinds)
    read: dict[int, Variables] = {}
    for node in kinds.of("call_expression"):
        if called(node) not in BY_POINTER or len(arguments_of(node)) < 3:
            continue
        variables = _variables_around(node, read)
        parts = tuple(arguments_of(node)[1:3])
        grid, block = (_texts(_dimensions(part, _Known(variables, sized, settled))) for part in parts)
        name = text_of(launched_function(node)).split("<")[0].split("::")[-1].strip()
        found.append(Launch(name, node, parts, grid, block, None))
    return found


def launches_of(root: Node, kinds: Kinds, places: dict[str, int]) -> list[Launch]:
    """All launches in a file. ``places``: its :attr:`WholeNumbers.places`."""
    if not may_hold(root, (b"<<<",)):
        return []
    constants, sized, settled = frozenset(places), _names_of_sizes(kinds), Settled(kinds)
    of_file = constants_of_file(kinds, frozenset(_SIZES))
    read: dict[int, Variables] = {}
    found: list[Launch] = []
    for node in kinds.of("call_expression"):
        syntax = next((c for c in node.children if c.type == "kernel_call_syntax"), None)
        if syntax is None:
            continue
        parts = tuple(c for c in syntax.named_children if c.type != "comment")
        known = _Known(_variables_around(node, read), sized, settled)
        grid, block = (_dimensions(part, known) for part in (parts + (None, None))[:2])
        told = [[_written_out(n, known, constants) for n in part or ()] for part in (grid, block)]
        fixed = tuple(size for size, same in told[1] if same)
        constant = fixed if fixed and len(fixed) == len(told[1]) else None
        known_from = max((places[w] for size in constant or () for w in words_of_code(size) if w in places), default=-1)
        sizes = tuple(
            tuple(size for size, _ in part) or _built(written, known, of_file, constants)
            for part, written in zip(told, (parts + (None, None))[:2], strict=True)
        )
        given, chosen = (
            tuple(_written_out(n, known, constants)[0] for n in nodes)
            for nodes in (arguments_of(node), template_arguments(node))
        )
        texts = _texts(grid), _texts(block)
        found.append(Launch(called(node), node, parts, *texts, constant, known_from, sizes, given, chosen))
    return found


@dataclass(frozen=True)
class _Known:
    """What is known where a launch stands: the ``variables`` of its function, names of more than one size (``sized``)."""

    variables: Variables | None
    sized: frozenset[str]
    settled: Settled

    def value(self, variable: Variable, at: Node) -> Node | None:
        """What a variable holds at a place, ``None`` if nobody knows."""
        if variable.init is None or variable.writes or variable.taken or variable.pointers or variable.reference:
            return None
        if variable.declaration is None or not is_compiled_with(variable.declaration, at):
            return None
        is_constant = not {"const", "constexpr"}.isdisjoint(variable.head.split())
        return variable.init if is_constant or self.settled.keeps(variable.uses) else None


def _variables_around(node: Node, read: dict[int, Variables]) -> Variables | None:
    """The variables of the function around ``node``; those of one function are read once, into ``read``."""
    function = _function_around(node)
    if function is None:
        return None
    if function.id not in read:
        read[function.id] = Variables(function)
    return read[function.id]


def _texts(nodes: list[Node] | None) -> tuple[str, ...] | None:
    return None if nodes is None else tuple(text_of(node) for node in nodes)


def shape_of(kernel: DeviceFunction, launches: list[Launch], mentioned: dict[str, int]) -> Shape:
    """The loops that ``kernel`` needs. ``mentioned``: how many dimensions of blockIdx and threadIdx it reads."""
    own = [launch for launch in launches if launch.kernel == kernel.name]
    grid, block = mentioned.get("blockIdx", 0), mentioned.get("threadIdx", 0)
    if not own:
        return Shape(max(grid, 1), max(block, 1), None, unseen=True)
    grids = [3 if launch.grid is None else len(launch.grid) for launch in own]
    blocks = [3 if launch.block is None else len(launch.block) for launch in own]
    start = kernel.whole.start_byte
    sizes = {launch.constant if launch.known_from < start else None for launch in own}
    constant = next(iter(sizes)) if len(sizes) == 1 else None
    one_block = all(launch.grid is not None and set(launch.grid) == {"1"} for launch in own)
    one_thread = one_block and all(launch.block is not None and set(launch.block) == {"1"} for launch in own)
    empty = any(launch.grid is None or not all(map(number_of, launch.grid)) for launch in own)
    return Shape(
        max(1, grid, *grids),
        max(1, block, *blocks),
        constant,
        one_block=one_block,
        one_thread=one_thread,
        may_be_empty=empty,
    )


def macros_beside(root: Node, defined: Mapping[str, str | None], included: Included) -> dict[str, tuple[str, int]]:
    """Macros without parameters that the command line and the headers of a file define → text, and from where in the file on
    they are known. What the file defines itself, wherever, is left out; so are headers that it includes under a condition."""
    known = Definitions(defined, frozenset(), included)
    found = {name: (text, 0) for name, text in defined.items() if text is not None}
    for node in root.named_children:
        if node.type == "preproc_include":
            known.directive("include", "", text_of(node).rstrip(), True)
            found |= {
                n: (text, node.start_byte) for n, text in known.names.items() if text is not None and n not in found
            }
    kept = {name for name, (text, _) in found.items() if known.names.get(name) == text}
    lines = (read_directive(each.text) for each in directives_in(text_of(root)))
    own = {word for line in lines if line is not None for word in words_of_code(line.rest)[:1]}
    return {name: found[name] for name in kept - own}


@dataclass(frozen=True)
class WholeNumbers:
    """Names of whole numbers that the compiler knows in the whole file behind their definition: ``places``, where that is;
    ``positive``, those that are said to be above 0, by themselves or by another name; ``negative``, names that may be below 0;
    ``most``, what the numbers in what a name stands for give when they are multiplied."""

    places: dict[str, int]
    positive: frozenset[str]
    negative: frozenset[str]
    most: dict[str, int]


def whole_numbers(root: Node, outside: Mapping[str, tuple[str, int]] | None = None) -> WholeNumbers:
    """Those of a file. ``outside``: macros that the file does not define itself → text, and where the file gets to know them."""
    nodes = list(file_level(root))
    values, places = _named_values(nodes, outside)
    again = _taken_back(root)  # such a name is another number further down
    texts = {name: one_line(value) for name, value in values.items() if name not in again}
    known: set[str] = set()
    positive: set[str] = set()
    for _ in range(4):  # names that stand for names
        for name, text in texts.items():
            parts = code_within(text)
            if parts and all(_is_whole(part, known) for part in parts):
                known.add(name)
            alone = text.strip("()").strip()
            if alone in positive or (number_of(alone) or 0) > 0:
                positive.add(name)
    said = _said_anywhere(nodes)
    return WholeNumbers(
        {name: places[name] for name in known},
        frozenset(positive),
        _negative(texts, said) | again,
        _most([*values.items(), *said]),
    )


def _most(said: Sequence[tuple[str, str]]) -> dict[str, int]:
    """How large each of some names may be, taken for the product of all numbers that it is made of."""
    found: dict[str, int] = {}
    made = [(name, "<<" in text, [p for p in code_within(text) if p.kind in ("name", "number")]) for name, text in said]
    for _ in range(4):  # names that stand for names
        for name, shifts, parts in made:
            product = 1
            for part in parts:
                one = number_of(part.text) if part.kind == "number" else found.get(part.text)
                product *= 1 << min(one or 0, _BITS) if shifts else max(one or 1, 1)
            found[name] = min(max(product, found.get(name, 1)), 1 << _BITS)
    return found


def _taken_back(root: Node) -> frozenset[str]:
    """Macros that an ``#undef`` of the file ends."""
    if not may_hold(root, (b"undef",)):
        return frozenset()
    lines = (read_directive(each.text) for each in directives_in(text_of(root)))
    return frozenset(
        word for line in lines if line is not None and line.word == "undef" for word in words_of_code(line.rest)[:1]
    )


def _is_whole(part: Lexeme, known: Container[str]) -> bool:
    """Whether a part of an expression is one of what whole numbers are made of."""
    if part.kind == "number":
        number = literal(part.text)
        return number is not None and number.is_integer
    return part.text in known if part.kind == "name" else part.text in _OPERATORS


def _negative(values: Mapping[str, str], more: Sequence[tuple[str, str]]) -> frozenset[str]:
    """Names that may be a number below 0: a sign or a difference stands in what they are said to be, by another name too. ``more``:
    what is said of names that are not those of the whole file."""
    texts = {name: text.strip("()").strip() for name, text in values.items()}
    said = [*texts.items(), *more]
    found: set[str] = set()
    for _ in range(4):
        for name, text in said:
            if ("-" in text and not _is_natural_difference(text, texts)) or found.intersection(words_of_code(text)):
                found.add(name)
    return frozenset(found)


def _said_anywhere(nodes: Sequence[Node]) -> list[tuple[str, str]]:
    """What enumerators and constants of any scope outside functions are said to be; an enumerator without a value follows the one
    before it."""
    found: list[tuple[str, str]] = []
    for node in nodes:
        if node.type == "declaration":
            found += _constants(node)
        elif node.type == "enumerator":
            value, before = node.child_by_field_name("value"), node.prev_named_sibling
            follows = text_of(before.child_by_field_name("name")) if before is not None else ""
            name = text_of(node.child_by_field_name("name"))
            found.append((name, follows if value is None else one_line(text_of(value))))
    return found


def _is_natural_difference(text: str, texts: Mapping[str, str]) -> bool:
    """Whether ``8 - 1`` or ``WIDTH - 1`` is known not to be below 0."""
    left, _, right = (part.strip() for part in text.partition("-"))
    first, second = number_of(texts.get(left, left)), number_of(texts.get(right, right))
    return first is not None and second is not None and first >= second


def _named_values(
    nodes: Sequence[Node], outside: Mapping[str, tuple[str, int]] | None
) -> tuple[dict[str, str], dict[str, int]]:
    """What names of a file stand for, and where that is said."""
    values = {name: text for name, (text, _) in (outside or {}).items()}
    places = {name: place for name, (_, place) in (outside or {}).items()}
    for node in nodes:
        before = len(values)
        if node.type == "preproc_def":
            values.setdefault(text_of(node.child_by_field_name("name")), text_of(node.child_by_field_name("value")))
        elif node.type == "declaration" and node.parent is not None and node.parent.type == "translation_unit":
            for name, value in _constants(node):
                values.setdefault(name, value)
        elif node.type == "enumerator":
            values.setdefault(text_of(node.child_by_field_name("name")), "0")
        places |= dict.fromkeys(islice(reversed(values), len(values) - before), node.start_byte)
    return values, places


def _constants(declaration: Node) -> Iterator[tuple[str, str]]:
    """The constant whole numbers that a declaration names, each with its value as it is written."""
    said = {text_of(n) for n in declaration.children if n.type == "type_qualifier"}
    if said.isdisjoint(("const", "constexpr")) or not is_integer_type(fundamental(_type_of(declaration))):
        return
    for declarator in declaration.children_by_field_name("declarator"):
        name, value = declarator.child_by_field_name("declarator"), declarator.child_by_field_name("value")
        if name is not None and name.type == "identifier" and value is not None:
            yield text_of(name), text_of(value)


def _type_of(declaration: Node) -> str:
    return " ".join(without_remarks(text_of(declaration.child_by_field_name("type"))).split())


def _function_around(node: Node) -> Node | None:
    return at_or_around(node, ("function_definition",))


def _names_of_sizes(kinds: Kinds) -> frozenset[str]:
    """Variables outside of functions, macros and functions that hold or give a `dim3`, which may have more than one dimension."""
    names = {
        text_of(node.child_by_field_name("name"))
        for node in kinds.of("preproc_def")
        if "dim3" in text_of(node.child_by_field_name("value"))
    }
    for node in kinds.of("declaration", "field_declaration", "function_definition"):
        kind = node.child_by_field_name("type")
        if kind is not None and text_of(kind).split("::")[-1] in _SIZES:
            names |= {_declared_name(each) for each in node.children_by_field_name("declarator")}
    return frozenset(names)


def _declared_name(declarator: Node) -> str:
    inner = declarator.child_by_field_name("declarator")
    while inner is not None:
        declarator, inner = inner, inner.child_by_field_name("declarator")
    return text_of(declarator).split("::")[-1]


def _dimensions(part: Node | None, known: _Known) -> list[Node] | None:
    """The expressions for x, y, z of a configuration without a 1 at their end; missing ones are 1, ``None`` where they cannot
    be read."""
    found = _expressions(part, known)
    if found is None or not 0 < len(found) <= 3:
        return None
    while len(found) > 1 and number_of(text_of(found[-1])) == 1:
        found = found[:-1]
    return found


def _expressions(part: Node | None, known: _Known) -> list[Node] | None:
    if part is None:
        return None
    if part.type == "number_literal" or part.type == "binary_expression":
        return [part]
    if part.type == "call_expression" and called(part) == "dim3":
        return arguments_of(part)
    if part.type == "initializer_list":
        return _parts(part)
    if part.type == "compound_literal_expression" and text_of(part.child_by_field_name("type")) in _SIZES:
        value = part.child_by_field_name("value")
        return None if value is None else _parts(value)
    if part.type == "identifier" and known.variables is not None and (held := known.variables.of(part)) is not None:
        return _of_variable(part, held, known)
    if part.type in ("parenthesized_expression", "conditional_expression"):
        inner = part.named_children[part.type == "conditional_expression" :]
        are_numbers = all(len(_expressions(each, known) or ()) == 1 for each in inner)
        return [part] if are_numbers else None
    if part.type in ("identifier", "qualified_identifier"):
        return (
            None if text_of(part).split("::")[-1] in known.sized else [part]
        )  # another macro or global: taken for a number
    if part.type == "call_expression":
        return None if called(part).split("::")[-1] in known.sized else [part]
    return [part] if part.type == "cast_expression" else None


def _built(part: Node | None, known: _Known, of_file: Mapping[str, Node], constants: frozenset[str]) -> tuple[str, ...]:
    """The sizes that a variable is given in pieces, or that a constant of the file has; nothing where they are not known."""
    if part is None or part.type not in ("identifier", "qualified_identifier"):
        return ()
    variable = known.variables.of(part) if known.variables is not None and part.type == "identifier" else None
    found: Sequence[Node | None] = ()
    if variable is not None and variable.base in _SIZES:
        found = _set_one_by_one(variable, part, known)
    elif variable is None and (value := of_file.get(text_of(part).split("::")[-1])) is not None:
        found = _of_initializer(value, known) or ()
    return tuple("1" if n is None else _written_out(n, known, constants)[0] for n in found)


def _set_one_by_one(variable: Variable, at: Node, known: _Known) -> list[Node | None]:
    """What is said of x, y and z of a variable of which at least one is set by itself, ``None`` for one of which nothing is said."""
    begin = _of_initializer(variable.init, known) if variable.init is not None else []
    if variable.declaration is None or begin is None or variable.pointers or variable.reference or variable.extents:
        return []
    members = set_in_pieces(variable.declaration, variable.uses, at, known.settled)
    said = [*begin, None, None, None]
    return [members.get(axis, size) for axis, size in zip("xyz", said)] if members else []


def _of_variable(part: Node, variable: Variable, known: _Known) -> list[Node] | None:
    if variable.base not in (*_SIZES, "auto"):
        return [part]
    init = known.value(variable, part)
    if init is None:
        return None
    if variable.base == "auto":
        found = _expressions(init, known)
        number = found is not None and len(found) == 1 and called(init) != "dim3"
        return [part] if number else found
    return _of_initializer(init, known)


def _of_initializer(init: Node, known: _Known) -> list[Node] | None:
    if init.type in ("argument_list", "initializer_list"):
        return _parts(init)
    if init.type == "parameter_list":
        return [n.named_children[0] for n in _parts(init)]
    return _expressions(init, known)


def _parts(listed: Node) -> list[Node]:
    return [n for n in listed.named_children if n.type != "comment"]


def _written_out(node: Node, known: _Known, constants: frozenset[str]) -> tuple[str, bool]:
    """``node`` with what its variables hold, and whether that means the same outside its function."""
    failed = False
    variables = known.variables
    within: list[Variable] = []

    def rule(part: Node) -> str | None:
        nonlocal failed
        if part.type in ("identifier", "type_identifier"):
            variable = (variables.of(part) or variables.before(part)) if variables is not None else None
            if variable is None:
                failed = failed or text_of(part) not in constants
            elif variable in within or len(within) == _DEEPEST:
                failed = True  # it is made of itself, or the text would double with each
            elif (value := known.value(variable, part)) is not None:
                within.append(variable)
                told = rewritten(value, rule)
                within.pop()
                return f"({told})" if value.named_child_count else told
            else:
                failed = True
        elif part.type in (
            "call_expression",
            "subscript_expression",
            "field_expression",
            "pointer_expression",
            "sizeof_expression",
        ):
            failed = True
        return None

    text = rewritten(node, rule)
    return text, not failed
