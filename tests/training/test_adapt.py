"""`adapt`: what it refuses, and that a run which is killed ends where it would have ended."""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import pytest
import yaml
from forked import started
from loopwright_training.adapt import AdaptConfig, adapt
from loopwright_training.cli import main
from loopwright_training.examples import Shown, Views
from loopwright_training.records import read_records, write_records
from safetensors.torch import load_file
from transformers import AutoTokenizer
from whole import swept

KILLS = swept("TRAINING_KILLS", always=1, whole=10)


def settings(base: Path, pairs: Path, output: Path, **more: Any) -> dict[str, Any]:
    return {
        "base": str(base), "pairs": [str(pairs)], "output": str(output), "epochs": 3, "batch": 4, "context": 128,
        "rate": 1e-2, "lora": {"rank": 4, "dropout": 0.1}, "checkpoint_steps": 2, **more,
    }  # fmt: skip


def said(folder: Path, capsys: pytest.CaptureFixture[str], config: dict[str, Any], *overrides: str) -> str:
    """What the command says when it refuses."""
    path = folder / "adapt.yaml"
    path.write_text(yaml.safe_dump(config))
    assert main(["adapt", str(path), *(word for o in overrides for word in ("--set", o))]) == 2
    assert not (folder / "out" / "adapter_model.safetensors").exists()
    return capsys.readouterr().err


def test_no_pairs_is_an_error(tiny_base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_records(tmp_path / "none.jsonl.gz", [])
    assert "nothing can be learned" in said(
        tmp_path, capsys, settings(tiny_base, tmp_path / "none.jsonl.gz", tmp_path / "out")
    )


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("method=qlorra", "one of full, lora, qlora"),
        ("views=9", "views is from 1 to 3"),
        ("rate=fast", "is a number"),
        ("batch=2.5", "a whole number"),
        ("patience=2", "patience needs held"),
        ("pairs=[absent.jsonl.gz]", "absent.jsonl.gz is not there"),
        ("mode_weights=[1.0]", "3 modes and 1 weights"),
        ("seed=-1", "seed is not below 0"),
        ("seed=4294967296", "seed is 4294967295 at most"),
        ("warmup=2", "warmup is a share, from 0 to 1"),
        ("warmup=-1", "warmup is a share, from 0 to 1"),
        ("renamed=1.5", "renamed is a share, from 0 to 1"),
        ("device_batch=-3", "device_batch is not below 0"),
        ("weight_decay=-1", "weight_decay is not below 0"),
        ("checkpoint_seconds=-1", "checkpoint_seconds is not below 0"),
        ("checkpoint_steps=0", "checkpoint_steps is more than 0"),
        ("trackers=[nope]", "trackers: nope is not supported"),
        ("modes=[loop,fresh,elsewhere]", "has no prompt 'elsewhere', only loop, fresh, kept"),
        ("base=.", "is no checkpoint: it has no config.json"),
        ("adapter=.", "is no adapter of peft's: it has no adapter_config.json"),
    ],
)
def test_what_cannot_be_is_said(
    tiny_base: Path, tiny_pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], override: str, expected: str
) -> None:
    assert expected in said(tmp_path, capsys, settings(tiny_base, tiny_pairs, tmp_path / "out"), override)


def test_four_bits_need_their_library(
    tiny_base: Path,
    tiny_pairs: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "bitsandbytes", None)
    assert "loopwright[qlora]" in said(
        tmp_path, capsys, settings(tiny_base, tiny_pairs, tmp_path / "out", method="qlora")
    )


def test_a_base_that_cannot_fill_in_is_refused(
    tiny_base: Path, tiny_pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for file in tiny_base.iterdir():
        text = file.read_bytes()
        (other / file.name).write_bytes(
            text.replace(b"<|fim_middle|>", b"<|cut_middle|>") if file.suffix == ".json" else text
        )
    assert "no marks of a fill-in" in said(tmp_path, capsys, settings(other, tiny_pairs, tmp_path / "out"))


def test_held_back_loss_ends_training_and_the_best_is_kept(tiny_base: Path, tiny_pairs: Path, tmp_path: Path) -> None:
    # What is held back contradicts what is learned, so its loss rises from some epoch on.
    rows = [{**row, "directive": "exit data delete(z) wait(7)"} for row in read_records(tiny_pairs)]
    write_records(tmp_path / "held.jsonl.gz", rows)
    config = AdaptConfig(
        str(tiny_base), (str(tiny_pairs),), tmp_path / "out", method="full", epochs=30, batch=4, context=128, rate=3e-3,
        held=(str(tmp_path / "held.jsonl.gz"),), patience=2,
    )  # fmt: skip
    adapt(config)
    history = json.loads((tmp_path / "out" / "adapt.json").read_text())["history"]
    losses = [entry["eval_loss"] for entry in history if "eval_loss" in entry]
    assert 3 <= len(losses) < 30
    assert losses.index(min(losses)) == len(losses) - 3


def test_the_order_depends_on_the_seed_and_the_place_alone(tiny_base: Path, tiny_pairs: Path) -> None:
    rows = list(read_records(tiny_pairs))
    views = Views(("loop", "fresh", "kept"), (0.3, 0.35, 0.35), 2, 0.5, 128)
    tokenizer = AutoTokenizer.from_pretrained(tiny_base)
    one, other = (Shown(rows, tokenizer, views, 2.5, 4, seed=3) for _ in range(2))
    assert len(one) == 80
    assert [one[i] for i in range(80)] == [other[i] for i in reversed(range(80))][::-1]
    assert [one[i]["input_ids"] for i in range(32)] != [one[i]["input_ids"] for i in range(32, 64)]
    seen = [tuple(one[i]["labels"]) for i in range(32)]
    assert len(set(seen)) > 8, "an epoch shows every pair"


@pytest.mark.timeout(900 * KILLS)
def test_a_killed_run_ends_with_the_same_weights(tiny_base: Path, tiny_pairs: Path, tmp_path: Path) -> None:
    def start(output: Path) -> ForkServerProcess:
        path = tmp_path / f"{output.name}.yaml"
        path.write_text(yaml.safe_dump(settings(tiny_base, tiny_pairs, output, epochs=8)))
        return started(["adapt", str(path)], Path(os.devnull))

    def run(output: Path) -> int | None:
        running = start(output)
        running.join()
        return running.exitcode

    whole = tmp_path / "whole"
    assert run(whole) == 0
    wanted = load_file(whole / "adapter_model.safetensors")
    order = random.Random(5)
    for kill in range(KILLS):
        output = tmp_path / f"killed{kill}"
        for step in (2 * order.randrange(1, 7), 2 * order.randrange(7, 15)):
            running = start(output)
            # In the middle of writing a checkpoint, or in the steps behind it; where we are late, at its end.
            while running.is_alive() and not (output / "checkpoints" / f"checkpoint-{step}").exists():
                time.sleep(0.001)
            time.sleep(order.uniform(0, 0.03))
            running.kill()
            running.join()
            assert running.exitcode in (0, -signal.SIGKILL)
        assert run(output) == 0
        found = load_file(output / "adapter_model.safetensors")
        assert found.keys() == wanted.keys()
        assert all((found[name] == wanted[name]).all() for name in wanted)
        assert not (output / "checkpoints").exists()


def test_other_inputs_are_not_gone_on_with(
    tiny_base: Path, tiny_pairs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = AdaptConfig(str(tiny_base), (str(tiny_pairs),), tmp_path / "out", epochs=1, batch=4, context=128)
    adapt(config)
    first = (tmp_path / "out" / "adapter_model.safetensors").read_bytes()
    capsys.readouterr()
    adapt(config)
    assert "already" in capsys.readouterr().out
    rows = list(read_records(tiny_pairs))
    write_records(tiny_pairs, [{**row, "directive": "serial loop"} for row in rows])
    adapt(config)
    assert "already" not in capsys.readouterr().out
    assert (tmp_path / "out" / "adapter_model.safetensors").read_bytes() != first
