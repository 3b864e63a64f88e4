"""A base and pairs small enough to train in a second."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from forked import run_forked
from loopwright_training.architecture import ModelShape, new_model
from loopwright_training.records import write_records
from loopwright_training.tokenizer import TokenizerConfig, train_tokenizer

_LOOP = "for (int i = 0; i < n; i++) {{ a{k}[i] = b[i] * {k} + c[{k} * i]; }}"


# Models of two layers gain nothing from threads, and threads that spin slow what runs beside them.
torch.set_num_threads(1)


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    """The same for the commands that a test starts. They are forked from a process that reads it once (:mod:`forked`), and a fixture of a module
    may be the first to ask for one. Programs of other folders are to have threads."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMP_NUM_THREADS", "1")
        yield


@pytest.fixture(autouse=True, scope="session")
def _converter_forked() -> Iterator[None]:
    """Commands that a test starts start it themselves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("loopwright_training.converter.run", run_forked)
        yield


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Llama of two layers with random weights and a vocabulary of its own."""
    folder = tmp_path_factory.mktemp("tiny")
    texts = [{"text": f"#pragma acc parallel loop\n{_LOOP.format(k=k)}\n"} for k in range(40)]
    write_records(folder / "corpus.jsonl.gz", texts)
    tokenizer = train_tokenizer(TokenizerConfig(folder / "corpus.jsonl.gz", folder / "tokenizer", 400))
    torch.manual_seed(1)
    model = new_model(ModelShape(64, 2, 4, 2, 128, 128), tokenizer)
    model.save_pretrained(folder / "base")
    tokenizer.save_pretrained(folder / "base")
    return folder / "base"


@pytest.fixture(scope="session")
def tiny_rows() -> list[dict[str, object]]:
    """Sixteen pairs of two directives."""
    return [
        {
            "directive": "parallel loop" if k % 2 else f"kernels loop copy(a{k})",
            "loop": _LOOP.format(k=k),
            "prompts": {mode: ["#pragma acc", "\n" + _LOOP.format(k=k)] for mode in ("loop", "fresh", "kept")},
        }
        for k in range(16)
    ]


@pytest.fixture
def tiny_pairs(tmp_path: Path, tiny_rows: list[dict[str, object]]) -> Path:
    """A file of them."""
    write_records(tmp_path / "pairs.jsonl.gz", tiny_rows)
    return tmp_path / "pairs.jsonl.gz"
