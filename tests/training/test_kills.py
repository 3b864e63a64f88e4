"""Every step that is killed and asked again leaves what it would have left: the same bytes.

TRAINING_KILLS=10 kills each step at ten moments (`adapt` and `pretrain` have tests of their own, with the same number).
"""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from forked import started
from loopwright.model.manifest import read_manifest, verify
from loopwright_training.adapt import AdaptConfig, adapt
from loopwright_training.cli import main
from loopwright_training.records import read_records, write_records
from source_package import package
from whole import WHOLE, swept

KILLS = swept("TRAINING_KILLS", always=1, whole=10)
# A log says when; what was measured before a plan was made, and the times of an evaluation, are of the machine.
TIMES = ("runs.jsonl", ".md", ".html", "answers.jsonl", "plan.json", "judging.json")
# The first two always: one writes its file in parts, one makes a model with the programs of others.
STEPS = ("mine", "export", "pairs", "tokenizer", "blend", "unpack", "evaluate")
LOOP = "for (int i = {k}; i < n; i++) {{ {body} }}"
BODIES = ["a[i] = b[i] * {k};", "s += a[i] - {k};", "c[i] = a[i] > {k} ? b[i] : {k}.5f;", "a[i + {k}] = c[i] / b[i];"]
DIRECTIVES = ["parallel loop present(a)", "parallel loop reduction(+:s)", "kernels loop async(2)", "parallel loop gang"]


def source(number: int) -> str:
    """A file with four annotated loops, unlike any other file's."""
    functions = []
    for kind, (body, directive) in enumerate(zip(BODIES, DIRECTIVES)):
        k = 4 * number + kind + 1
        loop = LOOP.format(k=k, body=body.format(k=k))
        functions.append(
            f"void f{k}(int n, float *a, float *b, float *c) {{\n  float s = 0;\n  #pragma acc {directive}\n  {loop}\n}}\n"
        )
    return "\n".join(functions)


@pytest.fixture(scope="module")
def made(tiny_base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What each step reads: clones, records, pairs, a base that was fine-tuned, an installed model."""
    folder = tmp_path_factory.mktemp("kills")
    rows = ["repository\tcommit\tlicence_guess\tfamily\tuse"]
    for number in range(3):
        clone = folder / "mirror" / f"owner+repo{number}"
        (clone / "src").mkdir(parents=True)
        for file in range(4):
            (clone / "src" / f"part{file}.c").write_text(source(4 * number + file))
        git = ["git", "-C", str(clone), "-c", "user.name=t", "-c", "user.email=t@t"]
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x"]):
            subprocess.run([*git, *words], check=True)
        head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
        rows.append(f"owner/repo{number}\t{head}\tMIT\tfamily{number}\topenacc")
    (folder / "manifest.tsv").write_text("\n".join(rows) + "\n")
    assert run(folder, "mine", configuration("mine", folder, folder / "files.jsonl.gz", tiny_base)) == 0
    assert run(folder, "pairs", configuration("pairs", folder, folder / "pairs", tiny_base)) == 0
    # It has to know how to end an answer, or asking it would take minutes.
    pairs = (str(folder / "pairs" / "train.jsonl.gz"),)
    adapt(AdaptConfig(str(tiny_base), pairs, folder / "tuned", "full", epochs=12, batch=8, context=256, rate=1e-2))
    assert run(folder, "export", configuration("export", folder, folder / "models", tiny_base)) == 0
    translator = AdaptConfig(str(folder / "tuned"), pairs, folder / "lora", epochs=1, batch=8, context=256)
    adapt(translator)
    package(folder / "debian")
    return folder


@pytest.fixture(autouse=True)
def _installed(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOPWRIGHT_MODELS", str(made / "models"))


def configuration(step: str, made: Path, output: Path, base: Path) -> dict[str, Any]:
    """What ``step`` is told to make, into ``output``."""
    shares = {"family": 0, "repository": 0.2, "pair": 0.2, "development": 0, "development_pair": 0.1}
    configs: dict[str, dict[str, Any]] = {
        "mine": {"manifest": made / "manifest.tsv", "mirror": made / "mirror"},
        "pairs": {"files": made / "files.jsonl.gz", "split": shares, "workers": 1, "most_seen": 1.1},
        "tokenizer": {"corpus": made / "files.jsonl.gz", "vocabulary": 500},
        "blend": {"before": base, "after": made / "tuned", "share": 0.5},
        "export": {"base": made / "tuned", "name": "tiny", "quantization": "Q8_0", "context": 256},
        "unpack": {"model": made / "models" / "tiny-q8_0.gguf"},
        "evaluate": {
            "pairs": made / "pairs", "model": made / "models" / "tiny-q8_0.gguf", "splits": ["pair"], "modes": ["loop"],
            "grammar": True,
        },
        "packages": {"folder": made / "debian", "manifest": output.with_name(f"{output.name}.tsv")},
        "rank": {
            "pairs": made / "pairs", "files": made / "files.jsonl.gz", "answers": output.with_name(f"{output.name}.answers"),
            "splits": ["pair"], "model": "tiny", "folds": 2, "steps": 20,
        },
        "export-adapter": {"adapter": made / "lora", "base": made / "tuned", "model": "tiny", "task": "translate"},
        "cuda-pairs": {"batches": 3, "batch": 2, "timed_every": 2, "workers": 2},
    }  # fmt: skip
    named = {key: str(value) if isinstance(value, Path) else value for key, value in configs[step].items()}
    return {**named, "output": str(output)}


def run(folder: Path, step: str, config: dict[str, Any]) -> int:
    return main(arguments(folder, step, config))


def arguments(folder: Path, step: str, config: dict[str, Any]) -> list[str]:
    path = folder / f"{step}.yaml"
    path.write_text(yaml.safe_dump(config))
    return [step, str(path)]


def ended(words: list[str], after: float | None = None) -> float:
    """Run the command in a process of its own, to its end or for ``after`` seconds; how long it took."""
    began = time.perf_counter()
    process = started(words)
    process.join(after)
    if process.is_alive():
        process.kill()
        process.join()
    else:
        assert process.exitcode == 0
    return time.perf_counter() - began


def contents(output: Path) -> dict[str, str]:
    """Every file that was left, by its bytes."""
    files = [output] if output.is_file() else sorted(path for path in output.rglob("*") if path.is_file())
    found = {}
    for path in files:
        if path.name.endswith(TIMES):
            continue
        data = path.read_bytes()
        if path.name == "evaluation.json":
            rows = json.loads(data)["rows"]
            data = json.dumps([{k: v for k, v in row.items() if k != "seconds_per_pair"} for row in rows]).encode()
        if path.name == "adapt.json":
            data = json.dumps(json.loads(data)["loss"]).encode()
        if path.name.endswith(".jsonl.gz"):
            data = without_times(path)
        if not path.name.endswith(".stamp.json"):  # a stamp names its output
            found[str(path.relative_to(output.parent if output.is_file() else output))] = hashlib.sha256(
                data
            ).hexdigest()
    return found


def without_times(path: Path) -> bytes:
    """Rows as they are, but for what was timed on this machine."""
    rows = list(read_records(path))
    for row in rows:
        for key in row.get("labels", {}):
            if key.endswith("_ms"):
                row["labels"][key] = None
    return "\n".join(json.dumps(row) for row in rows).encode()


@pytest.mark.timeout(900 * KILLS)
@pytest.mark.parametrize("step", STEPS if WHOLE else STEPS[:2])
def test_a_killed_step_leaves_what_it_would_have_left(step: str, made: Path, tiny_base: Path, tmp_path: Path) -> None:
    # The same place every time: an adapter's configuration names its base.
    output = tmp_path / ("out.jsonl.gz" if step == "mine" else "out")
    words = arguments(tmp_path, step, configuration(step, made, output, tiny_base))
    assert_kills_leave_no_mark(words, output, step)


def assert_kills_leave_no_mark(words: list[str], output: Path, seed: str) -> None:
    """The command that makes ``output`` is killed somewhere on its way and asked again, ``KILLS`` times."""
    takes = ended(words)
    wanted = contents(output)
    assert wanted
    order = random.Random(seed)
    for _ in range(KILLS):
        clear(output)
        ended(words, takes * order.uniform(0.1, 0.95))
        ended(words)
        assert contents(output) == wanted


def clear(output: Path) -> None:
    for path in output.parent.glob(f"{output.name}*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


@pytest.mark.timeout(900 * KILLS)
@pytest.mark.parametrize("step", ["packages", "rank"])
def test_a_killed_step_that_writes_one_file_leaves_it_whole(
    step: str, made: Path, tiny_base: Path, tmp_path: Path
) -> None:
    output = tmp_path / {"packages": "out.jsonl.gz", "rank": "out.json"}[step]
    words = arguments(tmp_path, step, configuration(step, made, output, tiny_base))
    assert_kills_leave_no_mark(words, output, step)


@pytest.mark.timeout(900 * KILLS)
def test_a_killed_export_of_an_adapter_leaves_the_model_in_use(made: Path, tiny_base: Path, tmp_path: Path) -> None:
    output = tmp_path / "models"
    shutil.copytree(made / "models", output)
    words = arguments(tmp_path, "export-adapter", configuration("export-adapter", made, output, tiny_base))
    takes = ended(words)
    wanted = contents(output)
    order = random.Random("export-adapter")
    for _ in range(KILLS):
        shutil.rmtree(output)
        shutil.copytree(made / "models", output)
        ended(words, takes * order.uniform(0.1, 0.95))
        (model,) = read_manifest(output)
        for adapter in model.adapters:
            verify(model, adapter.task)
        ended(words)
        assert contents(output) == wanted
    (model,) = read_manifest(output)
    assert model.adapter("translate") is not None


@pytest.mark.timeout(900 * KILLS)
def test_killed_pairs_of_kernels_are_those_that_would_have_been(made: Path, tiny_base: Path, tmp_path: Path) -> None:
    pytest.importorskip("tvm")
    output = tmp_path / "out"
    words = arguments(tmp_path, "cuda-pairs", configuration("cuda-pairs", made, output, tiny_base))
    assert_kills_leave_no_mark(words, output, "cuda-pairs")
    assert any(read_records(output / "train.jsonl.gz"))


@pytest.mark.timeout(900 * KILLS)
def test_the_one_command_goes_on_where_it_was_killed(made: Path, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / "solver").mkdir(exist_ok=True)
        (tmp_path / "solver" / f"part{number}.c").write_text(source(100 + number))
    output = tmp_path / "work"
    chosen = ["--output", str(output), "--model", "tiny", "--epochs", "1", "--no-install"]
    assert_kills_leave_no_mark(["here", str(tmp_path / "solver"), *chosen], output, "here")
    assert (output / "tiny-solver.gguf").exists()


def test_what_is_unfinished_is_not_read(made: Path, tiny_base: Path, tmp_path: Path, capsys: Any) -> None:
    shutil.copytree(made / "pairs", tmp_path / "pairs")
    (tmp_path / "pairs" / "pairs.stamp.json").write_text('{"step": "pairs", "stamp": "unfinished"}')
    config = {
        "base": str(tiny_base),
        "pairs": [str(tmp_path / "pairs" / "train.jsonl.gz")],
        "output": str(tmp_path / "a"),
    }
    assert run(tmp_path, "adapt", config) == 2
    assert "is unfinished: `loopwright-train pairs` goes on with it" in capsys.readouterr().err
    judged = configuration("evaluate", made, tmp_path / "e", tiny_base) | {"pairs": str(tmp_path / "pairs")}
    assert run(tmp_path, "evaluate", judged) == 2
    assert "is unfinished" in capsys.readouterr().err


def test_other_inputs_are_seen(made: Path, tiny_base: Path, tmp_path: Path, capsys: Any) -> None:
    shutil.copy(made / "files.jsonl.gz", tmp_path / "files.jsonl.gz")
    config = configuration("pairs", tmp_path, tmp_path / "pairs", tiny_base)
    assert run(tmp_path, "pairs", config) == 0
    first = contents(tmp_path / "pairs")
    capsys.readouterr()
    assert run(tmp_path, "pairs", config) == 0
    assert "made of these inputs already" in capsys.readouterr().out
    rows = list(read_records(tmp_path / "files.jsonl.gz"))
    write_records(tmp_path / "files.jsonl.gz", rows[: len(rows) // 2])
    assert run(tmp_path, "pairs", config) == 0
    assert contents(tmp_path / "pairs") != first


def test_a_commit_that_is_not_there_is_an_error(made: Path, tiny_base: Path, tmp_path: Path, capsys: Any) -> None:
    text = (made / "manifest.tsv").read_text().splitlines()
    head = text[2].split("\t")
    absent = "0123456789abcdef0123456789abcdef01234567"
    (tmp_path / "manifest.tsv").write_text(
        "\n".join([text[0], text[1], "\t".join([head[0], absent, *head[2:]])]) + "\n"
    )
    config = configuration("mine", made, tmp_path / "files.jsonl.gz", tiny_base)
    config["manifest"] = str(tmp_path / "manifest.tsv")
    assert run(tmp_path, "mine", config) == 2
    assert f"1 commits of {tmp_path}/manifest.tsv are not in their clones, the first is {head[0]} {absent}" in (
        capsys.readouterr().err
    )
    assert not (tmp_path / "files.jsonl.gz").exists()
    assert run(tmp_path, "mine", config | {"other_commits": True}) == 0
    commits = {row["repository"]: row["commit"] for row in read_records(tmp_path / "files.jsonl.gz")}
    assert commits[head[0]] == head[1]


def test_a_changed_manifest_is_mined_anew_where_it_changed(made: Path, tiny_base: Path, tmp_path: Path) -> None:
    output = tmp_path / "files.jsonl.gz"
    config = configuration("mine", made, output, tiny_base)
    text = (made / "manifest.tsv").read_text()
    (tmp_path / "manifest.tsv").write_text("\n".join(text.splitlines()[:3]) + "\n")
    config["manifest"] = str(tmp_path / "manifest.tsv")
    assert run(tmp_path, "mine", config) == 0
    assert len({row["repository"] for row in read_records(output)}) == 2
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "files.jsonl.gz.parts").glob("*.jsonl.gz")}
    (tmp_path / "manifest.tsv").write_text(text.replace("MIT\tfamily2", "BSD\tfamily2"))
    assert run(tmp_path, "mine", config) == 0
    rows = list(read_records(output))
    assert {row["repository"]: row["licence"] for row in rows}["owner/repo2"] == "BSD"
    assert all(path.stat().st_mtime_ns == time for path, time in kept.items())
