"""LW215 and LW230: legal in OpenACC 3.4, but not in the version or for the compiler that was chosen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from loopwright.openacc.constructs import Construct
from loopwright.openacc.parser import Problem
from loopwright.openacc.spec import VERSIONS, load_spec, read_table
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


def version_problems(construct: Construct, version: str) -> Iterator[Problem]:
    """What is newer than ``version``."""
    if construct.node.spec is None or version not in VERSIONS:
        return
    table = load_spec().since

    def newer(since: str) -> bool:
        return tuple(map(int, since.split("."))) > tuple(map(int, version.split(".")))

    if newer(construct.node.spec.since):
        values = {"what": f"`{construct.name}`", "since": construct.node.spec.since, "version": version}
        yield Problem("LW215", construct.node.name_span, values)
        return
    told: set[int] = set()
    for form in forms(construct):
        row = load_spec().clauses.get(form.key)
        since = table.get(form.key) or (row.since if row else "1.0")
        if form.key == "self" and construct.name == "update":
            since = "1.0"
        if newer(since) and form.span.start not in told:
            told.add(form.span.start)
            yield Problem("LW215", form.span, {"what": form.text, "since": since, "version": version})


def portability_problems(construct: Construct, chosen: tuple[str, ...]) -> Iterator[Problem]:
    """What a compiler of ``chosen`` (names of `portability.toml`) refuses."""
    for name in chosen:
        profile = profiles().get(name)
        if profile is None:
            continue
        told: set[int] = set()
        for form in forms(construct):
            rewrite = profile["forms"].get(form.key)
            if rewrite is not None and form.span.start not in told:
                told.add(form.span.start)
                yield Problem(
                    "LW230", form.span, {"compiler": profile["name"], "what": form.text, "rewrite": f": {rewrite}"}
                )
