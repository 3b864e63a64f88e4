"""Messages as text. A report of a large file has thousands of diagnostics, of which an edit changes a few: the others are written once."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from itertools import chain, zip_longest
from typing import Any

from lsprotocol import types

_PLACE = secrets.token_hex(16)  # stands for a text that is known; in no file, as nobody can tell it
_SEPARATORS = (",", ":")


class SentAgain(types.Diagnostic):
    """A diagnostic that is a part of many reports and never changes; ``text`` is empty until it is sent."""

    text = ""


def write_once(converter: Any) -> None:
    """Have a converter of lsprotocol leave such diagnostics to :func:`written`. Nothing may have been converted before."""
    plain = converter.get_unstructure_hook(types.Diagnostic)

    def unstructured(diagnostic: types.Diagnostic) -> Any:
        if not isinstance(diagnostic, SentAgain):
            return plain(diagnostic)
        if not diagnostic.text:
            diagnostic.text = json.dumps(plain(diagnostic), separators=_SEPARATORS)
        return diagnostic

    converter.register_unstructure_hook(types.Diagnostic, unstructured)


def written(content: Any, default: Callable[[Any], Any]) -> str:
    """The JSON of a message; ``default`` gives a plain value for what JSON does not know. Raises what `json.dumps` raises."""
    known: list[str] = []

    def encoded(value: Any) -> Any:
        if not isinstance(value, SentAgain):
            return default(value)
        known.append(value.text)
        return _PLACE

    body = json.dumps(content, default=encoded, separators=_SEPARATORS)
    between = body.split(f'"{_PLACE}"') if known else [body]
    return "".join(chain.from_iterable(zip_longest(between, known, fillvalue="")))
