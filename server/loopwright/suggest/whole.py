"""The files of a program → the same files with directives at their loops, and their data where they are used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from loopwright.placement.plan import Plan, placed
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.annotate import Annotation, Suggest, chosen, written


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
    """Annotate all files. Their data are placed over all functions where the program is whole, else by loops around others."""
    decided = [(path, chosen(outline, suggest[path], assumed, least_iterations)) for path, outline in files]
    alone = [(path, written(choice, regions=False)) for path, choice in decided]
    if not place:
        return Whole(tuple(alone), Plan(reason="every loop moves its data itself"))
    plan = placed([(path, _outline_of(path, annotation)) for path, annotation in alone])
    if plan.reason:
        return Whole(tuple((path, written(choice)) for path, choice in decided), plan)
    texts = zip(alone, plan.texts)
    return Whole(tuple((path, replace(annotation, text=text)) for (path, annotation), text in texts), plan)


def _outline_of(path: Path, annotation: Annotation) -> Outline:
    before = annotation.outline
    return Outline(parse(annotation.text, path.name, language=before.source.language), lambda _: before.headers)
