"""The files of a program → the same files with directives at their loops, and their data where they are used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from loopwright.openacc.sharing import MemoryModel
from loopwright.placement.plan import NO_MAIN, Plan, Unwritable, placed
from loopwright.placement.program import short_name
from loopwright.placement.traffic import microseconds
from loopwright.source.outline import KnownHeaders, Outline, linked
from loopwright.source.syntax import parse
from loopwright.source.text import Span
from loopwright.suggest.headers.canonical import Canonical, canonical
from loopwright.suggest.programs.annotate import Annotation, Choice, Suggest, chosen, written
from loopwright.suggest.programs.changes import lines_before
from loopwright.suggest.programs.compiling import ALL, Compiling, Edited, Less

_MOST_ROUNDS = 8
_MOST_TRIES = 8  # until all that is written compiles
Loops = dict[Path, frozenset[int]]  # numbers of loops in each file
SuggestFor = Callable[[Path, MemoryModel], Suggest]  # of a file, for a device of that memory model


@dataclass(frozen=True)
class Whole:
    """Each file with its annotation, and what was planned for the data of all; ``plan.reason`` says why nothing was placed, ``left`` what
    is not written because it does not compile, ``notes`` which files no compiler could be asked about."""

    files: tuple[tuple[Path, Annotation], ...]
    plan: Plan
    left: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def annotate_program(
    files: list[tuple[Path, Outline]],
    suggest: dict[Path, Suggest],
    assumed: bool = False,
    least_iterations: int = 64,
    place: bool = True,
    less: Less = ALL,
) -> Whole:
    """Annotate all files. Their data are placed over all functions where the program is whole, else by loops around others; each loop
    moves its own where some code was not looked at: it may use them on the host. ``less`` did not compile and is not written."""
    dear: Loops = {path: frozenset() for path, _ in files}
    left = {path: _loops_of(outline, path, less) for path, outline in files}
    outlines = [each for _, outline in files for each in (outline, *outline.headers)]
    hidden = next((outline.source.name for outline in outlines if outline.source.hides_code), "")
    if hidden:
        place, plan = False, Plan(reason=f"{hidden} has code that was not looked at: every loop moves its data itself")
    elif behind := next((outline.source.name for outline in outlines if _has_macros(outline)), ""):
        place, plan = False, Plan(reason=f"{behind} has directives behind macros: every loop moves its data itself")
    elif place and less.place:
        numbers = {path: number for number, (path, _) in enumerate(files)}
        unwritable = {(numbers[path], name): why for (path, name), why in less.unplaced.items()}
        none: Loops = {path: frozenset() for path, _ in files}
        decide = partial(_rounds, files, suggest, assumed, least_iterations, left, unwritable)
        rounds = decide(dear, none)
        small = rounds.small
        if any(small.values()):  # what they use would come and go around them
            with_small = decide(dict(none), small)
            if with_small.is_placed and microseconds(with_small.plan.steps) < microseconds(rounds.plan.steps):
                rounds = with_small
        if rounds.is_placed:
            texts = zip(rounds.alone, rounds.plan.texts)
            plan = _in_lines_as_given(rounds.plan, dict(files), dict(rounds.alone))
            return Whole(tuple((path, replace(annotation, text=text)) for (path, annotation), text in texts), plan)
        plan = rounds.plan
    else:
        plan = Plan(reason="every loop moves its data itself")
    decided = [
        (path, chosen(outline, suggest[path], assumed, least_iterations, dear=dear[path], left=left[path]))
        for path, outline in files
    ]
    found = tuple((path, written(choice, regions=place and less.regions)) for path, choice in decided)
    return Whole(tuple(map(partial(_unless_untouched, dict(files), less), found)), plan)


@dataclass(frozen=True)
class _Rounds:
    """The files with their kernels, each ``alone``, as they are parsed again (``seen``), and the plan for their data."""

    alone: list[tuple[Path, Annotation]]
    seen: list[tuple[Path, Outline]]
    plan: Plan

    @property
    def is_placed(self) -> bool:
        return not (self.plan.reason or self.plan.refused or self.plan.dear or self.plan.unguarded)

    @property
    def small(self) -> Loops:
        """Loops that stay on the host only because they do too little, and use what lives on the device."""
        found: Loops = {}
        for number, ((path, annotation), (_, outline)) in enumerate(zip(self.alone, self.seen)):
            hosted = {start for file, start in self.plan.hosted if file == number}
            left = {
                c.loop.span.start for c in annotation.choices if c.candidate is None and c.too_small == c.reason != ""
            }
            loops = zip(annotation.outline.loops, outline.loops)
            found[path] = frozenset(
                n for n, (own, after) in enumerate(loops) if own.span.start in left and after.span.start in hosted
            )
        return found


def _rounds(
    files: list[tuple[Path, Outline]],
    suggest: dict[Path, Suggest],
    assumed: bool,
    least_iterations: int,
    left: dict[Path, dict[int, str]],
    unwritable: Unwritable,
    dear: Loops,
    small: Loops,
) -> _Rounds:
    """Kernels are chosen and their data are placed until neither has objections to the other; ``dear`` grows."""
    refused: Loops = {path: frozenset() for path, _ in files}
    guarded: Loops = {path: frozenset() for path, _ in files}
    all_guarded = False
    for _ in range(_MOST_ROUNDS):
        decided = [
            (
                path,
                chosen(
                    outline,
                    suggest[path],
                    assumed,
                    least_iterations,
                    refused[path],
                    dear[path],
                    left=left[path],
                    guarded=guarded[path],
                    small=small[path],
                ),
            )
            for path, outline in files
        ]
        alone = [(path, written(choice, regions=False)) for path, choice in decided]
        seen = [(path, _outline_of(path, annotation)) for path, annotation in alone]
        plan = placed(seen, unwritable, all_guarded)
        rounds = _Rounds(alone, seen, plan)
        if not (plan.refused or plan.dear or plan.unguarded):
            break
        known = dict(guarded)
        for places, loops in ((plan.refused, refused), (plan.dear, dear), (plan.unguarded, guarded)):
            for number, start in places:
                path, outline = seen[number]
                loops[path] |= {n for n, loop in enumerate(outline.loops) if loop.span.start == start}
        all_guarded |= bool(plan.unguarded) and guarded == known  # those that cannot ask stay without
    return rounds


def _in_lines_as_given(plan: Plan, files: dict[Path, Outline], alone: dict[Path, Annotation]) -> Plan:
    """The plan with the lines of the files that were given, not of those in which directives stand already."""
    return _in_lines(
        plan, {path: lines_before(files[path].source.data, annotation.text) for path, annotation in alone.items()}
    )


def _in_lines(plan: Plan, lines: Mapping[Path, Sequence[int]]) -> Plan:
    """The plan with other lines for those of each file, both from 1."""

    def given(path: Path, line: int) -> int:
        return lines[path][line] if path in lines and line < len(lines[path]) else line

    return replace(
        plan,
        objects=tuple(replace(each, line=given(each.file, each.line)) for each in plan.objects),
        steps=tuple(replace(each, line=given(each.file, each.line)) for each in plan.steps),
        transfers=tuple((path, replace(each, line=given(path, each.line))) for path, each in plan.transfers),
    )


def annotate_files(
    files: list[tuple[Path, Outline]],
    suggest_for: SuggestFor,
    model: MemoryModel = "discrete",
    assumed: bool = False,
    least_iterations: int = 64,
    place: bool = True,
    compiling: Compiling | None = None,
) -> Whole:
    """Annotate all files for a device of a memory model. What it shares with the host does not move; where that is only what is
    allocated and kernels reach something else, all is placed as it is for a device with memory of its own. Loops are given a form
    that OpenACC takes first; what nothing comes of stays as it was. All files are compiled as they would be written; what does not
    compile is left."""

    def decided(forms: list[Canonical]) -> Whole:
        plain = _with_forms(files, forms)

        def annotated(less: Less) -> Whole:
            return _annotated(plain, suggest_for, model, assumed, least_iterations, place, less)

        return _compiled(files, annotated, compiling)

    forms = [_that_compiles(path, canonical(outline), compiling) for path, outline in files]
    whole = decided(forms)
    used = [
        form.used(
            _on_device(annotation), (each.line for each in whole.plan.objects if each.file == path and each.resident)
        )
        for form, (path, annotation) in zip(forms, whole.files)
    ]
    if any(len(numbers) < len(form.rewritings) for form, numbers in zip(forms, used)):
        forms = [form.only(numbers) for form, numbers in zip(forms, used)]
        whole = decided(forms)
    return _as_it_was(whole, forms)


def _with_forms(files: list[tuple[Path, Outline]], forms: list[Canonical]) -> list[tuple[Path, Outline]]:
    """The files after their loops were rewritten, each of which knows the others."""
    if not any(form.rewritings for form in forms):
        return files
    outlines = linked([form.outline for form in forms])
    return [(path, outline) for (path, _), outline in zip(files, outlines)]


def _that_compiles(path: Path, form: Canonical, compiling: Compiling | None) -> Canonical:
    """A file's rewritings, none where the compiler refuses them."""
    if compiling is None or not form.rewritings:
        return form
    return form.only(()) if compiling.failures([Edited(path, form.given, form.outline.source.data)], ()) else form


def _on_device(annotation: Annotation) -> list[Span]:
    """The loops that get a directive, in the file that was given to be annotated."""
    chosen_ = {choice.loop.span.start for choice in annotation.choices if choice.candidate is not None}
    loops = zip(annotation.outline.loops, annotation.given.loops)
    return [given.span for after, given in loops if after.span.start in chosen_]


def _as_it_was(whole: Whole, forms: list[Canonical]) -> Whole:
    """What is said of lines, said of the files before any loop was rewritten."""
    lines = {path: form.lines() for (path, _), form in zip(whole.files, forms) if form.rewritings}
    files = tuple((path, replace(each, lines=tuple(lines.get(path, ())))) for path, each in whole.files)
    return replace(whole, files=files, plan=_in_lines(whole.plan, lines))


def _compiled(
    files: list[tuple[Path, Outline]],
    annotated: Callable[[Less], Whole],
    compiling: Compiling | None,
    kept: Callable[[bytes], bytes] = lambda text: text,
) -> Whole:
    """Less and less, until what is ``kept`` of it compiles."""
    less = ALL
    for _ in range(_MOST_TRIES):
        whole = annotated(less)
        if compiling is None:
            return whole
        edited = [Edited(path, outline, kept(own.text)) for (path, outline), (_, own) in zip(files, whole.files)]
        failures = compiling.failures(edited, whole.plan.headers)
        if not failures:
            return replace(whole, left=less.notes, notes=tuple(compiling.notes))
        less = less.after(failures, not whole.plan.reason)
    nothing = replace(less, place=False, regions=False, untouched={path: "it does not compile" for path, _ in files})
    return replace(annotated(nothing), left=(*less.notes, "nothing is written"))


def _annotated(
    files: list[tuple[Path, Outline]],
    suggest_for: SuggestFor,
    model: MemoryModel,
    assumed: bool,
    least_iterations: int,
    place: bool,
    less: Less,
) -> Whole:
    whole: Whole | None = None
    if model != "unified":
        moving = {path: suggest_for(path, "discrete") for path, _ in files}
        whole = annotate_program(files, moving, assumed, least_iterations, place, less)
    if whole is not None and (model == "discrete" or not _is_allocated(whole.plan)):
        return whole
    decided = (
        (
            path,
            chosen(
                outline,
                suggest_for(path, model),
                assumed,
                least_iterations,
                hoist=model == "managed",
                left=_loops_of(outline, path, less),
            ),
        )
        for path, outline in files
    )
    reason = "host and device share them"
    found = tuple((path, written(choice, regions=False)) for path, choice in decided)
    return Whole(tuple(map(partial(_unless_untouched, dict(files), less), found)), Plan(reason=reason))


def _loops_of(outline: Outline, path: Path, less: Less) -> dict[int, str]:
    """The loops of the functions in which none is to be annotated, by number, with the reason."""
    return {
        number: less.bare[(path, name)]
        for number, loop in enumerate(outline.loops)
        for name in [short_name(loop.function.name) if loop.function is not None else ""]
        if (path, name) in less.bare
    }


def _unless_untouched(
    outlines: dict[Path, Outline], less: Less, found: tuple[Path, Annotation]
) -> tuple[Path, Annotation]:
    """A file's annotation, or the file as it is."""
    path = found[0]
    if path not in less.untouched:
        return found
    outline, why = outlines[path], less.untouched[path]
    choices = tuple(Choice(loop, None, why) for loop in outline.loops)
    return path, Annotation(outline, outline, outline.source.data, choices)


def annotate_alone(
    path: Path,
    outline: Outline,
    suggest_for: SuggestFor,
    model: MemoryModel,
    compiling: Compiling | None = None,
    kept: Callable[[bytes], bytes] = lambda text: text,
) -> Whole:
    """Annotate the loops of one file so that each function stays right where no other is annotated: data are kept in regions of
    their function, and nothing is placed over several. What is ``kept`` of the new text is compiled; what does not compile is left."""

    def annotated(less: Less) -> Whole:
        left = _loops_of(outline, path, less)
        choices = chosen(outline, suggest_for(path, model), hoist=model != "unified", left=left)
        regions = model == "discrete" and not outline.source.hides_code and less.regions
        found = _unless_untouched({path: outline}, less, (path, written(choices, regions)))
        return Whole((found,), Plan(reason="each function moves its data itself"))

    return _compiled([(path, outline)], annotated, compiling, kept)


def _is_allocated(plan: Plan) -> bool:
    """Whether all that kernels reach was allocated, as far as the program tells; a library's pointers are taken to."""
    return plan.reason == NO_MAIN or (not plan.reason and all(memory.allocated for memory in plan.objects))


def _outline_of(path: Path, annotation: Annotation) -> Outline:
    before = annotation.outline
    return Outline(parse(annotation.text, path.name, language=before.source.language), KnownHeaders(before))


def _has_macros(outline: Outline) -> bool:
    """Whether a macro stands for a directive: what it moves is not followed."""
    return any(pragma.macro and pragma.sentinel == "acc" for pragma in outline.pragmas)
