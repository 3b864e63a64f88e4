"""`adapt` trains what its method says, in steps of the size that was asked for, in one process or several."""

from __future__ import annotations

import subprocess
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
import torch
import yaml
from accelerate.commands.config.config_args import load_config_from_file
from accelerate.utils import FullyShardedDataParallelPlugin
from forked import as_two
from loopwright_training import adapt as adapt_module
from loopwright_training.adapt import AdaptConfig, LoraConfig, adapt, model_to_train
from loopwright_training.adapt_config import require_sense
from loopwright_training.config import ConfigError
from safetensors.torch import load_file
from transformers import TrainingArguments

LAUNCH = Path(__file__).parents[2] / "training" / "launch"


def settings(base: Path, pairs: Path, output: Path) -> AdaptConfig:
    lora = LoraConfig(rank=4, alpha=8, dropout=0.0)
    return AdaptConfig(str(base), (str(pairs),), output, lora=lora, epochs=2, batch=8, context=128, rate=3e-3)


def weights(folder: Path) -> dict[str, torch.Tensor]:
    (file,) = folder.glob("*.safetensors")
    return load_file(file)


def test_full_changes_every_matrix(tiny_base: Path, tiny_pairs: Path, tmp_path: Path) -> None:
    adapt(replace(settings(tiny_base, tiny_pairs, tmp_path / "out"), method="full"))
    before, after = weights(tiny_base), weights(tmp_path / "out")
    assert not (tmp_path / "out" / "adapter_config.json").exists()
    assert all((before[name] != after[name]).any() for name in after if after[name].ndim == 2)


def test_lora_trains_an_adapter_alone(tiny_base: Path, tiny_pairs: Path, tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in tiny_base.iterdir()}
    config = settings(tiny_base, tiny_pairs, tmp_path / "out")
    adapt(config)
    assert {path.name: path.read_bytes() for path in tiny_base.iterdir()} == before
    found = weights(tmp_path / "out")
    assert {name.split(".")[-2] for name in found} == {"lora_A", "lora_B"}
    assert {name.split(".")[-3] for name in found} == set(config.lora.targets)
    assert all(tensor.abs().sum() > 0 for tensor in found.values())


def test_qlora_trains_an_adapter_on_four_bits(tiny_base: Path, tiny_pairs: Path, tmp_path: Path) -> None:
    bitsandbytes = pytest.importorskip("bitsandbytes")
    config = replace(settings(tiny_base, tiny_pairs, tmp_path / "out"), method="qlora")
    model = model_to_train(config)
    narrow = [name for name, part in model.named_modules() if isinstance(part, bitsandbytes.nn.Linear4bit)]
    assert {name.split(".")[-2] for name in narrow} == set(config.lora.targets)
    assert {name.split(".")[-3] for name, p in model.named_parameters() if p.requires_grad} == {"lora_A", "lora_B"}
    assert adapt(config) < 10
    assert all(tensor.abs().sum() > 0 for tensor in weights(tmp_path / "out").values())


def test_a_step_in_parts_is_the_step(tiny_base: Path, tiny_pairs: Path, tmp_path: Path) -> None:
    whole = settings(tiny_base, tiny_pairs, tmp_path / "whole")
    adapt(whole)
    adapt(replace(whole, output=tmp_path / "parts", device_batch=2))
    assert_alike(tmp_path / "parts", tmp_path / "whole")


@pytest.mark.parametrize("batch", [1, 7, 8, 12, 16, 17])
@pytest.mark.parametrize("device_batch", [0, 1, 3, 4, 100])
@pytest.mark.parametrize("world", [1, 2, 4, 12])
def test_a_step_is_of_the_batch_whatever_shares_it_out(
    batch: int, device_batch: int, world: int, tiny_pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORLD_SIZE", str(world))
    config = replace(settings(tmp_path, tiny_pairs, tmp_path), batch=batch, device_batch=device_batch)
    (tmp_path / "config.json").touch()
    if batch % world:
        with pytest.raises(ConfigError, match=f"batch {batch} cannot be shared out evenly among {world} processes"):
            require_sense(config)
        return
    require_sense(config)
    at_once = adapt_module.examples_at_once(config)
    assert 1 <= at_once <= (device_batch or batch)
    assert (batch // world) % at_once == 0


def test_gpus_that_no_process_was_launched_for_are_left_alone(
    tiny_base: Path, tiny_pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four in sight made steps of four times the batch (seen beside an H200: loss 5.04 after ten steps, 5.15 with a process each)."""
    config = settings(tiny_base, tiny_pairs, tmp_path / "one")
    adapt(config)
    arguments = adapt_module._arguments

    def beside_four(*given: Any) -> TrainingArguments:
        made = arguments(*given)
        made._n_gpu = 4
        return made

    monkeypatch.setattr(adapt_module, "_arguments", beside_four)
    adapt(replace(config, output=tmp_path / "four"))
    assert_alike(tmp_path / "four", tmp_path / "one")


def test_two_processes_take_the_steps_of_one(tiny_base: Path, tiny_pairs: Path, tmp_path: Path) -> None:
    config = settings(tiny_base, tiny_pairs, tmp_path / "one")
    adapt(config)
    text = {
        "base": config.base, "pairs": list(config.pairs), "output": str(tmp_path / "two"), "epochs": 2, "batch": 8,
        "context": 128, "rate": 3e-3, "lora": {"rank": 4, "alpha": 8, "dropout": 0.0},
    }  # fmt: skip
    (tmp_path / "adapt.yaml").write_text(yaml.safe_dump(text))
    said = tmp_path / "said"
    assert as_two(["adapt", str(tmp_path / "adapt.yaml")], said) == [0, 0], said.read_text()[-3000:]
    assert said.read_text().count("16 pairs") == 1, "one process speaks for all"
    assert_alike(tmp_path / "two", tmp_path / "one")
    assert (tmp_path / "two" / "adapt.stamp.json").exists()


def assert_alike(one: Path, other: Path) -> None:
    found, wanted = weights(one), weights(other)
    assert found.keys() == wanted.keys()
    for name, tensor in wanted.items():
        # Sums in another order, and AdamW divides by their size.
        torch.testing.assert_close(found[name], tensor, rtol=1e-2, atol=2e-4, msg=name)


@pytest.mark.parametrize(("name", "kind"), [("ddp", "MULTI_GPU"), ("fsdp", "FSDP")])
def test_the_launch_files_are_accelerates(name: str, kind: str) -> None:
    config = load_config_from_file(str(LAUNCH / f"{name}.yaml"))
    assert str(config.distributed_type).rpartition(".")[2] == kind
    assert config.mixed_precision == "bf16"
    known = {field.name for field in fields(FullyShardedDataParallelPlugin)} | {"version"}
    renamed = {"offload_params": "cpu_offload"}
    for key in config.fsdp_config:
        short = key.removeprefix("fsdp_")
        assert renamed.get(short, short) in known, key


def test_the_slurm_example_is_a_script() -> None:
    subprocess.run(["bash", "-n", str(LAUNCH / "adapt.slurm")], check=True)
