"""Heads of functions and variables of the device as a CPU's compiler takes them: CUDA's words go, the rest stays as it was written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from loopwright.cuda.ir.code import CUT, GONE, NOTHING, Code, Form, Quoted, Rule, form, inside, joined, quoted, spelled
from loopwright.cuda.ir.functions import KeptHead, Parameter
from loopwright.cuda.read.block_memory import declared_names
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.groups import group_parameter
from loopwright.cuda.read.rewriting import LOOPS, walk
from loopwright.source.nodes import text_of

_SIDES = frozenset(("__device__", "__host__", "__global__", "__noinline__"))
_INLINE = frozenset(("__forceinline__", "__inline__", "inline"))
_KNOWN = frozenset(("static", "constexpr"))  # what says by itself that every file may have the function
_VARIABLE_SIDES = frozenset(
    ("__device__", "__constant__", "__managed__", "__host__", "__global__", "__forceinline__", "__noinline__")
)
_OF_BLOCK = frozenset(("__shared__", "static", "volatile"))
_HEADED = frozenset((*LOOPS, "if_statement"))
_PLACED = frozenset(("extern", "static", "constexpr", "template", "inline"))


def kept_head(function: DeviceFunction, shared: bool = False, befriended: bool = False) -> KeptHead:
    """The head of a device function that stays in its place. ``shared``: other files of the program use it; ``befriended``: a
    class of the file declares it."""
    node = function.node
    holes = without_sides(node)
    first = next((part for part in _words(node) if holes.get(part.id) != GONE), None)
    if shared and not function.template and first is not None and text_of(first) in _INLINE:
        holes[first.id] = GONE
    holes[function.body.id] = CUT
    template = f"{function.template}\n" if function.template else ""
    for part in [part for part in node.children if part.type == "attribute_declaration"]:
        holes[part.id] = GONE  # nothing stands before `[[nodiscard]]`
        template += f"{text_of(part)} "
    if shared and not function.template:
        return KeptHead(spelled(template), Quoted(node, holes))
    # Each file has its own: of two that are called alike a linker takes one, of those that are `inline` without a word.
    static = "static " if _is_of_its_file(function) and not befriended else ""
    inline = "inline " if needs_inline(node) else ""
    return KeptHead(spelled(template + static + inline), Quoted(node, holes))


def _is_of_its_file(function: DeviceFunction) -> bool:
    """Whether a function is one of the device alone that may be called static where it is defined: no method, no
    specialisation, in no namespace that is named with it."""
    told = {text_of(part) for part in _words(function.node)}
    linked = function.whole.parent is not None and function.whole.parent.type == "linkage_specification"
    apart = (
        function.specialised or function.template.replace(" ", "") == "template<>" or linked or "::" in _named(function)
    )
    return "__device__" in told and not told & {"__host__", "static", "friend", "extern"} and not apart


def _named(function: DeviceFunction) -> str:
    """A function's name as it is written in its definition."""
    return text_of(_declarator_of(function.node).child_by_field_name("declarator"))


def needs_inline(node: Node) -> bool:
    """Whether a function is one of the device alone, of which every file may have its own: nothing in it says so yet."""
    told = [text_of(part) for part in _words(node)]
    own = told[: told.index("(")] if "(" in told else told
    return "__host__" not in told and not (_INLINE | _KNOWN) & set(own)


def is_on_a_side(node: Node) -> bool:
    """Whether a function says where it runs."""
    return any(text_of(part) in _SIDES or text_of(part) == "__forceinline__" for part in _words(node))


def without_sides(node: Node) -> dict[int, Code]:
    """What stands for the words of CUDA in the head of a function."""
    holes: dict[int, Code] = {}
    is_inline = False
    for part in _words(node):
        word = text_of(part)
        if word in _SIDES or part.type == "launch_bounds":
            holes[part.id] = GONE
        elif word in _INLINE:
            if is_inline or word != "inline":
                holes[part.id] = GONE if is_inline else spelled("inline")
            is_inline = True
    return holes


def _words(node: Node) -> Iterator[Node]:
    """The words and signs of a function's head in their order, what bounds its launches as one."""
    waiting = [child for child in node.children[::-1] if child.type not in ("compound_statement", "try_statement")]
    while waiting:
        part = waiting.pop()
        if part.children and part.type != "launch_bounds":
            waiting += part.children[::-1]
        elif part.type != "launch_bounds" or part.children:
            yield part


def with_first(code: Quoted, given: Sequence[Code | str]) -> Quoted:
    """A head, or a declaration, with these parameters before its own."""
    listed = _declarator_of(code.node).child_by_field_name("parameters")
    assert listed is not None
    own = [part for part in listed.named_children if part.type != "comment"]
    holes = dict(code.holes)
    none = not own or (len(own) == 1 and text_of(own[0]) == "void")
    if none and own:
        holes[own[0].id] = GONE
    holes[listed.children[0].id] = form("({}{}", joined(", ", given), NOTHING if none else ", ")
    return Quoted(code.node, holes)


def with_name(code: Quoted, name: str) -> Quoted:
    """A head with another name of the function."""
    own = _declarator_of(code.node).child_by_field_name("declarator")
    assert own is not None
    return Quoted(code.node, {**code.holes, own.id: spelled(name)})


def with_groups_by_value(code: Quoted, function: DeviceFunction) -> Quoted:
    """A group is made for each call, so no reference to a variable can be bound to it."""
    holes = dict(code.holes)
    for parameter in function.parameters:
        if parameter.reference and "const" not in parameter.head and group_parameter(parameter, function) is not None:
            declarator = (
                parameter.declaration.child_by_field_name("declarator") if parameter.declaration is not None else None
            )
            if declarator is not None:
                holes[declarator.id] = spelled(f" {parameter.name}")
    return Quoted(code.node, holes)


def _declarator_of(node: Node) -> Node:
    """The declarator of a function, with its name and its parameters."""
    return next(part for part in walk(node) if part.type in ("function_declarator", "abstract_function_declarator"))


def laid_out(function: DeviceFunction) -> tuple[list[Parameter], bool]:
    """How the parameters of a function are laid out, without what they are, and whether the parenthesis behind them begins a line."""
    found: list[Parameter] = []
    for parameter in function.parameters:
        node = parameter.declaration
        before, behind = (node.prev_sibling, node.next_sibling) if node is not None else (None, None)
        if behind is not None and behind.type == ",":
            behind = behind.next_sibling
        remark = node is not None and behind is not None and behind.type == "comment" and _on_one_line(node, behind)
        begins = node is not None and before is not None and not _on_one_line(before, node)
        found.append(
            Parameter(NOTHING, begins=begins, remark=Quoted(behind, {}) if remark and behind is not None else None)
        )
    last = _declarator_of(function.node).child_by_field_name("parameters")
    end = last.children[-1] if last is not None and last.child_count > 2 else None
    return found, end is not None and end.prev_sibling is not None and not _on_one_line(end.prev_sibling, end)


def _on_one_line(one: Node, other: Node) -> bool:
    """Whether a node begins on the line on which the one before it ends."""
    return one.end_point.row == other.start_point.row


def opens(body: Node) -> str:
    """What stands between a head and the body behind it, up to the brace."""
    before = body.prev_sibling
    return " {" if before is None or _on_one_line(before, body) else "\n{"


def opens_inside(body: Node) -> str:
    """The same for the heads of loops and conditionals in a body, told by the first of them."""
    inner = (n for n in walk(body) if n.type == "compound_statement" and n.id != body.id)
    return next((opens(n) for n in inner if n.parent is not None and n.parent.type in _HEADED), " {")


def gap_before_body(node: Node) -> str:
    """The blanks between the head of a function and its body."""
    body = node.child_by_field_name("body")
    assert body is not None
    before = body.prev_sibling
    assert before is not None
    return (node.text or b"")[before.end_byte - node.start_byte : body.start_byte - node.start_byte].decode()


def device_variable(node: Node, rule: Rule, outside: bool = False) -> Code:
    """A variable of the device is one of the file, unless other files know it (``outside``)."""

    def again(part: Node) -> Code | None:
        return GONE if part.child_count == 0 and text_of(part) in _VARIABLE_SIDES else rule(part)

    code = inside(node, again)
    first = next((text_of(part) for part in _leaves(node) if text_of(part) not in _VARIABLE_SIDES), "")
    said = {first, *map(text_of, node.children)}  # `volatile static char *p` says so behind another word
    return code if outside or said & _PLACED else form("static {}", code)


def thread_local(node: Node, rule: Rule) -> Code:
    """Shared memory of a fixed size as the memory of the thread that runs the block."""

    def again(part: Node) -> Code | None:
        return GONE if part.child_count == 0 and text_of(part) in _OF_BLOCK else rule(part)

    code = inside(node, again)
    kept = next((part for part in node.children if text_of(part) not in _OF_BLOCK), None)
    if kept is not None and any(part.type == "alignas_qualifier" for part in (kept, *kept.children)):
        return Quoted(node, {**code.holes, kept.id: form("{} static thread_local", quoted(kept, rule))})
    return form("static thread_local {}", code)


def dynamic_pointer(node: Node) -> Form:
    """Shared memory that comes with the launch as a pointer to it."""
    names = declared_names(node)
    words = []
    for part in node.children:
        if any(text_of(inner) in names for inner in _leaves(part)):
            break
        words += [text_of(part)] if text_of(part) not in ("__shared__", "extern", "volatile") else []
    kind = " ".join(words)
    lines = (f"{kind} *{name} = reinterpret_cast<{kind} *>(dynamic_shared);" for name in names)
    return joined(" ", [spelled(line) for line in lines])


def _leaves(node: Node) -> Iterator[Node]:
    return (part for part in walk(node) if not part.children)
