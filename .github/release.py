"""What a release is made of agrees: `release.py vX.Y.Z` checks the versions, `release.py --notes` prints what is new."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEADING = re.compile(r"^## (\d+\.\d+\.\d+)", re.MULTILINE)


def versions() -> dict[str, str]:
    """The version that each file names."""
    source = (ROOT / "server/loopwright/__init__.py").read_text("utf-8")
    named = {"server": re.search(r'__version__ = "(.+)"', source), "CHANGELOG.md": HEADING.search(text("CHANGELOG.md"))}
    named["extension/CHANGELOG.md"] = HEADING.search(text("extension/CHANGELOG.md"))
    found = {name: match[1] for name, match in named.items() if match}
    return {**found, "extension/package.json": json.loads(text("extension/package.json"))["version"]}


def notes() -> str:
    """The newest section of the changelog."""
    return HEADING.split(text("CHANGELOG.md"))[2].partition("\n")[2].strip()


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def main(words: list[str]) -> int:
    if words == ["--notes"]:
        print(notes())
        return 0
    wanted = words[0].removeprefix("v") if words else None
    named = versions() | ({"the tag": wanted} if wanted else {})
    for name, version in named.items():
        print(f"{version}  {name}")
    return 0 if len(named) == 4 + bool(wanted) and len(set(named.values())) == 1 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
