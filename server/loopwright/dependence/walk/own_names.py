"""Names of functions of the library that the files in sight give to something else: a variable, a type, a function, a macro."""

from __future__ import annotations

from loopwright.dependence.walk.state import State
from loopwright.lang.inner_types import inner_types


def is_own(state: State, name: str) -> bool:
    """Whether a name may be that of anything of the files."""
    is_defined = bool(state.outline.definitions(name)) or name in state.declarations.macros
    return is_defined or is_hidden(state, name)


def is_hidden(state: State, name: str) -> bool:
    """Whether a name may be that of a variable, of a type of a function, class or template, or one that macros or the linker give."""
    files = (state.outline, *state.outline.headers)
    is_type = any(name in inner_types(file) for file in files)
    return (
        is_type or state.is_variable(name) or bool(state.declarations.variables_named(name)) or state.is_renamed(name)
    )
