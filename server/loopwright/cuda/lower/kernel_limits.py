"""What a kernel may be launched with, as its function tells it to who asks by the kernel's address.

Nothing is called for that: an object for each kernel, and for each instance of a template, is there before the program begins, because the
kernel's body names it. Who asks of another function is told what holds for any kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.source.nodes import nearest, text_of

_CLASSES = ("struct_specifier", "class_specifier", "union_specifier")


@dataclass(frozen=True)
class KernelLimits:
    """``threads``: the most of a block, ``shared``: the bytes that it has beside those of the launch; each empty for what any kernel has."""

    kernel: DeviceFunction
    threads: str
    shared: str

    def told(self, parameters: Sequence[str]) -> str:
        """The declaration of ``lw_limits`` in the kernel's function, with what that calls its parameters."""
        given = [self.threads or "1024", self.shared] if self.shared else [self.threads] if self.threads else []
        itself = _itself(self.kernel, parameters)
        if not itself:
            return (
                f"static kernel_limits lw_limits({', '.join(given)});" if given else "static kernel_limits lw_limits;"
            )
        type = f"void (*)({', '.join(_types(self.kernel, parameters))})"
        plain = (text if text.isalnum() else f"({text})" for text in given)
        return f"kernel_limits &lw_limits = lw_kernel<{', '.join([type, itself, *plain])}>::limits;"


def _itself(kernel: DeviceFunction, parameters: Sequence[str]) -> str:
    """How a kernel's body names the kernel; empty where it cannot, or cannot name its type."""
    names = kernel.template_names
    hidden = kernel.name in parameters or nearest(kernel.node, _CLASSES) is not None
    if hidden or not all((*parameters, *names)):
        return ""
    if kernel.specialised or not names:
        return kernel.written_name
    listed = kernel.whole.child_by_field_name("parameters")
    declared = listed.named_children if listed is not None else []
    given = (f"{name}..." if "..." in text_of(one) else name for name, one in zip(names, declared, strict=True))
    return f"{kernel.written_name}<{', '.join(given)}>"


def _types(kernel: DeviceFunction, parameters: Sequence[str]) -> list[str]:
    """The types of the function's parameters."""
    packs = {variable.name for variable in kernel.parameters if variable.pack}
    return [f"decltype({name})..." if name in packs else f"decltype({name})" for name in parameters]
