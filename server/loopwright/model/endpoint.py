"""A model that a team serves itself, asked over the interface that llama-server and vLLM share (`/v1/completions`).

The same prompts are sent as to the local model. llama-server takes the grammar in the field `grammar`, vLLM in `structured_outputs`; a
server that takes neither is told to write freely. Whatever comes back is validated here: words of OpenACC and names of the prompt
alone. Nothing is sent before it is asked for, redirections are not followed, and nobody waits for an answer longer than the limit.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from loopwright.cancellation import Cancelled, CancelToken
from loopwright.model.decode import Proposal
from loopwright.model.errors import ModelError
from loopwright.model.manifest import Model, PromptFormat
from loopwright.model.prompt import FillIn
from loopwright.model.runtime import DIRECTIVE, Answer, Task
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.spec import load_spec
from loopwright.source.text import Span
from loopwright.source.tokens import tokenize

_SECONDS = 20.0
_MOST_ANSWER_BYTES = 4_000_000
_TEMPERATURE = 0.8
_SAMPLES = 4  # for each proposal that is asked for beyond the greedy one


@dataclass(frozen=True)
class Address:
    """Where a server listens; ``path`` is what its operator put before `/v1`."""

    scheme: Literal["http", "https"]
    host: str
    port: int
    path: str

    @property
    def text(self) -> str:
        """As it is shown to the user."""
        return f"{self.scheme}://{self.host}:{self.port}{self.path}"


def parse_address(text: str) -> Address:
    """The address in a setting. Raises :class:`ModelError` with a sentence where it is none."""
    parts = urlsplit(text.strip())
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in ("http", "https") or not parts.hostname or port == -1 or parts.query or parts.username:
        raise ModelError(f"loopwright.model.endpoint cannot be {text!r}; an address looks like http://gpu-host:8080.")
    path = parts.path.rstrip("/").removesuffix("/v1")
    scheme: Literal["http", "https"] = "https" if parts.scheme == "https" else "http"
    return Address(scheme, parts.hostname, port or (443 if scheme == "https" else 80), path)


class Endpoint:
    """A served model with the interface of :class:`loopwright.model.runtime.Runtime`. Close it when done."""

    def __init__(
        self, address: Address, task: Task = DIRECTIVE, prompt: PromptFormat | None = None, seconds: float = _SECONDS
    ) -> None:
        self.address, self.task = address, task
        self.model = Model(address.text, "", "", "unknown", prompt=prompt or PromptFormat(), folder=Path())
        self._seconds = seconds
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="loopwright-endpoint")
        self._served: str | None = None
        self._grammar_refused = False

    @property
    def shows_project(self) -> bool:
        """See :class:`~loopwright.model.runtime.Asked`: what a served model was taught is not known."""
        return self.model.shows_project(self.task.name)

    def load(self) -> Future[None]:
        """Ask which model is served; the future raises :class:`ModelError` if nobody answers."""
        return self._worker.submit(self._find_model, CancelToken())

    def propose(
        self, fill: FillIn, grammar: str | None, count: int = 4, token: CancelToken | None = None
    ) -> Future[Answer]:
        """Ask for directives. The future raises :class:`Cancelled` or :class:`ModelError`."""
        return self._worker.submit(self._propose, fill, grammar, count, token or CancelToken())

    def close(self) -> None:
        """Stop the worker; work that waits is dropped."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _find_model(self, token: CancelToken) -> None:
        if self._served is None:
            answer = self._request("GET", "/v1/models", None, token)
            try:
                self._served = str(answer["data"][0]["id"])
            except (KeyError, IndexError, TypeError):
                raise ModelError(f"{self.address.text} serves no model.") from None

    def _propose(self, fill: FillIn, grammar: str | None, count: int, token: CancelToken) -> Answer:
        started = time.perf_counter()
        token.check()
        self._find_model(token)
        greedy = self._complete(fill, grammar, 1, 0.0, token)
        texts = list(greedy)
        if count > 1:
            texts += self._complete(fill, grammar, _SAMPLES * (count - 1), _TEMPERATURE, token)
        known = _names(fill.prefix + fill.suffix)
        fitting = [text for text in (t.strip() for t in texts) if text and self._may_stand(text, known)]
        shares = Counter(fitting)
        # The greedy answer is the server's first choice; the others follow by how often they were drawn.
        order = sorted(shares, key=lambda text: (text != (fitting[0] if greedy else ""), -shares[text]))
        proposals = tuple(Proposal(text, shares[text] / len(texts)) for text in order[:count])
        return Answer(proposals, len(fill.prefix) + len(fill.suffix), 0, time.perf_counter() - started)

    def _complete(
        self, fill: FillIn, grammar: str | None, samples: int, temperature: float, token: CancelToken
    ) -> list[str]:
        marks = self.model.prompt
        body: dict[str, Any] = {
            "model": self._served,
            "prompt": f"{marks.prefix}{fill.prefix}{marks.suffix}{fill.suffix}{marks.middle}",
            "max_tokens": self.task.most_tokens,
            "temperature": temperature,
            "n": samples,
            "stop": [marks.end],
        }
        if grammar is not None and not self._grammar_refused:
            bound = {**body, "grammar": grammar, "structured_outputs": {"grammar": grammar}}
            try:
                return self._texts(bound, token)
            except _Refused:
                self._grammar_refused = True
        try:
            return self._texts(body, token)
        except _Refused as refused:
            raise ModelError(f"{self.address.text} refuses the request: {refused}.") from refused

    def _texts(self, body: dict[str, Any], token: CancelToken) -> list[str]:
        answer = self._request("POST", "/v1/completions", body, token)
        try:
            # What the limit of tokens ended is the beginning of an answer.
            return [str(choice["text"]) for choice in answer["choices"] if choice.get("finish_reason") != "length"]
        except (KeyError, TypeError, AttributeError):
            raise ModelError(f"{self.address.text} answers with something that is no completion.") from None

    def _may_stand(self, text: str, names: frozenset[str]) -> bool:
        """Whether a text is what the local model's grammar would have let it write."""
        if self.task is not DIRECTIVE:
            return self.task.accept(text)
        directive = parse_directive(text)
        spec = load_spec()
        if (
            "\n" in text
            or not _closes(text)
            or directive.rest
            or directive.name not in spec.directives
            or not self.task.accept(text)
        ):
            return False
        if any(clause.name not in spec.directives[directive.name].clauses for clause in directive.clauses):
            return False
        arguments = " ".join(clause.argument or "" for clause in directive.clauses)
        return _names(arguments) <= names | _WORDS

    def _request(self, method: str, path: str, body: dict[str, Any] | None, token: CancelToken) -> Any:
        """The decoded answer. A request that is cancelled or takes too long is cut off."""
        kind = http.client.HTTPSConnection if self.address.scheme == "https" else http.client.HTTPConnection
        connection = kind(self.address.host, self.address.port, timeout=self._seconds)
        ended = threading.Event()
        watcher = threading.Thread(target=_cut_off, args=(connection, token, ended, self._seconds), daemon=True)
        watcher.start()
        try:
            payload = None if body is None else json.dumps(body).encode()
            connection.request(method, self.address.path + path, payload, {"Content-Type": "application/json"})
            response = connection.getresponse()
            data = response.read(_MOST_ANSWER_BYTES + 1)
        except (OSError, http.client.HTTPException) as error:
            if token.cancelled:
                raise Cancelled from None
            raise ModelError(f"{self.address.text} does not answer: {str(error) or type(error).__name__}.") from error
        finally:
            ended.set()
            connection.close()
        token.check()
        return self._decoded(response.status, data)

    def _decoded(self, status: int, data: bytes) -> Any:
        if status in (400, 404, 422):
            raise _Refused(_first_words(data))
        if status != 200:
            raise ModelError(f"{self.address.text} answers with status {status}.")
        if len(data) > _MOST_ANSWER_BYTES:
            raise ModelError(f"{self.address.text} answers with more than {_MOST_ANSWER_BYTES} bytes.")
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            raise ModelError(f"{self.address.text} answers with something that is not JSON.") from None


class _Refused(ModelError):
    """The server does not take a request of this form."""


# Words in arguments that are no names of the program.
_WORD_TEXT = """
readonly zero always alwaysin alwaysout capture num dim static length force devnum queues none present sizeof max min this
acc_async_sync acc_async_noval acc_async_default nvidia radeon host multicore default
"""
_WORDS = frozenset(_WORD_TEXT.split())


def _cut_off(
    connection: http.client.HTTPConnection, token: CancelToken, ended: threading.Event, seconds: float
) -> None:
    """Close the connection when nobody wants the answer any more: a socket's own limit is for one read, not for all."""
    deadline = time.monotonic() + seconds
    while not ended.wait(0.02):
        if token.cancelled or time.monotonic() > deadline:
            if connection.sock is not None:
                with contextlib.suppress(OSError):
                    # Closing would not wake a thread that reads.
                    connection.sock.shutdown(socket.SHUT_RDWR)
            return


def _names(text: str) -> frozenset[str]:
    data = text.encode()
    return frozenset(token.text for token in tokenize(data, Span(0, len(data))) if token.kind == "name")


def _closes(text: str) -> bool:
    """Whether every parenthesis is closed."""
    data, depth = text.encode(), 0
    for token in tokenize(data, Span(0, len(data))):
        depth += (token.text == "(") - (token.text == ")")
        if depth < 0:
            return False
    return depth == 0


def _first_words(data: bytes) -> str:
    return " ".join(data[:160].decode("utf-8", errors="replace").split()) or "no reason is given"
