"""What is imported takes the place of nothing but what has its own name and kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.model.manifest import list_models, user_folder
from tiny_gguf import WIDTH, model

from tests.model.test_adapters import adapter


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOPWRIGHT_MODELS", str(tmp_path / "own"))


def files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in user_folder().iterdir() if path.is_file()}


def imported(path: Path, *options: str) -> int:
    return main(["model", "import", str(path), *options])


def base(path: Path) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(model().data())
    return path


def test_an_adapter_never_lies_over_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert imported(base(tmp_path / "solver.gguf")) == 0
    before = files()
    other = adapter(tmp_path / "lora.gguf", width=WIDTH)
    assert imported(other, "--name", "solver") == 2
    assert "solver is installed as solver.gguf" in capsys.readouterr().err
    assert files() == before
    assert imported(other, "--name", "mine") == 0
    assert files()["solver.gguf"] == before["solver.gguf"]


def test_a_model_lies_over_nothing_of_another_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert imported(base(tmp_path / "a" / "m.gguf"), "--name", "first") == 0
    assert imported(adapter(tmp_path / "lora.gguf", width=WIDTH)) == 0
    before = files()
    assert imported(base(tmp_path / "b" / "m.gguf"), "--name", "second") == 2
    assert imported(base(tmp_path / "b" / "lora.gguf")) == 2
    assert files() == before
    assert imported(base(tmp_path / "b" / "m.gguf"), "--name", "first") == 0, "it may be renewed"
    assert [m.name for m in list_models()].count("first") == 1


@pytest.mark.parametrize("name", ["manifest.json", "adapters.json", "chosen"])
def test_a_model_lies_over_no_list(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert imported(base(tmp_path / "m.gguf")) == 0
    before = files()
    assert imported(base(tmp_path / "x" / name)) == 2
    assert "does not end with .gguf" in capsys.readouterr().err
    assert files() == before
    assert main(["model", "list"]) == 0
