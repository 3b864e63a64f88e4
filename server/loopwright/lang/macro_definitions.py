"""All definitions of a macro in a file and its headers: which of them a build takes, conditional lines decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from loopwright.lang.declarations import Declaration
from loopwright.lang.macros import definitions_in, is_macro
from loopwright.source.kept import kept
from loopwright.source.outline import Outline


def definitions_by_name(files: Sequence[Outline], macros: Mapping[str, Declaration]) -> dict[str, list[Declaration]]:
    """The macros by their names, each with all definitions that differ."""
    several: dict[str, dict[str, Declaration]] = {}
    for macro in (macro for file in files for macro in _definitions(file)):
        several.setdefault(macro.name, {}).setdefault(macro.value or "", macro)
    known = {name: list(several[name].values()) if name in several else [macro] for name, macro in macros.items()}
    return {name: [each for each in said if is_macro(each)] for name, said in known.items()}


def definitions_of(files: Sequence[Outline], macro: Declaration) -> list[Declaration]:
    """The definitions of one macro that differ."""
    if not macro.disputed:
        return [macro]
    found: dict[tuple[str, str], Declaration] = {}
    for file in files:
        for each in _by_name(file).get(macro.name, ()):
            found.setdefault((each.kind, each.value or ""), each)
    return list(found.values())


@kept
def _definitions(file: Outline) -> tuple[Declaration, ...]:
    return tuple(definitions_in(file.source.data))


@kept
def _by_name(file: Outline) -> dict[str, list[Declaration]]:
    found: dict[str, list[Declaration]] = {}
    for macro in _definitions(file):
        found.setdefault(macro.name, []).append(macro)
    return found
