"""What is wrong in a step's file or on its line is one line of words, and nothing begins."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import yaml
from loopwright_training.adapt import AdaptConfig
from loopwright_training.cli import STEPS, main
from loopwright_training.config import load_config


@pytest.mark.parametrize(
    ("text", "overrides", "said"),
    [
        (b"base: x", ["base"], "--set base: KEY=VALUE is expected"),
        (b"base: x", ["base.rank=4"], "--set base.rank=4: KEY=VALUE is expected"),
        (b"base: x", ["epochs=[1"], "--set epochs=[1 is not YAML"),
        (b"\xff\xfe", [], "is not YAML"),
        (b"a: [1\n", [], "is not YAML"),
        (b"- 1\n", [], "keys and values are expected"),
        (b"base: x\nepochs: many\n", [], "epochs is a number, not 'many'"),
        (b"base: x", ["rate=.nan"], "rate is a number, not nan"),
        (b"base: x", ["rate=nan"], "rate is a number, not 'nan'"),
        (b"base: x", ["rate=.inf"], "rate is a number, not inf"),
        (b"base: x", ["rate=true"], "rate is a number, not True"),
        (b"base: x", ["lora=8"], "lora is keys and values, not 8"),
        (b"base: x", ["lora=null"], "lora has no value"),
        (b"base: x", ["lora.rank=[1]"], "lora: rank is a number, not [1]"),
        (b"base: x", ["output=null"], "output has no value"),
        (b"base: x", ["output=[a]"], "output is a path, not ['a']"),
        (b"base: x", ["pairs=/tmp/x.jsonl.gz"], "pairs is a list, such as [a, b], not '/tmp/x.jsonl.gz'"),
        (b"base: x", ["held=x"], "held is a list, such as [a, b], not 'x'"),
        (b"base: x", ["modes=loop"], "modes is a list, such as [a, b], not 'loop'"),
        (b"base: x", ["mode_weights=[a]"], "mode_weights is a number, not 'a'"),
        (b"base: x", ["base={a: 1}"], "base is text, not {'a': 1}"),
        (b"base: x", ["method=best"], "method cannot be 'best'"),
        (b"base: x", ["compile=2"], "compile is true or false, not 2"),
        (b"base: x\npairs: [y]\noutput: z", ["rate=0"], "rate is more than 0"),
        (b"base: x\npairs: [y]\noutput: z", ["context=0"], "context is more than 0"),
        (b"base: x\npairs: [y]\noutput: z", ["lora.rank=0"], "rank and alpha of lora are more than 0"),
        (b"base: x\npairs: [y]\noutput: z", ["mode_weights=[0, 0, 0]"], "mode_weights are 0 or more"),
        (b"base: /nope\npairs: [y]\noutput: z", [], "base: /nope is not there"),
        (b"base: a/b/c\npairs: [y]\noutput: z", [], "base: a/b/c is not there"),
        (b"base: x\npairs: [y]\noutput: z", ["adapter=none"], "adapter: none is not there"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    text: bytes, overrides: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "adapt.yaml").write_bytes(text)
    words = [word for override in overrides for word in ("--set", override)]
    assert main(["adapt", str(tmp_path / "adapt.yaml"), *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("words", [["here", "."], ["adapt", "adapt.yaml"], ["mine", "mine.yaml"]])
def test_a_package_that_is_missing_is_named(words: list[str], tmp_path: Path) -> None:
    missing = "for name in ('torch', 'yaml', 'transformers', 'datasketch'): sys.modules[name] = None"
    script = f"import sys\n{missing}\nfrom loopwright_training.cli import main\nsys.exit(main({words!r}))"
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "is not installed; the extras `model` and `training` bring" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("step", "config"),
    [
        ("blend", "blend"),
        ("export", "export"),
        ("export-adapter", "export-adapter"),
        ("evaluate", "evaluate"),
        ("adapt", "adapt"),
    ],
)
def test_the_shipped_files_in_a_fresh_clone_name_what_is_missing(
    step: str, config: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path(__file__).parents[2] / "training" / "configs" / f"{config}.yaml"
    monkeypatch.chdir(tmp_path)
    assert main([step, str(file)]) == 2
    error = capsys.readouterr().err
    assert "is not there" in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir()), "nothing was begun"


def test_every_shipped_file_is_read() -> None:
    folder = Path(__file__).parents[2] / "training" / "configs"
    for file in sorted(folder.glob("*.yaml")):
        step = {"adapt-cuda": "adapt", "rank-outside": "rank", "rank-again": "rank", "product": "product"}.get(
            file.stem, file.stem
        )
        module, _, kind, _ = STEPS.get(step, ("product", "", "ProductConfig", ""))
        load_config(getattr(import_module(f"loopwright_training.{module}"), kind), file)


def test_values_have_the_types_of_their_fields(tmp_path: Path) -> None:
    (tmp_path / "adapt.yaml").write_text(
        "base: 7\npairs: [a, 8]\noutput: z\nrate: 1e-3\nlora: {rank: 4}\nadapter: null\n"
    )
    config = load_config(AdaptConfig, tmp_path / "adapt.yaml", ["epochs=2", "mode_weights=[1, 0, 1e-1]"])
    assert (config.base, config.pairs, config.output) == ("7", ("a", "8"), Path("z"))
    assert (config.rate, config.epochs, config.lora.rank, config.adapter) == (1e-3, 2.0, 4, None)
    assert config.mode_weights == (1.0, 0.0, 0.1)
    assert isinstance(config.epochs, float)


def test_every_step_reads_what_another_writes() -> None:
    """What the shipped files name under `training/data` is the output of another of them, or of a recipe of a script."""
    training = Path(__file__).parents[2] / "training"
    files = {file: yaml.safe_load(file.read_text("utf-8")) for file in sorted((training / "configs").glob("*.yaml"))}
    scripts = "".join(file.read_text("utf-8") for file in (training / "runs").glob("*.sh"))
    written = {content["output"] for content in files.values()}
    for file, content in files.items():
        for key, value in content.items():
            for named in value if isinstance(value, list) else [value]:
                if key not in ("base", "before", "after", "model", "adapter", "tokenizer", "corpus") or not str(
                    named
                ).startswith("training/data/"):
                    continue
                inside = Path(named).relative_to("training/data")
                recipe = inside.parts[1] if inside.parts[0] == "run" else ""
                made = any(Path(named).is_relative_to(output) for output in written)
                assert made or (recipe and (f"{recipe}) " in scripts or f"{recipe} " in scripts)), (
                    f"{file.name}: {named}"
                )


@pytest.mark.parametrize("words", [["adapt"], ["blend"], ["here"]])
def test_who_ends_a_step_is_told_that_it_goes_on(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ended(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("loopwright_training.cli.load_config", ended)
    monkeypatch.setattr("loopwright_training.here.here", ended)
    assert main([*words, str(tmp_path)]) == 130
    assert capsys.readouterr().err.strip() == f"loopwright-train {words[0]}: ended; the same command goes on"
