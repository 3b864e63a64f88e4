"""The host's part of a CUDA file: launches become calls, headers and qualifiers of CUDA go."""

from __future__ import annotations

import re

from tree_sitter import Node

from loopwright.cuda.read.functions import arguments_of, called
from loopwright.cuda.read.rewriting import Rule, rewritten, walk
from loopwright.source.includes import includes_in
from loopwright.source.nodes import text_of

_HEADERS = re.compile(
    r"#\s*include\s*[<\"](?:cuda\.h|cuda_(?:device_)?runtime(?:_api)?\.h|cuda_(?:fp\d+|bf16)\.h(?:pp)?|cuda_(?:texture|surface|vdpau|gl)\w*\.h"
    r"|cuda_(?:pipeline|awbarrier|occupancy)\w*\.h|cudaProfiler\.h|device_launch_parameters\.h|driver_types\.h|builtin_types\.h"
    r"|vector_types\.h|vector_functions\.h|cooperative_groups(?:/\w+)?\.h|helper_cuda\.h|math_functions\.h"
    r"|math_constants\.h|(?:texture|surface)_(?:types|fetch_functions|functions|indirect_functions)\.h|channel_descriptor\.h|device_functions\.h|sm_\d+_\w+\.h|device_atomic_functions\.h|curand\w*\.h|cuda_profiler_api\.h"
    r"|ATen/(?:native/)?cuda/\S+|c10/cuda/\S+|cuda/\S+|cub/\S+|cutil\w*\.h|cublas\w*\.h|(?:nvtx3/)?nvToolsExt\w*\.h|cuComplex\.h|thrust/\S+)[>\"]"
)
_SAMPLES = frozenset(("helper_timer.h", "helper_string.h", "helper_functions.h"))
_QUALIFIERS = ("__device__", "__constant__", "__managed__", "__host__", "__global__", "__forceinline__", "__noinline__")


def is_cuda_header(text: str) -> bool:
    """Whether an ``#include`` line brings one of CUDA's own headers."""
    return _HEADERS.match(text.strip()) is not None


def is_sample_header(text: str) -> bool:
    """Whether an ``#include`` line brings a header of CUDA's samples that is ours where the program does not have it."""
    return any(include.name in _SAMPLES for include in includes_in(text.encode("utf-8", errors="replace")))


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


def captured_launch(call: str, node: Node, rule: Rule, by_name: bool) -> str:
    """The launch ``call`` where its stream may be captured. ``by_name``: the name alone says which function it is."""
    syntax = next(c for c in node.children if c.type == "kernel_call_syntax")
    parts = [rewritten(c, rule) for c in syntax.named_children if c.type != "comment"]
    if len(parts) < 4:
        return call
    function = node.child_by_field_name("function")
    name = rewritten(function, rule) if function is not None else called(node)
    given = call[len(name) + 1 : -1]
    if by_name:
        return f"lw_submit({parts[3]}, {name}, {given})"
    return f"lw_submit_any({parts[3]}, [](auto... p) {{ {name}(p...); }}, {given})"


def kernel_behind_void(node: Node) -> Node | None:
    """The kernel's name in ``(void *)kernel``, ``reinterpret_cast<const void *>(&kernel)``."""
    if node.type == "cast_expression":
        kind, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    elif node.type == "call_expression":
        function, arguments = node.child_by_field_name("function"), arguments_of(node)
        if function is None or function.type != "template_function" or len(arguments) != 1:
            return None
        if text_of(function.child_by_field_name("name")) not in ("reinterpret_cast", "static_cast"):
            return None
        kind, value = next(iter(function.children[-1].named_children), None), arguments[0]
    else:
        return None
    if kind is None or "".join(w for w in text_of(kind).split() if w != "const").replace("const", "") != "void*":
        return None
    while value is not None and value.type in ("pointer_expression", "parenthesized_expression", "cast_expression"):
        value = value.child_by_field_name("argument") or value.child_by_field_name("value") or value.named_children[-1]
    return value if value is not None and value.type in ("identifier", "template_function") else None


def canonical_function(name: str, parameters: list[str], does: str) -> str:
    """A function with the head by which a kernel is launched where its declaration alone is known. ``does``: its statement."""
    head = ", ".join(["dim3 gridDim", "dim3 blockDim", "size_t", *parameters])
    return f"void {name}({head}) {{ {does}; }}"


def with_defaults(prototype: str, declaration: Node) -> str:
    """``prototype``, made of a function's definition, with the default arguments that stand in its declaration."""
    inner = next((n for n in walk(declaration) if n.type == "function_declarator"), None)
    listed = inner.child_by_field_name("parameters") if inner is not None else None
    given = [n for n in listed.named_children if n.type != "comment"] if listed is not None else []
    values = [p.child_by_field_name("default_value") for p in given]
    if not any(values):
        return prototype
    end = prototype.rindex(")")
    start = next(i for i in range(end, -1, -1) if prototype[i] == "(" and _balanced(prototype[i:end]))
    parts = _split(prototype[start + 1 : end])
    for at, value in enumerate(values):
        place = at - len(values)
        if value is not None and "=" not in parts[place]:
            parts[place] += f" = {text_of(value)}"
    return f"{prototype[: start + 1]}{', '.join(p.strip() for p in parts)}{prototype[end:]}"


def _balanced(text: str) -> bool:
    return text.count("(") - 1 == text.count(")")


def _split(text: str) -> list[str]:
    """A parameter list at its commas."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([{<") - (c in ")]}>")
        if c == "," and not depth:
            parts.append("")
        else:
            parts[-1] += c
    return parts


def kernel_of_another_file(node: Node, rule: Rule) -> str:
    """The declaration of a kernel that stands in another file of the program."""
    head, _, rest = rewritten(node, rule).partition("(")
    given = "" if rest.strip().startswith((")", "void)")) else ", "
    rest = rest.replace("void)", ")", 1) if not given else rest
    return f"{head.lstrip()}(dim3 gridDim, dim3 blockDim, size_t shared_bytes{given}{rest}"


def own_alias(node: Node) -> str | None:
    """``using Base = Base<T>;`` in a class, with the place of the template: a name may not change its meaning within a class,
    which g++ holds to and nvcc does not."""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    meant = kind.child_by_field_name("type") if kind is not None else None
    if name is None or meant is None or meant.type != "template_type":
        return None
    if text_of(meant.child_by_field_name("name")) != text_of(name) or node.parent is None:
        return None
    if node.parent.type != "field_declaration_list":
        return None
    spaces, around = [], node.parent
    while around.parent is not None:
        around = around.parent
        if around.type == "namespace_definition" and around.child_by_field_name("name") is not None:
            spaces.append(around)
    owner = next((n for n in spaces if _declares(n.child_by_field_name("body"), text_of(name))), None)
    path = [text_of(n.child_by_field_name("name")) for n in reversed(spaces[spaces.index(owner) :])] if owner else []
    place = "".join(f"::{part}" for part in path)
    return f"using {text_of(name)} = {place}::{text_of(kind)};"


def _declares(body: Node | None, name: str) -> bool:
    """Whether a namespace declares a type of that name, or takes it in."""
    for node in body.named_children if body is not None else ():
        inner = node
        while inner.type in ("template_declaration", "declaration", "field_declaration") and inner.named_children:
            inner = next((n for n in inner.named_children if n.type.endswith("specifier")), inner.named_children[-1])
        if inner.type == "using_declaration" and text_of(inner).rstrip("; ").endswith(f"::{name}"):
            return True
        declared = inner.child_by_field_name("name")
        if inner.type in ("class_specifier", "struct_specifier", "alias_declaration") and text_of(declared) == name:
            return True
    return False


def variable_declaration(node: Node, rule: Rule, outside: bool = False) -> str:
    """A variable of the device is one of the file, unless other files know it (``outside``)."""
    text = "".join(part if part not in _QUALIFIERS else "" for part in re.split(r"(\b\w+\b)", rewritten(node, rule)))
    text = re.sub(r"__align__\s*\(", "alignas(", text).lstrip()
    text = re.sub(r"^((?:extern|static|const|constexpr|volatile)\s+)*", lambda m: m[0], re.sub(r"[ \t]{2,}", " ", text))
    if not outside and not re.match(r"(?:extern|static|constexpr|template|inline)\b", text):
        text = f"static {text}"
    return text


def is_device_variable(node: Node) -> bool:
    """Whether a declaration at file level lives on the device."""
    head = text_of(node).split("=")[0].split("{")[0]
    return any(word in head for word in ("__device__", "__constant__", "__managed__"))
