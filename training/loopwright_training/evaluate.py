"""`evaluate`: model × split × what the model sees → exact, directive, clause set, clause F1, compile rate.

The model is asked for one greedy directive and, where ``samples`` is more than 1, for samples at ``temperature``;
"any" counts a pair as right when one of them is. Beside every number stands a copier that has no model: it answers
with the directive of the most similar training loop (estimated Jaccard similarity of 5-token shingles).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import Queue
from threading import Lock
from typing import Any

from loopwright.cancellation import CancelToken
from loopwright.model.manifest import Adapter, Model, model_in, sha256_of
from loopwright.model.prompt import FillIn
from loopwright.model.runtime import Runtime
from loopwright.openacc.directive import Directive, normalised, parse_directive
from loopwright.openacc.grammar import loop_grammar
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.insertion import insertion
from loopwright.toolchain.accept import Acceptor
from loopwright.toolchain.compilers import find_compilers
from loopwright.toolchain.flags import FileFlags, flags_for
from rich.progress import track

from loopwright_training.duplicates import nearest
from loopwright_training.records import log_run, read_records
from loopwright_training.trees import HeaderTrees

TASK_VERSION = 1
_MOST_ASKERS = 8
# Prompts (prefix, suffix) → for each, the distinct directives proposed, best first.
Proposer = Callable[[Sequence[tuple[str, str]]], list[list[str]]]


@dataclass(frozen=True)
class EvaluateConfig:
    """``model`` is a folder in the Hugging Face format or a ``.gguf`` file; ``adapter`` a peft folder or GGUF adapter
    of the same kind; ``splits`` are parts written by `pairs`, ``limit`` bounds the pairs taken of each. With ``files``, the
    records of `mine`, the first proposal is put into its file and shown to every compiler of this machine; with ``mirror``, the
    clones that were mined, the file lies among the headers of its repository then."""

    pairs: Path
    output: Path
    model: str
    adapter: str | None = None
    splits: tuple[str, ...] = ("pair", "repository", "family")
    modes: tuple[str, ...] = ("loop", "fresh", "kept")
    samples: int = 1
    temperature: float = 0.8
    limit: int = 0
    files: Path | None = None
    mirror: Path | None = None
    grammar: bool = False
    batch: int = 64
    seed: int = 1


def evaluate(config: EvaluateConfig) -> list[dict[str, Any]]:
    """Rows of the table, also written as ``evaluation.json`` and ``evaluation.md``."""
    with _proposer(config) as proposer:
        return _evaluated(config, proposer)


def _evaluated(config: EvaluateConfig, proposer: Proposer) -> list[dict[str, Any]]:
    train = list(read_records(config.pairs / "train.jsonl.gz"))
    parts = {split: _part(config, split) for split in config.splits}
    asked = {(row["repository"], row["path"]) for rows in parts.values() for row in rows}
    compile_rates = CompileRates(config.files, asked, config.mirror) if config.files else None
    results, answered = [], []
    for split, rows in parts.items():
        references = [row["directive"] for row in rows]
        copied = [train[i]["directive"] for i in nearest([r["loop"] for r in rows], [r["loop"] for r in train])]
        copier = score(references, [[text] for text in copied])
        results.append({"split": split, "mode": "copier", "pairs": len(rows), **copier})
        for mode in config.modes:
            started = time.time()
            proposals = proposer([tuple(row["prompts"][mode]) for row in rows])
            row = {
                "split": split,
                "mode": mode,
                "pairs": len(rows),
                **score(references, proposals),
                "seconds_per_pair": (time.time() - started) / max(1, len(rows)),
            }
            if compile_rates is not None:
                row["compile"] = compile_rates.of(rows, proposals)
            results.append(row)
            answered += [_answered(split, mode, *asked) for asked in zip(rows, proposals)]
            print(_line(row), flush=True)
        print(_line(results[-len(config.modes) - 1]), flush=True)
    _write(config, results, answered)
    return results


def _answered(split: str, mode: str, row: dict[str, Any], proposals: list[str]) -> dict[str, Any]:
    """One loop of a part: where it is, what stands above it, what was proposed, and whether the first of that is the same."""
    place = {key: row.get(key) for key in ("path", "line")}
    exact = bool(proposals) and str(parse_directive(proposals[0])) == str(parse_directive(row["directive"]))
    return {
        "split": split,
        "mode": mode,
        **place,
        "directive": row["directive"],
        "proposals": proposals,
        "exact": exact,
    }


def _part(config: EvaluateConfig, split: str) -> list[dict[str, Any]]:
    rows = list(read_records(config.pairs / f"{split}.jsonl.gz"))
    return rows[:: max(1, len(rows) // config.limit)][: config.limit] if config.limit else rows


def score(references: Sequence[str], proposals: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Shares over all pairs; the first proposal counts, for ``any`` all of them."""
    total = max(1, len(references))
    truth = [parse_directive(text) for text in references]
    first = [parse_directive(texts[0]) if texts else Directive("") for texts in proposals]
    any_right = sum(normalised(ref) in map(normalised, texts) for ref, texts in zip(references, proposals))
    return {
        "exact": sum(str(a) == str(b) for a, b in zip(truth, first)) / total,
        "any": any_right / total,
        "directive": sum(a.name == b.name for a, b in zip(truth, first)) / total,
        "clause_set": sum(_as_set(a) == _as_set(b) for a, b in zip(truth, first)) / total,
        "clause_f1": clause_f1(truth, first),
    }


class CompileRates:
    """Share of proposals that each compiler accepts in the file they belong to, errors the file had before not counted.
    Files whose headers are not there cannot be judged and are left out; ``asked`` says how many were."""

    def __init__(self, files: Path, asked: Set[tuple[str, str]], mirror: Path | None = None) -> None:
        self._files = {key: row for row in read_records(files) if (key := (row["repository"], row["path"])) in asked}
        self._folder = tempfile.TemporaryDirectory(prefix="loopwright-")
        self._trees = HeaderTrees(mirror, Path(self._folder.name)) if mirror else None
        self._acceptors = [Acceptor(compiler) for compiler in find_compilers().compilers]

    def of(self, rows: Sequence[dict[str, Any]], proposals: Sequence[Sequence[str]]) -> dict[str, dict[str, float]]:
        """Compiler → ``asked`` and ``accepted`` (a share of those asked)."""
        rates: dict[str, dict[str, float]] = {}
        texts = [self._with_proposal(row, proposed) for row, proposed in zip(rows, proposals)]
        for acceptor in self._acceptors:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                verdicts = [v for v in pool.map(partial(_verdict, acceptor), texts) if v != "absent"]
            accepted = sum(verdict == "accepted" for verdict in verdicts)
            rates[acceptor.compiler.name] = {"asked": len(verdicts), "accepted": accepted / max(1, len(verdicts))}
        return rates

    def _with_proposal(self, row: dict[str, Any], proposed: Sequence[str]) -> _Changed | None:
        file = self._files.get((row["repository"], row["path"]))
        if file is None:
            return None
        outline = Outline(parse(file["text"], name=row["path"]))
        loop = next((o for o in outline.loops if outline.source.lines.line_of(o.span.start) + 1 == row["line"]), None)
        if loop is None:
            return None
        source = outline.source
        after = apply_edits(source.data, insertion(outline, loop, proposed[0])) if proposed else None
        flags = FileFlags((), "none")
        if self._trees:
            flags = flags_for(self._trees.path(row["repository"], file["commit"], row["path"]))
        return _Changed(source.data, after, source.language, flags)


@dataclass(frozen=True)
class _Changed:
    """A file without and with the first proposal; ``after`` is None where there is none."""

    before: bytes
    after: bytes | None
    language: str
    flags: FileFlags


def _verdict(acceptor: Acceptor, file: _Changed | None) -> str:
    if file is None:
        return "absent"
    if file.after is None:
        return "rejected"
    return acceptor.accepts(file.before, file.after, file.language, file.flags).status


def clause_f1(truth: Sequence[Directive], proposed: Sequence[Directive]) -> dict[str, float]:
    """For each clause name, F1 of predicting the clause with its argument; ``all`` is the micro average."""
    hits: Counter[str] = Counter()
    wanted: Counter[str] = Counter()
    given: Counter[str] = Counter()
    for a, b in zip(truth, proposed):
        left, right = {(c.name, c.argument) for c in a.clauses}, {(c.name, c.argument) for c in b.clauses}
        hits.update(name for name, _ in left & right)
        wanted.update(name for name, _ in left)
        given.update(name for name, _ in right)
    names = sorted(wanted, key=lambda name: -wanted[name])
    table = {name: 2 * hits[name] / (wanted[name] + given[name]) for name in names}
    whole = sum(wanted.values()) + sum(given.values())
    return {"all": 2 * sum(hits.values()) / whole if whole else 1.0, **table}


def _as_set(directive: Directive) -> tuple[str, frozenset[tuple[str, frozenset[str]]]]:
    clauses = frozenset((c.name, frozenset((c.argument or "").split(","))) for c in directive.clauses)
    return directive.name, clauses


def _proposer(config: EvaluateConfig) -> contextlib.AbstractContextManager[Proposer]:
    if config.model.endswith(".gguf"):
        return _llama_proposer(config)
    return contextlib.nullcontext(_torch_proposer(config))


def _torch_proposer(config: EvaluateConfig) -> Proposer:
    import torch
    from transformers import AutoTokenizer

    from loopwright_training.architecture import best_device, load_adapted
    from loopwright_training.examples import encode_prompt

    device = best_device()
    tokenizer = AutoTokenizer.from_pretrained(config.model)
    model = load_adapted(config.model, config.adapter, device)
    torch.manual_seed(config.seed)

    def propose(prompts: Sequence[tuple[str, str]]) -> list[list[str]]:
        encoded = [encode_prompt(tokenizer, prefix, suffix, 1024) for prefix, suffix in prompts]
        order = sorted(range(len(encoded)), key=lambda i: len(encoded[i]))
        answers: list[list[str]] = [[] for _ in encoded]
        for first in range(0, len(order), config.batch):
            chosen = order[first : first + config.batch]
            batch = [encoded[i] for i in chosen]
            greedy = generated(model, tokenizer, batch, 1, 0.0)
            more = (
                generated(model, tokenizer, batch, config.samples - 1, config.temperature) if config.samples > 1 else []
            )
            for i, *texts in zip(chosen, greedy, *([more] if more else [])):
                answers[i] = list(dict.fromkeys(normalised(text) for listed in texts for text in listed))
        return answers

    return propose


def generated(
    model: Any, tokenizer: Any, prompts: list[list[int]], count: int, temperature: float, most: int = 96
) -> list[list[str]]:
    """``count`` answers of ``most`` tokens at most to each prompt; greedy at a temperature of 0."""
    import torch

    device = model.device
    longest = max(map(len, prompts))
    pad = tokenizer.eos_token_id
    tokens = torch.tensor([[pad] * (longest - len(ids)) + ids for ids in prompts], device=device)
    mask = torch.tensor([[0] * (longest - len(ids)) + [1] * len(ids) for ids in prompts], device=device)
    options: dict[str, Any] = {"do_sample": temperature > 0, "num_return_sequences": count}
    if temperature > 0:
        options["temperature"] = temperature
        options["top_k"] = 0
    with torch.no_grad():
        output = model.generate(
            input_ids=tokens,
            attention_mask=mask,
            max_new_tokens=most,
            pad_token_id=pad,
            eos_token_id=pad,
            use_cache=True,
            **options,
        )
    texts = [tokenizer.decode(row[longest:], skip_special_tokens=True) for row in output]
    return [texts[i * count : (i + 1) * count] for i in range(len(prompts))]


@contextlib.contextmanager
def _llama_proposer(config: EvaluateConfig) -> Iterator[Proposer]:
    """The shipped path: llama.cpp, the quantized file, the product's own decoding. ``samples`` is the number of distinct
    proposals; with ``grammar`` they are bound by the names in the prompt, as in the product."""
    answers = Answers(config.output / "answers.jsonl")
    asked_with = [sha256_of(Path(file)) for file in (config.model, config.adapter) if file]
    model = model_in(Path(config.model).resolve())
    askers = Askers(model, Path(config.adapter) if config.adapter else None, config.samples, config.grammar)

    def answer(prompt: tuple[str, str]) -> list[str]:
        return answers.of([*asked_with, config.samples, config.grammar, *prompt], partial(askers.ask, prompt))

    def propose(prompts: Sequence[tuple[str, str]]) -> list[list[str]]:
        return list(track(askers.each(answer, prompts), total=len(prompts), description="asking"))

    try:
        yield propose
    finally:
        askers.close()


class Askers:
    """A model loaded once for every core, on a thread each: questions are many, and threads that share one wait for each other.
    Close it when done."""

    def __init__(self, model: Model, adapter: Path | None, samples: int, grammar: bool) -> None:
        adapters = (Adapter("openacc", str(adapter.resolve()), ""),) if adapter else ()
        asked = replace(model, adapters=adapters)
        self.count = min(_MOST_ASKERS, _own_cores())
        self._samples, self._grammar = samples, grammar
        self._given_up = CancelToken()
        self._idle: Queue[Runtime] = Queue()
        self._runtimes = [Runtime(asked, threads=1) for _ in range(self.count)]
        for runtime in self._runtimes:
            self._idle.put(runtime)

    def load(self) -> None:
        """All of them, one after the other: what fails would fail for each."""
        for runtime in self._runtimes:
            runtime.load().result()

    def ask(self, prompt: tuple[str, str]) -> list[str]:
        """The directives that are proposed for a prompt, best first."""
        rules = loop_grammar(_names_in("".join(prompt))) if self._grammar else None
        runtime = self._idle.get()
        try:
            answer = runtime.propose(FillIn(*prompt), rules, self._samples, self._given_up).result()
        finally:
            self._idle.put(runtime)
        return [normalised(proposal.text) for proposal in answer.proposals]

    def each(
        self, answer: Callable[[tuple[str, str]], list[str]], prompts: Sequence[tuple[str, str]]
    ) -> Iterator[list[str]]:
        """``answer`` of every prompt, in order, as many at once as there are askers. Nobody waits for those that are being written when
        the user ends it."""
        with ThreadPoolExecutor(self.count) as pool:
            try:
                yield from pool.map(answer, prompts)
            except BaseException:
                self._given_up.cancel()
                raise

    def close(self) -> None:
        """End them all."""
        for runtime in self._runtimes:
            runtime.close()


def _own_cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Answers:
    """What a model has said already, a line each, so that an evaluation that was ended does not ask twice. A line that was being
    written then is not read."""

    def __init__(self, file: Path) -> None:
        self._file, self._lock = file, Lock()
        self._known: dict[str, list[str]] = {}
        for line in file.read_text("utf-8").splitlines() if file.exists() else ():
            with contextlib.suppress(ValueError):
                question, answer = json.loads(line)
                self._known[question] = answer

    def of(self, question: Sequence[Any], ask: Callable[[], list[str]]) -> list[str]:
        """The answer to ``question``, which names everything that it depends on; ``ask`` where it is not known."""
        key = hashlib.sha256(json.dumps(question).encode()).hexdigest()
        if key not in self._known:
            self._known[key] = ask()
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._lock, self._file.open("a", encoding="utf-8") as out:
                # Begun on a line of its own: a killed run may have left half of one.
                out.write(f"\n{json.dumps([key, self._known[key]])}\n")
        return self._known[key]


def _names_in(text: str) -> list[str]:
    """Identifiers of a prompt, nearest last; a prompt has no syntax tree to ask."""
    return list(dict.fromkeys(re.findall(r"[A-Za-z_]\w*", text)))


def _write(config: EvaluateConfig, results: list[dict[str, Any]], answered: list[dict[str, Any]]) -> None:
    config.output.mkdir(parents=True, exist_ok=True)
    data = {
        split: hashlib.sha256((config.pairs / f"{split}.jsonl.gz").read_bytes()).hexdigest()[:16]
        for split in config.splits
    }
    document = {
        "task": "openacc-pragma",
        "version": TASK_VERSION,
        "model": config.model,
        "adapter": config.adapter,
        "samples": config.samples,
        "data": data,
        "rows": results,
        "answers": answered,
    }
    (config.output / "evaluation.json").write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    (config.output / "evaluation.md").write_text(table(results), "utf-8")
    log_run(config.output, "evaluate", config, {"rows": [_line(row) for row in results]})
    (config.output / "answers.jsonl").unlink(missing_ok=True)


def table(results: list[dict[str, Any]]) -> str:
    """The rows as Markdown, a column for each compiler that was asked."""
    compilers = list(dict.fromkeys(name for row in results for name in row.get("compile", ())))
    columns = ["split", "sees", "pairs", "exact", "any", "directive", "clause set", "clause F1"]
    columns += [f"{name} accepts" for name in compilers]
    lines = [columns, ["---"] * len(columns)]
    for row in results:
        shares = [row[key] for key in ("exact", "any", "directive", "clause_set")] + [row["clause_f1"]["all"]]
        rates = [row.get("compile", {}).get(name) for name in compilers]
        accepted = [f"{rate['accepted']:.3f} of {rate['asked']}" if rate else "" for rate in rates]
        lines.append([row["split"], row["mode"], str(row["pairs"]), *(f"{share:.3f}" for share in shares), *accepted])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _line(row: dict[str, Any]) -> str:
    return (
        f"{row['split']:12} {row['mode']:7} {row['pairs']:4}  exact {row['exact']:.3f}  any {row['any']:.3f}  "
        f"directive {row['directive']:.3f}  clause set {row['clause_set']:.3f}  F1 {row['clause_f1']['all']:.3f}"
    )
