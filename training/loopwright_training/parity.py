"""Whether llama.cpp reads a GGUF file as torch has it: the same tokens, log-probabilities within a tolerance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import PreTrainedTokenizerFast

_SAMPLES = (
    "#pragma acc parallel loop collapse(2) copyin(a[0:n*m]) reduction(+:sum)\n",
    "for (int i = 0; i < n; ++i) {\n        sum += a[i*n+j] * 1.5e-3f;\n    }\n",
    "\t// naïve – comment\r\n  x->y = it's[ 12345 ] ;;  \n\n\n  #define N (1<<10)\n",
    "__global__ void k(float *__restrict__ p){ p[blockIdx.x*blockDim.x+threadIdx.x]=0; } /* 中文 */",
)
_LIKELY = -12.0  # log-probabilities below are noise of half precision


def check_tokens(path: Path, tokenizer: PreTrainedTokenizerFast) -> None:
    """Raise unless llama.cpp splits the samples, and the special tokens, as the tokenizer does."""
    llama = _llama(path, vocabulary_only=True)
    special_tokens = [token.content for token in tokenizer.added_tokens_decoder.values() if token.special]
    for text in (*_SAMPLES, *special_tokens):
        theirs = llama.tokenize(text.encode("utf-8"), add_bos=False, special=text in special_tokens)
        ours = tokenizer(text, add_special_tokens=False)["input_ids"]
        if theirs != ours:
            raise RuntimeError(f"{path.name}: llama.cpp and the tokenizer disagree on {text!r}: {theirs} and {ours}")


def check_logits(
    path: Path, model: Any, tokenizer: PreTrainedTokenizerFast, tolerance: float, adapter: Path | None = None
) -> float:
    """Mean absolute difference of log-probabilities of the samples' tokens; raises above ``tolerance``. With ``adapter``, a GGUF
    file for ``path``, ``model`` has it merged."""
    llama = _llama(path, vocabulary_only=False, adapter=adapter)
    differences = []
    for text in _SAMPLES:
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        llama.reset()
        llama.eval(ids)
        theirs = torch.log_softmax(torch.tensor(np.array(llama.scores[: len(ids)])), -1)
        with torch.no_grad():
            ours = torch.log_softmax(model(input_ids=torch.tensor([ids])).logits[0].float(), -1)
        likely = ours > _LIKELY
        differences.append(float((theirs[:, : ours.shape[1]] - ours).abs()[likely].mean()))
    difference = float(np.mean(differences))
    if difference > tolerance:
        raise RuntimeError(f"{(adapter or path).name}: log-probabilities differ by {difference:.3f} from torch's")
    return difference


def _llama(path: Path, vocabulary_only: bool, adapter: Path | None = None) -> Any:
    import llama_cpp

    return llama_cpp.Llama(
        str(path),
        n_ctx=512,
        verbose=False,
        vocab_only=vocabulary_only,
        logits_all=not vocabulary_only,
        lora_path=None if adapter is None else str(adapter),
    )
