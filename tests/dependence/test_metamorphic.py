"""Names, comments, blanks and blocks change no verdict."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from replay import Program, programs
from tree_sitter import Node

SUITE = sorted((Path(__file__).parent / "suite").glob("*.c*"))
_NOISE = ('/* printf("x"); */', "// goto out; break; rand()\n", '/* asm("") return */', "  ", "\n")


def _identifiers(text: str, language: str) -> list[tuple[int, int, str]]:
    """Places of identifiers in a text, those that name things of headers and of the language included."""
    found: list[tuple[int, int, str]] = []
    stack: list[Node] = [parse(text, language=language).tree.root_node]  # type: ignore[arg-type]
    while stack:
        node = stack.pop()
        if node.type in (
            "identifier",
            "field_identifier",
            "type_identifier",
            "statement_identifier",
            "namespace_identifier",
        ):
            found.append((node.start_byte, node.end_byte, (node.text or b"").decode()))
        stack.extend(node.children)
    return sorted(found)


def _declared(text: str) -> frozenset[str]:
    """Names that are safe to change: short ones of variables that the programs declare with a plain type."""
    return frozenset(re.findall(r"\b(?:int|double|unsigned|char)\s+(?:\*\s*)?([a-z]\w?)\b(?=\s*[=;,\[)])", text)) - {
        "x",
        "y",
    }


def renamed(text: str, language: str) -> str:
    """Variables with other names, some of which look like those that an analysis makes up."""
    names = {name: f"{name}_{number % 2}{'_0' * (number % 3)}" for number, name in enumerate(sorted(_declared(text)))}
    words = {word for _, _, word in _identifiers(text, language)}
    members = set(re.findall(r"(?:\.|->)\s*([A-Za-z_]\w*)", text))  # a member keeps its name behind the dot
    names = {name: new for name, new in names.items() if new not in words and name not in members}
    return re.sub(r"(?<![\w\"'\\#.])[A-Za-z_]\w*\b(?![\"'])", lambda match: names.get(match[0], match[0]), text)


def noisy(text: str, language: str) -> str:
    """Comments and blanks between tokens."""
    rng = random.Random(len(text))
    data = text.encode()
    lines = [line.lstrip().startswith(b"#") for line in data.split(b"\n")]
    starts = [0]
    for line in data.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    directive = [range(starts[i], starts[i + 1]) for i, is_directive in enumerate(lines) if is_directive]
    places = [end for _, end, _ in _identifiers(text, language) if not any(end in part for part in directive)]
    for place in sorted(rng.sample(places, min(len(places), 12)), reverse=True):
        if data[place : place + 1] in (b" ", b";", b")", b"]", b","):
            data = data[:place] + rng.choice(_NOISE).encode() + data[place:]
    return data.decode()


def spread(text: str, language: str) -> str:
    """One statement a line."""
    return text if "#define" in text or "//" in text or "/*" in text else text.replace("; ", ";\n    ")


def _verdicts(text: str, name: str) -> list[str]:
    outline = Outline(parse(text, name=name))
    return [judge(outline, loop).verdict for loop in outline.loops]


CHANGES: list[Callable[[str, str], str]] = [renamed, noisy, spread]


def _sample() -> list[Program]:
    return random.Random(7).sample(programs(), 80)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_program_written_otherwise_gets_the_same_verdicts(change: Callable[[str, str], str]) -> None:
    differing = []
    for program in _sample():
        before = _verdicts(program.text, f"p.{program.language}")
        if _verdicts(change(program.text, program.language), f"p.{program.language}") != before:
            differing.append((program.name, change(program.raw.replace("@for", "for"), program.language)))
    assert not differing


@pytest.mark.parametrize("path", SUITE, ids=lambda path: path.name)
def test_the_labelled_loops_with_comments_between_get_the_same_verdicts(path: Path) -> None:
    text = path.read_text("utf-8")
    assert _verdicts(noisy(text, path.suffix[1:]), path.name) == _verdicts(text, path.name)


def test_a_program_in_a_namespace_gets_the_same_verdicts() -> None:
    for program in _sample():
        if program.language == "cpp" and "#" not in program.raw:
            inside = program.prefix + "namespace inner {\n" + program.raw.replace("@for", "for") + "\n}\n"
            assert _verdicts(inside, "p.cpp") == _verdicts(program.text, "p.cpp"), program.name


@pytest.mark.parametrize("remark", ["/* + 1 */", "// out\n", " "])
def test_a_remark_inside_of_a_place_makes_it_no_other(remark: str) -> None:
    """It was not seen any more that the minimum of an element is taken."""
    compared = f"if (a[k] < best[i{remark}][i + s]) best[i][i + s] = a[k];"
    text = f"double best[64][64], a[64]; void f(int n, int i, int s) {{ for (int k = 0; k < n; k++) {compared} }}"
    assert _verdicts(text, "a.c") == ["proved"]
