"""`unpack`: a GGUF base → a folder in the Hugging Face format, so that an adapter can be trained on what is shipped.

The weights are those of the quantized file, dequantized, bit for bit: an adapter learns on the base that it will run on. Rounded to
bfloat16 they would change log-probabilities by 0.007, a file of 16 bits does by 0.001 (training/LOG.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import peft
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file
from tokenizers import models
from transformers import LlamaForCausalLM, PreTrainedTokenizerFast, Qwen3ForCausalLM

from loopwright_training.architecture import ModelShape, new_model
from loopwright_training.config import ConfigError
from loopwright_training.llama_tensors import OWN, gguf_name, reordered, rope_base
from loopwright_training.parity import check_logits, check_tokens
from loopwright_training.records import log_run
from loopwright_training.tokenizer import PRE_TOKENIZER, SPECIAL_TOKENS, as_fast, byte_level

_NOT_OURS = "only a model that was made here can be unpacked; `here --base` takes a checkpoint of another family"


@dataclass(frozen=True)
class UnpackConfig:
    """``adapter`` is a LoRA adapter of the model in GGUF, which becomes a peft folder `adapter` in ``output``: training can go on
    from it. ``logit_tolerance`` bounds the mean absolute difference of log-probabilities between llama.cpp and torch: with a
    quantized base llama.cpp also rounds what it multiplies. Without ``check`` llama.cpp is not needed."""

    model: Path
    output: Path
    adapter: Path | None = None
    logit_tolerance: float = 0.2
    check: bool = True


def unpack(config: UnpackConfig) -> float:
    """Write model and tokenizer; returns how far log-probabilities are from llama.cpp's."""
    reader = gguf.GGUFReader(config.model)
    tokenizer = _tokenizer(reader)
    model = _model(reader, tokenizer)
    difference = float("nan")
    if config.check:
        check_tokens(config.model, tokenizer)
        difference = check_logits(config.model, model, tokenizer, config.logit_tolerance)
    model.save_pretrained(config.output)
    tokenizer.save_pretrained(config.output)
    if config.adapter is not None:
        unpack_adapter(config.adapter, model, config.output / "adapter")
    log_run(config.output, "unpack", config, {"logit_difference": difference})
    print(f"{config.output}: log-probabilities differ by {difference:.4f} from llama.cpp's")
    return difference


def _value(reader: gguf.GGUFReader, key: str) -> Any:
    field = reader.get_field(key)
    if field is None:
        raise ConfigError(f"{key} is not in the file")
    return field.contents()


def _tokenizer(reader: gguf.GGUFReader) -> PreTrainedTokenizerFast:
    if _value(reader, "general.architecture") not in OWN or _value(reader, "tokenizer.ggml.pre") != PRE_TOKENIZER:
        raise ConfigError(_NOT_OURS)
    vocabulary = {token: i for i, token in enumerate(_value(reader, "tokenizer.ggml.tokens"))}
    merges = [tuple(merge.split(" ")) for merge in _value(reader, "tokenizer.ggml.merges")]
    tokenizer = byte_level(models.BPE(vocabulary, merges, byte_fallback=False))
    tokenizer.add_special_tokens(list(SPECIAL_TOKENS))
    return as_fast(tokenizer)


def _model(reader: gguf.GGUFReader, tokenizer: PreTrainedTokenizerFast) -> LlamaForCausalLM | Qwen3ForCausalLM:
    architecture = _value(reader, "general.architecture")

    def of(key: str) -> Any:
        return _value(reader, f"{architecture}.{key}")

    shape = ModelShape(
        of("embedding_length"),
        of("block_count"),
        of("attention.head_count"),
        of("attention.head_count_kv"),
        of("feed_forward_length"),
        of("context_length"),
        head_norms=architecture == "qwen3",
    )
    model = new_model(shape, tokenizer)
    rope, epsilon = of("rope.freq_base"), of("attention.layer_norm_rms_epsilon")
    if (rope, epsilon) != (rope_base(model.config), np.float32(model.config.rms_norm_eps)):
        raise ConfigError(_NOT_OURS)
    tensors = {t.name: gguf.quants.dequantize(t.data, t.tensor_type) for t in reader.tensors}
    heads, state = reordered(model.config), {}
    for key in model.state_dict():
        if key == "lm_head.weight":
            continue
        array = np.array(tensors[gguf_name(key)], dtype=np.float32)
        if count := heads.get(key.split(".")[-2]):
            array = halves(array, count)
        state[key] = torch.from_numpy(array)
    model.load_state_dict(state, strict=False)
    model.tie_weights()
    return model.eval()


def unpack_adapter(file: Path, model: LlamaForCausalLM | Qwen3ForCausalLM, folder: Path) -> None:
    """A GGUF LoRA adapter of ``model`` → a peft folder; the inverse of :func:`loopwright_training.llama_tensors.write_adapter`."""
    reader = gguf.GGUFReader(file)
    tensors = {t.name: gguf.quants.dequantize(t.data, t.tensor_type) for t in reader.tensors}
    heads = reordered(model.config)
    state, targets, rank = {}, set(), 0
    for key in model.state_dict():
        name = gguf_name(key) if key != "lm_head.weight" else ""
        for side in ("lora_A", "lora_B"):
            array = tensors.get(f"{name}.{side.lower()}")
            if array is None:
                continue
            module = key.removesuffix(".weight")
            projection = module.rsplit(".", 1)[-1]
            targets.add(projection)
            rank = array.shape[0] if side == "lora_A" else rank
            if side == "lora_B" and projection in heads:
                array = halves(array, heads[projection])
            state[f"base_model.model.{module}.{side}.weight"] = torch.from_numpy(np.array(array, dtype=np.float32))
    if not state:
        raise ValueError(f"{file} holds no adapter of this model")
    settings = peft.LoraConfig(
        r=rank,
        lora_alpha=int(_value(reader, "adapter.lora.alpha")),
        target_modules=sorted(targets),
        task_type="CAUSAL_LM",
    )
    settings.save_pretrained(folder)
    save_file(state, folder / "adapter_model.safetensors")


def halves(weights: NDArray[np.float32], heads: int) -> NDArray[np.float32]:
    """The inverse of :func:`loopwright_training.llama_tensors.interleave`."""
    rows = weights.shape[0]
    parts = weights.reshape(heads, rows // heads // 2, 2, *weights.shape[1:])
    return np.ascontiguousarray(parts.swapaxes(1, 2).reshape(weights.shape))
