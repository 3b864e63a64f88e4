"""A text in the style of a project: what `clang-format` makes of it by the `.clang-format` above a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.source.layout import same_code
from loopwright.toolchain.database import folders_above
from loopwright.toolchain.environment import find_program
from loopwright.toolchain.process import Completed, run
from loopwright.toolchain.scratch import scratch

_STYLES = (".clang-format", "_clang-format")
_SECONDS = 30.0
_MOST_BYTES = 64 << 20
# Options that change more than the layout (Clang-Format Style Options, 9 to 23): these are set, the others left to their default, which
# leaves the code alone. Includes are kept in order by an option of the command, which all versions have.
_SET = {"BreakStringLiterals": "false", "SortUsingDeclarations": "false"}
_LEFT = frozenset(
    ("EnumTrailingComma", "InsertBraces", "InsertTrailingCommas", "IntegerLiteralSeparator", "NumericLiteralCase")
    + ("QualifierAlignment", "QualifierOrder", "RemoveBracesLLVM", "RemoveParentheses", "RemoveSemicolon")
)
_OPTION = re.compile(r"^(\w+):.*\n(?:[ -][^-].*\n)*", re.MULTILINE)  # with the lines of a list or a map


@dataclass(frozen=True)
class Formatted:
    """A text, and why it is as it was although the project has a style; empty where it has none or the text follows it."""

    text: str
    note: str = ""


def style_of(path: Path) -> Path | None:
    """The nearest style file above the file at ``path``, no higher than its workspace or repository, in folders of the user alone."""
    for folder in folders_above(path):
        for name in _STYLES:
            if (folder / name).is_file():
                return folder / name
    return None


def formatted(text: str, path: Path, token: CancelToken | None = None) -> Formatted:
    """A text of C++ that belongs beside the file at ``path``, in the project's style. Only its layout changes: a text that would not
    be the same code any more stays as it is. Raises :class:`Cancelled`."""
    style = style_of(path)
    if style is None:
        return Formatted(text)
    program = find_program("clang-format")
    if program is None:
        return Formatted(text, f"no clang-format was found, and {style} asks for a style")
    beside = style.parent / f"{path.stem}.cpp"
    told = run([program, "--style=file", f"--assume-filename={beside}", "--dump-config"], timeout=_SECONDS, token=token)
    if told.code != 0 or not told.stdout:
        return Formatted(text, f"clang-format cannot use {style}{_reason(told)}")
    with scratch("format") as folder:
        (folder / ".clang-format").write_text(_OPTION.sub(_of_layout, told.stdout), "utf-8")
        command = [program, "--style=file", f"--assume-filename={folder / beside.name}", "--sort-includes=false"]
        done = run(
            command,
            stdin=text.encode("utf-8", "surrogateescape"),
            timeout=_SECONDS,
            output_limit=_MOST_BYTES,
            token=token,
        )
    if done.code != 0:
        return Formatted(text, f"clang-format did not come to its end{_reason(done)}")
    if not same_code(text, done.stdout):
        return Formatted(text, f"in the style of {style} it would not be the same code")
    return Formatted(done.stdout)


def _of_layout(option: re.Match[str]) -> str:
    """An option of a configuration, without what changes more than layout."""
    if option[1] in _LEFT:
        return ""
    return f"{option[1]}: {_SET[option[1]]}\n" if option[1] in _SET else option[0]


def _reason(done: Completed) -> str:
    said = done.stderr.strip().splitlines()
    return f": {said[0]}" if said else f" ({done.ending})" if done.ending != "exited" else ""
