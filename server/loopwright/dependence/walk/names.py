"""What names mean while a function is walked: the variables of its scopes, and of functions that it calls."""

from __future__ import annotations

from typing import NamedTuple

from loopwright.dependence.model.values import Place, Value
from loopwright.lang.types import Type
from loopwright.records import record


@record
class Binding:
    """What a name in scope is: a root of its own, or (``place``) another name for a place."""

    root: str
    type: Type
    place: Place | None = None


class Scope(dict[str, Binding]):
    """The names of variables that a block declares; ``types``: what those stand for that `typedef` and `using` make; ``functions``: those
    of functions, which hide others of the name (C++17 6.3.10); ``instance``: which one of the templates around it the code of a function is
    of."""

    def __init__(self) -> None:
        super().__init__()
        self.types: dict[str, Type] = {}
        self.functions: set[str] = set()
        self.instance = ""


class CallFrame(NamedTuple):
    """A function that is being walked: its returned values, and whether what follows may not run."""

    name: str
    returned: list[Value]
