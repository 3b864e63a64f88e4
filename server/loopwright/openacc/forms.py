"""The forms of a directive that versions and compilers differ in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from loopwright.openacc.constructs import Construct
from loopwright.openacc.spec import read_table
from loopwright.source.text import Span


class Form(NamedTuple):
    """A use that some compiler or version does not know; ``key`` as in the tables."""

    key: str
    span: Span
    text: str


@lru_cache(maxsize=1)
def profiles() -> dict[str, Any]:
    """The compilers of `portability.toml`."""
    return read_table("portability.toml")


def forms(construct: Construct) -> Iterator[Form]:
    """Every form in a directive."""
    node = construct.node
    if node.name is None:
        return
    if node.argument is not None:
        for token in node.argument.lead:
            yield Form(f"{node.name} {token.text}:", token.span, f"`{token.text}:`")
    compute = construct.compute
    where = compute.name if compute is not None else node.name
    for clause in node.clauses:
        yield Form(clause.name, clause.written.span, f"`{clause.written.text}`")
        yield Form(f"{node.name} {clause.name}", clause.written.span, f"`{clause.written.text}` on `{node.name}`")
        for token in clause.argument.lead if clause.argument and clause.spec.kind != "reduction" else ():
            yield Form(f"{clause.name} {token.text}:", token.span, f"`{token.text}:` in `{clause.name}`")
        for item in clause.items:
            if item.tag is not None:
                yield Form(f"{clause.name} {item.tag.text}:", item.span, f"`{item.tag.text}:` in `{clause.name}`")
        if clause.name == "vector" and clause.items:
            yield Form(f"{where} vector(n)", clause.span, "a length in `vector`")
        if clause.name == "default" and clause.items and clause.items[0].text == "present":
            yield Form("default(present)", clause.span, "`default(present)`")
