"""Two projects of one name: neither their work nor their adapters take each other's place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from loopwright.model.adapters import InstalledAdapter, install_adapter
from loopwright.model.manifest import user_folder
from loopwright_training.config import ConfigError
from loopwright_training.places import (
    Project,
    alone_in,
    default_name,
    default_output,
    project_of,
    require_own_name,
    write_note,
)
from loopwright_training.report import Comparison, Judged, write_report


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOOPWRIGHT_MODELS", str(tmp_path / "models"))


def worked_on(project: Project) -> Path:
    output = default_output(project)
    output.mkdir(parents=True, exist_ok=True)
    write_note(output, project, default_name(project, output))
    return output


def installed(tmp_path: Path, name: str) -> None:
    (tmp_path / "any.gguf").write_bytes(b"")
    install_adapter(user_folder(), tmp_path / "any.gguf", InstalledAdapter(name, f"{name}.gguf", "1", "2"))


def test_another_folder_of_the_name_or_another_base_has_a_place_of_its_own(tmp_path: Path) -> None:
    first = project_of((tmp_path / "proj",), None, "")
    others = [
        project_of((tmp_path / "b" / "proj",), None, ""),
        project_of((tmp_path / "proj",), tmp_path / "Qwen-7B", ""),
        project_of((tmp_path / "proj",), None, "another"),
        project_of((tmp_path / "proj", tmp_path / "mesh"), None, ""),
    ]
    assert worked_on(first).name == "proj"
    places = [worked_on(other) for other in others]
    assert len({*places, worked_on(first)}) == 5
    assert all(place.name.startswith("proj-") for place in places)
    assert [worked_on(other) for other in (first, *others)] == [worked_on(first), *places]


def test_the_name_of_something_installed_is_not_taken(tmp_path: Path) -> None:
    first, second = (project_of((tmp_path / folder / "proj",), None, "") for folder in "ab")
    output = worked_on(first)
    assert default_name(first, output) == "proj"
    installed(tmp_path, "proj")
    assert default_name(first, output) == "proj", "asked again it replaces its own"
    require_own_name("proj", first, output)
    assert default_name(second, default_output(second)) == f"proj-{second.digits}"
    with pytest.raises(ConfigError, match="proj is installed and was not made here; give another --name"):
        require_own_name("proj", second, default_output(second))
    require_own_name("mine", second, default_output(second))


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    with (
        alone_in(tmp_path / "work"),
        pytest.raises(ConfigError, match="another run is at work"),
        alone_in(tmp_path / "work"),
    ):
        raise AssertionError("both are in")
    with alone_in(tmp_path / "work"):
        assert (tmp_path / "work").is_dir()


@pytest.mark.parametrize(
    ("exact", "any_of_four", "better"),
    [
        ((0, 0), (0, 0), False),
        ((0.2, 0.4), (0.5, 0.5), True),
        ((0, 0.1), (0.5, 0.4), False),
        ((0.4, 0.2), (0.5, 0.9), False),
    ],
)
def test_what_counts_as_better(exact: tuple[float, float], any_of_four: tuple[float, float], better: bool) -> None:
    row = {"split": "pair", "mode": "kept", "pairs": 10}
    before, after = (Judged([{**row, "exact": e, "any": a}], []) for e, a in zip(exact, any_of_four))
    comparison = Comparison("proj", "model", Path("a.gguf"), 20, before, after, [])
    assert comparison.is_better is better
    assert not replace(comparison, before=Judged([], []), after=Judged([], [])).is_better


def test_one_step_is_no_curve(tmp_path: Path) -> None:
    judged = Judged([], [])
    comparison = Comparison(
        "proj", "model", Path("a.gguf"), 20, judged, judged, [{"step": 1, "loss": 2.0}, {"step": 1, "eval_loss": 2.1}]
    )
    page = write_report(comparison, tmp_path / "report.html").read_text("utf-8")
    assert "Trained for 1 step: too little for a curve" in page
    assert "<svg" not in page
    longer = replace(comparison, history=[{"step": step, "loss": 2.0 / step} for step in (1, 2)])
    assert "<svg" in write_report(longer, tmp_path / "report.html").read_text("utf-8")
