"""The host's part of a CUDA file: launches become calls, headers and qualifiers of CUDA go."""

from __future__ import annotations

import re

from tree_sitter import Node

from loopwright.cuda.functions import arguments_of, called
from loopwright.cuda.rewriting import Rule, rewritten
from loopwright.source.nodes import text_of

_HEADERS = re.compile(
    r"#\s*include\s*[<\"](?:cuda\w*\.h|cuda_runtime\w*\.h|cuda_fp16\.h(?:pp)?|cuda_bf16\.h|device_launch_parameters\.h|driver_types\.h"
    r"|vector_types\.h|vector_functions\.h|cooperative_groups(?:/\w+)?\.h|helper_cuda\.h|math_functions\.h"
    r"|math_constants\.h|device_functions\.h|sm_\d+_\w+\.h|device_atomic_functions\.h|curand\w*\.h|cuda_profiler_api\.h"
    r"|ATen/(?:native/)?cuda/\S+|c10/cuda/\S+|cuda/\S+|cutil\w*\.h|cublas\w*\.h|nvToolsExt\.h)[>\"]"
)
_QUALIFIERS = ("__device__", "__constant__", "__managed__", "__host__", "__global__", "__forceinline__", "__noinline__")


def is_cuda_header(text: str) -> bool:
    """Whether an ``#include`` line brings one of CUDA's own headers."""
    return _HEADERS.match(text.strip()) is not None


def launch_call(node: Node, drops_block: bool, dynamic: bool, rule: Rule) -> str:
    """``kernel<<<grid, block, bytes, stream>>>(…)`` as a call."""
    syntax = next(c for c in node.children if c.type == "kernel_call_syntax")
    parts = [rewritten(c, rule) for c in syntax.named_children if c.type != "comment"]
    given = [parts[0] if parts else "1"]
    if not drops_block:
        given.append(parts[1] if len(parts) > 1 else "1")
    if dynamic:
        given.append(parts[2] if len(parts) > 2 else "0")
    given += [rewritten(a, rule) for a in arguments_of(node)]
    function = node.child_by_field_name("function")
    name = rewritten(function, rule) if function is not None else called(node)
    return f"{name}({', '.join(given)})"


def variable_declaration(node: Node, rule: Rule) -> str:
    """A variable of the device is one of the file."""
    text = "".join(part if part not in _QUALIFIERS else "" for part in re.split(r"(\b\w+\b)", rewritten(node, rule)))
    text = re.sub(r"__align__\s*\(", "alignas(", text).lstrip()
    text = re.sub(r"^((?:extern|static|const|constexpr|volatile)\s+)*", lambda m: m[0], re.sub(r"[ \t]{2,}", " ", text))
    if not re.match(r"(?:extern|static|constexpr|template|inline)\b", text):
        text = f"static {text}"
    return text


def is_device_variable(node: Node) -> bool:
    """Whether a declaration at file level lives on the device."""
    head = text_of(node).split("=")[0].split("{")[0]
    return any(word in head for word in ("__device__", "__constant__", "__managed__"))
