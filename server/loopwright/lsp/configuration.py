"""The settings of a session as the client has them: asked for once for the session and once for each open file.

Answers are kept until the client says that something changed. Diagnostics of a file that was just opened wait a
moment for the file's own; a client that cannot be asked has one set of settings for everything.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from loopwright.lsp.settings import Settings, read_settings

log = logging.getLogger(__name__)
_PATIENCE = 1.0  # seconds that a request waits for the settings of its file


class Configuration:
    """Used on the event loop. ``late`` is called when a file's settings came after requests about it were answered."""

    def __init__(self, server: LanguageServer, late: Callable[[], Awaitable[None]]) -> None:
        self._server, self._late = server, late
        self._session = Settings()
        self._files: dict[str, Settings] = {}
        self._asked: dict[str, asyncio.Task[None]] = {}
        self.trusted = False

    @property
    def session(self) -> Settings:
        """What holds for the session."""
        return self._session if self.trusted else self._session.without_trust()

    def of(self, uri: str) -> Settings:
        """What holds for a file, as far as it is known."""
        own = self._files.get(uri)
        return self.session if own is None else self.session.of_resource(own)

    async def ready(self, uri: str) -> Settings:
        """What holds for a file, once the client has had time to say so."""
        asked = self._asked.get(uri)
        if asked is not None and not asked.done():
            await asyncio.wait({asked}, timeout=_PATIENCE)
        return self.of(uri)

    def ignored(self) -> list[str]:
        """Keys of settings that are not used because the workspace is not trusted."""
        return [] if self.trusted else self._session.machine_settings()

    def begin(self, values: Any, trusted: bool) -> None:
        """The settings that came with `initialize`."""
        self._session, _ = read_settings(values)
        self.trusted = trusted

    def opened(self, uri: str) -> None:
        """A file was opened: ask for its settings."""
        if self._can_be_asked():
            self._asked[uri] = asyncio.get_running_loop().create_task(self._ask_for(uri))

    def closed(self, uri: str) -> None:
        """A file was closed: forget its settings."""
        self._files.pop(uri, None)
        self._asked.pop(uri, None)

    async def renew(self, uris: list[str], pushed: Any = None) -> tuple[str, ...]:
        """Ask again for the session and the files; a sentence for each value that is not usable. A client that cannot be
        asked may have ``pushed`` its settings."""
        complaints: tuple[str, ...] = ()
        if self._can_be_asked():
            answers = await self._ask([None, *uris])
            if answers:
                self._session, complaints = read_settings(answers[0])
                self._files.update(zip(uris, (self._own(answer) for answer in answers[1:])))
        elif pushed is not None:
            self._session, complaints = read_settings(pushed)
        return complaints

    async def _ask_for(self, uri: str) -> None:
        started = asyncio.get_running_loop().time()
        before = self.of(uri)
        answers = await self._ask([uri])
        if answers and uri in self._asked:
            self._files[uri] = self._own(answers[0])
        if self.of(uri) != before and asyncio.get_running_loop().time() - started > _PATIENCE:
            await self._late()

    def _own(self, answer: Any) -> Settings:
        return self._session if answer is None else read_settings(answer)[0]

    async def _ask(self, uris: list[str | None]) -> list[Any]:
        items = [types.ConfigurationItem(section="loopwright", scope_uri=uri) for uri in uris]
        request = self._server.workspace_configuration_async(types.ConfigurationParams(items))
        try:
            # A cancelled task must not lose the reply: pygls would fail on it.
            answers = await asyncio.shield(request)
        except JsonRpcException as error:
            log.info("the client refused to tell its settings: %s", error)
            return []
        return list(answers) if isinstance(answers, (list, tuple)) and len(answers) == len(uris) else []

    def _can_be_asked(self) -> bool:
        workspace = self._server.client_capabilities.workspace
        return bool(workspace and workspace.configuration)
