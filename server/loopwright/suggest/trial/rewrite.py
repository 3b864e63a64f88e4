"""The function rewritten: with stamps at every access of the loop, and with the loop on copies in shuffled order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from tree_sitter import Node

from loopwright.dependence.model.program import Access, Program, Root, accesses_in
from loopwright.dependence.model.values import Index
from loopwright.lang.scopes import scopes_of
from loopwright.source.nodes import at_or_around, leaves, text_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span, names_in
from loopwright.suggest.facts import LoopFacts
from loopwright.suggest.trial.assumed import Assumed, assumed
from loopwright.suggest.trial.program import Names

_CLAUSE = {"copyin": 1, "copyout": 2, "copy": 3, "create": 0}
_SUPPOSED = 4


@dataclass(frozen=True)
class Rewritten:
    """Two versions of the function's text; ``sites`` are the accesses that the numbers in them stand for. ``unasked`` tells that the verdict
    assumes what the watched version cannot ask of an input."""

    stamped: str
    device: str
    sites: tuple[str, ...]
    unasked: bool


def rewritten(
    outline: Outline, loop: Loop, program: Program, facts: LoopFacts, function: Node, names: Names
) -> Rewritten:
    """Both versions of ``function`` for ``loop``; they keep its name and its lines."""
    number = program.by_start[loop.span.start]
    node = _node_of(outline, loop)
    body = node.child_by_field_name("body")
    assert body is not None
    sites: list[str] = []
    atomic = frozenset(update.span for update in facts.atomics)
    trusted = assumed(program, number, facts.verdict)
    stamps = _Stamped(outline, _touches(program, number, loop.body, atomic), names.prefix, sites, trusted)
    copies = _Device(
        outline, _touches(program, number, loop.body, frozenset()), names.prefix, sites, loop, facts, program.roots
    )
    kept = _kept_by_every_thread(program, number, facts)
    stamped = _stamped_loop(outline, loop, body, stamps, facts)
    device = _device_loop(outline, loop, node, body, copies, facts, kept)
    unasked = not trusted.at.keys() <= stamps.asked_at
    return Rewritten(
        _spliced(outline, function, loop.span, stamped),
        _spliced(outline, function, loop.span, device),
        tuple(sites),
        unasked,
    )


def _kept_by_every_thread(program: Program, number: int, facts: LoopFacts) -> list[str]:
    """Scalars that the loop writes and no clause speaks of: each thread has its own, begun with the value before the loop, and
    what it writes there is lost (OpenACC 3.4, section 2.6.2: firstprivate)."""
    told = {reduction.variable for reduction in facts.verdict.reductions} | {*facts.verdict.private, *facts.missing}
    told |= {fact.variable for fact in facts.data} | {word for text in facts.present for word in names_in(text)[:1]}
    told |= {word for update in facts.atomics for word in names_in(update.text)[:1]}
    own = program.frames[number].variable
    found: dict[str, None] = {}
    for access in accesses_in(program.nests[number].body):
        root = program.roots[access.place.root]
        plain = access.writes and access.is_scalar and number not in root.loops and not root.pointed
        if plain and root.name not in told and root.name != own and not {"[]", "&"} & set(root.type.layers):
            if root.name.isidentifier() and not root.extents:
                found[root.name] = None
    return list(found)


def _touches(program: Program, number: int, body: Span, atomic: frozenset[Span]) -> dict[Span, tuple[int, Access]]:
    """Where accesses to what lives outside the loop stand: 1 reads, 2 writes, 3 both; updates that are made atomic may
    meet and are left out. What a lambda of the loop does stands in the lambda, not where it is called."""
    found: dict[Span, tuple[int, Access]] = {}
    own = program.frames[number].variable
    for access in accesses_in(program.nests[number].body):
        root = program.roots[access.place.root]
        loaded = any(isinstance(step, Index) and step.loaded for step in access.place.steps)
        if (number in root.loops and not loaded and not root.pointed) or (access.is_scalar and root.name == own):
            continue
        here = access.origin if access.origin is not None and body.contains(access.origin) else access.span
        does = (2 if access.writes else 1) | found.get(here, (0, access))[0]
        found[here] = (does, access)
    return {span: touch for span, touch in found.items() if span not in atomic}


class _Stamped:
    """Wraps every access in a stamp, and asks before it what is ``trusted``."""

    def __init__(
        self,
        outline: Outline,
        touches: dict[Span, tuple[int, Access]],
        prefix: str,
        sites: list[str],
        trusted: Assumed | None = None,
    ) -> None:
        self.outline, self.touches, self.prefix, self.sites = outline, touches, prefix, sites
        self.trusted = trusted or Assumed()
        self.asked_at: set[Span] = set()

    def asked(self, conditions: Sequence[str]) -> str:
        """The call that says whether they hold."""
        return f"{self.prefix}hooks->{self.prefix}assume({' && '.join(f'({code})' for code in conditions)})"

    def site(self, node: Node) -> int:
        """The number of an access."""
        self.sites.append(text_of(node))
        return len(self.sites) - 1

    def wrap(self, node: Node, inner: str, does: int, access: Access) -> str:
        stamped = f"{self.prefix}stamped({inner}, {self.site(node)}, {does})"
        conditions = self.trusted.at.get(access.span)
        self.asked_at.add(access.span)
        return f"(*({self.asked(conditions)}, &{stamped}))" if conditions else stamped

    def text(self, node: Node) -> str:
        """The text of ``node`` with its accesses wrapped."""
        inner = self._children(node)
        found = self.touches.get(Span(node.start_byte, node.end_byte))
        if found is None or not _is_lvalue(node) or _is_addressed(node):
            return inner
        return self.wrap(node, inner, *found)

    def _children(self, node: Node) -> str:
        data = self.outline.source.data
        parts: list[str] = []
        position = node.start_byte
        for child in node.children:
            parts.append(data[position : child.start_byte].decode("utf-8", "replace"))
            parts.append(self.text(child))
            position = child.end_byte
        parts.append(data[position : node.end_byte].decode("utf-8", "replace"))
        return "".join(parts)


class _Device(_Stamped):
    """Redirects what the data clauses move to its copy, with a check at each access."""

    def __init__(
        self,
        outline: Outline,
        touches: dict[Span, tuple[int, Access]],
        prefix: str,
        sites: list[str],
        loop: Loop,
        facts: LoopFacts,
        roots: Mapping[str, Root],
    ) -> None:
        super().__init__(outline, touches, prefix, sites)
        self.loop, self.roots = loop, roots
        self.moved = {fact.variable: position for position, fact in enumerate(facts.data)}
        self.objects = _objects(outline, loop, facts)

    def text(self, node: Node) -> str:
        if node.type in ("identifier", "field_expression"):
            plain = "".join(text_of(node).split())
            if plain in self.moved and not _is_field_name(node):
                name = f"{self.prefix}d{self.moved[plain]}"
                return f"(*{name})" if plain in self.objects else name
        return super().text(node)

    def wrap(self, node: Node, inner: str, does: int, access: Access) -> str:
        position = self._copied(inner)
        if position is None:
            position = self._led_to(node, access)
        if position is None or node.type == "identifier":
            return inner
        return f"{self.prefix}checked({inner}, {self.prefix}s + {position}, {self.site(node)}, {does})"

    def _copied(self, inner: str) -> int | None:
        """The section whose copy a text of ours begins with (``text`` writes its name)."""
        name, _, number = inner.lstrip("(*").partition(f"{self.prefix}d")
        digits = "".join(takewhile(str.isdecimal, number))
        return int(digits) if not name and digits else None

    def _led_to(self, node: Node, access: Access) -> int | None:
        """The section behind a pointer of the loop's own, which has its address from the copy (`double *row = a + i * n;`)."""
        names = (leaf for leaf in leaves(node, Span(node.start_byte, node.end_byte)) if leaf.type == "identifier")
        known = scopes_of(self.outline).lookup(text_of(next(names, None)), node.start_byte)
        own = known is not None and known.header is None and self.loop.span.contains(known.span)
        return self.moved.get(self.roots[access.place.root].name) if own and not access.place.fields else None


def _objects(outline: Outline, loop: Loop, facts: LoopFacts) -> frozenset[str]:
    """What is moved as a whole and is no array: its copy is reached by its address."""
    scopes, found = scopes_of(outline), set()
    for fact in facts.data:
        known = scopes.lookup(fact.variable, loop.span.start)
        if not fact.length and known is not None and not scopes.type_of(known).referred().layers:
            found.add(fact.variable)
    return frozenset(found)


def _stamped_loop(outline: Outline, loop: Loop, body: Node, render: _Stamped, facts: LoopFacts) -> str:
    header = outline.source.slice(Span(loop.span.start, loop.header_end))
    call = f"{render.prefix}hooks->{render.prefix}"
    exempt = [
        f"{call}except(&({r.variable}), sizeof({r.variable}), 0);" for r in facts.verdict.reductions if r.is_scalar
    ]
    exempt += [f"{call}except(&({name}), sizeof({name}), 1);" for name in facts.verdict.private]
    asked = f"{render.asked(render.trusted.before)}; " if render.trusted.before else ""
    return (
        f"{{ {asked}{call}begin(); {' '.join(exempt)} {header} {{ {call}iteration((long long)({loop.header.variable})); "
        f"{render.text(body)} }} {call}end(); }}"
    )


def _device_loop(
    outline: Outline, loop: Loop, node: Node, body: Node, render: _Device, facts: LoopFacts, kept: list[str]
) -> str:
    header = outline.source.slice(Span(loop.span.start, loop.header_end))
    variable = loop.header.variable or "i"
    own = render.prefix
    call = f"{own}hooks->{own}"
    lines = [f"{{ const long {own}s = {call}open();"]
    for position, fact in enumerate(facts.data):
        name = fact.variable
        if fact.length:
            size, low, length, first = f"sizeof(({name})[0])", fact.lower, fact.length, f"&({name})[0]"
        elif name in render.objects:
            first, low, size, length = f"&({name})", "0", f"sizeof({name})", "1"
        else:
            first, low = f"{own}first({name})", "0"
            size, length = f"sizeof(*{first})", f"sizeof({name}) / sizeof(*{first})"
        kind = f"__typeof__({first})"
        moved = f"{position}, (void *)({first}), {size}, {low}, {length}, {_CLAUSE[fact.clause] | _SUPPOSED * fact.supposed}"
        lines.append(f"{kind} {own}d{position} = ({kind}){call}map({moved});")
    lines += [f"__typeof__({name}) {own}f{position} = {name};" for position, name in enumerate(kept)]
    kind = _variable_type(node) if loop.header.declares else f"__typeof__({variable})"
    private = [
        f"__typeof__({name}) {name}; __builtin_memset(&{name}, 0x7b, sizeof({name}));"
        for name in facts.verdict.private
        if name != variable
    ]
    private += [f"__typeof__({name}) {name} = {own}f{position};" for position, name in enumerate(kept)]
    lines.append(f"{header} {call}keep((long long)({variable}));")
    lines.append(f"for (long {own}k = 0, {own}n = {call}shuffle(); {own}k < {own}n; {own}k++) {{")
    lines.append(f"{kind} {variable} = ({kind}){call}value({own}k); {' '.join(private)}")
    return " ".join([*lines, render.text(body), f"}} {call}close(); }}"])


def _spliced(outline: Outline, function: Node, loop: Span, text: str) -> str:
    data = outline.source.data
    before, after = data[function.start_byte : loop.start], data[loop.end : function.end_byte]
    return before.decode("utf-8", "replace") + text + after.decode("utf-8", "replace")


def _node_of(outline: Outline, loop: Loop) -> Node:
    node = at_or_around(
        outline.source.tree.root_node.descendant_for_byte_range(loop.span.start, loop.header_end), ("for_statement",)
    )
    assert node is not None
    return node


def _variable_type(node: Node) -> str:
    initializer = node.child_by_field_name("initializer")
    kind = initializer.child_by_field_name("type") if initializer is not None else None
    return text_of(kind) or "int"


def _is_lvalue(node: Node) -> bool:
    return node.type in ("identifier", "subscript_expression", "field_expression", "pointer_expression")


def _is_addressed(node: Node) -> bool:
    parent = node.parent
    return parent is not None and parent.type == "pointer_expression" and parent.children[0].type == "&"


def _is_field_name(node: Node) -> bool:
    parent = node.parent
    return parent is not None and parent.type == "field_expression" and parent.child_by_field_name("field") == node
