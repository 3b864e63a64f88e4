"""`loopwright model list|path|use|import|remove|runtime`"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

from loopwright.cli.main import UsageError
from loopwright.model.adapters import InstalledAdapter, installed_adapters, remove_adapter
from loopwright.model.build import build_runtime, install_models
from loopwright.model.errors import ModelError
from loopwright.model.install import install
from loopwright.model.manifest import choose_model, list_models, remove_model, use_model, user_folder

_ON_WHAT_IS_NAMED = frozenset(("use", "import", "remove"))  # a wrong name or file is the caller's, no missing tool


def run(options: argparse.Namespace) -> int:
    """Do one verb."""
    verbs = {"list": _list, "path": _path, "use": _use, "import": _import, "remove": _remove, "runtime": _runtime}
    try:
        return verbs[options.verb](options)
    except ModelError as error:
        if options.verb in _ON_WHAT_IS_NAMED:
            raise UsageError(str(error)) from error
        raise


def _list(options: argparse.Namespace) -> int:
    models = list_models()
    try:
        chosen = choose_model().name
    except ModelError:
        chosen = None
    # Each base keeps its choice; those of other bases, or of one that was removed, are used by nobody now.
    in_use = {model.sha256 for model in models if model.name == chosen}
    own = [replace(a, chosen=a.chosen and a.base in in_use) for a in installed_adapters(user_folder())]
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
        listed = [{"name": a.name, "task": a.task, "model": _base_name(a), "in_use": a.chosen} for a in own]
        print(json.dumps({"models": rows, "adapters": listed}, indent=1))
        return 0
    for model in models:
        adapters = ", ".join(adapter.name for adapter in model.adapters) or "none"
        print(
            f"{'*' if model.name == chosen else ' '} {model.name}  {model.licence}  adapters: {adapters}  {model.path}"
        )
    for adapter in own:
        print(f"{'*' if adapter.chosen else ' '} {adapter.name}  adapter for {_base_name(adapter)}, {adapter.task}")
    if not models:
        print("no models are installed")
    return 0


def _path(options: argparse.Namespace) -> int:
    path = choose_model().path
    print(json.dumps({"path": str(path)}) if options.json else path)
    return 0


def _use(options: argparse.Namespace) -> int:
    model = use_model(options.name)
    if options.name == model.name:
        print(f"{model.name} is used from now on")
    else:
        print(f"the adapter {options.name} is used with {model.name} from now on")
    return 0


def _import(options: argparse.Namespace) -> int:
    if options.name and len(options.files) > 1:
        raise ModelError(f"--name is for one file; {len(options.files)} are given.")
    for file in options.files:
        installed = install(Path(file), options.name, options.licence, options.task)
        if isinstance(installed, InstalledAdapter):
            print(f"the adapter {installed.name} is used with {_base_name(installed)} from now on")
        else:
            print(
                f"{installed.name} is installed as {installed.path}; `loopwright model use {installed.name}` chooses it"
            )
    return 0


def _remove(options: argparse.Namespace) -> int:
    bases = {model.sha256 for model in list_models() if model.name == options.name}
    if not remove_adapter(user_folder(), options.name) and not remove_model(options.name):
        raise ModelError(f"Nothing called {options.name!r} was imported; `loopwright model list` shows what there is.")
    print(f"{options.name} is removed")
    left = bases - {model.sha256 for model in list_models()}
    for adapter in installed_adapters(user_folder()):
        if adapter.base in left:
            print(f"the adapter {adapter.name} for it is left; `loopwright model remove {adapter.name}` removes it too")
    return 0


def _base_name(adapter: InstalledAdapter) -> str:
    """The model that an adapter is for, in words."""
    return next((m.name for m in list_models() if m.sha256 == adapter.base), "a model that is gone")


def _runtime(options: argparse.Namespace) -> int:
    models = install_models()
    if models:
        print(models, flush=True)
    print("looking for the runtime; compiling it takes some minutes, once", flush=True)
    print(build_runtime(options.anew, lambda sentence: print(sentence, flush=True)))
    return 0
