"""The tree of a file whose macros hide CUDA: what no grammar can read is written out first."""

from __future__ import annotations

from loopwright.cuda.read.functions import defined_functions, device_bodies
from loopwright.cuda.read.lost import words_in_errors
from loopwright.cuda.read.macros import with_actions_written_out, written_out
from loopwright.cuda.read.misread import with_plain_casts, with_plain_packs
from loopwright.source.syntax import Source, parse


def readable(source: Source, text: str) -> Source:
    """The tree of ``text``; macros that make statements which no grammar can read are written out, and in device code those that do
    something."""
    found = source if text == source.text else parse(text, source.name, "cuda")
    data = with_actions_written_out(found.data, device_bodies(found), defined_functions(found.root))
    if data != found.data:
        text = data.decode("utf-8", "replace")
        found = parse(text, source.name, "cuda")
    found = with_plain_packs(with_plain_casts(found))
    words = words_in_errors(found)
    if not words:
        return found
    other = with_plain_packs(with_plain_casts(parse(written_out(text, words), source.name, "cuda")))
    return other if len(words_in_errors(other)) < len(words) else found
