"""Loads each model named on the command line as the server does, one line a model: what it is, or the sentence. Run by a test
in a process of its own: if a file ends the process, lines are missing."""

from __future__ import annotations

import sys
from pathlib import Path

from loopwright.model.manifest import ModelError, choose_model
from loopwright.model.runtime import Runtime


def outcome(path: str) -> str:
    """`works`, or the sentence for the user."""
    runtime = None
    try:
        runtime = Runtime(choose_model(path), threads=1)
        runtime.load().result(120)
        assert runtime._loaded is not None
        runtime._loaded.read([1, 2, 3])
        return "works"
    except ModelError as error:
        return str(error)
    finally:
        if runtime is not None:
            runtime.close()


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(f"{Path(name).name}\t{outcome(name)}", flush=True)
