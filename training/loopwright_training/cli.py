"""`loopwright-train`: every step of making a model, each with a YAML file of its own."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

from loopwright_training.config import ConfigError, load_config

# step → (module, function, configuration, what it does)
STEPS = {
    "mine": ("mine", "mine", "MineConfig", "read sources from local clones named by a corpus manifest"),
    "pairs": ("pairs", "make_pairs", "PairsConfig", "directive-loop pairs, duplicates removed, split, decontaminated"),
    "cuda-pairs": ("cuda.pairs", "make_cuda_pairs", "CudaPairsConfig", "CUDA kernels and CPU loops, made and executed"),
    "tokenizer": ("tokenizer", "train_tokenizer", "TokenizerConfig", "train the vocabulary"),
    "pretrain": ("pretrain", "pretrain", "PretrainConfig", "train a base model on source text"),
    "adapt": ("adapt", "adapt", "AdaptConfig", "fine-tune fully or train a LoRA adapter on pairs"),
    "blend": ("blend", "blend", "BlendConfig", "weights between those before and after fine-tuning"),
    "export": ("export", "export", "ExportConfig", "write quantized GGUF files and the manifest entry"),
    "export-adapter": ("export", "export_adapter", "ExportAdapterConfig", "one more adapter for a model of models/"),
    "unpack": ("unpack", "unpack", "UnpackConfig", "a GGUF base as a folder to train adapters on"),
    "evaluate": ("evaluate", "evaluate", "EvaluateConfig", "score a model on the held-out parts"),
    "evaluate-cuda": (
        "cuda.evaluate",
        "evaluate_cuda",
        "EvaluateCudaConfig",
        "run a model's loops beside their kernels",
    ),
}


def main(arguments: list[str] | None = None) -> int:
    """Run one step; exit code 2 for a bad configuration."""
    parser = argparse.ArgumentParser(
        "loopwright-train", description=__doc__, epilog="The order is that of the list; training/README.md explains."
    )
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")
    for name, (_, _, _, text) in STEPS.items():
        step = steps.add_parser(name, help=text, description=text)
        step.add_argument("config", type=Path, help=f"such as training/configs/{name}.yaml")
        step.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="override a key of the file")
        if name == "mine":
            step.add_argument("--mirror", help="folder with the clones (same as --set mirror=…)")
    options = parser.parse_args(arguments)
    overrides = list(options.set)
    if getattr(options, "mirror", None):
        overrides.append(f"mirror={options.mirror}")
    module_name, function, config_name, _ = STEPS[options.step]
    module = import_module(f"loopwright_training.{module_name}")
    try:
        config = load_config(getattr(module, config_name), options.config, overrides)
        getattr(module, function)(config)
    except (ConfigError, FileNotFoundError) as error:
        print(f"loopwright-train {options.step}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
