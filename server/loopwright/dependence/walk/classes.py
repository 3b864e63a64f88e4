"""Whether the text of an expression can run code that is written elsewhere: constructors, destructors, operators, conversions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from loopwright.lang.classes import Class, Classes, plain, template_arguments
from loopwright.lang.library import library
from loopwright.lang.quiet import Quiet
from loopwright.lang.types import Type, is_integer
from loopwright.source.outline import Outline
from loopwright.source.text import names_in


class Behaviours(Classes):
    """Classes of a file and its headers with what their values do. ``numbers``: the types that parameters of the templates around the function
    stand for, of those that are numbers wherever the templates are used in sight."""

    def __init__(
        self, outline: Outline, expanded: Callable[[Type], Type], numbers: Mapping[str, tuple[str, ...]]
    ) -> None:
        super().__init__(outline)
        self._numbers = numbers
        self.quiet = Quiet(self, expanded)
        self._natures: dict[str, str] = {}

    def code_behind(self, kind: Type) -> str:
        """Why making, copying or destroying a value of this type can run code that the text does not show, empty if it cannot."""
        if self.outline.source.language == "c" or kind.layers[:1] in (("*",), ("&",)):
            return ""
        base = kind.base
        if base not in self._natures:
            self._natures[base] = ""  # a class inside itself is reached by a pointer
            self._natures[base] = self._nature(base)
        return self._natures[base]

    def _nature(self, base: str) -> str:
        if base == "auto":
            return self._lively(base)
        if self._is_number(base) or base in ("this", "bool", "void") or plain(base) in self.enumerations:
            return ""
        name = plain(base)
        known = self.known.get(name)
        if known is not None:
            return "" if self.quiet.is_value(base) else self._nature_of(known)
        if name in library().values:
            given = _parts(base)[: library().typed.get(name)]
            inner = (part for part in given if part and not part[0].isdigit() and part[-1] not in "*&]")
            return self.called_by(base) or next((why for part in inner if (why := self.code_behind(Type(part)))), "")
        if name in self.template_parameters:
            return "" if self.is_of_numbers(name) else self._lively(name)
        return f"what {base} does when it is made, copied or used is not known"

    def is_of_numbers(self, parameter: str) -> bool:
        """Whether a parameter of a template is a number wherever the template is used in sight."""
        return bool(self._numbers.get(parameter))

    def _lively(self, parameter: str) -> str:
        """Which class in sight a template may be used with that runs code, empty for none."""
        lively = self.lively
        untold = ", as nothing in sight uses the template" if self._numbers.get(parameter) == () else ""
        return f"{parameter} may be {lively}{untold}" if lively else ""

    def called_by(self, base: str) -> str:
        """Why a type of the library may call functions of the files in sight for what it holds: to take memory, to compare, to hash, to
        delete (C++17 23.2.1, 26.2.1). Empty if it does not."""
        name, parts = plain(base), _parts(base)
        if "pmr" in base.partition("<")[0].split("::"):
            return f"where {base} takes its memory is not followed"
        held = library().policies.get(name, len(parts))
        told = next((part for part in parts[held:] if "(" in part or "polymorphic_allocator" in part), None)
        if told is not None:
            return f"what {base} calls by its {told} is not followed"
        asked = parts[held:] + (parts[:1] if name in library().containers.keyed else [])
        called = [word for part in asked for word in names_in(part) if self._has_functions(word)]
        called += sorted(library().defaults.get(name, frozenset()) & {plain(known) for known in self.known})
        return next((f"{base} calls functions of {word}, which is not followed" for word in called), "")

    def _has_functions(self, name: str) -> bool:
        known = self.known.get(name)
        is_called = known is not None and bool(known.declared or known.bases or self.operators)
        return is_called or name in self.template_parameters

    def _nature_of(self, known: Class) -> str:
        if known.hides_code or known.disputed:
            return f"what {known.name} does when it is made, copied or used is not known"
        special = known.special - {"conversion"}
        if special:
            return f"the {' and '.join(sorted(special))} of {known.name} may do anything"
        for base in known.bases:
            parent = self.of(base)
            why = f"what {base} does is not known" if parent is None else self._nature_of(parent)
            if why:
                return why
        for member in known.members.values():
            if member.static:
                continue
            why = self.code_behind(
                member.type._replace(layers=tuple(layer for layer in member.type.layers if layer != "[]"))
            )
            if why:
                return why
        return ""

    def is_class(self, kind: Type) -> bool:
        """Whether an operator on a value of this type can be a function: a class, or a type that nobody in sight defines."""
        if self.outline.source.language == "c" or kind.layers:
            return False
        base = kind.base
        return not (
            self._is_number(base) or base in ("", "auto", "this", "bool", "void") or plain(base) in self.enumerations
        )

    def _is_number(self, base: str) -> bool:
        """Whether a type is a number: by its name, unless a class in sight has that name."""
        return is_number(base) and self.of(base) is None


def is_number(base: str) -> bool:
    """Whether a type's name is that of a number, as far as the name tells."""
    words = base.replace("std::", "").split()
    return bool(words) and (is_integer(base) or all(word in library().numbers or word.endswith("_t") for word in words))


def _parts(base: str) -> list[str]:
    """The template arguments of a type, without `const`."""
    return [part.replace("const ", "").strip() for part in template_arguments(base)]
