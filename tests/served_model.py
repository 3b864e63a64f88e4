"""An OpenAI-like server on this machine whose answers a test decides."""

from __future__ import annotations

import contextlib
import json
import ssl
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[[dict[str, Any]], tuple[int, bytes]]

_LOADING = (503, b'{"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}')


class _QuietServer(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that go away, or do not trust it, are what tests are about."""


class ModelServer:
    """An OpenAI-like server whose answer to a completion is a function of the request; with ``secured`` it speaks TLS."""

    def __init__(self, reply: Reply, secured: ssl.SSLContext | None = None) -> None:
        self.asked: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.models = ["team-7b"]
        self.cards: list[dict[str, Any]] = []  # in place of those, a model in all its fields
        self.loading = False
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.paths.append(self.path)
                listed = {"object": "list", "data": outer.cards or [{"id": name} for name in outer.models]}
                self._say(*(_LOADING if outer.loading else (200, json.dumps(listed).encode())))

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked.append(body)
                outer.headers.append(dict(self.headers))
                self._say(*(_LOADING if outer.loading else reply(body)))

            def _say(self, status: int, data: bytes) -> None:
                with contextlib.suppress(ConnectionError):  # who asked may be gone
                    self.send_response(status)
                    if status == 302:
                        self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                    self.send_header("Content-Length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        self._scheme = "https" if secured else "http"
        self._http = _QuietServer(("127.0.0.1", 0), Handler)
        if secured:
            self._http.socket = secured.wrap_socket(self._http.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"{self._scheme}://127.0.0.1:{self._http.server_address[1]}"

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


def completions(*texts: str) -> tuple[int, bytes]:
    """The answer that holds ``texts``."""
    return 200, json.dumps({"choices": [{"text": text} for text in texts]}).encode()
