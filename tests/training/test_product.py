"""`evaluate --product` on a small project: sources, steps and files without any directive."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loopwright_training.config import ConfigError
from loopwright_training.hidden import Files, hide
from loopwright_training.product import ProductConfig, evaluate_product
from loopwright_training.records import read_records, write_records
from loopwright_training.steps import STEPS

LOOPS = [
    ("kernels loop async(1)", "for (int i = 0; i < n; i++) a[i] = b[i] * 2 + c[i + 1];"),
    ("kernels loop async(1)", "for (int i = 0; i < n; i++) c[i] = a[i] * 2 + b[i + 1];"),
    ("parallel loop reduction(+:s)", "for (int i = 0; i < n; i++) s += a[i] * b[i];"),
]


def text(name: str) -> str:
    body = "".join(f"#pragma acc {directive}\n{loop}\n" for directive, loop in LOOPS)
    return f"float {name}(int n, float *restrict a, float *restrict b, float *restrict c) {{\nfloat s = 0;\n{body}return s;\n}}\n"


@pytest.fixture
def config(tmp_path: Path) -> ProductConfig:
    common = {"repository": "o/r", "family": "o", "commit": "c", "licence": "MIT"}
    files = [{**common, "path": f"src/{name}.c", "text": text(name)} for name in ("one", "two")]
    rows = []
    for file in files:
        lines = file["text"].splitlines()
        for directive, loop in LOOPS:
            rows.append({**common, "path": file["path"], "line": lines.index(loop) + 1, "directive": directive})
    write_records(tmp_path / "files.jsonl.gz", files)
    write_records(tmp_path / "pairs" / "family.jsonl.gz", rows)
    return ProductConfig(
        tmp_path / "pairs",
        tmp_path / "files.jsonl.gz",
        tmp_path / "out",
        tmp_path / "answers",
        ask=False,
        compile=False,
    )


def test_the_whole_is_what_is_shown_and_each_step_has_its_share(config: ProductConfig) -> None:
    document: dict[str, Any] = evaluate_product(config)
    assert document["pairs"] == 2 * len(LOOPS)
    assert set(document["steps"]) == set(STEPS)
    # No compiler and no model: all steps together are the product.
    assert document["steps"]["all"] == document["sources"]["product"] == document["steps"]["no model"]
    assert document["steps"]["all"]["exact"] > document["steps"]["nobody"]["exact"]
    assert "without the learned order" in (config.output / "product.md").read_text()


def test_bare_files_tell_nothing(config: ProductConfig, tmp_path: Path) -> None:
    files = Files(config.files, {"o/r"})
    for row in read_records(config.pairs / "family.jsonl.gz"):
        hidden = hide(row, files, bare=True)
        assert hidden is not None
        assert not hidden.outline.pragmas
        assert hidden.outline.source.slice(hidden.loop.span) in dict(map(reversed, LOOPS))  # type: ignore[arg-type]
    bare = ProductConfig(
        config.pairs, config.files, tmp_path / "bare", config.answers, ask=False, compile=False, bare=True
    )
    document = evaluate_product(bare)
    assert document["sources"]["file"]["answered"] == document["sources"]["repository"]["answered"] == 0
    assert set(document["by_standing"]) == {"nowhere"}
    assert document["sources"]["product"]["answered"] == 1


def test_a_construct_in_two_lines_counts_as_one_where_all_is_hidden(tmp_path: Path) -> None:
    common = {"repository": "o/r", "family": "o", "commit": "c", "licence": "MIT"}
    loop = "for (int i = 0; i < n; i++) a[i] = 2 * a[i];"
    text = f"void f(int n, float *a) {{\n#pragma acc kernels\n#pragma acc loop independent\n{loop}\n}}\n"
    write_records(tmp_path / "files.jsonl.gz", [{**common, "path": "a.c", "text": text}])
    row = {**common, "path": "a.c", "line": 4, "directive": "kernels"}
    write_records(tmp_path / "pairs" / "family.jsonl.gz", [row])
    config = ProductConfig(
        tmp_path / "pairs", tmp_path / "files.jsonl.gz", tmp_path / "out", tmp_path / "answers", ask=False, compile=False, bare=True
    )  # fmt: skip
    document = evaluate_product(config)
    assert document["constructs"] == {"line": 0, "together": 0, "effect": 1}
    hidden = hide(row, Files(config.files, {"o/r"}))
    assert hidden is not None
    assert hidden.directive == "kernels"


def test_a_repository_that_the_model_was_trained_on_is_not_asked_as_unseen(
    config: ProductConfig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = tmp_path / "corpus.tsv"

    def listed(name: str, use: str) -> ProductConfig:
        columns = "repository\tcommit\topenacc_pairs\tunique_source_mb\tlicence_guess\tfamily\tuse\n"
        manifest.write_text(f"{columns}{name}\tc\t0\t-\t-\tf\t{use}\n")
        return replace(config, trained=manifest)

    rows = list(read_records(config.pairs / "family.jsonl.gz"))
    write_records(
        config.pairs / "family.jsonl.gz", [*rows, *({**row, "repository": "Other/Known"} for row in rows[:2])]
    )
    # The names of repositories do not depend on capitals; the limit counts what is asked.
    document = evaluate_product(replace(listed("other/known", "openacc"), limit=len(rows)))
    assert document["lost"] == 0
    assert document["pairs"] == len(rows)
    assert "2 pairs of 1 repositories" in capsys.readouterr().out
    # A reserved repository was never read, so its pairs are unseen.
    assert evaluate_product(listed("Other/Known", "reserved"))["lost"] == 2
    write_records(config.pairs / "family.jsonl.gz", rows)
    with pytest.raises(ConfigError, match="all 6 pairs"):
        evaluate_product(listed("O/r", "pretrain"))
