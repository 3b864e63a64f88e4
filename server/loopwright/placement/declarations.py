"""Declarations of pointers as C and C++ have them."""

from __future__ import annotations

from loopwright.placement.containers import GET
from loopwright.placement.lvalues import last_name, words_of
from loopwright.placement.program import File
from loopwright.residence import ir
from loopwright.residence.ir import CType


def declared(file: File, kind: CType, name: str) -> str | None:
    """The declaration of a pointer of some type."""
    if file.outline.source.language != "c":
        return f"auto *{name}"
    stars = sum(layer == "*" for layer in kind.layers)
    extents = [layer.value for layer in kind.layers if isinstance(layer, ir.Number)]
    if not stars or stars + len(extents) < len(kind.layers) or None in extents or kind.base in ("", "void"):
        return None
    if any(layer == "*" for layer in kind.layers[stars:]):
        return None
    known = file.scopes.names.get(kind.base)
    is_tag = known is None and bool(file.scopes.members(kind.base))
    base = f"{'const ' if kind.const else ''}{'struct ' if is_tag else ''}{kind.base}"
    if extents:
        return f"{base} ({'*' * stars}{name}){''.join(f'[{extent}]' for extent in extents)}"
    return f"{base} {'*' * stars}{name}"


def through_pointer(
    file: File, text: str, kind: CType, directive: str, section: str, end: str = ""
) -> list[str] | None:
    """``directive(text[section]) end``. A pointer that is no plain name is taken out before: compilers would map the struct that it
    is a member of, and gcc's runtime wants that to be there for an `update device` too. ``None`` where its type cannot be written."""
    if text.isidentifier():
        return [f"#pragma acc {directive}({text}[{section}]){end}"]
    last = last_name(text.removesuffix(f".{GET}"))
    name = last if last not in words_of(f"{text} {section}")[0] else f"{last}_data"
    declaration = declared(file, kind, name)
    if declaration is None:
        return None
    return ["{", f"  {declaration} = {text};", f"  #pragma acc {directive}({name}[{section}]){end}", "}"]
