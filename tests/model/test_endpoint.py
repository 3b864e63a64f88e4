"""A served model over a real socket: what is sent, what is taken, and how every kind of silence and nonsense ends."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from loopwright.cancellation import Cancelled, CancelToken
from loopwright.model.endpoint import Endpoint, parse_address
from loopwright.model.errors import ModelError
from loopwright.model.prompt import FillIn
from served_model import ModelServer, Reply, completions

FILL = FillIn("double s; float *a;\n#pragma acc", "\nfor (int i = 0; i < n; i++) s += a[i];\n")


@pytest.fixture
def serve() -> Iterator[Callable[..., tuple[ModelServer, Endpoint]]]:
    open_: list[Any] = []

    def make(reply: Reply, seconds: float = 5.0) -> tuple[ModelServer, Endpoint]:
        server = ModelServer(reply)
        endpoint = Endpoint(parse_address(server.address), seconds=seconds)
        open_.extend((server, endpoint))
        return server, endpoint

    yield make
    for thing in open_:
        thing.close()


def test_the_prompt_is_that_of_the_local_model_and_the_grammar_goes_along(serve: Any) -> None:
    server, endpoint = serve(lambda body: completions(*[" parallel loop reduction(+:s)"] * body["n"]))
    answer = endpoint.propose(FILL, "root ::= x", 2).result(5)
    assert [p.text for p in answer.proposals] == ["parallel loop reduction(+:s)"]
    assert answer.proposals[0].probability == 1
    assert [body["temperature"] for body in server.asked] == [0.0, 0.8]
    first = server.asked[0]
    assert first["prompt"] == f"<|fim_prefix|>{FILL.prefix}<|fim_suffix|>{FILL.suffix}<|fim_middle|>"
    assert first["grammar"] == "root ::= x"
    assert first["model"] == "team-7b"


def test_answers_are_ranked_by_how_often_they_are_drawn_behind_the_greedy_one(serve: Any) -> None:
    drawn = [" kernels loop", " parallel loop", " parallel loop", " parallel loop gang"]
    _, endpoint = serve(lambda body: completions(*(drawn if body["n"] > 1 else [" kernels loop"])))
    answer = endpoint.propose(FILL, None, 3).result(5)
    assert [p.text for p in answer.proposals] == ["kernels loop", "parallel loop", "parallel loop gang"]
    assert [round(p.probability, 1) for p in answer.proposals] == [0.4, 0.4, 0.2]


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
    assert endpoint.propose(FILL, None, 1).result(5).proposals == ()


def test_what_the_limit_of_tokens_ended_is_no_answer(serve: Any) -> None:
    """A model that has learned nothing writes within the grammar until it is stopped; the beginning of a directive was shown."""
    cut = {"choices": [{"text": " parallel loop", "finish_reason": "length"}]}
    _, endpoint = serve(lambda body: (200, json.dumps(cut).encode()))
    assert endpoint.propose(FILL, "root ::= x", 1).result(5).proposals == ()


def test_a_server_that_takes_no_grammar_is_asked_without(serve: Any) -> None:
    server, endpoint = serve(
        lambda body: (
            (400, b'{"error": "unknown field grammar"}') if "grammar" in body else completions(" parallel loop")
        )
    )
    for _ in range(2):
        assert endpoint.propose(FILL, "root ::= x", 1).result(5).proposals[0].text == "parallel loop"
    assert ["grammar" in body for body in server.asked] == [True, False, False]


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
    ],
)
def test_nonsense_is_a_sentence(serve: Any, reply: tuple[int, bytes], expected: str) -> None:
    _, endpoint = serve(lambda body: reply)
    with pytest.raises(ModelError, match=expected):
        endpoint.propose(FILL, None, 1).result(5)


def test_nobody_there_is_a_sentence() -> None:
    endpoint = Endpoint(parse_address("http://127.0.0.1:9"), seconds=2)
    with pytest.raises(ModelError, match="does not answer"):
        endpoint.load().result(5)
    endpoint.close()


def test_a_server_that_never_answers_is_given_up(serve: Any) -> None:
    stop = threading.Event()
    _, endpoint = serve(lambda body: (stop.wait(20), completions(" parallel loop"))[1], seconds=0.5)
    with pytest.raises(ModelError, match="does not answer"):
        endpoint.propose(FILL, None, 1).result(10)
    stop.set()


def test_a_request_that_is_cancelled_ends_before_the_answer(serve: Any) -> None:
    stop = threading.Event()
    asked = threading.Event()

    def reply(body: dict[str, Any]) -> tuple[int, bytes]:
        asked.set()
        stop.wait(20)
        return completions(" parallel loop")

    _, endpoint = serve(reply, seconds=60)
    token = CancelToken()
    future: Future[Any] = endpoint.propose(FILL, None, 1, token)
    assert asked.wait(10)
    token.cancel()
    with pytest.raises(Cancelled):
        future.result(15)  # the answer would come after 20
    stop.set()


@pytest.mark.parametrize(
    "text",
    ["gpu:8080", "ftp://gpu", "http://", "file:///etc/passwd", "http://a:b@gpu", "http://gpu:port", "http://gpu/?x"],
)
def test_an_address_that_is_none_is_a_sentence(text: str) -> None:
    with pytest.raises(ModelError, match="an address looks like"):
        parse_address(text)


def test_addresses() -> None:
    assert parse_address("https://gpu/v1/").text == "https://gpu:443"
    assert parse_address(" http://gpu:8080/team/v1").path == "/team"
