"""`mine`: local clones or bare mirrors, named by a corpus manifest → one file of source records.

The manifest is a table (tab-separated) with the columns repository, commit, licence_guess, family and
use. Rows whose use is ``reserved`` are never opened; a reserved row ``owner/name#pattern`` keeps the
matching paths of a repository out. Every record carries repository, commit, path and licence.
"""

from __future__ import annotations

import csv
import fnmatch
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from loopwright.source.text import decode
from loopwright.toolchain.process import output_of
from rich.progress import track

from loopwright_training.config import ConfigError
from loopwright_training.licences import check_kinds, kind_of, shares, told
from loopwright_training.records import hash_of, log_run, read_records, write_records
from loopwright_training.stamps import begin, is_made, stamp_of, write_stamp

SUFFIXES = frozenset([".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".cu", ".cuh", ".inl", ".hxx"])
_RELEVANT = re.compile(r"\bfor\s*\(|#\s*pragma\s+(?:acc|omp)\b|__global__")
_AT_ONCE = 2000  # blobs that are asked of git together
_DIRECTIVE = re.compile(r"#\s*pragma\s+(?:acc|omp)\b")


@dataclass(frozen=True)
class MineConfig:
    """``mirror`` holds clones as ``owner+name``, ``owner/name`` or ``name``; ``most_megabytes`` bounds what one
    repository gives to pre-training (files with directives are always kept). A commit that a clone does not have is an error, or, with
    ``other_commits``, replaced by the newest that it has. ``licences`` names the kinds of licence that are read (licences.yaml), none of
    them all. Nothing is passed on but weights: whoever wants those of permissive code alone chooses here."""

    manifest: Path
    mirror: Path
    output: Path
    uses: tuple[str, ...] = ("openacc", "pretrain")
    most_megabytes: float = 20.0
    most_file_bytes: int = 200_000
    other_commits: bool = False
    licences: tuple[str, ...] = ()


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


@dataclass(frozen=True)
class _Part:
    """What the records of one repository are made of. ``repository`` names the commit that is read."""

    repository: Repository
    git: Path
    reserved: tuple[str, ...]
    most_megabytes: float
    most_file_bytes: int

    @property
    def stamp(self) -> str:
        return stamp_of("mine", self, (), frozenset(("git",)))


@dataclass(frozen=True)
class _Whole:
    """What all records are made of."""

    parts: tuple[str, ...]


def mine(config: MineConfig) -> int:
    """Write the records. Each repository has a file of its own first, so that a run which was ended goes on, and one of a changed
    manifest reads what has changed.

    Raises :class:`ConfigError` for a commit that is not there, and where no clone is.
    """
    repositories, patterns, _ = read_manifest(config.manifest)
    check_kinds(config.licences)
    wanted = [
        row
        for row in repositories
        if row.use in config.uses and (not config.licences or kind_of(row.licence) in config.licences)
    ]
    clones = [(row, git_directory(config.mirror, row.name)) for row in wanted]
    parts = _parts([(row, git) for row, git in clones if git is not None], patterns, config)
    missing = [row.name for row, git in clones if git is None]
    if not parts:
        raise ConfigError(
            f"{config.mirror} holds none of the {len(wanted)} repositories that {config.manifest} leaves to be read, in folders "
            "called owner+name; --mirror FOLDER names their place"
        )
    stamp = stamp_of("mine", _Whole(tuple(part.stamp for part in parts)), ())
    if is_made(config.output, "mine", stamp):
        print(f"{config.output} is made of these commits already")
        return sum(1 for _ in read_records(config.output))
    begin(config.output, "mine")
    files = [_mined(part, config.output.with_name(f"{config.output.name}.parts")) for part in track(parts, "mining")]
    sizes: Counter[str] = Counter()  # characters by licence
    seen: set[str] = set()

    def unseen() -> Iterator[dict[str, str]]:
        for row in (row for file in files for row in read_records(file)):
            if row["sha"] not in seen:
                seen.add(row["sha"])
                sizes[row["licence"]] += len(row["text"])
                yield row

    count = write_records(config.output, unseen())
    write_stamp(config.output, "mine", stamp)
    megabytes, found = sizes.total() / 1e6, shares(sizes.items())
    figures = {"files": count, "megabytes": megabytes, "missing": len(missing), "licences": found}
    log_run(config.output.parent, "mine", config, figures)
    print(f"{count} files, {megabytes:.0f} MB; {len(missing)} repositories of the manifest are not mirrored")
    print(f"licences, by size: {told(found)}")
    return count


def _parts(clones: list[tuple[Repository, Path]], patterns: dict[str, list[str]], config: MineConfig) -> list[_Part]:
    parts, absent = [], []
    for row, git in clones:
        commit = _commit(git, row.commit) or (_commit(git, "-") if config.other_commits else None)
        if commit is None:
            absent.append(f"{row.name} {row.commit}")
            continue
        found = replace(row, commit=commit)
        reserved = tuple(patterns.get(row.name, ()))
        parts.append(_Part(found, git, reserved, config.most_megabytes, config.most_file_bytes))
    if absent:
        raise ConfigError(
            f"{len(absent)} commits of {config.manifest} are not in their clones, the first is {absent[0]}: "
            "fetch them, or --set other_commits=true for the newest that is there"
        )
    return parts


def _mined(part: _Part, folder: Path) -> Path:
    """The file with the records of one repository."""
    file = folder / f"{part.repository.name.replace('/', '+')}.jsonl.gz"
    if not is_made(file, "mine", part.stamp):
        begin(file, "mine")
        write_records(file, _files_of(part))
        write_stamp(file, "mine", part.stamp)
    return file


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


def _files_of(part: _Part) -> Iterator[dict[str, str]]:
    repository = part.repository
    budget = part.most_megabytes * 1e6
    for path, raw in _blobs(part.git, repository.commit, part.reserved, part.most_file_bytes):
        text = decode(raw).replace("\r\n", "\n")
        if not is_relevant(text):
            continue
        if not _DIRECTIVE.search(text):
            if budget <= 0:
                continue
            budget -= len(text)
        sha = hash_of(text)
        yield {
            "repository": repository.name,
            "commit": repository.commit,
            "path": path,
            "licence": repository.licence,
            "family": repository.family,
            "use": repository.use,
            "sha": sha,
            "text": text,
        }


def _commit(git: Path, wanted: str) -> str | None:
    """The commit that ``wanted`` names, `-` for the newest; ``None`` where it is not there."""
    name = "HEAD" if wanted in ("", "-") else wanted
    command = ["git", f"--git-dir={git}", "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"]
    try:
        return output_of(command).decode().strip()
    except OSError:
        return None


def _blobs(git: Path, commit: str, reserved: Sequence[str], most: int) -> Iterator[tuple[str, bytes]]:
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


def is_relevant(text: str) -> bool:
    """Whether a file has a loop, a directive or a kernel, and was written by somebody."""
    return _RELEVANT.search(text) is not None and not _looks_generated(text)


def _looks_generated(text: str) -> bool:
    """Data tables and minified text: long lines, or hardly a letter."""
    lines = text.count("\n") + 1
    letters = sum(map(str.isalpha, text[:20_000]))
    return len(text) / lines > 160 or letters < 0.25 * min(len(text), 20_000)
