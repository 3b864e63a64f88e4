"""`loopwright init`"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import resources
from pathlib import Path

from loopwright import __version__
from loopwright.check.config import ConfigError, own_table
from loopwright.check.files import SUFFIXES
from loopwright.openacc.spec import NEWEST
from loopwright.source.writing import write_whole

_PLACES = {
    "github": (".github/workflows/openacc.yml", "github.yml"),
    "gitlab": (".gitlab-ci.yml", "gitlab.yml"),
    "pre-commit": (".pre-commit-config.yaml", "pre-commit.yaml"),
}
_BUILDS = ("build", "cmake-build-debug", "cmake-build-release", "third_party", "vendor", "external")


def run(options: argparse.Namespace) -> int:
    """Write the configuration where there is none, and print the example for CI."""
    from loopwright.cli.main import UsageError

    folder = Path(options.folder)
    if not folder.is_dir():
        raise UsageError(f"{options.folder} is not a folder")
    try:
        path, is_new = _configure(folder)
    except ConfigError as error:
        raise UsageError(str(error)) from error
    place, example = _PLACES[options.ci]
    text = (
        resources.files("loopwright.cli")
        .joinpath("ci")
        .joinpath(example)
        .read_text("utf-8")
        .replace("{version}", __version__)
    )
    if options.json:
        print(
            json.dumps({"configuration": str(path), "written": is_new, "ci": {"path": place, "text": text}}, indent=1)
        )
        return 0
    print(f"{path}: {'written' if is_new else 'has a configuration, which stays as it is'}", file=sys.stderr)
    print(f"For CI, in {place}:", file=sys.stderr)
    print(text, end="")
    return 0


def _configure(folder: Path) -> tuple[Path, bool]:
    """(the file with the configuration, whether it was written now)"""
    own, project = folder / "loopwright.toml", folder / "pyproject.toml"
    if own.exists():
        return own, False
    if not project.exists():
        write_whole(own, _settings(folder).encode(), within=folder)
        return own, True
    if own_table(project) is not None:
        return project, False
    before = project.read_bytes()
    gap = b"" if not before else b"\n" if before.endswith(b"\n") else b"\n\n"
    write_whole(project, before + gap + b"[tool.loopwright]\n" + _settings(folder).encode(), folder)
    return project, True


def _settings(folder: Path) -> str:
    """The keys, with what this folder says of them."""
    exclude = [f"{name}/*" for name in _BUILDS if (folder / name).is_dir()]
    include = ["include"] if _has_headers(folder / "include") else []
    keys: tuple[tuple[str, str | list[str], str], ...] = (
        ("version", NEWEST, "the OpenACC version that must do"),
        ("portability", [], 'compilers that must accept every directive, such as "gcc-12"'),
        ("ignore", [], 'codes that are left out, such as "LW214"'),
        ("exclude", exclude, "files that are not checked"),
        ("include-path", include, "where headers lie"),
    )
    return "".join(f"{f'{key} = {json.dumps(value)}':28} # {meaning}\n" for key, value, meaning in keys)


def _has_headers(folder: Path) -> bool:
    return folder.is_dir() and any(file.suffix in SUFFIXES for file in folder.rglob("*.h*"))
