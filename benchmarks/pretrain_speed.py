"""What holds `pretrain` on one GPU: each change to the step measured alone, with the share of the device's peak.

python benchmarks/pretrain_speed.py [--seconds 345] [--only "all;all, one graph"] [--profile "all;all, one graph"]

Steps of 131,072 random tokens on the shape of the shipped base, forward, backward and both optimizers, as `pretrain` takes them; the
loss after the steps says that variants compute the same. Needs torch and transformers alone. A row is printed as soon as it is known.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "training"))

from loopwright_training import muon
from loopwright_training.architecture import ModelShape, best_device, new_model
from loopwright_training.forward import Kernels, LossOf
from loopwright_training.optimizers import optimizers_of
from loopwright_training.utilisation import utilisation

BATCH = 131_072
WARM, TIMED = 8, 24
SHIPPED = ModelShape()
PLAIN = Kernels(torch.float32, cudnn=False)
DEVICE = best_device()


class Vocabulary:
    """As much of a tokenizer as a model's shape asks for."""

    bos_token_id = eos_token_id = 0

    def __len__(self) -> int:
        return 16384


@dataclass(frozen=True)
class Variant:
    """One way to take a step. ``kernels`` of ``None``: transformers' own forward pass, compiled whole."""

    kernels: Kernels | None = field(default_factory=Kernels)
    whole: bool = False  # compiled as one graph, not layer by layer
    shape: ModelShape = SHIPPED
    rows: int = 64
    fused: bool = False  # AdamW in one kernel, Muon's iteration compiled
    chunked: bool = False  # the logits of 8,192 tokens at a time, never all


ALL = Variant()
VARIANTS: dict[str, Variant] = {
    "all": ALL,
    "transformers' pass": Variant(None, whole=True),
    "own pass, nothing else": Variant(PLAIN),
    "bfloat16 stream alone": Variant(replace(PLAIN, stream=torch.bfloat16)),
    "cuDNN attention alone": Variant(replace(PLAIN, cudnn=True)),
    "all, fused optimizers": replace(ALL, fused=True),
    "all, logits in chunks": replace(ALL, chunked=True),
    "all, 128 rows at once": replace(ALL, rows=128),
    "all, heads of 128": replace(ALL, shape=ModelShape(heads=6, kv_heads=2)),
    "all, one graph": replace(ALL, whole=True),
    "all, 128 rows at once, fused optimizers": replace(ALL, rows=128, fused=True),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=345, help="no variant begins after that")
    parser.add_argument("--only", default="", help="names of variants, separated by semicolons")
    parser.add_argument("--profile", default="all", help="variants whose kernels are listed")
    chosen = parser.parse_args()
    began = time.time()
    torch.set_float32_matmul_precision("high")
    print(f"torch {torch.__version__}, {torch.cuda.get_device_name() if DEVICE == 'cuda' else 'CPU'}")
    print(
        "| variant | tokens/s | of the peak | ms a step | first step | GB | loss |\n| --- | --- | --- | --- | --- | --- | --- |"
    )
    for name in chosen.only.split(";") if chosen.only else VARIANTS:
        if time.time() - began > chosen.seconds:
            print(f"| {name} | not begun | | | | | |")
            continue
        try:
            measure(name, VARIANTS[name], name in chosen.profile.split(";"))
        except Exception as error:  # one variant that does not run here must not end the others
            print(
                f"| {name} | {type(error).__name__}: {str(error).splitlines()[0][:150] if str(error) else ''} | | | | | |",
                flush=True,
            )
        torch._dynamo.reset()
        gc.collect()
        if DEVICE == "cuda":
            torch.cuda.empty_cache()


def measure(name: str, variant: Variant, profiled: bool) -> None:
    """Print the variant's row, and its kernels by kind."""
    step, model = step_of(variant)
    began = time.time()
    step()
    settle()
    first = time.time() - began
    for _ in range(WARM):
        step()
    settle()
    if DEVICE == "cuda":
        torch.cuda.reset_peak_memory_stats()
    began = time.time()
    for _ in range(TIMED):
        loss = step()
    settle()
    seconds = (time.time() - began) / TIMED
    share = utilisation(model, variant.shape, BATCH / seconds, DEVICE)
    memory = torch.cuda.max_memory_allocated() / 1e9 if DEVICE == "cuda" else 0.0
    print(
        f"| {name} | {BATCH / seconds:,.0f} | {share or 0:.1%} | {1e3 * seconds:.1f} | {first:.0f} s | {memory:.0f} | {loss.item():.4f} |",
        flush=True,
    )
    if profiled and DEVICE == "cuda":
        print_kernels(name, step)


def step_of(variant: Variant) -> tuple[Callable[[], Tensor], nn.Module]:
    """A function that takes one whole step and returns its loss, and the model that it trains."""
    torch.manual_seed(1)
    model = new_model(variant.shape, Vocabulary()).to(DEVICE)  # type: ignore[arg-type]
    optimizers = optimizers_of(model, 0.03, 0.008, 0.1)
    orthogonal = _PLAIN_ORTHOGONAL
    if variant.fused:
        optimizers[1] = torch.optim.AdamW(optimizers[1].param_groups, betas=(0.9, 0.95), weight_decay=0.0, fused=True)
        orthogonal = torch.compile(orthogonal)
    muon.orthogonal = orthogonal
    loss_of = runner_of(variant, model)
    batches = torch.randint(0, 16384, (8, BATCH // variant.shape.context, variant.shape.context), device=DEVICE)
    count = 0

    def step() -> Tensor:
        nonlocal count
        losses = torch.zeros((), device=DEVICE)
        parts = batches[count % 8].split(variant.rows)
        count += 1
        for tokens in parts:
            with torch.autocast(DEVICE, dtype=torch.bfloat16):
                loss = loss_of(tokens) / len(parts)
            loss.backward()
            losses += loss.detach()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for optimizer in optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        return losses

    return step, model


_PLAIN_ORTHOGONAL = muon.orthogonal


def runner_of(variant: Variant, model: Any) -> Callable[[Tensor], Tensor]:
    if variant.kernels is None:
        compiled = torch.compile(model)
        return lambda tokens: compiled(input_ids=tokens, labels=tokens).loss  # type: ignore[no-any-return]
    loss_of = LossOf(model, variant.kernels)
    if variant.chunked:
        loss_of.ending = ChunkedEnding(loss_of.ending)  # type: ignore[assignment]
    if variant.whole:
        return torch.compile(loss_of)
    loss_of.compile_parts()
    return loss_of


class ChunkedEnding(nn.Module):
    """The cross entropy and its gradient chunk by chunk, so that the logits of a batch never lie in memory at once."""

    def __init__(self, ending: Any) -> None:
        super().__init__()
        self.norm, self.head = ending.norm, ending.head

    def forward(self, stream: Tensor, tokens: Tensor) -> Tensor:
        following = F.pad(tokens[:, 1:], (0, 1), value=-100).flatten()
        states = self.norm(stream).flatten(0, 1).bfloat16()
        return _Chunks.apply(states, self.head.weight, following)  # type: ignore[no-any-return]

    def compile(self, **options: Any) -> None:
        """Its pieces are compiled where they stand."""
        self.norm.compile(**options)


class _Chunks(torch.autograd.Function):
    @staticmethod
    def forward(context: Any, states: Tensor, weight: Tensor, following: Tensor) -> Tensor:
        narrow = weight.bfloat16()
        count = (following >= 0).sum()
        by_states, by_weight = torch.empty_like(states), torch.zeros_like(weight)
        total = torch.zeros((), device=states.device)
        for rows, targets, out in zip(states.split(8192), following.split(8192), by_states.split(8192)):
            loss, slopes = _chunk(rows @ narrow.T, targets, count)
            total += loss
            out.copy_(slopes @ narrow)
            by_weight += slopes.T @ rows
        context.save_for_backward(by_states, by_weight)
        return total

    @staticmethod
    def backward(context: Any, *slopes: Tensor) -> tuple[Tensor, Tensor, None]:
        by_states, by_weight = context.saved_tensors
        return by_states * slopes[0].to(by_states.dtype), by_weight * slopes[0], None


@torch.compile
def _chunk(logits: Tensor, targets: Tensor, count: Tensor) -> tuple[Tensor, Tensor]:
    logarithms = torch.log_softmax(logits.float(), dim=-1)
    kept = (targets >= 0)[:, None]
    chosen = targets.clamp(min=0)[:, None]
    loss = -(logarithms.gather(1, chosen) * kept).sum() / count
    is_it = torch.arange(logits.shape[-1], device=logits.device)[None] == chosen
    return loss, ((logarithms.exp() - is_it.float()) * kept / count).to(logits.dtype)


def print_kernels(name: str, step: Callable[[], Tensor]) -> None:
    """Milliseconds of one step by kind of kernel, and the longest kernels."""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
        step()
        settle()
    kinds: Counter[str] = Counter()
    longest: Counter[str] = Counter()
    for event in profile.key_averages():
        spent = event.self_device_time_total / 1e3
        kinds[kind_of(event.key)] += spent  # type: ignore[assignment]
        longest[event.key[:90]] += spent  # type: ignore[assignment]
    print(f"  {name}: " + "  ".join(f"{kind} {spent:.1f} ms" for kind, spent in kinds.most_common()))
    for key, spent in longest.most_common(14):
        print(f"    {spent:7.2f} ms  {key}", flush=True)


def kind_of(kernel: str) -> str:
    """Products, attention, what is between them."""
    lower = kernel.lower()
    if any(word in lower for word in ("flash", "fmha", "sdpa", "attention", "efficient")):
        return "attention"
    if any(word in lower for word in ("gemm", "nvjet", "cutlass", "triton_tem", "splitk")):
        return "products"
    if "memcpy" in lower or "memset" in lower:
        return "copies"
    if "multi_tensor" in lower:
        return "optimizers"
    return "pointwise" if "triton" in lower else "other"


def settle() -> None:
    if DEVICE == "cuda":
        torch.cuda.synchronize()


if __name__ == "__main__":
    main()
