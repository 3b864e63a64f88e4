"""The words of what a run can show."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from loopwright.device.report import Severity

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Kind:
    """A row of findings.toml."""

    code: str
    title: str
    severity: Severity
    section: str
    message: str
    site: str
    other: str
    why: str


@lru_cache(maxsize=1)
def kinds() -> tuple[Kind, ...]:
    """All rows, in the order of the runtime's numbers."""
    text = resources.files("loopwright.device").joinpath("findings.toml").read_text("utf-8")
    return tuple(Kind(code, **row) for code, row in tomllib.loads(text).items())
