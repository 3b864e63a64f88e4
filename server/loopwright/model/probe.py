"""Whether the model's runtime survives on this machine, asked in a process of its own before it is let into the server.

llama.cpp is compiled for one processor: moved to another it may stop at an instruction that is not there, and gcc before
12.4 and 13.3 compiles its AMX code so that it crashes (ggml-org/llama.cpp issue 20824). A server must not die of that.
"""

from __future__ import annotations

import hashlib
import importlib.util
import platform
import signal
import sys
from pathlib import Path

import platformdirs

from loopwright.model.manifest import Model, ModelError
from loopwright.toolchain.process import run

_SECONDS = 120
_TOKENS = 40  # enough for the kernels of batches; one more is asked for those of single tokens
_WINDOWS_CRASH = 0xC0000000


def require_survival(model: Model) -> None:
    """Raise :class:`ModelError` if reading a prompt with ``model`` crashes a process. What survived once is remembered, until
    the runtime, the model or the machine changes."""
    remembered = _place(model)
    if remembered is None or remembered.exists():
        return
    fault = fault_of(model)
    if fault is not None:
        raise ModelError(
            f"The model's runtime crashes on this machine ({fault}); `loopwright model runtime` builds it anew."
        )
    try:
        remembered.parent.mkdir(parents=True, exist_ok=True)
        remembered.touch()
    except OSError:
        return  # asked again next time: a second


def fault_of(model: Model) -> str | None:
    """Name of the signal that ends a process which reads a prompt, ``None`` if it lives or ends with an error of its own."""
    code = run([sys.executable, "-m", __name__, str(model.path)], timeout=_SECONDS).code
    if code is None:
        return None
    if code >= _WINDOWS_CRASH:
        return f"exception 0x{code:X}"
    return signal.Signals(-code).name if -code in _CRASHES else None


_CRASHES = frozenset(
    getattr(signal, name) for name in ("SIGSEGV", "SIGILL", "SIGBUS", "SIGFPE", "SIGABRT") if hasattr(signal, name)
)


def _place(model: Model) -> Path | None:
    """The file that stands for "survived", ``None`` without a runtime."""
    found = importlib.util.find_spec("llama_cpp")
    if found is None or found.origin is None:
        return None
    libraries = sorted((Path(found.origin).parent / "lib").glob("*"))
    facts = [platform.node(), platform.processor(), model.sha256]
    facts += [f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in libraries]
    name = hashlib.sha256("\n".join(facts).encode()).hexdigest()[:24]
    return Path(platformdirs.user_cache_dir("loopwright")) / "runtime" / name


def _read_a_prompt(path: str) -> None:
    import llama_cpp

    llama = llama_cpp.Llama(path, n_ctx=2 * _TOKENS, n_threads=2, n_threads_batch=2, verbose=False)
    llama.eval([1] * _TOKENS)
    llama.eval([1])


if __name__ == "__main__":
    _read_a_prompt(sys.argv[1])
