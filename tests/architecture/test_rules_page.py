"""docs/rules.md is generated from the rules. `UPDATE=1 pytest tests/architecture` rewrites it."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import os
from pathlib import Path

from loopwright.check.rule import DirectiveRule, Problem
from loopwright.check.rules import rules
from loopwright.lsp.features.kernels import REMARK_CODES, UNSUPPORTED_CODE
from loopwright.openacc.explain import texts
from loopwright.openacc.forms import profiles
from loopwright.openacc.spec import load_spec

ROOT = Path(__file__).parents[2]
_CHAPTERS = {
    "1": "Syntax",
    "2": "Clauses",
    "3": "Names and types",
    "4": "Loops and nesting",
    "5": "Data",
    "6": "Races",
    "7": "Between directives",
}
_HEAD = """# Rules

Generated from `server/loopwright/check/rules`, one file a rule; every example is run by the tests. Sections are those of the
OpenACC specification, version 3.4. An *error* is illegal by the specification; a *warning* is legal or undecided and very
likely wrong; *information* and *hint* are advice.

`LW001` is what a compiler reports on a directive and no rule of ours does. `LW002` says what was not looked at: a file of more
than 8 MB, a header of more than 1 MB or that cannot be read, code nested more than 200 levels deep, a directive of more
than 16 KB, what follows 500 directives one after another, what is no regular file.
`LW003` is a loop that was `proved` when the baseline was written, and is not any more (`check --baseline`).
`LW004` is a bracket of the code that has no partner; nothing else is told of the function in which it stands. Where a macro or a header that is not
found may hold the partner, it is not told.
`LW600` is the hint at a loop that a directive could stand above. A finding is taken back by a comment on its line or the line
above, `// loopwright: ignore[LW301]` (`ignore` alone takes all back), and for a file by `// loopwright: ignore-file`.
"""


def rules_page() -> str:
    """The page."""
    lines = [_HEAD]
    chapter = ""
    for code, rule in sorted(rules().items()):
        if code[2] != chapter:
            chapter = code[2]
            lines += [f"## {_CHAPTERS[chapter]}", ""]
        lines += [
            f"### {code}: {rule.title}",
            "",
            f"{rule.severity}, section {rule.section}. {rule.why}",
            "",
            f"Wrong:\n\n```c\n{rule.wrong.strip()}\n```\n\nRight:\n\n```c\n{rule.right.strip()}\n```",
            "",
        ]
    lines += [
        "## What compilers refuse",
        "",
        "Legal, but told as `LW230` where the compiler is named as `portability`.",
        "",
    ]
    for name, profile in profiles().items():
        lines += [f"`{name}` (measured with {profile['measured']}):", ""]
        lines += [f"- `{form}`: {rewrite}" for form, rewrite in profile["forms"].items()]
    return "\n".join(lines).rstrip() + "\n"


def test_the_page_is_fresh() -> None:
    path = ROOT / "docs" / "rules.md"
    if os.environ.get("UPDATE"):
        path.write_text(rules_page(), "utf-8")
    assert path.read_text("utf-8") == rules_page()


def test_every_rule_is_whole() -> None:
    for rule in rules().values():
        assert rule.code[2] in _CHAPTERS
        assert len(rule.why) > 20
        assert rule.section
        assert rule.wrong != rule.right


def test_every_file_of_the_folder_is_a_rule() -> None:
    """Adding a rule is adding a file: its name begins with the code, and nothing else is said of a rule elsewhere."""
    folder = ROOT / "server" / "loopwright" / "check" / "rules"
    codes = [path.name[:5].upper() for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]
    assert codes == list(rules())


def test_every_claim_and_slip_has_a_rule() -> None:
    """The parser and `residence/` name the rules that put in words what they see."""
    named: set[str] = set()
    for folder, calls in (("openacc", ("Slip", "_slip")), ("residence", ("Claim", "Trouble"))):
        for path in (ROOT / "server" / "loopwright" / folder).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                called = node.func if isinstance(node, ast.Call) else None
                if getattr(called, "attr", getattr(called, "id", "")) in calls:
                    first = node.args[0] if isinstance(node, ast.Call) and node.args else None
                    named.update(c.value for c in ast.walk(first) if isinstance(c, ast.Constant)) if first else None
    codes = {code for code in named if isinstance(code, str) and code.startswith("LW")}
    assert len(codes) > 30
    assert codes <= set(rules())


def test_no_value_of_a_message_can_be_forgotten() -> None:
    """What a rule found is a frozen record without defaults of its own: who leaves something out does not get past mypy."""
    for rule in rules().values():
        if not isinstance(rule, DirectiveRule):
            continue
        module = importlib.import_module(rule.check.__module__)
        kinds = [
            kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__
        ]
        problems = [kind for kind in kinds if issubclass(kind, Problem)]
        assert len(problems) == 1, rule.code
        own = [f for f in dataclasses.fields(problems[0]) if f.name not in ("span", "related", "section")]
        assert all(field.default is dataclasses.MISSING for field in own), rule.code


def test_every_word_is_explained() -> None:
    spec, explained = load_spec(), texts()
    assert set(spec.directives) == set(explained["directive"])
    assert set(spec.clauses) == set(explained["clause"])
    assert {word for row in spec.clauses.values() for word in row.modifiers} <= set(explained["modifier"])
    assert set(spec.reduction_operators) == set(explained["operator"])


def test_a_code_says_one_thing() -> None:
    assert not {*REMARK_CODES.values(), UNSUPPORTED_CODE} & rules().keys()
