"""A client that says what it likes: bytes to the real server and the messages that come back, with nothing in between."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

SERVER = [sys.executable, "-m", "loopwright", "lsp"]
SECONDS = 240.0  # a hang is meant
PLAIN: dict[str, Any] = {"model": {"enable": False}, "compiler": {"enable": False}}


class RawClient:
    """One server process. ``answers`` holds what came back, by id; ``said`` everything, in order."""

    def __init__(self, log: Path, **environment: str) -> None:
        self._log = log.open("wb")
        self.process = subprocess.Popen(
            SERVER,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env={**os.environ, **environment},
        )
        self.said: list[dict[str, Any]] = []
        self.answers: dict[Any, list[dict[str, Any]]] = {}
        self._arrived: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._next = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(SECONDS)
        self._reader.join(SECONDS)
        for stream in (self.process.stdin, self.process.stdout, self._log):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            length = 0
            while header.strip():
                name, _, value = header.partition(b":")
                if name.strip().lower() == b"content-length":
                    length = int(value)
                header = stream.readline()
            message = json.loads(stream.read(length))
            self.said.append(message)
            if "method" not in message:
                self.answers.setdefault(message["id"], []).append(message)
            elif "id" in message:
                self._reply(message)
            self._arrived.put(None)
        self._arrived.put(None)

    def _reply(self, message: dict[str, Any]) -> None:
        self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})

    def raw(self, data: bytes) -> None:
        """Bytes as they are."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def send(self, content: Any) -> None:
        """One message."""
        body = json.dumps(content).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: str, params: Any = None) -> None:
        """A notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Any = None) -> int:
        """A request; its id."""
        self._next += 1
        self.send({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params})
        return self._next

    def answer(self, identifier: Any, seconds: float = SECONDS) -> dict[str, Any]:
        """The answer to a request, within a time."""
        deadline = time.monotonic() + seconds
        while identifier not in self.answers:
            with contextlib.suppress(queue.Empty):
                self._arrived.get(timeout=max(0.01, deadline - time.monotonic()))
            if time.monotonic() > deadline:
                raise TimeoutError(f"no answer to {identifier} in {seconds} s")
            if self.process.poll() is not None and not self._reader.is_alive() and identifier not in self.answers:
                raise EOFError(f"the server ended with {self.process.returncode} before it answered {identifier}")
        return self.answers[identifier][0]

    def call(self, method: str, params: Any = None, seconds: float = SECONDS) -> dict[str, Any]:
        """A request and its answer."""
        return self.answer(self.ask(method, params), seconds)

    def start(self, capabilities: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
        """`initialize` and `initialized`, with nothing that needs a model or a compiler."""
        params = {"processId": os.getpid(), "rootUri": None, "capabilities": capabilities or {}, **fields}
        params.setdefault("initializationOptions", {"settings": PLAIN})
        answer = self.call("initialize", params)
        self.notify("initialized", {})
        return answer

    def open(self, uri: str, text: str, language: str = "c", version: int = 1) -> None:
        """`textDocument/didOpen`."""
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def end(self, seconds: float = SECONDS) -> int:
        """`shutdown` and `exit`; the exit code."""
        self.call("shutdown")
        self.notify("exit")
        return self.process.wait(seconds)
