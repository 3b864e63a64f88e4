"""Where memory that is placed comes to the device and leaves it: beside its allocation and release, or with its scope."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from loopwright.lang.effects import effect_of
from loopwright.placement.boxes import is_end_of
from loopwright.placement.declarations import through_pointer
from loopwright.placement.edits import Insertions
from loopwright.placement.elements import Elements, block_of
from loopwright.placement.lvalues import words_of
from loopwright.placement.methods import Methods
from loopwright.placement.objects import Assigned, Memory, Unplaceable
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import File, Known
from loopwright.placement.sections import count_of, text_of
from loopwright.residence import ir, layout
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.residence.scan import assigned_names, everything_in, may_jump
from loopwright.source.text import with_names
from loopwright.source.tokens import is_operand

_NUMBERS = ("integer", "floating", "boolean")  # what a function can return after its objects have ended


@dataclass
class Lifetimes:
    """Writes `enter data` and `exit data` for the objects that are placed. The host reads those that are ``unfetched`` as they were made."""

    pointers: Pointers
    placed: frozenset[int]
    insertions: dict[int, Insertions]
    methods: Methods
    unfetched: frozenset[int]
    elements: Elements = field(init=False)
    copied: frozenset[int] = frozenset()
    _entered: set[int] = field(default_factory=set)

    def place(self) -> None:
        """All of them. Raises :class:`~loopwright.placement.objects.Unplaceable`."""
        self.elements = Elements(
            self.pointers,
            self.placed,
            self.insertions,
            self.leave_with,
            self._made_in_constructor,
            self.methods,
            self.unfetched,
        )
        for number in sorted(self.placed):
            memory = self.pointers.objects[number]
            if number in self.pointers.owned:
                self.elements.place(number)
            elif memory.kind == "heap":
                origin = id(self.pointers.origin(memory).node)
                if origin not in self._entered:
                    self._allocation(memory)
                self._entered.add(origin)
            elif memory.is_global:
                self._global(memory)
            elif id(memory.node) not in self._entered:
                self._local(memory)
                self._entered.add(id(memory.node))
        self.elements.finish()
        self.copied |= self.elements.copied
        self._releases()

    def _made_in_constructor(self, memory: Memory) -> None:
        """Elements of a member: what the constructor does to them is done on the host, and then they come."""
        assert memory.context is not None
        body = memory.context.known.function.body
        mates = self._made_by(memory)
        if not mates <= self.placed:  # the constructor is theirs too, and nobody takes theirs back
            raise Unplaceable(mates, "the same constructor makes objects that stay on the host")
        if any(isinstance(part, ir.Return) for part in everything_in(body)):
            raise Unplaceable(mates, "the constructor returns before its end")
        origin = id(self.pointers.origin(memory).node)
        if origin not in self._entered:  # once for all objects of the class
            self._entered.add(origin)
            self._allocation(memory, "copyin")

    def _allocation(self, memory: Memory, clause: str = "") -> None:
        origin = self.pointers.origin(memory)
        assigned = self.pointers.assigned.get(id(origin.node))
        mates = self._made_by(memory)
        if assigned is None or origin.context is None or memory.file is None or not origin.context.known.function.own:
            raise Unplaceable(mates, "the pointer that is allocated has no name at once")
        file = origin.context.known.file
        name = assigned.target if isinstance(assigned.target, str) else text_of(file, assigned.target)
        call = memory.node
        count = count_of(memory.file, call.arguments, self.pointers.named.today(assigned.element))
        if count is not None and origin.node is not call:
            count = self._with_arguments(count, memory)
        if not name or count is None:
            raise Unplaceable(mates, "how much is allocated cannot be written in a clause")
        clause = clause or ("copyin" if effect_of(call.name).gives == "zeroed" else "create")
        if clause == "copyin":
            self.copied |= mates & self.placed
        insertions = self.insertions[file.number]
        body = origin.context.known.function.body
        is_before = not body.span.contains(origin.node.span)  # in the list of initializers of a constructor
        if is_before and "::" not in origin.context.known.name:
            raise Unplaceable(mates, "where it is allocated nothing can be written")
        for line in self._with_pointer(file, name, assigned.type, f"enter data {clause}", count, mates):
            inside = isinstance(body, ir.Block) and any(body.span.contains(item.span) for item in body.items)
            if memory.number in self.pointers.owned and inside:
                insertions.at_end_of(body.span.start, line)
            elif is_before:
                insertions.at_start_of(body.span.start, line)
            else:
                insertions.after(origin.node.span.start, line)
        self._never_released(memory, origin.context.known, assigned)

    def _never_released(self, memory: Memory, known: Known, assigned: Assigned) -> None:
        """What the program keeps until it ends leaves the device at the ends of `main`, where its pointer is still there: a local, or
        a member of one."""
        target = _local_of(assigned.target)
        text = assigned.target if isinstance(assigned.target, str) else text_of(known.file, assigned.target)
        if known is not self.pointers.project.main or target is None or text is None:
            return
        if any(memory.number in released for released in self.pointers.releases.values()):
            return
        body = known.function.body
        if not isinstance(body, ir.Block) or (text == target and target in assigned_names(body)):
            return
        declared = next((item for item in body.items if target in _declared_in(item)), None)
        if declared is None:
            return
        leave = self._with_pointer(known.file, text, assigned.type, "exit data delete", "1", [memory.number])
        rest = body.items[body.items.index(declared) + 1 :]
        insertions = self.insertions[known.file.number]
        for part in (part for item in rest for part in everything_in(item)):
            if isinstance(part, ir.Return):
                for line in leave:
                    insertions.before(part.span.start, line)
        if rest and not isinstance(rest[-1], ir.Return) and not _never_ends(rest[-1]):
            for line in leave:
                insertions.at_end_of(body.span.start, line)

    def _with_arguments(self, text: str, memory: Memory) -> str | None:
        """What a function says of its parameters, as its caller says it."""
        context = memory.context
        while context is not None and context.call is not None and id(context.call) not in self.pointers.assigned:
            context = context.parent
        if context is None or context is not memory.context or context.call is None or context.parent is None:
            return None
        function = context.known.function
        changed = assigned_names(function.body)
        given: dict[str, str] = {}
        for parameter, argument in zip(function.parameters, context.call.arguments):
            told = text_of(context.parent.known.file, argument)
            if told is None or parameter.name in changed:
                continue
            given[parameter.name] = told if is_operand(told) else f"({told})"
        words, members = words_of(text)
        locals_ = {part.name for part in everything_in(function.body) if isinstance(part, ir.Declare)}
        names = {parameter.name for parameter in function.parameters}
        if members or words & locals_ or (words & names) - set(given):
            return None
        return with_names(text, given)

    def _made_by(self, memory: Memory) -> frozenset[int]:
        node = self.pointers.origin(memory).node
        return frozenset(
            m.number for m in self.pointers.objects if m.node is not None and self.pointers.origin(m).node is node
        )

    def _with_pointer(
        self, file: File, text: str, kind: CType, directive: str, count: str, objects: Iterable[int]
    ) -> list[str]:
        lines = through_pointer(file, text, kind, directive, f"0:{count}")
        if lines is None:
            raise Unplaceable(objects, f"the type of {text} cannot be written")
        return lines

    def _releases(self) -> None:
        for known in self.pointers.project.functions:
            for part in everything_in(known.function.body):
                released = self.pointers.releases.get(id(part), set()) & self.placed
                if not released or not isinstance(part, ir.Call):
                    continue
                text = text_of(known.file, part.arguments[-1])
                if text is None or not known.function.own:
                    raise Unplaceable(released, "where it is released the pointer has no name")
                kind = self.pointers.released.get(id(part), CType(""))
                for line in self._with_pointer(known.file, text, kind, "exit data delete", "1", released):
                    self.insertions[known.file.number].before(part.span.start, line)

    def _global(self, memory: Memory) -> None:
        main = self.pointers.project.main
        assert main is not None
        if (
            memory.file is None
            or main.file.scopes.names.get(memory.name) is None
            or (memory.file is not main.file and memory.node.static)
        ):
            raise Unplaceable([memory.number], "main does not see the array")
        self._while_in(main, main.function.body, memory, "copyin", None)

    def _local(self, memory: Memory) -> None:
        assert memory.context is not None
        known = memory.context.known
        mates = self._made_by(memory)
        if memory.type.static or not known.function.own:
            raise Unplaceable(mates, "it is a static array of a function")
        block = block_of(known.function.body, memory.node)
        if block is None:
            raise Unplaceable(mates, "where it is declared could not be read")
        has_values = memory.node.value is not None or memory.node.braced or _gives_values(known, memory)
        clause = "copyin" if has_values else "create"
        self._while_in(known, block, memory, clause, memory.node)

    def _while_in(self, known: Known, block: Stmt, memory: Memory, clause: str, declared: ir.Declare | None) -> None:
        """From a declaration (the beginning of a block) to every end of the block."""
        assert isinstance(block, ir.Block)
        insertions = self.insertions[known.file.number]
        mates = self._made_by(memory) if declared is not None else frozenset([memory.number])
        if clause == "copyin":
            self.copied |= mates & self.placed
        position = 0
        if declared is not None:
            position = (
                next(i for i, item in enumerate(block.items) if item is declared or declared in everything_in(item)) + 1
            )
            insertions.after(declared.span.start, f"#pragma acc enter data {clause}({memory.name})")
        elif block.items:
            insertions.before(block.items[0].span.start, f"#pragma acc enter data {clause}({memory.name})")
        self.leave_with(known, block, position, mates, [f"#pragma acc exit data delete({memory.name})"])

    def leave_with(self, known: Known, block: ir.Block, position: int, mates: Iterable[int], lines: list[str]) -> None:
        """Lines at every end of a block, for what is declared before the statement at ``position``."""
        insertions = self.insertions[known.file.number]
        rest = block.items[position:]
        ending = _declared_in(block.items[position - 1]) if position else set()
        for item in rest:
            if is_end_of(item, ending):
                for line in lines:
                    insertions.before(item.span.start, line)
                return
            for part in everything_in(item):
                if isinstance(part, ir.Goto):
                    raise Unplaceable(mates, "a goto leaves its scope")
                if isinstance(part, ir.Return):
                    if part.value is not None and any(
                        hit.place.object in mates
                        for inner in everything_in(part.value)
                        for hit in self.pointers.contained.get(id(inner), ())
                    ):
                        kind = known.function.gives
                        if kind.layers or known.file.scopes.category_of_base(kind.base) not in _NUMBERS:
                            raise Unplaceable(mates, "what is returned is computed from it")
                        insertions.return_after(part.span.start, kind.base, lines)
                        continue
                    for line in lines:
                        insertions.before(part.span.start, line)
            if not isinstance(item, (ir.Return,)) and may_jump(item) and _breaks(item):
                raise Unplaceable(mates, "a break or continue leaves its scope")
        last = block.items[-1] if block.items else None
        if last is not None and not isinstance(last, ir.Return) and not _never_ends(last):
            for line in lines:
                insertions.at_end_of(block.span.start, line)


def _gives_values(known: Known, memory: Memory) -> bool:
    """Whether the elements of an array begin with what a constructor gives."""
    base = memory.type.base
    if known.file.outline.source.language == "c":
        return False
    return layout.base_size(base) is None and known.file.scopes.classes.gives_values(base.removeprefix("struct "))


def _local_of(target: Expr | str) -> str | None:
    """The variable that a pointer is, or lies in."""
    while isinstance(target, ir.Member) and not target.arrow:
        target = target.base
    return target if isinstance(target, str) else target.name if isinstance(target, ir.Name) else None


def _declared_in(item: Stmt) -> set[str]:
    """Names that a statement of a block declares there."""
    parts = item.items if isinstance(item, ir.Block) and not item.scoped else (item,)
    return {part.name for part in parts if isinstance(part, ir.Declare)}


def _breaks(node: Stmt) -> bool:
    """Whether a `break` or `continue` leaves a statement."""
    if isinstance(node, ir.Jump):
        return node.kind != "leave"
    if isinstance(node, ir.Loop):
        return False
    if isinstance(node, ir.Block):
        return any(_breaks(item) for item in node.items)
    if isinstance(node, ir.If):
        return _breaks(node.then) or (node.other is not None and _breaks(node.other))
    if isinstance(node, ir.Switch):
        return any(isinstance(part, ir.Jump) and part.kind == "continue" for part in everything_in(node))
    return isinstance(node, ir.Directive) and node.body is not None and _breaks(node.body)


def _never_ends(node: Stmt) -> bool:
    return isinstance(node, ir.Evaluate) and isinstance(node.value, ir.Call) and effect_of(node.value.name).ends
