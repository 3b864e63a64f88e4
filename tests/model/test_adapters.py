"""Adapters of the user's own: installed for the base that they fit, several at once, and away again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import gguf
import numpy as np
import pytest
from loopwright.cli.main import main
from loopwright.model.errors import ModelError
from loopwright.model.install import BASE_KEY, install
from loopwright.model.manifest import choose_model, list_models, shipped_folder, use_model, user_folder, write_manifest

WIDTH = 768


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOPWRIGHT_MODELS", str(tmp_path / "own"))


def adapter(path: Path, base: str | None = None, width: int = WIDTH, tensor: str = "blk.0.attn_q.weight") -> Path:
    """An adapter of one matrix that changes nothing."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", 8.0)
    if base is not None:
        writer.add_string(BASE_KEY, base)
    writer.add_tensor(f"{tensor}.lora_a", np.zeros((4, width), dtype=np.float32))
    writer.add_tensor(f"{tensor}.lora_b", np.zeros((width, 4), dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def in_use() -> str:
    found = choose_model().adapter("openacc")
    assert found is not None
    return found.name


def test_it_stands_in_for_the_shipped_one_until_it_is_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = choose_model()
    file = adapter(tmp_path / "solver.gguf", shipped.sha256)
    assert main(["model", "import", str(file)]) == 0
    assert "the adapter solver is used with" in capsys.readouterr().out
    assert in_use() == "solver"
    chosen = choose_model().adapter("openacc")
    assert chosen is not None
    assert Path(chosen.file).read_bytes() == file.read_bytes()
    assert choose_model().adapter("translate") == shipped.adapter("translate")
    assert main(["model", "remove", "solver"]) == 0
    assert in_use() == "openacc"
    assert not Path(chosen.file).exists()
    assert main(["model", "remove", "solver"]) == 2


def test_several_are_kept_and_one_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("solver", "mesh"):
        install(adapter(tmp_path / f"{name}.gguf"))
    assert in_use() == "mesh"
    assert main(["model", "use", "solver"]) == 0
    assert in_use() == "solver"
    found = choose_model(adapter="mesh").adapter("openacc")
    assert found is not None
    assert found.name == "mesh", "a workspace may have its own"
    capsys.readouterr()
    main(["model", "list", "--json"])
    rows = json.loads(capsys.readouterr().out)["adapters"]
    assert {row["name"]: row["in_use"] for row in rows} == {"solver": True, "mesh": False}
    assert main(["model", "use", choose_model().name]) == 0
    assert in_use() == "openacc", "a model that is chosen comes with its own adapters"


def test_several_are_imported_in_one_call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(adapter(tmp_path / f"{name}.gguf")) for name in ("solver", "mesh", "flux")]
    assert main(["model", "import", *files]) == 0
    assert in_use() == "flux"
    assert main(["model", "use", "mesh"]) == 0
    assert "the adapter mesh is used with" in capsys.readouterr().out
    assert main(["model", "import", *files, "--name", "one"]) == 2
    assert "--name is for one file" in capsys.readouterr().err


def test_an_adapter_for_kernels_leaves_directives_alone(tmp_path: Path) -> None:
    """It was taken for one that writes directives, and the next suggestion was made with it."""
    shipped = choose_model()
    own = shipped.adapter("translate")
    assert own is not None
    assert main(["model", "import", str(shipped.folder / own.file), "--name", "copy"]) == 0
    assert main(["model", "import", str(adapter(tmp_path / "kernels.gguf")), "--task", "translate"]) == 0
    assert in_use() == "openacc"
    used = choose_model().adapter("translate")
    assert used is not None
    assert used.name == "kernels"


def test_an_adapter_for_another_base_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="made for a model that is not installed"):
        install(adapter(tmp_path / "a.gguf", "0" * 64))
    with pytest.raises(ModelError, match="fits none of the models"):
        install(adapter(tmp_path / "b.gguf", width=512))
    with pytest.raises(ModelError, match="fits none of the models"):
        install(adapter(tmp_path / "c.gguf", tensor="blk.99.attn_q.weight"))
    assert in_use() == "openacc"


def test_a_name_that_is_a_path_is_refused(tmp_path: Path) -> None:
    file = adapter(tmp_path / "a.gguf")
    for name in ("../escaped", "a/b", ".hidden", ""):
        if name:
            with pytest.raises(ModelError, match="cannot be the name"):
                install(file, name)
    assert not list(tmp_path.parent.glob("escaped*"))


def test_an_unknown_adapter_is_said() -> None:
    with pytest.raises(ModelError, match="no adapter called 'absent'"):
        choose_model(adapter="absent")


def test_a_list_that_is_damaged_is_said(tmp_path: Path) -> None:
    install(adapter(tmp_path / "a.gguf"))
    (user_folder() / "adapters.json").write_text("{", "utf-8")
    with pytest.raises(ModelError, match="cannot be read"):
        choose_model()


def test_models_are_removed_and_shipped_ones_stay(tmp_path: Path) -> None:
    source = next(shipped_folder().glob("*q5_k_m.gguf"))
    assert main(["model", "import", str(source), "--name", "mine"]) == 0
    assert "mine" in {model.name for model in list_models()}
    assert main(["model", "use", "mine"]) == 0
    assert main(["model", "remove", "mine"]) == 0
    assert choose_model().name != "mine"
    assert main(["model", "remove", choose_model().name]) == 2


def test_the_name_of_an_adapter_brings_its_base(tmp_path: Path) -> None:
    """What `list` shows as an adapter can be named, whatever model is in use."""
    shipped = choose_model()
    base = replace(shipped, name="other", sha256="0" * 64, adapters=())
    user_folder().mkdir()
    write_manifest(user_folder(), [base])
    install(adapter(tmp_path / "proj.gguf", base.sha256))
    use_model(shipped.name)
    assert choose_model().name == shipped.name
    chosen = choose_model(adapter="proj")
    assert chosen.name == "other"
    assert [a.name for a in chosen.adapters] == ["proj"]
    with pytest.raises(ModelError, match=f"The adapter 'proj' is for the model other, not for {shipped.name}"):
        choose_model(shipped.name, "proj")
    with pytest.raises(ModelError, match="There is no adapter called 'tpyo'"):
        choose_model(adapter="tpyo")
    with pytest.raises(ModelError, match="proj is installed for other; give this one another name"):
        install(adapter(tmp_path / "proj.gguf", shipped.sha256))


def test_a_base_that_is_removed_tells_of_its_adapters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    user_folder().mkdir()
    (user_folder() / "other.gguf").write_bytes(b"GGUF")
    known = replace(choose_model(), name="other", file="other.gguf", sha256="0" * 64, adapters=(), folder=user_folder())
    write_manifest(user_folder(), [known])
    for name, base in (("proj", "0" * 64), ("mesh", choose_model("loopwright-95m").sha256)):
        install(adapter(tmp_path / f"{name}.gguf", base))
    assert main(["model", "remove", "other"]) == 0
    said = capsys.readouterr().out
    assert "the adapter proj for it is left; `loopwright model remove proj` removes it too" in said
    assert "mesh" not in said


def test_an_adapter_whose_base_is_gone_is_used_by_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = choose_model().name
    user_folder().mkdir()
    write_manifest(user_folder(), [replace(choose_model(), name="other", sha256="0" * 64, adapters=())])
    install(adapter(tmp_path / "proj.gguf", "0" * 64))
    main(["model", "list"])
    assert "* proj  adapter for other" in capsys.readouterr().out
    main(["model", "use", shipped])
    main(["model", "list"])
    assert "  proj  adapter for other" in capsys.readouterr().out, "another model is in use"
    write_manifest(user_folder(), [])
    main(["model", "list"])
    assert "  proj  adapter for a model that is gone" in capsys.readouterr().out
    assert main(["model", "use", "proj"]) == 2
    assert "The adapter 'proj' is for a model that is gone" in capsys.readouterr().err
    assert main(["model", "remove", "proj"]) == 0
