"""A team's own directives, from a folder to an installed adapter, on a model of a second's size."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from loopwright.model.install import install
from loopwright.model.manifest import choose_model, use_model
from loopwright_training import here as here_module
from loopwright_training.adapt import AdaptConfig, adapt
from loopwright_training.cli import main
from loopwright_training.export import ExportConfig, export
from loopwright_training.records import write_records
from transformers import AutoModelForCausalLM, AutoTokenizer, Qwen2Config

LOOP = "for (int i = {k}; i < n; i++) {{\n    {body}\n  }}"
BODIES = ["a[i] = b[i] * {k};", "s += a[i] - {k};", "c[i] = a[i] > {k} ? b[i] : {k}.5f;", "a[i + {k}] = c[i] / b[i];"]
DIRECTIVES = [
    "parallel loop present(a, b)",
    "parallel loop reduction(+:s)",
    "kernels loop async(2)",
    "parallel loop gang",
]


def project(folder: Path, files: int) -> Path:
    """A folder with four annotated loops a file."""
    for number in range(files):
        functions = []
        for kind, (body, directive) in enumerate(zip(BODIES, DIRECTIVES)):
            k = 4 * number + kind + 1
            loop = LOOP.format(k=k, body=body.format(k=k))
            functions.append(
                f"void f{k}(int n, float *a, float *b, float *c) {{\n  float s = 0;\n  #pragma acc {directive}\n  {loop}\n}}\n"
            )
        (folder / "src").mkdir(parents=True, exist_ok=True)
        (folder / "src" / f"part{number}.c").write_text("\n".join(functions))
    return folder


@pytest.fixture(scope="module")
def exported(tiny_base: Path, tiny_rows: list[dict[str, object]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of models with the tiny base; it has learned to end an answer, or asking it would take minutes."""
    folder = tmp_path_factory.mktemp("exported")
    write_records(folder / "pairs.jsonl.gz", tiny_rows)
    tuned = AdaptConfig(
        str(tiny_base),
        (str(folder / "pairs.jsonl.gz"),),
        folder / "tuned",
        method="full",
        epochs=20,
        batch=8,
        context=128,
        rate=1e-2,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOOPWRIGHT_MODELS", str(folder / "models"))
        adapt(tuned)
        export(ExportConfig(str(folder / "tuned"), folder / "models", "tiny", context=128))
    return folder / "models"


@pytest.fixture
def installed(exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The user's own model."""
    monkeypatch.setenv("LOOPWRIGHT_MODELS", str(shutil.copytree(exported, tmp_path / "models")))
    return "tiny"


def test_from_a_folder_to_an_adapter(installed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = project(tmp_path / "solver", 6)
    files = {path: path.read_bytes() for path in own.rglob("*") if path.is_file()}
    arguments = [
        "here",
        str(own),
        "--output",
        str(tmp_path / "work"),
        "--model",
        installed,
        "--epochs",
        "2",
    ]
    code = main(arguments)
    told = capsys.readouterr().out
    assert "loops to learn from" in told
    assert "training takes about" in told
    assert "held-out directives" in told
    page = (tmp_path / "work" / "report.html").read_text()
    assert "files that were held out whole" in page
    assert "<svg" in page
    assert "Met now, and not before: " in page
    assert "Met before, and not now: " in page
    assert "http" not in page
    rows = json.loads((tmp_path / "work" / "after" / "evaluation.json").read_text())["rows"]
    assert {row["split"] for row in rows} == {"pair", "repository"}
    assert {path: path.read_bytes() for path in own.rglob("*") if path.is_file()} == files
    model = choose_model(installed)
    adapter = model.adapter("openacc")
    assert (code, adapter is not None and adapter.name == "solver") in ((0, True), (1, False))
    # Asked again, nothing is trained again, though the new adapter is in use by now.
    weights = (tmp_path / "work" / "adapter" / "adapter_model.safetensors").stat().st_mtime_ns
    assert main(arguments) == code
    again = capsys.readouterr().out
    assert "already" in again
    assert "training takes about" not in again
    assert (tmp_path / "work" / "adapter" / "adapter_model.safetensors").stat().st_mtime_ns == weights


def test_too_little_to_learn_from_is_said(installed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = project(tmp_path / "few", 2)
    assert main(["here", str(few), "--output", str(tmp_path / "work"), "--model", installed]) == 2
    assert "8 annotated loops in C, C++ and CUDA were found; at least 12 are needed" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert main(["here", str(tmp_path / "empty"), "--output", str(tmp_path / "work"), "--model", installed]) == 2
    assert "annotated loops" in capsys.readouterr().err
    assert main(["here", str(tmp_path / "absent"), "--model", installed]) == 2
    assert "is not a folder" in capsys.readouterr().err


def test_what_is_wrong_is_said_before_anything_is_read(
    installed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, output = str(project(tmp_path / "solver", 5)), tmp_path / "work"
    wrong = {
        "cannot be the name of an adapter": ["--model", installed, "--name", "a/b"],
        "There is no model called 'absent'": ["--model", "absent"],
        "is no checkpoint": ["--base", own],
    }
    for message, words in wrong.items():
        assert main(["here", own, "--output", str(output), *words]) == 2
        assert message in capsys.readouterr().err
        assert not output.exists()
    for number in ("0", "abc", "inf", "-3"):
        with pytest.raises(SystemExit) as stopped:
            main(["here", own, "--minutes", number])
        assert stopped.value.code == 2
        assert f"a number above 0 is needed, not {number}" in capsys.readouterr().err


class _TrainingBegan(Exception):
    """What was planned is not refused, and what follows is another test's."""


def _training_begins(*_: object, **__: object) -> None:
    raise _TrainingBegan


def test_the_minutes_that_a_refusal_names_are_enough(
    installed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too few are refused before training. A machine that got busier in between was measured again, and the number that it had told was
    refused."""
    own, output = str(project(tmp_path / "solver", 6)), tmp_path / "work"
    here = ["here", own, "--output", str(output), "--model", installed, "--no-install", "--minutes"]
    assert main([*here, "0.001"]) == 2
    refused = capsys.readouterr().err
    assert "0.001 minutes are too few" in refused
    assert not (output / "adapter").exists()
    enough = refused.partition("`--minutes ")[2].partition("`")[0]
    monkeypatch.setattr(here_module, "cost_of", None)
    monkeypatch.setattr(here_module, "adapt", _training_begins)
    with pytest.raises(_TrainingBegan):
        main([*here, enough])
    assert (output / "plan.json").exists()
    assert not (output / "measured.json").exists()


@pytest.fixture(scope="module")
def public_base(tiny_base: Path, tiny_rows: list[dict[str, object]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Qwen2 with random weights and other marks of a fill-in, which has learned to end an answer."""
    folder = tmp_path_factory.mktemp("public")
    tokenizer = AutoTokenizer.from_pretrained(tiny_base)
    words = {"vocab_size": len(tokenizer), "bos_token_id": 0, "eos_token_id": 0, "pad_token_id": 0}
    shape = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2}
    config = Qwen2Config(**shape, **words, intermediate_size=128, max_position_embeddings=1024)
    AutoModelForCausalLM.from_config(config).save_pretrained(folder / "random")
    tokenizer.save_pretrained(folder / "random")
    for file in (folder / "random").glob("tokenizer*.json"):
        file.write_text(
            file.read_text("utf-8").replace("<|fim_", "<fim_").replace("fix|>", "fix>").replace("middle|>", "middle>")
        )
    pairs = (str(folder / "pairs.jsonl.gz"),)
    write_records(Path(*pairs), tiny_rows)
    adapt(
        AdaptConfig(
            str(folder / "random"), pairs, folder / "Public-7B", "full", epochs=12, batch=8, context=128, rate=3e-3
        )
    )
    return folder / "Public-7B"


def test_a_base_of_the_teams_own(
    public_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOOPWRIGHT_MODELS", str(tmp_path / "models"))
    own = str(project(tmp_path / "solver", 5))
    arguments = ["here", own, "--output", str(tmp_path / "work"), "--base", str(public_base)]
    code = main([*arguments, "--epochs", "1"])
    told = capsys.readouterr()
    assert code in (0, 1), told.err
    assert "held-out directives" in told.out
    file = tmp_path / "work" / "Public-7B-solver.gguf"
    if code == 1:  # no better than nothing: a model of this size may be
        assert f"loopwright model import {tmp_path}" in told.out
        assert "Public-7B-solver.gguf` does it" in told.out
        assert main(["here", *arguments[1:], "--epochs", "1", "--no-install"]) == 0
        install(tmp_path / "work" / "models" / "Public-7B-q8_0.gguf", "Public-7B")
        install(file, "solver")
    model = use_model("solver")
    assert model.name == "Public-7B"
    assert model.prompt.prefix == "<fim_prefix>"
    adapter = model.adapter("openacc")
    assert adapter is not None
    assert adapter.name == "solver"


def test_what_is_no_base_is_said_in_one_line(
    public_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOOPWRIGHT_MODELS", str(tmp_path / "models"))
    own = str(project(tmp_path / "solver", 5))
    (tmp_path / "empty").mkdir()
    assert main(["here", own, "--output", str(tmp_path / "work"), "--base", str(tmp_path / "empty")]) == 2
    assert "is no checkpoint: it has no config.json" in capsys.readouterr().err
    export(ExportConfig(str(public_base), tmp_path / "models", "public", context=128))
    assert main(["here", own, "--output", str(tmp_path / "work"), "--model", "public"]) == 2
    assert "only a model that was made here can be unpacked" in capsys.readouterr().err
