"""What gcc, clang, clangd and nvc print → messages with positions."""

from __future__ import annotations

import re
from dataclasses import dataclass

_GNU = re.compile(
    r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+):(?:(?P<column>\d+):)? (?P<severity>fatal error|error|warning): (?P<text>.*)$"
)
_NVC = re.compile(
    r'^(?:NVC(?:\+\+)?-[SF]-\d+-(?P<text>.*) \((?P<file>[^:()]+): (?P<line>\d+)\)|"(?P<file2>[^"]+)", line (?P<line2>\d+): error: (?P<text2>.*))$'
)
_CLANGD = re.compile(r"^E\[[\d:.]+\] \[[\w-]+\] Line (?P<line>\d+): (?P<text>.*)$")
_OPTION = re.compile(r" \[-W[\w=+-]+\]$")


@dataclass(frozen=True)
class Message:
    """One compiler message; line and column 1-based, column 0 if unknown."""

    line: int
    column: int
    severity: str
    text: str


def read_messages(output: str) -> tuple[Message, ...]:
    """All errors and warnings in the compiler's output, in order."""
    messages = []
    for line in output.splitlines():
        if match := _GNU.match(line):
            severity = "error" if "error" in match["severity"] else "warning"
            text = _OPTION.sub("", match["text"])
            messages.append(Message(int(match["line"]), int(match["column"] or 0), severity, text))
        elif match := _CLANGD.match(line):
            messages.append(Message(int(match["line"]), 0, "error", match["text"]))
        elif match := _NVC.match(line):
            number = match["line"] or match["line2"]
            messages.append(Message(int(number), 0, "error", match["text"] or match["text2"]))
    return tuple(messages)
