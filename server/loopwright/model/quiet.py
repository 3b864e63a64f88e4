"""llama.cpp without a word, and without taking the process's standard streams for it."""

from __future__ import annotations

import ctypes
from contextlib import AbstractContextManager, nullcontext
from types import ModuleType
from typing import Any

_TAKES_STREAMS = "suppress_stdout_stderr"

_log_callback: Any = None


def silence(api: Any) -> None:
    """llama.cpp prints to standard error, which belongs to the language server's log: its lines are dropped where they arise.

    llama-cpp-python drops them by pointing the whole process's standard output and error at nothing while it loads. What another
    thread prints then is lost, and of two that load at once one puts back what the other had taken away: output is gone for good.
    """
    global _log_callback
    if _log_callback is None:
        _log_callback = api.llama_log_callback(lambda level, text, data: None)
        api.llama_log_set(_log_callback, ctypes.c_void_p(0))
    for module in vars(api).values():
        if (
            isinstance(module, ModuleType)
            and hasattr(module, _TAKES_STREAMS)
            and module.__name__.startswith(api.__name__)
        ):
            setattr(module, _TAKES_STREAMS, _leave_streams)


def _leave_streams(disable: bool = True) -> AbstractContextManager[None]:
    return nullcontext()
