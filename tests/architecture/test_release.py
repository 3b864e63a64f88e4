"""A release is one version everywhere, and its notes are the changelog's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / ".github/release.py"


def said(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True, timeout=60)


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


def test_every_page_of_the_site_is_there() -> None:
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        from site_pages import pages
    finally:
        sys.path.pop(0)
    named = list(pages(yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]))
    assert [name for name in named if not (ROOT / name).is_file()] == []
    written = {str(file.relative_to(ROOT)) for file in (ROOT / "docs").glob("*.md")}
    assert written - set(named) == set()
