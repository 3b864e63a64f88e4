"""A word of a directive → what it means, for hover and completion."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from loopwright.lang.scopes import Scopes
from loopwright.openacc.constructs import Construct
from loopwright.openacc.nodes import ClauseNode
from loopwright.openacc.spec import load_spec, read_table
from loopwright.source.text import Span
from loopwright.source.tokens import Token


@dataclass(frozen=True)
class Explanation:
    """``span`` is the word; ``syntax``, ``default`` and ``example`` may be empty."""

    title: str
    text: str
    span: Span
    syntax: str = ""
    default: str = ""
    example: str = ""
    section: str = ""
    since: str = ""


@lru_cache(maxsize=1)
def texts() -> dict[str, dict[str, Any]]:
    """The rows of `explain.toml`."""
    return read_table("explain.toml")


def explain(construct: Construct, offset: int, declarations: Scopes | None = None) -> Explanation | None:
    """What the word at ``offset`` means. What is no word of the language is explained by its type, which ``declarations`` know,
    or by the clause or directive that it is a part of; ``None`` where there is no directive."""
    node = construct.node
    if node.spec is None:
        return None
    row = texts()["directive"][node.spec.name]
    whole = _row(f"{node.spec.name} directive", row, node.name_span, node.spec.section, node.spec.since)
    if node.name_span.start <= offset <= node.name_span.end:
        return whole
    for token in node.argument.lead if node.argument else ():
        if token.span.start <= offset <= token.span.end:
            return _lead(token.text, token.span, "") or whole
    items = list(node.argument.items if node.argument else ())
    for clause in node.clauses:
        if clause.span.start <= offset <= clause.span.end:
            found = _in_clause(construct, clause, offset) or _value(construct, clause, offset)
            home = texts()["clause"][clause.name]
            around = _row(f"{clause.name} clause", home, clause.written.span, clause.spec.section, clause.spec.since)
            return found or _variable(construct, clause.name, offset, declarations) or around
    if any(item.span.start <= offset <= item.span.end for item in items):
        return _variable(construct, node.spec.name, offset, declarations) or whole
    return whole if node.span.start <= offset <= node.span.end else None


def _value(construct: Construct, clause: ClauseNode, offset: int) -> Explanation | None:
    """A word that is a value: a queue, or what `default` takes."""
    token = _token_at(construct, offset)
    for kind in ("queue", "default"):
        if token is not None and token.text in texts()[kind] and (kind == "queue" or clause.name == "default"):
            return Explanation(token.text, texts()[kind][token.text], token.span, section=clause.spec.section)
    return None


def _variable(construct: Construct, where: str, offset: int, declarations: Scopes | None) -> Explanation | None:
    """A name of the program, with its type."""
    token = _token_at(construct, offset)
    if token is None or token.kind != "name" or declarations is None:
        return None
    declaration = declarations.lookup(token.text, token.span.start)
    if declaration is None or declaration.kind not in ("variable", "parameter", "constant"):
        return None
    kind = f"{declaration.kind} of type `{declaration.type_text}`" if declaration.base else "macro"
    value = f", `{declaration.value}`" if declaration.kind == "constant" and declaration.value else ""
    return Explanation(f"{token.text}", f"A {kind}{value}, in `{where}`.", token.span, section="2.7")


def _token_at(construct: Construct, offset: int) -> Token | None:
    tokens = [token for token in construct.node.tokens if token.span.start <= offset <= token.span.end]
    return next((token for token in tokens if token.kind == "name"), tokens[0] if tokens else None)


def _in_clause(construct: Construct, clause: ClauseNode, offset: int) -> Explanation | None:
    if clause.written.span.start <= offset <= clause.written.span.end:
        row = texts()["clause"][clause.name]
        title = f"{clause.name} clause"
        if clause.written.text != clause.name:
            title = f"{clause.written.text}: {title}"
        allowed = construct.node.spec is not None and clause.name in construct.node.spec.clauses
        result = _row(title, row, clause.written.span, clause.spec.section, clause.spec.since)
        return result if allowed else _with_homes(result, clause.name)
    for token in clause.argument.lead if clause.argument else ():
        if token.span.start <= offset <= token.span.end:
            return _lead(token.text, token.span, clause.spec.section)
    for item in clause.items:
        if item.tag is not None and item.tag.span.start <= offset <= item.tag.span.end:
            return _lead(item.tag.text, item.tag.span, clause.spec.section)
    return None


def _with_homes(explanation: Explanation, clause: str) -> Explanation:
    homes = [f"`{name}`" for name, spec in load_spec().directives.items() if clause in spec.clauses]
    return Explanation(
        explanation.title,
        f"{explanation.text} It belongs on {', '.join(homes)}.",
        explanation.span,
        explanation.syntax,
        explanation.default,
        explanation.example,
        explanation.section,
        explanation.since,
    )


def _row(title: str, row: dict[str, str], span: Span, section: str, since: str) -> Explanation:
    return Explanation(
        title, row["text"], span, row.get("syntax", ""), row.get("default", ""), row.get("example", ""), section, since
    )


def _lead(word: str, span: Span, section: str) -> Explanation | None:
    if word in texts()["modifier"]:
        return Explanation(f"{word} modifier", texts()["modifier"][word], span, section=section)
    if word in texts()["operator"]:
        return Explanation(f"reduction operator {word}", texts()["operator"][word], span, section="2.5.15")
    return None
