"""llama.cpp's code for the processor at hand.

What is compiled on a machine is for its processor. What is compiled for others to use has a library for each family of
processors; llama.cpp asks each of them whether it would run and keeps the best, if it is told to.
"""

from __future__ import annotations

import ctypes
import functools
import os
import sys
from pathlib import Path

# A wheel has a copy of each library for each of its names. libllama is asked, which hands the question to the copy that it uses itself;
# what another copy loads no model sees. Windows has one name for each, and asks no library for what others have.
_LOADER = {"win32": "ggml.dll", "darwin": "libllama.dylib"}.get(sys.platform, "libllama.so")


@functools.cache
def load_for_processor(libraries: Path) -> bool:
    """Load the best of the libraries for families of processors in ``libraries``; ``False`` if there are none, and the code for
    this processor is there already. Once for a process: a second time would register it again."""
    if not any(libraries.glob("*ggml-cpu-*")):
        return False
    ctypes.CDLL(str(libraries / _LOADER)).ggml_backend_load_all_from_path(os.fsencode(libraries))
    return True
