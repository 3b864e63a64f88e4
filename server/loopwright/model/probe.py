"""Whether the model's runtime survives on this machine, asked in a process of its own before it is let into the server.

llama.cpp is compiled for one processor: moved to another it may stop at an instruction that is not there, and gcc before
12.4 and 13.3 compiles its AMX code so that it crashes (ggml-org/llama.cpp issue 20824). A server must not die of that,
nor of a file that somebody has made for it.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import platform
import signal
import sys
from pathlib import Path

from loopwright.model.manifest import Model, ModelError, sha256_of, shipped_folder
from loopwright.model.processors import load_for_processor
from loopwright.source.rooms import RUNTIME, used
from loopwright.toolchain.confine import Confinement, NotConfined, run_confined
from loopwright.toolchain.process import Completed, Limits, own_python, run

_SECONDS = 120
_TOKENS = 40  # enough for the kernels of batches; one more is asked for those of single tokens
_MEMORY = 64 << 30
_WINDOWS_CRASH = 0xC0000000
_NO_NUMBERS = 3  # exit code
_MOST_CONTEXT = 1 << 15


def require_survival(model: Model, task: str = "openacc") -> None:
    """Raise :class:`ModelError` if reading a prompt with ``model`` and its adapter for ``task`` crashes a process, does not end
    or gives no numbers. What survived once is remembered, until the files, the runtime or the machine change."""
    trial = _name_of_trial(model, task)
    if trial is None:
        return
    folder = RUNTIME.folder()
    if folder is not None and (folder / trial).exists():
        used(folder / trial)
        return
    done = _tried(model, task)
    fault = _crash(done)
    shipped = model.folder == shipped_folder()
    if fault is not None and shipped:
        raise ModelError(
            f"The model's runtime crashes on this machine ({fault}); `loopwright model runtime` builds it anew."
        )
    if fault is not None:
        raise ModelError(f"The model file {model.file} makes its runtime crash ({fault}); it is not loaded.")
    if done.code != 0:
        raise ModelError(_refusal(model, done))
    if folder is not None:
        with contextlib.suppress(OSError):  # asked again next time: a second
            (folder / trial).touch()
        RUNTIME.tidy()


def fault_of(model: Model) -> str | None:
    """Name of the signal that ends a process which reads a prompt, ``None`` if it lives or ends with an error of its own."""
    return _crash(_tried(model, "openacc"))


def _tried(model: Model, task: str) -> Completed:
    """A process that loads the model as the server would, and reads a prompt. One that did not come with Loopwright is tried
    behind walls where the system has them."""
    files = _files(model, task)
    first, *rest = map(str, files)
    command = own_python("loopwright.model.probe", first, str(model.context), *rest)
    if model.folder != shipped_folder():
        own = {
            Path(place)
            for place in (*sys.path, sys.prefix, sys.base_prefix, str(Path(__file__).resolve().parents[2]))
            if os.path.isabs(place)
        }
        seen = (*(place for place in own if place.exists()), *(file.resolve() for file in files))
        walls = Confinement(seen, writable=1 << 26, memory=_MEMORY, cpu_seconds=4 * _SECONDS, threads=32)
        with contextlib.suppress(NotConfined):
            return run_confined(command, walls, timeout=_SECONDS)
    return run(command, timeout=_SECONDS, limits=Limits(memory=_MEMORY))


def _files(model: Model, task: str) -> list[Path]:
    """The base and, if there is one for the task, the adapter."""
    adapter = model.adapter(task)
    return [model.path, *((model.folder / adapter.file,) if adapter is not None else ())]


def _crash(done: Completed) -> str | None:
    if done.code is None:
        return None
    if done.code >= _WINDOWS_CRASH:
        return f"exception 0x{done.code:X}"
    return signal.Signals(-done.code).name if -done.code in _CRASHES else None


def _refusal(model: Model, done: Completed) -> str:
    if done.ending == "timed out":
        return f"The model file {model.file} cannot be loaded: it took longer than {_SECONDS} s to read a prompt."
    if done.code == _NO_NUMBERS:
        return f"The model file {model.file} cannot be loaded: what it computes is not a number."
    if done.code is not None and done.code < 0:
        return f"The model file {model.file} cannot be loaded: its process was ended by the system."
    said = done.stderr.strip().splitlines()
    if said and "No module named" in said[-1]:
        return f"The model's runtime cannot be asked: {said[-1]}"
    return f"The model file {model.file} cannot be loaded; it may be cut short, of a newer format, or the runtime is damaged."


_CRASHES = frozenset(
    getattr(signal, name) for name in ("SIGSEGV", "SIGILL", "SIGBUS", "SIGFPE", "SIGABRT") if hasattr(signal, name)
)


def _name_of_trial(model: Model, task: str) -> str | None:
    """What "survived" is remembered under, ``None`` without a runtime. Every content of every file has its own."""
    found = importlib.util.find_spec("llama_cpp")
    if found is None or found.origin is None:
        return None
    libraries = sorted((Path(found.origin).parent / "lib").glob("*"))
    facts = [platform.node(), platform.processor(), str(model.context)]
    facts += [f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in libraries]
    for path in _files(model, task):
        status = path.stat()
        facts.append(f"{status.st_size} {status.st_mtime_ns} {sha256_of(path)}")
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:24]


def _read_a_prompt(path: str, context: int = 1024, adapter: str | None = None) -> bool:
    """Load a model as the server does and read a prompt; whether the result is numbers."""
    import llama_cpp
    import numpy as np

    load_for_processor(Path(llama_cpp.__file__).parent / "lib")
    room = max(2 * _TOKENS, min(context, _MOST_CONTEXT))
    llama = llama_cpp.Llama(
        path, n_ctx=room, n_batch=256, n_ubatch=256, n_threads=2, n_threads_batch=2, verbose=False, lora_path=adapter
    )
    last = llama.n_vocab() - 1
    text = llama.tokenize(b"for (int i = 0; i < n; i++) a[i] = 0;", add_bos=False, special=True)
    llama.detokenize([*text, *range(0, last, max(1, last // 100)), last])
    llama.eval([min(1, last)] * _TOKENS)
    llama.eval([last])
    logits = np.ctypeslib.as_array(llama_cpp.llama_get_logits_ith(llama._ctx.ctx, -1), shape=(last + 1,))
    return bool(np.isfinite(logits).all())


if __name__ == "__main__":
    _path, _context, *_adapter = sys.argv[1:]
    sys.exit(0 if _read_a_prompt(_path, int(_context), *_adapter) else _NO_NUMBERS)
