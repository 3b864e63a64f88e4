"""`loopwright model list|path|use|import|runtime`"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from loopwright.model.build import build_runtime
from loopwright.model.manifest import ModelError, choose_model, import_model, list_models, use_model


def run(options: argparse.Namespace) -> int:
    """Do one verb."""
    return {"list": _list, "path": _path, "use": _use, "import": _import, "runtime": _runtime}[options.verb](options)


def _list(options: argparse.Namespace) -> int:
    models = list_models()
    try:
        chosen = choose_model().name
    except ModelError:
        chosen = None
    if options.json:
        rows = [
            {
                "name": m.name,
                "file": str(m.path),
                "licence": m.licence,
                "in_use": m.name == chosen,
                "adapters": [a.name for a in m.adapters],
            }
            for m in models
        ]
        print(json.dumps({"models": rows}, indent=1))
        return 0
    for model in models:
        adapters = ", ".join(adapter.name for adapter in model.adapters) or "none"
        print(
            f"{'*' if model.name == chosen else ' '} {model.name}  {model.licence}  adapters: {adapters}  {model.path}"
        )
    if not models:
        print("no models are installed")
    return 0


def _path(options: argparse.Namespace) -> int:
    path = choose_model().path
    print(json.dumps({"path": str(path)}) if options.json else path)
    return 0


def _use(options: argparse.Namespace) -> int:
    print(f"{use_model(options.name).name} is used from now on")
    return 0


def _import(options: argparse.Namespace) -> int:
    model = import_model(Path(options.file), options.name, options.licence)
    print(f"{model.name} is installed as {model.path}; `loopwright model use {model.name}` chooses it")
    return 0


def _runtime(options: argparse.Namespace) -> int:
    print("Trying the model's runtime. If it has to be compiled, that takes some minutes, once.", flush=True)
    print(build_runtime(options.anew))
    return 0
