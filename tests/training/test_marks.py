"""The marks of a fill-in as published tokenizers spell them: found by the vocabulary, in their order, with what begins a text."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from loopwright_training.config import ConfigError
from loopwright_training.examples import encode_prompt
from loopwright_training.marks import marks_of, prompt_format
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast


@dataclass(frozen=True)
class Family:
    """What a family's tokenizer has, in the order in which its prompts use it; ``begins`` where it puts ``bos`` before a text."""

    marks: tuple[str, str, str]
    eos: str
    bos: str | None = None
    begins: bool = False
    others: tuple[str, ...] = ()


QWEN = ("<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>")
STAR = ("<fim_prefix>", "<fim_suffix>", "<fim_middle>")
FAMILIES = {
    "Qwen2.5-Coder": Family(QWEN, "<|endoftext|>", others=("<|fim_pad|>", "<|repo_name|>", "<|file_sep|>")),
    "CodeGemma": Family(QWEN, "<eos>", "<bos>", begins=True, others=("<|file_separator|>",)),
    "Granite 3.3": Family(QWEN, "<|end_of_text|>", "<|end_of_text|>", others=("<|fim_pad|>",)),
    "Granite Code": Family(STAR, "<|endoftext|>", "<|endoftext|>", others=("<fim_pad>", "<filename>")),
    "StarCoder2": Family(STAR, "<|endoftext|>", "<|endoftext|>", others=("<fim_pad>", "<repo_name>", "<file_sep>")),
    "SantaCoder": Family(("<fim-prefix>", "<fim-suffix>", "<fim-middle>"), "<|endoftext|>", others=("<fim-pad>",)),
    "DeepSeek-Coder": Family(
        ("<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>"),
        "<｜end▁of▁sentence｜>",
        "<｜begin▁of▁sentence｜>",
        begins=True,
    ),
    "CodeLlama": Family(("▁<PRE>", "▁<SUF>", "▁<MID>"), "</s>", "<s>", begins=True, others=("▁<EOT>", "<FILL_ME>")),
    "Codestral": Family(("[PREFIX]", "[SUFFIX]", "[MIDDLE]"), "</s>", "<s>", begins=True),
}


def tokenizer_of(family: Family) -> PreTrainedTokenizerFast:
    words = Tokenizer(models.WordLevel({"<unk>": 0, "x": 1, "a": 2, "b": 3}, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    special = list(dict.fromkeys((*family.marks, family.eos, *([family.bos] if family.bos else []), *family.others)))
    words.add_special_tokens(special)
    if family.begins and family.bos is not None:
        first = (family.bos, words.token_to_id(family.bos))
        words.post_processor = processors.TemplateProcessing(single=f"{family.bos} $A", special_tokens=[first])
    return PreTrainedTokenizerFast(tokenizer_object=words, eos_token=family.eos, bos_token=family.bos)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_marks_of_a_published_family_are_found(name: str) -> None:
    family = FAMILIES[name]
    tokenizer = tokenizer_of(family)
    found = prompt_format(tokenizer)
    assert (found.prefix, found.suffix, found.middle) == family.marks
    assert found.end == family.eos
    assert found.begin == (family.bos if family.begins else "")
    assert not found.instruct
    beginning = [tokenizer.bos_token_id] if family.begins else []
    before, between, behind = (tokenizer.convert_tokens_to_ids(mark) for mark in family.marks)
    assert marks_of(tokenizer).prefix == (*beginning, before)
    assert marks_of(tokenizer).count == 3 + len(beginning)
    assert encode_prompt(tokenizer, "a a", "b", 128) == [*beginning, before, 2, 2, between, 3, behind]


def test_a_vocabulary_that_lacks_a_mark_is_refused() -> None:
    """CodeLlama of 34 B parameters has none; neither has a base of prose."""
    lacking = Family(("<s>", "</s>", "▁<MID>"), "</s>", "<s>", begins=True)
    with pytest.raises(ConfigError, match="no marks of a fill-in-the-middle"):
        prompt_format(tokenizer_of(lacking))
