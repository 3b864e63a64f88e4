"""`loopwright suggest`"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from rich.console import Console
from rich.progress import track

from loopwright.check.other_texts import other_texts
from loopwright.check.run import CheckOptions, between_directives, check
from loopwright.cli.main import UsageError
from loopwright.cli.reading import read_outline, tell
from loopwright.lang.loop_macros import loop_by_macro, no_loop
from loopwright.memory.index import Index, cache_folder
from loopwright.memory.places import COMPUTE, LOOP_DIRECTIVES, Place, place_of
from loopwright.memory.roots import project_root
from loopwright.model.manifest import ModelError, choose_model
from loopwright.model.runtime import Runtime, require_runtime
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.spec import load_spec
from loopwright.source.outline import Loop, Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span
from loopwright.source.while_loops import while_on
from loopwright.suggest.candidates import candidate_loops, has_room, why_not
from loopwright.suggest.documents import suggestion_document
from loopwright.suggest.evidence import Candidate, StatementSuggestion, Suggestion
from loopwright.suggest.other_header import loop_on
from loopwright.suggest.pipeline import Tools, suggest
from loopwright.suggest.standing.asked import Flagged, Help
from loopwright.suggest.standing.called_for import called_for
from loopwright.suggest.standing.standing import suggest_standing
from loopwright.suggest.unnamed import unnamed
from loopwright.suggest.worth import profile
from loopwright.toolchain.accept import UNASKED, UNWANTED, acceptor_of
from loopwright.toolchain.compilers import find_compilers
from loopwright.toolchain.flags import headers_for

_FORTRAN = frozenset((".f", ".for", ".ftn", ".f90", ".f95", ".f03", ".f08"))
_ABOVE_LOOPS = frozenset(word for name in LOOP_DIRECTIVES for word in (name, *name.split(" ")))


def run(options: argparse.Namespace) -> int:
    """Print candidates for one loop, or for every loop that a directive could stand above."""
    _refuse_unknown(options)
    outline, path, parse_ms = read_outline(options.file)
    loops = _chosen(outline, options) if not options.kind or set(options.kind) & _ABOVE_LOOPS else []
    memory = _project(options, path)
    tools = tools_for(
        not options.no_model,
        options.model,
        options.compiler,
        options.no_compiler,
        options.candidates,
        options.test,
        options.device,
        memory,
    )
    unasked = UNWANTED if options.no_compiler else UNASKED
    tools = replace(tools, sharing=options.memory, texts=other_texts(outline, path), unasked=unasked, take_out=True)
    help = Help(memory, tools.acceptor, _flagged(path), tools.candidates, options.memory, unasked)
    with _telling(f"looking at {path.name}"):
        standing = _standing(outline, path, options, help)
    if options.line is not None and not loops and not standing and _loop_on(outline, options) is None:
        if while_on(outline, options.line - 1) is not None:
            raise UsageError(
                f"no directive may stand above a `while` loop, and that at line {options.line} of {options.file} is no `for` loop written otherwise"
            )
        why = loop_by_macro(outline, options.line - 1)
        raise UsageError(
            f"there is no loop at line {options.line} of {options.file}"
            + (f"; {why}" if why else ", and nothing calls for a directive there")
        )
    try:
        shown = track(
            loops,
            "asking",
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty() or len(loops) < 2,
        )
        with _telling("asking") if len(loops) == 1 else nullcontext():
            suggestions = [_of_kinds(suggest(outline, loop, path, tools), options.kind) for loop in shown]
    finally:
        if tools.runtime is not None:
            tools.runtime.close()
    suggestions = [each for each in suggestions if each.candidates or not options.kind]
    # A loop that was asked about wants a directive of its own before one for the statement that it is.
    loop_first = options.line is not None and any(
        _lacks_one(place_of(outline, loop)) for loop in loops if _is_meant(outline, loop, options.line - 1)
    )
    if options.json:
        in_order = loop_first if options.line is not None else None
        document = suggestion_document(outline, options.file, suggestions, parse_ms, standing, in_order)
        print(json.dumps(document, indent=1))
        return 0
    both: list[Suggestion | StatementSuggestion] = [*standing, *suggestions]
    if loop_first:
        both = [*suggestions, *standing]
    for each in both if options.line is not None else sorted(both, key=_start):
        if isinstance(each, Suggestion):
            _print(outline, path.name, each)
        else:
            _print_statement(outline, path.name, each)
    if not suggestions and not standing and options.kind:
        place = path.name if options.line is None else f"{path.name}:{options.line}"
        tell(f"{place}: nothing calls for `{'`, `'.join(options.kind)}`")
    elif not suggestions and not standing and options.line is None:
        _tell_why_none(outline, path.name)
    for note in dict.fromkeys(note for s in suggestions for note in s.notes):
        tell(f"note: {note}", file=sys.stderr)
    return 0


def _refuse_unknown(options: argparse.Namespace) -> None:
    """Names that no directive has, and files in a language that is not read."""
    known = load_spec().directives
    words = {word for name in known for word in (name, name.split(" ")[0])}
    for kind in options.kind:
        if kind not in words:
            like = get_close_matches(kind.lower(), sorted(words), 1)
            hint = f"did you mean `{like[0]}`?" if like else f"there are {', '.join(sorted(known))}"
            raise UsageError(f"no directive is called `{kind}`: {hint}")
    if Path(options.file).suffix.lower() in _FORTRAN:
        raise UsageError(f"{options.file} is Fortran; files in C, C++ and CUDA are read")


def _start(found: Suggestion | StatementSuggestion) -> int:
    return found.loop.span.start if isinstance(found, Suggestion) else found.start


def _is_wanted(text: str, kinds: Sequence[str]) -> bool:
    """Whether a directive is of one of some kinds, each a name as `update` or the first word of one, as `exit`; of any where there are none."""
    name = parse_directive(text).name
    return not kinds or name in kinds or name.split(" ")[0] in kinds


def _of_kinds(suggestion: Suggestion, kinds: Sequence[str]) -> Suggestion:
    return replace(suggestion, candidates=tuple(c for c in suggestion.candidates if _is_wanted(c.directive, kinds)))


def _chosen(outline: Outline, options: argparse.Namespace) -> list[Loop]:
    if options.line is None:
        return list(candidate_loops(outline))
    lines = outline.source.lines
    if not 1 <= options.line <= len(lines.starts):
        if options.line < 1:
            raise UsageError(f"there is no line {options.line}: lines are numbered from 1")
        raise UsageError(f"{options.file} has {len(lines.starts)} lines, not {options.line}")
    loop = _loop_on(outline, options)
    if loop is None:
        return []
    reason = why_not(outline, loop)
    if reason is not None:
        tell(f"note: {reason}", file=sys.stderr)
    return [loop] if has_room(outline, loop) else []


def _loop_on(outline: Outline, options: argparse.Namespace) -> Loop | None:
    return loop_on(outline, options.line - 1)


def _is_meant(outline: Outline, loop: Loop, line: int) -> bool:
    """Whether the line is one of the loop's head or of the directives above it, and not of a statement in it."""
    start = min([loop.span.start, *(p.span.start for p in loop.pragmas)])
    line_of = outline.source.lines.line_of
    return line_of(start) <= line <= line_of(loop.header_end)


def _lacks_one(place: Place) -> bool:
    """Whether nothing above the loop says yet how its iterations run: a lone `kernels` does not, nor a `loop` in no construct."""
    words = {word for name in place.stacked for word in name.split()}
    return "loop" not in words or not (words & COMPUTE or place.compute)


def _tell_why_none(outline: Outline, name: str) -> None:
    """Each loop for itself: what would have to change is different everywhere."""
    if not outline.loops:
        tell(f"{name}: {no_loop(outline)}")
    for loop in outline.loops:
        reason = why_not(outline, loop) or "the loop around it is annotated"
        tell(f"{name}:{outline.source.lines.line_of(loop.span.start) + 1}: no directive: {reason}")


def _standing(outline: Outline, path: Path, options: argparse.Namespace, help: Help) -> list[StatementSuggestion]:
    """Directives above the statement of the line; without a line what the analysis calls for."""
    if options.line is None:
        findings = between_directives(outline, CheckOptions(path=path)) if outline.has_openacc else ()
        return list(called_for(outline, path, help, findings, lambda text: _is_wanted(text, options.kind)))
    found = suggest_standing(outline, outline.source.lines.line_span(options.line - 1).start, path, help)
    return [found] if found is not None else []


def _flagged(path: Path) -> Flagged:
    """How often a text breaks each rule around a place."""
    headers = headers_for(path)
    return lambda text, at: Counter(
        f.code for f in check(Outline(parse(text, name=path.name), headers), CheckOptions(around=Span(at, at)))
    )


def _project(options: argparse.Namespace, path: Path) -> Index | None:
    """The directives of the project around ``path``, ``None`` where it has none or they are not wanted."""
    root = project_root(path) if options.file != "-" and not options.no_project else None
    if root is None:
        return None
    index = Index(root, cache_folder())
    with _telling(f"reading the directives of {root.name}"):
        index.refresh()
    return index


@contextmanager
def _telling(what: str) -> Iterator[None]:
    """Say on a terminal what is waited for."""
    if not sys.stderr.isatty():
        yield
        return
    with Console(stderr=True).status(what):
        yield


def tools_for(
    with_model: bool,
    model_name: str | None,
    compiler: str | None,
    no_compiler: bool,
    candidates: int,
    test: bool = False,
    device: str = "desktop",
    memory: Index | None = None,
) -> Tools:
    """Model and compiler as the options ask for them; what is missing becomes a note, unless it was asked for by name."""
    notes: list[str] = []
    try:
        profile(device)
    except ValueError as error:
        raise UsageError(str(error)) from None
    runtime = acceptor = None
    if with_model:
        try:
            model = choose_model(model_name)
            require_runtime()
            runtime = Runtime(model)
        except ModelError as error:
            if model_name:
                raise
            notes.append(str(error))
    if not no_compiler:
        found = find_compilers(compiler)
        if compiler and not found.chosen:
            raise UsageError(found.refused[0] if found.refused else f"{compiler} cannot be used")
        if found.compilers:
            acceptor = acceptor_of(found.compilers, chosen=compiler is not None)
        else:
            notes.append("No compiler that understands OpenACC was found; nothing is checked.")
    return Tools(runtime, acceptor, max(1, candidates), tuple(notes), test, device, memory)


def _source(candidate: Candidate) -> str:
    if candidate.like is None:
        return f"the {candidate.origin}" if candidate.origin != "both" else "model and analysis"
    return f"the project, as in {candidate.like.file}:{candidate.like.line}"


def _tested(candidate: Candidate) -> str:
    return (
        f"; agreed on {candidate.tested.inputs} generated inputs{candidate.tested.condition}"
        if candidate.tested is not None
        else ""
    )


def _print_statement(outline: Outline, name: str, statement: StatementSuggestion) -> None:
    lines = outline.source.lines
    line = lines.line_of(statement.start)
    tell(f"{name}:{line + 1}: {outline.source.slice(lines.line_span(line)).strip()}")
    for candidate in statement.candidates:
        tell(f"    - {candidate.pragma}")
        if candidate.why:
            tell(f"        {candidate.why}")
        for other in candidate.other_lines:
            tell(f"          with {other}")
        tell(f"        from {_source(candidate)}, score {candidate.score:.2f}; {candidate.acceptance.sentence}")


def _print(outline: Outline, name: str, suggestion: Suggestion) -> None:
    loop = suggestion.loop
    line = outline.source.lines.line_of(loop.span.start) + 1
    header = " ".join(outline.source.slice(loop.span)[: loop.header_end - loop.span.start].split())
    tell(f"{name}:{line}: {header}")
    tell(f"    dependence {suggestion.verdict.verdict}: {suggestion.verdict.reason}")
    if suggestion.worth is not None:
        tell(f"    estimate: {suggestion.worth.sentence}")
    if not suggestion.candidates:
        reasons = (dropped.reason for dropped in suggestion.dropped if dropped.reason != suggestion.verdict.reason)
        why = next((f": {reason}" for reason in reasons), "")
        tell(f"    no directive is suggested{why}")
    for candidate in suggestion.candidates:
        mark = "*" if candidate.preferred else "-"
        if candidate.race:
            tell(f"    may race: {candidate.race}")
        tell(f"    {mark} {candidate.pragma}")
        if candidate.macro:
            tell(f"        written as {candidate.macro}")
        for other in candidate.other_lines:
            tell(f"          with {other}")
        for change in candidate.mended:
            tell(f"        changed: {change}")
        if candidate.unsaid:
            tell(f"        how much to move is not known for {unnamed(outline, loop, candidate.unsaid)}")
        if candidate.left_out:
            verb = "is" if len(candidate.left_out) == 1 else "are"
            tell(f"        right where {', '.join(candidate.left_out)} {verb} on the device: no clause says so")
        tell(
            f"        from {_source(candidate)}, score {candidate.score:.2f}; {candidate.acceptance.sentence}{_tested(candidate)}"
        )
