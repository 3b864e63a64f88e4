"""In which instance of the templates around it a piece of code is walked, and what a text means there: `V`, `sizeof(T)` and the enumerator that is
`V` are one number in each instance, and others in other ones.

An instance has a name. Two pieces of code with one name are of one instance; with two names they may be.
"""

from __future__ import annotations

from loopwright.dependence.walk.state import State
from loopwright.lang.classes import plain
from loopwright.lang.inner_types import inner_types
from loopwright.lang.template_arguments import is_in_template
from loopwright.lang.types import Type
from loopwright.source.text import names_in


def of_call(state: State, given: str | None) -> str:
    """That of a function which a call gives arguments, empty for one that is no template itself (``None``)."""
    return "" if given is None else _named(state, given)


def of_class(state: State, base: str) -> str:
    """That of a class as a type names it, empty for one that is no template, nor in one, and for the class around, named without arguments."""
    known = state.types.classes.of(base)
    if known is None or not is_in_template(known):
        return ""
    this = state.lookup("this")
    if "<" not in base and this is not None and plain(this.type.base) == known.name:
        return of_class(state, this.type.base) if "<" in this.type.base else state.instance
    return _named(state, known.name + base[base.index("<") :] if "<" in base else "")


def meaning(state: State, text: str) -> str:
    """What the names in a text stand for where it is walked, empty where that is what they stand for in the whole file."""
    found, is_open = [], False
    this = state.lookup("this") if len(state.calls) > 1 else None
    for name in dict.fromkeys(names_in(text)):
        binding = state.lookup(name)
        if binding is not None:
            # Of a number only its type counts; of an array which it is, as its length may be any.
            found.append(f"{name} {binding.root if binding.type.layers else binding.type.base}")
        elif _is_open(state, name):
            kind = state.expanded(Type(name))
            found += [f"{name} {kind.base}{kind.layers}"] if kind != Type(name) else []
            found += [f"{name} in {this.type.base}"] if this is not None else []
            is_open = True
    return f"{found} {state.instance}" if found or (is_open and state.instance) else ""


def _is_open(state: State, name: str) -> bool:
    """Whether a name may be that of a type which is another one in another class, function or instance."""
    known = state.types.classes.known.get(name)
    files = (state.outline, *state.outline.headers)
    return (known is not None and is_in_template(known)) or any(name in inner_types(file) for file in files)


def _named(state: State, given: str) -> str:
    """The name for a template with what it is given; one of its own where that is not told."""
    if not given:
        state.unnamed += 1
        return f"?{state.unnamed}"
    names = names_in(given.partition("<")[2])
    bound = [f"{name} {binding.root}" for name in names if (binding := state.lookup(name)) is not None]
    types = [f"{name} {kind.base}{kind.layers}" for name in names if (kind := state.expanded(Type(name))).base != name]
    return f"{given} {bound} {types} {state.instance}" if names else given
