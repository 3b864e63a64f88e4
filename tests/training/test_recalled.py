"""Prompts of pairs that show the project: those of the product, and in training nothing that tells the answer."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

from loopwright.model.prompt import FillIn
from loopwright.model.runtime import Answer
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.pipeline import Tools, suggest
from loopwright_training.duplicates import beginning
from loopwright_training.hidden import Files, Project, hide
from loopwright_training.pairs import PairsConfig, SplitConfig, make_pairs
from loopwright_training.recalled import take_out
from loopwright_training.records import read_records, write_records

LOOP = "for (int i = 0; i < n; i++) {{ {a}[i] = {b}[i] * {k} + sqrt({b}[i + {k}]); total{k} += {a}[i]; }}"
PAD = "".join(f"int pad_{k}(int x) {{ return x + {k}; }}\n" for k in range(70))


def function(name: str, directive: str, loop: str) -> str:
    return f"void {name}(int n, float *a, float *b) {{\n#pragma acc {directive}\n{loop}\n}}\n"


def records() -> list[dict[str, str]]:
    """Eight repositories of two files, each file with two annotated loops; one loop stands in both files."""
    found = []
    for r in range(8):
        twin = LOOP.format(a="twin", b="brother", k=900 + r)
        for f in range(2):
            own = LOOP.format(a=f"a{r}", b=f"b{f}", k=10 * r + f)
            text = (
                function("first", f"parallel loop vector_length({32 * (r + 1)}) num_gangs({f + 1})", own)
                + PAD
                + function("second", f"kernels loop async({r})", twin)
            )
            found.append(
                {
                    "repository": f"owner/r{r}",
                    "family": f"owner/r{r}",
                    "commit": "c",
                    "path": f"src/f{f}.c",
                    "licence": "MIT",
                    "use": "openacc",
                    "sha": f"{r}{f}",
                    "text": text,
                }
            )
    return found


def made(folder: Path) -> dict[str, list[dict]]:
    write_records(folder / "files.jsonl.gz", records())
    split = SplitConfig(family=2, repository=2, pair=3, development=0, development_pair=0, near=0.95)
    make_pairs(PairsConfig(folder / "files.jsonl.gz", folder / "pairs", workers=1, split=split))
    names = ("train", "family", "repository", "pair")
    return {name: list(read_records(folder / "pairs" / f"{name}.jsonl.gz")) for name in names}


class Listener:
    """A model that was taught with the project, and writes nothing."""

    shows_project = True

    def __init__(self) -> None:
        self.asked: list[FillIn] = []

    def propose(self, fill: FillIn, grammar: object, count: int = 4, token: object = None) -> Future[Answer]:
        self.asked.append(fill)
        future: Future[Answer] = Future()
        future.set_result(Answer((), 0, 0, 0.0))
        return future

    def close(self) -> None: ...


def test_a_test_pair_is_asked_as_the_product_asks(tmp_path: Path) -> None:
    parts = made(tmp_path)
    rows = [*parts["family"], *parts["repository"], *parts["pair"]]
    assert len(rows) >= 6
    files = Files(tmp_path / "files.jsonl.gz", {row["repository"] for row in rows})
    for row in rows:
        hidden = hide(row, files)
        assert hidden is not None
        listener = Listener()
        suggest(hidden.outline, hidden.loop, hidden.path, Tools(listener, memory=Project(files.of(row["repository"]))))
        assert [[fill.prefix, fill.suffix] for fill in listener.asked] == [row["prompts"]["project"]]
        assert "// similar loops" in row["prompts"]["project"][1]


def test_training_sees_neither_its_answer_nor_a_copy_nor_a_test_pair(tmp_path: Path) -> None:
    parts = made(tmp_path)
    tests = [row for name in ("family", "repository", "pair") for row in parts[name]]
    hidden = {(row["repository"], row["directive"]) for row in tests}
    unseen = {beginning(row["loop"]) for row in tests}
    assert parts["train"]
    shown = 0
    for row in parts["train"]:
        text = "".join(row["prompts"]["project"])
        assert f"#pragma acc {row['directive']}\n" not in text
        for repository, directive in hidden:
            assert repository != row["repository"] or f"#pragma acc {directive}\n" not in text
        assert not any(beginning(line) in unseen for line in text.splitlines() if line.startswith("for"))
        shown += "// similar loops" in text
    assert shown


def test_lines_are_taken_out_and_the_loop_is_found_again() -> None:
    text = function("f", "parallel loop", LOOP.format(a="a", b="b", k=1)) * 3
    outline = Outline(parse(text, name="x.c"))
    for loop in outline.loops:
        taken = take_out(outline, loop.span.start, [p.span for p in outline.pragmas])
        assert taken is not None
        without, found = taken
        assert not without.pragmas
        assert without.source.slice(found.span) == outline.source.slice(loop.span)
        assert without.loops.index(found) == outline.loops.index(loop)
