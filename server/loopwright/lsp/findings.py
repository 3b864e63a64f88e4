"""Findings of the open files, kept by content; what a compiler said of a version is put beside our own."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace
from typing import Any

from loopwright.cancellation import WITHOUT_END, CancelToken, Patience
from loopwright.check.consequences import without_consequences
from loopwright.check.frontends import merge
from loopwright.check.run import CheckOptions, Rules, between_directives, check, rules_for
from loopwright.lsp.documents import Snapshot
from loopwright.lsp.settings import Settings
from loopwright.openacc.findings import Finding
from loopwright.source.text import Span
from loopwright.toolchain.accept import Acceptor
from loopwright.toolchain.compilers import Compiler
from loopwright.toolchain.flags import flags_for, paths_and_macros
from loopwright.toolchain.messages import Message

_KEPT = 32


class Findings:
    """Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._own: OrderedDict[Any, tuple[Finding, ...]] = OrderedDict()
        self._between: OrderedDict[Any, tuple[Finding, ...]] = OrderedDict()
        self._answers: OrderedDict[Any, tuple[tuple[Message, ...], Compiler]] = OrderedDict()

    def of(
        self,
        snapshot: Snapshot,
        settings: Settings,
        patience: Patience = WITHOUT_END,
        around: Span | None = None,
    ) -> tuple[Finding, ...]:
        """Everything known of a version; what was found till then when ``patience`` is over. ``around`` a place at least what
        touches it: no other function is looked at for that."""
        if not settings.openacc_enable:
            return ()
        key = (snapshot.content, settings.openacc_version, settings.openacc_portability)
        with self._lock:
            own = self._own.get(key)
            answer = self._answers.get(snapshot.content)
            between = self._between.get(snapshot.content, ())
        if own is None:
            own = check(snapshot.outline, replace(_options(snapshot, settings), around=around), patience)
            if not patience.was_over and around is None:
                self._keep(key, own)
        macros = {use.span for use in snapshot.outline.source.uses}
        both = sorted((*own, *between), key=lambda result: (result.span, result.code))
        own = tuple(without_consequences(both, macros))
        return own if answer is None else merge(snapshot.outline, own, *answer)

    def rules(self, snapshot: Snapshot, settings: Settings) -> Rules | None:
        """The rules that hold in a version, ``None`` where nobody asks for findings."""
        return rules_for(snapshot.outline, _options(snapshot, settings)) if settings.openacc_enable else None

    def _keep(self, key: Any, own: tuple[Finding, ...]) -> None:
        with self._lock:
            self._own[key] = own
            while len(self._own) > _KEPT:
                self._own.popitem(last=False)

    def is_followed(self, snapshot: Snapshot) -> bool:
        """Whether the data of this version was followed through its directives."""
        with self._lock:
            return snapshot.content in self._between

    def follow(self, snapshot: Snapshot, token: CancelToken) -> bool:
        """Follow the data of a version; whether that found something."""
        if self.is_followed(snapshot):
            return False
        found = between_directives(snapshot.outline, CheckOptions(path=snapshot.path), token)
        with self._lock:
            self._between[snapshot.content] = found
            while len(self._between) > _KEPT:
                self._between.popitem(last=False)
        return bool(found)

    def has_compiler(self, snapshot: Snapshot) -> bool:
        """Whether a compiler has answered for this version."""
        with self._lock:
            return snapshot.content in self._answers

    def ask(self, snapshot: Snapshot, acceptor: Acceptor | None, token: CancelToken) -> bool:
        """Ask a compiler; whether its answer is new."""
        if acceptor is None or self.has_compiler(snapshot) or snapshot.source.language == "cuda":
            return False
        if not snapshot.outline.has_openacc:
            return False
        answer = acceptor.errors(snapshot.source.data, snapshot.source.language, flags_for(snapshot.path), token)
        if isinstance(answer, str):
            return False
        with self._lock:
            self._answers[snapshot.content] = (answer, acceptor.compiler)
            while len(self._answers) > _KEPT:
                self._answers.popitem(last=False)
        return bool(answer)


def _options(snapshot: Snapshot, settings: Settings) -> CheckOptions:
    includes, macros = paths_and_macros(flags_for(snapshot.path))
    return CheckOptions(
        settings.openacc_version,
        tuple(name for name in (settings.openacc_portability,) if name),
        path=snapshot.path,
        includes=includes,
        defines=macros,
        between=False,
    )
