"""One request to a server that a user named, over HTTP: where it is, and an answer within a limit whatever the server does.

A socket's own limit is for one read, and looking up a name has none. So a thread of its own talks to the server; who waits leaves it
behind when the time is up or nobody wants the answer any more.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import http.client
import os
import socket
import ssl
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qs, quote, urlsplit

from loopwright.cancellation import Cancelled, CancelToken
from loopwright.model.errors import ModelError

MOST_BYTES = 4_000_000
AUTHORITIES_VARIABLE = "SSL_CERT_FILE"  # read by OpenSSL itself, in place of the system's list
_POLL_SECONDS = 0.02
_NO_TLS = ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "PACKET_LENGTH_TOO_LONG")  # OpenSSL's names, by its version


class Unavailable(ModelError):
    """Nobody answers, or not yet: another time it may be different."""


@dataclass(frozen=True)
class Address:
    """Where a server listens. ``path`` is what its operator put before `/v1`, ``model`` which of its models is meant."""

    scheme: Literal["http", "https"]
    host: str
    port: int
    path: str
    model: str = ""

    @property
    def text(self) -> str:
        """As it is shown to the user."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.path}"


def parse_address(text: str) -> Address:
    """The address in a setting. Raises :class:`ModelError` with a sentence where it is none."""
    try:
        parts = urlsplit(text.strip())
        host, port = parts.hostname or "", parts.port
        host.encode("idna")
        if not host.isprintable() or " " in host:
            raise ValueError
        query = parse_qs(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    except ValueError:  # UnicodeError is one
        raise _no_address(text) from None
    if parts.scheme not in ("http", "https") or not host or port == 0 or parts.username is not None or parts.fragment:
        raise _no_address(text)
    if query and (set(query) != {"model"} or len(query["model"]) != 1 or not query["model"][0]):
        raise _no_address(text)
    path = quote(parts.path, safe="/%:@!$&'()*+,;=~").rstrip("/").removesuffix("/v1")
    scheme: Literal["http", "https"] = "https" if parts.scheme == "https" else "http"
    model = query["model"][0] if query else ""
    return Address(scheme, host, port or (443 if scheme == "https" else 80), path, model)


def _no_address(text: str) -> ModelError:
    form = "http://gpu-host:8080, or http://gpu-host:8080?model=NAME for one of several models"
    return ModelError(f"loopwright.model.endpoint cannot be {text!r}; an address looks like {form}.")


def exchange(
    address: Address,
    method: str,
    path: str,
    payload: bytes | None,
    headers: dict[str, str],
    token: CancelToken,
    until: float,
) -> tuple[int, bytes]:
    """Status and body of the answer. Raises :class:`Unavailable` where none has come at ``until`` (of the monotonic clock), and
    :class:`Cancelled`."""
    late = Unavailable(f"{address.text} does not answer in time.")
    if time.monotonic() > until:
        raise late
    kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
    connection = kind(address.host, address.port, timeout=max(0.01, until - time.monotonic()))
    reply: Future[tuple[int, bytes]] = Future()
    open_: list[socket.socket] = []

    def talk() -> None:
        try:
            connection.connect()
            open_.append(connection.sock)  # the connection forgets it where the server says that it will close
            connection.request(method, address.path + path, payload, headers)
            with connection.getresponse() as response:
                reply.set_result((response.status, response.read(MOST_BYTES + 1)))
        except Exception as error:
            reply.set_exception(error)
        finally:
            connection.close()

    threading.Thread(target=talk, name="loopwright-exchange", daemon=True).start()
    while not reply.done():
        concurrent.futures.wait((reply,), _POLL_SECONDS)
        if reply.done():
            break
        if token.cancelled or time.monotonic() > until:
            for one in open_:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)  # closing would not wake a thread that reads
            token.check()
            raise late
    if token.cancelled:
        raise Cancelled
    try:
        return reply.result()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unavailable(f"{address.text} {_trouble(error)}.") from error


def _trouble(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"is not asked: its certificate is not trusted ({error.verify_message.rstrip('.')}); {_authorities()}"
    if isinstance(error, ssl.SSLError) and error.reason in _NO_TLS:
        return "does not speak TLS; does its address begin with http://"
    return f"does not answer: {str(error) or type(error).__name__}"


def _authorities() -> str:
    """Where the authorities that are trusted come from: OpenSSL does not say that it could not read its list."""
    named = os.environ.get(AUTHORITIES_VARIABLE, "")
    if not named:
        return f"the environment variable {AUTHORITIES_VARIABLE} names the certificates of an authority of your own"
    if not os.access(named, os.R_OK):
        return f"{AUTHORITIES_VARIABLE} names {named}, which cannot be read"
    return f"{AUTHORITIES_VARIABLE} names {named}"
