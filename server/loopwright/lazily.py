"""Attributes that are worked out when they are first asked for, by as many threads as like.

Until Python 3.11 :func:`functools.cached_property` holds one lock for all objects of a class while it works. Where an attribute of one
file asks for one of another file, and that for the first one of a third, two threads wait for one another for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

_T = TypeVar("_T")


class cached_property(Generic[_T]):
    """As that of functools, without a lock: two threads may work out the same value. All are given the one that was there first, so that
    what is compared by identity stays one."""

    def __init__(self, work: Callable[[Any], _T]) -> None:
        self._work = work
        self._name = work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> cached_property[_T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> _T: ...

    def __get__(self, instance: object | None, owner: type) -> cached_property[_T] | _T:
        if instance is None:
            return self
        known: dict[str, _T] = instance.__dict__
        if self._name not in known:
            known.setdefault(self._name, self._work(instance))
        return known[self._name]
