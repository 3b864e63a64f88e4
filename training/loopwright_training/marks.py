"""What stands around a fill-in-the-middle prompt, as a tokenizer has it.

Every family of code models spells its special tokens in its own way. A base that has none but a chat template is asked to fill in by
words; one that has neither has learned nothing of the kind and is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from loopwright.model.manifest import PromptFormat

from loopwright_training.config import ConfigError

# prefix, suffix, middle: as Qwen2.5-Coder, CodeGemma, later Granites and ours have them; StarCoder, StarCoder2 and Granite Code; SantaCoder;
# DeepSeek-Coder; CodeLlama; Codestral.
_SPELLINGS = (
    ("<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"),
    ("<fim_prefix>", "<fim_suffix>", "<fim_middle>"),
    ("<fim-prefix>", "<fim-suffix>", "<fim-middle>"),
    ("<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>"),
    ("▁<PRE>", "▁<SUF>", "▁<MID>"),
    ("[PREFIX]", "[SUFFIX]", "[MIDDLE]"),
)


_HOLE = "/* HOLE */"
_BEFORE, _AFTER = "{text before}", "{text after}"
_QUESTION = (
    "Complete the OpenACC directive of this C or C++ code where "
    + _HOLE
    + " stands. Answer with the rest of that line alone.\n\n"
    "```c\n" + _BEFORE + " " + _HOLE + _AFTER + "\n```"
)
_BEGUN = "```c\n#pragma acc"  # the answer goes on from here


@dataclass(frozen=True)
class Marks:
    """Token ids: before the text in front of the hole, before that behind it, before the answer, and the one after it."""

    prefix: tuple[int, ...]
    suffix: tuple[int, ...]
    middle: tuple[int, ...]
    end: int

    @property
    def count(self) -> int:
        """How many tokens a prompt has besides its text."""
        return len(self.prefix) + len(self.suffix) + len(self.middle)


def marks_of(tokenizer: Any) -> Marks:
    """The marks of a tokenizer. Raises :class:`ConfigError` where it has none."""
    words = prompt_format(tokenizer)
    parts = (words.begin + words.prefix, words.suffix, words.middle)
    ids = [tuple(tokenizer(part, add_special_tokens=False)["input_ids"]) for part in parts]
    return Marks(*ids, tokenizer.convert_tokens_to_ids(words.end))


def prompt_format(tokenizer: Any) -> PromptFormat:
    """The same in words, as the manifest of a model has them."""
    known = tokenizer.get_vocab()
    for spelling in _SPELLINGS:
        if all(mark in known for mark in spelling):
            return PromptFormat(*spelling, end=str(tokenizer.eos_token), begin=_beginning(tokenizer))
    if getattr(tokenizer, "chat_template", None):
        return _by_words(tokenizer)
    raise ConfigError(
        f"{tokenizer.name_or_path or 'the base'} has no marks of a fill-in-the-middle in its vocabulary, nor a chat template"
    )


def _beginning(tokenizer: Any) -> str:
    """The token that the family puts before every text; a Gemma or a Llama is not itself without it."""
    begins = tokenizer.bos_token is not None and tokenizer("x")["input_ids"][:1] == [tokenizer.bos_token_id]
    return str(tokenizer.bos_token) if begins else ""


def _by_words(tokenizer: Any) -> PromptFormat:
    question = [{"role": "user", "content": _QUESTION}]
    text: str = tokenizer.apply_chat_template(question, tokenize=False, add_generation_prompt=True)
    prefix, _, rest = text.partition(_BEFORE)
    suffix, _, middle = rest.partition(_AFTER)
    return PromptFormat(prefix, suffix, middle + _BEGUN, str(tokenizer.eos_token), instruct=True)
