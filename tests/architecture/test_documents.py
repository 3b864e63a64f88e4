"""What the documents lead to is there: links, headings, the programs they name; no repository stands twice among those that were drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in (".", "docs", "docs/tutorial", "benchmarks", "models", "training", "editors", "extension")
    for path in (ROOT / folder).glob("*.md")
)
LINK = re.compile(r"\[[^\]]*\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
PROGRAM = re.compile(
    r"`(?:python |bash |pytest )?((?:benchmarks|tests|training|docs|editors|examples|server)/[\w./-]+\.\w+)"
)
MODULE = re.compile(r"`([\w/-]+\.(?:py|toml|json|c|h|ts))\b")
MAPPED = ("server", "tests", "benchmarks", "extension/src", "training/loopwright_training")


def anchor(heading: str) -> str:
    """The anchor that GitHub and MkDocs make of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_to_files_and_headings(document: str) -> None:
    source = ROOT / document
    missing = []
    for target, fragment in LINK.findall(source.read_text("utf-8")):
        file = (source.parent / target).resolve() if target else source
        if not file.exists() or (fragment and fragment not in map(anchor, HEADING.findall(file.read_text("utf-8")))):
            missing.append(f"{target}#{fragment}")
    assert missing == []


@pytest.mark.parametrize("document", [name for name in DOCUMENTS if name not in ("CHANGELOG.md", "training/LOG.md")])
def test_programs_that_are_named_are_there(document: str) -> None:
    named = PROGRAM.findall((ROOT / document).read_text("utf-8"))
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_modules_that_the_map_names_are_there() -> None:
    named = set(MODULE.findall((ROOT / "ARCHITECTURE.md").read_text("utf-8")))
    there = [path.as_posix() for folder in MAPPED for path in (ROOT / folder).rglob("*.*")]
    assert len(named) > 50
    assert [name for name in sorted(named) if not any(path.endswith(f"/{name}") for path in there)] == []


def test_repositories_that_were_drawn_stand_once() -> None:
    heads, *rows = (ROOT / "benchmarks/corpora/drawn.tsv").read_text("utf-8").splitlines()
    assert heads.split("\t") == ["repository", "commit", "read or asked for (date)"]
    fields = [row.split("\t") for row in rows]
    assert all(len(row) == 3 and all(row) for row in fields)
    versions = [(repository.lower(), commit) for repository, commit, _ in fields]
    assert len(set(versions)) == len(versions)
    assert [name for name, _ in versions] == sorted(name for name, _ in versions)


def test_the_newest_changes_are_read_in_five_minutes() -> None:
    """They are the notes of the next release: details are in the messages of git."""
    newest = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1].splitlines()
    assert len(newest) <= 150
    assert {line for line in newest if line.startswith("### ")} <= {
        f"### {kind}" for kind in ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
    }
    assert [line for line in newest if line.startswith("  ")] == [], "one line a change"


def test_a_row_of_the_results_is_read_at_a_glance() -> None:
    """The newest figure and what it is of: how it came about is in the messages of git."""
    rows = (ROOT / "benchmarks/RESULTS.md").read_text("utf-8").splitlines()
    assert [row[:80] for row in rows if len(row) > 700] == []
