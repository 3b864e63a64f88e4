"""Names, comments, blanks, layout, split declarations and namespaces change no finding of `check`: in one of six programs, in all of
them with `LOOPWRIGHT_WHOLE=1` (about a minute)."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from loopwright.check.rules import rules
from loopwright.check.run import check
from loopwright.lang.scopes import scopes_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

sys.path.insert(0, str(Path(__file__).parents[1] / "openacc"))

from battery_cases import battery
from whole import WHOLE

ROOT = Path(__file__).parents[2]
_TOKEN = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|//[^\n]*|/\*.*?\*/|[A-Za-z_]\w*|.", re.DOTALL)
_REMARKS = ("/* copy(a) */", " ", "\t", "/* for (;;) */")


def _programs() -> list[tuple[str, str, str]]:
    """(name, language, text): the programs of rules, of the forms that are easily misread, of both batteries, and the examples."""
    found = []
    for code, rule in rules().items():
        found += [(f"{code} wrong", "cpp" if "class " in rule.wrong or "::" in rule.wrong else "c", rule.wrong)]
        found += [(f"{code} right", "cpp" if "class " in rule.right or "::" in rule.right else "c", rule.right)]
    for block in (Path(__file__).parent / "programs" / "classes.txt").read_text("utf-8").split("\n== ")[1:]:
        title, _, text = block.partition("\n")
        found.append((title, "cpp" if "(cpp" in title else "c", text + "\n"))
    for kind in ("mistakes", "valid"):
        found += [(case.name, "c", case.text) for case in battery(kind)]
    for path in sorted((ROOT / "examples").glob("*.c*")):
        found.append((path.name, path.suffix[1:], path.read_text("utf-8")))
    return [(name, language, text) for name, language, text in found if text.strip() and language != "cu"]


PROGRAMS = _programs()[:: 1 if WHOLE else 6]


def _findings(text: str, language: str) -> list[tuple[str, str]]:
    return [
        (f.code, f.severity)
        for f in sorted(check(Outline(parse(text, f"p.{language}"))), key=lambda f: (f.span.start, f.code))
    ]


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def renamed(text: str, language: str) -> str:
    """Every variable that the file declares has another name: where it is mentioned in directives, too."""
    if "_Pragma" in text:
        return text  # names in texts
    scopes = scopes_of(Outline(parse(text, f"p.{language}")))
    outline = scopes.outline
    local = [d for f in outline.functions if (node := scopes.function_at(f.span.start)) for d in scopes.locals_of(node)]
    tokens = _tokens(text)
    # What is a member, a macro's parameter, or a word of a directive as well would need to be told apart here.
    members = {
        b for a, b in zip([t for t in tokens if t.strip()], [t for t in tokens if t.strip()][1:]) if a in (".", ">")
    }
    words = {
        word
        for line in text.split("\n")
        if line.lstrip().startswith("#")
        for word in re.findall(r"(\w+)\s*(?:\(|:)", line)
    }
    words |= {
        word
        for line in text.split("\n")
        if "pragma" in line
        for word in re.findall(r"(?:acc|omp)\s+(\w+(?:\s+\w+)?)", line)
    }
    fixed = members | set(scopes.macros) | words | {word for pair in words for word in pair.split()}
    fixed |= {name for known in scopes.classes.known.values() for name in known.members}
    names = {
        d.name for d in (*local, *scopes.at_file_level) if d.kind in ("variable", "parameter") and d.name.isidentifier()
    } - fixed
    taken = set(tokens)
    new = {name: f"{name}_x{number}" for number, name in enumerate(sorted(names)) if f"{name}_x{number}" not in taken}
    lines = text.split("\n")
    untouched = {i for i, line in enumerate(lines) if line.lstrip().startswith("#") and "pragma" not in line}
    return "\n".join(
        line if i in untouched else "".join(new.get(token, token) for token in _tokens(line))
        for i, line in enumerate(lines)
    )


def noisy(text: str, language: str) -> str:
    """Comments and blanks between the tokens of the code."""
    rng = random.Random(len(text))
    found, directive = [], False
    for line in text.split("\n"):
        directive = directive or line.lstrip().startswith("#")
        if directive or "/*" in line or "*/" in line:
            found.append(line)
        else:
            found.append(
                "".join(
                    token + (rng.choice(_REMARKS) if token in (";", ",", ")", "]") and rng.random() < 0.3 else "")
                    for token in _tokens(line)
                )
            )
        directive = directive and line.rstrip().endswith("\\")
    return "\n".join(found)


def one_word_a_line(text: str, language: str) -> str:
    """Each token of the code on a line of its own."""
    found, directive = [], False
    for line in text.split("\n"):
        directive = directive or line.lstrip().startswith("#")
        plain = directive or "//" in line or "/*" in line or "*/" in line or "_Pragma" in line or "\\" in line
        found.append(line if plain else re.sub(r"(?<=[;,{}]) +(?=\w)", "\n", line))
        directive = directive and line.rstrip().endswith("\\")
    return "\n".join(found)


def split(text: str, language: str) -> str:
    """`int i = 0, j;` as two declarations."""
    return re.sub(
        r"^([ \t]*)(int|float|double) (\w+(?: = [\w.]+)?), (\w+(?: = [\w.]+)?);",
        r"\1\2 \3; \2 \4;",
        text,
        flags=re.MULTILINE,
    )


def in_a_namespace(text: str, language: str) -> str:
    """The code behind the headers in a namespace."""
    if language != "cpp" or "main(" in text or 'extern "C"' in text:
        return text
    lines = text.split("\n")
    heads = [i for i, line in enumerate(lines) if line.startswith("#include")]
    at = heads[-1] + 1 if heads else 0
    return "\n".join([*lines[:at], "namespace inner {", *lines[at:], "}", ""])


CHANGES: list[Callable[[str, str], str]] = [renamed, noisy, one_word_a_line, split, in_a_namespace]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_program_written_otherwise_has_the_same_findings(change: Callable[[str, str], str]) -> None:
    differing, changed = [], 0
    for name, language, text in PROGRAMS:
        if change is renamed and "misspelt name" in name:
            continue  # what it is like is part of the finding
        other = change(text, language)
        changed += other != text
        before, after = _findings(text, language), _findings(other, language)
        if before != after:
            differing.append((name, before, after))
    assert changed
    assert not differing
