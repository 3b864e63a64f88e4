"""What the model proposes for a kernel: taken only if it compiles, agrees with the kernel, and is faster than the lowering."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from pathlib import Path

from loopwright.cancellation import Cancelled, CancelToken
from loopwright.cuda.file import again
from loopwright.cuda.lower.direct import objection, takes_direct
from loopwright.cuda.translation import FileTranslation, KernelTranslation
from loopwright.model.manifest import ModelError
from loopwright.model.runtime import Runtime
from loopwright.toolchain.blas import Blas
from loopwright.translate.asking import kernel_fill_in
from loopwright.translate.told_launch import ToldLaunch
from loopwright.translate.verify import Builds, Judge

ASKED = 2  # proposals a kernel
_MOST_SECONDS = 40.0  # for one kernel; two seconds are usual
_LEAST_TAKEN = 2  # inputs whose launch the loops must have taken themselves
_FASTER = 1.1  # than the lowering, in turns in one process: less is noise


@dataclass(frozen=True)
class Trial:
    """A proposal and what became of it. ``outcome`` is ``faster``, ``not faster``, ``not taken``, ``differs``,
    ``not compiled`` or ``refused``; ``gain`` is its speed in lowerings, where it was timed."""

    body: str
    outcome: str
    reason: str = ""
    inputs: int = 0
    gain: float | None = None


def proposals(
    translation: FileTranslation, kernel: KernelTranslation, runtime: Runtime, token: CancelToken | None = None
) -> list[str]:
    """Bodies of loops for ``kernel``, most probable first; none for a kernel that cannot be written twice.

    Raises :class:`ModelError`, also where the model takes too long.
    """
    if kernel.text is None or not takes_direct(kernel.function, kernel.dynamic):
        return []
    fill = kernel_fill_in(translation, kernel)
    if fill is None:
        return []
    own = CancelToken()
    answer = runtime.propose(fill, None, ASKED, own)
    deadline = time.monotonic() + _MOST_SECONDS
    while True:
        try:
            found = answer.result(timeout=0.05).proposals
        except FutureTimeout:
            if token is not None and token.cancelled:
                own.cancel()
                raise Cancelled from None
            if time.monotonic() > deadline:
                own.cancel()
                raise ModelError(
                    f"it took more than {_MOST_SECONDS:.0f} s for {kernel.name}: the machine is busy"
                ) from None
            continue
        return [textwrap.dedent(f"    {p.text}") for p in found]


def tried(
    translation: FileTranslation,
    kernel: KernelTranslation,
    bodies: list[str],
    path: Path,
    compiler: str = "g++",
    token: CancelToken | None = None,
    flags: Sequence[str] = (),
    builds: Builds | None = None,
) -> Iterator[Trial]:
    """Run each body beside the kernel, and beside the lowering for time. ``builds``: what judges of the file have compiled."""
    builds = builds or Builds()
    known = frozenset(f.name for f in translation.code.reached(kernel.function))
    for body in bodies:
        refused = objection(body, known)
        yield (
            Trial(body, "refused", refused)
            if refused
            else run_beside(translation, kernel, body, path, compiler, token, flags, builds)
        )


def run_beside(
    translation: FileTranslation,
    kernel: KernelTranslation,
    body: str,
    path: Path,
    compiler: str,
    token: CancelToken | None,
    flags: Sequence[str],
    builds: Builds,
    blas: Blas | None = None,
    launch: ToldLaunch | None = None,
) -> Trial:
    """Run a body beside the kernel, and beside the lowering for time. ``blas``: what it calls; ``launch``: one that it is
    tried with first, in the place of that which the file tells."""
    twice = again(translation, direct={**translation.direct, kernel.name: body})
    own = twice.kernel(kernel.name)
    assert own is not None
    with Judge(twice, [own], path, compiler, token, flags=flags, blas=blas, builds=builds) as judge:
        if launch is not None:
            judge.launches[own.name, own.number] = launch
        verified = judge.verify(own)
    if not verified.compiled:
        return Trial(body, "not compiled", verified.reason)
    if not verified.agreed:
        return Trial(body, "differs", verified.reason)
    if verified.taken < _LEAST_TAKEN:
        return Trial(body, "not taken", "the loops refuse the launches that were tried", verified.inputs)
    with Judge(
        twice,
        [own],
        path,
        compiler,
        token,
        timed=True,
        rival=translation,
        flags=flags,
        blas=blas,
        builds=builds,
    ) as judge:
        timed = judge.verify(own)
    if not timed.agreed or not timed.taken or not timed.reference_ms or not timed.translation_ms:
        return Trial(body, "not faster", timed.reason or "they refuse large launches", verified.inputs)
    gain = timed.reference_ms / timed.translation_ms
    return Trial(body, "faster" if gain >= _FASTER else "not faster", "", verified.inputs, gain)
