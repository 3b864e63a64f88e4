"""How long an edit rests before a report of it is made: about as long as a report costs, so that what is cheap comes at once and what is not
is made for the edit that somebody waits for, not for every key."""

from __future__ import annotations

# Seconds. The longest is what a person does not yet call slow; the shortest lets edits that a client sends together come together.
_LONGEST = 0.15
_SHORTEST = 0.02


class Debounce:
    """Used on the event loop only."""

    def __init__(self) -> None:
        self._costs: dict[str, float] = {}

    def seconds(self, uri: str) -> float:
        """How long the next edit of a file rests. As long as the last report took: reports that nobody reads then take half of a core at
        most, however fast somebody types."""
        return min(_LONGEST, max(_SHORTEST, self._costs.get(uri, _LONGEST)))

    def took(self, uri: str, seconds: float) -> None:
        """What the last report of a file cost, in seconds of the thread that made it: a busy machine changes nothing."""
        self._costs[uri] = seconds

    def forget(self, uri: str) -> None:
        """A file was closed."""
        self._costs.pop(uri, None)
