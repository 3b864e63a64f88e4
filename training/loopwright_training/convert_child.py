"""The process in which a script of llama.cpp's converter runs: ``FOLDER SCRIPT SPLIT_RULE ARGUMENT…``.

llama.cpp knows how a tokenizer splits text by the hash of what it makes of one sentence, which depends on the vocabulary too. For
a vocabulary that it has never seen the name of the rule is given; `export` compares the tokens afterwards.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any


def main(folder: str, script: str, split_rule: str, *arguments: str) -> None:
    """Run the script as if it were called by hand."""
    sys.path[:0] = [folder, str(Path(folder) / "gguf-py")]
    if split_rule:
        _name_split_rule(split_rule)
    sys.argv = [script, *arguments]
    runpy.run_path(str(Path(folder) / script), run_name="__main__")


def _name_split_rule(split_rule: str) -> None:
    from conversion.base import TextModel

    known = TextModel.get_vocab_base_pre

    def named(self: Any, tokenizer: Any) -> str:
        try:
            return str(known(self, tokenizer))
        except NotImplementedError:
            return split_rule

    TextModel.get_vocab_base_pre = named


if __name__ == "__main__":
    main(*sys.argv[1:])
