"""Where memory that is placed comes to the device and leaves it: beside its allocation and release, or with its scope."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from loopwright.placement.edits import Insertions
from loopwright.placement.pointers import Memory, Pointers
from loopwright.placement.program import File, Known
from loopwright.placement.regions import Unplaceable
from loopwright.placement.sections import text_of
from loopwright.residence import ir
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.residence.library import library
from loopwright.residence.scan import everything_in, may_jump
from loopwright.source.linear import Linear


def count_of(file: File, factors: Iterable[Expr], element: Linear) -> str | None:
    """The product of some expressions in bytes as a number of elements: a factor that is the size of one is left out."""
    parts: list[Expr] = []
    for factor in factors:
        parts += _factors(factor)
    if element.terms or element.constant < 1:
        named = [part for part in parts if isinstance(part, ir.SizeOf)]
        return _product(file, [part for part in parts if part is not named[0]]) if len(named) == 1 else None
    if element.constant == 1:
        return _product(file, parts)
    for part in parts:
        if isinstance(part, ir.SizeOf):
            return _product(file, [other for other in parts if other is not part])
    constants = [part for part in parts if isinstance(part, ir.Number) and part.value == element.constant]
    if constants:
        return _product(file, [other for other in parts if other is not constants[0]])
    whole = _product(file, parts)
    return f"({whole}) / {element.constant}" if whole is not None else None


def _factors(node: Expr) -> list[Expr]:
    if isinstance(node, ir.Binary) and node.operator == "*":
        return [*_factors(node.left), *_factors(node.right)]
    return [node]


def _product(file: File, parts: list[Expr]) -> str | None:
    texts: list[str] = []
    for part in parts:
        text = text_of(file, part)
        if text is None and not any(
            isinstance(p, (ir.Assign, ir.Step, ir.Call, ir.Opaque)) for p in everything_in(part)
        ):
            text = " ".join(file.outline.source.slice(part.span).split())
        if text is None:
            return None
        texts.append(f"({text})" if isinstance(part, (ir.Binary, ir.Conditional)) and len(parts) > 1 else text)
    return " * ".join(texts) if texts else "1"


@dataclass
class Lifetimes:
    """Writes `enter data` and `exit data` for the objects that are placed."""

    pointers: Pointers
    placed: frozenset[int]
    insertions: dict[int, Insertions]

    def place(self) -> None:
        """All of them. Raises :class:`~loopwright.placement.regions.Unplaceable`."""
        done: set[int] = set()
        for number in sorted(self.placed):
            memory = self.pointers.objects[number]
            if memory.kind == "heap":
                if id(memory.node) not in done:
                    self._allocation(memory)
                done.add(id(memory.node))
            elif memory.is_global:
                self._global(memory)
            elif id(memory.node) not in done:
                self._local(memory)
                done.add(id(memory.node))
        self._releases()

    def _allocation(self, memory: Memory) -> None:
        assigned = self.pointers.assigned.get(id(memory.node))
        mates = self._made_by(memory.node)
        if assigned is None or memory.file is None or not isinstance(memory.node, ir.Call):
            raise Unplaceable(mates, "the pointer that is allocated has no name at once")
        name = assigned.target if isinstance(assigned.target, str) else text_of(memory.file, assigned.target)
        call = memory.node
        count = count_of(memory.file, call.arguments, assigned.element)
        if not name or count is None:
            raise Unplaceable(mates, "how much is allocated cannot be written in a clause")
        clause = "copyin" if call.name in library().zeroed else "create"
        lines = self._with_pointer(memory.file, name, assigned.type, f"enter data {clause}", count, mates)
        for line in lines:
            self.insertions[memory.file.number].after(call.span.start, line)

    def _with_pointer(
        self, file: File, text: str, kind: CType, directive: str, count: str, objects: Iterable[int]
    ) -> list[str]:
        """A directive about what a pointer leads to; one that is no plain name is taken out before, or compilers would map the struct."""
        if text.isidentifier():
            return [f"#pragma acc {directive}({text}[0:{count}])"]
        words = re.findall(r"[A-Za-z_]\w*", text)
        used = (
            {*re.findall(r"[A-Za-z_]\w*", f"{text} {count}")}
            if not text.endswith(f".{words[-1]}") and not text.endswith(f">{words[-1]}")
            else {*re.findall(r"(?<![\w.>])[A-Za-z_]\w*", f"{text} {count}")}
        )
        name = words[-1] if words[-1] not in used else f"{words[-1]}_data"
        declaration = _declared(file, kind, name)
        if declaration is None:
            raise Unplaceable(objects, f"the type of {text} cannot be written")
        return ["{", f"  {declaration} = {text};", f"  #pragma acc {directive}({name}[0:{count}])", "}"]

    def _made_by(self, node: object) -> frozenset[int]:
        return frozenset(m.number for m in self.pointers.objects if m.node is node)

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
        mates = self._made_by(memory.node)
        if memory.type.static or not known.function.own:
            raise Unplaceable(mates, "it is a static array of a function")
        block = _block_of(known.function.body, memory.node)
        if block is None:
            raise Unplaceable(mates, "where it is declared could not be read")
        clause = "copyin" if memory.node.value is not None else "create"
        self._while_in(known, block, memory, clause, memory.node)

    def _while_in(self, known: Known, block: Stmt, memory: Memory, clause: str, declared: ir.Declare | None) -> None:
        """From a declaration (the beginning of a block) to every end of the block."""
        assert isinstance(block, ir.Block)
        insertions = self.insertions[known.file.number]
        mates = self._made_by(memory.node) if declared is not None else [memory.number]
        position = 0
        if declared is not None:
            position = (
                next(i for i, item in enumerate(block.items) if item is declared or declared in everything_in(item)) + 1
            )
            insertions.after(declared.span.start, f"#pragma acc enter data {clause}({memory.name})")
        elif block.items:
            insertions.before(block.items[0].span.start, f"#pragma acc enter data {clause}({memory.name})")
        leave = f"#pragma acc exit data delete({memory.name})"
        rest = block.items[position:]
        for item in rest:
            for part in everything_in(item):
                if isinstance(part, ir.Goto):
                    raise Unplaceable(mates, "a goto leaves its scope")
                if isinstance(part, ir.Return):
                    if part.value is not None and any(
                        hit.place.object in mates
                        for inner in everything_in(part.value)
                        for hit in self.pointers.contained.get(id(inner), ())
                    ):
                        raise Unplaceable(mates, "what is returned is computed from it")
                    insertions.before(part.span.start, leave)
            if not isinstance(item, (ir.Return,)) and may_jump(item) and _breaks(item):
                raise Unplaceable(mates, "a break or continue leaves its scope")
        last = block.items[-1] if block.items else None
        if last is not None and not isinstance(last, ir.Return) and not _never_ends(last):
            insertions.at_end_of(block.span.start, leave)


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
    return isinstance(node, ir.Evaluate) and isinstance(node.value, ir.Call) and node.value.name in library().leaves


def _block_of(body: Stmt, declared: ir.Declare) -> ir.Block | None:
    """The innermost block with a scope of its own around a declaration."""
    found = None
    stack: list[tuple[Stmt, ir.Block | None]] = [(body, None)]
    while stack:
        node, block = stack.pop()
        if node is declared:
            return block
        if isinstance(node, ir.Block) and node.scoped:
            block = node
        for part in everything_children(node):
            stack.append((part, block))
    return found


def everything_children(node: Stmt) -> list[Stmt]:
    """The statements directly in one."""
    from loopwright.residence.scan import children

    return list(children(node))


def _declared(file: File, kind: CType, name: str) -> str | None:
    """The declaration of a pointer of some type."""
    if file.outline.source.language != "c":
        return f"auto *{name}"
    if not kind.layers or any(layer != "*" for layer in kind.layers) or not kind.base or kind.base == "void":
        return None
    known = file.scopes.names.get(kind.base)
    is_tag = known is None and bool(file.scopes.members(kind.base))
    return f"{'const ' if kind.const else ''}{'struct ' if is_tag else ''}{kind.base} {'*' * len(kind.layers)}{name}"
