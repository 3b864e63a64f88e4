"""Directives above no loop, hidden one at a time: is one offered there, and the author's?

    python benchmarks/standing.py FOLDER… [--most N] [--json]

FOLDERs are checkouts. Everything else of the project stays. "Elsewhere" are statements drawn from the same files above which nobody
wrote a directive: what is offered there is too much.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from loopwright.check.run import CheckOptions, check
from loopwright.memory.index import Index
from loopwright.memory.standing import spot_at, standing_directive
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.equivalent import equivalent
from loopwright.source.outline import Outline
from loopwright.source.pragmas import Pragma
from loopwright.source.syntax import parse
from loopwright.source.text import Span
from loopwright.suggest.standing.asked import Help
from loopwright.suggest.standing.standing import suggest_standing


@dataclass(frozen=True)
class Answer:
    """What was offered first in the place of a hidden directive."""

    name: str
    offered: bool
    exact: bool
    equivalent: bool
    any_of_four: bool
    directive: bool


def hidden(outline: Outline, pragma: Pragma) -> tuple[bytes, int]:
    """The text without the directive, and where the statement begins then."""
    data = outline.source.data
    start = data.rfind(b"\n", 0, pragma.span.start) + 1
    end = data.find(b"\n", pragma.span.end) + 1 or len(data)
    return data[:start] + data[end:], pragma.governs - (end - start)


def ask(text: bytes, offset: int, path: Path, index: Index) -> list[str]:
    """What is offered above the statement at ``offset``."""
    outline = Outline(parse(text, path.name))

    def flagged(after: bytes, at: int) -> Counter[str]:
        return Counter(
            finding.code for finding in check(Outline(parse(after, path.name)), CheckOptions(around=Span(at, at)))
        )

    found = suggest_standing(outline, offset, path, Help(index, None, flagged))
    return [c.directive for c in found.candidates] if found is not None else []


def measure(folder: Path, most: int, draw: random.Random) -> tuple[list[Answer], list[bool]]:
    """Answers for the hidden directives of a project, and whether anything is offered at other statements."""
    index = Index(folder, None)
    index.refresh()
    places = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".c", ".cpp", ".h", ".cc") and path.is_file() and path.stat().st_size < 400_000:
            data = path.read_bytes()
            if b"pragma acc" in data:
                outline = Outline(parse(data, path.name))
                loops = {loop.span.start for loop in outline.loops}
                for pragma in outline.pragmas:
                    directive = standing_directive(pragma, pragma.governs in loops)
                    if directive is not None and spot_at(outline, pragma.governs) is not None:
                        places.append((path, outline, pragma, str(directive)))
    draw.shuffle(places)
    answers, elsewhere = [], []
    for path, outline, pragma, written in places[:most]:
        text, offset = hidden(outline, pragma)
        shown = ask(text, offset, path, index)
        first = shown[0] if shown else ""
        name = parse_directive(written).name
        answers.append(
            Answer(
                name, bool(shown), first == written, bool(shown) and equivalent(first, written),
                written in shown, bool(shown) and parse_directive(first).name == name,
            )
        )  # fmt: skip
        bare = _other_statement(outline, draw)
        if bare is not None:
            elsewhere.append(bool(ask(outline.source.data, bare, path, index)))
    return answers, elsewhere


def _other_statement(outline: Outline, draw: random.Random) -> int | None:
    """A statement above which nothing stands."""
    data = outline.source.data
    governed = {p.governs for p in outline.pragmas} | {loop.span.start for loop in outline.loops}
    for _ in range(30):
        line = outline.source.lines.line_span(draw.randrange(len(outline.source.lines.starts)))
        spot = spot_at(outline, line.start) if data[line.start : line.end].strip() else None
        if spot is not None and spot.start not in governed:
            return spot.start
    return None


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    answers: dict[str, list[Answer]] = defaultdict(list)
    elsewhere: list[bool] = []
    for folder in options.folders:
        found, others = measure(folder.resolve(), options.most, random.Random(3))
        elsewhere += others
        for answer in found:
            answers[answer.name].append(answer)
            answers["all"].append(answer)
        print(folder.name, len(found), flush=True)
    fields = ("offered", "exact", "equivalent", "any_of_four", "directive")
    rows = {
        name: {"hidden": len(group), **{f: round(sum(getattr(a, f) for a in group) / len(group), 3) for f in fields}}
        for name, group in sorted(answers.items(), key=lambda item: -len(item[1]))
    }
    document = {
        "rows": rows,
        "elsewhere": len(elsewhere),
        "offered elsewhere": round(sum(elsewhere) / max(1, len(elsewhere)), 3),
    }
    if options.json:
        print(json.dumps(document, indent=1))
        return
    print("| directive | hidden | " + " | ".join(fields) + " |")
    for name, row in rows.items():
        print(f"| `{name}` | {row['hidden']} | " + " | ".join(f"{row[f]:.3f}" for f in fields) + " |")
    print(f"offered at {document['offered elsewhere']} of {document['elsewhere']} other statements")


if __name__ == "__main__":
    main()
