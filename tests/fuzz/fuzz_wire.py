"""Random editing sessions with the real server. After each batch of edits every answer about the document must be the one that
another server gives, to which the same text was opened; every request must have been answered once; nothing may have crashed.

    python tests/fuzz/fuzz_wire.py --edits 200000 [--seed 1] [--state FILE]

A session is made from its seed alone. With a state file a run that was stopped goes on where it was; what is found goes there
too, one JSON object a line.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "lsp"))

from raw_client import PLAIN, RawClient
from wire_edits import Mirror, corpus, language, random_change

EDITS_A_SESSION = 1_000
EDITS_A_BATCH = 50
_SECONDS = 120.0
_EARLY = "are still to be heard"  # of the model and the compiler, in a hover
_CAPABILITIES = {
    "textDocument": {"diagnostic": {}, "hover": {"contentFormat": ["markdown"]}, "codeAction": {"resolveSupport": {"properties": ["edit"]}}},
    "workspace": {"configuration": False},
}  # fmt: skip


@dataclass
class Report:
    """What came of a session."""

    seed: int
    file: str
    edits: int = 0
    batches: int = 0
    requests: int = 0
    cancelled: int = 0
    seconds: float = 0.0
    problems: list[dict[str, Any]] = field(default_factory=list)


class Pair:
    """The server that is edited and the one that is asked about each text anew."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._number = 0
        self.edited, self.fresh = self._start("edited"), self._start("fresh")

    def _start(self, name: str) -> RawClient:
        self._number += 1
        client = RawClient(self._folder / f"{name}{self._number}.log", PYTHONHASHSEED="0")
        client.start(_CAPABILITIES)
        return client

    def renew(self) -> None:
        """New servers in place of ones that crashed, hang, or are in doubt."""
        self.close()
        self.edited, self.fresh = self._start("edited"), self._start("fresh")

    def close(self) -> None:
        for client in (self.edited, self.fresh):
            client.__exit__()

    def tracebacks(self) -> list[str]:
        """What the servers wrote of defects."""
        found = []
        for log in self._folder.glob("*.log"):
            text = log.read_text("utf-8", "replace")
            if "Traceback" in text:
                found.append(text[text.index("Traceback") :][:3_000])
                log.write_text("")
        return found


class Session:
    """One file, edited."""

    def __init__(self, pair: Pair, seed: int, edits: int = EDITS_A_SESSION, batch: int = EDITS_A_BATCH) -> None:
        self.pair, self.rng, self._edits, self._batch = pair, random.Random(seed), edits, batch
        files = corpus()
        path = self.rng.choice(files)
        self._original = path.read_bytes().decode("utf-8", "replace")
        if self.rng.random() < 0.2:
            self._original = self._original.replace("\n", "\r\n")
        self._pastes = [self.rng.choice(files).read_text("utf-8", "replace") for _ in range(6)]
        self.mirror = Mirror(self._original)
        self.uri, self.language = f"file:///nowhere/{seed}/{path.name}", language(path)
        self.report = Report(seed, str(path.name))
        self._open_requests: list[int] = []
        self._history: list[Any] = []  # the notifications since the text was last known to be answered rightly
        self._base = self.mirror.text

    def run(self) -> Report:
        """The whole session."""
        started = time.monotonic()
        self.pair.edited.open(self.uri, self.mirror.text, self.language)
        try:
            while self.report.edits < self._edits and not self.report.problems:
                self._one_batch()
        except TimeoutError as error:
            self._problem("hang", str(error))
        except EOFError as error:
            self._problem("crash", str(error))
        if self.report.problems:
            self.pair.renew()
        else:
            self.pair.edited.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})
        for text in self.pair.tracebacks():
            self._problem("traceback", text)
        self.report.seconds = time.monotonic() - started
        return self.report

    def _one_batch(self) -> None:
        if self.rng.random() < 0.15:
            self._change([self.mirror.renewed(self._original)])
        while (before := self.report.edits) < self._edits:
            count = 1 if self.rng.random() < 0.8 else self.rng.randrange(2, 6)
            self._change([random_change(self.rng, self.mirror, self._pastes) for _ in range(count)])
            self._interfere()
            if before // self._batch != self.report.edits // self._batch:
                break
        self._compare()
        self.report.batches += 1

    def _change(self, changes: list[dict[str, Any]]) -> None:
        self.mirror.version += 1
        document = {"uri": self.uri, "version": self.mirror.version}
        params = {"textDocument": document, "contentChanges": changes}
        self._history.append(changes)
        self.pair.edited.notify("textDocument/didChange", params)
        self.report.edits += len(changes)

    def _interfere(self) -> None:
        """What else goes on while somebody types."""
        chance = self.rng.random()
        if chance < 0.08:
            method, params = self._random_request()
            identifier = self.pair.edited.ask(method, params)
            self._open_requests.append(identifier)
            self.report.requests += 1
            if self.rng.random() < 0.3:
                self.pair.edited.notify("$/cancelRequest", {"id": identifier})
                self.report.cancelled += 1
        elif chance < 0.085:
            settings = {**PLAIN, "openacc": {"version": self.rng.choice(["2.6", "3.4"])}}
            for value in (settings, PLAIN):
                self.pair.edited.notify("workspace/didChangeConfiguration", {"settings": {"loopwright": value}})
        elif chance < 0.09:
            self.pair.edited.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})
            self.mirror.version += 1
            self._history.append("closed and opened")
            self.pair.edited.open(self.uri, self.mirror.text, self.language, self.mirror.version)
        elif chance < 0.095:
            changes = [{"uri": "file:///nowhere/x.h", "type": 2}]
            self.pair.edited.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def _random_request(self) -> tuple[str, dict[str, Any]]:
        document = {"textDocument": {"uri": self.uri}}
        at = self.mirror.position(self.rng.randrange(len(self.mirror.text) + 1))
        context = {"diagnostics": [], "triggerKind": 2}
        return self.rng.choice(
            [
                ("textDocument/diagnostic", document),
                ("textDocument/hover", {**document, "position": at}),
                ("textDocument/completion", {**document, "position": at}),
                ("textDocument/codeAction", {**document, "range": {"start": at, "end": at}, "context": context}),
                ("textDocument/semanticTokens/full", document),
                ("textDocument/foldingRange", document),
                ("textDocument/documentSymbol", document),
                ("textDocument/codeLens", document),
                ("workspace/executeCommand", {"command": "loopwright.server.analyze", "arguments": [self.uri]}),
                ("workspace/executeCommand", {"command": "loopwright.server.translate", "arguments": [self.uri]}),
            ]
        )

    def _compare(self) -> None:
        edited, fresh = self.pair.edited, self.pair.fresh
        fresh.open(self.uri, self.mirror.text, self.language)
        questions = self._questions()
        asked = [(name, edited.ask(*question), fresh.ask(*question)) for name, question in questions]
        for (name, own, other), (_, question) in zip(asked, questions, strict=True):
            said, right = _meant(edited.answer(own, _SECONDS)), _meant(fresh.answer(other, _SECONDS))
            if said != right:
                said, right = _settled(edited, question, said), _settled(fresh, question, right)
            if said != right:
                self._problem("stale", name, said=said, right=right)
        fresh.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})
        for identifier in self._open_requests:
            answer = edited.answer(identifier, _SECONDS)
            if answer.get("error", {}).get("code") == -32603:
                self._problem("internal error", answer["error"]["message"])
        everything = [*self._open_requests, *(own for _, own, _ in asked)]
        if any(len(edited.answers[identifier]) != 1 for identifier in everything):
            self._problem("answered twice", "")
        self._open_requests.clear()
        for client in (edited, fresh):
            client.answers.clear()
            client.said.clear()
        if not self.report.problems:
            self._history.clear()
            self._base = self.mirror.text

    def _questions(self) -> list[tuple[str, tuple[str, dict[str, Any]]]]:
        document = {"textDocument": {"uri": self.uri}}
        found: list[tuple[str, tuple[str, dict[str, Any]]]] = [
            ("diagnostics", ("textDocument/diagnostic", document)),
            ("tokens", ("textDocument/semanticTokens/full", document)),
            ("folding", ("textDocument/foldingRange", document)),
            ("symbols", ("textDocument/documentSymbol", document)),
            ("lenses", ("textDocument/codeLens", document)),
            ("loops", ("workspace/executeCommand", {"command": "loopwright.server.analyze", "arguments": [self.uri]})),
        ]
        loops = [
            index
            for index in range(len(self.mirror.text))
            if self.mirror.text.startswith(("for (", "#pragma acc"), index)
        ]
        for offset in self.rng.sample(loops, min(2, len(loops))):
            found.append(("hover", ("textDocument/hover", {**document, "position": self.mirror.position(offset)})))
        return found

    def _problem(self, kind: str, what: str, **details: Any) -> None:
        self.report.problems.append(
            {
                "kind": kind,
                "what": what,
                "base": self._base,
                "edits": list(self._history),
                "text": self.mirror.text,
                **details,
            }
        )


def _settled(client: RawClient, question: tuple[str, Any], answer: Any) -> Any:
    """What is answered once nothing that one side had to wait for is outstanding."""
    end = time.monotonic() + _SECONDS
    while _EARLY in str(answer) and time.monotonic() < end:
        time.sleep(0.05)
        answer = _meant(client.answer(client.ask(*question), _SECONDS))
    return answer


def _meant(answer: dict[str, Any]) -> Any:
    """An answer without what may differ: its id, and the identifier of a result."""
    if "error" in answer:
        return answer["error"]
    result = answer.get("result")
    return {k: v for k, v in result.items() if k != "resultId"} if isinstance(result, dict) else result


def main() -> int:
    """Run sessions until there are enough edits; 1 if anything was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1, help="the first session's; the next ones count up")
    parser.add_argument("--state", type=Path, help="sessions that are done, and what they found")
    options = parser.parse_args()
    done: dict[int, dict[str, Any]] = {}
    if options.state and options.state.exists():
        done = {row["seed"]: row for row in map(json.loads, options.state.read_text("utf-8").splitlines())}
    with tempfile.TemporaryDirectory() as folder:
        pair = Pair(Path(folder))
        for seed in range(options.seed, options.seed + options.edits // EDITS_A_SESSION):
            if seed in done:
                continue
            done[seed] = vars(Session(pair, seed).run())
            if options.state:
                with options.state.open("a", encoding="utf-8") as state:
                    state.write(json.dumps(done[seed]) + "\n")
            _tell(list(done.values()))
        pair.close()
    return 1 if any(row["problems"] for row in done.values()) else 0


def _tell(rows: list[dict[str, Any]]) -> None:
    kinds: dict[str, int] = {}
    for row in rows:
        for problem in row["problems"]:
            kinds[problem["kind"]] = kinds.get(problem["kind"], 0) + 1
    edits, seconds = sum(row["edits"] for row in rows), sum(row["seconds"] for row in rows)
    requests, batches = sum(row["requests"] for row in rows), sum(row["batches"] for row in rows)
    print(
        f"{edits} edits in {len(rows)} sessions, {batches} comparisons, {requests} requests on the way, "
        f"{edits / max(seconds, 1e-9):.0f} edits/s; found: {kinds or 'nothing'}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
