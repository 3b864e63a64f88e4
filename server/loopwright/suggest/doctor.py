"""What Loopwright found on this machine, what is missing, and what that costs."""

from __future__ import annotations

import os
import platform
import sys
from typing import Any

from loopwright import __version__
from loopwright.model.manifest import ModelError, choose_model, verify
from loopwright.model.probe import require_survival
from loopwright.model.runtime import runtime_installed
from loopwright.source.rooms import ROOMS, cache
from loopwright.toolchain.compilers import Found, find_compilers
from loopwright.toolchain.confine import offered
from loopwright.toolchain.database import complaints


def report(compiler: str | None = None, model: str | None = None, trusted: bool = True) -> dict[str, Any]:
    """The findings as data. No compiler is started for a workspace that is not ``trusted``."""
    found = find_compilers(compiler) if trusted else Found()
    missing: list[str] = []
    if not trusted:
        missing.append("trust: no compiler is started in a workspace that is not trusted, and nothing is run")
    elif not found.compilers:
        missing.append(
            "no compiler with OpenACC: suggestions are not checked (install gcc or `pip install loopwright[clang]`)"
        )
    chosen: dict[str, Any] | None = None
    try:
        entry = choose_model(model)
        verify(entry)
        adapter = entry.adapter("openacc")
        chosen = {
            "name": entry.name,
            "file": str(entry.path),
            "licence": entry.licence,
            "adapter": adapter.file if adapter else None,
        }
        require_survival(entry)
    except ModelError as error:
        missing.append(str(error))
    if not runtime_installed():
        missing.append(
            "no model runtime: suggestions come from the analysis alone (`loopwright model runtime` builds it)"
        )
    offer = offered()
    return {
        "loopwright": __version__,
        "python": platform.python_version(),
        "executable": sys.executable,
        "platform": platform.platform(),
        "cores": os.cpu_count(),
        "compilers": [
            {"name": c.kind, "version": c.version, "command": list(c.command), "openacc": c.openacc}
            for c in found.compilers
        ],
        "refused": list(found.refused),
        "model": chosen,
        "runtime": runtime_installed(),
        "confinement": {"walls": offer.walls, "sentence": offer.sentence},
        "cache": {
            "folder": str(cache()),
            "rooms": [{"name": r.name, "bytes": r.bytes(), "most": r.most} for r in ROOMS],
        },
        "missing": missing,
        "notes": list(complaints()),
    }


def report_text(compiler: str | None = None, model: str | None = None, trusted: bool = True) -> str:
    """The findings for people."""
    data = report(compiler, model, trusted)
    lines = [
        f"Loopwright {data['loopwright']} · Python {data['python']} ({data['executable']})",
        f"{data['platform']}, {data['cores']} cores",
    ]
    for item in data["compilers"]:
        lines.append(
            f"compiler  {item['name']} {item['version']}  {_openacc(item['openacc'])}{' '.join(item['command'])}"
        )
    lines += [f"refused   {reason}" for reason in data["refused"]]
    if data["model"]:
        lines.append(f"model     {data['model']['name']}  {data['model']['file']}")
        if data["model"]["adapter"]:
            lines.append(f"adapter   {data['model']['adapter']}")
    lines.append(f"runtime   {'llama.cpp' if data['runtime'] else 'absent'}")
    lines.append(f"confined  {data['confinement']['sentence']}")
    lines.append(f"cache     {data['cache']['folder']}: {', '.join(map(_room, data['cache']['rooms']))}")
    lines += [f"missing   {reason}" for reason in data["missing"]]
    lines += [f"note      {sentence}" for sentence in data["notes"]]
    return "\n".join(lines)


def _room(told: dict[str, Any]) -> str:
    """How much lies in a folder of the cache, and at how much its oldest files are removed."""
    return f"{told['name']} {told['bytes'] / (1 << 20):.0f} of {told['most'] >> 20} MiB"


def _openacc(number: int) -> str:
    """The version of OpenACC that a compiler announces; clangd announces none."""
    return f"OpenACC {number}  " if number else ""
