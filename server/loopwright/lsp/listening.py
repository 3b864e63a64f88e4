"""`loopwright lsp --tcp PORT`: a port is open to every user of the machine and to every page in a browser, a session is for one editor.

Whoever holds the session says what is trusted and which programs are started. So a connection counts only if a process of our
own user has made it, where the system tells that, and if it begins as the protocol does: a page can have a browser send
anything but what its requests begin with.
"""

from __future__ import annotations

import logging
import os
import socket
import sys

log = logging.getLogger(__name__)
_BEGINS = b"content-"
_TABLES = ("/proc/net/tcp", "/proc/net/tcp6")
_LOOPBACK = "0100007F" if sys.byteorder == "little" else "7F000001"


def next_client(listening: socket.socket) -> socket.socket:
    """The first connection that may have the session; others are closed."""
    while True:
        connection, _ = listening.accept()
        trouble = _trouble(connection)
        if not trouble:
            return connection
        log.warning("a connection was refused: %s", trouble)
        connection.close()


def _trouble(connection: socket.socket) -> str:
    """Why a connection is not for us, empty for nothing."""
    if sys.platform == "linux":
        owner = _owner(connection.getpeername()[1], connection.getsockname()[1])
        if owner != os.geteuid():
            return f"it comes from {'nobody known' if owner is None else f'user {owner}'}"
    try:
        begins = connection.recv(len(_BEGINS), socket.MSG_PEEK | socket.MSG_WAITALL)
    except OSError as error:
        return str(error)
    return "" if begins.lower() == _BEGINS else "it does not speak the protocol"


def _owner(theirs: int, ours: int) -> int | None:
    """The user whose process has the other end of a connection within this machine, by the two ports."""
    for table in _TABLES:
        try:
            with open(table, encoding="ascii") as rows:
                for row in list(rows)[1:]:
                    fields = row.split()
                    (here, port), (there, other) = (fields[n].split(":") for n in (1, 2))
                    both_here = here.endswith(_LOOPBACK) and there.endswith(_LOOPBACK)
                    if both_here and (int(port, 16), int(other, 16)) == (theirs, ours):
                        return int(fields[7])
        except OSError:
            continue
    return None
