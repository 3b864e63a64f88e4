"""Every request gets one answer, with the code that the specification gives it (LSP 3.17), whatever comes over the wire."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "lsp"))

from raw_client import SERVER, RawClient
from whole import sampled

URI = "file:///nowhere/a.c"
TEXT = "void f(int n, float *a) {\n#pragma acc parallel loop\n  for (int i = 0; i < n; i++) {\n    a[i] = 0;\n  }\n}\n"
NOT_INITIALIZED, INVALID_REQUEST, NOT_FOUND, INVALID_PARAMS, PARSE, INTERNAL = (
    -32002,
    -32600,
    -32601,
    -32602,
    -32700,
    -32603,
)
CANCELLED, MODIFIED = -32800, -32801
DOCUMENT = {"textDocument": {"uri": URI}}
AT = {"line": 2, "character": 4}
REQUESTS: dict[str, dict[str, Any]] = {
    "textDocument/diagnostic": DOCUMENT,
    "textDocument/hover": {**DOCUMENT, "position": AT},
    "textDocument/completion": {**DOCUMENT, "position": AT},
    "textDocument/codeAction": {**DOCUMENT, "range": {"start": AT, "end": AT}, "context": {"diagnostics": [], "triggerKind": 2}},
    "textDocument/semanticTokens/full": DOCUMENT,
    "textDocument/foldingRange": DOCUMENT,
    "textDocument/documentSymbol": DOCUMENT,
    "textDocument/codeLens": DOCUMENT,
    "codeAction/resolve": {"title": "x", "data": {"uri": URI, "version": 1, "start": 0, "directive": "loop"}},
    "workspace/executeCommand": {"command": "loopwright.server.analyze", "arguments": [URI]},
    "loopwright/suggest": {"uri": URI, "line": 3},
}  # fmt: skip
WRONG = (None, 5, -1, 2**40, 1.5, "x", "", True, [], [1], {}, {"a": 1}, "\ud800", "\0", "x" * 10_000)
URIS = (
    "file:///never/opened.c", "untitled:Untitled-1", "git:/a/b.c?ref=HEAD", "http://example.com/a.c", "file:", "file://", "", ":", "%",
    "file:///a%ZZ.c", "file:///a%00b.c", "file:///%FF%FE.c", "file:///%2e%2e/%2e%2e/etc/passwd", "file://host/share/a.c",
    "file:///C:/a.c", "file:///c%3A/a.c", "file:///" + "a" * 5_000, "file:///a b.c", "file:///ä𝛽.c", "vscode-notebook-cell:/a.ipynb#W0",
)  # fmt: skip


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RawClient]:
    log = tmp_path_factory.mktemp("wire") / "server.log"
    with RawClient(log) as raw:
        raw.start({"textDocument": {"diagnostic": {}}})
        raw.open(URI, TEXT)
        yield raw
        assert raw.end() == 0
    assert "Traceback" not in log.read_text("utf-8", "replace")


def code(answer: dict[str, Any]) -> int | None:
    """The error's code, ``None`` for a result."""
    assert ("error" in answer) != ("result" in answer)
    return answer["error"]["code"] if "error" in answer else None


def mutations(params: Any) -> Iterator[Any]:
    """The parameters with one value at any depth left out or replaced."""
    yield from (value for value in WRONG if not isinstance(value, dict))
    if isinstance(params, dict):
        for key, value in params.items():
            yield {k: v for k, v in params.items() if k != key}
            for other in itertools.chain(WRONG, mutations(value) if isinstance(value, (dict, list)) else ()):
                yield {**params, key: other}
    elif isinstance(params, list) and params:
        yield from ([other, *params[1:]] for other in WRONG)


@pytest.mark.parametrize("method", sampled(list(REQUESTS), 2, str))
def test_malformed_parameters_get_one_answer_each(client: RawClient, method: str) -> None:
    cases = list(mutations(REQUESTS[method]))
    asked = [client.ask(method, params) for params in cases]
    codes = [code(client.answer(identifier)) for identifier in asked]
    assert all(len(client.answers[identifier]) == 1 for identifier in asked)
    assert set(codes) <= {None, INVALID_PARAMS, MODIFIED}
    assert codes.count(INVALID_PARAMS) > len(WRONG) // 2
    assert code(client.call(method, REQUESTS[method])) in (None, MODIFIED)


@pytest.mark.parametrize("method", [m for m in REQUESTS if m.startswith("textDocument/")])
def test_odd_names_of_documents_are_only_names(client: RawClient, method: str) -> None:
    for uri in URIS:
        params = {**REQUESTS[method], "textDocument": {"uri": uri}}
        assert code(client.call(method, params)) is None
        client.open(uri, TEXT, "cuda-cpp")
        assert code(client.call(method, params)) is None
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_positions_outside_the_text_are_inside_after_all(client: RawClient) -> None:
    for line, character in ((0, 2**31 - 1), (2**31 - 1, 0), (2**31 - 1, 2**31 - 1)):
        position = {"line": line, "character": character}
        for method in ("textDocument/hover", "textDocument/completion"):
            assert code(client.call(method, {**DOCUMENT, "position": position})) is None
    assert (
        code(client.call("textDocument/hover", {**DOCUMENT, "position": {"line": -1, "character": 0}}))
        == INVALID_PARAMS
    )
    assert (
        code(client.call("textDocument/hover", {**DOCUMENT, "position": {"line": 2**31, "character": 0}}))
        == INVALID_PARAMS
    )


def test_unknown_methods(client: RawClient) -> None:
    for method in ("nope", "$/nope", "textDocument/didOpen", "exit", "textDocument/publishDiagnostics", ""):
        assert code(client.call(method, {})) == NOT_FOUND, method
    for method in ("$/nope", "nope", "textDocument/hover"):
        client.notify(method, {"x": 1})
    assert code(client.call("workspace/executeCommand", {"command": "nope"})) == INVALID_PARAMS
    assert code(client.call("initialize", {"processId": None, "capabilities": {}, "rootUri": None})) == INVALID_REQUEST


def test_an_argument_that_may_be_left_out_may_be_left_out(client: RawClient) -> None:
    def said(command: str, *arguments: object) -> dict[str, Any]:
        return client.call(
            "workspace/executeCommand", {"command": f"loopwright.server.{command}", "arguments": [*arguments]}
        )

    assert said("loops")["result"] == said("loops", None)["result"]
    assert said("translate", URI).get("error") == said("translate", URI, None).get("error")
    for arguments in ([], [1], [URI, "k", 3]):
        assert said("translate", *arguments)["error"]["code"] == -32602


def test_malformed_notifications_are_passed_over(client: RawClient) -> None:
    for method in ("didOpen", "didClose", "didSave"):
        for params in (
            None,
            5,
            [],
            {},
            {"textDocument": None},
            {"textDocument": {"uri": 5}},
            {"textDocument": {"uri": URI, "version": "1"}},
        ):
            client.notify(f"textDocument/{method}", params)
    for method in (
        "$/cancelRequest",
        "$/setTrace",
        "workspace/didChangeConfiguration",
        "loopwright/trust",
        "initialized",
    ):
        for params in (None, 5, {}, {"id": {}}, {"trusted": "yes"}):
            client.notify(method, params)
    assert code(client.call("textDocument/diagnostic", DOCUMENT)) is None


UNREADABLE = (
    {"textDocument": {"uri": URI, "version": "two"}, "contentChanges": [{"text": "x"}]},
    {"textDocument": {"uri": URI}},
    {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": 5}]},
    {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": "\ud800"}, {"range": 5, "text": ""}]},
    {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"range": {"start": AT}, "text": ""}]},
    {"textDocument": {"uri": 5, "version": 2}, "contentChanges": []},  # of which file is not known: it may be any
    {},
    None,
)


@pytest.mark.parametrize(
    ("lost", "pulls"), [*((lost, True) for lost in sampled(UNREADABLE, 4, repr)), (UNREADABLE[0], False)]
)
def test_an_edit_that_cannot_be_read_is_not_passed_over(tmp_path: Path, lost: Any, pulls: bool) -> None:
    def change(version: int, **fields: Any) -> None:
        document = {"uri": URI, "version": version}
        client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [fields]})

    def published() -> list[Any]:
        said = [m["params"] for m in client.said if m.get("method") == "textDocument/publishDiagnostics"]
        return [params["diagnostics"] for params in said if params["uri"] == URI]

    capabilities = {"textDocument": {"diagnostic": {}}} if pulls else {}
    other = {"textDocument": {"uri": "file:///nowhere/other.c"}}
    at = {"start": AT, "end": AT}
    with RawClient(tmp_path / "log") as client:
        client.start(capabilities)
        client.open(URI, TEXT)
        client.open(other["textDocument"]["uri"], TEXT)
        before = client.call("textDocument/foldingRange", DOCUMENT)["result"]
        while not pulls and not published():
            time.sleep(0.01)
        client.notify("textDocument/didChange", lost)
        for method, params in REQUESTS.items():
            assert code(client.call(method, params)) == MODIFIED, method
        change(3, range=at, text="int k; ")  # meant for a text that the server does not have
        assert code(client.call("textDocument/foldingRange", DOCUMENT)) == MODIFIED
        assert pulls or published()[-1] == [], "what was said of the file is taken back"
        uri = (lost or {}).get("textDocument", {}).get("uri")
        assert (code(client.call("textDocument/foldingRange", other)) is None) == (uri == URI)
        shown = [m["params"]["message"] for m in client.said if m.get("method") == "window/showMessage"]
        assert [message for message in shown if "an edit of a.c" in message] == [
            "Loopwright could not read an edit of a.c. Close the file and open it again."
        ]
        change(4, text=TEXT)
        assert client.call("textDocument/foldingRange", DOCUMENT)["result"] == before
        client.notify("textDocument/didChange", lost)
        client.notify("textDocument/didClose", DOCUMENT)
        client.open(URI, TEXT, version=9)
        change(10, range=at, text="")
        assert client.call("textDocument/foldingRange", DOCUMENT)["result"] == before
        assert client.end() == 0


def test_what_is_no_message_is_survived(client: RawClient) -> None:
    good = json.dumps(
        {"jsonrpc": "2.0", "id": "after", "method": "textDocument/foldingRange", "params": DOCUMENT}
    ).encode()
    frames = (
        b"garbage\r\n\r\n", b"Content-Length: x\r\n\r\n", b"Content-Length: -5\r\n\r\n", b"Content-Length: 0\r\n\r\n", b"\r\n\r\n\r\n",
        b"X: " + b"y" * 3_000_000 + b"\r\n\r\n", b"Content-Length: 2\r\n\r\n{]", b"Content-Length: 4\r\n\r\n\xff\xfe\xfd\xfc",
        b"Content-Length: 5\r\n\r\n[1,2]", b"Content-Length: 4\r\n\r\nnull", b"Content-Length: 2\r\n\r\n{}", b"Content-Length: 1\r\n\r\n5",
        b"Content-Length: 3\r\n\r\nNaN", b"Content-Length: 200000\r\n\r\n" + b"[" * 200_000, b"Content-Length: 9000\r\n\r\n" + b"1" * 9_000,
        b'Content-Length: 30\r\n\r\n{"id":{},"method":"textDocument', b'Content-Length: 8\r\n\r\n{"id":1}trailing rubbish ',
    )  # fmt: skip
    for number, frame in enumerate(frames):
        body = good.replace(b"after", b"after%d" % number)
        client.raw(
            frame
            + b"content-length:%d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n" % len(body)
            + body
        )
        assert code(client.answer(f"after{number}")) is None, frame[:60]
    assert {answer["error"]["code"] for answer in client.answers[None]} == {PARSE, INVALID_REQUEST}
    for message in ({"id": 1.5}, {"id": None}, {"id": True}, {"id": []}):
        before = len(client.answers[None])
        client.send({"jsonrpc": "2.0", "method": "textDocument/hover", **message})
        assert code(client.call("textDocument/codeLens", DOCUMENT)) is None
        assert len(client.answers[None]) == before + 1
    client.send({"id": "old", "method": "textDocument/hover"})
    assert code(client.answer("old")) == INVALID_REQUEST
    client.send({"jsonrpc": "2.0", "id": "never asked", "result": 5})
    assert code(client.call("textDocument/codeLens", DOCUMENT)) is None


def test_a_cancelled_request_is_answered_so(client: RawClient) -> None:
    client.open(URI, TEXT)
    codes = []
    for number in range(20):
        document = {"uri": URI, "version": 10 + number}
        changes = [{"text": TEXT + "\n" * number}]
        client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
        identifier = client.ask(
            "workspace/executeCommand", {"command": "loopwright.server.analyze", "arguments": [URI]}
        )
        client.notify("$/cancelRequest", {"id": identifier})
        codes.append(code(client.answer(identifier)))
        assert len(client.answers[identifier]) == 1
    assert CANCELLED in codes
    assert set(codes) <= {None, CANCELLED}


def test_states(tmp_path: Path) -> None:
    with RawClient(tmp_path / "log") as raw:
        for method, params in REQUESTS.items():
            assert code(raw.call(method, params)) == NOT_INITIALIZED
        assert code(raw.call("shutdown")) == NOT_INITIALIZED
        raw.open(URI, TEXT)
        assert code(raw.call("initialize", {"capabilities": 5})) == INVALID_PARAMS
        raw.start({"textDocument": {"diagnostic": {}}})
        assert (
            raw.call("textDocument/diagnostic", DOCUMENT)["result"]["items"] == []
        )  # what was opened before was dropped
        assert code(raw.call("shutdown")) is None
        for method, params in REQUESTS.items():
            assert code(raw.call(method, params)) == INVALID_REQUEST
        assert code(raw.call("shutdown")) == INVALID_REQUEST
        raw.notify("exit")
        assert raw.process.wait(200) == 0


@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("how", ["exit", "end of input"])
def test_without_shutdown_the_end_is_1(tmp_path: Path, started: bool, how: str) -> None:
    with RawClient(tmp_path / "log") as raw:
        if started:
            raw.start()
        if how == "exit":
            raw.notify("exit")
        else:
            assert raw.process.stdin is not None
            raw.process.stdin.close()
        assert raw.process.wait(200) == 1


def test_the_server_ends_when_its_parent_does(tmp_path: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with RawClient(tmp_path / "log") as raw:
        raw.start(processId=parent.pid)
        time.sleep(0.2)
        assert raw.process.poll() is None
        parent.kill()
        parent.wait()
        assert raw.process.wait(200) == 1
    with RawClient(tmp_path / "log") as raw:
        raw.start(processId=None)
        assert raw.end() == 0
    assert SERVER[0] == sys.executable
    assert os.getpid() > 0
