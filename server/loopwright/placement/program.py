"""The files of one program: functions by name, each lowered once, and what names mean in each file."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from loopwright.dependence.pointsto.units import has_hidden_ways, units_of
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lazily import cached_property
from loopwright.placement import boxes
from loopwright.placement.cplusplus import ClassLowering
from loopwright.placement.inheritance import heirs, is_defaulted, is_pure
from loopwright.residence import ir
from loopwright.residence.lower import Lowering
from loopwright.residence.scan import everything_in
from loopwright.source.edits import Edit
from loopwright.source.outline import Outline


class File:
    """One source file with its functions and those of its headers."""

    def __init__(self, number: int, path: Path, outline: Outline) -> None:
        self.number, self.path, self.outline = number, path, outline
        kind = Lowering if outline.source.language == "c" else ClassLowering
        self.own = kind(outline, True)
        self._headers = [kind(header, False) for header in outline.headers]

    @cached_property
    def scopes(self) -> Scopes:
        """What names mean in it."""
        return scopes_of(self.outline)

    @cached_property
    def functions(self) -> dict[str, Known]:
        """Functions that are defined in it or in its headers, by name."""
        found: dict[str, Known] = {}
        for lowering in (self.own, *self._headers):
            for name in lowering.functions:
                found.setdefault(name, Known(self, lowering.function(name)))
        return found

    def spell(self, text: str) -> str:
        """A text with the names of objects on the heap as the program can write them."""
        return boxes.spelled(self.own.boxes, text) if isinstance(self.own, ClassLowering) else text

    def spelled(self, edits: list[Edit]) -> list[Edit]:
        """The same of edits."""
        return [Edit(edit.span, self.spell(edit.text)) for edit in edits]


@dataclass(frozen=True, eq=False)
class Known:
    """A function and the file that it is read in."""

    file: File
    function: ir.Function

    @property
    def name(self) -> str:
        """As it is called."""
        return self.function.name

    @cached_property
    def calls(self) -> frozenset[str]:
        """Names of functions that it calls."""
        calls = [part for part in everything_in(self.function.body) if isinstance(part, ir.Call)]
        return frozenset(call.name for call in calls if not call.by_object)

    @cached_property
    def calls_by_object(self) -> frozenset[str]:
        """Names of functions that it calls where the class of the object decides which."""
        calls = [part for part in everything_in(self.function.body) if isinstance(part, ir.Call)]
        return frozenset(call.name for call in calls if call.by_object)

    @cached_property
    def locals(self) -> frozenset[str]:
        """Its parameters and what is declared in it."""
        declared = {part.name for part in everything_in(self.function.body) if isinstance(part, ir.Declare)}
        return frozenset(declared | {parameter.name for parameter in self.function.parameters})


def short_name(name: str) -> str:
    """The last part of a function's name: `at` of `Grid::at/1`."""
    return name.split("/")[0].split("::")[-1]


class Project:
    """All files that are linked together."""

    def __init__(self, files: list[tuple[Path, Outline]]) -> None:
        self.files = [File(number, path, outline) for number, (path, outline) in enumerate(files)]

    @cached_property
    def functions(self) -> list[Known]:
        """Every function, those of headers once for each file."""
        return [known for file in self.files for known in file.functions.values()]

    @cached_property
    def methods(self) -> dict[str, list[Known]]:
        """Methods, constructors and destructors by their last name, with those of several classes."""
        found: dict[str, list[Known]] = {}
        for known in self.functions:
            if "::" in known.name:
                found.setdefault(short_name(known.name).removeprefix("~"), []).append(known)
        return found

    @cached_property
    def _public(self) -> dict[str, Known | None]:
        found: dict[str, Known | None] = {}
        for known in self.functions:
            if known.function.own and not known.function.static:
                found[known.name] = None if known.name in found else known
        return found

    def resolve(self, name: str, file: File) -> Known | None:
        """The function that a call in ``file`` means."""
        return file.functions.get(name) or self._public.get(name)

    @cache  # noqa: B019
    def overriders(self, name: str) -> tuple[list[Known], bool]:
        """What a call of `Class::name/parameters` may run where the class of the object decides, and whether that is all."""
        owner, _, method = name.partition("::")
        plain, _, parameters = method.partition("/")
        found: dict[Known, None] = {}
        is_whole = True
        for file in self.files:
            classes = file.scopes.classes
            known = classes.of(owner)
            for heir in heirs(classes, known) if known is not None else ():
                own = f"~{heir.name}" if plain.startswith("~") else plain
                if own not in heir.declared:
                    continue
                body = self.resolve(f"{heir.name}::{own}/{parameters}", file)
                if body is not None:
                    found[body] = None
                elif not is_pure(heir, own) or plain.startswith("~"):
                    is_whole = is_whole and is_defaulted(heir, own)
                is_whole = is_whole and not (heir.is_template or heir.disputed or heir.hides_code)
        return list(found), is_whole

    @cached_property
    def has_hidden_ways(self) -> bool:
        """Whether control may go in ways that no call shows."""
        outlines = dict.fromkeys(each for file in self.files for each in (file.outline, *file.outline.headers))
        return any(has_hidden_ways(outline.source) for outline in outlines)

    def are_of_libraries(self, names: Collection[str]) -> bool:
        """Whether functions that are not seen can only be those of libraries, which call nothing of the program by its name and know none of
        its variables: all files are in sight, and none of them declares such a function."""
        units = units_of(self.files[0].outline)
        return not names or (units.is_whole and not any("::" in name or name in units.declared for name in names))

    @property
    def main(self) -> Known | None:
        """Where the program begins."""
        return self._public.get("main")
