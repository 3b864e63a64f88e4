"""The matrices of an adapter in llama.cpp's blocks of small numbers, each as the smallest type that its rows can be cut into.

An adapter changes a matrix by the product of two. Rows of the first are as long as the model is wide, rows of the second as long as
the adapter's rank: too short for the blocks of 256 that the types with a K have.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import gguf
import numpy as np
from gguf import GGMLQuantizationType as Kind
from numpy.typing import NDArray

from loopwright_training.config import ConfigError

DEFAULT_KIND = "Q8_0"
_KINDS = ("F32", "F16", "Q8_0", "Q6_K", "Q5_K", "Q4_K")


def kind_named(name: str) -> Kind:
    """The type called ``name``. Raises :class:`ConfigError` where an adapter cannot have it."""
    if name.upper() not in _KINDS:
        raise ConfigError(f"adapter_quantization cannot be {name!r}; it is one of {', '.join(_KINDS)}")
    return Kind[name.upper()]


def kind_for(columns: int, wanted: Kind) -> Kind:
    """``wanted`` if rows of so many ``columns`` can be cut into its blocks, else Q8_0, else F16."""
    return next(kind for kind in (wanted, Kind.Q8_0, Kind.F16) if columns % gguf.GGML_QUANT_SIZES[kind][0] == 0)


def in_blocks(array: NDArray[np.float32], kind: Kind) -> NDArray[Any]:
    """A matrix as ``kind``, as a GGUF file holds it."""
    if kind in (Kind.F32, Kind.F16, Kind.Q8_0):
        return gguf.quants.quantize(np.ascontiguousarray(array), kind)
    # gguf reads the types with a K and does not write them; llama.cpp's library does.
    rows = np.ascontiguousarray(array, dtype=np.float32)
    block, size = gguf.GGML_QUANT_SIZES[kind]
    blocks = np.empty((rows.shape[0], rows.shape[1] // block * size), np.uint8)
    written = _quantizer()(int(kind), rows.ctypes.data, blocks.ctypes.data, 0, *rows.shape, None)
    if written != blocks.nbytes:
        raise RuntimeError(f"llama.cpp wrote {written} bytes of {kind.name} where {blocks.nbytes} were expected")
    return blocks


def repack(source: Path, target: Path, name: str = DEFAULT_KIND) -> None:
    """The adapter in the GGUF file ``source`` as ``target``, its matrices as ``name`` where they can be."""
    wanted = kind_named(name)
    reader = gguf.GGUFReader(source)
    fields = {key: field for key, field in reader.fields.items() if not key.startswith("GGUF.")}
    writer = gguf.GGUFWriter(target, str(fields.pop("general.architecture").contents()))
    for key, field in fields.items():
        inner = field.types[-1] if field.types[0] == gguf.GGUFValueType.ARRAY else None
        writer.add_key_value(key, field.contents(), field.types[0], inner)
    for tensor in reader.tensors:
        kind = kind_for(int(tensor.shape[0]), wanted)
        if kind == tensor.tensor_type:
            blocks = tensor.data
        else:
            blocks = in_blocks(gguf.quants.dequantize(tensor.data, tensor.tensor_type), kind)
        writer.add_tensor(tensor.name, blocks, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _quantizer() -> Any:
    import llama_cpp
    from llama_cpp._ctypes_extensions import load_shared_library

    library = load_shared_library("ggml-base", Path(llama_cpp.__file__).parent / "lib")
    quantize = library.ggml_quantize_chunk  # kind, source, target, first element, rows, columns, importance
    quantize.restype = ctypes.c_size_t
    pointer, count = ctypes.c_void_p, ctypes.c_int64
    quantize.argtypes = [ctypes.c_int, pointer, pointer, count, count, count, pointer]
    return quantize
