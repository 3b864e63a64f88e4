"""What a client says it can show by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class CardCommands:
    """The commands behind the entries of a card: the server's, or those that the client names."""

    suggest: str = "loopwright.server.suggest"
    others: str = "loopwright.server.others"
    why: str = "loopwright.server.why"

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> CardCommands:
        """What a client says in its initialization options."""
        names = {"suggest": "suggestCommand", "others": "othersCommand", "why": "whyCommand"}
        return cls(**{field: str(options[name]) for field, name in names.items() if options.get(name)})
