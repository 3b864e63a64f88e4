"""A served model behind TLS: whose certificate is taken, and what is said of every other one."""

from __future__ import annotations

import contextlib
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from loopwright.cancellation import Cancelled, CancelToken
from loopwright.model.endpoint import Endpoint
from loopwright.model.exchange import Unavailable, exchange, parse_address
from loopwright.model.prompt import FillIn
from served_model import ModelServer, completions

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="certificates are made by openssl")
FILL = FillIn("float *a;\n#pragma acc", "\nfor (int i = 0; i < n; i++) a[i] = 0;\n")


def openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a team's own authority, `ca.pem`, and certificates that it signed: one for this machine, one for another."""
    folder = tmp_path_factory.mktemp("authority")
    new = ("req", "-newkey", "rsa:2048", "-nodes")
    openssl(folder, *new, "-x509", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Team authority")
    for name, subject in (("here", "IP:127.0.0.1"), ("elsewhere", "DNS:gpu-host")):
        (folder / f"{name}.cnf").write_text(f"subjectAltName = {subject}\nauthorityKeyIdentifier = keyid\n", "utf-8")
        openssl(folder, *new, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        signed = ("x509", "-req", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", f"{name}.cnf")
        openssl(folder, *signed, "-in", f"{name}.csr", "-out", f"{name}.pem")
    signed = ("x509", "-req", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "here.cnf")
    openssl(folder, *signed, "-in", "here.csr", "-out", "old.pem", "-days", "-1")
    shutil.copy(folder / "here.key", folder / "old.key")
    return folder


@contextlib.contextmanager
def serving(authority: Path, certificate: str) -> Iterator[ModelServer]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority / f"{certificate}.pem", authority / f"{certificate}.key")
    server = ModelServer(lambda body: completions(*[" parallel loop"] * body["n"]), context)
    yield server
    server.close()


def first_answer(address: str) -> str:
    endpoint = Endpoint(parse_address(address), key="sk-secret", seconds=200)
    try:
        return endpoint.propose(FILL, None, 1).result(200).proposals[0].text
    finally:
        endpoint.close()


@pytest.fixture
def trusted(authority: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority / "ca.pem"))
    return authority


def test_a_server_that_the_teams_own_authority_vouches_for_is_asked(trusted: Path) -> None:
    with serving(trusted, "here") as server:
        assert server.address.startswith("https://")
        assert first_answer(server.address) == "parallel loop"
        assert server.headers[-1]["Authorization"] == "Bearer sk-secret"


def test_nothing_is_sent_to_a_server_that_nobody_vouches_for(authority: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    with serving(authority, "here") as server:
        with pytest.raises(Unavailable, match=r"certificate is not trusted \(.*issuer.*\).*SSL_CERT_FILE") as caught:
            first_answer(server.address)
        assert server.asked == server.paths == []
    assert "_ssl.c" not in str(caught.value)


@pytest.mark.parametrize(("certificate", "reason"), [("old", "expired"), ("elsewhere", "127.0.0.1")])
def test_what_is_wrong_with_a_certificate_is_said(trusted: Path, certificate: str, reason: str) -> None:
    with serving(trusted, certificate) as server:
        with pytest.raises(Unavailable, match=rf"certificate is not trusted \(.*{reason}") as caught:
            first_answer(server.address)
        assert server.asked == server.paths == []
    assert "_ssl.c" not in str(caught.value)


def test_a_list_of_authorities_that_is_not_there_is_named(
    authority: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    with serving(authority, "here") as server, pytest.raises(Unavailable, match=r"SSL_CERT_FILE .*none\.pem"):
        first_answer(server.address)


def test_the_wrong_scheme_is_said(trusted: Path) -> None:
    plain = ModelServer(lambda body: completions(" parallel loop"))
    with pytest.raises(Unavailable, match="does not speak TLS; does its address begin with http://"):
        first_answer(plain.address.replace("http:", "https:"))
    plain.close()
    with serving(trusted, "here") as server, pytest.raises(Unavailable, match="does not answer"):
        first_answer(server.address.replace("https:", "http:"))


@pytest.mark.parametrize("cancelled", [True, False])
@pytest.mark.parametrize("greets", [True, False])
def test_a_secured_answer_that_never_ends_is_given_up(trusted: Path, greets: bool, cancelled: bool) -> None:
    """In the middle of an answer, and of the handshake."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(trusted / "here.pem", trusted / "here.key")
    with socket.create_server(("127.0.0.1", 0)) as listening, ThreadPoolExecutor(1) as dripping:
        ended = threading.Event()

        def drip() -> None:
            with listening.accept()[0] as plain, contextlib.suppress(OSError):
                if not greets:
                    ended.wait(200)
                    return
                with context.wrap_socket(plain, server_side=True) as one:
                    one.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n")
                    while not ended.wait(0.05):
                        one.sendall(b" ")

        dripping.submit(drip)
        address = parse_address(f"https://127.0.0.1:{listening.getsockname()[1]}")
        token, started = CancelToken(), time.monotonic()
        threading.Timer(0.3, token.cancel if cancelled else lambda: None).start()
        with pytest.raises(Cancelled if cancelled else Unavailable):
            exchange(address, "GET", "/v1/models", None, {}, token, started + (600 if cancelled else 0.6))
        assert time.monotonic() - started < 200  # it would drip for ever
        ended.set()
