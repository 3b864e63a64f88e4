"""The loss of a Llama or a Qwen3 on windows of tokens, in fewer and larger kernels than transformers' own forward pass.

The same function of the same parameters, so that a model is saved and loaded as before. What differs is what a GPU sees: no mask for
attention, which is cuDNN's where it is at hand, a bfloat16 stream between the layers, rotations without joining halves, and a layer
that is compiled once for all layers. `benchmarks/pretrain_speed.py` measures each alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from transformers import LlamaForCausalLM, Qwen3ForCausalLM

_BACKENDS = (SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH)


@dataclass(frozen=True)
class Kernels:
    """What the pass is made of. ``stream`` is the type between the layers; ``cudnn`` tries its attention before flash attention."""

    stream: torch.dtype = torch.bfloat16
    cudnn: bool = True


class LossOf(nn.Module):
    """Windows of tokens → their mean loss a token under ``model``."""

    def __init__(self, model: LlamaForCausalLM | Qwen3ForCausalLM, kernels: Kernels | None = None) -> None:
        super().__init__()
        self.model = model
        self.kernels = kernels or Kernels()
        body: Any = model.model
        self.blocks = nn.ModuleList(_Block(layer, self.kernels) for layer in body.layers)
        self.ending = _Ending(body.norm, model.lm_head)

    def forward(self, tokens: Tensor) -> Tensor:
        """``tokens`` are (rows, window)."""
        body: Any = self.model.model
        stream = body.embed_tokens(tokens).to(self.kernels.stream)
        cosine, sine = _angles(tokens.shape[1], body.rotary_emb.inv_freq, stream.dtype)
        for block in self.blocks:
            stream = block(stream, cosine, sine)
        return self.ending(stream, tokens)  # type: ignore[no-any-return]

    def compile_parts(self, **options: Any) -> None:
        """Compile one layer for all of them, and what follows: a tenth of the time that the whole takes."""
        for part in (*self.blocks, self.ending):
            part.compile(**options)


class _Block(nn.Module):
    """A layer of transformers' Llama or Qwen3: attention and mixing, each added to the stream."""

    def __init__(self, layer: Any, kernels: Kernels) -> None:
        super().__init__()
        self.layer, self.kernels = layer, kernels
        self.head_norms = hasattr(layer.self_attn, "q_norm")

    def forward(self, stream: Tensor, cosine: Tensor, sine: Tensor) -> Tensor:
        stream = stream + self._attended(self.layer.input_layernorm(stream), cosine, sine).to(stream.dtype)
        return stream + self._mixed(self.layer.post_attention_layernorm(stream)).to(stream.dtype)

    def _attended(self, stream: Tensor, cosine: Tensor, sine: Tensor) -> Tensor:
        attention, (rows, window, _) = self.layer.self_attn, stream.shape
        queries, keys, values = (
            projection(stream).view(rows, window, -1, cosine.shape[-1])
            for projection in (attention.q_proj, attention.k_proj, attention.v_proj)
        )
        if self.head_norms:
            queries, keys = attention.q_norm(queries), attention.k_norm(keys)
        queries, keys, values = (part.transpose(1, 2) for part in (queries, keys, values))
        queries, keys = (_rotated(part, cosine, sine).to(values.dtype) for part in (queries, keys))
        first = (SDPBackend.CUDNN_ATTENTION,) if self.kernels.cudnn else ()
        with sdpa_kernel([*first, *_BACKENDS], set_priority=True):
            found = F.scaled_dot_product_attention(queries, keys, values, is_causal=True, enable_gqa=True)
        return attention.o_proj(found.transpose(1, 2).reshape(rows, window, -1))  # type: ignore[no-any-return]

    def _mixed(self, stream: Tensor) -> Tensor:
        mlp = self.layer.mlp
        return mlp.down_proj(F.silu(mlp.gate_proj(stream)) * mlp.up_proj(stream))  # type: ignore[no-any-return]


class _Ending(nn.Module):
    """The last norm, the logits and their cross entropy; the last token of a window has nothing to foretell."""

    def __init__(self, norm: nn.Module, head: nn.Linear) -> None:
        super().__init__()
        self.norm, self.head = norm, head

    def forward(self, stream: Tensor, tokens: Tensor) -> Tensor:
        logits = self.head(self.norm(stream)).flatten(0, 1)
        following = F.pad(tokens[:, 1:], (0, 1), value=-100).flatten()
        return F.cross_entropy(logits.float(), following, ignore_index=-100)


def _angles(window: int, frequencies: Tensor, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """Cosine and sine of every place's rotations, (window, width of a head), the sine negative in its first half: transformers
    rotates halves, not neighbours."""
    places = torch.arange(window, device=frequencies.device, dtype=torch.float32)
    angles = torch.outer(places, frequencies.float())
    sine = angles.sin()
    return angles.cos().repeat(1, 2).to(dtype), torch.cat((-sine, sine), dim=-1).to(dtype)


def _rotated(states: Tensor, cosine: Tensor, sine: Tensor) -> Tensor:
    # A roll is an address; joined halves would be a kernel with a branch for each.
    return states * cosine + states.roll(states.shape[-1] // 2, dims=-1) * sine
