"""The shape of the model: transformers' Llama or Qwen3, sized so that the quantized file fits in a repository."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from transformers import (
    AutoModelForCausalLM,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    Qwen3Config,
    Qwen3ForCausalLM,
)


@dataclass(frozen=True)
class ModelShape:
    """Widths that are multiples of 256 can be quantized to llama.cpp's k-quants. With ``head_norms`` queries and keys are
    normed (Henry et al. 2020), which is Qwen3's architecture and not Llama's. With ``zero_outputs`` the last matrix of each
    attention and of each mixing begins at zero, so that every layer begins as the identity."""

    hidden: int = 768
    layers: int = 12
    heads: int = 12
    kv_heads: int = 4
    intermediate: int = 2304
    context: int = 1024
    head_norms: bool = False
    zero_outputs: bool = False


def new_model(shape: ModelShape, tokenizer: PreTrainedTokenizerFast) -> LlamaForCausalLM | Qwen3ForCausalLM:
    """A model with random weights; input and output embeddings are tied."""
    common: dict[str, Any] = {
        "vocab_size": len(tokenizer),
        "hidden_size": shape.hidden,
        "intermediate_size": shape.intermediate,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "num_key_value_heads": shape.kv_heads,
        "head_dim": shape.hidden // shape.heads,
        "max_position_embeddings": 2 * shape.context,
        "rope_theta": 10000.0,
        "rms_norm_eps": 1e-5,
        "tie_word_embeddings": True,
        "bos_token_id": tokenizer.bos_token_id,
        "eos_token_id": tokenizer.eos_token_id,
        "attn_implementation": "sdpa",
        "use_cache": False,
    }
    model = Qwen3ForCausalLM(Qwen3Config(**common)) if shape.head_norms else LlamaForCausalLM(LlamaConfig(**common))
    if shape.zero_outputs:
        for name, parameter in model.named_parameters():
            if name.endswith(("o_proj.weight", "down_proj.weight")):
                torch.nn.init.zeros_(parameter)
    return model


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
