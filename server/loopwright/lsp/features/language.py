"""Completion, highlighting, folding and symbols of directives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from loopwright.lsp.convert import to_offset, to_range
from loopwright.lsp.documents import Snapshot
from loopwright.openacc.completion import Proposal, complete
from loopwright.openacc.constructs import Construct, Unit
from loopwright.source.text import Encoding, Span

if TYPE_CHECKING:
    from loopwright.lsp.language_server import LoopwrightServer

TOKEN_TYPES = ["macro", "keyword", "variable", "number", "operator", "parameter"]
_KINDS = {
    "directive": types.CompletionItemKind.Keyword,
    "clause": types.CompletionItemKind.Keyword,
    "modifier": types.CompletionItemKind.EnumMember,
    "operator": types.CompletionItemKind.Operator,
    "value": types.CompletionItemKind.EnumMember,
    "variable": types.CompletionItemKind.Variable,
}
_REGIONS = ("loop", "block", "statement")


async def completion(ls: LoopwrightServer, params: types.CompletionParams) -> types.CompletionList | None:
    """What may stand at the cursor, inside directives only."""
    snapshot = ls.documents.get(params.text_document.uri)
    if snapshot is None:
        return None
    encoding = ls.documents.encoding
    offset = to_offset(snapshot.source, params.position, encoding)
    found = await ls.workers.run(lambda token: complete(snapshot.outline, offset))
    if found is None:
        return None
    text_document = ls.client_capabilities.text_document
    item = text_document.completion.completion_item if text_document and text_document.completion else None
    snippets = bool(item and item.snippet_support)
    extent = to_range(snapshot.source, found.span, encoding)
    items = [_item(p, extent, index, snippets) for index, p in enumerate(found.proposals)]
    return types.CompletionList(is_incomplete=False, items=items)


def _item(proposal: Proposal, extent: types.Range, index: int, snippets: bool) -> types.CompletionItem:
    use_snippet = proposal.snippet and snippets
    insert = proposal.insert if use_snippet else proposal.insert.replace("$0", "")
    if proposal.snippet and not snippets:
        insert = proposal.label
    return types.CompletionItem(
        proposal.label,
        kind=_KINDS[proposal.kind],
        detail=proposal.detail or None,
        documentation=proposal.documentation or None,
        text_edit=types.TextEdit(extent, insert),
        insert_text_format=types.InsertTextFormat.Snippet if use_snippet else types.InsertTextFormat.PlainText,
        sort_text=f"{index:04}",
    )


async def semantic_tokens(ls: LoopwrightServer, uri: str) -> types.SemanticTokens:
    """Words of directives: the name, clauses, variables, numbers."""
    snapshot = ls.documents.get(uri)
    if snapshot is None:
        return types.SemanticTokens(data=[])
    return types.SemanticTokens(data=await ls.workers.run(lambda token: _encoded(snapshot, ls.documents.encoding)))


def _encoded(snapshot: Snapshot, encoding: Encoding) -> list[int]:
    data: list[int] = []
    line, column = 0, 0
    for span, kind in _words(snapshot):
        start_line, start = snapshot.source.lines.to_position(span.start, encoding)
        end_line, end = snapshot.source.lines.to_position(span.end, encoding)
        if end_line != start_line:
            continue
        data += [
            start_line - line,
            start - column if start_line == line else start,
            end - start,
            TOKEN_TYPES.index(kind),
            0,
        ]
        line, column = start_line, start
    return data


def _words(snapshot: Snapshot) -> list[tuple[Span, str]]:
    found: list[tuple[Span, str]] = []
    for construct in Unit(snapshot.outline).constructs:
        node = construct.node
        if node.spec is None or construct.pragma.macro:
            continue
        clauses = {clause.written.span.start for clause in node.clauses}
        special = {t.span.start for clause in node.clauses if clause.argument for t in clause.argument.lead}
        for token in node.tokens:
            if node.name_span.start <= token.span.start < node.name_span.end:
                kind: str | None = "macro"
            elif token.span.start in clauses:
                kind = "keyword"
            elif token.span.start in special:
                kind = "parameter" if token.kind == "name" else "operator"
            else:
                kind = {"name": "variable", "number": "number"}.get(token.kind)
            if kind is not None:
                found.append((token.span, kind))
    return found


async def folding(ls: LoopwrightServer, uri: str) -> list[types.FoldingRange]:
    """Regions of directives, from the directive to the end of what it governs."""
    snapshot = ls.documents.get(uri)
    if snapshot is None:
        return []
    lines = snapshot.source.lines
    ranges = []
    for construct in await ls.workers.run(lambda token: _regions(snapshot)):
        first, last = lines.line_of(construct.region.start), lines.line_of(construct.region.end)
        if last > first:
            ranges.append(
                types.FoldingRange(
                    first, last, kind=types.FoldingRangeKind.Region, collapsed_text=f"#pragma acc {construct.name} …"
                )
            )
    return ranges


async def symbols(ls: LoopwrightServer, uri: str) -> list[types.DocumentSymbol]:
    """Regions of directives as a tree."""
    snapshot = ls.documents.get(uri)
    if snapshot is None:
        return []
    encoding = ls.documents.encoding
    top: list[types.DocumentSymbol] = []
    children: dict[int, list[types.DocumentSymbol]] = {}
    for construct in await ls.workers.run(lambda token: _regions(snapshot)):
        inner = children.setdefault(id(construct), [])
        siblings = children.get(id(construct.parent), top) if construct.parent is not None else top
        siblings.append(_symbol(snapshot, construct, encoding, inner))
    return top


def _symbol(
    snapshot: Snapshot, construct: Construct, encoding: Encoding, children: list[types.DocumentSymbol]
) -> types.DocumentSymbol:
    source = snapshot.source
    clauses = source.slice(Span(construct.node.name_span.end, construct.node.span.end))
    return types.DocumentSymbol(
        f"acc {construct.name}",
        types.SymbolKind.Event,
        to_range(source, construct.region, encoding),
        to_range(source, construct.node.name_span, encoding),
        detail=" ".join(clauses.split())[:80],
        children=children,
    )


def _regions(snapshot: Snapshot) -> list[Construct]:
    return [c for c in Unit(snapshot.outline).constructs if c.node.spec and c.region.end > c.region.start]
