"""The JSON documents of the contract, the same for the command line and for editors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import Dependence
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.evidence import Candidate, StatementSuggestion, Suggestion
from loopwright.suggest.facts import facts_of
from loopwright.suggest.other_header import fit, header_of, is_unfit, verdict_in
from loopwright.suggest.patterns import pattern_of


def analysis_document(outline: Outline, file: str) -> dict[str, Any]:
    """`analyze`: every loop with its verdict, every kernel with its launches."""
    return {
        "file": file,
        "loops": [_loop(outline, loop) for loop in outline.loops],
        "kernels": [
            {
                "name": kernel.name,
                **_lines(outline, kernel.span.start, kernel.span.end),
                "launches": [
                    {
                        "line": _line(outline, launch.span.start),
                        "grid": launch.configuration[0] if launch.configuration else None,
                        "block": launch.configuration[1] if len(launch.configuration) > 1 else None,
                    }
                    for launch in outline.launches
                    if launch.kernel.split("<")[0] == kernel.name
                ],
            }
            for kernel in outline.kernels
        ],
    }


def suggestion_document(
    outline: Outline,
    file: str,
    suggestions: Iterable[Suggestion],
    parse_ms: float,
    standing: Iterable[StatementSuggestion] = (),
    loop_first: bool | None = False,
) -> dict[str, Any]:
    """`suggest`: ranked candidates with evidence; times are sums over the loops. Directives for statements as such come first,
    with ``loop_first`` last; where that is ``None`` all are in the order of the file."""
    chosen = list(suggestions)
    parts = ("analysis", "model", "compiler", "total")
    elapsed = {part: round(sum(getattr(s.timings, part) for s in chosen), 2) for part in parts}
    statements = [_statement(outline, statement) for statement in standing]
    loops = [
        {
            "line": _line(outline, s.loop.span.start),
            "candidates": [_candidate(c) for c in s.candidates],
            "verdict": s.verdict.verdict,
            "reason": s.verdict.reason,
            "worth": None if s.worth is None else s.worth.sentence,
        }
        for s in chosen
    ]
    both: list[dict[str, Any]] = loops + statements if loop_first else statements + loops
    return {
        "file": file,
        "loops": sorted(both, key=lambda each: each["line"]) if loop_first is None else both,
        "notes": list(dict.fromkeys(note for s in chosen for note in s.notes)),
        "elapsed_ms": {"parse": round(parse_ms, 2), **elapsed, "total": round(elapsed["total"] + parse_ms, 2)},
    }


def _statement(outline: Outline, statement: StatementSuggestion) -> dict[str, Any]:
    return {
        "line": _line(outline, statement.start),
        "kind": "statement",
        "candidates": [_candidate(c) for c in statement.candidates],
        "verdict": "unknown",
        "reason": "a directive that stands above no loop",
        "worth": None,
    }


def _loop(outline: Outline, loop: Loop) -> dict[str, Any]:
    """A loop whose header OpenACC does not take is judged with the ``header`` that it would have."""
    found = fit(outline, loop) if is_unfit(loop) else None
    changed, judged = found or (outline, loop)
    facts = facts_of(changed, judged)
    verdict = verdict_in(outline, changed, facts.verdict if not facts.atomics else judge(changed, judged))
    existing = loop.pragma("acc")
    return {
        **_lines(outline, loop.span.start, loop.span.end),
        "depth": loop.depth,
        "function": loop.function.name if loop.function else None,
        "verdict": verdict.verdict,
        "reason": verdict.reason,
        "pattern": pattern_of(changed, judged),
        "assumptions": list(verdict.assumptions),
        "dependences": [_dependence(dependence) for dependence in verdict.dependences],
        "reductions": [{"variable": r.variable, "operator": r.operator} for r in verdict.reductions],
        "private": list(verdict.private),
        "data": [
            {"variable": fact.variable, "clause": fact.clause, "section": fact.section or None} for fact in facts.data
        ],
        "existing_pragma": f"#pragma acc {existing.text}" if existing else None,
        "header": header_of(*found) if found else None,
    }


def _dependence(dependence: Dependence) -> dict[str, Any]:
    return {
        "array": dependence.array,
        "kind": dependence.kind,
        "source_line": dependence.source_line,
        "sink_line": dependence.sink_line,
        "distance": dependence.distance,
    }


def _candidate(candidate: Candidate) -> dict[str, Any]:
    acceptance, tested = candidate.acceptance, candidate.tested
    return {
        "pragma": candidate.pragma,
        "origin": candidate.origin,
        "score": round(candidate.score, 4),
        "dependence": candidate.verdict.verdict,
        "compiler": {
            "name": acceptance.name,
            "version": acceptance.version,
            "status": acceptance.status,
            "messages": list(acceptance.messages),
        },
        "tested": None
        if tested is None
        else {
            "inputs": tested.inputs,
            "agreed": tested.agreed,
            "counterexample": tested.counterexample,
            "max_relative_error": tested.max_relative_error,
            "smaller": list(tested.smaller),
        },
        "other_lines": list(candidate.other_lines),
        "missing": [*candidate.missing, *candidate.left_out],
        "preferred": candidate.preferred,
        "race": candidate.race or None,
        "like": None if candidate.like is None else {"file": candidate.like.file, "line": candidate.like.line},
        "mended": list(candidate.mended),
        "macro": candidate.macro or None,
        "why": candidate.why or None,
    }


def _lines(outline: Outline, start: int, end: int) -> dict[str, int]:
    return {"line": _line(outline, start), "end_line": _line(outline, max(start, end - 1))}


def _line(outline: Outline, offset: int) -> int:
    return outline.source.lines.line_of(offset) + 1
