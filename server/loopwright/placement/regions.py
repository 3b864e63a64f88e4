"""Where the host works on data that live on the device: `update self` before it, `update device` after it.

Outside of such a region the copy on the device is the one that counts, in every function. A region is the longest run of statements
of one block in which no kernel (and no function that has regions of its own) works on the same memory; if both only read, it may. What
cannot be put into a region is not placed at all, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from loopwright.placement.blocks import lines_for, only_blocks
from loopwright.placement.edits import Insertions
from loopwright.placement.pointers import RELEASED, Context, Hit, Passed, Pointers
from loopwright.placement.program import Known
from loopwright.placement.sections import (
    LoopSection,
    Namer,
    count_of,
    pointer_of,
    quotient,
    root_of,
    sections_of_loop,
    text_of,
    words_of,
)
from loopwright.residence import ir
from loopwright.residence.expressions import name_of
from loopwright.residence.ir import Expr, Stmt
from loopwright.residence.library import library
from loopwright.residence.scan import assigned_names, everything_in, may_jump
from loopwright.source.linear import Linear

_MOST_SECTIONS = 6
_FEW = 16  # iterations


class Unplaceable(Exception):
    """Objects for which there is no right place, and why."""

    def __init__(self, objects: Iterable[int], reason: str) -> None:
        super().__init__(reason)
        self.objects, self.reason = frozenset(objects), reason


@dataclass(frozen=True)
class Use:
    """What a statement does with the objects that are placed: read and written by its own code on the host, by kernels in it, and by
    functions that it calls."""

    read: frozenset[int] = frozenset()
    written: frozenset[int] = frozenset()
    device_read: frozenset[int] = frozenset()
    device_written: frozenset[int] = frozenset()
    on_device: frozenset[int] = frozenset()  # written by kernels, here or in functions that are called

    def __or__(self, other: Use) -> Use:
        return Use(
            self.read | other.read,
            self.written | other.written,
            self.device_read | other.device_read,
            self.device_written | other.device_written,
            self.on_device | other.on_device,
        )

    @property
    def conflicts(self) -> frozenset[int]:
        """Objects that one side writes and the other uses."""
        return (self.written & (self.device_read | self.device_written)) | (self.read & self.device_written)


@dataclass(frozen=True)
class Access:
    """One way in which a region reaches objects: through the pointer ``name``, one element (``index``), the first so many (``length``), or
    nobody knows which; ``wanted`` is in each context how many elements there are, ``is_array`` that the name stands for all of them.
    ``fills``: the element, or the length, is overwritten for certain."""

    name: str
    index: str | None
    objects: frozenset[int]
    reads: bool
    writes: bool
    wanted: tuple[Linear | None, ...]
    is_array: bool = False
    length: str | None = None
    fills: bool = False

    def also(self, other: Access) -> Access:
        """Both."""
        return replace(
            self,
            objects=self.objects | other.objects,
            reads=self.reads or other.reads,
            writes=self.writes or other.writes,
            fills=self.fills or other.fills,
            wanted=self.wanted if self.wanted == other.wanted else tuple(None for _ in self.wanted),
        )


@dataclass
class Transfer:
    """A directive that is to be written, for the plan."""

    line: int
    text: str
    depth: int
    objects: frozenset[int] = frozenset()

    @property
    def is_single(self) -> bool:
        """Whether it moves single elements."""
        return _is_single(self.text)


@dataclass
class Regions:
    """One function: looks for its regions and writes their directives."""

    pointers: Pointers
    known: Known
    placed: frozenset[int]
    insertions: Insertions
    lifted: frozenset[Known] = frozenset()  # functions whose work is moved for by their callers
    ignored: frozenset[int] = frozenset()  # nodes of sections that are written anew
    transfers: list[Transfer] = field(default_factory=list)
    blocks: list[ir.Call] = field(default_factory=list)  # regions of nothing but these, which could run on the device

    def __post_init__(self) -> None:
        self._contexts: list[Context] = [c for c in self.pointers.by_function.get(self.known, []) if not c.device]
        self._namer = Namer(self.pointers, self.known)
        self._uses: dict[int, Use] = {}
        self._locals = {part.name for part in everything_in(self.known.function.body) if isinstance(part, ir.Declare)}
        self._locals |= {parameter.name for parameter in self.known.function.parameters}
        self._is_main = self.known is self.pointers.project.main
        self._depth = 0
        self._group: frozenset[int] = frozenset()

    def place(self) -> None:
        """Write all directives of the function. Raises :class:`Unplaceable`."""
        body = self.known.function.body
        use = self._use(body)
        if not (use.read | use.written) or not self._contexts or self.known in self.lifted:
            return
        if any(c.device for c in self.pointers.by_function[self.known]):
            raise Unplaceable(use.read | use.written, f"{self.known.name} uses it on both sides")
        if any(isinstance(part, (ir.Goto, ir.Unread)) for part in everything_in(body)):
            raise Unplaceable(
                use.read | use.written, f"{self.known.name} has a goto or a statement that could not be read"
            )
        scope = frozenset(parameter.name for parameter in self.known.function.parameters)
        for group in self._groups(body, use.read | use.written):
            self._group = group
            valid = group if self._is_main else frozenset()
            self._statement(body, scope, valid, frozenset() if self._is_main else group)

    # What statements do

    def _use(self, node: Stmt | Expr) -> Use:
        key = id(node)
        if key not in self._uses:
            found = Use()
            for part in everything_in(node):
                found |= self._own(part)
            self._uses[key] = found
        return self._uses[key]

    def _own(self, node: Stmt | Expr) -> Use:
        hits = self.pointers.hits.get(id(node), set()) if id(node) not in self.ignored else set()
        inner = self.pointers.contained.get(id(node), set())
        if inner and self.pointers.callees.get(id(node), set()) <= self.lifted:
            hits, inner = inner, set()
        return Use(
            self._objects(hit for hit in hits if not hit.device and not hit.writes),
            self._objects(hit for hit in hits if not hit.device and hit.writes),
            self._objects(hit for hit in hits if hit.device and not hit.writes)
            | self._objects(hit for hit in inner if not hit.writes),
            self._objects(hit for hit in hits if hit.device and hit.writes)
            | self._objects(hit for hit in inner if hit.writes),
            self._objects(hit for hit in (*hits, *inner) if hit.device and hit.writes),
        )

    def _objects(self, hits: Iterable[Hit]) -> frozenset[int]:
        return frozenset(hit.place.object for hit in hits if hit.place.object in self.placed)

    def _groups(self, body: Stmt, used: frozenset[int]) -> list[frozenset[int]]:
        """Objects that one access may reach go together."""
        groups: list[set[int]] = [{number} for number in sorted(used)]
        for part in everything_in(body):
            own = self._own(part)
            reached = own.read | own.written
            touching = [group for group in groups if group & reached]
            if len(touching) > 1:
                merged = set().union(*touching)
                groups = [group for group in groups if not group & reached] + [merged]
        return [frozenset(group) for group in groups]

    def _of_group(self, use: Use) -> Use:
        g = self._group
        return Use(use.read & g, use.written & g, use.device_read & g, use.device_written & g, use.on_device & g)

    # Statements

    def _statement(self, node: Stmt, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]) -> None:
        """Regions in one statement that is none by itself. ``valid``: the host's copy holds all; ``later``: objects that the device
        may use afterwards."""
        use = self._of_group(self._use(node))
        if not (use.read | use.written):
            return
        handler = _HANDLERS.get(type(node), Regions._single)
        handler(self, node, scope, valid, later)

    def _block(self, node: ir.Block, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]) -> None:
        items = node.items
        if node is not self.known.function.body:
            later = (
                self._group
            )  # where branches meet it is not known which copy counts, unless it is always the device's
        after = [later]
        for item in reversed(items):
            use = self._of_group(self._use(item))
            after.append(after[-1] | use.device_read | use.device_written)
        after.reverse()  # after[i]: what is used from item i on
        index = 0
        while index < len(items):
            item = items[index]
            use = self._of_group(self._use(item))
            if use.read | use.written:
                end = self._longest(items, index, scope)
                if end > index and not self._is_better_inside(items[index:end], scope):
                    self._region(items[index:end], scope, valid, after[end])
                    scope, valid = self._past(items[index:end], scope, valid)
                    index = end
                    continue
                self._statement(item, scope, valid, after[index + 1])
            scope, valid = self._past([item], scope, valid)
            index += 1

    def _is_better_inside(self, items: Sequence[Stmt], scope: frozenset[str]) -> bool:
        """Whether a region is a loop of few iterations that touches single elements of what would move as a whole."""
        loop = items[0]
        if isinstance(loop, ir.Block) and loop.items:
            loop = loop.items[-1]
        if len(items) != 1 or not isinstance(loop, ir.Loop) or not _is_short(loop):
            return False
        around = self._sections(items, scope, frozenset(), self._group)
        if around is None or all(_is_single(text) for texts in around for text in texts):
            return False
        inner = scope | {part.name for part in everything_in(items[0]) if isinstance(part, ir.Declare)}
        body = loop.body.items if isinstance(loop.body, ir.Block) else (loop.body,)
        for item in body:
            use = self._of_group(self._use(item))
            if not (use.read | use.written):
                continue
            found = self._sections([item], inner, frozenset(), self._group)
            if found is None or not all(_is_single(text) for texts in found for text in texts):
                return False
        return True

    def _past(
        self, items: Sequence[Stmt], scope: frozenset[str], valid: frozenset[int]
    ) -> tuple[frozenset[str], frozenset[int]]:
        """What is declared and valid after some statements."""
        names = set(scope)
        for item in items:
            valid -= self._use(item).on_device
            valid |= self._allocated_in(item) & self._group
            for part in item.items if isinstance(item, ir.Block) and not item.scoped else (item,):
                if isinstance(part, ir.Declare):
                    names.add(part.name)
        return frozenset(names), valid

    def _allocated_in(self, item: Stmt) -> frozenset[int]:
        nodes = {id(part) for part in everything_in(item)}
        return frozenset(
            number
            for number in self.placed
            if id(self.pointers.objects[number].node) in nodes and self.pointers.objects[number].node is not None
        )

    def _longest(self, items: Sequence[Stmt], start: int, scope: frozenset[str]) -> int:
        """The end of the longest region that begins with an item, its beginning where there is none."""
        end = start
        last = start
        use = Use()
        while end < len(items):
            item = items[end]
            more = self._of_group(self._use(item))
            together = use | more
            inner = isinstance(item, ir.Directive) and item.name in ("enter data", "exit data", "update")
            if together.conflicts or inner or self._is_boundary(item):
                break
            if together.written and may_jump(item):
                break
            if (more.read | more.written) and not self._is_possible(items[start : end + 1], scope):
                break
            use = together
            end += 1
            if more.read | more.written:
                last = end
        return last

    def _is_boundary(self, item: Stmt) -> bool:
        """Whether memory of the group comes or goes in a statement."""
        for part in everything_in(item):
            if isinstance(part, ir.Call) and self.pointers.releases.get(id(part), set()) & self._group:
                return True
            if any(
                hit.place.path == RELEASED and hit.place.object in self._group
                for hit in self.pointers.contained.get(id(part), ())
            ):
                return True
        return bool(self._allocated_in(item) & self._group)

    def _if(self, node: ir.If, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]) -> None:
        self._header([node.condition], node.span.start, scope, valid)
        self._branch(node.then, scope, valid, later)
        other = node.other
        if isinstance(other, ir.If):
            # Its condition is read where the first one is.
            self._header([other.condition], node.span.start, scope, valid)
            self._branch(other.then, scope, valid, later)
            if other.other is not None:
                self._chain(other.other, node.span.start, scope, valid, later)
        elif other is not None:
            self._branch(other, scope, valid, later)

    def _chain(
        self, node: Stmt, start: int, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]
    ) -> None:
        while isinstance(node, ir.If):
            self._header([node.condition], start, scope, valid)
            self._branch(node.then, scope, valid, later)
            if node.other is None:
                return
            node = node.other
        self._branch(node, scope, valid, later)

    def _branch(self, node: Stmt, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]) -> None:
        if isinstance(node, ir.Block):
            self._statement(node, scope, valid, later)
        else:  # a single statement gets braces
            self._block(ir.Block(node.span, (node,)), scope, valid, later)

    def _header(self, parts: list[Expr], offset: int, scope: frozenset[str], valid: frozenset[int]) -> None:
        """Conditions that read."""
        use = Use()
        for part in parts:
            use |= self._of_group(self._use(part))
        if not (use.read | use.written):
            return
        if use.written or use.conflicts:
            raise Unplaceable(use.read | use.written, f"{self.known.name} writes it in a condition")
        sections = self._sections(parts, scope, valid, frozenset())
        if sections is None:
            raise Unplaceable(use.read, self._why(parts))
        for text in sections[0]:
            self._write_before(offset, text)

    def _loop(self, node: ir.Loop, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]) -> None:
        use = self._of_group(self._use(node))
        later = later | use.device_read | use.device_written
        valid = valid - use.on_device
        parts = [part for part in (node.condition, node.step) if part is not None]
        header = Use()
        for part in parts:
            header |= self._of_group(self._use(part))
        if header.read | header.written:
            if any(isinstance(part, ir.Jump) and part.kind == "continue" for part in everything_in(node.body)):
                raise Unplaceable(header.read, f"{self.known.name} reads it in the condition of a loop with continue")
            if not node.at_end:
                self._header(parts, node.span.start, scope, valid)
            sections = self._sections(parts, scope, valid, frozenset())
            if header.written or header.conflicts or sections is None:
                raise Unplaceable(header.read | header.written, self._why(parts))
            for text in sections[0]:
                self._note(node.span.start, text)
                self.insertions.at_end_of(node.body.span.start, text)
        self._depth += 1
        self._branch(node.body, scope, valid, later)
        self._depth -= 1

    def _switch(self, node: ir.Switch, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]) -> None:
        self._header([node.value], node.span.start, scope, valid)
        whole = self._of_group(self._use(node))
        for case in node.cases:
            self._statement(case, scope, valid - whole.on_device, later | whole.device_read | whole.device_written)

    def _directive(
        self, node: ir.Directive, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]
    ) -> None:
        if node.body is not None:
            self._statement(node.body, scope, valid, later)

    def _single(self, node: Stmt, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]) -> None:
        """A statement that uses something itself and calls a function that does too."""
        use = self._of_group(self._use(node))
        if use.conflicts or (use.written and may_jump(node)):
            raise Unplaceable(
                use.read | use.written, f"a statement of {self.known.name} uses it and calls a function that does too"
            )
        raise Unplaceable(use.read | use.written, self._why([node]))

    # Regions

    def _is_possible(self, items: Sequence[Stmt], scope: frozenset[str]) -> bool:
        return self._sections(items, scope, frozenset(), frozenset()) is not None

    def _region(
        self, items: Sequence[Stmt], scope: frozenset[str], valid: frozenset[int], later: frozenset[int]
    ) -> None:
        sections = self._sections(items, scope, valid, later)
        assert sections is not None
        calls = only_blocks(items)
        if calls is not None and all(self._is_all_placed(call) for call in calls):
            self.blocks += [call for call in calls if lines_for(self.pointers, self.known, call) is not None]
        before, after = sections
        for text in before:
            self._write_before(_start(items[0]), text)
        for text in after:
            self._note(_start(items[-1]), text)
            self.insertions.after(_last(items[-1]), text)

    def _is_all_placed(self, call: ir.Call) -> bool:
        return all(hit.place.object in self.placed for hit in self.pointers.hits.get(id(call), ()))

    def _write_before(self, offset: int, text: str) -> None:
        self._note(offset, text)
        self.insertions.before(offset, text)

    def _note(self, offset: int, text: str) -> None:
        line = self.known.file.outline.source.lines.line_of(offset) + 1
        around = max((context.depth for context in self._contexts), default=0)
        self.transfers.append(Transfer(line, text, around + self._depth, self._group))

    def _sections(
        self,
        nodes: Sequence[Stmt | Expr],
        scope: frozenset[str],
        valid: frozenset[int],
        later: frozenset[int],
    ) -> tuple[list[str], list[str]] | None:
        """(directives before, directives after), ``None`` where something has no name."""
        fetched: dict[str, bool] = {}  # section -> whether all objects are placed for certain
        sent: dict[str, bool] = {}
        for node in nodes:
            accesses = self._accesses(node)
            if accesses is None:
                return None
            loops = self._loop_sections(node)
            for access in accesses:
                texts = self._texts(access, nodes, scope, loops)
                if texts is None:
                    return None
                section, fills = texts
                is_sure = access.objects <= self.placed
                if not access.objects <= valid and (access.reads or not fills):
                    fetched[section] = fetched.get(section, True) and is_sure
                # Where all of it is valid here and no kernel comes, the host's copy may be the one that counts.
                if access.writes and not (access.objects <= valid and not access.objects & later):
                    sent[section] = sent.get(section, True) and is_sure
        # What is sent back whole has to be whole here.
        before = _updates("self", fetched)
        after = _updates("device", sent)
        if len(fetched) > _MOST_SECTIONS or len(sent) > _MOST_SECTIONS:
            return None
        return before, after

    def _loop_sections(self, node: Stmt | Expr) -> dict[str, LoopSection]:
        inner = node
        if isinstance(inner, ir.Block) and inner.items and isinstance(inner.items[-1], ir.Loop):
            inner = inner.items[-1]
        if not isinstance(inner, ir.Loop):
            return {}
        if any(
            id(part) in self.pointers.contained and self.pointers.contained[id(part)] for part in everything_in(node)
        ):
            return {}
        found = sections_of_loop(self.known.file, node.span.start)
        if any(isinstance(part, (ir.If, ir.Switch, ir.Conditional, ir.Jump, ir.Call)) for part in everything_in(node)):
            found = {name: LoopSection(known.section, False) for name, known in found.items()}
        return found

    def _accesses(self, node: Stmt | Expr) -> list[Access] | None:
        """All ways in which the host reaches the group in some code."""
        found: dict[tuple[str, str | None, str | None], Access] = {}
        for part in everything_in(node):
            own = self._of_group(self._own(part))
            if not (own.read | own.written):
                continue
            accesses = self._of_call(part) if isinstance(part, ir.Call) else self._of_expression(part, node)
            if accesses is None:
                return None
            for access in accesses:
                key = (access.name, access.index, access.length)
                found[key] = found[key].also(access) if key in found else access
        return list(found.values())

    def _of_expression(self, node: Expr | Stmt, around: Expr | Stmt) -> list[Access] | None:
        own = self._of_group(self._own(node))
        if isinstance(node, ir.Opaque):  # the initializer of an array: it is there before the array is placed
            return []
        root = root_of(self.pointers, node)  # type: ignore[arg-type]
        name = name_of(root.pointer) if root is not None else ""
        if root is None or not name:
            return None
        index = text_of(self.known.file, root.element) if root.element is not None else None
        return [
            Access(
                name,
                index,
                self._reached(root.pointer) | own.read | own.written,
                bool(own.read),
                bool(own.written),
                self._wanted(root.pointer),
                self._is_array(root.pointer),
                fills=index is not None and _is_assigned(node, around),
            )
        ]

    def _is_array(self, pointer: Expr) -> bool:
        return isinstance(pointer, ir.Name) and id(pointer) in self.pointers.decayed

    def _reached(self, pointer: Expr) -> frozenset[int]:
        found: set[int] = set()
        for context in self._contexts:
            found |= {place.object for place in self.pointers.values.get((id(pointer), context.number), ())}
        return frozenset(found)

    def _wanted(self, pointer: Expr) -> tuple[Linear | None, ...]:
        """How many elements a pointer leads to, in each context."""
        return tuple(self._elements(pointer, context) for context in self._contexts)

    def _elements(self, pointer: Expr, context: Context) -> Linear | None:
        places = self.pointers.values.get((id(pointer), context.number), frozenset())
        sizes = {self.pointers.objects[place.object].size for place in places}
        element = self.pointers.elements.get(id(pointer))
        return quotient(sizes.pop(), element) if len(sizes) == 1 and element is not None else None

    def _of_call(self, node: ir.Call) -> list[Access] | None:
        return self._of_lifted(node) if self.pointers.callees.get(id(node)) else self._of_library(node)

    def _of_library(self, node: ir.Call) -> list[Access] | None:
        found: list[Access] = []
        for passed in self.pointers.passed.get(id(node), []):
            pointer = pointer_of(passed.argument)
            if pointer is None:
                return None
            objects = self._reached(pointer)
            if objects & self._group:
                length = self._passed_length(passed, pointer)
                found.append(
                    Access(
                        name_of(pointer),
                        None,
                        objects,
                        not passed.writes,
                        passed.writes,
                        self._wanted(pointer),
                        self._is_array(pointer),
                        length,
                        length is not None,
                    )
                )
        return found

    def _passed_length(self, passed: Passed, pointer: Expr) -> str | None:
        size = self.pointers.elements.get(id(pointer))
        if pointer is not passed.argument or not passed.factors or size is None or size.terms:
            return None
        return count_of(self.known.file, passed.factors, size)

    def _of_lifted(self, node: ir.Call) -> list[Access] | None:
        """What a small function does through its parameters, as its caller says it."""
        found: list[Access] = []
        for known in self.pointers.callees[id(node)]:
            inner = Regions(self.pointers, known, self.placed, self.insertions, self.lifted)
            changed = assigned_names(known.function.body)
            given = {p.name: a for p, a in zip(known.function.parameters, node.arguments) if p.name not in changed}
            for part in everything_in(known.function.body):
                own = self._of_group(inner._own(part))
                if not (own.read | own.written):
                    continue
                root = root_of(self.pointers, part)
                name = self._in_caller(name_of(root.pointer), given, inner) if root is not None else None
                if root is None or name is None:
                    return None
                objects: set[int] = set()
                wanted: list[Linear | None] = []
                for context in self._contexts:
                    of_call = [c for c in inner._contexts if c.call is node and c.parent is context]
                    for c in of_call:
                        values = self.pointers.values.get((id(root.pointer), c.number), frozenset())
                        objects |= {place.object for place in values}
                    wanted.append(inner._elements(root.pointer, of_call[0]) if len(of_call) == 1 else None)
                is_array = inner._is_array(root.pointer)
                found.append(
                    Access(name, None, frozenset(objects), bool(own.read), bool(own.written), tuple(wanted), is_array)
                )
        return found

    def _in_caller(self, name: str, given: dict[str, Expr], inner: Regions) -> str | None:
        """`p->x` of a parameter `p` as the caller names it."""
        first = re.match(r"[A-Za-z_]\w*", name)
        if first is None:
            return None
        if first[0] not in given:
            return name if first[0] not in inner._locals and first[0] not in self._locals else None
        argument, rest = given[first[0]], name[first.end() :]
        if isinstance(argument, ir.AddressOf) and rest.startswith("->") and name_of(argument.place):
            return f"{name_of(argument.place)}.{rest[2:]}"
        if not rest:
            pointer = pointer_of(argument)
            return name_of(pointer) if pointer is not None else None
        return f"{name_of(argument)}{rest}" if name_of(argument) else None

    def _texts(
        self,
        access: Access,
        nodes: Sequence[Stmt | Expr],
        scope: frozenset[str],
        loops: dict[str, LoopSection],
    ) -> tuple[str, bool] | None:
        """(section as it stands in a clause, whether all of it is overwritten) of an access, ``None`` where it has no name."""
        name = access.name
        if not self._is_stable(name, nodes, scope):
            return None
        if access.index is not None and self._is_stable(access.index, nodes, scope):
            return f"{name}[{access.index}:1]", access.fills
        if access.length is not None and self._is_stable(access.length, nodes, scope):
            return f"{name}[0:{access.length}]", access.fills and len(nodes) == 1 and isinstance(nodes[0], ir.Evaluate)
        known = loops.get(name)
        if known is not None and known.section and self._is_stable(known.section, nodes, scope):
            return f"{name}[{known.section}]", known.fills
        if access.is_array:
            return name, False
        text = self._namer.text(list(access.wanted), self._stable_names(nodes, scope))
        return (f"{name}[0:{text}]", False) if text is not None and self._is_stable(text, nodes, scope) else None

    def _stable_names(self, nodes: Sequence[Stmt | Expr], scope: frozenset[str]) -> list[str]:
        changed = set().union(*(assigned_names(node) for node in nodes))
        visible = set(scope) - changed
        visible |= {name for name in self.known.file.scopes.names if self._is_file_variable(name)} - changed
        return sorted(visible)

    def _is_file_variable(self, name: str) -> bool:
        declared = self.known.file.scopes.names.get(name)
        return declared is not None and declared.kind == "variable" and name not in self._locals

    def _is_stable(self, text: str, nodes: Sequence[Stmt | Expr], scope: frozenset[str]) -> bool:
        """Whether a text can be written before and after some code and means the same."""
        variables, members = words_of(text)
        if (variables & self._locals) - scope:
            return False
        declared = {part.name for node in nodes for part in everything_in(node) if isinstance(part, ir.Declare)}
        changed = set().union(*(assigned_names(node) for node in nodes)) | declared
        if variables & changed:
            return False
        for node in nodes:
            for part in everything_in(node):
                for hit in (*self.pointers.hits.get(id(part), ()), *self.pointers.contained.get(id(part), ())):
                    if not hit.writes:
                        continue
                    memory = self.pointers.objects[hit.place.object]
                    if hit.place.path.split(".")[-1] in members and hit.place.path:
                        return False
                    if (
                        memory.is_global
                        and not hit.place.path
                        and memory.name in variables
                        and not memory.type.is_array
                    ):
                        return False
        return True

    def _why(self, nodes: Sequence[Stmt | Expr]) -> str:
        where = self.known.file.outline.source.lines.line_of(nodes[0].span.start) + 1
        return f"line {where} of {self.known.file.path.name} uses it and how much of it cannot be said there"


_HANDLERS: dict[type, Callable[[Regions, Any, frozenset[str], frozenset[int], frozenset[int]], None]] = {
    ir.Block: Regions._block,
    ir.If: Regions._if,
    ir.Loop: Regions._loop,
    ir.Switch: Regions._switch,
    ir.Directive: Regions._directive,
}


def _is_short(loop: ir.Loop) -> bool:
    """Whether a loop ends at a small constant."""
    limit = loop.condition.right if isinstance(loop.condition, ir.Binary) else None
    return isinstance(limit, ir.Number) and limit.value is not None and 0 <= limit.value <= _FEW


def _is_single(text: str) -> bool:
    """Whether a directive moves single elements."""
    sections = re.findall(r"\[([^\[\]]*)\]", text)
    return bool(sections) and all(section.endswith(":1") for section in sections)


def _is_assigned(node: Expr | Stmt, around: Expr | Stmt) -> bool:
    """Whether a statement is an assignment to just this element."""
    value = around.value if isinstance(around, ir.Evaluate) else None
    if not isinstance(value, ir.Assign) or value.operator or value.target is not node:
        return False
    return isinstance(node, (ir.Index, ir.Deref)) and not any(
        part is not node and part == node for part in everything_in(value)
    )


def _updates(kind: str, sections: dict[str, bool]) -> list[str]:
    """Directives that move some sections; a clause names each variable once."""
    lines: list[tuple[list[str], bool]] = []
    for section, is_sure in sorted(sections.items()):
        name = section.split("[")[0]
        line = next(
            (texts for texts, sure in lines if sure is is_sure and all(text.split("[")[0] != name for text in texts)),
            None,
        )
        if line is None:
            lines.append(([section], is_sure))
        else:
            line.append(section)
    return [
        f"#pragma acc update {kind}({', '.join(texts)}){'' if is_sure else ' if_present'}" for texts, is_sure in lines
    ]


def _start(node: Stmt) -> int:
    if isinstance(node, ir.Directive) and node.body is not None:
        return _start(node.body)
    return node.span.start


def _last(node: Stmt) -> int:
    if isinstance(node, ir.Block) and not node.scoped and node.items:
        return _last(node.items[-1])
    if isinstance(node, ir.Directive) and node.body is not None:
        return _last(node.body)
    return node.span.start


def lifted_functions(pointers: Pointers) -> frozenset[Known]:
    """Functions without loops and kernels that touch memory through their parameters: what they need is moved by their callers."""
    found = set()
    for known in pointers.project.functions:
        contexts = pointers.by_function.get(known, [])
        parts = list(everything_in(known.function.body))
        is_called = bool(contexts) and all(context.parent is not None for context in contexts)
        if is_called and not any(
            isinstance(part, (ir.Loop, ir.Directive, ir.Goto, ir.Unread))
            or (isinstance(part, ir.Call) and _does_more(pointers, part))
            for part in parts
        ):
            found.add(known)
    return frozenset(found)


def _does_more(pointers: Pointers, node: ir.Call) -> bool:
    """Whether a call touches, allocates or releases memory."""
    return (
        bool(pointers.contained.get(id(node)))
        or id(node) in pointers.hits
        or id(node) in pointers.releases
        or (id(node) in pointers.assigned or node.name in library().allocates | library().zeroed)
    )
