"""A model file that somebody has made: whatever stands in it, the process that serves goes on. It works, or a sentence says
why it is not used."""

from __future__ import annotations

import os
import random
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import tiny_gguf
from loopwright.model import probe
from loopwright.model.gguf import Damaged, read_header
from loopwright.model.manifest import ModelError, check_gguf, choose_model, read_manifest, shipped_folder
from loopwright.model.probe import require_survival
from loopwright.toolchain.process import Completed
from tiny_gguf import File

LOADER = Path(__file__).parent / "load_models.py"
BIG = 1 << 62


def flipped(data: bytes, at: int, bit: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


def bit_flips(name: str, start: int, end: int, count: int) -> Iterator[tuple[str, bytes]]:
    data, chosen = tiny_gguf.model().data(), random.Random(name)
    for _ in range(count):
        at, bit = chosen.randrange(start, end), chosen.randrange(8)
        yield f"{name}-{at}-{bit}", flipped(data, at, bit)


def with_key(key: str, kind: int, value: object) -> bytes:
    file = tiny_gguf.model()
    file.keys[key] = (kind, value)
    return file.data()


def without_key(key: str) -> bytes:
    file = tiny_gguf.model()
    del file.keys[key]
    return file.data()


def changed(**changes: object) -> File:
    file = tiny_gguf.model()
    for name, value in changes.items():
        setattr(file, name, value)
    return file


def mutants() -> Iterator[tuple[str, bytes]]:
    """More than a hundred files, each with a name."""
    file = tiny_gguf.model()
    data, header = file.data(), len(file.header())
    first_texts = data.index(b"tokenizer.ggml.tokens")
    yield from bit_flips("head", 0, 24, 16)
    yield from bit_flips("keys", 24, first_texts, 24)
    yield from bit_flips("vocabulary", first_texts, file.table, 8)
    yield from bit_flips("table", file.table, header, 24)
    for length in (
        0,
        3,
        4,
        8,
        23,
        24,
        100,
        first_texts,
        file.table,
        file.table + 30,
        header,
        header + 500,
        len(data) - 1,
    ):
        yield f"cut-{length}", data[:length]
    for place in (8, 16):  # the numbers of tensors and of keys
        for count in (0, 1 << 15, BIG, (1 << 64) - 1):
            yield f"count-{place}-{count}", data[:place] + struct.pack("<Q", count) + data[place + 8 :]
    for at in (24, data.index(b"llama", 30) - 8, first_texts - 8, file.table):
        yield f"length-{at}", data[:at] + struct.pack("<Q", BIG) + data[at + 8 :]
    for number in (float("nan"), float("inf"), float("-inf")):
        yield f"weights-{number}", changed(weight=number).data()
    for name, offset in [
        ("output_norm.weight", 0),
        ("blk.0.ffn_down.weight", 64),
        ("blk.0.attn_q.weight", 1 << 40),
        ("output_norm.weight", 7),
    ]:
        yield f"offset-{name}-{offset}", changed(offsets={name: offset}).data()
    for key, value in {
        "llama.block_count": (0, 2, 1 << 31),
        "llama.embedding_length": (0, 63, 1 << 30),
        "llama.attention.head_count": (0, 3, 64, 1 << 30),
        "llama.attention.head_count_kv": (0, 3, 8),
        "llama.rope.dimension_count": (0, 1, 3, 64),
        "llama.context_length": (0, 1 << 31),
        "llama.feed_forward_length": (0, 1),
        "llama.vocab_size": (0, 7),
        "tokenizer.ggml.bos_token_id": (5000, 1 << 31),
        "tokenizer.ggml.eos_token_id": (5000,),
        "general.alignment": (0, 1, 3, 1 << 20),
    }.items():
        for number in value:
            yield f"{key}-{number}", with_key(key, 4, number)
    for number in (float("nan"), 0.0, -1.0):
        yield f"epsilon-{number}", with_key("llama.attention.layer_norm_rms_epsilon", 6, number)
        yield f"base-{number}", with_key("llama.rope.freq_base", 6, number)
    for key in ("general.architecture", "llama.block_count", "tokenizer.ggml.tokens", "tokenizer.ggml.model"):
        yield f"without-{key}", without_key(key)
    yield "architecture", with_key("general.architecture", 8, "../../evil")
    yield "tokens", with_key("tokenizer.ggml.tokens", 9, (8, []))
    yield "types", with_key("tokenizer.ggml.token_type", 9, (5, [99] * tiny_gguf.TOKENS))
    yield "merges", with_key("tokenizer.ggml.merges", 9, (8, ["x"] * 10))
    yield "empty-token", with_key("tokenizer.ggml.tokens", 9, (8, [""] * tiny_gguf.TOKENS))


MUTANTS = dict(mutants())


def loaded(files: list[Path], folder: Path) -> dict[str, str]:
    """What a process says that loads the files one after the other. It must come to its end."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, str(LOADER), *map(str, files)], capture_output=True, text=True, env=environment, timeout=280
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return dict(line.split("\t", 1) for line in done.stdout.splitlines())


@pytest.mark.parametrize(
    ("tensor", "offset", "why"),
    [
        ("output_norm.weight", 0, "lies in another one"),
        ("blk.0.ffn_down.weight", 64, "lies in another one"),
        ("blk.0.attn_q.weight", 1 << 40, "lies beyond its end"),
        ("output_norm.weight", 7, "does not lie on its alignment"),
    ],
)
def test_tensors_lie_whole_in_the_file_and_none_in_another(tmp_path: Path, tensor: str, offset: int, why: str) -> None:
    file = tmp_path / "model.gguf"
    file.write_bytes(changed(offsets={tensor: offset}).data())
    with pytest.raises(Damaged, match=why):
        read_header(file)


def test_there_are_enough() -> None:
    assert len(set(MUTANTS.values())) >= 100


def test_the_process_outlives_every_file(tmp_path: Path) -> None:
    (tmp_path / "whole.gguf").write_bytes(tiny_gguf.model().data())
    for name, data in MUTANTS.items():
        (tmp_path / f"{name.replace('/', '_')}.gguf").write_bytes(data)
    files = sorted(tmp_path.glob("*.gguf"))
    said = loaded(files, tmp_path)
    assert set(said) == {file.name for file in files}
    assert said["whole.gguf"] == "works"
    for name, sentence in said.items():
        assert sentence == "works" or (sentence.startswith("The model ") and sentence.endswith(".")), (name, sentence)
    for name in ("weights-nan.gguf", "cut-24.gguf", "llama.attention.head_count-0.gguf", "types.gguf"):
        assert "cannot be loaded" in said[name]


@pytest.mark.parametrize("name", [m.file for m in read_manifest(shipped_folder())])
def test_the_shipped_files_are_whole(name: str) -> None:
    assert read_header(shipped_folder() / name).tensors


def test_shipped_adapters_are_whole_and_damaged_ones_are_told(tmp_path: Path) -> None:
    data = bytearray((shipped_folder() / "loopwright-95m-openacc.gguf").read_bytes())
    at = data.index(b"blk.0.ffn_down.weight.lora_a") + len(b"blk.0.ffn_down.weight.lora_a") + 4 + 8
    data[at : at + 8] = struct.pack("<Q", 64)
    (tmp_path / "adapter.gguf").write_bytes(data)
    with pytest.raises(ModelError, match=r"adapter\.gguf cannot be loaded: "):
        check_gguf(tmp_path / "adapter.gguf")


@pytest.mark.parametrize("kind", ["pipe", "zero", "folder", "loop", "sparse"])
def test_what_is_no_file_does_not_block(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "model.gguf"
    if kind == "sparse":
        with path.open("wb") as file:
            file.truncate(5 << 30)
    else:
        {
            "pipe": os.mkfifo,
            "zero": lambda path: os.symlink("/dev/zero", path),
            "folder": os.mkdir,
            "loop": lambda path: os.symlink(path, path),
        }[kind](path)
    with pytest.raises(ModelError, match=r"model\.gguf"):
        check_gguf(choose_model(str(path)).path)


def test_every_content_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One marker for each content: what one file has survived says nothing of another."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    tried: list[str] = []

    def record(model: object, task: str) -> Completed:
        tried.append(str(model))
        return Completed("exited", 0, "", "", 0.0)

    monkeypatch.setattr(probe, "_tried", record)
    path = tmp_path / "m.gguf"
    for data, count in [(b"GGUFone", 1), (b"GGUFone", 1), (b"GGUFtwo", 2), (b"GGUFthree", 3)]:
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)
        require_survival(choose_model(str(path)))
        assert len(tried) == count


@pytest.mark.parametrize(
    ("done", "words"),
    [
        (Completed("exited", -6, "", "", 0.0), "makes its runtime crash (SIGABRT); it is not loaded."),
        (Completed("exited", -9, "", "", 0.0), "was ended by the system."),
        (Completed("exited", 3, "", "", 0.0), "is not a number."),
        (Completed("exited", 1, "", "", 0.0), "cannot be loaded; it may be"),
        (Completed("timed out", None, "", "", 0.0), "took longer than 120 s"),
    ],
)
def test_what_does_not_survive_is_told_and_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: Completed, words: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(probe, "_tried", lambda model, task: done)
    (tmp_path / "m.gguf").write_bytes(b"GGUF")
    for _ in range(2):
        with pytest.raises(ModelError) as error:
            require_survival(choose_model(str(tmp_path / "m.gguf")))
        assert words in str(error.value)
