"""One model in memory, one worker thread, one warm context. The only module that imports llama_cpp into the server.

llama.cpp's context is not thread-safe, so everything runs on a thread of its own; callers wait for a future. Reading
a prompt is interrupted by llama.cpp's abort callback, writing between tokens.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from loopwright.cancellation import Cancelled, CancelToken
from loopwright.model.decode import MOST_TOKENS, Free, Grammar, Proposal, propose
from loopwright.model.manifest import Adapter, Model, ModelError, choose_model, verify
from loopwright.model.probe import require_survival
from loopwright.model.processors import load_for_processor
from loopwright.model.prompt import FillIn
from loopwright.model.quiet import silence
from loopwright.openacc.wellformed import is_well_formed

_BEYOND = 128  # tokens of an answer that may lie beyond the context of training
_BATCH = 256  # the abort callback is asked between batches at the latest


@dataclass(frozen=True)
class Task:
    """What a model is asked for. ``name`` is that of its adapter, ``most_tokens`` bounds an answer, ``accept`` looks at it."""

    name: str
    most_tokens: int
    accept: Callable[[str], bool]


DIRECTIVE = Task("openacc", MOST_TOKENS, is_well_formed)
LOOPS = Task("translate", 420, bool)


@dataclass(frozen=True)
class Answer:
    """Proposals and what they cost; ``reused`` prompt tokens were in the context already."""

    proposals: tuple[Proposal, ...]
    prompt_tokens: int
    reused: int
    seconds: float


class Asked(Protocol):
    """Whoever fills in a hole: a model, or its remembered answers. ``shows_project`` is what
    :meth:`~loopwright.model.manifest.Model.shows_project` says of it."""

    @property
    def shows_project(self) -> bool: ...

    def propose(
        self, fill: FillIn, grammar: str | None, count: int = 4, token: CancelToken | None = None
    ) -> Future[Answer]:
        """``count`` distinct answers at most, most probable first."""

    def close(self) -> None:
        """Let go of what it holds."""


class Proposer(Asked, Protocol):
    """A model that can be asked: the one in this process, or one that is served elsewhere."""

    @property
    def model(self) -> Model: ...

    def load(self) -> Future[None]:
        """Get ready; the future raises :class:`ModelError` if that fails."""


def runtime_installed() -> bool:
    """Whether llama-cpp-python is there."""
    return importlib.util.find_spec("llama_cpp") is not None


def require_runtime() -> None:
    """Raise :class:`ModelError` if llama-cpp-python is not there."""
    if not runtime_installed():
        raise ModelError("The model runtime is not installed; `loopwright model runtime` builds it.")


def loops_runtime(setting: str | None = None, threads: int | None = None) -> Runtime | None:
    """A runtime for CPU loops, ``None`` where the model has no adapter for them or nothing to run it is installed.

    Raises :class:`ModelError` where ``setting`` names a model that there is not.
    """
    try:
        model = choose_model(setting)
    except ModelError:
        if setting:
            raise
        return None
    # An imported model has no adapters: it is asked as it is.
    if not runtime_installed() or (model.adapters and model.adapter(LOOPS.name) is None):
        return None
    # llama.cpp's threads wait for each other in a spin: on a core that is busy with something else they crawl.
    return Runtime(model, LOOPS, threads or max(1, min(8, os.cpu_count() or 1) - 1))


def idle_threads() -> int:
    """How many cores have nothing to do, at least 1 and never all: llama.cpp's threads wait for each other in a spin, so on
    a core that is busy with something else they crawl, and on all of them the machine does. One alone never spins."""
    cores = os.cpu_count() or 1
    own = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else cores
    return max(1, min(8, own - 1, int(cores - _busy_cores())))


def _busy_cores() -> float:
    """The load of the last minute or, where it has only just begun, what runs at this moment, this thread left out."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    try:
        running = int(Path("/proc/loadavg").read_text("ascii").split()[3].split("/")[0]) - 1
    except (OSError, ValueError, IndexError):  # not Linux
        return load
    return max(load, float(running))


class OneAtATime(ABC):
    """A :class:`Proposer` that answers one question after the other, on a thread of its own."""

    def __init__(self, model: Model, task: Task, thread: str) -> None:
        self.model, self.task = model, task
        self._worker = ThreadPoolExecutor(1, thread_name_prefix=thread)

    @property
    def shows_project(self) -> bool:
        """See :class:`Asked`."""
        return self.model.shows_project(self.task.name)

    def load(self) -> Future[None]:
        """Get ready in the background; the future raises :class:`ModelError` if that fails."""
        return self._worker.submit(self._load)

    def propose(
        self, fill: FillIn, grammar: str | None, count: int = 4, token: CancelToken | None = None
    ) -> Future[Answer]:
        """Ask for directives. The future raises :class:`Cancelled` or :class:`ModelError`."""
        return self._worker.submit(self._propose, fill, grammar, count, token or CancelToken())

    def close(self) -> None:
        """Stop the worker; work that waits is dropped."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    @abstractmethod
    def _load(self) -> None: ...

    @abstractmethod
    def _propose(self, fill: FillIn, grammar: str | None, count: int, token: CancelToken) -> Answer: ...


class Runtime(OneAtATime):
    """A loaded model, by default on as many threads as there are idle cores when it is asked. Close it when done."""

    def __init__(self, model: Model, task: Task = DIRECTIVE, threads: int | None = None) -> None:
        super().__init__(model, task, "loopwright-model")
        self._threads = threads
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None

    def _load(self) -> None:
        if self._loaded is None:
            verify(self.model, self.task.name)
            require_survival(self.model, self.task.name)
            self._loaded = _Loaded(self.model, self.task, self._threads or idle_threads())

    def _propose(self, fill: FillIn, grammar: str | None, count: int, token: CancelToken) -> Answer:
        token.check()
        self._load()
        assert self._loaded is not None
        if self._threads is None:
            self._loaded.use_threads(idle_threads())
        return self._loaded.answer(fill, grammar, count, token)


class _Loaded:
    """llama.cpp's objects; used on the worker thread only."""

    def __init__(self, model: Model, task: Task, threads: int) -> None:
        require_runtime()
        import llama_cpp

        self._api: Any = llama_cpp
        self._task = task
        adapter = model.adapter(task.name)
        silence(llama_cpp)
        load_for_processor(Path(llama_cpp.__file__).parent / "lib")
        try:
            self._llama: Any = llama_cpp.Llama(
                model_path=str(model.path),
                n_ctx=model.context + _BEYOND,
                n_batch=_BATCH,
                n_ubatch=_BATCH,
                n_threads=threads,
                n_threads_batch=threads,
                verbose=False,
                logits_all=False,
                flash_attn=True,
                lora_path=str(model.folder / adapter.file) if adapter is not None else None,
                lora_scale=adapter.scale if adapter is not None else 1.0,
            )
        except (ValueError, RuntimeError, OSError) as error:
            if adapter is not None and "LoRA" in str(error):
                raise ModelError(_wrong_base(model, adapter)) from error
            raise ModelError(
                f"The model file {model.file} cannot be loaded; it may be cut short or of a newer format."
            ) from error
        # llama-cpp-python does not notice a null pointer: it would run on without the adapter.
        if adapter is not None and not self._llama._lora_adapter:
            raise ModelError(_wrong_base(model, adapter))
        self._room = model.context + _BEYOND - max(_BEYOND, task.most_tokens)
        parts = (model.prompt.prefix, model.prompt.suffix, model.prompt.middle)
        self._marks = [self._tokens(part) if model.prompt.instruct else [self._special(part)] for part in parts]
        if model.prompt.begin:
            self._marks[0].insert(0, self._special(model.prompt.begin))
        self.end = self._special(model.prompt.end)
        self._kept: list[int] = []
        self._abort: CancelToken | None = None
        # llama.cpp keeps the pointer: the callback object must live as long as the context.
        self._callback = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p)(self._is_aborted)
        llama_cpp.llama_set_abort_callback(self._llama._ctx.ctx, self._callback, None)

    def use_threads(self, count: int) -> None:
        """From the next prompt on."""
        self._api.llama_set_n_threads(self._llama._ctx.ctx, count, count)

    def answer(self, fill: FillIn, grammar: str | None, count: int, token: CancelToken) -> Answer:
        started = time.perf_counter()
        prompt = self._prompt(fill)
        reuse = min(_common(prompt, self._kept), len(prompt) - 1)
        state: Grammar = _LlamaGrammar(self._api, self._llama, grammar, self.end) if grammar else Free()
        self._abort = token
        try:
            found = propose(
                self,
                prompt,
                self.end,
                state,
                count,
                token=token,
                accept=self._task.accept,
                reuse=reuse,
                most=self._task.most_tokens,
            )
        except Cancelled:
            self._forget()
            raise
        except RuntimeError as error:
            self._forget()
            if token.cancelled:
                raise Cancelled from None
            raise ModelError(f"The model failed: {error}.") from error
        finally:
            self._abort = None
        return Answer(tuple(found), len(prompt), reuse, time.perf_counter() - started)

    def keep(self, count: int) -> None:
        """See :class:`loopwright.model.decode.Context`."""
        del self._kept[count:]
        self._llama.n_tokens = count

    def read(self, tokens: Sequence[int]) -> NDArray[np.float32]:
        """See :class:`loopwright.model.decode.Context`."""
        self._llama.eval(list(tokens))
        self._kept += tokens
        pointer = self._api.llama_get_logits_ith(self._llama._ctx.ctx, -1)
        logits: NDArray[np.float32] = np.ctypeslib.as_array(pointer, shape=(self._llama.n_vocab(),)).copy()
        return logits

    def text_of(self, tokens: Sequence[int]) -> str:
        """See :class:`loopwright.model.decode.Context`."""
        return self._llama.detokenize(list(tokens)).decode("utf-8", errors="replace")  # type: ignore[no-any-return]

    def _prompt(self, fill: FillIn) -> list[int]:
        before, after = (
            self._llama.tokenize(text.encode("utf-8"), add_bos=False, special=False)
            for text in (fill.prefix, fill.suffix)
        )
        prefix, suffix, middle = self._marks
        room = self._room - sum(map(len, self._marks))
        after = after[: max(room - min(len(before), room // 2), 0)]
        before = before[max(0, len(before) - (room - len(after))) :]
        return [*prefix, *before, *suffix, *after, *middle]

    def _special(self, text: str) -> int:
        tokens = self._tokens(text)
        if len(tokens) != 1:
            raise ModelError(f"The model has no token {text!r}: it was not made for filling in.")
        return tokens[0]

    def _tokens(self, text: str) -> list[int]:
        return list(self._llama.tokenize(text.encode("utf-8"), add_bos=False, special=True))

    def _forget(self) -> None:
        self._kept.clear()
        self._llama.reset()
        self._api.llama_memory_clear(self._api.llama_get_memory(self._llama._ctx.ctx), True)

    def _is_aborted(self, _: object) -> bool:
        return self._abort is not None and self._abort.cancelled


def _wrong_base(model: Model, adapter: Adapter) -> str:
    return f"The adapter {adapter.file} does not fit the model {model.file}: it was made for another base."


class _LlamaGrammar:
    """llama.cpp's grammar sampler behind :class:`loopwright.model.decode.Grammar`."""

    def __init__(self, api: Any, llama: Any, text: str, end: int, sampler: Any = None) -> None:
        self._api, self._llama, self._end = api, llama, end
        self._sampler = sampler or api.llama_sampler_init_grammar(llama._model.vocab, text.encode("utf-8"), b"root")
        if not self._sampler:
            raise RuntimeError("the grammar cannot be read")

    def allowed(self, tokens: Sequence[int]) -> list[bool]:
        data = (self._api.llama_token_data * len(tokens))()
        for i, token in enumerate(tokens):
            data[i].id, data[i].logit, data[i].p = token, 0.0, 0.0
        array = self._api.llama_token_data_array(data, len(tokens), -1, False)
        self._api.llama_sampler_apply(self._sampler, ctypes.byref(array))
        return [data[i].logit > -1e30 for i in range(len(tokens))]

    def accept(self, token: int) -> None:
        self._api.llama_sampler_accept(self._sampler, token)

    def copy(self) -> _LlamaGrammar:
        clone = self._api.llama_sampler_clone(self._sampler)
        return _LlamaGrammar(self._api, self._llama, "", self._end, clone)

    def __del__(self) -> None:
        if getattr(self, "_sampler", None):
            self._api.llama_sampler_free(self._sampler)


def _common(left: Sequence[int], right: Sequence[int]) -> int:
    count = 0
    for a, b in zip(left, right):
        if a != b:
            break
        count += 1
    return count
