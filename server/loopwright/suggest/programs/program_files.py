"""Which files make a program: the one with `main`, and those that define what it calls, and so on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tree_sitter import Query, QueryCursor

from loopwright.lang.declarators import stored_as
from loopwright.source.nodes import definition_around, text_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import grammar

_NAMES = "(identifier) @name (field_identifier) @name"


def program_of(path: Path, files: Mapping[Path, Outline]) -> tuple[Path, ...]:
    """The files of the program that ``path`` belongs to, itself first. Where it belongs to several (a library of a project with many
    programs), or to none, it stands alone."""
    defined = {file: _defined(outline) for file, outline in files.items()}
    mains = [file for file, names in defined.items() if "main" in names]
    used = {file: _used(outline) for file, outline in files.items()}
    programs = [_closure(main, defined, used) for main in ([path] if path in mains else mains)]
    around = [program for program in programs if path in program]
    if len(around) != 1:
        return (path,)
    return (path, *(file for file in around[0] if file != path))


def _closure(main: Path, defined: Mapping[Path, set[str]], used: Mapping[Path, set[str]]) -> list[Path]:
    found, waiting = {main: None}, [main]
    while waiting:
        wanted = used[waiting.pop()]
        for file, names in defined.items():
            if file not in found and "main" not in names and names & wanted:
                found[file] = None
                waiting.append(file)
    return list(found)


def _defined(outline: Outline) -> set[str]:
    """Names of functions with a body that other files can call."""
    root, found = outline.source.tree.root_node, set()
    for function in outline.functions:
        node = definition_around(root, function.span)
        if node is None or "static" not in stored_as(node):
            found.add(function.name.split("::")[-1])
    return found


def _used(outline: Outline) -> set[str]:
    query = Query(grammar(outline.source.language), _NAMES)
    captured = QueryCursor(query).captures(outline.source.tree.root_node)
    return {text_of(node) for node in captured.get("name", ())}
