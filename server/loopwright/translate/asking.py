"""A kernel → what the model is shown of it. Product and training call the same function."""

from __future__ import annotations

import re

from loopwright.cuda.ir.functions import head_code
from loopwright.cuda.lower.direct import direct_head
from loopwright.cuda.print.code import text
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.translation import FileTranslation, KernelTranslation
from loopwright.model.prompt import FillIn
from loopwright.source.nodes import text_of
from loopwright.source.text import names_in

MOST_CHARACTERS = 2200  # of a prompt: with the answer it must fit the model's context
_INSTRUCTION = "// The same on the CPU: plain loops over what the launch covers."
_END = "    return true;\n}\n"


def kernel_fill_in(translation: FileTranslation, kernel: KernelTranslation) -> FillIn | None:
    """The kernel with the macros, constants and device functions that it uses, then the head of the function whose body is
    asked for; ``None`` if that is more than a model can read."""
    function = kernel.function
    parts = [text_of(f.whole) for f in translation.code.reached(function)]
    used = set(names_in(" ".join([text_of(function.whole), *parts])))
    parts = [*_constants(translation, used), *parts, _plain(function)]
    prefix = "\n".join([*parts, _INSTRUCTION, f"{text(head_code(direct_head(function)))} {{\n"])
    return FillIn(prefix, _END) if len(prefix) <= MOST_CHARACTERS else None


def _plain(function: DeviceFunction) -> str:
    """The kernel's text without comments: they are another language's."""
    text = re.sub(r"/\*.*?\*/", "", text_of(function.whole), flags=re.DOTALL)
    return re.sub(r"[ \t]*(?://[^\n]*)?\n(?:[ \t]*\n)*", "\n", text).strip()


def _constants(translation: FileTranslation, used: set[str]) -> list[str]:
    """Macros and constants of the file that are used."""
    found = []
    for node in translation.source.tree.root_node.named_children:
        if node.type == "preproc_def":
            name = text_of(node.child_by_field_name("name"))
        elif node.type == "declaration" and re.match(r"(?:static\s+)?const(?:expr)?\b", text_of(node)):
            match = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)?=", text_of(node))
            name = match[1] if match else ""
        else:
            continue
        if name in used:
            found.append(text_of(node).strip())
    return found
