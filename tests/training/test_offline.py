"""A run on a machine without a network: what it needs and what it makes survive being cut into parts."""

from __future__ import annotations

import gzip
import importlib.util
import json
import shutil
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch
from loopwright_training.windows import encode_corpus, repeated
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def offline() -> ModuleType:
    found = importlib.util.spec_from_file_location("offline", ROOT / "training" / "runs" / "offline.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def data_of(folder: Path) -> Path:
    """A corpus of a hundred texts, each third with a directive, and a tokenizer that knows letters."""
    (folder / "pairs").mkdir(parents=True)
    texts = [f"int f{i};" + "#pragma acc loop" * (i % 3 == 0) for i in range(100)]
    with gzip.open(folder / "pairs" / "corpus.jsonl.gz", "wt") as file:
        file.writelines(json.dumps({"text": text}) + "\n" for text in texts)
    letters = sorted(set("".join(texts)))
    plain = Tokenizer(models.WordLevel({c: i for i, c in enumerate(["<end>", *letters])}, unk_token="<end>"))
    plain.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    PreTrainedTokenizerFast(tokenizer_object=plain, eos_token="<end>").save_pretrained(folder / "tokenizer")
    return folder


def test_tokens_come_through_in_parts(offline: ModuleType, tmp_path: Path) -> None:
    data = data_of(tmp_path / "data")
    offline.main(["tokens", str(data), "--repeats", "3"])
    offline.main(
        ["pack", str(tmp_path / "out"), str(data / "tokens"), str(data / "tokenizer"), "--megabytes", "0.0005"]
    )
    parts = sorted((tmp_path / "out").iterdir())
    assert len(parts) > 2
    assert all(part.stat().st_size == 500 for part in parts[:-1])
    carried = tmp_path / "carried"
    carried.mkdir()
    for part in parts:
        shutil.copy(part, carried)
    offline.main(["unpack", str(tmp_path / "there"), str(carried)])
    tokenizer = PreTrainedTokenizerFast.from_pretrained(tmp_path / "there" / "tokenizer")
    plain, marked, held = encode_corpus((str(data / "pairs" / "corpus.jsonl.gz"),), tokenizer)
    assert 0 < len(marked) < len(plain)
    assert len(held)
    assert np.array_equal(np.load(tmp_path / "there" / "tokens" / "train.npy"), repeated(plain, marked, 3))
    assert np.array_equal(np.load(tmp_path / "there" / "tokens" / "held.npy"), held)


def test_a_missing_part_is_no_silent_end(offline: ModuleType, tmp_path: Path) -> None:
    noise = tmp_path / "noise"
    noise.write_bytes(np.random.default_rng(0).bytes(5000))
    offline.main(["pack", str(tmp_path / "out"), str(noise), "--megabytes", "0.001"])
    sorted((tmp_path / "out").iterdir())[-1].unlink()
    with pytest.raises(EOFError):
        offline.main(["unpack", str(tmp_path / "there"), str(tmp_path / "out")])


def test_weights_come_back_as_bfloat16(offline: ModuleType, tmp_path: Path) -> None:
    model = tmp_path / "base"
    model.mkdir()
    torch.manual_seed(0)
    before = {"b.weight": torch.randn(3, 5), "a.scale": torch.randn(()), "c": torch.randn(2, 2, 2).bfloat16()}
    save_file(before, model / "model.safetensors")
    (model / "config.json").write_text("{}")
    offline.main(["planes", str(tmp_path / "planes"), str(model)])
    offline.main(["weights", str(tmp_path / "back"), str(tmp_path / "planes" / "base")])
    after = load_file(tmp_path / "back" / "base" / "model.safetensors")
    assert after.keys() == before.keys()
    for name, tensor in before.items():
        assert torch.equal(after[name], tensor.bfloat16()), name
    assert (tmp_path / "back" / "base" / "config.json").read_text() == "{}"


def test_parts_are_handed_over_once_and_whole(
    offline: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home, out = tmp_path / "home", tmp_path / "out"
    noise = tmp_path / "noise"
    noise.write_bytes(np.random.default_rng(0).bytes(5000))
    offline.main(["pack", str(home / "1-base"), str(noise), "--megabytes", "0.001"])
    (home / "1-base" / "part.99.cut").write_bytes(b"on its way")
    said = []
    capsys.readouterr()
    for turn in range(3):
        offline.main(["hand", str(out / str(turn)), str(home), "--most", "4", "--seconds", "0"])
        said.append(capsys.readouterr().out.strip())
    assert said == [
        "4 handed over, 2 left, more to come",
        "2 handed over, 0 left, more to come",
        "0 handed over, 0 left, more to come",
    ]
    (home / "finished").touch()
    offline.main(["hand", str(out / "3"), str(home), "--seconds", "60"])
    assert capsys.readouterr().out.strip() == "0 handed over, 0 left, finished"
    parts = tmp_path / "parts"
    parts.mkdir()
    for part in sorted(out.glob("?/1-base/part.*")):
        shutil.copy(part, parts)
    offline.main(["unpack", str(tmp_path / "there"), str(parts)])
    assert (tmp_path / "there" / "noise").read_bytes() == noise.read_bytes()
