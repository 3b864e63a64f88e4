"""The only place where our types and LSP's meet."""

from __future__ import annotations

from lsprotocol import types

from loopwright.source.edits import Edit
from loopwright.source.syntax import Source
from loopwright.source.text import Encoding, Span


def to_range(source: Source, span: Span, encoding: Encoding) -> types.Range:
    """A byte span as an LSP range."""
    line, column = source.lines.to_position(span.start, encoding)
    start, end = types.Position(line, column), source.lines.to_position(span.end, encoding)
    return types.Range(start, types.Position(*end))


def to_offset(source: Source, position: types.Position, encoding: Encoding) -> int:
    """An LSP position as a byte offset."""
    return source.lines.to_offset(position.line, position.character, encoding)


def to_workspace_edit(
    uri: str, version: int, source: Source, edits: list[Edit], encoding: Encoding, versioned: bool
) -> types.WorkspaceEdit:
    """Edits of one document; with its version where the client takes that."""
    changes = [types.TextEdit(to_range(source, edit.span, encoding), edit.text) for edit in edits]
    if not versioned:
        return types.WorkspaceEdit(changes={uri: changes})
    document = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, list(changes))])
