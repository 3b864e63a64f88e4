"""docs/cuda-examples.md: kernels, what `translate` writes of them today, and what a person writes. `UPDATE=1` rewrites it.

What the person wrote is run beside the kernel by the oracle, so that both columns do the same.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.translation import FileTranslation
from loopwright.source.syntax import parse
from loopwright.translate.pipeline import translate
from whole import sampled

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "cuda-examples.md"
HEAD = """# Ten kernels, by rule and by hand

Kernels of the kinds that real programs have, as our tests have them: the kernel, what `loopwright translate` writes of it without the
support text around it, and the OpenMP that a person writes. The translations are those of today: a test compares this page with the
command's output. What the person wrote is run beside the kernel by another. Where ours reads worse, a sentence says why.

With `--verify` the [model](cuda.md#the-models-loops) is asked for loops like those by hand; this page shows the rule alone.
"""


@dataclass(frozen=True)
class Example:
    """A kernel of ``file`` and what a person writes in its place. ``worse``: why the translation reads worse, if it does; ``fits``:
    a condition on launches, if the person does not care for all."""

    title: str
    file: str
    kernel: str
    hand: str
    worse: str
    fits: str = "true"


EXAMPLES = [Example(**row) for row in tomllib.loads((HERE / "by_hand.toml").read_text("utf-8"))["example"]]


@cache
def _translated(file: str) -> FileTranslation:
    path = HERE / "kernels" / f"{file}.cu"
    return translate_file(parse(path.read_text("utf-8"), path.name, "cuda"))


def _original(example: Example) -> str:
    path = HERE / "kernels" / f"{example.file}.cu"
    (function,) = [
        f for f in DeviceCode(parse(path.read_text("utf-8"), path.name, "cuda")).kernels if f.name == example.kernel
    ]
    return (function.whole.text or b"").decode()


def page() -> str:
    """The page."""
    parts = [HEAD]
    for example in EXAMPLES:
        kernel = _translated(example.file).kernel(example.kernel)
        assert kernel is not None
        assert kernel.text is not None
        parts += [
            f"## {example.title}\n",
            f"`{example.kernel}` of `tests/cuda/kernels/{example.file}.cu`:\n",
            f"```cuda\n{_original(example).strip()}\n```\n",
            f"By rule:\n\n```cpp\n{kernel.text.strip()}\n```\n",
            f"By hand{f', where `{example.fits}`' if example.fits != 'true' else ''}:\n\n```cpp\n{example.hand.strip()}\n```\n",
            *([textwrap.fill(example.worse, 140) + "\n"] if example.worse else []),
        ]
    return "\n".join(parts).rstrip() + "\n"


def test_the_page_is_what_translate_writes() -> None:
    if os.environ.get("UPDATE"):
        PAGE.write_text(page(), "utf-8")
    assert len(EXAMPLES) == 10
    assert PAGE.read_text("utf-8") == page()


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize("example", sampled(EXAMPLES, 1, lambda e: e.kernel), ids=lambda e: e.kernel)
def test_the_hand_does_what_the_kernel_does(example: Example) -> None:
    path = HERE / "kernels" / f"{example.file}.cu"
    source = parse(path.read_text("utf-8"), path.name, "cuda")
    guard = f"if (!({example.fits})) return false;\n"
    for body, status in ((guard + example.hand, "tested"), (f"{guard}return true;\n{example.hand}", "failed")):
        result = translate(source, path, only=example.kernel, verified=True, direct={example.kernel: body})
        (report,) = result.kernels
        assert (report.status, report.reason if status == "tested" else "") == (status, "")
