"""What would be wrong with another text in the place of a file's: asked of every directive before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.check.rules import claim_rules
from loopwright.check.run import CheckOptions, check
from loopwright.lazily import cached_property
from loopwright.openacc.findings import Finding
from loopwright.residence.findings import claims_of
from loopwright.residence.machine import Claim
from loopwright.residence.program import claims_of_program, rest_of_program
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span
from loopwright.toolchain.flags import flags_for, headers_for, paths_and_macros


@dataclass(frozen=True)
class OtherTexts:
    """``read`` makes an outline of a text in the place of the file at ``path``; ``program`` is the file as it is among the others of its
    program. Whoever asks may meet :class:`~loopwright.cancellation.Cancelled`."""

    path: Path
    read: Callable[[bytes], Outline]
    program: Outline
    token: CancelToken | None = None

    def errors(self, text: bytes, around: int) -> list[Finding]:
        """What our own rules call an error in the function at ``around``."""
        includes, defines = self._build
        options = CheckOptions(
            path=self.path,
            includes=includes,
            defines=defines,
            between=False,
            around=Span(around, around),
            only_errors=True,
        )
        return [finding for finding in check(self.read(text), options) if finding.severity == "error"]

    @cached_property
    def _build(self) -> tuple[tuple[Path, ...], tuple[str, ...]]:
        """What the build of the file says: the same for all texts."""
        return paths_and_macros(flags_for(self.path))

    def in_file(self, text: bytes, around: int) -> list[tuple[Claim, str]]:
        """What is wrong between directives as far as the file shows, each in one sentence: what the function at ``around`` and its
        callers in the file have to do with."""
        return _worded(claims_of(self.read(text), self.token, around))

    def in_program(self, text: bytes, around: int) -> list[tuple[Claim, str]]:
        """What is wrong in the file when a program begins elsewhere that comes to the function at ``around``."""
        return _worded(claims_of_program(self.read(text), rest_of_program(self.program), self.token, around))


def other_texts(program: Outline, path: Path) -> OtherTexts:
    """Texts in the place of the file at ``path``, among its headers."""
    headers = headers_for(path)
    return OtherTexts(path, lru_cache(2)(lambda text: Outline(parse(text, name=path.name), headers)), program)


def _worded(claims: Iterable[Claim]) -> list[tuple[Claim, str]]:
    return [(claim, claim_rules()[claim.code].message(claim)) for claim in claims]
