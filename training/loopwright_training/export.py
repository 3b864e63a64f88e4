"""`export`: a torch model and its adapter → GGUF files that llama.cpp runs, quantized, with a manifest entry.

Nothing is written to the manifest unless the files agree with torch: the same tokens for sample texts, and logits of
the unquantized base within a tolerance, with the adapter and without.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from loopwright.model.manifest import Adapter, Model, read_manifest, sha256_of, write_manifest
from transformers import AutoConfig, AutoTokenizer, PreTrainedTokenizerFast

from loopwright_training.adapter_blocks import DEFAULT_KIND, repack
from loopwright_training.architecture import load_adapted, load_model
from loopwright_training.converter import find_converter
from loopwright_training.llama_tensors import OWN, write_adapter
from loopwright_training.marks import prompt_format
from loopwright_training.parity import check_logits, check_tokens
from loopwright_training.quantize import Importance, architecture_of, importance_of, quantize
from loopwright_training.records import log_run, read_records
from loopwright_training.tokenizer import PRE_TOKENIZER, SPLIT_RULE


@dataclass(frozen=True)
class ExportConfig:
    """``base`` is a folder, or a public model's name. ``quantization`` is a llama.cpp type such as Q8_0, Q5_K_M or Q4_K_M,
    ``adapter_quantization`` that of the adapter's matrices whose rows are long enough for it (the others are Q8_0 or F16);
    with ``importance``, records that hold ``text``, it is told which columns matter over the first ``importance_tokens``.
    ``split_rule`` is llama.cpp's name for how the tokenizer splits text where llama.cpp does not know the tokenizer;
    ``converter`` a checkout of llama.cpp to be used. ``logit_tolerance`` bounds the mean absolute difference of
    log-probabilities between torch and the unquantized file."""

    base: str
    output: Path
    name: str
    adapter: str | None = None
    adapter_name: str = "openacc"
    quantization: str = "Q8_0"
    adapter_quantization: str = DEFAULT_KIND
    importance: Path | None = None
    importance_tokens: int = 50_000
    split_rule: str = ""
    converter: Path | None = None
    licence: str = "Apache-2.0"
    context: int = 1024
    logit_tolerance: float = 0.02
    numbers: dict[str, Any] = field(default_factory=dict)
    evaluation: str | None = None


def export(config: ExportConfig) -> Model:
    """Write the files and the manifest entry, test parity, return the entry."""
    config.output.mkdir(parents=True, exist_ok=True)
    tokenizer = AutoTokenizer.from_pretrained(config.base)
    prompt = prompt_format(tokenizer)
    model = load_model(config.base, "cpu").eval()
    base = config.output / f"{config.name}-{config.quantization.lower()}.gguf"
    adapters: tuple[Adapter, ...] = ()
    with _scratch(config.output / f"{config.name}.partial") as scratch:
        plain, source = scratch / "f16.gguf", _folder_of(config.base, model, tokenizer, scratch)
        rule = config.split_rule or _own_split_rule(tokenizer)
        find_converter(config.converter).base(source, plain, config.name, split_rule=rule)
        check_tokens(plain, tokenizer)
        difference = check_logits(plain, model, tokenizer, config.logit_tolerance)
        quantize(plain, scratch / base.name, config.quantization, _importance(config, model, tokenizer, plain))
        if config.adapter:
            file = config.output / f"{config.name}-{config.adapter_name}.gguf"
            convert_adapter(
                Path(config.adapter), source, scratch / file.name, config.converter, config.adapter_quantization
            )
            adapted = load_adapted(str(source), config.adapter, "cpu")
            check_logits(plain, adapted, tokenizer, config.logit_tolerance, scratch / file.name)
            os.replace(scratch / file.name, file)
            adapters = (Adapter(config.adapter_name, file.name, sha256_of(file), config.adapter_name),)
        os.replace(scratch / base.name, base)
    numbers = dict(config.numbers)
    if config.evaluation:
        numbers["evaluation"] = json.loads(Path(config.evaluation).read_text("utf-8"))["rows"]
    entry = Model(
        config.name,
        base.name,
        sha256_of(base),
        config.licence,
        config.context,
        prompt=prompt,
        adapters=adapters,
        numbers=numbers,
        folder=config.output,
    )
    others = [m for m in _known(config.output) if m.name != config.name]
    write_manifest(config.output, [entry, *others])
    sizes = {file.name: file.stat().st_size for file in config.output.glob(f"{config.name}-*.gguf")}
    log_run(
        Path(config.base) if Path(config.base).is_dir() else config.output,
        "export",
        config,
        {"bytes": sizes, "logit_difference": difference},
    )
    print(f"{base.name} {base.stat().st_size / 1e6:.1f} MB; log-probabilities differ by {difference:.4f} from torch")
    return entry


@contextlib.contextmanager
def _scratch(folder: Path) -> Iterator[Path]:
    """An empty folder beside what is written, so that files take their place whole; one that a killed run left is emptied."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def _folder_of(base: str, model: Any, tokenizer: PreTrainedTokenizerFast, scratch: Path) -> Path:
    """Where the model lies: a public one is written down, as the converter reads folders."""
    if Path(base).is_dir():
        return Path(base).absolute()
    folder = scratch / "base"
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def _own_split_rule(tokenizer: PreTrainedTokenizerFast) -> str:
    """llama.cpp's name for the rule of the vocabularies that are trained here; empty for any other."""
    document = json.loads(tokenizer.backend_tokenizer.to_str())
    parts = (document.get("pre_tokenizer") or {}).get("pretokenizers", [])
    rules = [part["pattern"].get("Regex") for part in parts if part["type"] == "Split"]
    return PRE_TOKENIZER if rules == [SPLIT_RULE] else ""


def _importance(config: ExportConfig, model: Any, tokenizer: PreTrainedTokenizerFast, plain: Path) -> Importance | None:
    if config.importance is None:
        return None
    texts = (row["text"] for row in read_records(config.importance))
    return importance_of(model, tokenizer, texts, architecture_of(plain), config.importance_tokens)


def convert_adapter(
    adapter: Path, base: Path, file: Path, converter: Path | None = None, kind: str = DEFAULT_KIND
) -> None:
    """The peft folder ``adapter``, trained on the checkpoint in ``base``, as a GGUF file, its matrices as ``kind``."""
    configuration = AutoConfig.from_pretrained(base)
    if configuration.model_type in OWN:
        write_adapter(adapter, configuration, file, kind=kind)
    else:
        plain = file.with_suffix(".f16.gguf")
        find_converter(converter).adapter(adapter, base, plain)
        repack(plain, file, kind)
        plain.unlink()


@dataclass(frozen=True)
class ExportAdapterConfig:
    """``adapter``: a peft folder; ``base``: a folder with the shape of the model it was trained on; ``model``: the entry of
    the manifest in ``output`` that it is for, ``task`` what it is asked for; ``converter`` and ``adapter_quantization`` as in :class:`ExportConfig`."""

    adapter: Path
    base: str
    output: Path
    model: str
    task: str
    evaluation: Path | None = None
    converter: Path | None = None
    adapter_quantization: str = DEFAULT_KIND


def export_adapter(config: ExportAdapterConfig) -> Adapter:
    """Write one more adapter for a model that is exported already, and name it in the manifest."""
    models = _known(config.output)
    entry = next((m for m in models if m.name == config.model), None)
    if entry is None:
        raise FileNotFoundError(f"{config.output} has no model {config.model}")
    file = config.output / f"{config.model}-{config.task}.gguf"
    with _scratch(config.output / f"{config.model}-{config.task}.partial") as scratch:
        made = scratch / file.name
        convert_adapter(config.adapter, Path(config.base), made, config.converter, config.adapter_quantization)
        os.replace(scratch / file.name, file)
    adapter = Adapter(config.task, file.name, sha256_of(file), config.task)
    numbers = dict(entry.numbers)
    if config.evaluation is not None:
        numbers[config.task] = json.loads(config.evaluation.read_text("utf-8"))["rows"]
    adapters = (*(a for a in entry.adapters if a.task != config.task), adapter)
    changed = replace(entry, adapters=adapters, numbers=numbers)
    write_manifest(config.output, [changed if m.name == config.model else m for m in models])
    print(f"{file.name} {file.stat().st_size / 1e6:.1f} MB")
    return adapter


def _known(folder: Path) -> list[Model]:
    return list(read_manifest(folder)) if (folder / "manifest.json").exists() else []
