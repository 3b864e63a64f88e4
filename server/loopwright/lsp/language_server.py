"""The language server's state: what one session knows, for the features to take what they use."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from loopwright import __version__
from loopwright.lsp.client import CardCommands
from loopwright.lsp.configuration import Configuration
from loopwright.lsp.debounce import Debounce
from loopwright.lsp.documents import Documents
from loopwright.lsp.engine import Engine, EngineStatus
from loopwright.lsp.findings import Findings
from loopwright.lsp.first_looks import FirstLooks
from loopwright.lsp.helpers import Helpers
from loopwright.lsp.jobs import Jobs
from loopwright.lsp.kernel_reports import KernelReports
from loopwright.lsp.protocol import Protocol
from loopwright.lsp.shown_hints import ShownHints
from loopwright.lsp.work import Progress, Workers
from loopwright.toolchain.database import complaints

log = logging.getLogger(__name__)


class LoopwrightServer(LanguageServer):
    """State of one session."""

    protocol: Protocol

    def __init__(self, refresh: Callable[[LoopwrightServer], Coroutine[Any, Any, None]]) -> None:
        super().__init__("loopwright", __version__, protocol_cls=Protocol, max_workers=2)
        self.documents = Documents()
        self.engine = Engine(self._model_failed, self._status_changed)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.workers = Workers()
        self.patient_workers = Workers()  # wait for the model: they must not keep an analysis from its thread
        self.configuration = Configuration(self, lambda: refresh(self))
        self.pulls_diagnostics = False
        self.jobs = Jobs(self)
        self.findings = Findings()
        self.first_looks = FirstLooks()
        self.helpers = Helpers()
        self.shown_hints = ShownHints()
        self.debounce = Debounce()
        self.compiler_checks: dict[str, asyncio.Task[Any]] = {}
        self.translations = KernelReports()
        self.progress_cancellers: dict[types.ProgressToken, Progress] = {}
        self.card = CardCommands()
        self.notes: tuple[str, ...] = ()  # what the status says is missing
        self.told: tuple[str, ...] = ()  # and of compile databases that cannot be used

    def close(self) -> None:
        """End what is going on; safe to call again."""
        self.helpers.close()
        self.workers.close()
        self.patient_workers.close()
        self.engine.close()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log only: telling the client about a failed write fails too, without end (pygls 2.1)."""
        log.error("%s: %s", getattr(source, "__name__", source), error, exc_info=error)

    @property
    def trusted(self) -> bool:
        """Whether the client has said that the user trusts what is open. Nothing is started before."""
        return self.configuration.trusted

    def _model_failed(self, sentence: str) -> None:
        """One sentence in the editor; called on the model's thread."""
        if self.loop is not None:
            message = types.ShowMessageParams(types.MessageType.Warning, sentence)
            self.loop.call_soon_threadsafe(self.window_show_message, message)

    def _status_changed(self) -> None:
        """What the status says of the model is another now; called on the model's thread."""
        if self.loop is not None:
            self.loop.call_soon_threadsafe(lambda: self.workers.start(self.tell_status()))

    async def tell_status(self) -> EngineStatus:
        """Tell what is in use and what is missing."""
        status = await self.workers.run(lambda token: self.engine.prepare())
        ignored = self.configuration.ignored()
        self.notes = (*status.notes, *([f"Not used without trust: {', '.join(ignored)}."] if ignored else []))
        self.told = complaints()
        self.status(busy=False, model=status.model, compiler=status.compiler, notes=[*self.notes, *self.told])
        return status

    def status(self, **fields: Any) -> None:
        """Tell the extension what to show in its status item; other clients ignore it."""
        self.protocol.notify("loopwright/status", fields)

    def tell_complaints(self) -> None:
        """Renew the status if a compile database was met that cannot be used."""
        if complaints() != self.told:
            self.told = complaints()
            self.status(busy=False, notes=[*self.notes, *self.told])
