"""The harness, once for each compiler, and a library for each version of the function."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.suggest.trial.layout import section_of
from loopwright.suggest.trial.originals import Original
from loopwright.suggest.trial.program import OTHER_WORDS, Names
from loopwright.suggest.trial.signature import Unreachable, Untestable
from loopwright.toolchain.compilers import first_header
from loopwright.toolchain.flags import flags_for
from loopwright.toolchain.process import Completed, run

VERSIONS = ("original", "stamped", "device")
WRITTEN = "written"  # the loop written otherwise and not yet changed by us, where the original is the loop as it is
HARNESS = "harness"
_COMPILE_SECONDS = 30.0
_COMMON = ("-std=gnu11", "-O1", "-w")
# Who goes behind the end of a container ends there: the elements of others are not taken for its own.
_CPLUSPLUS = ("-std=gnu++17", "-O1", "-w", "-D_GLIBCXX_ASSERTIONS")
# The function's own names are bound inside its library, as they are in a program.
_LIBRARY = (
    "-shared",
    "-fPIC",
    "-fvisibility=hidden",
    "-fno-strict-aliasing",
    "-ffp-contract=off",
    "-Wl,-z,defs",
    "-Wl,-Bsymbolic",
)
_harnesses: dict[str, bytes] = {}
_lock = threading.Lock()


def built(
    folder: Path,
    programs: Mapping[str, str],
    names: Names,
    path: Path,
    compiler: str,
    original: Original,
    token: CancelToken | None,
    cplusplus: bool = False,
) -> bytes:
    """Build all in ``folder``, the original if it is not built yet; what the compiler says of the sizes of the data. Raises
    :class:`Untestable`."""
    known = original.library
    versions = tuple(programs)
    if known is not None:
        library_of(folder, "original").write_bytes(known)
        programs = {name: text for name, text in programs.items() if name != "original"}
    with ThreadPoolExecutor(len(programs) + 1) as pool:
        harness = pool.submit(_harness, folder, compiler, token)
        libraries = {
            name: pool.submit(_library, folder, name, text, path, compiler, token, cplusplus)
            for name, text in programs.items()
        }
        results = {name: library.result() for name, library in libraries.items()}
        own = harness.result()
    for done in (*results.values(), *((own,) if own is not None else ())):
        if done.ending == "not started":
            raise Untestable(f"{compiler} is needed to build the trial and was not found")
        if done.ending == "timed out":
            raise Untestable(f"{compiler} takes longer than {_COMPILE_SECONDS:g} s to build the function")
    for done in results.values():
        if done.code != 0:
            # By itself, without the file around it, the loop would mean something else.
            kind = Untestable if OTHER_WORDS in _first_error(done) else Unreachable
            raise kind(f"the function cannot be built on its own: {_first_error(done)}")
    if own is not None and own.code != 0:
        raise Untestable(f"the trial cannot be built here: {_first_error(own)}")
    original.library = library_of(folder, "original").read_bytes()
    sizes = [section_of(library_of(folder, name), names.section) for name in versions]
    if any(other != sizes[0] for other in sizes):
        raise Untestable("the sizes of its data depend on the loop")
    return sizes[0]


def library_of(folder: Path, version: str) -> Path:
    """The library of a version."""
    return folder / f"{version}.so"


def _library(
    folder: Path, name: str, text: str, path: Path, compiler: str, token: CancelToken | None, cplusplus: bool
) -> Completed:
    # A folder of its own: nothing else of ours can be included from beside it.
    own = folder / f"text-{name}"
    own.mkdir()
    file = own / ("file.cpp" if cplusplus else "file.c")
    file.write_text(text, "utf-8")
    flags = flags_for(path)
    options = [
        *(_CPLUSPLUS if cplusplus else _COMMON),
        *_LIBRARY,
        *first_header(),
        *flags.flags,
        "-o",
        str(library_of(folder, name)),
        str(file),
        *(("-lstdc++",) if cplusplus else ()),
        "-lm",
    ]
    return _compile(compiler, options, token)


def _harness(folder: Path, compiler: str, token: CancelToken | None) -> Completed | None:
    with _lock:
        known = _harnesses.get(compiler)
    program = folder / HARNESS
    if known is None:
        source = resources.files("loopwright.suggest.trial")
        own = folder / "text-harness"
        own.mkdir()
        for name in ("harness.c", "hooks.h"):
            (own / name).write_text(source.joinpath(name).read_text("utf-8"), "utf-8")
        options = [*_COMMON, "-o", str(program), str(own / "harness.c"), "-ldl", "-lm"]
        done = _compile(compiler, options, token)
        if done.code != 0:
            return done
        with _lock:
            _harnesses[compiler] = program.read_bytes()
        return None
    program.write_bytes(known)
    program.chmod(0o755)
    return None


def _compile(compiler: str, options: Sequence[str], token: CancelToken | None) -> Completed:
    return run([compiler, *options], timeout=_COMPILE_SECONDS, token=token)


def _first_error(done: Completed) -> str:
    said = (line for line in done.stderr.splitlines() if "error" in line or "undefined" in line)
    first = next(said, "it does not compile")
    return first.split("error: ")[-1].removeprefix("#error ").strip()
