"""Where a directive goes among what stands above its loop: directives that it completes or replaces, those of OpenMP, and
conditionals of the preprocessor around any of them. The file that comes out is well-formed, and a compiler with OpenACC reads
the directive and none of OpenMP at the same loop."""

from __future__ import annotations

from collections.abc import Sequence

from loopwright.openacc.arms import Arm, Conditional, around, conditionals
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.grammar import LOOP_DIRECTIVES
from loopwright.source.edits import Edit, indent_at, line_above, line_below, line_start, newline_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.pragmas import Pragma, statement_after
from loopwright.source.text import Span

_NEAR = 8_000  # bytes of remarks and directives that may stand between a conditional and its loop


def switches(outline: Outline) -> tuple[str, ...]:
    """Macros of the project that switch its own directives on: `#ifdef USE_OPENACC` above `#pragma acc`."""
    data, own = outline.source.data, {pragma.span.start for pragma in outline.pragmas if pragma.sentinel == "acc"}
    arms = [conditional.arms[0] for conditional in conditionals(outline)]
    names = dict.fromkeys(arm.macro for arm in arms if arm.macro and _first_in(data, arm) in own)
    return tuple(name for name in names if name not in ("_OPENACC", "_OPENMP"))


def _first_in(data: bytes, arm: Arm) -> int:
    """Where what an arm holds begins."""
    text = data[arm.text.start : arm.text.end]
    return arm.text.start + len(text) - len(text.lstrip())


def roles_of(name: str) -> frozenset[str]:
    """What a directive is for the loop below it: its compute construct, its `loop`, both or neither."""
    if name not in LOOP_DIRECTIVES:
        return frozenset()
    return frozenset("loop" if word == "loop" else "compute" for word in name.split())


def insertion(outline: Outline, loop: Loop, directive: str, macro: str = "") -> list[Edit]:
    """The edits that put ``directive`` above ``loop``, as ``macro`` where nothing else stands there."""
    above = [pragma for pragma in (*_behind_code(outline, loop), *loop.pragmas) if _reaches(outline, pragma, loop)]
    own = [pragma for pragma in above if pragma.sentinel == "acc"]
    openmp = [pragma for pragma in above if pragma.sentinel == "omp"]
    line = f"#pragma acc {directive}"
    beside = _beside_own(outline, own, directive, line)
    if beside:
        return beside
    found = _arm_for_openacc(outline, loop)
    if found is not None:
        conditional, arm = found
        beyond = [pragma for pragma in openmp if not conditional.span.contains(pragma.span)]
        return [_last_in(outline, arm, line, loop), *_kept_from_openacc(outline, beyond)]
    if not openmp:
        return [line_above(outline.source, loop.span.start, line if own else macro or line)]
    span = _all_of(outline, loop, openmp) if not own else None
    if span is not None:
        return [_instead(outline, span, line, indent_at(outline.source, openmp[0].span.start))]
    newline, indent = newline_of(outline.source.data), indent_at(outline.source, loop.span.start)
    guarded = f"#ifdef _OPENACC{newline}{indent}{line}{newline}#endif"
    return [line_above(outline.source, loop.span.start, guarded), *_kept_from_openacc(outline, openmp)]


def _behind_code(outline: Outline, loop: Loop) -> list[Pragma]:
    """Directives that end one arm of a conditional directly above the loop where a later arm has code: no line tells that they are
    the loop's, but they are where their arm is compiled."""
    data, start = outline.source.data, loop.span.start
    found = []
    for conditional in conditionals(outline):
        is_near = start - _NEAR <= conditional.span.end <= start
        if not is_near or statement_after(data, conditional.span.end) != start:
            continue
        for pragma in outline.pragmas:
            arm = conditional.arm_at(pragma.span.start)
            if arm is None or pragma in loop.pragmas or pragma in found:
                continue
            if statement_after(data, pragma.span.end) >= arm.text.end:
                found.append(pragma)
    return sorted(found, key=lambda pragma: pragma.span)


def _reaches(outline: Outline, pragma: Pragma, loop: Loop) -> bool:
    """Whether a directive and its loop are ever compiled together: not where they stand in two arms of one conditional."""
    start = loop.span.start
    return all(
        not conditional.span.contains(loop.span) or conditional.arm_at(start) == conditional.arm_at(pragma.span.start)
        for conditional in around(outline, pragma.span.start)
    )


def _beside_own(outline: Outline, own: Sequence[Pragma], directive: str, line: str) -> list[Edit]:
    """In place of a directive that says the same of the loop; below the compute construct or above the `loop` that it completes.
    Nothing for others: `data` and its like stand above all that is said of the loop."""
    roles = roles_of(parse_directive(directive).name)
    known = [(pragma, roles_of(parse_directive(pragma.text).name)) for pragma in own]
    same = [pragma for pragma, its in known if its & roles or (not roles and its)]
    if same:
        chosen = next((pragma for pragma in same if _is_compiled(outline, pragma)), same[0])
        return [Edit(chosen.span, line if chosen.is_line else f'_Pragma("acc {directive}")')]
    source = outline.source
    if roles == {"loop"}:
        return [line_below(source, pragma.span.end, line) for pragma, its in known if its]
    return [line_above(source, pragma.span.start, line) for pragma, its in known if its]


def _is_compiled(outline: Outline, pragma: Pragma) -> bool:
    start = pragma.span.start
    arms = [conditional.arm_at(start) for conditional in around(outline, start)]
    return all(arm is None or arm.is_on is not False for arm in arms)


def _arm_for_openacc(outline: Outline, loop: Loop) -> tuple[Conditional, Arm] | None:
    """The arm of a conditional directly above the loop that is compiled with OpenACC alone and has no directive of OpenMP."""
    data, start = outline.source.data, loop.span.start
    known = switches(outline)
    for conditional in reversed(conditionals(outline)):
        if conditional.span.end > start:
            continue
        if statement_after(data, line_start(data, conditional.span.start)) < start:
            return None
        if any(not outer.span.contains(loop.span) for outer in around(outline, conditional.span.start)[:-1]):
            continue
        for arm in conditional.arms:
            holds_openmp = any(arm.text.contains(p.span) for p in loop.pragmas if p.sentinel == "omp")
            is_for_openacc = (arm.is_on and "_OPENACC" in conditional.names) or (
                arm.macro in known and arm.is_on is None
            )
            if is_for_openacc and not holds_openmp:
                return conditional, arm
    return None


def _last_in(outline: Outline, arm: Arm, line: str, loop: Loop) -> Edit:
    data = outline.source.data
    end = line_start(data, arm.text.end)
    return Edit(Span(end, end), f"{indent_at(outline.source, loop.span.start)}{line}{newline_of(data)}")


def _all_of(outline: Outline, loop: Loop, openmp: Sequence[Pragma]) -> Span | None:
    """The lines with all of ``openmp`` and the conditionals around them, ``None`` if there is code among them or a conditional
    that is not closed there."""
    data = outline.source.data
    around_them = [
        conditional.span
        for pragma in openmp
        for conditional in around(outline, pragma.span.start)
        if not conditional.span.contains(loop.span)
    ]
    spans = [*(pragma.span for pragma in openmp), *around_them]
    start, end = line_start(data, min(span.start for span in spans)), max(span.end for span in spans)
    is_cut = any((start <= c.span.start < end) != (start < c.span.end <= end) for c in conditionals(outline))
    return None if is_cut or statement_after(data, start) < end else Span(start, end)


def _instead(outline: Outline, span: Span, line: str, indent: str) -> Edit:
    """The directive for builds with OpenACC, what stands in ``span`` for all others."""
    newline = newline_of(outline.source.data)
    text = [f"#ifdef _OPENACC{newline}{indent}{line}", f"#else{newline}{outline.source.slice(span)}", "#endif"]
    return Edit(span, newline.join(text))


def _kept_from_openacc(outline: Outline, openmp: Sequence[Pragma]) -> list[Edit]:
    """Each directive of OpenMP for builds without OpenACC alone."""
    source, newline = outline.source, newline_of(outline.source.data)
    found = []
    for pragma in openmp:
        span = Span(line_start(source.data, pragma.span.start), pragma.span.end)
        found.append(Edit(span, f"#ifndef _OPENACC{newline}{source.slice(span)}{newline}#endif"))
    return found
