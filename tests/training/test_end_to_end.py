"""The whole of training on a corpus made here: mined, paired, trained, exported, and asked through llama.cpp."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import yaml
from loopwright.model.manifest import read_manifest
from loopwright.model.prompt import FillIn
from loopwright.model.runtime import Runtime
from loopwright_training.cli import main
from loopwright_training.records import read_records
from safetensors.torch import load_file

BODIES = ["a[i] = b[i] + {k};", "s += a[i] * {k};", "a[i] = a[i] > {k} ? b[i] : 0;", "c[i] = a[i] - b[i] * {k};"]
DIRECTIVES = ["parallel loop", "parallel loop reduction(+:s)", "kernels loop copy(a[0:n])", "parallel loop gang vector"]


def source(number: int) -> str:
    """A file with annotated loops, unlike any other file's."""
    functions = []
    for i, (body, directive) in enumerate(zip(BODIES, DIRECTIVES)):
        name = f"work_{number}_{i}"
        functions.append(
            f"float {name}(int n, float *a, const float *b, float *c) {{\n  float s = {number};\n"
            f"  #pragma acc {directive}\n  for (int i = {number % 3}; i < n; i++) {{\n"
            f"    {body.format(k=number * 7 + i)}\n    c[i] = {name[-1]} * s;\n  }}\n  return s;\n}}\n"
        )
    return "\n".join(functions)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("training")


def step(folder: Path, which: str, **config: object) -> None:
    path = folder / f"{which}.yaml"
    path.write_text(yaml.safe_dump(config))
    assert main([which, str(path)]) == 0


def repository(mirror: Path, name: str, files: dict[str, str]) -> str:
    path = mirror / name.replace("/", "+") / "repo"
    path.mkdir(parents=True)
    git = ["git", "-C", str(path), "-c", "user.name=t", "-c", "user.email=t@t"]
    subprocess.run([*git, "init", "-q"], check=True)
    for file, text in files.items():
        (path / file).parent.mkdir(parents=True, exist_ok=True)
        (path / file).write_text(text)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-qm", "x"], check=True)
    head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return head.stdout.strip()


def test_from_clones_to_llama_cpp(folder: Path) -> None:
    rows = ["repository\tcommit\topenacc_pairs\tunique_source_mb\tlicence_guess\tfamily\tuse"]
    for r in range(8):
        name = f"owner/repo{r}"
        files = {f"src/f{i}.c": source(10 * r + i) for i in range(4)}
        files["hidden/secret.c"] = source(900 + r)
        commit = repository(folder / "mirror", name, files)
        rows.append(f"{name}\t{commit}\t4\t0\tMIT\tfamily{r // 2}\topenacc")
    commit = repository(folder / "mirror", "owner/judge", {"j.c": source(999)})
    rows += [f"owner/judge\t{commit}\t4\t0\tMIT\tjudge\treserved", "owner/repo0#hidden/*\t-\t0\t0\t-\t-\treserved"]
    (folder / "manifest.tsv").write_text("\n".join(rows) + "\n")

    mined = folder / "files.jsonl.gz"
    step(folder, "mine", manifest=str(folder / "manifest.tsv"), mirror=str(folder / "mirror"), output=str(mined))
    found = {(row["repository"], row["path"]) for row in read_records(mined)}
    assert len(found) == 8 * 5 - 1
    assert ("owner/repo0", "hidden/secret.c") not in found
    assert not any(name == "owner/judge" for name, _ in found)

    pairs = folder / "pairs"
    split = {"family": 8, "repository": 8, "pair": 8, "development": 4, "development_pair": 4, "near": 0.9}
    step(folder, "pairs", files=str(mined), output=str(pairs), split=split, workers=1, most_seen=1.1)
    parts = {name: list(read_records(pairs / f"{name}.jsonl.gz")) for name in ("train", "family", "repository", "pair")}
    held = {row["family"] for row in parts["family"]}
    assert all(parts.values())
    assert not held & {row["family"] for name in ("train", "pair", "repository") for row in parts[name]}
    assert not {r["repository"] for r in parts["repository"]} & {r["repository"] for r in parts["train"]}
    assert all(row["licence"] == "MIT" for row in parts["train"])
    corpus = "\n".join(row["text"] for row in read_records(pairs / "corpus.jsonl.gz"))
    for name in ("family", "repository", "pair"):
        assert not any(row["loop"] in corpus for row in parts[name]), f"a test loop of {name} is in the training text"

    tokenizer = folder / "tokenizer"
    step(folder, "tokenizer", corpus=str(pairs / "corpus.jsonl.gz"), output=str(tokenizer), vocabulary=600)
    shape = {"hidden": 64, "layers": 2, "heads": 4, "kv_heads": 2, "intermediate": 256, "context": 256}
    pretraining = {
        "corpus": [str(pairs / "corpus.jsonl.gz")], "tokenizer": str(tokenizer), "shape": shape, "tokens": 40_000,
        "pairs": [str(pairs / "train.jsonl.gz")], "pair_share": 0.5, "output": str(folder / "base"), "batch_tokens": 2048,
        "device_batch": 4, "compile": False,
    }  # fmt: skip
    step(folder, "pretrain", **pretraining)
    # A second call finds a finished run and trains nothing more.
    weights = (folder / "base" / "model" / "model.safetensors").read_bytes()
    step(folder, "pretrain", **pretraining)
    assert (folder / "base" / "model" / "model.safetensors").read_bytes() == weights
    base = str(folder / "base" / "model")
    step(
        folder, "adapt", base=base, pairs=[str(pairs / "train.jsonl.gz")], output=str(folder / "adapter"), epochs=2,
        batch=8, context=256, rate=2e-3, lora={"rank": 32},
    )  # fmt: skip
    step(
        folder, "adapt", base=base, pairs=[str(pairs / "train.jsonl.gz")], output=str(folder / "tuned"), method="full",
        epochs=1, batch=8, context=256,
    )  # fmt: skip
    step(folder, "blend", before=base, after=str(folder / "tuned"), output=str(folder / "between"), share=0.25)
    assert_lies_between(base, folder / "between", folder / "tuned", 0.25)
    step(
        folder, "export", base=base, adapter=str(folder / "adapter"), output=str(folder / "models"), name="tiny",
        context=256,
    )  # fmt: skip

    (model,) = read_manifest(folder / "models")
    runtime = Runtime(model, threads=1)
    answer = runtime.propose(FillIn("#pragma acc", "\nfor (int i = 0; i < n; i++) a[i] = 0;\n"), None, 1).result(200)
    runtime.close()
    assert answer.prompt_tokens > 10

    for kind, adapter in ((base, folder / "adapter"), (str(model.path), folder / "models" / model.adapters[0].file)):
        step(
            folder, "evaluate", pairs=str(pairs), output=str(folder / "evaluation"), model=kind, adapter=str(adapter),
            splits=["pair"], modes=["loop", "kept"], samples=1, limit=3, files=str(mined),
            mirror=str(folder / "mirror"),
        )  # fmt: skip
        document = json.loads((folder / "evaluation" / "evaluation.json").read_text())
        assert [row["mode"] for row in document["rows"]] == ["copier", "loop", "kept"]
        assert all(0 <= row["exact"] <= 1 for row in document["rows"])
        assert {name.split()[0] for name in document["rows"][1]["compile"]} >= {"gcc"}


def assert_lies_between(before: str, between: Path, after: Path, share: float) -> None:
    start, middle, end = (load_file(Path(f) / "model.safetensors") for f in (before, between, after))
    name = "model.layers.0.mlp.up_proj.weight"
    moved = (end[name].float() - start[name].float()).abs().max()
    assert moved > 0
    expected = start[name].float() + share * (end[name].float() - start[name].float())
    assert (middle[name].float() - expected).abs().max() <= 0.01 * expected.abs().max()
    assert start.keys() == middle.keys()


def test_a_wrong_key_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "wrong.yaml"
    path.write_text("corpus: x\noutput: y\nvocabulery: 3\n")
    assert main(["tokenizer", str(path)]) == 2
    assert "vocabulery" in capsys.readouterr().err
