"""Generated files are fresh. `UPDATE=1 pytest tests/architecture` rewrites them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from loopwright.lsp.settings import package_configuration, path_settings

ROOT = Path(__file__).parents[2]
# Known to the extension alone: it is read before there is a server.
CLIENT_ONLY = {
    "loopwright.server.python": {
        "type": "string",
        "default": "",
        "markdownDescription": "The Python that has `loopwright` installed. Empty: what the extension brought or set up, the "
        "interpreter of the Python extension, then `python3` on PATH.",
        "order": 100,
        "scope": "machine",
    }
}
# Groups of VS Code's settings page, by the first word of a key.
GROUPS = {
    "Suggestions": ("hints", "suggest", "device"),
    "Checking": ("openacc", "compiler"),
    "Model": ("model",),
    "CUDA": ("cuda",),
    "Running Code": ("run",),
    "Server": ("server",),
}


def grouped(settings: dict[str, Any]) -> list[dict[str, Any]]:
    """The settings as `contributes.configuration` has them."""
    group_of = {word: title for title, words in GROUPS.items() for word in words}
    return [
        {
            "title": title,
            "order": order,
            "properties": {k: v for k, v in settings.items() if group_of[k.split(".")[1]] == title},
        }
        for order, title in enumerate(GROUPS)
    ]


def settings_page() -> str:
    """docs/settings.md"""
    lines = ["# Settings", "", "Generated from `server/loopwright/lsp/settings.py`.", ""]
    for key, schema in {**package_configuration(), **CLIENT_ONLY}.items():
        lines += [f"## `{key}`", "", f"{schema['markdownDescription']} Default: `{json.dumps(schema['default'])}`.", ""]
    return "\n".join(lines)


def test_package_json_has_the_settings() -> None:
    path = ROOT / "extension" / "package.json"
    document = json.loads(path.read_text("utf-8"))
    wanted = grouped({**package_configuration(), **CLIENT_ONLY})
    untrusted = document["capabilities"]["untrustedWorkspaces"]
    restricted = sorted([*path_settings(), *CLIENT_ONLY])
    if os.environ.get("UPDATE"):
        document["contributes"]["configuration"] = wanted
        untrusted["restrictedConfigurations"] = restricted
        path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", "utf-8")
    assert document["contributes"]["configuration"] == wanted
    assert untrusted["restrictedConfigurations"] == restricted


def test_settings_page() -> None:
    path = ROOT / "docs" / "settings.md"
    if os.environ.get("UPDATE"):
        path.write_text(settings_page(), "utf-8")
    assert path.read_text("utf-8") == settings_page()
