"""`evaluate-cuda`: model × held-out kernels → how many of its loops can be parsed, compile, agree with the kernel, are faster.

The first proposal counts. Nothing is compared with what stands in the pair but for ``exact``: a kernel has many right
translations, and all are run.
"""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loopwright.cuda.file import translate_file
from loopwright.cuda.lower.direct import takes_direct
from loopwright.model.manifest import Adapter, Model
from loopwright.model.prompt import FillIn
from loopwright.model.runtime import LOOPS, Runtime
from loopwright.source.syntax import parse
from loopwright.translate.asking import kernel_fill_in
from loopwright.translate.candidate import Trial, tried
from rich.progress import track

from loopwright_training.evaluate import generated
from loopwright_training.records import log_run, read_records

Asker = Callable[[Sequence[FillIn]], list[str]]
_OUTCOMES = ("refused", "not compiled", "differs", "not taken", "not faster", "faster")


@dataclass(frozen=True)
class EvaluateCudaConfig:
    """``model`` is a folder in the Hugging Face format or a ``.gguf`` file, ``adapter`` of the same kind. ``pairs`` is a part
    of `cuda-pairs`, ``kernels`` a folder of ``.cu`` files whose kernels are asked for too; without ``execute`` only
    ``exact`` is counted."""

    pairs: Path
    output: Path
    model: str
    adapter: str | None = None
    kernels: Path | None = None
    limit: int = 0
    execute: bool = True
    batch: int = 64


def evaluate_cuda(config: EvaluateCudaConfig) -> dict[str, dict[str, float]]:
    """Rows of the table by style, also written as ``cuda.json`` with every answer."""
    rows = list(read_records(config.pairs))
    rows = rows[:: max(1, len(rows) // config.limit)][: config.limit] if config.limit else rows
    rows += _own_kernels(config.kernels) if config.kernels else []
    ask = _llama(config) if config.model.endswith(".gguf") else _torch(config)
    answers = ask([FillIn(*row["prompts"]["kernel"]) for row in rows])
    bodies = [textwrap.dedent(f"    {answer.strip()}") for answer in answers]
    trials: list[Trial | None] = [None] * len(rows)
    if config.execute:
        pairs = track(list(zip(rows, bodies, strict=True)), description="executing")
        trials = [_trial(row, body) for row, body in pairs]
    table = _table(rows, bodies, trials)
    config.output.mkdir(parents=True, exist_ok=True)
    details = [
        {"style": row["style"], "graph": row["graph"], "body": body, "outcome": trial and vars(trial)}
        for row, body, trial in zip(rows, bodies, trials, strict=True)
    ]
    document = {"model": config.model, "adapter": config.adapter, "rows": table, "answers": details}
    (config.output / "cuda.json").write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    log_run(config.output, "evaluate-cuda", config, {"rows": table})
    for style, row in table.items():
        print(f"{style:12}" + "".join(f"  {name} {value:.3g}" for name, value in row.items()), flush=True)
    return table


def _trial(row: dict[str, Any], body: str) -> Trial:
    translation = translate_file(parse(row["kernel"], "pair.cu", "cuda"))
    kernel = translation.kernel(row["name"])
    if kernel is None or kernel.text is None:
        return Trial(body, "refused", "the kernel has no lowering")
    return next(tried(translation, kernel, [body], Path("pair.cu")))


def _own_kernels(folder: Path) -> list[dict[str, Any]]:
    """Kernels of a folder, each alone with what it needs, as rows without an answer."""
    rows = []
    for file in sorted(folder.glob("*.cu")):
        translation = translate_file(parse(file.read_bytes(), file.name, "cuda"))
        for kernel in translation.kernels:
            fill = kernel_fill_in(translation, kernel) if kernel.text is not None else None
            if fill is None or not takes_direct(kernel.function, kernel.dynamic):
                continue
            rows.append(
                {
                    "style": f"{folder.name}/{file.stem}",
                    "graph": kernel.name,
                    "kernel": translation.source.text,
                    "name": kernel.name,
                    "prompts": {"kernel": [fill.prefix, fill.suffix]},
                }
            )
    return rows


def _table(
    rows: Sequence[dict[str, Any]], bodies: Sequence[str], trials: Sequence[Trial | None]
) -> dict[str, dict[str, float]]:
    counts: dict[str, Counter[str]] = {}
    for row, body, trial in zip(rows, bodies, trials, strict=True):
        for style in (row["style"], "all" if "answer" in row else "all other"):
            own = counts.setdefault(style, Counter())
            own["asked"] += 1
            own["exact"] += "answer" in row and textwrap.dedent(row["answer"]).strip() == body.strip()
            if trial is not None:
                own[trial.outcome] += 1
    names = ("exact", *(o for o in _OUTCOMES if any(o in c for c in counts.values())))
    return {
        style: {"asked": own["asked"], **{name: own[name] / own["asked"] for name in names}}
        for style, own in sorted(counts.items())
    }


def _llama(config: EvaluateCudaConfig) -> Asker:
    path = Path(config.model)
    own = (Adapter("translate", str(Path(config.adapter).resolve()), "", "translate"),) if config.adapter else ()
    runtime = Runtime(Model(path.stem, path.name, "", "", adapters=own, folder=path.parent.resolve()), LOOPS, 1)

    def ask(fills: Sequence[FillIn]) -> list[str]:
        found = []
        for fill in track(fills, description="asking"):
            proposals = runtime.propose(fill, None, 1).result().proposals
            found.append(proposals[0].text if proposals else "")
        return found

    return ask


def _torch(config: EvaluateCudaConfig) -> Asker:
    from transformers import AutoTokenizer

    from loopwright_training.architecture import best_device, load_adapted
    from loopwright_training.examples import encode_prompt

    device = best_device()
    tokenizer = AutoTokenizer.from_pretrained(config.model)
    model = load_adapted(config.model, config.adapter, device)

    def ask(fills: Sequence[FillIn]) -> list[str]:
        found = []
        for first in range(0, len(fills), config.batch):
            prompts = [encode_prompt(tokenizer, f.prefix, f.suffix, 1024) for f in fills[first : first + config.batch]]
            found += [texts[0] for texts in generated(model, tokenizer, prompts, 1, 0.0, LOOPS.most_tokens)]
        return found

    return ask
