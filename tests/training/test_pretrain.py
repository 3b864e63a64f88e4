"""`pretrain`: a killed run ends where it would have ended, processes share the work, the optimizer is Muon."""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import yaml
from forked import as_two, forked, started
from loopwright_training import ranks
from loopwright_training.cli import main
from loopwright_training.config import ConfigError
from loopwright_training.muon import StackedMuon
from loopwright_training.records import write_records
from loopwright_training.windows import MiddleFiller, Stream, by_documents
from safetensors.torch import load_file
from transformers import PreTrainedTokenizerFast
from whole import swept

KILLS = swept("TRAINING_KILLS", always=1, whole=10)
STEPS = 12
SHAPE = {"hidden": 32, "layers": 2, "heads": 2, "kv_heads": 1, "intermediate": 64, "context": 64}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    file = tmp_path / "corpus.jsonl.gz"
    write_records(file, [{"text": f"for (int i = 0; i < n; i++) a{k}[i] = b[i] * {k};\n" * 6} for k in range(60)])
    return file


def settings(tiny_base: Path, corpus: Path, output: Path, **more: Any) -> dict[str, Any]:
    return {
        "corpus": [str(corpus)], "tokenizer": str(tiny_base), "output": str(output), "shape": SHAPE, "tokens": STEPS * 256,
        "minutes": 60, "batch_tokens": 256, "device_batch": 2, "compile": False, "save_seconds": 0, **more,
    }  # fmt: skip


def written(folder: Path, config: dict[str, Any]) -> Path:
    path = folder / f"{Path(config['output']).name}.yaml"
    path.write_text(yaml.safe_dump(config))
    return path


def finished(folder: Path, config: dict[str, Any]) -> str:
    """What the command says, run to its end."""
    said = folder / "said"
    said.write_text("")
    running = started(["pretrain", str(written(folder, config))], said)
    running.join(900)
    assert running.exitcode == 0, said.read_text()
    return said.read_text()


def killed(folder: Path, config: dict[str, Any], after: float) -> None:
    """The command is killed ``after`` seconds behind its first checkpoint."""
    said = folder / "said"
    running = started(["pretrain", str(written(folder, config))], said)
    while running.is_alive() and not Path(config["output"], "checkpoint.pt").exists():
        time.sleep(0.001)
    time.sleep(after)
    running.kill()
    running.join()
    assert running.exitcode in (0, -signal.SIGKILL), said.read_text()  # where we are late it has come to its end


def launched(folder: Path, config: dict[str, Any]) -> str:
    """What two processes say, started as the documents say."""
    launcher = ("-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2")
    words = ("-m", "loopwright_training.cli", "pretrain", str(written(folder, config)))
    done = subprocess.run(
        [sys.executable, *launcher, *words],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout.decode()
    return done.stdout.decode()


def weights(output: Path) -> dict[str, torch.Tensor]:
    return load_file(output / "model" / "model.safetensors")


def same(first: dict[str, torch.Tensor], second: dict[str, torch.Tensor]) -> bool:
    return first.keys() == second.keys() and all(torch.equal(first[name], second[name]) for name in first)


@pytest.mark.timeout(900 * KILLS)
def test_a_killed_run_ends_with_the_same_weights(
    tiny_base: Path, tiny_pairs: Path, corpus: Path, tmp_path: Path
) -> None:
    more = {"pairs": [str(tiny_pairs)], "pair_share": 0.5, "decay": 0.6, "row_moments": 0.9, "whole_documents": True}
    finished(tmp_path, settings(tiny_base, corpus, tmp_path / "whole", **more))
    wanted = weights(tmp_path / "whole")
    order = random.Random(7)
    for kill in range(KILLS):
        output = tmp_path / f"killed{kill}"
        config = settings(tiny_base, corpus, output, **more)
        killed(tmp_path, config, order.uniform(0, 0.2))
        said = finished(tmp_path, config)
        assert "goes on after step" in said or "already" in said
        assert same(weights(output), wanted)
        assert not (output / "checkpoint.pt").exists()


def test_two_processes_share_the_work(tiny_base: Path, corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "two"
    config = settings(tiny_base, corpus, output)
    said = launched(tmp_path, config)
    assert f"step {STEPS}/{STEPS}" in said
    assert "held-back loss" in said
    again = tmp_path / "again"
    assert as_two(["pretrain", str(written(tmp_path, config))], again) == [0, 0], again.read_text()
    assert "already" in again.read_text()


def test_other_inputs_are_not_gone_on_with(
    tiny_base: Path, corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out"
    config = settings(tiny_base, corpus, output)
    killed(tmp_path, config, 0)
    write_records(corpus, [{"text": "int x;\n" * 40}] * 60)
    assert main(["pretrain", str(tmp_path / "out.yaml")]) == 2
    said = capsys.readouterr()
    assert "of other inputs" in said.err
    assert "tokens of text" in said.out  # those of the old text are not taken
    (output / "checkpoint.pt").unlink()
    assert main(["pretrain", str(tmp_path / "out.yaml")]) == 0


def test_a_missing_corpus_is_one_line(tiny_base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "c.yaml").write_text(yaml.safe_dump(settings(tiny_base, tmp_path / "no.jsonl.gz", tmp_path / "out")))
    assert main(["pretrain", str(tmp_path / "c.yaml")]) == 2
    assert capsys.readouterr().err.strip().endswith("no.jsonl.gz is not there")


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"decay": 0}, "decay is more than 0"),
        ({"decay": 1.5}, "decay is a share, 1 at most"),
        ({"muon_rate": -0.1}, "muon_rate is more than 0"),
        ({"adam_rate": float("nan")}, "adam_rate"),
        ({"pair_share": -0.1}, "pair_share is not below 0"),
        ({"row_moments": 1.0}, "row_moments is below 1"),
        ({"device_batch": 0}, "device_batch is more than 0"),
        ({"seed": -1}, "seed is not below 0"),
        ({"pairs": ["a.jsonl.gz"], "pair_repeats": [1, 2]}, "1 files of pairs and 2 pair_repeats"),
    ],
)
def test_settings_without_sense_are_one_line(
    setting: dict[str, Any],
    said: str,
    tiny_base: Path,
    corpus: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    config = settings(tiny_base, corpus, tmp_path / "out", **setting)
    assert main(["pretrain", str(written(tmp_path, config))]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_step_of_other_size_than_asked_is_told(
    tiny_base: Path, corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = settings(tiny_base, corpus, tmp_path / "out", batch_tokens=300, tokens=256)
    assert main(["pretrain", str(written(tmp_path, config))]) == 0
    assert "a step is 256 tokens, not 300" in capsys.readouterr().out


def matrices(seed: int) -> list[torch.nn.Parameter]:
    drawn = torch.Generator().manual_seed(seed)
    return [torch.nn.Parameter(torch.randn(shape, generator=drawn)) for shape in ((8, 24), (24, 8), (8, 24), (8, 24))]


def gradients(step: int) -> list[torch.Tensor]:
    drawn = torch.Generator().manual_seed(100 + step)
    return [torch.randn(p.shape, generator=drawn) for p in matrices(0)]


def trained(optimizer: torch.optim.Optimizer, parameters: list[torch.nn.Parameter]) -> list[torch.Tensor]:
    for step in range(4):
        for parameter, gradient in zip(parameters, gradients(step)):
            parameter.grad = gradient
        optimizer.step()
    return [parameter.detach() for parameter in parameters]


def test_stacks_change_nothing() -> None:
    ours, theirs = matrices(1), matrices(1)
    trained(StackedMuon(ours, lr=0.02), ours)
    trained(torch.optim.Muon(theirs, lr=0.02, momentum=0.95, weight_decay=0.1), theirs)
    for mine, wanted in zip(ours, theirs):
        torch.testing.assert_close(mine, wanted, atol=2e-3, rtol=0)  # sums in bfloat16 come in another order
        assert (mine - wanted).abs().mean() < 2e-4


def test_rows_are_made_even_and_the_step_keeps_its_length() -> None:
    before, plain, even = (matrices(1) for _ in range(3))
    for parameters, row_moments in ((plain, 0.0), (even, 0.95)):
        for parameter, gradient in zip(parameters, gradients(0)):
            parameter.grad = gradient
        StackedMuon(parameters, lr=0.02, weight_decay=0.0, row_moments=row_moments).step()
    for old, without, evened in zip(before, plain, even):
        steps = [(new - old).detach() for new in (without, evened)]
        torch.testing.assert_close(steps[0].norm(), steps[1].norm(), rtol=1e-3, atol=0)
        lengths = steps[1].norm(dim=1)
        torch.testing.assert_close(lengths, lengths.mean().expand_as(lengths), rtol=1e-3, atol=0)
        assert steps[0].norm(dim=1).std() > 1e-4


def _in_a_process(rank: int, meeting: str, out: str) -> None:
    torch.distributed.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=2)
    parameters = matrices(1)
    torch.save(trained(StackedMuon(parameters, lr=0.02, row_moments=0.95), parameters), f"{out}.{rank}")
    torch.distributed.destroy_process_group()


def test_two_processes_make_the_step_of_one(tmp_path: Path) -> None:
    parameters = matrices(1)
    alone = trained(StackedMuon(parameters, lr=0.02, row_moments=0.95), parameters)
    meeting, out = str(tmp_path / "meeting"), str(tmp_path / "out")
    both = [forked(_in_a_process, rank, meeting, out) for rank in range(2)]
    for process in both:
        process.join(500)
    assert [process.exitcode for process in both] == [0, 0]
    for rank in range(2):
        shared = torch.load(tmp_path / f"out.{rank}")
        assert all(torch.equal(mine, wanted) for mine, wanted in zip(shared, alone))


def test_every_process_has_the_device_of_its_host(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[Any] = []
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "set_device", used.append)
    monkeypatch.setattr(torch.distributed, "init_process_group", lambda *a, **k: used.append((a, k)))
    for name, value in {"RANK": "9", "LOCAL_RANK": "1", "WORLD_SIZE": "16"}.items():
        monkeypatch.setenv(name, value)
    place = ranks.join()
    assert place == ranks.Place(9, 16, "cuda:1")
    assert used == [torch.device("cuda", 1), (("nccl",), {"device_id": torch.device("cuda", 1)})]


def test_a_batch_is_known_by_its_number(tiny_base: Path) -> None:
    middle = MiddleFiller(PreTrainedTokenizerFast.from_pretrained(tiny_base), 0.5)
    train = np.random.default_rng(1).integers(5, 300, 2000).astype(np.uint16)
    stream = Stream(train, 32, 4, 0, 2, 5)
    first = [next(batches) for batches in [stream.batches(middle)] for _ in range(20)]  # more than two epochs
    for start in (0, 3, 7, 15):
        later = stream.batches(middle, start)
        assert all(np.array_equal(next(later), batch) for batch in first[start:])


def test_processes_see_different_windows(tiny_base: Path) -> None:
    middle = MiddleFiller(PreTrainedTokenizerFast.from_pretrained(tiny_base), 0.0)
    train = np.arange(2000).astype(np.uint16)
    seen = [
        {
            int(row[0])
            for batches in [Stream(train, 32, 4, rank, 2, 5).batches(middle)]
            for _ in range(7)
            for row in next(batches)
        }
        for rank in range(2)
    ]
    assert not seen[0] & seen[1]


def test_too_little_text_for_a_batch_is_said(tiny_base: Path) -> None:
    middle = MiddleFiller(PreTrainedTokenizerFast.from_pretrained(tiny_base), 0.0)
    with pytest.raises(ConfigError, match="100 tokens are too few for a batch of 4 x 32"):
        next(Stream(np.zeros(100, np.uint16), 32, 4, 0, 1, 5).batches(middle))


@pytest.mark.parametrize("seed", range(12))
def test_windows_begin_with_a_document_or_where_another_ended(seed: int) -> None:
    drawn = np.random.default_rng(seed)
    lengths = drawn.integers(1, 150, drawn.integers(1, 40))
    numbers = iter(range(1, 10_000))
    documents = [[*(next(numbers) for _ in range(length - 1)), 0] for length in lengths]
    train = np.array([token for document in documents for token in document], np.uint16)
    windows = by_documents(train, 0, 32).reshape(-1, 32)
    firsts = {document[0] for document in documents} | {
        document[at] for document in documents for at in range(32, len(document), 32)
    }
    assert {int(window[0]) for window in windows} <= firsts
    found = windows[windows > 0].tolist()
    assert sorted(found) == sorted(train[train > 0].tolist())  # each token once
    after = [pair for window in windows for pair in itertools.pairwise(window.tolist()) if all(pair)]
    assert all(next_one == one + 1 for one, next_one in after)
    assert windows.size < len(train) + 32 * max(1, len(windows) // 4)
