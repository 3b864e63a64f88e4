"""Which licences are read, and what share each kind has."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from loopwright_training.config import ConfigError
from loopwright_training.licences import check_kinds, kind_of, kinds, shares
from loopwright_training.mine import MineConfig, mine

MANIFEST = Path(__file__).parents[2] / "training" / "corpora" / "corpus.tsv"


@pytest.mark.parametrize(
    ("licence", "kind"),
    [
        ("MIT", "permissive"), ("BSD-3-Clause", "permissive"), ("Apache-2.0 WITH LLVM-exception", "permissive"),
        ("GPL-3.0", "copyleft"), ("AGPL-3.0", "copyleft"), ("LGPL-2.1", "weak copyleft"), ("EUPL-1.2", "weak copyleft"),
        ("CC-BY-NC-4.0", "restricted"), ("LicenseRef-Tinker-Academic", "restricted"),
        ("LicenseRef-BabelStream", "permissive"), ("-", "unknown"), ("", "unknown"), ("My own terms", "unknown"),
    ],
)  # fmt: skip
def test_a_licence_has_a_kind(licence: str, kind: str) -> None:
    assert kind_of(licence) == kind


def test_every_name_of_the_manifest_is_known() -> None:
    with MANIFEST.open(encoding="utf-8", newline="") as text:
        names = {row["licence_guess"] for row in csv.DictReader(text, delimiter="\t") if row["use"] != "reserved"}
    assert {name for name in names if kind_of(name) == "unknown"} <= {"-"}


def test_shares_are_of_the_whole() -> None:
    assert shares([("MIT", 1), ("BSD-3-Clause", 1), ("GPL-2.0", 2), ("-", 4)]) == {
        "permissive": 0.25,
        "copyleft": 0.25,
        "unknown": 0.5,
    }
    assert shares([]) == {}


def test_a_kind_that_there_is_not_is_said() -> None:
    check_kinds(kinds())
    with pytest.raises(
        ConfigError, match="the kinds are own, permissive, weak copyleft, copyleft, restricted, unknown"
    ):
        check_kinds(("free",))


def test_the_filter_leaves_the_others_unread_and_no_clone_is_said(tmp_path: Path) -> None:
    rows = [
        "repository\tcommit\tlicence_guess\tfamily\tuse",
        "a/mit\t-\tMIT\ta\topenacc",
        "a/gpl\t-\tGPL-3.0\ta\topenacc",
    ]
    (tmp_path / "manifest.tsv").write_text("\n".join(rows) + "\n")
    config = MineConfig(tmp_path / "manifest.tsv", tmp_path, tmp_path / "files.jsonl.gz", licences=("permissive",))
    with pytest.raises(ConfigError, match="holds none of the 1 repositories"):
        mine(config)
    assert not config.output.exists()
