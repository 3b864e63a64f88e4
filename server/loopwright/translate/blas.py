"""A product of matrices as a call of an installed BLAS: another candidate, which is tried as the model's loops are and never taken by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.cuda.analyse.lanes import MOST
from loopwright.cuda.analyse.products import Product, products_of
from loopwright.cuda.lower.direct import direct_function, takes_direct
from loopwright.cuda.lower.surroundings import variables_of_device
from loopwright.cuda.print.statements import function_text
from loopwright.cuda.translation import FileTranslation, KernelTranslation
from loopwright.lang.constants import constant_of_text
from loopwright.source.text import number_of
from loopwright.toolchain.blas import Blas
from loopwright.translate.candidate import run_beside
from loopwright.translate.told_launch import ToldLaunch
from loopwright.translate.tried import blocks_of
from loopwright.translate.verify import Builds

_MOST_THREADS = 1024
_CALLS = {"float": "cblas_sgemm", "double": "cblas_dgemm"}


@dataclass(frozen=True)
class Candidate:
    """Another way to write a kernel. ``label`` says what it is, ``text`` is a function that is true where a launch fits it and then has
    done all, behind what it includes, ``link`` what the linker needs; ``inputs``: how many it agreed on, ``gain``: its speed in lowerings,
    where that was timed."""

    label: str
    text: str
    link: str
    inputs: int
    gain: float | None

    @property
    def sentence(self) -> str:
        """What it is and what is known of it."""
        speed = f", {self.gain:.1f}× the lowering's speed" if self.gain else ""
        return f"another candidate {self.label}: agrees on {self.inputs} inputs{speed}; not taken"


def blas_candidate(
    translation: FileTranslation,
    kernel: KernelTranslation,
    blas: Blas,
    path: Path,
    compiler: str,
    token: CancelToken | None = None,
    flags: Sequence[str] = (),
    builds: Builds | None = None,
) -> Candidate | None:
    """A call of ``blas`` for a kernel that is a product and agrees with it; ``None`` where it is none. ``builds``: what judges of the file
    have compiled."""
    builds = builds or Builds()
    for found in recognised(translation, kernel):
        body, call = body_of(found), _CALLS[found.real]
        # What the translation names is weak in the judge, and a linker looks for no library on behalf of that.
        named = replace(blas, link=(f"-Wl,-u,{call}", *blas.link))
        launch = _launch(found, kernel)
        trial = run_beside(translation, kernel, body, path, compiler, token, flags, builds, named, launch)
        if trial.outcome in ("faster", "not faster"):
            label = f"calls {call} of an installed BLAS ({' '.join(blas.link)})"
            text = f"#include <cblas.h>\n{function_text(direct_function(kernel.function, body))}"
            return Candidate(label, text, " ".join(blas.link), trial.inputs, trial.gain)
    return None


def recognised(translation: FileTranslation, kernel: KernelTranslation) -> Iterator[Product]:
    """The products that a kernel may be."""
    alone = sum(k.name == kernel.name for k in translation.kernels) == 1
    if kernel.text is None or not alone or not takes_direct(kernel.function, kernel.dynamic):
        return
    functions = (kernel.function, *translation.code.reached(kernel.function))

    def value(text: str, at: int) -> int | None:
        found = constant_of_text(translation.scopes, text, at)
        return int(found.value) if found is not None and found.is_integer and abs(found.value) <= MOST else None

    memory = variables_of_device(translation.source.root)
    for said in blocks_of(translation, kernel, functions)[:1]:
        parts = [part.strip() for part in said.split(",")]
        sizes = [number_of(part) or value(part, kernel.function.node.start_byte) or 0 for part in parts]
        x, y, z = (*sizes, 1, 1)[:3]
        if x and y and z and x * y * z <= _MOST_THREADS:
            yield from products_of(kernel.function, translation.code, (x, y, z), value, memory)


def _launch(product: Product, kernel: KernelTranslation) -> ToldLaunch:
    """A launch that the call takes: three blocks along each axis, the last of them in part; no size is another, so that none passes
    for it."""
    p = product
    n, m = 3 * p.columns - 1, 3 * p.rows - 1
    m += m == n
    sizes = {p.k: next(k for k in count(2 * max(p.block) + 5) if k not in (m, n)), p.n: n, p.m: m}
    if p.m == p.n:
        sizes = {p.n: 3 * min(p.rows, p.columns) - 1}
    known = {name: float(size) for name, size in sizes.items()} | {p.alpha: 2.0, p.beta: 3.0}
    given = ((at, known[v.name]) for at, v in enumerate(kernel.function.parameters) if v.name in known)
    return ToldLaunch((3, 3, 1), p.block, tuple(given), False)


def body_of(product: Product) -> str:
    """The statements of a direct function (:mod:`loopwright.cuda.lower.direct`): what does not fit is refused before anything is written."""
    p = product
    x, y, z = p.block
    blocks = " || ".join(f"blockDim.{axis} != {size}" for axis, size in zip("xyz", (x, y, z), strict=True))
    lines = [
        f"if ({blocks} || gridDim.z != 1) return false;",
        f"if ({p.m} < 1 || {p.n} < 1 || {p.k} < 1) return false;",
        f"if (1ll * gridDim.{p.down} * {p.rows} < {p.m} || 1ll * gridDim.{p.across} * {p.columns} < {p.n}) return false;",
        # BLAS may store before it has read all.
        f"if ({_meet(p.a, p.k, p)} || {_meet(p.b, p.n, p)}) return false;",
    ]
    named = [factor for factor in (p.alpha, p.beta) if not factor.isdigit()]
    if named:  # BLAS does not read what it multiplies by 0, which may be no number
        lines.append(f"if ({' || '.join(f'{name} == 0' for name in named)}) return false;")
    turned = ", ".join("CblasTrans" if turn else "CblasNoTrans" for turn in p.turned)
    left, right = p.m if p.turned[0] else p.k, p.k if p.turned[1] else p.n
    sizes = f"{p.m}, {p.n}, {p.k}, {p.alpha}, {p.a}, {left}, {p.b}, {right}, {p.beta}, {p.c}, {p.n}"
    lines.append(f"{_CALLS[p.real]}(CblasRowMajor, {turned}, {sizes});")
    return "\n".join(lines)


def _meet(name: str, columns: str, p: Product) -> str:
    """Whether a matrix that is read and the result have an element in common."""
    rows = p.m if name == p.a else p.k
    ends = f"{p.c} < {name} + 1ll * {rows} * {columns} && {name} < {p.c} + 1ll * {p.m} * {p.n}"
    return f"({ends})"
