"""The process in which a script of llama.cpp's converter runs: ``FOLDER SCRIPT SPLIT_RULE ARGUMENT…``.

llama.cpp knows how a tokenizer splits text by the hash of what it makes of one sentence, which depends on the vocabulary too. For
a vocabulary that it has never seen the name of the rule is given; `export` compares the tokens afterwards.

transformers 5 keeps the share of a head that is rotated among the parameters of the rotation; llama.cpp asks a GPT-NeoX for it by the
name that its checkpoints have.
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
    _name_rotated_share()
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


def _name_rotated_share() -> None:
    from conversion.base import ModelBase

    load = ModelBase.load_hparams

    def named(*arguments: Any, **options: Any) -> Any:
        found = load(*arguments, **options)
        share = (found.get("rope_parameters") or {}).get("partial_rotary_factor")
        return found if share is None else {"rotary_pct": share, **found}

    ModelBase.load_hparams = staticmethod(named)


if __name__ == "__main__":
    main(*sys.argv[1:])
