"""`tokenizer`: a byte-level BPE vocabulary split the way llama.cpp knows as ``qwen2``.

llama.cpp implements only the pre-tokenizers it lists by name; a vocabulary trained with any other split
rule gives other tokens there than here. `export` tests that both agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from loopwright_training.records import log_run, read_records

PRE_TOKENIZER = "qwen2"
# The rule that llama.cpp applies for "qwen2": contractions, words, single digits, punctuation, blanks.
SPLIT_RULE = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
    r"|\s+(?!\S)|\s+"
)
END, PREFIX, SUFFIX, MIDDLE = "<|endoftext|>", "<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"
SPECIAL_TOKENS = (END, PREFIX, SUFFIX, MIDDLE)


@dataclass(frozen=True)
class TokenizerConfig:
    """``sample_megabytes`` of ``corpus`` are read, evenly spread over it."""

    corpus: Path
    output: Path
    vocabulary: int = 16384
    sample_megabytes: float = 60.0


def train_tokenizer(config: TokenizerConfig) -> PreTrainedTokenizerFast:
    """Train and save in the Hugging Face format."""
    tokenizer = byte_level(models.BPE(byte_fallback=False))
    trainer = trainers.BpeTrainer(
        vocab_size=config.vocabulary,
        special_tokens=list(SPECIAL_TOKENS),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=True,
    )
    sample = _sample(config)
    tokenizer.train_from_iterator(sample, trainer)
    fast = as_fast(tokenizer)
    fast.save_pretrained(config.output)
    megabytes = sum(map(len, sample)) / 1e6
    log_run(config.output, "tokenizer", config, {"vocabulary": len(fast), "megabytes": megabytes})
    print(f"vocabulary of {len(fast)} from {megabytes:.0f} MB")
    return fast


def byte_level(model: models.BPE) -> Tokenizer:
    """A tokenizer with llama.cpp's split rule around a vocabulary."""
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex(SPLIT_RULE), "isolated"), pre_tokenizers.ByteLevel(False, use_regex=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def as_fast(tokenizer: Tokenizer) -> PreTrainedTokenizerFast:
    """The same in transformers' form."""
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token=END, eos_token=END, pad_token=END)


def _sample(config: TokenizerConfig) -> list[str]:
    texts = [row["text"] for row in read_records(config.corpus)]
    total = sum(map(len, texts))
    every = max(1, round(total / (config.sample_megabytes * 1e6)))
    # Files with directives are few and are what the vocabulary is for.
    return [text for i, text in enumerate(texts) if i % every == 0 or "#pragma acc" in text]
