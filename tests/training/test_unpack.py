"""What `unpack` writes is what the file says: weights bit for bit, and a file made of them again says the same."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np
import peft
import pytest
import torch
from loopwright_training.architecture import ModelShape, load_model, new_model
from loopwright_training.export import ExportConfig, export
from loopwright_training.llama_tensors import gguf_name, interleave, reordered
from loopwright_training.parity import check_logits
from loopwright_training.unpack import UnpackConfig, unpack
from safetensors.torch import load_file
from transformers import AutoConfig, AutoTokenizer


def weights(file: Path) -> dict[str, np.ndarray]:
    return {t.name: gguf.quants.dequantize(t.data, t.tensor_type) for t in gguf.GGUFReader(file).tensors}


@pytest.fixture
def own_base(tiny_base: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """What `pretrain` makes: ``tiny_base``, or the same with norms of queries and keys."""
    if request.param == "llama":
        return tiny_base
    tokenizer = AutoTokenizer.from_pretrained(tiny_base)
    torch.manual_seed(1)
    model = new_model(ModelShape(64, 2, 4, 2, 128, 128, head_norms=True), tokenizer)
    for parameter in model.parameters():
        parameter.data += 0.1 * torch.randn_like(parameter) * (parameter.ndim == 1)
    for saved in (model, tokenizer):
        saved.save_pretrained(tmp_path / "norms")
    return tmp_path / "norms"


@pytest.mark.parametrize(
    ("own_base", "kind"),
    [("llama", "F16"), ("llama", "Q8_0"), ("llama", "Q4_0"), ("qwen3", "Q8_0")],
    indirect=["own_base"],
)
def test_the_weights_are_those_of_the_file(kind: str, own_base: Path, tmp_path: Path) -> None:
    model = export(ExportConfig(str(own_base), tmp_path / "models", "tiny", quantization=kind, context=128))
    unpack(UnpackConfig(model.path, tmp_path / "base", logit_tolerance=1.0))
    wanted = weights(model.path)
    found = load_file(tmp_path / "base" / "model.safetensors")
    heads = reordered(AutoConfig.from_pretrained(own_base))
    assert sum(heads.values()) == (0 if own_base.name == "norms" else 6)
    assert {gguf_name(key) for key in found} - {"output.weight"} == set(wanted) - {"rope_freqs.weight"}
    for key, tensor in found.items():
        array = tensor.float().numpy()
        count = heads.get(key.split(".")[-2], 0)
        assert np.array_equal(interleave(array, count) if count else array, wanted[gguf_name(key)]), key


@pytest.mark.parametrize("own_base", ["llama", "qwen3"], indirect=True)
def test_there_and_back_says_the_same(own_base: Path, tmp_path: Path) -> None:
    torch.manual_seed(5)
    model = peft.get_peft_model(
        load_model(own_base, "cpu"), peft.LoraConfig(r=8, lora_alpha=16, target_modules=["q_proj", "up_proj"])
    )
    for name, parameter in model.named_parameters():
        if "lora_B" in name:
            parameter.data = 0.1 * torch.randn_like(parameter)
    model.save_pretrained(tmp_path / "adapter")
    first = ExportConfig(
        str(own_base), tmp_path / "models", "first", str(tmp_path / "adapter"), quantization="F16", context=128,
        logit_tolerance=0.05,
    )  # fmt: skip
    made = export(first)
    unpack(UnpackConfig(made.path, tmp_path / "base", made.folder / made.adapters[0].file))
    again = ExportConfig(
        str(tmp_path / "base"), tmp_path / "again", "second", str(tmp_path / "base" / "adapter"), quantization="F16",
        context=128, logit_tolerance=0.05,
    )  # fmt: skip
    second = export(again)
    for one, other in (
        (made.path, second.path),
        (made.folder / made.adapters[0].file, second.folder / second.adapters[0].file),
    ):
        before, after = weights(one), weights(other)
        assert before.keys() == after.keys()
        assert all(np.array_equal(before[name], after[name]) for name in before)
    check_logits(
        second.path, load_model(tmp_path / "base", "cpu").eval(), AutoTokenizer.from_pretrained(own_base), 0.02
    )
