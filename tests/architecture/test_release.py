"""A release is one version everywhere, and its notes are the changelog's."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from types import ModuleType

import pytest
import yaml

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / ".github/release.py"
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)\s#]+)")


def said(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True)


def test_one_version_everywhere() -> None:
    done = said()
    assert done.returncode == 0, done.stdout


def test_a_tag_of_another_version_is_no_release() -> None:
    done = said("v99.0.0")
    assert done.returncode == 1
    assert "99.0.0  the tag" in done.stdout


def test_notes_are_the_newest_section() -> None:
    notes = said("--notes").stdout
    assert notes.startswith("###")
    assert "\n## " not in notes


def test_the_models_are_a_package_that_has_what_the_manifest_names() -> None:
    server, models = (tomllib.loads((ROOT / name / "pyproject.toml").read_text("utf-8")) for name in (".", "models"))
    assert "loopwright_models" not in server["tool"]["setuptools"]["package-dir"]
    wanted = next(
        row for row in server["project"]["optional-dependencies"]["model"] if row.startswith("loopwright-models")
    )
    assert wanted == f"loopwright-models>={models['project']['version'].split('.')[0]},<2"
    patterns = models["tool"]["setuptools"]["package-data"]["loopwright_models"]
    listed = json.loads((ROOT / "models/manifest.json").read_text("utf-8"))["models"]
    files = [row["file"] for model in listed for row in (model, *model["adapters"])]
    for name in ["manifest.json", *files]:
        assert (ROOT / "models" / name).is_file()
        assert any(fnmatch(name, pattern) for pattern in patterns), name


def test_each_package_of_the_extension_takes_its_own_server() -> None:
    """A Python beside the wheel has thousands of files, in each of which `vsce` looks for secrets."""
    universal, platform = (
        (ROOT / "extension" / name).read_text("utf-8").split() for name in (".vscodeignore", ".vscodeignore-platform")
    )
    assert set(universal) ^ set(platform) == {"!bundled/*.whl", "!bundled/python/**"}
    assert "!bundled/*.whl" in universal


@pytest.fixture
def site() -> Iterator[ModuleType]:
    sys.path.insert(0, str(ROOT / "docs"))
    yield importlib.import_module("site_pages")
    sys.path.pop(0)


def test_every_link_of_the_site_leads_somewhere(site: ModuleType, tmp_path: Path) -> None:
    copied = site.gather(ROOT / "mkdocs.yml", tmp_path)
    dead = [
        f"{page}: {link}"
        for page in copied
        if page.suffix == ".md"
        for link in LINK.findall((tmp_path / page).read_text("utf-8"))
        if not (tmp_path / page.parent / link).exists()
    ]
    assert dead == []


def test_every_page_of_the_site_is_there(site: ModuleType) -> None:
    named = list(site.pages(yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]))
    assert [name for name in named if not (ROOT / name).is_file()] == []
    written = {str(file.relative_to(ROOT)) for file in (ROOT / "docs").glob("*.md")}
    assert written - set(named) == set()
