"""`evaluate --product`: what a person is shown, judged by what the author wrote there.

One directive of a repository is hidden, all others stay; `suggest` is asked as in a checkout. Beside it stand the copier of
the same file (the directive of the nearest loop, names exchanged), the copier of the repository, the model's first answer as
it comes and the rule alone. Shares are over all pairs, by the kind of directive and by where its like stands: in sight of the
prompt, elsewhere in the file, elsewhere in the project, nowhere; and with each step of the product left out (:mod:`steps`).

With ``bare`` all directives of the file are hidden and the project has none: compute constructs in code that nobody has annotated.

With ``right`` what is shown first and is not the author's or equivalent is run (:mod:`right`): right, wrong, or not judged and why.
"""

from __future__ import annotations

import json
import math
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from loopwright.check.other_texts import other_texts
from loopwright.lang.symbols import visible_names
from loopwright.memory.places import Example, Place, examples_in, place_of
from loopwright.memory.recall import nearest, recall
from loopwright.model.manifest import choose_model
from loopwright.model.prompt import fill_in
from loopwright.model.runtime import Runtime
from loopwright.openacc.directive import normalised, parse_directive
from loopwright.openacc.equivalent import Setting, construct_in_effect, equivalent
from loopwright.openacc.grammar import loop_grammar
from loopwright.suggest.by_rule import analysis_candidate, clauses_without_meaning, directives_at
from loopwright.suggest.candidates import why_not
from loopwright.suggest.facts import facts_of
from loopwright.suggest.pipeline import Tools, suggest
from loopwright.suggest.present import setting_of
from loopwright.toolchain.accept import Acceptor
from loopwright.toolchain.compilers import find_compilers
from rich.progress import track

from loopwright_training.claimed import Asked
from loopwright_training.config import ConfigError
from loopwright_training.hidden import Files, Hidden, Project, Remembered, drawn, hide
from loopwright_training.mine import read_manifest
from loopwright_training.records import log_run, write_records
from loopwright_training.right import Judge, Judgement, reasons, right_line, right_shares
from loopwright_training.steps import STEPS, answers_without
from loopwright_training.trees import HeaderTrees

Answers = tuple[str, ...]
COMPUTE_WORDS = ("parallel", "kernels", "serial")


@dataclass(frozen=True)
class ProductConfig:
    """``pairs`` and ``files`` are what `pairs` and `mine` wrote; ``answers`` keeps the model's answers; ``model`` is a name,
    empty for the default one; ``ask`` false takes only answers that are kept (pairs without one are shown without a model);
    ``mirror`` are the clones, for the headers that the analysis, a compiler and a trial want. ``bare`` asks about files without any directive. ``trained`` is
    the manifest that the model was trained by, where no pair of a repository in it may be asked: such pairs are left out and counted.
    ``right`` are the seconds that one trial may take, 0 for none; ``right_minutes`` those of all trials together, 0 for no limit: what is
    left then is not judged, and asked again it goes on."""

    pairs: Path
    files: Path
    output: Path
    answers: Path
    splits: tuple[str, ...] = ("family",)
    limit: int = 0
    seed: int = 3
    model: str = ""
    ask: bool = True
    threads: int = 1
    compile: bool = True
    mirror: Path | None = None
    bare: bool = False
    trained: Path | None = None
    right: float = 0.0
    right_minutes: float = 0.0


@dataclass(frozen=True)
class Shown:
    """One pair: what each source answers, best first, what is ranked first without a step, and what is known of the product's
    first answer."""

    hidden: Hidden
    answers: dict[str, Answers]
    standing: str
    offered: bool
    verdict: str
    accepted: str
    setting: Setting


def evaluate_product(config: ProductConfig) -> dict[str, Any]:
    """The tables, also written as ``product.json`` and ``product.md``; ``shown.jsonl.gz`` has every pair, for reading misses."""
    rows = _asked(config)
    if config.bare:
        rows = [row for row in rows if row["directive"].split()[0] in COMPUTE_WORDS]
    files = Files(config.files, {row["repository"] for row in rows})
    model = choose_model(config.model or None)
    runtime = Runtime(model, threads=config.threads) if config.ask else None
    answers = Remembered(config.answers, model, runtime)
    compilers = find_compilers().compilers if config.compile else ()
    acceptor = Acceptor(compilers[0]) if compilers else None
    shown: list[Shown] = []
    judgements: list[Judgement] = []
    lost = 0
    with tempfile.TemporaryDirectory(prefix="loopwright-") as folder:
        trees = HeaderTrees(config.mirror, Path(folder), bare=config.bare) if config.mirror else None
        project, repository = Project({}), ""
        for row in track(rows, description="asking"):
            if row["repository"] != repository:
                project = Project({} if config.bare else files.of(row["repository"]))
                repository = row["repository"]
            hidden = hide(row, files, config.bare, _path_of(row, trees) if trees else None)
            if hidden is None:
                lost += 1
                continue
            shown.append(_shown(hidden, _path_of(row, trees), project, answers, acceptor))
        if config.right:
            judgements = _run(shown, config, trees)
    if runtime is not None:
        runtime.close()
    document = {
        "pairs": len(shown),
        "lost": lost,
        "sources": {name: shares(shown, name) for name in ("product", "file", "repository", "model", "rule")},
        "steps": {name: shares(shown, name) for name in STEPS},
        "offered": sum(s.offered for s in shown) / max(1, len(shown)),
        "accepted": _accepted(shown),
        "refuted": sum(s.verdict == "refuted" and bool(s.answers["product"]) for s in shown),
        "constructs": _constructs(shown),
        "by_directive": _by(shown, lambda s: parse_directive(s.hidden.directive).name),
        "by_standing": _by(shown, lambda s: s.standing),
    }
    if config.right:
        document["right"] = right_shares([_is_equivalent(item) for item in shown], judgements)
        document["reasons"] = reasons(judgements)
    config.output.mkdir(parents=True, exist_ok=True)
    (config.output / "product.json").write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    (config.output / "product.md").write_text(table(document), "utf-8")
    write_records(config.output / "shown.jsonl.gz", _all_told(shown, judgements))
    log_run(config.output, "product", config, {"document": document})
    print(table(document))
    return document


def _asked(config: ProductConfig) -> list[dict[str, Any]]:
    """The pairs that are asked about; a line says how many are left out because the model may know them.

    Raises :class:`ConfigError` where none is left.
    """
    if config.trained is None:
        return drawn(config.pairs, config.splits, config.limit, config.seed)
    known = frozenset(row.name.lower() for row in read_manifest(config.trained)[0])
    every = drawn(config.pairs, config.splits, 0, config.seed)
    left = [row for row in every if row["repository"].lower() in known]
    if len(left) == len(every):
        raise ConfigError(
            f"all {len(every)} pairs are of repositories in {config.trained}: the model may know them all"
        )
    repositories = len({row["repository"] for row in left})
    print(f"{len(left)} pairs of {repositories} repositories in {config.trained} are left out")
    return drawn(config.pairs, config.splits, config.limit, config.seed, known)


def _shown(hidden: Hidden, path: Path, project: Project, model: Remembered, acceptor: Acceptor | None) -> Shown:
    outline, loop = hidden.outline, hidden.loop
    elsewhere = project.elsewhere(path)
    place = place_of(outline, loop)
    visible = frozenset(visible_names(outline, loop))
    in_file = examples_in(outline, hidden.path.as_posix())
    grammar = loop_grammar(
        visible_names(outline, loop), directives_at(place), clauses_without_meaning(outline, elsewhere)
    )
    fill = fill_in(outline, loop, nearest=nearest(place, in_file, elsewhere) if model.shows_project else None)
    proposals = model.propose(fill, grammar).result().proposals
    raw = [normalised(p.text) for p in proposals]
    facts = facts_of(outline, loop)
    rule = analysis_candidate(outline, loop, facts)
    tools = Tools(model if raw else None, acceptor, memory=project, texts=other_texts(outline, path), take_out=True)
    suggestion = suggest(outline, loop, path, tools)
    first = suggestion.candidates[0] if suggestion.candidates else None
    answers = {
        "product": tuple(c.directive for c in suggestion.candidates[:4]),
        "file": copies(place, in_file, (), visible),
        "repository": copies(place, in_file, elsewhere, visible),
        "model": tuple(raw),
        "rule": (normalised(rule),) if rule is not None else (),
        **answers_without(hidden, elsewhere, proposals),
    }
    return Shown(
        hidden,
        answers,
        _standing(hidden, in_file, elsewhere),
        why_not(outline, loop) is None and bool(suggestion.candidates),
        suggestion.verdict.verdict,
        first.acceptance.status if first is not None else "absent",
        setting_of(outline, loop, place),
    )


def _path_of(row: dict[str, Any], trees: HeaderTrees | None) -> Path:
    """Where the file lies among its headers, or its name in the repository."""
    return trees.path(row["repository"], row["commit"], row["path"]) if trees else Path(row["path"])


def _is_equivalent(item: Shown) -> bool:
    first = item.answers["product"][:1]
    return bool(first) and equivalent(first[0], item.hidden.directive, item.setting)


def _run(shown: Sequence[Shown], config: ProductConfig, trees: HeaderTrees | None) -> list[Judgement]:
    """One judgement for each pair; those that are equivalent are right without a run."""
    judge = Judge(config.output / "trials", config.right)
    until = time.monotonic() + config.right_minutes * 60 if config.right_minutes else math.inf
    found = []
    for item in track(shown, description="running"):
        hidden, first = item.hidden, item.answers["product"][:1]
        asked = Asked(hidden.outline, hidden.loop, config.bare)
        if _is_equivalent(item):
            found.append(Judgement("right"))
        elif not first:
            found.append(Judgement("not judged", "nothing is shown"))
        elif time.monotonic() > until:
            found.append(Judgement("not judged", "the time for trials was over"))
        else:
            found.append(judge.judge(first[0], hidden.directive, asked, _path_of(hidden.row, trees)))
    return found


def _all_told(shown: Sequence[Shown], judgements: Sequence[Judgement]) -> Iterator[dict[str, Any]]:
    """Every pair, with what running it showed where it was run."""
    for number, item in enumerate(shown):
        yield {**_told(item), **({"right": asdict(judgements[number])} if judgements else {})}


def _told(item: Shown) -> dict[str, Any]:
    """One pair with what every source answered."""
    row = item.hidden.row
    product = item.answers["product"]
    same = [equivalent(answer, item.hidden.directive, item.setting) for answer in product[:4]]
    return {
        **{key: row[key] for key in ("repository", "commit", "path", "line")},
        "loop": item.hidden.outline.source.slice(item.hidden.loop.span),
        "directive": item.hidden.directive,
        "answers": {name: item.answers[name] for name in ("product", "file", "repository", "model", "rule")},
        "equivalent": same,
        "standing": item.standing,
        "compute": item.setting.compute,
        "offered": item.offered,
        "verdict": item.verdict,
        "accepted": item.accepted,
    }


def copies(place: Place, in_file: Sequence[Example], elsewhere: Sequence[Example], visible: frozenset[str]) -> Answers:
    """The copier: directives of the nearest loops by the likeness of their text alone, names exchanged, nearest first."""
    likes = [
        (max(s.likeness.shape + s.likeness.names for s in candidate.supports if not s.verbatim), candidate.directive)
        for candidate in recall(place, in_file, elsewhere, visible).candidates
        if any(not s.verbatim for s in candidate.supports)
    ]
    return tuple(directive for _, directive in sorted(likes, key=lambda like: -like[0])[:4])


def _standing(hidden: Hidden, in_file: Sequence[Example], elsewhere: Sequence[Example]) -> str:
    """Where a directive of the same form stands: in the prompt, in the file, in the project, nowhere."""
    form = Example("", 0, hidden.directive, place_of(hidden.outline, hidden.loop)).skeleton
    sight = fill_in(hidden.outline, hidden.loop).prefix.count("\n")
    line = hidden.outline.source.lines.line_of(hidden.loop.span.start) + 1
    own = [example.line for example in in_file if example.skeleton == form]
    if any(line - sight <= other < line for other in own):
        return "in sight"
    if own:
        return "in the file"
    return "in the project" if any(example.skeleton == form for example in elsewhere) else "nowhere"


def shares(shown: Sequence[Shown], source: str) -> dict[str, float]:
    """Shares over all pairs of what ``source`` answers first; ``any`` counts four answers."""
    counts: Counter[str] = Counter()
    for item in shown:
        truth, answers = item.hidden.directive, item.answers[source]
        first = answers[0] if answers else ""
        same = [equivalent(answer, truth, item.setting) for answer in answers[:4]]
        name = parse_directive(truth).name
        names = {c.name for c in parse_directive(truth).clauses}
        counts["answered"] += bool(answers)
        counts["exact"] += first == truth
        counts["equivalent"] += bool(same) and same[0]
        counts["any"] += truth in answers[:4]
        counts["any_equivalent"] += any(same)
        counts["directive"] += bool(first) and parse_directive(first).name == name
        counts["clauses"] += bool(first) and {c.name for c in parse_directive(first).clauses} == names
    keys = ("answered", "exact", "equivalent", "any", "any_equivalent", "directive", "clauses")
    return {key: counts[key] / max(1, len(shown)) for key in keys}


def _accepted(shown: Sequence[Shown]) -> dict[str, float]:
    """Of the first candidates that a compiler judged, the share that it accepts."""
    judged = [item.accepted for item in shown if item.accepted != "absent"]
    return {"judged": len(judged), "share": judged.count("accepted") / max(1, len(judged))}


def _constructs(shown: Sequence[Shown]) -> dict[str, float]:
    """Of the first answers, the share with the author's construct: in the very line that was hidden, in all lines above the loop
    together, and in effect (:func:`~loopwright.openacc.equivalent.construct_in_effect`)."""
    counts = Counter[str]()
    for item in shown:
        first = parse_directive((item.answers["product"] or ("",))[0])
        truth = parse_directive(item.hidden.directive)
        proved = item.verdict == "proved"
        counts["line"] += first.name == parse_directive(str(item.hidden.row["directive"])).name
        counts["together"] += first.name == truth.name
        counts["effect"] += construct_in_effect(first, proved) == construct_in_effect(truth, proved)
    return {key: counts[key] / max(1, len(shown)) for key in ("line", "together", "effect")}


def _by(shown: Sequence[Shown], key: Callable[[Shown], str]) -> dict[str, dict[str, float]]:
    groups: dict[str, list[Shown]] = defaultdict(list)
    for item in shown:
        groups[key(item)].append(item)
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    return {
        name: {
            "pairs": len(items),
            "offered": sum(item.offered for item in items) / len(items),
            **shares(items, "product"),
        }
        for name, items in ordered
    }


def table(document: dict[str, Any]) -> str:
    """The shares as Markdown."""
    columns = ("exact", "equivalent", "any", "any_equivalent", "directive", "clauses")
    head = "| | " + " | ".join(columns).replace("any_equivalent", "any equivalent").replace("any |", "any of 4 |", 1)
    lines = [f"{document['pairs']} pairs\n", f"{head} |", "| --- |" + " --- |" * len(columns)]
    titles = {
        "product": "what is shown",
        "file": "copier, same file",
        "repository": "copier, repository",
        "model": "the model as it comes",
        "rule": "the rule alone",
    }
    for name, row in document["sources"].items():
        lines.append(f"| {titles[name]} | " + " | ".join(f"{row[c]:.3f}" for c in columns) + " |")
    lines += ["", f"{head} |".replace("| |", "| before a compiler |", 1), "| --- |" + " --- |" * len(columns)]
    for name, row in document["steps"].items():
        lines.append(f"| {STEPS[name]} | " + " | ".join(f"{row[c]:.3f}" for c in columns) + " |")
    accepted, constructs = document["accepted"], document["constructs"]
    lines += [
        "",
        f"offered {document['offered']:.3f}; first candidate accepted {accepted['share']:.3f} of {accepted['judged']} judged; "
        f"shown for refuted loops {document['refuted']}; the author's construct in the hidden line {constructs['line']:.3f}, in all lines "
        f"above the loop {constructs['together']:.3f}, in effect {constructs['effect']:.3f}",
    ]
    if "right" in document:
        lines += ["", right_line(document["right"], document["reasons"])]
    for key, title in (("by_standing", "its like stands"), ("by_directive", "directive")):
        lines += [
            "",
            f"| {title} | pairs | offered | exact | equivalent | any of 4 |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        for name, row in document[key].items():
            cells = " | ".join(f"{row[c]:.3f}" for c in ("offered", "exact", "equivalent", "any"))
            lines.append(f"| {name} | {row['pairs']:.0f} | {cells} |")
    return "\n".join(lines) + "\n"
