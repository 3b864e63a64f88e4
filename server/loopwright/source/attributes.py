"""Attributes of declarations, of GNU C (`__attribute__((…))`) and of the standards (`[[…]]`): which say nothing about what a program does.
Others may change the type (`mode`), call a function (`cleanup`) or give a second name (`alias`), and one that is not known may do so too.

>>> is_remark("__attribute__((aligned(64), __unused__))"), is_remark("__attribute__((mode(QI)))"), is_remark("[[gnu::unused]]")
(True, False, True)
"""

from __future__ import annotations

from functools import lru_cache

from loopwright.source.lexemes import code_within

_REMARKS = frozenset(
    ("access", "aligned", "alloc_align", "alloc_size", "always_inline", "annotate", "artificial", "assume_aligned", "carries_dependency",
     "cdecl", "cold", "const", "constructor", "deprecated", "destructor", "dllexport", "dllimport", "error", "externally_visible",
     "fallthrough", "fastcall", "flatten", "format", "format_arg", "gnu_inline", "hot", "leaf", "likely", "malloc",
     "maybe_unused", "minsize", "ms_abi", "no_builtin", "no_icf", "no_instrument_function", "no_profile_instrument_function",
     "no_reorder", "no_sanitize", "no_sanitize_address", "no_sanitize_thread", "no_sanitize_undefined", "no_split_stack",
     "no_stack_limit", "no_stack_protector", "no_unique_address", "noclone", "nodiscard", "nodebug", "noduplicate", "noescape",
     "noinline", "noipa", "nonnull", "nonstring", "noreturn", "nothrow", "optimize", "optnone", "packed", "patchable_function_entry",
     "pure", "regparm", "reproducible", "returns_nonnull", "section", "sentinel", "stdcall", "sysv_abi", "target", "target_clones",
     "tls_model", "transparent_union", "unavailable", "unlikely", "unsequenced", "unused", "used", "vectorcall", "visibility",
     "warn_unused", "warn_unused_result", "warning", "zero_call_used_regs")
)  # fmt: skip
# What gives a name to the linker is looked for in the whole text of a declaration.
_OF_THE_LINKER = frozenset(("alias", "common", "copy", "ifunc", "nocommon", "symver", "weak", "weakref"))
_KNOWN = _REMARKS | _OF_THE_LINKER
_AT_THE_END = frozenset(("cleanup", "__cleanup__"))
_VENDORS = frozenset(("gnu", "__gnu__", "clang", "_Clang", "using"))


@lru_cache(maxsize=4096)
def is_remark(attribute: str) -> bool:
    """Whether all that an attribute lists leaves what the program does, and what types its names have, as it is."""
    return all(name.removeprefix("__").removesuffix("__") in _KNOWN for name in listed(attribute))


def may_change_type(attribute: str) -> bool:
    """Whether an attribute may make another type of what a declaration says."""
    return not all(name in _AT_THE_END or is_remark(f"[[{name}]]") for name in listed(attribute))


def calls_at_the_end(attribute: str) -> bool:
    """Whether it names a function that is called when the scope of a variable ends."""
    return not _AT_THE_END.isdisjoint(listed(attribute))


def listed(attribute: str) -> list[str]:
    """The names in an attribute without their arguments and without who made them."""
    found: list[str] = []
    depth, begins = 0, False
    for piece in code_within(attribute):
        if piece.text in ("(", "["):
            depth, begins = depth + 1, depth == 1
        elif piece.text in (")", "]"):
            depth -= 1
        elif depth == 2 and piece.kind == "name" and begins:
            if piece.text not in _VENDORS:
                found.append(piece.text)
                begins = False
        elif depth == 2 and piece.text == ",":
            begins = True
    return found
