"""Kernels that the text has and the tree has not, and calls that nothing stands for: no file may lose one without a word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from loopwright.cuda.read.definitions import Included
from loopwright.cuda.read.device_function import called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.headers import refused_library
from loopwright.cuda.spec import headers, operations
from loopwright.source.lexemes import directives_in, lexemes, words_of_code
from loopwright.source.nodes import may_hold, text_of
from loopwright.source.syntax import Source
from loopwright.source.text import encode, occurrences

_NO_NAMES = frozenset(("__launch_bounds__", "__cluster_dims__", "__maxnreg__", "__attribute__", "alignas"))
_FARTHEST = 80  # lexemes from the word to the name
_NAMED = ("class_specifier", "struct_specifier", "preproc_function_def")
_DECLARES = (
    "declaration",
    "friend_declaration",
    "field_declaration",
    "type_definition",
    "alias_declaration",
    "template_instantiation",
)


@dataclass(frozen=True)
class Lost:
    """A ``__global__`` at the byte offset ``at`` that begins no function that could be read, or a call that is refused."""

    name: str
    at: int
    reason: str = "its text could not be read"


def lost_kernels(source: Source, code: DeviceCode, included: Included) -> tuple[Lost, ...]:
    """All of them, in order. ``included`` finds the headers that stay outside."""
    return tuple(sorted((*_lost(source, code), *_refused(source, included)), key=lambda lost: lost.at))


def _refused(source: Source, included: Included) -> Iterator[Lost]:
    """The first call of each function of the host that has no translation, and the first header of each such library. A program may have
    functions of such a name."""
    libraries: dict[str, int] = {}
    for node in source.kinds.of("preproc_include"):
        text, brought = text_of(node), included(text_of(node))
        if library := refused_library(text, brought and brought[0]):
            libraries.setdefault(library, node.start_byte)
    for library, at in libraries.items():
        yield Lost(library, at, f"{library} has no CPU translation")
    starts = (*operations().refused, *operations().refused_beginnings)
    if not any(name.encode() in source.data for name in starts):
        return
    found: dict[str, int] = {}
    for node in source.kinds.of("call_expression"):
        name = called(node)
        if operations().refusal(name):
            found.setdefault(name, node.start_byte)
    own = _declared(source, included, frozenset(found)) if found else frozenset[str]()
    for name, at in found.items():
        if name not in own:
            yield Lost(name, at, operations().refusal(name))


def _declared(source: Source, included: Included, names: frozenset[str]) -> frozenset[str]:
    """Those of ``names`` that the file declares itself, or a header of the program."""
    declarators = source.kinds.of("function_declarator")
    own = {text_of(n.child_by_field_name("declarator")) for n in declarators}
    own |= {text_of(n.child_by_field_name("name")) for kind in _NAMED for n in source.kinds.of(kind)}
    return names & (own | _words_of_headers(map(text_of, source.kinds.of("preproc_include")), included, names))


def _words_of_headers(lines: Iterable[str], included: Included, names: frozenset[str]) -> frozenset[str]:
    """Those of ``names`` that the program's headers mention outside of remarks, those of CUDA's makers aside."""
    words: set[str] = set()
    waiting, seen = [(line, included) for line in lines], set[str]()
    while waiting:
        line, find = waiting.pop()
        found = find(line)
        if found is None or found[0] in seen or any(author in found[0] for author in headers().authors):
            continue
        text, inner = found
        seen.add(text)
        words |= names & set(words_of_code(text))
        waiting += [(each.text, inner) for each in directives_in(text) if "include" in each.text]
    return frozenset(words)


def _lost(source: Source, code: DeviceCode) -> Iterator[Lost]:
    known = [range(f.whole.start_byte, f.node.end_byte) for f in code.functions]
    places = occurrences(source.data, b"__global__")
    if all(any(at in own for own in known) or _is_declaration(source, at) for at in places):
        return
    text = source.text
    parts = [each for each in lexemes(text) if each.kind not in ("remark", "directive")]
    seen: set[str] = set()
    for number, each in enumerate(parts):
        at = len(encode(text[: each.start])) if each.text == "__global__" else -1
        if at < 0 or any(at in own for own in known) or _is_declaration(source, at):
            continue
        names = (
            name.text
            for name, following in pairwise(parts[number + 1 : number + _FARTHEST])
            if name.kind == "name" and following.text == "(" and name.text not in _NO_NAMES
        )
        name = next(names, "a kernel")
        if name not in seen:
            seen.add(name)
            yield Lost(name, at)


def words_in_errors(source: Source) -> frozenset[str]:
    """The words of functions of the device that could not be read as a whole."""
    parts = (n for n in source.root.children if n.has_error)
    broken = (text_of(n) for n in parts if may_hold(n, (b"__global__", b"__device__")))
    return frozenset(word for text in broken for word in words_of_code(text))


def _is_declaration(source: Source, at: int) -> bool:
    node = source.root.descendant_for_byte_range(at, at)
    while node is not None and node.type != "ERROR":
        if node.type in _DECLARES and not node.has_error:
            return True
        node = node.parent
    return False
