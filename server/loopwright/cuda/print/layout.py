"""How a function is laid out in its file, and lines as it wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

_STEP = "    "
_WIDEST = 8  # blanks, more of which align something


@dataclass(frozen=True)
class Layout:
    """``margin``: the blanks before a function on its first line; ``step``: what its body is moved in by; ``opens``: what stands
    between its head and the body, up to the brace, ``opens_inside`` between heads of loops and theirs."""

    margin: str = ""
    step: str = _STEP
    opens: str = " {"
    opens_inside: str = " {"


PLAIN = Layout()


def margin_at(data: bytes, start: int) -> str:
    """The blanks before the function that begins at a byte of a file."""
    return _blanks_before(data, start) or ""


def step_at(data: bytes, margin: str, first: int) -> str:
    """What a body is moved in by whose first statement begins at a byte of the file, empty where that does not tell it, because
    something stands before it on its line."""
    inner = _blanks_before(data, first)
    step = inner[len(margin) :] if inner is not None and inner.startswith(margin) else ""
    return step if len(step) <= _WIDEST else ""


def _blanks_before(data: bytes, at: int) -> str | None:
    """The blanks from the beginning of a line to a place in it, ``None`` where something else stands there too."""
    before = data[data.rfind(b"\n", 0, at) + 1 : at].decode("utf-8", errors="replace")
    return before if not before.strip() else None


def moved(lines: Iterable[str], by: Callable[[str], str]) -> list[str]:
    """``lines`` each moved by a function, but for what continues a line that ends in a backslash: that may be within a string."""
    found: list[str] = []
    continues = False
    for line in lines:
        found.append(line if continues else by(line))
        continues = line.endswith("\\")
    return found


def moved_in(lines: Iterable[str], by: str) -> list[str]:
    """Lines further in by these blanks; directives stay in the first column, but for OpenMP's."""
    return moved(lines, lambda line: by + line if _has_place(line) else line if line.strip() else "")


def _has_place(line: str) -> bool:
    return bool(line.strip()) and (not line.startswith("#") or line.startswith("#pragma omp"))


def indented(text: str, margin: str) -> str:
    """Later lines of a function further in, as its first one is."""
    first, *rest = text.split("\n")
    return "\n".join([first, *moved_in(rest, margin)])
