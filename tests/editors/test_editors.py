"""The recipes of editors/, in the real editors, headless: diagnostics, hover, action, undo, preview. Skipped where an editor is
missing; `make editors` installs them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
LOOP = """void product(int n, double *restrict c, const double *restrict a) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double t = 0;
      for (int k = 0; k < n; k++) t += a[i * n + k] * a[k * n + j];
      c[i * n + j] = t;
    }
  }
}
"""
KERNEL = "__global__ void add(float *x, const float *y, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) x[i] += y[i];\n}\n"


class Recipe(NamedTuple):
    """A folder of `editors/`, the editor that it is for, and the command that drives it."""

    folder: str
    editor: str
    command: list[str]
    package: str = ""
    """A folder that is there where an extension of the editor is installed, as a pattern."""


RECIPES = {
    "neovim": Recipe("neovim", "nvim", ["--headless", "--clean", "-c", f"luafile {HERE / 'drive-neovim.lua'}"]),
    "eglot": Recipe("emacs", "emacs", ["--batch", "-l", str(HERE / "drive-eglot.el")], "eglot-*"),
    "lsp-mode": Recipe("emacs", "emacs", ["--batch", "-l", str(HERE / "drive-lsp-mode.el")], "lsp-mode-*"),
}
DEBIAN = Path("/usr/share/emacs/site-lisp/elpa")


@pytest.fixture(scope="module", params=RECIPES)
def seen(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What one session in the editor saw."""
    name, recipe = request.param, RECIPES[request.param]
    if shutil.which(recipe.editor) is None or (recipe.package and not list(DEBIAN.glob(recipe.package))):
        pytest.skip(f"{name} is not installed: make editors")
    folder = tmp_path_factory.mktemp(name)
    home = tmp_path_factory.mktemp(f"{name}-home")
    (folder / ".git").mkdir()
    (folder / "a.c").write_text(LOOP)
    (folder / "k.cu").write_text(KERNEL)
    environment = os.environ | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "RECIPE": str(ROOT / "editors" / recipe.folder),
        "PYTHON": sys.executable,
        "FILE": str(folder / "a.c"),
        "KERNELS": str(folder / "k.cu"),
        "SEEN": str(home / "seen.json"),
    }
    command = [recipe.editor, *recipe.command]
    run = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, timeout=280)
    assert (home / "seen.json").exists(), run.stdout + run.stderr
    found: dict[str, Any] = json.loads((home / "seen.json").read_text("utf-8"))
    assert not found.get("failure"), (found, run.stderr[-2000:])
    return found


def test_a_hint_stands_at_the_loop(seen: dict[str, Any]) -> None:
    assert [d["line"] for d in seen["diagnostics"]] == [2]
    assert "pays from n ≈" in seen["diagnostics"][0]["message"]


def test_hover_has_the_verdict(seen: dict[str, Any]) -> None:
    assert "proved" in seen["hover"]


def test_the_first_action_inserts_the_directive_and_undo_takes_it_back(seen: dict[str, Any]) -> None:
    assert seen["actions"][0].startswith("parallel loop collapse(2) · proved · pays from n ≈ ")
    assert "Why?" in seen["actions"]
    assert seen["inserted"].startswith("  #pragma acc parallel loop")
    assert seen["undone"] is True


def test_commands_show_what_they_have(seen: dict[str, Any]) -> None:
    assert any("parallel loop collapse(2) · proved" in line for line in seen["loops"])
    assert "void add(" in seen["preview"]
    assert "threadIdx" not in seen["preview"]


def test_settings_of_the_other_editors_are_what_their_programs_read() -> None:
    if sys.version_info >= (3, 11):
        import tomllib

        helix = tomllib.loads((ROOT / "editors/helix/languages.toml").read_text("utf-8"))
        assert helix["language-server"]["loopwright"]["args"] == ["lsp"]
        # Helix refuses the whole file where a language that it does not know lacks its scope and file types; it knows none for CUDA.
        assert {language["name"] for language in helix["language"]} == {"c", "cpp"}
    assert json.loads((ROOT / "editors/kate/settings.json").read_text())["servers"]["c"]["command"] == [
        "loopwright",
        "lsp",
    ]
    assert json.loads((ROOT / "editors/sublime/LSP.sublime-settings").read_text())["clients"]["loopwright"]["enabled"]
