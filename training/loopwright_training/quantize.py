"""llama.cpp's quantizer, told which columns of a matrix matter.

The importance of a column is the mean square of what it is multiplied with, over text of our own; llama.cpp's tool `imatrix` gathers
the same. It is gathered in torch, before the model is converted, so that nothing has to be built.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import torch
from numpy.typing import NDArray

Importance = Mapping[str, NDArray[np.float32]]  # name of a tensor in GGUF → a number for each of its columns


def importance_of(
    model: Any, tokenizer: Any, texts: Iterable[str], architecture: str, tokens: int, window: int = 512
) -> dict[str, NDArray[np.float32]]:
    """Mean squares of the inputs of each matrix over the first ``tokens`` tokens of ``texts``, in windows."""
    layers = int(model.config.get_text_config().num_hidden_layers)
    names = gguf.get_tensor_name_map(_architecture(architecture), layers)
    sums: dict[str, torch.Tensor] = {}
    seen: dict[str, int] = {}

    def watch(name: str) -> Any:
        def add(_: Any, inputs: tuple[torch.Tensor, ...]) -> None:
            rows = inputs[0].detach().float().reshape(-1, inputs[0].shape[-1])
            sums[name] = sums.get(name, torch.zeros(rows.shape[1], device=rows.device)) + (rows**2).sum(0)
            seen[name] = seen.get(name, 0) + rows.shape[0]

        return add

    hooks = []
    for path, module in model.named_modules():
        called = names.get_name(f"{path}.weight", try_suffixes=(".weight",))
        if isinstance(module, torch.nn.Linear) and called is not None:
            hooks.append(module.register_forward_pre_hook(watch(called)))
    read = 0
    with torch.no_grad():
        for text in texts:
            ids = tokenizer(text, add_special_tokens=False)["input_ids"][: min(window, tokens - read)]
            if ids:
                model(input_ids=torch.tensor([ids], device=model.device))
                read += len(ids)
            if read >= tokens:
                break
    for hook in hooks:
        hook.remove()
    if not read:
        raise ValueError("there is no text to gather the importance of columns from")
    return {name: (total / seen[name]).cpu().numpy().astype(np.float32) for name, total in sums.items()}


def quantize(source: Path, target: Path, kind: str, importance: Importance | None = None) -> None:
    """``source`` as ``kind``, a type of llama.cpp such as Q8_0, Q5_K_M or Q4_K_M."""
    import llama_cpp

    parameters = llama_cpp.llama_model_quantize_default_params()
    parameters.ftype = getattr(llama_cpp, f"LLAMA_FTYPE_MOSTLY_{kind.upper()}")
    if importance:
        rows = _rows(importance)
        parameters.imatrix = ctypes.cast(rows, ctypes.POINTER(llama_cpp.llama_model_imatrix_data))
    if llama_cpp.llama_model_quantize(str(source).encode(), str(target).encode(), parameters) != 0:
        raise RuntimeError(f"llama.cpp could not quantize {source} to {kind}")


def architecture_of(path: Path) -> str:
    """What llama.cpp calls the architecture of a file."""
    field = gguf.GGUFReader(path).get_field("general.architecture")
    assert field is not None
    return str(field.contents())


def _architecture(name: str) -> gguf.MODEL_ARCH:
    return next(number for number, known in gguf.MODEL_ARCH_NAMES.items() if known == name)


def _rows(importance: Importance) -> Any:
    """The table as llama.cpp reads it: a row without a name ends it."""
    import llama_cpp

    rows = (llama_cpp.llama_model_imatrix_data * (len(importance) + 1))()
    for row, (name, columns) in zip(rows, importance.items()):
        row.name, row.size = name.encode(), columns.size
        row.data = columns.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
    return rows
