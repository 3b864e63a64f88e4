"""What the words of symbols meant where they came up, and whether they mean that still where a loop begins: `w` is another number after
`w = 3`, another variable where one of its name is declared nearer, and what a call gave is not what it gives the next time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from loopwright.dependence.model.values import NOTHING, Symbol, Value
from loopwright.dependence.walk.names import Binding
from loopwright.source.tokens import free_names, tokens_of


class _Held(NamedTuple):
    """A name in the words of a symbol: which variable it was, if it was one, and what that held."""

    name: str
    root: str
    value: Value


class _Meaning(NamedTuple):
    """``loops`` are those it may vary with; ``stored`` says how often memory had changed when a number was read there; ``None`` for what was not
    read from memory."""

    loops: frozenset[int]
    number: tuple[tuple[tuple[str, ...], int], ...]
    held: tuple[_Held, ...]
    stored: tuple[int, int] | None


class Meanings:
    """Of the symbols of one walk."""

    def __init__(self) -> None:
        self._known: dict[str, _Meaning] = {}
        self._given_once: set[str] = set()
        self._calls: set[str] = set()

    def given_once(self, symbol: Symbol) -> None:
        """The words of a symbol are a call of which nothing is known: it may give another number when it is made again."""
        self._given_once.add(symbol.name)
        self._calls.add(symbol.text)

    def came_up(
        self,
        symbol: Symbol,
        lookup: Callable[[str], Binding | None],
        values: Mapping[str, Value],
        stored: tuple[int, int],
    ) -> None:
        """A symbol has these words from here on. ``stored`` counts what may have changed numbers in memory: calls, and stores."""
        if symbol.kind == "iterator":
            return
        if symbol.kind == "choice" and any(call in symbol.text for call in self._calls):
            self._given_once.add(symbol.name)  # its condition may not be one of numbers
        held = []
        for name in dict.fromkeys(token.text for token in free_names(tokens_of(symbol.text))):
            binding = lookup(name)
            root = binding.root if binding is not None else ""
            held.append(_Held(name, root, values.get(root, NOTHING)))
        is_read = symbol.kind == "load"
        self._known[symbol.name] = _Meaning(
            frozenset(symbol.loops), (((symbol.name,), 1),), tuple(held), stored if is_read else None
        )

    def outdated(
        self,
        loops: tuple[int, ...],
        scopes: Sequence[Mapping[str, Binding]],
        values: Mapping[str, Value],
        stored: tuple[int, int],
    ) -> frozenset[str]:
        """The symbols whose words mean something else in these ``loops``, but those that vary with a loop that has ended. This is asked of
        each symbol for each loop, so that it calls as little as it can."""
        running = frozenset(loops)
        self._known = {symbol: meaning for symbol, meaning in self._known.items() if meaning.loops <= running}
        visible: dict[str, Binding] = {}
        for scope in scopes:
            visible |= scope
        found = set(self._given_once)
        for symbol, meaning in self._known.items():
            if meaning.stored is not None and meaning.stored != stored:
                found.add(symbol)
                continue
            for name, root, before in meaning.held:
                here = visible[name].root if name in visible else ""
                now = values.get(here, NOTHING)
                number = now.number
                if here != root:
                    is_same = not root and here[:2] == "::"  # of the file, met since
                else:
                    is_it = number is not None and number.constant == 0 and number.terms == meaning.number
                    is_same = is_it or now is before or now == before
                if not is_same:
                    found.add(symbol)
                    break
        return frozenset(found)
