"""Where the host works on data that live on the device: `update self` before it, `update device` after it.

Outside of such a region the copy on the device is the one that counts, in every function. A region is the longest run of statements
of one block in which no kernel (and no function that has regions of its own) works on the same memory; if both only read, it may. What
cannot be put into a region is not placed at all, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from loopwright.placement.accesses import Accesses
from loopwright.placement.blocks import lines_for, only_blocks
from loopwright.placement.branches import left_out
from loopwright.placement.declarations import through_pointer
from loopwright.placement.edits import Insertions
from loopwright.placement.lengths import may_be_negative
from loopwright.placement.lvalues import words_of
from loopwright.placement.methods import Methods
from loopwright.placement.objects import RELEASED, Unplaceable
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import Known
from loopwright.placement.updates import Update, updates
from loopwright.placement.uses import Use
from loopwright.residence import ir
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.residence.scan import counters, everything_in, may_jump
from loopwright.source.text import Span

_MOST_SECTIONS = 6
_FEW = 16  # iterations


@dataclass
class Transfer:
    """A directive that is to be written, for the plan."""

    line: int
    update: Update
    depth: int
    objects: frozenset[int] = frozenset()
    offset: int = 0
    loops: int = 0  # of its function that it is in
    sweeps: bool = False  # it moves one element after the other
    seldom: bool = False  # in a branch of a loop that is taken now and then

    @property
    def is_single(self) -> bool:
        """Whether it moves single elements."""
        return self.update.is_single

    @property
    def text(self) -> str:
        """The directive."""
        return self.update.text


class Regions(Accesses):
    """One function: looks for its regions and writes their directives."""

    def __init__(
        self,
        pointers: Pointers,
        known: Known,
        placed: frozenset[int],
        insertions: Insertions,
        lifted: frozenset[Known],
        ignored: frozenset[int],
        methods: Methods,
    ) -> None:
        super().__init__(pointers, known, placed, lifted, ignored)
        self.insertions, self.methods = insertions, methods
        self.transfers: list[Transfer] = []
        self._types: dict[str, CType] = {}  # of the pointers that sections are named by
        self.blocks: list[ir.Call] = []  # regions of nothing but these, which could run on the device
        self.read_unfetched: frozenset[int] = frozenset()
        self._teams = {p.governs for p in known.file.outline.pragmas if p.sentinel == "omp"}
        self._is_main = known is pointers.project.main
        self._depth = 0
        self._counters: list[frozenset[str]] = []  # of the loops around that are not short
        self._seldom = False

    def place(self) -> None:
        """Write all directives of the function. Raises :class:`Unplaceable`."""
        body = self.known.function.body
        use = self.use(body)
        if not (use.read | use.written) or not self.contexts or self.known in self.lifted:
            return
        if any(c.device for c in self.pointers.by_function[self.known]):
            raise Unplaceable(use.read | use.written, f"{self.known.name} uses it on both sides")
        if any(isinstance(part, (ir.Goto, ir.Unread)) for part in everything_in(body)):
            raise Unplaceable(
                use.read | use.written, f"{self.known.name} has a goto or a statement that could not be read"
            )
        scope = frozenset(parameter.name for parameter in self.known.function.parameters)
        for group in self.groups(body, use.read | use.written):
            self.group = group
            valid = group if self._is_main else group - self.changing
            self._statement(body, scope, valid, frozenset() if self._is_main else group)

    def inside(self, nodes: Sequence[Stmt]) -> None:
        """Write the directives within statements around which all that is placed comes to the device and leaves it. Raises
        :class:`Unplaceable`."""
        whole = ir.Block(Span(nodes[0].span.start, nodes[-1].span.end), tuple(nodes))
        used = self.use(whole)
        scope = frozenset(d.name for d in self.known.file.scopes.visible(nodes[0].span.start))
        scope |= {parameter.name for parameter in self.known.function.parameters}
        for group in self.groups(whole, used.conflicts):
            self.group = group
            for node in nodes:
                self._statement(node, scope, frozenset(), group)

    # Statements

    def _statement(self, node: Stmt, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]) -> None:
        """Regions in one statement that is none by itself. ``valid``: the host's copy holds all; ``later``: objects that the device
        may use afterwards."""
        use = self.of_group(self.use(node))
        if not (use.read | use.written):
            return
        if node.span.start in self._teams:
            raise Unplaceable(use.read | use.written, f"a team of threads works on it in {self.known.name}")
        handler = _HANDLERS.get(type(node), Regions._single)
        handler(self, node, scope, valid, later)

    def _block(self, node: ir.Block, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]) -> None:
        items = node.items
        if node is not self.known.function.body:
            later = (
                self.group
            )  # where branches meet it is not known which copy counts, unless it is always the device's
        after = [later]
        for item in reversed(items):
            use = self.of_group(self.use(item))
            after.append(after[-1] | use.device_read | use.device_written)
        after.reverse()  # after[i]: what is used from item i on
        index = 0
        while index < len(items):
            item = items[index]
            use = self.of_group(self.use(item))
            if use.read | use.written:
                end = self._longest(items, index, scope)
                region = items[index:end]
                is_seldom = bool(region) and self._is_now_and_then(region)
                if region and not is_seldom and not self._is_better_inside(region, scope):
                    self._region(items[index:end], scope, valid, after[end])
                    scope, valid = self._past(items[index:end], scope, valid)
                    index = end
                    continue
                around, self._seldom = self._seldom, self._seldom or is_seldom
                self._statement(item, scope, valid, after[index + 1])
                self._seldom = around
            scope, valid = self._past([item], scope, valid)
            index += 1

    def _is_now_and_then(self, items: Sequence[Stmt]) -> bool:
        """Whether a region that is repeated works on the data in branches alone: each moves what it needs when it is taken."""
        if not self._depth and not any(context.depth for context in self.contexts):
            return False
        for item in items:
            use = self.of_group(self.use(item))
            if (use.read | use.written) and not (isinstance(item, ir.If) and self._is_decided_by_others(item)):
                return False
        return True

    def _is_decided_by_others(self, node: ir.If) -> bool:
        """Whether the conditions of a branch do not use the data."""
        other: Stmt | None = node
        while isinstance(other, ir.If):
            use = self.of_group(self.use(other.condition))
            if use.read | use.written:
                return False
            other = other.other
        return True

    def _is_better_inside(self, items: Sequence[Stmt], scope: frozenset[str]) -> bool:
        """Whether a region is a loop of few iterations that touches single elements of what would move as a whole."""
        loop = items[0]
        if isinstance(loop, ir.Block) and loop.items:
            loop = loop.items[-1]
        if len(items) != 1 or not isinstance(loop, ir.Loop) or not _is_short(loop):
            return False
        if all(self.pointers.is_small(number) for number in self.group):
            return False
        around = self._sections(items, scope, frozenset(), self.group)
        if around is None or all(update.is_single for updates in around for update in updates):
            return False
        inner = scope | {part.name for part in everything_in(items[0]) if isinstance(part, ir.Declare)}
        body = loop.body.items if isinstance(loop.body, ir.Block) else (loop.body,)
        for item in body:
            use = self.of_group(self.use(item))
            if not (use.read | use.written):
                continue
            found = self._sections([item], inner, frozenset(), self.group)
            if found is None or not all(update.is_single for updates in found for update in updates):
                return False
        return True

    def _past(
        self, items: Sequence[Stmt], scope: frozenset[str], valid: frozenset[int]
    ) -> tuple[frozenset[str], frozenset[int]]:
        """What is declared and valid after some statements."""
        names = set(scope)
        for item in items:
            valid -= self.use(item).on_device
            valid |= self._allocated_in(item) & self.group
            for part in item.items if isinstance(item, ir.Block) and not item.scoped else (item,):
                if isinstance(part, ir.Declare):
                    names.add(part.name)
        return frozenset(names), valid

    def _allocated_in(self, item: Stmt) -> frozenset[int]:
        nodes = {id(part) for part in everything_in(item)}
        return frozenset(
            number
            for number in self.placed
            if self.pointers.objects[number].node is not None and self.pointers.born_at(number) in nodes
        )

    def _longest(self, items: Sequence[Stmt], start: int, scope: frozenset[str]) -> int:
        """The end of the longest region that begins with an item, its beginning where there is none."""
        end = start
        last = start
        use = Use()
        while end < len(items):
            item = items[end]
            more = self.of_group(self.use(item))
            together = use | more
            inner = isinstance(item, ir.Directive) and item.name in ("enter data", "exit data", "update")
            if together.conflicts or inner or self._is_boundary(item) or self._is_left_out(item):
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

    def _is_left_out(self, item: Stmt) -> bool:
        """Whether a conditional of the preprocessor holds code of another build: what moves for that has to stand within."""
        off = left_out(self.known.file.outline)
        return isinstance(item, ir.If) and bool(off.within(item.span)) and _is_of_preprocessor(item)

    def _is_boundary(self, item: Stmt) -> bool:
        """Whether memory of the group comes or goes in a statement."""
        born = {self.pointers.born_at(number) for number in self.group}
        for part in everything_in(item):
            if id(part) in born:
                return True
            if isinstance(part, ir.Call) and self.pointers.releases.get(id(part), set()) & self.group:
                return True
            if any(
                hit.place.path == (RELEASED,) and hit.place.object in self.group
                for hit in self.pointers.contained.get(id(part), ())
            ):
                return True
        return bool(self._allocated_in(item) & self.group)

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
            use |= self.of_group(self.use(part))
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
        use = self.of_group(self.use(node))
        later = later | use.device_read | use.device_written
        valid = valid - use.on_device
        parts = [part for part in (node.condition, node.step) if part is not None]
        header = Use()
        for part in parts:
            header |= self.of_group(self.use(part))
        if header.read | header.written:
            if any(isinstance(part, ir.Jump) and part.kind == "continue" for part in everything_in(node.body)):
                raise Unplaceable(header.read, f"{self.known.name} reads it in the condition of a loop with continue")
            if not node.at_end:
                self._header(parts, node.span.start, scope, valid)
            sections = self._sections(parts, scope, valid, frozenset())
            if header.written or header.conflicts or sections is None:
                raise Unplaceable(header.read | header.written, self._why(parts))
            for update in sections[0]:
                self._note(node.span.start, update)
                for line in self._lines(update):
                    self.insertions.at_end_of(node.body.span.start, line)
        self._depth += 1
        self._counters.append(frozenset() if _is_short(node) else counters(node))
        self._branch(node.body, scope, valid, later)
        self._counters.pop()
        self._depth -= 1

    def _switch(self, node: ir.Switch, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]) -> None:
        self._header([node.value], node.span.start, scope, valid)
        whole = self.of_group(self.use(node))
        for case in node.cases:
            self._statement(case, scope, valid - whole.on_device, later | whole.device_read | whole.device_written)

    def _directive(
        self, node: ir.Directive, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]
    ) -> None:
        if node.body is not None:
            self._statement(node.body, scope, valid, later)

    def _single(self, node: Stmt, scope: frozenset[str], valid: frozenset[int], later: frozenset[int]) -> None:
        """A statement that uses something itself and calls a function that does too."""
        use = self.of_group(self.use(node))
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
        for update in before:
            self._write_before(_start(items[0]), update)
        for update in after:
            self._note(_start(items[-1]), update)
            for line in self._lines(update):
                self.insertions.after(_last(items[-1]), line)

    def _is_all_placed(self, call: ir.Call) -> bool:
        return all(hit.place.object in self.placed for hit in self.pointers.hits.get(id(call), ()))

    def _write_before(self, offset: int, update: Update) -> None:
        self._note(offset, update)
        for line in self._lines(update):
            self.insertions.before(offset, line)

    def _lines(self, update: Update) -> list[str]:
        """A directive as it is written: a member that is sent is taken out of its struct."""
        alone = update.apart
        if alone is None:
            return [update.text]
        call = self.methods.update(self.known, alone.name, update.way)
        if call is not None:
            return [call]
        kind, section = self._types[alone.name], alone.section[1:-1]
        lines = through_pointer(self.known.file, alone.name, kind, f"update {update.way}", section, update.end)
        if lines is None:
            raise Unplaceable(self.group, f"the type of {alone.name} cannot be written")
        return lines

    def _note(self, offset: int, update: Update) -> None:
        line = self.known.file.outline.source.lines.line_of(offset) + 1
        around = max((context.depth for context in self.contexts), default=0)
        words, _ = words_of(" ".join(item.section for item in update.items))
        sweeps = update.is_single and any(names & words for names in self._counters)
        depth = around + self._depth
        self.transfers.append(Transfer(line, update, depth, self.group, offset, self._depth, sweeps, self._seldom))

    def _sections(
        self,
        nodes: Sequence[Stmt | Expr],
        scope: frozenset[str],
        valid: frozenset[int],
        later: frozenset[int],
    ) -> tuple[list[Update], list[Update]] | None:
        """(directives before, directives after), ``None`` where something has no name."""
        if any(node.span.start < self.known.function.body.span.start for node in nodes):
            return None  # in the list of initializers of a constructor
        fetched: dict[str, bool] = {}  # section -> whether all objects are placed for certain
        sent: dict[str, bool] = {}
        for node in nodes:
            accesses = self.accesses(node)
            if accesses is None:
                return None
            loops, called = self.loop_sections(node), self.called_objects(node)
            for access in accesses:
                texts = self.texts(access, nodes, scope, {} if access.objects & called else loops)
                if texts is None:
                    return None
                section, fills = texts
                self._types[access.name] = access.type
                is_sure = access.objects <= self.placed and not any(
                    self.pointers.is_unborn(context, number) for context in self.contexts for number in access.objects
                )
                if not access.objects <= valid and (access.reads or not fills):
                    fetched[section] = fetched.get(section, True) and is_sure
                elif access.reads or not fills:  # what is sent around what is written counts as read
                    self.read_unfetched |= access.objects
                # Where all of it is valid here and no kernel comes, the host's copy may be the one that counts.
                if access.writes and not (access.objects <= valid and not access.objects & later):
                    sent[section] = sent.get(section, True) and is_sure
        # What is sent back whole has to be whole here.
        bare = {text for text in (*fetched, *sent) if may_be_negative(self.pointers, self.known, text)}
        before = updates("self", fetched, bare)
        after = updates("device", sent, bare)
        if len(fetched) > _MOST_SECTIONS or len(sent) > _MOST_SECTIONS:
            return None
        return before, after

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


def _is_of_preprocessor(node: ir.If) -> bool:
    return isinstance(node.condition, ir.Name) and node.condition.name.startswith("#")


def _is_short(loop: ir.Loop) -> bool:
    """Whether a loop ends at a small constant."""
    limit = loop.condition.right if isinstance(loop.condition, ir.Binary) else None
    return isinstance(limit, ir.Number) and limit.value is not None and 0 <= limit.value <= _FEW


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
