"""Elements of containers: they come to the device after the statement that makes them and leave it where their container ends.

What is made of one value is made so on the device too. Members that are private are mapped by methods that are added to their class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from loopwright.lang.places import Path, written
from loopwright.placement.edits import Insertions
from loopwright.placement.methods import ENTER, EXIT, Methods, is_sized, pointer_name
from loopwright.placement.objects import Memory, Unplaceable
from loopwright.placement.owners import Owned
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import Known
from loopwright.placement.sections import count_of, quotient
from loopwright.residence import ir, layout
from loopwright.residence.ir import Stmt
from loopwright.residence.scan import children, everything_in
from loopwright.source.linear import Linear


@dataclass
class _Visit:
    """Containers that come to the device, or leave it, at one place: by their texts, each with its object, and objects whose methods do it;
    ``around`` is what `each` stands for in the texts."""

    known: Known
    offset: int
    around: str
    members: dict[str, int] = field(default_factory=dict)
    methods: dict[str, None] = field(default_factory=dict)
    objects: set[int] = field(default_factory=set)
    block: ir.Block | None = None


Leave = Callable[[Known, ir.Block, int, Iterable[int], list[str]], None]
Enter = Callable[[Memory], None]


@dataclass
class Elements:
    """Writes the directives of containers. ``leave`` writes lines at the ends of a block, ``enter`` what a constructor allocates at
    the end of that; the host reads what is ``unfetched`` as it was made."""

    pointers: Pointers
    placed: frozenset[int]
    insertions: dict[int, Insertions]
    leave: Leave
    enter: Enter
    methods: Methods
    unfetched: frozenset[int]

    def __post_init__(self) -> None:
        self.copied: frozenset[int] = frozenset()
        self._entered: dict[
            tuple[int, str, str], _Visit
        ] = {}  # by statement, object that holds containers, and members
        self._left: dict[tuple[int, str, str], _Visit] = {}

    def place(self, number: int) -> None:
        """One object. Raises :class:`~loopwright.placement.regions.Unplaceable`."""
        owned, memory = self.pointers.owned[number], self.pointers.objects[number]
        holder, born = owned.holder, owned.born
        if holder is None or born is None or holder.context is None:
            raise Unplaceable([number], owned.reason)
        known = holder.context.known
        block = block_of(known.function.body, holder.node)
        if not known.function.own or not isinstance(block, ir.Block):
            raise Unplaceable([number], "where its container is declared nothing can be written")
        where = _statement_of(block, born)
        if where is None or (where == "elements") != (len(owned.steps) == 2) or len(owned.steps) > 2:
            raise Unplaceable([number], "its container does not get its size where it is declared")
        container = _container(f"{holder.name}{written(owned.steps[0])}")
        if born is not memory.node and len(owned.steps) == 1 and not is_sized(owned.steps[0]):
            # Only the code that allocates them knows how many they are.
            if memory.context is None or memory.context.call is not born:
                raise Unplaceable([number], "how much is allocated cannot be written in a clause")
            self.enter(memory)
            self.copied |= {number}
        else:
            self._visit(self._entered, known, born.span.start, holder, owned.steps, f"{container}.back()", number)
        for other, steps in owned.others:
            around = block_of(known.function.body, other.node)
            if not isinstance(around, ir.Block):
                raise Unplaceable([number], "where its container ends could not be read")
            self._visit(self._left, known, other.node.span.start, other, steps, "", number).block = around

    def _visit(
        self,
        table: dict[tuple[int, str, str], _Visit],
        known: Known,
        offset: int,
        holder: Memory,
        steps: tuple[Path, ...],
        each: str,
        number: int,
    ) -> _Visit:
        """The containers that come or go at a place together."""
        name = holder.name if len(steps) == 1 else "each"
        around = each if len(steps) == 2 else ""
        if len(steps) == 2 and not each:
            around = _container(f"{holder.name}{written(steps[0])}")
        key = (known.file.number, str(self.insertions[known.file.number].span_of(offset)), around)
        visit = table.setdefault(key, _Visit(known, offset, around))
        method = self.methods.mapping(known, holder, name, written(steps[-1]))
        if method is not None:
            visit.methods[method] = None
        else:
            visit.members.setdefault(f"{name}{written(steps[-1])}", number)
        visit.objects.add(number)
        return visit

    def finish(self) -> None:
        """Write what was collected."""
        for visit in self._entered.values():
            lines = [f"{method}.{ENTER}();" for method in visit.methods] + self._enter_lines(visit)
            if visit.methods:
                self.copied |= visit.objects
            if visit.around:
                lines = ["{", f"  auto &each = {visit.around};", *(f"  {line}" for line in lines), "}"]
            for line in lines:
                self.insertions[visit.known.file.number].after(visit.offset, line)
        for visit in self._left.values():
            lines = [f"{method}.{EXIT}();" for method in visit.methods] + _exit_lines(visit)
            if visit.around:
                lines = [f"for (auto &each : {visit.around}) {{", *(f"  {line}" for line in lines), "}"]
            assert visit.block is not None
            items = visit.block.items
            at = next(
                number
                for number, item in enumerate(items)
                if any(isinstance(part, ir.Declare) and part.span.start == visit.offset for part in everything_in(item))
            )
            self.leave(visit.known, visit.block, at + 1, visit.objects, lines)

    def _enter_lines(self, visit: _Visit) -> list[str]:
        if not visit.members:
            return []
        lines = ["{"]
        filled: dict[object, list[tuple[str, str, str]]] = {}
        copied: list[str] = []
        for (text, number), pointer in zip(visit.members.items(), _pointer_names(visit.members)):
            memory, owned = self.pointers.objects[number], self.pointers.owned[number]
            size, value = self._size(owned, memory, text), self._value(owned, memory)
            if size is None:
                raise Unplaceable([number], "how much is allocated cannot be written in a clause")
            lines.append(f"  auto *{pointer} = {text};")
            if value is None or number in self.unfetched:
                copied.append(f"{pointer}[0:{size}]")
                self.copied |= {number}
            else:
                filled.setdefault(self._count(memory) or number, []).append((pointer, size, value))
        if copied:
            lines.append(f"  #pragma acc enter data copyin({', '.join(copied)})")
        for at, group in enumerate(filled.values()):
            count = f"many{at + 1 if at else ''}"
            sections = ", ".join(f"{pointer}[0:{count}]" for pointer, _, _ in group)
            body = [f"{pointer}[at] = {value};" for pointer, _, value in group]
            lines += [
                f"  const std::size_t {count} = {group[0][1]};",
                f"  #pragma acc enter data create({sections})",
                f"  #pragma acc parallel loop gang vector present({sections})",
                f"  for (std::size_t at = 0; at < {count}; at++) {{",
                *(f"    {line}" for line in body),
                "  }",
            ]
        return [*lines, "}"]

    def _count(self, memory: Memory) -> Linear | None:
        """How many elements, the same value for containers of one length."""
        assigned = self.pointers.assigned.get(id(memory.node))
        return quotient(self.pointers.today(memory.size), assigned.element) if assigned is not None else None

    def _size(self, owned: Owned, memory: Memory, text: str) -> str | None:
        if text.endswith(".data()"):
            return f"{text.removesuffix('.data()')}.size()"
        element = self.pointers.assigned.get(id(memory.node))
        born = owned.born
        if born is None or born is not memory.node or element is None or memory.file is None or not born.arguments:
            return None
        return count_of(memory.file, born.arguments[:1], self.pointers.named.today(element.element))

    def _value(self, owned: Owned, memory: Memory) -> str | None:
        """The one value of all elements, as long as nobody has written others."""
        arguments = memory.node.arguments
        assigned = self.pointers.assigned.get(id(memory.node))
        file = memory.file
        if len(arguments) < 2 or assigned is None or file is None or self.pointers.is_written_before(memory.number):
            return None
        element = layout.expanded(file.scopes, assigned.type.element())
        if element.layers or layout.base_size(element.base) is None:
            return None
        value = arguments[1]
        if not isinstance(value, ir.Number):
            return None
        return str(value.value) if value.value is not None else file.outline.source.slice(value.span)


def _exit_lines(visit: _Visit) -> list[str]:
    if not visit.members:
        return []
    names = _pointer_names(visit.members)
    lines = [f"  auto *{pointer} = {text};" for text, pointer in zip(visit.members, names)]
    sections = ", ".join(f"{pointer}[0:1]" for pointer in names)
    return ["{", *lines, f"  #pragma acc exit data delete({sections})", "}"]


def _container(text: str) -> str:
    """`v` of `v.data()`."""
    return text.rsplit(".", 1)[0]


def _pointer_names(texts: Iterable[str]) -> list[str]:
    """A name for each pointer, none of them twice."""
    found: list[str] = []
    for text in texts:
        name = pointer_name(text)
        number = 2
        while name in found:
            name, number = f"{pointer_name(text)}{number}", number + 1
        found.append(name)
    return found


def _statement_of(block: ir.Block, born: ir.Call) -> str | None:
    """Where the elements are made: in the ``block`` of the container, or (``elements``) one after the other in a loop there."""
    for item in block.items:
        for part in item.items if isinstance(item, ir.Block) and not item.scoped else (item,):
            if any(each is born for each in everything_in(part)):
                if isinstance(part, (ir.Evaluate, ir.Declare)):
                    return "elements" if _is_appended(part) else "block"
                inner = [each for each in everything_in(part) if isinstance(each, ir.Evaluate)]
                return "elements" if any(_is_appended(e) and born in everything_in(e) for e in inner) else None
    return None


def _is_appended(node: Stmt) -> bool:
    """Whether a statement only adds an element to a container."""
    value = node.value if isinstance(node, ir.Evaluate) else None
    if not isinstance(value, ir.Binary) or value.operator != "," or not isinstance(value.right, ir.Call):
        return False
    return "::" in value.right.name


def block_of(body: Stmt, declared: ir.Declare) -> ir.Block | None:
    """The innermost block with a scope of its own around a declaration."""
    stack: list[tuple[Stmt, ir.Block | None]] = [(body, None)]
    while stack:
        node, block = stack.pop()
        if node is declared:
            return block
        if isinstance(node, ir.Block) and node.scoped:
            block = node
        stack += [(part, block) for part in children(node)]
    return None
