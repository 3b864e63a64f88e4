"""An adapter's matrices as small types: what each can be, what is lost, and that llama.cpp says the same with them."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np
import peft
import pytest
import torch
from gguf import GGMLQuantizationType as Kind
from loopwright.model.gguf import read_header
from loopwright_training.adapter_blocks import in_blocks, kind_for, kind_named, repack
from loopwright_training.architecture import ModelShape, new_model
from loopwright_training.config import ConfigError
from loopwright_training.export import ExportConfig, convert_adapter, export
from loopwright_training.llama_tensors import write_adapter
from transformers import AutoModelForCausalLM, AutoTokenizer

# Relative error of normal numbers, a little above what was measured.
MOST_LOST = {"Q8_0": 0.006, "Q6_K": 0.02, "Q5_K": 0.04, "Q4_K": 0.08}


@pytest.mark.parametrize("name", MOST_LOST)
def test_numbers_come_back_nearly_as_they_were(name: str) -> None:
    rows = np.random.default_rng(1).normal(size=(16, 512)).astype(np.float32)
    kind = kind_named(name)
    blocks = in_blocks(rows, kind)
    assert blocks.nbytes == rows.size // gguf.GGML_QUANT_SIZES[kind][0] * gguf.GGML_QUANT_SIZES[kind][1]
    lost = np.linalg.norm(gguf.quants.dequantize(blocks, kind) - rows) / np.linalg.norm(rows)
    assert 0.3 * MOST_LOST[name] < lost < MOST_LOST[name]


@pytest.mark.parametrize(
    ("columns", "wanted", "held"),
    [
        (768, "Q6_K", "Q6_K"), (2304, "Q6_K", "Q6_K"), (32, "Q6_K", "Q8_0"), (64, "Q6_K", "Q8_0"), (896, "Q6_K", "Q8_0"),
        (16, "Q6_K", "F16"), (8, "Q8_0", "F16"), (768, "Q8_0", "Q8_0"), (768, "F16", "F16"),
    ],
)  # fmt: skip
def test_a_matrix_has_the_smallest_type_that_its_rows_can_be_cut_into(columns: int, wanted: str, held: str) -> None:
    assert kind_for(columns, kind_named(wanted)).name == held


@pytest.mark.parametrize("name", ["Q6_L", "", "IQ2_XXS", "I8", "Q8_K", "Q6_K "])
def test_a_type_that_is_none_is_one_line(name: str) -> None:
    with pytest.raises(ConfigError, match="adapter_quantization"):
        kind_named(name)


@pytest.fixture(scope="module")
def wide(tiny_base: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A base wide enough for blocks of 256, and an adapter of rank 32 with random weights."""
    folder = tmp_path_factory.mktemp("wide")
    tokenizer = AutoTokenizer.from_pretrained(tiny_base)
    torch.manual_seed(2)
    new_model(ModelShape(256, 2, 4, 2, 512, 128), tokenizer).save_pretrained(folder / "base")
    tokenizer.save_pretrained(folder / "base")
    settings = peft.LoraConfig(r=32, lora_alpha=32, target_modules=["q_proj", "down_proj"], task_type="CAUSAL_LM")
    model = peft.get_peft_model(AutoModelForCausalLM.from_pretrained(folder / "base").float(), settings)
    for name, parameter in model.named_parameters():
        if "lora_B" in name:
            parameter.data = 0.05 * torch.randn_like(parameter)
    model.save_pretrained(folder / "adapter")
    return folder / "base", folder / "adapter"


def kinds(file: Path) -> dict[str, str]:
    return {tensor.name: tensor.tensor_type.name for tensor in gguf.GGUFReader(file).tensors}


def test_an_exported_adapter_says_what_it_says_in_torch(wide: tuple[Path, Path], tmp_path: Path) -> None:
    base, adapter = wide
    export(
        ExportConfig(str(base), tmp_path, "wide", adapter=str(adapter), adapter_quantization="Q6_K", context=128)
    )  # compares the logits
    held = kinds(tmp_path / "wide-openacc.gguf")
    assert {kind for name, kind in held.items() if name.endswith("lora_a")} == {"Q6_K"}
    assert {kind for name, kind in held.items() if name.endswith("lora_b")} == {"Q8_0"}
    again = tmp_path / "q8_0.gguf"
    convert_adapter(adapter, base, again)
    assert set(kinds(again).values()) == {"Q8_0"}


def test_an_adapter_that_is_repacked_keeps_its_header(wide: tuple[Path, Path], tmp_path: Path) -> None:
    base, adapter = wide
    large, small, direct = (tmp_path / f"{name}.gguf" for name in ("large", "small", "direct"))
    configuration = AutoModelForCausalLM.from_pretrained(base).config
    write_adapter(adapter, configuration, large, "0" * 64, "F16")
    repack(large, small, "Q6_K")
    write_adapter(adapter, configuration, direct, "0" * 64, "Q6_K")
    assert read_header(small).values == read_header(large).values
    assert read_header(small).shapes == read_header(large).shapes
    assert kinds(small) == kinds(direct)
    assert small.stat().st_size == direct.stat().st_size < 0.6 * large.stat().st_size
    repack(small, direct, "Q6_K")
    assert direct.read_bytes() == small.read_bytes()
    assert Kind.Q6_K.name in kinds(small).values()
