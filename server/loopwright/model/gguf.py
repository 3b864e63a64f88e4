"""Reads the header of a GGUF file before llama.cpp does, and believes nothing in it.

llama.cpp ends the process where a number is not what it expects. Here every count, length, offset and hyper-parameter is
held against the size of the file and against each other first; weights are not read. Format: ggml's docs/gguf.md; block
sizes: ggml-common.h.
"""

from __future__ import annotations

import math
import os
import stat
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeGuard

Scalar = int | float | bool | str
Value = Scalar | list[Scalar]

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_MOST_TENSORS, _MOST_KEYS, _MOST_ELEMENTS = 1 << 16, 1 << 12, 1 << 22
_LONGEST_KEY, _LONGEST_NAME, _LONGEST_TEXT = 256, 63, 1 << 20
_MOST_ALIGNMENT = 1 << 16
# type → (struct code, bytes)
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
# tensor type → (elements in a block, bytes of a block)
_BLOCKS = {
    **{0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 9: (32, 40)},
    **{10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 15: (256, 292)},
    **{16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18), 21: (256, 110), 22: (256, 82)},
    **{23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8), 29: (256, 56), 30: (1, 2)},
    **{34: (256, 54), 35: (256, 66), 39: (32, 17)},
}
# Hyper-parameters of a model that is asked for text: name → (least, most). Those in `_OPTIONAL` may be missing.
_NUMBERS: dict[str, tuple[float, float]] = {
    "context_length": (1, 1 << 24),
    "embedding_length": (1, 1 << 17),
    "block_count": (1, 1 << 10),
    "feed_forward_length": (1, 1 << 20),
    "attention.head_count": (1, 1 << 12),
    "attention.head_count_kv": (1, 1 << 12),
    "attention.key_length": (1, 1 << 12),
    "attention.value_length": (1, 1 << 12),
    "attention.layer_norm_rms_epsilon": (1e-12, 1e-1),
    "attention.layer_norm_epsilon": (1e-12, 1e-1),
    "rope.dimension_count": (2, 1 << 12),
    "rope.freq_base": (1.0, 1e12),
    "rope.scale_linear": (1e-6, 1e6),
    "rope.scaling.factor": (1e-6, 1e6),
    "vocab_size": (1, 1 << 22),
}
_REQUIRED = ("context_length", "embedding_length", "block_count", "feed_forward_length", "attention.head_count")


class Damaged(Exception):
    """Why a file is not a GGUF file that can be loaded, as the end of a sentence."""


@dataclass(frozen=True)
class Tensor:
    """A row of the table of tensors. ``offset`` counts from the start of the weights."""

    name: str
    shape: tuple[int, ...]
    kind: int
    offset: int

    @property
    def size(self) -> int:
        """Bytes in the file."""
        elements, size = _BLOCKS[self.kind]
        return math.prod(self.shape) // elements * size


@dataclass(frozen=True)
class Header:
    """What stands before the weights."""

    values: dict[str, Value]
    tensors: tuple[Tensor, ...]

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Name → lengths, the fastest dimension first."""
        return {tensor.name: tensor.shape for tensor in self.tensors}


def read_header(path: Path) -> Header:
    """The header of a model or adapter that llama.cpp can be given. Raises :class:`Damaged`, or :class:`OSError`."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise Damaged("it is not a regular file")
        reader = _Reader(file, status.st_size)
        header = reader.header()
    if header.values.get("general.type") == "adapter":
        _require_adapter(header)
    else:
        _require_model(header)
    return header


class _Reader:
    def __init__(self, file: BinaryIO, size: int) -> None:
        self.file, self.size, self.position = file, size, 0

    def header(self) -> Header:
        if self.take(4) != _MAGIC:
            raise Damaged("it is not a GGUF file")
        version = self.number("I")
        if version not in _VERSIONS:
            raise Damaged(f"version {version} of GGUF is not known")
        tensors = self.count(_MOST_TENSORS, "tensors")
        keys = self.count(_MOST_KEYS, "keys")
        values: dict[str, Value] = {}
        for _ in range(keys):
            key = self.text(_LONGEST_KEY)
            if key in values:
                raise Damaged(f"the key {_shown(key)} stands twice")
            values[key] = self.value(self.number("I"), key)
        table = tuple(self.tensor() for _ in range(tensors))
        alignment = values.get("general.alignment", 32)
        if not _is_int(alignment) or not 8 <= alignment <= _MOST_ALIGNMENT or alignment & (alignment - 1):
            raise Damaged(f"an alignment of {_shown(alignment)} is none")
        start = -(-self.position // alignment) * alignment
        _require_places(table, alignment, self.size - start)
        return Header(values, table)

    def tensor(self) -> Tensor:
        name = self.text(_LONGEST_NAME)
        dimensions = self.number("I")
        if not 1 <= dimensions <= 4:
            raise Damaged(f"the tensor {_shown(name)} has {dimensions} dimensions")
        shape = tuple(self.number("Q") for _ in range(dimensions))
        kind, offset = self.number("I"), self.number("Q")
        if kind not in _BLOCKS:
            raise Damaged(f"the tensor {_shown(name)} is of an unknown type, {kind}")
        if not all(0 < length < 1 << 31 for length in shape) or math.prod(shape) >= 1 << 40:
            raise Damaged(f"the tensor {_shown(name)} has an impossible shape")
        if shape[0] % _BLOCKS[kind][0]:
            raise Damaged(f"the rows of the tensor {_shown(name)} are no whole blocks")
        return Tensor(name, shape, kind, offset)

    def value(self, kind: int, key: str) -> Value:
        if kind != _ARRAY:
            return self.scalar(kind, key)
        inner, length = self.number("I"), self.count(_MOST_ELEMENTS, f"elements in {_shown(key)}")
        if inner == _ARRAY:
            raise Damaged(f"{_shown(key)} is an array of arrays")
        if inner in _SCALARS:
            code = f"<{length}{_SCALARS[inner]}"
            return list(struct.unpack(code, self.take(struct.calcsize(code))))
        return [self.scalar(inner, key) for _ in range(length)]

    def scalar(self, kind: int, key: str) -> Scalar:
        if kind == _STRING:
            return self.text(_LONGEST_TEXT)
        if kind not in _SCALARS:
            raise Damaged(f"{_shown(key)} is of an unknown type, {kind}")
        found: int | float | bool = struct.unpack(f"<{_SCALARS[kind]}", self.take(struct.calcsize(_SCALARS[kind])))[0]
        if isinstance(found, float) and not math.isfinite(found):
            raise Damaged(f"{_shown(key)} is not a number")
        return found

    def count(self, most: int, what: str) -> int:
        found = self.number("Q")
        # An element takes a byte at least: a count beyond the file is a lie that need not be waited for.
        if found > most or found > self.size - self.position:
            raise Damaged(f"{found} {what} cannot be in it")
        return found

    def text(self, longest: int) -> str:
        length = self.number("Q")
        if length > longest:
            raise Damaged(f"a text of {length} bytes stands in its header")
        return self.take(length).decode("utf-8", "surrogateescape")

    def number(self, code: str) -> int:
        found: int = struct.unpack(f"<{code}", self.take(struct.calcsize(f"<{code}")))[0]
        return found

    def take(self, count: int) -> bytes:
        if count > self.size - self.position:
            raise Damaged("it is cut short")
        data = self.file.read(count)
        self.position += len(data)
        if len(data) != count:
            raise Damaged("it is cut short")
        return data


def _require_places(tensors: tuple[Tensor, ...], alignment: int, room: int) -> None:
    """Every tensor lies whole in the file, on its alignment, and none in another."""
    if len({tensor.name for tensor in tensors}) != len(tensors):
        raise Damaged("a tensor stands twice in it")
    end = 0
    for tensor in sorted(tensors, key=lambda tensor: tensor.offset):
        if tensor.offset % alignment:
            raise Damaged(f"the tensor {_shown(tensor.name)} does not lie on its alignment")
        if tensor.offset < end:
            raise Damaged(f"the tensor {_shown(tensor.name)} lies in another one")
        end = tensor.offset + tensor.size
        if end > room:
            raise Damaged(f"the tensor {_shown(tensor.name)} lies beyond its end: it is cut short")


def _require_model(header: Header) -> None:
    values = header.values
    architecture = values.get("general.architecture")
    if not isinstance(architecture, str) or not architecture.isascii() or not 0 < len(architecture) < 40:
        raise Damaged("it does not say of which architecture it is")
    for name in _REQUIRED:
        if f"{architecture}.{name}" not in values:
            raise Damaged(f"{architecture}.{name} is missing")
    for name, (least, most) in _NUMBERS.items():
        _require_number(f"{architecture}.{name}", values.get(f"{architecture}.{name}", least), least, most)
    _require_heads(values, architecture)
    vocabulary = _require_vocabulary(values)
    embedding = values[f"{architecture}.embedding_length"]
    shapes = {tensor.name: tensor.shape for tensor in header.tensors}
    if shapes.get("token_embd.weight") != (embedding, vocabulary):
        raise Damaged("its embedding is not of the size of its vocabulary")


def _require_number(key: str, value: Value, least: float, most: float) -> None:
    found = value if isinstance(value, list) else [value]
    for number in found:
        if isinstance(number, (bool, str)) or not least <= number <= most or (least >= 1 and number != int(number)):
            raise Damaged(f"{key} cannot be {_shown(number)}")
    if not found:
        raise Damaged(f"{key} is empty")


def _require_heads(values: dict[str, Value], architecture: str) -> None:
    heads, embedding = values[f"{architecture}.attention.head_count"], values[f"{architecture}.embedding_length"]
    if not _is_int(heads) or not _is_int(embedding):
        return  # one number for each layer: llama.cpp compares them with the tensors
    groups = values.get(f"{architecture}.attention.head_count_kv", heads)
    if _is_int(groups) and heads % groups:
        raise Damaged(f"{heads} heads cannot share {groups} keys")
    size = values.get(f"{architecture}.attention.key_length", embedding // heads)
    if f"{architecture}.attention.key_length" not in values and embedding % heads:
        raise Damaged(f"{embedding} numbers cannot be shared by {heads} heads")
    rotated = values.get(f"{architecture}.rope.dimension_count", size)
    if _is_int(rotated) and _is_int(size) and (rotated > size or rotated % 2):
        raise Damaged(f"{rotated} of {size} numbers cannot be rotated")


def _require_vocabulary(values: dict[str, Value]) -> int:
    """The number of tokens."""
    tokens, kinds = values.get("tokenizer.ggml.tokens"), values.get("tokenizer.ggml.token_type")
    if not isinstance(values.get("tokenizer.ggml.model"), str) or not isinstance(tokens, list) or not tokens:
        raise Damaged("it has no vocabulary")
    if not all(isinstance(token, str) for token in tokens):
        raise Damaged("its vocabulary is not text")
    if kinds is not None and not (isinstance(kinds, list) and len(kinds) == len(tokens)):
        raise Damaged("its vocabulary has types for another number of tokens")
    if kinds is not None and not all(_is_int(kind) and 0 <= kind <= 6 for kind in kinds):
        raise Damaged("its vocabulary has a token of an unknown type")
    scores = values.get("tokenizer.ggml.scores")
    if scores is not None and not (isinstance(scores, list) and len(scores) == len(tokens)):
        raise Damaged("its vocabulary has scores for another number of tokens")
    merges = values.get("tokenizer.ggml.merges", [])
    if not isinstance(merges, list) or not all(isinstance(merge, str) and " " in merge[1:] for merge in merges):
        raise Damaged("the merges of its vocabulary are no pairs")
    for key, value in values.items():
        if key.startswith("tokenizer.ggml.") and key.endswith("_token_id"):
            if not _is_int(value) or not (0 <= value < len(tokens) or value == 0xFFFFFFFF):
                raise Damaged(f"{key} is no token of its vocabulary")
    return len(tokens)


def _require_adapter(header: Header) -> None:
    values = header.values
    if values.get("adapter.type") != "lora":
        raise Damaged("it is an adapter of an unknown type")
    alpha = values.get("adapter.lora.alpha")
    if not isinstance(alpha, float) or not 0 <= alpha <= 1e6:
        raise Damaged(f"adapter.lora.alpha cannot be {_shown(alpha)}")
    if not header.tensors:
        raise Damaged("it has no weights")
    shapes = {tensor.name: tensor.shape for tensor in header.tensors}
    for name, shape in shapes.items():
        base, end = name[:-7], name[-7:]
        if end not in (".lora_a", ".lora_b") or len(shape) != 2:
            raise Damaged(f"the tensor {_shown(name)} is no part of an adapter")
        other = shapes.get(base + (".lora_b" if end == ".lora_a" else ".lora_a"))
        if other is None:
            raise Damaged(f"the tensor {_shown(name)} has no other half")
        if end == ".lora_a" and "token_embd" not in base and shape[1] != other[0]:
            raise Damaged(f"the halves of {_shown(base)} do not fit together")


def _is_int(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: object) -> str:
    """A value of the file in a sentence: short, and without control characters."""
    return repr(value)[:60]
