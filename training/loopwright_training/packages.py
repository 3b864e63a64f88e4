"""`packages`: source packages of a distribution, as `apt-get source --download-only` leaves them → source records as `mine` writes them.

Each file's licence is what the package's own copyright file says of it (DEP-5: the last paragraph whose pattern fits counts), never that
of the whole. A package whose copyright file no program can read gives nothing.
"""

from __future__ import annotations

import csv
import email
import fnmatch
import functools
import re
import tarfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from loopwright.source.text import decode
from rich.progress import track

from loopwright_training.config import ConfigError
from loopwright_training.licences import check_kinds, kind_of, shares, told
from loopwright_training.mine import SUFFIXES, is_relevant
from loopwright_training.records import hash_of, log_run, read_records, write_records
from loopwright_training.stamps import begin, is_made, stamp_of, write_stamp


@dataclass(frozen=True)
class PackagesConfig:
    """``folder`` has a folder for each package with its `.dsc` and archives. Files under one of ``licences`` (kinds of
    licences.yaml) are read. The table of what was taken of which package in which version is written to ``manifest``."""

    folder: Path
    output: Path
    manifest: Path
    licences: tuple[str, ...] = ("permissive",)
    most_file_bytes: int = 200_000


@dataclass
class Taken:
    """What one package gave: a row of the manifest."""

    package: str
    version: str
    files: int = 0
    characters: int = 0
    openmp_files: int = 0
    refused: int = 0


@dataclass(frozen=True)
class Paragraph:
    """Files of a package and the licence that its copyright file names for them."""

    patterns: tuple[Callable[[str], object], ...]
    licence: str


def packages(config: PackagesConfig) -> int:
    """Write records and manifest; returns the number of records. Raises :class:`ConfigError` where there is no package."""
    check_kinds(config.licences)
    described = sorted(config.folder.glob("*/*.dsc")) if config.folder.is_dir() else []
    if not described:
        raise ConfigError(f"{config.folder} holds no source package (folders with a .dsc and its archives)")
    # Each of these files names the hashes of its archives.
    stamp = stamp_of("packages", config, described, without=frozenset({"output", "manifest"}))
    if is_made(config.output, "packages", stamp) and config.manifest.exists():
        print(f"{config.output} is made of these packages already")
        return sum(1 for _ in read_records(config.output))
    begin(config.output, "packages")
    folders = [path.parent for path in described]
    taken: list[Taken] = []
    seen: set[str] = set()
    sizes: Counter[str] = Counter()

    def unseen() -> Iterator[dict[str, str]]:
        for folder in track(folders, "reading packages"):
            row = Taken(*_named(folder))
            taken.append(row)
            for record in _records(folder, row, config):
                if record["sha"] in seen:
                    continue
                seen.add(record["sha"])
                sizes[record["licence"]] += len(record["text"])
                row.files += 1
                row.characters += len(record["text"])
                row.openmp_files += "#pragma omp" in record["text"]
                yield record

    count = write_records(config.output, unseen())
    _write_manifest(config.manifest, taken)
    write_stamp(config.output, "packages", stamp)
    found = shares(sizes.items())
    log_run(config.output.parent, "packages", config, {"files": count, "licences": found})
    print(f"{count} files, {sizes.total() / 1e6:.0f} MB of {len(folders)} packages")
    print(f"licences, by size: {told(found)}")
    return count


def paragraphs_of(copyright_file: str) -> list[Paragraph]:
    """The paragraphs about files of a copyright file; empty for one that is prose."""
    found = []
    for part in copyright_file.replace("\r\n", "\n").split("\n\n"):
        fields = email.message_from_string(part.strip("\n") + "\n")
        files, licence = fields.get("Files"), fields.get("License")
        if files and licence:
            # `*` and `?` stand for slashes, too; a bracket is a bracket.
            patterns = (name.removeprefix("./").replace("[", "[[]") for name in files.split())
            compiled = tuple(re.compile(fnmatch.translate(pattern)).match for pattern in patterns)
            found.append(Paragraph(compiled, licence.splitlines()[0].strip()))
    return found


def licence_of(path: str, paragraphs: Sequence[Paragraph]) -> str:
    """The licence of a file, `-` where nothing is said of it."""
    fitting = [paragraph for paragraph in paragraphs if any(fits(path) for fits in paragraph.patterns)]
    return fitting[-1].licence if fitting else "-"


@functools.cache
def is_of(licence: str, kinds: tuple[str, ...]) -> bool:
    """Whether a licence is of one of ``kinds``: each of those that hold together, or one that may be chosen."""
    chosen = (part.replace(",", " ").strip() for part in licence.split(" or "))
    return any(all(kind_of(one.strip()) in kinds for one in choice.split(" and ")) for choice in chosen)


def _named(folder: Path) -> tuple[str, str]:
    """Package and version."""
    name, _, version = next(folder.glob("*.dsc")).name.removesuffix(".dsc").partition("_")
    return name, version


def _records(folder: Path, row: Taken, config: PackagesConfig) -> Iterator[dict[str, str]]:
    paragraphs = paragraphs_of(_copyright(folder))
    if not paragraphs:
        return
    for archive in sorted(path for path in folder.glob("*.orig*.tar.*") if path.suffix != ".asc"):
        for path, raw in _sources(archive, config.most_file_bytes):
            licence = licence_of(path, paragraphs)
            if not is_of(licence, config.licences):
                row.refused += 1
                continue
            text = decode(raw).replace("\r\n", "\n")
            if b"\0" in raw or not is_relevant(text):
                continue
            sha = hash_of(text)
            yield {
                "repository": f"debian/{row.package}",
                "commit": row.version,
                "path": path,
                "licence": licence,
                "family": f"debian/{row.package}",
                "use": "pretrain",
                "sha": sha,
                "text": text,
            }


def _copyright(folder: Path) -> str:
    for archive in sorted(folder.glob("*.debian.tar.*")):
        with tarfile.open(archive) as file:
            for member in file:
                if PurePosixPath(member.name).parts[-2:] == ("debian", "copyright"):
                    data = file.extractfile(member)
                    return decode(data.read()) if data is not None else ""
    return ""


def _sources(archive: Path, most: int) -> Iterator[tuple[str, bytes]]:
    """C and C++ files of an archive by their paths below its top folder."""
    with tarfile.open(archive) as file:
        for member in file:
            path = PurePosixPath(*PurePosixPath(member.name).parts[1:])
            if not member.isfile() or not 100 <= member.size <= most or path.suffix.lower() not in SUFFIXES:
                continue
            data = file.extractfile(member)
            if data is not None:
                yield str(path), data.read()


def _write_manifest(path: Path, taken: Sequence[Taken]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerow(["package", "version", "files", "characters", "openmp_files", "refused"])
        for row in taken:
            table.writerow([row.package, row.version, row.files, row.characters, row.openmp_files, row.refused])
