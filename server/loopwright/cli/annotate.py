"""`loopwright annotate`"""

from __future__ import annotations

import argparse
import json
import sys

from loopwright.cli.reading import read_outline, tell
from loopwright.cli.suggest import tools_for
from loopwright.source.outline import Outline
from loopwright.source.writing import write_whole
from loopwright.suggest.annotate import Annotation, annotate
from loopwright.suggest.pipeline import suggest


def run(options: argparse.Namespace) -> int:
    """Write the annotated file; say what was done and what not, and why."""
    outline, path, _ = read_outline(options.file)
    tools = tools_for(
        options.model is not None,
        options.model or None,
        options.compiler,
        options.no_compiler,
        4,
        options.test,
        options.device,
    )
    try:
        result = annotate(
            outline,
            lambda seen, loop: suggest(seen, loop, path, tools),
            options.assumed,
            options.min_iterations,
            not options.no_data_region,
        )
    finally:
        if tools.runtime is not None:
            tools.runtime.close()
    if options.output:
        write_whole(options.output, result.text)
    if options.json:
        print(json.dumps(_document(result.outline, options.file, options.output, result), indent=1))
    elif not options.output:
        sys.stdout.write(result.text.decode("utf-8"))
    for note in tools.notes:
        tell(f"note: {note}", file=sys.stderr)
    if not options.json:
        _tell(result.outline, path.name, result)
    return 0


def _tell(outline: Outline, name: str, result: Annotation) -> None:
    for choice in result.choices:
        line = outline.source.lines.line_of(choice.loop.span.start) + 1
        if choice.candidate is None:
            tell(f"{name}:{line}: left: {choice.reason}", file=sys.stderr)
            continue
        tell(f"{name}:{line}: {choice.candidate.pragma} ({choice.candidate.evidence})", file=sys.stderr)
        for assumption in choice.candidate.verdict.assumptions:
            tell(f"{name}:{line}:   assumed: {assumption}", file=sys.stderr)

    for region in result.regions:
        tell(
            f"{name}:{outline.source.lines.line_of(region.start) + 1}: #pragma acc {region.directive}", file=sys.stderr
        )


def _document(outline: Outline, file: str, output: str | None, result: Annotation) -> dict[str, object]:
    return {
        "file": file,
        "output": output,
        "loops": [
            {
                "line": outline.source.lines.line_of(choice.loop.span.start) + 1,
                "pragma": choice.candidate.pragma if choice.candidate else None,
                "evidence": choice.candidate.evidence if choice.candidate else None,
                "assumptions": list(choice.candidate.verdict.assumptions) if choice.candidate else [],
                "reason": choice.reason,
            }
            for choice in result.choices
        ],
        **({} if output else {"text": result.text.decode("utf-8")}),
    }
