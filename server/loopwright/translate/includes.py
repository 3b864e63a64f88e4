"""A CUDA file with the parts of its project that hold CUDA code themselves, as one text."""

from __future__ import annotations

import re
from pathlib import Path

from loopwright.source.syntax import Source, parse
from loopwright.source.text import encode

_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*\"([^\"\n]+)\"[^\n]*$", re.MULTILINE)
_CUDA = re.compile(rb"__global__|__device__|__shared__|__constant__|<<<|threadIdx|cuda[A-Z]\w+\s*\(|checkCudaErrors")
_DEPTH = 8


def with_includes(source: Source, path: Path) -> Source:
    """``source`` with every quoted include that holds CUDA code put in its place; others stay, as do those not found."""
    data = _inlined(source.data, path.parent, {path.resolve()}, _DEPTH)
    return source if data == source.data else parse(data, source.name, source.language)


def _inlined(data: bytes, folder: Path, seen: set[Path], depth: int) -> bytes:
    def put(match: re.Match[bytes]) -> bytes:
        try:
            file = (folder / match[1].decode()).resolve()
            if not depth or not file.is_file():
                return match[0]
            text = encode(file.read_bytes().decode("utf-8", errors="replace"))
        except (OSError, UnicodeDecodeError):
            return match[0]
        if file in seen:
            return b""
        if not _holds_cuda(text, file.parent, depth):
            return match[0]
        seen.add(file)
        text = re.sub(rb"^[ \t]*#[ \t]*pragma[ \t]+once[^\n]*$", b"", text, flags=re.MULTILINE)
        return b"// from " + match[1] + b"\n" + _inlined(text, file.parent, seen, depth - 1)

    return _INCLUDE.sub(put, data)


def _holds_cuda(text: bytes, folder: Path, depth: int) -> bool:
    if _CUDA.search(text):
        return True
    if depth <= 0:
        return False
    for name in _INCLUDE.findall(text):
        file = folder / name.decode("utf-8", errors="replace")
        try:
            if file.is_file() and _holds_cuda(file.read_bytes(), file.parent, depth - 1):
                return True
        except OSError:
            continue
    return False
