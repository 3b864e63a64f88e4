"""Sizes of types and offsets of members in bytes, as the ABI of 64-bit Linux has them; a symbol where they are not known."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from loopwright.lang.constants import constant_of_text
from loopwright.lang.declarations import Declaration
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import fixed_width
from loopwright.residence.ir import CType, Expr, Layer, Number
from loopwright.source.kept import once
from loopwright.source.linear import Linear

_SIZES = {"char": 1, "bool": 1, "_Bool": 1, "short": 2, "int": 4, "float": 4, "long": 8, "double": 8, "size_t": 8, "ssize_t": 8,
          "ptrdiff_t": 8, "intptr_t": 8, "uintptr_t": 8, "unsigned": 4, "signed": 4, "void": 1}  # fmt: skip
_INTEGERS = frozenset(
    ("char", "short", "int", "long", "unsigned", "signed", "size_t", "ssize_t", "ptrdiff_t", "bool", "_Bool")
)
_MOST_DEPTH = 8
POINTER = 8


def expanded(scopes: Scopes, kind: CType) -> CType:
    """``kind`` with known typedefs put in."""
    for _ in range(_MOST_DEPTH):
        alias = scopes.names.get(kind.base)
        if alias is None or alias.kind != "type" or alias.base in ("", kind.base) or alias.disputed:
            break
        kind = kind._replace(base=alias.base.removeprefix("struct "), layers=kind.layers + layers_of(alias, scopes))
    return kind


def is_integer(kind: CType) -> bool:
    """Whether values of it are whole numbers."""
    words = kind.base.split()
    return not kind.layers and bool(words) and all(w in _INTEGERS or fixed_width(w) for w in words)


def size_of(scopes: Scopes, kind: CType, number: Callable[[Expr], Linear | None], depth: int = 0) -> Linear:
    """Bytes of a value of the type."""
    kind = expanded(scopes, kind)
    if kind.layers:
        layer = kind.layers[0]
        if layer == "*" or layer == "&":
            return Linear(POINTER)
        extent = number(layer) if layer is not None and not isinstance(layer, str) else None
        inner = size_of(scopes, kind.element(), number, depth)
        return _symbol(f"sizeof {_text(kind)}") if extent is None else extent.times(inner)
    known = base_size(kind.base)
    if known is not None:
        return Linear(known)
    layout = _layout(scopes, kind.base, depth)
    return Linear(layout[0]) if layout is not None else _symbol(f"sizeof {kind.base}")


@lru_cache(maxsize=1024)
def base_size(base: str) -> int | None:
    """Bytes of a type of the language."""
    fixed = fixed_width(base)
    if fixed is not None:
        return fixed // 8
    words = base.split()
    sizes = [_SIZES.get(word) for word in words]
    if not sizes or any(size is None for size in sizes):
        return None
    known = [size for size in sizes if size is not None]
    if "double" in words:
        return 16 if "long" in words else 8
    if "char" in words:
        return 1
    return 8 if "long" in words else 2 if "short" in words else max(known)


def member_of(scopes: Scopes, base: str, name: str) -> tuple[Linear, CType] | None:
    """(offset, type) of a member of a struct. Who follows pointers asks for the same few in every round."""
    return once(scopes.outline, (member_of, scopes, base, name), lambda: _member(scopes, base, name))


def _member(scopes: Scopes, base: str, name: str) -> tuple[Linear, CType] | None:
    members = scopes.members(base)
    found = members.get(name) if members else None
    if found is None:
        return None
    kind = expanded(scopes, CType(found.base.removeprefix("struct "), layers_of(found, scopes)))
    layout = _layout(scopes, base, 0)
    if layout is not None and name in layout[1]:
        return Linear(layout[1][name]), kind
    return _symbol(f"offset {base}.{name}"), kind


def _layout(scopes: Scopes, base: str, depth: int) -> tuple[int, dict[str, int], int] | None:
    """(size, offset of each member, alignment) of a struct."""
    members = scopes.members(base)
    if not members or depth > _MOST_DEPTH:
        return None
    at, widest = 0, 1
    offsets: dict[str, int] = {}
    for member in members.values():
        kind = expanded(scopes, CType(member.base.removeprefix("struct "), layers_of(member, scopes)))
        size = size_of(scopes, kind, _constant, depth + 1)
        if size.terms or member.type.is_function:
            return None
        element = kind
        while element.is_array:
            element = element.element()
        align = _alignment(scopes, element, depth)
        at = -(-at // align) * align
        offsets[member.name] = at
        at, widest = at + size.constant, max(widest, align)
    return -(-at // widest) * widest, offsets, widest


def _alignment(scopes: Scopes, kind: CType, depth: int) -> int:
    width = POINTER if kind.layers else base_size(kind.base)
    if width is not None:
        return min(width, 16)
    inner = _layout(scopes, kind.base, depth + 1)
    return inner[2] if inner is not None else POINTER


def _constant(extent: Expr) -> Linear | None:
    value = getattr(extent, "value", None)
    return Linear(value) if isinstance(value, int) else None


def layers_of(declaration: Declaration, scopes: Scopes) -> tuple[Layer, ...]:
    """The layers of a declared type, of a function those of what it returns."""
    layers: list[Layer] = []
    for layer, extent in zip(declaration.type.layers, declaration.type.extents):
        if layer == "*" or layer == "&":
            layers.append("*" if layer == "*" else "&")
        elif layer == "[]":
            known = constant_of_text(scopes, extent) if extent is not None else None
            value = known.value if known is not None and isinstance(known.value, int) else None
            layers.append(Number(declaration.span, value))
    return tuple(layers)


def _symbol(name: str) -> Linear:
    return Linear(0, (((name,), 1),))


def _text(kind: CType) -> str:
    return kind.base + "".join("*" if layer == "*" else "[]" for layer in kind.layers)
