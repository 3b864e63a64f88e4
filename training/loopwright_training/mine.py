"""`mine`: local clones or bare mirrors, named by a corpus manifest → one file of source records.

The manifest is a table (tab-separated) with the columns repository, commit, licence_guess, family and
use. Rows whose use is ``reserved`` are never opened; a reserved row ``owner/name#pattern`` keeps the
matching paths of a repository out. Every record carries repository, commit, path and licence.
"""

from __future__ import annotations

import contextlib
import csv
import fnmatch
import hashlib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from loopwright.source.text import decode
from loopwright.toolchain.process import output_of
from rich.progress import track

from loopwright_training.records import log_run, read_records, write_records

SUFFIXES = frozenset([".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".cu", ".cuh", ".inl", ".hxx"])
_RELEVANT = re.compile(r"\bfor\s*\(|#\s*pragma\s+(?:acc|omp)\b|__global__")
_AT_ONCE = 2000  # blobs that are asked of git together
_DIRECTIVE = re.compile(r"#\s*pragma\s+(?:acc|omp)\b")


@dataclass(frozen=True)
class MineConfig:
    """``mirror`` holds clones as ``owner+name``, ``owner/name`` or ``name``; ``most_megabytes`` bounds what one
    repository gives to pre-training (files with directives are always kept)."""

    manifest: Path
    mirror: Path
    output: Path
    uses: tuple[str, ...] = ("openacc", "pretrain")
    most_megabytes: float = 20.0
    most_file_bytes: int = 200_000


@dataclass(frozen=True)
class Repository:
    """A row of the manifest."""

    name: str
    commit: str
    licence: str
    family: str
    use: str


def read_manifest(path: Path) -> tuple[list[Repository], dict[str, list[str]], frozenset[str]]:
    """(usable rows, repository → reserved path patterns, reserved repositories)."""
    usable, patterns, reserved = [], {}, set()
    with path.open(encoding="utf-8", newline="") as text:
        for row in csv.DictReader(text, delimiter="\t"):
            if not row["repository"] or row["repository"].startswith("#"):
                continue
            name, _, pattern = row["repository"].partition("#")
            if row["use"] == "reserved":
                if pattern:
                    patterns.setdefault(name, []).append(pattern)
                else:
                    reserved.add(name)
            else:
                usable.append(Repository(name, row["commit"], row["licence_guess"], row["family"], row["use"]))
    return [row for row in usable if row.name not in reserved], patterns, frozenset(reserved)


def mine(config: MineConfig) -> int:
    """Write the records; repositories already in the output are kept, so a run can be resumed."""
    repositories, patterns, _ = read_manifest(config.manifest)
    done = list(read_records(config.output)) if config.output.exists() else []
    names = {row["repository"] for row in done}
    seen = {row["sha"] for row in done}
    rows, missing = done, []
    wanted = [row for row in repositories if row.use in config.uses and row.name not in names]
    for repository in track(wanted, description="mining"):
        git = git_directory(config.mirror, repository.name)
        if git is None:
            missing.append(repository.name)
            continue
        for row in _files_of(repository, git, patterns.get(repository.name, []), config):
            if row["sha"] not in seen:
                seen.add(row["sha"])
                rows.append(row)
    count = write_records(config.output, rows)
    figures = {"files": count, "megabytes": sum(len(r["text"]) for r in rows) / 1e6, "missing": len(missing)}
    log_run(config.output.parent, "mine", config, figures)
    print(f"{count} files, {figures['megabytes']:.0f} MB; {len(missing)} repositories of the manifest are not mirrored")
    return count


def git_directory(mirror: Path, name: str) -> Path | None:
    """The clone of ``owner/name`` in a folder of clones, bare or not."""
    owner, _, short = name.partition("/")
    for folder in (
        mirror / f"{owner}+{short}" / "repo",
        mirror / f"{owner}+{short}",
        mirror / owner / short,
        mirror / short,
    ):
        for git in (folder / ".git", folder):
            if (git / "HEAD").exists() and (git / "objects").exists():
                return git
    return None


def _files_of(repository: Repository, git: Path, reserved: list[str], config: MineConfig) -> Iterator[dict[str, str]]:
    commit = _commit(git, repository.commit)
    budget = config.most_megabytes * 1e6
    for path, raw in _blobs(git, commit, reserved, config.most_file_bytes):
        text = decode(raw).replace("\r\n", "\n")
        if not _RELEVANT.search(text) or _looks_generated(text):
            continue
        if not _DIRECTIVE.search(text):
            if budget <= 0:
                continue
            budget -= len(text)
        sha = hashlib.sha1(" ".join(text.split()).encode("utf-8", "replace")).hexdigest()
        yield {
            "repository": repository.name,
            "commit": commit,
            "path": path,
            "licence": repository.licence,
            "family": repository.family,
            "use": repository.use,
            "sha": sha,
            "text": text,
        }


def _commit(git: Path, wanted: str) -> str:
    for name in (wanted, "HEAD"):
        with contextlib.suppress(OSError):
            command = ["git", f"--git-dir={git}", "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"]
            return output_of(command).decode().strip()
    raise ValueError(f"{git}: neither {wanted} nor HEAD is a commit")


def _blobs(git: Path, commit: str, reserved: list[str], most: int) -> Iterator[tuple[str, bytes]]:
    listing = output_of(["git", f"--git-dir={git}", "ls-tree", "-r", "-l", "-z", commit])
    wanted: list[tuple[str, str]] = []
    for entry in listing.split(b"\0"):
        head, _, raw_path = entry.partition(b"\t")
        fields = head.split()
        path = raw_path.decode("utf-8", "replace")
        if len(fields) != 4 or fields[1] != b"blob" or not fields[3].isdigit() or not 100 <= int(fields[3]) <= most:
            continue
        if PurePosixPath(path).suffix.lower() not in SUFFIXES:
            continue
        if any(fnmatch.fnmatch(path, pattern) or fnmatch.fnmatch("/" + path, pattern) for pattern in reserved):
            continue
        wanted.append((fields[2].decode(), path))
    for start in range(0, len(wanted), _AT_ONCE):
        yield from _contents(git, wanted[start : start + _AT_ONCE])


def _contents(git: Path, wanted: list[tuple[str, str]]) -> Iterator[tuple[str, bytes]]:
    """Path and text of blobs. A snapshot may list some that it does not hold: they come back as "missing"."""
    asked = "".join(f"{sha}\n" for sha, _ in wanted).encode()
    answer = io.BytesIO(output_of(["git", f"--git-dir={git}", "cat-file", "--batch"], stdin=asked))
    for _, path in wanted:
        header = answer.readline().split()
        if len(header) == 3 and header[1] == b"blob":
            raw = answer.read(int(header[2]))
            answer.read(1)
            if b"\0" not in raw:
                yield path, raw


def _looks_generated(text: str) -> bool:
    """Data tables and minified text: long lines, or hardly a letter."""
    lines = text.count("\n") + 1
    letters = sum(map(str.isalpha, text[:20_000]))
    return len(text) / lines > 160 or letters < 0.25 * min(len(text), 20_000)
