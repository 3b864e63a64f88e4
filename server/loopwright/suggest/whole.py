"""The files of a program → the same files with directives at their loops, and their data where they are used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from loopwright.openacc.sharing import MemoryModel
from loopwright.placement.plan import NO_MAIN, Plan, placed
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.annotate import Annotation, Suggest, chosen, written

_MOST_ROUNDS = 6
SuggestFor = Callable[[Path, MemoryModel], Suggest]  # of a file, for a device of that memory model


@dataclass(frozen=True)
class Whole:
    """Each file with its annotation, and what was planned for the data of all; ``plan.reason`` says why nothing was placed."""

    files: tuple[tuple[Path, Annotation], ...]
    plan: Plan


def annotate_program(
    files: list[tuple[Path, Outline]],
    suggest: dict[Path, Suggest],
    assumed: bool = False,
    least_iterations: int = 64,
    place: bool = True,
) -> Whole:
    """Annotate all files. Their data are placed over all functions where the program is whole, else by loops around others; each loop
    moves its own where some code was not looked at: it may use them on the host."""
    dear: dict[Path, frozenset[int]] = {path: frozenset() for path, _ in files}
    outlines = [each for _, outline in files for each in (outline, *outline.headers)]
    hidden = next((outline.source.name for outline in outlines if outline.source.hides_code), "")
    if hidden:
        place, plan = False, Plan(reason=f"{hidden} has code that was not looked at: every loop moves its data itself")
    elif place:
        refused: dict[Path, frozenset[int]] = {path: frozenset() for path, _ in files}
        for _ in range(_MOST_ROUNDS):
            decided = [
                (path, chosen(outline, suggest[path], assumed, least_iterations, refused[path], dear[path]))
                for path, outline in files
            ]
            alone = [(path, written(choice, regions=False)) for path, choice in decided]
            seen = [(path, _outline_of(path, annotation)) for path, annotation in alone]
            plan = placed(seen)
            if not plan.refused and not plan.dear:
                break
            for places, loops in ((plan.refused, refused), (plan.dear, dear)):
                for number, start in places:
                    path, outline = seen[number]
                    loops[path] |= {n for n, loop in enumerate(outline.loops) if loop.span.start == start}
        if not plan.reason and not plan.refused and not plan.dear:
            texts = zip(alone, plan.texts)
            return Whole(tuple((path, replace(annotation, text=text)) for (path, annotation), text in texts), plan)
    else:
        plan = Plan(reason="every loop moves its data itself")
    decided = [
        (path, chosen(outline, suggest[path], assumed, least_iterations, dear=dear[path])) for path, outline in files
    ]
    return Whole(tuple((path, written(choice, regions=place)) for path, choice in decided), plan)


def annotate_files(
    files: list[tuple[Path, Outline]],
    suggest_for: SuggestFor,
    model: MemoryModel = "discrete",
    assumed: bool = False,
    least_iterations: int = 64,
    place: bool = True,
) -> Whole:
    """Annotate all files for a device of a memory model. What it shares with the host does not move; where that is only what is
    allocated and kernels reach something else, all is placed as it is for a device with memory of its own."""
    whole: Whole | None = None
    if model != "unified":
        moving = {path: suggest_for(path, "discrete") for path, _ in files}
        whole = annotate_program(files, moving, assumed, least_iterations, place)
    if whole is not None and (model == "discrete" or not _is_allocated(whole.plan)):
        return whole
    decided = (
        (path, chosen(outline, suggest_for(path, model), assumed, least_iterations, hoist=model == "managed"))
        for path, outline in files
    )
    reason = "host and device share them"
    return Whole(tuple((path, written(choice, regions=False)) for path, choice in decided), Plan(reason=reason))


def annotate_alone(path: Path, outline: Outline, suggest_for: SuggestFor, model: MemoryModel) -> Whole:
    """Annotate the loops of one file so that each function stays right where no other is annotated: data are kept in regions of
    their function, and nothing is placed over several."""
    choices = chosen(outline, suggest_for(path, model), hoist=model != "unified")
    regions = model == "discrete" and not outline.source.hides_code
    return Whole(((path, written(choices, regions)),), Plan(reason="each function moves its data itself"))


def _is_allocated(plan: Plan) -> bool:
    """Whether all that kernels reach was allocated, as far as the program tells; a library's pointers are taken to."""
    return plan.reason == NO_MAIN or (not plan.reason and all(memory.allocated for memory in plan.objects))


def _outline_of(path: Path, annotation: Annotation) -> Outline:
    before = annotation.outline
    return Outline(parse(annotation.text, path.name, language=before.source.language), lambda _: before.headers)
