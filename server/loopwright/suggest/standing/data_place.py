"""A place in a function where a directive that moves data is to stand, and what is known there of a variable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.effects import effect_of
from loopwright.openacc.constructs import Unit
from loopwright.openacc.directive import Clause, Directive
from loopwright.source.nodes import nearest, text_of, uncast
from loopwright.source.text import Span
from loopwright.source.tokens import tokens_of
from loopwright.suggest.allocation import length_of
from loopwright.suggest.standing.counterparts import class_of, is_constructor
from loopwright.suggest.standing.mentions import Body, Mention, moved_by

ON_HOST = frozenset(("read", "written", "given", "returned"))
BRINGING = ("enter data", "data", "declare")
BRINGS = frozenset(("copyin", "create", "copy", "copyout", "deviceptr", "device_resident", "link"))
Elsewhere = Callable[[str, str], bool]  # whether a directive of another file, of that name, names that variable


@dataclass(frozen=True)
class Place:
    """Where a directive is to stand: in front of what begins at ``at`` in the body of a function."""

    body: Body
    at: int
    elsewhere: Elsewhere

    def before(self, found: Sequence[Mention], *kinds: str) -> list[Mention]:
        """Mentions of some kinds that may come to run before the place."""
        return [m for m in found if m.kind in kinds and self.body.precedes(m.at, self.at)]

    def after(self, found: Sequence[Mention], *kinds: str) -> list[Mention]:
        """Mentions of some kinds that may come to run after the place."""
        loop = self.body.loop_around(self.at)
        start = loop.start_byte if loop is not None else self.at
        return [m for m in found if m.kind in kinds and (m.at >= self.at or m.at >= start)]

    def is_after(self, offset: int) -> bool:
        """Whether something may run after the place."""
        loop = self.body.loop_around(self.at)
        return offset >= self.at or (loop is not None and loop.start_byte <= offset < loop.end_byte)


def directive_of(name: str, clauses: dict[str, list[str]]) -> Directive | None:
    kept = tuple(Clause(clause, ",".join(dict.fromkeys(names))) for clause, names in clauses.items() if names)
    return Directive(name, kept) if kept else None


def device_uses(found: Sequence[Mention]) -> list[Mention]:
    return [m for m in found if m.kind in ("device", "device written")]


def is_in(offset: int, span: Span) -> bool:
    return span.start <= offset < span.end


def reach_of(place: Place, name: str) -> Span | None:
    """The part of the function that knows a variable of its own by that name, ``None`` for one of others."""
    declared = place.body.unit.declarations.lookup(name, place.at)
    if declared is None or declared.is_global or declared.static or declared.kind != "variable":
        return None
    return declared.scope if declared.scope.end <= place.body.function.body.end else None


def is_own(body: Body, name: str, at: int | None = None) -> bool:
    """Whether a variable and what it leads to begin in the function: nobody else can have put them on the device. With ``at`` the variable
    that has the name there, else the one that has it at the end."""
    at = body.function.body.end - 1 if at is None else at
    declared = body.unit.declarations.lookup(name, at)
    if declared is None or declared.is_global or declared.static or declared.kind != "variable":
        return False
    if not leads_elsewhere(body.unit, name, at):
        return True
    return any(_is_made(m) for m in body.mentions(name) if m.kind == "set")


def _is_made(mention: Mention) -> bool:
    """Whether a pointer gets memory of its own, and not that of an object which others read, as from `values.data()`."""
    value = allocation_of(mention)
    function = uncast(value).child_by_field_name("function") if value is not None else None
    return value is not None and (function is None or function.type != "field_expression")


def is_put_before(body: Body, name: str, at: int) -> bool:
    """Whether a directive of the function in front of a place, or around it, brings a variable to the device."""
    return any(
        m.name == name and m.at < at and m.construct.name in ("enter data", "data", "declare") and m.clause != "present"
        for m in body.moved
    )


def is_parameter(body: Body, name: str) -> bool:
    declared = body.unit.declarations.lookup(name, body.function.body.start + 1)
    return declared is not None and declared.kind == "parameter"


def needs_no_memory(unit: Unit, name: str, at: int) -> bool:
    """Whether a variable is there without being given memory: an array, a number, a parameter."""
    declared = unit.declarations.lookup(name, at)
    return declared is not None and (declared.kind == "parameter" or not leads_elsewhere(unit, name, at))


def leads_elsewhere(unit: Unit, name: str, at: int) -> bool:
    """Whether a variable is a pointer, or may be one."""
    declared = unit.declarations.lookup(name, at)
    return declared is None or unit.declarations.type_of(declared).layers[:1] == ("*",)


def holds_all(body: Body, at: int, offsets: list[int]) -> bool:
    """Whether the block that a place stands in holds all of ``offsets``: it is run before them if it comes before."""
    block = body.block_of(at)
    return all(block.start_byte <= offset < block.end_byte for offset in offsets)


def runs_as_often(body: Body, one: int, other: int) -> bool:
    """Whether a place runs once for each time that another one does, because they stand in one block, or in loops of one block that have
    the same head, as over devices or members."""
    blocks = body.block_of(one), body.block_of(other)
    if blocks[0] == blocks[1]:
        return True
    loops = [block.parent for block in blocks if block.parent is not None and block.parent.type == "for_statement"]
    if len(loops) < len(blocks) or len({body.block_of(loop.start_byte).start_byte for loop in loops}) > 1:
        return False
    heads = {
        "".join(body.unit.data[loop.start_byte : block.start_byte].decode("utf-8", "replace").split())
        for loop, block in zip(loops, blocks)
    }
    return len(heads) == 1


def may_be_done_by(unit: Unit, name: str, routines: tuple[str, ...]) -> bool:
    """Whether a function of the runtime may do what a directive would."""
    last = name.rpartition(">")[2].rpartition(".")[2].encode()
    data = unit.data
    return any(routine.encode() in data and last in data for routine in routines)


def section_at(place: Place, name: str) -> str | None:
    """A variable as a data clause names it: with the section of another directive of the function or of one that it calls, or of its
    allocation. Rows of pointers need a section each."""
    text = _section_at(place, name)
    return text if text is not None and not is_of_addresses(place, name, text) else None


def is_of_addresses(place: Place, name: str, text: str) -> bool:
    """Whether a section of a pointer to pointers says how many there are, and not how much they lead to."""
    declared = place.body.unit.declarations.lookup(name, place.at)
    layers = place.body.unit.declarations.type_of(declared).layers if declared is not None else ()
    return layers[:2] == ("*", "*") and text.count("[") == 1


def _section_at(place: Place, name: str) -> str | None:
    body = place.body
    others = moved_by([c for c in body.unit.constructs if c.name == "exit data" and c not in body.constructs])
    within = reach_of(place, name) or body.function.body
    own = [m for m in body.moved if is_in(m.at, within)]
    own.sort(key=lambda m: m.construct.name not in ("exit data", "update"))
    known = [*own, *others] if is_constructor(body) else own
    for moved in known:
        if moved.name == name and ":" in moved.text and can_say(place, moved.text):
            return moved.text
    for handed in body.handed:
        if handed.name == name and ":" in handed.text and can_say(place, handed.text):
            return handed.text
    declared = body.unit.declarations.lookup(name, place.at)
    if declared is not None and not leads_elsewhere(body.unit, name, place.at):
        return name
    for length in _lengths(body, name, place.at):
        text = f"{name}[0:{length}]"
        if can_say(place, text):
            return text
    return None


def _lengths(body: Body, name: str, at: int) -> Iterator[str]:
    """What allocations in front of a place say of a variable's length; for one of the file those of other functions, if they agree."""
    for mention in body.mentions(name):
        if mention.kind == "set" and mention.at < at:
            value = value_of(mention)
            length = length_of(value) or length_of_owned(body, value) if value is not None else ""
            if length:
                yield length
    declared = body.unit.declarations.lookup(name, at)
    if declared is None or not declared.is_global:
        return
    others = (body.other(function) for function in body.unit.outline.functions if function != body.function)
    values = [value_of(m) for other in others for m in other.own_mentions(name) if m.kind == "set"]
    found = {length_of(value) for value in values if value is not None and uncast(value).type != "null"}
    if len(found) == 1:
        yield from (length for length in found if length)


def length_of_owned(body: Body, value: Node) -> str:
    """The length of what `p` owns in `p.get()`, where it is declared with its memory; empty if that is not known."""
    value = uncast(value)
    function = value.child_by_field_name("function") if value.type == "call_expression" else None
    if (
        function is None
        or function.type != "field_expression"
        or text_of(function.child_by_field_name("field")) != "get"
    ):
        return ""
    owner = text_of(function.child_by_field_name("argument"))
    for mention in body.mentions(owner):
        if mention.at < value.start_byte and mention.kind == "set":
            return made_with(mention)
    return ""


def made_with(mention: Mention) -> str:
    """The length of the array that a `unique_ptr` is declared with: `(new T[n])`, `= std::make_unique<T[]>(n)`."""
    value = value_of(mention)
    nodes = [value, *descendants(value)] if value is not None else []
    for node in nodes:
        if node.type == "new_expression":
            return length_of(node)
        if node.type == "call_expression":
            name = "".join(text_of(node.child_by_field_name("function")).split()).removeprefix("std::")
            listed = node.child_by_field_name("arguments")
            arguments = listed.named_children if listed is not None else []
            if name.startswith(("make_unique<", "make_shared<")) and name.endswith("[]>") and len(arguments) == 1:
                return "".join(text_of(arguments[0]).split())
    return ""


def value_of(mention: Mention) -> Node | None:
    """What a variable is set to."""
    holder = nearest(mention.node, ("init_declarator", "assignment_expression"))
    return holder.child_by_field_name("value") or holder.child_by_field_name("right") if holder is not None else None


def is_bare_declaration(mention: Mention) -> bool:
    """Whether a variable is declared there and gets no value."""
    parent = mention.node.parent
    return mention.kind == "set" and parent is not None and parent.type == "declaration"


def is_filled_by(mention: Mention) -> bool:
    """Whether what a variable leads to may have values from there on: it is written, lent, leads there under another name, or is an array
    that is declared with its elements. Rows that get memory have none."""
    if mention.kind in ("given", "renamed"):
        return True
    value = value_of(mention)
    if mention.kind == "written":
        return value is None or not is_fresh(value)
    return (
        mention.kind == "set"
        and value is not None
        and uncast(value).type in ("initializer_list", "string_literal", "concatenated_string")
    )


def is_fresh(value: Node) -> bool:
    """Whether a value is memory that nobody has written."""
    value = uncast(value)
    if value.type == "new_expression":
        return not any(child.type in ("argument_list", "initializer_list") for child in value.named_children)
    return (
        value.type == "call_expression" and effect_of(text_of(value.child_by_field_name("function"))).gives == "fresh"
    )


def allocation_of(mention: Mention) -> Node | None:
    value = value_of(mention)
    return value if value is not None and uncast(value).type in ("call_expression", "new_expression") else None


def is_lent(body: Body, mention: Mention) -> bool:
    """Whether a library has the address of the device, which may write there."""
    construct = body.on_device(mention.at)
    return construct is not None and construct.name == "host_data"


def can_say(place: Place, text: str) -> bool:
    """Whether all names of a section have a meaning at the place."""
    scopes = place.body.unit.declarations
    for name, _ in _names_of(text):
        # In a method it may be a member, and what is written as macros are comes from a header that is not in sight.
        if scopes.lookup(name, place.at) is None and not class_of(place.body) and not name.isupper():
            return False
    return not takes_a_function_for_a_length(place, text)


def takes_a_function_for_a_length(place: Place, text: str) -> bool:
    """Whether a section names a function without calling it, as `n` of a class whose member is `n_`."""
    scopes, class_ = place.body.unit.declarations, class_of(place.body)
    owner = scopes.classes.of(class_) if class_ else None
    for name, is_called in _names_of(text):
        declared = scopes.lookup(name, place.at)
        is_local = declared is not None and declared.kind != "function" and not declared.is_global
        if is_called or is_local:
            continue
        if owner is not None and scopes.classes.member(owner, name) is not None:
            continue
        if (owner is not None and name in owner.declared) or (declared is not None and declared.kind == "function"):
            return True
    return False


def is_of_another_scope(place: Place, text: str) -> bool:
    """Whether a section names a variable of the function that is not there at the place: declared behind it, or in another block."""
    scopes = place.body.unit.declarations
    function = scopes.function_at(place.body.function.body.start + 1)
    local = {declared.name for declared in scopes.locals_of(function)} if function is not None else set()
    return any(name in local and scopes.lookup(name, place.at) is None for name, _ in _names_of(text))


def _names_of(text: str) -> Iterator[tuple[str, bool]]:
    """The names of a section that are no members of something, each with whether it is called."""
    tokens = tokens_of(text)
    before = ""
    for token, behind in zip(tokens, [*(each.text for each in tokens[1:]), ""]):
        if token.kind == "name" and before not in (".", "->") and token.text not in ("this", "sizeof"):
            yield token.text, behind == "("
        before = token.text
