"""`adapt`: teach a base model to fill in directives or loops, by full fine-tuning or a LoRA adapter (peft).

Each example is a fill-in-the-middle prompt from :mod:`loopwright.model.prompt` or :mod:`loopwright.translate.asking`; only
the answer and the end mark carry loss. Every epoch shows a pair once for each of ``views`` ways of seeing it (loop alone, file without
pragmas, file with them), drawn anew; a share of them is shown with other variable names (:mod:`rename`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import AutoTokenizer, PreTrainedTokenizerFast

from loopwright_training.architecture import best_device, load_model
from loopwright_training.records import log_run, read_records
from loopwright_training.rename import renamed, variables_of

Example = tuple[list[int], int]  # token ids and where the answer starts in them


@dataclass(frozen=True)
class LoraConfig:
    """Rank and scale of the adapter; ``targets`` are the projections it changes."""

    rank: int = 16
    alpha: int = 32
    dropout: float = 0.05
    targets: tuple[str, ...] = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")


@dataclass(frozen=True)
class AdaptConfig:
    """``pairs`` are record files of the `pairs` or `cuda-pairs` step, ``modes`` the prompts in them. ``method`` is ``full`` or
    ``lora``; ``repeats`` gives for each file how often an epoch shows it; ``renamed`` is the share of examples with exchanged
    variable names."""

    base: str
    pairs: tuple[str, ...]
    output: Path
    method: str = "lora"
    lora: LoraConfig = field(default_factory=LoraConfig)
    epochs: float = 4.0
    views: int = 1
    repeats: tuple[int, ...] = ()
    rate: float = 3e-4
    weight_decay: float = 0.01
    warmup: float = 0.05
    batch: int = 32
    context: int = 1024
    modes: tuple[str, ...] = ("loop", "fresh", "kept")
    mode_weights: tuple[float, ...] = (0.3, 0.35, 0.35)
    renamed: float = 0.0
    compile: bool = False
    seed: int = 1


def adapt(config: AdaptConfig) -> float:
    """Train and save; returns the last mean loss a token of answers."""
    torch.manual_seed(config.seed)
    torch.set_float32_matmul_precision("high")
    device = best_device()
    tokenizer = AutoTokenizer.from_pretrained(config.base)
    model: Any = load_model(config.base, device)
    if config.method == "lora":
        model = _with_adapter(model, config.lora)
    model.train()
    trained = [p for p in model.parameters() if p.requires_grad]
    repeats = config.repeats or (1,) * len(config.pairs)
    rows = [row for path, times in zip(config.pairs, repeats) for row in list(read_records(Path(path))) * times]
    whole = math.floor(config.epochs)
    steps = max(1, math.ceil(len(rows) * config.views * config.epochs / config.batch))
    print(
        f"{config.method}: {len(rows)} pairs, {sum(p.numel() for p in trained) / 1e6:.2f} M weights, {steps} steps",
        flush=True,
    )
    optimizer = torch.optim.AdamW(trained, lr=config.rate, betas=(0.9, 0.98), weight_decay=config.weight_decay)
    started, step, mean = time.time(), 0, math.nan
    order = np.random.default_rng(config.seed)
    for _ in range(whole + 1):
        for batch in _epoch(rows, tokenizer, config, order):
            if step == steps:
                break
            rate = config.rate * _schedule(step / steps, config.warmup)
            for group in optimizer.param_groups:
                group["lr"] = rate
            tokens, labels = _padded(batch, tokenizer.eos_token_id, device)
            with torch.autocast(device, dtype=torch.bfloat16):
                loss = model(input_ids=tokens, labels=labels).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(trained, 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            step += 1
            if step % 50 == 0 or step == steps:
                mean = loss.item() if math.isnan(mean) else 0.8 * mean + 0.2 * loss.item()
                print(f"step {step}/{steps}  loss {mean:.3f}  {time.time() - started:.0f} s", flush=True)
    config.output.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(config.output)
    tokenizer.save_pretrained(config.output)
    log_run(config.output, "adapt", config, {"loss": mean, "steps": step, "seconds": time.time() - started})
    return mean


def _with_adapter(model: Any, config: LoraConfig) -> Any:
    import peft

    settings = peft.LoraConfig(
        r=config.rank,
        lora_alpha=config.alpha,
        lora_dropout=config.dropout,
        target_modules=list(config.targets),
        task_type="CAUSAL_LM",
    )
    return peft.get_peft_model(model, settings)


def encode_prompt(
    tokenizer: PreTrainedTokenizerFast, prefix: str, suffix: str, context: int, reserve: int = 96
) -> list[int]:
    """Token ids of a fill-in prompt, at most ``context - reserve``; what is too much is cut where it is farthest
    from the hole."""
    mark = tokenizer.convert_tokens_to_ids
    before = tokenizer(prefix, add_special_tokens=False)["input_ids"]
    after = tokenizer(suffix, add_special_tokens=False)["input_ids"]
    room = context - reserve - 3
    after = after[: max(room - min(len(before), room // 2), 0)]
    before = before[max(0, len(before) - (room - len(after))) :]
    return [mark("<|fim_prefix|>"), *before, mark("<|fim_suffix|>"), *after, mark("<|fim_middle|>")]


def _example(texts: tuple[str, str, str], tokenizer: PreTrainedTokenizerFast, context: int) -> Example:
    prefix, suffix, text = texts
    answer = tokenizer(text, add_special_tokens=False)["input_ids"]
    prompt = encode_prompt(tokenizer, prefix, suffix, context, max(96, len(answer) + 1))
    return [*prompt, *answer, tokenizer.eos_token_id][:context], len(prompt)


def answer_of(row: dict[str, Any]) -> str:
    """What the model is to write: a body of loops, or a directive after ``#pragma acc``."""
    return row["answer"] if "answer" in row else " " + row["directive"]  # type: ignore[no-any-return]


def _epoch(
    rows: list[dict[str, Any]], tokenizer: PreTrainedTokenizerFast, config: AdaptConfig, order: np.random.Generator
) -> Iterator[list[Example]]:
    modes, weights = list(config.modes), np.array(config.mode_weights) / sum(config.mode_weights)
    shown = [(row, str(mode)) for row in rows for mode in order.choice(modes, config.views, replace=False, p=weights)]
    shown = [shown[i] for i in order.permutation(len(shown))]
    pool = sorted({name for row in rows for name in variables_of(row)}) if config.renamed else []

    def texts(row: dict[str, Any], mode: str) -> tuple[str, str, str]:
        prefix, suffix = row["prompts"][mode]
        if order.random() >= config.renamed:
            return prefix, suffix, answer_of(row)
        return renamed(prefix, suffix, answer_of(row), variables_of(row), pool, order)

    # Examples of like length share a batch, batches come in random order: little padding, no curriculum.
    chunk = config.batch * 32
    for first in range(0, len(shown), chunk):
        examples = [_example(texts(row, mode), tokenizer, config.context) for row, mode in shown[first : first + chunk]]
        examples.sort(key=lambda example: len(example[0]))
        batches = [examples[i : i + config.batch] for i in range(0, len(examples), config.batch)]
        yield from (batches[i] for i in order.permutation(len(batches)))


def _padded(batch: list[Example], pad: int, device: str) -> tuple[torch.Tensor, torch.Tensor]:
    # Padding on the right needs no mask under causal attention: its labels are ignored.
    longest = -(-max(len(ids) for ids, _ in batch) // 64) * 64
    tokens = torch.full((len(batch), longest), pad)
    labels = torch.full((len(batch), longest), -100)
    for row, (ids, start) in enumerate(batch):
        tokens[row, : len(ids)] = torch.tensor(ids)
        labels[row, start : len(ids)] = torch.tensor(ids[start:])
    return tokens.to(device), labels.to(device)


def _schedule(progress: float, warmup: float) -> float:
    if progress < warmup:
        return (progress + 1e-3) / (warmup + 1e-3)
    return 0.5 * (1 + math.cos(math.pi * (progress - warmup) / (1 - warmup)))
