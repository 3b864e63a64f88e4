"""Variables that are no numbers and no arrays of numbers, made of such for a trial: containers of the C++ library, objects, pointers to objects.

What a trial hands over and compares are numbers and buffers of numbers. An object is a variable of its own whose members are filled from
them before the loop and put back behind it; an array of objects has one buffer for each member.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from loopwright.lang.constants import constant_of_text
from loopwright.lang.declarations import Declaration
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type, first_argument, named
from loopwright.lang.types import category_of_base as category_of
from loopwright.suggest.trial.signature import ELEMENTS, MOST_ELEMENTS, Untestable
from loopwright.suggest.trial.sizes import within_limits

NUMBERS = ("integer", "floating", "boolean")
_SIZE = 128  # of a container whose length the program does not say and the loop asks for
_ROWS = {2: 128, 3: 32}  # how long rows are that pointers lead to
_MOST_DEPTH = 3
_AT = "loop_at"


@dataclass
class Made:
    """The ``parameters`` of which variables are made, the elements of those that are large, and the statements ``before`` and
    ``after`` the loop."""

    scopes: Scopes
    members: Mapping[str, Mapping[str, Type]]  # of each class, what is kept of it
    cplusplus: bool = False
    fields: frozenset[str] = frozenset()  # names of members that the loop uses
    asks_size: bool = False  # the loop asks containers for their length
    room: int = MOST_ELEMENTS  # how far a subscript may go without meeting the next row or array
    parameters: list[str] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    def variable(self, declaration: Declaration, type: Type, is_one: bool) -> None:
        """Declare and fill one; ``is_one``: what it points to is one object, not the first of several. Raises :class:`Untestable`."""
        name, base = declaration.name, type.base
        if base in self.members and type.layers == ("*",) and is_one:
            self.before.append(f"{base} *{name};")
            self._fill(name, f"{name}_given", type, 0, 0)
        elif base in self.members and type.layers == ("*",):
            self.before.append(f"static {base} {name}_objects[{ELEMENTS}]; {base} *{name} = {name}_objects;")
            self._each(name, f"{name}_given", base, ELEMENTS)
        elif base in self.members and type.layers == ("[]",):
            count = self._count(declaration, type.extents[0] or "")
            self.before.append(f"static {base} {name}[{count}];")
            self._each(name, f"{name}_given", base, count)
        elif type.sequence == "vector" and type.element().base in self.members and not type.element().layers:
            count = self._length(declaration) or _SIZE
            self.before.append(f"{base} {name}({count});")
            self._each(name, f"{name}_given", type.element().base, count)
        elif _is_of_rows(type):
            self.before.append(f"{base} {'*' * len(type.layers)}{name};")
            self._pointers(name, f"{name}_given", type)
        elif not type.layers:
            self.before.append(
                f"{base} {name};" if type.sequence or type.is_smart_pointer else f"static {base} {name};"
            )
            self._fill(name, f"{name}_given", type, self._length(declaration), 0)
        else:
            raise Untestable(f"inputs for {name} of type {type.text} cannot be made")

    def _pointers(self, place: str, given: str, type: Type) -> None:
        """`T **a`, `T ***a`: rows of pointers to rows, each of the same length."""
        base, depth = type.base, len(type.layers)
        length = _ROWS[depth]
        self.room = min(self.room, length)
        self._take(f"{base} *{given}", count=length**depth)
        below = given
        for level in range(1, depth):
            count, stars = length ** (depth - level), "*" * level
            here = f"{given}_rows{level}"
            self.before.append(f"static {base} {stars}{here}[{count}];")
            self.before.append(
                f"for (int {_AT} = 0; {_AT} < {count}; {_AT}++) {here}[{_AT}] = {below} + {_AT} * {length};"
            )
            below = here
        self.before.append(f"{place} = {below};")

    @property
    def asserts(self) -> str:
        """The word of the language for what the compiler is to make sure of."""
        return "static_assert" if self.cplusplus else "_Static_assert"

    def _fill(self, place: str, given: str, type: Type, length: int, depth: int) -> None:
        """One place of a type from what is ``given``; ``length`` is that of a container, 0 where it is not known."""
        base = type.base
        if not type.layers and category_of(base) in NUMBERS:
            self._take(f"{base} {given}", f"{base} *{given}_left")
            self.before.append(f"{place} = {given};")
            self.after.append(f"{given}_left[0] = {place};")
        elif type.layers[:1] == ("*",) and category_of(base) in NUMBERS and "*" not in type.layers[1:]:
            rows = "".join(f"[{extent or ''}]" for extent in type.extents[1:])
            self._take(f"{base} *{given}")
            cast = f"({base} (*){rows})" if rows else ""
            self.before.append(f"{place} = {cast}{given};")
        elif type.layers and set(type.layers) == {"[]"} and category_of(base) in NUMBERS:
            self._array(place, given, base)
        elif type.sequence:
            self._sequence(place, given, type, length)
        elif (
            type.is_smart_pointer and type.pointee is None and self._is_number(first_argument(base).removesuffix("[]"))
        ):
            self._take(f"{first_argument(base).removesuffix('[]')} *{given}")
            self.before.append(f"{place}.reset({given});")
            self.after.append(f"{place}.release();")
        elif type.layers in ((), ("*",)) and base in self.members and depth < _MOST_DEPTH:
            if type.layers:
                self.before.append(f"static {base} {given}_object; {place} = &{given}_object;")
                place = f"{given}_object"
            for name, member in self.members[base].items():
                if name in self.fields or not _is_of_rows(member):  # those that nobody uses stay null
                    self._fill(f"{place}.{name}", f"{given}_{name}", member, 0, depth + 1)
        elif _is_of_rows(type):
            self._pointers(place, given, type)
        else:
            raise Untestable(f"inputs for {place} of type {type.text} cannot be made")

    def _array(self, place: str, given: str, base: str) -> None:
        self._take(f"{base} *{given}")
        self.before.append(f'{self.asserts}(sizeof {place} <= {ELEMENTS} * sizeof({base}), "too large");')
        self.before.append(f"memcpy({place}, {given}, sizeof {place});")
        self.after.append(f"memcpy({given}, {place}, sizeof {place});")

    def _sequence(self, place: str, given: str, type: Type, length: int) -> None:
        """A container whose elements lie in a row, or rows of such."""
        element = type.element()
        if type.sequence == "array" and self._is_number(element.base):
            self._take(f"{element.base} *{given}")
            self.before.append(f'{self.asserts}(sizeof {place} <= {ELEMENTS} * sizeof({element.base}), "too large");')
            self.before.append(f"memcpy({place}.data(), {given}, sizeof {place});")
            self.after.append(f"memcpy({given}, {place}.data(), sizeof {place});")
        elif type.sequence == "vector" and self._is_number(element.base) and not element.layers:
            count = length or (_SIZE if self.asks_size else ELEMENTS)
            self._take(f"{element.base} *{given}", count=count)
            bytes = f"{count} * sizeof({element.base})"
            self.before += [f"{place}.resize({count});", f"memcpy({place}.data(), {given}, {bytes});"]
            self.after.append(f"memcpy({given}, {place}.data(), {bytes});")
        elif type.sequence == "vector" and element.sequence == "vector" and self._is_number(element.element().base):
            self._rows(place, given, element, length)
        else:
            raise Untestable(f"inputs for {place} of type {type.text} cannot be made")

    def _rows(self, place: str, given: str, row: Type, length: int) -> None:
        base, count = row.element().base, length or _SIZE
        self.room = min(self.room, count)
        self._take(f"{base} *{given}", count=count * count)
        copied = f"{given} + {_AT} * {count}"
        bytes = f"{count} * sizeof({base})"
        each = f"for (int {_AT} = 0; {_AT} < {count}; {_AT}++)"
        self.before.append(f"{place}.resize({count}, {row.base}({count}));")
        self.before.append(f"{each} memcpy({place}[{_AT}].data(), {copied}, {bytes});")
        self.after.append(f"{each} memcpy({copied}, {place}[{_AT}].data(), {bytes});")

    def _each(self, place: str, given: str, base: str, count: int) -> None:
        """``count`` objects from one buffer for each number in them."""
        self.room = min(self.room, count)
        for path, type, inner in self._numbers(base, 0):
            held = f"{given}{path.replace('.', '_')}"
            self._take(f"{type.base} *{held}", count=count * inner)
            member = f"{place}[{_AT}]{path}"
            each = f"for (int {_AT} = 0; {_AT} < {count}; {_AT}++)"
            if type.layers:
                copied = f"{held} + {_AT} * {inner}"
                self.before.append(f"{each} memcpy({member}, {copied}, sizeof {member});")
                self.after.append(f"{each} memcpy({copied}, {member}, sizeof {member});")
            else:
                self.before.append(f"{each} {member} = {held}[{_AT}];")
                self.after.append(f"{each} {held}[{_AT}] = {member};")

    def _numbers(self, base: str, depth: int) -> list[tuple[str, Type, int]]:
        """The numbers of a class, each with its path, its type and how many there are."""
        found = []
        for name, type in self.members[base].items():
            if not type.layers and type.base in self.members and depth < _MOST_DEPTH:
                found += [(f".{name}{path}", t, count) for path, t, count in self._numbers(type.base, depth + 1)]
                continue
            count = 1
            for extent in type.extents:
                value = constant_of_text(self.scopes, extent or "")
                count *= int(value.value) if value is not None and value.is_integer else 0
            if category_of(type.base) not in NUMBERS or set(type.layers) - {"[]"} or not count:
                raise Untestable(f"inputs for {name} of type {type.text} cannot be made")
            found.append((f".{name}", type, count))
        return found

    def _take(self, *parameters: str, count: int = 0) -> None:
        self.parameters += parameters
        if count:
            name = parameters[0].split("*")[-1].strip()
            self.sizes[name] = within_limits(name, count)

    def _is_number(self, base: str) -> bool:
        return category_of(self.scopes.expanded(named(base)).base) in NUMBERS

    def _length(self, declaration: Declaration) -> int:
        """The length that a container is begun with."""
        text = (declaration.value or "").strip()
        return self._count(declaration, first_argument(f"<{text[1:]}")) if text.startswith("(") else 0

    def _count(self, declaration: Declaration, text: str) -> int:
        value = constant_of_text(self.scopes, text, declaration.span.start) if text else None
        if value is None or not value.is_integer or value.value <= 0:
            return 0
        return within_limits(declaration.name, int(value.value))


def _is_of_rows(type: Type) -> bool:
    return type.layers in (("*",) * 2, ("*",) * 3) and category_of(type.base) in NUMBERS
