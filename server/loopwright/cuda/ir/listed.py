"""A step in a list of steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Run = TypeVar("Run")


@dataclass(frozen=True)
class Pass(Generic[Run]):
    """One step: what runs, and what for. ``times``: what stands inside what it changed is changed the next time."""

    run: Run
    does: str
    times: int = 1
