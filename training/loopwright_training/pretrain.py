"""`pretrain`: a Llama from scratch on source text, half of it in fill-in-the-middle form.

One process trains on one device; under `torchrun --nproc-per-node N -m loopwright_training.cli pretrain …`
N processes share the work (DistributedDataParallel). Matrices are trained by Muon (Jordan et al. 2024), the
rest by AdamW; the learning rate warms up, stays, and falls linearly to zero over the last part of the run. In that
part a share of the sequences are directive–loop pairs in the form of `adapt`: what a model sees while its rate falls
stays with it best (Hu et al. 2024, MiniCPM, section 4).
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed as dist
from numpy.typing import NDArray
from transformers import PreTrainedTokenizerFast

from loopwright_training.architecture import ModelShape, load_model, new_model
from loopwright_training.examples import answer_of
from loopwright_training.records import log_run, read_records

Tokens = NDArray[np.uint16]


@dataclass(frozen=True)
class PretrainConfig:
    """``tokens`` are trained on at most, and ``minutes`` used at most, whichever is less; ``corpus`` is one or
    several record files; ``weight_repeats`` repeats texts that contain `#pragma acc`. ``pairs`` are record files of the
    `pairs` step, ``pair_repeats`` says how often each is shown a round, ``pair_share`` is their share of the last part."""

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
    warmup: float = 0.01
    decay: float = 0.35
    middle_share: float = 0.5
    weight_repeats: int = 3
    pairs: tuple[str, ...] = ()
    pair_repeats: tuple[int, ...] = ()
    pair_share: float = 0.15
    compile: bool = True
    seed: int = 1


@dataclass(frozen=True)
class Place:
    """Which of how many processes this is, and its device."""

    rank: int
    world: int
    device: str

    @property
    def leads(self) -> bool:
        """Whether this process prints and writes."""
        return self.rank == 0


def pretrain(config: PretrainConfig) -> float:
    """Train, save in the Hugging Face format, return the loss on text that was held back."""
    place = _join()
    torch.manual_seed(config.seed)
    torch.set_float32_matmul_precision("high")
    tokenizer = PreTrainedTokenizerFast.from_pretrained(config.tokenizer)
    train, held = _token_arrays(config, tokenizer, place)
    model, first_step = _new_or_resumed(config, tokenizer, place)
    parameters = sum(p.numel() for p in model.parameters())
    optimizers = _optimizers(model, config)
    runner: Any = torch.compile(model) if config.compile else model
    if place.world > 1:
        runner = torch.nn.parallel.DistributedDataParallel(runner, device_ids=[place.rank])
    sequence = config.shape.context
    steps_of = config.batch_tokens // (config.device_batch * sequence * place.world)
    accumulate = max(1, steps_of)
    step_tokens = accumulate * config.device_batch * sequence * place.world
    total = most = max(1, config.tokens // step_tokens)
    batches, pairs = _batches(train, config, tokenizer, place), _pair_windows(config, tokenizer, place)
    _say(place, f"{parameters / 1e6:.1f} M parameters, {len(train) / 1e6:.0f} M unique tokens, {total} steps")
    started, step, saved_at = time.time(), first_step, time.time()
    settled, since, losses = started, first_step, torch.zeros((), device=place.device)
    while step < total:
        rate = _rate(step / total, config)
        for optimizer in optimizers:
            for group in optimizer.param_groups:
                group["lr"] = group["initial_lr"] * rate
        for micro in range(accumulate):
            tokens = next(batches)
            if pairs is not None and step >= (1 - config.decay) * total:
                rows = next(pairs)
                tokens[: len(rows)] = torch.from_numpy(rows).to(tokens.device)
            if place.world > 1:
                runner.require_backward_grad_sync = micro == accumulate - 1
            with torch.autocast(place.device.split(":")[0], dtype=torch.bfloat16):
                loss = runner(input_ids=tokens, labels=tokens).loss / accumulate
            loss.backward()
            losses += loss.detach()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for optimizer in optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        step += 1
        if step == first_step + 10:  # compilation is over
            settled = time.time()
        # The rate has not begun to fall by then, so that a run may still become shorter or longer.
        if step - first_step in (30, 300) or (step == total // 2 and step > first_step + 30):
            seconds = (time.time() - settled) / (step - first_step - 10)
            total = _affordable(most, step, seconds, started, config, place)
        if step % 50 == 0 or step == total:
            mean = losses.item() / (step - since)
            since = step
            losses.zero_()
            speed = step_tokens * (step - first_step - 10) / max(1e-9, time.time() - settled)
            _say(
                place,
                f"step {step}/{total}  loss {mean:.3f}  {speed / 1e3:.0f} k tokens/s  {time.time() - started:.0f} s",
            )
        if place.leads and time.time() - saved_at > 150:
            saved_at = time.time()
            _save(model, tokenizer, config.output, step)
    held_loss = _held_loss(model, held, config, place)
    if place.leads:
        _save(model, tokenizer, config.output, step)
        figures = {
            "parameters": parameters,
            "tokens": step * step_tokens,
            "unique_tokens": len(train),
            "seconds": time.time() - started,
            "held_loss": held_loss,
            "world": place.world,
        }
        log_run(config.output, "pretrain", config, figures)
        print(f"held-back loss {held_loss:.4f} a token after {step * step_tokens / 1e6:.0f} M tokens", flush=True)
    if place.world > 1:
        dist.destroy_process_group()
    return held_loss


def _join() -> Place:
    if "RANK" not in os.environ:
        return Place(0, 1, "cuda" if torch.cuda.is_available() else "cpu")
    rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", device_id=torch.device("cuda", rank))
    return Place(rank, world, f"cuda:{rank}")


def _token_arrays(config: PretrainConfig, tokenizer: PreTrainedTokenizerFast, place: Place) -> tuple[Tokens, Tokens]:
    """(training tokens, held-back tokens), made by the leading process and read by all."""
    paths = config.output / "train.npy", config.output / "held.npy"
    if place.leads and not all(path.exists() for path in paths):
        config.output.mkdir(parents=True, exist_ok=True)
        plain, marked, held = encode_corpus(config.corpus, tokenizer, config.seed)
        np.save(paths[0], repeated(plain, marked, config.weight_repeats))
        np.save(paths[1], held)
        _say(place, f"{len(plain)} tokens of text, {len(marked)} of them in files with OpenACC")
    if place.world > 1:
        dist.barrier()
    return np.load(paths[0], mmap_mode="r"), np.load(paths[1], mmap_mode="r")


def encode_corpus(
    corpus: tuple[str, ...], tokenizer: PreTrainedTokenizerFast, seed: int = 1
) -> tuple[Tokens, Tokens, Tokens]:
    """(all texts but those held back, those of them that contain `#pragma acc` again, the texts held back)"""
    texts = [row["text"] for path in corpus for row in read_records(Path(path))]
    # Windows are drawn in random order later on, so the stream keeps the order of the files.
    order = np.random.default_rng(seed)
    chosen = set(order.choice(len(texts), max(1, min(400, len(texts) // 50)), replace=False).tolist())
    train = [text for i, text in enumerate(texts) if i not in chosen]
    marked = [text for text in train if "#pragma acc" in text]
    return (
        _encode(train, tokenizer),
        _encode(marked, tokenizer),
        _encode([texts[i] for i in sorted(chosen)], tokenizer),
    )


def repeated(plain: Tokens, marked: Tokens, times: int) -> Tokens:
    """The stream that is trained on: ``marked`` texts come ``times`` in all."""
    return np.concatenate([plain, *[marked] * (times - 1)])


def _encode(texts: list[str], tokenizer: PreTrainedTokenizerFast) -> Tokens:
    end = np.array([tokenizer.eos_token_id], dtype=np.uint16)
    pieces = [end[:0]]
    for ids in _encode_all(texts, tokenizer):
        pieces += [np.array(ids, dtype=np.uint16), end]
    return np.concatenate(pieces)


def _encode_all(texts: list[str], tokenizer: PreTrainedTokenizerFast) -> Iterator[list[int]]:
    for first in range(0, len(texts), 4096):
        for encoding in tokenizer.backend_tokenizer.encode_batch(texts[first : first + 4096], add_special_tokens=False):
            yield encoding.ids


def _batches(
    train: Tokens, config: PretrainConfig, tokenizer: PreTrainedTokenizerFast, place: Place
) -> Iterator[torch.Tensor]:
    """Endless (device_batch, context) batches; every epoch cuts the stream at another phase and order."""
    sequence = config.shape.context
    middle = MiddleFiller(tokenizer, config.middle_share, np.random.default_rng((config.seed, place.rank)))
    epoch = 0
    while True:
        shared = np.random.default_rng((config.seed, epoch))  # the same on every process
        phase = int(shared.integers(sequence))
        count = (len(train) - phase) // sequence
        if count < config.device_batch * place.world:
            raise ValueError(f"{len(train)} tokens are too few for a batch of {config.device_batch} x {sequence}")
        order = shared.permutation(count)[place.rank :: place.world]
        for first in range(0, len(order) - config.device_batch + 1, config.device_batch):
            rows = [
                middle(np.array(train[phase + i * sequence : phase + (i + 1) * sequence]).astype(np.int64))
                for i in order[first : first + config.device_batch]
            ]
            batch = torch.from_numpy(np.stack(rows))
            if place.device != "cpu":
                batch = batch.pin_memory().to(place.device, non_blocking=True)
            yield batch
        epoch += 1


def _pair_windows(
    config: PretrainConfig, tokenizer: PreTrainedTokenizerFast, place: Place
) -> Iterator[NDArray[np.int64]] | None:
    """Endless (share of a batch, context) windows of pairs, packed whole behind one another; every process draws its own."""
    count = round(config.device_batch * config.pair_share)
    if not config.pairs or not count:
        return None
    repeats = config.pair_repeats or (1,) * len(config.pairs)
    texts = [text for path, times in zip(config.pairs, repeats) for text in _pair_texts(path, tokenizer) * times]
    documents = [np.array(ids, dtype=np.uint16) for ids in _encode_all(texts, tokenizer)]
    documents = [document for document in documents if len(document) <= config.shape.context]
    _say(place, f"{len(documents)} pairs in the last part")
    return _packed(documents, count, config.shape.context, np.random.default_rng((config.seed, place.rank, 1)))


def _pair_texts(path: str, tokenizer: PreTrainedTokenizerFast) -> list[str]:
    return [
        f"<|fim_prefix|>{prefix}<|fim_suffix|>{suffix}<|fim_middle|>{answer_of(row)}{tokenizer.eos_token}"
        for row in read_records(Path(path))
        for prefix, suffix in row["prompts"].values()
    ]


def _packed(
    documents: list[Tokens], count: int, sequence: int, order: np.random.Generator
) -> Iterator[NDArray[np.int64]]:
    """Rows of ``sequence`` tokens. What does not fit begins the next row, where it is whole; its beginning fills this one."""
    rows: list[NDArray[np.int64]] = []
    row: list[Tokens] = []
    filled = 0
    while True:
        for index in order.permutation(len(documents)):
            row.append(documents[index])
            filled += len(documents[index])
            if filled >= sequence:
                rows.append(np.concatenate(row)[:sequence].astype(np.int64))
                row = row[-1:] if filled > sequence else []
                filled = sum(map(len, row))
            if len(rows) == count:
                yield np.stack(rows)
                rows = []


class MiddleFiller:
    """Rewrites a window as prefix, suffix, middle (Bavarian et al. 2022) with probability ``share``.

    Only the longest document of the window is rewritten. Half of the middles are whole ends of lines, the form
    that directives have; the others are cut anywhere.
    """

    def __init__(self, tokenizer: PreTrainedTokenizerFast, share: float, order: np.random.Generator) -> None:
        self.share, self.order = share, order
        self.end = tokenizer.eos_token_id
        self.marks = [tokenizer.convert_tokens_to_ids(f"<|fim_{part}|>") for part in ("prefix", "suffix", "middle")]
        self.newline = np.array(["\n" in tokenizer.decode([i]) for i in range(len(tokenizer))])

    def __call__(self, window: NDArray[np.int64]) -> NDArray[np.int64]:
        if self.order.random() >= self.share:
            return window
        ends = np.flatnonzero(window == self.end)
        borders = np.concatenate([[-1], ends, [len(window)]])
        longest = int(np.argmax(np.diff(borders)))
        start, stop = int(borders[longest]) + 1, int(borders[longest + 1])
        room = len(window) - 4
        document = window[start:stop][:room]
        if len(document) < 32:
            return window
        low, high = self._cuts(document)
        prefix, suffix, mark = self.marks
        rewritten = np.concatenate(
            [[prefix], document[:low], [suffix], document[high:], [mark], document[low:high], [self.end]]
        )
        return np.concatenate([rewritten, window[:start], window[stop:]])[: len(window)]

    def _cuts(self, document: NDArray[np.int64]) -> tuple[int, int]:
        lines = np.flatnonzero(self.newline[document])
        if self.order.random() < 0.5 and len(lines) > 3:
            first = int(self.order.integers(len(lines) - 1))
            last = min(len(lines) - 1, first + 1 + int(self.order.geometric(0.5)) - 1)
            low = int(self.order.integers(lines[first] + 1, lines[first + 1] + 1))
            return low, max(low, int(lines[last]))
        low, high = sorted(int(cut) for cut in self.order.integers(0, len(document), 2))
        return low, high


def _optimizers(model: torch.nn.Module, config: PretrainConfig) -> list[torch.optim.Optimizer]:
    named = [(name, p) for name, p in model.named_parameters() if p.requires_grad]
    matrices = [p for name, p in named if p.ndim == 2 and "embed" not in name and "lm_head" not in name]
    chosen = {id(p) for p in matrices}
    others = [p for _, p in named if id(p) not in chosen]
    optimizers = [
        torch.optim.Muon(matrices, lr=config.muon_rate, momentum=0.95, weight_decay=config.weight_decay),
        torch.optim.AdamW(others, lr=config.adam_rate, betas=(0.9, 0.95), weight_decay=0.0),
    ]
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["initial_lr"] = group["lr"]
    return optimizers


def _rate(progress: float, config: PretrainConfig) -> float:
    if progress < config.warmup:
        return (progress + 1e-3) / (config.warmup + 1e-3)
    return min(1.0, max(0.0, 1.0 - progress) / config.decay)


def _affordable(total: int, step: int, seconds: float, started: float, config: PretrainConfig, place: Place) -> int:
    """Steps that fit in the time, the same on every process."""
    left = config.minutes * 60 - (time.time() - started)
    fits = torch.tensor(step + int(max(0.0, left) / seconds), device=place.device)
    if place.world > 1:
        dist.broadcast(fits, 0)
    return max(step, min(total, int(fits.item())))


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


def _new_or_resumed(
    config: PretrainConfig, tokenizer: PreTrainedTokenizerFast, place: Place
) -> tuple[torch.nn.Module, int]:
    """A new model, or the last checkpoint and its step. The optimizers start afresh: Muon's momentum is back after some
    twenty steps, so it is not kept."""
    progress = config.output / "model" / "progress.json"
    if not progress.exists():
        return new_model(config.shape, tokenizer).to(place.device), 0
    step = int(json.loads(progress.read_text("utf-8"))["step"])
    _say(place, f"resumed at step {step}")
    return load_model(config.output / "model", place.device), step


def _save(model: torch.nn.Module, tokenizer: PreTrainedTokenizerFast, folder: Path, step: int) -> None:
    model.save_pretrained(folder / "model")  # type: ignore[operator]
    tokenizer.save_pretrained(folder / "model")
    (folder / "model" / "progress.json").write_text(json.dumps({"step": step}) + "\n", "utf-8")


def _say(place: Place, text: str) -> None:
    if place.leads:
        print(text, flush=True)
