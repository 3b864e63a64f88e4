"""Findings of a file as a JSON document, and all of them as SARIF 2.1.0."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from loopwright import __version__
from loopwright.check.rule import Rule
from loopwright.check.rules import rules
from loopwright.openacc.findings import Finding
from loopwright.source.outline import Outline
from loopwright.source.syntax import Source
from loopwright.source.text import Span

SPECIFICATION = "https://www.openacc.org/sites/default/files/inline-images/Specification/OpenACC-3.4.pdf"
_LEVELS = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}


def finding_document(outline: Outline, name: str, finding: Finding) -> dict[str, Any]:
    """One entry of `diagnostics` in the contract; lines and columns from 1, columns in UTF-16 units. ``text`` is the line as it
    stands, ``function`` the function around it."""
    source = outline.source
    around = [f.name for f in outline.functions if f.span.start <= finding.span.start < f.span.end]
    return {
        "file": name,
        **_place(source, finding.span),
        "text": _line(source, finding.span),
        "function": around[-1] if around else None,
        "severity": finding.severity,
        "code": finding.code,
        "message": finding.message,
        "spec": finding.section,
        "origin": list(finding.origin),
        "related": [
            {**_place(source, r.span), "text": _line(source, r.span), "message": r.message} for r in finding.related
        ],
        "fixes": [
            {
                "title": fix.title,
                "safe": fix.safe,
                "edits": [{**_place(source, edit.span), "text": edit.text} for edit in fix.edits],
            }
            for fix in finding.fixes
        ],
    }


def _place(source: Source, span: Span) -> dict[str, int]:
    line, column = source.lines.to_position(span.start, "utf-16")
    end_line, end_column = source.lines.to_position(span.end, "utf-16")
    return {"line": line + 1, "column": column + 1, "end_line": end_line + 1, "end_column": end_column + 1}


def _line(source: Source, span: Span) -> str:
    """The text of the line on which a span begins."""
    return source.slice(source.lines.line_span(source.lines.line_of(span.start))).rstrip("\r\n")


def sarif_document(
    documents: list[dict[str, Any]], root: Path, more: Mapping[str, Rule] | None = None
) -> dict[str, Any]:
    """The log that code-scanning services read. Columns are UTF-16 code units, as the log says. ``more``: rules beside
    those of `check`."""
    used = sorted({document["code"] for document in documents})
    known = {**rules(), **(more or {})}
    descriptors = []
    for code in used:
        rule = known.get(code)
        title, why, section = (rule.title, rule.why, rule.section) if rule else ("reported by a compiler", "", "2")
        descriptors.append(
            {
                "id": code,
                "name": "".join(word.capitalize() for word in title.replace("-", " ").split()),
                "shortDescription": {"text": title},
                "fullDescription": {"text": why or title},
                "help": {"text": f"{why} OpenACC 3.4, section {section}.".strip() if section else why},
                **({"helpUri": SPECIFICATION} if section else {}),
                "defaultConfiguration": {"level": _LEVELS[rule.severity if rule else "error"]},
            }
        )
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "loopwright",
                        "version": __version__,
                        "semanticVersion": __version__,
                        "rules": descriptors,
                    }
                },
                "columnKind": "utf16CodeUnits",
                "originalUriBaseIds": {"ROOT": {"uri": root.resolve().as_uri() + "/"}},
                "results": [_result(document, used, root) for document in documents],
            }
        ],
    }


def _result(document: dict[str, Any], used: list[str], root: Path) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": document["code"],
        "ruleIndex": used.index(document["code"]),
        "level": _LEVELS[document["severity"]],
        "message": {"text": document["message"]},
        "locations": [_location(document, document["file"], root)],
    }
    if document["related"]:
        result["relatedLocations"] = [
            {"id": i, **_location(r, document["file"], root), "message": {"text": r["message"]}}
            for i, r in enumerate(document["related"])
        ]
    if document["fixes"]:
        artifact = _artifact(document["file"], root)
        result["fixes"] = [
            {
                "description": {"text": fix["title"]},
                "artifactChanges": [
                    {
                        "artifactLocation": artifact,
                        "replacements": [
                            {"deletedRegion": _region(edit), "insertedContent": {"text": edit["text"]}}
                            for edit in fix["edits"]
                        ],
                    }
                ],
            }
            for fix in document["fixes"]
        ]
    return result


def _location(place: dict[str, Any], file: str, root: Path) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": _artifact(file, root), "region": _region(place)}}


def _region(place: dict[str, Any]) -> dict[str, int]:
    return {
        "startLine": place["line"],
        "startColumn": place["column"],
        "endLine": place["end_line"],
        "endColumn": place["end_column"],
    }


def _artifact(file: str, root: Path) -> dict[str, str]:
    path = Path(os.path.realpath(file))
    if path.is_relative_to(root.resolve()):
        return {"uri": path.relative_to(root.resolve()).as_posix(), "uriBaseId": "ROOT"}
    return {"uri": path.as_uri()}
