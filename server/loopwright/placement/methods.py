"""Members that are private to a class are mapped and updated by methods that are added to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from loopwright.lang.classes import Class, classes_in, private_members
from loopwright.lang.places import Path
from loopwright.placement.containers import DATA, GET, element_type
from loopwright.placement.cplusplus import ClassLowering
from loopwright.placement.edits import Insertions
from loopwright.placement.inheritance import lineage, way_to_base, way_to_member
from loopwright.placement.lvalues import words_of
from loopwright.placement.objects import Memory, Unplaceable
from loopwright.placement.owners import can_name
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import File, Known
from loopwright.residence import layout
from loopwright.residence.ir import CType
from loopwright.source.edits import Edit
from loopwright.source.outline import Outline
from loopwright.source.text import Span

ENTER, EXIT = "enter_device_data", "exit_device_data"
_WAYS = {"self": "update_host", "device": "update_device"}


@dataclass
class Methods:
    """What is added to classes. ``headers`` are the edits of files that are included."""

    pointers: Pointers
    placed: frozenset[int]
    insertions: dict[int, Insertions]
    headers: list[tuple[Outline, list[Edit]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._mapped: dict[str, dict[str, set[str]]] = {}  # class -> holder -> members that its methods map
        self._updates: dict[str, set[tuple[str, str]]] = {}  # class -> (way, member)
        self._classes: dict[str, tuple[Class, File]] = {}

    def mapping(self, known: Known, holder: Memory, name: str, step: str) -> str | None:
        """The object whose method has to map a member, ``None`` where the function may name it itself."""
        if can_name(known, f"x{step}"):
            return None
        kind = layout.expanded(known.file.scopes, CType(holder.type.base))
        element = element_type(kind.base)
        base = element.base if element is not None else kind.base
        found = self._first_private(known.file, base, step.split(".")[1:])
        if found is None:
            raise Unplaceable(self._all, "the member that holds it is private")
        way, at = found
        parts = step.split(".")[1:]
        text = "".join([name, *(f".{part}" for part in parts[:at])])
        self._map_in(way, known.file, f"{id(holder)} {text}", parts[at:])
        seen_as = self._seen_as(known.file, text)
        if seen_as is not None:
            self._show_in(seen_as, way, known.file, f"{id(holder)} {text}")
        return text

    def update(self, known: Known, name: str, way: str) -> str | None:
        """A call that updates a member that the function may not name, ``None`` where it may."""
        if can_name(known, name):
            return None
        first, *parts = name.replace("->", ".").split(".")
        base = next(
            (
                self.pointers.objects[number].type.base
                for context in self.pointers.by_function.get(known, [])
                if (number := self.pointers.variable_in(context, first)) is not None
            ),
            "",
        )
        found = self._first_private(known.file, layout.expanded(known.file.scopes, CType(base)).base, parts)
        if found is None:
            raise Unplaceable(self._all, "the member that holds it is private")
        classes_on_way, at = found
        owner = classes_on_way[-1]
        seen_as = self._seen_as(known.file, first)
        if seen_as is not None and not way_to_base(known.file.scopes.classes, seen_as, owner):
            raise Unplaceable(self._all, "the member that holds it is in a class that its pointer does not name")
        text = name
        for part in reversed(parts[at:]):
            text = text.removesuffix(part).removesuffix("->").removesuffix(".")
        arrow = "->" if text == "this" or name[len(text) :].startswith("->") else "."
        return f"{text}{arrow}{self._update_in(owner, known.file, way, parts[at:])}();"

    @property
    def _all(self) -> frozenset[int]:
        return self.placed & self.pointers.owned.keys()

    def _first_private(self, file: File, base: str, parts: list[str]) -> tuple[list[Class], int] | None:
        """Where the first member on the way is that is private, and the class that has it, behind those that inherit it."""
        for at, part in enumerate(parts):
            classes = file.scopes.classes
            known = classes.of(base)
            way = way_to_member(classes, known, part) if known is not None else []
            if not way or any(each.is_template for each in way):
                return None
            owner = way[-1]
            if part in private_members(owner):
                return way, at
            member = owner.members.get(part)
            base = layout.expanded(file.scopes, CType(member.declaration.base if member is not None else "")).base
        return None

    def _inner(self, owner: Class, file: File, parts: list[str]) -> tuple[list[Class], int] | None:
        """The next class whose member is private, behind a member of ``owner``."""
        member = owner.members.get(parts[0])
        base = layout.expanded(file.scopes, CType(member.declaration.base if member is not None else "")).base
        found = self._first_private(file, base, parts[1:-1])
        return (found[0], found[1] + 1) if found is not None else None

    def _map_in(self, way: list[Class], file: File, holder: str, parts: list[str]) -> None:
        """Methods hide those of bases that have their name, so each class calls that of the next."""
        self._call_bases(way, file, holder)
        owner = way[-1]
        mapped = self._members_mapped(owner, file, holder)
        inner = self._inner(owner, file, parts)
        if inner is None:
            mapped.add(".".join(parts))
            return
        path = ".".join(parts[: inner[1]])
        mapped.add(f"{path}()")
        self._map_in(inner[0], file, f"{holder}.{path}", parts[inner[1] :])

    def _call_bases(self, way: list[Class], file: File, holder: str) -> None:
        for heir, base in pairwise(way):
            self._members_mapped(heir, file, holder).add(f"{base.name}::")

    def _show_in(self, base: Class, way: list[Class], file: File, holder: str) -> None:
        """The pointer to an object is one to a base: that has the methods too, though it may have nothing to do."""
        classes = file.scopes.classes
        if all(each.name != way[-1].name for each in lineage(classes, base)):
            self._call_bases(way_to_base(classes, way[0], base), file, holder)
            self._members_mapped(base, file, holder)

    def _seen_as(self, file: File, name: str) -> Class | None:
        own = file.own
        return file.scopes.classes.of(own.seen_as.get(name, "")) if isinstance(own, ClassLowering) else None

    def _members_mapped(self, owner: Class, file: File, holder: str) -> set[str]:
        self._classes[owner.name] = (owner, file)
        return self._mapped.setdefault(owner.name, {}).setdefault(holder, set())

    def _update_in(self, owner: Class, file: File, way: str, parts: list[str]) -> str:
        if not is_sized(tuple(parts)):
            raise Unplaceable(self._all, "the member that holds it is private, and does not know its size")
        self._classes[owner.name] = (owner, file)
        inner = self._inner(owner, file, parts)
        member = ".".join(parts)
        if inner is not None:
            path = ".".join(parts[: inner[1]])
            member = f"{path}.{self._update_in(inner[0][-1], file, way, parts[inner[1] :])}()"
        self._updates.setdefault(owner.name, set()).add((way, member))
        return _update_name(way, member)

    def write(self) -> None:
        """The methods that were asked for. Raises :class:`~loopwright.placement.objects.Unplaceable`."""
        for name, (owner, file) in self._classes.items():
            mapped = {frozenset(each) for each in self._mapped.get(name, {}).values()}
            updates = sorted(self._updates.get(name, set()))
            names = {ENTER, EXIT, *(_update_name(*each) for each in updates)}
            if len(mapped) > 1 or names & owner.declared or owner.is_template:
                raise Unplaceable(self._all, f"not all objects of {name} live in one place")
            outline = next(
                (
                    each
                    for each in (file.outline, *file.outline.headers)
                    if any(found.node == owner.node for found in classes_in(each))
                ),
                None,
            )
            body = owner.node.child_by_field_name("body")
            if outline is None or body is None:
                raise Unplaceable(self._all, f"{name} is in a file that is not seen")
            is_virtual = any(each.virtual for each in lineage(file.scopes.classes, owner))
            text = _methods(sorted(mapped.pop()) if mapped else None, updates, "virtual " if is_virtual else "")
            edit = Edit(Span(body.end_byte - 1, body.end_byte - 1), text)
            own = next((each for each in self.insertions.values() if each.outline is outline), None)
            if own is not None:
                own.more.append(edit)
                continue
            known = next((edits for each, edits in self.headers if each is outline), None)
            if known is None:
                known = []
                self.headers.append((outline, known))
            known.append(edit)


def is_sized(path: Path) -> bool:
    """Whether a container knows how many elements it has."""
    return not path[-1].endswith(GET)


def _update_name(way: str, member: str) -> str:
    words = [word for word in member.removesuffix(".data()").split(".") if not word.startswith("update_")]
    return "_".join([_WAYS[way], *(word.strip("_") for word in words)])


def _methods(members: list[str] | None, updates: Iterable[tuple[str, str]], virtual: str) -> str:
    lines = ["", " public:"]
    sized = [member for member in members or [] if is_sized((member,))]
    has_enter = members is not None and (bool(sized) or not members)
    for name, clause, own, is_there in (
        (ENTER, "enter data copyin", sized, has_enter),
        (EXIT, "exit data delete", members or [], members is not None),
    ):
        if is_there:
            lines.append(f"  {virtual}void {name}() const {{")
        for member in own:
            if member.endswith("::"):
                lines.append(f"    {member}{name}();")
                continue
            if not member.endswith((f".{DATA}", f".{GET}")):
                lines.append(f"    {member.removesuffix('()')}.{name}();")
                continue
            pointer = pointer_name(member)
            section = f"0:{member.removesuffix('.data()')}.size()" if name == ENTER else "0:1"
            lines += [f"    auto *{pointer} = {member};", f"    #pragma acc {clause}({pointer}[{section}])"]
        lines += ["  }"] if is_there else []
    for way, member in updates:
        lines.append(f"  void {_update_name(way, member)}() const {{")
        if member.endswith(".data()"):
            pointer = pointer_name(member)
            section = f"0:{member.removesuffix('.data()')}.size()"
            lines.append(f"    auto *{pointer} = {member};")
            lines.append(f"    #pragma acc update {way}({pointer}[{section}]) if_present")
        else:
            lines.append(f"    {member};")
        lines.append("  }")
    return "\n".join(lines) + "\n"


def pointer_name(text: str) -> str:
    """A name for the pointer to what a container holds."""
    words = [word for word in text.replace("->", ".").split(".") if not word.endswith("()")]
    name = f"{words[-1].rstrip('_')}_data"
    return name if name not in words_of(text)[0] else f"{name}_"
