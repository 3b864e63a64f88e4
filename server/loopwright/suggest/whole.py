"""The files of a program → the same files with directives at their loops, and their data where they are used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from loopwright.openacc.sharing import MemoryModel
from loopwright.placement.plan import NO_MAIN, Plan, placed
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.annotate import Annotation, Suggest, chosen, written

_MOST_ROUNDS = 6


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
    hidden = next((path.name for path, outline in files if outline.source.hides_code), "")
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


def annotate_sharing(
    files: list[tuple[Path, Outline]],
    suggest: dict[Path, Suggest],
    moving: dict[Path, Suggest],
    model: MemoryModel,
    assumed: bool = False,
    least_iterations: int = 64,
) -> Whole:
    """Annotate all files for a device that shares memory with the host: nothing moves. Where only what is allocated is shared and
    kernels reach something else, all is placed as it is for one with memory of its own, by ``moving``."""
    if model == "managed":
        whole = annotate_program(files, moving, assumed, least_iterations)
        is_library = whole.plan.reason == NO_MAIN
        if not is_library and (whole.plan.reason or not all(memory.allocated for memory in whole.plan.objects)):
            return whole
    decided = (
        (path, chosen(o, suggest[path], assumed, least_iterations, hoist=model == "managed")) for path, o in files
    )
    reason = "host and device share them"
    return Whole(tuple((path, written(choice, regions=False)) for path, choice in decided), Plan(reason=reason))


def _outline_of(path: Path, annotation: Annotation) -> Outline:
    before = annotation.outline
    return Outline(parse(annotation.text, path.name, language=before.source.language), lambda _: before.headers)
