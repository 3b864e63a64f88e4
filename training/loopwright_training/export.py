"""`export`: a torch model and its adapter → GGUF files that llama.cpp runs, quantized, with a manifest entry.

Nothing is written to the manifest unless both files agree with torch: the same tokens for sample texts, and logits of
the unquantized file within a tolerance.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import torch
from loopwright.model.install import BASE_KEY
from loopwright.model.manifest import Adapter, Model, read_manifest, sha256_of, write_manifest
from numpy.typing import NDArray
from transformers import AutoConfig, AutoTokenizer, PreTrainedTokenizerFast

from loopwright_training.architecture import load_model
from loopwright_training.records import log_run
from loopwright_training.tokenizer import END, PRE_TOKENIZER, SPECIAL_TOKENS

# transformers' Llama → llama.cpp (gguf.TensorNameMap does the same for published checkpoints)
_NAMES = {
    "model.embed_tokens.weight": "token_embd.weight",
    "model.norm.weight": "output_norm.weight",
    "lm_head.weight": "output.weight",
}
_BLOCK_NAMES = {
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
_SAMPLES = (
    "#pragma acc parallel loop collapse(2) copyin(a[0:n*m]) reduction(+:sum)\n",
    "for (int i = 0; i < n; ++i) {\n        sum += a[i*n+j] * 1.5e-3f;\n    }\n",
    "\t// naïve – comment\r\n  x->y = it's[ 12345 ] ;;  \n\n\n  #define N (1<<10)\n",
    "__global__ void k(float *__restrict__ p){ p[blockIdx.x*blockDim.x+threadIdx.x]=0; } /* 中文 */",
)


@dataclass(frozen=True)
class ExportConfig:
    """``quantization`` is a llama.cpp type such as Q8_0, Q5_K_M or Q4_K_M; ``logit_tolerance`` bounds the mean absolute
    difference of log-probabilities between torch and the unquantized file."""

    base: str
    output: Path
    name: str
    adapter: str | None = None
    adapter_name: str = "openacc"
    quantization: str = "Q8_0"
    licence: str = "Apache-2.0"
    context: int = 1024
    logit_tolerance: float = 0.02
    numbers: dict[str, Any] = field(default_factory=dict)
    evaluation: str | None = None


def export(config: ExportConfig) -> Model:
    """Write the files and the manifest entry, test parity, return the entry."""
    config.output.mkdir(parents=True, exist_ok=True)
    tokenizer = AutoTokenizer.from_pretrained(config.base)
    model = load_model(config.base, "cpu").eval()
    plain = config.output / f"{config.name}-f16.gguf"
    write_base(model, tokenizer, plain, config.name, config.context)
    check_tokens(plain, tokenizer)
    difference = check_logits(plain, model, tokenizer, config.logit_tolerance)
    base = config.output / f"{config.name}-{config.quantization.lower()}.gguf"
    quantize(plain, base, config.quantization)
    adapters: tuple[Adapter, ...] = ()
    if config.adapter:
        file = config.output / f"{config.name}-{config.adapter_name}.gguf"
        write_adapter(Path(config.adapter), model.config, file)
        adapters = (Adapter(config.adapter_name, file.name, sha256_of(file), config.adapter_name),)
    plain.unlink()
    numbers = dict(config.numbers)
    if config.evaluation:
        numbers["evaluation"] = json.loads(Path(config.evaluation).read_text("utf-8"))["rows"]
    entry = Model(
        config.name,
        base.name,
        sha256_of(base),
        config.licence,
        config.context,
        adapters=adapters,
        numbers=numbers,
        folder=config.output,
    )
    others = [m for m in _known(config.output) if m.name != config.name]
    write_manifest(config.output, [entry, *others])
    sizes = {file.name: file.stat().st_size for file in config.output.glob(f"{config.name}-*.gguf")}
    log_run(Path(config.base), "export", config, {"bytes": sizes, "logit_difference": difference})
    print(f"{base.name} {base.stat().st_size / 1e6:.1f} MB; log-probabilities differ by {difference:.4f} from torch")
    return entry


@dataclass(frozen=True)
class ExportAdapterConfig:
    """``adapter``: a peft folder; ``base``: a folder with the shape of the model it was trained on; ``model``: the entry of
    the manifest in ``output`` that it is for, ``task`` what it is asked for."""

    adapter: Path
    base: str
    output: Path
    model: str
    task: str
    evaluation: Path | None = None


def export_adapter(config: ExportAdapterConfig) -> Adapter:
    """Write one more adapter for a model that is exported already, and name it in the manifest."""
    models = _known(config.output)
    entry = next((m for m in models if m.name == config.model), None)
    if entry is None:
        raise FileNotFoundError(f"{config.output} has no model {config.model}")
    file = config.output / f"{config.model}-{config.task}.gguf"
    write_adapter(config.adapter, AutoConfig.from_pretrained(config.base), file)
    adapter = Adapter(config.task, file.name, sha256_of(file), config.task)
    numbers = dict(entry.numbers)
    if config.evaluation is not None:
        numbers[config.task] = json.loads(config.evaluation.read_text("utf-8"))["rows"]
    adapters = (*(a for a in entry.adapters if a.task != config.task), adapter)
    changed = replace(entry, adapters=adapters, numbers=numbers)
    write_manifest(config.output, [changed if m.name == config.model else m for m in models])
    print(f"{file.name} {file.stat().st_size / 1e6:.1f} MB")
    return adapter


def _known(folder: Path) -> list[Model]:
    return list(read_manifest(folder)) if (folder / "manifest.json").exists() else []


def write_base(model: Any, tokenizer: PreTrainedTokenizerFast, path: Path, name: str, context: int) -> None:
    """The unquantized GGUF: matrices in half precision, vectors in single."""
    config = model.config
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name(name)
    writer.add_context_length(context)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_dimension_count(config.hidden_size // config.num_attention_heads)
    writer.add_rope_freq_base(rope_base(config))
    writer.add_vocab_size(len(tokenizer))
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    _write_vocabulary(writer, tokenizer)
    heads, kv_heads = config.num_attention_heads, config.num_key_value_heads
    for key, tensor in model.state_dict().items():
        if key == "lm_head.weight" and config.tie_word_embeddings:
            continue
        array = tensor.detach().float().numpy()
        if ".q_proj." in key or ".k_proj." in key:
            array = interleave(array, heads if ".q_proj." in key else kv_heads)
        writer.add_tensor(gguf_name(key), array.astype(np.float32 if array.ndim == 1 else np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def gguf_name(key: str) -> str:
    """llama.cpp's name of a transformers tensor."""
    if key in _NAMES:
        return _NAMES[key]
    _, _, number, *rest = key.removesuffix(".weight").split(".")
    return f"blk.{number}.{_BLOCK_NAMES['.'.join(rest)]}.weight"


def interleave(weights: NDArray[np.float32], heads: int) -> NDArray[np.float32]:
    """Rows of a query or key matrix in llama.cpp's order: it rotates neighbours, transformers rotates halves."""
    rows = weights.shape[0]
    parts = weights.reshape(heads, 2, rows // heads // 2, *weights.shape[1:])
    return np.ascontiguousarray(parts.swapaxes(1, 2).reshape(weights.shape))


def rope_base(config: Any) -> float:
    """The base of the rotary embedding; transformers 5 keeps it among parameters."""
    parameters = getattr(config, "rope_parameters", None) or {}
    return float(parameters.get("rope_theta") or getattr(config, "rope_theta", 10000.0))


def _write_vocabulary(writer: gguf.GGUFWriter, tokenizer: PreTrainedTokenizerFast) -> None:
    document = json.loads(tokenizer.backend_tokenizer.to_str())
    vocabulary = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    special = set(SPECIAL_TOKENS)
    merges = [m if isinstance(m, str) else " ".join(m) for m in document["model"]["merges"]]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(PRE_TOKENIZER)
    writer.add_token_list([token for token, _ in vocabulary])
    writer.add_token_types([gguf.TokenType.CONTROL if t in special else gguf.TokenType.NORMAL for t, _ in vocabulary])
    writer.add_token_merges(merges)
    end = tokenizer.convert_tokens_to_ids(END)
    writer.add_bos_token_id(end)
    writer.add_eos_token_id(end)
    writer.add_add_bos_token(False)


def write_adapter(folder: Path, base: Any, path: Path, trained_on: str = "") -> None:
    """A peft LoRA folder → a GGUF adapter for a model of configuration ``base``, its matrices as Q8_0. ``trained_on`` is the
    SHA-256 of the GGUF base that it learned on, which installing it asks for."""
    from safetensors.torch import load_file

    settings = json.loads((folder / "adapter_config.json").read_text("utf-8"))
    tensors = load_file(folder / "adapter_model.safetensors")
    heads = {"q_proj": base.num_attention_heads, "k_proj": base.num_key_value_heads}
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    if trained_on:
        writer.add_string(BASE_KEY, trained_on)
    writer.add_float32("adapter.lora.alpha", float(settings["lora_alpha"]))
    for key, tensor in sorted(tensors.items()):
        name, _, side = key.removeprefix("base_model.model.").removesuffix(".weight").rpartition(".")
        array = tensor.float().numpy()
        projection = name.rsplit(".", 1)[-1]
        if side == "lora_B" and projection in heads:
            array = interleave(array, heads[projection])
        kind = gguf.GGMLQuantizationType.Q8_0 if array.shape[-1] % 32 == 0 else gguf.GGMLQuantizationType.F16
        blocks = gguf.quants.quantize(np.ascontiguousarray(array), kind)
        writer.add_tensor(f"{gguf_name(name + '.weight')}.{side.lower()}", blocks, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def quantize(source: Path, target: Path, kind: str) -> None:
    """llama.cpp's own quantizer."""
    import llama_cpp

    parameters = llama_cpp.llama_model_quantize_default_params()
    parameters.ftype = getattr(llama_cpp, f"LLAMA_FTYPE_MOSTLY_{kind.upper()}")
    if llama_cpp.llama_model_quantize(str(source).encode(), str(target).encode(), parameters) != 0:
        raise RuntimeError(f"llama.cpp could not quantize {source} to {kind}")


def check_tokens(path: Path, tokenizer: PreTrainedTokenizerFast) -> None:
    """Raise unless llama.cpp splits the samples, and the special tokens, as the tokenizer does."""
    llama = _llama(path, vocabulary_only=True)
    for text in (*_SAMPLES, *SPECIAL_TOKENS):
        special = text in SPECIAL_TOKENS
        theirs = llama.tokenize(text.encode("utf-8"), add_bos=False, special=special)
        ours = tokenizer(text, add_special_tokens=False)["input_ids"]
        if theirs != ours:
            raise RuntimeError(f"{path.name}: llama.cpp and the tokenizer disagree on {text!r}: {theirs} and {ours}")


def check_logits(path: Path, model: Any, tokenizer: PreTrainedTokenizerFast, tolerance: float) -> float:
    """Mean absolute difference of log-probabilities of the samples' tokens; raises above ``tolerance``."""
    llama = _llama(path, vocabulary_only=False)
    differences = []
    for text in _SAMPLES:
        ids = tokenizer(text, add_special_tokens=False)["input_ids"]
        llama.reset()
        llama.eval(ids)
        theirs = torch.log_softmax(torch.tensor(np.array(llama.scores[: len(ids)])), -1)
        with torch.no_grad():
            ours = torch.log_softmax(model(input_ids=torch.tensor([ids])).logits[0].float(), -1)
        likely = ours > -12
        differences.append(float((theirs - ours).abs()[likely].mean()))
    difference = float(np.mean(differences))
    if difference > tolerance:
        raise RuntimeError(f"{path.name}: log-probabilities differ by {difference:.3f} from torch's")
    return difference


def _llama(path: Path, vocabulary_only: bool) -> Any:
    import llama_cpp

    return llama_cpp.Llama(
        str(path), n_ctx=512, verbose=False, vocab_only=vocabulary_only, logits_all=not vocabulary_only
    )
