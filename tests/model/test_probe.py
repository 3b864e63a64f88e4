"""A runtime that crashes is found out in a process of its own, and compiled anew."""

from __future__ import annotations

import shlex
import stat
import sys
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.model import build, probe
from loopwright.model.manifest import ModelError, read_manifest, shipped_folder
from loopwright.model.probe import fault_of, require_survival
from loopwright.model.runtime import Runtime
from loopwright.toolchain.process import Completed

MODEL = read_manifest(shipped_folder())[0]
CRASHING = "import os, signal\nclass Llama:\n    def __init__(self, *_, **__): os.kill(os.getpid(), signal.{})\n"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "loopwright" / "runtime"


def crash_with(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "llama_cpp.py").write_text(CRASHING.format(name))
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); from loopwright.model.probe import _read_a_prompt; _read_a_prompt('')"
    monkeypatch.setattr(probe, "own_python", lambda module, *arguments: [sys.executable, "-c", code])


def test_what_survives_is_tried_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require_survival(MODEL)
    assert len(list(cache.iterdir())) == 1
    monkeypatch.setattr(probe, "_tried", lambda model, task: pytest.fail("tried again"))
    require_survival(MODEL)  # not asked again


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGILL"])
def test_a_crash_is_a_sentence(name: str, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash_with(name, tmp_path, monkeypatch)
    runtime = Runtime(MODEL)
    with pytest.raises(ModelError) as error:
        runtime.load().result(200)
    runtime.close()
    assert str(error.value) == (
        f"The model's runtime crashes on this machine ({name}); `loopwright model runtime` builds it anew."
    )
    assert not cache.exists() or not list(cache.iterdir())


def test_doctor_tells_of_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    crash_with("SIGSEGV", tmp_path, monkeypatch)
    assert main(["doctor"]) == 0
    assert "missing   The model's runtime crashes on this machine (SIGSEGV)" in capsys.readouterr().out


def test_a_killed_probe_or_a_bad_file_is_no_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash_with("SIGKILL", tmp_path, monkeypatch)
    assert fault_of(MODEL) is None
    (tmp_path / "llama_cpp.py").write_text("raise ImportError")
    assert fault_of(MODEL) is None


def test_a_runtime_that_works_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "_install", lambda options, tell: pytest.fail("installed"))
    assert main(["model", "runtime"]) == 0
    assert "is there and works" in capsys.readouterr().out


def test_a_runtime_that_crashes_is_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash_with("SIGSEGV", tmp_path, monkeypatch)
    asked: list[list[str]] = []

    def install(options: list[str], tell: object) -> None:
        asked.append(options)
        (tmp_path / "llama_cpp.py").unlink()

    monkeypatch.setattr(build, "_install", install)
    assert build.build_runtime() == "the model's runtime was compiled anew"
    assert asked == [["--force-reinstall", "--no-deps", "--no-cache-dir"]]


def test_a_runtime_that_crashes_after_all_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash_with("SIGILL", tmp_path, monkeypatch)
    monkeypatch.setattr(build, "_install", lambda options, tell: None)
    with pytest.raises(ModelError, match=r"crashes \(SIGILL\) although"):
        build.build_runtime()


def test_the_requirement_is_that_of_the_package() -> None:
    assert build.requirement().startswith("llama-cpp-python")


def test_models_are_fetched_where_there_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def recorded(command: list[str], **_: object) -> Completed:
        asked.append(command)
        return Completed("exited", len(asked) - 1, "", "first\nno such package\n", 1.0)

    monkeypatch.setattr(build, "run", recorded)
    monkeypatch.setattr(build.metadata, "requires", lambda name: [f"{name}-models<2,>=1; extra == 'model'"])
    assert build.install_models() is None, "this checkout has its own"
    monkeypatch.setattr("loopwright.model.manifest.shipped_folder", lambda: tmp_path)
    assert build.install_models() == "the models are installed"
    assert asked == [
        [
            sys.executable,
            "-I",
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--only-binary",
            ":all:",
            "loopwright-models<2,>=1",
        ]
    ]
    with pytest.raises(ModelError, match=r"could not be installed \(no such package\)"):
        build.install_models()


def test_flags_are_asked_of_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\nexit 1\n")
    compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("CC", str(compiler))
    assert build.compiler_flags() == ()
    compiler.write_text("#!/bin/sh\nexit 0\n")
    assert build.compiler_flags() == ("-mno-amx-tile", "-mno-amx-int8", "-mno-amx-bf16")
    seen: list[tuple[list[str], dict[str, str]]] = []

    def recorded(command: list[str], environment: dict[str, str], **_: object) -> Completed:
        seen.append((command, environment))
        return Completed("exited", 1, "", "first\nno compiler\n", 1.0)

    monkeypatch.setenv("CXXFLAGS", "-O2")
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_CUDA=ON")
    monkeypatch.setattr(build, "compiler_flags", lambda: ("-mno-amx-tile",))
    monkeypatch.setattr(build, "run", recorded)
    with pytest.raises(ModelError, match=r"could not be compiled \(no compiler\)"):
        build._install(["--dry"], print)
    command, environment = seen[0]
    assert command == [sys.executable, "-I", "-m", "pip", "install", "--verbose", "--dry", build.requirement()]
    assert environment["CXXFLAGS"] == "-O2 -mno-amx-tile"
    # What a model for text does not need is left out; what the user asks for comes last, and counts.
    first, included, own = shlex.split(environment["CMAKE_ARGS"])
    assert (first, own) == ("-DLLAVA_BUILD=OFF", "-DGGML_CUDA=ON")
    assert "set(LLAMA_BUILD_COMMON OFF)" in Path(included.partition("=")[2]).read_text("utf-8")


def test_a_runtime_that_is_not_found_is_no_damaged_file(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that cannot find the package said that the model's file may be cut short."""
    monkeypatch.setattr(
        probe, "own_python", lambda module, *rest: [sys.executable, "-I", "-m", "no_such_package", *rest]
    )
    monkeypatch.setattr(probe, "shipped_folder", lambda: MODEL.folder)
    with pytest.raises(ModelError, match=r"^The model's runtime cannot be asked: .*No module named no_such_package$"):
        require_survival(MODEL)
