"""Comments that take findings back: `// loopwright: ignore[LW301]` on the line, or the line above, and
`// loopwright: ignore-file`. The same comments set the version and the compilers of one file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from loopwright.openacc.findings import Finding

_COMMENT = re.compile(
    rb"(?://|/\*)[ \t]*loopwright:[ \t]*(ignore-file|ignore|version|portability)[ \t]*(?:\[([\w \t,]*)\]|([\w.\-, ]*))"
)


@dataclass(frozen=True)
class Comments:
    """What the comments of a file say. ``lines`` maps a 0-based line to the codes ignored on it; an empty set is all."""

    lines: dict[int, frozenset[str]] = field(default_factory=dict)
    whole_file: frozenset[str] | None = None
    version: str | None = None
    portability: tuple[str, ...] | None = None

    def hides(self, finding: Finding, first: int, last: int) -> bool:
        """Whether a finding on lines ``first`` to ``last`` is taken back."""
        if self.whole_file is not None and (not self.whole_file or finding.code in self.whole_file):
            return True
        return any(
            line in self.lines and (not self.lines[line] or finding.code in self.lines[line])
            for line in range(first - 1, last + 1)
        )


def read_comments(data: bytes) -> Comments:
    """Find them."""
    if b"loopwright:" not in data:
        return Comments()
    lines: dict[int, frozenset[str]] = {}
    whole: frozenset[str] | None = None
    version, portability = None, None
    for match in _COMMENT.finditer(data):
        word = match[1].decode()
        rest = (match[2] if match[2] is not None else match[3] or b"").decode()
        entries = tuple(entry for entry in re.split(r"[\s,]+", rest) if entry)
        codes = frozenset(entry for entry in entries if re.fullmatch(r"LW\d+", entry))
        if word == "ignore-file":
            whole = codes
        elif word == "ignore":
            lines[data.count(b"\n", 0, match.start())] = codes
        elif word == "version" and entries:
            version = entries[0]
        elif word == "portability":
            portability = entries
    return Comments(lines, whole, version, portability)
