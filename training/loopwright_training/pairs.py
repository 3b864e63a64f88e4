"""`pairs`: source records → directive–loop pairs, split, with the text that the model sees.

What is kept: a directive that governs a `for` loop and that OpenACC 3.4 knows, above a loop that does something, of 20 characters at least and four
times the prompt's budget at most; no duplicate. What other work drops and this does not stands in training/README.md.

Splits, all from one draw, so that one model serves all three tests:

- ``family``: whole families of related repositories, at most ``most_per_group`` pairs from each;
- ``repository``: whole repositories of families that are otherwise trained on;
- ``pair``: single pairs, drawn at random from what is left (as published work does);
- ``development`` and ``development_pair``: repositories and single pairs held out to choose recipes by;
- ``large``: of families that are too large for the first part, if that is asked for;
- ``train``: the rest.

What is drawn are loops: the first directive found for a loop stands for it, so no test loop stands in the training part
with another directive. A loop of the training part is trained on with every directive it was found with.
From the family, repository and development parts, loops with a near duplicate in the training part are
removed; from the parts of single pairs they are not, as in published work. Directives of test pairs are removed from
the text around training pairs.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from loopwright.model.prompt import LOOP_CHARACTERS, FillIn, fill_in, fill_in_alone
from loopwright.openacc.directive import normalised, parse_directive
from loopwright.openacc.spec import load_spec
from loopwright.source.outline import Loop, Outline
from loopwright.source.pragmas import Pragma
from loopwright.source.syntax import parse
from loopwright.source.text import Span
from loopwright.toolchain.workers import worker_pool
from rich.progress import track

from loopwright_training.config import ConfigError
from loopwright_training.duplicates import (
    LineTrigrams,
    SeenLines,
    ShortLoops,
    beginning,
    fingerprint,
    near_duplicates,
    says_nothing,
)
from loopwright_training.licences import shares, told
from loopwright_training.recalled import DIRECTIVE, Told, Withheld, with_project
from loopwright_training.records import log_run, read_records, write_records

_BEYOND = 1.5  # times the share asked for: of a small project one file can be a third
MODES = ("loop", "fresh", "kept", "project")
_OPENACC = frozenset(("parallel", "kernels", "serial", "loop", "parallel loop", "kernels loop", "serial loop"))
_OPENMP = ("parallel for", "for", "simd", "target", "teams", "distribute", "taskloop", "parallel")


@dataclass(frozen=True)
class SplitConfig:
    """Sizes of the held-out parts, in pairs or, below 1, as a share of all; ``near`` is the similarity from which loops are
    near duplicates. ``large`` counts families of more than twice ``most_per_group`` pairs that are held out too: their other pairs are
    in no part, so each costs much of the training."""

    seed: int = 7
    family: float = 260
    repository: float = 260
    pair: float = 260
    development: float = 120
    development_pair: float = 120
    most_per_group: int = 40
    near: float = 0.7
    large: int = 0


@dataclass(frozen=True)
class PairsConfig:
    """``output`` is a folder: one file a part, ``openmp.jsonl.gz`` and the decontaminated ``corpus.jsonl.xz``."""

    files: Path
    output: Path
    workers: int = 2
    most_seen: float = 0.7
    split: SplitConfig = field(default_factory=SplitConfig)


@dataclass(frozen=True)
class Pair:
    """A directive, the loop it governs and where they stand. ``start`` is the loop's byte offset."""

    record: int
    sentinel: str
    start: int
    pragma_start: int
    directive: str
    loop: str


class NothingToLearn(ConfigError):
    """No pair is left for training, of ``loops`` with a directive."""

    def __init__(self, loops: int, text: str) -> None:
        super().__init__(text)
        self.loops = loops


def make_pairs(config: PairsConfig) -> dict[str, int]:
    """Write all parts; returns their sizes."""
    records = [r for r in track(read_records(config.files), description="reading")]
    found = _find_all(records, config.workers)
    acc = _unique(p for p in found if p.sentinel == "acc")
    omp = _unique(p for p in found if p.sentinel == "omp")
    first = _first_of_loops(acc)
    parts = split_pairs(list(first.values()), records, config.split)
    if not parts["train"]:
        held = ", ".join(f"{name} {len(rows)}" for name, rows in parts.items() if rows) or "none"
        raise NothingToLearn(
            len(first),
            f"{config.files} has {len(first)} annotated loops and none is left to train on (held out: {held}); "
            "sizes below 1 are shares, such as split.pair=0.2",
        )
    sizes = {"raw": sum(p.sentinel == "acc" for p in found), "unique": len(acc), "loops": len(first)}
    parts["train"] += _other_directives(parts["train"], acc, records)
    tests = [p for name, pairs in parts.items() if name != "train" for p in pairs]
    hidden: dict[int, list[int]] = defaultdict(list)
    for pair in tests:
        hidden[pair.record].append(pair.pragma_start)
    withheld = Withheld(dict(hidden), frozenset(beginning(p.loop) for p in tests))
    for name, pairs in parts.items():
        rows = _rows(pairs, records, withheld if name == "train" else None, config.workers)
        sizes[name] = write_records(config.output / f"{name}.jsonl.gz", rows)
    held_families = {records[p.record]["family"] for name in ("family", "large") for p in parts.get(name, ())}
    held_repositories = {
        records[p.record]["repository"] for name in ("repository", "development") for p in parts[name]
    } | {record["repository"] for record in records if record["family"] in held_families}
    test_loops = {fingerprint(p.loop) for p in tests}
    omp = [
        p
        for p in omp
        if records[p.record]["repository"] not in held_repositories and fingerprint(p.loop) not in test_loops
    ]
    sizes["openmp"] = write_records(config.output / "openmp.jsonl.gz", _rows(omp, records, None, config.workers))
    for file in config.output.glob("*.jsonl.gz"):
        if file.name.removesuffix(".jsonl.gz") not in sizes:
            file.unlink()  # a part of another split
    sizes["corpus files"] = _write_corpus(config.output, records, tests, held_repositories, config.most_seen)
    found = shares((records[p.record]["licence"], 1) for p in parts["train"])
    log_run(config.output, "pairs", config, {"sizes": sizes, "licences": found})
    print("  ".join(f"{name} {size}" for name, size in sizes.items()))
    print(f"licences of training pairs: {told(found)}")
    return sizes


def find_pairs(index: int, text: str, name: str) -> list[Pair]:
    """All directive–loop pairs of one file."""
    outline = Outline(parse(text, name=name))
    pairs = []
    for loop in outline.loops:
        if says_nothing(outline.source.slice(loop.body)):
            continue
        for pragma in loop.pragmas:
            directive = _directive_of(pragma)
            body = outline.source.slice(loop.span)
            if directive and 20 <= len(body) <= 4 * LOOP_CHARACTERS:
                pairs.append(
                    Pair(
                        index,
                        pragma.sentinel,
                        loop.span.start,
                        pragma.span.start,
                        directive,
                        fill_in_alone(outline, loop).suffix.strip(),
                    )
                )
    return pairs


def _directive_of(pragma: Pragma) -> str | None:
    if len(pragma.text) > 400:
        return None
    if pragma.sentinel == "acc":
        directive = parse_directive(pragma.text)
        known = load_spec().clauses
        if directive.name not in _OPENACC or directive.rest or any(c.name not in known for c in directive.clauses):
            return None
        return str(directive)
    return normalised(pragma.text) if pragma.text.startswith(_OPENMP) else None


def _find_all(records: list[dict[str, Any]], workers: int) -> list[Pair]:
    jobs = [(i, r["text"], r["path"]) for i, r in enumerate(records) if "pragma" in r["text"]]
    with worker_pool(workers) as pool:
        results = pool.map(_find_job, jobs, chunksize=64)
        return [pair for pairs in track(results, total=len(jobs), description="finding pairs") for pair in pairs]


def _find_job(job: tuple[int, str, str]) -> list[Pair]:
    return find_pairs(*job)


def _unique(pairs: Iterable[Pair]) -> list[Pair]:
    seen: set[tuple[str, str]] = set()
    unique = []
    for pair in pairs:
        key = (fingerprint(pair.loop), pair.directive)
        if key not in seen:
            seen.add(key)
            unique.append(pair)
    return unique


def _first_of_loops(pairs: Iterable[Pair]) -> dict[str, Pair]:
    """Fingerprint of a loop → the first pair that has it."""
    first: dict[str, Pair] = {}
    for pair in pairs:
        first.setdefault(fingerprint(pair.loop), pair)
    return first


def _other_directives(trained: list[Pair], pairs: list[Pair], records: list[dict[str, Any]]) -> list[Pair]:
    """The pairs whose loop is trained on with another directive, of repositories that are trained on."""
    loops = {fingerprint(p.loop) for p in trained}
    repositories = {records[p.record]["repository"] for p in trained}
    chosen = {(p.record, p.start, p.directive) for p in trained}
    return [
        p
        for p in pairs
        if records[p.record]["repository"] in repositories
        and (p.record, p.start, p.directive) not in chosen
        and fingerprint(p.loop) in loops
    ]


def split_pairs(pairs: list[Pair], records: list[dict[str, Any]], config: SplitConfig) -> dict[str, list[Pair]]:
    """Name of the part → its pairs. Deterministic for a seed and a set of pairs."""
    order = random.Random(config.seed)
    left = list(pairs)
    parts: dict[str, list[Pair]] = {}
    if config.large:
        parts["large"], left = _large_families(left, records, config)
    for name in ("family", "repository", "development"):
        key = "family" if name == "family" else "repository"
        wanted = getattr(config, name)
        size = _count(wanted, pairs)
        bound = _BEYOND * size if wanted < 1 else math.inf
        parts[name], left = _hold_out(left, records, key, size, config.most_per_group, order, bound)
    order.shuffle(left)
    tested = _count(config.pair, pairs)
    single = tested + _count(config.development_pair, pairs)
    parts["pair"], parts["development_pair"] = left[:tested], left[tested:single]
    parts["train"] = left[single:]
    pool = [p.loop for p in parts["train"]]
    for name in parts.keys() & {"family", "repository", "development", "large"}:
        near = near_duplicates([p.loop for p in parts[name]], pool, config.near)
        parts[name] = [pair for pair, is_near in zip(parts[name], near) if not is_near]
    return parts


def _large_families(
    pairs: list[Pair], records: list[dict[str, Any]], config: SplitConfig
) -> tuple[list[Pair], list[Pair]]:
    """(at most ``most_per_group`` pairs of each large family that is held out, all pairs of other families)."""
    order = random.Random(config.seed)
    groups: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[records[pair.record]["family"]].append(pair)
    names = sorted(name for name, members in groups.items() if len(members) > 2 * config.most_per_group)
    chosen = set(order.sample(names, min(config.large, len(names))))
    held: list[Pair] = []
    for name in sorted(chosen):
        members = sorted(groups[name], key=lambda p: (p.record, p.start))
        held += order.sample(members, config.most_per_group)
    return held, [pair for pair in pairs if records[pair.record]["family"] not in chosen]


def _count(size: float, pairs: list[Pair]) -> int:
    return round(size * len(pairs)) if 0 < size < 1 else int(size)


def _hold_out(
    pairs: list[Pair],
    records: list[dict[str, Any]],
    key: str,
    size: int,
    most: int,
    order: random.Random,
    bound: float = math.inf,
) -> tuple[list[Pair], list[Pair]]:
    """Whole groups until ``size`` pairs are held; of a large group only ``most`` pairs are kept, the others
    are dropped from every part. A group that would make more than ``bound`` of them is left to training, or the smallest is held."""
    if not size:
        return [], pairs
    groups: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[records[pair.record][key]].append(pair)
    # Groups of more than twice the bound stay in training: dropping them would waste most of the data.
    names = sorted(name for name, members in groups.items() if len(members) <= 2 * most)
    order.shuffle(names)
    if names and all(len(groups[name]) > bound for name in names):
        names = [min(names, key=lambda name: len(groups[name]))]
        bound = math.inf
    held: list[Pair] = []
    chosen: set[str] = set()
    for name in names:
        # Near duplicates are removed afterwards: about a third, so a third more is held.
        if len(held) >= size * 1.35:
            break
        if len(held) + len(groups[name]) > bound:
            continue
        members = sorted(groups[name], key=lambda p: (p.record, p.start))
        order.shuffle(members)
        held.extend(members[:most])
        chosen.add(name)
    return held, [p for p in pairs if records[p.record][key] not in chosen]


def _rows(
    pairs: list[Pair], records: list[dict[str, Any]], withheld: Withheld | None, workers: int
) -> Iterable[dict[str, Any]]:
    """Rows of ``pairs``, project by project; ``withheld`` for the training part."""
    by_project: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        by_project[_project(records[pair.record])].append(pair)
    told = {pair.sentinel for pair in pairs} == {"acc"}
    files: dict[str, dict[int, dict[str, Any]]] = defaultdict(dict)
    for index, record in enumerate(records):
        if _project(record) in by_project and (DIRECTIVE.search(record["text"]) if told else False):
            files[_project(record)][index] = record
    for pair in pairs:
        files[_project(records[pair.record])][pair.record] = records[pair.record]
    jobs = []
    for name, members in sorted(by_project.items(), key=lambda item: -len(item[1])):
        test = (
            Withheld({i: withheld.pragmas[i] for i in files[name] if i in withheld.pragmas}, withheld.loops)
            if withheld
            else None
        )
        jobs.append((files[name], members, test))
    with worker_pool(workers) as pool:
        for rows in pool.map(_row_job, jobs):
            yield from rows


def _project(record: dict[str, Any]) -> str:
    """Files of one project tell of each other. In `here` a "repository" is a file, and the family is the project."""
    return str(record["family"] if record["licence"] == "own" else record["repository"])


def _row_job(job: tuple[dict[int, dict[str, Any]], list[Pair], Withheld | None]) -> list[dict[str, Any]]:
    records, pairs, withheld = job
    told = Told.of(records, withheld)
    by_record: dict[int, list[Pair]] = defaultdict(list)
    for pair in pairs:
        by_record[pair.record].append(pair)
    rows = []
    for index, members in by_record.items():
        record = records[index]
        outline = Outline(parse(record["text"], name=record["path"]))
        loops = {loop.span.start: loop for loop in outline.loops}
        starts = withheld.pragmas.get(index, []) if withheld else []
        hidden = tuple(p.span for p in outline.pragmas if p.span.start in starts)
        for pair in members:
            prompts = prompts_of(outline, loops[pair.start], pair.sentinel, hidden)
            if pair.sentinel == "acc":
                shown = with_project(index, record, pair.start, pair.pragma_start, told, withheld)
                prompts["project"] = shown or prompts["kept"]
            rows.append(
                {
                    "repository": record["repository"],
                    "commit": record["commit"],
                    "path": record["path"],
                    "licence": record["licence"],
                    "family": record["family"],
                    "sentinel": pair.sentinel,
                    "line": outline.source.lines.line_of(pair.start) + 1,
                    "directive": pair.directive,
                    "loop": pair.loop,
                    "prompts": {mode: [fill.prefix, fill.suffix] for mode, fill in prompts.items()},
                }
            )
    return rows


def prompts_of(outline: Outline, loop: Loop, sentinel: str, hidden: tuple[Span, ...] = ()) -> dict[str, FillIn]:
    """The three things a model may be shown: the loop alone, the file without any pragma, the file with the
    pragmas of other loops."""
    everything = tuple(p.span for p in outline.pragmas)
    return {
        "loop": fill_in_alone(outline, loop, sentinel),
        "fresh": fill_in(outline, loop, sentinel, everything),
        "kept": fill_in(outline, loop, sentinel, hidden),
    }


def _write_corpus(
    folder: Path,
    records: list[dict[str, Any]],
    tests: list[Pair],
    held_repositories: set[str],
    most_seen: float,
) -> int:
    """Pre-training text: no held-out repository, no file with a test pair, no file that contains a test loop; of files
    that hardly differ (forks, vendored copies) the first is kept."""
    test_files = {pair.record for pair in tests}
    contaminated = LineTrigrams(pair.loop for pair in tests)
    short = ShortLoops(pair.loop for pair in tests)

    seen = SeenLines()

    def rows() -> Iterable[dict[str, Any]]:
        for index, record in enumerate(track(records, description="decontaminating")):
            if index in test_files or record["repository"] in held_repositories:
                continue
            text = record["text"]
            if "for" in text and (contaminated.contained(text) or short.contained(text)):
                continue
            if seen.share(record["text"]) < most_seen:
                yield {"repository": record["repository"], "text": record["text"]}

    return write_records(folder / "corpus.jsonl.gz", rows())
