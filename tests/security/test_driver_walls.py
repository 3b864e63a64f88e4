"""What the walls open for a GPU's driver, tried without a GPU: sockets that stay inside, and no other way out."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path

import pytest
from loopwright.toolchain import confine
from loopwright.toolchain.confine import Confinement, NotConfined, Offer, offered, run_confined

PROGRAM = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
static int reach(const char *path, int abstract) {
  struct sockaddr_un a = {AF_UNIX, {0}};
  strcpy(a.sun_path + abstract, path);
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  return connect(s, (void *)&a, offsetof(struct sockaddr_un, sun_path) + abstract + strlen(path)) ? errno : 0;
}
int main(int n, char **v) {
  struct sockaddr_un own = {AF_UNIX, "\0loopwright-own"};
  int s = socket(AF_UNIX, SOCK_SEQPACKET, 0), one = 1;
  printf("unix %d", s >= 0 && !setsockopt(s, SOL_SOCKET, SO_PASSCRED, &one, sizeof one) && !bind(s, (void *)&own, 17) && !listen(s, 8));
  printf(" inet %d packet %d vsock %d netlink %d", socket(AF_INET, SOCK_STREAM, 0), socket(AF_PACKET, SOCK_RAW, 0),
         socket(40, SOCK_STREAM, 0), socket(AF_NETLINK, SOCK_RAW, 0));
  printf(" buffer %d", setsockopt(s, SOL_SOCKET, SO_RCVBUF, &one, sizeof one));
  printf(" path %d abstract %d\n", reach(v[1], 0) != 0, reach(v[2], 1) != 0);
  return 0;
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("driver")
    (folder / "p.c").write_text(PROGRAM)
    subprocess.run(["gcc", "-o", str(folder / "p"), str(folder / "p.c")], check=True)
    for place in (folder, folder.parent, folder.parent.parent):
        place.chmod(0o755)
    return folder / "p"


def test_its_sockets_reach_nothing(program: Path, tmp_path: Path) -> None:
    if offered().walls != "namespaces":
        pytest.skip("this system offers no namespaces")
    servers = []
    for address in (str(tmp_path / "s"), "\0loopwright-test-outside"):
        server = socket.socket(socket.AF_UNIX)
        server.bind(address)
        server.listen()
        servers.append(server)
    (tmp_path / "s").chmod(0o777)
    words = [str(program), str(tmp_path / "s"), "loopwright-test-outside"]
    open_ = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert open_.endswith("path 0 abstract 0\n"), "without walls both are reached"
    done = run_confined(words, Confinement(driver=True, threads=8, memory=1 << 30))
    assert done.stdout == "unix 1 inet -1 packet -1 vsock -1 netlink -1 buffer -1 path 1 abstract 1\n", done
    plain = run_confined(words, Confinement())
    assert "unix 0" in plain.stdout, "a program without a driver has no socket at all"


def test_without_a_network_namespace_there_is_no_driver(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confine, "offered", lambda: Offer("landlock", ""))
    with pytest.raises(NotConfined, match="GPU"):
        run_confined([str(program), "a", "b"], Confinement(driver=True))
