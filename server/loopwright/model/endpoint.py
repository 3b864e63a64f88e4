"""A model that a team serves itself, asked over the interface that llama-server and vLLM share (`/v1/completions`).

The same prompts are sent as to the local model. llama-server takes the grammar in the field `grammar`, vLLM in `structured_outputs`,
before 0.12 in `guided_grammar`; each passes over the fields of the others. A server that refuses them is told to write freely.
llama-server gives as many answers to a request as it has slots, by default four: it is asked several times. Whatever comes back is
validated here: words of OpenACC and names of the prompt alone. Nothing is sent before it is asked for, redirections are not followed,
and nobody waits for an answer longer than the limit.
"""

from __future__ import annotations

import json
import logging
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from loopwright.cancellation import CancelToken
from loopwright.model.decode import Proposal
from loopwright.model.errors import ModelError
from loopwright.model.exchange import MOST_BYTES, Address, Unavailable, exchange
from loopwright.model.manifest import Model, PromptFormat
from loopwright.model.prompt import FillIn
from loopwright.model.runtime import DIRECTIVE, Answer, OneAtATime, Task
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.spec import load_spec
from loopwright.source.text import Span
from loopwright.source.tokens import tokenize

log = logging.getLogger(__name__)
KEY_VARIABLE = "LOOPWRIGHT_ENDPOINT_KEY"
_SECONDS = 20.0
_TEMPERATURE = 0.8
_SAMPLES = 4  # for each proposal that is asked for beyond the greedy one
_MOST_AT_ONCE = 64  # answers to one request, until the server says how many it takes
_LOADS_LATER = "vllm"  # an adapter that it does not list may be loaded when it is asked for; it says so if not
_MOST_SHOWN = 160  # characters of what a server says


class Endpoint(OneAtATime):
    """A served model. Close it when done. What it was taught of a project is not known; getting ready is to ask which model it is."""

    def __init__(
        self,
        address: Address,
        task: Task = DIRECTIVE,
        prompt: PromptFormat | None = None,
        seconds: float = _SECONDS,
        key: str = "",
    ) -> None:
        model = Model(address.text, "", "", "unknown", prompt=prompt or PromptFormat(), folder=Path())
        super().__init__(model, task, "loopwright-endpoint")
        self.address = address
        self._seconds = seconds
        self._key = key.strip()
        if not (self._key.isascii() and self._key.isprintable()):
            raise ModelError(f"{KEY_VARIABLE} holds no key: one line of ASCII is expected.")
        self._served: str | None = None
        self._takes_grammar = True
        self._most_at_once = _MOST_AT_ONCE

    def _load(self) -> None:
        self._find_model(CancelToken(), time.monotonic() + self._seconds)

    def _find_model(self, token: CancelToken, until: float) -> None:
        if self._served is not None:
            return
        wanted = self.address.model
        try:
            answer = self._request("GET", "/v1/models", None, token, until)
            names = [str(one["id"]) for one in answer["data"]]
            if wanted and any(one.get("owned_by") == _LOADS_LATER for one in answer["data"]):
                names = [wanted]
        except _NotThere:
            if not wanted:
                raise
            names = [wanted]  # what the server cannot list it may still have
        except (KeyError, TypeError, AttributeError):
            names = []
        if not names:
            raise ModelError(f"{self.address.text} serves no model.")
        if wanted and wanted not in names:
            raise ModelError(f"{self.address.text} serves no model {wanted!r}; it serves {_brief(', '.join(names))}.")
        self._served = wanted or names[0]

    def _propose(self, fill: FillIn, grammar: str | None, count: int, token: CancelToken) -> Answer:
        started = time.perf_counter()
        until = time.monotonic() + self._seconds
        token.check()
        self._find_model(token, until)
        greedy = self._greedy(fill, grammar, token, until)
        drawn = self._drawn(fill, grammar, _SAMPLES * (count - 1), token, until)
        texts = [text.strip() for text in (*greedy, *drawn) if text is not None]
        known = _names(fill.prefix + fill.suffix)
        shares = Counter(text for text in texts if text and self._may_stand(text, known))
        first = (greedy[0] or "").strip() if greedy else ""
        # The greedy answer is the server's first choice; the others follow by how often they were drawn.
        order = sorted(shares, key=lambda text: (text != first, -shares[text]))
        proposals = tuple(Proposal(text, shares[text] / len(texts)) for text in order[:count])
        return Answer(proposals, len(fill.prefix) + len(fill.suffix), 0, time.perf_counter() - started)

    def _greedy(self, fill: FillIn, grammar: str | None, token: CancelToken, until: float) -> list[str | None]:
        plain = self._body(fill, 1, 0.0)
        if grammar is None or not self._takes_grammar:
            return self._texts(plain, token, until)
        try:
            return self._texts(plain | _bound(grammar), token, until)
        except _Refused:
            texts = self._texts(plain, token, until)
            # It was the grammar: what is refused for another reason is refused without it too.
            self._takes_grammar = False
            return texts

    def _drawn(
        self, fill: FillIn, grammar: str | None, samples: int, token: CancelToken, until: float
    ) -> list[str | None]:
        """``samples`` more answers, or as many as the server gives in time: the greedy one is there already."""
        bound = _bound(grammar) if grammar is not None and self._takes_grammar else {}
        drawn: list[str | None] = []
        while len(drawn) < samples:
            asked = min(samples - len(drawn), self._most_at_once)
            try:
                found = self._texts(self._body(fill, asked, _TEMPERATURE) | bound, token, until)
            except _Refused as refused:
                if asked == 1:
                    log.info("%s", refused)
                    break
                # All but the number was taken a moment ago.
                self._most_at_once = _limit_in(refused.said, asked)
                continue
            except ModelError as error:
                log.info("%s", error)
                break
            if not found:
                break
            if len(found) < asked:  # it gives what it likes
                self._most_at_once = len(found)
            drawn += found
        return drawn

    def _body(self, fill: FillIn, samples: int, temperature: float) -> dict[str, Any]:
        marks = self.model.prompt
        return {
            "model": self._served,
            "prompt": f"{marks.prefix}{fill.prefix}{marks.suffix}{fill.suffix}{marks.middle}",
            "max_tokens": self.task.most_tokens,
            "temperature": temperature,
            "n": samples,
            "stop": [marks.end],
        }

    def _texts(self, body: dict[str, Any], token: CancelToken, until: float) -> list[str | None]:
        """The answers; ``None`` for what the limit of tokens ended, which is the beginning of one."""
        answer = self._request("POST", "/v1/completions", body, token, until)
        try:
            return [None if one.get("finish_reason") == "length" else str(one["text"]) for one in answer["choices"]]
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

    def _request(self, method: str, path: str, body: dict[str, Any] | None, token: CancelToken, until: float) -> Any:
        """The decoded answer."""
        payload = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        status, data = exchange(self.address, method, path, payload, headers, token, until)
        if status != 200:
            raise self._complaint(status, path, data)
        if len(data) > MOST_BYTES:
            raise ModelError(f"{self.address.text} answers with more than {MOST_BYTES} bytes.")
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            raise ModelError(f"{self.address.text} answers with something that is not JSON.") from None

    def _complaint(self, status: int, path: str, data: bytes) -> ModelError:
        """A status that is no answer, as a sentence. What a server says may hold the key it was sent."""
        said = _said(data)
        said = _brief(said.replace(self._key, "…") if self._key else said).rstrip(".")
        server = self.address.text
        because = f": {said}" if said else ""
        if status in (400, 422, 500, 501):
            refusal = f"refuses the request (status {status}){because}"
            return _Refused(f"{server} {refusal}.", said)
        if status in (401, 403):
            which = "another key than that" if self._key else "a key"
            return ModelError(f"{server} wants {which} in the environment variable {KEY_VARIABLE} (status {status}).")
        if status == 404:
            return _NotThere(
                f"{server} has no {path} (status 404){because or '; is it the address of a model server'}."
            )
        if status in (429, 502, 503, 504):
            return Unavailable(f"{server} is not ready (status {status}){because}.")
        return ModelError(f"{server} answers with status {status}{because}.")


class _Refused(ModelError):
    """The server does not take a request of this form; ``said`` is its reason."""

    def __init__(self, sentence: str, said: str) -> None:
        super().__init__(sentence)
        self.said = said


class _NotThere(ModelError):
    """The server knows no such path or model."""


# Words in arguments that are no names of the program.
_WORD_TEXT = """
readonly zero always alwaysin alwaysout capture num dim static length force devnum queues none present sizeof max min this
acc_async_sync acc_async_noval acc_async_default nvidia radeon host multicore default
"""
_WORDS = frozenset(_WORD_TEXT.split())


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


def _bound(grammar: str) -> dict[str, Any]:
    return {"grammar": grammar, "structured_outputs": {"grammar": grammar}, "guided_grammar": grammar}


def _limit_in(said: str, asked: int) -> int:
    """How many answers a server gives at once, by the reason for which it refused ``asked``: the greatest number in it that is
    less, else one."""
    digits = "".join(character if character.isdecimal() else " " for character in said).split()
    return max((number for number in map(int, digits) if 0 < number < asked), default=1)


def _said(data: bytes) -> str:
    """The message in a server's refusal, empty where it is no JSON: pages are not for a line."""
    try:
        return _message_in(json.loads(data))
    except (ValueError, RecursionError):
        return ""


def _message_in(value: Any) -> str:
    """llama-server, vLLM and what stands before them put it in different places."""
    if isinstance(value, str):
        return value
    inner: Iterable[Any] = ()
    if isinstance(value, dict):
        inner = (value[key] for key in ("error", "message", "detail", "msg") if key in value)
    elif isinstance(value, list):
        inner = value
    return next(filter(None, map(_message_in, inner)), "")


def _brief(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _MOST_SHOWN else f"{words[:_MOST_SHOWN]}…"
