"""`here`: a team's own directives → an adapter that writes as they do, in one command.

The folder is read, its annotated loops become pairs, a part of them is held out: single pairs, whose files are known otherwise, and
whole files. The model in use is unpacked, its adapter trained on, exported and judged beside what it was on the held-out part, in
llama.cpp and with the product's decoding. A base of the team's own is exported instead, and gets its first adapter. Every step keeps
what it made: the same command goes on where it was ended. Minutes are given: what fits into them is measured and told before training.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from loopwright.model.manifest import Model, choose_model, list_models, read_manifest
from transformers import AutoConfig

from loopwright_training.adapt import AdaptConfig, LoraConfig, adapt
from loopwright_training.architecture import best_device
from loopwright_training.budget import (
    SAMPLES,
    Judging,
    Measured,
    Plan,
    answer_seconds,
    duration,
    judging_in,
    planned,
    read_judging,
    read_measured,
    read_plan,
    write_kept,
)
from loopwright_training.config import ConfigError
from loopwright_training.cost import cost_of
from loopwright_training.evaluate import EvaluateConfig, evaluate
from loopwright_training.export import ExportConfig, convert_adapter, export
from loopwright_training.llama_tensors import write_adapter
from loopwright_training.pairs import NothingToLearn, PairsConfig, SplitConfig, make_pairs
from loopwright_training.places import Project, alone_in, project_of, write_note
from loopwright_training.project import project_records
from loopwright_training.records import read_records, write_records
from loopwright_training.report import Comparison, Judged, write_report
from loopwright_training.stamps import once, stamp_of
from loopwright_training.unpack import UnpackConfig, unpack

_FEWEST = 12  # annotated loops of which something can be learned and something held out
_AT_ONCE = {"cuda": 4, "cpu": 2}  # examples together: a laptop has little memory, and its cores are busy with one
_PARTS = ("pair", "repository")  # held out: single loops, whole files
_MODES = ("loop", "fresh", "kept")
_WEIGHTS = (0.1, 0.3, 0.6)  # a project's own model is asked among the project's directives


@dataclass(frozen=True)
class HereConfig:
    """``model`` is the name of an installed model, empty for the one in use; ``base`` in its place a checkpoint in Hugging Face's format,
    such as Qwen2.5-Coder, which is exported with ``quantization``. ``output`` keeps what the steps make. ``epochs`` rounds are made
    if ``minutes`` are enough for them."""

    folders: tuple[Path, ...]
    output: Path
    name: str
    model: str = ""
    base: Path | None = None
    quantization: str = "Q8_0"
    epochs: float = 6.0
    minutes: float = 30.0
    rate: float = 3e-4
    batch: int = 16
    held: float = 0.15

    @property
    def project(self) -> Project:
        """Whose work this is."""
        return project_of(self.folders, self.base, self.model)


def here(config: HereConfig) -> Comparison:
    """All steps; returns how the new adapter does beside the model it began as."""
    started = time.time()
    _check(config)
    records = project_records(config.folders)
    with alone_in(config.output):
        return _made(config, records, started)


def _made(config: HereConfig, records: list[dict[str, str]], started: float) -> Comparison:
    write_note(config.output, config.project, config.name)
    pairs = _pairs(config, records)
    if config.base is not None:
        model, base = _exported(config, config.base), config.base
    else:
        model = _as_shipped(config.model)
        base = _unpacked(config, model)
    settings = _settings(config, pairs, base, model.context)
    rows = list(read_records(pairs / "train.jsonl.gz"))
    shipped = model.adapter("openacc")
    old = model.folder / shipped.file if shipped else None
    plan = _plan(config, settings, rows, model, old, started)
    settings = replace(settings, epochs=plan.rounds)
    ends = started + 60 * config.minutes
    # Training has the time that was planned for it, whatever came before took.
    adapt(settings, until=max(time.time() + plan.training, ends - plan.judging.seconds))
    file = config.output / f"{model.name}-{config.name}.gguf"
    if config.base is None:
        write_adapter(settings.output, AutoConfig.from_pretrained(base), file, model.sha256)
    else:
        convert_adapter(settings.output, base, file)
    how = _judging(config, model, file, ends)
    before = _judged(config, pairs, model, old, how, "before")
    after = _judged(config, pairs, model, file, how, "after")
    history = json.loads((settings.output / "adapt.json").read_text("utf-8"))["history"]
    made = model.path if config.base is not None else None
    comparison = Comparison(config.name, model.name, file, len(rows), before, after, history, made)
    report = write_report(comparison, config.output / "report.html")
    print(comparison.sentence)
    print(f"adapter: {file}\nreport: {report}")
    return comparison


def _check(config: HereConfig) -> None:
    """What would end a run of half an hour at its last step is said before the first."""
    if not config.name or Path(config.name).name != config.name:
        raise ConfigError(f"{config.name!r} cannot be the name of an adapter: it becomes the name of a file")
    if config.base is None:
        choose_model(config.model or None)
    elif not (config.base / "config.json").is_file():
        raise ConfigError(f"{config.base} is no checkpoint: it has no config.json")
    elif not _names_its_family(config.base / "config.json"):
        raise ConfigError(f"{config.base} is no checkpoint: its config.json names no model_type")


def _names_its_family(file: Path) -> bool:
    try:
        return bool(json.loads(file.read_text("utf-8"))["model_type"])
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _plan(
    config: HereConfig,
    settings: AdaptConfig,
    rows: list[dict[str, Any]],
    model: Model,
    adapter: Path | None,
    started: float,
) -> Plan:
    """What is done in the minutes that are left, told before it begins; a run that is asked again keeps its plan."""
    folder = config.output / "pairs"
    held = _held(config)
    stamp = stamp_of("plan", config, [folder], without=frozenset({"output", "name"}))
    place = config.output / "plan.json"
    plan = read_plan(place, stamp)
    if plan is not None:
        return plan
    print(f"{len(rows)} loops to learn from, {sum(map(len, held))} to judge by", flush=True)
    refused = config.output / "measured.json"
    of_any_minutes = stamp_of("measured", config, [folder], without=frozenset({"output", "name", "minutes"}))
    measured = read_measured(refused, of_any_minutes)
    if measured is None:
        print("measuring this machine", flush=True)
        watched = sum(1 for path in settings.held for _ in read_records(Path(path)))
        measured = Measured(cost_of(settings, rows, watched), answer_seconds(model, adapter, _prompts(held)))
        write_kept(refused, of_any_minutes, measured)
    gone, cost = time.time() - started, measured.cost
    plan = planned(60 * config.minutes, gone, config.epochs, cost, measured.answer, [len(part) for part in held])
    write_kept(place, stamp, plan)
    refused.unlink()
    print(_told(config, plan, cost.round), flush=True)
    return plan


def _judging(config: HereConfig, model: Model, adapter: Path, ends: float) -> Judging:
    """How many of the held-out loops can be asked in what is left: an answer is measured again, as the machine may be busier."""
    held, place = _held(config), config.output / "judging.json"
    stamp = stamp_of("judging", config, [config.output / "pairs", adapter], without=frozenset({"output", "name"}))
    how = read_judging(place, stamp)
    if how is None:
        answer = answer_seconds(model, adapter, _prompts(held))
        how = judging_in(ends - time.time(), answer, [len(part) for part in held])
        write_kept(place, stamp, how)
        asked = sum(min(len(part), how.asked or len(part)) for part in held)
        print(f"judging by {asked} held-out loops, before and after: about {duration(how.seconds)}", flush=True)
    return how


def _held(config: HereConfig) -> list[list[dict[str, Any]]]:
    """The loops of each held-out part."""
    return [list(read_records(config.output / "pairs" / f"{part}.jsonl.gz")) for part in _PARTS]


def _prompts(held: list[list[dict[str, Any]]]) -> list[tuple[str, str]]:
    return [(row["prompts"]["kept"][0], row["prompts"]["kept"][1]) for part in held for row in part]


def _told(config: HereConfig, plan: Plan, seconds: float) -> str:
    machine = "GPU" if best_device() == "cuda" else "CPU"
    said = (
        f"training takes about {duration(plan.training)} for {plan.rounds:.1f} rounds, judging {duration(plan.judging.seconds)}; "
        f"{plan.memory / 1e9:.1f} GB at most on this {machine}"
    )
    if plan.judging.asked:
        said += f"; about {plan.judging.asked} held-out loops of each part are judged by"
    if plan.rounds < config.epochs:
        all_rounds = (config.epochs * seconds + plan.judging.seconds) / 60
        said += f"; `--minutes {all_rounds + 2:.0f}` is enough for {config.epochs:.0f} rounds"
    return said


def _as_shipped(name: str) -> Model:
    """The model in use with the adapter that came with it: asked a second time, training begins where it began before."""
    chosen = choose_model(name or None)
    return next((model for model in list_models() if model.name == chosen.name), chosen)


def _pairs(config: HereConfig, records: list[dict[str, str]]) -> Path:
    files, pairs = config.output / "files.jsonl.gz", config.output / "pairs"
    write_records(files, records)
    split = SplitConfig(
        family=0, repository=config.held, pair=config.held, development=0, development_pair=0.1, most_per_group=10_000
    )
    settings = PairsConfig(files, pairs, split=split, most_seen=1.1)
    once("pairs", settings, _enough_pairs)
    return pairs


def _enough_pairs(settings: PairsConfig) -> None:
    try:
        loops = make_pairs(settings)["loops"]
    except NothingToLearn as nothing:
        if nothing.loops >= _FEWEST:
            raise
        loops = nothing.loops  # sizes of parts are no concern of who has none
    if loops < _FEWEST:
        raise ConfigError(f"{loops} annotated loops in C, C++ and CUDA were found; at least {_FEWEST} are needed")


def _unpacked(config: HereConfig, model: Model) -> Path:
    adapter = model.adapter("openacc")
    file = model.folder / adapter.file if adapter else None
    settings = UnpackConfig(model.path, config.output / "base", file)
    once("unpack", settings, unpack)
    return settings.output


def _exported(config: HereConfig, base: Path) -> Model:
    """The team's own base as a model of llama.cpp's, without an adapter."""
    settings = ExportConfig(str(base), config.output / "models", base.resolve().name, quantization=config.quantization)
    once("export", settings, export)
    (model,) = read_manifest(settings.output)
    return model


def _settings(config: HereConfig, pairs: Path, base: Path, context: int) -> AdaptConfig:
    held = pairs / "development_pair.jsonl.gz"
    watched = any(read_records(held))
    start = base / "adapter"
    return AdaptConfig(
        str(base),
        (str(pairs / "train.jsonl.gz"),),
        config.output / "adapter",
        adapter=start if start.is_dir() else None,
        lora=LoraConfig(rank=32, alpha=64),
        epochs=config.epochs,
        rate=config.rate,
        batch=config.batch,
        device_batch=_AT_ONCE[best_device()],
        context=context,
        modes=_MODES,
        mode_weights=_WEIGHTS,
        held=(str(held),) if watched else (),
        held_modes=("kept",),
        patience=2 if watched else 0,
    )


def _judged(config: HereConfig, pairs: Path, model: Model, adapter: Path | None, how: Judging, which: str) -> Judged:
    output = config.output / which
    settings = EvaluateConfig(
        pairs,
        output,
        str(model.path),
        str(adapter) if adapter else None,
        splits=tuple(part for part in _PARTS if any(read_records(pairs / f"{part}.jsonl.gz"))),
        modes=how.modes,
        samples=SAMPLES,
        limit=how.asked,
        grammar=True,
    )
    once("evaluate", settings, evaluate)
    document = json.loads((output / "evaluation.json").read_text("utf-8"))
    return Judged(document["rows"], document["answers"])
