"""`lsp --tcp`: the session is for an editor of the user, not for others on the machine and not for a page in a browser."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest
from people import as_nobody

INITIALIZE = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"processId": None, "rootUri": None, "capabilities": {}, "initializationOptions": {"trusted": True}},
    }
)
MESSAGE = f"Content-Length: {len(INITIALIZE)}\r\n\r\n{INITIALIZE}".encode()
ASK = """import socket, sys
with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 20) as connection:
    try:
        connection.sendall(sys.argv[2].encode())
        print(len(connection.recv(100)))
    except ConnectionError:
        print(0)
"""


@pytest.fixture
def port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        number: int = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "loopwright", "lsp", "--tcp", str(number)], stderr=subprocess.DEVNULL
    )
    yield number
    process.kill()
    process.wait()


def connected(port: int) -> socket.socket:
    """A connection, once the server listens."""
    for _ in range(600):
        try:
            return socket.create_connection(("127.0.0.1", port), 30)
        except ConnectionRefusedError:
            subprocess.run(["sleep", "0.1"], check=True)
    raise AssertionError("nobody listens")


def answer(connection: socket.socket, sent: bytes) -> bytes:
    try:
        connection.sendall(sent)
        return connection.recv(100)
    except ConnectionError:
        return b""


@pytest.mark.parametrize(
    "head",
    [
        "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        "OPTIONS * HTTP/1.1\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01",
        "\n\n\n\n\n\n\n\n",
    ],
)
def test_a_page_in_a_browser_gets_no_session_and_an_editor_after_it_does(port: int, head: str) -> None:
    """What a page sends has a Content-Length too, and its text as body."""
    with connected(port) as page:
        assert answer(page, head.encode("latin-1") + MESSAGE) == b""
    with connected(port) as editor:
        assert answer(editor, MESSAGE).startswith(b"Content-Length: ")


@pytest.mark.skipif(
    sys.platform != "linux" or os.getuid() != 0, reason="only root can be somebody else, only Linux tells who it is"
)
def test_another_user_gets_no_session_and_an_editor_after_it_does(port: int) -> None:
    connected(port).close()  # it listens; a connection that says nothing is none
    done = as_nobody(["-c", ASK, str(port), MESSAGE.decode()])
    assert done.stdout.strip() == "0", done.stderr
    with connected(port) as editor:
        assert answer(editor, MESSAGE).startswith(b"Content-Length: ")
