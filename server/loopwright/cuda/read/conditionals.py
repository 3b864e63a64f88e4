"""Conditionals of the preprocessor that have to be decided before a file is parsed.

Two kinds: those that ask for what nvcc has defined and the host's compiler has not (``__CUDACC__``, ``__CUDA_ARCH__``, not
``_OPENMP``), and those around pieces that are no whole statements (a brace, a parameter), which no grammar can read. Lines that
go become empty, so that every other line keeps its number. All other conditionals stay as they are written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from loopwright.cuda.read.chains import Branch, Chain, Lines, chains_of, directive_of
from loopwright.cuda.read.definitions import Definitions, Included, as_condition, nothing_included
from loopwright.cuda.read.long_doubles import has_long_number, is_long_number, may_have_long_doubles, says_long_double
from loopwright.cuda.read.preprocessor import condition_value
from loopwright.cuda.spec import predefined
from loopwright.source.lexemes import Lexeme, code_within, without_text, words_of_code

_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_HEADERS = frozenset(("if", "for", "while", "switch"))
_AT_STATEMENT = frozenset(";{}:")  # what stands before a whole statement
_CONTINUES = frozenset(("else", "catch"))
_CLASSES = frozenset(("struct", "class", "union"))
_TRANSPARENT = _CLASSES | {"namespace", "extern"}
_NO_NAMES = frozenset(("__launch_bounds__", "__cluster_dims__", "noexcept", "throw", "decltype", "requires"))
_ALIGNING = frozenset(("__align__", "alignas", "__attribute__"))


@dataclass(frozen=True)
class Decided:
    """``differing``: macros and functions that are not the same for host and device, and that both of them use; ``twins``:
    functions for both in whose text the conditional, or a `long double`, still stands; ``macros``: name of a device function → what is defined
    where each of that name begins; ``names``: all that is defined somewhere."""

    text: str
    differing: frozenset[str] = frozenset()
    twins: frozenset[str] = frozenset()
    macros: Mapping[str, list[Mapping[str, str | None]]] = field(default_factory=dict)
    names: frozenset[str] = frozenset()


def decided(
    text: str, defined: Mapping[str, str | None] | None = None, included: Included = nothing_included
) -> Decided:
    """``text`` with such conditionals decided. ``defined``: macros of the command line; ``included`` finds headers that stay
    outside, for what they define."""
    if ("#" not in text or "if" not in text) and not may_have_long_doubles(text):
        return Decided(text, names=frozenset(defined or ()))
    return _Decision(text, dict(defined or {}), included).made()


@dataclass
class _Place:
    """Where the walk is in the code."""

    depth: list[str] = field(default_factory=list)  # brackets that are open; a brace of a namespace or class is none
    around: list[str] = field(default_factory=list)  # the classes around, empty names for namespaces
    head: tuple[str, ...] = ()  # what stands before the next brace at the top
    function: tuple[str, ...] = ()  # the head of the function around, with the words that macros in it stand for
    name: str = ""
    last: str = ";"
    word: str = ""  # the piece before

    def copy(self) -> _Place:
        return replace(self, depth=list(self.depth), around=list(self.around))

    @property
    def in_class(self) -> str:
        return next((name for name in reversed(self.around) if name), "")

    @property
    def subject(self) -> str:
        """By which name the function around is used: that of its class for what has none of its own."""
        return self.in_class or self.name if self.name in ("", "operator") else self.name


class _Decision:
    """One file. The walk goes through the lines in order and knows what is defined at each place."""

    def __init__(self, text: str, defined: dict[str, str | None], included: Included) -> None:
        self.lines = text.split("\n")
        self.code = without_text(text).split("\n")
        table = predefined()
        self.asked = frozenset((*table.always, *table.device, *table.undefined)) - frozenset(defined)
        self.definitions = Definitions({**table.host, **table.always, **defined}, self.asked, included)
        self.device: dict[str, str | None] = {n: v for n, v in table.device.items() if n in self.asked}
        self.place = _Place()
        self.learning = "__CUDA_ARCH__" in text or may_have_long_doubles(
            text
        )  # a first walk learns which words host and device use
        self.host_words: set[str] = set()
        self.device_words: set[str] = set()
        self.bodies: dict[str, set[str]] = {}  # macro, or function for both sides → the words of its text
        self.differing: set[str] = set()
        self.twins: set[str] = set()
        self.long_doubles: dict[str, bool] = {}  # what is for both sides and has one, and whether it stands in a class
        self.macros: dict[str, list[Mapping[str, str | None]]] = {}
        self.seen: set[str] = set(defined)

    def made(self) -> Decided:
        chains = chains_of(self.code)
        if self.learning:
            self._walk(chains, True)
            self.learning = False
            self.definitions.begin_again()
            self.macros.clear()
            for used in (self.host_words, self.device_words):
                while more := {w for name in used & self.bodies.keys() for w in self.bodies[name]} - used:
                    used |= more
            self.place = _Place()
        self._walk(chains, True)
        while more := {name for name, words in self.bodies.items() if words & self.differing} - self.differing:
            self.differing |= more
        both = self.host_words & self.device_words
        long = {name: in_class for name, in_class in self.long_doubles.items() if name in self.device_words}
        differing = (self.differing & both) | {name for name, in_class in long.items() if in_class}
        return Decided(
            "\n".join(self.lines),
            frozenset(differing),
            frozenset((self.twins & both | long.keys()) - differing),
            self.macros,
            frozenset(self.seen | self.definitions.names.keys()),
        )

    # -- deciding them

    def _walk(self, items: list[Lines | Chain], sure: bool) -> None:
        for item in items:
            if isinstance(item, Lines):
                self._pass(item, sure)
            else:
                self._decide(item, sure)

    def _decide(self, chain: Chain, sure: bool) -> None:
        words = {w for b in chain.branches for w in words_of_code(b.condition)} & self.asked
        asks, broken = (
            bool(words) and not self.learning,
            bool(chain.end) and not self.learning and self._is_piece(chain),
        )
        device = self._on_device(chain)
        function = self.place.function
        if asks and words & self.device.keys():
            if not broken and _is_for_both(function) and not self.place.in_class:
                self.twins.add(self.place.name)
                asks = False
            elif not function:
                self.differing |= _defined_in(self, chain)
            elif _is_for_both(function):
                self.differing.add(self.place.subject)
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
        holds = self.definitions.chosen(chain.branches, self.device if device else None)
        if asks:
            for branch in chain.branches:
                self._say_what_is_known(branch, device)
        self._walk_branches(chain, sure, holds)

    def _walk_branches(self, chain: Chain, sure: bool, holds: int | None) -> None:
        """Go through a conditional that stays; of what it defines the part that ``holds`` counts."""
        before, after = self.place, None
        for at, branch in enumerate(chain.branches):
            self.place = before.copy()
            names = dict(self.definitions.names)
            self._walk(branch.items, sure and holds == at)
            if holds is not None and holds != at:
                self.seen |= self.definitions.names.keys()
                self.definitions.names = names
            if at == holds or after is None or holds is None:
                after = self.place
        self.place = after or before

    def _chosen(self, chain: Chain, everything: bool, device: bool) -> int | None:
        """The part that stays, one beyond the last for none of them. ``everything``: names that nobody defines are taken for
        not defined, as a compiler takes them."""
        more = self.device if device else {}
        if everything:
            return self.definitions.chosen(chain.branches, more)
        known = {n: v for n, v in {**self.definitions.names, **more}.items() if n in self.asked}
        for at, branch in enumerate(chain.branches):
            if branch.word == "else":
                return at
            text = as_condition(branch)
            value = condition_value(text, known, frozenset(words_of_code(text)) - self.asked - {"defined"})
            if value is None:
                return None
            if value:
                return at
        return len(chain.branches)

    def _say_what_is_known(self, branch: Branch, device: bool) -> None:
        """Write what nvcc has defined into a condition that depends on other names too."""
        names = {**self.definitions.names, **(self.device if device else {})}
        if not set(words_of_code(branch.condition)) & self.asked:
            return
        text, at = "", 0
        condition = as_condition(branch)
        parts = code_within(condition)
        for number, part in enumerate(parts):
            if part.kind != "name" or part.text not in self.asked:
                continue
            start, end = part.start, part.end
            said = names.get(part.text) or "0"
            if (asks := _asked_of(parts, number)) is not None:
                start, end, said = parts[asks[0]].start, parts[asks[1]].end, str(int(part.text in names))
            text, at = f"{text}{condition[at:start]}{said}", end
        text += condition[at:]
        self._blank(branch.start, branch.end)
        self.lines[branch.start] = f"#{'elif' if branch.word == 'elif' else 'if'} {text}"

    def _on_device(self, chain: Chain) -> bool:
        """Whether the device's pass decides: for device code, and for macros that device code uses. What else stands outside
        functions is the host's, as is a method that both use: the device's use of it is refused."""
        function = self.place.function
        if function:
            if _is_for_both(function) and self.place.in_class:
                return self.place.subject in self.device_words - self.host_words
            return _is_device(function)
        if any(_is_device(self._full(words_of_code(self._texts(branch)))) for branch in chain.branches):
            return True
        names = _defined_in(self, chain)
        return bool(names & self.device_words) and not any(self._texts(branch) for branch in chain.branches)

    def _is_piece(self, chain: Chain) -> bool:
        """Whether a part is no row of whole statements."""
        place = self.place
        if (place.depth and place.depth[-1] != "{") or place.last not in _AT_STATEMENT:
            return any(self._texts(b) for b in chain.branches)
        parts = [self._texts(branch) for branch in chain.branches]
        return any(not _is_whole(part) for part in parts) or any(map(_goes_on, (*parts, self._behind(chain))))

    def _behind(self, chain: Chain) -> str:
        """The first line of code behind a conditional."""
        lines = (self.code[at] for at in range(chain.end, len(self.code)))
        return next((line for line in lines if line.strip() and directive_of([line]) is None), "")

    def _texts(self, branch: Branch) -> str:
        """The code of a part, of a conditional in it the first."""
        found = []
        for item in branch.items:
            if isinstance(item, Chain):
                found.append(self._texts(item.branches[0]))
            elif directive_of(self.code[item.start : item.end]) is None:
                found += self.code[item.start : item.end]
        return "\n".join(found).strip()

    # -- what a line does

    def _pass(self, lines: Lines, sure: bool) -> None:
        code = self.code[lines.start : lines.end]
        said = directive_of(code)
        if said is None:
            for piece in code_within("\n".join(code)):
                if piece.kind != "number":
                    self._step(piece)
                elif self.learning and is_long_number(piece.text):
                    self._note_long_double()
            return
        defined, *body = words_of_code(said.rest) or [""]
        if self.learning and said.word == "define" and defined:
            self.bodies.setdefault(defined, set()).update(body)
        self.definitions.directive(said.word, said.rest, self.lines[lines.start], sure)

    def _step(self, lexeme: Lexeme) -> None:
        place, piece = self.place, lexeme.text
        if piece in _BRACKETS:
            if piece == "{" and not place.depth and (named := _transparent(place.head)) is not None:
                place.around.append(named)
            else:
                if piece == "{" and not place.depth:
                    self._begin_function()
                place.depth.append(piece)
        elif piece in _BRACKETS.values() and place.depth:
            place.depth.pop()
            if not place.depth and piece == "}":
                place.function = ()
        elif piece == "}" and place.around:
            place.around.pop()
        if not place.depth and piece in (";", "}", "{"):
            place.head = ()
        elif not place.function:
            place.head = (*place.head, piece)
        elif self.learning and lexeme.kind == "name":
            self._learn(piece)
            if {place.word, piece} == {"long", "double"} or has_long_number(self.definitions.names.get(piece) or ""):
                self._note_long_double()
        place.last, place.word = piece[-1], piece

    def _begin_function(self) -> None:
        place = self.place
        place.function, place.name = self._full(place.head), _name_of(place.head)
        if _is_device(place.function) and not place.in_class:
            self.macros.setdefault(place.name, []).append(dict(self.definitions.names))
        if self.learning and says_long_double(" ".join(place.head)):
            self._note_long_double()

    def _note_long_double(self) -> None:
        place = self.place
        if _is_for_both(place.function):
            self.long_doubles[place.subject] = bool(place.in_class)

    def _full(self, head: Sequence[str]) -> tuple[str, ...]:
        """The head of a function with what the macros in it stand for."""
        names, found = self.definitions.names, list(head)
        for word in found:  # which grows
            found += (w for w in words_of_code(names.get(word) or "") if w not in found)
        return tuple(found)

    def _learn(self, word: str) -> None:
        """A word of a function's body; one for both sides is used by who calls it."""
        function = self.place.function
        if _is_for_both(function):
            self.bodies.setdefault(self.place.subject, set()).add(word)
        else:
            (self.device_words if _is_device(function) else self.host_words).add(word)

    # -- lines that go

    def _blank(self, start: int, end: int) -> None:
        for at in range(start, end):
            self.lines[at] = ""

    def _blank_items(self, items: list[Lines | Chain]) -> None:
        for item in items:
            if isinstance(item, Lines):
                self._blank(item.start, item.end)
                continue
            for branch in item.branches:
                self._blank(branch.start, branch.end)
                self._blank_items(branch.items)
            self._blank(item.start, item.end)


def _is_device(head: Sequence[str]) -> bool:
    return "__global__" in head or "__device__" in head


def _is_for_both(head: Sequence[str]) -> bool:
    return "__host__" in head and "__device__" in head


def _asked_of(parts: Sequence[Lexeme], at: int) -> tuple[int, int] | None:
    """From where to where ``defined`` asks about the name at a place."""
    before = [part.text for part in parts[max(0, at - 2) : at]]
    if before[-1:] == ["defined"]:
        return at - 1, at
    closed = at + 1 < len(parts) and parts[at + 1].text == ")"
    return (at - 2, at + 1) if before == ["defined", "("] and closed else None


def _without_alignment(head: Sequence[str]) -> list[str]:
    """A head without `alignas(…)` and the like."""
    found: list[str] = []
    depth, within = 0, False
    for piece in head:
        within = within or piece in _ALIGNING
        if not within:
            found.append(piece)
        elif piece not in _ALIGNING:
            depth += (piece == "(") - (piece == ")")
            within = depth > 0
    return found


def _transparent(head: Sequence[str]) -> str | None:
    """The name of the class whose body a brace opens, empty for a namespace; ``None`` where it opens something else."""
    plain = _without_alignment(head)
    behind = max((at + 1 for at, piece in enumerate(plain) if piece in "()"), default=0)
    tail = plain[behind:]
    if _TRANSPARENT.isdisjoint(tail):
        return None
    angles, names, named = 0, list[str](), False
    for piece in tail:
        angles += piece.count("<") * (not piece.strip("<")) - piece.count(">") * (not piece.strip(">"))
        if piece in _CLASSES and not angles:
            names, named = [], True
        elif named and (piece in (":", "=") or angles):
            break
        elif named and piece.isidentifier() and piece != "final":
            names.append(piece)
    return names[-1] if names else ""


def _name_of(head: Sequence[str]) -> str:
    """The name of the function that a head begins: the last before a bracket, and before what a constructor sets."""
    depth, word, found = 0, "", ""
    for piece in _without_alignment(head):
        if piece == "(" and not depth and word and word not in _NO_NAMES:
            found = word
        elif piece == ":" and found and not depth:
            break
        depth += (piece in _BRACKETS) - (piece in _BRACKETS.values())
        word = piece if piece.isidentifier() else "" if piece != "::" else word
    return found


def _defined_in(decision: _Decision, chain: Chain) -> set[str]:
    """Macros and functions that a conditional outside functions defines."""
    found: set[str] = set()
    for branch in chain.branches:
        for item in branch.items:
            if isinstance(item, Chain):
                found |= _defined_in(decision, item)
                continue
            code = decision.code[item.start : item.end]
            said = directive_of(code)
            if said is None:
                found.add(_name_of([each.text for each in code_within("\n".join(code))]))
            elif said.word == "define":
                found.update(words_of_code(said.rest)[:1])
    return found - {""}


def _is_whole(code: str) -> bool:
    """Whether code is a row of whole statements: brackets match, and it ends where a statement does."""
    open_: list[str] = []
    for character in code:
        if character in _BRACKETS:
            open_.append(_BRACKETS[character])
        elif character in _BRACKETS.values() and (not open_ or open_.pop() != character):
            return False
    return not open_ and (not code or code[-1] in _AT_STATEMENT or _is_call(code))


def _goes_on(code: str) -> bool:
    """Whether code begins with what goes on with the statement before it."""
    first = next(iter(code_within(code)), None)
    return first is not None and first.text in _CONTINUES


def _is_call(code: str) -> bool:
    """A last line such as ``CHECK(x)``: a macro that is a statement."""
    first, *rest = [each.text for each in code_within(code.rsplit("\n", 1)[-1])] or [""]
    return first.isidentifier() and first not in _HEADERS and rest[:1] == ["("] and rest[-1] == ")"
