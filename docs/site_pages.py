"""Gather the documents that mkdocs.yml names, with their pictures and files, where MkDocs reads them; links between them stay as they are.

MkDocs wants one folder; the documents stand where a reader of the repository looks for them.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
# Pictures and files that a page leads to; other pages are named by the navigation.
ATTACHED = re.compile(r"\[[^\]]*\]\((?!https?:)([^)\s#]+\.(?!md\b)[\w-]+)\)")


def pages(nav: Any) -> Iterator[str]:
    """Paths of a navigation tree."""
    match nav:
        case str():
            yield nav
        case list():
            for entry in nav:
                yield from pages(entry)
        case dict():
            for entry in nav.values():
                yield from pages(entry)


def gather(config: Path, target: Path) -> list[Path]:
    """Copy every page of ``config``'s navigation, its pictures and files, to ``target``; what was copied, below the root."""
    shutil.rmtree(target, ignore_errors=True)
    copied: list[Path] = []
    for page in pages(yaml.safe_load(config.read_text("utf-8"))["nav"]):
        source = ROOT / page
        attached = (source.parent / name for name in ATTACHED.findall(source.read_text("utf-8")))
        for file in (source, *attached):
            place = file.resolve().relative_to(ROOT)
            (target / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target / place)
            copied.append(place)
    return copied


if __name__ == "__main__":
    print(f"{len(gather(ROOT / 'mkdocs.yml', ROOT / 'build/documents'))} files")
    sys.exit(0)
