"""Conditionals of the preprocessor that have to be decided before a file is parsed.

Two kinds: those that ask for what nvcc has defined and the host's compiler has not (``__CUDACC__``, ``__CUDA_ARCH__``, not
``_OPENMP``), and those around pieces that are no whole statements (a brace, a parameter), which no grammar can read. Lines that
go become empty, so that every other line keeps its number. All other conditionals stay as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from loopwright.cuda.preprocessor import condition_value
from loopwright.cuda.spec import predefined

_DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(\w+)\b(.*)", re.DOTALL)
_NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
_WORD = re.compile(r"[A-Za-z_]\w*")
_DEFINED = re.compile(r"\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))")
_PIECE = re.compile(r"[A-Za-z_]\w*|[^\s\w]")
_OPENED, _CLOSED = "([{", ")]}"
_AT_STATEMENT = frozenset(";{}:")  # what stands before a whole statement
_TRANSPARENT = re.compile(r"\b(?:namespace|extern|struct|class|union)\b[^()]*\Z")
_ALIGNED = re.compile(r"\b(?:__align__|alignas|__attribute__)\s*\((?:[^()]|\([^()]*\))*\)")


@dataclass
class _Branch:
    """One part of a conditional: its directive, and what stands in it."""

    word: str
    condition: str
    start: int  # the lines of the directive
    end: int
    items: list[_Lines | _Chain] = field(default_factory=list)


@dataclass
class _Lines:
    """Lines without a conditional."""

    start: int
    end: int


@dataclass
class _Chain:
    """``#if`` … ``#endif``; ``start`` and ``end`` are the lines of the last directive."""

    branches: list[_Branch]
    start: int = 0
    end: int = 0


@dataclass(frozen=True)
class Decided:
    """``differing``: macros and functions that are not the same for host and device, and that both of them use; ``twins``:
    functions among them in whose text the conditional still stands."""

    text: str
    differing: frozenset[str] = frozenset()
    twins: frozenset[str] = frozenset()


def decided(text: str, defined: Mapping[str, str] | None = None) -> Decided:
    """``text`` with such conditionals decided. ``defined``: macros of the command line and of headers that stay outside."""
    if "#" not in text or not re.search(r"#[ \t]*if", text):
        return Decided(text)
    return _Decision(text, dict(defined or {})).made()


class _Decision:
    """One file. The walk goes through the lines in order and knows what is defined at each place."""

    def __init__(self, text: str, defined: dict[str, str]) -> None:
        self.lines = text.split("\n")
        self.code = _NO_CODE.sub(_blank, text).split("\n")
        table = predefined()
        self.names: dict[str, str | None] = {**table.host, **table.always, **defined}
        self.asked = frozenset((*table.always, *table.device, *table.undefined)) - frozenset(defined)
        self.device: dict[str, str | None] = {**table.device}
        self.depth: list[str] = []  # brackets that are open; a brace of a namespace or class is none
        self.head = ""  # what stands before the next brace at the top
        self.function = ""  # the head of the function around
        self.last = ";"
        self.learning = "__CUDA_ARCH__" in text  # a first walk learns which words host and device use
        self.host_words: set[str] = set()
        self.device_words: set[str] = set()
        self.bodies: dict[str, set[str]] = {}  # macro → the words of its text
        self.differing: set[str] = set()
        self.twins: set[str] = set()

    def made(self) -> Decided:
        chains = self._chains()
        if self.learning:
            names = dict(self.names)
            self._walk(chains, True)
            self.learning, self.names = False, names
            for used in (self.host_words, self.device_words):
                while more := {w for name in used & self.bodies.keys() for w in self.bodies[name]} - used:
                    used |= more
            self.depth, self.head, self.function, self.last = [], "", "", ";"
        self._walk(chains, True)
        while more := {name for name, words in self.bodies.items() if words & self.differing} - self.differing:
            self.differing |= more
        both = self.host_words & self.device_words
        return Decided(
            "\n".join(self.lines), frozenset(self.differing & both), frozenset(self.twins & both - self.differing)
        )

    # -- the conditionals, one in the other

    def _chains(self) -> list[_Lines | _Chain]:
        top: list[_Lines | _Chain] = []
        open_: list[_Chain] = []
        at = 0
        while at < len(self.lines):
            end = at + 1
            directive = _DIRECTIVE.match(self.code[at])
            if directive is None:
                (open_[-1].branches[-1].items if open_ else top).append(_Lines(at, end))
                at = end
                continue
            while end < len(self.lines) and self.lines[end - 1].rstrip("\r").endswith("\\"):
                end += 1
            word = directive[1]
            condition = " ".join(line.rstrip("\r").rstrip("\\") for line in self.code[at:end])
            matched = _DIRECTIVE.match(condition)
            condition = matched[2].strip() if matched else ""
            items = open_[-1].branches[-1].items if open_ else top
            if word in ("if", "ifdef", "ifndef"):
                chain = _Chain([_Branch(word, condition, at, end)])
                items.append(chain)
                open_.append(chain)
            elif word in ("elif", "else") and open_:
                open_[-1].branches.append(_Branch(word, condition, at, end))
            elif word == "endif" and open_:
                open_[-1].start, open_[-1].end = at, end
                open_.pop()
            else:
                items.append(_Lines(at, end))
            at = end
        return top

    # -- deciding them

    def _walk(self, items: list[_Lines | _Chain], sure: bool) -> None:
        for item in items:
            if isinstance(item, _Lines):
                self._pass(item, sure)
            else:
                self._decide(item, sure)

    def _decide(self, chain: _Chain, sure: bool) -> None:
        words = {w for b in chain.branches for w in _WORD.findall(b.condition)} & self.asked
        asks, broken = (
            bool(words) and not self.learning,
            bool(chain.end) and not self.learning and self._is_piece(chain),
        )
        device = self._on_device(chain)
        if asks and not broken and words & self.device.keys() and _is_for_both(self.function):
            self.twins.add(_name_of(self.function))
            asks = False
        elif asks and words & self.device.keys():
            self.differing |= {_name_of(self.function)} if self.function else _defined_in(self, chain)
        chosen = self._chosen(chain, broken, device) if asks or broken else None
        if chosen is not None and chain.end:
            for at, branch in enumerate(chain.branches):
                self._blank(branch.start, branch.end)
                if at != chosen:
                    self._blank_items(branch.items)
            self._blank(chain.start, chain.end)
            if chosen < len(chain.branches):
                self._walk(chain.branches[chosen].items, sure)
            return
        if asks:
            for branch in chain.branches:
                self._say_what_is_known(branch, device)
        before = (list(self.depth), self.head, self.function, self.last)
        for at, branch in enumerate(chain.branches):
            if at:
                self.depth, self.head, self.function, self.last = list(before[0]), *before[1:]
            self._walk(branch.items, False)

    def _chosen(self, chain: _Chain, everything: bool, device: bool) -> int | None:
        """The part that stays, one beyond the last for none of them. ``everything``: names that nobody defines are taken for
        not defined, as a compiler takes them."""
        names = {**self.names, **(self.device if device else {})}
        for at, branch in enumerate(chain.branches):
            if branch.word == "else":
                return at
            text = branch.condition
            if branch.word in ("ifdef", "ifndef"):
                text = f"{'!' if branch.word == 'ifndef' else ''}defined({text.split()[0] if text.split() else ''})"
            known = {n: v for n, v in names.items() if everything or n in self.asked}
            unknown = frozenset() if everything else frozenset(_WORD.findall(text)) - self.asked - {"defined"}
            value = condition_value(text, known, unknown)
            if value is None:
                return None
            if value:
                return at
        return len(chain.branches)

    def _say_what_is_known(self, branch: _Branch, device: bool) -> None:
        """Write what nvcc has defined into a condition that depends on other names too."""
        names = {**self.names, **(self.device if device else {})}
        if branch.word in ("ifdef", "ifndef", "else"):
            return

        def told(match: re.Match[str]) -> str:
            name = match[1] or match[2]
            return str(int(name in names)) if name in self.asked else match[0]

        text = _DEFINED.sub(told, branch.condition)
        text = _WORD.sub(lambda m: (names.get(m[0]) or "0") if m[0] in self.asked else m[0], text)
        self._blank(branch.start, branch.end)
        self.lines[branch.start] = f"#{branch.word} {text}"

    def _on_device(self, chain: _Chain) -> bool:
        """Whether the device's pass decides: for device code, and for macros that device code uses. What else stands outside
        functions is the host's."""
        if self.function:
            return _is_device(self.function)
        if any(_is_device(self._texts(branch)) for branch in chain.branches):
            return True
        names = _defined_in(self, chain)
        return bool(names & self.device_words) and not any(self._texts(branch) for branch in chain.branches)

    def _is_piece(self, chain: _Chain) -> bool:
        """Whether a part is no row of whole statements."""
        if (self.depth and self.depth[-1] != "{") or self.last not in _AT_STATEMENT:
            return any(self._texts(b) for b in chain.branches)
        return any(not _is_whole(self._texts(branch)) for branch in chain.branches)

    def _texts(self, branch: _Branch) -> str:
        """The code of a part, of a conditional in it the first."""
        found = []
        for item in branch.items:
            if isinstance(item, _Chain):
                found.append(self._texts(item.branches[0]))
            elif not _DIRECTIVE.match(self.code[item.start]):
                found += self.code[item.start : item.end]
        return "\n".join(found).strip()

    # -- what a line does

    def _pass(self, lines: _Lines, sure: bool) -> None:
        directive = _DIRECTIVE.match(self.code[lines.start])
        if directive is not None:
            self._define(directive[1], " ".join(self.code[lines.start : lines.end]).replace("\\", " "), sure)
            return
        for piece in _PIECE.findall("\n".join(self.code[lines.start : lines.end])):
            self._step(piece)

    def _define(self, word: str, text: str, sure: bool) -> None:
        match = re.match(r"\s*#\s*\w+\s+(\w+)(\()?(.*)", text, re.DOTALL)
        if match is None or word not in ("define", "undef") or match[1] in self.asked:
            return
        if self.learning:
            self.bodies.setdefault(match[1], set()).update(_WORD.findall(match[3]))
        if not sure:
            self.names[match[1]] = None
        elif word == "undef":
            self.names.pop(match[1], None)
        else:
            self.names[match[1]] = None if match[2] else match[3].strip()

    def _step(self, piece: str) -> None:
        if piece in _OPENED:
            transparent = (
                piece == "{" and not self.depth and _TRANSPARENT.search(_ALIGNED.sub("", self.head)) is not None
            )
            if piece == "{" and not self.depth and not transparent:
                self.function = self.head
            if not transparent:
                self.depth.append(piece)
        elif piece in _CLOSED and self.depth:
            self.depth.pop()
            if not self.depth and piece == "}":
                self.function = ""
        if (not self.depth and piece in ";}") or (not self.depth and piece == "{"):
            self.head = ""
        elif not self.function:
            self.head += f" {piece}"
        elif self.learning and piece[0] not in _OPENED + _CLOSED:
            (self.device_words if _is_device(self.function) else self.host_words).add(piece)
        self.last = piece[-1]

    # -- lines that go

    def _blank(self, start: int, end: int) -> None:
        for at in range(start, end):
            self.lines[at] = ""

    def _blank_items(self, items: list[_Lines | _Chain]) -> None:
        for item in items:
            if isinstance(item, _Lines):
                self._blank(item.start, item.end)
                continue
            for branch in item.branches:
                self._blank(branch.start, branch.end)
                self._blank_items(branch.items)
            self._blank(item.start, item.end)


def _is_device(head: str) -> bool:
    return "__global__" in head or "__device__" in head


def _is_for_both(head: str) -> bool:
    return "__host__" in head and "__device__" in head


def _name_of(head: str) -> str:
    """The name of the function that a head begins."""
    names = re.findall(r"([A-Za-z_]\w*)\s*\(", _ALIGNED.sub("", head))
    return next((name for name in names if name != "__launch_bounds__"), "")


def _defined_in(decision: _Decision, chain: _Chain) -> set[str]:
    """Macros and functions that a conditional outside functions defines."""
    found: set[str] = set()
    for branch in chain.branches:
        for item in branch.items:
            if isinstance(item, _Chain):
                found |= _defined_in(decision, item)
                continue
            text = "\n".join(decision.code[item.start : item.end])
            macro = re.match(r"\s*#\s*define\s+(\w+)", text)
            found |= {macro[1]} if macro else {_name_of(text)} - {""}
    return found


def _is_whole(code: str) -> bool:
    """Whether code is a row of whole statements: brackets match, and it ends where a statement does."""
    open_: list[str] = []
    for character in code:
        if character in _OPENED:
            open_.append(character)
        elif character in _CLOSED:
            if not open_ or _OPENED.index(open_.pop()) != _CLOSED.index(character):
                return False
    return not open_ and (not code or code[-1] in _AT_STATEMENT or _is_call(code))


def _is_call(code: str) -> bool:
    """A last line such as ``CHECK(x)``: a macro that is a statement."""
    last = code.rsplit("\n", 1)[-1].strip()
    return re.fullmatch(r"[A-Za-z_]\w*\s*\(.*\)", last) is not None and not re.match(r"(?:if|for|while|switch)\b", last)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])
