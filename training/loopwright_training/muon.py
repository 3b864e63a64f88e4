"""Muon (Jordan et al. 2024) over stacks of matrices, its work shared out among the processes.

One matrix after another keeps a GPU waiting for launches: 84 matrices took 30 ms of a step of 57 ms, the same in stacks of one
shape 6.5 ms. Every process has all gradients (they were averaged) and the whole momentum, makes its share of each stack
orthogonal, and gets the others' while it works on the next stack.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor

_A, _B, _C = 3.4445, -4.7750, 2.0315  # the quintic of Jordan's note, as in torch.optim.Muon
_STEPS = 5
_EPSILON = 1e-7


class StackedMuon(torch.optim.Optimizer):
    """What :class:`torch.optim.Muon` does (its default adjustment of the rate), in stacks. ``parameters`` are matrices. With
    ``row_moments`` above zero each row of a direction is divided by the root of its mean square, averaged over steps with that
    share of the old, and the direction keeps its length: NorMuon (Li et al. 2025, arXiv 2510.05491)."""

    def __init__(
        self,
        parameters: Iterable[Tensor],
        lr: float,
        momentum: float = 0.95,
        weight_decay: float = 0.1,
        row_moments: float = 0.0,
    ) -> None:
        defaults = {"lr": lr, "momentum": momentum, "weight_decay": weight_decay, "row_moments": row_moments}
        super().__init__(parameters, defaults)
        if any(p.ndim != 2 for group in self.param_groups for p in group["params"]):
            raise ValueError("Muon is for matrices")

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:  # type: ignore[override]
        """One step; gradients are the same on every process."""
        loss = closure() if closure is not None else None
        for group in self.param_groups:
            pending = [self._begun(stack, group) for stack in _stacks(group["params"])]
            for work in pending:
                directions = work.arrived()
                if group["row_moments"]:
                    directions = self._evened(work.stack, directions, group["row_moments"])
                _apply(work.stack, directions, group["lr"], group["weight_decay"])
        return loss

    def _begun(self, stack: list[Tensor], group: dict[str, Any]) -> _Work:
        gradients = [p.grad for p in stack if p.grad is not None]
        moments = [self._moment(p) for p in stack]
        torch._foreach_lerp_(moments, gradients, 1 - group["momentum"])
        first, count = _share(len(stack))
        own = stack[first : first + count]
        ahead = [p.grad.lerp(self._moment(p), group["momentum"]) for p in own if p.grad is not None]  # Nesterov's
        padding = [torch.zeros_like(stack[0])] * (count - len(ahead))
        return _Work.begin(stack, orthogonal(torch.stack([*ahead, *padding])))

    def _evened(self, stack: list[Tensor], directions: Tensor, kept: float) -> Tensor:
        """``directions`` with rows of like size; every process has them all and does the same."""
        directions = directions[: len(stack)].float()
        state, squares = self.state[stack[0]], directions.square().mean(dim=2, keepdim=True)
        if "row_moments" not in state:
            state["row_moments"] = torch.zeros_like(squares)
        state["row_moments"].lerp_(squares, 1 - kept)
        evened = directions / (state["row_moments"].sqrt() + _EPSILON)
        length, now = (part.norm(dim=(1, 2), keepdim=True) for part in (directions, evened))
        return evened * (length / now.clamp(min=_EPSILON))

    def _moment(self, parameter: Tensor) -> Tensor:
        state = self.state[parameter]
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = torch.zeros_like(parameter)
        return state["momentum_buffer"]  # type: ignore[no-any-return]


@dataclass(frozen=True)
class _Work:
    """Directions of a stack, on their way from the processes."""

    stack: list[Tensor]
    directions: Tensor
    exchange: Any

    @staticmethod
    def begin(stack: list[Tensor], own: Tensor) -> _Work:
        if not dist.is_initialized():
            return _Work(stack, own, None)
        whole = own.new_empty(own.shape[0] * dist.get_world_size(), *own.shape[1:])
        # As bytes: not every backend knows bfloat16.
        exchange = dist.all_gather_into_tensor(
            whole.view(torch.uint8), own.contiguous().view(torch.uint8), async_op=True
        )
        return _Work(stack, whole, exchange)

    def arrived(self) -> Tensor:
        """The directions of the whole stack, and what pads it."""
        if self.exchange is not None:
            self.exchange.wait()
        return self.directions


def _apply(stack: list[Tensor], directions: Tensor, rate: float, weight_decay: float) -> None:
    rows, columns = stack[0].shape
    for parameter, direction in zip(stack, directions):
        parameter.mul_(1 - rate * weight_decay)
        parameter.add_(direction, alpha=-rate * math.sqrt(max(1, rows / columns)))


def orthogonal(stack: Tensor) -> Tensor:
    """Matrices of shape (count, rows, columns) with their singular values near one, by Newton and Schulz, in bfloat16."""
    matrices = stack.bfloat16()
    upright = matrices.shape[1] > matrices.shape[2]
    if upright:
        matrices = matrices.mT
    matrices = matrices / matrices.norm(dim=(1, 2), keepdim=True).clamp(min=_EPSILON)
    for _ in range(_STEPS):
        gram = matrices @ matrices.mT
        update = torch.baddbmm(gram, gram, gram, beta=_B, alpha=_C)
        matrices = torch.baddbmm(matrices, update, matrices, beta=_A)
    return matrices.mT.contiguous() if upright else matrices


def _stacks(parameters: Iterable[Tensor]) -> list[list[Tensor]]:
    """Parameters with a gradient, by shape, in their order."""
    by_shape: dict[tuple[int, ...], list[Tensor]] = {}
    for parameter in parameters:
        if parameter.grad is not None:
            by_shape.setdefault(tuple(parameter.shape), []).append(parameter)
    return list(by_shape.values())


def _share(count: int) -> tuple[int, int]:
    """First of this process, and how many each has: the last may have fewer."""
    if not dist.is_initialized():
        return 0, count
    each = math.ceil(count / dist.get_world_size())
    return dist.get_rank() * each, each
