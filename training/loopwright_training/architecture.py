"""The shape of the model: transformers' Llama, sized so that the quantized file fits in a repository."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast


@dataclass(frozen=True)
class ModelShape:
    """Widths that are multiples of 256 can be quantized to llama.cpp's k-quants."""

    hidden: int = 768
    layers: int = 12
    heads: int = 12
    kv_heads: int = 4
    intermediate: int = 2304
    context: int = 1024


def new_model(shape: ModelShape, tokenizer: PreTrainedTokenizerFast) -> LlamaForCausalLM:
    """A Llama with random weights; input and output embeddings are tied."""
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=shape.hidden,
        intermediate_size=shape.intermediate,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        num_key_value_heads=shape.kv_heads,
        max_position_embeddings=2 * shape.context,
        rope_theta=10000.0,
        rms_norm_eps=1e-5,
        tie_word_embeddings=True,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        attn_implementation="sdpa",
        use_cache=False,
    )
    return LlamaForCausalLM(config)


def load_model(folder: Path | str, device: str) -> LlamaForCausalLM:
    """A saved model, or a public one by folder or name (such as Qwen2.5-Coder where there is a network)."""
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="sdpa")
    model.config.use_cache = False
    return model.to(device)  # type: ignore[no-any-return]


def load_adapted(folder: str, adapter: str | None, device: str) -> Any:
    """A model to be asked, an adapter of peft's merged into it."""
    model: Any = load_model(folder, device)
    if adapter:
        import peft

        model = peft.PeftModel.from_pretrained(model, adapter).merge_and_unload()
    return model.eval().to(torch.bfloat16 if device == "cuda" else torch.float32)


def best_device() -> str:
    """``cuda`` where there is a GPU, else ``cpu``."""
    return "cuda" if torch.cuda.is_available() else "cpu"
