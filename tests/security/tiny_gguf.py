"""Small GGUF files: a model of one layer with the first tokens of the shipped vocabulary, written by hand so that every field
can be made wrong."""

from __future__ import annotations

import random
import struct
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from loopwright.model.gguf import read_header
from loopwright.model.manifest import read_manifest, shipped_folder

TOKENS, WIDTH, HEADS, GROUPS, HIDDEN = 1024, 64, 4, 2, 128
_ALIGNMENT = 32
_CODES = {4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q"}


def _text(value: str) -> bytes:
    data = value.encode("utf-8", "surrogateescape")
    return struct.pack("<Q", len(data)) + data


@dataclass
class File:
    """Keys as (type, value), arrays as (9, (type, values)); tensors as (name, shape, values or kind of weights)."""

    keys: dict[str, tuple[int, Any]] = field(default_factory=dict)
    tensors: dict[str, tuple[int, ...]] = field(default_factory=dict)
    weight: float | None = None  # one weight of every tensor is this number
    offsets: dict[str, int] = field(default_factory=dict)  # other places than those where the weights are

    def header(self) -> bytes:
        parts = [b"GGUF", struct.pack("<IQQ", 3, len(self.tensors), len(self.keys))]
        for key, (kind, value) in self.keys.items():
            parts += [_text(key), struct.pack("<I", kind)]
            if kind == 9:
                inner, values = value
                parts.append(struct.pack("<IQ", inner, len(values)))
                parts += [_text(v) if inner == 8 else struct.pack(_CODES[inner], v) for v in values]
            else:
                parts.append(_text(value) if kind == 8 else struct.pack(_CODES[kind], value))
        self.table = sum(map(len, parts))
        offset = 0
        for name, shape in self.tensors.items():
            parts += [_text(name), struct.pack("<I", len(shape)), struct.pack(f"<{len(shape)}Q", *shape)]
            parts.append(struct.pack("<IQ", 0, self.offsets.get(name, offset)))
            offset += 4 * _product(shape)
        return b"".join(parts)

    def data(self) -> bytes:
        header = self.header()
        numbers = random.Random(3)
        weights = []
        for name, shape in self.tensors.items():
            scale = 1.0 if "norm" in name else 0.05
            values = [
                scale if "norm" in name else numbers.uniform(-scale, scale) for _ in range(min(256, _product(shape)))
            ]
            block = values * (_product(shape) // len(values))
            if self.weight is not None:
                block[len(block) // 2] = self.weight
            weights.append(struct.pack(f"<{len(block)}f", *block))
        return header + b"\0" * (-len(header) % _ALIGNMENT) + b"".join(weights)


def _product(shape: tuple[int, ...]) -> int:
    found = 1
    for length in shape:
        found *= length
    return found


@lru_cache(maxsize=1)
def _vocabulary() -> tuple[list[str], list[int], list[str]]:
    values = read_header(read_manifest(shipped_folder())[0].path).values
    tokens: Any = values["tokenizer.ggml.tokens"]
    kinds: Any = values["tokenizer.ggml.token_type"]
    merges: Any = values["tokenizer.ggml.merges"]
    known = set(tokens[:TOKENS])
    fitting = [m for m in merges if set(m.split(" ", 1)) <= known and m.replace(" ", "", 1) in known]
    return list(tokens[:TOKENS]), list(kinds[:TOKENS]), fitting


def model() -> File:
    """A model that loads."""
    tokens, kinds, merges = _vocabulary()
    keys: dict[str, tuple[int, Any]] = {
        "general.architecture": (8, "llama"),
        "general.name": (8, "tiny"),
        "llama.context_length": (4, 1024),
        "llama.embedding_length": (4, WIDTH),
        "llama.block_count": (4, 1),
        "llama.feed_forward_length": (4, HIDDEN),
        "llama.attention.head_count": (4, HEADS),
        "llama.attention.head_count_kv": (4, GROUPS),
        "llama.attention.layer_norm_rms_epsilon": (6, 1e-5),
        "llama.rope.dimension_count": (4, WIDTH // HEADS),
        "llama.rope.freq_base": (6, 10000.0),
        "llama.vocab_size": (4, TOKENS),
        "tokenizer.ggml.model": (8, "gpt2"),
        "tokenizer.ggml.pre": (8, "qwen2"),
        "tokenizer.ggml.tokens": (9, (8, tokens)),
        "tokenizer.ggml.token_type": (9, (5, kinds)),
        "tokenizer.ggml.merges": (9, (8, merges)),
        "tokenizer.ggml.bos_token_id": (4, 0),
        "tokenizer.ggml.eos_token_id": (4, 0),
        "tokenizer.ggml.add_bos_token": (7, False),
    }
    side = WIDTH // HEADS * GROUPS
    tensors = {
        "token_embd.weight": (WIDTH, TOKENS),
        "output_norm.weight": (WIDTH,),
        "blk.0.attn_norm.weight": (WIDTH,),
        "blk.0.attn_q.weight": (WIDTH, WIDTH),
        "blk.0.attn_k.weight": (WIDTH, side),
        "blk.0.attn_v.weight": (WIDTH, side),
        "blk.0.attn_output.weight": (WIDTH, WIDTH),
        "blk.0.ffn_norm.weight": (WIDTH,),
        "blk.0.ffn_gate.weight": (WIDTH, HIDDEN),
        "blk.0.ffn_up.weight": (WIDTH, HIDDEN),
        "blk.0.ffn_down.weight": (HIDDEN, WIDTH),
    }
    return File(keys, tensors)
