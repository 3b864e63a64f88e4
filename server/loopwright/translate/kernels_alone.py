"""A file whose host's part does not compile → its kernels alone, and what the compiler has against each of them."""

from __future__ import annotations

from dataclasses import replace

from loopwright.cuda.file import again, without_host
from loopwright.cuda.translation import FileTranslation, KernelTranslation
from loopwright.lang.host_parts import blanked_declaration, blanked_include
from loopwright.source.syntax import parse
from loopwright.translate.faults import Asker, CompilerError, host_line, missing_header, without_faults

_BLANKED = 20  # parts of the host that are at fault


def kernels_alone(translation: FileTranslation, ask: Asker) -> tuple[FileTranslation, str]:
    """The kernels without the host's part, without headers that are not found and without declarations that do not compile, which are
    told once; kernels that do not compile without these are refused in it. What the compiler has against the rest, empty for nothing."""
    part, missing = without_host(translation), list[str]()
    found = ask.errors(part)
    for _ in range(_BLANKED):
        if not found:
            return part, ""
        name = missing_header(found[0].message)
        data = _without(part, found[0])
        if data == part.source.data:
            break
        missing += [name] if name and name not in missing else []
        part = again(part, source=parse(data, part.source.name, part.source.language))
        found = ask.errors(part)
    beside = f" ({', '.join(missing)} {'is' if len(missing) == 1 else 'are'} not found)" if missing else ""
    part, left = without_faults(part, ask)
    part = replace(part, kernels=tuple(_with_reason(part, kernel, beside) for kernel in part.kernels))
    return part, f"the translation does not compile: {left[0].message}{beside}" if left else ""


def _without(part: FileTranslation, error: CompilerError) -> bytes:
    """The text without the header that is not found or the host's declaration that an error stands in; the same where it is neither."""
    name = missing_header(error.message)
    if name:
        return blanked_include(part.source, name)
    line = host_line(part.text.split("\n"), error.lines[0], part.source) if error.lines else 0
    return blanked_declaration(part.source, line - 1) if line else part.source.data


def _with_reason(part: FileTranslation, kernel: KernelTranslation, beside: str) -> KernelTranslation:
    return replace(kernel, reason=kernel.reason + beside) if part.is_refused(kernel) else kernel
