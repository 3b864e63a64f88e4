"""Every definition that a translation may need compiles, also those that few programs use."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from loopwright.cuda.print import support
from loopwright.cuda.print.support import Chunk, Piece, pieces, support_for
from loopwright.cuda.spec import operations
from whole import sampled

PIECES = [name for name, piece in pieces().items() if piece.names or piece.prefix]
COMPILED = sampled(PIECES, 14, str)


@pytest.mark.parametrize("name", PIECES)
def test_a_piece_compiles_with_all_that_it_defines(name: str, tmp_path: Path) -> None:
    piece = pieces()[name]
    words = {*piece.names, *(word for chunk in piece.chunks for word in chunk.names)}
    text = support_for(f"{piece.prefix} {piece.only} {' '.join(sorted(words))}")
    assert not [sorted(chunk.names) for chunk in piece.chunks if chunk.text not in text]
    if name not in COMPILED:
        return
    (tmp_path / "support.cpp").write_text(text)
    command = ["g++", "-std=c++17", "-fopenmp", "-fsyntax-only", "-w", str(tmp_path / "support.cpp")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:3000]


@pytest.mark.parametrize(
    "word", ["texture", "surf2Dwrite", "cudaGraphLaunch", "CUdevice", "curand_init", "checkCudaErrors"]
)
def test_a_word_brings_all_that_its_definition_needs(word: str, tmp_path: Path) -> None:
    (tmp_path / "support.cpp").write_text(support_for(f"// a remark about {word}"))
    command = ["g++", "-std=c++17", "-fopenmp", "-fsyntax-only", "-w", str(tmp_path / "support.cpp")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:3000]


@pytest.mark.parametrize("said", ["std::min<long long>(n, m)", "std::max(a, b) + std::min(a, b)"])
def test_what_the_standard_library_has_brings_nothing(said: str) -> None:
    assert support_for(f"int main() {{ return {said}; }}") == support_for("int main() {}")


@pytest.mark.parametrize(
    "said", ["min(n, m)", "::max(a, b)", "std::min(a, b) + min(a, b)", '#include "own.h"\nstd::min(a, b)']
)
def test_what_cuda_has_is_brought(said: str) -> None:
    assert "R min(A a, B b)" in support_for(said)


def test_what_a_pruned_piece_takes_of_another_brings_what_that_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    def piece(name: str, needs: tuple[str, ...], *definitions: tuple[str, str]) -> Piece:
        chunks = tuple(
            Chunk(frozenset((n,)), frozenset((n, *words.split())), f"{n} {words}\n") for n, words in definitions
        )
        return Piece(name, frozenset(n for n, _ in definitions), "", "", needs, (), (), "", chunks)

    own = {
        "low": piece("low", (), ("low_one", ""), ("low_two", "")),
        "middle": piece("middle", ("low",), ("middle_one", "low_one"), ("middle_two", "low_two")),
        "high": piece("high", ("middle",), ("high_one", "middle_one"), ("high_two", "")),
    }
    monkeypatch.setattr(support, "pieces", lambda: own)
    monkeypatch.setattr(support, "_ORDER", tuple(own))
    assert [part.text for part in support.support_of([support.Asked("high_one")]).parts] == [
        "low_one \n",
        "middle_one low_one\n",
        "high_one middle_one\n",
    ]
    assert [part.piece for part in support.support_of([support.Asked("high_two")]).parts] == ["high"]


def test_what_libcu_has_before_the_standard_library_is_there() -> None:
    assert operations().later <= pieces()["libcu_later"].names


def test_what_support_names_beside_cuda_gets_out_of_the_way_of_a_program() -> None:
    ours = (
        "dimensions",
        "rows",
        "conversions",
        "shifts",
        "ptx",
        "together",
        "warps",
        "kernel_limits",
        "limits",
        "launches",
    )
    names = set[str]().union(*(pieces()[name].names for name in ours))
    mine = {name for name in names if not name.startswith(("lw_", "cuda", "__"))}
    assert len(mine) > 60
    assert mine <= operations().own_functions | operations().own
