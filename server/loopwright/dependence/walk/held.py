"""What the variables in scope hold at one place of the walk: the program keeps it of each loop, for its sections and clauses."""

from __future__ import annotations

from loopwright.dependence.model.values import Place
from loopwright.dependence.walk.state import State
from loopwright.source.linear import Linear


def numbers(state: State) -> dict[str, int]:
    """Variables that hold a number → that."""
    return {
        root: number.constant
        for root, value in state.values.items()
        if (number := value.number) is not None and not number.terms and not value.checks and state.is_register(root)
    }


def holders(state: State) -> dict[str, str]:
    """Symbol → a variable in scope that holds exactly it."""
    found: dict[str, str] = {}
    for scope in state.scopes[1:] if len(state.scopes) > 1 else state.scopes:
        for name, binding in scope.items():
            value = state.values.get(binding.root)
            number = value.number if value is not None and binding.place is None else None
            if state.lookup(name) is not binding:
                continue  # one that is declared nearer has its name
            if number is not None and number.constant == 0 and len(number.terms) == 1:
                (product, factor) = number.terms[0]
                if factor == 1 and len(product) == 1:
                    found.setdefault(product[0], name)
    return found


def sums(state: State) -> dict[str, Linear]:
    """Variables in scope that hold a sum of others (`int width = w - s + 1;`)."""
    found: dict[str, Linear] = {}
    for scope in state.scopes[1:]:
        for name, binding in scope.items():
            value = state.values.get(binding.root)
            number = value.number if value is not None and binding.place is None and not value.checks else None
            if state.lookup(name) is not binding:
                continue
            if number is not None and number.terms and len(number.terms) + bool(number.constant) > 1:
                found[name] = number
    return found


def products(state: State, names: frozenset[str]) -> dict[str, Linear]:
    """Those of ``names`` that hold a product of others (`size_t n = (size_t)w * h;`): where a bound is one, its value is what is said of it."""
    found: dict[str, Linear] = {}
    for name in names:
        binding = state.lookup(name)
        value = state.values.get(binding.root) if binding is not None and binding.place is None else None
        number = value.number if value is not None else None
        if number is not None and not number.constant and [len(product) > 1 for product, _ in number.terms] == [True]:
            found[name] = number
    return found


def pointers(state: State) -> dict[str, Place | None]:
    """Pointers in scope → the element that they lead to, ``None`` if that is not known."""
    found: dict[str, Place | None] = {}
    for scope in state.scopes:
        for name, binding in scope.items():
            value = state.values.get(binding.root)
            if binding.place is None and binding.type.is_pointer and value is not None:
                found[name] = value.pointer
    return found


def references(state: State) -> dict[str, Place]:
    """References in scope → what they are bound to."""
    return {
        name: binding.place for scope in state.scopes for name, binding in scope.items() if binding.place is not None
    }
