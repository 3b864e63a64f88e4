"""Members of a local object that keep what its constructor gave them: reading one is reading a constant of the function."""

from __future__ import annotations

from loopwright.dependence.model.values import Spot, Value
from loopwright.dependence.walk.arithmetic import kept, narrows
from loopwright.dependence.walk.state import State
from loopwright.lang.classes import Class
from loopwright.lang.only_asked import is_only_asked
from loopwright.lang.set_when_made import members_set_when_made
from loopwright.lang.types import is_integer


def lasting(state: State, spot: Spot, known: Class) -> frozenset[str]:
    """The members of the object at a spot that nobody sets after its constructor. Only of a variable of the function that is analysed: all that
    is done to it is written there."""
    root, function = state.roots[spot.place.root], state.function
    is_own = root.kind == "local" and not root.pointed and not root.type.static and not spot.place.steps
    if state.is_elsewhere or function is None or not is_own:
        return frozenset()
    members = members_set_when_made(state.outline, known.node, state.declarations)
    is_asked = members and is_only_asked(state.outline, function, root.name, state.declarations)
    return members if is_asked else frozenset()


def note(state: State, target: Spot, value: Value) -> None:
    """A member begins with a value, as a variable does that is never assigned again."""
    kind = target.kind
    is_number = kind.is_scalar and is_integer(kind.base) and not kind.volatile
    if is_number and value.number is not None and not narrows(kind, value):
        state.first_values[target.place] = kept(state, kind, value)
