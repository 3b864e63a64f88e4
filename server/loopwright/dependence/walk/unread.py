"""What a statement names and nobody read. A handler that does not know a form, or a part of it, leaves its names behind: each is
taken for a read of all that it may lead to, so that nothing is thought unused because nobody understood how it is used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from loopwright.dependence.model.program import Block, Branch, Nest
from loopwright.dependence.model.values import Guard, Index, Place, Value
from loopwright.dependence.walk.names import Binding
from loopwright.dependence.walk.state import State
from loopwright.lang.read_names import Code, is_declaring, is_in_type, names_but, read_names
from loopwright.source.listing import Listing
from loopwright.source.nodes import text_of
from loopwright.source.text import names_in

_DEEPEST = 4  # macros in macros


class swept:
    """While handlers read ``node``; what they leave is swept up at the end."""

    __slots__ = ("_block", "_met", "_node", "_order", "_position", "_state")

    def __init__(self, state: State, node: Code) -> None:
        self._state, self._node = state, node

    def __enter__(self) -> None:
        state = self._state
        self._block, self._position, self._met = state.block, len(state.block.items), len(state.met)
        self._order = state.order + 1
        state.order += 2

    def __exit__(self, error: object, *more: object) -> None:
        if error is not None:
            return
        state, node = self._state, self._node
        names, known = state.names.below(node), frozenset(state.met[self._met :])
        left = [name for name in names if name.id not in known and not is_declaring(name)]
        if left:
            _sweep(state, node, left, self._block, self._position, self._order)
        state.met.extend([name.id for name in names])


@contextmanager
def names_of(state: State, body: Code) -> Iterator[None]:
    """While the statements of ``body`` are read."""
    around = state.names
    state.names = read_names(body, around.listing or Listing(body))
    try:
        yield
    finally:
        state.names = around


def covered(state: State, node: Code, but: tuple[Code, ...] = ()) -> None:
    """A handler has understood what ``node`` says, and reads the parts ``but`` on their own."""
    state.met.extend(name.id for name in names_but(node, but))


def _sweep(state: State, node: Code, left: list[Code], block: Block, position: int, order: int) -> None:
    """Reads stand before and behind what the statement itself does, which may write the same variables; in each iteration, too, where
    it is a loop."""
    used = [(name, binding) for name in left for binding in _variables(state, text_of(name), name)]
    if not used:
        return
    is_evaluated = any(not is_in_type(name, node) for name, _ in used)
    nest = block.items[-1] if block.items[position:] else None
    if isinstance(nest, Nest) and nest.frame.start == node.start_byte:
        around, state.loops = state.loops, state.stacks[nest.frame.id]
        nest.body.items.insert(0, _reads(state, used, order + 1))
        if is_evaluated:
            _deny(state, node, used, nest.body)
        state.loops = around
    block.items.insert(position, _reads(state, used, order))
    state.order += 1
    block.items.append(_reads(state, used, state.order))
    if is_evaluated:
        _deny(state, node, used, block)
        for name, binding in used:
            _given_away(state, name, binding)


def _deny(state: State, node: Code, used: list[tuple[Code, Binding]], block: Block) -> None:
    names = ", ".join(dict.fromkeys(text_of(name) for name, _ in used))
    with state.within(block):
        state.effect("opaque", f"what becomes of {names} is not followed: {text_of(node)}", node)


def _variables(state: State, name: str, at: Code, depth: int = 0) -> list[Binding]:
    """The variable of a name, or those that a macro of that name names."""
    binding = state.lookup(name)
    if binding is not None:
        return [binding]
    macro = state.macro(name)
    if macro is not None:
        words = dict.fromkeys(names_in(macro.value or "")) if depth < _DEEPEST else {}
        return [found for word in words for found in _variables(state, word, at, depth + 1)]
    declaration = state.declarations.names.get(name)
    is_one = declaration is not None and declaration.kind == "variable"
    return [state.file_variable(declaration, at)] if declaration is not None and is_one else []


def _reads(state: State, used: list[tuple[Code, Binding]], order: int) -> Branch:
    """Reads of variables, and of what those lead to that are pointers, none of which is certain."""
    block = Block()
    with state.guarded(Guard(None)), state.within(block):
        for name, binding in used:
            place = binding.place or Place(binding.root)
            state.record(place, False, name, binding.type.base if not binding.type.layers else "*", possible=True)
            target = _target(state, binding)
            if target is not None:
                state.record(Place(target, (Index(None),)), False, name, state.roots[target].type.base, possible=True)
    return Branch((Block([replace(access, order=order) for access in block.accesses]),), False)


def _target(state: State, binding: Binding) -> str | None:
    """What a variable leads to: an array to its elements, a pointer to memory."""
    if binding.type.is_array:
        return binding.place.root if binding.place is not None else binding.root
    if not binding.type.is_pointer or binding.place is not None:
        return None
    value = state.values.get(binding.root)
    if value is None or value.pointer is None:
        return state.pointed_root(binding.root)
    return value.pointer.root


def _given_away(state: State, name: Code, binding: Binding) -> None:
    """Others may know a variable from here on, and may have changed it."""
    root = binding.place.root if binding.place is not None else binding.root
    if root in {state.frames[loop].register for loop in state.loops}:
        return  # of a loop that is unknown for what stands in it
    is_number = binding.type.is_scalar or binding.type.is_pointer
    if not is_number or state.outline.source.language != "c":
        state.roots[root] = replace(state.roots[root], escapes=True, leaves=True)
    target = _target(state, binding)
    if target is not None:
        state.escape(Value(pointer=Place(target)))
    state.forget(frozenset((text_of(name), state.roots[binding.root].name)))
