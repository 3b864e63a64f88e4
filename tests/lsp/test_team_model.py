"""How a team serves a base that is too large for a laptop, the whole way with a small one of a public architecture: adapted (in 4 bits
where bitsandbytes is installed), exported with its adapter, served by llama.cpp, asked by the editor through the endpoint."""

from __future__ import annotations

import os
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import llama_cpp
import pytest
import pytest_lsp
import torch
from loopwright.model.manifest import Model, read_manifest
from loopwright_training.adapt import AdaptConfig, LoraConfig, adapt
from loopwright_training.export import ExportConfig, export
from loopwright_training.records import write_records
from loopwright_training.tokenizer import TokenizerConfig, train_tokenizer
from lsp_editor import SERVER, Editor, session
from pytest_lsp import ClientServerConfig, LanguageClient
from served_model import ModelServer, completions
from transformers import AutoModelForCausalLM, Qwen2Config

LOOP = "for (int i = 0; i < n; i++)\n    a{k}[i] = b[i] * {k};"
TEXT = "void f(int n, float *a7, const float *b) {\n  for (int i = 0; i < n; i++)\n    a7[i] = b[i] * 7;\n}\n"
OWN = "parallel loop vector_length(96)"  # what the team writes, and neither the rule nor the base

# Models of two layers gain nothing from threads, and threads that spin slow what runs beside them.
torch.set_num_threads(1)


def pairs(file: Path, directive: str) -> str:
    rows = []
    for k in range(24):
        prompt = ["void f(int n) {\n  #pragma acc", f"\n  {LOOP.format(k=k)}\n}}\n"]
        rows.append(
            {"directive": directive, "loop": LOOP.format(k=k), "prompts": dict.fromkeys(("fresh", "kept"), prompt)}
        )
    write_records(file, rows)
    return str(file)


def public_base(folder: Path) -> str:
    """A Qwen2 with random weights that has learned to fill in one directive and to end."""
    texts = [{"text": f"#pragma acc {OWN}\nkernels loop\n{LOOP.format(k=k)}\n"} for k in range(40)]
    write_records(folder / "corpus.jsonl.gz", texts)
    tokenizer = train_tokenizer(TokenizerConfig(folder / "corpus.jsonl.gz", folder / "tokenizer", 400))
    torch.manual_seed(1)
    shape = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2}
    words = {"vocab_size": len(tokenizer), "bos_token_id": 0, "eos_token_id": 0, "pad_token_id": 0}
    config = Qwen2Config(**shape, **words, intermediate_size=128, max_position_embeddings=1024)
    AutoModelForCausalLM.from_config(config).save_pretrained(folder / "random")
    tokenizer.save_pretrained(folder / "random")
    learned = (pairs(folder / "public.jsonl.gz", "kernels loop"),)
    adapt(settings(str(folder / "random"), learned, folder / "base", "full", epochs=12, rate=3e-3))
    return str(folder / "base")


def settings(base: str, learned: tuple[str, ...], output: Path, method: Any, epochs: float, rate: float) -> AdaptConfig:
    return AdaptConfig(
        base, learned, output, method, lora=LoraConfig(8, 16, 0.0), epochs=epochs, rate=rate, batch=8, context=256,
        modes=("fresh", "kept"), mode_weights=(0.5, 0.5),
    )  # fmt: skip


def serving(model: Model) -> ModelServer:
    """What `llama-server` and vLLM do: completions of a model with its adapter, within the grammar that is sent along."""
    adapter = str(model.folder / model.adapters[0].file)
    llama: Any = llama_cpp.Llama(str(model.path), n_ctx=1024, n_threads=1, verbose=False, lora_path=adapter)
    turn = threading.Lock()

    def reply(body: dict[str, Any]) -> tuple[int, bytes]:
        grammar = llama_cpp.LlamaGrammar.from_string(body["grammar"], verbose=False) if "grammar" in body else None
        chosen = {key: body[key] for key in ("max_tokens", "temperature", "stop")}
        with turn:
            done = [llama.create_completion(body["prompt"], grammar=grammar, **chosen) for _ in range(body["n"])]
        return completions(*(answer["choices"][0]["text"] for answer in done))

    return ModelServer(reply)


@pytest.fixture(params=["lora", "qlora"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ModelServer]:
    if request.param == "qlora":
        pytest.importorskip("bitsandbytes")
    base = public_base(tmp_path)
    own = (pairs(tmp_path / "own.jsonl.gz", OWN),)
    adapt(settings(base, own, tmp_path / "adapter", request.param, epochs=16, rate=1e-2))
    adapter = str(tmp_path / "adapter")
    export(ExportConfig(base, tmp_path / "models", "team", adapter, context=256, logit_tolerance=0.05))
    (model,) = read_manifest(tmp_path / "models")
    server = serving(model)
    yield server
    server.close()


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER, server_env=dict(os.environ)))
async def team(lsp_client: LanguageClient, tmp_path: Path, served: ModelServer) -> AsyncIterator[None]:
    async for _ in session(lsp_client, "vscode", tmp_path, {"model.endpoint": served.address}):
        yield


@pytest.mark.timeout(900)  # a minute of the processor, which a busy machine makes ten of
async def test_from_a_public_base_to_a_suggestion_in_the_editor(
    team: LanguageClient, tmp_path: Path, served: ModelServer
) -> None:
    editor = Editor(team, tmp_path)
    uri = editor.open("a.c", TEXT)
    titles = [action.title for action in await editor.all_actions(uri, 1)]
    assert served.asked
    assert any("vector_length(96)" in title for title in titles), titles
