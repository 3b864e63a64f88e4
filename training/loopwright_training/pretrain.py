"""`pretrain`: a small model from scratch on source text, half of it in fill-in-the-middle form.

One process trains on one device; under `torchrun --nproc-per-node N -m loopwright_training.cli pretrain …`
N processes a host share the work (DistributedDataParallel). Matrices are trained by Muon (Jordan et al. 2024), the
rest by AdamW; the learning rate warms up, stays, and falls linearly to zero over the last part of the run. In that
part a share of the sequences are directive–loop pairs in the form of `adapt`: what a model sees while its rate falls
stays with it best (Hu et al. 2024, MiniCPM, section 4). A run that was ended goes on from its checkpoint, with the same
batches; on a CPU its weights are those of a run that was not, bit for bit.
"""

from __future__ import annotations

import json
import math
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed as dist
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast, Qwen3ForCausalLM

from loopwright_training import checkpoint
from loopwright_training.architecture import ModelShape, new_model
from loopwright_training.checkpoint import Progress
from loopwright_training.config import ConfigError, require_bounds
from loopwright_training.forward import LossOf
from loopwright_training.optimizers import optimizers_of, rate_at
from loopwright_training.ranks import Place, join, leave
from loopwright_training.records import log_run
from loopwright_training.stamps import is_made, stamp_of, write_stamp
from loopwright_training.utilisation import utilisation
from loopwright_training.windows import (
    MiddleFiller,
    Rows,
    Stream,
    Tokens,
    by_documents,
    encode_corpus,
    packed,
    pair_documents,
    repeated,
)

_ABOVE_ZERO = ("tokens", "minutes", "batch_tokens", "device_batch", "muon_rate", "adam_rate", "decay", "weight_repeats")
_NOT_BELOW = ("weight_decay", "save_seconds", "seed", "warmup", "middle_share", "pair_share", "row_moments")
_AT_MOST_ONE = ("warmup", "decay", "middle_share", "pair_share")
_WARM = 10  # steps until compilation and the first allocations are over


@dataclass(frozen=True)
class PretrainConfig:
    """``tokens`` are trained on at most, and ``minutes`` used at most, whichever is less; ``corpus`` is one or
    several record files; ``weight_repeats`` repeats texts that contain `#pragma acc`. ``pairs`` are record files of the
    `pairs` step, ``pair_repeats`` says how often each is shown a round, ``pair_share`` is their share of the last part.
    ``whole_documents`` lets every window begin with a document or where another one ended; ``row_moments`` is of Muon (0.95
    in its paper, 0 for none). A checkpoint is written every ``save_seconds``."""

    corpus: tuple[str, ...]
    tokenizer: Path
    output: Path
    shape: ModelShape = field(default_factory=ModelShape)
    tokens: int = 1_500_000_000
    minutes: float = 8.0
    batch_tokens: int = 524_288
    device_batch: int = 32
    muon_rate: float = 0.02
    adam_rate: float = 0.002
    weight_decay: float = 0.1
    row_moments: float = 0.0
    warmup: float = 0.01
    decay: float = 0.35
    middle_share: float = 0.5
    whole_documents: bool = False
    weight_repeats: int = 3
    pairs: tuple[str, ...] = ()
    pair_repeats: tuple[int, ...] = ()
    pair_share: float = 0.15
    compile: bool = True
    save_seconds: float = 150.0
    seed: int = 1


def pretrain(config: PretrainConfig) -> float:
    """Train, save in the Hugging Face format, return the loss on text that was held back.

    Raises :class:`ConfigError` where inputs are missing, a setting makes no sense or a checkpoint of other inputs is in the way.
    """
    _require_numbers(config)
    place = join()
    try:
        return _pretrain(config, place)
    finally:
        leave()


def _require_numbers(config: PretrainConfig) -> None:
    require_bounds(config, _ABOVE_ZERO, _NOT_BELOW)
    for name in _AT_MOST_ONE:
        if getattr(config, name) > 1:
            raise ConfigError(f"{name} is a share, 1 at most")
    if config.row_moments >= 1:
        raise ConfigError("row_moments is below 1")
    if config.pair_repeats and len(config.pairs) != len(config.pair_repeats):
        raise ConfigError(f"{len(config.pairs)} files of pairs and {len(config.pair_repeats)} pair_repeats")


def _pretrain(config: PretrainConfig, place: Place) -> float:
    stamp = stamp_of("pretrain", config, _inputs(config), without=frozenset({"output", "minutes", "save_seconds"}))
    if is_made(config.output, "pretrain", stamp):
        place.say(f"{config.output} is made of this text already")
        return float(json.loads((config.output / "model" / "progress.json").read_text("utf-8"))["held_loss"])
    torch.manual_seed(config.seed)
    torch.set_float32_matmul_precision("high")
    tokenizer = PreTrainedTokenizerFast.from_pretrained(config.tokenizer)
    train, held = _token_arrays(config, tokenizer, place)
    model: LlamaForCausalLM | Qwen3ForCausalLM = new_model(config.shape, tokenizer).to(place.device)  # type: ignore[arg-type]
    optimizers = optimizers_of(model, config.muon_rate, config.adam_rate, config.weight_decay, config.row_moments)
    accumulate = max(1, config.batch_tokens // (config.device_batch * config.shape.context * place.world))
    step_tokens = accumulate * config.device_batch * config.shape.context * place.world
    if step_tokens != config.batch_tokens:
        place.say(f"a step is {step_tokens} tokens, not {config.batch_tokens}: that is what whole device batches make")
    progress = checkpoint.resume(config.output / "checkpoint.pt", stamp, model, optimizers, place.device)
    if progress is None:
        progress = Progress(total=max(1, config.tokens // step_tokens))
    else:
        place.say(f"goes on after step {progress.step}")
    parameters = sum(p.numel() for p in model.parameters())
    place.say(f"{parameters / 1e6:.1f} M parameters, {len(train) / 1e6:.0f} M unique tokens, {progress.total} steps")
    data = _Data(
        _stream(train, tokenizer.eos_token_id, config, place).batches(
            MiddleFiller(tokenizer, config.middle_share), progress.step * accumulate
        ),
        _pair_windows(config, tokenizer, place, progress.pairs),
    )
    _Run(config, place, stamp, model, optimizers, data, accumulate, progress).train()
    held_loss = _held_loss(model, held, config, place)
    if place.leads:
        _finish(model, tokenizer, config.output, {"step": progress.step, "held_loss": held_loss})
        figures = {
            "parameters": parameters,
            "tokens": progress.step * step_tokens,
            "unique_tokens": len(train),
            "seconds": progress.seconds,
            "held_loss": held_loss,
            "world": place.world,
        }
        log_run(config.output, "pretrain", config, figures)
        write_stamp(config.output, "pretrain", stamp)
        (config.output / "checkpoint.pt").unlink(missing_ok=True)
        print(
            f"held-back loss {held_loss:.4f} a token after {progress.step * step_tokens / 1e6:.0f} M tokens", flush=True
        )
    place.wait()
    return held_loss


def _inputs(config: PretrainConfig) -> list[Path]:
    """What a run is made of. The text is not needed where its tokens are there already."""
    corpus = [Path(path) for path in config.corpus]
    missing = [path for path in corpus if not path.exists()]
    if missing and not (config.output / "train.npy").exists():
        raise ConfigError(f"{missing[0]} is not there")
    text = [config.output / "train.npy"] if missing else corpus
    return [*text, config.tokenizer, *(Path(path) for path in config.pairs)]


def _token_arrays(config: PretrainConfig, tokenizer: PreTrainedTokenizerFast, place: Place) -> tuple[Tokens, Tokens]:
    """(training tokens, held-back tokens), made by the leading process and read by all."""
    paths = config.output / "train.npy", config.output / "held.npy"
    if place.leads:
        config.output.mkdir(parents=True, exist_ok=True)
        _make_tokens(config, tokenizer, paths, place)
    place.wait()
    return np.load(paths[0], mmap_mode="r"), np.load(paths[1], mmap_mode="r")


def _make_tokens(
    config: PretrainConfig, tokenizer: PreTrainedTokenizerFast, paths: tuple[Path, Path], place: Place
) -> None:
    """Tokens are made anew where the text is there and other than that they were made of."""
    corpus = [Path(path) for path in config.corpus]
    if not all(path.exists() for path in corpus):
        return
    how = {"weight_repeats": config.weight_repeats, "seed": config.seed}
    stamp = stamp_of("tokens", _Tokenized(**how), [*corpus, config.tokenizer])
    if is_made(config.output, "tokens", stamp):
        return
    plain, marked, held = encode_corpus(config.corpus, tokenizer, config.seed)
    np.save(paths[0], repeated(plain, marked, config.weight_repeats))
    np.save(paths[1], held)
    write_stamp(config.output, "tokens", stamp)
    place.say(f"{len(plain)} tokens of text, {len(marked)} of them in files with OpenACC")


@dataclass(frozen=True)
class _Tokenized:
    """What tokens depend on beside the text."""

    weight_repeats: int
    seed: int


def _stream(train: Tokens, end: int, config: PretrainConfig, place: Place) -> Stream:
    if config.whole_documents:
        train = by_documents(train, end, config.shape.context)
    return Stream(
        train,
        config.shape.context,
        config.device_batch,
        place.rank,
        place.world,
        config.seed,
        aligned=config.whole_documents,
    )


def _pair_windows(
    config: PretrainConfig, tokenizer: PreTrainedTokenizerFast, place: Place, drawn: int
) -> Iterator[Rows] | None:
    """Endless windows of pairs for a share of a batch, the first ``drawn`` left out; every process draws its own."""
    count = round(config.device_batch * config.pair_share)
    if not config.pairs or not count:
        return None
    documents = pair_documents(config.pairs, config.pair_repeats, tokenizer, config.shape.context)
    place.say(f"{len(documents)} pairs in the last part")
    windows = packed(documents, count, config.shape.context, np.random.default_rng((config.seed, place.rank, 1)))
    for _ in range(drawn):
        next(windows)
    return windows


@dataclass(frozen=True)
class _Data:
    """Batches of text, and the windows of pairs that stand in them in the last part."""

    batches: Iterator[Rows]
    pairs: Iterator[Rows] | None


class _Run:
    """The loop over steps. ``progress`` moves as it does."""

    def __init__(
        self,
        config: PretrainConfig,
        place: Place,
        stamp: str,
        model: LlamaForCausalLM | Qwen3ForCausalLM,
        optimizers: list[torch.optim.Optimizer],
        data: _Data,
        accumulate: int,
        progress: Progress,
    ) -> None:
        self.config, self.place, self.stamp, self.model = config, place, stamp, model
        self.optimizers, self.data, self.accumulate, self.progress = optimizers, data, accumulate, progress
        self.runner: Any = LossOf(model)
        if config.compile:
            self.runner.compile_parts()
        if place.world > 1:
            devices = None if place.device == "cpu" else [torch.device(place.device)]
            self.runner = torch.nn.parallel.DistributedDataParallel(self.runner, device_ids=devices)
        self.first, self.used, self.started = progress.step, progress.seconds, time.time()

    def train(self) -> None:
        progress, saved_at = self.progress, time.time()
        settled, said = self.started, progress.step
        losses = torch.zeros((), device=self.place.device)
        while progress.step < progress.total:
            losses += self._step()
            progress.step += 1
            progress.seconds = self.used + time.time() - self.started
            done = progress.step - self.first
            if done == _WARM:
                settled = time.time()
            # The rate has not begun to fall by then, so that a run may still become shorter or longer.
            if done in (30, 300) or (progress.step == progress.total // 2 and done > 30):
                progress.total = self._affordable((time.time() - settled) / (done - _WARM))
            if progress.step % 50 == 0 or progress.step == progress.total:
                self._tell(losses.item() / (progress.step - said), (time.time() - settled) / max(1, done - _WARM))
                said = progress.step
                losses.zero_()
            if self.place.leads and time.time() - saved_at >= self.config.save_seconds:
                checkpoint.save(self.config.output / "checkpoint.pt", self.stamp, progress, self.model, self.optimizers)
                saved_at = time.time()

    def _step(self) -> torch.Tensor:
        """One step of all optimizers; the mean loss of this process."""
        progress, config = self.progress, self.config
        rate = rate_at(progress.step / progress.total, config.warmup, config.decay)
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = group["initial_lr"] * rate
        losses = torch.zeros((), device=self.place.device)
        for micro in range(self.accumulate):
            tokens = self._tokens(late=progress.step >= (1 - config.decay) * progress.total)
            if self.place.world > 1:
                self.runner.require_backward_grad_sync = micro == self.accumulate - 1
            with torch.autocast(self.place.device.split(":")[0], dtype=torch.bfloat16):
                loss = self.runner(tokens) / self.accumulate
            loss.backward()
            losses += loss.detach()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        return losses

    def _tokens(self, late: bool) -> torch.Tensor:
        rows = next(self.data.batches)
        if late and self.data.pairs is not None:
            pairs = next(self.data.pairs)
            rows[: len(pairs)] = pairs
            self.progress.pairs += 1
        batch = torch.from_numpy(rows)
        return batch if self.place.device == "cpu" else batch.pin_memory().to(self.place.device, non_blocking=True)

    def _affordable(self, seconds: float) -> int:
        """Steps that fit in the time, the same on every process; never more than the tokens allow."""
        config, place = self.config, self.place
        step_tokens = self.accumulate * config.device_batch * config.shape.context * place.world
        left = config.minutes * 60 - self.progress.seconds
        fits = torch.tensor(self.progress.step + int(max(0.0, left) / seconds), device=place.device)
        if place.world > 1:
            dist.broadcast(fits, 0)
        return max(self.progress.step, min(max(1, config.tokens // step_tokens), int(fits.item())))

    def _tell(self, loss: float, seconds: float) -> None:
        config, place, progress = self.config, self.place, self.progress
        speed = self.accumulate * config.device_batch * config.shape.context * place.world / max(1e-9, seconds)
        used = utilisation(self.model, config.shape, speed / place.world, place.device)
        share = "" if used is None else f"  {used:.0%} of the device"
        place.say(
            f"step {progress.step}/{progress.total}  loss {loss:.3f}  {speed / 1e3:.0f} k tokens/s{share}  "
            f"{progress.seconds:.0f} s"
        )


@torch.no_grad()
def _held_loss(model: torch.nn.Module, held: Tokens, config: PretrainConfig, place: Place) -> float:
    sequence = config.shape.context
    count = min(256, len(held) // sequence)
    losses = []
    for first in range(0, count, 8):
        rows = np.stack([held[i * sequence : (i + 1) * sequence] for i in range(first, min(first + 8, count))])
        tokens = torch.from_numpy(rows.astype(np.int64)).to(place.device)
        with torch.autocast(place.device.split(":")[0], dtype=torch.bfloat16):
            losses.append(model(input_ids=tokens, labels=tokens).loss.item())
    return float(np.mean(losses)) if losses else math.nan


def _finish(model: torch.nn.Module, tokenizer: PreTrainedTokenizerFast, output: Path, facts: dict[str, Any]) -> None:
    """The model's folder, whole or not at all."""
    partial, folder = output / "model.partial", output / "model"
    shutil.rmtree(partial, ignore_errors=True)
    model.save_pretrained(partial)  # type: ignore[operator]
    tokenizer.save_pretrained(partial)
    (partial / "progress.json").write_text(json.dumps(facts) + "\n", "utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    partial.rename(folder)
