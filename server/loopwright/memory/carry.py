"""A directive of one loop, its names exchanged for those that play the same parts in another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from loopwright.memory.places import Place
from loopwright.openacc.directive import Clause, Directive
from loopwright.openacc.equivalent import split_items
from loopwright.openacc.spec import clauses_of_variables
from loopwright.source.shape import Word
from loopwright.source.text import Span, number_of
from loopwright.source.tokens import tokenize

_MOST_ALIGNED = 260
_STEM = 3  # letters that a name has at least if names made with it follow it
_LISTS = clauses_of_variables("data", "private") | {"cache"}
NOT_MOVED = frozenset(("present", "no_create"))  # these clauses need no bounds
_MODIFIERS = ("readonly:", "zero:", "always:", "capture:")


@dataclass(frozen=True)
class Carried:
    """A directive for the other loop; ``unknown`` counts names that nothing there corresponds to and that were left out,
    ``exchanged`` those that have another name now."""

    directive: Directive
    unknown: int = 0
    exchanged: int = 0


def correspondence(source: Place, target: Place) -> dict[str, str]:
    """Name in ``source`` → the name that stands at the same place in ``target``, by the longest common runs of words."""
    votes: Counter[tuple[str, str]] = Counter()
    for left, right in ((source.words, target.words), (source.head, target.head)):
        _vote(votes, left[:_MOST_ALIGNED], right[:_MOST_ALIGNED])
    found: dict[str, str] = {}
    taken: set[str] = set()
    for (one, other), _ in votes.most_common():
        # Each name stands for one other; the same name on both sides goes first where the votes are close.
        if one not in found and other not in taken:
            found[one] = other
            taken.add(other)
    return found


def derived(names: dict[str, str], visible: frozenset[str]) -> dict[str, str]:
    """``names`` and what follows from them: where `pressure` is `viscosity` here, `pressure_buffer` is `viscosity_buffer`."""
    found = dict(names)
    exchanged = sorted(
        ((old, new) for old, new in names.items() if old != new and len(old) >= _STEM), key=lambda pair: -len(pair[0])
    )
    for one in visible - names.keys():
        for old, new in exchanged:
            if old not in one:
                continue
            other = _with_part(one, old, new)
            if other != one and other in visible:
                found[one] = other
                break
    return found


def _with_part(name: str, old: str, new: str) -> str:
    """A name with some of its words, which stand between underscores, exchanged: `pressure_buffer`, `old_pressure`."""
    words, wanted, found = name.split("_"), old.split("_"), []
    while words:
        if words[: len(wanted)] == wanted:
            found.append(new)
            words = words[len(wanted) :]
        else:
            found.append(words.pop(0))
    return "_".join(found)


def _vote(votes: Counter[tuple[str, str]], left: Sequence[Word], right: Sequence[Word]) -> None:
    """Count which names stand at the same place; long runs count more."""
    for a, b, size in _common_runs([w.shape for w in left], [w.shape for w in right]):
        for offset in range(size):
            word = left[a + offset]
            if word.part in ("counter", "array", "scalar", "field", "call"):
                votes[word.text, right[b + offset].text] += 1 + min(size, 40)


def _common_runs(left: list[str], right: list[str]) -> list[tuple[int, int, int]]:
    """(start in ``left``, start in ``right``, length). Loops that differ in names only are common in a project, and matching
    costs the square of the length: what is equal at both ends is not matched again."""
    shorter = min(len(left), len(right))
    head = next((i for i in range(shorter) if left[i] != right[i]), shorter)
    rest = shorter - head
    tail = next((i for i in range(rest) if left[-1 - i] != right[-1 - i]), rest)
    runs = [(0, 0, head)] if head else []
    middle, other = left[head : len(left) - tail], right[head : len(right) - tail]
    if middle and other:
        matcher = SequenceMatcher(None, middle, other, autojunk=False)
        runs += [(head + a, head + b, size) for a, b, size in matcher.get_matching_blocks() if size]
    if tail:
        runs.append((len(left) - tail, len(right) - tail, tail))
    return runs


def carried(directive: Directive, visible: frozenset[str], names: dict[str, str]) -> Carried:
    """``directive`` for another place: names by ``names``, else as they are where they are ``visible``, else left out of
    their list."""
    unknown = exchanged = 0
    clauses: list[Clause] = []
    for clause in directive.clauses:
        if clause.argument is None:
            clauses.append(clause)
            continue
        head, parts = _parts(clause)
        kept: list[str] = []
        for part in parts:
            if clause.name in _LISTS and _merges(part, names):
                if clause.name not in NOT_MOVED:
                    unknown += 1
                    continue
                part = part.partition("[")[0].strip()
            text, missing, changed = _renamed(part, names, visible)
            exchanged += changed
            if missing and clause.name in _LISTS:
                unknown += 1
                continue
            unknown += missing
            kept.append(text)
        kept = list(dict.fromkeys(kept))
        if kept or not parts:
            clauses.append(Clause(clause.name, head + ",".join(kept)))
    return Carried(Directive(directive.name, tuple(clauses), directive.argument), unknown, exchanged)


def as_deep(directive: Directive, source: Place, target: Place) -> Directive:
    """``directive`` with a `collapse` of all loops of ``source``'s nest as one of all of ``target``'s, however many these are; one of some
    loops is left as it is."""
    clause = directive.clause("collapse")
    if clause is None or source.nest == target.nest or number_of(clause.argument or "") != source.nest:
        return directive
    own = [Clause("collapse", str(target.nest))] if target.nest > 1 else []
    clauses = (each for old in directive.clauses for each in (own if old is clause else [old]))
    return Directive(directive.name, tuple(clauses), directive.argument)


def _parts(clause: Clause) -> tuple[str, list[str]]:
    """(what stands before the list, its items)."""
    argument = clause.argument or ""
    if clause.name == "reduction" and ":" in argument:
        head, _, rest = argument.partition(":")
        return f"{head}:", split_items(rest)
    for modifier in _MODIFIERS:
        if argument.startswith(modifier):
            return modifier, split_items(argument[len(modifier) :])
    return "", split_items(argument)


def _merges(part: str, names: dict[str, str]) -> bool:
    """Whether two sizes of a section would be one name in the other loop, which has fewer of them: it says another length then."""
    data = part.partition("[")[2].encode()
    sizes = {token.text for token in tokenize(data, Span(0, len(data))) if token.kind == "name"}
    return len({names.get(size, size) for size in sizes}) < len(sizes)


def _renamed(part: str, names: dict[str, str], visible: frozenset[str]) -> tuple[str, int, int]:
    data = part.encode()
    pieces: list[str] = []
    missing = changed = 0
    position = 0
    previous = ""
    tokens = tokenize(data, Span(0, len(data)))
    for token, following in zip(tokens, (*tokens[1:], None), strict=True):
        text = token.text
        is_scope = following is not None and following.text == "::"
        if token.kind == "name" and text != "sizeof" and not is_scope:
            member = previous in (".", "->")
            new = names.get(text)
            if new is None or (member and new not in names.values()):
                new = text
            if new == text and text not in visible and not member and text not in names:
                missing += 1
            changed += new != text
            text = new
        pieces.append(data[position : token.span.start].decode("utf-8", "replace") + text)
        position, previous = token.span.end, token.text
    return "".join(pieces), missing, changed
