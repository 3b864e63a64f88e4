"""What a kernel is tried with: template arguments, types, blocks, numbers that its code names, and how its results are compared."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from loopwright.cuda.lower.direct import direct_blocks
from loopwright.cuda.read.device_function import DeviceFunction, called
from loopwright.cuda.read.rewriting import file_level, walk
from loopwright.cuda.read.variables import Variable
from loopwright.cuda.translation import FileTranslation, KernelTranslation
from loopwright.lang import numbers
from loopwright.source.nodes import text_of
from loopwright.source.text import number_of, with_names
from loopwright.source.tokens import tokens_of

_MOST_LITERALS = 24
_SAID = frozenset(
    ("true", "false", "float", "double", "int", "unsigned", "half", "__half", "float2", "float3", "float4")
)
# Sizes of blocks to be tried where neither a launch nor the kernel tells one.
_BLOCKS = {
    1: ("256", "128", "64", "32", "512", "1024"),
    2: ("16, 16", "8, 8", "32, 8", "32, 32", "32, 4"),
    3: ("8, 8, 4", "4, 4, 4", "8, 8, 8"),
}


def template_arguments(translation: FileTranslation, kernel: KernelTranslation) -> str:
    """What a template kernel is tried with: the arguments of a launch that says them, else float and small numbers."""
    names = kernel.function.template_names
    if kernel.function.specialised:
        return kernel.function.written_name[kernel.function.written_name.index("<") :]
    if not names:
        return ""
    taken = [
        _plain(k.function.written_name) for k in translation.kernels if k.name == kernel.name and k.function.specialised
    ]
    known = translation.constants

    def is_said(text: str) -> bool:
        return text.isdigit() or text in _SAID or text in known

    listed_names = kernel.function.whole.child_by_field_name("parameters")
    parameters = [n for n in listed_names.named_children if n.type != "comment"] if listed_names is not None else []
    defaults = [_default(node) for node in parameters]
    for launch in translation.launches:
        function = launch.node.child_by_field_name("function")
        if launch.kernel == kernel.name and function is not None and function.type == "template_function":
            listed = function.child_by_field_name("arguments")
            parts = [text_of(n) for n in listed.named_children] if listed is not None else []
            rest = defaults[len(parts) :]
            found = f"<{', '.join([*parts, *rest])}>"
            if len(parts) + len(rest) == len(names) and all(rest) and all(map(is_said, parts)):
                if _plain(f"{kernel.name}{found}") not in taken:
                    return found
    values = []
    for node, default in zip(parameters, defaults, strict=True):
        if node.type in ("type_parameter_declaration", "optional_type_parameter_declaration"):
            values.append("float")
        else:
            values.append("true" if "bool" in text_of(node) else default or "16")
    found = f"<{', '.join(values)}>"
    for other in ("double", "int", "unsigned", "8", "24", "false"):
        if _plain(f"{kernel.name}{found}") in taken:
            at = next((i for i, v in enumerate(values) if v.isdigit() == other.isdigit()), 0)
            found = f"<{', '.join([*values[:at], other, *values[at + 1 :]])}>"
    return found


def _default(parameter: Node) -> str:
    """What a parameter of a template is without an argument, empty where it needs one."""
    inner = parameter.named_children[-1] if parameter.type == "template_template_parameter_declaration" else parameter
    return text_of(inner.child_by_field_name("default_value") or inner.child_by_field_name("default_type"))


def _plain(text: str) -> str:
    return "".join(text.split())


def parameter_type(parameter: Variable, kernel: KernelTranslation, arguments: str) -> str:
    """A parameter's type as text, template parameters filled in."""
    declarator = with_names(parameter.declarator, {parameter.name: ""})
    text = f"{parameter.head} {declarator}".replace("[][", "(*)[").replace("[]", "*")
    before, _, rest = text.partition("[")
    if parameter.extents and "[]" not in parameter.declarator and "(" not in declarator.partition("[")[0]:
        inner = rest.partition("]")[2]  # of rows: what is handed over points to one
        text = f"{before}(*){inner}" if inner else f"{before}*"
    text = text.replace("__restrict__", "").replace("__restrict", "").replace("__grid_constant__", "").strip()
    given = [argument.strip() for argument in arguments[1:-1].split(",")]
    return with_names(text, dict(zip(kernel.function.template_names, given, strict=False)))


def blocks_of(
    translation: FileTranslation, kernel: KernelTranslation, functions: Iterable[DeviceFunction]
) -> list[str]:
    """Sizes of blocks as a launch would say them, the likeliest first; ``functions`` are the kernel's and those that it calls."""
    shape = kernel.shape
    if shape.sizes:
        blocks = [", ".join(shape.sizes)]
    elif not any("threadIdx" in translation.code.context(f) or translation.code.uses_methods(f) for f in functions):
        blocks = ["1", "32"]
    elif kernel.function.launch_bounds:
        blocks = _factors(kernel.function.launch_bounds, shape.block)
    else:
        own = [launch.block for launch in translation.launches if launch.kernel == kernel.name and launch.block]
        known = [", ".join(b) for b in own if all(number_of(part) is not None for part in b)]
        blocks = [*known, *_BLOCKS[shape.block]]
    if kernel.direct:
        blocks = [*direct_blocks(kernel.text or "", shape.block), *blocks]
    return blocks


def piece_of(translation: FileTranslation, kernel: KernelTranslation) -> int:
    """A size that a translation cuts its work into, 0 for none."""
    piece = translation.machine.piece
    return piece if f"+= {piece})" in (kernel.text or "") else 0


def literals(translation: FileTranslation, functions: Iterable[DeviceFunction]) -> list[str]:
    """Numbers that functions name, by themselves or by a macro."""
    words = {word for f in functions for word in f.words}
    nodes = [n for f in functions for n in walk(f.body) if n.type == "number_literal"]
    texts = [text_of(n) for n in nodes]
    for node in file_level(translation.source.tree.root_node):
        if node.type == "preproc_def" and text_of(node.child_by_field_name("name")) in words:
            value = [token.text for token in tokens_of(text_of(node.child_by_field_name("value")))]
            texts += value if len(value) == 1 else []
    plain = dict.fromkeys(t.rstrip("fFuUlL") for t in texts if _is_decimal(t))
    return list(plain)[:_MOST_LITERALS]


def _is_decimal(text: str) -> bool:
    """Whether a text is a number in decimal digits."""
    return (
        numbers.literal(text) is not None and text[:2].lower() not in ("0x", "0b") and text[:1] not in ("'", "-", "+")
    )


def takes_old_values(translation: FileTranslation, kernel: KernelTranslation) -> bool:
    """Whether a kernel does something with what atomics find: the order of what it stores may differ."""
    return any(_wants_old_value(f.body) for f in (kernel.function, *translation.code.reached(kernel.function)))


def only_doubles(translation: FileTranslation) -> bool:
    """Whether nothing in the file is worked out as float."""
    return not any(_is_of_floats(node) for node in walk(translation.source.tree.root_node))


def _is_of_floats(node: Node) -> bool:
    """Whether a node is a type, a number or a function of single or half precision: `float4`, `1.0f`, `sqrtf(x)`."""
    if node.type in ("primitive_type", "type_identifier", "identifier") and text_of(node).startswith(
        ("float", "half", "__half")
    ):
        return True
    if node.type == "number_literal":
        return text_of(node)[-1:] in ("f", "F") and text_of(node)[:2].lower() != "0x"
    return (
        node.type == "call_expression" and called(node).endswith("f") and not called(node).endswith(("printf", "scanf"))
    )


def _factors(bounds: str, dimensions: int) -> list[str]:
    """Blocks of so many threads as the kernel was built for."""
    if dimensions == 1 or not bounds.isdigit():
        return [bounds]
    count = int(bounds)
    if dimensions == 2:
        return [f"{x}, {count // x}" for x in range(1, count + 1) if count % x == 0]
    return [
        f"{x}, {y}, {count // x // y}"
        for x in range(1, count + 1)
        if count % x == 0
        for y in range(1, count // x + 1)
        if count // x % y == 0
    ]


def _wants_old_value(body: Node) -> bool:
    """Whether something is done with the value that an atomic operation found: what is stored may come in any order."""
    calls = (n for n in walk(body) if n.type == "call_expression" and called(n).startswith("atomic"))
    return any(call.parent is not None and call.parent.type != "expression_statement" for call in calls)
