"""The special tokens around a fill-in-the-middle prompt, as a tokenizer has them.

Every family of code models spells them its own way. A base without any has not learned to fill in, and is refused.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any

from loopwright.model.manifest import PromptFormat

from loopwright_training.config import ConfigError

# prefix, suffix, middle: as Qwen2.5-Coder, Granite, CodeGemma and ours have them; StarCoder and StarCoder2; DeepSeek-Coder;
# CodeLlama; Codestral and CodeGeeX.
_SPELLINGS = (
    ("<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"),
    ("<fim_prefix>", "<fim_suffix>", "<fim_middle>"),
    ("<fim-prefix>", "<fim-suffix>", "<fim-middle>"),
    ("<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>"),
    ("▁<PRE>", "▁<SUF>", "▁<MID>"),
    ("[PREFIX]", "[SUFFIX]", "[MIDDLE]"),
)


@dataclass(frozen=True)
class Marks:
    """Token ids: before the text in front of the hole, before that behind it, before the answer, after it."""

    prefix: int
    suffix: int
    middle: int
    end: int


def marks_of(tokenizer: Any) -> Marks:
    """The marks of a tokenizer. Raises :class:`ConfigError` where it has none."""
    prefix, suffix, middle, end = astuple(prompt_format(tokenizer))
    ids = [tokenizer.convert_tokens_to_ids(mark) for mark in (prefix, suffix, middle, end)]
    return Marks(*ids)


def prompt_format(tokenizer: Any) -> PromptFormat:
    """The same in words, as the manifest of a model has them."""
    known = tokenizer.get_vocab()
    for spelling in _SPELLINGS:
        if all(mark in known for mark in spelling):
            return PromptFormat(*spelling, end=str(tokenizer.eos_token))
    raise ConfigError(f"{tokenizer.name_or_path or 'the base'} has no marks of a fill-in-the-middle in its vocabulary")
