"""The processes that train together: one for a device, started by torchrun, on one host or several."""

from __future__ import annotations

import os
from dataclasses import dataclass

import torch
import torch.distributed as dist


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

    def say(self, text: str) -> None:
        """Print once for all processes."""
        if self.leads:
            print(text, flush=True)

    def wait(self) -> None:
        """Until all processes are here."""
        if self.world > 1:
            dist.barrier()


def join() -> Place:
    """Meet the others that torchrun started. Each has the GPU of its number *on its host*; without GPUs they share the CPU."""
    if "RANK" not in os.environ:
        return Place(0, 1, "cuda" if torch.cuda.is_available() else "cpu")
    rank, local, world = (int(os.environ[name]) for name in ("RANK", "LOCAL_RANK", "WORLD_SIZE"))
    if not torch.cuda.is_available():
        dist.init_process_group("gloo")
        return Place(rank, world, "cpu")
    device = torch.device("cuda", local)
    torch.cuda.set_device(device)
    dist.init_process_group("nccl", device_id=device)
    return Place(rank, world, str(device))


def leave() -> None:
    """The end of a run; nothing where there is one process."""
    if dist.is_initialized():
        dist.destroy_process_group()
