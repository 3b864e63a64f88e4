"""Fixtures for all tests."""

from __future__ import annotations

import gc
import itertools
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from loopwright.check.cache import Kept
from loopwright.cli.main import COLLECTED
from loopwright.source.outline import Outline
from loopwright.source.syntax import Language, parse
from preloaded import preloaded
from whole import in_part, parts

ROOT = Path(__file__).parents[1]

# Where the environment forbids byte code, each process that a test starts compiles all of the server again: half of its start.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Nothing depends on wall time: a busy machine draws slowly, which is no fault of a test.
settings.register_profile("loopwright", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("loopwright")


# What collecting makes stays to the end: the collector of cycles does not look through it, meanwhile or again with each test.
gc.disable()


def pytest_collection_finish() -> None:
    """From here on tests make cycles; thresholds as in the product."""
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """`-n auto`: one for each processor that may be used. Where `psutil` is there xdist counts cores, those of the whole machine: half of the
    processors of one with two threads a core, too many where a container has a few."""
    asked = os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS", "")
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return int(asked) if asked.isdecimal() else processors


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a sweep that stands in tests/parts.tsv a part, unless the case is asked for by its name.

    Among several workers the files that take longest come first: none of them is left alone with one at the end. For `--dist loadfile
    --no-loadscope-reorder`; tests/longest.tsv is what `benchmarks/suite_cpu.py --order` wrote.
    """
    cases: dict[str, list[str]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item.nodeid)
    left = {
        name
        for test, always in parts().items()
        for name in set(cases.get(test, ())).difference(in_part(cases.get(test, ()), always))
        if not any(name.endswith(word) for word in config.args if "::" in word)
    }
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left])
    items[:] = [item for item in items if item.nodeid not in left]
    if hasattr(config, "workerinput"):
        rows = (row.split("\t") for row in (ROOT / "tests" / "longest.tsv").read_text("utf-8").splitlines())
        seconds = {name: float(taken) for taken, name in rows}
        items.sort(key=lambda item: -seconds.get(item.nodeid.partition("::")[0], 0.0))


@pytest.fixture
def outline() -> Callable[..., Outline]:
    """Outline of a piece of source."""

    def make(text: str | bytes, language: Language = "c") -> Outline:
        return Outline(parse(text, language=language))

    return make


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept by its text was not seen yet: what is counted is the same whichever tests ran before, and again."""
    for kept in (
        "dependence.decide.judge._verdicts",
        "residence.findings._calls_kept",
        "residence.kept._kept",
        "suggest.hints._kept",
        "suggest.worth._kept",
    ):
        monkeypatch.setattr(f"loopwright.{kept}", {})
    monkeypatch.setattr("loopwright.check.run._kept", Kept())


@pytest.fixture(scope="session")
def examples() -> Path:
    """The folder of example programs."""
    return ROOT / "examples"


@pytest.fixture(scope="session")
def preloaded_commands() -> Iterator[None]:
    """`preloaded.COMMAND` is `loopwright` meanwhile."""
    with preloaded():
        yield


@pytest.fixture(scope="session")
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A name of a folder for each test. Nobody makes the folder who does not write into it: pytest removes those of an earlier run when
    it ends, one after the other."""
    place = tmp_path_factory.mktemp("own")
    return (place / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def _own_model_folder(_own_folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the models that the developer has installed, or leaves an index in the developer's cache."""
    folder = next(_own_folders)
    for variable, name in (("LOOPWRIGHT_MODELS", "models"), ("LOOPWRIGHT_MEMORY", "memory")):
        monkeypatch.setenv(variable, str(folder / name))
