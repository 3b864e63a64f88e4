"""A served model over a real socket: what is sent, what is taken, and how every kind of silence and nonsense ends."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from loopwright.cancellation import Cancelled, CancelToken
from loopwright.model import endpoint as endpoints
from loopwright.model import exchange as exchanges
from loopwright.model.endpoint import Endpoint
from loopwright.model.errors import ModelError
from loopwright.model.exchange import Unavailable, exchange, parse_address
from loopwright.model.prompt import FillIn
from served_model import ModelServer, Reply, completions

FILL = FillIn("double s; float *a;\n#pragma acc", "\nfor (int i = 0; i < n; i++) s += a[i];\n")


@pytest.fixture
def serve() -> Iterator[Callable[..., tuple[ModelServer, Endpoint]]]:
    open_: list[Any] = []

    def make(reply: Reply, seconds: float = 60.0) -> tuple[ModelServer, Endpoint]:
        server = ModelServer(reply)
        endpoint = Endpoint(parse_address(server.address), seconds=seconds)
        open_.extend((server, endpoint))
        return server, endpoint

    yield make
    for thing in open_:
        thing.close()


def test_the_prompt_is_that_of_the_local_model_and_the_grammar_goes_along(serve: Any) -> None:
    server, endpoint = serve(lambda body: completions(*[" parallel loop reduction(+:s)"] * body["n"]))
    answer = endpoint.propose(FILL, "root ::= x", 2).result(200)
    assert [p.text for p in answer.proposals] == ["parallel loop reduction(+:s)"]
    assert answer.proposals[0].probability == 1
    assert [body["temperature"] for body in server.asked] == [0.0, 0.8]
    first = server.asked[0]
    assert first["prompt"] == f"<|fim_prefix|>{FILL.prefix}<|fim_suffix|>{FILL.suffix}<|fim_middle|>"
    assert first["grammar"] == "root ::= x"
    assert first["model"] == "team-7b"


def test_answers_are_ranked_by_how_often_they_are_drawn_behind_the_greedy_one(serve: Any) -> None:
    drawn = [" kernels loop", " parallel loop", " parallel loop", " parallel loop gang"]
    _, endpoint = serve(lambda body: completions(*(drawn * 2 if body["n"] > 1 else [" kernels loop"])))
    answer = endpoint.propose(FILL, None, 3).result(200)
    assert [p.text for p in answer.proposals] == ["kernels loop", "parallel loop", "parallel loop gang"]
    assert [round(p.probability, 1) for p in answer.proposals] == [0.3, 0.4, 0.2]


@pytest.mark.parametrize(
    "text",
    [
        " paralel loop", " parallel loop copy(secret)", " parallel loop num_gangs(8) num_gangs(9)", "", " \n", " parallel loop\nsystem()",
        " loop copyin(a)", " parallel loop reduction(+:s) private(s)", " the directive is parallel loop",
        " parallel loop vector_length(-(-(n", " parallel loop num_gangs((n)",
    ],
)  # fmt: skip
def test_what_the_grammar_would_not_let_through_is_left_out(serve: Any, text: str) -> None:
    _, endpoint = serve(lambda body: completions(text))
    assert endpoint.propose(FILL, None, 1).result(200).proposals == ()


def test_what_the_limit_of_tokens_ended_is_no_answer(serve: Any) -> None:
    """A model that has learned nothing writes within the grammar until it is stopped; the beginning of a directive was shown."""
    cut = {"choices": [{"text": " parallel loop", "finish_reason": "length"}]}
    _, endpoint = serve(lambda body: (200, json.dumps(cut).encode()))
    assert endpoint.propose(FILL, "root ::= x", 1).result(200).proposals == ()


def test_a_server_that_takes_no_grammar_is_asked_without(serve: Any) -> None:
    server, endpoint = serve(
        lambda body: (
            (400, b'{"error": "unknown field grammar"}') if "grammar" in body else completions(" parallel loop")
        )
    )
    for _ in range(2):
        assert endpoint.propose(FILL, "root ::= x", 1).result(200).proposals[0].text == "parallel loop"
    assert ["grammar" in body for body in server.asked] == [True, False, False]


def limited(most: int, refusal: bytes, status: int = 400) -> Reply:
    """A server with as many slots as ``most``."""
    return lambda body: (status, refusal) if body["n"] > most else completions(*[" parallel loop gang"] * body["n"])


@pytest.mark.parametrize(
    ("most", "refusal", "sizes"),
    [
        (
            4,
            b'{"error": {"message": "Field \'n\': Value must be between 1 <= value <= 4, but got 12"}}',
            [1, 12, 4, 4, 4],
        ),
        (4, b'{"error": {"message": "n_cmpl cannot be greater than the number of slots"}}', [1, 12, *[1] * 12]),
        (8, b'{"error": {"message": "n_cmpl (12) cannot be greater than the number of slots (8)"}}', [1, 12, 8, 4]),
        (
            1,
            b'{"detail": [{"loc": ["body", "n"], "msg": "Input should be less than or equal to 1"}]}',
            [1, 12, *[1] * 12],
        ),
        (1, b'{"message": "only 5 of 2026"}', [1, 12, 5, *[1] * 12]),
        (2, b"<html>Bad Request</html>", [1, 12, *[1] * 12]),
    ],
)
def test_a_server_that_gives_few_answers_at_once_is_asked_several_times(
    serve: Any, most: int, refusal: bytes, sizes: list[int]
) -> None:
    for status in (400, 422, 500):
        server, endpoint = serve(limited(most, refusal, status))
        answer = endpoint.propose(FILL, "root ::= x", 4).result(200)
        assert [(p.text, p.probability) for p in answer.proposals] == [("parallel loop gang", 1)]
        assert [body["n"] for body in server.asked] == sizes
        assert all("grammar" in body for body in server.asked)
        endpoint.propose(FILL, "root ::= x", 4).result(200)
        again = [body["n"] for body in server.asked[len(sizes) :]]
        assert sum(again) == 13
        assert max(again) <= most


def test_the_limit_of_answers_is_remembered(serve: Any) -> None:
    server, endpoint = serve(limited(4, b'{"error": "n is 4 at most"}'))
    for count in (4, 3):
        endpoint.propose(FILL, None, count).result(200)
    assert [body["n"] for body in server.asked] == [1, 12, 4, 4, 4, 1, 4, 4]


@pytest.mark.parametrize("given", [1, 3, 5])
def test_a_server_that_gives_fewer_answers_than_were_asked_for_is_asked_again(serve: Any, given: int) -> None:
    server, endpoint = serve(lambda body: completions(*[" parallel loop"] * min(given, body["n"])))
    endpoint.propose(FILL, None, 4).result(200)
    assert server.asked[1]["n"] == 12
    assert sum(min(given, body["n"]) for body in server.asked[1:]) == 12


@pytest.mark.parametrize("reply", [(500, b"oops"), (400, b"{}"), (503, b""), (200, b"no JSON"), completions()])
def test_the_greedy_answer_is_kept_where_no_others_come(serve: Any, reply: tuple[int, bytes]) -> None:
    _, endpoint = serve(lambda body: reply if body["temperature"] else completions(" parallel loop"))
    answer = endpoint.propose(FILL, "root ::= x", 4).result(200)
    assert [p.text for p in answer.proposals] == ["parallel loop"]


def test_what_is_refused_without_a_grammar_too_says_nothing_of_grammars(serve: Any) -> None:
    refused = [True]
    server, endpoint = serve(
        lambda body: (400, b'{"error": "too long"}') if refused[0] else completions(" parallel loop")
    )
    with pytest.raises(ModelError, match="too long"):
        endpoint.propose(FILL, "root ::= x", 1).result(200)
    refused[0] = False
    endpoint.propose(FILL, "root ::= x", 1).result(200)
    assert "grammar" in server.asked[-1]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ((500, b"oops"), "status 500"),
        ((302, b""), "status 302"),
        ((200, b"<html>"), "not JSON"),
        ((200, b"[" * 100_000), "not JSON"),
        ((200, b'{"choices": 3}'), "no completion"),
        ((200, b'{"choices": [{"message": {}}]}'), "no completion"),
        ((422, b'{"detail": "too long"}'), "too long"),
        ((404, b"<html><h1>404</h1></html>"), "status 404.*is it the address of a model server"),
        ((404, b'{"error": {"message": "The model `x` does not exist."}}'), "The model `x` does not exist"),
        ((503, b'{"error": {"message": "Loading model"}}'), "is not ready .*Loading model"),
        ((401, b'{"error": "no key"}'), "wants a key in the environment variable LOOPWRIGHT_ENDPOINT_KEY"),
        ((400, b"[" * 100_000), "refuses the request"),
    ],
)
def test_nonsense_is_a_sentence(serve: Any, reply: tuple[int, bytes], expected: str) -> None:
    _, endpoint = serve(lambda body: reply)
    with pytest.raises(ModelError, match=expected) as caught:
        endpoint.propose(FILL, None, 1).result(200)
    assert "http://127.0.0.1:" in str(caught.value)
    assert "<" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_nobody_there_is_a_sentence() -> None:
    endpoint = Endpoint(parse_address("http://127.0.0.1:9"), seconds=2)
    with pytest.raises(ModelError, match="does not answer"):
        endpoint.load().result(200)
    endpoint.close()


def test_a_server_that_never_answers_is_given_up(serve: Any) -> None:
    stop = threading.Event()
    _, endpoint = serve(lambda body: (stop.wait(200), completions(" parallel loop"))[1], seconds=0.5)
    with pytest.raises(ModelError, match="does not answer"):
        endpoint.propose(FILL, None, 1).result(200)
    stop.set()


def test_a_request_that_is_cancelled_ends_before_the_answer(serve: Any) -> None:
    stop = threading.Event()
    asked = threading.Event()

    def reply(body: dict[str, Any]) -> tuple[int, bytes]:
        asked.set()
        stop.wait(200)
        return completions(" parallel loop")

    _, endpoint = serve(reply, seconds=200)
    token = CancelToken()
    future: Future[Any] = endpoint.propose(FILL, None, 1, token)
    assert asked.wait(200)
    token.cancel()
    with pytest.raises(Cancelled):
        future.result(150)  # the answer would come after 200
    stop.set()


@pytest.mark.parametrize("version", ["HTTP/1.0", "HTTP/1.1"])
@pytest.mark.parametrize("cancelled", [True, False])
def test_an_answer_that_drips_is_given_up(version: str, cancelled: bool) -> None:
    """A server that closes its connections takes the socket out of the connection's hands."""
    with socket.create_server(("127.0.0.1", 0)) as listening, ThreadPoolExecutor(1) as dripping:
        ended = threading.Event()

        def drip() -> None:
            with listening.accept()[0] as one, contextlib.suppress(OSError):
                one.sendall(f"{version} 200 OK\r\nConnection: close\r\nContent-Length: 900\r\n\r\n".encode())
                while not ended.wait(0.05):
                    one.sendall(b" ")

        dripping.submit(drip)
        address = parse_address(f"http://127.0.0.1:{listening.getsockname()[1]}")
        token, started = CancelToken(), time.monotonic()
        timer = threading.Timer(0.3, token.cancel if cancelled else lambda: None)
        timer.start()
        with pytest.raises(Cancelled if cancelled else Unavailable):
            exchange(address, "GET", "/v1/models", None, {}, token, started + (600 if cancelled else 0.6))
        assert time.monotonic() - started < 200  # it would drip for ever
        ended.set()


def test_the_limit_is_for_all_requests_together(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def slow(body: dict[str, Any]) -> tuple[int, bytes]:
        nonlocal now
        now += 40
        return completions(" parallel loop")

    for module in (endpoints, exchanges):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now, perf_counter=lambda: now))
    server, endpoint = serve(slow, seconds=150)
    assert endpoint.propose(FILL, None, 4).result(200).proposals
    assert 4 <= len(server.asked) <= 5  # of 13: the fourth answer comes late


def test_one_of_several_models_is_asked_by_its_name(serve: Any) -> None:
    server, _ = serve(lambda body: completions(" parallel loop"))
    server.models = ["base", "ours-lora"]
    named = Endpoint(parse_address(f"{server.address}?model=ours-lora"))
    named.propose(FILL, None, 1).result(200)
    assert server.asked[-1]["model"] == "ours-lora"
    unknown = Endpoint(parse_address(f"{server.address}/v1?model=theirs"))
    with pytest.raises(ModelError, match=r"no model 'theirs'; it serves base, ours-lora\."):
        unknown.load().result(200)
    named.close()
    unknown.close()


def test_a_key_goes_along_and_is_shown_nowhere(serve: Any) -> None:
    server, _ = serve(lambda body: (400, b'{"error": "sk-secret is not good for this"}'))
    endpoint = Endpoint(parse_address(server.address), key=" sk-secret\n")
    with pytest.raises(ModelError) as caught:
        endpoint.propose(FILL, None, 1).result(200)
    assert server.headers[-1]["Authorization"] == "Bearer sk-secret"
    assert "secret" not in str(caught.value)
    endpoint.close()
    with pytest.raises(ModelError, match="LOOPWRIGHT_ENDPOINT_KEY holds no key"):
        Endpoint(parse_address(server.address), key="two\nlines")


@pytest.mark.parametrize(
    "text",
    [
        "http://..",
        "http://a..b:80",
        "http://gpu host",
        "http://[::1",
        "http://gpu?model=",
        "http://gpu?model=a&model=b",
        "http://gpu#x",
        "http://gpu?key=secret",
        "gpu:8080",
        "ftp://gpu",
        "http://",
        "file:///etc/passwd",
        "http://a:b@gpu",
        "http://gpu:port",
        "http://gpu/?x",
    ],
)
def test_an_address_that_is_none_is_a_sentence(text: str) -> None:
    with pytest.raises(ModelError, match="an address looks like"):
        parse_address(text)


def test_addresses() -> None:
    assert parse_address("https://gpu/v1/").text == "https://gpu:443"
    assert parse_address(" http://gpu:8080/team/v1").path == "/team"
    assert parse_address("http://[::1]:8080").text == "http://[::1]:8080"
    assert parse_address("http://gpu/\xe9quipe").path == "/%C3%A9quipe"
    assert parse_address("http://gpu/%C3%A9").path == "/%C3%A9"
    assert parse_address("http://gpu/?model=org/name").model == "org/name"
