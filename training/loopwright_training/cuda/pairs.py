"""`cuda-pairs`: operator graphs → pairs of a CUDA kernel and CPU loops, every one executed before it is kept.

A pair is kept if its loops agree with the kernel, run by the oracle with a fiber for each thread, on all inputs, took the
launch themselves on some of them, and can be parsed as a body of loops. Each is labelled with its operator kinds, the
launch's dimensions, what the loops and the rule's lowering took on this machine, and what machine that is.

Whole graphs are held back for the test part: no operator graph is in both. Finished batches are kept in ``batches/``, so a
run can be resumed.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import platform
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from loopwright.cuda.file import translate_file
from loopwright.cuda.lower.direct import objection
from loopwright.source.syntax import parse
from loopwright.toolchain.workers import worker_pool
from loopwright.translate.asking import kernel_fill_in
from loopwright.translate.verify import Judge, Verified
from rich.progress import track

from loopwright_training.cuda.graphs import KINDS, Graph, grown_graph
from loopwright_training.records import log_run, read_records, write_records

if TYPE_CHECKING:  # it needs TVM, which may be missing
    from loopwright_training.cuda.rows import Whole


@dataclass(frozen=True)
class CudaPairsConfig:
    """``batches`` of ``batch`` kernels are tried; ``changes`` bounds the growth of a graph, ``rows`` is the share of operators that no
    graph holds (:mod:`rows`), ``most_answer`` the length of an answer in characters; every ``timed_every``-th batch is timed; one graph
    in ``held`` is for testing."""

    output: Path
    batches: int = 250
    batch: int = 24
    timed_every: int = 4
    changes: int = 3
    rows: float = 0.15
    most_answer: int = 1100
    held: int = 12
    seed: int = 1
    workers: int = 2


_SHARING = frozenset(("tree", "shuffled", "tiled", "turned", "halo", "tvm across"))


@dataclass(frozen=True)
class _Made:
    graph: Graph | Whole
    style: str
    kernel: str
    name: str
    body: str


def make_cuda_pairs(config: CudaPairsConfig) -> dict[str, int]:
    """Write ``train.jsonl.gz`` and ``test.jsonl.gz``; returns how many pairs were tried and kept, by style."""
    import tvm  # noqa: F401  # before anything is started: it may be missing

    counts: Counter[str] = Counter()
    seen: set[str] = set()
    parts: dict[str, list[dict[str, Any]]] = {"train": [], "test": []}
    jobs = [(config, number) for number in range(config.batches)]
    with worker_pool(config.workers) as pool:
        for path in track(pool.map(_batch, jobs), total=len(jobs), description="executing"):
            outcomes, *rows = read_records(path)
            counts.update(outcomes)
            for row in rows:
                key = re.sub(r"\s+", " ", row["prompts"]["kernel"][0])
                if key not in seen:
                    seen.add(key)
                    parts["test" if _is_held(row["graph"], config.held) else "train"].append(row)
    sizes = {name: write_records(config.output / f"{name}.jsonl.gz", rows) for name, rows in parts.items()}
    log_run(config.output, "cuda-pairs", config, {"sizes": sizes, "outcomes": dict(counts)})
    print("  ".join(f"{name} {size}" for name, size in {**sizes, **counts}.items()))
    return sizes


def _is_held(graph: str, share: int) -> bool:
    return int(hashlib.sha256(graph.encode()).hexdigest(), 16) % share == 0


def _batch(job: tuple[CudaPairsConfig, int]) -> Path:
    """The file of a batch: how its kernels fared, then a row for each pair that is kept."""
    config, number = job
    path = config.output / "batches" / f"{config.seed}-{number}.jsonl.gz"
    if not path.exists():
        order = Random(config.seed * 1_000_003 + number)
        made = list(itertools.islice(_written(config, order), config.batch))
        rows, outcomes = executed(made, f"k{number}_", number % config.timed_every == 0)
        write_records(path, [dict(outcomes), *rows])
    return path


def _written(config: CudaPairsConfig, order: Random) -> Iterator[_Made]:
    from loopwright_training.cuda.kernels import STYLES, write
    from loopwright_training.cuda.lowering import lower
    from loopwright_training.cuda.rows import written_rows

    while True:
        if order.random() < config.rows:
            whole, one = written_rows(order)
            if len(one.body) <= config.most_answer:
                yield _Made(whole, one.style, one.kernel, one.name, one.body)
            continue
        kind = order.choices(KINDS, (2, 3, 2, 2, 3))[0]
        graph = grown_graph(kind, order.randrange(config.changes + 1), order)
        try:
            lowered = lower(graph)
        except ValueError:
            continue
        fitting = []
        for style in STYLES:
            try:
                fitting.append(write(lowered, style, order))
            except ValueError:
                continue
        # What is written rarely, and gains most from loops, is shown more often.
        fitting.sort(key=lambda written: order.random() * (0.35 if written.style in _SHARING else 1))
        for written in fitting[:2]:
            if len(written.body) <= config.most_answer:
                yield _Made(graph, written.style, written.kernel, written.name, written.body)


def executed(made: list[_Made], prefix: str, timed: bool) -> tuple[list[dict[str, Any]], Counter[str]]:
    """The pairs that hold, as records, and the outcomes counted."""
    outcomes: Counter[str] = Counter()
    # One program judges them all, so names must differ; in the record each has its own name back.
    renamed = [re.sub(rf"\b{m.name}\b", f"{prefix}{i}", m.kernel) for i, m in enumerate(made)]
    source = parse("\n".join(renamed), "pairs.cu", "cuda")
    bodies = {f"{prefix}{i}": m.body for i, m in enumerate(made)}
    plain = translate_file(source)
    twice = translate_file(source, direct=bodies)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pairs.cu"
        with (
            Judge(twice, twice.kernels, path) as judge,
            Judge(twice, twice.kernels, path, timed=True, rival=plain) as race,
        ):
            for i, one in enumerate(made):
                kernel = twice.kernel(f"{prefix}{i}")
                refused = "no translation" if kernel is None or not kernel.direct else objection(one.body)
                if refused or kernel is None:
                    outcomes[f"refused {one.style}: {refused}"] += 1
                    continue
                verified = judge.verify(kernel)
                if not verified.agreed or verified.taken < 2:
                    outcomes[f"{'not taken' if verified.agreed else 'differs'} {one.style}"] += 1
                    continue
                outcomes[f"kept {one.style}"] += 1
                times = race.verify(kernel) if timed else None
                rows.append(_row(one, verified, times, parse(one.kernel, "pair.cu", "cuda").text))
    return [row for row in rows if row is not None], outcomes


def _row(one: _Made, verified: Verified, timed: Verified | None, text: str) -> dict[str, Any] | None:
    translation = translate_file(parse(text, "pair.cu", "cuda"))
    if not translation.kernels:
        return None
    kernel = translation.kernels[0]
    fill = kernel_fill_in(translation, kernel)
    if fill is None:
        return None
    answer = "\n".join("    " + line if line else line for line in one.body.split("\n")) + "\n"
    return {
        "graph": one.graph.name,
        "kinds": one.graph.kinds,
        "style": one.style,
        "prompts": {"kernel": [fill.prefix, fill.suffix]},
        "answer": answer,
        "kernel": text,
        "name": one.name,
        "labels": {
            "grid_dimensions": kernel.shape.grid,
            "block_dimensions": kernel.shape.block,
            "inputs": verified.inputs,
            "taken": verified.taken,
            "error": verified.max_relative_error,
            "lowering_ms": timed.reference_ms if timed and timed.agreed else None,
            "loops_ms": timed.translation_ms if timed and timed.agreed else None,
            **hardware(),
        },
    }


def hardware() -> dict[str, Any]:
    """Facts about this machine that times depend on."""
    words = ""
    if Path("/proc/cpuinfo").exists():
        words = next((line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("flags")), "")
    bits = 512 if "avx512f" in words else 256 if "avx2" in words else 128
    return {"architecture": platform.machine(), "vector_bits": bits, "cores": os.cpu_count(), "threads": 2}
