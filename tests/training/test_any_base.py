"""A base of any family that llama.cpp runs is converted, says the same as in torch, and is asked by the editor's runtime."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import peft
import pytest
import torch
import transformers
from loopwright.model.gguf import read_header
from loopwright.model.manifest import read_manifest
from loopwright.model.prompt import FillIn
from loopwright.model.runtime import Runtime
from loopwright_training.adapt import AdaptConfig, LoraConfig, adapt, lora_targets
from loopwright_training.config import ConfigError
from loopwright_training.converter import find_converter
from loopwright_training.examples import encode_prompt
from loopwright_training.export import ExportConfig, export
from loopwright_training.parity import check_logits
from loopwright_training.quantize import architecture_of, importance_of, quantize
from tokenizers.processors import TemplateProcessing
from transformers import AutoModelForCausalLM, AutoTokenizer
from whole import sampled

SIZE = {
    "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 128,
    "max_position_embeddings": 512,
}  # fmt: skip
FAMILIES: dict[str, Callable[..., Any]] = {
    "llama": lambda **words: transformers.LlamaConfig(**SIZE, tie_word_embeddings=False, **words),
    "qwen2": lambda **words: transformers.Qwen2Config(**SIZE, **words),
    "qwen3": lambda **words: transformers.Qwen3Config(**SIZE, head_dim=16, **words),
    "gemma3": lambda **words: transformers.Gemma3TextConfig(**SIZE, head_dim=16, query_pre_attn_scalar=16, **words),
    "gptneox": lambda **words: transformers.GPTNeoXConfig(
        hidden_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=128,
        max_position_embeddings=512,
        rotary_pct=0.5,
        **words,
    ),
    "starcoder2": lambda **words: transformers.Starcoder2Config(**SIZE, sliding_window=None, **words),
}


def checkpoint(folder: Path, family: str, vocabulary: Path) -> Path:
    """A tiny model of ``family`` with random weights; norms and biases too, or an error in them would not show. Matrices are
    larger than those that training begins with: there attention is even, whatever is rotated."""
    tokenizer = AutoTokenizer.from_pretrained(vocabulary)
    words = {"vocab_size": len(tokenizer), "bos_token_id": 0, "eos_token_id": 0, "pad_token_id": 0}
    torch.manual_seed(3)
    model = AutoModelForCausalLM.from_config(FAMILIES[family](**words))
    for parameter in model.parameters():
        if parameter.ndim == 1:
            parameter.data += 0.1 * torch.randn_like(parameter)
        else:
            parameter.data *= 8
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.mark.parametrize("family", FAMILIES)
def test_a_base_of_each_family_becomes_a_model_of_the_product(family: str, tiny_base: Path, tmp_path: Path) -> None:
    base = checkpoint(tmp_path / "base", family, tiny_base)
    export(ExportConfig(str(base), tmp_path / "models", family, quantization="Q8_0", context=256))
    (model,) = read_manifest(tmp_path / "models")
    assert read_header(model.path).values["general.architecture"] == family
    runtime = Runtime(model, threads=1)
    answer = runtime.propose(FillIn("#pragma acc", "\nfor (int i = 0; i < n; i++) a[i] = 0;\n"), None, 1).result(200)
    runtime.close()
    assert answer.prompt_tokens > 10


@pytest.mark.parametrize("family", sampled(list(FAMILIES), 1, str))
def test_an_adapter_of_each_family_says_what_it_says_in_torch(family: str, tiny_base: Path, tmp_path: Path) -> None:
    base = checkpoint(tmp_path / "base", family, tiny_base)
    torch.manual_seed(5)
    plain = AutoModelForCausalLM.from_pretrained(base).float()
    targets = lora_targets(plain, LoraConfig())
    model = peft.get_peft_model(
        plain, peft.LoraConfig(r=8, lora_alpha=16, target_modules=targets, task_type="CAUSAL_LM")
    )
    for name, parameter in model.named_parameters():
        if "lora_B" in name:
            parameter.data = 0.1 * torch.randn_like(parameter)
    model.save_pretrained(tmp_path / "adapter")
    settings = ExportConfig(str(base), tmp_path / "models", family, adapter=str(tmp_path / "adapter"), context=256)
    export(settings)  # compares the logits
    (exported,) = read_manifest(tmp_path / "models")
    plain = AutoModelForCausalLM.from_pretrained(base).float().eval()
    adapter = exported.folder / exported.adapters[0].file
    with pytest.raises(RuntimeError, match="log-probabilities differ"):
        check_logits(exported.path, plain, AutoTokenizer.from_pretrained(base), 0.02, adapter)


CHAT = "{% for m in messages %}<|user|>{{ m['content'] }}<|endoftext|>{% endfor %}<|assistant|>"


def conversing(folder: Path, vocabulary: Path) -> Path:
    """A base whose vocabulary has no marks of a fill-in, but a chat template."""
    base = checkpoint(folder, "qwen2", vocabulary)
    document = json.loads((base / "tokenizer.json").read_text("utf-8"))
    names = {"<|fim_prefix|>": "<|user|>", "<|fim_suffix|>": "<|assistant|>", "<|fim_middle|>": "<|other|>"}
    text = json.dumps(document)
    for old, new in names.items():
        text = text.replace(old, new)
    (base / "tokenizer.json").write_text(text, "utf-8")
    (base / "chat_template.jinja").write_text(CHAT, "utf-8")
    return base


def test_a_base_that_only_converses_is_told_what_to_fill_in(tiny_base: Path, tiny_pairs: Path, tmp_path: Path) -> None:
    base = conversing(tmp_path / "base", tiny_base)
    lora = LoraConfig(rank=8, alpha=16)
    adapt(AdaptConfig(str(base), (str(tiny_pairs),), tmp_path / "adapter", lora=lora, epochs=1, batch=8, context=400))
    settings = ExportConfig(str(base), tmp_path / "models", "talker", adapter=str(tmp_path / "adapter"), context=400)
    export(settings)
    (model,) = read_manifest(tmp_path / "models")
    assert model.prompt.instruct
    assert model.prompt.prefix.startswith("<|user|>Complete the OpenACC directive")
    assert model.prompt.middle.endswith("<|assistant|>```c\n#pragma acc")
    runtime = Runtime(model, threads=1)
    fill = FillIn("#pragma acc", "\nfor (int i = 0; i < n; i++) a[i] = 0;\n")
    answer = runtime.propose(fill, 'root ::= " parallel loop" | " kernels"', 2).result(200)
    runtime.close()
    assert {proposal.text for proposal in answer.proposals} <= {"parallel loop", "kernels"}
    assert answer.proposals


def test_an_unknown_vocabulary_without_a_rule_is_said_in_one_line(tiny_base: Path, tmp_path: Path) -> None:
    base = checkpoint(tmp_path / "base", "qwen2", tiny_base)
    with pytest.raises(ConfigError, match="pre-tokenizer was not recognized"):
        find_converter().base(base, tmp_path / "x.gguf", "x")
    with pytest.raises(ConfigError, match=r"no checkout of llama\.cpp"):
        find_converter(tmp_path)


def test_the_quantizer_keeps_the_columns_that_matter(tiny_base: Path, tmp_path: Path) -> None:
    base = checkpoint(tmp_path / "base", "llama", tiny_base)
    tokenizer, model = AutoTokenizer.from_pretrained(base), AutoModelForCausalLM.from_pretrained(base).float().eval()
    texts = [f"for (int i = 0; i < {k}; i++) a[i] = {k} * b[i];" for k in range(40)]
    found = importance_of(model, tokenizer, texts, "llama", 500)
    assert {"blk.0.attn_q.weight", "blk.1.ffn_down.weight"} <= found.keys()
    assert found["blk.0.ffn_down.weight"].shape == (128,)
    plain = tmp_path / "f16.gguf"
    find_converter().base(base, plain, "x", split_rule="qwen2")
    assert architecture_of(plain) == "llama"
    uneven = {
        name: np.where(np.arange(len(row)) % 32 == 0, 1000.0, 0.001).astype(np.float32) for name, row in found.items()
    }
    quantize(plain, tmp_path / "even.gguf", "Q4_0")
    quantize(plain, tmp_path / "uneven.gguf", "Q4_0", uneven)
    even, chosen = (errors(plain, tmp_path / f"{name}.gguf") for name in ("even", "uneven"))
    assert chosen[0] < 0.5 * even[0]  # of the columns that matter


def errors(plain: Path, quantized: Path) -> tuple[float, float]:
    """Mean square error of each 32nd column, and of all others, of one matrix."""
    before, after = (
        next(t for t in gguf.GGUFReader(path).tensors if t.name == "blk.0.ffn_up.weight") for path in (plain, quantized)
    )
    difference = gguf.quants.dequantize(before.data, before.tensor_type) - gguf.quants.dequantize(
        after.data, after.tensor_type
    )
    return float((difference[:, ::32] ** 2).mean()), float((np.delete(difference, np.s_[::32], axis=1) ** 2).mean())


def test_a_family_that_begins_every_text_with_a_token_is_asked_so(tiny_base: Path, tmp_path: Path) -> None:
    base = checkpoint(tmp_path / "base", "llama", tiny_base)
    tokenizer = AutoTokenizer.from_pretrained(base)
    first = ("<|endoftext|>", tokenizer.convert_tokens_to_ids("<|endoftext|>"))
    tokenizer.backend_tokenizer.post_processor = TemplateProcessing(single=f"{first[0]} $A", special_tokens=[first])
    tokenizer.bos_token = first[0]
    tokenizer.save_pretrained(base)
    export(ExportConfig(str(base), tmp_path / "models", "beginning", context=256))
    (model,) = read_manifest(tmp_path / "models")
    assert model.prompt.begin == first[0]
    before, after = "#pragma acc", "\nfor (int i = 0; i < n; i++) a[i] = 0;\n"
    runtime = Runtime(model, threads=1)
    answer = runtime.propose(FillIn(before, after), None, 1).result(200)
    runtime.close()
    asked = encode_prompt(AutoTokenizer.from_pretrained(base), before, after, 256)
    assert asked[0] == first[1]
    assert answer.prompt_tokens == len(asked)
