"""What `pip install loopwright` leaves out: llama.cpp for Python, compiled for this machine, and the models."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

from loopwright.model.manifest import ModelError, choose_model, list_models
from loopwright.model.probe import fault_of
from loopwright.model.progress import Progress
from loopwright.model.runtime import runtime_installed
from loopwright.toolchain.environment import find_program
from loopwright.toolchain.process import UNLIMITED, own_python, run

# See :mod:`loopwright.model.probe`. The other vector instructions stay: what the processor has is used.
_SECONDS = 3600
_USERS = ("CC", "CXX", "CMAKE_", "PIP_", "GGML_", "HTTP_", "HTTPS_", "NO_PROXY", "http_", "https_", "no_proxy", "SSL_")
_WITHOUT_AMX = ("-mno-amx-tile", "-mno-amx-int8", "-mno-amx-bf16")
# What a model for text needs of llama.cpp: 83 files are compiled, not 193. CMake wants slashes on every system.
_PARTS = (
    "-DLLAVA_BUILD=OFF",
    f"-DCMAKE_PROJECT_llama.cpp_INCLUDE={Path(__file__).with_name('runtime.cmake').as_posix()}",
)


def build_runtime(anew: bool = False, tell: Callable[[str], None] = lambda sentence: None) -> str:
    """Install llama-cpp-python into this Python unless it is there and works; what happened, in a sentence. A wheel that fits
    is taken before anything is compiled; ``tell`` gets how far that is.

    Raises :class:`ModelError` if it cannot be built or crashes after all.
    """
    if runtime_installed() and not anew and _fault() is None:
        return "the model's runtime is there and works"
    # pip may have kept one that was compiled with other flags: the second try compiles.
    if not runtime_installed() and not anew:
        _install(["--prefer-binary"], tell)
        if _fault() is None:
            return "the model's runtime is installed"
    _install(["--force-reinstall", "--no-deps", "--no-cache-dir"], tell)
    fault = _fault()
    if fault is not None:
        raise ModelError(f"The model's runtime crashes ({fault}) although it was compiled on this machine.")
    return "the model's runtime was compiled anew"


def install_models() -> str | None:
    """Install the models that belong to this version, unless there is one; what happened, in a sentence.

    Raises :class:`ModelError` if they cannot be had.
    """
    if list_models():
        return None
    # Data alone: a source distribution, which runs code, is refused.
    options = ["--no-deps", "--only-binary", ":all:"]
    done = _pip([*options, requirement("loopwright-models")], installing_environment())
    if done is not None:
        raise ModelError(f"The models could not be installed ({done}).")
    return "the models are installed"


def requirement(package: str = "llama-cpp-python") -> str:
    """What the extra `model` asks for of ``package``."""
    for line in metadata.requires("loopwright") or ():
        name, _, condition = line.partition(";")
        if "extra" in condition and "model" in condition and name.startswith(package):
            return name.strip()
    raise ModelError(f"This installation of Loopwright does not say which {package} it needs.")


def compiler_flags() -> tuple[str, ...]:
    """Flags that the C compiler takes and llama.cpp needs."""
    compiler = os.environ.get("CC") or next((name for name in ("cc", "gcc", "clang") if find_program(name)), None)
    if compiler is None:
        return ()
    command = [*compiler.split(), *_WITHOUT_AMX, "-Werror", "-x", "c", "-fsyntax-only", os.devnull]
    return _WITHOUT_AMX if run(command, timeout=60).code == 0 else ()


def installing_environment() -> dict[str, str]:
    """What the user says of compilers and of where packages come from: it holds where an installation is asked for, outside
    any folder of code."""
    return {name: value for name, value in os.environ.items() if name.startswith(_USERS)}


def _install(options: list[str], tell: Callable[[str], None]) -> None:
    flags = " ".join(compiler_flags())
    environment = installing_environment()
    environment.update({name: f"{os.environ.get(name, '')} {flags}".strip() for name in ("CFLAGS", "CXXFLAGS")})
    environment["CMAKE_ARGS"] = (
        f"{shlex.join(_PARTS)} {os.environ.get('CMAKE_ARGS', '')}".strip()
    )  # the user has the last word
    why = _pip([*options, requirement()], environment, Progress(tell))
    if why is not None:
        raise ModelError(f"The model's runtime could not be compiled ({why}); it needs a compiler for C and C++.")


def _pip(arguments: list[str], environment: dict[str, str], progress: Progress | None = None) -> str | None:
    """Install into this Python; the last line of what pip complains of, ``None`` if it does not."""
    command = own_python("pip", "install", "--verbose" if progress else "--quiet", *arguments)
    each_line = progress.read if progress else None
    done = run(command, environment=environment, timeout=_SECONDS, limits=UNLIMITED, each_line=each_line)
    return None if done.code == 0 else (done.stderr.strip().splitlines() or [done.ending])[-1]


def _fault() -> str | None:
    """What the runtime dies of with the model in use, ``None`` if nothing or if there is no model to try."""
    try:
        return fault_of(choose_model())
    except ModelError:
        return None
