"""`loopwright-train`: every step of making a model, each with a YAML file of its own."""

from __future__ import annotations

import argparse
import errno
import math
import os
import shlex
import shutil
import sys
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

from loopwright_training.config import ConfigError, load_config, require_models
from loopwright_training.stamps import once

_LEAST_ROOM = 1 << 20  # bytes: a disk with less is full
RAW = argparse.RawDescriptionHelpFormatter
HERE = """Held out are single loops and whole files, a seventh of the project each; the report says how many of their
directives are met exactly before and after. What fits into the minutes is measured first and told. Nothing leaves the
machine. The same command goes on where it was ended.

  loopwright-train here ~/code/solver
  loopwright-train here ~/code/solver --minutes 90
  loopwright-train here ~/code/solver ~/code/mesh --name ours --epochs 4
  loopwright-train here ~/code/solver --base ~/checkpoints/Qwen2.5-Coder-1.5B --quantization Q4_K_M"""

# Steps that keep what they have made in parts see to themselves; several exports share a folder.
_OWN_STAMPS = frozenset(("mine", "packages", "pretrain", "adapt", "export", "export-adapter", "rank"))
# step → (module, function, configuration, what it does)
STEPS = {
    "mine": ("mine", "mine", "MineConfig", "read sources from local clones named by a corpus manifest"),
    "packages": (
        "packages",
        "packages",
        "PackagesConfig",
        "read source packages of a distribution, file by file licensed",
    ),
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
    "rank": ("rank", "train_ranker", "RankConfig", "train the ranker of candidates on hidden directives"),
    "evaluate-cuda": (
        "cuda.evaluate",
        "evaluate_cuda",
        "EvaluateCudaConfig",
        "run a model's loops beside their kernels",
    ),
}


def main(arguments: list[str] | None = None) -> int:
    """Run one step; exit code 2 for a bad configuration, 3 where a package is missing."""
    parser = argparse.ArgumentParser(
        "loopwright-train", description=__doc__, epilog="The order is that of the list; training/README.md explains."
    )
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")
    for name, (_, _, _, text) in STEPS.items():
        step = steps.add_parser(name, help=text, description=text)
        step.add_argument("config", type=Path, help=f"such as training/configs/{name}.yaml")
        step.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="override a key of the file")
        if name == "evaluate":
            step.add_argument("--product", action="store_true", help="judge what `suggest` shows in a checkout")
            step.add_argument(
                "--right",
                type=float,
                metavar="SECONDS",
                help="with --product: run what differs, each pair this long at most",
            )
        if name == "mine":
            step.add_argument("--mirror", help="folder with the clones (same as --set mirror=…)")
    _add_here(steps)
    options = parser.parse_args(arguments)
    # Bars for files that load in a second, and what transformers' next version will rename, hide what a step says.
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    warnings.filterwarnings("ignore", category=FutureWarning, module="transformers")
    try:
        return _here(options) if options.step == "here" else _step(options)
    except KeyboardInterrupt:
        print(f"\nloopwright-train {options.step}: ended; the same command goes on", file=sys.stderr)
        return 130
    except ModuleNotFoundError as missing:
        if (missing.name or "loopwright").startswith("loopwright"):
            raise
        said = f"{missing.name} is not installed; the extras `model` and `training` bring what training needs"
        print(f"loopwright-train {options.step}: {said}", file=sys.stderr)
        return 3


def _step(options: argparse.Namespace) -> int:
    """One step by its YAML file."""
    overrides = list(options.set)
    if getattr(options, "mirror", None):
        overrides.append(f"mirror={options.mirror}")
    if getattr(options, "right", None):
        overrides.append(f"right={options.right}")
    module_name, function, config_name, _ = STEPS[options.step]
    if getattr(options, "product", False):
        module_name, function, config_name = "product", "evaluate_product", "ProductConfig"
    module = import_module(f"loopwright_training.{module_name}")
    config: Any = None
    try:
        config = load_config(getattr(module, config_name), options.config, overrides)
        require_models(config)
        make = getattr(module, function)
        if options.step in _OWN_STAMPS or getattr(options, "product", False):
            make(config)
        else:
            once(options.step, config, make)
    except Exception as error:
        said = _in_a_line(error, Path(getattr(config, "output", "")))
        if said is None:
            raise
        print(f"loopwright-train {options.step}: {said}", file=sys.stderr)
        return 2
    return 0


def _in_a_line(error: Exception, output: Path) -> str | None:
    """What the user can mend, in a line; ``None`` for what is a fault of ours. Libraries have errors of their own for a full disk, so
    the disk of ``output`` is asked."""
    if isinstance(error, ConfigError):
        return str(error)
    if _is_for_want_of_room(error, output):
        return f"there is no room left for {output}; asked again with room, it goes on"
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return f"{os.fsdecode(error.filename)} is not there"
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {error.strerror}"
    if isinstance(error, OSError) and error.errno is None:  # how transformers says that it finds no model
        return next(filter(None, map(str.strip, str(error).splitlines())), type(error).__name__)
    return str(error) if isinstance(error, FileNotFoundError) else None


def _is_for_want_of_room(error: Exception, output: Path) -> bool:
    """A library may say so in words alone, and have taken away what it had written by the time the disk is asked."""
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno == errno.ENOSPC
    if os.strerror(errno.ENOSPC) in str(error):
        return True
    place = next(folder for folder in (output.absolute(), *output.absolute().parents) if folder.is_dir())
    return shutil.disk_usage(place).free < _LEAST_ROOM


def _above_zero(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"a number above 0 is needed, not {text}")
    return number


def _add_here(steps: Any) -> None:
    text = "learn a project's own directives: read, pair, train, export, judge, install"
    step = steps.add_parser("here", help=text, description=text, epilog=HERE, formatter_class=RAW)
    step.add_argument("folders", type=Path, nargs="+", metavar="FOLDER", help="the project, or several")
    step.add_argument("--output", type=Path, help="where the work is kept (default: the user's cache)")
    step.add_argument(
        "--name", help="name of the adapter (default: that of the folder; with a few digits where it is taken)"
    )
    step.add_argument("--model", default="", help="the installed model to begin with (default: the one in use)")
    step.add_argument(
        "--base", type=Path, help="a checkpoint in Hugging Face's format to begin with, such as Qwen2.5-Coder"
    )
    step.add_argument("--quantization", default="Q8_0", help="llama.cpp's type of that base as a model (default: Q8_0)")
    step.add_argument(
        "--epochs", type=_above_zero, default=6.0, help="rounds over the project's loops at most (default: 6)"
    )
    step.add_argument(
        "--minutes",
        type=_above_zero,
        default=30.0,
        help="rounds and judging are cut to this; on a machine that gets busier it takes longer (default: 30)",
    )
    step.add_argument("--no-install", action="store_true", help="leave the adapter where it was written")


def _here(options: argparse.Namespace) -> int:
    """The one command of a team: exit code 0 when the adapter is better and installed, 1 when it was left aside."""
    # Threads that spin while they wait for one another take twice as long where anything else runs; read when torch is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    from loopwright.model.errors import ModelError
    from loopwright.model.install import install

    from loopwright_training.here import HereConfig, here
    from loopwright_training.places import default_name, default_output, project_of, require_own_name

    folders = tuple(folder.resolve() for folder in options.folders)
    project = project_of(folders, options.base, options.model)
    output = options.output or default_output(project)
    try:
        name = options.name or default_name(project, output)
        if options.name and not options.no_install:
            require_own_name(name, project, output)
        chosen = HereConfig(
            folders,
            output,
            name,
            options.model,
            options.base,
            options.quantization,
            epochs=options.epochs,
            minutes=options.minutes,
        )
        comparison = here(chosen)
        if options.no_install:
            return 0
        if not comparison.is_better:
            made = shlex.join(str(file) for file in (comparison.base, comparison.file) if file is not None)
            print(
                f"by this it is no better than what is there and is not installed; `loopwright model import {made}` does it"
            )
            return 1
        if comparison.base is not None:
            install(comparison.base, comparison.model)
            print(
                f"{comparison.model} is installed; `loopwright model use {comparison.name}` chooses it with its adapter"
            )
        installed = install(comparison.file, comparison.name)
        print(f"{installed.name} is installed; `loopwright model remove {installed.name}` takes it away")
    except Exception as error:
        said = str(error) if isinstance(error, ModelError) else _in_a_line(error, output)
        if said is None:
            raise
        print(f"loopwright-train here: {said}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
