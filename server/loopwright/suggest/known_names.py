"""Names in a directive that mean nothing where it would stand: what names them is left out, or the directive is dropped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from loopwright.lang.symbols import NamesAt
from loopwright.openacc.directive import Clause, Directive
from loopwright.openacc.equivalent import split_items
from loopwright.source.text import Span
from loopwright.source.tokens import Token, tokenize

# Words of the language and of OpenACC's header that need no declaration.
_WORDS = frozenset(
    (
        "sizeof", "true", "false", "NULL", "nullptr", "int", "long", "short", "unsigned", "signed", "char", "float", "double",
        "const", "size_t", "static_cast", "acc_async_sync", "acc_async_noval", "acc_async_default", "std",
    )
)  # fmt: skip
_NO_NAMES = frozenset(("default", "device_type", "bind"))  # clauses whose arguments are words of their own
_WHERE_IT_IS = frozenset(("present", "no_create", "attach", "detach", "deviceptr"))  # need no section
_LISTS = _WHERE_IT_IS | {"private", "firstprivate", "reduction", "use_device", "cache"}
# Without such a clause the directive is right, only another.
_MAY_GO = frozenset(
    ("async", "wait", "if", "num_gangs", "num_workers", "vector_length", "gang", "worker", "vector", "self")
)


@dataclass(frozen=True)
class Kept:
    """What is left of a directive, ``None`` where nothing sound is; ``unknown`` are the names that nothing declares."""

    directive: Directive | None
    unknown: tuple[str, ...] = ()


def with_known_names(directive: Directive, names: NamesAt) -> Kept:
    """``directive`` without what is not declared at the place of ``names``."""
    clauses: list[Clause] = []
    unknown: dict[str, None] = {}
    for clause in directive.clauses:
        missing = list(_unknown(clause, names))
        unknown.update(dict.fromkeys(missing))
        if not missing:
            clauses.append(clause)
        elif clause.name in _LISTS:
            kept = _items_left(clause, names)
            clauses += [kept] if kept is not None else []
        elif clause.name not in _MAY_GO:
            return Kept(None, tuple(missing))
    return Kept(replace(directive, clauses=tuple(clauses)), tuple(unknown))


def without_items(directive: Directive, items: frozenset[str]) -> Directive:
    """``directive`` with lists that do not name ``items``."""
    clauses = []
    for clause in directive.clauses:
        parts = split_items(clause.argument or "")
        kept = [part for part in parts if part not in items]
        if clause.name not in _LISTS or kept == parts:
            clauses.append(clause)
        elif kept:
            clauses.append(Clause(clause.name, ",".join(kept)))
    return replace(directive, clauses=tuple(clauses))


def _unknown(clause: Clause, names: NamesAt) -> Iterator[str]:
    if clause.argument is None or clause.name in _NO_NAMES:
        return
    data = clause.argument.encode()
    tokens = tokenize(data, Span(0, len(data)))
    depth = 0
    for number, token in enumerate(tokens):
        depth += (token.text in ("[", "(")) - (token.text in ("]", ")"))
        after = tokens[number + 1].text if number + 1 < len(tokens) else ""
        before = tokens[number - 1].text if number else ""
        if token.kind != "name" or before in (".", "->", "::") or token.text in _WORDS:
            continue
        if after == "::" or (after == ":" and depth == 0):
            continue  # a namespace or class; `max:`, `readonly:`, `length:`
        if not _is_known(token, after, names):
            yield token.text


def _is_known(token: Token, after: str, names: NamesAt) -> bool:
    if token.text == "this":
        return names.has_this
    return token.text in names or (after == "(" and names.calls(token.text))


def _items_left(clause: Clause, names: NamesAt) -> Clause | None:
    """The clause with the items of its list that are known; where a thing is known and its bounds are not, without bounds where
    none are needed."""
    head, colon, rest = (
        (clause.argument or "").partition(":") if clause.name == "reduction" else ("", "", clause.argument)
    )
    kept = []
    for item in split_items(rest or ""):
        bare = item.split("[")[0].strip()
        if not any(_unknown(Clause(clause.name, item), names)):
            kept.append(item)
        elif clause.name in _WHERE_IT_IS and bare and not any(_unknown(Clause(clause.name, bare), names)):
            kept.append(bare)
    return Clause(clause.name, head + colon + ",".join(kept)) if kept else None
