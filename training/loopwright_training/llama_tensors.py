"""Our own architectures, transformers' Llama and Qwen3, tensor by tensor: llama.cpp's names and its order of rows.

A team's adapter is written by this and not by llama.cpp's converter: `here` works where nothing can be fetched.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gguf
import numpy as np
from loopwright.model.install import BASE_KEY
from numpy.typing import NDArray

from loopwright_training.adapter_blocks import DEFAULT_KIND, in_blocks, kind_for, kind_named

# What `pretrain` makes; llama.cpp has the same names for the two.
OWN = ("llama", "qwen3")
# transformers' Llama and Qwen3 → llama.cpp (gguf.TensorNameMap does the same for published checkpoints)
_NAMES = {
    "model.embed_tokens.weight": "token_embd.weight",
    "model.norm.weight": "output_norm.weight",
    "lm_head.weight": "output.weight",
}
_BLOCK_NAMES = {
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "self_attn.q_norm": "attn_q_norm",
    "self_attn.k_norm": "attn_k_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}


def gguf_name(key: str) -> str:
    """llama.cpp's name of a transformers tensor."""
    if key in _NAMES:
        return _NAMES[key]
    _, _, number, *rest = key.removesuffix(".weight").split(".")
    return f"blk.{number}.{_BLOCK_NAMES['.'.join(rest)]}.weight"


def interleave(weights: NDArray[np.float32], heads: int) -> NDArray[np.float32]:
    """Rows of a query or key matrix in llama.cpp's order: it rotates neighbours, transformers rotates halves."""
    rows = weights.shape[0]
    parts = weights.reshape(heads, 2, rows // heads // 2, *weights.shape[1:])
    return np.ascontiguousarray(parts.swapaxes(1, 2).reshape(weights.shape))


def reordered(config: Any) -> dict[str, int]:
    """The matrices whose rows :func:`interleave` orders, with their heads. For Qwen3 llama.cpp rotates halves too."""
    if config.model_type != "llama":
        return {}
    return {"q_proj": config.num_attention_heads, "k_proj": config.num_key_value_heads}


def rope_base(config: Any) -> float:
    """The base of the rotary embedding; transformers 5 keeps it among parameters."""
    parameters = getattr(config, "rope_parameters", None) or {}
    return float(parameters.get("rope_theta") or getattr(config, "rope_theta", 10000.0))


def write_adapter(folder: Path, base: Any, path: Path, trained_on: str = "", kind: str = DEFAULT_KIND) -> None:
    """A peft LoRA folder → a GGUF adapter for a model of configuration ``base``, its matrices as ``kind`` where they can be.
    ``trained_on`` is the SHA-256 of the GGUF base that it learned on, which installing it asks for."""
    from safetensors.torch import load_file

    wanted = kind_named(kind)
    settings = json.loads((folder / "adapter_config.json").read_text("utf-8"))
    tensors = load_file(folder / "adapter_model.safetensors")
    heads = reordered(base)
    writer = gguf.GGUFWriter(path, base.model_type)
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    if trained_on:
        writer.add_string(BASE_KEY, trained_on)
    writer.add_float32("adapter.lora.alpha", float(settings["lora_alpha"]))
    for key, tensor in sorted(tensors.items()):
        name, _, side = key.removeprefix("base_model.model.").removesuffix(".weight").rpartition(".")
        array = tensor.float().numpy()
        projection = name.rsplit(".", 1)[-1]
        if side == "lora_B" and projection in heads:
            array = interleave(array, heads[projection])
        held = kind_for(array.shape[-1], wanted)
        writer.add_tensor(f"{gguf_name(name + '.weight')}.{side.lower()}", in_blocks(array, held), raw_dtype=held)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
