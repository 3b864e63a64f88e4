"""A server that speaks as vLLM documents it: where each version takes the grammar, and adapters as models of their own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from loopwright.model.endpoint import Endpoint
from loopwright.model.errors import ModelError
from loopwright.model.exchange import parse_address
from loopwright.model.prompt import FillIn
from served_model import ModelServer

FILL = FillIn("float *a;\n#pragma acc", "\nfor (int i = 0; i < n; i++) a[i] = 0;\n")
BASE, LORA, LATER = "org/coder-7b", "ours-lora", "resolved-lora"
Grammar = Callable[[dict[str, Any]], str | None]
GRAMMARS: dict[str, Grammar] = {
    "0.12 and later": lambda body: (body.get("structured_outputs") or {}).get("grammar"),
    "0.4 to 0.11": lambda body: body.get("guided_grammar"),
}


def card(name: str, parent: str | None) -> dict[str, Any]:
    shared = {"object": "model", "created": 1715644056, "owned_by": "vllm", "max_model_len": 4096, "permission": []}
    return {"id": name, "root": f"/models/{name}", "parent": parent, **shared}


def error(status: int, message: str, kind: str) -> tuple[int, bytes]:
    said = {"error": {"message": message, "type": kind, "param": None, "code": status}}
    return status, json.dumps(said).encode()


class Dialect:
    """What vLLM answers: fields that a version does not know are passed over; what it is told to keep to it keeps to."""

    def __init__(self, grammar: Grammar, compiles: bool = True) -> None:
        self._grammar, self._compiles = grammar, compiles

    def __call__(self, body: dict[str, Any]) -> tuple[int, bytes]:
        if body["model"] not in (BASE, LORA, LATER):
            return error(404, f"The model `{body['model']}` does not exist.", "NotFoundError")
        if body["n"] > 1 and body["temperature"] == 0:
            return error(400, f"n must be 1 when using greedy sampling, got {body['n']}.", "BadRequestError")
        bound = self._grammar(body) is not None
        if bound and not self._compiles:
            return error(400, "Failed to convert the grammar from GBNF.", "BadRequestError")
        text = (" kernels loop" if body["model"] == BASE else " parallel loop") if bound else " you may write parallel"
        choices = [
            {"index": k, "text": text, "logprobs": None, "finish_reason": "stop", "stop_reason": None}
            for k in range(body["n"])
        ]
        answer = {"id": "cmpl-1", "object": "text_completion", "created": 1, "model": body["model"], "choices": choices}
        return 200, json.dumps(answer | {"usage": {"prompt_tokens": 30, "total_tokens": 34}}).encode()


@pytest.fixture
def serve() -> Iterator[Callable[[Dialect], ModelServer]]:
    open_: list[ModelServer] = []

    def make(dialect: Dialect) -> ModelServer:
        server = ModelServer(dialect)
        server.cards = [card(BASE, None), card(LORA, BASE)]
        open_.append(server)
        return server

    yield make
    for server in open_:
        server.close()


def proposals(address: str, count: int = 3) -> list[str]:
    endpoint = Endpoint(parse_address(address), seconds=200)
    try:
        return [p.text for p in endpoint.propose(FILL, 'root ::= " parallel loop"', count).result(200).proposals]
    finally:
        endpoint.close()


@pytest.mark.parametrize("version", GRAMMARS)
def test_every_version_is_bound_by_the_grammar(serve: Any, version: str) -> None:
    server = serve(Dialect(GRAMMARS[version]))
    assert proposals(server.address) == ["kernels loop"]
    assert [body["n"] for body in server.asked] == [1, 8]


@pytest.mark.parametrize("version", GRAMMARS)
def test_an_adapter_is_asked_by_its_name(serve: Any, version: str) -> None:
    server = serve(Dialect(GRAMMARS[version]))
    assert proposals(f"{server.address}/v1?model={LORA}") == ["parallel loop"]
    assert {body["model"] for body in server.asked} == {LORA}


def test_an_adapter_that_is_loaded_when_it_is_asked_for_need_not_be_listed(serve: Any) -> None:
    server = serve(Dialect(GRAMMARS["0.12 and later"]))
    assert proposals(f"{server.address}?model={LATER}") == ["parallel loop"]
    with pytest.raises(ModelError, match="The model `theirs` does not exist"):
        proposals(f"{server.address}?model=theirs")


def test_a_grammar_that_it_cannot_read_is_left_out(serve: Any) -> None:
    server = serve(Dialect(GRAMMARS["0.12 and later"], compiles=False))
    assert proposals(server.address) == []  # it writes a sentence, which is no directive
    assert [GRAMMARS["0.12 and later"](body) is None for body in server.asked] == [False, True, True]
