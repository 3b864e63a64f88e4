"""`pretrain`'s own forward pass is transformers' Llama or Qwen3, to the last gradient."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from loopwright_training.architecture import ModelShape, new_model
from loopwright_training.forward import Kernels, LossOf
from transformers import LlamaConfig, LlamaForCausalLM

WORDS = 90


def llama(heads: int, kv_heads: int, tied: bool) -> LlamaForCausalLM:
    """Random weights; norms too, or an error in them would not show."""
    torch.manual_seed(heads)
    config = LlamaConfig(
        vocab_size=WORDS, hidden_size=48, intermediate_size=80, num_hidden_layers=2, num_attention_heads=heads,
        num_key_value_heads=kv_heads, tie_word_embeddings=tied, use_cache=False,
    )  # fmt: skip
    model = LlamaForCausalLM(config)
    for parameter in model.parameters():
        parameter.data += 0.1 * torch.randn_like(parameter)
    return model


def gradients(model: LlamaForCausalLM, loss: torch.Tensor) -> dict[str, torch.Tensor]:
    model.zero_grad()
    loss.backward()
    return {name: p.grad.clone() for name, p in model.named_parameters() if p.grad is not None}


class Vocabulary:
    bos_token_id = eos_token_id = 0

    def __len__(self) -> int:
        return WORDS


def made(**more: bool) -> Any:
    torch.manual_seed(3)
    return new_model(ModelShape(48, 2, 4, 2, 80, 40, **more), Vocabulary())  # type: ignore[arg-type]


@pytest.mark.parametrize(("heads", "kv_heads", "tied"), [(4, 2, True), (3, 1, False), (6, 6, True)])
def test_loss_and_gradients_are_those_of_transformers(heads: int, kv_heads: int, tied: bool) -> None:
    agrees(llama(heads, kv_heads, tied))


def test_norms_of_heads_are_those_of_transformers() -> None:
    model = made(head_norms=True)
    for parameter in model.parameters():
        parameter.data += 0.1 * torch.randn_like(parameter)
    assert model.config.model_type == "qwen3"
    agrees(model)


def test_layers_begin_as_the_identity_and_learn() -> None:
    model = made(zero_outputs=True)
    tokens = torch.randint(0, WORDS, (3, 40))
    LossOf(model, Kernels(torch.float32))(tokens).backward()
    hidden = model.model(tokens, output_hidden_states=True).hidden_states
    torch.testing.assert_close(hidden[1], hidden[0])
    assert all(p.grad.abs().max() > 0 for name, p in model.named_parameters() if name.endswith("o_proj.weight"))


def agrees(model: Any) -> None:
    tokens = torch.randint(0, WORDS, (3, 40))
    expected = model(input_ids=tokens, labels=tokens).loss
    wanted = gradients(model, expected)
    loss = LossOf(model, Kernels(torch.float32))(tokens)
    found = gradients(model, loss)
    torch.testing.assert_close(loss, expected)
    assert found.keys() == wanted.keys()
    for name, gradient in wanted.items():
        torch.testing.assert_close(found[name], gradient, msg=name)


def test_the_narrow_stream_rounds_and_nothing_more() -> None:
    model = llama(4, 2, tied=True)
    tokens = torch.randint(0, WORDS, (3, 40))
    with torch.autocast("cpu", torch.bfloat16):
        loss = LossOf(model)(tokens)
    assert loss.item() == pytest.approx(model(input_ids=tokens, labels=tokens).loss.item(), rel=5e-3)


def test_what_is_saved_is_the_model_alone() -> None:
    model = llama(4, 2, tied=True)
    names = list(model.state_dict())
    loss_of = LossOf(model)
    assert list(model.state_dict()) == names
    assert {id(p) for p in loss_of.parameters()} == {id(p) for p in model.parameters()}
