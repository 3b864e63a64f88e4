"""Which kernels of a file have a translation, and what is said of the others, without translating all of them at each edit.

What is kept of a kernel is kept by all that it can see: the file without the other kernels and without the host's functions that do not
name it. An edit in one kernel changes that text for it alone, so one kernel is translated, in a file as small as that text.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import blake2b
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from tree_sitter import Node

from loopwright.bounded import keep
from loopwright.cancellation import CancelToken
from loopwright.cuda.doubts import certain_races
from loopwright.cuda.file import translate_file
from loopwright.cuda.read.variables import name_node
from loopwright.cuda.translation import FileTranslation, KernelTranslation, View, label_of
from loopwright.lazily import cached_property
from loopwright.source.lexemes import without_text
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse
from loopwright.source.text import encode, words_in
from loopwright.translate.pipeline import own_line, seen_by_build

_MOST_AT_ONCE = 4  # of more kernels than this the whole file is translated
_MOST_KEPT = 2_000
_DIGEST = 20
_AROUND = frozenset(("namespace_definition", "linkage_specification", "declaration_list"))
_BY_SIDE = b"__CUDA_ARCH__"  # what it decides may depend on any function of the host
_KERNEL, _DEVICE = b"__global__", (b"__device__", b"__host__")


class Told(NamedTuple):
    """A sentence about a kernel, of a kind of :class:`loopwright.cuda.translation.Doubt` or of a ``race``."""

    kind: str
    line: int
    text: str


class KernelState(NamedTuple):
    """What is known of one kernel. ``reason`` says why it has no translation, ``None`` where it has one; ``line`` is that reason's,
    counted from 1 and 0 where it is another file's or there is none, as are those of the doubts, of the races that were looked for and of
    where it begins. It is the ``number``-th of its name."""

    name: str
    reason: str | None
    line: int
    doubts: tuple[Told, ...]
    races: tuple[Told, ...] = ()
    number: int = 0
    begin: int = 0

    @property
    def label(self) -> str:
        """As that of its translation."""
        return label_of(self.name, self.number)


class _Definition(NamedTuple):
    """A function that a kernel may do without."""

    name: bytes
    start: int
    end: int
    kind: str  # kernel, device, host


@dataclass(frozen=True)
class _Sight:
    """What a kernel can see of a file: all but the definitions that are not ``kept``. Two with the same ``key`` see the same text. That is as
    long as the file at worst, so it is made where it is asked for, and the key, which stays when its version is gone, is a digest of it."""

    key: bytes
    data: bytes
    definitions: tuple[_Definition, ...]
    kept: frozenset[int]

    @cached_property
    def left_out(self) -> tuple[_Definition, ...]:
        return tuple(d for i, d in enumerate(self.definitions) if i not in self.kept)

    @cached_property
    def text(self) -> bytes:
        return _without(self.data, self.left_out)

    @cached_property
    def _gaps(self) -> tuple[tuple[int, int], ...]:
        """Where lines are missing: (line of the text, how many)."""
        gaps, at, line = [], 0, 0
        for one in self.left_out:
            line += self.data.count(b"\n", at, one.start)
            gaps.append((line, self.data.count(b"\n", one.start, one.end)))
            at = one.end
        return tuple(gaps)

    def in_file(self, line: int) -> int:
        """The line of the file, both counted from 0."""
        return line + sum(count for at, count in self._gaps if at <= line)

    def in_text(self, line: int) -> int | None:
        """The line of the text, ``None`` for one that is left out."""
        gone = 0
        for at, count in self._gaps:
            if line < at + gone:
                break
            if line < at + gone + count:
                return None
            gone += count
        return line - gone


class _Parts:
    """A file as functions that a kernel may do without, and what is around them."""

    def __init__(self, data: bytes, definitions: Sequence[_Definition]) -> None:
        self.definitions = tuple(definitions)
        self._data = data
        around = _without(data, self.definitions)
        self._begun = blake2b(b"%d " % len(around) + around, digest_size=_DIGEST)
        # Where a definition stands in what is around them all.
        lengths = accumulate((d.end - d.start for d in self.definitions), initial=0)
        self._places = [d.start - length for d, length in zip(self.definitions, lengths)]
        names = [_last_word(d.name) for d in self.definitions]
        words = [words_in(data[d.start : d.end]) for d in self.definitions]
        of_device: defaultdict[bytes, list[int]] = defaultdict(list)
        callers: defaultdict[bytes, list[int]] = defaultdict(list)
        for i, definition in enumerate(self.definitions):
            if definition.kind != "host":
                of_device[names[i]].append(i)
            else:
                for word in words[i]:
                    callers[word].append(i)
        outside = _words_of_code(around)
        self._everywhere = [i for name, found in of_device.items() if name in outside for i in found]
        self._called = [
            [i for word in seen for i in of_device.get(word, ())] if d.kind != "host" else []
            for d, seen in zip(self.definitions, words, strict=True)
        ]
        self._callers = [
            callers.get(name, []) if d.kind != "device" else [] for d, name in zip(self.definitions, names, strict=True)
        ]

    def sight(self, kernel: int) -> _Sight:
        """What a kernel sees: itself, functions of the host that name it and what names those, device code that any of it names, and
        all that is outside of functions with the device code that it names."""
        waiting = [kernel, *self._everywhere]
        kept = set(waiting)
        for one in waiting:
            more = [i for i in (*self._called[one], *self._callers[one]) if i not in kept]
            kept.update(more)
            waiting += more
        seen = self._begun.copy()
        for i in sorted(kept):
            definition = self.definitions[i]
            seen.update(b"%d %d " % (self._places[i], definition.end - definition.start))
            seen.update(self._data[definition.start : definition.end])
        return _Sight(seen.digest(), self._data, self.definitions, frozenset(kept))


@dataclass(frozen=True)
class _File:
    """A file as its build sees it: its kernels, in order, with what each sees, and the keys that all that is known of them is kept by."""

    seen: Source
    shared: frozenset[str]
    view: View
    direct: Mapping[str, str]
    kernels: tuple[_Definition, ...]
    sights: tuple[_Sight, ...]
    numbers: tuple[int, ...]
    keys: tuple[Hashable, ...]

    def whole(self) -> FileTranslation:
        return translate_file(self.seen, None, self.direct, self.shared, self.view)

    def alone(self, place: int) -> tuple[FileTranslation, KernelTranslation | None]:
        """One kernel, in a file as small as what it sees."""
        small = parse(self.sights[place].text, self.seen.name, self.seen.language)
        translation = translate_file(small, None, self.direct, self.shared, View(self.view.defined, self.view.included))
        return translation, translation.kernel(self.kernels[place].name.decode(), self.numbers[place])


def _file(source: Source, path: Path, direct: Mapping[str, str], headers: Hashable) -> _File:
    seen, shared, view = seen_by_build(source, path)
    parts = _Parts(seen.data, _definitions(seen))
    places = [i for i, d in enumerate(parts.definitions) if d.kind == "kernel"]
    kernels = tuple(parts.definitions[i] for i in places)
    sights, numbers = tuple(map(parts.sight, places)), tuple(_numbers(kernels))
    around = blake2b(
        repr((str(path), headers, sorted(shared), sorted(view.defined.items(), key=str))).encode(), digest_size=_DIGEST
    ).digest()
    keys: list[Hashable] = [
        (sight.key, kernel.name, number, direct.get(kernel.name.decode()), around)
        for sight, kernel, number in zip(sights, kernels, numbers, strict=True)
    ]
    return _File(seen, shared, view, direct, kernels, sights, numbers, tuple(keys))


class KernelStates:
    """Of the files that are open. Read and added to from any thread."""

    def __init__(self) -> None:
        # Lines are those of the text that the kernel sees.
        self._kept: dict[Hashable, KernelState] = {}
        self._races: dict[Hashable, tuple[Told, ...]] = {}
        self.count = 0  # changes with every race that is found

    def of(self, source: Source, path: Path, direct: Mapping[str, str], headers: Hashable) -> tuple[KernelState, ...]:
        """Of the kernels of a file, in order, with the races that are known already. ``direct`` as for a translation; ``headers`` is
        another where a header is."""
        file = _file(source, path, direct, headers)
        if not file.kernels:
            return _states(file.whole())
        known = [self._kept.get(key) for key in file.keys]
        if known.count(None) > _MOST_AT_ONCE:
            whole = file.whole()
            if [k.name.encode() for k in whole.kernels] != [k.name for k in file.kernels]:
                return _states(whole)
            known = [_of_whole(kernel, whole, sight) for kernel, sight in zip(whole.kernels, file.sights, strict=True)]
        for i, state in enumerate(known):
            if state is not None:
                continue
            translation, found = file.alone(i)
            if found is None:
                return _states(file.whole())
            known[i] = _state(found, translation.source.lines.line_of)
        states = [state for state in known if state is not None]
        for key, state in zip(file.keys, states, strict=True):
            keep(self._kept, key, state, _MOST_KEPT)
        with_races = [
            state._replace(races=self._races.get(key, ())) for key, state in zip(file.keys, states, strict=True)
        ]
        moved = (_moved(state, sight, file.view) for state, sight in zip(with_races, file.sights, strict=True))
        starts = (file.seen.lines.line_of(kernel.start) for kernel in file.kernels)
        return tuple(
            state._replace(begin=own_line(file.view, start)) for state, start in zip(moved, starts, strict=True)
        )

    def find_races(
        self, source: Source, path: Path, direct: Mapping[str, str], headers: Hashable, token: CancelToken
    ) -> bool:
        """Look for races that are certain in the kernels that nobody has looked at as they stand; whether one was found. A kernel costs
        ten times what its state costs, so this is for the time after an edit."""
        file = _file(source, path, direct, headers)
        before = self.count
        for i, key in enumerate(file.keys):
            token.check()
            if key in self._races:
                continue
            translation, found = file.alone(i)
            races = _races(translation, found) if found is not None and found.text is not None else ()
            keep(self._races, key, races, _MOST_KEPT)
            self.count += len(races)
        return self.count > before


def _races(translation: FileTranslation, kernel: KernelTranslation) -> tuple[Told, ...]:
    line_of = translation.source.lines.line_of
    return tuple(Told("race", line_of(at), text) for at, text in certain_races(translation, kernel))


def _definitions(source: Source) -> list[_Definition]:
    """Functions of the file, in order; none where it is not certain which are kernels."""
    found: list[_Definition] = []
    if _BY_SIDE in source.data:
        return []
    for node in _file_level(source.tree.root_node):
        function = node if node.type == "function_definition" else _templated(node)
        if function is None:
            if node.type in ("ERROR", "preproc_def", "preproc_function_def") and _KERNEL in (node.text or b""):
                return []
            continue
        body, name = function.child_by_field_name("body"), name_node(function.child_by_field_name("declarator"))
        if body is None or name is None:
            continue
        head, called = source.data[node.start_byte : body.start_byte], text_of(name).encode()
        kind = "kernel" if _KERNEL in head else "device" if any(w in head for w in _DEVICE) else "host"
        # Operators are called without their names, functions of the compiler are for both sides.
        if kind == "kernel" or (b"constexpr" not in head and b"operator" not in head and called):
            found.append(_Definition(called, node.start_byte, node.end_byte, kind))
    return found


def _file_level(root: Node) -> Iterator[Node]:
    for node in root.children:
        if node.type in _AROUND or node.type.startswith("preproc_if") or node.type.startswith("preproc_el"):
            yield from _file_level(node)
        else:
            yield node


def _templated(node: Node) -> Node | None:
    """The function of a template."""
    if node.type != "template_declaration":
        return None
    return next((c for c in node.named_children if c.type == "function_definition"), None)


def _last_word(name: bytes) -> bytes:
    """What a call must write of a name."""
    return name.partition(b"<")[0].rpartition(b"::")[2].strip()


def _numbers(kernels: Sequence[_Definition]) -> list[int]:
    """How many of the same name stand before each."""
    seen: Counter[bytes] = Counter()
    found = []
    for kernel in kernels:
        found.append(seen[kernel.name])
        seen[kernel.name] += 1
    return found


@lru_cache(maxsize=16)
def _words_of_code(data: bytes) -> frozenset[bytes]:
    """The words of a text but those of remarks and strings: kernels are often called as everyday words are."""
    return words_in(encode(without_text(data.decode("utf-8", "surrogateescape"))))


def _without(data: bytes, definitions: Sequence[_Definition]) -> bytes:
    """The text without these."""
    starts, ends = [0, *(d.end for d in definitions)], [*(d.start for d in definitions), len(data)]
    return b"".join(data[start:end] for start, end in zip(starts, ends, strict=True))


def _state(kernel: KernelTranslation, line_of: Callable[[int], int]) -> KernelState:
    doubts = tuple(Told(kind, line_of(at), text) for kind, at, text in kernel.doubts)
    reason, line = (None, 0) if kernel.text is not None else (kernel.reason, line_of(kernel.at))
    return KernelState(kernel.name, reason, line, doubts, (), kernel.number)


def _of_whole(kernel: KernelTranslation, whole: FileTranslation, sight: _Sight) -> KernelState | None:
    """The state of a kernel of the whole file with the lines of what it sees, ``None`` if it speaks of a line that it does not see."""
    told = (*((kernel.at,) if kernel.text is None else ()), *(doubt.at for doubt in kernel.doubts))
    lines = {at: sight.in_text(whole.source.lines.line_of(at)) for at in told}
    known = {at: line for at, line in lines.items() if line is not None}
    return _state(kernel, known.__getitem__) if len(known) == len(lines) else None


def _moved(state: KernelState, sight: _Sight, view: View) -> KernelState:
    """A state with the lines of the user's file."""
    place = partial(_own, sight, view)
    line = place(state.line) if state.reason is not None else 0
    doubts, races = (tuple(one._replace(line=place(one.line)) for one in told) for told in (state.doubts, state.races))
    return state._replace(line=line, doubts=doubts, races=races)


def _own(sight: _Sight, view: View, line: int) -> int:
    return own_line(view, sight.in_file(line))


def _states(translation: FileTranslation) -> tuple[KernelState, ...]:
    everything, line_of = _Sight(b"", b"", (), frozenset()), translation.source.lines.line_of
    return tuple(
        _moved(_state(kernel, line_of), everything, translation.view)._replace(
            begin=own_line(translation.view, line_of(kernel.function.node.start_byte))
        )
        for kernel in translation.kernels
    )
